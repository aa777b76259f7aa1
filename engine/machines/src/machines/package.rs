//! A package: the files of a repository that belong together, in a stream of their own.
//!
//! ```text
//! empty --deploy--> present --deploy, annotate, remove--> present --remove (the last)--> empty
//! ```
//!
//! In a generic repository each file is a package by itself. A record must stay small, so the state counts the files
//! and the events name them; the view of all files is read from the events. What an event says of the file that is at
//! its path was read from that view at the stream's head, and compare-and-append ensures that it still holds.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{AdmissionContext, Context, Machine, Rejection, Scope};
use crate::named;
use crate::rules::artifacts::{ArtifactProblem, Properties, check_artifact_path, check_properties};
use crate::secret::Digest;

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FileContent"),
    schemars(rename = "FileContent")
)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The SHA-256, by which it is stored.
    pub sha256: Digest,
    /// The SHA-1.
    pub sha1: Digest,
    /// The MD5.
    pub md5: Digest,
    /// The size in bytes.
    pub bytes: u64,
}

/// The file that is at a path before an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FileBefore"),
    schemars(rename = "FileBefore")
)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// The SHA-256 of its content.
    pub sha256: Digest,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The state of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PackageState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The package has no files.
    Empty {},
    /// The package has files.
    Present {
        /// Its name within the repository.
        name: String,
        /// The number of its files.
        files: u64,
        /// Their size in bytes.
        bytes: u64,
    },
}
named!(State { Empty = "empty", Present = "present" });

/// The events of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PackageEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A file is stored at a path; its content exists at this point.
    Deploy {
        /// The name of the package.
        name: String,
        /// The path within the repository.
        path: String,
        /// The content.
        content: Content,
        /// The properties.
        properties: Properties,
        /// The file that is at the path, if there is one.
        replaces: Option<Before>,
        /// Whether the repository and the user's rights allow to replace another content.
        may_replace: bool,
    },
    /// The properties of a file change.
    Annotate {
        /// The path.
        path: String,
        /// All properties from now on.
        properties: Properties,
        /// The file at the path, if there is one.
        file: Option<Before>,
    },
    /// A file is removed.
    Remove {
        /// The path.
        path: String,
        /// The file at the path, if there is one.
        file: Option<Before>,
    },
}
named!(Event { Deploy = "deploy", Annotate = "annotate", Remove = "remove" });

/// A tab can propose nothing to this machine: files are stored and removed over HTTP.
pub type Proposal = super::session::Proposal;

/// The package machine.
#[derive(Debug, Default)]
pub struct Package;

#[state_machine(
    initial = "State::Empty {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Package {
    #[state(superstate = "root")]
    fn empty(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Deploy { name, .. } => deploy(name, 0, 0, event, context),
            Event::Annotate { .. } | Event::Remove { .. } => {
                context.refuse(ArtifactProblem::Missing.rejection())
            }
        }
    }

    #[state(superstate = "root", local_storage("name: String", "files: u64", "bytes: u64"))]
    fn present(
        name: &String,
        files: &u64,
        bytes: &u64,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Deploy { .. } => deploy(name, *files, *bytes, event, context),
            Event::Annotate { file: None, .. } | Event::Remove { file: None, .. } => {
                context.refuse(ArtifactProblem::Missing.rejection())
            }
            Event::Annotate { properties, .. } => {
                if let Err(problem) = check_properties(properties) {
                    context.guard("not_allowed", true);
                    return context.refuse(problem.rejection());
                }
                Transition(State::Present { name: name.clone(), files: *files, bytes: *bytes })
            }
            Event::Remove { file: Some(file), .. } => {
                let files = files.saturating_sub(1);
                if context.guard("last_file", files == 0) {
                    return Transition(State::Empty {});
                }
                let bytes = bytes.saturating_sub(file.bytes);
                Transition(State::Present { name: name.clone(), files, bytes })
            }
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn deploy(
    known: &str,
    files: u64,
    bytes: u64,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::Deploy { path, content, properties, replaces, may_replace, .. } = event else {
        return context.refuse_here();
    };
    if let Err(problem) = check_artifact_path(path).and_then(|()| check_properties(properties)) {
        context.guard("not_allowed", true);
        return context.refuse(problem.rejection());
    }
    let other = replaces.as_ref().filter(|before| before.sha256 != content.sha256);
    if context.guard("may_not_replace", other.is_some() && !may_replace) {
        return context.refuse(ArtifactProblem::Exists.rejection());
    }
    let before = replaces.as_ref().map_or(0, |before| before.bytes);
    Transition(State::Present {
        name: known.to_owned(),
        files: if replaces.is_some() { files } else { files.saturating_add(1) },
        bytes: bytes.saturating_sub(before).saturating_add(content.bytes),
    })
}

impl Machine for Package {
    const NAME: &'static str = "package";
    const SCOPE: Scope = Scope::Installation;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Package);

    /// Without sizes, and with more than two files as two: removing one of two leaves one.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Empty {} => "empty".to_owned(),
            State::Present { files, .. } => format!("present {}", (*files).min(2)),
        }
    }

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn examples() -> Vec<Event> {
        let digest = |digit: &str, digits| Digest(digit.repeat(digits));
        let before = |digit: &str| Before { sha256: digest(digit, 64), bytes: 3 };
        let deploy = |path: &str, replaces: Option<Before>, may_replace| Event::Deploy {
            name: "notes.txt".into(),
            path: path.into(),
            content: Content {
                sha256: digest("a", 64),
                sha1: digest("a", 40),
                md5: digest("a", 32),
                bytes: 3,
            },
            properties: Properties::new(),
            replaces,
            may_replace,
        };
        let annotate = |name: &str, file| Event::Annotate {
            path: "notes.txt".into(),
            properties: Properties::from([(name.to_owned(), vec!["1".to_owned()])]),
            file,
        };
        let remove = |file| Event::Remove { path: "notes.txt".into(), file };
        vec![
            deploy("notes.txt", None, false),
            deploy("notes.txt", Some(before("a")), false),
            deploy("notes.txt", Some(before("b")), false),
            deploy("notes.txt", Some(before("b")), true),
            deploy("../notes.txt", None, false),
            annotate("build.number", Some(before("a"))),
            annotate("build number", Some(before("a"))),
            annotate("build.number", None),
            remove(Some(before("a"))),
            remove(None),
        ]
    }
}
