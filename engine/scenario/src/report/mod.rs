//! The results of a set of scenarios, for people and for programs.

mod html;
mod junit;
mod text;

pub use html::html;
pub use junit::{JunitError, junit};
pub use text::text;

use std::path::PathBuf;

use crate::coverage::Coverage;
use crate::fault::Fault;
use crate::files;
use crate::requirements::Requirements;
use crate::run::{Outcome, run};

/// The results of a set of files.
#[derive(Debug, Default)]
pub struct Report {
    /// The results of the scenarios that could be read.
    pub outcomes: Vec<Outcome>,
    /// The errors in the other files.
    pub faults: Vec<Fault>,
    /// The requirements that the files' ids were checked against.
    pub requirements: Option<Requirements>,
}

impl Report {
    /// Runs every scenario in these files and folders, in the order of their names.
    pub fn of(paths: &[PathBuf]) -> Self {
        let mut report = Self::default();
        let found = files::find(paths);
        report.faults.extend(found.faults);
        for path in &found.files {
            match files::load(path) {
                Ok(document) => report.outcomes.push(run(&document)),
                Err(fault) => report.faults.push(fault),
            }
        }
        if let Some(path) = paths.first() {
            match files::requirements_near(path) {
                Ok(requirements) => report.requirements = requirements,
                Err(fault) => report.faults.push(fault),
            }
        }
        report
    }

    /// 0: all scenarios passed. 1: one failed. 2: a file could not be read, or there was none.
    pub fn exit_code(&self) -> u8 {
        if !self.faults.is_empty() || self.outcomes.is_empty() {
            2
        } else {
            u8::from(!self.outcomes.iter().all(Outcome::passed))
        }
    }

    /// The coverage of the scenarios.
    pub fn coverage(&self) -> Coverage {
        Coverage::of(&self.outcomes, self.requirements.as_ref())
    }
}
