//! The service front-ends of this build (MFE-01): definitions from the build's manifest, filtered by running services
//! and permitted paths.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::assets;

/// The manifest of front-ends in the console's build.
pub const MANIFEST: &str = "frontends/manifest.json";

/// These front-ends receive the injected components and the shared store; all others receive the store only (MFE-02).
const WITH_COMPONENTS: [&str; 3] = ["distribution", "pipelines", "insight"];

/// A front-end in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Built {
    /// Its name, which is the first segment of all of its paths.
    name: String,
    /// The path of its script, below `/ui/`.
    script: String,
    /// The subresource integrity hash of its script.
    integrity: String,
    /// The service it belongs to; a front-end without a service is always present.
    service: Option<String>,
    /// The paths it announces, as patterns like those of the route table.
    announces: Vec<String>,
}

/// A front-end, as sent to the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "FrontEnd"), schemars(rename = "FrontEnd"))]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The URL path of its script.
    pub script: String,
    /// The subresource integrity hash of its script.
    pub integrity: String,
    /// The path patterns that it may use.
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
                "a front-end announces a path outside its own prefix; the path is ignored"
            );
        }
    }
    built
});

/// Whether a path is below the front-end's own prefix: it must not take paths of other front-ends or of the console.
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

/// The front-ends of this build whose services are running.
pub fn definitions(services: &[impl AsRef<str>]) -> Vec<Definition> {
    running(&BUILT, services).map(define).collect()
}

/// The path patterns announced by front-ends: the console knows them although they are not in its route table (MFE-05).
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
    fn announced_paths_outside_the_own_prefix_are_ignored() {
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
    fn a_front_end_is_present_when_its_service_runs() {
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
