// Faults in the runner and around it: its loop, its calls, its alarms, its recovery, and what a session publishes.

const api = 'cargo test --workspace --test api';
const scenarios = 'cargo test --workspace --test scenarios';

export default [
  {
    name: 'rejections-are-not-recorded',
    file: 'engine/src/runner.rs',
    text: '&& !self.stream.may_record_rejection(at)',
    replacement: '&& !(false && self.stream.may_record_rejection(at))',
    test: scenarios,
  },
  {
    name: 'no-limit-of-recorded-rejections',
    file: 'engine/stream/src/refusals.rs',
    text: 'recent.count() < RECORDED_A_MINUTE_MAX',
    replacement: 'recent.count() < RECORDED_A_MINUTE_MAX * 1_000',
    test: `${api} rejections_are_recorded`,
  },
  {
    name: 'rejection-begins-a-session',
    file: 'engine/stream/src/state.rs',
    text: 'self.head.is_some() && self.refusals.may_record(at)',
    replacement: 'self.refusals.may_record(at)',
    test: scenarios,
  },
  {
    name: 'calls-are-not-performed',
    file: 'engine/src/runner.rs',
    text: 'for (id, call) in to_perform {',
    replacement: 'for (id, call) in to_perform.into_iter().skip(1) {',
    test: scenarios,
  },
  {
    name: 'answered-call-stays-open',
    file: 'engine/stream/src/write.rs',
    text: 'self.open.remove(answered);',
    replacement: 'let _ = answered;',
    test: scenarios,
  },
  {
    name: 'alarm-is-not-set',
    file: 'engine/src/runner.rs',
    text: 'O::runners(&self.shared).alarm.set(self.stream.name(), next);',
    replacement: 'O::runners(&self.shared).alarm.set(self.stream.name(), next.filter(|_| false));',
    test: scenarios,
  },
  {
    name: 'deadline-in-a-session-that-has-ended',
    file: 'engine/stream/src/state.rs',
    text: 'let is_open = !self.is_closed();',
    replacement: 'let is_open = true || !self.is_closed();',
    test: scenarios,
  },
  {
    name: 'deadline-forgotten-after-a-restart',
    file: 'engine/src/registry/upkeep.rs',
    text: 'self.shared.sessions.alarm.set(&name, stream.wake_at());',
    replacement: 'let _ = stream.wake_at();',
    test: scenarios,
  },
  {
    name: 'overdue-call-is-not-cancelled',
    file: 'engine/stream/src/open_calls.rs',
    text: 'answer_within_ms(&self.call).map(|ms| self.at.plus_ms(ms))',
    replacement: 'answer_within_ms(&self.call).map(|ms| self.at.plus_ms(ms * 1_000))',
    test: scenarios,
  },
  {
    name: 'interrupted-call-is-not-ended-at-the-start',
    file: 'engine/src/registry/upkeep.rs',
    text: 'Ok(stream) if stream.open_calls().is_empty() => {',
    replacement: 'Ok(stream) if stream.open_calls().is_empty() || true => {',
    test: scenarios,
  },
  {
    name: 'panic-leaves-a-machine-waiting',
    file: 'engine/src/runner/calls.rs',
    text: `its port panicked");
                interrupted`,
    replacement: `its port panicked");
                interrupted.filter(|_| false)`,
    test: `${api} a_service_that_panics`,
  },
  {
    name: 'records-are-not-pushed',
    file: 'engine/src/session.rs',
    text: 'if !is_renewed {',
    replacement: 'if !is_renewed && prepared.records.len() > 1 {',
    test: scenarios,
  },
  {
    name: 'tabs-of-the-old-cookie-stay-connected',
    file: 'engine/src/session.rs',
    text: 'if is_renewed || is_closed != before.is_closed {',
    replacement: 'if is_closed != before.is_closed {',
    test: scenarios,
  },
  {
    name: 'command-that-comes-again-is-applied-again',
    file: 'engine/src/session.rs',
    text: 'let outcome = command.id.as_ref().and_then(|id| self.stream.outcome_of(id));',
    replacement: 'let outcome = command.id.as_ref().and_then(|id| self.stream.outcome_of(id)).filter(|_| false);',
    test: scenarios,
  },
  {
    name: 'changed-facts-are-not-sent',
    file: 'engine/src/registry/facts.rs',
    text: 'for session in self.shared.sessions.names() {',
    replacement: 'for session in self.shared.sessions.names().into_iter().skip(1) {',
    test: scenarios,
  },
  {
    name: 'socket-attached-by-an-old-cookie',
    file: 'engine/src/session/tabs.rs',
    text: 'if self.stream.is_closed() || current.as_ref() != Some(&self.owner.id) {',
    replacement: 'if self.stream.is_closed() || false && current.as_ref() != Some(&self.owner.id) {',
    test: `${api} a_tab_is_attached_only_with`,
  },
  {
    name: 'expected-version-ignored',
    file: 'engine/src/session.rs',
    text: 'if version != expected {',
    replacement: 'if false && version != expected {',
    test: `${api} a_command_for_an_older_version`,
  },
  {
    name: 'records-after-the-saved-index-are-not-read',
    file: 'engine/src/registry/shared.rs',
    text: 'saved.map_or(0, |saved| saved.position)',
    replacement: 'saved.map_or(0, |_| journal.count())',
    test: `${api} a_start_continues_from_the_saved_index`,
  },
  {
    name: 'saved-index-of-another-history-is-believed',
    file: 'engine/src/registry/saved.rs',
    text: 'is_same.then_some(saved)',
    replacement: '(is_same || true).then_some(saved)',
    test: `${api} an_index_that_is_damaged`,
  },
];
