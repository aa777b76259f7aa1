//! Upstreams that contradict themselves, or what was kept of them.

use waybill_machines::Timestamp;
use waybill_machines::machines::package::Event;

use super::Shared;
use crate::repositories::{
    FixedContent, Location, RepositoryError, StoredRepository, UpstreamError,
};
use crate::streams::{ChangeContext, Command};

impl Shared {
    /// Records that the upstream names another content for a file that is kept.
    pub(super) async fn record_difference(
        &self,
        at: Location,
        named: &FixedContent,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        let Location { repository, path } = at;
        if !self.memory.differs_newly(format!("{} {path}", repository.id), now) {
            return Ok(());
        }
        differs(&repository, &path, "the index names another content than the one that is kept");
        let (stream, _package, file) = self.inner.lock_file(&repository, &path).await?;
        // It may have been removed meanwhile.
        let Some(file) = file else { return Ok(()) };
        let named = named.named();
        let event = Event::UpstreamDiffers { path, file: Some(file.before()), named };
        self.inner.change(Command::new(stream, event), &ChangeContext::system(now)).await
    }
}

/// Logs that an upstream contradicts itself, or what was kept.
pub(super) fn differs(repository: &StoredRepository, path: &str, why: &str) -> UpstreamError {
    let repository = &repository.settings.key;
    tracing::warn!(
        service = "artifactory",
        repository,
        path,
        why,
        "the content of an upstream differs"
    );
    UpstreamError::Differs
}
