//! Who is calling: the session behind the cookie, and whether the request comes from the console itself.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::AppendHeaders;
use waybill_engine::{Holder, SessionId, SessionToken};
use waybill_journal::{Cause, RecordRef};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::Source;
use waybill_platform::streams::Act;
use waybill_stream::Who;

use crate::bearer;
use crate::error::ApiError;
use crate::house::House;
use crate::route::Route;

/// Somebody with a session. A request that changes something was checked to come from the console itself.
#[derive(Debug)]
pub struct Caller {
    /// The session, and the cookie that was shown for it.
    pub holder: Holder,
}

impl Caller {
    /// The session.
    pub fn session(&self) -> &SessionId {
        &self.holder.session
    }
}

/// Somebody who may have a session.
#[derive(Debug)]
pub struct Visitor {
    /// The session, if there is one.
    pub caller: Option<Caller>,
    /// The cookie was the right one a moment ago, and the answer to another request brings the next.
    pub is_being_renewed: bool,
    /// Where the request comes from.
    pub source: Source,
    /// The browser.
    pub agent: String,
}

impl FromRequestParts<House> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, ApiError> {
        if parts.method != Method::GET && parts.method != Method::HEAD {
            check_origin(&parts.headers, house)?;
        }
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // Forwarded addresses count only from a proxy that is trusted, and none is.
        let source = source(address);
        let agent = text(&parts.headers, header::USER_AGENT).unwrap_or_default().to_owned();
        let token = token(&parts.headers, &house.cookie_name());
        let caller = token.as_ref().and_then(|token| {
            let holder = house.engine.holder_of(token)?;
            house.engine.note(&holder.session, source.clone(), &agent);
            Some(Caller { holder })
        });
        let is_being_renewed = token.is_some_and(|token| house.engine.is_being_renewed(&token));
        Ok(Self { caller, is_being_renewed, source, agent })
    }
}

impl FromRequestParts<House> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, ApiError> {
        let visitor = Visitor::from_request_parts(parts, house).await?;
        visitor.caller.ok_or_else(|| {
            ApiError::forbidden(
                "no_session",
                "The request carries no session cookie. Load the console, or GET /ui/api/v1/session, first.",
            )
        })
    }
}

/// Somebody who has signed in with a session; a program with an access token has none.
#[derive(Debug)]
pub struct SessionUser {
    /// The session, and the cookie that was shown for it.
    pub holder: Holder,
    /// Who it is.
    pub person: PersonId,
}

impl FromRequestParts<House> for SessionUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, ApiError> {
        let Caller { holder } = Caller::from_request_parts(parts, house).await?;
        let person = house.engine.person_of(&holder.session);
        Ok(Self { person: person.ok_or_else(ApiError::unauthenticated)?, holder })
    }
}

/// Somebody who has signed in, or in whose name an access token is shown.
#[derive(Debug)]
pub struct SignedIn;

impl FromRequestParts<House> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, ApiError> {
        who(parts, house).await?;
        check_services(parts, house)?;
        Ok(Self)
    }
}

/// In whose name a request comes, and in which session; whoever shows a token has none.
async fn who(parts: &mut Parts, house: &House) -> Result<(PersonId, Option<SessionId>), ApiError> {
    if let Some(person) = bearer::person(parts, house).await? {
        return Ok((person, None));
    }
    let user = SessionUser::from_request_parts(parts, house).await?;
    Ok((user.person, Some(user.holder.session)))
}

/// An administrator. The right is looked up at each request: it may have been taken away a moment ago.
#[derive(Debug)]
pub struct Admin {
    /// Who it is.
    pub person: PersonId,
    /// The newest record of the session in which they ask.
    asked_after: Option<RecordRef>,
}

impl Admin {
    /// What they do at this moment. Its record names the session and how far that had come, so that the platform's
    /// log can be followed from a session's, and a story of the session can tell it.
    pub fn act(&self, at: Timestamp) -> Act {
        let act = Act::by(Who::Person(self.person.clone()), at);
        match self.asked_after.clone() {
            Some(record) => act.because(Cause { root: record.clone(), record, call: None }),
            None => act,
        }
    }
}

impl FromRequestParts<House> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, ApiError> {
        let (person, session) = who(parts, house).await?;
        if !is_admin(house, &person).await? {
            return Err(ApiError::forbidden("not_authorized", "Only administrators may do this."));
        }
        check_services(parts, house)?;
        let asked_after = session.and_then(|session| {
            let stream = session.stream();
            let seq = house.engine.journal().head(&stream)?.seq;
            Some(RecordRef { stream: Some(stream), seq })
        });
        Ok(Self { person, asked_after })
    }
}

/// A call that is the work of a service fails while that does not run, whoever stopped or crashed it. It is asked once
/// it is known that the sender may call at all: others are refused as ever, and not told of services.
fn check_services(parts: &Parts, house: &House) -> Result<(), ApiError> {
    let topology = &house.engine.ports().topology;
    let mut works = Route::of(parts)?.works.iter();
    works.try_for_each(|service| topology.works(*service)).map_err(ApiError::service_unavailable)
}

/// Whether somebody is an administrator at this moment.
pub async fn is_admin(house: &House, person: &PersonId) -> Result<bool, ApiError> {
    let user = house.access(house.engine.ports().access.user(person.clone()).await)?;
    Ok(user.is_some_and(|user| user.admin && user.enabled))
}

/// Where a request comes from.
pub fn source(address: Option<IpAddr>) -> Source {
    address.map_or_else(|| Source::named("unknown"), Source::from)
}

/// CSRF: the sender must be the console itself. `Sec-Fetch-Site` is the browser's own word; where it is missing
/// the `Origin` must be one of ours; a request with neither does not come from a browser that can be trusted.
pub fn check_origin(headers: &HeaderMap, house: &House) -> Result<(), ApiError> {
    let origin = text(headers, header::ORIGIN);
    let site = text(headers, header::HeaderName::from_static("sec-fetch-site"));
    let same_site = site.is_none_or(|site| site == "same-origin");
    match origin {
        Some(origin) if house.knows_origin(origin) && same_site => Ok(()),
        None if site == Some("same-origin") => Ok(()),
        Some(origin) => Err(ApiError::forbidden(
            "foreign_origin",
            format!(
                "Requests from {} are not taken. Open the console at {}.",
                origin.chars().take(200).collect::<String>(),
                house.origins[0]
            ),
        )),
        None => Err(ApiError::forbidden(
            "foreign_origin",
            format!("The request must name its origin: send 'Origin: {}'.", house.origins[0]),
        )),
    }
}

/// A header as text; nothing where it is missing or has other bytes.
pub fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The session token in a request's cookies.
pub fn token(headers: &HeaderMap, name: &str) -> Option<SessionToken> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(cookie, _)| *cookie == name)
        .find_map(|(_, value)| SessionToken::parse(value))
}

/// The headers of an answer that may set the cookie.
pub type SetsCookie = AppendHeaders<Vec<(header::HeaderName, HeaderValue)>>;

/// The cookie that carries a token.
pub fn cookie(house: &House, token: &SessionToken, lasts_ms: Option<i64>) -> HeaderValue {
    let name = house.cookie_name();
    let secure = if house.secure { "; Secure" } else { "" };
    let age = lasts_ms.map(|ms| format!("; Max-Age={}", ms / 1_000)).unwrap_or_default();
    let text = format!("{name}={}; Path=/; HttpOnly; SameSite=Lax{secure}{age}", token.expose());
    let mut value = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// The cookie that lets a browser forget its session's.
pub fn cookie_to_forget(house: &House) -> HeaderValue {
    let name = house.cookie_name();
    let secure = if house.is_secure() { "; Secure" } else { "" };
    let text = format!("{name}=; Path=/; HttpOnly; SameSite=Lax{secure}; Max-Age=0");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
