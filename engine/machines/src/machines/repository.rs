//! A repository: created under a key, changed, and deleted, in a stream of its own.
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. The service ensures that only one existing repository has a key.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::repositories::{
    Audit, PackageType, Repository as Settings, RepositoryClass, RepositoryProblem,
    check_repository,
};
use crate::rules::repository_sources::Members;
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The state of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RepositoryState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The repository does not exist.
    Absent {},
    /// The repository exists.
    Existing {
        /// Its settings.
        repository: Box<Settings>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The repository was deleted, with everything in it. Its key is free for another one.
    Deleted {
        /// The key that it had.
        key: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RepositoryEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The repository is created.
    Create {
        /// Its settings.
        repository: Box<Settings>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// The settings change. Key, class and package type stay.
    Change {
        /// The new settings.
        repository: Box<Settings>,
    },
    /// The repository is deleted, with everything in it.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The repository machine.
#[derive(Debug, Default)]
pub struct Repository;

crate::settings_machine! {
    impl Repository {
        #[state(local_storage("repository: Box<Settings>"))]
        fn existing(repository: &Settings);
        #[state(local_storage("key: String"))]
        fn deleted();

        create { repository } if check_repository(repository)
            => existing { repository: repository.clone() };
        change { repository: wanted } if check_change(repository, wanted)
            => existing { repository: wanted.clone() };
        delete => deleted { key: repository.key.clone() };
    }
}

fn check_change(known: &Settings, wanted: &Settings) -> Result<(), RepositoryProblem> {
    let fixed = |of: &Settings| (of.key.clone(), of.class, of.package_type);
    if fixed(known) == fixed(wanted) {
        check_repository(wanted)
    } else {
        Err(RepositoryProblem::Fixed)
    }
}

impl Machine for Repository {
    const NAME: &'static str = "repository";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Repositories are changed over HTTP.
    crate::installation_machine!(Repository);

    /// Without the texts, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { repository, .. } => format!("existing {}", repository.key),
            State::Deleted { key } => format!("deleted {key}"),
        }
    }

    fn examples() -> Vec<Event> {
        let repository = |key: &str, includes: &str| {
            Box::new(Settings {
                key: key.into(),
                class: RepositoryClass::Local,
                package_type: PackageType::Generic,
                description: String::new(),
                notes: String::new(),
                includes: includes.into(),
                excludes: String::new(),
                project_key: None,
                environments: Vec::new(),
                quota_bytes: None,
                upstream: None,
                members: None,
                audit: Audit::default(),
            })
        };
        let create = |key: &str| Event::Create {
            repository: repository(key, "**/*"),
            by: Some(PersonId("p_ann".into())),
        };
        let change =
            |key: &str, includes: &str| Event::Change { repository: repository(key, includes) };
        vec![
            create("shop-local"),
            create("api"),
            change("shop-local", "com/acme/**"),
            change("shop-local", ""),
            change("other-local", "**/*"),
            Event::Create {
                repository: Box::new(Settings {
                    class: RepositoryClass::Virtual,
                    members: Some(Members {
                        repositories: vec!["0a".into()],
                        deploys_to: None,
                        reserved: String::new(),
                    }),
                    audit: Audit::Full,
                    ..*repository("shop", "**/*")
                }),
                by: None,
            },
            Event::Change {
                repository: Box::new(Settings {
                    audit: Audit::Full,
                    ..*repository("shop-local", "**/*")
                }),
            },
            Event::Delete {},
        ]
    }
}
