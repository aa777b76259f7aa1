//! The messages of the topic `installation`.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use waybill_machines::{AnyState, MachineName};

use super::StreamSnapshot;
use super::topic::unreadable;
use crate::change::Change;
#[cfg(feature = "schema")]
use crate::change::UntypedState;
use crate::registry::Engine;
use crate::topics::TopicRefusal;

/// Machines are added to a message until it has this many bytes.
const PART_BYTES: usize = 48 * 1024;

/// A message of the topic.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InstallationMessage {
    /// A part of a snapshot, which replaces what is known of the machines in it.
    Standing {
        /// Whether the snapshot replaces everything that is known.
        first: bool,
        /// The machines.
        #[cfg_attr(feature = "schema", ts(as = "Vec<InstallationMachine<'static>>"))]
        machines: Vec<Box<RawValue>>,
        /// Whether this is the last part.
        last: bool,
    },
    /// A machine has decided.
    Change {
        /// Its record.
        change: Change,
    },
}

/// The present state of a machine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct InstallationMachine<'a> {
    /// Its stream.
    pub stream: &'a str,
    /// The number of its newest record.
    pub seq: u64,
    /// The machine.
    pub machine: MachineName,
    /// The complete state.
    #[cfg_attr(feature = "schema", ts(as = "UntypedState"))]
    pub state: &'a AnyState,
    /// The events that a user may cause in this state.
    #[cfg_attr(feature = "schema", ts(as = "Vec<String>"))]
    pub can: &'a RawValue,
}

/// A message with states of machines that is being built.
pub(super) struct Part {
    is_first: bool,
    machines: Vec<Box<RawValue>>,
    bytes: usize,
}

impl Part {
    pub(super) const fn new(is_first: bool) -> Self {
        Self { is_first, machines: Vec::new(), bytes: 0 }
    }

    pub(super) const fn is_full(&self) -> bool {
        self.bytes >= PART_BYTES
    }

    pub(super) fn add(
        &mut self,
        engine: &Engine,
        snapshot: &StreamSnapshot,
    ) -> Result<(), TopicRefusal> {
        let StreamSnapshot { stream, seq, state } = snapshot;
        let machine = state.machine();
        let can = engine.shared.can(machine.as_str(), state.name());
        let machine = InstallationMachine { stream, seq: *seq, machine, state, can };
        let json = to_raw_value(&machine).map_err(unreadable)?;
        self.bytes += json.get().len() + 1;
        self.machines.push(json);
        Ok(())
    }

    pub(super) fn end(self, last: bool) -> InstallationMessage {
        InstallationMessage::Standing { first: self.is_first, machines: self.machines, last }
    }
}
