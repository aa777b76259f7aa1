//! Reading accounts, for administrators and to check what their owners may still do.

use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

use super::Embedded;
use crate::access::{AccountChange, Accounts, Answer, User, UserPage, UserQuery, UserStatus};

impl Accounts for Embedded {
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>> {
        let found = person.clone();
        self.run_on_account(Some(&found), move |inner| inner.user(&person))
    }

    fn applicant_address(&self, person: PersonId) -> Answer<'_, Option<String>> {
        self.run(|inner| async move { inner.applicant_address(&person).await })
    }

    fn users(&self) -> Answer<'_, Vec<User>> {
        self.run_blocking(|inner| Ok(inner.users()))
    }

    fn find_users(&self, query: UserQuery, at: Timestamp) -> Answer<'_, UserPage> {
        self.run_blocking(move |inner| Ok(inner.find_users(&query, at)))
    }

    fn status_of(&self, user: &User, at: Timestamp) -> UserStatus {
        self.inner.status_of(user, at)
    }

    fn person_named(&self, name: &str) -> Answer<'_, Option<PersonId>> {
        let found = self.inner.find(name);
        Box::pin(std::future::ready(Ok(found)))
    }

    fn changes(&self) -> broadcast::Receiver<AccountChange> {
        self.inner.changes.subscribe()
    }
}
