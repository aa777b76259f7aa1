//! Machines of the installation, which run independently of any session: each in a stream of the platform's journal.
//! A command is decided and appended, published to its followers, and only then are the calls performed that it
//! requests; their answers and the deadlines come back as commands.

mod machine;
mod message;
mod topic;

use std::sync::Arc;

use tokio::sync::broadcast;
use waybill_journal::Journal;
use waybill_machines::machine::Refused;
use waybill_machines::{AnyEvent, AnyState, MachineName, RejectionCode};
use waybill_platform::limits::Exceeded;
use waybill_platform::streams::{ChangeContext, StreamError, Streams};

use crate::change::Change;
use crate::runner::Runners;
use machine::Input;
pub use message::{InstallationMachine, InstallationMessage};
pub use topic::InstallationArgs;
pub(crate) use topic::InstallationTopic;

/// How many changes a follower may be behind before it has to start over.
const CHANGES_KEPT: usize = 1_024;

/// Who may follow a family of machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Administrators.
    Administrators,
    /// All users who have signed in.
    SignedIn,
}

/// Machines of one kind that are run here, each in a stream under the same prefix.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The prefix of their streams' names, up to and including the slash; the whole name where there is only one.
    pub prefix: &'static str,
    /// The machine that each of the streams holds.
    pub machine: MachineName,
    /// Who may follow them.
    pub readers: Readers,
}

/// The families of this build: the only table of what is run here and who may follow it.
pub const FAMILIES: &[Family] = &[Family {
    prefix: "support_bundle/",
    machine: MachineName::SupportBundle,
    readers: Readers::Administrators,
}];

impl Family {
    /// Whether a stream belongs to this family.
    pub fn covers(&self, stream: &str) -> bool {
        if self.prefix.ends_with('/') {
            stream.len() > self.prefix.len() && stream.starts_with(self.prefix)
        } else {
            stream == self.prefix
        }
    }
}

/// An event for a machine of the installation.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The stream of the machine.
    pub stream: String,
    /// The event to decide.
    pub event: AnyEvent,
    /// When, on whose behalf, and because of which record.
    pub context: ChangeContext,
    /// The idempotency key: repeating it within a day gives the same result and changes nothing.
    pub id: Option<String>,
}

impl Submission {
    /// A submission without an idempotency key.
    pub fn new(
        stream: impl Into<String>,
        event: impl Into<AnyEvent>,
        context: ChangeContext,
    ) -> Self {
        Self { stream: stream.into(), event: event.into(), context, id: None }
    }
}

/// The current state of a machine of the installation.
#[derive(Debug, Clone)]
pub struct StreamSnapshot {
    /// The stream of the machine.
    pub stream: String,
    /// The sequence number of its newest record; 0 before the first.
    pub seq: u64,
    /// The state after that record.
    pub state: AnyState,
}

/// Why a submission changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The machine rejected the event.
    #[error("refused: {}", .0.rejection)]
    Refused(Refused),
    /// The machine rejected it the first time that it was submitted.
    #[error("this was refused before: {0}")]
    RejectedBefore(RejectionCode),
    /// No machine of this kind is run in a stream of this name: an error of the caller.
    #[error("no machine of the installation is run in {0}")]
    NotRegistered(String),
    /// The user has used up what one may record in a short time.
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
    /// The stream could not be read or the record could not be stored.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The server is stopping.
    #[error("the server is stopping; try again in a moment")]
    Stopping,
}

/// A change that has become durable.
#[derive(Debug)]
struct Published {
    stream: String,
    seq: u64,
    /// The record's line, with the events that a user may propose in the new state.
    change: Change,
}

/// The machines of the installation.
pub(crate) struct Installation {
    streams: Arc<Streams>,
    families: &'static [Family],
    /// The runners of these machines.
    pub(crate) machines: Runners<Input>,
    changes: broadcast::Sender<Arc<Published>>,
}

impl Installation {
    pub(crate) fn new(journal: Arc<dyn Journal>, families: &'static [Family]) -> Self {
        Self {
            streams: Arc::new(Streams::new(journal)),
            families,
            machines: Runners::default(),
            changes: broadcast::Sender::new(CHANGES_KEPT),
        }
    }

    pub(crate) fn journal(&self) -> &Arc<dyn Journal> {
        self.streams.journal()
    }

    fn family_of(&self, stream: &str) -> Option<&'static Family> {
        self.families.iter().find(|family| family.covers(stream))
    }

    fn snapshot(&self, stream: &str, machine: MachineName) -> Result<StreamSnapshot, StreamError> {
        let (state, seq) = self.streams.newest(stream, machine)?;
        Ok(StreamSnapshot { stream: stream.to_owned(), seq, state })
    }
}
