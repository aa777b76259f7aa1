//! A package: the files of a repository that belong together, in a stream of their own.
//!
//! ```text
//! empty --deploy, publish, restore--> present --remove, trash (the last file)--> empty
//!                                     present --deploy, publish, annotate, deprecate, yank, tag, remove,
//!                                               trash, restore, upstream_differs--> present
//! empty, present --purge--> the same
//! ```
//!
//! In a generic repository each file is a package by itself. Other package types have versions: each file of a version
//! is published once, with its metadata, and changes only where the package type has versions that are not final; tags,
//! deprecations and yanks do change. A record must stay
//! small, so the state counts the files and the events name them; the view of all files and versions is read from the
//! events. What an event says of the file or the version that exists was read from that view at the stream's head, and
//! compare-and-append ensures that it still holds.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::package_steps::{check_mark, deploy, publish, restore};
pub use super::package_types::{Before, Content, NamedContent, Origin, Place};

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::artifacts::{ArtifactProblem, Properties, check_properties};
use crate::rules::packages::{Document, PackageProblem, Summary};

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
        /// The file that it was copied or moved from; none if it was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Box<Origin>>,
    },
    /// A version is published with its file, or gets a further one; the file's content and the metadata exist at this
    /// point.
    Publish {
        /// The name of the package.
        name: String,
        /// The version.
        version: String,
        /// The path of the file within the repository.
        path: String,
        /// The content of the file.
        content: Content,
        /// The metadata of the version, or of this file of it where versions have several.
        document: Document,
        /// What searches need of it.
        summary: Summary,
        /// The tags that name this version from now on.
        tags: Vec<String>,
        /// The version of this package that it says something about, as a signature does; it need not exist.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject: Option<String>,
        /// Whether there is a file at the path that may not be replaced, or this version already where versions have
        /// one file.
        exists: bool,
        /// The file at the path that it replaces, as those of snapshots of Maven do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Before>,
        /// The properties that the file brings with it, when it was copied or moved.
        #[serde(default, skip_serializing_if = "Properties::is_empty")]
        properties: Properties,
        /// The file that it was copied or moved from; none if it was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Box<Origin>>,
    },
    /// A version is marked as deprecated, or no longer.
    Deprecate {
        /// The name of the package.
        name: String,
        /// The version.
        version: String,
        /// Why, and what to use instead; none if it is not deprecated.
        reason: Option<String>,
        /// Whether the version exists.
        exists: bool,
    },
    /// A version is yanked: it is chosen for nothing new from now on; or that ends.
    Yank {
        /// The name of the package.
        name: String,
        /// The version.
        version: String,
        /// Whether it is yanked from now on.
        yanked: bool,
        /// Why it is yanked, if its author says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Whether the version exists.
        exists: bool,
    },
    /// A tag names another version, or is removed.
    Tag {
        /// The name of the package.
        name: String,
        /// The tag.
        tag: String,
        /// The version that it names from now on; none if it is removed.
        version: Option<String>,
        /// Whether the version exists, or the tag that is removed.
        exists: bool,
        /// Where the version was promoted from; none if it was not promoted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promoted_from: Option<Box<Origin>>,
    },
    /// The properties of a file change.
    Annotate {
        /// The path.
        path: String,
        /// All properties from now on.
        properties: Properties,
        /// Those until now; none in records of earlier builds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<Properties>,
        /// The file at the path, if there is one.
        file: Option<Before>,
    },
    /// A file is removed.
    Remove {
        /// The path.
        path: String,
        /// The file at the path, if there is one.
        file: Option<Before>,
        /// Where it was moved to; none if it is gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved_to: Option<Place>,
    },
    /// A file is moved to the trash of its repository: clients do not see it, and it can be restored.
    Trash {
        /// The name of the file in the trash.
        item: String,
        /// The path.
        path: String,
        /// The file at the path, if there is one.
        file: Option<Before>,
    },
    /// A file is moved to the archive of its repository: clients do not see it, and it stays until it is restored or
    /// deleted.
    Archive {
        /// The name of the file in the archive.
        item: String,
        /// The path.
        path: String,
        /// The file at the path, if there is one.
        file: Option<Before>,
    },
    /// A file is restored from the trash or from the archive to its path.
    Restore {
        /// The name of the package.
        name: String,
        /// The name of the file in the trash or in the archive.
        item: String,
        /// The path.
        path: String,
        /// The file there, if there is one.
        file: Option<Before>,
        /// Whether something is at the path meanwhile.
        exists: bool,
    },
    /// A file in the trash or in the archive is deleted for good.
    Purge {
        /// The name of the file there.
        item: String,
        /// The path that it had.
        path: String,
        /// The file, if it is there.
        file: Option<Before>,
    },
    /// The upstream of a remote repository names another content for a file that is kept. It is refused: the file stays
    /// as it is (REMOTE-04).
    UpstreamDiffers {
        /// The path.
        path: String,
        /// The file that is kept, if there is one.
        file: Option<Before>,
        /// What the upstream names.
        named: NamedContent,
    },
}
named!(Event {
    Deploy = "deploy",
    Publish = "publish",
    Deprecate = "deprecate",
    Yank = "yank",
    Tag = "tag",
    Annotate = "annotate",
    Remove = "remove",
    Trash = "trash",
    Archive = "archive",
    Restore = "restore",
    Purge = "purge",
    UpstreamDiffers = "upstream_differs",
});

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
            Event::Publish { name, .. } => publish(name, 0, 0, event, context),
            Event::Deprecate { .. } | Event::Yank { .. } | Event::Tag { .. } => {
                context.refuse(PackageProblem::VersionMissing.rejection())
            }
            Event::Restore { name, .. } => restore(name, 0, 0, event, context),
            Event::Purge { file: Some(_), .. } => Transition(State::Empty {}),
            Event::Annotate { .. }
            | Event::Remove { .. }
            | Event::Trash { .. }
            | Event::Archive { .. }
            | Event::Purge { file: None, .. }
            | Event::UpstreamDiffers { .. } => context.refuse(ArtifactProblem::Missing.rejection()),
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
            Event::Publish { .. } => publish(name, *files, *bytes, event, context),
            Event::Deprecate { .. } | Event::Yank { .. } | Event::Tag { .. } => {
                if let Err(problem) = check_mark(event) {
                    return context.not_allowed(problem.rejection());
                }
                Transition(State::Present { name: name.clone(), files: *files, bytes: *bytes })
            }
            Event::Restore { .. } => restore(name, *files, *bytes, event, context),
            Event::Annotate { file: None, .. }
            | Event::Remove { file: None, .. }
            | Event::Trash { file: None, .. }
            | Event::Archive { file: None, .. }
            | Event::Purge { file: None, .. }
            | Event::UpstreamDiffers { file: None, .. } => {
                context.refuse(ArtifactProblem::Missing.rejection())
            }
            // What is in the trash or in the archive is not counted.
            Event::Purge { file: Some(_), .. } | Event::UpstreamDiffers { file: Some(_), .. } => {
                Transition(State::Present { name: name.clone(), files: *files, bytes: *bytes })
            }
            Event::Annotate { properties, .. } => {
                if let Err(problem) = check_properties(properties) {
                    return context.not_allowed(problem.rejection());
                }
                Transition(State::Present { name: name.clone(), files: *files, bytes: *bytes })
            }
            Event::Remove { file: Some(file), .. }
            | Event::Trash { file: Some(file), .. }
            | Event::Archive { file: Some(file), .. } => {
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

impl Machine for Package {
    const NAME: &'static str = "package";

    // Files are stored and removed over HTTP.
    crate::installation_machine!(Package);

    /// Without sizes, and with more than two files as two: removing one of two leaves one.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Empty {} => "empty".to_owned(),
            State::Present { files, .. } => format!("present {}", (*files).min(2)),
        }
    }

    fn examples() -> Vec<Event> {
        super::package_examples::all()
    }
}
