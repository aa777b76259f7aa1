//! Replaying a stream: every record is decided again and compared with what was recorded (EVT-03).

use std::collections::BTreeMap;

use waybill_journal::RecordView;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{AnyState, MachineName};

/// What replaying a stream found so far. One stream at a time; records in their order.
#[derive(Debug, Default)]
pub struct Replay {
    states: BTreeMap<InstanceKey, AnyState>,
    /// Records that were decided again and came out the same.
    pub same: u64,
    /// Records that other rules than this build's decided: they are shown, not decided again.
    pub by_other_rules: u64,
}

/// A record that comes out otherwise than it was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record {seq} of {stream}: {what} is recorded as {recorded}, and replay gives {replayed}")]
pub struct ReplayFault {
    /// The stream.
    pub stream: String,
    /// The record.
    pub seq: u64,
    /// Which part differs.
    pub what: &'static str,
    /// What is recorded.
    pub recorded: String,
    /// What deciding again gives.
    pub replayed: String,
}

/// Replays one record after those before it.
pub fn replay(replay: &mut Replay, view: &RecordView<'_>) -> Result<(), Box<ReplayFault>> {
    replay.record(view)
}

impl Replay {
    fn record(&mut self, view: &RecordView<'_>) -> Result<(), Box<ReplayFault>> {
        let fault = |what, recorded: &str, replayed: String| {
            let (stream, recorded) = (view.stream.to_owned(), recorded.to_owned());
            Box::new(ReplayFault { stream, seq: view.seq, what, recorded, replayed })
        };
        let machine: MachineName = view
            .machine
            .parse()
            .map_err(|_| fault("the machine", view.machine, "no such machine".to_owned()))?;
        let key = InstanceKey::of(machine, view.tab);
        if view.rules != machine.profile().rules {
            self.by_other_rules += 1;
            return self.believe(key, view, fault);
        }
        let event = machine
            .event_from_json(view.event)
            .map_err(|error| fault("the event", view.event, error.to_string()))?;
        let before = match self.states.get(&key) {
            Some(state) => state,
            None => &machine.initial(),
        };
        if before.name() != view.from {
            return Err(fault("the state before", view.from, before.name().to_owned()));
        }
        match (before.decide(&event, view.at), view.state) {
            (Ok(accepted), Some(recorded)) => {
                let state = json(&accepted.state);
                if state != recorded {
                    return Err(fault("the state after", recorded, state));
                }
                let calls = json(&accepted.calls);
                if calls != view.calls.as_json() {
                    return Err(fault("the list of calls", view.calls.as_json(), calls));
                }
                self.states.insert(key, accepted.state);
            }
            (Err(refused), None) => {
                let recorded = view.refused.as_ref().map_or("", |refused| refused.code);
                if refused.rejection.code != recorded {
                    return Err(fault("the refusal", recorded, refused.rejection.code));
                }
            }
            (Ok(accepted), None) => {
                return Err(fault("the outcome", "refused", json(&accepted.state)));
            }
            (Err(refused), Some(recorded)) => {
                return Err(fault(
                    "the state after",
                    recorded,
                    format!("refused: {}", refused.rejection),
                ));
            }
        }
        self.same += 1;
        Ok(())
    }

    /// Takes the recorded state over where other rules decided.
    fn believe(
        &mut self,
        key: InstanceKey,
        view: &RecordView<'_>,
        fault: impl Fn(&'static str, &str, String) -> Box<ReplayFault>,
    ) -> Result<(), Box<ReplayFault>> {
        let Some(json) = view.state else { return Ok(()) };
        let state = key.machine.state_from_json(json);
        let state = state.map_err(|error| fault("the state after", json, error.to_string()))?;
        self.states.insert(key, state);
        Ok(())
    }

    /// The states after the records replayed so far.
    pub fn states(&self) -> &BTreeMap<InstanceKey, AnyState> {
        &self.states
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
