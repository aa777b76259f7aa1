//! Where calls go.

use super::Call;

/// The recipient of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// A port, which answers with an event of the call's name.
    Port,
    /// The browser, which does not answer.
    Browser,
    /// Another machine of the session.
    Machine,
}

/// A pattern of all calls that no port answers: those to the browser, and `tell`. It is the only list of them: every
/// other call goes to a port, and a `match` without a wildcard compiles only when each of these has an arm.
#[macro_export]
macro_rules! unanswered_call {
    () => {
        $crate::call::Call::Tell { .. }
            | $crate::call::Call::Notify { .. }
            | $crate::call::Call::Navigate { .. }
            | $crate::call::Call::Leave { .. }
            | $crate::call::Call::EndSession { .. }
            | $crate::call::Call::SignInAgain { .. }
            | $crate::call::Call::RememberPath { .. }
            | $crate::call::Call::RememberSetMeUp {}
            | $crate::call::Call::PausePolling {}
            | $crate::call::Call::ResumePolling {}
            | $crate::call::Call::CloseDialogs { .. }
            | $crate::call::Call::SaveStep { .. }
            | $crate::call::Call::Clear { .. }
    };
}

impl Call {
    /// The recipient of this call.
    pub const fn destination(&self) -> Destination {
        if matches!(self, Self::Tell { .. }) {
            return Destination::Machine;
        }
        match self {
            unanswered_call!() => Destination::Browser,
            _ => Destination::Port,
        }
    }
}
