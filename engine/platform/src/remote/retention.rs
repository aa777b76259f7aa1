//! Retention of target bundles, told by another platform (RET-01, RET-02).

use serde::Deserialize;
use waybill_outbound::Request;

use super::{Remote, RemoteError};
use crate::retention::{Retention, RetentionAnswer, RetentionError};

/// Whether the other platform has it switched on. It is asked each time; what may be asked again, and how often, is
/// the retention machine's to decide.
pub struct RemoteRetention(Remote);

impl RemoteRetention {
    /// Asks this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }
}

/// What the other platform says. Later versions may say more.
#[derive(Deserialize)]
struct Said {
    enable: bool,
}

impl Retention for RemoteRetention {
    fn enabled(&self) -> RetentionAnswer<'_> {
        Box::pin(async move {
            let path = ["ui", "bundle", "retention", "config", "enable"];
            let request = Request::get(self.0.console.below(&path, &[]));
            let said: Result<Said, _> = self.0.read(request).await;
            said.map(|said| said.enable).map_err(|error| match error {
                RemoteError::NotThere => RetentionError::NotThere,
                error => RetentionError::Failed { message: error.to_string() },
            })
        })
    }
}
