//! How a webhook sends events: the handler of the public format, whose secrets are kept apart from everything else.

use std::collections::BTreeMap;

use waybill_machines::rules::webhooks::{
    Webhook, WebhookHandler, WebhookHandlerType, WebhookHeader, WebhookHeaderValue, WebhookMethod,
    WebhookProblem, WebhookSignature, is_credential_header,
};
use waybill_platform::Secret;
use waybill_platform::webhooks::{GivenSecret, GivenSecrets, WebhookError};

use crate::error::ApiError;
use crate::wire::webhooks::{
    DescribedHandler, DescribedWebhookHeader, WantedHandler, WantedWebhookHeader, WebhookSecretName,
};

const SECRETS: &str = "handlers.secrets";

/// A handler without its secrets, and these.
pub(super) struct Resolved {
    pub url: String,
    pub proxy: Option<String>,
    pub headers: Vec<WebhookHeader>,
    pub handler: WebhookHandler,
    pub secrets: GivenSecrets,
}

pub(super) fn resolved(wanted: WantedHandler) -> Result<Resolved, ApiError> {
    if let Some(field) = foreign_field(&wanted) {
        let message = format!("'{field}' does not apply to a handler of this type.");
        return Err(ApiError::not_in_webhook("handlers", message));
    }
    let url = wanted.url.trim().to_owned();
    let proxy = wanted.proxy.map(|proxy| proxy.trim().to_owned()).filter(|proxy| !proxy.is_empty());
    let mut secrets = GivenSecrets::default();
    let (handler, headers) = match wanted.handler_type {
        WebhookHandlerType::Webhook => {
            let signing = wanted.secret.filter(|secret| !secret.is_empty());
            let kept = wanted.keep_secret.unwrap_or(false).then_some(GivenSecret::Kept);
            secrets.signing = signing.map(new_secret).or(kept);
            let signs = wanted.use_secret_for_signing.unwrap_or(false);
            let by_flag =
                if signs { WebhookSignature::HmacSha256 } else { WebhookSignature::Plain };
            let handler = WebhookHandler::Webhook {
                secret: None,
                earlier_secret: None,
                signature: wanted.signature.unwrap_or(by_flag),
                cloud_event: wanted.cloud_event.unwrap_or(false),
            };
            (handler, wanted.custom_http_headers)
        }
        WebhookHandlerType::CustomWebhook => {
            for secret in wanted.secrets.unwrap_or_default() {
                let name = secret.name.trim().to_owned();
                if name.is_empty() {
                    return Err(ApiError::not_in_webhook(SECRETS, "A Secret must contain name"));
                }
                let given = secret.value.map_or(GivenSecret::Kept, new_secret);
                if secrets.named.insert(name.clone(), given).is_some() {
                    let message = format!("The secret '{name}' is there twice.");
                    return Err(ApiError::not_in_webhook(SECRETS, message));
                }
            }
            let handler = WebhookHandler::CustomWebhook {
                method: wanted.method.unwrap_or(WebhookMethod::Post),
                payload: wanted.payload.filter(|payload| !payload.trim().is_empty()),
                secrets: BTreeMap::new(),
            };
            (handler, wanted.http_headers)
        }
    };
    let mut readable = Vec::new();
    for header in headers.unwrap_or_default() {
        let name = header.name.trim().to_owned();
        match header_value(&name, header)? {
            HeaderValue::Text(text) => {
                readable.push(WebhookHeader { name, value: WebhookHeaderValue::Text { text } });
            }
            HeaderValue::Secret(given) => secrets.headers.push((name, given)),
        }
    }
    Ok(Resolved { url, proxy, headers: readable, handler, secrets })
}

enum HeaderValue {
    Text(String),
    Secret(GivenSecret),
}

/// The value of a header. That of one that has credentials by its name is kept as a secret, unless it is the name of
/// one.
fn header_value(name: &str, header: WantedWebhookHeader) -> Result<HeaderValue, ApiError> {
    let names_secret = header.value.as_ref().is_some_and(|value| value.contains("{{"));
    let is_secret = header.secret.unwrap_or_else(|| is_credential_header(name) && !names_secret);
    let incomplete = || ApiError::of_webhook(&WebhookError::Problem(WebhookProblem::Headers));
    match (is_secret, header.value) {
        (false, Some(text)) => Ok(HeaderValue::Text(text)),
        (false, None) => Err(incomplete()),
        (true, Some(value)) if value.is_empty() => Err(incomplete()),
        (true, value) => Ok(HeaderValue::Secret(value.map_or(GivenSecret::Kept, new_secret))),
    }
}

fn new_secret(text: String) -> GivenSecret {
    GivenSecret::New(Secret::new(text))
}

/// A field that only handlers of the other type have.
fn foreign_field(wanted: &WantedHandler) -> Option<&'static str> {
    let of_webhook = [
        ("secret", wanted.secret.as_ref().is_some_and(|secret| !secret.is_empty())),
        ("keep_secret", wanted.keep_secret == Some(true)),
        ("use_secret_for_signing", wanted.use_secret_for_signing == Some(true)),
        ("signature", wanted.signature.is_some()),
        ("cloud_event", wanted.cloud_event == Some(true)),
        ("custom_http_headers", is_filled(wanted.custom_http_headers.as_ref())),
    ];
    let of_custom = [
        ("method", wanted.method.is_some()),
        ("payload", wanted.payload.as_ref().is_some_and(|payload| !payload.is_empty())),
        ("secrets", is_filled(wanted.secrets.as_ref())),
        ("http_headers", is_filled(wanted.http_headers.as_ref())),
    ];
    let foreign: &[(&'static str, bool)] = match wanted.handler_type {
        WebhookHandlerType::Webhook => &of_custom,
        WebhookHandlerType::CustomWebhook => &of_webhook,
    };
    foreign.iter().find(|(_, is_set)| *is_set).map(|(name, _)| *name)
}

fn is_filled<T>(list: Option<&Vec<T>>) -> bool {
    list.is_some_and(|list| !list.is_empty())
}

/// The handler of a webhook, without secrets.
pub(super) fn described(webhook: &Webhook) -> DescribedHandler {
    let headers = webhook.headers.iter().map(|header| match &header.value {
        WebhookHeaderValue::Text { text } => DescribedWebhookHeader {
            name: header.name.clone(),
            value: Some(text.clone()),
            secret: false,
        },
        WebhookHeaderValue::Secret { .. } => {
            DescribedWebhookHeader { name: header.name.clone(), value: None, secret: true }
        }
    });
    let headers = Some(headers.collect());
    let blank = DescribedHandler {
        handler_type: WebhookHandlerType::Webhook,
        url: webhook.url.clone(),
        proxy: webhook.proxy.clone(),
        has_secret: None,
        has_earlier_secret: None,
        use_secret_for_signing: None,
        signature: None,
        cloud_event: None,
        custom_http_headers: None,
        method: None,
        payload: None,
        secrets: None,
        http_headers: None,
    };
    match &webhook.handler {
        WebhookHandler::Webhook { secret, earlier_secret, signature, cloud_event } => {
            DescribedHandler {
                has_secret: Some(secret.is_some()),
                has_earlier_secret: Some(earlier_secret.is_some()),
                use_secret_for_signing: Some(*signature == WebhookSignature::HmacSha256),
                signature: Some(*signature),
                cloud_event: Some(*cloud_event),
                custom_http_headers: headers,
                ..blank
            }
        }
        WebhookHandler::CustomWebhook { method, payload, secrets } => {
            let names = secrets.keys().map(|name| WebhookSecretName { name: name.clone() });
            DescribedHandler {
                handler_type: WebhookHandlerType::CustomWebhook,
                method: Some(*method),
                payload: payload.clone(),
                secrets: Some(names.collect()),
                http_headers: headers,
                ..blank
            }
        }
    }
}
