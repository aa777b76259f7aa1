//! A webhook: created under a key, changed, paused, given another secret, and deleted, in a stream of its own
//! (HOOK-01).
//!
//! ```text
//! absent --create--> existing --change, disable, pause, rotate, retire--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. Each change of what is sent or where to is another revision; a
//! delivery is of one revision. Its project never changes. Secrets are given for one address: with another one they are
//! entered again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::webhooks::{
    Webhook as Settings, WebhookEventType, WebhookFilter, WebhookHandler, WebhookMethod,
    WebhookPatterns, WebhookProblem, WebhookSignature, check_webhook,
};
use crate::secret::{PersonId, SecretRef};
use crate::time::Timestamp;

/// Why the platform has disabled a webhook by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookDisabled {
    /// The receiver has answered that it is gone for good (410).
    Gone,
    /// The user who changed it last may no longer read what it sends, or administers its project no longer.
    OwnerWithoutRights,
}

/// When a webhook was created and changed, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookHistory {
    /// When it was created.
    pub created_at: Timestamp,
    /// Since when it sends to its address: events that happened before are not sent. It begins again with another
    /// address, and when it is enabled.
    pub sends_since: Timestamp,
    /// The user whose rights each delivery needs: the one who changed it last. None if the server did.
    pub owner: Option<PersonId>,
}

/// The state of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The webhook does not exist.
    Absent {},
    /// The webhook exists.
    Existing {
        /// What it sends, where, and when.
        webhook: Box<Settings>,
        /// The number of its revision, from 1.
        revision: u32,
        /// Whether its deliveries wait.
        paused: bool,
        /// Why the platform has disabled it; none while it is enabled, and where a user has disabled it.
        disabled: Option<WebhookDisabled>,
        /// When it was created and changed, and by whom.
        history: WebhookHistory,
    },
    /// The webhook was deleted. Its key is free for another one.
    Deleted {
        /// The key that it had.
        key: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The webhook is created.
    Create {
        /// What it sends, where, and when.
        webhook: Box<Settings>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it sends, where, or when, changes. The key and the project stay.
    Change {
        /// What it sends from now on.
        webhook: Box<Settings>,
        /// The user who changes it; none for the server.
        by: Option<PersonId>,
    },
    /// The platform disables it.
    Disable {
        /// Why.
        reason: WebhookDisabled,
    },
    /// Its deliveries wait from now on, or no longer.
    Pause {
        /// Whether they do.
        paused: bool,
    },
    /// It gets another secret for its signatures. With those of Standard Webhooks the one before counts too, until it
    /// is retired; the others have room for one only.
    Rotate {
        /// The new secret.
        secret: SecretRef,
    },
    /// The secret before the newest one no longer counts.
    Retire {},
    /// The webhook is deleted.
    Delete {},
}
named!(Event {
    Create = "create",
    Change = "change",
    Disable = "disable",
    Pause = "pause",
    Rotate = "rotate",
    Retire = "retire",
    Delete = "delete",
});

/// The machine of webhooks.
#[derive(Debug, Default)]
pub struct Webhook;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Webhook {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { webhook, by } = event else { return Super };
        if let Err(problem) = check_webhook(webhook) {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing {
            webhook: webhook.clone(),
            revision: 1,
            paused: false,
            disabled: None,
            history: WebhookHistory {
                created_at: context.at,
                sends_since: context.at,
                owner: by.clone(),
            },
        })
    }

    #[state(
        superstate = "root",
        local_storage(
            "webhook: Box<Settings>",
            "revision: u32",
            "paused: bool",
            "disabled: Option<WebhookDisabled>",
            "history: WebhookHistory"
        )
    )]
    fn existing(
        webhook: &mut Box<Settings>,
        revision: &mut u32,
        paused: &mut bool,
        disabled: &mut Option<WebhookDisabled>,
        history: &mut WebhookHistory,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let changed = match event {
            Event::Create { .. } => return Super,
            Event::Delete {} => return Transition(State::Deleted { key: webhook.key.clone() }),
            Event::Pause { paused: wanted } => {
                *paused = *wanted;
                return Handled;
            }
            Event::Change { webhook: wanted, by } => check_change(webhook, wanted).map(|()| {
                (*disabled, history.owner) = (None, by.clone());
                if wanted.url != webhook.url || (wanted.enabled && !webhook.enabled) {
                    history.sends_since = context.at;
                }
                wanted.as_ref().clone()
            }),
            Event::Disable { reason } => {
                *disabled = Some(*reason);
                Ok(Settings { enabled: false, ..webhook.as_ref().clone() })
            }
            Event::Rotate { secret } => rotated(webhook, secret),
            Event::Retire {} => retired(webhook),
        };
        match changed {
            Ok(changed) => {
                **webhook = changed;
                *revision = revision.saturating_add(1);
                Handled
            }
            Err(problem) => context.not_allowed(problem.rejection()),
        }
    }

    #[state(superstate = "root", local_storage("key: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// The key and the project stay, and no secret that was given for one address goes to another.
fn check_change(known: &Settings, wanted: &Settings) -> Result<(), WebhookProblem> {
    if known.key != wanted.key {
        return Err(WebhookProblem::Fixed);
    }
    if known.project_key != wanted.project_key {
        return Err(WebhookProblem::ProjectFixed);
    }
    check_webhook(wanted)?;
    let is_kept = |secret: &SecretRef| known.secrets().any(|other| other == secret);
    if known.url != wanted.url && wanted.secrets().any(is_kept) {
        return Err(WebhookProblem::KeptSecrets);
    }
    Ok(())
}

/// The webhook with another secret for its signatures.
fn rotated(known: &Settings, secret: &SecretRef) -> Result<Settings, WebhookProblem> {
    let WebhookHandler::Webhook { secret: Some(earlier), signature, cloud_event, .. } =
        &known.handler
    else {
        return Err(WebhookProblem::NotRotated);
    };
    let is_both = *signature == WebhookSignature::Standard;
    Ok(Settings {
        handler: WebhookHandler::Webhook {
            secret: Some(secret.clone()),
            earlier_secret: is_both.then(|| earlier.clone()),
            signature: *signature,
            cloud_event: *cloud_event,
        },
        ..known.clone()
    })
}

/// The webhook without the secret before the newest one.
fn retired(known: &Settings) -> Result<Settings, WebhookProblem> {
    let mut changed = known.clone();
    match &mut changed.handler {
        WebhookHandler::Webhook { earlier_secret, .. } if earlier_secret.is_some() => {
            *earlier_secret = None;
            Ok(changed)
        }
        _ => Err(WebhookProblem::NoEarlierSecret),
    }
}

impl Machine for Webhook {
    const NAME: &'static str = "webhook";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Webhooks are changed over HTTP.
    crate::installation_machine!(Webhook);

    /// Without what is sent and who changed it, which no decision depends on. Further revisions are decided like the
    /// second.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { webhook, revision, paused, disabled, .. } => {
                let handler = match &webhook.handler {
                    WebhookHandler::Webhook { secret, earlier_secret, signature, .. } => {
                        format!("{signature:?} {secret:?} {earlier_secret:?}")
                    }
                    WebhookHandler::CustomWebhook { .. } => "custom".to_owned(),
                };
                let Settings { key, project_key, enabled, url, .. } = &**webhook;
                let revision = revision.min(&2);
                format!(
                    "existing {key} {project_key:?} {url} {enabled} {revision} {paused} {disabled:?} {handler}"
                )
            }
            State::Deleted { key } => format!("deleted {key}"),
        }
    }

    fn examples() -> Vec<Event> {
        let by = || Some(PersonId("p_ann".into()));
        let signed = |signature| WebhookHandler::Webhook {
            secret: Some(SecretRef("s_first".into())),
            earlier_secret: None,
            signature,
            cloud_event: false,
        };
        let custom = WebhookHandler::CustomWebhook {
            method: WebhookMethod::Put,
            payload: Some("{{ .data.name }} is there".into()),
            secrets: BTreeMap::from([("token".into(), SecretRef("s_token".into()))]),
        };
        let webhook = |key: &str, host: &str, handler| {
            Box::new(Settings {
                key: key.into(),
                description: "deployments".into(),
                enabled: true,
                ordered: false,
                project_key: None,
                events: BTreeSet::from([WebhookEventType::ArtifactDeployed]),
                filter: WebhookFilter::Repositories {
                    any_local: true,
                    any_remote: false,
                    ids: BTreeSet::from(["r1".into()]),
                    patterns: WebhookPatterns::default(),
                },
                url: format!("https://{host}/hook"),
                proxy: None,
                headers: Vec::new(),
                handler,
            })
        };
        let standard = || signed(WebhookSignature::Standard);
        let mut of_project = webhook("deploys", "ci.example.org", standard());
        of_project.project_key = Some("dflt".into());
        let create = |webhook| Event::Create { webhook, by: by() };
        let change = |webhook| Event::Change { webhook, by: by() };
        let unsigned = WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Plain,
            cloud_event: true,
        };
        vec![
            create(webhook("deploys", "ci.example.org", standard())),
            create(webhook("deploys", "ci.example.org", signed(WebhookSignature::HmacSha256))),
            create(webhook("deploys", "ci.example.org", custom)),
            create(webhook("1", "ci.example.org", standard())),
            change(webhook("deploys", "ci.example.org", standard())),
            change(webhook("other", "ci.example.org", standard())),
            change(of_project),
            change(webhook("deploys", "other.example.org", standard())),
            change(webhook("deploys", "other.example.org", unsigned)),
            Event::Disable { reason: WebhookDisabled::Gone },
            Event::Disable { reason: WebhookDisabled::OwnerWithoutRights },
            Event::Pause { paused: true },
            Event::Pause { paused: false },
            Event::Rotate { secret: SecretRef("s_second".into()) },
            Event::Retire {},
            Event::Delete {},
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    fn webhook(project_key: Option<&str>) -> Box<Settings> {
        let Some(Event::Create { mut webhook, .. }) = Webhook::examples().into_iter().next() else {
            panic!("the first example creates a webhook")
        };
        webhook.project_key = project_key.map(str::to_owned);
        webhook
    }

    /// covers: [HOOK-02, ROLE-03]
    #[test]
    fn the_project_of_a_webhook_never_changes() {
        let at = Timestamp::from_ms(0);
        for before in [None, Some("blue")] {
            let create = Event::Create { webhook: webhook(before), by: None };
            let created = decide::<Webhook>(&State::Absent {}, &create, at).expect("created").state;
            for after in [None, Some("blue"), Some("red")] {
                let change = Event::Change { webhook: webhook(after), by: None };
                let is_changed = decide::<Webhook>(&created, &change, at).is_ok();
                assert_eq!(is_changed, before == after, "{before:?} {after:?}");
            }
        }
    }
}
