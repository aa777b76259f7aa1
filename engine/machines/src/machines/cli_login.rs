//! Confirming a command-line client that waits to be signed in (CLI-01).
//!
//! ```text
//! idle --open--> asked --submit--> confirming --+--> granted
//!                  |                            +--> asked, after a wrong code
//!                  +--deny--> denied            +--> refused
//! ```
//!
//! The user types the end of the client's session, which only the client's own terminal shows: a link alone confirms
//! nothing. Wrong codes are counted by the access service, for the client and in whatever browser they are typed.

use statig::prelude::*;

pub use super::cli_login_types::{
    CLIENT_NAME_CHARS_MAX, ClientLoginAnswer, Event, Proposal, State,
};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Named as _, Rejection, Scope};
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::Notice;

/// The machine that confirms command-line clients.
#[derive(Debug, Default)]
pub struct CliLogin;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl CliLogin {
    #[state(superstate = "at_rest")]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest", local_storage("left: Option<u8>"))]
    fn asked(
        event: &Event,
        client: &Digest,
        name: &String,
        person: &PersonId,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Submit { code } => {
                let (client, name, person) = (client.clone(), name.clone(), person.clone());
                context.call(Call::GrantClientLogin {
                    person: person.clone(),
                    client: client.clone(),
                    name: name.clone(),
                    code: code.clone(),
                });
                Transition(State::Confirming { client, name, person })
            }
            Event::Deny {} => Transition(State::Denied {}),
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn confirming(
        event: &Event,
        client: &Digest,
        name: &String,
        person: &PersonId,
    ) -> Outcome<State> {
        let Event::Answered(answer) = event else { return Super };
        Transition(match answer {
            ClientLoginAnswer::Granted { token_id } => {
                State::Granted { token_id: token_id.clone() }
            }
            ClientLoginAnswer::WrongCode { left } => State::Asked {
                client: client.clone(),
                name: name.clone(),
                person: person.clone(),
                left: Some(*left),
            },
            ClientLoginAnswer::Refused { notice } => State::Refused { notice: notice.clone() },
            // The clients that wait are in the memory of the server that has stopped.
            ClientLoginAnswer::Interrupted {} => State::Refused { notice: interrupted() },
        })
    }

    #[state(superstate = "at_rest", local_storage("token_id: String"))]
    fn granted() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest")]
    fn denied() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest", local_storage("notice: Notice"))]
    fn refused() -> Outcome<State> {
        Super
    }

    /// No code is being checked, so another client may be answered.
    #[superstate(superstate = "root")]
    fn at_rest(event: &Event) -> Outcome<State> {
        match event {
            Event::Open { client, name, person } => Transition(State::Asked {
                client: client.clone(),
                name: name.clone(),
                person: person.clone(),
                left: None,
            }),
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Idle {}),
            _ => context.refuse_here(),
        }
    }
}

fn interrupted() -> Notice {
    Notice::new(
        "client_login_interrupted",
        "The server stopped while it was checking. Start again in the terminal.",
    )
}

impl Machine for CliLogin {
    const NAME: &'static str = "cli_login";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["open", "submit", "deny"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(CliLogin);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::GrantClientLogin { .. })
            .then_some(Event::Answered(ClientLoginAnswer::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        let notice = Notice::new("client_login_unknown", "This client does not wait.");
        vec![
            Event::Open {
                client: Digest("c1".into()),
                name: "JFrog-CLI".into(),
                person: PersonId("p_ann".into()),
            },
            Event::Submit { code: Handle::new("h_4") },
            Event::Deny {},
            Event::Answered(ClientLoginAnswer::Granted { token_id: "t_1".into() }),
            Event::Answered(ClientLoginAnswer::WrongCode { left: 2 }),
            Event::Answered(ClientLoginAnswer::Refused { notice }),
            Event::Answered(ClientLoginAnswer::Interrupted {}),
            Event::Reset {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Asked { left, .. } => format!("asked {}", left.is_some()),
            _ => state.name().to_owned(),
        }
    }
}
