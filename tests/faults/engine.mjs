// Faults in the shell around the machines.

const api = 'cargo test --workspace --test api';

export default [
  {
    name: 'refusals-are-not-recorded',
    file: 'engine/src/runtime.rs',
    text: 'if !self.may_record_refusal(at) {',
    replacement: 'if true || !self.may_record_refusal(at) {',
    test: `${api} refusals_are_records`,
  },
  {
    name: 'no-limit-of-recorded-refusals',
    file: 'engine/src/runtime.rs',
    text: 'if self.refusals.len() >= REFUSALS_A_MINUTE_MAX {',
    replacement: 'if self.refusals.len() >= usize::MAX.min(REFUSALS_A_MINUTE_MAX * 1_000) {',
    test: `${api} refusals_are_records`,
  },
  {
    name: 'deadline-forgotten-after-a-restart',
    file: 'engine/src/registry/upkeep.rs',
    text: 'self.shared.alarm.set(session, loaded.wake_at());',
    replacement: 'let _ = loaded.wake_at();',
    test: `${api} a_deadline_comes_after_a_restart`,
  },
  {
    name: 'interrupted-call-is-not-ended-at-the-start',
    file: 'engine/src/registry/upkeep.rs',
    text: 'if !loaded.outstanding.is_empty() {',
    replacement: 'if false && !loaded.outstanding.is_empty() {',
    test: `${api} a_call_that_a_crash_cut_off`,
  },
  {
    name: 'panic-leaves-a-machine-waiting',
    file: 'engine/src/runtime/calls.rs',
    text: 'machine.interrupted(&asked)\n                }\n            };',
    replacement: 'None\n                }\n            };',
    test: `${api} a_service_that_panics`,
  },
  {
    name: 'socket-attached-by-an-old-cookie',
    file: 'engine/src/runtime/tabs.rs',
    text: 'if self.session.is_closed() || counts.as_ref() != Some(&self.session.id) {',
    replacement: 'if self.session.is_closed() || false && counts.as_ref() != Some(&self.session.id) {',
    test: `${api} a_tab_is_attached_by_the_cookie`,
  },
  {
    name: 'expected-version-ignored',
    file: 'engine/src/runtime.rs',
    text: 'if version != expected {',
    replacement: 'if false && version != expected {',
    test: `${api} a_command_for_an_older_version`,
  },
];
