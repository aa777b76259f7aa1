//! Asking for a link with which a forgotten password is replaced (PASS-01).

use waybill_machines::machines::login::Notice;

use super::{Answer, Client};
use crate::mail::Language;
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// What a visitor learns of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentOrRefused {
    /// If there is such an account, a mail is on its way.
    Sent,
    /// No mail is sent, for a reason that does not depend on the account.
    Refused(Notice),
}

/// The port for users who have forgotten their passwords.
pub trait ForgottenPasswords: Send + Sync + 'static {
    /// Has a link sent to the users with this name or mail address. The answer is the same after the same work whether
    /// there are any: the rest is done later.
    fn send_reset_link(
        &self,
        typed: Secret,
        language: Option<Language>,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, SentOrRefused>;
}
