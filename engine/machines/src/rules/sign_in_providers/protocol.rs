//! What a provider is: its kind, and what the protocol of that kind needs.

use serde::{Deserialize, Serialize};

use super::SamlProvider;

/// What a provider is, as a word: its icon, and what forms choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SignInProviderKind"),
    schemars(rename = "SignInProviderKind")
)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// Any provider of `OpenID` Connect, found by its discovery document.
    Oidc,
    /// `GitHub` or `GitHub` Enterprise: OAuth 2, and the user of its API.
    Github,
    /// `GitLab`, by `OpenID` Connect.
    Gitlab,
    /// `BitBucket` Cloud: OAuth 2, and the user of its API.
    Bitbucket,
    /// Google, by `OpenID` Connect.
    Google,
    /// Any identity provider of SAML 2.0.
    Saml,
}

impl ProviderKind {
    /// Whether it signs ID tokens. The others answer who a user is by their API.
    pub const fn has_id_tokens(self) -> bool {
        match self {
            Self::Oidc | Self::Gitlab | Self::Google => true,
            Self::Github | Self::Bitbucket | Self::Saml => false,
        }
    }

    /// Whether what it signs says more about a user than who it is: groups, and how the user has signed in there.
    pub const fn has_claims(self) -> bool {
        self.has_id_tokens() || matches!(self, Self::Saml)
    }

    /// Whether it makes a user sign in again when that is asked for, and what it signs has the time of that. The others
    /// are believed that the user is there.
    pub const fn signs_in_again(self) -> bool {
        match self {
            Self::Oidc | Self::Gitlab | Self::Saml => true,
            Self::Github | Self::Bitbucket | Self::Google => false,
        }
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Oidc => "oidc",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Bitbucket => "bitbucket",
            Self::Google => "google",
            Self::Saml => "saml",
        }
    }
}

/// What this installation is to a provider of `OpenID` Connect or OAuth 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SignInClient"),
    schemars(rename = "SignInClient")
)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// The id that this installation has there.
    pub client_id: String,
    /// What the provider is asked for, beside `openid`.
    pub scopes: Vec<String>,
}

/// What a provider is, with what its protocol needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SignInProtocol"),
    schemars(rename = "SignInProtocol")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Protocol {
    /// Any provider of `OpenID` Connect, found by its discovery document.
    Oidc(Client),
    /// `GitHub` or `GitHub` Enterprise: OAuth 2, and the user of its API.
    Github(Client),
    /// `GitLab`, by `OpenID` Connect.
    Gitlab(Client),
    /// `BitBucket` Cloud: OAuth 2, and the user of its API.
    Bitbucket(Client),
    /// Google, by `OpenID` Connect.
    Google(Client),
    /// An identity provider of SAML 2.0, whose answers the browser brings.
    Saml(SamlProvider),
}

impl Protocol {
    /// The kind, without what it needs.
    pub const fn kind(&self) -> ProviderKind {
        match self {
            Self::Oidc(_) => ProviderKind::Oidc,
            Self::Github(_) => ProviderKind::Github,
            Self::Gitlab(_) => ProviderKind::Gitlab,
            Self::Bitbucket(_) => ProviderKind::Bitbucket,
            Self::Google(_) => ProviderKind::Google,
            Self::Saml(_) => ProviderKind::Saml,
        }
    }

    /// A kind of `OpenID` Connect or OAuth 2 with its client; none for another one.
    pub fn of_client(kind: ProviderKind, client: Client) -> Option<Self> {
        Some(match kind {
            ProviderKind::Oidc => Self::Oidc(client),
            ProviderKind::Github => Self::Github(client),
            ProviderKind::Gitlab => Self::Gitlab(client),
            ProviderKind::Bitbucket => Self::Bitbucket(client),
            ProviderKind::Google => Self::Google(client),
            ProviderKind::Saml => return None,
        })
    }

    /// The client that codes are exchanged as; none for another protocol.
    pub const fn client(&self) -> Option<&Client> {
        match self {
            Self::Oidc(client)
            | Self::Github(client)
            | Self::Gitlab(client)
            | Self::Bitbucket(client)
            | Self::Google(client) => Some(client),
            Self::Saml(_) => None,
        }
    }

    /// The identity provider of SAML; none for another protocol.
    pub const fn saml(&self) -> Option<&SamlProvider> {
        match self {
            Self::Saml(saml) => Some(saml),
            _ => None,
        }
    }
}
