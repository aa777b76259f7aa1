//! What came of a set of stories, for people and for programs.

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

/// What came of a set of files.
#[derive(Debug, Default)]
pub struct Report {
    /// The stories that could be read.
    pub outcomes: Vec<Outcome>,
    /// What is wrong with the others.
    pub faults: Vec<Fault>,
    /// The requirements that the files' ids were checked against.
    pub requirements: Option<Requirements>,
}

impl Report {
    /// Runs every story in these files and folders, in the order of their names.
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

    /// 0: every story went as expected. 1: one did not. 2: one could not be read, or there was none.
    pub fn exit_code(&self) -> u8 {
        if !self.faults.is_empty() || self.outcomes.is_empty() {
            2
        } else {
            u8::from(!self.outcomes.iter().all(Outcome::passed))
        }
    }

    /// What the stories visited and which requirements they cover.
    pub fn coverage(&self) -> Coverage {
        Coverage::of(&self.outcomes, self.requirements.as_ref())
    }
}
