//! Changing one's own password (PASS-03).

use std::sync::Arc;

use waybill_machines::machines::account::{DevicesKept, SessionsKept};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::password::Changed;
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{PersonId, SecretRef};

use super::changes::NewPassword;
use super::directory::Account;
use super::reserved_attempts::{Counted, Judged};
use super::sign_in::Busy;
use super::{AccessError, Inner};
use crate::access::{ChangeKind, Client, error, password_rules};
use crate::secret::{Passwords, Secret};
use crate::streams::ChangeContext;

fn refused(code: &str, message: &str) -> Changed {
    Changed::Refused { notice: Notice::new(code, message) }
}

pub(super) fn wrong() -> Notice {
    Notice::new("wrong_password", "The current password is incorrect.")
}

impl Inner {
    /// Checks the password of a user who has signed in.
    pub(super) async fn confirm_password(
        self: &Arc<Self>,
        person: &PersonId,
        password: Secret,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Result<(), Notice>, AccessError> {
        let Some(Account { profile, .. }) = self.active(person)? else {
            return Ok(Err(Notice::new("not_allowed", "Sign in again.")));
        };
        if profile.external {
            return self.confirm_by_directory(profile, password, client, context).await;
        }
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        let compared =
            self.current_hash(person, &name, Arc::new(password), client, context).await?;
        Ok(compared.map(drop))
    }

    /// The hash of the current password, if this is it.
    async fn current_hash(
        self: &Arc<Self>,
        person: &PersonId,
        name: &str,
        current: Arc<Secret>,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Result<SecretRef, Notice>, AccessError> {
        // The same count as for signing in, since this is another way to guess the same password.
        let Counted { reserved, place, .. } =
            match self.judge(Some(name), Some(person), client, context.at) {
                Ok(Judged::Counted(counted)) => *counted,
                Ok(Judged::Delayed(delayed)) => return Ok(Err(error::delayed(delayed))),
                Err(Busy) => return Ok(Err(error::busy(context.at))),
            };
        if !password_rules::is_bounded(current.expose()) {
            self.password_failed(person, &reserved, context);
            return Ok(Err(wrong()));
        }
        let compared = self.compare(Some(person), current, place).await?;
        if !compared.verdict.is_right {
            self.password_failed(person, &reserved, context);
            return Ok(Err(wrong()));
        }
        self.attempt_limits.passwords().succeed(reserved, context.at);
        Ok(Ok(compared.hash))
    }

    pub(super) async fn change_password(
        self: &Arc<Self>,
        person: PersonId,
        passwords: Passwords,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Changed, AccessError> {
        let Passwords { current, new } = passwords;
        let Some(account) = self.active(&person)? else {
            return Ok(refused("not_allowed", "The password cannot be changed. Sign in again."));
        };
        let profile = account.profile;
        if profile.external || (profile.fixed && !profile.must_change_password) {
            return Ok(refused("account_fixed", "Only an administrator can change this account."));
        }
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        let current = Arc::new(current);
        let hash = match self.current_hash(&person, &name, current.clone(), client, context).await?
        {
            Ok(hash) => hash,
            Err(notice) => return Ok(Changed::Refused { notice }),
        };
        if let Err(notice) = password_rules::check(new.expose(), &name) {
            return Ok(Changed::Refused { notice });
        }
        if new.expose() == current.expose() {
            let message = "The new password is the current one. Choose another one.";
            return Ok(refused("password_unchanged", message));
        }
        let _changing = self.changing.lock().await;
        // Read again: of two concurrent changes the second one's current password is the old one.
        let now = self.active(&person)?.map(|account| account.profile.password);
        if now.as_ref() != Some(&hash) {
            return Ok(Changed::Refused { notice: wrong() });
        }
        // Anyone who knew the old password may have signed in on a device of their own.
        let devices = match self.known_device(&person, &client.proof.devices) {
            Some(device) => DevicesKept::Only { device },
            None => DevicesKept::None {},
        };
        // They may have a session too: only this one goes on.
        let sessions = match context.stream_of_cause() {
            Some(session) => SessionsKept::Only { session },
            None => SessionsKept::None {},
        };
        let password = Arc::new(new);
        let new = NewPassword { password, must_change: false, devices, link: None, sessions };
        match self.replace_password(&person, hash, new, context).await {
            Ok(Ok(_)) => {
                self.publish(&person, ChangeKind::Password, context);
                self.notify(&person, MailKind::PasswordChanged, context);
                Ok(Changed::Accepted {})
            }
            Ok(Err(_)) => Ok(Changed::Refused { notice: wrong() }),
            Err(AccessError::Later(notice)) => Ok(Changed::Refused { notice }),
            Err(error) => Err(error),
        }
    }
}
