//! The caller's own session: its state, its records, and the other sessions of the same user.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use waybill_engine::{EndedSessions, SessionCredentials};
use waybill_journal::trace::TraceError;
use waybill_machines::CHARTS_HASH;
use waybill_machines::machines::reading::Subject;

use crate::caller::{Caller, SessionUser, SetsCookie, Visitor, cookie, is_admin};
use crate::components::access::{registration, sign_in_page};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams};
use crate::session_trace;
use crate::sso_proxies::ProxyUser;
use crate::state::AppState;
use crate::wire::session::{
    OwnSession, Records, RecordsQuery, RevokeSessions, SessionInfo, Sessions, SessionsRevoked,
};
use crate::wire::sign_in_page::SignInPage;
mod menu;
mod onboarding;

use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_platform::status::Work;

use crate::component::Component;
use crate::route::AccessEvent::Revocation;
use crate::route::{Row, get, post};
use crate::services::HealthSources;
use crate::socket;

/// Sessions: their machines, their records and their menus.
pub struct Session;

impl Component for Session {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/session", "The session of the cookie; creates one if there is none.", show)
                .limits_itself()
                .logged_by(Access),
            get("/session/records", "The session's own records, the newest first.", records)
                .logged_by(Access),
            get("/session/trace", "The session's log as a verifiable file.", trace)
                .responds_with("application/jsonl")
                .logged_by(Access)
                .recorded(),
            get("/session/menu", "The menus of the session.", menu::show).logged_by(Access),
            get("/socket", "The socket that carries the machines.", socket::upgrade),
            post(
                "/ui/onboarding/details",
                "The free texts of the onboarding.",
                onboarding::describe,
            ),
            get("/ui/auth/sessions", "The sessions of the same user.", list).logged_by(Access),
            post(
                "/ui/auth/sessions/revoke",
                "Ends one of the user's sessions, or all others.",
                revoke,
            )
            .logs_access(Revocation),
        ]
    }

    fn health(&self, sources: &HealthSources) -> Vec<(ServiceId, Work)> {
        let (of_event, pulse) = (sources.clone(), sources.engine.deadlines_pulse());
        let work = Work::checked(move || std::future::ready(of_event.event()));
        vec![(ServiceId::Event, work.with("deadlines", pulse))]
    }
}

/// `GET session`: creates a session if the caller has none. That is not recorded.
pub async fn show(
    State(state): State<AppState>,
    visitor: Visitor,
    proxy: ProxyUser,
) -> Result<(SetsCookie, Json<SessionInfo>), ApiError> {
    let (SessionCredentials { session, .. }, fresh) = visitor.session(&state)?;
    let setup_needed = state.access(state.engine.ports().setup.setup_needed().await)?;
    let sign_in = sign_in_page::settings(&state).await?;
    let ports = state.engine.ports();
    let passkeys = &ports.passkeys;
    let passkey_host = passkeys.passkey_host().ok().filter(|_| passkeys.offers_passkeys());
    let body = Json(SessionInfo {
        build: state.build.clone(),
        charts: CHARTS_HASH,
        epoch: state.engine.epoch_of(&session),
        csrf: None,
        qa: state.qa.is_some(),
        setup_needed,
        signed_in: state.engine.person_of(&session).is_some(),
        login_leads_away: sign_in.auto_redirect && sign_in.provider_link.is_some(),
        sign_in: SignInPage {
            forgot_password: ports.mail.can_send(),
            registration: registration::is_offered(&state),
            offers_providers: !ports.sign_in_providers.offered().is_empty(),
            passkey_host,
            proxy_names_user: proxy.0.is_some(),
            ..SignInPage::of(sign_in)
        },
    });
    let headers = fresh.map(|token| (SET_COOKIE, cookie(&state, &token, None)));
    Ok((AppendHeaders(headers.into_iter().collect()), body))
}

/// `GET session/records`: the caller's own records, newest first.
pub async fn records(
    State(state): State<AppState>,
    caller: Caller,
    QueryParams(page): QueryParams<RecordsQuery>,
) -> Result<Json<Records>, ApiError> {
    let limit = page.limit.unwrap_or(100).clamp(1, 200);
    let (records, more) = state
        .engine
        .records(caller.session(), page.before, limit)
        .await
        .map_err(|error| ApiError::unavailable(error.to_string()))?;
    Ok(Json(Records { records, more }))
}

/// `GET session/trace`: the caller's own log as a file that can be verified offline and converted to a scenario. It
/// includes streams that were started in the session and outlive it, if the caller may follow them.
pub async fn trace(State(state): State<AppState>, caller: Caller) -> Result<Response, ApiError> {
    let (journal, session) = (state.engine.journal().clone(), caller.session().clone());
    let person = state.engine.person_of(&session);
    let is_admin = match &person {
        Some(person) => is_admin(&state, person).await?,
        None => false,
    };
    let platform = is_admin.then(|| state.engine.platform_journal().clone());
    let work = tokio::task::spawn_blocking(move || {
        let mut file = Vec::new();
        session_trace::write(journal.as_ref(), platform.as_deref(), &session, &mut file)
            .map(|_| file)
    });
    let file = work.await.map_err(|_| ApiError::internal())?.map_err(|error| match error {
        TraceError::NoStream(_) => ApiError::not_found("Nothing has happened in this session yet."),
        other => ApiError::unavailable(other.to_string()),
    })?;
    if let Some(person) = person {
        // The log names what its user did; that of a visitor names no user.
        let context = state.engine.context_in(caller.session(), &person);
        let subject = Subject::Session { session: caller.session().as_str().to_owned() };
        // What is not recorded is in the log, and the download goes on.
        let _ = state.engine.readings().download(subject, &context).await;
    }
    let name = format!("attachment; filename=\"session-{}.jsonl\"", caller.session());
    let headers = [(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, file).into_response())
}

/// `GET ui/auth/sessions`: the sessions of the signed-in user.
pub async fn list(
    State(state): State<AppState>,
    user: SessionUser,
) -> Result<Json<Sessions>, ApiError> {
    let sessions = state.engine.sessions_of(&user.person).into_iter();
    let sessions = sessions.map(|summary| OwnSession {
        id: summary.id.as_str().to_owned(),
        current: summary.id == user.credentials.session,
        since: summary.since,
        last_seen: summary.last_seen,
        agent: summary.agent,
        address: summary.address.map(|address| address.to_string()),
    });
    Ok(Json(Sessions { sessions: sessions.collect() }))
}

/// `POST ui/auth/sessions/revoke`: ends one of the user's own sessions, or all the others.
pub async fn revoke(
    State(state): State<AppState>,
    user: SessionUser,
    Body(body): Body<RevokeSessions>,
) -> Result<Json<SessionsRevoked>, ApiError> {
    let own = state.engine.sessions_of(&user.person);
    let revoked = match (body.id, body.others) {
        (Some(id), false) => {
            let found = own.into_iter().find(|summary| summary.id.as_str() == id);
            let found = found.ok_or_else(|| ApiError::not_found("You have no such session."))?;
            state.engine.end(&found.id).await?;
            EndedSessions { ended: 1, failed: Vec::new() }
        }
        (None, true) => state.engine.end_others(&user.person, &user.credentials.session).await,
        _ => {
            let message = "Send either id, or others: true.";
            return Err(ApiError::bad_request("malformed_body", message));
        }
    };
    if let Some((_, nack)) = revoked.failed.first() {
        return Err(ApiError::not_all_revoked(revoked.ended, revoked.failed.len(), &nack.message));
    }
    Ok(Json(SessionsRevoked { revoked: revoked.ended }))
}
