//! Deciding a log again from its bytes alone, and searching it for what nobody may read there.

use std::collections::BTreeMap;

use waybill_journal::{Hash, RecordView, SealedRecord};
use waybill_machines::call::{Call, Destination};
use waybill_machines::cascade::{InstanceKey, States};
use waybill_machines::machine::Named;
use waybill_machines::{AnyEvent, MachineName};

use super::log;
use super::world::World;

/// A call that a log asks for and does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The record that asked.
    pub seq: u64,
    /// Which of its calls.
    pub index: u64,
    /// The user's record at the root.
    pub root: u64,
    /// Who asked.
    pub key: InstanceKey,
    /// What was asked.
    pub call: Call,
}

/// What the records of one stream lead to when they are decided again.
#[derive(Debug, Default)]
pub struct Replay {
    /// The machines after the last record.
    pub states: States,
    /// What is still to be answered.
    pub unanswered: Vec<Unanswered>,
    /// Where the log does not hold what deciding again gives, as sentences that name the record.
    pub problems: Vec<String>,
    seq: u64,
    prev: Option<Hash>,
    calls: BTreeMap<(u64, u64), Call>,
    roots: BTreeMap<u64, u64>,
}

/// Decides every record of a stream again.
pub fn replay<'a>(lines: impl IntoIterator<Item = &'a str>) -> Replay {
    let mut replay = Replay::default();
    for line in lines {
        if let Err(problem) = replay.record(line) {
            replay.problems.push(format!("record {}: {problem}", replay.seq));
        }
    }
    replay
}

impl Replay {
    fn record(&mut self, line: &str) -> Result<(), String> {
        let sealed = SealedRecord::from_line(line).map_err(|error| error.to_string())?;
        let view = sealed.view();
        if view.seq != self.seq + 1 || (self.prev.is_some() && self.prev != Some(view.prev)) {
            self.problems.push(format!("record {} does not follow record {}", view.seq, self.seq));
        }
        self.seq = view.seq;
        self.prev = Some(sealed.hash());
        let machine: MachineName = view.machine.parse().map_err(|e| format!("{e}"))?;
        let key = InstanceKey { machine, tab: view.tab.map(str::to_owned) };
        let event = machine.event_from_json(view.event).map_err(|e| format!("the event: {e}"))?;
        self.caused(&view, &event)?;
        self.decide(&view, key, &event)
    }

    fn decide(
        &mut self,
        view: &RecordView<'_>,
        key: InstanceKey,
        event: &AnyEvent,
    ) -> Result<(), String> {
        let text = |error: serde_json::Error| error.to_string();
        let machine = key.machine;
        let state = self.states.get(&key).cloned().unwrap_or_else(|| machine.initial());
        compare("the state before", view.from, state.name())?;
        compare("the rules", view.rules, machine.profile().rules)?;
        let guards = |names: &[&str]| names.join(", ");
        let recorded_guards: Vec<&str> = view.guards.iter().collect();
        match state.decide(event, view.at) {
            Err(refused) => {
                let code = view.refused.map_or("accepted", |refused| refused.code);
                compare("the outcome", code, &refused.rejection.code)?;
                compare("the guards", &guards(&recorded_guards), &guards(&refused.guards))
            }
            Ok(accepted) => {
                let code = view.refused.map_or("accepted", |refused| refused.code);
                compare("the outcome", code, "accepted")?;
                compare("the guards", &guards(&recorded_guards), &guards(&accepted.guards))?;
                let after = serde_json::to_string(&accepted.state).map_err(text)?;
                compare("the state", view.state.unwrap_or("null"), &after)?;
                let read = machine.state_from_json(&after).map_err(text)?;
                if read != accepted.state {
                    return Err(format!("the state does not survive being read: {after}"));
                }
                let calls = serde_json::to_string(&accepted.calls).map_err(text)?;
                compare("the calls", view.calls.as_json(), &calls)?;
                self.asked(view, &key, &accepted.calls);
                self.states.insert(key, accepted.state);
                Ok(())
            }
        }
    }

    /// EVT-05: what is caused by a record names a call of it that fits, and an answer comes once.
    fn caused(&mut self, view: &RecordView<'_>, event: &AnyEvent) -> Result<(), String> {
        let number = |text: &str| text.trim_start_matches('#').parse::<u64>().unwrap_or(0);
        let (record, index, root) = match view.cause {
            None => (view.seq, None, view.seq),
            Some(cause) => (number(cause.record), cause.call, number(cause.root)),
        };
        self.roots.insert(view.seq, root);
        let Some(index) = index else { return Ok(()) };
        if self.roots.get(&record) != Some(&root) {
            return Err(format!("its root is #{root}, and that of its cause #{record} is not"));
        }
        match self.calls.get(&(record, index)) {
            None => Err(format!("its cause #{record} has no call {index}")),
            Some(Call::Tell { event: told }) if **told == *event => Ok(()),
            Some(call) if call.name() == event.name() => {
                let at = self.unanswered.iter().position(|a| a.seq == record && a.index == index);
                let at =
                    at.ok_or_else(|| format!("call {index} of #{record} is answered twice"))?;
                self.unanswered.remove(at);
                Ok(())
            }
            Some(call) => Err(format!("{} is no answer to {}", event.name(), call.name())),
        }
    }

    fn asked(&mut self, view: &RecordView<'_>, key: &InstanceKey, calls: &[Call]) {
        let root = self.roots.get(&view.seq).copied().unwrap_or(view.seq);
        for (index, call) in (0_u64..).zip(calls) {
            self.calls.insert((view.seq, index), call.clone());
            if call.destination() == Destination::Port {
                let (key, call) = (key.clone(), call.clone());
                self.unanswered.push(Unanswered { seq: view.seq, index, root, key, call });
            }
        }
        if view.machine == "session" && view.to == "closed" {
            self.unanswered.clear();
        }
    }
}

fn compare(what: &str, recorded: &str, decided: &str) -> Result<(), String> {
    if recorded == decided {
        return Ok(());
    }
    Err(format!("{what} is recorded as {recorded} and decided again as {decided}"))
}

/// Verifies everything that a story has recorded so far.
pub(crate) fn world(world: &World<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    for lines in log::by_stream(&world.log) {
        problems.extend(replay(lines).problems);
    }
    for entry in &world.log {
        let line = entry.record.line();
        let spoken = world.edge.unspeakable.iter().filter(|secret| line.contains(secret.as_str()));
        problems.extend(spoken.map(|_| format!("record {} holds a secret", entry.record.seq())));
        let named = world.edge.personal.iter().filter(|name| says(line, name));
        problems.extend(
            named.map(|name| format!("record {} holds the name {name}", entry.record.seq())),
        );
    }
    problems
}

/// Whether a text of a line is a name, or holds it as a word. Keys of JSON and parts of longer names such as
/// a route's are no words.
fn says(line: &str, name: &str) -> bool {
    fn walk(value: &serde_json::Value, name: &str) -> bool {
        match value {
            serde_json::Value::String(text) => {
                let part = |c: char| !(c.is_alphanumeric() || "._-@".contains(c));
                text == name || text.split(part).any(|word| word.trim_matches('.') == name)
            }
            serde_json::Value::Array(items) => items.iter().any(|item| walk(item, name)),
            serde_json::Value::Object(entries) => entries.values().any(|value| walk(value, name)),
            _ => false,
        }
    }
    serde_json::from_str(line).is_ok_and(|value| walk(&value, name))
}
