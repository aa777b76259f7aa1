//! Reading accounts, for administrators and to check what their owners may still do.

use tokio::sync::broadcast;
use waybill_machines::secret::PersonId;

use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::{AccountChange, Accounts, Answer, User};

impl Accounts for Embedded {
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>> {
        self.run_blocking(move |inner| inner.user(&person))
    }

    fn users(&self) -> Answer<'_, Vec<User>> {
        self.run_blocking(Inner::users)
    }

    fn person_named(&self, name: &str) -> Answer<'_, Option<PersonId>> {
        let found = self.inner.find(name);
        Box::pin(std::future::ready(Ok(found)))
    }

    fn changes(&self) -> broadcast::Receiver<AccountChange> {
        self.inner.changes.subscribe()
    }
}

impl Inner {
    fn user(&self, person: &PersonId) -> Result<Option<User>, AccessError> {
        self.account(person)?.map(|account| self.describe(account)).transpose()
    }

    fn users(&self) -> Result<Vec<User>, AccessError> {
        let users = self.accounts()?.into_iter().map(|account| self.describe(account));
        let mut users = users.collect::<Result<Vec<_>, _>>()?;
        users.sort_by(|a, b| (&a.name, &a.person).cmp(&(&b.name, &b.person)));
        Ok(users)
    }

    fn describe(&self, account: Account) -> Result<User, AccessError> {
        let Account { person, profile, is_enabled } = account;
        let name = self.vault.reveal(&profile.name)?;
        Ok(User {
            person,
            name: name.map(|name| name.expose().to_owned()),
            admin: profile.admin,
            projects: profile.projects,
            enabled: is_enabled,
            mfa: profile.totp.is_some(),
            must_change_password: profile.must_change_password,
            codes_stopped_at: profile.codes_stopped_at,
            password_link_until: profile.password_link.map(|link| link.until),
            created_at: profile.created_at,
        })
    }
}
