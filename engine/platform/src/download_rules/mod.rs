//! The rules about downloads of packages: the list in the stream `download_rules` of the platform journal, which is in
//! memory for each download, how a version is judged by it, and what was refused, in the streams
//! `download_violations/<day>`.

mod embedded;
mod judging;
mod violations;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::download_violations::DownloadViolation;
use waybill_machines::rules::download_rules::{DownloadRule, DownloadRuleProblem};
use waybill_machines::secret::PersonId;

use crate::streams::{ChangeContext, StreamError};

pub use embedded::EmbeddedDownloadRules;
pub use judging::{Refusal, Severe, Verdict, VersionFacts, judge};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, DownloadRulesError>> + Send + 'a>>;

/// The port for the rules about downloads.
pub trait DownloadRules: Send + Sync + 'static {
    /// The rules at present. It costs no more than a lock that is hardly ever held.
    fn current(&self) -> Arc<StoredRules>;

    /// Replaces all rules, if the ones at present have a revision.
    fn set(
        &self,
        rules: Vec<DownloadRule>,
        revision: u64,
        context: ChangeContext,
    ) -> Answer<'_, Arc<StoredRules>>;

    /// Whether a refused download is to be recorded: not one that the last hour has already, nor any other once an hour
    /// has as many as it may. It costs no more than a lock that is hardly ever held.
    fn is_due(&self, violation: &DownloadViolation, at: Timestamp) -> bool;

    /// Has a refused download recorded that is due. It waits for nothing.
    fn violated(&self, violation: DownloadViolation, context: ChangeContext);
}

/// The rules of the installation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredRules {
    /// The rules, in the order in which they are judged.
    pub rules: Vec<DownloadRule>,
    /// Increases with each change; 0 before the first one.
    pub revision: u64,
    /// When they were changed; none before the first change.
    pub at: Option<Timestamp>,
    /// The user who changed them; none if it was not a user.
    pub by: Option<PersonId>,
}

impl StoredRules {
    /// The rules that apply to a repository, in their order.
    pub fn of(&self, repository: &str) -> impl Iterator<Item = &DownloadRule> {
        self.rules.iter().filter(move |rule| rule.applies_to(repository))
    }
}

/// Why rules were not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum DownloadRulesError {
    /// A rule is invalid.
    #[error("{problem}")]
    Problem {
        /// The place of the rule in the list, from 0.
        at: usize,
        /// What is wrong with it.
        problem: DownloadRuleProblem,
    },
    /// A rule names a licence that has no identifier of SPDX.
    #[error("a licence of the rule has no identifier of SPDX")]
    UnknownLicence {
        /// The place of the rule in the list, from 0.
        at: usize,
        /// What it names.
        licence: String,
    },
    /// The rules are not those that the caller has read.
    #[error("the download rules were changed meanwhile")]
    EditedMeanwhile,
    /// The journal could not be read or written.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A defect of this program.
    #[error("a defect of the server: {0}")]
    Defect(&'static str),
}
