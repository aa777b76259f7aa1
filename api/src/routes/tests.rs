//! Rules about the rows of the route table.

use std::collections::BTreeSet;

use waybill_machines::rules::services::ServiceId::{
    Access, Artifactory, Distribution, Insight, Tracker,
};

use super::*;

#[test]
fn only_calls_that_depend_on_services_need_them_to_run() {
    for (path, services) in [
        ("/ui/api/v1/release_bundles", &[Distribution, Artifactory][..]),
        (
            "/ui/api/v1/distribution/api/ui/release_bundle/checksum/{checksum}",
            &[Distribution, Artifactory],
        ),
        ("/distribution/api/ui/release_bundle/checksum/{checksum}", &[Distribution, Artifactory]),
        ("/lifecycle/api/v2/release_bundle/records/{name}", &[Distribution, Artifactory]),
        ("/ui/api/v1/system/licenses", &[Artifactory]),
        ("/artifactory/api/system/licenses", &[Artifactory]),
        ("/artifactory/api/system/support/bundles/", &[Artifactory]),
        ("/ui/api/v1/insight/api/v1/system/support/bundle", &[Insight]),
        ("/insight/api/v1/system/support/bundle", &[Insight]),
        ("/tracker/api/v3/pdn/system/support/bundle", &[Tracker]),
        ("/access/api/v1/projects", &[Access]),
        ("/ui/api/v1/projects", &[Access]),
        ("/ui/api/v1/access/api/ui/users", &[Access]),
        ("/ui/api/v1/ui/auth/login", &[]),
        ("/ui/api/v1/session", &[]),
        ("/ui/api/v1/socket", &[]),
        ("/ui/api/v1/qa/services/{id}", &[]),
        ("/ui/api/v1/system/status/ha", &[]),
        ("/ui/api/v1/system/logs/data/{service}", &[]),
        ("/{service}/api/v1/system/logs/data", &[]),
        ("/access/api/v1/topology/{service_id}/{node_id}", &[]),
        ("/ui/api/v1/ui/userSupport/downloadBundle/{id}", &[]),
        ("/ui/{*path}", &[]),
    ] {
        let mut rows = all().iter().filter(|route| route.path == path).peekable();
        assert!(rows.peek().is_some(), "there is no route {path}");
        for route in rows {
            assert_eq!(route.depends_on, services, "{} {path}", route.method);
        }
    }
}

#[test]
fn each_route_has_one_row_and_a_summary() {
    let mut seen = BTreeSet::new();
    for Route { method, path, summary, .. } in all() {
        assert!(seen.insert((method.as_str(), path)), "{method} {path} has two rows");
        assert!(summary.ends_with('.'), "{method} {path}: {summary}");
    }
}

#[test]
fn only_public_routes_about_accounts_accept_access_tokens() {
    // Those of the platform's public API are for programs of administrators.
    let is_public =
        |path: &str| path.starts_with("/access/api/v2/") || path == "/access/api/v1/users/invite";
    for route in all().iter().filter(|route| route.tokens && !is_public(&route.path)) {
        let is_of_people =
            ["/auth/", "/session", "/projects", "/tokens", "/users", "/setup", "/qa/"];
        assert!(!is_of_people.iter().any(|part| route.path.contains(part)), "{}", route.path);
    }
}
