//! What users and the server did, for auditors and administrators, and what a user did in the session.

use axum::Json;
use axum::extract::State;
use waybill_engine::{Acts, ActsCursor, ActsQuery};
use waybill_machines::machines::reading::Subject;
use waybill_machines::secret::PersonId;

use waybill_machines::rules::services::ServiceId::Access;

use crate::caller::{Auditor, SessionUser};
use crate::component::Component;
use crate::error::ApiError;
use crate::extract::{QueryParams, check_length};
use crate::route::{Row, get};
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::audit::{ActsPage, ListActs, ListChanges, TraceQuery};

/// Number of records if the request names none, and the maximum.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;

/// The acts of the installation.
pub struct Audit;

impl Component for Audit {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/audit/acts", "What users and the server did, the newest first.", acts).recorded(),
            get("/audit/trace", "What a request has led to, the newest first.", trace).recorded(),
            get(
                "/session/changes",
                "What the session changed in the installation, the newest first.",
                session_changes,
            )
            .logged_by(Access),
        ]
    }
}

/// `GET audit/acts`: records of all sessions with a sign-in and of the platform. Who reads is recorded once, and again
/// after a pause.
pub async fn acts(
    State(state): State<AppState>,
    auditor: Auditor,
    QueryParams(query): QueryParams<ListActs>,
) -> Result<Json<ActsPage>, ApiError> {
    let before = query.before.as_deref().map(cursor).transpose()?;
    let person = query.user.map(person_of).transpose()?;
    let stream = person.as_ref().map_or("all".to_owned(), |person| format!("user/{}", person.0));
    let query =
        ActsQuery { person, session: None, kind: query.kind, before, limit: limit(query.limit) };
    let page = page(&state, &auditor.person, query).await?;
    // After the page was read, so that it does not begin with its own reading.
    let context = auditor.context(state.engine.now());
    state.engine.readings().read(Subject::Stream { stream }, &context).await;
    Ok(Json(page))
}

/// `GET audit/trace`: the records of a request, and those of the session in which a user caused them.
pub async fn trace(
    State(state): State<AppState>,
    auditor: Auditor,
    QueryParams(query): QueryParams<TraceQuery>,
) -> Result<Json<ActsPage>, ApiError> {
    check_length(&[("trace", &query.trace)])?;
    let acts = state.engine.acts_of_trace(&auditor.person, query.trace, query.at).await;
    let acts = acts.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let page = described(&state, acts).await?;
    let context = auditor.context(state.engine.now());
    let read = Subject::Stream { stream: "all".to_owned() };
    state.engine.readings().read(read, &context).await;
    Ok(Json(page))
}

/// `GET session/changes`: records of the platform that the caller's own session has caused, such as of packages. Those
/// of the session itself are in `session/records`.
pub async fn session_changes(
    State(state): State<AppState>,
    user: SessionUser,
    QueryParams(query): QueryParams<ListChanges>,
) -> Result<Json<ActsPage>, ApiError> {
    let query = ActsQuery {
        person: None,
        session: Some(user.credentials.session.clone()),
        kind: None,
        before: query.before.as_deref().map(cursor).transpose()?,
        limit: limit(query.limit),
    };
    Ok(Json(page(&state, &user.person, query).await?))
}

fn limit(wanted: Option<usize>) -> usize {
    wanted.unwrap_or(LIMIT).clamp(1, LIMIT_MAX)
}

/// A page with the names of what it is about.
async fn page(state: &AppState, reader: &PersonId, query: ActsQuery) -> Result<ActsPage, ApiError> {
    let acts = state.engine.acts(reader, query).await;
    described(state, acts.map_err(|error| ApiError::unavailable(error.to_string()))?).await
}

async fn described(state: &AppState, acts: Acts) -> Result<ActsPage, ApiError> {
    let mut names = Names::new();
    for person in acts.people {
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        names.insert(person.0, user.and_then(|user| user.name));
    }
    let ids = acts.repositories.into_iter().collect();
    // The acts are listed as well while the service of the repositories does not run.
    let known = state.engine.ports().repositories.with_ids(ids).await.unwrap_or_default();
    let repositories = known.into_iter().map(|stored| (stored.id, stored.settings.key)).collect();
    let next = acts.next.map(|next| format!("{}.{}", next.platform, next.sessions));
    Ok(ActsPage { records: acts.records, names, repositories, next })
}

fn person_of(user: String) -> Result<PersonId, ApiError> {
    let message = "`user` is not valid: send the id of a user.";
    let is_id = user.len() > 2 && user.starts_with("p_");
    is_id.then_some(PersonId(user)).ok_or_else(|| ApiError::bad_request("malformed_user", message))
}

fn cursor(text: &str) -> Result<ActsCursor, ApiError> {
    let parsed = text.split_once('.').and_then(|(platform, sessions)| {
        Some(ActsCursor { platform: platform.parse().ok()?, sessions: sessions.parse().ok()? })
    });
    let message = "`before` is not valid: send `next` of the page before.";
    parsed.ok_or_else(|| ApiError::bad_request("malformed_cursor", message))
}
