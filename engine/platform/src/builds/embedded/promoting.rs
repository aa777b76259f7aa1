//! Recording promotions.

use std::sync::Arc;

use waybill_machines::machines::build::Event;
use waybill_machines::rules::builds::BuildPublication;

use super::{Inner, refused_as, stored, stream_of};
use crate::builds::{BuildError, BuildId, NewPromotion, StoredBuild};
use crate::streams::{ChangeContext, Command};

impl Inner {
    /// Records a promotion of a publication; none if there is no such run any longer.
    pub(super) async fn promote(
        self: &Arc<Self>,
        publication: &BuildPublication,
        promotion: NewPromotion,
        context: &ChangeContext,
    ) -> Result<Option<StoredBuild>, BuildError> {
        promotion.check()?;
        let (build, number) = (BuildId::of(publication), publication.number.clone());
        let changing = self.changing.lock().await;
        let found = self.table().get(&build, &number);
        let Some(found) = found else { return Ok(None) };
        if found.build.document.sha256 != publication.document.sha256 {
            return Err(BuildError::Replaced);
        }
        let NewPromotion { status, comment, repository } = promotion;
        let by = context.who.person().cloned();
        let event = Event::Promote { status, comment, repository, by };
        let command = Command::new(stream_of(&build, &number), event);
        let accepted = self.streams.submit(command, context).await?;
        let accepted = accepted.map_err(|refused| refused_as(refused.rejection.code))?;
        let stored = stored(&accepted.state);
        let stored = stored.ok_or(BuildError::Defect("a build was promoted and is not there"))?;
        self.table_to_change().put(stored.clone());
        drop(changing);
        self.report(build, number);
        Ok(Some(stored))
    }
}
