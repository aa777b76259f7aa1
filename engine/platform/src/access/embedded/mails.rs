//! Mails to users: invitations, and notices of what has happened to their accounts.

use std::sync::{Arc, Weak};

use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::PersonId;

use super::{AccessError, Embedded, Inner};
use crate::access::{AccountRefused, PasswordLink, SentInvitation};
use crate::mail::{Language, Mail, MailError, NewMail};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How long a notice is of use, in milliseconds.
pub(super) const NOTICE_MS: i64 = 24 * 3_600_000;

impl Embedded {
    /// Has mails sent by this service from now on, which looks up addresses in this one. Links for forgotten passwords
    /// are made within a Tokio runtime only.
    pub fn send_mails_by(&self, mail: &Arc<dyn Mail>) {
        if self.inner.mail.set(Arc::downgrade(mail)).is_ok() {
            self.inner.begin_forgotten();
        }
    }
}

impl Inner {
    /// The service that sends mails, if there is one.
    pub(super) fn mail(&self) -> Option<Arc<dyn Mail>> {
        self.mail.get().and_then(Weak::upgrade)
    }

    pub(super) async fn send_invitation(
        self: &Arc<Self>,
        person: PersonId,
        language: Option<Language>,
        context: &ChangeContext,
    ) -> Result<SentInvitation, AccessError> {
        if self.existing(&person)?.profile.email.is_none() {
            return Err(AccountRefused::NoEmail.into());
        }
        let (mail, kind) = (self.mail().ok_or(MailError::NotConfigured)?, MailKind::Invitation);
        // Before the link of an earlier invitation becomes invalid.
        mail.admits(&person, kind, context.at)?;
        let PasswordLink { token, until, sets_password } =
            self.allow_password(person.clone(), context).await?;
        let secret = Some(token.to_secret());
        let new = NewMail { kind, person, secret, language, expires_at: until };
        mail.queue(new, context.clone()).await?;
        Ok(SentInvitation { until, sets_password })
    }

    /// Has a user with a mail address notified. What has happened does not wait for that, and does not depend on it.
    pub(super) fn notify(&self, person: &PersonId, kind: MailKind, context: &ChangeContext) {
        let Some(mail) = self.mail() else { return };
        let account = self.account(person).ok().flatten();
        if account.is_none_or(|account| account.profile.email.is_none()) {
            return;
        }
        let expires_at = context.at.plus_ms(NOTICE_MS);
        let (person, language, secret) = (person.clone(), None, None);
        let new = NewMail { kind, person, secret, language, expires_at };
        let context = context.clone();
        tokio::spawn(async move {
            match mail.queue(new, context).await {
                Ok(_) | Err(MailError::NotConfigured) => {}
                Err(error) => {
                    tracing::warn!(service = "access", %kind, %error, "a user was not notified");
                }
            }
        });
    }

    /// Has all administrators with a mail address notified of an account that waits for their approval.
    pub(super) fn notify_of_waiting(&self, account: &PersonId, context: &ChangeContext) {
        let Some(mail) = self.mail() else { return };
        let mut admins = self.users();
        admins.retain(|user| user.is_active_admin() && user.email.is_some());
        let (kind, expires_at) = (MailKind::AccountWaiting, context.at.plus_ms(NOTICE_MS));
        let (account, context) = (account.0.clone(), context.clone());
        tokio::spawn(async move {
            for person in admins.into_iter().map(|user| user.person) {
                let secret = Some(Secret::new(account.as_str()));
                let new = NewMail { kind, person, secret, language: None, expires_at };
                match mail.queue(new, context.clone()).await {
                    // Visitors could make accounts without end: the page of users lists those that wait.
                    Ok(_) | Err(MailError::NotConfigured | MailError::Budget) => {}
                    Err(error) => {
                        tracing::warn!(service = "access", %kind, %error, "an administrator was not notified");
                    }
                }
            }
        });
    }
}
