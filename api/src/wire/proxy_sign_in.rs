//! Signing in as the user whom a proxy before this server has signed in, or with a directory (SSO-02).

use serde::{Deserialize, Serialize};

use super::access::StoredPath;

/// Which other ways to sign in there are.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExternalLogins {
    /// Whether passwords are checked by a server with the API of Crowd.
    pub crowd: bool,
    /// Whether passwords are checked by an LDAP server.
    pub ldap: bool,
    /// Whether users sign in at a provider of SAML (`ssoProviderLink` leads there unless another address is set).
    pub saml: bool,
    /// Whether a proxy has named a user in this very request.
    pub http_sso: bool,
}

/// What a user sends whom a proxy has signed in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ProxyLogin {
    /// Whether the browser stays signed in after it is closed; false if it is missing.
    pub remember: Option<bool>,
    /// The path that the user requested before sign-in.
    pub stored: Option<StoredPath>,
    /// Whether the browser has the flag that logging out sets (NAV-16); false if it is missing.
    pub set_me_up: Option<bool>,
}
