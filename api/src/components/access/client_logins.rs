//! Command-line clients that their user signs in with a browser (CLI-01): the calls of the client, which has no account
//! yet, and that of the browser.

use axum::Json;
use axum::extract::State;
use axum::http::Method;
use waybill_engine::AnsweredClient;
use waybill_machines::AnyState;
use waybill_machines::machines::cli_login::{self, CLIENT_NAME_CHARS_MAX};
use waybill_machines::rules::display_text::is_invisible;
use waybill_platform::access::{CLIENT_CODE_CHARS, ClientLoginRefused, ClientSession};
use waybill_platform::secret::Secret;

use crate::bearer::WHOLE_SCOPE;
use crate::caller::{RequestSource, SessionUser};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::headers::{NotStored, not_stored};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::client_logins::{
    ClientLoginOutcome, ClientLoginRequest, ClientLoginResponse, ClientLoginStatus,
    ClientLoginToken,
};

/// `POST /access/api/v2/authentication/jfrog_client_login/request`. The client has no account yet: its request counts
/// for its address, as those of all visitors do.
pub async fn begin(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    Body(body): Body<ClientLoginRequest>,
) -> Result<Json<Empty>, ApiError> {
    let session = parsed(&body.session)?;
    let logins = &state.engine.ports().client_logins;
    logins.begin(session, source, state.engine.now()).map_err(ApiError::of_client_login)?;
    Ok(Json(Empty {}))
}

/// `GET /access/api/v2/authentication/jfrog_client_login/token/{session}`: the token, once.
pub async fn token(
    State(state): State<AppState>,
    method: Method,
    PathParams(session): PathParams<String>,
) -> Result<NotStored<Json<ClientLoginToken>>, ApiError> {
    // A response without a body would lose the token.
    if method == Method::HEAD {
        return Err(ApiError::method_not_allowed());
    }
    let unknown = || ApiError::of_client_login(ClientLoginRefused::Unknown);
    let session = ClientSession::parse(Secret::new(session).expose());
    let session = session.ok_or_else(unknown)?;
    let now = state.engine.now();
    let taken = state.access(state.engine.ports().client_logins.take(session, now).await)?;
    let token = ClientLoginToken {
        access_token: taken.token.expose().to_owned(),
        expires_in: taken.until.ms_since(now) / 1_000,
        token_type: "Bearer",
        scope: WHOLE_SCOPE,
        username: taken.username,
    };
    Ok(not_stored(Json(token)))
}

/// `POST /access/api/v2/authentication/jfrog_client_login/response`: the user's answer, in the session of the browser.
pub async fn answer(
    State(state): State<AppState>,
    user: SessionUser,
    Body(body): Body<ClientLoginResponse>,
) -> Result<Json<ClientLoginOutcome>, ApiError> {
    let client = parsed(&body.session)?.digest();
    match (body.code, body.deny.unwrap_or_default()) {
        (Some(code), false) => {
            let answered = AnsweredClient { client, name: client_name(body.client_name)? };
            confirm(&state, &user, answered, code).await
        }
        (None, true) => {
            let name = body.client_name.map(|name| client_name(Some(name))).transpose()?;
            let answered = AnsweredClient { client, name: name.unwrap_or_default() };
            let refused = state.engine.deny_client(&user.credentials, answered).await?;
            let outcome = refused.map_or_else(|| of(ClientLoginStatus::Denied), refused_by);
            Ok(Json(outcome))
        }
        _ => Err(ApiError::bad_request("malformed_body", "Send either code or deny.")),
    }
}

async fn confirm(
    state: &AppState,
    user: &SessionUser,
    answered: AnsweredClient,
    code: Secret,
) -> Result<Json<ClientLoginOutcome>, ApiError> {
    // What cannot be a code costs no try.
    if code.expose().trim().chars().count() != CLIENT_CODE_CHARS {
        let message = format!("The code has {CLIENT_CODE_CHARS} characters.");
        return Err(ApiError::bad_request("invalid_code", message).at("code"));
    }
    let client = answered.client.clone();
    let settled = state.engine.confirm_client(&user.credentials, answered, code).await?;
    let AnyState::CliLogin(settled) = settled.state else { return Err(ApiError::internal()) };
    Ok(Json(match settled {
        cli_login::State::Granted { .. } => of(ClientLoginStatus::Granted),
        cli_login::State::Asked { client: asked, left: left @ Some(_), .. } if asked == client => {
            ClientLoginOutcome { left, ..of(ClientLoginStatus::WrongCode) }
        }
        cli_login::State::Refused { notice } => {
            ClientLoginOutcome { notice: Some(notice), ..of(ClientLoginStatus::Refused) }
        }
        // The session has ended, or another tab of it has answered, perhaps another client.
        cli_login::State::Idle {}
        | cli_login::State::Asked { .. }
        | cli_login::State::Confirming { .. }
        | cli_login::State::Denied {} => refused_by(ClientLoginRefused::Answered),
    }))
}

const fn of(status: ClientLoginStatus) -> ClientLoginOutcome {
    ClientLoginOutcome { status, left: None, notice: None }
}

fn refused_by(refused: ClientLoginRefused) -> ClientLoginOutcome {
    ClientLoginOutcome { notice: Some(refused.notice()), ..of(ClientLoginStatus::Refused) }
}

fn parsed(session: &Secret) -> Result<ClientSession, ApiError> {
    ClientSession::parse(session.expose()).ok_or_else(|| {
        ApiError::bad_request("invalid_client_session", "The session of a client is a UUID.")
            .at("session")
    })
}

/// What a client calls itself comes from the link, which a stranger may have written.
fn client_name(name: Option<String>) -> Result<String, ApiError> {
    let name = name.unwrap_or_default().trim().to_owned();
    let is_name = (1..=CLIENT_NAME_CHARS_MAX).contains(&name.chars().count())
        && !name.chars().any(is_invisible);
    if is_name {
        return Ok(name);
    }
    let message = format!(
        "The name of a client has 1 to {CLIENT_NAME_CHARS_MAX} characters, all of them visible."
    );
    Err(ApiError::bad_request("invalid_client_name", message).at("client_name"))
}
