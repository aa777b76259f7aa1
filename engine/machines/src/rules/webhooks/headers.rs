//! The headers of a webhook: what may be in them, and which of them hold credentials.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::problem::WebhookProblem;
use super::template::parse_template;
use crate::secret::SecretRef;

/// The most headers of a webhook.
pub const WEBHOOK_HEADERS_MAX: usize = 20;
/// The longest name of a header, in bytes.
const NAME_BYTES_MAX: usize = 64;
/// The longest value of a header, in bytes.
pub const WEBHOOK_HEADER_BYTES_MAX: usize = 4_096;

/// Headers by which a message is framed, sent on, or proven to be from here.
const RESERVED: [&str; 15] = [
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "traceparent",
    "webhook-id",
    "webhook-signature",
    "webhook-timestamp",
    "x-jfrog-event-auth",
];
/// What the names of headers with credentials have in them.
const CREDENTIALS: [&str; 6] = ["auth", "cookie", "key", "password", "secret", "token"];

/// A header that is sent with each event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookHeader {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: WebhookHeaderValue,
}

/// The value of a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum WebhookHeaderValue {
    /// A text that administrators may read; it may name secrets of a custom webhook.
    Text {
        /// The text.
        text: String,
    },
    /// A credential, which no user is shown.
    Secret {
        /// The entry of the vault.
        secret: SecretRef,
    },
}

impl WebhookHeader {
    /// The credential that it is, if it is one.
    pub const fn secret(&self) -> Option<&SecretRef> {
        match &self.value {
            WebhookHeaderValue::Secret { secret } => Some(secret),
            WebhookHeaderValue::Text { .. } => None,
        }
    }
}

/// Whether the value of a header is a credential by the name of the header, so that it is kept in the vault.
pub fn is_credential_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    CREDENTIALS.iter().any(|part| name.contains(part))
}

/// Whether a header can be sent with this value.
pub fn is_header_value(value: &str) -> bool {
    let is_sendable = |letter: char| letter == '\t' || !letter.is_control();
    (1..=WEBHOOK_HEADER_BYTES_MAX).contains(&value.len()) && value.chars().all(is_sendable)
}

/// Checks headers, which may name these secrets.
pub(super) fn check_headers(
    headers: &[WebhookHeader],
    secrets: &BTreeSet<&str>,
) -> Result<(), WebhookProblem> {
    if headers.len() > WEBHOOK_HEADERS_MAX {
        return Err(WebhookProblem::Headers);
    }
    let mut names = BTreeSet::new();
    for WebhookHeader { name, value } in headers {
        let lower = name.to_ascii_lowercase();
        if RESERVED.contains(&lower.as_str()) || lower.starts_with("proxy-") {
            return Err(WebhookProblem::HeaderReserved(name.clone()));
        }
        if !is_token(name) || !names.insert(lower) {
            return Err(WebhookProblem::Headers);
        }
        let WebhookHeaderValue::Text { text } = value else { continue };
        if !is_header_value(text) {
            return Err(WebhookProblem::Headers);
        }
        let names_secret = text.contains("{{");
        if is_credential_header(name) && !names_secret {
            return Err(WebhookProblem::HeaderReadable(name.clone()));
        }
        parse_template(text, secrets).map_err(WebhookProblem::Payload)?;
    }
    Ok(())
}

fn is_token(name: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter);
    (1..=NAME_BYTES_MAX).contains(&name.len()) && name.chars().all(is_letter)
}
