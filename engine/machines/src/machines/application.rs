//! An application that users may sign in to with this installation: registered, changed, given another secret, and
//! deleted, in a stream of its own (APP-01).
//!
//! ```text
//! absent --register--> registered --change, rotate--> registered --delete--> deleted
//! ```
//!
//! The stream is named by the client id, which is never reused. A secret has 256 random bits, so its digest is enough.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::applications::{Application as Settings, ApplicationKind, check_application};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApplicationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The application does not exist.
    Absent {},
    /// The application exists.
    Registered {
        /// What it is.
        application: Settings,
        /// The digest of its secret.
        secret: Digest,
        /// When it was registered.
        registered_at: Timestamp,
        /// The user who registered it; none if the server did.
        registered_by: Option<PersonId>,
    },
    /// The application was deleted.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Registered = "registered", Deleted = "deleted" });

/// The events of an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApplicationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The application is registered.
    Register {
        /// What it is.
        application: Settings,
        /// The digest of its secret.
        secret: Digest,
        /// The user who registers it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. Where it runs stays: what users consented to depends on that.
    Change {
        /// What it is from now on.
        application: Settings,
    },
    /// It gets another secret. The one before counts no longer.
    Rotate {
        /// The digest of the new secret.
        secret: Digest,
    },
    /// The application is deleted.
    Delete {},
}
named!(Event { Register = "register", Change = "change", Rotate = "rotate", Delete = "delete" });

/// The machine of applications.
#[derive(Debug, Default)]
pub struct Application;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Application {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Register { application, secret, by } = event else { return Super };
        if let Err(problem) = check_application(application) {
            context.guard("not_valid", true);
            return context.refuse(problem.rejection());
        }
        Transition(State::Registered {
            application: application.clone(),
            secret: secret.clone(),
            registered_at: context.at,
            registered_by: by.clone(),
        })
    }

    #[state(
        superstate = "root",
        local_storage(
            "application: Settings",
            "secret: Digest",
            "registered_at: Timestamp",
            "registered_by: Option<PersonId>"
        )
    )]
    fn registered(
        application: &Settings,
        secret: &Digest,
        registered_at: &Timestamp,
        registered_by: &Option<PersonId>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let (application, secret) = match event {
            Event::Register { .. } => return Super,
            Event::Change { application: wanted } => {
                if let Err(problem) = check_application(wanted) {
                    context.guard("not_valid", true);
                    return context.refuse(problem.rejection());
                }
                if context.guard("runs_elsewhere", wanted.kind != application.kind) {
                    return context.refuse(Rejection::new(RejectionCode::ApplicationFixed));
                }
                (wanted.clone(), secret.clone())
            }
            Event::Rotate { secret } => (application.clone(), secret.clone()),
            Event::Delete {} => {
                return Transition(State::Deleted { name: application.name.clone() });
            }
        };
        Transition(State::Registered {
            application,
            secret,
            registered_at: *registered_at,
            registered_by: registered_by.clone(),
        })
    }

    #[state(superstate = "root", local_storage("name: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Application {
    const NAME: &'static str = "application";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Applications are changed over HTTP.
    crate::installation_machine!(Application);

    /// Without what no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Registered { application, .. } => format!("registered {:?}", application.kind),
            State::Deleted { .. } => "deleted".to_owned(),
        }
    }

    fn examples() -> Vec<Event> {
        let application = |name: &str, kind| Settings {
            name: name.into(),
            kind,
            description: "Shows builds.".into(),
            callback_url: "https://app.example.org/callback".into(),
            scopes: None,
        };
        let secret = |letter: &str| Digest(letter.repeat(64));
        let mut all: Vec<Event> =
            [("Dashboard", ApplicationKind::Server), ("", ApplicationKind::Device)]
                .into_iter()
                .map(|(name, kind)| Event::Register {
                    application: application(name, kind),
                    secret: secret("a"),
                    by: Some(PersonId("p_ann".into())),
                })
                .collect();
        for (name, kind) in [
            ("Builds", ApplicationKind::Server),
            ("Builds", ApplicationKind::Device),
            ("a b", ApplicationKind::Server),
        ] {
            all.push(Event::Change { application: application(name, kind) });
        }
        all.extend([Event::Rotate { secret: secret("b") }, Event::Delete {}]);
        all
    }
}
