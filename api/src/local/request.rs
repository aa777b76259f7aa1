//! What is sent over the local socket.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use waybill_journal::DayName;
use waybill_journal::durable::CutGeneration;

use crate::cli::{Act, Failed};
use crate::data::{PLATFORM, SESSIONS};
use crate::version::VERSION;

/// The version of the protocol. It grows with each change of a message, so that other builds are recognised.
const PROTOCOL: u32 = 4;

/// The first message of both sides.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    protocol: u32,
    /// The version of the build.
    pub version: String,
}

impl Hello {
    /// That of this build.
    pub fn own() -> Self {
        Self { protocol: PROTOCOL, version: VERSION.to_owned() }
    }
}

/// A journal of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalName {
    /// The sessions' journal.
    Sessions,
    /// The platform's journal.
    Platform,
}

impl JournalName {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Sessions, Self::Platform];

    /// The journal with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|journal| journal.as_str() == name)
    }

    /// Its name in the data directory.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sessions => SESSIONS,
            Self::Platform => PLATFORM,
        }
    }
}

/// What the server is asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Request {
    /// A command, whose output is sent back.
    Act {
        /// What to do.
        act: Act,
    },
    /// A read of a journal.
    Read {
        /// The journal.
        journal: JournalName,
        /// Of the sessions' journals, only that of visitors of this day.
        day: Option<DayName>,
        /// What to read.
        read: Read,
    },
    /// The days that have a journal of visitors, each with the extent of that.
    Days {},
    /// What is durable in both journals at one time.
    Cut {},
    /// The frames of a generation, as a sealed one.
    Generation {
        /// The journal.
        journal: JournalName,
        /// The generation.
        generation: CutGeneration,
    },
}

impl Request {
    /// The name of the command that sends it, as far as it is known.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Act { act } => act.name(),
            Self::Read { .. } | Self::Days {} => "read",
            Self::Cut {} | Self::Generation { .. } => "backup",
        }
    }
}

/// A read of a journal: a method of the same name with its arguments.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "read", rename_all = "snake_case")]
#[allow(missing_docs, reason = "they are those of the methods")]
pub enum Read {
    Records { stream: String, from_seq: u64, limit: usize },
    Head { stream: String },
    IsBroken { stream: String },
    MayLackNewest { stream: String },
    Streams { prefix: String, after: Option<String>, limit: usize },
    Scan { from_position: u64, limit: usize },
    ReadableFrom { position: u64 },
    Count {},
}

/// How a request ended.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "snake_case")]
pub enum Ended {
    /// It succeeded, and this is the answer, if there is one.
    Success {
        /// The answer of a read.
        #[serde(default)]
        answer: Value,
    },
    /// A check failed, and its findings are in the output.
    CheckFailed {},
    /// It failed.
    Failed(Failed),
}
