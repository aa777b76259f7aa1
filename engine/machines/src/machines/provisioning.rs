//! Whether programs provision users and groups (SCIM), and how their users sign in.
//!
//! ```text
//! absent --set--> configured --set--> configured
//! ```
//!
//! There is one, in a stream of its own. Until an administrator sets it, nothing is provisioned.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::provisioning::{ProvisioningSettings, check_provisioning};

/// The state of provisioning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ProvisioningState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It has never been set.
    Absent {},
    /// An administrator has set it.
    Configured {
        /// What was set.
        settings: ProvisioningSettings,
    },
}
named!(State { Absent = "absent", Configured = "configured" });

/// The events of provisioning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ProvisioningEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// An administrator sets it.
    Set {
        /// What is set from now on.
        settings: ProvisioningSettings,
    },
}
named!(Event { Set = "set" });

/// The machine of provisioning.
#[derive(Debug, Default)]
pub struct Provisioning;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Provisioning {
    #[state]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        set(event, context)
    }

    #[state(local_storage("settings: ProvisioningSettings"))]
    fn configured(event: &Event, context: &mut Context) -> Outcome<State> {
        set(event, context)
    }
}

fn set(event: &Event, context: &mut Context) -> Outcome<State> {
    let Event::Set { settings } = event;
    if let Err(problem) = check_provisioning(settings) {
        return context.not_allowed(problem.rejection());
    }
    Transition(State::Configured { settings: settings.clone() })
}

impl Machine for Provisioning {
    const NAME: &'static str = "provisioning";
    const TERMINAL: &'static [&'static str] = &["configured"];

    // It is changed over HTTP.
    crate::installation_machine!(Provisioning);

    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Configured { settings } => {
                format!("configured {} {:?}", settings.enabled, settings.provider)
            }
        }
    }

    fn examples() -> Vec<Event> {
        let set = |enabled, provider: Option<&str>| Event::Set {
            settings: ProvisioningSettings { enabled, provider: provider.map(str::to_owned) },
        };
        vec![
            set(true, None),
            set(true, Some("corporate")),
            set(true, Some("Corporate")),
            set(false, None),
        ]
    }
}
