//! Who has read what only some may read: log files, the contents of support bundles, the logs of sessions and of
//! everything else. One stream for each kind of subject, such as `reading/log`.
//!
//! ```text
//! unread --open, download--> read
//! ```
//!
//! The record of an opening names the reader in `by`, as all records of acts do. Following a log that is open, and the
//! further parts of a file, are not recorded.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::services::ServiceId;
use crate::time::Timestamp;

/// What is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// A log file.
    Log {
        /// The service.
        service: ServiceId,
        /// The id of the file, such as `artifactory-audit.log`.
        id: String,
    },
    /// The contents of a support bundle.
    SupportBundle {
        /// Its id.
        bundle: String,
    },
    /// The log of a session.
    Session {
        /// Its id.
        session: String,
    },
    /// Another log, such as that of a user: a stream of the platform's journal.
    Stream {
        /// Its name.
        stream: String,
    },
}

impl Subject {
    /// The stream of the subjects of this kind.
    pub const fn stream(&self) -> &'static str {
        match self {
            Self::Log { .. } => "reading/log",
            Self::SupportBundle { .. } => "reading/support_bundle",
            Self::Session { .. } => "reading/session",
            Self::Stream { .. } => "reading/stream",
        }
    }
}

/// The state of the subjects of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReadingState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// None has been read.
    Unread {},
    /// One has been read.
    Read {
        /// When one was read last.
        at: Timestamp,
    },
}
named!(State { Unread = "unread", Read = "read" });

/// The events of reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReadingEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It is opened.
    Open {
        /// What.
        subject: Subject,
    },
    /// It is downloaded as a file.
    Download {
        /// What.
        subject: Subject,
    },
}
named!(Event { Open = "open", Download = "download" });

/// The reading machine.
#[derive(Debug, Default)]
pub struct Reading;

#[state_machine(
    initial = "State::Unread {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Reading {
    #[state(superstate = "root")]
    fn unread() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("at: Timestamp"))]
    fn read() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { .. } | Event::Download { .. } => {
                Transition(State::Read { at: context.at })
            }
        }
    }
}

impl Machine for Reading {
    const NAME: &'static str = "reading";
    const TERMINAL: &'static [&'static str] = &["read"];

    crate::installation_machine!(Reading);

    fn examples() -> Vec<Event> {
        let id = "access-audit.log".to_owned();
        vec![
            Event::Open { subject: Subject::Log { service: ServiceId::Access, id } },
            Event::Download { subject: Subject::Session { session: "0192f0c1".to_owned() } },
            Event::Open { subject: Subject::Stream { stream: "user/p_ann".to_owned() } },
        ]
    }
}
