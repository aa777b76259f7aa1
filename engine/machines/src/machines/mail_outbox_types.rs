//! The states and events of the machine of outboxes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::mail::{MailFailure, MailKind};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// A mail that has neither been sent nor given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenMail {
    /// What it is about.
    pub kind: MailKind,
    /// The user it is for, whose address is looked up when it is sent.
    pub person: Option<PersonId>,
    /// The mark of its secret, which is in the vault; none if it has none.
    pub content: Option<Digest>,
    /// The language in which it is written.
    pub language: String,
    /// When it was queued.
    pub queued_at: Timestamp,
    /// When it is of no use any longer.
    pub expires_at: Timestamp,
    /// How often it was handed to the server.
    pub attempts: u32,
    /// It is not handed to the server before this time.
    pub not_before: Timestamp,
    /// Whether it is being handed to the server. After a crash it is handed over again, with the same id.
    pub sending: bool,
}

/// The state of the outbox of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MailOutboxState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No mail was queued on this day.
    Absent {},
    /// Mails were queued on this day.
    Day {
        /// Those that have neither been sent nor given up, by id.
        open: BTreeMap<String, OpenMail>,
        /// How many the server has taken.
        sent: u32,
        /// How many were given up because they cannot be sent.
        failed: u32,
        /// How many were given up because they were of no use any longer.
        expired: u32,
    },
}
named!(State { Absent = "absent", Day = "day" });

/// The events of the outbox of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MailOutboxEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A mail is to be sent.
    Queue {
        /// Its id, which no other mail has: `m_` and 32 hex digits.
        id: String,
        /// What it is. It was not handed to the server yet.
        mail: OpenMail,
    },
    /// A mail is handed to the server. This is recorded before.
    Begin {
        /// Its id.
        id: String,
    },
    /// The server has taken a mail.
    Sent {
        /// Its id.
        id: String,
    },
    /// A mail is tried again later.
    Deferred {
        /// Its id.
        id: String,
        /// When it is handed to the server again at the earliest.
        not_before: Timestamp,
        /// Why it was not sent.
        reason: MailFailure,
    },
    /// A mail is given up because it cannot be sent.
    Failed {
        /// Its id.
        id: String,
        /// Why.
        reason: MailFailure,
    },
    /// A mail is given up because it is of no use any longer.
    Expired {
        /// Its id.
        id: String,
    },
}
named!(Event {
    Queue = "queue",
    Begin = "begin",
    Sent = "sent",
    Deferred = "deferred",
    Failed = "failed",
    Expired = "expired",
});
