//! Retention of target bundles, queried from another platform (RET-01, RET-02).

use serde::Deserialize;
use waybill_outbound::Request;

use super::{Remote, RemoteError};
use crate::retention::{Retention, RetentionAnswer, RetentionError};

/// Whether retention is enabled on the other platform. Each call queries it; whether and how often to query again is
/// decided by the retention machine.
pub struct RemoteRetention(Remote);

impl RemoteRetention {
    /// The retention of this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }
}

/// The response of the platform. Later versions may send more fields.
#[derive(Deserialize)]
struct Response {
    enable: bool,
}

impl Retention for RemoteRetention {
    fn enabled(&self) -> RetentionAnswer<'_> {
        Box::pin(async move {
            let path = ["ui", "bundle", "retention", "config", "enable"];
            let request = Request::get(self.0.console.below(&path, &[]));
            let response: Result<Response, _> = self.0.read(request).await;
            response.map(|response| response.enable).map_err(|error| match error {
                RemoteError::NotFound => RetentionError::NotFound,
                error => RetentionError::Failed { message: error.to_string() },
            })
        })
    }
}
