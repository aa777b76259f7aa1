//! The shell around the pure machines: it owns time, identity, order and effects.
//!
//! A stream has one write path ([`runner`]): a command is admitted, decided, appended durably, applied to the state in
//! memory, and pushed to every tab of the session; only then are the calls performed that it requests. Each answer is
//! decided in the same way.

mod acting;
mod alarm;
mod backwards;
mod caused;
mod change;
mod client_login;
mod clock;
mod common_facts;
mod download_rules;
mod error;
mod git;
mod identity;
mod installation;
mod log_topic;
mod messages;
mod onboarding;
mod perform;
mod push;
mod registry;
mod runner;
mod scanning;
mod session;
mod sign_in;
pub mod topics;

pub use caused::{REPEATED_RECORDS_MAX, streams_changed_in};
pub use change::Change;
#[cfg(feature = "schema")]
pub use change::{ChangeFields, UntypedCall, UntypedEvent, UntypedState};
pub use client_login::AnsweredClient;
pub use clock::{Clock, SystemClock, TestersClock, VirtualClock};
pub use common_facts::CommonFacts;
pub use download_rules::{Described, NotJudged, WantedVersion, judge_download};
pub use error::{Nack, NackCode};
pub use git::{code_of_git, scans_git};
pub use identity::{Ids, RandomIds, SessionId, SessionToken};
pub use installation::{
    FAMILIES, Family, InstallationArgs, InstallationMachine, InstallationMessage, Readers,
    StreamSnapshot, Submission, SubmitError,
};
pub use log_topic::{LogArgs, LogTopic};
pub use messages::{ServerMessage, Snapshot, SnapshotMachine, Welcome};
pub use onboarding::DetailsForm;
pub use perform::{
    MissingPort, Performer, Ports, PortsBuilder, Services, Task, Viewer, principal_of,
};
pub use push::{Outbox, Received, Sent};
pub use registry::{
    ActKind, Acts, ActsCursor, ActsQuery, EndedSessions, Engine, Parts, SessionCredentials,
    SessionSummary, SessionsJournal, Start, StepResult, Subscribe, VisitorsOfDay, signs_in,
};
pub use scanning::{NotScanning, advisories_in_use};
pub use session::{Attached, Attachment, Body, Command, MenuInputs, Resume};
pub use sign_in::{
    AnsweredPasskey, BeginSso, LoginForm, PasskeyStepError, ProxyForm, ReturnedAnswer, SsoReturned,
    SsoStepError,
};
pub use waybill_stream::{Counts, Mismatch, Replay};
