//! Groups that clients provision (SCIM). Accounts name the groups that they are in, so that members are changed by
//! changing accounts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use waybill_machines::machines::account;
use waybill_machines::machines::group::{Edit, Event, Profile};
use waybill_machines::rules::groups::{check_group_name, check_group_text};
use waybill_machines::secret::PersonId;

use crate::access::embedded::directory::stream_of;
use crate::access::embedded::groups::gives_administration;
use crate::access::embedded::people::Row;
use crate::access::embedded::{AccessError, Inner};
use crate::access::groups::GROUPS_OF_INSTALLATION_MAX;
use crate::access::{
    AccountRefused, ChangeKind, GroupRefused, MEMBERS_CHANGED_MAX, ProvisionedGroup,
    ProvisioningRefused, WantedGroup,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command};

/// The most accounts that are changed in one group of records, whose size is bounded.
const ACCOUNTS_AT_ONCE: usize = 24;

impl Inner {
    pub(super) fn provisioned_groups(&self) -> Vec<ProvisionedGroup> {
        let groups = self.groups.read().clone();
        let mut members: BTreeMap<String, Vec<(PersonId, String)>> = BTreeMap::new();
        for row in self.people.read().iter().filter(|row| row.is_provisioned(None)) {
            for id in row.groups() {
                members.entry(id.clone()).or_default().push(member(row));
            }
        }
        let provisioned = groups.iter().filter_map(|(id, profile)| {
            let members = members.remove(id).unwrap_or_default();
            described(id, profile, members)
        });
        let mut all: Vec<_> = provisioned.collect();
        all.sort_by_cached_key(|group| group.name.to_lowercase());
        all
    }

    pub(super) fn provisioned_group(&self, id: &str) -> Option<ProvisionedGroup> {
        let profile = self.groups.read().get(id).cloned()?;
        let people = self.people.read();
        let is_in = |row: &&Arc<Row>| row.is_provisioned(None) && row.groups().contains(id);
        let members = people.iter().filter(is_in).map(member).collect();
        described(id, &profile, members)
    }

    pub(super) async fn provision_group(
        self: &Arc<Self>,
        new: WantedGroup,
        context: &ChangeContext,
    ) -> Result<ProvisionedGroup, AccessError> {
        let name = checked_name(&new)?;
        let _changing = self.changing.lock().await;
        self.require_free_group_name(&name, None)?;
        if self.groups.read().iter().count() >= GROUPS_OF_INSTALLATION_MAX {
            return Err(GroupRefused::TooMany.into());
        }
        let join: BTreeSet<PersonId> = new.members.into_iter().collect();
        self.check_members(&join, 0)?;
        let id = format!("g_{}", hex(&random::<8>()));
        let event = Event::Create {
            name,
            description: String::new(),
            external_id: new.external_id,
            admin: false,
            auto_join: false,
            provisioned: true,
        };
        self.record_group(&id, event, context).await?;
        self.change_members(&id, &join, &BTreeSet::new(), context).await?;
        self.existing_provisioned_group(&id)
    }

    pub(super) async fn change_provisioned_group(
        self: &Arc<Self>,
        seen: &ProvisionedGroup,
        wanted: WantedGroup,
        context: &ChangeContext,
    ) -> Result<ProvisionedGroup, AccessError> {
        let name = checked_name(&wanted)?;
        let _changing = self.changing.lock().await;
        let id = &seen.id;
        if self.existing_provisioned_group(id)? != *seen {
            return Err(ProvisioningRefused::ChangedMeanwhile.into());
        }
        let now: BTreeSet<PersonId> =
            seen.members.iter().map(|(person, _)| person.clone()).collect();
        let wanted_members: BTreeSet<PersonId> = wanted.members.into_iter().collect();
        let join: BTreeSet<PersonId> = wanted_members.difference(&now).cloned().collect();
        let leave: BTreeSet<PersonId> = now.difference(&wanted_members).cloned().collect();
        let edit = Edit {
            name: (name != seen.name).then_some(name),
            external_id: (wanted.external_id != seen.external_id).then_some(wanted.external_id),
            ..Edit::default()
        };
        let is_edited = edit != Edit::default();
        if !is_edited && join.is_empty() && leave.is_empty() {
            return Ok(seen.clone());
        }
        self.refuse_admin_group(id, is_edited || !join.is_empty())?;
        self.check_members(&join, leave.len())?;
        if let Some(name) = &edit.name {
            self.require_free_group_name(name, Some(id))?;
        }
        if is_edited {
            self.record_group(id, Event::Edit { edit }, context).await?;
        }
        self.change_members(id, &join, &leave, context).await?;
        self.existing_provisioned_group(id)
    }

    pub(super) async fn remove_provisioned_group(
        self: &Arc<Self>,
        id: &str,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        self.existing_provisioned_group(id)?;
        self.refuse_admin_group(id, true)?;
        self.record_group(id, Event::Delete {}, context).await?;
        self.publish_members(id, context);
        Ok(())
    }

    fn existing_provisioned_group(&self, id: &str) -> Result<ProvisionedGroup, AccessError> {
        self.provisioned_group(id).ok_or_else(|| ProvisioningRefused::NoSuchGroup.into())
    }

    /// An administrator may have given a group administration since a client made it. A group that administers
    /// projects alone may still be left, as with the groups of a provider. The caller holds `changing`.
    fn refuse_admin_group(&self, id: &str, does_more: bool) -> Result<(), AccessError> {
        let groups = self.groups.read();
        let is_refused =
            |group: &Arc<Profile>| group.admin || (does_more && gives_administration(group));
        if groups.get(id).is_some_and(is_refused) {
            return Err(ProvisioningRefused::AdminGroup.into());
        }
        Ok(())
    }

    /// The caller holds `changing`.
    fn require_free_group_name(&self, name: &str, own: Option<&str>) -> Result<(), AccessError> {
        let owner = self.groups.read().id_of(name);
        let is_free = owner.is_none_or(|owner| Some(owner.as_str()) == own);
        is_free.then_some(()).ok_or_else(|| GroupRefused::NameTaken.into())
    }

    /// Whether these users may join a group: all of it is known before anything is recorded.
    fn check_members(&self, join: &BTreeSet<PersonId>, leaving: usize) -> Result<(), AccessError> {
        if join.len() + leaving > MEMBERS_CHANGED_MAX {
            return Err(ProvisioningRefused::TooManyMembers.into());
        }
        let people = self.people.read();
        for person in join {
            let row = people.of_person(person).filter(|row| row.is_provisioned(None));
            let row = row.ok_or(ProvisioningRefused::NoSuchMember)?;
            if row.groups().len() >= account::GROUPS_MAX {
                return Err(AccountRefused::TooManyGroups.into());
            }
        }
        Ok(())
    }

    /// Changes the accounts of these users, in portions. If a crash comes between two, the client that compares what
    /// it has with what is here does the rest.
    async fn change_members(
        &self,
        id: &str,
        join: &BTreeSet<PersonId>,
        leave: &BTreeSet<PersonId>,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let ids = || BTreeSet::from([id.to_owned()]);
        let joining = join
            .iter()
            .map(|person| (person, account::Edit { join: ids(), ..account::Edit::default() }));
        let leaving = leave
            .iter()
            .map(|person| (person, account::Edit { leave: ids(), ..account::Edit::default() }));
        let edits: Vec<(&PersonId, account::Edit)> = joining.chain(leaving).collect();
        for portion in edits.chunks(ACCOUNTS_AT_ONCE) {
            let command = |(person, edit): &(&PersonId, account::Edit)| {
                Command::new(stream_of(person), account::Event::Edit { edit: edit.clone() })
            };
            let commands: Vec<Command> = portion.iter().map(command).collect();
            let outcomes = self.streams.submit_all(&commands, context).await?;
            if outcomes.iter().any(Result::is_err) {
                return Err(AccountRefused::NotNow.into());
            }
            for (person, _) in portion {
                if let Err(error) = self.refresh(person) {
                    tracing::warn!(%error, "the list of users shows an older state of an account");
                }
                self.publish(person, ChangeKind::Rights, context);
            }
        }
        Ok(())
    }
}

fn member(row: &Arc<Row>) -> (PersonId, String) {
    (row.person().clone(), row.name().to_owned())
}

/// The name of a group that is wanted, whose texts are valid.
fn checked_name(wanted: &WantedGroup) -> Result<String, AccessError> {
    let name = wanted.name.trim().to_owned();
    check_group_name(&name)
        .and_then(|()| check_group_text(&wanted.external_id))
        .map_err(GroupRefused::Problem)?;
    Ok(name)
}

fn described(
    id: &str,
    profile: &Profile,
    members: Vec<(PersonId, String)>,
) -> Option<ProvisionedGroup> {
    Some(ProvisionedGroup {
        id: id.to_owned(),
        name: profile.name.clone(),
        external_id: profile.external_id.clone(),
        members,
        created_at: profile.created_at,
        changed_at: profile.provisioned_at?,
    })
}
