//! The ports that another platform answers, where `[remote]` names one.

use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use waybill_engine::LogTopic;
use waybill_engine::topics::TopicSource;
use waybill_outbound::Outbound;
use waybill_platform::logs::EmbeddedLogs;
use waybill_platform::remote::{Remote, RemoteLogs, RemotePart, SENT_BY, is_own_request};

use crate::config::ConfigFile;
use crate::error::ApiError;

/// Rejects requests that this process has sent to itself.
pub async fn reject_own_requests(request: Request, next: Next) -> Response {
    let sender = request.headers().get(SENT_BY);
    if sender.is_some_and(|sender| is_own_request(sender.as_bytes())) {
        return ApiError::request_loop().into_response();
    }
    next.run(request).await
}

/// The other platform, if one is configured. Invalid settings are errors at the start, even if no request is ever sent.
pub fn platform(file: &ConfigFile, outbound: &Outbound) -> anyhow::Result<Option<OtherPlatform>> {
    let Some(settings) = &file.remote else { return Ok(None) };
    let remote = Remote::open(settings, outbound.clone())?;
    Ok(Some(OtherPlatform { remote, answers: settings.answers.clone() }))
}

/// Another platform, and the parts that it answers for.
pub struct OtherPlatform {
    remote: Remote,
    answers: Vec<RemotePart>,
}

impl OtherPlatform {
    /// The client of the other platform, if it answers for this part.
    pub fn of(&self, part: RemotePart) -> Option<Remote> {
        self.answers.contains(&part).then(|| self.remote.clone())
    }
}

/// The source of the logs that the console shows.
#[derive(Clone)]
pub enum LogSource {
    /// Log files of this process.
    Local(Arc<EmbeddedLogs>),
    /// The logs of another platform.
    Remote(Arc<RemoteLogs>),
}

impl LogSource {
    /// The topic by which pages follow logs.
    pub fn topic(&self) -> Arc<dyn TopicSource> {
        match self {
            Self::Local(logs) => Arc::new(LogTopic::Files(Arc::clone(logs))),
            Self::Remote(logs) => Arc::new(LogTopic::Polled(Arc::clone(logs) as _)),
        }
    }

    /// The port by which logs are read.
    pub fn port(&self) -> Arc<dyn waybill_platform::logs::Logs> {
        match self {
            Self::Local(logs) => Arc::clone(logs) as _,
            Self::Remote(logs) => Arc::clone(logs) as _,
        }
    }
}
