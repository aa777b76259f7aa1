//! The request that a webhook makes of a message. Nothing of it is stored: it is rendered again at each attempt, with
//! the secrets of the moment.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{
    Form, Piece, Source, Webhook, WebhookHandler, WebhookHeader, WebhookHeaderValue, WebhookMethod,
    WebhookSignature, is_header_value, parse_template,
};
use waybill_machines::secret::SecretRef;

use super::message::{NamedMessage, WebhookOrigin, cloud_event as in_envelope, plain};
use crate::secret::{Secret, hex};

/// The header of the platform that has the secret, or the signature that was made with it.
const EVENT_AUTH: &str = "X-JFrog-Event-Auth";
/// What a secret of Standard Webhooks begins with, before its bytes in Base64.
const STANDARD_PREFIX: &str = "whsec_";
const JSON: &str = "application/json";
const CLOUD_EVENTS: &str = "application/cloudevents+json; charset=utf-8";

/// A request as it is sent.
pub struct Rendered {
    /// The method.
    pub method: WebhookMethod,
    /// The headers, in their order; those that have secrets are marked.
    pub headers: Vec<RenderedHeader>,
    /// The body; none for methods without one.
    pub body: Option<Secret>,
}

impl Rendered {
    /// The values of the headers that are secrets, or have them.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let secret = self.headers.iter().filter(|header| header.is_secret());
        secret.map(|header| header.value.expose())
    }
}

/// A header as it is sent.
pub struct RenderedHeader {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Secret,
    /// What the value is.
    pub kind: HeaderKind,
}

/// What the value of a header is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderKind {
    /// Nothing that has to be hidden.
    Plain,
    /// A secret, or something with one.
    Secret,
    /// Made with a secret that cannot be read from it. It is good for this message alone.
    Signature,
}

impl RenderedHeader {
    fn plain(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: Secret::new(value), kind: HeaderKind::Plain }
    }

    fn secret(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: Secret::new(value), kind: HeaderKind::Secret }
    }

    fn signature(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: Secret::new(value), kind: HeaderKind::Signature }
    }

    /// Whether the value is not for logs.
    pub(super) fn is_secret(&self) -> bool {
        self.kind != HeaderKind::Plain
    }
}

/// A request with its secrets masked, for administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaskedRequest {
    /// The method.
    pub method: WebhookMethod,
    /// The headers, by name and value.
    pub headers: Vec<(String, String)>,
    /// The body; none for methods without one.
    pub body: Option<String>,
}

/// What is shown in the place of a secret.
const MASK: &str = "********";

/// Has asterisks for each secret.
struct Masks;

impl Secrets for Masks {
    fn get(&self, _: &SecretRef) -> Option<Secret> {
        Some(Secret::new(MASK))
    }
}

/// The request of a webhook for a message, with its secrets masked.
///
/// # Errors
///
/// [`RenderError`], if it cannot be rendered.
pub(super) fn masked(
    webhook: &Webhook,
    message: NamedMessage<'_>,
    origin: &WebhookOrigin,
    at: Timestamp,
) -> Result<MaskedRequest, RenderError> {
    let Rendered { method, headers, body } = render(webhook, message, origin, &Masks, at)?;
    let headers = headers.into_iter().map(|header| {
        let value = if header.is_secret() { MASK } else { header.value.expose() };
        (header.name, value.to_owned())
    });
    let body = body.map(|body| body.expose().to_owned());
    Ok(MaskedRequest { method, headers: headers.collect(), body })
}

/// The request of a webhook for a message with its real signature, and with its secrets masked: a payload that may have
/// secrets is not signed.
///
/// # Errors
///
/// [`RenderError`], if it cannot be rendered.
pub(super) fn with_signature(
    webhook: &Webhook,
    message: NamedMessage<'_>,
    origin: &WebhookOrigin,
    secrets: &dyn Secrets,
    at: Timestamp,
) -> Result<Rendered, RenderError> {
    let is_signed = matches!(webhook.handler, WebhookHandler::Webhook { .. });
    let secrets = if is_signed { secrets } else { &Masks };
    let mut rendered = render(webhook, message, origin, secrets, at)?;
    for header in rendered.headers.iter_mut().filter(|one| one.kind == HeaderKind::Secret) {
        header.value = Secret::new(MASK);
    }
    Ok(rendered)
}

/// Why a request cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// A secret is missing in the vault.
    #[error("a secret of the webhook is missing; enter it again")]
    SecretMissing,
    /// The payload has a placeholder that this build does not know.
    #[error("the payload has a placeholder that cannot be replaced")]
    Template,
    /// The client for other servers does not take the request.
    #[error("the request cannot be sent; check the URL and the headers")]
    Request,
    /// The value of a header cannot be sent with this event.
    #[error("the value of the header '{0}' cannot be sent with this event")]
    Header(String),
}

/// The secrets of a webhook, by their entries in the vault.
pub trait Secrets {
    /// The secret of an entry; none if it is missing.
    fn get(&self, name: &SecretRef) -> Option<Secret>;
}

/// The request of a webhook for a message, at a time.
///
/// # Errors
///
/// [`RenderError`], which another attempt does not mend.
pub fn render(
    webhook: &Webhook,
    message: NamedMessage<'_>,
    origin: &WebhookOrigin,
    secrets: &dyn Secrets,
    at: Timestamp,
) -> Result<Rendered, RenderError> {
    let sent = message.message;
    let event = plain(message, &webhook.key, origin);
    let (method, body, mut headers) = match &webhook.handler {
        WebhookHandler::Webhook { secret, earlier_secret, signature, cloud_event } => {
            let (event, content_type) = if *cloud_event {
                (in_envelope(message, &webhook.key, origin), CLOUD_EVENTS)
            } else {
                (event.clone(), JSON)
            };
            let body = event.to_string();
            let mut headers = vec![RenderedHeader::plain("Content-Type", content_type)];
            let known: Vec<&SecretRef> = secret.iter().chain(earlier_secret).collect();
            let known: Vec<Secret> = known
                .into_iter()
                .map(|name| secrets.get(name).ok_or(RenderError::SecretMissing))
                .collect::<Result<_, _>>()?;
            headers.extend(signed(*signature, &known, &sent.id, at, &body));
            (WebhookMethod::Post, Secret::new(body), headers)
        }
        WebhookHandler::CustomWebhook { method, payload, .. } => {
            let body = match payload {
                Some(payload) => filled(payload, webhook, &event, secrets)?.0,
                None => event.to_string(),
            };
            (*method, Secret::new(body), Vec::new())
        }
    };
    for header in &webhook.headers {
        headers.push(of_webhook(header, webhook, &event, secrets)?);
    }
    headers.extend(sent.trace_id().and_then(|trace| trace_header(trace, &sent.id)));
    let has_type = headers.iter().any(|header| header.name.eq_ignore_ascii_case("content-type"));
    if !has_type {
        headers.push(RenderedHeader::plain("Content-Type", JSON));
    }
    let body = (method != WebhookMethod::Get).then_some(body);
    Ok(Rendered { method, headers, body })
}

/// The header of W3C Trace Context by which a receiver continues the trace of the request that has caused the event.
fn trace_header(trace: &str, id: &str) -> Option<RenderedHeader> {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parent: String = id.chars().filter(char::is_ascii_hexdigit).take(16).collect();
    let is_trace = is_hex(trace) && [16, 32].contains(&trace.len()) && parent.len() == 16;
    let value = format!("00-{trace:0>32}-{parent:0>16}-01").to_lowercase();
    is_trace.then(|| RenderedHeader::plain("traceparent", value))
}

/// The headers by which a receiver knows that a message is from here.
fn signed(
    signature: WebhookSignature,
    secrets: &[Secret],
    id: &str,
    at: Timestamp,
    body: &str,
) -> Vec<RenderedHeader> {
    let newest = secrets.first();
    match (signature, newest) {
        (WebhookSignature::Plain, Some(secret)) => {
            vec![RenderedHeader::secret(EVENT_AUTH, secret.expose())]
        }
        (WebhookSignature::HmacSha256, Some(secret)) => {
            let tag = mac(secret.expose().as_bytes(), body.as_bytes());
            vec![RenderedHeader::signature(EVENT_AUTH, hex(tag.as_ref()))]
        }
        (WebhookSignature::Plain | WebhookSignature::HmacSha256, None) => Vec::new(),
        (WebhookSignature::Standard, _) => {
            let seconds = at.as_ms() / 1_000;
            let content = format!("{id}.{seconds}.{body}");
            let signatures = secrets.iter().map(|secret| {
                let tag = mac(&key_of(secret), content.as_bytes());
                format!("v1,{}", STANDARD.encode(tag.as_ref()))
            });
            let signatures = signatures.collect::<Vec<_>>().join(" ");
            let mut headers = vec![
                RenderedHeader::plain("webhook-id", id),
                RenderedHeader::plain("webhook-timestamp", seconds.to_string()),
            ];
            if !signatures.is_empty() {
                headers.push(RenderedHeader::signature("webhook-signature", signatures));
            }
            headers
        }
    }
}

fn mac(key: &[u8], content: &[u8]) -> hmac::Tag {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), content)
}

/// The key of a secret of Standard Webhooks; a secret without its prefix is the key itself.
fn key_of(secret: &Secret) -> Vec<u8> {
    let text = secret.expose();
    let encoded = text.strip_prefix(STANDARD_PREFIX);
    let decoded = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
    decoded.unwrap_or_else(|| text.as_bytes().to_vec())
}

fn of_webhook(
    header: &WebhookHeader,
    webhook: &Webhook,
    event: &Value,
    secrets: &dyn Secrets,
) -> Result<RenderedHeader, RenderError> {
    let (value, has_secret) = match &header.value {
        WebhookHeaderValue::Secret { secret } => {
            (secrets.get(secret).ok_or(RenderError::SecretMissing)?.expose().to_owned(), true)
        }
        WebhookHeaderValue::Text { text } => filled(text, webhook, event, secrets)?,
    };
    if !is_header_value(&value) {
        return Err(RenderError::Header(header.name.clone()));
    }
    let kind = if has_secret { HeaderKind::Secret } else { HeaderKind::Plain };
    Ok(RenderedHeader { name: header.name.clone(), value: Secret::new(value), kind })
}

/// A template with the values of the event and the secrets in it, and whether it has secrets.
fn filled(
    template: &str,
    webhook: &Webhook,
    event: &Value,
    secrets: &dyn Secrets,
) -> Result<(String, bool), RenderError> {
    let none = std::collections::BTreeMap::new();
    let named = match &webhook.handler {
        WebhookHandler::CustomWebhook { secrets, .. } => secrets,
        WebhookHandler::Webhook { .. } => &none,
    };
    let names = named.keys().map(String::as_str).collect();
    let pieces = parse_template(template, &names).map_err(|_| RenderError::Template)?;
    let (mut text, mut has_secrets) = (String::new(), false);
    for piece in pieces {
        match piece {
            Piece::Text(plain) => text.push_str(&plain),
            Piece::Value { source: Source::Data(path), form } => {
                let data = event.get("data").unwrap_or(&Value::Null);
                let value = path.iter().try_fold(data, |value, name| value.get(name));
                text.push_str(&written(value.unwrap_or(&Value::Null), form));
            }
            Piece::Value { source: Source::Secret(name), form } => {
                let name = named.get(&name).ok_or(RenderError::Template)?;
                let secret = secrets.get(name).ok_or(RenderError::SecretMissing)?;
                has_secrets = true;
                text.push_str(&written(&Value::String(secret.expose().to_owned()), form));
            }
        }
    }
    Ok((text, has_secrets))
}

/// A value in a form. What does not exist is empty, and `null` as JSON.
fn written(value: &Value, form: Form) -> String {
    let plain = || match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match form {
        Form::Text { in_string: false } => plain(),
        Form::Text { in_string: true } => {
            let quoted = Value::String(plain()).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        }
        // JSON is YAML too, and stays it at any indentation.
        Form::Json | Form::Yaml => value.to_string(),
    }
}

#[cfg(test)]
mod tests;
