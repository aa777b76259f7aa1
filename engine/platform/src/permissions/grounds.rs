//! Why a caller may do something: the roles and permissions that allow it (PERM-04).

use std::collections::BTreeSet;

use waybill_machines::rules::permissions::{Action, Grantee, Permission, Place, Target};

use super::{Principal, Rights};
use crate::repositories::StoredRepository;

/// The paths that a question is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// A file.
    File(String),
    /// Everything below a folder, whatever it is called. The folder without a name is the repository.
    Below(String),
}

impl Asked {
    /// A path that is empty or ends with a slash is everything below it.
    pub fn of(path: &str) -> Self {
        let path = path.trim_start_matches('/');
        let folder = path.trim_end_matches('/');
        if folder.len() < path.len() || path.is_empty() {
            Self::Below(folder.to_owned())
        } else {
            Self::File(path.to_owned())
        }
    }

    fn is_in(&self, target: &Target) -> bool {
        match self {
            Self::File(path) => target.has(path),
            Self::Below(folder) => target.has_all_below(folder),
        }
    }
}

/// Why something is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// The caller is an administrator of the installation.
    Administrator,
    /// The caller is an administrator of the repository's project.
    ProjectAdministrator {
        /// The key of the project.
        project: String,
    },
    /// A permission grants it.
    Permission {
        /// Its name.
        name: String,
        /// To whom.
        to: GrantedTo,
    },
}

/// To whom a permission grants something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrantedTo {
    /// Everyone, also clients without credentials.
    Everyone,
    /// The user.
    User,
    /// A group of the user.
    Group {
        /// Its id.
        id: String,
    },
}

impl Rights {
    /// Why something is allowed. There is nothing exactly where it is not allowed.
    pub fn grounds(
        &self,
        action: Action,
        repository: &StoredRepository,
        asked: &Asked,
    ) -> Vec<Ground> {
        if !self.allow_where(action, repository, |target| asked.is_in(target)) {
            return Vec::new();
        }
        let mut grounds = Vec::new();
        if let Principal::User { administers, .. } = &self.principal
            && matches!(action, Action::Manage | Action::Read)
            && let Some(project) = &repository.settings.project_key
            && administers.contains(project)
        {
            grounds.push(Ground::ProjectAdministrator { project: project.clone() });
        }
        if self.principal == Principal::Administrator {
            grounds.push(Ground::Administrator);
            return grounds;
        }
        let place = Place { id: &repository.id, class: repository.settings.class };
        for permission in self.permissions.iter() {
            let mut targets = permission.targets.iter();
            if targets.any(|target| target.is_in(place) && asked.is_in(target)) {
                let granted = granted_to(permission, &self.principal, action);
                let ground = |to| Ground::Permission { name: permission.name.clone(), to };
                grounds.extend(granted.into_iter().map(ground));
            }
        }
        grounds
    }
}

/// To whom of a caller's identities a permission grants an action.
fn granted_to(permission: &Permission, principal: &Principal, action: Action) -> Vec<GrantedTo> {
    let mut to = Vec::new();
    if permission.grants(Grantee::Anonymous, action) {
        to.push(GrantedTo::Everyone);
    }
    if let Principal::User { person, groups, .. } = principal {
        let includes = |granted: &BTreeSet<Action>| granted.iter().any(|one| one.includes(action));
        if permission.users.get(person).is_some_and(includes) {
            to.push(GrantedTo::User);
        }
        let of_groups = permission
            .groups
            .iter()
            .filter(|(id, granted)| groups.contains(id.as_str()) && includes(granted));
        to.extend(of_groups.map(|(id, _)| GrantedTo::Group { id: id.clone() }));
    }
    to
}
