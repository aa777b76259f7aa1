//! The logs of the services, for administrators (LOGV-02, DET-07).

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use waybill_machines::Timestamp;
use waybill_machines::machines::reading::Subject;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::logs::{
    Cursor, Found, Level, LogConfig, LogData, LogRequest, LogSearchRequest, LogsError, MATCHES_MAX,
    Search,
};
use waybill_platform::remote::RemoteFile;

use crate::caller::Admin;
use crate::error::{ApiError, partial};
use crate::extract::{PathParams, QueryParams};
use crate::ranges::{Download, of_file};
use crate::remote::LogSource;
use crate::state::AppState;
use crate::wire::logs::{LogQuery, LogSearchQuery};
use std::sync::Arc;

use waybill_platform::logs::EmbeddedLogs;
use waybill_platform::remote::{RemoteLogs, RemotePart};

use crate::component::{Component, LOG_FOLDER, Opened, Opening};
use crate::route::{Row, get};
use crate::services::node_id;

const LOG_CONFIG: &str = "The logs of a service, and the nodes that have them.";
const LOG_DATA: &str = "A part of a log, after or before an offset.";

/// The logs of the services. Access tokens are accepted.
pub struct Logs;

impl Component for Logs {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/system/logs/config/{service}", LOG_CONFIG, config).accepts_tokens(),
            get("/system/logs/config/{service}/{node}", LOG_CONFIG, config_of_node)
                .accepts_tokens(),
            get("/system/logs/data/{service}", LOG_DATA, data).quiet().accepts_tokens().recorded(),
            get("/system/logs/data/{service}/{node}/{file}", LOG_DATA, data_of_node)
                .quiet()
                .accepts_tokens()
                .recorded(),
            get(
                "/system/logs/search/{service}",
                "Lines of a log, and how many there are over time.",
                search,
            )
            .quiet()
            .accepts_tokens()
            .recorded(),
            get("/system/logs/download/{service}", "A log as a file, or a part of it.", download)
                .responds_with("text/plain; charset=utf-8")
                .accepts_tokens()
                .recorded(),
        ]
    }

    fn public(&self) -> Vec<Row> {
        let mut rows = vec![
            get("/{service}/api/v1/system/logs/config", LOG_CONFIG, config).accepts_tokens(),
            get("/{service}/api/v1/system/logs/data", LOG_DATA, data)
                .quiet()
                .accepts_tokens()
                .recorded(),
        ];
        // The paths of files begin with the same service, so the router needs its name for the second one too.
        for path in ["/artifactory/api/system/logs", "/artifactory/api/v1/system/logs"] {
            let (config, data) = (format!("{path}/config"), format!("{path}/data"));
            let data = get(&data, LOG_DATA, data_of_repositories);
            rows.push(get(&config, LOG_CONFIG, config_of_repositories).accepts_tokens());
            rows.push(data.quiet().accepts_tokens().recorded());
        }
        rows
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let source = match opening.remote(RemotePart::Logs) {
            Some(remote) => LogSource::Remote(Arc::new(RemoteLogs::new(remote))),
            None => {
                let installation = &opening.file.installation;
                let services = installation.running().into_iter().map(|(service, _)| service);
                let node = node_id(opening.data, installation);
                let root = opening.data.root.join(LOG_FOLDER);
                LogSource::Local(Arc::new(EmbeddedLogs::new(&root, &node, services)))
            }
        };
        opened.ports.logs = Some(source.port());
        opened.topics.push(source.topic());
        opened.logs = Some(source);
        Ok(())
    }
}

/// The media type of every log, whatever its content.
const CONTENT_TYPE: &str = "text/plain; charset=utf-8";
/// The longest text that is searched for, in characters.
const SEARCH_CHARS_MAX: usize = 200;
/// The header that selects a node if the query does not.
const NODE: &str = "x-jfrog-node-id";

/// `GET system/logs/config/{service}`: the logs of a service, and its nodes.
pub async fn config(
    State(state): State<AppState>,
    _: Admin,
    PathParams(service): PathParams<String>,
    QueryParams(query): QueryParams<LogQuery>,
    headers: HeaderMap,
) -> Result<Json<LogConfig>, ApiError> {
    config_response(&state, &service, query.node.or_else(|| node(&headers))).await
}

/// The same with the node in the path.
pub async fn config_of_node(
    State(state): State<AppState>,
    _: Admin,
    PathParams((service, node)): PathParams<(String, String)>,
) -> Result<Json<LogConfig>, ApiError> {
    config_response(&state, &service, Some(node)).await
}

/// `GET /artifactory/api/system/logs/config`: the same for the repository service.
pub async fn config_of_repositories(
    state: State<AppState>,
    admin: Admin,
    query: QueryParams<LogQuery>,
    headers: HeaderMap,
) -> Result<Json<LogConfig>, ApiError> {
    config(state, admin, PathParams(ServiceId::Artifactory.to_string()), query, headers).await
}

/// `GET system/logs/data/{service}?nodeId&id&file_size`: the part of a log after `file_size`, or, with `before` and
/// `generation`, the part before that offset.
pub async fn data(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(service): PathParams<String>,
    QueryParams(query): QueryParams<LogQuery>,
    headers: HeaderMap,
) -> Result<Json<LogData>, ApiError> {
    let node = query.node.or_else(|| node(&headers));
    let id = query.id.ok_or_else(|| missing("id"))?;
    if let Some(before) = query.before.as_deref() {
        let cursor = cursor_before(before, query.generation)?;
        return earlier_response(&state, &admin, log_query(&service, node, id, cursor)?).await;
    }
    let offset = query.file_size.as_deref().map_or(Ok(0), |text| number("file_size", text))?;
    let cursor = Cursor { offset, generation: query.generation };
    data_response(&state, &admin, log_query(&service, node, id, cursor)?).await
}

/// The same with service, node and file in the path, and the offset in the query.
pub async fn data_of_node(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((service, node, file)): PathParams<(String, String, String)>,
    QueryParams(query): QueryParams<LogQuery>,
) -> Result<Json<LogData>, ApiError> {
    let offset = query.offset.as_deref().map_or(Ok(0), |text| number("offset", text))?;
    let cursor = Cursor { offset, generation: query.generation };
    data_response(&state, &admin, log_query(&service, Some(node), file, cursor)?).await
}

/// `GET /artifactory/api/system/logs/data`: the same for the repository service.
pub async fn data_of_repositories(
    state: State<AppState>,
    admin: Admin,
    query: QueryParams<LogQuery>,
    headers: HeaderMap,
) -> Result<Json<LogData>, ApiError> {
    data(state, admin, PathParams(ServiceId::Artifactory.to_string()), query, headers).await
}

/// `GET system/logs/search/{service}?nodeId&id&q&level&from&to&limit`: searches the whole log, and counts its lines.
pub async fn search(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(service): PathParams<String>,
    QueryParams(query): QueryParams<LogSearchQuery>,
    headers: HeaderMap,
) -> Result<Json<Found>, ApiError> {
    let node = query.node.clone().or_else(|| node(&headers));
    let id = query.id.clone().ok_or_else(|| missing("id"))?;
    let (service, search) = (known(&service)?, wanted(query)?);
    let subject = Subject::Log { service, id: id.clone() };
    let ask = LogSearchRequest { service, node, id, search };
    let found = state.engine.ports().logs.search(ask).await;
    let found = found.map_err(|error| ApiError::of_logs(&error))?;
    read(&state, &admin, subject).await;
    Ok(Json(found))
}

fn wanted(query: LogSearchQuery) -> Result<Search, ApiError> {
    let text = query.q.unwrap_or_default();
    if text.chars().count() > SEARCH_CHARS_MAX {
        let message = format!("'q' has at most {SEARCH_CHARS_MAX} characters.");
        return Err(ApiError::bad_request("too_long", message).at("q"));
    }
    let level = query.level.as_deref().map_or(Ok(Level::Other), |name| {
        let level = Level::ALL.into_iter().find(|level| level.as_str() == name);
        let message = "'level' is debug, info, warn or error.";
        level.ok_or_else(|| ApiError::bad_request("bad_level", message).at("level"))
    })?;
    let time = |field: &str, text: Option<String>| {
        let time = text.map(|text| text.parse::<Timestamp>()).transpose();
        time.map_err(|error| {
            ApiError::bad_request("bad_time", format!("'{field}': {error}.")).at(field)
        })
    };
    let limit = query.limit.as_deref().map_or(Ok(MATCHES_MAX as u64), |text| number("limit", text));
    let most = usize::try_from(limit?).unwrap_or(MATCHES_MAX).min(MATCHES_MAX);
    Ok(Search { text, level, from: time("from", query.from)?, to: time("to", query.to)?, most })
}

/// `GET system/logs/download/{service}?nodeId&id`: a whole file, or a range of it.
pub async fn download(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(service): PathParams<String>,
    QueryParams(query): QueryParams<LogQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let error_of = |error: LogsError| ApiError::of_logs(&error);
    let node = query.node.or_else(|| node(&headers));
    let id = query.id.ok_or_else(|| missing("id"))?;
    let service = known(&service)?;
    let subject = Subject::Log { service, id: id.clone() };
    let logs = match &state.logs {
        LogSource::Local(logs) => logs,
        LogSource::Remote(logs) => {
            let range = headers.get(header::RANGE).cloned();
            let file = logs.whole(service, node.as_deref(), &id, range).await;
            let file = file.map_err(ApiError::of_remote)?;
            downloaded(&state, &admin, subject, &headers).await;
            return Ok(forward(file));
        }
    };
    let log = logs.find(service, node.as_deref(), &id).map_err(error_of)?;
    let file = logs.reader().whole(log).map_err(error_of)?;
    let file = file.ok_or_else(|| ApiError::not_found("Nothing has been written there yet."))?;
    downloaded(&state, &admin, subject, &headers).await;
    let download = Download {
        size: file.size,
        name: log.to_string(),
        content_type: CONTENT_TYPE.into(),
        etag: file.generation,
        of: None,
    };
    download.answer(&headers, |from, to| of_file(file.file, from, to))
}

/// Forwards a file of another platform, with the headers about its range. Media type and disposition are set here: a
/// log must not become a page of the console's origin.
fn forward(file: RemoteFile) -> Response {
    let (sent, is_part) = (file.headers.clone(), file.is_part);
    let pieces = futures_util::stream::unfold(Some(file), |file| async move {
        let mut file = file?;
        match file.next().await {
            Ok(piece) => piece.map(|piece| (Ok(piece), Some(file))),
            Err(error) => Some((Err(error), None)),
        }
    });
    let mut response = Response::new(Body::from_stream(pieces));
    let headers = response.headers_mut();
    for name in [header::CONTENT_LENGTH, header::CONTENT_RANGE, header::ETAG] {
        if let Some(value) = sent.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
    let attachment = HeaderValue::from_static("attachment; filename=\"remote.log\"");
    headers.insert(header::CONTENT_DISPOSITION, attachment);
    if is_part { partial(response) } else { response }
}

async fn config_response(
    state: &AppState,
    service: &str,
    node: Option<String>,
) -> Result<Json<LogConfig>, ApiError> {
    let config = state.engine.ports().logs.config(known(service)?, node).await;
    config.map(Json).map_err(|error| ApiError::of_logs(&error))
}

/// The query of a log, if the service name is valid.
fn log_query(
    service: &str,
    node: Option<String>,
    id: String,
    cursor: Cursor,
) -> Result<LogRequest, ApiError> {
    Ok(LogRequest { service: known(service)?, node, id, cursor })
}

async fn data_response(
    state: &AppState,
    admin: &Admin,
    ask: LogRequest,
) -> Result<Json<LogData>, ApiError> {
    let subject = subject(&ask);
    let data = state.engine.ports().logs.data(ask).await;
    let data = data.map_err(|error| ApiError::of_logs(&error))?;
    read(state, admin, subject).await;
    Ok(Json(data))
}

async fn earlier_response(
    state: &AppState,
    admin: &Admin,
    ask: LogRequest,
) -> Result<Json<LogData>, ApiError> {
    let subject = subject(&ask);
    let data = state.engine.ports().logs.earlier(ask).await;
    let data = data.map_err(|error| ApiError::of_logs(&error))?;
    read(state, admin, subject).await;
    Ok(Json(data))
}

fn subject(ask: &LogRequest) -> Subject {
    Subject::Log { service: ask.service, id: ask.id.clone() }
}

/// Records the opening of a log that exists, before it is answered.
async fn read(state: &AppState, admin: &Admin, subject: Subject) {
    state.engine.readings().read(subject, &admin.context(state.engine.now())).await;
}

/// Records a download. The further parts of a file are of the same one.
async fn downloaded(state: &AppState, admin: &Admin, subject: Subject, headers: &HeaderMap) {
    let (readings, context) = (state.engine.readings(), admin.context(state.engine.now()));
    if headers.contains_key(header::RANGE) {
        readings.read(subject, &context).await;
    } else {
        // What is not recorded is in the log, and the download goes on.
        let _ = readings.download(subject, &context).await;
    }
}

/// A cursor to read backwards from. The generation is required: without it the offset could belong to another file.
fn cursor_before(before: &str, generation: Option<String>) -> Result<Cursor, ApiError> {
    let generation = Some(generation.ok_or_else(|| missing("generation"))?);
    Ok(Cursor { offset: number("before", before)?, generation })
}

fn known(service: &str) -> Result<ServiceId, ApiError> {
    service.parse().map_err(|_| {
        let names = ServiceId::ALL.map(ServiceId::as_str).join(", ");
        ApiError::not_found(format!("There is no such service; there are {names}.")).at("service")
    })
}

fn node(headers: &HeaderMap) -> Option<String> {
    headers.get(NODE).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn missing(field: &str) -> ApiError {
    let message = format!("Say which log: '{field}' is missing.");
    ApiError::bad_request("missing_field", message).at(field)
}

fn number(field: &str, text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| {
        let message = format!("'{field}' must be a whole number of bytes, 0 or more.");
        ApiError::bad_request("bad_number", message).at(field)
    })
}
