//! The rules for webhooks: what they send, where, and when (HOOK-01, HOOK-02).

mod delivery;
mod events;
mod filter;
mod headers;
mod message;
mod problem;
mod settings;
mod template;

pub use delivery::{
    WEBHOOK_RETRIED_MS, WebhookAnswer, WebhookAttempt, WebhookCancelled, WebhookDeath,
    WebhookFailure, WebhookVerdict, webhook_retried_at,
};
pub use events::{NarrowedBy, WebhookDomain, WebhookEventType};
pub use filter::{
    WEBHOOK_NAMES_MAX, WEBHOOK_PATTERN_BYTES_MAX, WEBHOOK_PATTERNS_MAX, WebhookFilter,
    WebhookNames, WebhookPatterns,
};
pub use headers::{
    WEBHOOK_HEADER_BYTES_MAX, WEBHOOK_HEADERS_MAX, WebhookHeader, WebhookHeaderValue,
    is_credential_header, is_header_value,
};
pub use message::{WebhookData, WebhookEdgeNode, WebhookMessage};
pub use problem::WebhookProblem;
pub use settings::{
    WEBHOOK_DESCRIPTION_CHARS_MAX, WEBHOOK_NAME_CHARS_MAX, WEBHOOK_SECRETS_MAX,
    WEBHOOK_URL_BYTES_MAX, Webhook, WebhookHandler, WebhookHandlerType, WebhookMethod,
    WebhookSignature, check_webhook, is_webhook_name,
};
pub use template::{Form, Piece, Source, TEMPLATE_BYTES_MAX, TemplateProblem, parse_template};

#[cfg(test)]
mod tests;
