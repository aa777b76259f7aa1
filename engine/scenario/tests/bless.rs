//! Blessing changes only the expectations that did not match.

use waybill_scenario::{bless, parse, run};

const WRONG: &str = "\
scenario: a sign-in, badly expected
covers: [LOGIN-01]   # a remark
given: {users: [{name: ann, mfa: verify}]}
steps:
  # The first step.
  - login.submit: {user: ann}   # typed
    expect:
      login: {state: signed_in, person: ~p_~}   # not yet
      route:    mfaEnroll
      calls:
        - access.verify_code
        - login.second_factor_passed

  - mfa.submit: {code: wrong}
    expect: {mfa: {state: verify, failure: {message: All is well.}}, login: otp_required, notify: [hello]}
  - login.log_out: {}
    expect: {login: signed_out}
";

const RIGHT: &str = "\
scenario: a sign-in, badly expected
covers: [LOGIN-01]   # a remark
given: {users: [{name: ann, mfa: verify}]}
steps:
  # The first step.
  - login.submit: {user: ann}   # typed
    expect:
      login: {person: p_01, state: otp_required}   # not yet
      route:    otpLogin
      calls:
        [access.authenticate, mfa.begin_verification, browser.navigate]

  - mfa.submit: {code: wrong}
    expect: {mfa: {failure: {message: \"Incorrect code.\"}, state: verify}, login: otp_required, notify: []}
  - login.log_out: {}
    expect: {refused: not_in_this_state}
";

#[test]
fn only_mismatches_are_rewritten() {
    let document = parse("x", WRONG, None).expect("a scenario");
    let outcome = run(&document);
    assert!(!outcome.passed());
    let blessed = bless(&document, &outcome);
    assert_eq!(blessed.text, RIGHT);
    assert_eq!(blessed.left, Vec::<String>::new());
    let document = parse("x", &blessed.text, None).expect("a blessed scenario");
    assert!(run(&document).passed(), "{}", run(&document).failure());
}

#[test]
fn mismatches_without_a_value_are_listed_and_not_rewritten() {
    let text = "scenario: s\ncovers: [EVT-05]\nsteps:\n  - answer: {access.authenticate: {}}\n  - login.log_out: {}\n";
    let document = parse("x", text, None).expect("a scenario");
    let blessed = bless(&document, &run(&document));
    assert_eq!(blessed.text, text);
    assert_eq!(blessed.left.len(), 1);
    assert!(blessed.left[0].contains("access.authenticate does not wait"), "{:?}", blessed.left);
}

/// An empty list is not a valid expectation, so blessing does not write one.
#[test]
fn a_list_of_possible_events_is_not_emptied() {
    let given = "given: {users: [{name: ann}], signed_in: ann}";
    let step = "  - after: 1s\n    expect: {can: [login.submit]}\n";
    let text = format!("scenario: s\ncovers: [EVT-05]\n{given}\nsteps:\n{step}");
    let document = parse("x", &text, None).expect("a scenario");
    let blessed = bless(&document, &run(&document));
    assert_eq!((blessed.text, blessed.changed), (text, 0));
    assert_eq!(blessed.left, ["x:5: can: expected [login.submit], came []"]);
}
