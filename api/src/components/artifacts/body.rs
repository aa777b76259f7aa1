//! The body of a request as a source of bytes.

use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt as _;
use waybill_platform::repositories::{NextPortion, Source, SourceError};

/// An upload ends if nothing arrives for this long. How long it takes as a whole is not limited.
const IDLE_MAX: Duration = Duration::from_secs(30);

pub(super) struct BodySource(axum::body::BodyDataStream);

impl BodySource {
    pub(super) fn new(body: Body) -> Self {
        Self(body.into_data_stream())
    }
}

impl Source for BodySource {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            match tokio::time::timeout(IDLE_MAX, self.0.next()).await {
                Err(_) => Some(Err(SourceError::TooSlow)),
                Ok(None) => None,
                Ok(Some(portion)) => Some(portion.map_err(|_| SourceError::Interrupted)),
            }
        })
    }
}
