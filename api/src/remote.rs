//! Which ports another platform answers, where `[remote]` names one: all that there is a remote answer for.

use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use waybill_engine::topics::TopicSource;
use waybill_engine::{AskedLogTopic, Clock, LogTopic, Ports, SystemClock};
use waybill_outbound::Outbound;
use waybill_platform::logs::EmbeddedLogs;
use waybill_platform::remote::{
    ASKED_BY, Remote, RemoteLogs, RemoteLookup, RemotePart, RemoteRetention, RemoteStatus,
    is_asked_by_itself,
};

use crate::config::ConfigFile;
use crate::error::ApiError;

/// Refuses what this process asks of itself.
pub async fn refuse_itself(request: Request, next: Next) -> Response {
    let asked_by = request.headers().get(ASKED_BY);
    if asked_by.is_some_and(|asked_by| is_asked_by_itself(asked_by.as_bytes())) {
        return ApiError::asked_by_itself().into_response();
    }
    next.run(request).await
}

/// The other platform, if there is one. Wrong settings are found at the start, whether anything is asked or not.
pub fn platform(file: &ConfigFile) -> anyhow::Result<Option<OtherPlatform>> {
    let outbound = Outbound::new(file.outbound.clone())?;
    let Some(settings) = &file.remote else { return Ok(None) };
    let remote = Remote::open(settings, outbound)?;
    Ok(Some(OtherPlatform { remote, answers: settings.answers.clone() }))
}

/// Another platform, and what it is asked for.
pub struct OtherPlatform {
    remote: Remote,
    answers: Vec<RemotePart>,
}

impl OtherPlatform {
    /// The platform, where it answers for this.
    pub fn of(&self, part: RemotePart) -> Option<Remote> {
        self.answers.contains(&part).then(|| self.remote.clone())
    }
}

/// Puts the other platform's answers in the place of this process's own.
pub fn answer(ports: &mut Ports, other: &OtherPlatform) {
    if let Some(remote) = other.of(RemotePart::Retention) {
        ports.retention = Arc::new(RemoteRetention::new(remote));
    }
    if let Some(remote) = other.of(RemotePart::Status) {
        ports.status = Arc::new(RemoteStatus::new(remote, Arc::new(|| SystemClock.now())));
    }
    if let Some(remote) = other.of(RemotePart::Checksums) {
        ports.lookup = Arc::new(RemoteLookup::new(remote));
    }
}

/// Who has the logs that the console shows.
#[derive(Clone)]
pub enum LogSource {
    /// This process has them, in files.
    Here(Arc<EmbeddedLogs>),
    /// Another platform has them.
    There(Arc<RemoteLogs>),
}

impl LogSource {
    /// The other platform's logs where there is one, and those of this process otherwise.
    pub fn of(other: Option<&OtherPlatform>, here: Arc<EmbeddedLogs>) -> Self {
        match other.and_then(|other| other.of(RemotePart::Logs)) {
            Some(remote) => Self::There(Arc::new(RemoteLogs::new(remote))),
            None => Self::Here(here),
        }
    }

    /// What pages follow them by.
    pub fn topic(&self) -> Arc<dyn TopicSource> {
        match self {
            Self::Here(logs) => Arc::new(LogTopic(Arc::clone(logs))),
            Self::There(logs) => Arc::new(AskedLogTopic(Arc::clone(logs) as _)),
        }
    }

    /// The port.
    pub fn port(&self) -> Arc<dyn waybill_platform::logs::Logs> {
        match self {
            Self::Here(logs) => Arc::clone(logs) as _,
            Self::There(logs) => Arc::clone(logs) as _,
        }
    }
}
