//! Administration of accounts.

use std::sync::Arc;

use waybill_machines::machines::account::{
    Details, DevicesKept, Event, GROUPS_MAX, LinkPurpose, NewIdentity, Profile,
};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::{PersonId, Personal, SecretRef};
use waybill_machines::{Rejection, RejectionCode, Timestamp};

use super::changes::NewPassword;
use super::groups::gives_administration;
use super::{AccessError, Embedded, Inner};
use crate::access::names::of_new_account;
use crate::access::{
    AccountRefused, Administration, Answer, ChangeKind, Created, NewUser, PASSWORD_LINK_MS,
    PasswordLink, PasswordToken, SentInvitation, User, UserEdit, names, password_rules, recovery,
};
use crate::mail::Language;
use crate::secret::{Secret, hex, random};
use crate::streams::{ChangeContext, StreamError};
use crate::vault::Kind;

/// A random password has this many groups of five letters: 100 bits.
const TEMPORARY_GROUPS: usize = 4;

/// An account whose name and password are stored, but which no record refers to yet.
pub(super) struct Prepared {
    pub person: PersonId,
    pub name: Personal,
    pub password: SecretRef,
}

fn taken(recorded: Result<Profile, Rejection>) -> Result<Profile, AccessError> {
    recorded.map_err(|_| AccountRefused::NotNow.into())
}

impl Administration for Embedded {
    fn create_user(&self, user: NewUser, context: ChangeContext) -> Answer<'_, Created> {
        self.run(|inner| async move { inner.create_account(user, None, &context).await })
    }

    fn edit_user(
        &self,
        person: PersonId,
        edit: UserEdit,
        context: ChangeContext,
    ) -> Answer<'_, User> {
        self.run(|inner| async move { inner.edit_user(person, edit, &context).await })
    }

    fn set_enabled(
        &self,
        person: PersonId,
        is_enabled: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.set_enabled(person, is_enabled, &context).await })
    }

    fn set_admin(
        &self,
        person: PersonId,
        is_admin: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.set_admin(person, is_admin, &context).await })
    }

    fn set_project_role(
        &self,
        person: PersonId,
        project: String,
        role: Option<ProjectRole>,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(
            |inner| async move { inner.set_project_role(person, project, role, &context).await },
        )
    }

    fn reset_password(&self, person: PersonId, context: ChangeContext) -> Answer<'_, Secret> {
        self.run(|inner| async move { inner.reset_password(person, &context).await })
    }

    fn allow_password(&self, person: PersonId, context: ChangeContext) -> Answer<'_, PasswordLink> {
        self.run(|inner| async move { inner.allow_password(person, &context).await })
    }

    fn send_invitation(
        &self,
        person: PersonId,
        language: Option<Language>,
        context: ChangeContext,
    ) -> Answer<'_, SentInvitation> {
        self.run(|inner| async move { inner.send_invitation(person, language, &context).await })
    }

    fn reset_mfa(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.reset_mfa(person, &context).await })
    }

    fn unlock(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.unlock(person, &context).await })
    }
}

impl Embedded {
    /// Ends the tokens, known devices and links of all accounts, since the installation was restored from a backup.
    /// Returns the number of accounts.
    ///
    /// # Errors
    ///
    /// [`AccessError`], if an account cannot be read or changed.
    pub async fn end_credentials(
        &self,
        backup: &str,
        cut_at: Timestamp,
        context: &ChangeContext,
    ) -> Result<usize, AccessError> {
        self.inner.end_credentials(backup, cut_at, context).await
    }
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
        let profile = taken(recorded?)?;
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

    async fn set_enabled(
        &self,
        person: PersonId,
        is_enabled: bool,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let account = self.existing(&person)?;
        if !is_enabled && account.is_enabled && self.is_admin(&account.profile) {
            self.require_another_admin(&person)?;
        }
        let (event, kind) = if is_enabled {
            (Event::Enable {}, ChangeKind::Enabled)
        } else {
            (Event::Disable {}, ChangeKind::Disabled)
        };
        self.change(&person, event, kind, context).await?;
        if is_enabled && account.profile.pending {
            self.notify(&person, MailKind::AccountApproved, context);
        }
        Ok(())
    }

    async fn set_admin(
        &self,
        person: PersonId,
        is_admin: bool,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let account = self.existing(&person)?;
        if account.profile.admin == is_admin {
            return Ok(());
        }
        if !is_admin && account.is_enabled {
            self.require_another_admin(&person)?;
        }
        self.change(&person, Event::SetAdmin { admin: is_admin }, ChangeKind::Rights, context)
            .await?;
        Ok(())
    }

    async fn set_project_role(
        &self,
        person: PersonId,
        project: String,
        role: Option<ProjectRole>,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let profile = self.existing(&person)?.profile;
        if role.is_some() && profile.projects.get(&project) == role.as_ref() {
            return Ok(());
        }
        let event = Event::SetProjectRole { project, role };
        match self.record(&person, event, true, context).await? {
            Ok(_) => {
                self.publish(&person, ChangeKind::Rights, context);
                Ok(())
            }
            Err(rejection) => Err(match rejection.code {
                RejectionCode::TooManyProjects => AccountRefused::TooManyProjects.into(),
                RejectionCode::NotAMember => AccountRefused::NotAMember.into(),
                _ => AccountRefused::NotNow.into(),
            }),
        }
    }

    async fn reset_password(
        self: &Arc<Self>,
        person: PersonId,
        context: &ChangeContext,
    ) -> Result<Secret, AccessError> {
        let _changing = self.changing.lock().await;
        let profile = self.existing(&person)?.profile;
        if profile.robot {
            return Err(AccountRefused::Robot.into());
        }
        if profile.external {
            return Err(AccountRefused::External.into());
        }
        let old = profile.password;
        let temporary = recovery::new_groups(TEMPORARY_GROUPS);
        let new = NewPassword {
            password: Arc::new(temporary.duplicate()),
            must_change: true,
            devices: DevicesKept::None {},
            link: None,
        };
        taken(self.replace_password(&person, old, new, context).await?)?;
        self.publish(&person, ChangeKind::Password, context);
        self.notify(&person, MailKind::PasswordChanged, context);
        Ok(temporary)
    }

    pub(super) async fn allow_password(
        self: &Arc<Self>,
        person: PersonId,
        context: &ChangeContext,
    ) -> Result<PasswordLink, AccessError> {
        let account = self.existing(&person)?;
        if !account.is_enabled {
            return Err(AccountRefused::Disabled.into());
        }
        if account.profile.robot {
            return Err(AccountRefused::Robot.into());
        }
        if account.profile.external {
            return Err(AccountRefused::External.into());
        }
        let token = PasswordToken::fresh(&person);
        let until = context.at.plus_ms(PASSWORD_LINK_MS);
        let purpose = LinkPurpose::Invitation;
        let event = Event::AllowPassword { link: token.digest(), until, purpose };
        taken(self.record(&person, event, true, context).await?)?;
        let sets_password = self.accepts_password_of(&account.profile);
        Ok(PasswordLink { token, until, sets_password })
    }

    async fn reset_mfa(
        self: &Arc<Self>,
        person: PersonId,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let profile = self.existing(&person)?.profile;
        self.change(&person, Event::ResetMfa {}, ChangeKind::Mfa, context).await?;
        self.passkeys.remove_all(&profile);
        if profile.has_second_factor() {
            self.notify(&person, MailKind::SecondFactorRemoved, context);
        }
        let totp = profile.totp.map(|totp| (Kind::Totp, totp.secret));
        let recovery = profile.recovery.map(|recovery| (Kind::Recovery, recovery.secret));
        let passkeys = profile.passkeys.into_iter().map(|passkey| (Kind::Passkey, passkey.secret));
        self.discard(totp.into_iter().chain(recovery).chain(passkeys).collect()).await;
        Ok(())
    }

    /// Records an event without secrets, and publishes the change.
    async fn change(
        &self,
        person: &PersonId,
        event: Event,
        kind: ChangeKind,
        context: &ChangeContext,
    ) -> Result<Profile, AccessError> {
        let recorded: Result<_, StreamError> = self.record(person, event, true, context).await;
        let profile = taken(recorded?)?;
        self.publish(person, kind, context);
        Ok(profile)
    }

    async fn end_credentials(
        &self,
        backup: &str,
        cut_at: Timestamp,
        context: &ChangeContext,
    ) -> Result<usize, AccessError> {
        self.registrations.end_all(context).await?;
        let _changing = self.changing.lock().await;
        let accounts = self.accounts()?;
        for account in &accounts {
            let event = Event::Restore { backup: backup.to_owned(), cut_at };
            taken(self.record(&account.person, event, true, context).await?)?;
        }
        Ok(accounts.len())
    }

    pub(super) fn require_another_admin(&self, person: &PersonId) -> Result<(), AccessError> {
        let groups = self.groups.read();
        let another = self
            .people
            .read()
            .iter()
            .any(|row| row.person() != person && row.is_admin_to_rely_on(&groups));
        another.then_some(()).ok_or_else(|| AccountRefused::LastAdmin.into())
    }

    async fn unlock(&self, person: PersonId, context: &ChangeContext) -> Result<(), AccessError> {
        let profile = self.existing(&person)?.profile;
        let name = self.name_of(&profile)?;
        taken(self.record(&person, Event::Unlock {}, true, context).await?)?;
        self.attempt_limits.unlock(&self.account_key(Some(&name)), &self.person_key(&person));
        Ok(())
    }
}
