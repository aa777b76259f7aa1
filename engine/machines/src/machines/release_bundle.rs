//! A release bundle: imported once under its name and version, in a stream of its own.
//!
//! ```text
//! absent --import--> completed
//! ```
//!
//! What is in it is a list that lies in a file of its digest's name, since a record must stay small. That name and
//! version belong to one bundle only is this machine's refusal together with compare-and-append on the stream.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::release_bundles::{check_count, check_name};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// Where a bundle comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleOrigin"),
    schemars(rename = "BundleOrigin")
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It was made here, of files that were hashed here.
    Source,
    /// It was made elsewhere, and came as a manifest.
    Target,
}

/// The list of what is in a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ArtifactList")
)]
#[serde(deny_unknown_fields)]
pub struct ArtifactList {
    /// The SHA-256 of the list's file, which is its name.
    pub digest: Digest,
    /// How many artifacts it has.
    pub artifacts: u32,
    /// How many bytes those have together.
    pub size: u64,
}

/// An Ed25519 signature of what the bundle is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleSignature")
)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The public key, 64 hex digits.
    pub key: String,
    /// The signature, 128 hex digits.
    pub value: String,
}

/// A bundle as its record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundle")
)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What is in it.
    pub list: ArtifactList,
    /// Who signed it, which this installation does with what it takes in.
    pub signature: Option<Signature>,
}

/// Where a bundle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There is none.
    Absent {},
    /// There is one, and all of it.
    Completed {
        /// Which.
        bundle: Bundle,
        /// When it was imported.
        at: Timestamp,
        /// By whom; nobody when it was done on the command line.
        by: Option<PersonId>,
    },
}
named!(State { Absent = "absent", Completed = "completed" });

/// What happens to a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It is imported; the list's file is there already.
    Import {
        /// Which.
        bundle: Bundle,
        /// By whom.
        by: Option<PersonId>,
    },
}
named!(Event { Import = "import" });

/// A tab proposes nothing here: bundles come over HTTP and from the command line.
pub type Proposal = super::session::Proposal;

/// The release bundle machine.
#[derive(Debug, Default)]
pub struct ReleaseBundle;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ReleaseBundle {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Import { bundle, by } = event;
        let count = usize::try_from(bundle.list.artifacts).unwrap_or(usize::MAX);
        let checked = check_name(&bundle.name, &bundle.version).and_then(|()| check_count(count));
        if let Err(problem) = checked {
            context.guard("not_allowed", true);
            return context.refuse(problem.rejection());
        }
        Transition(State::Completed { bundle: bundle.clone(), at: context.at, by: by.clone() })
    }

    #[state(
        superstate = "root",
        local_storage("bundle: Bundle", "at: Timestamp", "by: Option<PersonId>")
    )]
    fn completed(context: &mut Context) -> Outcome<State> {
        context.refuse(Rejection::new("bundle_exists").with("field", "version"))
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for ReleaseBundle {
    const NAME: &'static str = "release_bundle";
    const SCOPE: Scope = Scope::Installation;
    const TERMINAL: &'static [&'static str] = &["completed"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(ReleaseBundle);

    fn admit(proposal: Proposal, _: Stamp<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn examples() -> Vec<Event> {
        let import = |name: &str, artifacts| Event::Import {
            bundle: Bundle {
                name: name.into(),
                version: "1.0.0".into(),
                origin: Origin::Source,
                list: ArtifactList { digest: Digest("0".repeat(64)), artifacts, size: 1_024 },
                signature: None,
            },
            by: Some(PersonId("p_ann".into())),
        };
        vec![import("shop", 3), import("../shop", 3), import("shop", 0)]
    }
}
