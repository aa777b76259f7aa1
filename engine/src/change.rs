//! A record as tabs see it.

use serde::Serialize;
use serde_json::value::RawValue;

/// A record as visible to its session's tabs: its own line, with the values of personal fields, and the events that may
/// be proposed next.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(as = "ChangeFields"), schemars(with = "ChangeFields"))]
pub struct Change(pub(crate) Box<RawValue>);

#[cfg(feature = "schema")]
pub use fields::{ChangeFields, UntypedCall, UntypedEvent, UntypedState};

/// The JSON format of a [`Change`]. The line of a record is embedded verbatim; only tests
/// read it with this type.
#[cfg(feature = "schema")]
mod fields {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};
    use waybill_machines::{MachineName, Rejection, Timestamp};

    /// The fields of a change.
    #[derive(Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct ChangeFields {
        /// The version of the record format.
        v: u32,
        /// The sequence number in the stream.
        seq: u64,
        /// The stream.
        stream: String,
        /// The machine.
        machine: MachineName,
        /// The tab; null for a machine of the session.
        tab: Option<String>,
        /// The version of the machine after the record.
        instance: u64,
        /// The event.
        event: UntypedEvent,
        /// The guards that were evaluated.
        guards: Vec<String>,
        /// Why the event was rejected; null if it was accepted.
        refused: Option<Rejection>,
        /// The name of the state before.
        from: String,
        /// The name of the state after.
        to: String,
        /// The complete state after; null for a rejection, which changes nothing.
        state: Option<UntypedState>,
        /// The calls of the decision.
        calls: Vec<UntypedCall>,
        /// When it was decided.
        at: Timestamp,
        /// The actor: an opaque person id, `anonymous` or `system`.
        who: String,
        /// What caused the record; null if it has no cause.
        cause: Option<Cause>,
        /// The id of the command.
        command: Option<String>,
        /// The hash of the rules that decided.
        rules: String,
        /// The version of the machine's event schema.
        schema: u64,
        /// The hash of the previous record of the stream.
        prev: String,
        /// The events that a tab may propose in the new state.
        can: Vec<String>,
    }

    /// An event of any machine.
    #[derive(Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly type: string; readonly [field: string]: unknown }")]
    pub struct UntypedEvent {
        /// The event type.
        r#type: String,
        /// The fields of the event.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A state of any machine.
    #[derive(Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly state: string; readonly [field: string]: unknown }")]
    pub struct UntypedState {
        /// The name of the state.
        state: String,
        /// The fields of the state.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A call of any machine.
    #[derive(Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly call: string; readonly [field: string]: unknown }")]
    pub struct UntypedCall {
        /// The name of the call.
        call: String,
        /// The fields of the call.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// The cause of a record.
    #[derive(Debug, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Cause {
        /// The record that caused it.
        record: String,
        /// The index of the call in that record.
        call: Option<u64>,
        /// The first record of the chain of causes.
        root: String,
    }
}
