//! Stories about sessions: read strictly, run in virtual time, reported, and made from what was recorded.
//!
//! A file under `scenarios/` tells one story: the world that is given, what happens, and what must come of
//! it. Its steps are the machines' own events, so nothing stands between the words and the machines.

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
pub use record::{About, NoStory, record};
pub use report::{Report, html, junit, text};
pub use requirements::{Level, Requirement, Requirements};
pub use run::{Entry, Mismatch, Outcome, StepOutcome, run};
