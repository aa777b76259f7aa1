//! Why a command was refused, as it is sent to the client.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use waybill_journal::AppendError;
use waybill_machines::machines::login::Notice;
use waybill_machines::{Rejection, RejectionCode, Timestamp};
use waybill_platform::limits::Exceeded;

/// The code of a refusal: that of a machine's rejection, or one of the shell around the machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NackCode {
    /// The machine has a newer version than the sender expected.
    Stale,
    /// Too many messages at once.
    TooFast,
    /// The sender's cookie is no longer valid.
    Reauthorise,
    /// The session has ended.
    SessionEnded,
    /// The session has ended because its records cannot be read.
    SessionUnreadable,
    /// The session has too many tabs.
    TooManyTabs,
    /// There is no machine of this name.
    UnknownMachine,
    /// The decision cannot be written as a record.
    NotRecordable,
    /// The record would be too large.
    TooLarge,
    /// Another record was appended first.
    Conflict,
    /// The journal accepts no records.
    ReadOnly,
    /// The journal failed.
    JournalFailed,
    /// The records cannot be read at present.
    Unreadable,
    /// Too many requests wait already.
    Busy,
    /// The sender has used up its share of the journal for now.
    LimitReached,
    /// The answer takes too long.
    Slow,
    /// A service, or the server itself, is not available.
    Unavailable,
    /// A machine, or its admission, rejected the event.
    #[serde(untagged)]
    Rejected(RejectionCode),
}

impl fmt::Display for NackCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A refusal of a command. Codes are stable; the message is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Nack {
    /// Why.
    pub code: NackCode,
    /// Whether the same command may succeed later.
    pub temporary: bool,
    /// A sentence for users that says what to do.
    pub message: String,
    /// The rejection, where a machine or its admission rejected the command.
    #[serde(skip)]
    pub rejection: Option<Box<Rejection>>,
    /// When the same command may succeed, where that is known.
    #[serde(skip)]
    pub wait: Option<Duration>,
}

impl Nack {
    /// A permanent refusal.
    pub fn permanent(code: NackCode, message: impl Into<String>) -> Self {
        Self { code, temporary: false, message: message.into(), rejection: None, wait: None }
    }

    /// A transient refusal.
    pub fn temporary(code: NackCode, message: impl Into<String>) -> Self {
        Self { code, temporary: true, message: message.into(), rejection: None, wait: None }
    }

    /// The sender has used up what it may.
    pub fn exceeded(exceeded: Exceeded) -> Self {
        let message = format!(
            "That was more than one client may do in a short time. Try again in {}.",
            match exceeded.wait.as_secs() {
                0..60 => "a moment".to_owned(),
                seconds => format!("{} minutes", seconds.div_ceil(60)),
            }
        );
        Self { wait: Some(exceeded.wait), ..Self::temporary(NackCode::LimitReached, message) }
    }

    /// The server is too busy for what was asked.
    pub fn busy(notice: &Notice, now: Timestamp) -> Self {
        let wait = notice.retry_at.map(|at| at.ms_since(now)).map(i64::unsigned_abs);
        let refused = Self::temporary(NackCode::Busy, notice.message.clone());
        Self { wait: wait.map(Duration::from_millis), ..refused }
    }

    /// The session's task has ended, as it does when the server stops.
    pub fn stopping() -> Self {
        Self::temporary(NackCode::Unavailable, "The server is stopping. Try again in a moment.")
    }

    /// The session has ended.
    pub fn session_ended() -> Self {
        Self::permanent(
            NackCode::SessionEnded,
            "This session has ended. Reload to begin a new one.",
        )
    }

    /// The session was ended because its records cannot be read.
    pub fn session_unreadable() -> Self {
        Self::permanent(
            NackCode::SessionUnreadable,
            "This session was recorded in a way that this server cannot read, so it has ended. Sign in again.",
        )
    }

    /// The sender's cookie is no longer valid.
    pub fn reauthorise() -> Self {
        Self::temporary(NackCode::Reauthorise, "The session's cookie has changed. Try again.")
    }

    /// No user has signed in.
    pub fn not_signed_in() -> Self {
        Self::permanent(NackCode::Rejected(RejectionCode::NotSignedIn), "Sign in first.")
    }

    /// The answer to the repetition of a rejected command.
    pub fn rejected_before(code: RejectionCode) -> Self {
        let reason = code.to_string().replace('_', " ");
        Self::permanent(NackCode::Rejected(code), format!("This was refused before: {reason}."))
    }

    /// A machine's rejection.
    pub fn rejected(rejection: &Rejection, machine: &str, event: &str, state: &str) -> Self {
        let message = match rejection.code {
            RejectionCode::NotInThisState => {
                format!("{machine} cannot take '{event}' while it is {}.", state.replace('_', " "))
            }
            RejectionCode::MalformedEvent => format!(
                "The event for {machine} is not well-formed: {}.",
                rejection.args.get("problem").map_or("", String::as_str)
            ),
            RejectionCode::NotSignedIn => "Sign in first.".to_owned(),
            RejectionCode::NotAway => {
                "There was no pause long enough to check the session after.".to_owned()
            }
            _ => format!("{machine} refused '{event}': {rejection}."),
        };
        let (code, rejection) = (rejection.code, Some(Box::new(rejection.clone())));
        Self { code: NackCode::Rejected(code), temporary: false, message, rejection, wait: None }
    }
}

impl From<AppendError> for Nack {
    fn from(error: AppendError) -> Self {
        let message = error.to_string();
        match error {
            AppendError::ReadOnly { .. } => Self::temporary(NackCode::ReadOnly, message),
            AppendError::Conflict { .. } => Self::temporary(NackCode::Conflict, message),
            AppendError::TooLarge { .. } => Self::permanent(NackCode::TooLarge, message),
            AppendError::Invalid { .. } | AppendError::Fatal { .. } => {
                Self::temporary(NackCode::JournalFailed, message)
            }
        }
    }
}
