//! Proxies through which this server connects to others, and what the form of a webhook chooses from (HOOK-05).

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_platform::secret::Secret;

/// All proxies.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OutboundProxies {
    /// The proxies, by key.
    pub proxies: Vec<DescribedProxy>,
}

/// A proxy, without its password.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedProxy {
    /// Its unique key.
    pub key: String,
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The user that this server is at the proxy; none if the proxy asks for none.
    pub user_name: Option<String>,
    /// Whether there is a password.
    pub has_password: bool,
    /// Whether webhooks that name no proxy are sent through it.
    pub for_webhooks: bool,
    /// The keys of the webhooks that name it.
    pub used_by: Vec<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A proxy to create, or what one is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedProxy {
    /// Its key; that of the address, if it has one.
    pub key: Option<String>,
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The user that this server is at the proxy. An empty one is none.
    pub user_name: Option<String>,
    /// The password. If it is missing, the stored one stays, unless host or port change. An empty one is none.
    pub password: Option<Secret>,
    /// Whether webhooks that name no proxy are sent through it; false if it is missing.
    pub for_webhooks: Option<bool>,
}

/// Which repositories the form of a webhook chooses from.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookRepositoriesQuery {
    /// Their type.
    #[serde(rename = "type")]
    pub kind: WebhookRepositoryType,
    /// The project that they belong to; administrators of projects name one.
    #[serde(rename = "projectKey")]
    pub project_key: Option<String>,
}

/// A type of repositories that a webhook may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookRepositoryType {
    /// Local ones.
    Local,
    /// Remote ones.
    Remote,
    /// Federated ones, of which there are none.
    Federated,
}

/// Repositories of a type.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookRepositories {
    /// Their keys, sorted.
    pub repositories: Vec<String>,
}

/// Which names the form of a webhook chooses from.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookNamesQuery {
    /// Patterns of names, with commas between them; all names if there is none.
    pub include_patterns: Option<String>,
}

/// Which names of builds the form of a webhook chooses from.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookBuildsQuery {
    /// Patterns of names, with commas between them; all names if there is none.
    pub include_patterns: Option<String>,
    /// The project that they belong to; administrators of projects name one.
    pub project_key: Option<String>,
}

/// Builds.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookBuilds {
    /// Their names, sorted: the first 1,000.
    pub builds: Vec<String>,
}

/// Release bundles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookBundles {
    /// Their names, sorted: the first 1,000.
    pub bundles: Vec<String>,
}

/// Environments.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookEnvironments {
    /// The names of those that repositories belong to, sorted.
    pub environments: Vec<String>,
}

/// Permissions whose patterns are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookPermissionTargets {
    /// The names of the permissions: 100 at most.
    pub names: Vec<String>,
}

/// The patterns of permissions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookPermissionPatterns {
    /// Patterns of builds, of their names and numbers, sorted.
    pub builds: Vec<String>,
    /// Patterns of release bundles, of their names and versions, sorted.
    pub bundles: Vec<String>,
}

/// Proxies.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookProxies {
    /// Their keys, sorted.
    pub proxies: Vec<String>,
}
