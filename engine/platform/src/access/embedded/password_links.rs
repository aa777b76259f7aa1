//! Links with which users choose their passwords.

use std::sync::Arc;

use waybill_machines::machines::account::{DevicesKept, LinkPurpose, SessionsKept};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::{RejectionCode, Timestamp};

use super::changes::NewPassword;
use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::password_links::{
    CheckedPasswordLink, LinkUsed, PasswordLinks, PasswordToken, TokenPurpose,
};
use crate::access::{AccountRefused, Answer, ChangeKind, PasswordLinkRefused, password_rules};
use crate::secret::Secret;
use crate::streams::ChangeContext;

impl PasswordLinks for Embedded {
    fn check_password_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink> {
        if token.purpose() == TokenPurpose::Registration {
            return self.run(|inner| async move { inner.check_registration(&token, at).await });
        }
        self.run_blocking(move |inner| inner.check_link(&token, LinkPurpose::Invitation, at))
    }

    fn use_password_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, LinkUsed> {
        self.run(|inner| async move {
            if token.purpose() == TokenPurpose::Registration {
                return inner.use_registration(&token, password, &context).await;
            }
            inner.use_link_for(LinkPurpose::Invitation, &token, password, &context).await?;
            inner.publish(token.person(), ChangeKind::Password, &context);
            Ok(LinkUsed::SignIn)
        })
    }

    fn check_reset_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink> {
        self.run_blocking(move |inner| inner.check_link(&token, LinkPurpose::Reset, at))
    }

    fn use_reset_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move {
            inner.use_link_for(LinkPurpose::Reset, &token, password, &context).await?;
            // No session goes on with the new password: signing in is the next step.
            inner.publish(token.person(), ChangeKind::PasswordReset, &context);
            Ok(())
        })
    }
}

impl Inner {
    fn check_link(
        &self,
        token: &PasswordToken,
        purpose: LinkPurpose,
        at: Timestamp,
    ) -> Result<CheckedPasswordLink, AccessError> {
        let (account, until) = self.linked(token, purpose, at)?;
        let name = self.vault.reveal(&account.profile.name)?;
        Ok(CheckedPasswordLink {
            name: name.map(|name| name.expose().to_owned()),
            until,
            sets_password: self.accepts_password_of(&account.profile),
        })
    }

    /// The account of a link for a purpose that works, and until when it does.
    pub(super) fn linked(
        &self,
        token: &PasswordToken,
        purpose: LinkPurpose,
        at: Timestamp,
    ) -> Result<(Account, Timestamp), AccessError> {
        let wrong = || PasswordLinkRefused::wrong(purpose);
        let account = self.active(token.person())?.ok_or_else(wrong)?;
        let link = match purpose {
            LinkPurpose::Invitation => account.profile.password_link.as_deref(),
            // Such an account was given none, but may have become one since.
            LinkPurpose::Reset
                if account.profile.external
                    || account.profile.robot
                    || !self.accepts_password_of(&account.profile) =>
            {
                None
            }
            LinkPurpose::Reset => account.profile.reset_link.as_deref(),
        };
        let is_for_it = token.purpose() == TokenPurpose::Account(purpose);
        let link = link.filter(|link| is_for_it && link.digest == token.digest());
        match link.map(|link| link.until) {
            Some(until) if at < until => Ok((account, until)),
            Some(_) => Err(PasswordLinkRefused::expired(purpose).into()),
            None => Err(wrong().into()),
        }
    }

    async fn use_link_for(
        self: &Arc<Self>,
        purpose: LinkPurpose,
        token: &PasswordToken,
        password: Secret,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let (account, _) = self.linked(token, purpose, context.at)?;
        let profile = account.profile;
        // An invitation is accepted with a provider then, and is not used up.
        if !self.accepts_password_of(&profile) {
            return Err(AccountRefused::PasswordNotUsed.into());
        }
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        password_rules::check(password.expose(), &name).map_err(AccessError::Password)?;
        let _changing = self.changing.lock().await;
        // Read again: of two uses at the same time, the second one is of no link.
        let profile = self.linked(token, purpose, context.at)?.0.profile;
        let (old, is_first) = (profile.password, profile.last_sign_in.is_none());
        let person = token.person();
        let context = &self.by_holder(person, context).await;
        let new = NewPassword {
            password: Arc::new(password),
            must_change: false,
            devices: DevicesKept::None {},
            link: Some(token.digest()),
            sessions: SessionsKept::None {},
        };
        match self.replace_password(person, old, new, context).await? {
            Ok(_) => {
                // The first password of a new account replaces none that its user knew.
                if purpose == LinkPurpose::Reset || !is_first {
                    self.notify(person, MailKind::PasswordChanged, context);
                }
                Ok(())
            }
            Err(rejection) if rejection.code == RejectionCode::WrongLink => {
                Err(PasswordLinkRefused::wrong(purpose).into())
            }
            Err(_) => Err(AccessError::Defect("an account rejected a password")),
        }
    }
}
