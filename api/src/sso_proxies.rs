//! The user whom a proxy before this server has signed in, as it names in a header (SSO-02).
//!
//! A client can send any header, and so the header is taken out of every request. Only what a peer of `sso_proxies` has
//! sent is kept, beside the headers, where nothing else can put it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use waybill_platform::secret::Secret;

use crate::client_address::Network;
use crate::error::ApiError;
use crate::state::AppState;

/// The longest name of a user, in bytes.
const USER_BYTES_MAX: usize = 512;
/// Headers that have a meaning of their own, or that browsers send to any server.
const TAKEN: [&str; 30] = [
    "authorization",
    "cache-control",
    "connection",
    "cookie",
    "date",
    "dnt",
    "expect",
    "forwarded",
    "host",
    "keep-alive",
    "origin",
    "pragma",
    "priority",
    "proxy-authorization",
    "range",
    "referer",
    "te",
    "traceparent",
    "tracestate",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-prefix",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
];
/// How such headers begin.
const TAKEN_BEGINNINGS: [&str; 6] =
    ["accept", "access-control-", "content-", "if-", "sec-", "x-jfrog-"];

/// The name of the header in which proxies name users.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct SsoHeader(String);

/// A text that is no name of a header for this.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is no header in which a proxy could name a user, such as remote-user")]
pub struct NoSsoHeader(String);

impl Default for SsoHeader {
    fn default() -> Self {
        Self("remote-user".to_owned())
    }
}

impl TryFrom<String> for SsoHeader {
    type Error = NoSsoHeader;

    fn try_from(text: String) -> Result<Self, NoSsoHeader> {
        let name = text.to_ascii_lowercase();
        let is_taken = TAKEN.contains(&name.as_str())
            || TAKEN_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning));
        match HeaderName::from_bytes(name.as_bytes()) {
            Ok(_) if !is_taken => Ok(Self(name)),
            _ => Err(NoSsoHeader(text)),
        }
    }
}

impl From<SsoHeader> for String {
    fn from(header: SsoHeader) -> Self {
        header.0
    }
}

/// The proxies before this server that sign users in.
#[derive(Debug, Clone, Default)]
pub struct SsoProxies {
    /// Their networks. The header of any other peer is removed.
    pub trusted: Vec<Network>,
    /// The header in which they name the user.
    pub header: SsoHeader,
}

impl SsoProxies {
    /// Takes the header out of a request, and answers the user whom a peer that is such a proxy names. Two headers are
    /// none: one of them may be the client's own, which the proxy has passed on.
    fn take(&self, peer: Option<IpAddr>, headers: &mut HeaderMap) -> Option<Secret> {
        let name = HeaderName::from_bytes(self.header.0.as_bytes()).ok()?;
        let user = {
            let mut values = headers.get_all(&name).iter();
            let value = values.next().filter(|_| values.next().is_none());
            let text = value.and_then(|value| std::str::from_utf8(value.as_bytes()).ok());
            text.map(str::trim).map(Secret::new)
        };
        headers.remove(&name);
        let peer = peer?.to_canonical();
        let is_trusted = self.trusted.iter().any(|network| network.0.contains(&peer));
        user.filter(|user| is_trusted && (1..=USER_BYTES_MAX).contains(&user.expose().len()))
    }
}

/// The user in an extension of the request.
#[derive(Debug, Clone)]
struct Named(Arc<Secret>);

/// Middleware: finds the user once per request, by the address of the peer itself and not by that of a client that the
/// peer names.
pub async fn take(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if let Some(user) = state.edge.sso_proxies.take(peer, request.headers_mut()) {
        request.extensions_mut().insert(Named(Arc::new(user)));
    }
    next.run(request).await
}

/// The user whom a proxy has signed in; none if no proxy has.
#[derive(Debug)]
pub struct ProxyUser(pub Option<Secret>);

impl ProxyUser {
    /// The user.
    ///
    /// # Errors
    ///
    /// 404, if no proxy has named one.
    pub fn required(self) -> Result<Secret, ApiError> {
        let message = "No proxy has signed a user in. Open the console through the one that does.";
        self.0.ok_or_else(|| ApiError::not_found(message))
    }
}

impl FromRequestParts<AppState> for ProxyUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        Ok(Self(parts.extensions.get::<Named>().map(|named| named.0.duplicate())))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn proxies(network: &str) -> SsoProxies {
        let trusted = vec![Network::try_from(network.to_owned()).expect("a network")];
        SsoProxies { trusted, header: SsoHeader::default() }
    }

    fn taken(proxies: &SsoProxies, peer: &str, values: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers
                .append("remote-user", HeaderValue::from_bytes(value.as_bytes()).expect("a value"));
        }
        let user = proxies.take(peer.parse().ok(), &mut headers);
        assert!(headers.is_empty(), "it is removed in any case");
        user.map(|user| user.expose().to_owned())
    }

    /// covers: [SSO-02]
    #[test]
    fn only_one_header_of_a_named_proxy_names_a_user() {
        let named = proxies("10.0.0.5");
        assert_eq!(taken(&named, "10.0.0.5", &["ann"]).as_deref(), Some("ann"));
        assert_eq!(taken(&named, "::ffff:10.0.0.5", &["ann"]).as_deref(), Some("ann"));
        for (peer, values) in [
            ("10.0.0.6", &["ann"][..]),
            ("127.0.0.1", &["ann"]),
            ("10.0.0.5", &["ann", "bob"]),
            ("10.0.0.5", &["ann", "ann"]),
            ("10.0.0.5", &[""]),
            ("10.0.0.5", &[" "]),
            ("10.0.0.5", &[]),
        ] {
            assert_eq!(taken(&named, peer, values), None, "{peer} {values:?}");
        }
        assert_eq!(taken(&SsoProxies::default(), "127.0.0.1", &["ann"]), None);
    }

    /// covers: [SSO-02]
    #[test]
    fn headers_with_a_meaning_name_no_user() {
        for name in ["X-Auth-User", "Remote-User", "X-Forwarded-User", "ssl_client_s_dn"] {
            assert!(SsoHeader::try_from(name.to_owned()).is_ok(), "{name}");
        }
        for name in [
            "Cookie",
            "authorization",
            "Sec-Fetch-Site",
            "a b",
            "",
            "Host",
            "User-Agent",
            "Referer",
            "Accept-Language",
            "If-None-Match",
            "X-Forwarded-Host",
            "X-JFrog-Reauthentication",
        ] {
            assert!(SsoHeader::try_from(name.to_owned()).is_err(), "{name}");
        }
    }
}
