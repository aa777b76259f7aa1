//! Links with which users choose their passwords.

use std::sync::Arc;

use waybill_machines::machines::account::DevicesKept;
use waybill_machines::{RejectionCode, Timestamp};

use super::changes::NewPassword;
use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::password_links::{CheckedPasswordLink, PasswordLinks, PasswordToken};
use crate::access::{Answer, PasswordLinkRefused, password_rules};
use crate::secret::Secret;
use crate::streams::ChangeContext;

impl PasswordLinks for Embedded {
    fn check_password_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink> {
        self.run_blocking(move |inner| {
            let (account, until) = inner.linked(&token, at)?;
            let name = inner.vault.reveal(&account.profile.name)?;
            Ok(CheckedPasswordLink { name: name.map(|name| name.expose().to_owned()), until })
        })
    }

    fn use_password_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.use_password_link(&token, password, &context).await })
    }
}

impl Inner {
    /// The account of a link that works, and until when it does.
    fn linked(
        &self,
        token: &PasswordToken,
        at: Timestamp,
    ) -> Result<(Account, Timestamp), AccessError> {
        let account = self.active(token.person())?.ok_or(PasswordLinkRefused::Wrong)?;
        let link = account.profile.password_link.as_ref();
        let link = link.filter(|link| link.digest == token.digest());
        match link.map(|link| link.until) {
            Some(until) if at < until => Ok((account, until)),
            Some(_) => Err(PasswordLinkRefused::Expired.into()),
            None => Err(PasswordLinkRefused::Wrong.into()),
        }
    }

    async fn use_password_link(
        self: &Arc<Self>,
        token: &PasswordToken,
        password: Secret,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let (account, _) = self.linked(token, context.at)?;
        let profile = account.profile;
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        password_rules::check(password.expose(), &name).map_err(AccessError::Password)?;
        let _changing = self.changing.lock().await;
        // Read again: of two uses at the same time, the second one is of no link.
        let old = self.linked(token, context.at)?.0.profile.password;
        let person = token.person();
        let context = &self.by_holder(person, context).await;
        let new = NewPassword {
            password: Arc::new(password),
            must_change: false,
            devices: DevicesKept::None {},
            link: Some(token.digest()),
        };
        match self.replace_password(person, old, new, context).await? {
            Ok(_) => Ok(()),
            Err(rejection) if rejection.code == RejectionCode::WrongLink => {
                Err(PasswordLinkRefused::Wrong.into())
            }
            Err(_) => Err(AccessError::Defect("an account rejected a password")),
        }
    }
}
