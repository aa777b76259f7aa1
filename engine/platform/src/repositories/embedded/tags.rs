//! Changing what tags name.

use std::sync::Arc;

use waybill_machines::machines::package::{Event, Origin, Place};
use waybill_machines::rules::packages::{PackageProblem, check_tag};

use super::Inner;
use super::package_streams::{lock_of, stream_of};
use crate::repositories::{Promoted, RepositoryError, StoredRepository, StoredVersion, TagChange};
use crate::streams::{ChangeContext, Command};

/// What [`MayMove`](crate::repositories::MayMove) points to.
type MayMove = dyn Fn(&StoredVersion) -> bool + Send + Sync;

impl Inner {
    /// Has a tag name a version that was promoted.
    pub(super) async fn promote_tag(
        self: &Arc<Self>,
        repository: &StoredRepository,
        name: String,
        promoted: Promoted,
        may_move: &MayMove,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        let Promoted { tag, version, from, moves: moved } = promoted;
        let place = Place { repository: from.repository.id, path: from.path };
        let change = TagChange { tag, version: Some(version) };
        let from = Some(Box::new(Origin { place, moved }));
        self.change_tag(repository, name, change, from, may_move, context).await
    }

    /// Has a tag name another version, or removes it.
    pub(super) async fn change_tag(
        self: &Arc<Self>,
        repository: &StoredRepository,
        name: String,
        change: TagChange,
        promoted_from: Option<Box<Origin>>,
        may_move: &MayMove,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        let TagChange { tag, version } = change;
        check_tag(&tag).map_err(RepositoryError::Package)?;
        let repository = self.still(repository)?;
        let stream = stream_of(&repository.id, &name);
        let _package = self.packages[lock_of(&stream)].lock().await;
        let missing = match &version {
            Some(version) => {
                let known = self.version(&repository.id, &name, version).await?;
                known.is_none().then_some(PackageProblem::VersionMissing)
            }
            None if self.tagged(&repository.id, &name, &tag).await?.is_none() => {
                Some(PackageProblem::TagMissing)
            }
            _ => None,
        };
        if let Some(missing) = missing {
            return Err(RepositoryError::Package(missing));
        }
        if let Some(before) = self.tagged(&repository.id, &name, &tag).await?
            && version.as_ref() != Some(&before)
            && let Some(before) = self.version(&repository.id, &name, &before).await?
            && !may_move(&before)
        {
            return Err(RepositoryError::TagTaken(tag));
        }
        let event = Event::Tag { name, tag, version, exists: true, promoted_from };
        self.change(Command::new(stream, event), context).await
    }
}
