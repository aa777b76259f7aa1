//! Webhooks in the format of the platform's public API (3.4), which calls them subscriptions. The console has them in the
//! same form. What the public format lacks is optional, so that its clients work.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::webhook::WebhookDisabled;
use waybill_machines::rules::webhooks::{
    WebhookDomain, WebhookHandlerType, WebhookMethod, WebhookSignature,
};

/// A webhook to create or to test, or what one is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedWebhook {
    /// Its key; that of the address, if it has one.
    pub key: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Whether events are sent; true if it is missing.
    pub enabled: Option<bool>,
    /// The project that it belongs to, whose events alone it is sent. It never changes; if it is missing, it is the
    /// stored one, or none for a new webhook.
    pub project_key: Option<String>,
    /// Whether events about the same file, build or release bundle are sent in their order; false if it is missing.
    pub ordered: Option<bool>,
    /// What is sent.
    pub event_filter: WebhookEventFilter,
    /// Where it is sent to: exactly one handler.
    pub handlers: Vec<WantedHandler>,
}

/// Which events a webhook is sent.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookEventFilter {
    /// What the events are about.
    pub domain: WebhookDomain,
    /// The types of the domain that are sent.
    pub event_types: Vec<String>,
    /// Which events of these types; all of a domain that nothing narrows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<WebhookCriteria>,
}

/// Which events of a type: what is missing is false or empty, and no field of another domain may be set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookCriteria {
    /// Whether all local repositories count, also later ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_local: Option<bool>,
    /// Whether all remote repositories count, also later ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_remote: Option<bool>,
    /// Whether all federated repositories count. There are none, so it must be false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_federated: Option<bool>,
    /// The keys of repositories that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo_keys: Option<Vec<String>>,
    /// Whether all builds count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_build: Option<bool>,
    /// The names of builds that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected_builds: Option<Vec<String>>,
    /// Whether all release bundles count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_release_bundle: Option<bool>,
    /// The names of release bundles that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered_release_bundles_names: Option<Vec<String>>,
    /// The environments of which promotions of release bundles count; all of them if it is empty. Without a word about
    /// release bundles, all of these count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected_environments: Option<Vec<String>>,
    /// Patterns of paths in repositories, or of names of builds or release bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_patterns: Option<Vec<String>>,
    /// Patterns of those that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_patterns: Option<Vec<String>>,
}

/// How and where events are sent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedHandler {
    /// Whether they are sent as the platform describes them, or as a text of the administrator's own.
    pub handler_type: WebhookHandlerType,
    /// The address.
    pub url: String,
    /// The key of the proxy that events are sent through; the default one if it is missing or empty.
    pub proxy: Option<String>,
    /// `webhook`: the secret that the receiver knows. An empty one is none.
    pub secret: Option<String>,
    /// `webhook`: whether the stored secret stays, when none is given.
    pub keep_secret: Option<bool>,
    /// `webhook`: whether the secret signs events by HMAC-SHA256 instead of being sent; false if it is missing.
    pub use_secret_for_signing: Option<bool>,
    /// `webhook`: the same with more choice; it rules when it is given.
    pub signature: Option<WebhookSignature>,
    /// `webhook`: whether the event is in an envelope of `CloudEvents`; false if it is missing.
    pub cloud_event: Option<bool>,
    /// `webhook`: headers that are sent beside those of the platform.
    pub custom_http_headers: Option<Vec<WantedWebhookHeader>>,
    /// `custom-webhook`: the method; POST if it is missing.
    pub method: Option<WebhookMethod>,
    /// `custom-webhook`: the payload, with placeholders; the event as JSON if it is missing or empty.
    pub payload: Option<String>,
    /// `custom-webhook`: the secrets that payload and headers may name.
    pub secrets: Option<Vec<WantedWebhookSecret>>,
    /// `custom-webhook`: headers, which may have placeholders.
    pub http_headers: Option<Vec<WantedWebhookHeader>>,
}

/// A header to send.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedWebhookHeader {
    /// Its name.
    pub name: String,
    /// Its value. One that is missing, of a header whose value is a secret, keeps the stored value.
    pub value: Option<String>,
    /// Whether the value is a secret, which no user is shown. It is one in any case in headers that
    /// have credentials by their name.
    pub secret: Option<bool>,
}

/// A secret that a payload may name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedWebhookSecret {
    /// Its name.
    pub name: String,
    /// The secret. If it is missing, the stored one stays.
    pub value: Option<String>,
}

/// A webhook.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedWebhook {
    /// Its unique key.
    pub key: String,
    /// What it is for.
    pub description: String,
    /// Whether events are sent.
    pub enabled: bool,
    /// The project that it belongs to.
    pub project_key: Option<String>,
    /// Whether events about the same file, build or release bundle are sent in their order.
    pub ordered: bool,
    /// What is sent.
    pub event_filter: WebhookEventFilter,
    /// Where it is sent to: one handler.
    pub handlers: Vec<DescribedHandler>,
    /// Whether deliveries wait until it goes on.
    pub paused: bool,
    /// Why the platform has disabled it by itself.
    pub disabled_because: Option<WebhookDisabled>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The number of its revision, from 1.
    pub revision: u32,
    /// How its deliveries are doing.
    pub deliveries: WebhookStanding,
}

/// How events are sent, without secrets.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct DescribedHandler {
    /// As what events are sent.
    pub handler_type: WebhookHandlerType,
    /// The address.
    pub url: String,
    /// The key of the proxy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// `webhook`: whether there is a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_secret: Option<bool>,
    /// `webhook`: whether the secret before the newest one counts too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_earlier_secret: Option<bool>,
    /// `webhook`: whether the secret signs events by HMAC-SHA256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_secret_for_signing: Option<bool>,
    /// `webhook`: what is made with the secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<WebhookSignature>,
    /// `webhook`: whether the event is in an envelope of `CloudEvents`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloud_event: Option<bool>,
    /// `webhook`: headers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_http_headers: Option<Vec<DescribedWebhookHeader>>,
    /// `custom-webhook`: the method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<WebhookMethod>,
    /// `custom-webhook`: the payload; none for the event as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
    /// `custom-webhook`: the names of the secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secrets: Option<Vec<WebhookSecretName>>,
    /// `custom-webhook`: headers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_headers: Option<Vec<DescribedWebhookHeader>>,
}

/// A header that is sent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct DescribedWebhookHeader {
    /// Its name.
    pub name: String,
    /// Its value; missing if it is a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether the value is a secret.
    pub secret: bool,
}

/// The name of a secret.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookSecretName {
    /// The name.
    pub name: String,
}

/// How the deliveries of a webhook are doing.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookStanding {
    /// How many have failed and are tried again.
    pub waiting: usize,
    /// When its receiver, which does not answer as it should, is tried again; none while it does.
    pub receiver_retried_at: Option<Timestamp>,
    /// When it was sent something last.
    pub last_at: Option<Timestamp>,
    /// Whether that was delivered; none if nothing was sent yet.
    pub last_delivered: Option<bool>,
}

/// What is previewed of.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookProjectQuery {
    /// The project of the webhook; administrators of projects name one.
    pub project_key: Option<String>,
}

/// Whether the deliveries of a webhook wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookPause {
    /// Whether they do from now on.
    pub paused: bool,
}

/// Another secret for the signatures of a webhook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookRotation {
    /// The new secret.
    pub secret: String,
}

/// What came of a test (HOOK-03).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookTestResult {
    /// Whether the receiver has taken the event.
    pub result: WebhookTestOutcome,
    /// The sentence for the administrator.
    pub message: String,
    /// The status of the receiver's answer; none if there was none.
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// Whether a receiver has taken a test.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookTestOutcome {
    /// It has.
    Success,
    /// It has not.
    Failure,
}

/// What a webhook sends, without sending it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookEcho {
    /// The bytes of the request as text. Secrets are masked; the signature is the real one.
    pub request: String,
}

/// What exists already of what a webhook would be sent events of (HOOK-05).
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookPreview {
    /// The keys of repositories, or the names of builds or of release bundles: the first 50.
    pub names: Vec<String>,
    /// How many of them there are.
    pub total: usize,
    /// Files in these repositories whose paths match, the newest 50.
    pub files: Vec<String>,
    /// How many there are among those that were looked at.
    pub files_total: usize,
    /// How many files were looked at, the newest ones.
    pub files_seen: usize,
    /// Whether there are files that were not looked at.
    pub has_more_files: bool,
}

/// All webhooks.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedWebhooks {
    /// The webhooks, by key.
    pub webhooks: Vec<DescribedWebhook>,
}

/// What webhooks can be sent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookDomains {
    /// The domains whose events happen here.
    pub domains: Vec<DescribedWebhookDomain>,
}

/// What webhooks can be sent about a kind of thing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedWebhookDomain {
    /// The domain.
    pub domain: WebhookDomain,
    /// What its events are narrowed by.
    pub criteria: WebhookCriteriaKind,
    /// Its types of events.
    pub event_types: Vec<&'static str>,
    /// Whether webhooks of projects may have its events.
    pub of_projects: bool,
}

/// What the events of a domain are narrowed by.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookCriteriaKind {
    /// Repositories, and the paths in them.
    Repositories,
    /// The names of builds.
    Builds,
    /// The names of release bundles.
    ReleaseBundles,
    /// Nothing.
    Nothing,
}
