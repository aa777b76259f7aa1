//! Calls that are the work of a service fail while it does not run, whoever stopped or crashed it.

use waybill_machines::rules::services::ServiceId;

use crate::error::ApiError;
use crate::house::House;

use ServiceId::{Access, Artifactory, Distribution, Insight, Mc, Tracker, Xray};

/// What is the work of which services, by the beginning of a path below the console's prefix or without it.
///
/// Not here is whatever somebody needs to find out why a service does not run, and to start it again: signing in, the
/// session, status, logs, finished bundles and the console itself. The repository service keeps the release bundles
/// that distribution hands out, so these need both.
const WORK: [(&str, &[ServiceId]); 14] = [
    ("release_bundles", &[Distribution, Artifactory]),
    ("lifecycle/api/", &[Distribution, Artifactory]),
    ("distribution/api/ui/", &[Distribution, Artifactory]),
    ("distribution/api/v1/system/support/", &[Distribution]),
    ("system/licenses", &[Artifactory]),
    ("artifactory/api/system/license", &[Artifactory]),
    ("artifactory/api/system/support/", &[Artifactory]),
    ("projects", &[Access]),
    ("access/api/v1/projects", &[Access]),
    ("access/api/ui/users", &[Access]),
    ("xray/api/v1/system/support/", &[Xray]),
    ("mc/api/v1/system/support/", &[Mc]),
    ("insight/api/v1/system/support/", &[Insight]),
    ("tracker/api/v3/pdn/system/support/", &[Tracker]),
];

/// Whether the services run that a call needs. It is asked once it is known that the sender may call it at all: others
/// are refused as ever, and told nothing of services.
pub fn check(path: &str, house: &House) -> Result<(), ApiError> {
    let topology = &house.engine.ports().topology;
    let mut needed = needed_for(path).iter();
    needed.try_for_each(|service| topology.works(*service)).map_err(ApiError::service_unavailable)
}

fn needed_for(path: &str) -> &'static [ServiceId] {
    // A router within another one sees no more of a path than what is its own.
    let call = path.strip_prefix("/ui/api/v1").unwrap_or(path).trim_start_matches('/');
    let found = WORK.iter().find(|(prefix, _)| call.starts_with(prefix));
    found.map_or(&[], |(_, services)| services)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_needs_its_services_and_finding_out_why_they_do_not_run_needs_none() {
        for (path, services) in [
            ("/ui/api/v1/release_bundles", &[Distribution, Artifactory][..]),
            ("/distribution/api/ui/release_bundle/checksum/x", &[Distribution, Artifactory]),
            ("/lifecycle/api/v2/release_bundle/records/x", &[Distribution, Artifactory]),
            ("/ui/api/v1/system/licenses", &[Artifactory]),
            ("/system/licenses", &[Artifactory]),
            ("/artifactory/api/system/licenses", &[Artifactory]),
            ("/ui/api/v1/insight/api/v1/system/support/bundle", &[Insight]),
            ("/access/api/v1/projects", &[Access]),
            ("/ui/api/v1/ui/auth/login", &[]),
            ("/ui/api/v1/session", &[]),
            ("/ui/api/v1/socket", &[]),
            ("/ui/api/v1/qa/services/artifactory", &[]),
            ("/ui/api/v1/system/status/ha", &[]),
            ("/ui/api/v1/system/logs/data/distribution", &[]),
            ("/distribution/api/v1/system/logs/data", &[]),
            ("/access/api/v1/topology/x/y", &[]),
            ("/ui/api/v1/ui/userSupport/downloadBundle/x", &[]),
            ("/ui/index.html", &[]),
        ] {
            assert_eq!(needed_for(path), services, "{path}");
        }
    }
}
