//! Recording promotions.

use std::sync::Arc;

use waybill_machines::machines::build::Event;

use super::{Inner, refused_as, stored, stream_of};
use crate::builds::{BuildError, BuildId, NewPromotion, StoredBuild};
use crate::streams::{ChangeContext, Command};

impl Inner {
    /// Records a promotion of a run; none if there is no such run.
    pub(super) async fn promote(
        self: &Arc<Self>,
        build: BuildId,
        number: String,
        promotion: NewPromotion,
        context: &ChangeContext,
    ) -> Result<Option<StoredBuild>, BuildError> {
        promotion.check()?;
        let changing = self.changing.lock().await;
        if self.table().get(&build, &number).is_none() {
            return Ok(None);
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
