//! Groups in the platform journal, a stream each, and a view of them in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use waybill_machines::machines::group::{Edit, Event, Profile, State};
use waybill_machines::rules::groups::{check_group_name, check_group_text};
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, Rejection, RejectionCode};

use super::people::Row;
use super::{AccessError, Embedded, Inner};
use crate::access::groups::{GROUPS_OF_INSTALLATION_MAX, has_project_admin};
use crate::access::{
    AccountRefused, Answer, ChangeKind, Group, GroupChanges, GroupRefused, Groups, NewGroup,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// Prefix of the streams of groups.
const PREFIX: &str = "group/";

/// The existing groups by id.
#[derive(Default, Clone)]
pub(super) struct GroupIndex {
    groups: BTreeMap<String, Arc<Profile>>,
}

impl GroupIndex {
    pub(super) fn get(&self, id: &str) -> Option<&Arc<Profile>> {
        self.groups.get(id)
    }

    /// Whether one of these groups makes its members administrators.
    pub(super) fn make_admin(&self, ids: &BTreeSet<String>) -> bool {
        ids.iter().filter_map(|id| self.get(id)).any(|group| group.admin)
    }

    /// The id of the group with this name, in any case.
    pub(super) fn id_of(&self, name: &str) -> Option<String> {
        let wanted = name.trim().to_lowercase();
        let mut found = self.groups.iter();
        found.find(|(_, group)| group.name.to_lowercase() == wanted).map(|(id, _)| id.clone())
    }

    /// All of them, with their ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Arc<Profile>)> {
        self.groups.iter()
    }

    fn put(&mut self, id: &str, profile: Option<Profile>) {
        match profile {
            Some(profile) => self.groups.insert(id.to_owned(), Arc::new(profile)),
            None => self.groups.remove(id),
        };
    }
}

/// The view of the groups.
pub(super) struct GroupsView {
    index: RwLock<GroupIndex>,
}

impl GroupsView {
    pub(super) fn open(streams: &Streams) -> Result<Self, StreamError> {
        let mut index = GroupIndex::default();
        for stream in streams.names(PREFIX) {
            let state = streams.state(&stream, MachineName::Group)?;
            index.put(stream.trim_start_matches(PREFIX), profile_of(state));
        }
        Ok(Self { index: RwLock::new(index) })
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, GroupIndex> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, id: &str, profile: Option<Profile>) {
        self.index.write().unwrap_or_else(PoisonError::into_inner).put(id, profile);
    }
}

/// Whether a group gives administration to its members: of the installation, or of a project.
pub(super) fn gives_administration(group: &Profile) -> bool {
    group.admin || has_project_admin(&group.projects)
}

fn profile_of(state: AnyState) -> Option<Profile> {
    match state {
        AnyState::Group(State::Existing { profile }) => Some(profile),
        _ => None,
    }
}

impl Groups for Embedded {
    fn groups(&self) -> Answer<'_, Vec<Group>> {
        self.run_blocking(|inner| Ok(inner.described_groups()))
    }

    fn group(&self, name: &str) -> Answer<'_, Option<Group>> {
        let id = self.inner.groups.read().id_of(name);
        self.run_blocking(move |inner| Ok(id.and_then(|id| inner.described_group(&id))))
    }

    fn create_group(&self, new: NewGroup, context: ChangeContext) -> Answer<'_, Group> {
        self.run(|inner| async move { inner.create_group(new, &context).await })
    }

    fn edit_group(
        &self,
        name: String,
        edit: GroupChanges,
        context: ChangeContext,
    ) -> Answer<'_, Group> {
        self.run(|inner| async move { inner.edit_group(&name, edit, &context).await })
    }

    fn set_group_role(
        &self,
        name: String,
        project: String,
        role: Option<ProjectRole>,
        context: ChangeContext,
    ) -> Answer<'_, Group> {
        self.run(|inner| async move { inner.set_group_role(&name, project, role, &context).await })
    }

    fn delete_group(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.delete_group(&name, &context).await })
    }
}

impl Inner {
    fn described_groups(&self) -> Vec<Group> {
        let groups = self.groups.read().clone();
        let mut members: BTreeMap<&str, usize> = BTreeMap::new();
        let rows = self.people.read();
        for id in rows.iter().flat_map(|row| row.groups()) {
            *members.entry(id).or_default() += 1;
        }
        let described = groups.groups.iter().map(|(id, profile)| {
            described(id, profile, members.get(id.as_str()).copied().unwrap_or_default())
        });
        let mut all: Vec<_> = described.collect();
        all.sort_by_cached_key(|group| group.name.to_lowercase());
        all
    }

    fn described_group(&self, id: &str) -> Option<Group> {
        let profile = self.groups.read().get(id).cloned()?;
        Some(described(id, &profile, self.members_of(id).len()))
    }

    pub(super) fn members_of(&self, id: &str) -> Vec<PersonId> {
        let rows = self.people.read();
        let is_in = |row: &&Arc<Row>| row.groups().contains(id);
        rows.iter().filter(is_in).map(|row| row.person().clone()).collect()
    }

    /// The ids of the groups with these names.
    pub(super) fn group_ids<'a>(
        &self,
        names: impl IntoIterator<Item = &'a String>,
    ) -> Result<BTreeSet<String>, AccessError> {
        let groups = self.groups.read();
        let id = |name: &String| groups.id_of(name).ok_or(AccountRefused::NoSuchGroup);
        Ok(names.into_iter().map(id).collect::<Result<_, _>>()?)
    }

    /// The ids of the groups that all new users are in.
    pub(super) fn auto_join(&self) -> BTreeSet<String> {
        let groups = self.groups.read();
        let joined = groups.groups.iter().filter(|(_, group)| group.auto_join);
        joined.map(|(id, _)| id.clone()).collect()
    }

    async fn create_group(
        self: &Arc<Self>,
        new: NewGroup,
        context: &ChangeContext,
    ) -> Result<Group, AccessError> {
        let NewGroup { name, description, external_id, admin, auto_join } = new;
        let name = name.trim().to_owned();
        check_group_name(&name)
            .and_then(|()| check_group_text(&description))
            .and_then(|()| check_group_text(&external_id))
            .map_err(GroupRefused::Problem)?;
        let _changing = self.changing.lock().await;
        {
            let groups = self.groups.read();
            if groups.id_of(&name).is_some() {
                return Err(GroupRefused::NameTaken.into());
            }
            if groups.groups.len() >= GROUPS_OF_INSTALLATION_MAX {
                return Err(GroupRefused::TooMany.into());
            }
        }
        let id = format!("g_{}", hex(&random::<8>()));
        let provisioned = false;
        let event = Event::Create { name, description, external_id, admin, auto_join, provisioned };
        self.record_group(&id, event, context).await?;
        self.described_group(&id).ok_or_else(|| GroupRefused::Unknown.into())
    }

    async fn edit_group(
        self: &Arc<Self>,
        name: &str,
        changes: GroupChanges,
        context: &ChangeContext,
    ) -> Result<Group, AccessError> {
        let GroupChanges { seen, description, external_id, admin, auto_join } = changes;
        for text in [&description, &external_id].into_iter().flatten() {
            check_group_text(text).map_err(GroupRefused::Problem)?;
        }
        let _changing = self.changing.lock().await;
        let (id, profile) = self.existing_group(name)?;
        let edit = Edit { seen, name: None, description, external_id, admin, auto_join };
        let changes_rights = admin.is_some_and(|admin| admin != profile.admin);
        if changes_rights && admin == Some(false) {
            self.require_admin_without(&id)?;
        }
        self.record_group(&id, Event::Edit { edit }, context).await?;
        if changes_rights {
            self.publish_members(&id, context);
        }
        self.described_group(&id).ok_or_else(|| GroupRefused::Unknown.into())
    }

    async fn set_group_role(
        self: &Arc<Self>,
        name: &str,
        project: String,
        role: Option<ProjectRole>,
        context: &ChangeContext,
    ) -> Result<Group, AccessError> {
        let _changing = self.changing.lock().await;
        let (id, profile) = self.existing_group(name)?;
        if profile.projects.get(&project) != role.as_ref() {
            self.record_group(&id, Event::SetProjectRole { project, role }, context).await?;
            self.publish_members(&id, context);
        }
        self.described_group(&id).ok_or_else(|| GroupRefused::Unknown.into())
    }

    async fn delete_group(
        self: &Arc<Self>,
        name: &str,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let (id, profile) = self.existing_group(name)?;
        if profile.admin {
            self.require_admin_without(&id)?;
        }
        self.record_group(&id, Event::Delete {}, context).await?;
        self.publish_members(&id, context);
        Ok(())
    }

    fn existing_group(&self, name: &str) -> Result<(String, Arc<Profile>), AccessError> {
        let groups = self.groups.read();
        let id = groups.id_of(name).ok_or(GroupRefused::Unknown)?;
        let profile = groups.get(&id).cloned().ok_or(GroupRefused::Unknown)?;
        Ok((id, profile))
    }

    /// Whether there is an administrator if this group makes none.
    fn require_admin_without(&self, id: &str) -> Result<(), AccessError> {
        let mut without = self.groups.read().clone();
        without.put(id, None);
        let has_admin = self.people.read().iter().any(|row| row.is_admin_to_rely_on(&without));
        has_admin.then_some(()).ok_or_else(|| GroupRefused::LastAdmin.into())
    }

    pub(super) async fn record_group(
        &self,
        id: &str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let command = Command::new(format!("{PREFIX}{id}"), event);
        match self.streams.submit(command, context).await? {
            Ok(accepted) => {
                self.groups.put(id, profile_of(Arc::unwrap_or_clone(accepted.state)));
                Ok(())
            }
            Err(refused) => Err(refused_group(&refused.rejection).into()),
        }
    }

    /// The rights of all members have to be decided on again.
    pub(super) fn publish_members(&self, id: &str, context: &ChangeContext) {
        for person in self.members_of(id) {
            self.publish(&person, ChangeKind::Rights, context);
        }
    }
}

fn refused_group(rejection: &Rejection) -> GroupRefused {
    match rejection.code {
        RejectionCode::EditedMeanwhile => GroupRefused::EditedMeanwhile,
        RejectionCode::TooManyProjects => GroupRefused::TooManyProjects,
        _ => GroupRefused::Unknown,
    }
}

fn described(id: &str, profile: &Profile, members: usize) -> Group {
    let Profile {
        name,
        description,
        external_id,
        admin,
        auto_join,
        projects,
        created_at,
        edits,
        provisioned_at,
    } = profile.clone();
    Group {
        id: id.to_owned(),
        name,
        description,
        external_id,
        admin,
        auto_join,
        provisioned: provisioned_at.is_some(),
        projects,
        members,
        created_at,
        edits,
    }
}
