//! Changing accounts, as administrators do on the page of a user.

use std::collections::BTreeSet;
use std::sync::Arc;

use waybill_machines::machines::account::{DevicesKept, Edit, EmailChange, Event, SessionsKept};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{PersonId, Personal};
use waybill_machines::{Rejection, RejectionCode};

use super::changes::NewPassword;
use super::directory::Account;
use super::provisioning::name_of_removed;
use super::{AccessError, Inner};
use crate::access::{AccountRefused, ChangeKind, User, UserEdit, names, recovery};
use crate::streams::ChangeContext;

/// Number of groups of five letters in the random password of an account that has none of its own.
const RANDOM_GROUPS: usize = 8;

impl Inner {
    pub(super) async fn edit_user(
        self: &Arc<Self>,
        person: PersonId,
        changes: UserEdit,
        context: &ChangeContext,
    ) -> Result<User, AccessError> {
        let _changing = self.changing.lock().await;
        let account = self.existing(&person)?;
        let edit = self.edit_of(&account, changes, context).await?;
        let Some(mut edit) = edit else { return self.shown_user(&person) };
        let is_pending = account.profile.pending;
        let freed = if is_pending && edit.enabled == Some(false) {
            Some(self.free_names(&account, &mut edit).await?)
        } else {
            None
        };
        self.require_admin_after(&account, &edit)?;
        let becomes_external = edit.external == Some(true);
        let enabled = edit.enabled;
        match self.record(&person, Event::Edit { edit }, true, context).await? {
            Ok(_) => {}
            Err(rejection) => return Err(refused(&rejection).into()),
        }
        if becomes_external {
            self.forget_password(&person, &account, context).await?;
        }
        if let Some((name, removed)) = freed {
            self.note_instead(&name, &removed, &person);
        }
        self.publish_edit(&person, enabled, context);
        if is_pending && enabled == Some(true) {
            self.notify(&person, MailKind::AccountApproved, context);
        }
        self.shown_user(&person)
    }

    /// What else changes in an account that is not approved: its name and its mail address are free for another one.
    /// Answers the name of before and the one from then on.
    async fn free_names(
        self: &Arc<Self>,
        account: &Account,
        edit: &mut Edit,
    ) -> Result<(String, String), AccessError> {
        let name = self.name_of(&account.profile)?;
        let removed = name_of_removed(&name);
        edit.name = Some(self.keep_personal(&account.person, removed.clone()).await?);
        edit.email = Some(EmailChange::Remove {});
        Ok((name, removed))
    }

    /// Publishes what an edit means for sessions.
    pub(super) fn publish_edit(
        &self,
        person: &PersonId,
        enabled: Option<bool>,
        context: &ChangeContext,
    ) {
        let kind = match enabled {
            Some(true) => ChangeKind::Enabled,
            Some(false) => ChangeKind::Disabled,
            None => ChangeKind::Rights,
        };
        self.publish(person, kind, context);
        if enabled == Some(true) {
            self.publish(person, ChangeKind::Rights, context);
        }
    }

    fn shown_user(&self, person: &PersonId) -> Result<User, AccessError> {
        self.user(person)?.ok_or_else(|| AccountRefused::Unknown.into())
    }

    /// The event for what is not so already; none if all of it is.
    async fn edit_of(
        self: &Arc<Self>,
        account: &Account,
        changes: UserEdit,
        context: &ChangeContext,
    ) -> Result<Option<Edit>, AccessError> {
        let Account { person, profile, is_enabled } = account;
        if changes.seen.is_some_and(|seen| seen != profile.edits) {
            // Recorded as a rejection, like any other.
            let edit = Edit { seen: changes.seen, ..Edit::default() };
            let recorded = self.record(person, Event::Edit { edit }, true, context).await?;
            return match recorded {
                Ok(_) => Ok(None),
                Err(rejection) => Err(refused(&rejection).into()),
            };
        }
        let new = |wanted: Option<bool>, now: bool| wanted.filter(|wanted| *wanted != now);
        let (mut join, mut leave) =
            (self.group_ids(&changes.join)?, self.group_ids(&changes.leave)?);
        if let Some(groups) = &changes.groups {
            let wanted = self.group_ids(groups)?;
            leave.extend(profile.groups.difference(&wanted).cloned());
            join.extend(wanted);
        }
        join.retain(|id| !profile.groups.contains(id));
        leave.retain(|id| profile.groups.contains(id));
        let edit = Edit {
            seen: changes.seen,
            email: self.email_change(person, profile.email.as_ref(), changes.email).await?,
            // About an account that is pending, leaving it disabled is a decision too.
            enabled: changes.enabled.filter(|wanted| profile.pending || wanted != is_enabled),
            admin: new(changes.admin, profile.admin),
            auditor: new(changes.auditor, profile.auditor),
            external: new(changes.external, profile.external),
            fixed: new(changes.profile_updatable.map(|is| !is), profile.fixed),
            join,
            leave,
            ..Edit::default()
        };
        let nothing = Edit { seen: edit.seen, ..Edit::default() };
        Ok((edit != nothing).then_some(edit))
    }

    /// The change to another mail address, which is stored for it.
    pub(super) async fn email_change(
        self: &Arc<Self>,
        person: &PersonId,
        now: Option<&Personal>,
        wanted: Option<String>,
    ) -> Result<Option<EmailChange>, AccessError> {
        let Some(wanted) = wanted else { return Ok(None) };
        let current = now.map(|email| self.vault.reveal(email)).transpose()?.flatten();
        if current.as_ref().map_or("", |current| current.expose()) == wanted.trim() {
            return Ok(None);
        }
        Ok(Some(match self.keep_email(person, Some(wanted)).await? {
            Some(email) => EmailChange::Set { email },
            None => EmailChange::Remove {},
        }))
    }

    /// Stores a mail address, if there is one.
    pub(super) async fn keep_email(
        self: &Arc<Self>,
        person: &PersonId,
        email: Option<String>,
    ) -> Result<Option<Personal>, AccessError> {
        let email = email.map(|email| email.trim().to_owned()).filter(|email| !email.is_empty());
        let Some(email) = email else { return Ok(None) };
        names::check_email(&email)?;
        let whose = person.clone();
        let keep = move |inner: &Self| Ok(inner.vault.personal(&whose, &email)?);
        Ok(Some(self.blocking(keep).await?))
    }

    /// An administrator has to be left who may sign in.
    pub(super) fn require_admin_after(
        &self,
        account: &Account,
        edit: &Edit,
    ) -> Result<(), AccessError> {
        let Account { person, profile, is_enabled } = account;
        let is_admin = *is_enabled && self.is_admin(profile);
        let groups: BTreeSet<_> = profile
            .groups
            .union(&edit.join)
            .filter(|id| !edit.leave.contains(*id))
            .cloned()
            .collect();
        let stays = edit.enabled.unwrap_or(*is_enabled)
            && !edit.external.unwrap_or(false)
            && (edit.admin.unwrap_or(profile.admin) || self.groups.read().make_admin(&groups));
        if is_admin && !stays {
            return self.require_another_admin(person);
        }
        Ok(())
    }

    /// Replaces the password by a random one that is shown to no one.
    async fn forget_password(
        self: &Arc<Self>,
        person: &PersonId,
        account: &Account,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let new = NewPassword {
            password: Arc::new(recovery::new_groups(RANDOM_GROUPS)),
            must_change: false,
            devices: DevicesKept::All {},
            link: None,
            sessions: SessionsKept::All {},
        };
        let old = account.profile.password.clone();
        let recorded = self.replace_password(person, old, new, context).await?;
        recorded.map_err(|_| AccountRefused::NotNow)?;
        Ok(())
    }
}

pub(super) fn refused(rejection: &Rejection) -> AccountRefused {
    match rejection.code {
        RejectionCode::EditedMeanwhile => AccountRefused::EditedMeanwhile,
        RejectionCode::RobotHasNoPassword => AccountRefused::Robot,
        RejectionCode::TooManyGroups => AccountRefused::TooManyGroups,
        _ => AccountRefused::NotNow,
    }
}
