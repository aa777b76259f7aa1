//! The messages of the server to a tab, from which the console's types are generated. Those of tabs are in
//! `api/src/wire/socket.rs`.

use serde::Serialize;
use serde_json::value::RawValue;
use waybill_machines::secret::PersonId;
use waybill_machines::{MachineName, Timestamp};

use crate::change::Change;
#[cfg(feature = "schema")]
use crate::change::UntypedState;
use crate::error::Nack;
use crate::topics::TopicRefusal;

/// A message of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: the hello was accepted.
    Welcome(Welcome),
    /// The states of all machines that the tab can see. It replaces what the tab knows.
    Snapshot(Snapshot),
    /// All changes of one command.
    Transitions {
        /// The changes, in order.
        changes: Vec<Change>,
    },
    /// A command was accepted; its changes were sent before.
    Ack {
        /// The id of the command.
        id: String,
        /// The sequence number of its record.
        seq: u64,
    },
    /// A command was refused.
    Nack {
        /// The id of the command.
        id: String,
        /// Why.
        #[serde(flatten)]
        nack: Nack,
    },
    /// The tab was too slow: missed changes or a snapshot follow.
    Lagged {},
    /// A subscription has started.
    TopicBegin {
        /// The id of the subscription.
        id: String,
    },
    /// A message of a topic.
    Topic {
        /// The id of the subscription.
        id: String,
        /// Where to continue after this message; null if the topic cannot be resumed.
        cursor: Option<String>,
        /// What the topic sends.
        #[cfg_attr(feature = "schema", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
        data: Box<RawValue>,
    },
    /// A subscription was refused or has ended.
    TopicEnd {
        /// The id of the subscription.
        id: String,
        /// Why.
        #[serde(flatten)]
        refusal: TopicRefusal,
    },
}

impl ServerMessage {
    /// The text that is sent.
    pub fn json(&self) -> String {
        let text = match self {
            // What they contain is embedded as it is.
            Self::Snapshot(_) | Self::Transitions { .. } | Self::Topic { .. } => {
                serde_json::to_string(self)
            }
            // The members of the others have always been sent in alphabetical order.
            _ => serde_json::to_value(self).map(|message| message.to_string()),
        };
        text.unwrap_or_else(|error| {
            tracing::error!(%error, "a message could not be written");
            String::new()
        })
    }
}

/// Who and where a tab is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// The id of the server's build.
    pub build: String,
    /// What sequence numbers are valid for.
    pub epoch: String,
    /// The id of the tab.
    pub tab: String,
    /// Whether the tab resumes; otherwise a snapshot follows.
    pub resumed: bool,
    /// The newest sequence number of the session.
    pub seq: u64,
    /// The time of the server.
    pub at: Timestamp,
    /// The person who has signed in.
    pub person: Option<PersonId>,
    /// The name of that person.
    pub name: Option<String>,
}

/// The states of the machines of the session and of one tab.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Snapshot {
    /// The number of this part, from 1.
    pub part: u32,
    /// The number of parts.
    pub parts: u32,
    /// The newest sequence number of the session.
    pub seq: u64,
    /// The machines.
    pub machines: Vec<SnapshotMachine>,
}

/// A machine in a snapshot.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SnapshotMachine {
    /// The machine.
    pub machine: MachineName,
    /// The tab; null for a machine of the session.
    pub tab: Option<String>,
    /// The version of the machine.
    pub instance: u64,
    /// The complete state.
    #[cfg_attr(feature = "schema", ts(as = "UntypedState"), schemars(with = "UntypedState"))]
    pub state: Box<RawValue>,
    /// The events that a tab may propose in this state.
    #[cfg_attr(feature = "schema", ts(as = "Vec<String>"), schemars(with = "Vec<String>"))]
    pub can: Box<RawValue>,
}

/// JSON that was put together from valid parts.
pub(crate) fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_else(|error| {
        tracing::error!(%error, "a part of a message is not well-formed");
        RawValue::NULL.to_owned()
    })
}
