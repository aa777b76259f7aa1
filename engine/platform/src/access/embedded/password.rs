//! Changing one's own password (PASS-03).

use std::sync::Arc;

use waybill_machines::machines::account::DevicesKept;
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::PersonId;

use super::changes::NewPassword;
use super::{AccessError, Inner};
use crate::access::hashing::NotHashed;
use crate::access::{ChangeKind, Client, error, password_rules};
use crate::secret::Passwords;
use crate::streams::ChangeContext;

fn refused(code: &str, message: &str) -> Changed {
    Changed::Refused { notice: Notice::new(code, message) }
}

fn wrong() -> Changed {
    refused("wrong_password", "The current password is incorrect.")
}

impl Inner {
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
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        // The same count as for signing in, since this is another way to guess the same password.
        let account = self.account_key(Some(&name));
        let attempt = self.attempt_on(account, Some(&person), client, context.at);
        let reserved = match self.attempt_limits.password(attempt, context.at) {
            Ok(reserved) => reserved,
            Err(delayed) => return Ok(Changed::Refused { notice: error::delayed(delayed) }),
        };
        if !password_rules::is_bounded(current.expose()) {
            return Ok(wrong());
        }
        let current = Arc::new(current);
        let compared = match self.compare(Some(&person), current.clone(), reserved.queue()).await {
            Ok(compared) => compared,
            Err(NotHashed::Busy) => {
                self.attempt_limits.passwords().cancel(reserved);
                return Ok(Changed::Refused { notice: error::busy(context.at) });
            }
            Err(NotHashed::Failed(error)) => return Err(error),
        };
        if !compared.verdict.is_right {
            return Ok(wrong());
        }
        self.attempt_limits.passwords().succeed(reserved, context.at);
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
        if now.as_ref() != Some(&compared.hash) {
            return Ok(wrong());
        }
        // Anyone who knew the old password may have signed in on a device of their own.
        let devices = match self.known_device(&person, &client.proof.devices) {
            Some(device) => DevicesKept::Only { device },
            None => DevicesKept::None {},
        };
        let password = Arc::new(new);
        let new = NewPassword { password, must_change: false, devices, link: None };
        match self.replace_password(&person, compared.hash, new, context).await {
            Ok(Ok(_)) => {
                self.publish(&person, ChangeKind::Password, context);
                Ok(Changed::Accepted {})
            }
            Ok(Err(_)) => Ok(wrong()),
            Err(AccessError::Later(notice)) => Ok(Changed::Refused { notice }),
            Err(error) => Err(error),
        }
    }
}
