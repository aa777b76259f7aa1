//! What permissions grant on files in repositories, in the format of the platform's public API.

use waybill_machines::rules::permissions::{Permission, Repositories, Target};

use super::kinds::{Kind, Patterns};
use super::names::Names;
use super::{ANY, Granted};
use crate::error::ApiError;
use crate::state::AppState;

/// The name of all local repositories.
const ANY_LOCAL: &str = "ANY LOCAL";
/// The name of all remote repositories.
const ANY_REMOTE: &str = "ANY REMOTE";

/// A permission has these grants in its own fields.
impl Kind for Permission {
    fn of(permission: &Permission) -> Option<&Self> {
        Some(permission)
    }

    fn placed(grants: Option<Self>, permission: Permission) -> Permission {
        let Permission { name, builds, bundles, .. } = permission;
        let on_files = grants.unwrap_or_else(|| Self::assembled(Vec::new(), Granted::default()));
        Permission { name, builds, bundles, ..on_files }
    }

    async fn target(
        state: &AppState,
        key: &str,
        (includes, excludes): Patterns,
    ) -> Result<Target, ApiError> {
        let repositories = match key {
            ANY => Repositories::Any {},
            ANY_LOCAL => Repositories::AnyLocal {},
            ANY_REMOTE => Repositories::AnyRemote {},
            _ => {
                let found = state.engine.ports().repositories.repository(key.to_owned()).await;
                let found = found.map_err(|error| ApiError::of_repository(&error))?;
                let unknown = || ApiError::unknown_in_permission("repository", key);
                Repositories::One { id: found.ok_or_else(unknown)?.id }
            }
        };
        Ok(Target { repositories, includes, excludes })
    }

    fn key(target: &Target, names: &Names) -> Option<String> {
        Some(match &target.repositories {
            Repositories::Any {} => ANY.to_owned(),
            Repositories::AnyLocal {} => ANY_LOCAL.to_owned(),
            Repositories::AnyRemote {} => ANY_REMOTE.to_owned(),
            Repositories::One { id } => names.repository(id)?.clone(),
        })
    }

    /// Without a name, which it gets where it is placed.
    fn assembled(targets: Vec<Target>, granted: Granted) -> Self {
        let Granted { users, groups, anonymous_reads } = granted;
        let name = String::new();
        Self { name, targets, users, groups, anonymous_reads, builds: None, bundles: None }
    }
}
