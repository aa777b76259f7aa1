//! What users and the server did, for auditors and administrators.

use axum::Json;
use axum::extract::State;
use waybill_engine::{ActsCursor, ActsQuery};
use waybill_machines::machines::reading::Subject;
use waybill_machines::secret::PersonId;

use crate::caller::Auditor;
use crate::component::Component;
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::route::{Row, get};
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::audit::{ActsPage, ListActs};

/// Number of records if the request names none, and the maximum.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;

/// The acts of the installation.
pub struct Audit;

impl Component for Audit {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/audit/acts", "What users and the server did, the newest first.", acts).recorded(),
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
    let query = ActsQuery {
        person,
        kind: query.kind,
        before,
        limit: query.limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX),
    };
    let acts = state.engine.acts(&auditor.person, query).await;
    let acts = acts.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let mut names = Names::new();
    for person in acts.people {
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        names.insert(person.0, user.and_then(|user| user.name));
    }
    // After the page was read, so that it does not begin with its own reading.
    let context = auditor.context(state.engine.now());
    state.engine.readings().read(Subject::Stream { stream }, &context).await;
    let next = acts.next.map(|next| format!("{}.{}", next.platform, next.sessions));
    Ok(Json(ActsPage { records: acts.records, names, next }))
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
