//! Invariants of confirming command-line clients.

use super::{Finding, finding, over_calls};
use crate::call::Call;
use crate::chart;
use crate::machines::cli_login::{ClientLoginAnswer, Event, State};
use crate::registry::{AnyEvent, AnyState, MachineName};

pub(super) fn findings() -> [Finding; 2] {
    [only_a_right_code_grants(), each_code_is_for_the_client_that_was_opened()]
}

/// CLI-01: a client is granted by the answer to a code alone, which the user of this session has typed.
fn only_a_right_code_grants() -> Finding {
    let exploration = chart::explore(MachineName::CliLogin);
    let grants = exploration.steps.iter().filter(|step| step.to.name() == "granted");
    let violations = grants.clone().filter_map(|step| {
        let is_answer = matches!(
            (&*step.from, &*step.event),
            (
                AnyState::CliLogin(State::Confirming { .. }),
                AnyEvent::CliLogin(Event::Answered(ClientLoginAnswer::Granted { .. }))
            )
        );
        (!is_answer).then(|| format!("{} in {} grants", step.event.name(), step.from.name()))
    });
    let checked = grants.count();
    finding("a right code is needed to grant a command-line client", checked, violations)
}

/// CLI-01: a code is checked for the client and the user with which this was opened.
fn each_code_is_for_the_client_that_was_opened() -> Finding {
    over_calls(
        "a code is checked for the client and the user that it was opened for",
        &[MachineName::CliLogin],
        |step, call| {
            let Call::GrantClientLogin { person, client, .. } = call else { return None };
            Some(matches!(
                &*step.from,
                AnyState::CliLogin(State::Asked { client: opened, person: signed_in, .. })
                    if opened == client && signed_in == person
            ))
        },
    )
}
