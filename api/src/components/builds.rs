//! Builds: what servers that build software publish of each run, and the pages about it (BUILD-01).

mod console;
mod described;
mod promotion;
mod public;
mod sbom;
mod topic;

use std::sync::Arc;

use waybill_machines::AnyState;
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{
    Artifact, BuildId, DOCUMENT_BYTES_MAX, EmbeddedBuilds, StoredBuild,
};
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::WantedContent;
use waybill_platform::stored_file::StoredFile;

use super::following::{FollowedTopic, RightsSource};
use super::repositories::{SERVICE, rows_for_clients};
use super::sbom::MEDIA;
use crate::component::{Component, Opened, Opening};
use crate::error::{ApiError, ErrorForm};
use crate::route::{Row, delete, get, post, put};
use crate::shape::Payload;
use crate::state::AppState;

use topic::FollowedBuilds;

const ALL: &str = "/artifactory/api/build";
const ONE: &str = "/artifactory/api/build/{name}";
const RUN: &str = "/artifactory/api/build/{name}/{number}";
const DELETE: &str = "/artifactory/api/build/delete";
const PROMOTE: &str = "/artifactory/api/build/promote/{name}/{number}";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
/// The folder of the build-infos.
pub const FOLDER: &str = "builds";

/// Builds. Programs authenticate with access tokens.
pub struct Builds;

impl Component for Builds {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/builds", "The builds that the user may see.", console::list),
            get("/builds/runs", "The runs of a build.", console::runs),
            get("/builds/run", "What is known of a run.", console::run),
            get("/builds/files", "The artifacts or dependencies of a module.", console::files),
            get("/builds/diff", "What has changed between two runs.", console::diff),
            get("/builds/document", "The build-info of a run.", console::document)
                .responds_with(JSON),
            get(
                "/builds/sbom",
                "The software bill of materials of a run, in CycloneDX or SPDX.",
                sbom::build_sbom,
            )
            .responds_with(MEDIA),
            post("/builds/delete", "Deletes runs of a build.", console::remove),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            put(ALL, "Publishes a build-info.", public::publish)
                .accepts_body(Payload::Bytes(JSON), DOCUMENT_BYTES_MAX),
            get(ALL, "The builds.", public::list),
            post(DELETE, "Deletes runs of a build.", public::remove_named).responds_with(TEXT),
            post(PROMOTE, "Promotes a run of a build, with its files.", promotion::promote),
            get(ONE, "The runs of a build.", public::runs),
            delete(ONE, "Deletes runs of a build.", public::remove).responds_with(TEXT),
            get(RUN, "A run of a build, or what has changed since an older one.", public::run)
                .responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::Problem)
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn files(&self, state: &AnyState) -> Vec<StoredFile> {
        EmbeddedBuilds::files(state)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let journal = opening.data.platform.clone();
        let builds = EmbeddedBuilds::open(journal, &opening.data.root.join(FOLDER))?;
        let builds = Arc::new(builds);
        opened.ports.builds = Some(builds.clone());
        let ports = &opened.ports;
        let (followed, rights) = (FollowedBuilds(builds), RightsSource::new(ports)?);
        opened.topics.push(Arc::new(FollowedTopic { followed, rights }));
        Ok(())
    }
}

/// A build as it is named in a request. The project `default` is none.
pub(super) fn build_of(name: String, project: Option<String>) -> BuildId {
    let project = project.filter(|key| !matches!(key.as_str(), "" | "default"));
    BuildId { name, project }
}

/// What is looked for to find a file that came out of a run, which is expected in the repository with this key. A file
/// that the build-info names a path for is only found at that path.
pub(super) fn wanted_of(artifact: &Artifact, key: String) -> WantedContent {
    let path = Some(artifact.path.trim_matches('/').to_owned());
    let path = path.filter(|path| !path.is_empty());
    WantedContent {
        sha256: artifact.sha256.clone(),
        sha1: artifact.sha1.clone(),
        expected: path.clone().filter(|_| !key.is_empty()).map(|path| (key, path)),
        only_at: path,
    }
}

/// A run that the caller may read.
async fn readable(
    state: &AppState,
    rights: &Rights,
    build: BuildId,
    number: String,
) -> Result<Option<StoredBuild>, ApiError> {
    let found = state.engine.ports().builds.run(build, number).await;
    let found = found.map_err(|error| ApiError::of_build(&error))?;
    Ok(found.filter(|stored| allow(rights, Action::Read, stored)))
}

fn allow(rights: &Rights, action: Action, stored: &StoredBuild) -> bool {
    let build = &stored.build;
    rights.allow_build(action, build.project.as_deref(), &build.name, &build.number)
}
