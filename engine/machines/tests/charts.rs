//! Tests that explore every machine.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use waybill_machines::chart::{self, Format};
use waybill_machines::check::{self, Finding};
use waybill_machines::facts::{SingleSignOn, User};
use waybill_machines::{AnyEvent, MachineName, RejectionCode, Timestamp};

/// The findings of all checks, computed once for all tests.
fn findings() -> &'static [Finding] {
    static FOUND: OnceLock<Vec<Finding>> = OnceLock::new();
    FOUND.get_or_init(check::all)
}

/// covers: [EVT-01, EVT-11]
#[test]
fn every_invariant_holds() {
    let broken: Vec<_> =
        findings().iter().filter(|finding| !finding.violations.is_empty()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_check_examines_something() {
    for finding in findings() {
        assert!(finding.checked > 0, "{} has examined nothing", finding.invariant);
    }
}

/// The names of states and events are the tags that serde writes.
#[test]
fn names_are_tags() {
    for machine in MachineName::ALL {
        let exploration = chart::explore(*machine);
        for state in &exploration.states {
            let json = serde_json::to_value(&**state).expect("a state is JSON");
            assert_eq!(json["state"], state.name(), "{machine}");
        }
        for event in machine.examples() {
            let json = event.to_record_json().expect("an event is JSON");
            assert!(json.starts_with(&format!("{{\"type\":\"{}\"", event.name())), "{json}");
        }
    }
}

#[test]
fn every_event_has_an_example() {
    for machine in MachineName::ALL {
        let shown: BTreeSet<_> = machine.examples().iter().map(AnyEvent::name).collect();
        for event in machine.profile().events {
            assert!(shown.contains(event), "{machine}: no example of {event}");
        }
    }
}

/// States and events can be read from their JSON without loss.
#[test]
fn states_and_events_survive_their_json() {
    for machine in MachineName::ALL {
        for state in &chart::explore(*machine).states {
            let json = serde_json::to_string(&**state).expect("a state is JSON");
            assert_eq!(machine.state_from_json(&json).expect(&json), **state);
        }
        for event in machine.examples() {
            let json = event.to_record_json().expect("an event is JSON");
            let read = machine.event_from_json(&json).expect(&json);
            // Facts are referred to and not recorded, so the recorded JSON is compared.
            assert_eq!(read.to_record_json().expect("an event is JSON"), json);
        }
    }
}

/// Deciding twice gives the same result, because nothing outside of state and event is read.
/// covers: [EVT-04]
#[test]
fn deciding_is_deterministic() {
    let at = Timestamp::from_ms(1_767_225_600_000);
    for machine in MachineName::ALL {
        for state in &chart::explore(*machine).states {
            for event in machine.examples() {
                assert_eq!(state.decide(&event, at), state.decide(&event, at));
            }
        }
    }
}

#[test]
fn every_machine_has_rules_with_a_hash() {
    for machine in MachineName::ALL {
        assert_eq!(machine.profile().rules.len(), 16, "{machine}");
    }
}

/// covers: [EVT-10]
#[test]
fn every_format_contains_every_state() {
    for machine in MachineName::ALL {
        let chart = chart::of(*machine);
        for format in [Format::Json, Format::Mermaid, Format::Svg, Format::Xstate] {
            let text = chart.export(format);
            for state in &chart.states {
                assert!(text.contains(state.name), "{machine} {format:?}: {}", state.name);
            }
        }
    }
}

#[test]
fn every_drawing_has_all_states_and_edges_and_no_overlapping_boxes() {
    for machine in MachineName::ALL {
        let chart = chart::of(*machine);
        let drawing = chart.drawing();
        let names: Vec<_> = drawing.nodes.iter().map(|node| node.name).collect();
        let states: Vec<_> = chart.states.iter().map(|state| state.name).collect();
        assert_eq!(names, states, "{machine}");
        let lines: Vec<_> = drawing.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(lines, chart.lines().into_keys().collect::<Vec<_>>(), "{machine}");
        assert!(drawing.edges.iter().all(|edge| edge.path.starts_with('M')), "{machine}");
        for (index, node) in drawing.nodes.iter().enumerate() {
            let is_inside = node.x >= 0
                && node.y >= 0
                && node.x + node.width <= drawing.width
                && node.y + node.height <= drawing.height;
            assert!(is_inside, "{machine}: {}", node.name);
            let covered = drawing.nodes[index + 1..].iter().find(|other| {
                other.y == node.y && other.x < node.x + node.width && node.x < other.x + other.width
            });
            assert_eq!(covered, None, "{machine}: {}", node.name);
        }
    }
}

/// covers: [BOOT-04]
#[test]
fn a_late_answer_about_the_visitor_is_not_used_for_the_signed_in_user() {
    use waybill_machines::machines::startup::{Event, Fetched, Identity};
    let at = Timestamp::from_ms(0);
    let about = |person: Option<&str>| {
        let person = person.map(|id| waybill_machines::secret::PersonId(id.to_owned()));
        let identity = Identity {
            user: person.map_or_else(User::anonymous, |person| User::local(person, true)),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            external_redirect: None,
        };
        AnyEvent::from(Event::CurrentUser(Fetched::Loaded { value: identity }))
    };
    let person = waybill_machines::secret::PersonId("p_ann".to_owned());
    let signed_in = AnyEvent::from(Event::SignedIn { person });
    let state = MachineName::Startup.initial().decide(&signed_in, at).expect("it begins").state;
    let late = state.decide(&about(None), at).expect_err("it is about another user");
    assert_eq!(late.rejection.code, RejectionCode::AnswerAboutAnother);
    assert!(state.decide(&about(Some("p_ann")), at).is_ok());
}
