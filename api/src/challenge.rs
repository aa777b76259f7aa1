//! How clients are asked for credentials.

use std::borrow::Cow;

use crate::state::AppState;

/// Where clients of a registry of images exchange their credentials for a token.
pub const TOKENS: &str = "/v2/token";

/// How a route asks a client that has sent no credentials for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Challenge {
    /// For the token as a password.
    Basic,
    /// For a token that is to be had at [`TOKENS`], as Docker does.
    Registry,
}

impl Challenge {
    /// The `WWW-Authenticate` header.
    pub fn text(self, state: &AppState) -> Cow<'static, str> {
        match self {
            Self::Basic => "Basic realm=\"Waybill\"".into(),
            Self::Registry => {
                let realm = state.edge.address.link(TOKENS);
                format!("Bearer realm=\"{realm}\",service=\"Waybill\"").into()
            }
        }
    }
}
