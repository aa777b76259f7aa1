//! Data kept for a user in addition to the account, and the identity derived from it.

use waybill_machines::facts::{self, SingleSignOn};
use waybill_machines::machines::account::{self, Event};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::startup::Identity;
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::rules::search::StoredSearch;
use waybill_machines::secret::PersonId;

use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::{Answer, UserData};
use crate::streams::ChangeContext;

impl UserData for Embedded {
    fn current_user(
        &self,
        person: Option<PersonId>,
        context: ChangeContext,
    ) -> Answer<'_, Identity> {
        self.run(|inner| async move { inner.current_user(person, &context).await })
    }

    fn store_custom_data(
        &self,
        person: PersonId,
        change: CustomChange,
        context: ChangeContext,
    ) -> Answer<'_, DataStored> {
        self.run(|inner| async move { inner.store_custom_data(&person, change, &context).await })
    }

    fn recent_searches(&self, person: PersonId) -> Answer<'_, Vec<StoredSearch>> {
        self.run(|inner| async move {
            let account = inner.active(&person)?;
            let searches =
                account.map(|account| account.profile.custom_data.recent_searches.clone());
            Ok(searches.unwrap_or_default())
        })
    }
}

/// What the owner of an account may change in it (ROLE-04).
const fn shown_profile(profile: &account::Profile) -> facts::Profile {
    match (profile.external, profile.fixed) {
        (true, _) => facts::Profile::NONE,
        (false, true) => facts::Profile::FIXED,
        (false, false) => facts::Profile::OWN,
    }
}

impl Inner {
    async fn current_user(
        &self,
        person: Option<PersonId>,
        context: &ChangeContext,
    ) -> Result<Identity, AccessError> {
        let account = person.as_ref().map(|person| self.active(person)).transpose()?.flatten();
        let user = match account {
            Some(account) => {
                let first_login = self.record_first_session(&account, context).await?;
                let Account { person, profile, .. } = account;
                let admin = self.is_admin(&profile);
                let onboarding_owed = admin && profile.custom_data.owes_onboarding();
                let user = facts::User::local(person, admin).with_roles(&self.roles(&profile));
                // LOGIN-09: the user signs in with a provider alone, and has no password here.
                let oauth_realm = profile.external && !profile.identities.is_empty();
                let (auditor, profile) = (profile.auditor, shown_profile(&profile));
                facts::User { auditor, oauth_realm, first_login, onboarding_owed, profile, ..user }
            }
            None => facts::User::anonymous(),
        };
        Ok(Identity {
            user,
            single_sign_on: SingleSignOn::default(),
            anonymous_allowed: self.settings.anonymous_allowed,
            anonymous_ui_blocked: self.settings.anonymous_ui_blocked,
            external_redirect: None,
        })
    }

    /// Whether this is the first session in which the user uses the application (NAV-13). Storing the session instead
    /// of a flag makes the answer the same when the session has to ask again.
    async fn record_first_session(
        &self,
        account: &Account,
        context: &ChangeContext,
    ) -> Result<bool, AccessError> {
        let session = context.stream_of_cause();
        match (&account.profile.custom_data.first_session, session) {
            (Some(first), session) => Ok(Some(first) == session.as_ref()),
            (None, None) => Ok(true),
            (None, Some(session)) => {
                // Of two concurrent first sessions, one is recorded as the first.
                let entered =
                    self.record(&account.person, Event::Enter { session }, false, context).await;
                Ok(entered?.is_ok())
            }
        }
    }

    async fn store_custom_data(
        &self,
        person: &PersonId,
        change: CustomChange,
        context: &ChangeContext,
    ) -> Result<DataStored, AccessError> {
        let event = Event::SetCustomData { change };
        Ok(match self.record(person, event, true, context).await? {
            Ok(_) => DataStored::Accepted {},
            // The account no longer exists, or its owner may not sign in.
            Err(_) => DataStored::Refused {
                notice: Notice::new("account_refused", "Your account does not allow this now."),
            },
        })
    }
}
