//! What programs and the console see of deliveries.

use waybill_machines::machines::webhook_delivery::State;
use waybill_machines::rules::webhooks::{
    WebhookAnswer, WebhookAttempt, WebhookCancelled, WebhookDeath, WebhookEventType,
    WebhookFailure, WebhookMessage,
};
use waybill_platform::streams::ChangeContext;
use waybill_platform::webhooks::{DeliveryAttempt, DeliveryError, ListedDelivery, NamedMessage};

use super::owners::username_of;
use super::settings::existing;
use crate::caller::Administered;
use crate::error::ApiError;
use crate::extract::{check_length, rows};
use crate::state::AppState;
use crate::wire::webhook_deliveries::{
    DescribedWebhookDelivery, ListedWebhookDelivery, MaskedWebhookHeader, MaskedWebhookRequest,
    WebhookDeliveries, WebhookDeliveriesQuery, WebhookDeliveryAttempt, WebhookDeliveryStatus,
    WebhookRedelivery,
};

pub(super) async fn list(
    state: &AppState,
    administered: &Administered,
    key: String,
    query: WebhookDeliveriesQuery,
) -> Result<WebhookDeliveries, ApiError> {
    let webhook = existing(state, administered, key).await?;
    let limit = rows("limit", query.limit)?;
    if let Some(search) = &query.search {
        check_length(&[("search", search)])?;
    }
    let search = query.search.map(|search| search.trim().to_lowercase());
    let ports = state.engine.ports();
    // Messages have no names of users: the user is looked for whose name is searched for.
    let person = match &search {
        Some(name) => ports.accounts.person_named(name).await.ok().flatten(),
        None => None,
    };
    let is_wanted = |listed: &ListedDelivery| {
        let is_in_state = query.state.is_none_or(|state| state == status_of(&listed.state));
        let is_about = person.is_some() && listed.message.data.user_id == person;
        is_seen_by(administered, listed.message.event)
            && is_in_state
            && (is_about || search.as_ref().is_none_or(|search| has(listed, search)))
    };
    let deliveries = &ports.webhook_deliveries;
    let mut found = deliveries.list(&webhook, query.after.as_deref(), limit + 1, &is_wanted);
    let has_more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| has_more).map(|last| last.id.clone());
    let mut deliveries = Vec::with_capacity(found.len());
    for delivery in found {
        let username = username_in(state, &delivery.message).await;
        deliveries.push(listed(delivery, username));
    }
    Ok(WebhookDeliveries { deliveries, next })
}

pub(super) async fn one(
    state: &AppState,
    administered: &Administered,
    key: String,
    id: String,
) -> Result<DescribedWebhookDelivery, ApiError> {
    let webhook = existing(state, administered, key).await?;
    let ports = state.engine.ports();
    let found = ports.webhook_deliveries.delivery(&webhook, id).await?;
    if !is_seen_by(administered, found.listed.message.event) {
        return Err(DeliveryError::Unknown.into());
    }
    let (message, now) = (found.listed.message.clone(), state.engine.now());
    let username = username_in(state, &message).await;
    let named = NamedMessage { message: &message, username: username.as_deref() };
    let request = ports.webhooks.masked_request(&webhook.settings, named, now);
    let request = request.map(|request| MaskedWebhookRequest {
        method: request.method,
        url: webhook.settings.url.clone(),
        headers: request
            .headers
            .into_iter()
            .map(|(name, value)| MaskedWebhookHeader { name, value })
            .collect(),
        body: request.body,
    });
    Ok(DescribedWebhookDelivery {
        message_id: message.id.clone(),
        trace_id: message.trace_id().map(str::to_owned),
        request: request.ok(),
        attempts: found.attempts.into_iter().map(attempt).collect(),
        delivery: listed(found.listed, username),
    })
}

pub(super) async fn redeliver(
    state: &AppState,
    administered: &Administered,
    key: String,
    id: String,
    context: ChangeContext,
) -> Result<WebhookRedelivery, ApiError> {
    let webhook = existing(state, administered, key).await?;
    let deliveries = &state.engine.ports().webhook_deliveries;
    let id = deliveries.redeliver(&webhook, id, context).await?;
    Ok(WebhookRedelivery { id })
}

/// Whether deliveries of an event are shown. Those of users, violations and release bundles, which webhooks of projects
/// had before they belonged to these, are not for administrators of projects.
const fn is_seen_by(administered: &Administered, event: WebhookEventType) -> bool {
    matches!(administered, Administered::Installation) || event.domain().is_of_projects()
}

fn has(listed: &ListedDelivery, search: &str) -> bool {
    let event = listed.message.event;
    [event.domain().name(), event.type_name()].iter().any(|name| name.contains(search))
        || listed.message.data.subject().to_lowercase().contains(search)
        || listed.id.contains(search)
}

const fn status_of(state: &State) -> WebhookDeliveryStatus {
    match state {
        State::Absent {} | State::Waiting { .. } => WebhookDeliveryStatus::Waiting,
        State::Delivered { .. } => WebhookDeliveryStatus::Delivered,
        State::Dead { .. } => WebhookDeliveryStatus::Dead,
        State::Cancelled { .. } => WebhookDeliveryStatus::Cancelled,
    }
}

/// The name of the user that a message is about; none if it is about no user.
async fn username_in(state: &AppState, message: &WebhookMessage) -> Option<String> {
    let user = message.data.user_id.as_ref()?;
    Some(username_of(&*state.engine.ports().accounts, user).await)
}

/// A delivery as it is listed. A user without a name any longer is named by the id, and what a user has done to a file
/// is about the file.
fn listed(delivery: ListedDelivery, username: Option<String>) -> ListedWebhookDelivery {
    let ListedDelivery { id, message, state, attempted_at, last, .. } = delivery;
    let username = username.filter(|name| !name.is_empty() && message.data.repo_key.is_none());
    let (attempts, retried_at, why) = match &state {
        State::Absent {} => (0, None, None),
        State::Waiting { attempts, until, .. } => (*attempts, Some(*until), None),
        State::Delivered { attempts } => (*attempts, None, None),
        State::Dead { attempts, why } => (*attempts, None, why_dead(*why)),
        State::Cancelled { attempts, why } => (*attempts, None, Some(why_cancelled(*why))),
    };
    let of_attempt = last.as_ref().and_then(|last| error_of(&last.answer));
    ListedWebhookDelivery {
        id,
        domain: message.event.domain(),
        event_type: message.event.type_name(),
        subject: username.unwrap_or_else(|| message.data.subject()),
        happened_at: message.at,
        state: status_of(&state),
        attempts,
        attempted_at,
        status: last.as_ref().and_then(|last| status_in(&last.answer)),
        error: why.map(str::to_owned).or(of_attempt),
        took_ms: last.as_ref().map(|last| last.took_ms.into()),
        retried_at,
    }
}

fn attempt(made: DeliveryAttempt) -> WebhookDeliveryAttempt {
    let DeliveryAttempt { at, attempt: WebhookAttempt { took_ms, answer } } = made;
    let (status, error) = (status_in(&answer), error_of(&answer));
    let answer = match answer {
        WebhookAnswer::Status { text, .. } => text,
        WebhookAnswer::None { .. } => None,
    };
    WebhookDeliveryAttempt { at, took_ms: took_ms.into(), status, error, answer }
}

const fn status_in(answer: &WebhookAnswer) -> Option<u16> {
    match answer {
        WebhookAnswer::Status { status, .. } => Some(*status),
        WebhookAnswer::None { .. } => None,
    }
}

/// Why an attempt has failed; none if it has not.
fn error_of(answer: &WebhookAnswer) -> Option<String> {
    match answer {
        WebhookAnswer::Status { status: 200..=299, .. } => None,
        WebhookAnswer::Status { status, .. } => Some(format!("The receiver answered {status}.")),
        WebhookAnswer::None { failure } => Some(sentence_of(*failure).to_owned()),
    }
}

const fn sentence_of(failure: WebhookFailure) -> &'static str {
    match failure {
        WebhookFailure::NotReached => "The receiver could not be reached.",
        WebhookFailure::NotTrusted => "The certificate of the receiver is not trusted.",
        WebhookFailure::TooSlow => "The receiver took too long.",
        WebhookFailure::NotHttp => "The receiver does not answer by the rules of HTTP.",
        WebhookFailure::Proxy => {
            "The proxy could not be used, or does not connect to the receiver."
        }
        WebhookFailure::Busy => "This server had too many requests in progress.",
        WebhookFailure::Blocked => {
            "This server does not connect to the address, or the receiver redirected elsewhere."
        }
        WebhookFailure::Address => "The address cannot be one.",
        WebhookFailure::Unsendable => {
            "The request could not be made: a secret is missing, or a value cannot be sent."
        }
    }
}

/// Why a delivery is dead, where the last answer does not show it.
const fn why_dead(why: WebhookDeath) -> Option<&'static str> {
    match why {
        WebhookDeath::Refused => None,
        WebhookDeath::Gone => Some("The receiver is gone for good (410)."),
        WebhookDeath::Expired => Some("It was tried for a day."),
        WebhookDeath::OwnerWithoutRights => {
            Some("The user who changed the webhook last may not read what the event is about.")
        }
    }
}

const fn why_cancelled(why: WebhookCancelled) -> &'static str {
    match why {
        WebhookCancelled::Changed => "The address of the webhook changed, or it was disabled.",
        WebhookCancelled::Deleted => "The webhook was deleted.",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// covers: [HOOK-05, ROLE-03]
    #[test]
    fn deliveries_about_users_and_violations_are_for_administrators_of_the_installation() {
        let of_project = Administered::Projects(BTreeSet::from(["blue".to_owned()]));
        for (event, expected) in [
            (WebhookEventType::ArtifactDeployed, true),
            (WebhookEventType::BuildUploaded, true),
            (WebhookEventType::UserLocked, false),
            (WebhookEventType::PolicyViolated, false),
            (WebhookEventType::BundleReceived, false),
        ] {
            assert_eq!(is_seen_by(&of_project, event), expected, "{event:?}");
            assert!(is_seen_by(&Administered::Installation, event));
        }
    }
}
