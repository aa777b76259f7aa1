//! A project: created once under its key, in a stream of its own (ONB-03).
//!
//! ```text
//! absent --create--> existing
//! ```
//!
//! This machine's rejection together with compare-and-append on the stream ensures that a key belongs to one project
//! only.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::projects::{check_key, check_words};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The state of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ProjectState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The project does not exist.
    Absent {},
    /// The project exists.
    Existing {
        /// The unique key.
        project_key: String,
        /// The display name.
        name: String,
        /// The description; may be empty.
        description: String,
        /// When the project was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
}
named!(State { Absent = "absent", Existing = "existing" });

/// The events of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ProjectEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The project is created.
    Create {
        /// The unique key.
        project_key: String,
        /// The display name.
        name: String,
        /// The description; may be empty.
        description: String,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
}
named!(Event { Create = "create" });

/// The project machine.
#[derive(Debug, Default)]
pub struct Project;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Project {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { project_key, name, description, by } = event;
        let checked = check_key(project_key).and_then(|()| check_words(name, description));
        if let Err(problem) = checked {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing {
            project_key: project_key.clone(),
            name: name.clone(),
            description: description.clone(),
            created_at: context.at,
            created_by: by.clone(),
        })
    }

    #[state(
        superstate = "root",
        local_storage(
            "project_key: String",
            "name: String",
            "description: String",
            "created_at: Timestamp",
            "created_by: Option<PersonId>"
        )
    )]
    fn existing(context: &mut Context) -> Outcome<State> {
        context.refuse(Rejection::new(RejectionCode::ProjectKeyTaken).with("field", "project_key"))
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Project {
    const NAME: &'static str = "project";
    const TERMINAL: &'static [&'static str] = &["existing"];

    // Projects are created by the projects service.
    crate::installation_machine!(Project);

    fn examples() -> Vec<Event> {
        let create = |key: &str, name: &str| Event::Create {
            project_key: key.into(),
            name: name.into(),
            description: String::new(),
            by: Some(PersonId("p_ann".into())),
        };
        vec![create("dflt", "Default Project"), create("Dflt", "Default Project"), create("a", "")]
    }
}
