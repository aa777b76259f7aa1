//! Permissions with names in place of the ids that records have.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waybill_machines::rules::build_grants::BuildGrants;
use waybill_machines::rules::bundle_grants::BundleGrants;
use waybill_machines::rules::grants::{GrantParts, GrantTarget};
use waybill_machines::rules::permissions::{Action, Permission};
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::StoredPermission;

use super::kinds::Kind;
use super::{ANONYMOUS, ARTIFACTS, BUILDS, BUNDLES, group_names};
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::permissions::{
    ArtifactPermission, PermissionActions, PermissionPatterns, PublicPermission,
};

/// The names of what permissions refer to, read once for all permissions of an answer. What no longer exists has none,
/// and is left out.
pub(super) struct Names {
    /// The keys of repositories by their ids.
    repositories: HashMap<String, String>,
    /// The names of groups by their ids.
    groups: HashMap<String, String>,
    /// The names of users that were looked up.
    people: HashMap<PersonId, Option<String>>,
}

impl Names {
    pub(super) async fn read(state: &AppState) -> Result<Self, ApiError> {
        let repositories = state.engine.ports().repositories.repositories().await;
        let repositories = repositories.map_err(|error| ApiError::of_repository(&error))?;
        let keys = repositories.into_iter().map(|stored| (stored.id, stored.settings.key));
        let groups = group_names(state).await?;
        Ok(Self { repositories: keys.collect(), groups, people: HashMap::new() })
    }

    /// A permission in the public format.
    pub(super) async fn permission(
        mut self,
        state: &AppState,
        stored: StoredPermission,
    ) -> Result<PublicPermission, ApiError> {
        let settings = &stored.settings;
        let mut resources = BTreeMap::new();
        if let Some(of_builds) = self.kind::<BuildGrants>(state, settings).await? {
            resources.insert(BUILDS.to_owned(), of_builds);
        }
        if let Some(of_bundles) = self.kind::<BundleGrants>(state, settings).await? {
            resources.insert(BUNDLES.to_owned(), of_bundles);
        }
        if !settings.targets.is_empty() {
            let on_files = self.grants::<Permission>(state, settings).await?;
            resources.insert(ARTIFACTS.to_owned(), on_files);
        }
        Ok(PublicPermission { name: settings.name.clone(), resources })
    }

    /// What a permission has of a kind, if it has something.
    pub(super) async fn kind<K: Kind>(
        &mut self,
        state: &AppState,
        permission: &Permission,
    ) -> Result<Option<ArtifactPermission>, ApiError> {
        match K::of(permission) {
            Some(grants) => self.grants(state, grants).await.map(Some),
            None => Ok(None),
        }
    }

    /// Grants of a kind.
    pub(super) async fn grants<K: Kind>(
        &mut self,
        state: &AppState,
        grants: &K,
    ) -> Result<ArtifactPermission, ApiError> {
        let GrantParts { targets, users, groups, anonymous_reads } = grants.parts();
        let names = &*self;
        let targets = targets.iter().filter_map(|target| {
            let (includes, excludes) = GrantTarget::patterns(target);
            Some((K::key(target, names)?, patterns(includes, excludes)))
        });
        let targets = targets.collect();
        let actions = Some(self.actions(state, users, groups, anonymous_reads).await?);
        Ok(ArtifactPermission { actions, targets })
    }

    /// The name of a user.
    pub(super) async fn person(
        &mut self,
        state: &AppState,
        person: &PersonId,
    ) -> Result<Option<String>, ApiError> {
        if let Some(name) = self.people.get(person) {
            return Ok(name.clone());
        }
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        let name = user.and_then(|user| user.name);
        self.people.insert(person.clone(), name.clone());
        Ok(name)
    }

    /// The key of a repository.
    pub(super) fn repository(&self, id: &str) -> Option<&String> {
        self.repositories.get(id)
    }

    /// The name of a group.
    pub(super) fn group(&self, id: &str) -> Option<&String> {
        self.groups.get(id)
    }

    async fn actions(
        &mut self,
        state: &AppState,
        users: &BTreeMap<PersonId, BTreeSet<Action>>,
        groups: &BTreeMap<String, BTreeSet<Action>>,
        anonymous_reads: bool,
    ) -> Result<PermissionActions, ApiError> {
        let mut of_users = BTreeMap::new();
        for (person, actions) in users {
            if let Some(user) = self.person(state, person).await? {
                of_users.insert(user, actions.clone());
            }
        }
        if anonymous_reads {
            of_users.insert(ANONYMOUS.to_owned(), [Action::Read].into());
        }
        let of_groups = groups.iter().filter_map(|(id, actions)| {
            let name = self.groups.get(id)?;
            Some((name.clone(), actions.clone()))
        });
        Ok(PermissionActions { users: Some(of_users), groups: Some(of_groups.collect()) })
    }
}

fn patterns(includes: &[String], excludes: &[String]) -> PermissionPatterns {
    PermissionPatterns {
        include_patterns: Some(includes.to_vec()),
        exclude_patterns: Some(excludes.to_vec()),
    }
}
