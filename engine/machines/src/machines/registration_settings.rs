//! Whether visitors create accounts, which ones may, and whether an administrator approves (PASS-04).
//!
//! ```text
//! absent --set--> configured --set--> configured
//! ```
//!
//! There is one, in a stream of its own. Until an administrator sets it, visitors create no accounts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::registration::{RegistrationSettings as Settings, check_registration};

/// The state of what is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RegistrationSettingsState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It has never been set.
    Absent {},
    /// An administrator has set it.
    Configured {
        /// What was set.
        settings: Settings,
    },
}
named!(State { Absent = "absent", Configured = "configured" });

/// The events of what is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RegistrationSettingsEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// An administrator sets it.
    Set {
        /// What is set from now on.
        settings: Settings,
    },
}
named!(Event { Set = "set" });

/// The machine of what is set.
#[derive(Debug, Default)]
pub struct RegistrationSettings;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl RegistrationSettings {
    #[state]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        set(event, context)
    }

    #[state(local_storage("settings: Settings"))]
    fn configured(event: &Event, context: &mut Context) -> Outcome<State> {
        set(event, context)
    }
}

fn set(event: &Event, context: &mut Context) -> Outcome<State> {
    let Event::Set { settings } = event;
    if let Err(problem) = check_registration(settings) {
        return context.not_allowed(problem.rejection());
    }
    Transition(State::Configured { settings: settings.clone() })
}

impl Machine for RegistrationSettings {
    const NAME: &'static str = "registration_settings";
    const TERMINAL: &'static [&'static str] = &["configured"];

    // It is changed over HTTP.
    crate::installation_machine!(RegistrationSettings);

    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Configured { settings } => {
                let Settings { enabled, domains, approval } = settings;
                format!("configured {enabled} {} {approval}", domains.len())
            }
        }
    }

    fn examples() -> Vec<Event> {
        let set = |enabled, domains: &[&str], approval| {
            let domains: BTreeSet<String> = domains.iter().map(|name| (*name).to_owned()).collect();
            Event::Set { settings: Settings { enabled, domains, approval } }
        };
        vec![
            set(true, &[], false),
            set(true, &["example.org"], true),
            set(true, &["@example.org"], false),
            set(false, &[], false),
        ]
    }
}
