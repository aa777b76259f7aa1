//! A release bundle: imported once under its name and version, in a stream of its own.
//!
//! ```text
//! absent --import--> completed
//! ```
//!
//! The list of its artifacts is stored in a file named by its digest, because a record must stay small. This machine's
//! rejection together with compare-and-append on the stream ensures that name and version belong to one bundle only.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::rules::release_bundles::{check_count, check_name};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The origin of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleOrigin"),
    schemars(rename = "BundleOrigin")
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The bundle was created here, from files that were hashed here.
    Source,
    /// The bundle was created elsewhere and imported as a manifest.
    Target,
}

/// The list of a bundle's artifacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ArtifactList")
)]
#[serde(deny_unknown_fields)]
pub struct ArtifactList {
    /// The SHA-256 of the list's file, which is also its name.
    pub digest: Digest,
    /// The number of artifacts.
    pub artifacts: u32,
    /// The total size of the artifacts in bytes.
    pub size: u64,
}

/// An Ed25519 signature of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleSignature")
)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The public key: 64 hex digits.
    pub key: String,
    /// The signature: 128 hex digits.
    pub value: String,
}

/// A bundle as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundle")
)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The origin.
    pub origin: Origin,
    /// The list of artifacts.
    pub list: ArtifactList,
    /// The signature; this installation signs what it imports.
    pub signature: Option<Signature>,
}

/// The state of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The bundle does not exist.
    Absent {},
    /// The bundle is imported completely.
    Completed {
        /// The bundle.
        bundle: Bundle,
        /// When the bundle was imported.
        at: Timestamp,
        /// The user who imported it; none if it was imported on the command line.
        by: Option<PersonId>,
    },
}
named!(State { Absent = "absent", Completed = "completed" });

/// The events of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The bundle is imported; the list's file exists at this point.
    Import {
        /// The bundle.
        bundle: Bundle,
        /// The user who imports it; none on the command line.
        by: Option<PersonId>,
    },
}
named!(Event { Import = "import" });

/// A tab can propose nothing to this machine: bundles are imported over HTTP and on the command line.
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
        context.refuse(Rejection::new(RejectionCode::BundleExists).with("field", "version"))
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

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
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
