//! The security advisories of the installation: what was imported last, the file of all that are known since then, and
//! what comparing all stored versions with them has found.
//!
//! ```text
//! none, imported --import--> imported --compare--> imported
//! ```
//!
//! The advisories themselves are in a file named by its digest, because a record must stay small.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::packages::Document;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// How many advisories an import has read, by what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default)]
pub struct AdvisoryCounts {
    /// They were unknown.
    pub added: u32,
    /// They are newer than what was known of them.
    pub changed: u32,
    /// They are known, or a newer one is.
    pub unchanged: u32,
    /// They were withdrawn by their authors, so that they count no more.
    pub withdrawn: u32,
    /// They are about no type of packages that is known here.
    pub unrelated: u32,
    /// They could not be read.
    pub skipped: u32,
}

/// An import of advisories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AdvisoryImport {
    /// The file with all advisories that are known after it.
    pub database: Document,
    /// How many these are, without those that were withdrawn.
    pub advisories: u32,
    /// What became of those that were imported.
    pub counts: AdvisoryCounts,
    /// The digest of what was imported, in the form in which it is stored.
    pub imported: Digest,
}

/// How many versions are affected by advisories, by the highest severity of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default)]
pub struct AffectedCounts {
    /// With a base score of CVSS of 9.0 or more.
    pub critical: u64,
    /// With one of 7.0 or more.
    pub high: u64,
    /// With one of 4.0 or more.
    pub medium: u64,
    /// With one above zero.
    pub low: u64,
    /// With one of zero, or about no vulnerability.
    pub info: u64,
    /// Without a severity.
    pub unknown: u64,
}

/// What comparing all stored versions with advisories has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AdvisoryComparison {
    /// The file of the advisories.
    pub database: Digest,
    /// The stored packages that any advisory is about.
    pub packages: u64,
    /// Their versions, each of which was compared.
    pub versions: u64,
    /// The packages of which a version is affected.
    pub affected_packages: u64,
    /// The affected versions.
    pub affected: AffectedCounts,
}

/// The state of the advisories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AdvisoriesState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// None has been imported.
    None {},
    /// Some have been imported.
    Imported {
        /// The newest import.
        import: Box<AdvisoryImport>,
        /// When it was.
        at: Timestamp,
        /// The user who imported; none if it was not a user.
        by: Option<PersonId>,
        /// The newest comparison of the stored versions with them; none before the first one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comparison: Option<Box<AdvisoryComparison>>,
        /// When it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        compared_at: Option<Timestamp>,
    },
}
named!(State { None = "none", Imported = "imported" });

/// The events of the advisories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AdvisoriesEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Advisories are imported; the file of all of them exists at this point.
    Import {
        /// The import.
        import: Box<AdvisoryImport>,
        /// The user who imports; none if it is not a user.
        by: Option<PersonId>,
    },
    /// All stored versions were compared with the advisories.
    Compare {
        /// What was found.
        comparison: Box<AdvisoryComparison>,
    },
}
named!(Event { Import = "import", Compare = "compare" });

/// The machine of the advisories.
#[derive(Debug, Default)]
pub struct Advisories;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Advisories {
    #[state(superstate = "root")]
    fn none() -> Outcome<State> {
        Super
    }

    #[state(
        superstate = "root",
        local_storage(
            "import: Box<AdvisoryImport>",
            "at: Timestamp",
            "by: Option<PersonId>",
            "comparison: Option<Box<AdvisoryComparison>>",
            "compared_at: Option<Timestamp>"
        )
    )]
    fn imported(
        event: &Event,
        import: &mut Box<AdvisoryImport>,
        comparison: &mut Option<Box<AdvisoryComparison>>,
        compared_at: &mut Option<Timestamp>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            // A comparison with older advisories does not count.
            Event::Compare { comparison: new } if new.database == import.database.sha256 => {
                *comparison = Some(new.clone());
                *compared_at = Some(context.at);
                Handled
            }
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Import { import, by } => Transition(State::Imported {
                import: import.clone(),
                at: context.at,
                by: by.clone(),
                comparison: None,
                compared_at: None,
            }),
            Event::Compare { .. } => context.refuse_here(),
        }
    }
}

impl Machine for Advisories {
    const NAME: &'static str = "advisories";
    const TERMINAL: &'static [&'static str] = &["imported"];

    // Advisories are imported over HTTP and by a command.
    crate::installation_machine!(Advisories);

    fn examples() -> Vec<Event> {
        let import = |digit: &str| Event::Import {
            import: Box::new(AdvisoryImport {
                database: Document { sha256: Digest(digit.repeat(64)), bytes: 2_048 },
                advisories: 2,
                counts: AdvisoryCounts { added: 2, skipped: 1, ..AdvisoryCounts::default() },
                imported: Digest("b".repeat(64)),
            }),
            by: Some(PersonId("p_ann".into())),
        };
        let compare = |digit: &str| Event::Compare {
            comparison: Box::new(AdvisoryComparison {
                database: Digest(digit.repeat(64)),
                packages: 3,
                versions: 7,
                affected_packages: 1,
                affected: AffectedCounts { critical: 1, ..AffectedCounts::default() },
            }),
        };
        vec![import("0"), compare("0"), import("1"), compare("1")]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::None {} => "none".to_owned(),
            // What is compared with is what was imported.
            State::Imported { import, comparison, .. } => {
                let digest = &import.database.sha256.0;
                format!("imported {} {}", &digest[..1.min(digest.len())], comparison.is_some())
            }
        }
    }
}
