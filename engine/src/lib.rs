//! The shell around the pure machines: it owns time, identity, order and effects.
//!
//! One way through the house: a command is admitted, decided on a clone, appended durably, swapped in, pushed
//! to every tab of the session, and only then are the calls performed that it asked for. Each answer comes back
//! as a new command.

mod alarm;
mod clock;
mod common_facts;
mod error;
mod identity;
mod installation;
mod log_topic;
mod onboarding;
mod perform;
mod push;
mod registry;
mod runtime;
mod session;
mod sign_in;
pub mod topics;

pub use clock::{Clock, SystemClock, VirtualClock};
pub use error::Nack;
pub use identity::{SessionId, SessionToken};
pub use installation::{FAMILIES, Family, Readers, Standing, Submission, SubmitError, begun_in};
pub use log_topic::{AskedLogTopic, LogTopic};
pub use onboarding::DetailsForm;
pub use perform::Ports;
pub use push::{Outbox, Received, Sent};
pub use registry::{EndedOthers, Engine, Holder, SessionSummary, Settled, Start, Subscribe};
pub use runtime::{Attached, Attachment, Body, Command, Resume, Shown};
pub use sign_in::LoginForm;
pub use waybill_stream::{Mismatch, Replay};
