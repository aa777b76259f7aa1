//! Creating a bundle from files in local repositories, from runs of builds, and from other bundles that were created
//! here.
//!
//! A bundle has the paths and checksums of its files, and keeps no contents: what is removed from all repositories
//! cannot be promoted any longer. All files are found before anything is recorded.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use axum::Json;
use axum::extract::{Request, State};
use tokio::sync::Semaphore;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::release_bundles::{check_count, check_name};
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::builds::{BuildId, BuildInfo};
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{
    Artifact, BundleError, NewBundle, PageRange, StoredBundle,
};
use waybill_platform::repositories::{
    FileInfo, Location, MayRead, StoredRepository, WantedContent,
};
use waybill_platform::secret::unhex;

use super::{imported, received, rights_of_admins};
use crate::caller::Admin;
use crate::components::builds::{build_of, wanted_of};
use crate::error::ApiError;
use crate::extract::{PathParams, check_length, read_json};
use crate::state::AppState;
use crate::wire::release_bundles::{BundleBuild, CreateReleaseBundle, ReleaseBundleImported};

/// Maximum size of what a bundle is created from.
pub(super) const CREATION_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// The files of one bundle at a time are looked for: there may be many of them, and all are in memory.
static FINDING: Semaphore = Semaphore::const_new(1);
/// The most builds, and the most bundles, that a bundle is created from.
const SOURCES_MAX: usize = 100;

/// `POST release_bundles/{name}/{version}`: creates a bundle.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((name, version)): PathParams<(String, String)>,
    request: Request,
) -> Result<Json<ReleaseBundleImported>, ApiError> {
    let (bytes, _reserved) = received(request, &state, "The body", CREATION_BYTES_MAX).await?;
    let CreateReleaseBundle { paths, builds } = read_json(&bytes)?;
    let file = |path| WantedFile { path, sha256: None };
    let run = |run: BundleBuild| {
        let build = build_of(run.name, run.project);
        WantedRun { build, number: run.number }
    };
    let sources = Sources {
        files: paths.unwrap_or_default().into_iter().map(file).collect(),
        builds: builds.unwrap_or_default().into_iter().map(run).collect(),
        bundles: Vec::new(),
        files_field: "paths",
    };
    if sources.are_none() {
        return Err(ApiError::bundle_of_nothing("paths"));
    }
    let stored = created(&state, &admin, (name, version), sources).await?;
    imported(&state, &stored).await
}

/// A file that is wanted in a bundle.
pub(super) struct WantedFile {
    /// The key of its repository, a slash and its path.
    pub(super) path: String,
    /// The SHA-256 that it must have.
    pub(super) sha256: Option<String>,
}

/// A run of a build whose files are wanted in a bundle.
pub(super) struct WantedRun {
    /// The build.
    pub(super) build: BuildId,
    /// The number.
    pub(super) number: String,
}

/// What a bundle is created from.
pub(super) struct Sources {
    /// Files in local repositories.
    pub(super) files: Vec<WantedFile>,
    /// Runs of builds.
    pub(super) builds: Vec<WantedRun>,
    /// Names and versions of bundles that were created here.
    pub(super) bundles: Vec<(String, String)>,
    /// The field of the request that names the files.
    pub(super) files_field: &'static str,
}

/// Creates a bundle.
///
/// # Errors
///
/// Which of the files are missing, or why the bundle cannot be stored.
pub(super) async fn created(
    state: &AppState,
    admin: &Admin,
    (name, version): (String, String),
    sources: Sources,
) -> Result<StoredBundle, ApiError> {
    let checked = check_name(&name, &version);
    checked.map_err(|problem| ApiError::of_bundle(&BundleError::Problem { problem, at: None }))?;
    sources.check()?;
    let _permit = FINDING.acquire().await.map_err(|_| ApiError::internal())?;
    let mut files = Files { state, rights: rights_of_admins(state).await?, found: BTreeMap::new() };
    files.add_files(&sources.files).await.map_err(|error| error.at(sources.files_field))?;
    for run in &sources.builds {
        files.add_run(run).await.map_err(|error| error.at("builds"))?;
    }
    for bundle in sources.bundles {
        files.add_bundle(bundle).await?;
    }
    let artifacts = files.found.into_values().collect();
    let new = NewBundle { name, version, origin: Origin::Source, artifacts, received: false };
    let context = admin.context(state.engine.now());
    let stored = state.engine.ports().release_bundles.create(new, context).await;
    stored.map_err(|error| ApiError::of_bundle(&error))
}

impl Sources {
    /// Whether nothing is named.
    pub(super) fn are_none(&self) -> bool {
        self.files.is_empty() && self.builds.is_empty() && self.bundles.is_empty()
    }

    /// Checks the numbers and the lengths of what is named.
    fn check(&self) -> Result<(), ApiError> {
        for (field, count) in
            [("builds", self.builds.len()), ("release_bundles", self.bundles.len())]
        {
            if count > SOURCES_MAX {
                return Err(ApiError::too_many_bundle_sources(field, SOURCES_MAX));
            }
        }
        for file in &self.files {
            check_length(&[(self.files_field, &file.path)])?;
            check_length(&[("sha256", file.sha256.as_deref().unwrap_or_default())])?;
        }
        for WantedRun { build, number } in &self.builds {
            let project = build.project.as_deref().unwrap_or_default();
            check_length(&[
                ("builds", &build.name),
                ("builds", number.as_str()),
                ("builds", project),
            ])?;
        }
        for (name, version) in &self.bundles {
            check_length(&[
                ("release_bundles", name.as_str()),
                ("release_bundles", version.as_str()),
            ])?;
        }
        Ok(())
    }
}

/// The files of a bundle, as far as they are found.
struct Files<'a> {
    state: &'a AppState,
    rights: Rights,
    /// Each file once, by its path in the bundle.
    found: BTreeMap<String, Artifact>,
}

impl Files<'_> {
    fn add(&mut self, artifact: Artifact) -> Result<(), ApiError> {
        match self.found.entry(artifact.path.clone()) {
            Entry::Occupied(known) if known.get().sha256 == artifact.sha256 => return Ok(()),
            Entry::Occupied(known) => {
                let path = known.key().clone();
                return Err(ApiError::of_bundle(&BundleError::PathTwice { path }));
            }
            Entry::Vacant(free) => {
                free.insert(artifact);
            }
        }
        let checked = check_count(self.found.len());
        checked.map_err(|problem| ApiError::of_bundle(&BundleError::Problem { problem, at: None }))
    }

    /// Adds files that are named by their paths.
    async fn add_files(&mut self, wanted: &[WantedFile]) -> Result<(), ApiError> {
        let mut repositories = HashMap::new();
        let (mut missing, mut first) = (0, None);
        for file in wanted {
            let path = file.path.trim_matches('/');
            let found = match path.split_once('/') {
                Some((key, path)) => self.at(key, path, &mut repositories).await?,
                None => None,
            };
            let Some((at, info)) = found else {
                missing += 1;
                first = first.or(Some(path));
                continue;
            };
            let sha256 = file.sha256.as_ref().filter(|wanted| !wanted.is_empty());
            if sha256.is_some_and(|wanted| !wanted.eq_ignore_ascii_case(&info.content.sha256.0)) {
                return Err(ApiError::bundle_file_differs(path));
            }
            self.add(artifact_of(&at, &info)?)?;
        }
        match first {
            Some(first) => Err(ApiError::bundle_files_missing(missing, first)),
            None => Ok(()),
        }
    }

    /// The file at a path of a local repository. Repositories that were read are kept.
    async fn at(
        &self,
        key: &str,
        path: &str,
        known: &mut HashMap<String, Option<StoredRepository>>,
    ) -> Result<Option<(Location, FileInfo)>, ApiError> {
        let ports = self.state.engine.ports();
        let repository = match known.get(key) {
            Some(repository) => repository.clone(),
            None => {
                let found = ports.repositories.repository(key.to_owned()).await;
                let found = found.map_err(|error| ApiError::of_repository(&error))?;
                known.insert(key.to_owned(), found.clone());
                found
            }
        };
        let Some(repository) = repository else { return Ok(None) };
        if repository.settings.class != RepositoryClass::Local {
            return Err(ApiError::bundle_file_not_local(&format!("{key}/{path}")));
        }
        let at = Location { repository, path: path.to_owned() };
        let file = ports.artifacts.file(at.clone()).await;
        let file = file.map_err(|error| ApiError::of_repository(&error))?;
        Ok(file.map(|file| (at, file)))
    }

    /// Adds the files that came out of a run of a build.
    async fn add_run(&mut self, run: &WantedRun) -> Result<(), ApiError> {
        let ports = self.state.engine.ports();
        let failed = |error| ApiError::of_build(&error);
        let stored = ports.builds.run(run.build.clone(), run.number.clone()).await;
        let stored = stored.map_err(failed)?.ok_or_else(ApiError::no_such_build)?;
        let info = ports.builds.info(&stored).await.map_err(failed)?;
        let wanted = wanted_in(&info);
        let found = ports.tree.holders(wanted.clone(), self.may_read()).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        let mut missing = 0;
        for (wanted, at) in wanted.iter().zip(found) {
            let Some(at) = at else {
                missing += 1;
                continue;
            };
            let file = ports.artifacts.file(at.clone()).await;
            let file = file.map_err(|error| ApiError::of_repository(&error))?;
            // Others may have replaced or removed it meanwhile.
            match file.filter(|file| is_wanted(wanted, file)) {
                Some(file) => self.add(artifact_of(&at, &file)?)?,
                None => missing += 1,
            }
        }
        if missing > 0 {
            let (name, number) = (&run.build.name, &run.number);
            return Err(ApiError::bundle_build_files_missing(missing, name, number));
        }
        Ok(())
    }

    /// Where the files of builds are looked for.
    fn may_read(&self) -> MayRead {
        let rights = self.rights.clone();
        Box::new(move |repository, path| {
            repository.settings.class == RepositoryClass::Local
                && rights.allow(Action::Read, repository, path)
        })
    }

    /// Adds the files of another bundle.
    async fn add_bundle(&mut self, (name, version): (String, String)) -> Result<(), ApiError> {
        let field = "release_bundles";
        let bundles = &self.state.engine.ports().release_bundles;
        let failed = |error| ApiError::of_bundle(&error);
        let missing = || ApiError::no_such_bundle().at(field);
        let found = bundles.one(name.clone(), version.clone(), PageRange::default()).await;
        let found = found.map_err(failed)?.ok_or_else(missing)?;
        if !found.stored.from_repositories {
            return Err(ApiError::bundle_of_imported(field));
        }
        let artifacts = bundles.artifacts(name, version).await.map_err(failed)?;
        for artifact in artifacts.ok_or_else(missing)? {
            self.add(artifact)?;
        }
        Ok(())
    }
}

/// What is looked for to find the files that came out of a run, each once.
fn wanted_in(info: &BuildInfo) -> Vec<WantedContent> {
    let artifacts = info.modules.iter().flat_map(|module| &module.artifacts);
    let wanted =
        artifacts.map(|artifact| wanted_of(artifact, artifact.original_deployment_repo.clone()));
    let mut wanted: Vec<WantedContent> = wanted.collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted
}

fn is_wanted(wanted: &WantedContent, file: &FileInfo) -> bool {
    if wanted.sha256.is_empty() {
        file.content.sha1.0.eq_ignore_ascii_case(&wanted.sha1)
    } else {
        file.content.sha256.0.eq_ignore_ascii_case(&wanted.sha256)
    }
}

/// A file in a repository as a bundle has it.
pub(super) fn artifact_of(at: &Location, file: &FileInfo) -> Result<Artifact, ApiError> {
    let (content, settings) = (&file.content, &at.repository.settings);
    let (Some(sha256), Some(sha1), Some(md5)) =
        (unhex(&content.sha256.0), unhex(&content.sha1.0), unhex(&content.md5.0))
    else {
        return Err(ApiError::internal());
    };
    Ok(Artifact {
        path: format!("{}/{}", settings.key, at.path),
        size: content.bytes,
        sha256,
        sha1,
        md5,
        package_type: Some(settings.package_type),
    })
}
