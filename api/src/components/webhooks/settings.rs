//! What programs and the console do with webhooks.

use waybill_machines::rules::webhooks::{
    NarrowedBy, Webhook, WebhookAnswer, WebhookDomain, WebhookEventType, WebhookMessage,
    WebhookVerdict,
};
use waybill_platform::Secret;
use waybill_platform::secret::{hex, random};
use waybill_platform::streams::ChangeContext;
use waybill_platform::webhooks::{
    GivenSecrets, StoredWebhook, WebhookError, is_caused, test_message,
};

use super::{filters, handlers};
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::webhooks::{
    DescribedWebhook, DescribedWebhookDomain, WantedWebhook, WebhookCriteriaKind, WebhookDomains,
    WebhookEcho, WebhookEventFilter, WebhookStanding, WebhookTestOutcome, WebhookTestResult,
};

/// What an administrator is shown of a test (HOOK-03).
const TEST_TAKEN: &str = "A dummy hook was executed and sent to the configured URL";
const TEST_REFUSED: &str = "Sending a dummy Webhook failed";
const TEST_UNANSWERED: &str = "Request failed, unable to test Webhook.";

pub(super) async fn list(state: &AppState) -> Result<Vec<DescribedWebhook>, ApiError> {
    let all = answered(state.engine.ports().webhooks.webhooks().await)?;
    let mut described = Vec::new();
    for webhook in all {
        described.push(self::described(state, webhook).await?);
    }
    Ok(described)
}

pub(super) async fn one(state: &AppState, key: String) -> Result<DescribedWebhook, ApiError> {
    let stored = existing(state, key).await?;
    described(state, stored).await
}

pub(super) async fn create(
    state: &AppState,
    wanted: WantedWebhook,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let (new, secrets) = resolved(state, wanted).await?;
    let stored = answered(state.engine.ports().webhooks.create(new, secrets, context).await)?;
    described(state, stored).await
}

pub(super) async fn change(
    state: &AppState,
    key: String,
    wanted: WantedWebhook,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    existing(state, key.clone()).await?;
    let wanted = WantedWebhook { key: Some(wanted.key.unwrap_or_else(|| key.clone())), ..wanted };
    if wanted.key.as_deref() != Some(&key) {
        return Err(ApiError::other_key());
    }
    let (wanted, secrets) = resolved(state, wanted).await?;
    let stored = answered(state.engine.ports().webhooks.change(wanted, secrets, context).await)?;
    described(state, stored).await
}

pub(super) async fn remove(
    state: &AppState,
    key: String,
    context: ChangeContext,
) -> Result<(), ApiError> {
    answered(state.engine.ports().webhooks.delete(key, context).await)
}

pub(super) async fn pause(
    state: &AppState,
    key: String,
    paused: bool,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let stored = answered(state.engine.ports().webhooks.pause(key, paused, context).await)?;
    described(state, stored).await
}

pub(super) async fn rotate(
    state: &AppState,
    key: String,
    secret: String,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let webhooks = &state.engine.ports().webhooks;
    let stored = answered(webhooks.rotate(key, Secret::new(secret), context).await)?;
    described(state, stored).await
}

pub(super) async fn retire(
    state: &AppState,
    key: String,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let stored = answered(state.engine.ports().webhooks.retire(key, context).await)?;
    described(state, stored).await
}

/// A message without meaning about the first event of a webhook.
fn message_of(state: &AppState, webhook: &Webhook) -> Result<WebhookMessage, ApiError> {
    let no_event = || ApiError::not_in_webhook("event_filter.event_types", "Choose an event.");
    let event = webhook.events.first().copied().ok_or_else(no_event)?;
    Ok(test_message(format!("msg_test_{}", hex(&random::<8>())), state.engine.now(), event))
}

/// What a webhook as it would be sends of a message without meaning. Nothing is sent or stored.
pub(super) async fn echo(state: &AppState, wanted: WantedWebhook) -> Result<WebhookEcho, ApiError> {
    let (webhook, secrets) = resolved(state, wanted).await?;
    let (message, now) = (message_of(state, &webhook)?, state.engine.now());
    let written = state.engine.ports().webhooks.echo(webhook, secrets, message, now).await;
    Ok(WebhookEcho { request: answered(written)? })
}

/// Sends a message without meaning to a webhook as it would be. Nothing is stored.
pub(super) async fn test(
    state: &AppState,
    wanted: WantedWebhook,
) -> Result<WebhookTestResult, ApiError> {
    let (webhook, secrets) = resolved(state, wanted).await?;
    let (message, now) = (message_of(state, &webhook)?, state.engine.now());
    let attempt = state.engine.ports().webhooks.test(webhook, secrets, message, now).await;
    let attempt = answered(attempt)?;
    let (result, message, status) = match (attempt.answer.verdict(), &attempt.answer) {
        (WebhookVerdict::Delivered, WebhookAnswer::Status { status, .. }) => {
            (WebhookTestOutcome::Success, TEST_TAKEN, Some(*status))
        }
        (_, WebhookAnswer::Status { status: status @ (502 | 504), .. }) => {
            (WebhookTestOutcome::Failure, TEST_UNANSWERED, Some(*status))
        }
        (_, WebhookAnswer::Status { status, .. }) => {
            (WebhookTestOutcome::Failure, TEST_REFUSED, Some(*status))
        }
        (_, WebhookAnswer::None { .. }) => (WebhookTestOutcome::Failure, TEST_UNANSWERED, None),
    };
    let (message, took_ms) = (message.to_owned(), attempt.took_ms.into());
    Ok(WebhookTestResult { result, message, status, took_ms })
}

/// The domains whose events happen here, with these events.
pub(super) fn domains() -> WebhookDomains {
    let domain = |domain: WebhookDomain| {
        let events = WebhookEventType::ALL.iter().filter(|event| event.domain() == domain);
        let caused = events.filter(|event| is_caused(**event));
        let event_types: Vec<_> = caused.map(|event| event.type_name()).collect();
        let criteria = match domain.narrowed_by() {
            NarrowedBy::Repositories => WebhookCriteriaKind::Repositories,
            NarrowedBy::Builds => WebhookCriteriaKind::Builds,
            NarrowedBy::Bundles => WebhookCriteriaKind::ReleaseBundles,
            NarrowedBy::Nothing => WebhookCriteriaKind::Nothing,
        };
        (!event_types.is_empty()).then_some(DescribedWebhookDomain {
            domain,
            criteria,
            event_types,
        })
    };
    WebhookDomains { domains: WebhookDomain::ALL.iter().copied().filter_map(domain).collect() }
}

pub(super) fn answered<T>(answer: Result<T, WebhookError>) -> Result<T, ApiError> {
    answer.map_err(|error| ApiError::of_webhook(&error))
}

pub(super) async fn existing(state: &AppState, key: String) -> Result<StoredWebhook, ApiError> {
    let found = answered(state.engine.ports().webhooks.webhook(key).await)?;
    found.ok_or_else(ApiError::no_such_webhook)
}

async fn described(state: &AppState, stored: StoredWebhook) -> Result<DescribedWebhook, ApiError> {
    let deliveries = &state.engine.ports().webhook_deliveries;
    let status = deliveries.status(&stored);
    let settings = stored.settings.as_ref();
    Ok(DescribedWebhook {
        key: settings.key.clone(),
        description: settings.description.clone(),
        enabled: settings.enabled,
        project_key: settings.project_key.clone(),
        ordered: settings.ordered,
        event_filter: filters::described(state, settings).await?,
        handlers: vec![handlers::described(settings)],
        paused: stored.paused,
        disabled_because: stored.disabled,
        created_at: stored.history.created_at,
        revision: stored.revision,
        deliveries: WebhookStanding {
            waiting: status.waiting,
            receiver_retried_at: status.receiver_retried_at,
            last_at: status.last.map(|last| last.at),
            last_delivered: status.last.map(|last| last.is_delivered),
        },
    })
}

/// A webhook with ids in place of keys, and its secrets beside it.
async fn resolved(
    state: &AppState,
    wanted: WantedWebhook,
) -> Result<(Webhook, GivenSecrets), ApiError> {
    let WebhookEventFilter { domain, event_types, criteria } = wanted.event_filter;
    let event = |name: &String| {
        let known = WebhookEventType::of(domain, name.trim());
        known.filter(|event| is_caused(*event)).ok_or_else(|| {
            let name: String = name.chars().take(80).collect();
            let message = format!(
                "'{name}' is no event of the domain '{}' that happens in this installation.",
                domain.name()
            );
            ApiError::not_in_webhook("event_filter.event_types", message)
        })
    };
    let events = event_types.iter().map(event).collect::<Result<_, _>>()?;
    let project_key = wanted.project_key.filter(|key| !key.is_empty());
    if let Some(key) = &project_key {
        let found = state.engine.ports().projects.get(key.clone()).await;
        if found.map_err(|error| ApiError::of_project(&error))?.is_none() {
            let message = format!("There is no project '{key}'.");
            return Err(ApiError::not_in_webhook("project_key", message));
        }
    }
    let filter = filters::resolved(state, domain, criteria.unwrap_or_default()).await?;
    let one_handler = || ApiError::not_in_webhook("handlers", "A webhook has exactly one handler.");
    let [handler] = <[_; 1]>::try_from(wanted.handlers).map_err(|_| one_handler())?;
    let handler = handlers::resolved(handler)?;
    let webhook = Webhook {
        key: wanted.key.unwrap_or_default().trim().to_owned(),
        description: wanted.description.unwrap_or_default(),
        enabled: wanted.enabled.unwrap_or(true),
        ordered: wanted.ordered.unwrap_or(false),
        project_key,
        events,
        filter,
        url: handler.url,
        proxy: handler.proxy,
        headers: handler.headers,
        handler: handler.handler,
    };
    Ok((webhook, handler.secrets))
}
