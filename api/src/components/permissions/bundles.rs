//! What permissions name of release bundles, in the format of the platform's public API (HOOK-05). It is recorded and
//! shown, and webhooks choose from its patterns; who sees release bundles does not depend on it.

use std::future::ready;

use waybill_machines::rules::bundle_grants::{BundleGrants, BundleTarget, BundlesOf};
use waybill_machines::rules::grants::check_grants;
use waybill_machines::rules::permissions::Permission;
use waybill_platform::permissions::PermissionError;

use super::kinds::{Kind, Patterns};
use super::names::Names;
use super::{ANY, BUNDLES, Granted};
use crate::error::ApiError;
use crate::state::AppState;

/// The name of the release bundles that belong to no project.
const RELEASE_BUNDLES: &str = "release-bundles";

impl Kind for BundleGrants {
    fn of(permission: &Permission) -> Option<&Self> {
        permission.bundles.as_deref()
    }

    fn placed(grants: Option<Self>, permission: Permission) -> Permission {
        Permission { bundles: grants.map(Box::new), ..permission }
    }

    fn target(
        _: &AppState,
        key: &str,
        (includes, excludes): Patterns,
    ) -> impl Future<Output = Result<BundleTarget, ApiError>> + Send {
        let bundles = match key {
            ANY => Ok(BundlesOf::Any {}),
            RELEASE_BUNDLES => Ok(BundlesOf::NoProject {}),
            _ => Err(ApiError::unknown_in_permission("repository of bundles", key).at(BUNDLES)),
        };
        ready(bundles.map(|bundles| BundleTarget { bundles, includes, excludes }))
    }

    fn key(target: &BundleTarget, _: &Names) -> Option<String> {
        let key = match &target.bundles {
            BundlesOf::Any {} => ANY,
            BundlesOf::NoProject {} => RELEASE_BUNDLES,
        };
        Some(key.to_owned())
    }

    fn assembled(targets: Vec<BundleTarget>, granted: Granted) -> Self {
        let Granted { users, groups, anonymous_reads } = granted;
        Self { targets, users, groups, anonymous_reads }
    }

    /// The field is that of release bundles, since a form has the patterns of paths beside them.
    fn check(&self) -> Result<(), ApiError> {
        let of_problem = |problem| ApiError::of_permission(&PermissionError::Problem(problem));
        check_grants(self).map_err(|problem| of_problem(problem).at(BUNDLES))
    }
}
