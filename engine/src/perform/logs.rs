//! The calls of the log viewer. The page reads the text over HTTP or as a topic; the machine receives the position.

use sha2::{Digest as _, Sha256};
use waybill_machines::AnyEvent;
use waybill_machines::machines::log_viewer::{
    Configured, Event, Fetched, LogFile, LogGap, LogRead,
};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::reading::Subject;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::secret::Digest;
use waybill_platform::logs::{Cursor, Gap, LogData, LogRequest, LogsError};
use waybill_platform::secret::hex;

use super::Request;

pub(super) async fn config(request: &Request<'_>, service: ServiceId) -> Option<AnyEvent> {
    let answer = match refusal(request).await {
        Some(notice) => Configured::Refused { service, notice },
        None => match request.ports().logs.config(service, None).await {
            Ok(config) => Configured::Received {
                service,
                logs: config.logs,
                nodes: config.nodes,
                refresh_rate_millis: Some(config.refresh_rate_millis),
            },
            Err(error) => Configured::Refused { service, notice: notice(&error) },
        },
    };
    Some(Event::Configured(answer).into())
}

pub(super) async fn data(
    request: &Request<'_>,
    file: &LogFile,
    file_size: u64,
    generation: Option<String>,
) -> Option<AnyEvent> {
    let log_request = LogRequest {
        service: file.service,
        node: Some(file.node.clone()),
        id: file.id.clone(),
        cursor: Cursor { offset: file_size, generation },
    };
    let file = file.clone();
    let answer = match refusal(request).await {
        Some(notice) => Fetched::Refused { file, notice },
        None => match request.ports().logs.data(log_request).await {
            Ok(data) => {
                let subject = Subject::Log { service: file.service, id: file.id.clone() };
                request.services.readings.read(subject, &request.context).await;
                Fetched::Received { file, read: read(data) }
            }
            Err(error) => Fetched::Refused { file, notice: notice(&error) },
        },
    };
    Some(Event::Fetched(answer).into())
}

fn read(data: LogData) -> LogRead {
    LogRead {
        file_size: data.file_size,
        generation: data.generation,
        last_update_modified: data.last_update_modified,
        last_update_label: data.last_update_label,
        gap: data.gap.map(|gap| match gap {
            Gap::Rotated => LogGap::Rotated,
            Gap::Truncated => LogGap::Truncated,
        }),
        digest: Digest(hex(&Sha256::digest(data.log_content.as_bytes()))),
    }
}

/// Only administrators read logs.
async fn refusal(request: &Request<'_>) -> Option<Notice> {
    match request.is_admin().await {
        Ok(true) => None,
        Ok(false) => Some(Notice::new("not_authorised", "Only administrators read logs.")),
        Err(error) => Some(super::unavailable(&error)),
    }
}

fn notice(error: &LogsError) -> Notice {
    if let LogsError::Remote(error) = error {
        tracing::warn!(%error, "the logs of the other platform cannot be read");
    }
    Notice::new(&error.code().to_string(), &error.to_string())
}
