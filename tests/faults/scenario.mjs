// Faults in reading and running scenarios.

const faults = 'cargo test --workspace --test faults';

export default [
  {
    name: 'unknown-fields-of-states-are-read',
    file: 'engine/scenario/src/format/expectations.rs',
    text: 'machine.map_or(Ok(()), |machine| check_state(machine, value))',
    replacement: 'machine.map_or(Ok(()), |_| Ok(()))',
    test: `${faults} faulty_files`,
  },
  {
    name: 'expressions-are-not-compiled-on-reading',
    file: 'engine/scenario/src/format/expectations.rs',
    text: '    check_matchers(node)?;\n',
    replacement: '',
    test: `${faults} faulty_files`,
  },
  {
    name: 'forbidden-calls-are-not-checked',
    file: 'engine/scenario/src/run/check.rs',
    text: 'found.extend(self.too_many(expect, &calls));',
    replacement: 'let _ = self.too_many(expect, &calls);',
    test: `${faults} forbidden_and_too_frequent_calls`,
  },
  {
    name: 'a-list-is-matched-in-any-order',
    file: 'engine/scenario/src/matching.rs',
    text: 'patterns.iter().all(|pattern| rest.any(|item| matches(pattern, item)))',
    replacement: 'patterns.iter().all(|pattern| { rest = found.iter(); rest.any(|item| matches(pattern, item)) })',
    test: 'cargo test -p waybill-scenario --lib matching',
  },
  {
    name: 'people-of-a-permission-keep-their-ids',
    file: 'engine/scenario/src/record/people.rs',
    text: '(known.unwrap_or(field), self.named_in_log(value))',
    replacement: '(if true { field } else { known.unwrap_or_default() }, self.named_in_log(value))',
    test: 'cargo test --workspace --test api what_a_session_does',
  },
];
