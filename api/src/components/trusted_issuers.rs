//! Issuers whose tokens are exchanged for access tokens of robots, for administrators, and the exchange (ROBOT-02).

use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_machines::rules::trusted_issuers::{IssuerFault, IssuerProblem};
use waybill_platform::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_platform::trusted_issuers::{EmbeddedTrustedIssuers, IssuerError, Robots};

use crate::bearer::WHOLE_SCOPE;
use crate::caller::{Admin, AdminContext};
use crate::component::{Component, Opened, Opening};
use crate::error::{ApiError, ErrorForm};
use crate::extract::{Body, OauthBody, PathParams};
use crate::headers::{NotStored, not_stored};
use crate::route::{AccessEvent, Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::trusted_issuers::{
    DescribedTrustedIssuer, ExchangedToken, IssuerTokenTest, TestedIssuerToken, TokenExchange,
    TrustedIssuers, WantedTrustedIssuer,
};

const SERVICE: &[ServiceId] = &[Access];
const ALL: &str = "/access/api/ui/trusted_issuers";
const ONE: &str = "/access/api/ui/trusted_issuers/{name}";
const TEST: &str = "/access/api/ui/trusted_issuers/{name}/test";
/// As programs of CI providers know it from the platform.
const EXCHANGE: &str = "/access/api/v1/oidc/token";

const GRANT: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";
/// Some programs say this of the same token.
const JWT: &str = "urn:ietf:params:oauth:token-type:jwt";
const ACCESS_TOKEN: &str = "urn:ietf:params:oauth:token-type:access_token";

/// Issuers whose tokens are exchanged.
pub struct Issuers;

impl Component for Issuers {
    fn calls(&self) -> Vec<Row> {
        let account = AccessEvent::Account;
        let rows = vec![
            get(ALL, "All issuers whose tokens are exchanged for access tokens of robots.", list)
                .logged_by(Access),
            post(ALL, "Trusts an issuer.", create).logs_access(account),
            put(ONE, "Changes an issuer and its rules.", change).logs_access(account),
            delete(ONE, "Trusts an issuer no longer.", remove).logs_access(account),
            post(TEST, "Says which rule a token would match, without making one.", test)
                .logged_by(Access),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let summary = "Exchanges the token of a job for an access token of a robot.";
        let row = post(EXCHANGE, summary, exchange).logs_access(AccessEvent::Token);
        vec![row.depends_on(SERVICE).fails_as(ErrorForm::Oauth)]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let opened_first = "accounts are opened first";
        let robots = Robots {
            accounts: opened.ports.accounts.clone().context(opened_first)?,
            tokens: opened.ports.access_tokens.clone().context(opened_first)?,
        };
        let (log, outbound) = (opening.data.platform.clone(), opening.outbound.clone());
        let issuers = EmbeddedTrustedIssuers::open(log, outbound, robots, SystemClock.now());
        opened.ports.trusted_issuers = Some(Arc::new(issuers.context("trusted issuers")?));
        Ok(())
    }
}

/// `GET access/api/ui/trusted_issuers`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<TrustedIssuers>, ApiError> {
    let all = state.engine.ports().trusted_issuers.issuers().await?;
    Ok(Json(TrustedIssuers { issuers: all.into_iter().map(Into::into).collect() }))
}

/// `POST access/api/ui/trusted_issuers`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedTrustedIssuer>,
) -> Result<Json<DescribedTrustedIssuer>, ApiError> {
    let name = wanted.name.as_deref().unwrap_or_default().trim().to_owned();
    let context = admin.context(state.engine.now());
    let issuers = &state.engine.ports().trusted_issuers;
    Ok(Json(issuers.create(wanted.named(name), context).await?.into()))
}

/// `PUT access/api/ui/trusted_issuers/{name}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<WantedTrustedIssuer>,
) -> Result<Json<DescribedTrustedIssuer>, ApiError> {
    if wanted.name.as_ref().is_some_and(|wanted| *wanted != name) {
        let problem = IssuerProblem::of(IssuerFault::Fixed);
        return Err(ApiError::of_trusted_issuer(&IssuerError::Problem(problem)));
    }
    let context = admin.context(state.engine.now());
    let issuers = &state.engine.ports().trusted_issuers;
    Ok(Json(issuers.change(wanted.named(name), context).await?.into()))
}

/// `DELETE access/api/ui/trusted_issuers/{name}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().trusted_issuers.delete(name, context).await?;
    Ok(Json(Empty {}))
}

/// `POST access/api/ui/trusted_issuers/{name}/test`: makes no access token, and does not use the token up.
pub async fn test(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
    Body(IssuerTokenTest { token }): Body<IssuerTokenTest>,
) -> Result<Json<TestedIssuerToken>, ApiError> {
    let token = trimmed(&token);
    let issuers = &state.engine.ports().trusted_issuers;
    Ok(Json(issuers.test(name, token, state.engine.now()).await?.into()))
}

/// `POST /access/api/v1/oidc/token` (RFC 8693). The caller has no account here: its request counts for its address, as
/// those of all visitors do, and what it is given is by the rules of an administrator, so that the record names the
/// system.
pub async fn exchange(
    State(state): State<AppState>,
    OauthBody(request): OauthBody<TokenExchange>,
) -> Result<NotStored<Json<ExchangedToken>>, ApiError> {
    let TokenExchange { grant_type, subject_token_type, subject_token, provider_name } = request;
    if required("grant_type", grant_type)? != GRANT {
        let sentence = format!("grant_type has to be {GRANT}.");
        return Err(ApiError::bad_request("unsupported_grant_type", sentence));
    }
    if ![ID_TOKEN, JWT].contains(&required("subject_token_type", subject_token_type)?.as_str()) {
        let sentence = format!("subject_token_type has to be {ID_TOKEN}.");
        return Err(ApiError::bad_request("invalid_request", sentence));
    }
    let name = required("provider_name", provider_name)?;
    let token = subject_token.filter(|token| !token.expose().is_empty());
    let token = token.ok_or_else(|| missing("subject_token"))?;
    let now = state.engine.now();
    let issuers = &state.engine.ports().trusted_issuers;
    let made = issuers.exchange(name, token, ChangeContext::system(now)).await?;
    let token = ExchangedToken {
        access_token: made.token.expose().to_owned(),
        issued_token_type: ACCESS_TOKEN,
        token_type: "Bearer",
        expires_in: made.until.ms_since(now) / 1_000,
        scope: WHOLE_SCOPE,
        username: made.username,
    };
    Ok(not_stored(Json(token)))
}

fn required(name: &str, value: Option<String>) -> Result<String, ApiError> {
    value.filter(|value| !value.is_empty()).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> ApiError {
    ApiError::bad_request("invalid_request", format!("The parameter '{name}' is missing."))
}

/// Without the line end that is copied with a text from a terminal.
fn trimmed(token: &Secret) -> Secret {
    Secret::new(token.expose().trim())
}
