//! The server of an installation, in the stream `server`: when it was started and stopped, with which configuration,
//! and what was mended or removed without a request.
//!
//! ```text
//! never --start--> running --stop--> stopped --start--> running
//! ```
//!
//! A crash records nothing: the next start then follows a start. A setting is recorded with its value, a secret with a
//! digest only, by which a change of it shows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::secret::Digest;
use crate::time::Timestamp;

/// A setting that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum Setting {
    /// A setting that may be shown.
    Value {
        /// Its value as JSON.
        value: String,
    },
    /// A secret, or a value that is too long for a record.
    Digest {
        /// A digest under a key of the installation.
        digest: Digest,
    },
}

/// The settings of a server that differ from their defaults, by their path.
pub type Settings = BTreeMap<String, Setting>;

/// Why a server stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// A signal of the operating system.
    Signal,
    /// The sessions' journal failed.
    JournalFailed,
    /// Something else failed, as while it started.
    Failed,
}

/// What is removed because no record refers to it, which a crash leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Swept {
    /// Secrets and personal values of accounts.
    Accounts,
    /// Licence keys.
    LicenceKeys,
    /// Contents of files, also of those that were removed or replaced, once their grace period is over.
    Contents,
}

/// The state of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "ServerState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No start was recorded.
    Never {},
    /// It was started, and no stop was recorded.
    Running {
        /// The version.
        version: String,
        /// When it was started.
        since: Timestamp,
        /// The configuration.
        settings: Settings,
    },
    /// It has stopped.
    Stopped {
        /// The version.
        version: String,
        /// When it stopped.
        at: Timestamp,
        /// The configuration.
        settings: Settings,
    },
}
named!(State { Never = "never", Running = "running", Stopped = "stopped" });

/// The events of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "ServerEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It starts.
    Start {
        /// Its version.
        version: String,
        /// The settings that were set or changed since the last start.
        changed: Settings,
        /// The settings that have their default again.
        removed: BTreeSet<String>,
    },
    /// Its certificate was read again while it runs.
    Reload {
        /// The settings that were set or changed.
        changed: Settings,
        /// The settings that are not set any longer.
        removed: BTreeSet<String>,
    },
    /// It stops, and its records end with this one.
    Stop {
        /// Why.
        reason: StopReason,
        /// What failed, as a sentence.
        #[serde(default)]
        why: Option<String>,
    },
    /// The journals were mended by `waybill fsck --repair`.
    Repair {
        /// What was done, a sentence each.
        steps: Vec<String>,
    },
    /// What no record refers to was removed.
    Sweep {
        /// What it was.
        swept: Swept,
        /// How many.
        removed: u64,
    },
    /// The journal of a day of visitors, whose sessions have no sign-in, is dropped.
    DropVisitors {
        /// The journal, by its day in UTC.
        day: String,
        /// Number of sessions.
        sessions: u64,
        /// Number of records.
        records: u64,
        /// The hash of the newest record.
        last: Digest,
    },
}
named!(Event {
    Start = "start",
    Reload = "reload",
    Stop = "stop",
    Repair = "repair",
    Sweep = "sweep",
    DropVisitors = "drop_visitors",
});

/// The server machine.
#[derive(Debug, Default)]
pub struct Server;

/// The settings after a start.
fn applied(settings: &Settings, changed: &Settings, removed: &BTreeSet<String>) -> Settings {
    let kept = settings.iter().filter(|(name, _)| !removed.contains(*name));
    kept.chain(changed).map(|(name, setting)| (name.clone(), setting.clone())).collect()
}

#[state_machine(
    initial = "State::Never {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Server {
    #[state(superstate = "root")]
    fn never(event: &Event, context: &mut Context) -> Outcome<State> {
        started(event, &Settings::new(), context)
    }

    #[state(
        superstate = "root",
        local_storage("version: String", "since: Timestamp", "settings: Settings")
    )]
    fn running(
        event: &Event,
        version: &String,
        settings: &mut Settings,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Reload { changed, removed } => {
                *settings = applied(settings, changed, removed);
                Handled
            }
            Event::Stop { .. } => Transition(State::Stopped {
                version: version.clone(),
                at: context.at,
                settings: settings.clone(),
            }),
            _ => started(event, settings, context),
        }
    }

    #[state(
        superstate = "root",
        local_storage("version: String", "at: Timestamp", "settings: Settings")
    )]
    fn stopped(event: &Event, settings: &Settings, context: &mut Context) -> Outcome<State> {
        started(event, settings, context)
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Repair { .. } | Event::Sweep { .. } | Event::DropVisitors { .. } => Handled,
            Event::Start { .. } | Event::Reload { .. } | Event::Stop { .. } => {
                context.refuse_here()
            }
        }
    }
}

fn started(event: &Event, settings: &Settings, context: &Context) -> Outcome<State> {
    let Event::Start { version, changed, removed } = event else { return Super };
    Transition(State::Running {
        version: version.clone(),
        since: context.at,
        settings: applied(settings, changed, removed),
    })
}

impl Machine for Server {
    const NAME: &'static str = "server";

    crate::installation_machine!(Server);

    fn examples() -> Vec<Event> {
        let name = || "installation.idle_minutes".to_owned();
        let setting = Setting::Value { value: "10".to_owned() };
        let start = |changed: Settings, removed: BTreeSet<String>| Event::Start {
            version: "0.1.0".to_owned(),
            changed,
            removed,
        };
        vec![
            start(Settings::from([(name(), setting)]), BTreeSet::new()),
            start(Settings::new(), BTreeSet::from([name()])),
            Event::Reload { changed: Settings::new(), removed: BTreeSet::from([name()]) },
            Event::Stop { reason: StopReason::Signal, why: None },
            Event::Stop { reason: StopReason::Failed, why: Some("the port is in use".to_owned()) },
            Event::Repair { steps: vec!["remove HEAD.tmp".to_owned()] },
            Event::Sweep { swept: Swept::Accounts, removed: 1 },
            Event::Sweep { swept: Swept::Contents, removed: 0 },
            Event::DropVisitors {
                day: "2026-01-01".to_owned(),
                sessions: 1,
                records: 4,
                last: Digest("0".repeat(64)),
            },
        ]
    }
}
