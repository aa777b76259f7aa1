//! Values against texts that are, and are not, their JSON.

use std::collections::BTreeMap;

use serde_json::json;
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::*;

/// The states that the examples of each machine lead to, by their JSON, so that similar ones are neighbours.
fn states() -> BTreeMap<String, AnyState> {
    let by_json = |state: AnyState| (serde_json::to_string(&state).unwrap(), state);
    let initial = MachineName::ALL.iter().map(|name| by_json(name.initial()));
    let mut states: BTreeMap<String, AnyState> = initial.collect();
    for state in states.values().cloned().collect::<Vec<_>>() {
        for event in state.machine().examples() {
            if let Ok(accepted) = state.decide(&event, Timestamp::from_ms(0)) {
                states.extend([by_json(accepted.state)]);
            }
        }
    }
    states
}

#[test]
fn a_state_is_the_same_as_its_own_json_and_as_no_other() {
    let states = states();
    assert!(states.len() > 100, "{}", states.len());
    for (json, state) in &states {
        assert!(is_same_json(state, json), "{json}");
    }
    for ((_, state), other) in states.iter().zip(states.keys().skip(1)) {
        assert!(!is_same_json(state, other), "{state:?} is not {other}");
    }
}

#[test]
fn every_byte_of_a_text_counts() {
    let value = json!({"state": "a", "n": [0, 10, -7, true, null, {"k": "é~"}], "m": {}});
    let text = value.to_string();
    assert!(is_same_json(&value, &text));
    for at in 0..text.len() {
        for byte in [b'"', b'\\', b'0', b'1', b',', b' '] {
            let mut changed = text.clone().into_bytes();
            changed[at] = byte;
            let Ok(changed) = String::from_utf8(changed) else { continue };
            assert_eq!(is_same_json(&value, &changed), changed == text, "{changed}");
        }
    }
    assert!(!is_same_json(&value, &text[..text.len() - 1]));
    assert!(!is_same_json(&value, &format!("{text} ")));
}

#[test]
fn a_string_cannot_pass_for_what_follows_it() {
    let pairs = BTreeMap::from([("a", r#"b","c":"d"#)]);
    assert!(!is_same_json(&pairs, r#"{"a":"b","c":"d"}"#));
    // A backslash of the value is written as two.
    assert!(!is_same_json(r"a\n", r#""a\n""#));
    assert!(!is_same_json(&10_u64, "010"));
}
