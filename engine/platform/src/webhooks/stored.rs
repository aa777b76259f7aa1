//! What webhooks are in the journal, and back.

use std::sync::Arc;

use waybill_machines::machines::webhook::State;
use waybill_machines::rules::webhooks::WebhookProblem;
use waybill_machines::{AnyState, MachineName, Refused};

use super::{StoredWebhook, WebhookError};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredWebhook {
    const MACHINE: MachineName = MachineName::Webhook;
    const STREAMS: &'static str = "webhook/";
    const IDS: &'static str = "hook";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::Webhook(State::Existing { webhook, revision, paused, disabled, history }) =
            state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: Arc::new(webhook.as_ref().clone()),
            revision: *revision,
            paused: *paused,
            disabled: *disabled,
            history: history.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.settings.key.clone()
    }
}

/// The stream of a webhook.
pub(super) fn stream_of(id: &str) -> String {
    format!("{}{id}", StoredWebhook::STREAMS)
}

/// Why the machine refuses a change. What is not valid was refused before.
pub(super) fn refused(refused: &Refused) -> WebhookError {
    let code = refused.rejection.code;
    let known = [
        WebhookProblem::Fixed,
        WebhookProblem::KeptSecrets,
        WebhookProblem::NotRotated,
        WebhookProblem::NoEarlierSecret,
    ];
    let problem = known.into_iter().find(|problem| problem.code() == code);
    problem.map_or(WebhookError::Unknown, WebhookError::Problem)
}
