//! The circumstances of a change, which its record names.

use waybill_journal::Cause;
use waybill_machines::Timestamp;
use waybill_stream::{CausedBy, Origin, Who};

use crate::trace::{self, Trace};

/// The circumstances of a change: when, on whose behalf, and because of which record.
#[derive(Debug, Clone)]
pub struct ChangeContext {
    /// The time.
    pub at: Timestamp,
    /// On whose behalf.
    pub who: Who,
    /// The record of another stream (a session's, say) that led to it.
    pub cause: Option<Cause>,
    /// The trace of the request or command that led to it: the record's `command` names it, and its `by` the means.
    pub trace: Option<Trace>,
}

impl ChangeContext {
    /// Something that the server does by itself.
    pub fn system(at: Timestamp) -> Self {
        Self::by(Who::System, at)
    }

    /// A change by a user.
    pub fn by(who: Who, at: Timestamp) -> Self {
        Self { at, who, cause: None, trace: trace::current() }
    }

    /// Where an event of this change comes from. The record names the trace, if the command has no id of its own.
    pub fn origin(&self, command: Option<String>) -> Origin {
        Origin {
            who: self.who.clone(),
            command: command.or_else(|| self.trace.as_ref().map(Trace::record_id)),
            caused_by: self.cause.clone().map_or(CausedBy::Nothing, CausedBy::Record),
            by: self.trace.as_ref().and_then(Trace::by),
        }
    }

    /// The stream of the record that led to it: for an act in a session, that of the session.
    pub fn stream_of_cause(&self) -> Option<String> {
        self.cause.as_ref().and_then(|cause| cause.record.stream.clone())
    }

    /// The same, because of a record.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }
}
