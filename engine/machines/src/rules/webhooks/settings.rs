//! What a webhook is: what it is sent, where to, and how (HOOK-01), and which settings are valid (HOOK-02).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::headers::{WebhookHeader, check_headers};
use super::problem::WebhookProblem;
use super::template::parse_template;
use super::{WebhookEventType, WebhookFilter};
use crate::rules::display_text::is_invisible;
use crate::rules::proxies::is_proxy_key;
use crate::secret::SecretRef;

/// The longest key and the longest name of a secret, in characters.
pub const WEBHOOK_NAME_CHARS_MAX: usize = 64;
/// The longest description, in characters.
pub const WEBHOOK_DESCRIPTION_CHARS_MAX: usize = 500;
/// The longest address, in bytes.
pub const WEBHOOK_URL_BYTES_MAX: usize = 2_048;
/// The most secrets of a custom webhook.
pub const WEBHOOK_SECRETS_MAX: usize = 20;

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// Its unique key.
    pub key: String,
    /// What it is for; may be empty.
    pub description: String,
    /// Whether events are sent.
    pub enabled: bool,
    /// Whether events about the same are sent in their order: one that failed holds those after it back.
    pub ordered: bool,
    /// The project that it belongs to, whose events alone it is sent; none if it is the installation's.
    pub project_key: Option<String>,
    /// What is sent, all of one domain.
    pub events: BTreeSet<WebhookEventType>,
    /// Which of these events.
    pub filter: WebhookFilter,
    /// Where they are sent to.
    pub url: String,
    /// The key of the proxy that they are sent through; none for the default one, or straight if there is none.
    pub proxy: Option<String>,
    /// The headers that are sent beside those of the platform.
    pub headers: Vec<WebhookHeader>,
    /// How they are sent.
    pub handler: WebhookHandler,
}

/// How events are sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WebhookHandler {
    /// As the platform describes them, by POST.
    Webhook {
        /// The secret that the receiver knows; none if it asks for none.
        secret: Option<SecretRef>,
        /// The secret before it was rotated, as long as that counts too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier_secret: Option<SecretRef>,
        /// What is made with it.
        signature: WebhookSignature,
        /// Whether the event is in an envelope of `CloudEvents`.
        cloud_event: bool,
    },
    /// As a text of the administrator's own.
    CustomWebhook {
        /// The method of the request.
        method: WebhookMethod,
        /// The payload; none for the event as JSON.
        payload: Option<String>,
        /// The secrets that the payload and the headers may name.
        secrets: BTreeMap<String, SecretRef>,
    },
}

/// The kind of a handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WebhookHandlerType {
    /// Events as the platform describes them.
    Webhook,
    /// A text of the administrator's own.
    CustomWebhook,
}

/// How a receiver knows that an event is from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookSignature {
    /// By the secret itself, in `X-JFrog-Event-Auth`.
    Plain,
    /// By the HMAC-SHA256 of the body in lower-case hexadecimal digits, in the same header.
    HmacSha256,
    /// By the headers of Standard Webhooks.
    Standard,
}

/// The method of a custom webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the names are those of HTTP")]
pub enum WebhookMethod {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Webhook {
    /// The secrets that it names.
    pub fn secrets(&self) -> impl Iterator<Item = &SecretRef> {
        let of_handler: Vec<&SecretRef> = match &self.handler {
            WebhookHandler::Webhook { secret, earlier_secret, .. } => {
                secret.iter().chain(earlier_secret).collect()
            }
            WebhookHandler::CustomWebhook { secrets, .. } => secrets.values().collect(),
        };
        of_handler.into_iter().chain(self.headers.iter().filter_map(WebhookHeader::secret))
    }

    /// Removes every secret: what was given for one address is not sent to another.
    pub fn drop_secrets(&mut self) {
        self.headers.retain(|header| header.secret().is_none());
        match &mut self.handler {
            WebhookHandler::Webhook { secret, earlier_secret, .. } => {
                (*secret, *earlier_secret) = (None, None);
            }
            WebhookHandler::CustomWebhook { secrets, .. } => secrets.clear(),
        }
    }
}

/// Whether a text may be the key of a webhook, or the name of a secret: a letter, then letters, digits, underscores and
/// hyphens, two characters at least.
pub fn is_webhook_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    (2..=WEBHOOK_NAME_CHARS_MAX).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(is_letter)
}

/// Checks a webhook. Whether its address may be connected to is asked when it is saved, and at each attempt.
///
/// # Errors
///
/// [`WebhookProblem`], with what is wrong first.
pub fn check_webhook(webhook: &Webhook) -> Result<(), WebhookProblem> {
    if !is_webhook_name(&webhook.key) {
        return Err(WebhookProblem::Key);
    }
    if webhook.description.chars().count() > WEBHOOK_DESCRIPTION_CHARS_MAX
        || webhook.description.contains(is_invisible)
    {
        return Err(WebhookProblem::Description);
    }
    check_events(webhook)?;
    if !is_url(&webhook.url) {
        return Err(WebhookProblem::Url);
    }
    if webhook.proxy.as_ref().is_some_and(|proxy| !is_proxy_key(proxy)) {
        return Err(WebhookProblem::Proxy);
    }
    let secrets = match &webhook.handler {
        WebhookHandler::Webhook { .. } => BTreeSet::new(),
        WebhookHandler::CustomWebhook { payload, secrets, .. } => {
            check_custom(payload.as_deref(), secrets)?
        }
    };
    check_headers(&webhook.headers, &secrets)
}

fn check_events(webhook: &Webhook) -> Result<(), WebhookProblem> {
    let mut domains = webhook.events.iter().map(|event| event.domain());
    let Some(domain) = domains.next() else { return Err(WebhookProblem::Events) };
    if !domains.all(|other| other == domain) {
        return Err(WebhookProblem::Events);
    }
    if webhook.project_key.is_some() && !domain.is_of_projects() {
        return Err(WebhookProblem::EventsOfNoProject);
    }
    if webhook.filter.narrows_by() != domain.narrowed_by() || !webhook.filter.is_valid() {
        return Err(WebhookProblem::Filter);
    }
    if webhook.filter.names_environments() && !domain.has_environments() {
        return Err(WebhookProblem::Filter);
    }
    Ok(())
}

fn check_custom<'a>(
    payload: Option<&str>,
    secrets: &'a BTreeMap<String, SecretRef>,
) -> Result<BTreeSet<&'a str>, WebhookProblem> {
    if secrets.len() > WEBHOOK_SECRETS_MAX || !secrets.keys().all(|name| is_webhook_name(name)) {
        return Err(WebhookProblem::SecretName);
    }
    let names: BTreeSet<&str> = secrets.keys().map(String::as_str).collect();
    if let Some(payload) = payload {
        parse_template(payload, &names).map_err(WebhookProblem::Payload)?;
    }
    Ok(names)
}

fn is_url(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let has_host = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    has_host
        && url.len() <= WEBHOOK_URL_BYTES_MAX
        && url.chars().all(|letter| !letter.is_control() && !letter.is_whitespace())
}
