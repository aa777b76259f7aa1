//! Bundles that another installation distributes to this one, with their files: it stores the files first, each in the
//! repository of the same key, and then registers the bundle.
//!
//! Removing such a bundle removes its files too: those that still have the received content, and that no other received
//! bundle has. A removal goes on when the client does not wait for it. One that fails can be repeated, and does the
//! rest.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use tokio::sync::Mutex;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::release_bundles::{Checksum, ChecksumKind};
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::release_bundles::{
    Artifact, BundleError, FOUND_ARTIFACTS_MAX, Manifest, NewBundle, PageRange, StoredBundle,
};
use waybill_platform::repositories::{
    Location, RepositoryError, StoredRepository, check_relocatable,
};
use waybill_platform::secret::hex;
use waybill_platform::streams::ChangeContext;

use super::creation::artifact_of;
use super::public::REPOSITORY;
use super::{IMPORTING, MANIFEST_BYTES_MAX, received};
use crate::caller::{Admin, AdminContext};
use crate::error::{ApiError, nothing_left};
use crate::extract::{PathParams, read_json};
use crate::state::AppState;
use crate::wire::lifecycle::ReleaseBundleCreated;

/// Held while a bundle is registered, and while a file of one is removed: what a bundle is being registered with is not
/// removed with another one.
static FILES: Mutex<()> = Mutex::const_new(());

/// `PUT /lifecycle/api/v2/received/{name}/{version}`: registers a bundle whose files were stored here. A bundle that is
/// registered again with the same files stays as it is.
pub async fn register(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((name, version)): PathParams<(String, String)>,
    request: Request,
) -> Result<Json<ReleaseBundleCreated>, ApiError> {
    let (bytes, reserved) = received(request, &state, "A manifest", MANIFEST_BYTES_MAX).await?;
    let permit = IMPORTING.acquire().await.map_err(|_| ApiError::internal())?;
    // A manifest may have millions of digits, so it is parsed on the blocking thread pool.
    let manifest = tokio::task::spawn_blocking(move || read_json::<Manifest>(&bytes)).await;
    let manifest = manifest.map_err(|_| ApiError::internal())??;
    if manifest.name != name {
        return Err(ApiError::another_bundle("name"));
    }
    if manifest.version != version {
        return Err(ApiError::another_bundle("version"));
    }
    let context = admin.context(state.engine.now());
    // It goes on even if the caller does not wait: until it is recorded, its files are not removed.
    let registered = tokio::spawn(async move {
        let registered = registered(&state, manifest, context).await;
        drop((reserved, permit));
        registered
    });
    let stored = registered.await.map_err(|_| ApiError::internal())??;
    Ok(Json(ReleaseBundleCreated {
        repository_key: REPOSITORY,
        release_bundle_name: stored.bundle.name,
        release_bundle_version: stored.bundle.version,
        created: stored.created,
    }))
}

/// The bundle that a manifest is about, which is registered unless it was before.
async fn registered(
    state: &AppState,
    Manifest { name, version, artifacts }: Manifest,
    context: ChangeContext,
) -> Result<StoredBundle, ApiError> {
    let _files = FILES.lock().await;
    let artifacts = stored_here(state, artifacts).await?;
    if let Some(stored) = known(state, (&name, &version), &artifacts).await? {
        return Ok(stored);
    }
    let new = NewBundle { name, version, origin: Origin::Target, artifacts, received: true };
    let stored = state.engine.ports().release_bundles.import(new, context).await;
    stored.map_err(|error| ApiError::of_bundle(&error))
}

/// The artifacts of a manifest as they are in local repositories here, by path.
///
/// # Errors
///
/// Which is the first of them that is not there, or is not what the manifest says.
async fn stored_here(state: &AppState, sent: Vec<Artifact>) -> Result<Vec<Artifact>, ApiError> {
    let ports = state.engine.ports();
    let all = ports.repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let local = all.into_iter().filter(|found| found.settings.class == RepositoryClass::Local);
    let local: HashMap<String, StoredRepository> =
        local.map(|found| (found.settings.key.clone(), found)).collect();
    let mut artifacts = Vec::with_capacity(sent.len());
    for sent in sent {
        let missing = || ApiError::received_file_missing(&sent.path);
        let (key, path) = sent.path.split_once('/').ok_or_else(missing)?;
        let repository = local.get(key).ok_or_else(missing)?;
        check_relocatable(&repository.settings)
            .map_err(|problem| ApiError::of_repository(&RepositoryError::from(problem)))?;
        let at = Location { repository: repository.clone(), path: path.to_owned() };
        let file = ports.artifacts.file(at.clone()).await;
        let file = file.map_err(|error| ApiError::of_repository(&error))?.ok_or_else(missing)?;
        let found = artifact_of(&at, &file)?;
        if !is_same(&found, &sent) {
            return Err(missing());
        }
        artifacts.push(found);
    }
    artifacts.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(artifacts)
}

/// Whether two artifacts are the same file. What type of repository it was in does not count.
fn is_same(one: &Artifact, other: &Artifact) -> bool {
    let Artifact { path, size, sha256, sha1, md5, package_type: _ } = one;
    *path == other.path
        && *size == other.size
        && *sha256 == other.sha256
        && *sha1 == other.sha1
        && *md5 == other.md5
}

/// The bundle, if it was received with these artifacts before.
///
/// # Errors
///
/// 409 if it is being removed.
async fn known(
    state: &AppState,
    (name, version): (&str, &str),
    artifacts: &[Artifact],
) -> Result<Option<StoredBundle>, ApiError> {
    let bundles = &state.engine.ports().release_bundles;
    let failed = |error| ApiError::of_bundle(&error);
    let found = bundles.one(name.to_owned(), version.to_owned(), PageRange::default()).await;
    let stored = found.map_err(failed)?.map(|found| found.stored);
    let Some(stored) = stored.filter(|stored| stored.received) else { return Ok(None) };
    if stored.removing {
        return Err(failed(BundleError::Removing));
    }
    let listed = bundles.artifacts(name.to_owned(), version.to_owned()).await.map_err(failed)?;
    let is_known = listed.is_some_and(|listed| {
        listed.len() == artifacts.len()
            && listed.iter().zip(artifacts).all(|(one, other)| is_same(one, other))
    });
    Ok(is_known.then_some(stored))
}

/// `DELETE /lifecycle/api/v2/received/{name}/{version}`: removes a received bundle with its files.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams((name, version)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    let removal = Removal { state, context, name, version };
    // It goes on even if the caller does not wait.
    let removed = tokio::spawn(removal.run()).await;
    removed.map_err(|_| ApiError::internal())??;
    Ok(nothing_left())
}

/// The removal of a received bundle.
#[derive(Clone)]
struct Removal {
    state: AppState,
    context: ChangeContext,
    name: String,
    version: String,
}

impl Removal {
    async fn run(self) -> Result<(), ApiError> {
        let bundles = &self.state.engine.ports().release_bundles;
        let (name, version) = self.key();
        let begun = bundles.begin_removal(name, version, self.now()).await;
        let begun = begun.map_err(|error| ApiError::of_bundle(&error))?;
        let received = begun.ok_or_else(ApiError::no_such_bundle)?.created;
        let removal = self.clone();
        let removed = tokio::spawn(async move { removal.remove(received).await }).await;
        let removed = removed.unwrap_or_else(|_| Err(ApiError::internal()));
        if removed.is_err() {
            let (name, version) = self.key();
            if let Err(error) = bundles.fail_removal(name, version, self.now()).await {
                tracing::error!(service = "distribution", %error, "a failed removal is recorded later");
            }
        }
        removed
    }

    /// Removes the files of the bundle that was received at this time, and then the bundle, which stays until then.
    async fn remove(&self, received: Timestamp) -> Result<(), ApiError> {
        let bundles = &self.state.engine.ports().release_bundles;
        let failed = |error| ApiError::of_bundle(&error);
        let (name, version) = self.key();
        let artifacts = bundles.artifacts(name, version).await.map_err(failed)?;
        for artifact in artifacts.unwrap_or_default() {
            self.remove_file(&artifact, received).await?;
        }
        let _files = FILES.lock().await;
        let (name, version) = self.key();
        bundles.end_removal(name, version, self.now()).await.map(drop).map_err(failed)
    }

    /// Removes a file. Another content that is there meanwhile stays, and so does what another bundle has.
    async fn remove_file(&self, artifact: &Artifact, received: Timestamp) -> Result<(), ApiError> {
        let ports = self.state.engine.ports();
        let Some((key, path)) = artifact.path.split_once('/') else { return Ok(()) };
        let _files = FILES.lock().await;
        let repository = ports.repositories.repository(key.to_owned()).await;
        let repository = repository.map_err(|error| ApiError::of_repository(&error))?;
        let is_local = |found: &StoredRepository| found.settings.class == RepositoryClass::Local;
        let Some(repository) = repository.filter(is_local) else { return Ok(()) };
        if self.is_in_another(artifact, received).await? {
            return Ok(());
        }
        let at = Location { repository, path: path.to_owned() };
        let removed = ports.artifacts.remove_same(at, hex(&artifact.sha256), self.now()).await;
        removed.map(drop).map_err(|error| ApiError::of_repository(&error))
    }

    /// Whether another bundle that was received or created here has a file, and is not being removed as well.
    async fn is_in_another(
        &self,
        artifact: &Artifact,
        received: Timestamp,
    ) -> Result<bool, ApiError> {
        let checksum = Checksum { kind: ChecksumKind::Sha256, digits: hex(&artifact.sha256) };
        let found = self.state.engine.ports().release_bundles.find(checksum, usize::MAX).await;
        let found = found.map_err(|error| ApiError::of_bundle(&error))?;
        Ok(found.iter().any(|other| {
            let stored = &other.stored;
            let (name, version) = (&stored.bundle.name, &stored.bundle.version);
            let is_this = (name, version, stored.created) == (&self.name, &self.version, received);
            // Of many files with the same content, not all are found.
            let may_have = other.artifacts.len() >= FOUND_ARTIFACTS_MAX
                || other.artifacts.iter().any(|found| found.path == artifact.path);
            stored.is_in_repositories() && !stored.removing && !is_this && may_have
        }))
    }

    /// The name and the version of the bundle.
    fn key(&self) -> (String, String) {
        (self.name.clone(), self.version.clone())
    }

    /// The circumstances of a change at this time.
    fn now(&self) -> ChangeContext {
        ChangeContext { at: self.state.engine.now(), ..self.context.clone() }
    }
}
