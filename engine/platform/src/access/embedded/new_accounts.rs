//! Creating an account: what has to be free and valid, and what is removed if it is not recorded.

use std::sync::Arc;

use waybill_machines::machines::account::{Details, Event, GROUPS_MAX, NewIdentity};
use waybill_machines::secret::{PersonId, Personal, SecretRef};

use super::groups::gives_administration;
use super::{AccessError, Inner};
use crate::access::names::of_new_account;
use crate::access::{AccountRefused, Created, NewUser, names, password_rules, recovery};
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;
use crate::vault::Kind;

/// A random password has this many groups of five letters: 100 bits.
pub(super) const TEMPORARY_GROUPS: usize = 4;

/// An account whose name and password are stored, but which no record refers to yet.
pub(super) struct Prepared {
    pub person: PersonId,
    pub name: Personal,
    pub password: SecretRef,
}

impl Inner {
    /// Creates an account, for an identity at a provider if there is one: then its user joins no group that gives
    /// administration, also not of a project, and neither does the user of an account that a program provisions or a
    /// visitor creates.
    pub(super) async fn create_account(
        self: &Arc<Self>,
        user: NewUser,
        identity: Option<NewIdentity>,
        context: &ChangeContext,
    ) -> Result<Created, AccessError> {
        let name = of_new_account(&user.name)?;
        if let Some(password) = &user.password {
            password_rules::check(password.expose(), &name).map_err(AccessError::Password)?;
        }
        let must_change_password = user.must_change_password || user.password.is_none();
        let temporary = user.password.is_none().then(|| recovery::new_groups(TEMPORARY_GROUPS));
        let password = temporary.as_ref().map(Secret::duplicate).or(user.password);
        let password = password.unwrap_or_else(|| recovery::new_groups(TEMPORARY_GROUPS));
        if let Some(email) = &user.email {
            names::check_email(email.trim())?;
        }
        let _changing = self.changing.lock().await;
        let mut groups = self.group_ids(&user.groups)?;
        if !user.robot {
            groups.extend(self.auto_join());
        }
        if let Some(identity) = &identity {
            self.require_free(&identity.mark)?;
        }
        if identity.is_some() || user.provisioned.is_some() || user.registered {
            let index = self.groups.read();
            groups.retain(|id| index.get(id).is_some_and(|group| !gives_administration(group)));
        }
        if groups.len() > GROUPS_MAX {
            return Err(AccountRefused::TooManyGroups.into());
        }
        if self.people.read().looks_like_another(&name) && self.find(&name).is_none() {
            return Err(AccountRefused::LooksAlike.into());
        }
        let account = self.prepare(&name, password, context).await?;
        let kept = match self.keep_email(&account.person, user.email).await {
            Ok(email) => {
                let attributes = self.keep_attributes(&account.person, user.provisioned).await;
                attributes.map(|attributes| (email, attributes))
            }
            Err(error) => Err(error),
        };
        let (email, provisioned) = match kept {
            Ok(kept) => kept,
            Err(error) => {
                self.abandon(&account).await;
                return Err(error);
            }
        };
        let event = Event::Create {
            name: account.name.clone(),
            admin: user.admin,
            must_change_password: must_change_password && !user.external && !user.robot,
            password: account.password.clone(),
            details: Details {
                email,
                auditor: user.auditor,
                external: user.external,
                fixed: user.fixed,
                groups,
                robot: user.robot,
                identity,
                provisioned,
                disabled: user.disabled,
                pending: user.pending,
            },
        };
        let recorded = self.record(&account.person, event, true, context).await;
        let void = match &recorded {
            Ok(outcome) => outcome.is_err(),
            Err(error) => error.is_certain(),
        };
        if void {
            self.abandon(&account).await;
        }
        let profile = recorded?.map_err(|_| AccountRefused::NotNow)?;
        self.identities.add(&account.person, &profile);
        self.note(&name, &account.person);
        Ok(Created { person: account.person, temporary })
    }

    /// Stores the name and the password of a new account. The caller holds `changing`, so that a name that is free here
    /// is still free when the account is recorded.
    pub(super) async fn prepare(
        self: &Arc<Self>,
        name: &str,
        password: Secret,
        context: &ChangeContext,
    ) -> Result<Prepared, AccessError> {
        if self.find(name).is_some() {
            return Err(AccountRefused::NameTaken.into());
        }
        let password = self.store_password(Arc::new(password), context).await?;
        let person = PersonId(format!("p_{}", hex(&random::<16>())));
        let (whose, value) = (person.clone(), name.to_owned());
        let kept = self.blocking(move |inner| Ok(inner.vault.personal(&whose, &value)?)).await;
        match kept {
            Ok(name) => Ok(Prepared { person, name, password }),
            Err(error) => {
                self.discard(vec![(Kind::Password, password)]).await;
                Err(error)
            }
        }
    }

    /// Removes what was prepared for an account that was not created.
    pub(super) async fn abandon(self: &Arc<Self>, account: &Prepared) {
        let person = account.person.clone();
        self.discard(vec![(Kind::Password, account.password.clone())]).await;
        if let Err(error) = self.blocking(move |inner| Ok(inner.vault.erase(&person)?)).await {
            tracing::warn!(%error, "the name of an account that was not made could not be removed");
        }
    }
}
