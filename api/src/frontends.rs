//! The service front-ends that this build carries (MFE-01): what the console's build says of each, as far as its
//! service runs and as far as it may say it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::assets;

/// Where the console's build lists them.
pub const MANIFEST: &str = "frontends/manifest.json";

/// These receive the injected components beside the shared store; the others receive the store alone (MFE-02).
const WITH_COMPONENTS: [&str; 3] = ["distribution", "pipelines", "insight"];

/// A front-end as the build lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Built {
    /// Its name, which is the first part of every path of its own.
    name: String,
    /// Its script, below `/ui/`.
    script: String,
    /// What its script must hash to, as browsers check it.
    integrity: String,
    /// The service that it is the front of; one without a service is always there.
    service: Option<String>,
    /// The paths that it announces, as patterns of the route table's kind.
    announces: Vec<String>,
}

/// A front-end as the console is told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "FrontEnd"), schemars(rename = "FrontEnd"))]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The address of its script.
    pub script: String,
    /// What the script must hash to.
    pub integrity: String,
    /// The paths that it may use.
    pub paths: Vec<String>,
    /// It receives the injected components.
    pub components: bool,
}

static BUILT: LazyLock<Vec<Built>> = LazyLock::new(|| {
    let Some(manifest) = assets::embedded(MANIFEST) else {
        return Vec::new();
    };
    let built: Vec<Built> = serde_json::from_slice(&manifest).unwrap_or_else(|error| {
        tracing::error!(%error, "the list of front-ends in this build cannot be read");
        Vec::new()
    });
    for front_end in &built {
        for path in front_end.announces.iter().filter(|path| !is_own(&front_end.name, path)) {
            let name = &front_end.name;
            tracing::warn!(
                name,
                path,
                "a front-end announces a path of somebody else's; it is dropped"
            );
        }
    }
    built
});

/// Below its own first part, and nowhere else: a front-end must not take another's place, or the console's.
fn is_own(name: &str, path: &str) -> bool {
    let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(name));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn running<'a>(
    built: &'a [Built],
    services: &'a [impl AsRef<str>],
) -> impl Iterator<Item = &'a Built> {
    let runs = |service: &String| services.iter().any(|running| running.as_ref() == service);
    built.iter().filter(move |front_end| front_end.service.as_ref().is_none_or(runs))
}

fn paths(front_end: &Built) -> impl Iterator<Item = &String> {
    front_end.announces.iter().filter(|path| is_own(&front_end.name, path))
}

fn define(front_end: &Built) -> Definition {
    Definition {
        name: front_end.name.clone(),
        script: format!("/ui/{}", front_end.script),
        integrity: front_end.integrity.clone(),
        paths: paths(front_end).cloned().collect(),
        components: WITH_COMPONENTS.contains(&front_end.name.as_str()),
    }
}

/// The front-ends of this build whose services are among those that run.
pub fn definitions(services: &[impl AsRef<str>]) -> Vec<Definition> {
    running(&BUILT, services).map(define).collect()
}

/// The paths that they announced, as patterns of the route table's kind: known to the console though no route of its
/// own matches them (MFE-05).
pub fn announced_paths(services: &[impl AsRef<str>]) -> Vec<String> {
    running(&BUILT, services).flat_map(paths).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(name: &str, service: Option<&str>, announces: &[&str]) -> Built {
        Built {
            name: name.to_owned(),
            script: format!("frontends/{name}/{name}-1.js"),
            integrity: "sha384-x".to_owned(),
            service: service.map(str::to_owned),
            announces: announces.iter().map(|path| (*path).to_owned()).collect(),
        }
    }

    /// covers: [MFE-05]
    #[test]
    fn what_is_announced_of_somebody_elses_is_dropped() {
        let own = ["/insight", "/insight/:path*"];
        let foreign =
            ["/", "/admin", "/insights", "insight", "/pipelines/insight", "//insight", "/:x"];
        let front_end = built("insight", None, &[&own[..], &foreign[..]].concat());
        assert_eq!(define(&front_end).paths, own);
    }

    /// covers: [MFE-02]
    #[test]
    fn three_front_ends_receive_the_components() {
        let receives = |name: &str| define(&built(name, None, &[])).components;
        assert!(["distribution", "pipelines", "insight"].into_iter().all(receives));
        assert!(!["tracker", "tree", "greeting"].into_iter().any(receives));
    }

    /// covers: [MFE-01]
    #[test]
    fn a_front_end_is_there_when_its_service_runs() {
        let all = [
            built("distribution", Some("distribution"), &["/distribution"]),
            built("tree", None, &[]),
        ];
        let names = |services: &[&str]| {
            running(&all, services).map(|front_end| front_end.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&["access"]), ["tree"]);
        assert_eq!(names(&["access", "distribution"]), ["distribution", "tree"]);
    }
}
