//! What permissions grant on builds, in the format of the platform's public API (BUILD-03). It names builds by the
//! repository that has the build-infos of a project.

use waybill_machines::rules::build_grants::{BuildGrants, BuildTarget, BuildsOf};
use waybill_machines::rules::permissions::Permission;

use super::kinds::{Kind, Patterns};
use super::names::Names;
use super::{ANY, Granted};
use crate::error::ApiError;
use crate::state::AppState;

/// The name of the builds that belong to no project.
const NO_PROJECT: &str = "artifactory-build-info";
/// What follows the key of a project in the name of its builds.
const OF_PROJECT: &str = "-build-info";

impl Kind for BuildGrants {
    fn of(permission: &Permission) -> Option<&Self> {
        permission.builds.as_ref()
    }

    fn placed(grants: Option<Self>, permission: Permission) -> Permission {
        Permission { builds: grants, ..permission }
    }

    async fn target(
        state: &AppState,
        key: &str,
        (includes, excludes): Patterns,
    ) -> Result<BuildTarget, ApiError> {
        let builds = match key {
            ANY => BuildsOf::Any {},
            NO_PROJECT => BuildsOf::NoProject {},
            _ => {
                let unknown = || ApiError::unknown_in_permission("repository of builds", key);
                let project = key.strip_suffix(OF_PROJECT).ok_or_else(unknown)?;
                let found = state.engine.ports().projects.get(project.to_owned()).await;
                let found = found.map_err(|error| ApiError::of_project(&error))?;
                BuildsOf::Project { key: found.ok_or_else(unknown)?.project_key }
            }
        };
        Ok(BuildTarget { builds, includes, excludes })
    }

    fn key(target: &BuildTarget, _: &Names) -> Option<String> {
        Some(match &target.builds {
            BuildsOf::Any {} => ANY.to_owned(),
            BuildsOf::NoProject {} => NO_PROJECT.to_owned(),
            BuildsOf::Project { key } => format!("{key}{OF_PROJECT}"),
        })
    }

    fn assembled(targets: Vec<BuildTarget>, granted: Granted) -> Self {
        let Granted { users, groups, anonymous_reads } = granted;
        Self { targets, users, groups, anonymous_reads }
    }
}
