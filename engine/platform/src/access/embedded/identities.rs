//! Identities at providers: who owns which, signing in with one, linking and unlinking (SSO-01).

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use waybill_machines::machines::account::{
    Edit, Event, LinkPurpose, LinkedIdentity, NewIdentity, Profile,
};
use waybill_machines::machines::group;
use waybill_machines::machines::login::{Authenticated, MfaStatus, Notice};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{CodeExchanged, SamlSubject, SignInVia};
use waybill_machines::{Rejection, RejectionCode};

use super::directory::Account;
use super::groups::gives_administration;
use super::{AccessError, Embedded, Inner};
use crate::access::{
    AccountRefused, Answer, ChangeKind, Client, Identities, IdentityRefused, ManagedGroups,
    NAME_CHARS_MAX, NewAccountOfIdentity, NewUser, PasswordToken, ProvenIdentity, SamlName,
    canonical, names,
};
use crate::secret::{Credentials, Secret};
use crate::streams::ChangeContext;

/// The owners of identities, by mark. The account decides whether one is still linked.
#[derive(Default)]
pub(super) struct IdentityOwners(RwLock<HashMap<Digest, PersonId>>);

impl IdentityOwners {
    /// Adds those of an account.
    pub(super) fn add(&self, person: &PersonId, profile: &Profile) {
        let mut owners = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let marks = profile.identities.iter().map(|identity| identity.mark.clone());
        owners.extend(marks.map(|mark| (mark, person.clone())));
    }

    pub(super) fn remove(&self, mark: &Digest) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(mark);
    }

    pub(super) fn get(&self, mark: &Digest) -> Option<PersonId> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(mark).cloned()
    }
}

impl Identities for Embedded {
    fn sign_in_by_identity(
        &self,
        proven: ProvenIdentity,
        context: ChangeContext,
    ) -> Answer<'_, CodeExchanged> {
        self.run(|inner| async move { inner.sign_in_by_identity(proven, &context).await })
    }

    fn link_identity(
        &self,
        person: PersonId,
        via: SignInVia,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move {
            let _changing = inner.changing.lock().await;
            inner.link_identity(&person, &via, None, &context).await?;
            inner.notify(&person, MailKind::IdentityLinked, &context);
            Ok(())
        })
    }

    fn sign_in_by_proxy(&self, user: Secret, context: ChangeContext) -> Answer<'_, Authenticated> {
        self.run(|inner| async move { inner.sign_in_by_proxy(&user, &context).await })
    }

    fn link_by_proxy(
        &self,
        person: PersonId,
        user: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.link_by_proxy(&person, &user, &context).await })
    }

    fn link_by_directory(
        &self,
        person: PersonId,
        credentials: Credentials,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move {
            inner.link_by_directory(&person, credentials, &client, &context).await
        })
    }

    fn unlink_identity(
        &self,
        person: PersonId,
        mark: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.unlink_identity(&person, mark, &context).await })
    }

    fn identities_of(&self, person: PersonId) -> Answer<'_, Vec<LinkedIdentity>> {
        let owner = person.clone();
        self.run_on_account(Some(&owner), move |inner| {
            Ok(inner.existing(&person)?.profile.identities)
        })
    }

    fn owner_of_identity(&self, mark: &Digest) -> Option<PersonId> {
        self.inner.identities.get(mark)
    }
}

/// Why a user who comes from a provider is not signed in.
fn refused(code: &str, message: &str) -> CodeExchanged {
    CodeExchanged::Refused { notice: Notice::new(code, message) }
}

impl Inner {
    pub(super) async fn sign_in_by_identity(
        self: &Arc<Self>,
        proven: ProvenIdentity,
        context: &ChangeContext,
    ) -> Result<CodeExchanged, AccessError> {
        let ProvenIdentity { mut via, has_second_factor, groups, new_account, invitation, saml } =
            proven;
        let owner = self.identities.get(&via.identity);
        let prepared = match (invitation, owner, new_account) {
            (Some(token), _, _) => self.accept_invitation(&token, &via, context).await,
            (None, Some(owner), _) => Ok(owner),
            (None, None, Some(new)) => {
                self.create_for_identity(new, groups.as_ref(), &via, context).await
            }
            (None, None, None) => {
                let message = "This identity belongs to no user here. Sign in with your password and link it in your \
                               profile, or ask an administrator.";
                return Ok(refused("identity_unknown", message));
            }
        };
        let person = match prepared {
            Ok(person) => person,
            Err(
                error @ (AccessError::Identity(_)
                | AccessError::Account(_)
                | AccessError::PasswordLink(_)
                | AccessError::Later(_)),
            ) => return Ok(CodeExchanged::Refused { notice: error.notice() }),
            Err(error) => return Err(error),
        };
        if let Some(groups) = &groups {
            self.take_over_groups(&person, groups, context).await?;
        }
        let named = match saml {
            Some(name) => Some(self.named_there(&person, name).await?),
            None => None,
        };
        // Read at last: the account may have been disabled, or the identity unlinked, meanwhile.
        let is_linked = |account: &Account| {
            let mut identities = account.profile.identities.iter();
            identities.any(|known| known.mark == via.identity)
        };
        let account = self.active(&person)?.filter(|account| !account.profile.robot);
        let Some(account) = account.filter(is_linked) else {
            let message = "Your account does not allow signing in. Ask an administrator.";
            return Ok(refused("account_refused", message));
        };
        let Account { person, profile, .. } = account;
        via.saml = named;
        let mfa = if has_second_factor { MfaStatus::None } else { self.required_mfa(&profile) };
        let admin = self.is_admin(&profile);
        let authenticator = profile.authenticator();
        let (account, external_redirect) = (profile.name, None);
        Ok(CodeExchanged::Accepted {
            person,
            admin,
            mfa,
            account,
            via,
            external_redirect,
            authenticator,
        })
    }

    /// What a provider of SAML is named when its session is to end. The name id is the same at each sign-in, and can be
    /// erased with its owner.
    async fn named_there(
        self: &Arc<Self>,
        person: &PersonId,
        name: SamlName,
    ) -> Result<SamlSubject, AccessError> {
        let (SamlName { name_id, index, until }, whose) = (name, person.clone());
        let keep = move |inner: &Self| Ok(inner.vault.recurring(&whose, name_id.expose())?);
        Ok(SamlSubject { name_id: self.blocking(keep).await?, index, until })
    }

    /// Links the identity to the account of an invitation, which is used up.
    async fn accept_invitation(
        self: &Arc<Self>,
        token: &PasswordToken,
        via: &SignInVia,
        context: &ChangeContext,
    ) -> Result<PersonId, AccessError> {
        let _changing = self.changing.lock().await;
        // Read under the lock: of two uses at the same time, the second one is of no link.
        let (account, _) = self.linked(token, LinkPurpose::Invitation, context.at)?;
        // Otherwise a stranger with the link could get in with a second factor of an identity of the stranger's own.
        if account.profile.has_second_factor() {
            return Err(IdentityRefused::SecondFactor.into());
        }
        let person = token.person();
        let context = self.by_holder(person, context).await;
        self.link_identity(person, via, Some(token.digest()), &context).await?;
        // To the user of a new account, who has just accepted its invitation, it is no news.
        if account.profile.last_sign_in.is_some() {
            self.notify(person, MailKind::IdentityLinked, &context);
        }
        Ok(person.clone())
    }

    async fn create_for_identity(
        self: &Arc<Self>,
        new: NewAccountOfIdentity,
        groups: Option<&ManagedGroups>,
        via: &SignInVia,
        context: &ChangeContext,
    ) -> Result<PersonId, AccessError> {
        let NewAccountOfIdentity { name, email } = new;
        let name = name.as_deref().and_then(valid_name).ok_or(IdentityRefused::NoName)?;
        let member = groups.map(|groups| self.joinable(&groups.member));
        let is_email = |email: &String| names::check_email(email.trim()).is_ok();
        let user = NewUser {
            name,
            email: email.filter(is_email),
            external: true,
            groups: member.unwrap_or_default(),
            ..NewUser::default()
        };
        let identity = NewIdentity { mark: via.identity.clone(), provider: via.provider.clone() };
        match self.create_account(user, Some(identity), context).await {
            Ok(created) => Ok(created.person),
            // Of two first sign-ins at the same time, the other one has made the account for both.
            Err(AccessError::Identity(IdentityRefused::Taken)) => {
                self.identities.get(&via.identity).ok_or(IdentityRefused::Taken.into())
            }
            Err(AccessError::Account(AccountRefused::NameTaken | AccountRefused::LooksAlike)) => {
                Err(IdentityRefused::NameTaken.into())
            }
            Err(AccessError::Account(AccountRefused::BadName)) => {
                Err(IdentityRefused::NoName.into())
            }
            Err(error) => Err(error),
        }
    }

    /// An identity belongs to one account. The caller holds `changing`.
    pub(super) fn require_free(&self, mark: &Digest) -> Result<(), AccessError> {
        match self.identities.get(mark) {
            Some(_) => Err(IdentityRefused::Taken.into()),
            None => Ok(()),
        }
    }

    /// The caller holds `changing`, so that the identity is still free when it is recorded.
    pub(super) async fn link_identity(
        &self,
        person: &PersonId,
        via: &SignInVia,
        link: Option<Digest>,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        match self.identities.get(&via.identity) {
            Some(owner) if owner == *person => return Err(IdentityRefused::Linked.into()),
            Some(_) => return Err(IdentityRefused::Taken.into()),
            None => {}
        }
        let identity = NewIdentity { mark: via.identity.clone(), provider: via.provider.clone() };
        let event = Event::LinkIdentity { identity, link };
        let profile = self.record(person, event, true, context).await?;
        self.identities.add(person, &profile.map_err(|rejection| why_not(&rejection))?);
        Ok(())
    }

    async fn unlink_identity(
        &self,
        person: &PersonId,
        mark: Digest,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let event = Event::UnlinkIdentity { mark: mark.clone() };
        let profile = self.record(person, event, true, context).await?;
        profile.map_err(|rejection| why_not(&rejection))?;
        self.identities.remove(&mark);
        self.notify(person, MailKind::IdentityUnlinked, context);
        Ok(())
    }

    /// Puts a user into the groups that the claims lead to, and out of the others that the provider manages. No group
    /// that makes administrators of the installation is touched, and none that gives administration of a project is
    /// joined. Too many groups leave the user in those that there were.
    async fn take_over_groups(
        self: &Arc<Self>,
        person: &PersonId,
        groups: &ManagedGroups,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let Some(account) = self.active(person)? else { return Ok(()) };
        let now = &account.profile.groups;
        let touched = |names: &BTreeSet<String>| {
            self.group_ids(&self.groups_that(names, |group| !group.admin))
        };
        let (named, all) = (touched(&groups.member)?, touched(&groups.all)?);
        let joinable = self.group_ids(&self.joinable(&groups.member))?;
        let edit = Edit {
            join: joinable.difference(now).cloned().collect(),
            leave: all.difference(&named).filter(|id| now.contains(*id)).cloned().collect(),
            ..Edit::default()
        };
        if edit == Edit::default() {
            return Ok(());
        }
        match self.record(person, Event::Edit { edit }, true, context).await? {
            Ok(_) => self.publish(person, ChangeKind::Rights, context),
            Err(rejection) => {
                let person = &person.0;
                tracing::warn!(service = "access", person, %rejection, "groups of a provider were not taken over");
            }
        }
        Ok(())
    }

    /// Those of these groups that a provider puts users into: none that gives administration, of a project neither.
    fn joinable(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        self.groups_that(names, |group| !gives_administration(group))
    }

    /// The names of the groups that exist and are meant.
    fn groups_that(
        &self,
        names: &BTreeSet<String>,
        is_meant: impl Fn(&group::Profile) -> bool,
    ) -> BTreeSet<String> {
        let groups = self.groups.read();
        let is_one = |name: &&String| {
            let id = groups.id_of(name);
            id.is_some_and(|id| groups.get(&id).is_some_and(|group| is_meant(group)))
        };
        names.iter().filter(is_one).cloned().collect()
    }
}

/// The name of a claim as one of an account: without characters that cannot be seen, and not too long.
fn valid_name(claimed: &str) -> Option<String> {
    let visible =
        claimed.chars().filter(|letter| canonical(&letter.to_string()).is_some() || *letter == ' ');
    canonical(&visible.take(NAME_CHARS_MAX).collect::<String>())
}

fn why_not(rejection: &Rejection) -> AccessError {
    match rejection.code {
        RejectionCode::IdentityLinked => IdentityRefused::Linked.into(),
        RejectionCode::TooManyIdentities => IdentityRefused::TooMany.into(),
        RejectionCode::NoSuchIdentity => IdentityRefused::Unknown.into(),
        RejectionCode::LastCredential => IdentityRefused::Last.into(),
        RejectionCode::RobotHasNoPassword => AccountRefused::Robot.into(),
        RejectionCode::WrongLink => crate::access::PasswordLinkRefused::Wrong.into(),
        _ => AccountRefused::NotNow.into(),
    }
}

#[cfg(test)]
mod tests;
