//! Users that clients provision (SCIM), and what an administrator has set for it.

mod groups;

use std::sync::Arc;

use waybill_machines::machines::account::{
    Edit, Event, NewIdentity, Provisioned, ProvisionedChange,
};
use waybill_machines::machines::provisioning::{Event as SettingsEvent, State};
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::mail::MailKind;
use waybill_machines::rules::provisioning::ProvisioningProblem;
use waybill_machines::secret::{Digest, PersonId, Personal};
use waybill_machines::{AnyState, MachineName};

use super::directory::Account;
use super::edits::refused;
use super::people::Row;
use super::{AccessError, Embedded, Inner};
use crate::access::names::of_new_account;
use crate::access::{
    AccountRefused, Answer, NAME_CHARS_MAX, NewUser, PROVISIONED_EMAILS_MAX,
    PROVISIONED_TEXT_CHARS_MAX, ProvisionedAttributes, ProvisionedGroup, ProvisionedUser,
    ProvisionedUsers, Provisioning, ProvisioningRefused, ProvisioningSettings, UserKey, UserScan,
    WantedGroup, WantedUser, names,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command};
use crate::vault::Vault;

/// The stream of what an administrator sets.
const STREAM: &str = "provisioning/main";
/// How many characters the end of a removed user's name has.
const REMOVED_CHARS: usize = 17;

impl Provisioning for Embedded {
    fn provisioning(&self) -> Answer<'_, ProvisioningSettings> {
        self.run_blocking(Inner::provisioning_settings)
    }

    fn set_provisioning(
        &self,
        settings: ProvisioningSettings,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.set_provisioning(settings, &context).await })
    }

    fn provisioned_user(&self, person: PersonId) -> Answer<'_, Option<ProvisionedUser>> {
        self.run_blocking(move |inner| Ok(inner.shown_provisioned(&person)))
    }

    fn provisioned_users(&self, wanted: UserScan) -> Answer<'_, ProvisionedUsers> {
        self.run_blocking(move |inner| Ok(inner.scan(&wanted)))
    }

    fn provision_user(
        &self,
        new: WantedUser,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedUser> {
        self.run(|inner| async move { inner.provision_user(new, &context).await })
    }

    fn change_provisioned_user(
        &self,
        seen: ProvisionedUser,
        wanted: WantedUser,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedUser> {
        self.run(|inner| async move { inner.change_provisioned(&seen, wanted, &context).await })
    }

    fn remove_provisioned_user(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.remove_provisioned(&person, &context).await })
    }

    fn provisioned_groups(&self) -> Answer<'_, Vec<ProvisionedGroup>> {
        self.run_blocking(|inner| Ok(inner.provisioned_groups()))
    }

    fn provisioned_group(&self, id: String) -> Answer<'_, Option<ProvisionedGroup>> {
        self.run_blocking(move |inner| Ok(inner.provisioned_group(&id)))
    }

    fn provision_group(
        &self,
        new: WantedGroup,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedGroup> {
        self.run(|inner| async move { inner.provision_group(new, &context).await })
    }

    fn change_provisioned_group(
        &self,
        seen: ProvisionedGroup,
        wanted: WantedGroup,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedGroup> {
        self.run(
            |inner| async move { inner.change_provisioned_group(&seen, wanted, &context).await },
        )
    }

    fn remove_provisioned_group(&self, id: String, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.remove_provisioned_group(&id, &context).await })
    }
}

/// What a client says of a user; nothing after it was erased.
pub(super) fn attributes_of(
    provisioned: &Provisioned,
    vault: &Vault,
) -> Result<ProvisionedAttributes, AccessError> {
    let Some(text) = vault.reveal(&provisioned.attributes)? else {
        return Ok(ProvisionedAttributes::default());
    };
    Ok(serde_json::from_str(text.expose()).unwrap_or_else(|error| {
        tracing::warn!(service = "access", %error, "what a client says of a user cannot be read");
        ProvisionedAttributes::default()
    }))
}

impl Inner {
    fn provisioning_settings(&self) -> Result<ProvisioningSettings, AccessError> {
        Ok(match self.streams.state(STREAM, MachineName::Provisioning)? {
            AnyState::Provisioning(State::Configured { settings }) => settings,
            _ => ProvisioningSettings::default(),
        })
    }

    async fn set_provisioning(
        &self,
        settings: ProvisioningSettings,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        if self.provisioning_settings()? == settings {
            return Ok(());
        }
        let command = Command::new(STREAM, SettingsEvent::Set { settings });
        let submitted = self.streams.submit(command, context).await?;
        submitted.map_err(|_| ProvisioningRefused::Settings(ProvisioningProblem))?;
        Ok(())
    }

    /// Stores what a client says of a user, if it does.
    pub(super) async fn keep_attributes(
        self: &Arc<Self>,
        person: &PersonId,
        attributes: Option<ProvisionedAttributes>,
    ) -> Result<Option<Personal>, AccessError> {
        let Some(attributes) = attributes else { return Ok(None) };
        let text = serde_json::to_string(&attributes)
            .map_err(|_| AccessError::Defect("what a client says of a user is no text"))?;
        self.keep_personal(person, text).await.map(Some)
    }

    pub(super) async fn keep_personal(
        self: &Arc<Self>,
        person: &PersonId,
        text: String,
    ) -> Result<Personal, AccessError> {
        let whose = person.clone();
        self.blocking(move |inner| Ok(inner.vault.personal(&whose, &text)?)).await
    }

    fn shown_provisioned(&self, person: &PersonId) -> Option<ProvisionedUser> {
        let groups = self.groups.read();
        let people = self.people.read();
        people.of_person(person).and_then(|row| row.provisioned(&groups))
    }

    fn existing_provisioned(&self, person: &PersonId) -> Result<ProvisionedUser, AccessError> {
        self.shown_provisioned(person).ok_or_else(|| ProvisioningRefused::NoSuchUser.into())
    }

    /// An account that a client provisions.
    fn provisioned_account(&self, person: &PersonId) -> Result<Account, AccessError> {
        let account = self.account(person)?;
        let account = account.filter(|account| account.profile.provisioned.is_some());
        account.ok_or_else(|| ProvisioningRefused::NoSuchUser.into())
    }

    fn scan(&self, wanted: &UserScan) -> ProvisionedUsers {
        let groups = self.groups.read().clone();
        let rows = self.rows_with(wanted.key.as_ref());
        let (mut total, mut users) = (0, Vec::new());
        for row in &rows {
            let is_in_page = total >= wanted.skip && users.len() < wanted.limit;
            match &wanted.is_found {
                // Of most users nothing is read.
                None if !is_in_page => {}
                None => users.extend(row.provisioned(&groups)),
                Some(is_found) => {
                    let Some(user) = row.provisioned(&groups).filter(|user| is_found(user)) else {
                        continue;
                    };
                    if is_in_page {
                        users.push(user);
                    }
                }
            }
            total += 1;
        }
        ProvisionedUsers { users, total }
    }

    /// The users with this key, or all of them. A name leads to its user without looking at the others.
    fn rows_with(&self, key: Option<&UserKey>) -> Vec<Arc<Row>> {
        let is_meant = |row: &&Arc<Row>| row.is_provisioned(key);
        if let Some(UserKey::Name(name)) = key {
            let Some(person) = self.find(name) else { return Vec::new() };
            let people = self.people.read();
            return people.of_person(&person).filter(is_meant).cloned().into_iter().collect();
        }
        self.people.read().iter().filter(is_meant).cloned().collect()
    }

    async fn provision_user(
        self: &Arc<Self>,
        wanted: WantedUser,
        context: &ChangeContext,
    ) -> Result<ProvisionedUser, AccessError> {
        let WantedUser { name, active, attributes, identity, .. } = wanted;
        check_attributes(&attributes)?;
        let user = NewUser {
            name,
            email: attributes.email().map(str::to_owned),
            external: true,
            provisioned: Some(attributes),
            disabled: !active,
            ..NewUser::default()
        };
        let created = self.create_account(user, identity, context).await?;
        self.existing_provisioned(&created.person)
    }

    async fn change_provisioned(
        self: &Arc<Self>,
        seen: &ProvisionedUser,
        wanted: WantedUser,
        context: &ChangeContext,
    ) -> Result<ProvisionedUser, AccessError> {
        let person = &seen.person;
        check_attributes(&wanted.attributes)?;
        let wanted = WantedUser { name: of_new_account(&wanted.name)?, ..wanted };
        let _changing = self.changing.lock().await;
        let account = self.provisioned_account(person)?;
        if self.existing_provisioned(person)? != *seen {
            return Err(ProvisioningRefused::ChangedMeanwhile.into());
        }
        let is_renamed = wanted.name != seen.name;
        let name = wanted.name.clone();
        let edit = self.provisioned_edit(&account, seen, wanted).await?;
        if edit == Edit::default() {
            return Ok(seen.clone());
        }
        self.require_admin_after(&account, &edit)?;
        let (enabled, is_linked, unlinked) =
            (edit.enabled, edit.link.is_some(), edit.unlink.clone());
        let profile = match self.record(person, Event::Edit { edit }, true, context).await? {
            Ok(profile) => profile,
            Err(rejection) => return Err(refused(&rejection).into()),
        };
        if let Some(mark) = unlinked {
            self.identities.remove(&mark);
            self.notify(person, MailKind::IdentityUnlinked, context);
        }
        self.identities.add(person, &profile);
        // To a user who has never signed in, it is no news.
        if is_linked && profile.last_sign_in.is_some() {
            self.notify(person, MailKind::IdentityLinked, context);
        }
        if is_renamed {
            self.note_instead(&seen.name, &name, person);
        }
        self.publish_edit(person, enabled, context);
        self.existing_provisioned(person)
    }

    /// The event for what is not so already. The caller holds `changing`.
    async fn provisioned_edit(
        self: &Arc<Self>,
        account: &Account,
        seen: &ProvisionedUser,
        wanted: WantedUser,
    ) -> Result<Edit, AccessError> {
        let WantedUser { name, active, attributes, identity, replaced, keeps_email } = wanted;
        let Account { person, profile, is_enabled } = account;
        let enabled = (active != *is_enabled).then_some(active);
        let is_same = name == seen.name && attributes == seen.attributes;
        if self.administers_some(profile) || profile.auditor {
            // An account with such rights must not become another person's, and the rights must not come back.
            if !is_same || enabled == Some(true) {
                return Err(ProvisioningRefused::Privileged.into());
            }
            return Ok(Edit { enabled, ..Edit::default() });
        }
        let is_linked = |mark: &Digest| profile.identities.iter().any(|known| known.mark == *mark);
        let link = identity.filter(|identity: &NewIdentity| !is_linked(&identity.mark));
        if let Some(identity) = &link {
            self.require_free(&identity.mark)?;
        }
        let mut edit = Edit {
            enabled,
            link,
            unlink: replaced.filter(is_linked),
            email: if keeps_email {
                None
            } else {
                let email = attributes.email().unwrap_or_default().to_owned();
                self.email_change(person, profile.email.as_ref(), Some(email)).await?
            },
            ..Edit::default()
        };
        if name != seen.name {
            self.require_free_name(person, &name)?;
            edit.name = Some(self.keep_personal(person, name).await?);
        }
        if attributes != seen.attributes {
            let attributes = self.keep_attributes(person, Some(attributes)).await?;
            edit.provisioned = attributes.map(|attributes| ProvisionedChange::Set { attributes });
        }
        Ok(edit)
    }

    /// Whether a user may have another name. The caller holds `changing`.
    fn require_free_name(&self, person: &PersonId, name: &str) -> Result<(), AccessError> {
        if self.find(name).is_some() {
            return Err(AccountRefused::NameTaken.into());
        }
        if self.people.read().looks_like_that_of_another_than(person, name) {
            return Err(AccountRefused::LooksAlike.into());
        }
        Ok(())
    }

    async fn remove_provisioned(
        self: &Arc<Self>,
        person: &PersonId,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let account = self.provisioned_account(person)?;
        let name = self.name_of(&account.profile)?;
        let removed = name_of_removed(&name);
        let edit = Edit {
            enabled: account.is_enabled.then_some(false),
            name: Some(self.keep_personal(person, removed.clone()).await?),
            provisioned: Some(ProvisionedChange::Remove {}),
            ..Edit::default()
        };
        self.require_admin_after(&account, &edit)?;
        match self.record(person, Event::Edit { edit }, true, context).await? {
            Ok(_) => {}
            Err(rejection) => return Err(refused(&rejection).into()),
        }
        for identity in &account.profile.identities {
            self.identities.remove(&identity.mark);
        }
        self.passkeys.remove_all(&account.profile);
        self.note_instead(&name, &removed, person);
        self.publish_edit(person, Some(false), context);
        Ok(())
    }
}

/// The name that the account of a removed user has, so that another user may have the one of before.
pub(super) fn name_of_removed(name: &str) -> String {
    let kept: String = name.chars().take(NAME_CHARS_MAX - REMOVED_CHARS).collect();
    format!("{}.removed-{}", kept.trim_end(), hex(&random::<4>()))
}

fn check_attributes(attributes: &ProvisionedAttributes) -> Result<(), AccessError> {
    let ProvisionedAttributes {
        external_id,
        display_name,
        formatted,
        family_name,
        given_name,
        emails,
    } = attributes;
    let kinds = emails.iter().map(|email| email.kind.as_ref());
    let texts = [external_id, display_name, formatted, family_name, given_name];
    let mut texts = texts.into_iter().map(Option::as_ref).chain(kinds).flatten();
    let is_bad = |text: &String| {
        text.chars().count() > PROVISIONED_TEXT_CHARS_MAX || text.chars().any(is_invisible)
    };
    if texts.any(is_bad) || emails.len() > PROVISIONED_EMAILS_MAX {
        return Err(ProvisioningRefused::BadText.into());
    }
    emails.iter().try_for_each(|email| names::check_email(&email.value))?;
    Ok(())
}

#[cfg(test)]
mod tests;
