//! Scenarios: read strictly, run in virtual time, reported, and generated from recorded sessions.
//!
//! A file under `scenarios/` is one scenario: the initial situation, steps, and expectations. Its steps are the
//! machines' own events, so that no mapping between a scenario and the machines is necessary.

mod bless;
mod coverage;
mod fault;
mod matching;
mod requirements;
mod yaml;

pub mod files;
pub mod format;
pub mod record;
pub mod report;
pub mod run;

pub use bless::{Blessed, bless};
pub use coverage::{Coverage, MachineCoverage, RequirementCoverage, Share};
pub use fault::{Fault, Position, nearest};
pub use format::{Document, Scenario, parse};
pub use record::{About, RecordError, record};
pub use report::{Report, html, junit, text};
pub use requirements::{Level, Requirement, Requirements};
pub use run::{Entry, Mismatch, Outcome, StepOutcome, run};
