//! What a caller may do in repositories and with builds, as permissions and roles say at one time.

use std::collections::BTreeSet;
use std::sync::Arc;

use waybill_machines::rules::build_grants::BuildTarget;
use waybill_machines::rules::permissions::{Action, Grantee, Permission, Place, Target};
use waybill_machines::rules::token_scope::TokenScope;

use super::Principal;
use crate::repositories::{Overwriting, Sight, StoredRepository};

/// What a caller may do in repositories. It is asked for again at each request.
#[derive(Debug, Clone)]
pub struct Rights {
    pub(super) principal: Principal,
    /// All permissions: which of them grant something depends on the action.
    pub(super) permissions: Arc<[Arc<Permission>]>,
    /// What the rights are cut to.
    scope: Option<TokenScope>,
}

impl Rights {
    pub(super) const fn new(principal: Principal, permissions: Arc<[Arc<Permission>]>) -> Self {
        Self { principal, permissions, scope: None }
    }

    /// The same, cut to the scope of a token (PERM-03).
    #[must_use]
    pub fn within(mut self, scope: Option<TokenScope>) -> Self {
        self.scope = scope;
        self
    }

    /// Whether the caller may administer the installation.
    pub const fn is_admin(&self) -> bool {
        matches!(self.principal, Principal::Administrator) && self.scope.is_none()
    }

    /// Whether some permission lets everyone read something.
    pub fn include_everyone(&self) -> bool {
        let reads_builds = |permission: &Permission| {
            permission.builds.as_ref().is_some_and(|builds| builds.anonymous_reads)
        };
        // One that is about release bundles or builds alone has no files that everyone could read.
        let reads_files =
            |permission: &Permission| permission.anonymous_reads && !permission.targets.is_empty();
        self.permissions
            .iter()
            .any(|permission| reads_files(permission) || reads_builds(permission))
    }

    /// Whether something is allowed at a path of a repository.
    pub fn allow(&self, action: Action, repository: &StoredRepository, path: &str) -> bool {
        self.allow_where(action, repository, |target| target.has(path))
    }

    /// Whether something is allowed with everything below a folder, whatever it is called.
    pub fn allow_all_below(
        &self,
        action: Action,
        repository: &StoredRepository,
        folder: &str,
    ) -> bool {
        self.allow_where(action, repository, |target| target.has_all_below(folder))
    }

    /// Whether something may be allowed with a file below a folder; the path of the file decides.
    pub fn may_allow_below(
        &self,
        action: Action,
        repository: &StoredRepository,
        folder: &str,
    ) -> bool {
        self.allow_where(action, repository, |target| target.may_have_below(folder))
    }

    /// Whether the caller may see a folder: something below it may be readable.
    pub fn show_folder(&self, repository: &StoredRepository, folder: &str) -> bool {
        self.may_allow_below(Action::Read, repository, folder)
    }

    /// Whether the caller may know that a repository exists: some action is allowed at some of its paths.
    pub fn show(&self, repository: &StoredRepository) -> bool {
        let mut actions = Action::ALL.into_iter();
        actions.any(|action| self.allow_where(action, repository, |_| true))
    }

    /// Whether the caller may change the settings of a repository: what is managed is all of it.
    pub fn manage(&self, repository: &StoredRepository) -> bool {
        self.allow_all_below(Action::Manage, repository, "")
    }

    /// What the caller may do at a path where a file is already.
    pub fn overwriting(&self, repository: &StoredRepository, path: &str) -> Overwriting {
        if self.allow(Action::Delete, repository, path) {
            Overwriting::Always
        } else if self.allow(Action::Read, repository, path) {
            Overwriting::SameContent
        } else {
            Overwriting::Never
        }
    }

    /// What the caller may see in a repository.
    pub fn sight(&self, repository: &StoredRepository) -> Arc<dyn Sight> {
        Arc::new(match self.granted(Action::Read, repository) {
            Granted::Everywhere => Seen::Everything,
            Granted::At(targets) => Seen::At(targets.into_iter().cloned().collect()),
        })
    }

    /// Whether something is allowed with a number of a build (BUILD-03). A token with a scope is for files in
    /// repositories alone.
    pub fn allow_build(
        &self,
        action: Action,
        project: Option<&str>,
        name: &str,
        number: &str,
    ) -> bool {
        self.builds(action).shows(project, name, number)
    }

    /// The builds with which something is allowed.
    pub fn builds(&self, action: Action) -> BuildSight {
        let nothing = BuildSight { projects: BTreeSet::new(), targets: Vec::new(), all: false };
        if self.scope.is_some() {
            return nothing;
        }
        let (grantee, projects) = match &self.principal {
            Principal::Administrator => return BuildSight { all: true, ..nothing },
            Principal::Anonymous => (Grantee::Anonymous, BTreeSet::new()),
            Principal::User { person, groups, administers } => {
                (Grantee::User { person, groups }, administers.clone())
            }
        };
        let granting = self.permissions.iter().filter_map(|permission| permission.builds.as_ref());
        let granting = granting.filter(|builds| builds.grants(grantee, action));
        let targets = granting.flat_map(|builds| builds.targets.iter().cloned()).collect();
        BuildSight { projects, targets, ..nothing }
    }

    pub(super) fn allow_where(
        &self,
        action: Action,
        repository: &StoredRepository,
        has: impl Fn(&Target) -> bool,
    ) -> bool {
        match self.granted(action, repository) {
            Granted::Everywhere => true,
            Granted::At(targets) => targets.into_iter().any(has),
        }
    }

    /// Where in a repository an action is granted.
    fn granted(&self, action: Action, repository: &StoredRepository) -> Granted<'_> {
        let key = &repository.settings.key;
        if self.scope.as_ref().is_some_and(|scope| !scope.has(action, key)) {
            return Granted::At(Vec::new());
        }
        let grantee = match &self.principal {
            Principal::Administrator => return Granted::Everywhere,
            Principal::Anonymous => Grantee::Anonymous,
            Principal::User { administers, .. }
                if matches!(action, Action::Manage | Action::Read)
                    && is_in(administers, repository) =>
            {
                return Granted::Everywhere;
            }
            Principal::User { person, groups, .. } => Grantee::User { person, groups },
        };
        let place = Place { id: &repository.id, class: repository.settings.class };
        let granting =
            self.permissions.iter().filter(|permission| permission.grants(grantee, action));
        let targets = granting
            .flat_map(|permission| permission.targets.iter().filter(|target| target.is_in(place)));
        Granted::At(targets.collect())
    }
}

/// The builds with which a caller may do something, found once for all of them. Those of a project are also for its
/// administrators.
#[derive(Debug, Clone)]
pub struct BuildSight {
    all: bool,
    projects: BTreeSet<String>,
    targets: Vec<BuildTarget>,
}

impl BuildSight {
    /// Whether a number of a build is one of them.
    pub fn shows(&self, project: Option<&str>, name: &str, number: &str) -> bool {
        self.shows_project(project) || self.any(project, |target| target.has(name, number))
    }

    /// Whether all numbers of a build are, whatever they are.
    pub fn shows_all(&self, project: Option<&str>, name: &str) -> bool {
        self.shows_project(project) || self.any(project, |target| target.has_all(name))
    }

    /// Whether numbers of a build can be.
    pub fn may_show(&self, project: Option<&str>, name: &str) -> bool {
        self.shows_project(project) || self.any(project, |target| target.may_have(name))
    }

    /// Whether there can be any.
    pub fn may_show_some(&self) -> bool {
        self.all || !self.projects.is_empty() || !self.targets.is_empty()
    }

    fn shows_project(&self, project: Option<&str>) -> bool {
        self.all || project.is_some_and(|key| self.projects.contains(key))
    }

    fn any(&self, project: Option<&str>, has: impl Fn(&BuildTarget) -> bool) -> bool {
        self.targets.iter().any(|target| target.is_of(project) && has(target))
    }
}

/// Where an action is granted.
enum Granted<'a> {
    Everywhere,
    At(Vec<&'a Target>),
}

/// What may be seen in a repository, found once for all of its paths.
enum Seen {
    Everything,
    At(Vec<Target>),
}

impl Seen {
    fn any(&self, has: impl Fn(&Target) -> bool) -> bool {
        match self {
            Self::Everything => true,
            Self::At(targets) => targets.iter().any(has),
        }
    }
}

impl Sight for Seen {
    fn shows_file(&self, path: &str) -> bool {
        self.any(|target| target.has(path))
    }

    fn shows_folder(&self, path: &str) -> bool {
        self.any(|target| target.may_have_below(path))
    }

    fn shows_all_below(&self, folder: &str) -> bool {
        self.any(|target| target.has_all_below(folder))
    }
}

/// Whether a repository belongs to one of these projects.
fn is_in(projects: &BTreeSet<String>, repository: &StoredRepository) -> bool {
    repository.settings.project_key.as_ref().is_some_and(|project| projects.contains(project))
}
