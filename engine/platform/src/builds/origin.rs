//! Which builds made a file.

use std::cmp::Reverse;

use waybill_machines::rules::artifacts::Properties;

use super::{BuildError, BuildId, BuildInfo, Builds, StoredBuild};
use crate::permissions::BuildSight;
use crate::repositories::FileInfo;

/// The properties with which programs that build upload files.
const NAME: &str = "build.name";
const NUMBER: &str = "build.number";
const PROJECT: &str = "build.project";
/// The most runs that are looked at for a file.
const RUNS_MAX: usize = 64;

/// The runs that made a file, the newest first: those that its properties name, and whose build-infos list it. Anyone
/// who may annotate a file may set its properties, so that they alone prove nothing.
pub async fn builds_of(
    builds: &dyn Builds,
    file: &FileInfo,
    sight: &BuildSight,
) -> Result<Vec<StoredBuild>, BuildError> {
    let mut found = Vec::new();
    for (build, number) in named(&file.properties) {
        if !sight.shows(build.project.as_deref(), &build.name, &number) {
            continue;
        }
        let Some(stored) = builds.run(build, number).await? else { continue };
        if lists(&*builds.info(&stored).await?, file) {
            found.push(stored);
        }
    }
    found.sort_by_key(|stored| Reverse(stored.build.started_at));
    Ok(found)
}

/// The runs that properties name.
fn named(properties: &Properties) -> Vec<(BuildId, String)> {
    let values = |name: &str| properties.get(name).map_or(&[][..], Vec::as_slice);
    let mut projects = vec![None];
    projects.extend(values(PROJECT).iter().cloned().map(Some));
    let mut runs = Vec::new();
    for project in projects {
        for name in values(NAME) {
            let build = BuildId { name: name.clone(), project: project.clone() };
            runs.extend(values(NUMBER).iter().map(|number| (build.clone(), number.clone())));
        }
    }
    runs.truncate(RUNS_MAX);
    runs
}

/// Whether a build-info has a file among what came out of its build.
fn lists(info: &BuildInfo, file: &FileInfo) -> bool {
    let content = &file.content;
    info.modules.iter().flat_map(|module| &module.artifacts).any(|artifact| {
        // Older programs send no SHA-256.
        if artifact.sha256.is_empty() {
            artifact.sha1.eq_ignore_ascii_case(&content.sha1.0)
        } else {
            artifact.sha256.eq_ignore_ascii_case(&content.sha256.0)
        }
    })
}
