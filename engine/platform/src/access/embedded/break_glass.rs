//! Signing in with a password of this installation where other users sign in elsewhere alone: administrators always
//! can, so that an installation whose providers and directories are out of reach can be repaired.

use std::sync::Arc;

use waybill_machines::machines::account::{Event, Profile};
use waybill_machines::machines::login::{Authenticated, Notice};
use waybill_machines::rules::mail::MailKind;

use super::directory::Account;
use super::{AccessError, Inner};
use crate::access::LocalPasswords;
use crate::streams::ChangeContext;

impl Inner {
    /// Whether an account may sign in with a password of this installation.
    pub(super) fn accepts_password_of(&self, profile: &Profile) -> bool {
        self.settings.local_passwords == LocalPasswords::AllUsers || self.is_admin(profile)
    }

    /// The refusal of a user whose password was right, if it may not be used. That of an administrator is recorded, and
    /// all administrators are notified.
    pub(super) async fn break_glass(
        self: &Arc<Self>,
        account: &Account,
        context: &ChangeContext,
    ) -> Result<Option<Authenticated>, AccessError> {
        if self.settings.local_passwords == LocalPasswords::AllUsers {
            return Ok(None);
        }
        if !self.accepts_password_of(&account.profile) {
            let message = "Users sign in elsewhere here. Sign in with a provider, or with the password of your \
                           directory.";
            let notice = Notice::new("password_not_used_here", message);
            return Ok(Some(Authenticated::Refused { notice }));
        }
        let person = &account.person;
        tracing::warn!(
            service = "access",
            person = person.0,
            "an administrator signs in with a password, while other users sign in elsewhere"
        );
        // Without the record there is no sign-in: the session would have none either.
        let recorded = self.record(person, Event::BreakGlass {}, true, context).await?;
        if recorded.is_err() {
            return Ok(Some(super::sign_in::wrong()));
        }
        for admin in self.users().into_iter().filter(|user| user.effective_admin && user.enabled) {
            self.notify(&admin.person, MailKind::BreakGlass, context);
        }
        Ok(None)
    }
}
