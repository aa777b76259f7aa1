//! How clients are asked for credentials.

use std::borrow::Cow;

use axum::http::header;
use axum::http::request::Parts;
use axum::http::uri::Authority;

use crate::caller::text;
use crate::state::AppState;

/// Where clients of a registry of images exchange their credentials for a token.
pub const TOKENS: &str = "/v2/token";

/// The realm of credentials that are a user and a password.
pub const REALM: &str = "Waybill";

/// How a route asks a client that has sent no credentials for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Challenge {
    /// For the token as a password.
    Basic,
    /// For a token that is to be had at [`TOKENS`], as Docker does.
    Registry,
}

impl Challenge {
    /// The `WWW-Authenticate` header of the response to a request. A client is sent to the host that it has asked, so
    /// that it does not send its credentials to another one.
    pub fn text(self, parts: &Parts, state: &AppState) -> Cow<'static, str> {
        match self {
            Self::Basic => format!("Basic realm=\"{REALM}\"").into(),
            Self::Registry => {
                let address = &state.edge.address;
                let of_target = parts.uri.authority().map(Authority::as_str);
                let host = of_target.or_else(|| text(&parts.headers, header::HOST));
                let origin = address.origin_for(host);
                let path = address.base_path().path(TOKENS);
                format!("Bearer realm=\"{origin}{path}\",service=\"Waybill\"").into()
            }
        }
    }
}
