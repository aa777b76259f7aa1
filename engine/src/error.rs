//! Why a command was refused, as it is sent to the client.

use waybill_journal::AppendError;
use waybill_machines::Rejection;

/// A refusal of a command. Codes are stable; the message is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nack {
    /// A stable code in snake case.
    pub code: String,
    /// Whether the same command may succeed later.
    pub temporary: bool,
    /// A sentence for users that says what to do.
    pub message: String,
    /// The rejection, where a machine or its admission rejected the command.
    pub rejection: Option<Box<Rejection>>,
}

impl Nack {
    /// A permanent refusal.
    pub fn permanent(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), temporary: false, message: message.into(), rejection: None }
    }

    /// A transient refusal.
    pub fn temporary(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), temporary: true, message: message.into(), rejection: None }
    }

    /// The session's task has ended, as it does when the server stops.
    pub fn stopping() -> Self {
        Self::temporary("unavailable", "The server is stopping. Try again in a moment.")
    }

    /// The session has ended.
    pub fn session_ended() -> Self {
        Self::permanent("session_ended", "This session has ended. Reload to begin a new one.")
    }

    /// The session was ended because its records cannot be read.
    pub fn session_unreadable() -> Self {
        Self::permanent(
            "session_unreadable",
            "This session was recorded in a way that this server cannot read, so it has ended. Sign in again.",
        )
    }

    /// The sender's cookie is no longer valid.
    pub fn reauthorise() -> Self {
        Self::temporary("reauthorise", "The session's cookie has changed. Try again.")
    }

    /// The answer to the repetition of a rejected command.
    pub fn rejected_before(code: &str) -> Self {
        Self::permanent(code, format!("This was refused before: {}.", code.replace('_', " ")))
    }

    /// A machine's rejection.
    pub fn rejected(rejection: &Rejection, machine: &str, event: &str, state: &str) -> Self {
        let message = match rejection.code.as_str() {
            "not_in_this_state" => {
                format!("{machine} cannot take '{event}' while it is {}.", state.replace('_', " "))
            }
            "malformed_event" => format!(
                "The event for {machine} is not well-formed: {}.",
                rejection.args.get("problem").map_or("", String::as_str)
            ),
            "not_signed_in" => "Sign in first.".to_owned(),
            "not_away" => "There was no pause long enough to check the session after.".to_owned(),
            _ => format!("{machine} refused '{event}': {rejection}."),
        };
        let (code, rejection) = (rejection.code.clone(), Some(Box::new(rejection.clone())));
        Self { code, temporary: false, message, rejection }
    }
}

impl From<AppendError> for Nack {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::ReadOnly { .. } => Self::temporary("read_only", error.to_string()),
            AppendError::Conflict { .. } => Self::temporary("conflict", error.to_string()),
            AppendError::TooLarge { .. } => Self::permanent("too_large", error.to_string()),
            AppendError::Invalid { .. } | AppendError::Fatal { .. } => {
                Self::temporary("journal_failed", error.to_string())
            }
        }
    }
}
