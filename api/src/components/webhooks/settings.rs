//! What programs and the console do with webhooks.

use waybill_machines::rules::webhooks::{
    NarrowedBy, Webhook, WebhookAnswer, WebhookDomain, WebhookEventType, WebhookMessage,
    WebhookProblem, WebhookVerdict,
};
use waybill_platform::Secret;
use waybill_platform::secret::{hex, random};
use waybill_platform::streams::ChangeContext;
use waybill_platform::webhooks::{
    GivenSecrets, StoredWebhook, WebhookError, is_caused, test_message,
};

use super::{filters, handlers, projects};
use crate::caller::Administered;
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

/// Those that the caller may administer.
pub(super) async fn list(
    state: &AppState,
    administered: &Administered,
) -> Result<Vec<DescribedWebhook>, ApiError> {
    let mut all = state.engine.ports().webhooks.webhooks().await?;
    all.retain(|stored| is_of(administered, stored));
    let mut described = Vec::new();
    for webhook in all {
        described.push(self::described(state, webhook).await?);
    }
    Ok(described)
}

pub(super) async fn one(
    state: &AppState,
    administered: &Administered,
    key: String,
) -> Result<DescribedWebhook, ApiError> {
    let stored = existing(state, administered, key).await?;
    described(state, stored).await
}

pub(super) async fn create(
    state: &AppState,
    administered: &Administered,
    wanted: WantedWebhook,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let project_key = projects::named(administered, wanted.project_key)?;
    let wanted = WantedWebhook { project_key, ..wanted };
    let (new, secrets) = resolved(state, wanted).await?;
    let stored = state.engine.ports().webhooks.create(new, secrets, context).await?;
    described(state, stored).await
}

pub(super) async fn change(
    state: &AppState,
    administered: &Administered,
    key: String,
    wanted: WantedWebhook,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let stored = existing(state, administered, key.clone()).await?;
    let wanted = WantedWebhook { key: Some(wanted.key.unwrap_or_else(|| key.clone())), ..wanted };
    if wanted.key.as_deref() != Some(&key) {
        return Err(ApiError::other_key());
    }
    // A webhook keeps its project, which need not be named. Nothing of another one is looked at.
    let wanted = with_project(wanted, &stored);
    if wanted.project_key != stored.settings.project_key {
        return Err(WebhookError::Problem(WebhookProblem::ProjectFixed).into());
    }
    let (wanted, secrets) = resolved(state, wanted).await?;
    let stored = state.engine.ports().webhooks.change(wanted, secrets, context).await?;
    described(state, stored).await
}

pub(super) async fn remove(
    state: &AppState,
    administered: &Administered,
    key: String,
    context: ChangeContext,
) -> Result<(), ApiError> {
    let seen = existing(state, administered, key).await?;
    state.engine.ports().webhooks.delete(seen, context).await?;
    Ok(())
}

pub(super) async fn pause(
    state: &AppState,
    administered: &Administered,
    key: String,
    paused: bool,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let seen = existing(state, administered, key).await?;
    let stored = state.engine.ports().webhooks.pause(seen, paused, context).await?;
    described(state, stored).await
}

pub(super) async fn rotate(
    state: &AppState,
    administered: &Administered,
    key: String,
    secret: String,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let seen = existing(state, administered, key).await?;
    let webhooks = &state.engine.ports().webhooks;
    let stored = webhooks.rotate(seen, Secret::new(secret), context).await?;
    described(state, stored).await
}

pub(super) async fn retire(
    state: &AppState,
    administered: &Administered,
    key: String,
    context: ChangeContext,
) -> Result<DescribedWebhook, ApiError> {
    let seen = existing(state, administered, key).await?;
    let stored = state.engine.ports().webhooks.retire(seen, context).await?;
    described(state, stored).await
}

/// A webhook to be tried, whose stored secrets are used if it exists: it has to be the caller's.
async fn to_try(
    state: &AppState,
    administered: &Administered,
    wanted: WantedWebhook,
) -> Result<(Webhook, GivenSecrets), ApiError> {
    let key = wanted.key.as_deref().unwrap_or_default().trim().to_owned();
    let wanted = match state.engine.ports().webhooks.webhook(key).await? {
        Some(stored) if is_of(administered, &stored) => with_project(wanted, &stored),
        Some(_) => return Err(ApiError::no_such_webhook()),
        None => wanted,
    };
    let project_key = projects::named(administered, wanted.project_key)?;
    resolved(state, WantedWebhook { project_key, ..wanted }).await
}

/// A message without meaning about the first event of a webhook.
fn message_of(state: &AppState, webhook: &Webhook) -> Result<WebhookMessage, ApiError> {
    let no_event = || ApiError::not_in_webhook("event_filter.event_types", "Choose an event.");
    let event = webhook.events.first().copied().ok_or_else(no_event)?;
    Ok(test_message(format!("msg_test_{}", hex(&random::<8>())), state.engine.now(), event))
}

/// What a webhook as it would be sends of a message without meaning. Nothing is sent or stored.
pub(super) async fn echo(
    state: &AppState,
    administered: &Administered,
    wanted: WantedWebhook,
) -> Result<WebhookEcho, ApiError> {
    let (webhook, secrets) = to_try(state, administered, wanted).await?;
    let (message, now) = (message_of(state, &webhook)?, state.engine.now());
    let written = state.engine.ports().webhooks.echo(webhook, secrets, message, now).await;
    Ok(WebhookEcho { request: written? })
}

/// Sends a message without meaning to a webhook as it would be. Nothing is stored.
pub(super) async fn test(
    state: &AppState,
    administered: &Administered,
    wanted: WantedWebhook,
) -> Result<WebhookTestResult, ApiError> {
    let (webhook, secrets) = to_try(state, administered, wanted).await?;
    let (message, now) = (message_of(state, &webhook)?, state.engine.now());
    let attempt = state.engine.ports().webhooks.test(webhook, secrets, message, now).await?;
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
            of_projects: domain.is_of_projects(),
        })
    };
    WebhookDomains { domains: WebhookDomain::ALL.iter().copied().filter_map(domain).collect() }
}

/// The webhook with a key, if the caller may administer it.
pub(super) async fn existing(
    state: &AppState,
    administered: &Administered,
    key: String,
) -> Result<StoredWebhook, ApiError> {
    let found = state.engine.ports().webhooks.webhook(key).await?;
    found.filter(|stored| is_of(administered, stored)).ok_or_else(ApiError::no_such_webhook)
}

fn is_of(administered: &Administered, stored: &StoredWebhook) -> bool {
    administered.has(stored.settings.project_key.as_deref())
}

/// What is wanted, with the project of the stored webhook if it names none.
fn with_project(wanted: WantedWebhook, stored: &StoredWebhook) -> WantedWebhook {
    let named = wanted.project_key.filter(|key| !key.is_empty());
    let project_key = named.or_else(|| stored.settings.project_key.clone());
    WantedWebhook { project_key, ..wanted }
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
    let criteria = criteria.unwrap_or_default();
    let filter = filters::resolved(state, domain, criteria, project_key.as_deref()).await?;
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
