//! The facts that records name instead of holding them.

use std::collections::BTreeMap;

use waybill_machines::machines::startup;
use waybill_machines::recorded::{FactsSource, GatheredFacts};
use waybill_machines::{AnyEvent, AnyState};

use crate::own_seq;

/// A record names facts that its stream does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it was decided with the facts of {0}, which holds none")]
pub struct DanglingFacts(pub String);

/// The records of a stream that hold facts.
#[derive(Debug, Default)]
pub struct KnownFacts(BTreeMap<u64, GatheredFacts>);

impl KnownFacts {
    /// Takes note of the state after a record.
    pub fn note(&mut self, seq: u64, state: &AnyState) {
        if let AnyState::Startup(startup::State::Ready { facts, view }) = state {
            self.0.insert(seq, GatheredFacts { facts: facts.clone(), view: *view });
        }
    }

    /// Supplies an event with the facts that its record names. `cause` is the record that it names as its cause.
    pub fn supply(&self, event: &mut AnyEvent, cause: Option<&str>) -> Result<(), DanglingFacts> {
        let seq = match event.facts_source() {
            None => return Ok(()),
            Some(FactsSource::Record(seq)) => Some(seq),
            Some(FactsSource::Cause) => cause.and_then(own_seq),
        };
        let gathered = seq.and_then(|seq| self.0.get(&seq));
        let named = || seq.map_or_else(|| "no record".to_owned(), |seq| format!("#{seq}"));
        event.supply(gathered.ok_or_else(|| DanglingFacts(named()))?);
        Ok(())
    }
}
