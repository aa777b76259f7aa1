//! Administration of accounts.

use std::sync::Arc;

use waybill_machines::machines::account::{DevicesKept, Event, LinkPurpose, Profile, SessionsKept};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;
use waybill_machines::{Rejection, RejectionCode, Timestamp};

use super::changes::NewPassword;
use super::new_accounts::TEMPORARY_GROUPS;
use super::{AccessError, Embedded, Inner};
use crate::access::{
    AccountRefused, Administration, Answer, ChangeKind, Created, NewUser, PASSWORD_LINK_MS,
    PasswordLink, PasswordToken, SentInvitation, User, UserEdit, recovery,
};
use crate::mail::Language;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::Kind;

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
            sessions: SessionsKept::None {},
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
        let event = Event::ResetMfa { sessions: SessionsKept::None {} };
        self.change(&person, event, ChangeKind::Mfa, context).await?;
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
