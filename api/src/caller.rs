//! Who is calling: the session behind the cookie, and whether the request comes from the console itself.

use std::net::{IpAddr, SocketAddr};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use serde::de::DeserializeOwned;
use waybill_engine::{SessionId, SessionToken};
use waybill_platform::access::Source;

use crate::error::ApiError;
use crate::house::House;

/// A request body has at most this many bytes.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// A text in a body has at most this many characters.
pub const TEXT_CHARS_MAX: usize = 4_096;

/// Somebody with a session. A request that changes something was checked to come from the console itself.
#[derive(Debug)]
pub struct Caller {
    /// The session.
    pub session: SessionId,
}

/// Somebody who may have a session.
#[derive(Debug)]
pub struct Visitor {
    /// The session, if there is one.
    pub caller: Option<Caller>,
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
        let caller = token(&parts.headers, &house.cookie_name()).and_then(|token| {
            let session = house.engine.session_of(&token)?;
            house.engine.note(&session, source.clone(), &agent);
            Some(Caller { session })
        });
        Ok(Self { caller, source, agent })
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

fn source(address: Option<IpAddr>) -> Source {
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

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
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

/// A JSON body, read strictly, with errors that say where and what.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<House> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, house: &House) -> Result<Self, ApiError> {
        let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError::unsupported("Send the body as application/json."));
        }
        let bytes = Bytes::from_request(request, house).await.map_err(|_| {
            ApiError::too_large(format!("A body may have at most {} KiB.", BODY_BYTES_MAX / 1_024))
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            // What serde says names fields and places, never values of ours; a value of the sender's is cut.
            let problem: String = error.to_string().chars().take(300).collect();
            ApiError::bad_request("malformed_body", format!("The body is not right: {problem}."))
        })
    }
}
