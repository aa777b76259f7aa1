//! Authentication extractors: the session behind the cookie, and the check that a request comes from the console
//! itself.

mod client;
mod provisioner;
mod reader;
mod reauthentication;
mod rights;

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::AppendHeaders;
use waybill_engine::{SessionCredentials, SessionId, SessionToken};
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::access::{DeviceToken, Source};

pub use client::{AdminClient, AnyAdminClient, PackageClient, refuse_active};
pub use provisioner::Provisioner;
pub use reader::{RepositoryReader, RepositoryUser, rights_in_console};
pub use reauthentication::{MaybeReauthentication, Reauthentication, confirm};
pub use rights::{Admin, AdminContext, Administered, AnyAdmin, Auditor, ProjectAdmin, is_admin};

use crate::bearer;
use crate::client_address;
use crate::error::ApiError;
use crate::route::Route;
use crate::state::AppState;

/// A caller with a session. For state-changing methods, the request's origin has been checked.
#[derive(Debug)]
pub struct Caller {
    /// The session, and the digest of the cookie that was presented.
    pub credentials: SessionCredentials,
}

impl Caller {
    pub fn session(&self) -> &SessionId {
        &self.credentials.session
    }
}

/// A caller that may have no session.
#[derive(Debug)]
pub struct Visitor {
    /// The session, if there is one.
    pub caller: Option<Caller>,
    /// The cookie was valid until just now; the response to another request sets the new one.
    pub is_being_renewed: bool,
    /// The address that the request comes from.
    pub address: Option<IpAddr>,
    /// The `User-Agent` header.
    pub agent: String,
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if is_change(parts) {
            check_origin(&parts.headers, state)?;
        }
        let address = client_address::of(&parts.extensions);
        let agent = text(&parts.headers, header::USER_AGENT).unwrap_or_default().to_owned();
        let token = token(&parts.headers, &state.cookie_name());
        let caller = token.as_ref().and_then(|token| {
            let credentials = state.engine.credentials_of(token)?;
            state.engine.record_visit(&credentials.session, address, &agent);
            Some(Caller { credentials })
        });
        if let (Some(caller), true) = (&caller, is_act(parts)) {
            let person = state.engine.person_of(caller.session());
            state.engine.acts_in_session(caller.session(), person).await;
        }
        let is_being_renewed = token.is_some_and(|token| state.engine.is_being_renewed(&token));
        Ok(Self { caller, is_being_renewed, address, agent })
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = Visitor::from_request_parts(parts, state).await?;
        visitor.caller.ok_or_else(|| {
            ApiError::forbidden(
                "no_session",
                "The request carries no session cookie. Load the console, or GET /ui/api/v1/session, first.",
            )
        })
    }
}

impl Visitor {
    /// The session, which begins now if there is none, with the cookie of a new one. That is not recorded.
    ///
    /// # Errors
    ///
    /// If the cookie is being renewed, or too many sessions begin from the address.
    pub fn session(
        self,
        state: &AppState,
    ) -> Result<(SessionCredentials, Option<SessionToken>), ApiError> {
        match self.caller {
            Some(caller) => Ok((caller.credentials, None)),
            // The cookie of a new session could overwrite the renewed one that is being sent, and with it the sign-in
            // that another tab has just completed.
            None if self.is_being_renewed => Err(ApiError::cookie_being_renewed()),
            None => {
                let started = state.engine.begin(&source(self.address));
                let (session, token) = started.map_err(ApiError::too_many_sessions)?;
                state.engine.record_visit(&session, self.address, &self.agent);
                Ok((SessionCredentials { session, token: token.digest() }, Some(token)))
            }
        }
    }
}

/// A signed-in user with a session. A program with an access token has no session.
#[derive(Debug)]
pub struct SessionUser {
    /// The session, and the digest of the cookie that was presented.
    pub credentials: SessionCredentials,
    /// The signed-in user.
    pub person: PersonId,
}

impl FromRequestParts<AppState> for SessionUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Caller { credentials } = Caller::from_request_parts(parts, state).await?;
        let person = state.engine.person_of(&credentials.session);
        Ok(Self { person: person.ok_or_else(ApiError::unauthenticated)?, credentials })
    }
}

/// A signed-in user, or the owner of an access token.
#[derive(Debug)]
pub struct SignedIn {
    /// The user.
    pub person: PersonId,
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let (person, _) = identity(parts, state).await?;
        check_services(parts, state)?;
        Ok(Self { person })
    }
}

/// The user that a request acts for, and the session; requests with an access token have none.
async fn identity(
    parts: &mut Parts,
    state: &AppState,
) -> Result<(PersonId, Option<SessionId>), ApiError> {
    if let Some(holder) = bearer::holder(parts, state).await? {
        return Ok((holder.person, None));
    }
    let user = SessionUser::from_request_parts(parts, state).await?;
    Ok((user.person, Some(user.credentials.session)))
}

/// A call fails while a service that it depends on does not run, no matter why the service stopped. This is checked
/// after authorization, so that unauthorized callers learn nothing about services.
fn check_services(parts: &Parts, state: &AppState) -> Result<(), ApiError> {
    let topology = &state.engine.ports().topology;
    let mut services = Route::of(parts)?.depends_on.iter();
    services.try_for_each(|service| topology.works(*service)).map_err(ApiError::service_unavailable)
}

/// Whether a request may change something, so that it has to come from the console itself.
fn is_change(parts: &Parts) -> bool {
    parts.method != Method::GET && parts.method != Method::HEAD
}

/// Whether a request may be recorded, so that the record has to name who acts.
pub fn is_act(parts: &Parts) -> bool {
    is_change(parts) || Route::of(parts).is_ok_and(|route| route.is_recorded)
}

/// The source of a request.
pub fn source(address: Option<IpAddr>) -> Source {
    address.map_or_else(Source::unknown, Source::from)
}

/// The source of a request of a program, which is no page of the console: nothing else about it is checked.
#[derive(Debug, Clone)]
pub struct RequestSource(pub Source);

impl<S: Sync> FromRequestParts<S> for RequestSource {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(source(client_address::of(&parts.extensions))))
    }
}

/// CSRF protection: the request must come from the console itself. `Sec-Fetch-Site` is set by the browser; without it,
/// `Origin` must be one of the known origins. A request with neither is rejected.
pub fn check_origin(headers: &HeaderMap, state: &AppState) -> Result<(), ApiError> {
    let origin = text(headers, header::ORIGIN);
    let site = text(headers, header::HeaderName::from_static("sec-fetch-site"));
    let same_site = site.is_none_or(|site| site == "same-origin");
    match origin {
        Some(origin) if state.edge.address.knows_origin(origin) && same_site => Ok(()),
        None if site == Some("same-origin") => Ok(()),
        Some(origin) => Err(ApiError::forbidden(
            "foreign_origin",
            format!(
                "Requests from {} are not taken. Open the console at {}.",
                origin.chars().take(200).collect::<String>(),
                state.edge.address.link("/ui/")
            ),
        )),
        None => Err(ApiError::forbidden(
            "foreign_origin",
            format!(
                "The request must name its origin: send 'Origin: {}'.",
                state.edge.address.origin()
            ),
        )),
    }
}

/// Whether the browser says that another page than one of the console has led it here, or none.
pub fn is_led_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = text(headers, header::HeaderName::from_static("sec-fetch-site"));
    site.is_some_and(|site| site != "same-origin")
}

/// A header as text; none if it is missing or not ASCII.
pub fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The session token in the request's cookies.
pub fn token(headers: &HeaderMap, name: &str) -> Option<SessionToken> {
    cookies(headers, name).find_map(SessionToken::parse)
}

/// The values of the request's cookies with a name.
fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(move |(cookie, _)| *cookie == name)
        .map(|(_, value)| value)
}

/// The known devices in the request's cookie, which the browser may have more than one user of.
#[derive(Debug, Default)]
pub struct PresentedDevices(pub Vec<DeviceToken>);

/// The most devices in a cookie: the users who last signed in with this browser.
const DEVICES_IN_COOKIE_MAX: usize = 4;
/// Between the devices in a cookie.
const DEVICE_SEPARATOR: &str = ".";
/// How long a device is known, in seconds: the longest that browsers keep a cookie.
const DEVICE_LASTS_S: i64 = 400 * 24 * 3_600;

impl PresentedDevices {
    /// What is compared with the accounts.
    pub fn digests(&self) -> Vec<Digest> {
        self.0.iter().map(DeviceToken::digest).collect()
    }
}

impl FromRequestParts<AppState> for PresentedDevices {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let name = state.device_cookie_name();
        let devices = cookies(&parts.headers, &name)
            .flat_map(|value| value.split(DEVICE_SEPARATOR))
            .filter_map(DeviceToken::parse);
        Ok(Self(devices.take(DEVICES_IN_COOKIE_MAX).collect()))
    }
}

/// The `Set-Cookie` value that adds a device to those of the browser.
pub fn device_cookie(
    state: &AppState,
    device: &DeviceToken,
    others: &PresentedDevices,
) -> HeaderValue {
    let all = std::iter::once(device).chain(&others.0).take(DEVICES_IN_COOKIE_MAX);
    let value = all.map(DeviceToken::expose).collect::<Vec<_>>().join(DEVICE_SEPARATOR);
    set_cookie(state, &state.device_cookie_name(), &value, Some(DEVICE_LASTS_S))
}

/// Response headers that may set the session cookie.
pub type SetsCookie = AppendHeaders<Vec<(header::HeaderName, HeaderValue)>>;

/// The `Set-Cookie` value that carries a token.
pub fn cookie(state: &AppState, token: &SessionToken, lasts_ms: Option<i64>) -> HeaderValue {
    set_cookie(state, &state.cookie_name(), token.expose(), lasts_ms.map(|ms| ms / 1_000))
}

fn set_cookie(state: &AppState, name: &str, value: &str, lasts_s: Option<i64>) -> HeaderValue {
    let age = lasts_s.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    let secure = if state.is_secure() { "; Secure" } else { "" };
    let path = state.edge.address.base_path().of_cookies();
    let text = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax{secure}{age}");
    let mut value = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// The `Set-Cookie` value that removes the session cookie.
pub fn cookie_to_forget(state: &AppState) -> HeaderValue {
    set_cookie(state, &state.cookie_name(), "", Some(0))
}
