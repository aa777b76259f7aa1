//! The logs of another platform, through its public API (LOGV-02).

use serde::Deserialize;
use waybill_machines::rules::services::ServiceId;
use waybill_outbound::{Request, Response, header};

use super::sanitize::{is_name, text};
use super::{Remote, RemoteError, RemoteFile, code_of, parse_json};
use crate::logs::{
    self, Found, Gap, LogConfig, LogData, LogRequest, LogSearchRequest, Logs, LogsError,
    MATCHES_MAX, NotFound, REFRESH_RATE_MS,
};

/// The header that selects the node where it is not in the path.
const NODE: header::HeaderName = header::HeaderName::from_static("x-jfrog-node-id");
/// 256 KiB of text become at most six times as long in JSON.
const BODY_BYTES_MAX: usize = 2 * 1_024 * 1_024;
/// The most logs or nodes of a service, since they are shown and recorded.
const NAMES_MAX: usize = 200;
const NAME_CHARS_MAX: usize = 128;
/// The bounds of the interval at which logs are polled, in milliseconds.
const REFRESH_RATE_MS_MIN: u32 = 1_000;
const REFRESH_RATE_MS_MAX: u32 = 600_000;
/// The most buckets of the density of a log.
const BUCKETS_MAX: usize = 1_000;
/// The error codes of the log API, as a platform like this one sends them.
const CODES: [&str; 4] = ["service_not_running", "unknown_node", "unknown_log", "beyond_end"];

/// The port's implementation by another platform. Nothing is cached between calls.
pub struct RemoteLogs(Remote);

impl RemoteLogs {
    /// The logs of this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }

    /// The public call of a service: the path of the repository service differs from that of all others.
    fn request(
        &self,
        service: ServiceId,
        what: &str,
        node: Option<&str>,
        parameters: &[(&str, &str)],
    ) -> Result<Request, LogsError> {
        let target = match service {
            ServiceId::Artifactory => {
                self.0.root.below(&["artifactory", "api", "system", "logs", what], parameters)
            }
            other => {
                let path = [other.as_str(), "api", "v1", "system", "logs", what];
                self.0.root.below(&path, parameters)
            }
        };
        let request = Request::get(target).with_body_limit(BODY_BYTES_MAX);
        let Some(node) = node else { return Ok(request) };
        let value = header::HeaderValue::from_str(node).ok();
        let value = value.filter(|_| is_name(node, NAME_CHARS_MAX));
        Ok(request.with_header(NODE, value.ok_or(LogsError::NotFound(NotFound::Node))?))
    }
}

impl RemoteLogs {
    /// A whole log, or the range of it in a `Range` header, through the console's own API.
    pub async fn whole(
        &self,
        service: ServiceId,
        node: Option<&str>,
        id: &str,
        range: Option<header::HeaderValue>,
    ) -> Result<RemoteFile, RemoteError> {
        let mut parameters = vec![("id", id)];
        parameters.extend(node.map(|node| ("nodeId", node)));
        let path = ["system", "logs", "download", service.as_str()];
        let mut request = Request::get(self.0.console.below(&path, &parameters));
        if let Some(range) = range {
            request = request.with_header(header::RANGE, range);
        }
        self.0.file(request, usize::MAX).await
    }
}

impl RemoteLogs {
    /// A part of a log; `place` is the name of the parameter with the cursor's offset.
    async fn data_from(&self, ask: &LogRequest, place: &str) -> Result<DataResponse, LogsError> {
        if !is_name(&ask.id, NAME_CHARS_MAX) {
            return Err(LogsError::NotFound(NotFound::Log));
        }
        let offset = ask.cursor.offset.to_string();
        let mut parameters = vec![(place, offset.as_str()), ("id", ask.id.as_str())];
        // Only a platform like this one knows generations, and has sent this one before.
        let generation = ask.cursor.generation.as_deref().filter(|text| !text.is_empty());
        parameters.extend(generation.map(|generation| ("generation", generation)));
        let request = self.request(ask.service, "data", ask.node.as_deref(), &parameters)?;
        let answer = self.0.ask(request).await.map_err(LogsError::Remote)?;
        match error_of(&answer) {
            Some(refused) => Err(refused),
            None => parse_json(&answer).map_err(LogsError::Remote),
        }
    }
}

/// The error of a response, if the platform uses the same error codes.
fn error_of(answer: &Response) -> Option<LogsError> {
    Some(LogsError::NotFound(match code_of(answer, &CODES)? {
        "service_not_running" => NotFound::Service,
        "unknown_node" => NotFound::Node,
        "unknown_log" => NotFound::Log,
        _ => NotFound::Offset,
    }))
}

/// A log as the platform sends it. Later versions may send more fields, and earlier ones fewer.
#[derive(Deserialize)]
struct DataResponse {
    log_content: String,
    file_size: u64,
    #[serde(default)]
    last_update_modified: String,
    #[serde(default)]
    last_update_label: String,
    gap: Option<Gap>,
    #[serde(default)]
    generation: String,
    total_size: Option<u64>,
    from: Option<u64>,
    earlier: Option<bool>,
}

impl DataResponse {
    fn into_log_data(self, gap: Option<Gap>) -> LogData {
        LogData {
            log_content: self.log_content,
            earlier: self.earlier,
            file_size: self.file_size,
            last_update_modified: text(&self.last_update_modified, NAME_CHARS_MAX),
            last_update_label: text(&self.last_update_label, NAME_CHARS_MAX),
            gap,
            generation: text(&self.generation, NAME_CHARS_MAX),
            total_size: self.total_size.unwrap_or(self.file_size),
            from: self.from,
        }
    }
}

#[derive(Deserialize)]
struct ConfigResponse {
    logs: Vec<String>,
    #[serde(default)]
    nodes: Vec<String>,
    refresh_rate_millis: Option<u32>,
}

impl Logs for RemoteLogs {
    fn config(&self, service: ServiceId, node: Option<String>) -> logs::Answer<'_, LogConfig> {
        Box::pin(async move {
            let request = self.request(service, "config", node.as_deref(), &[])?;
            let answer = self.0.ask(request).await.map_err(LogsError::Remote)?;
            if let Some(refused) = error_of(&answer) {
                return Err(refused);
            }
            let response: ConfigResponse = parse_json(&answer).map_err(LogsError::Remote)?;
            let names = || response.logs.iter().chain(&response.nodes);
            let are_names = names().all(|name| is_name(name, NAME_CHARS_MAX));
            if !are_names || names().count() > NAMES_MAX {
                return Err(LogsError::Remote(RemoteError::InvalidResponse));
            }
            let rate_ms = response.refresh_rate_millis.unwrap_or(REFRESH_RATE_MS);
            Ok(LogConfig {
                refresh_rate_millis: rate_ms.clamp(REFRESH_RATE_MS_MIN, REFRESH_RATE_MS_MAX),
                logs: response.logs,
                nodes: response.nodes,
            })
        })
    }

    fn data(&self, ask: LogRequest) -> logs::Answer<'_, LogData> {
        Box::pin(async move {
            let response = self.data_from(&ask, "file_size").await?;
            // A platform that does not report truncation shows it by the size.
            let is_shorter = response.gap.is_none() && response.file_size < ask.cursor.offset;
            let gap = if is_shorter { Some(Gap::Truncated) } else { response.gap };
            Ok(response.into_log_data(gap))
        })
    }

    fn earlier(&self, ask: LogRequest) -> logs::Answer<'_, LogData> {
        Box::pin(async move {
            let response = self.data_from(&ask, "before").await?;
            let gap = response.gap;
            Ok(response.into_log_data(gap))
        })
    }

    fn search(&self, ask: LogSearchRequest) -> logs::Answer<'_, Found> {
        Box::pin(async move {
            if !is_name(&ask.id, NAME_CHARS_MAX) {
                return Err(LogsError::NotFound(NotFound::Log));
            }
            let search = &ask.search;
            let (from, to) =
                (search.from.map(|at| at.to_string()), search.to.map(|at| at.to_string()));
            let limit = search.most.to_string();
            let mut parameters = vec![("id", ask.id.as_str()), ("q", &search.text)];
            parameters.extend([("level", search.level.as_str()), ("limit", &limit)]);
            parameters.extend(ask.node.as_deref().map(|node| ("nodeId", node)));
            parameters.extend(from.as_deref().map(|from| ("from", from)));
            parameters.extend(to.as_deref().map(|to| ("to", to)));
            let path = ["system", "logs", "search", ask.service.as_str()];
            let request = Request::get(self.0.console.below(&path, &parameters));
            let request = request.with_body_limit(BODY_BYTES_MAX);
            let answer = self.0.ask(request).await.map_err(LogsError::Remote)?;
            if let Some(refused) = error_of(&answer) {
                return Err(refused);
            }
            let mut found: Found = parse_json(&answer).map_err(LogsError::Remote)?;
            if found.density.buckets.len() > BUCKETS_MAX {
                return Err(LogsError::Remote(RemoteError::InvalidResponse));
            }
            found.matches.truncate(MATCHES_MAX);
            Ok(found)
        })
    }
}
