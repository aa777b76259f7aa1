//! Changing what is published: deprecations, tags, and removing versions.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::{PackageProblem, check_reason, check_tag};
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    Kind, Location, MayMove, Package, RepositoryError, StoredRepository, StoredVersion, TagChange,
};

use super::attachment::Attachment;
use super::names::{folder_of, is_tag};
use super::packument::{self, revision_of, tags_of};
use super::publication::{Sent, invalid, not_a_tag};
use crate::caller::PackageClient;
use crate::components::package_index::{published, visible};
use crate::error::{ApiError, created};
use crate::state::AppState;

/// The longest body of a tag.
const TAG_BODY_BYTES_MAX: usize = 1_024;

/// What a document without a file changes.
struct Changes {
    /// The versions that are deprecated, or no longer.
    deprecations: Vec<(String, Option<String>)>,
    tags: Vec<TagChange>,
    /// The paths of the files of removed versions.
    removed: Vec<String>,
}

/// What is read of a version in a document that was published before.
#[derive(Deserialize)]
struct Known<'a> {
    #[serde(default, borrow)]
    deprecated: Option<&'a RawValue>,
}

/// `PUT {package}` without a file: deprecates versions.
pub(super) async fn deprecate(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    attachment: Attachment,
) -> Result<Response, ApiError> {
    let known = visible(state, client, repository, package).await?;
    let mut changes = Changes::read(state, attachment, &known, None).await?;
    // Versions that were published meanwhile are missing in what the client has read.
    changes.removed.clear();
    apply(state, client, repository, &known, changes).await
}

/// `PUT {package}/-rev/{revision}`: what the document lacks is removed.
pub(super) async fn at_revision(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    revision: String,
    request: Request,
) -> Result<Response, ApiError> {
    let known = visible(state, client, repository, package).await?;
    let folder = folder_of(package);
    let may = |action| client.rights().may_allow_below(action, repository, &folder);
    if !may(Action::Write) && !may(Action::Delete) {
        return Err(client.refused(Action::Delete, repository, &folder));
    }
    let mut attachment = Attachment::new(request.into_body());
    if attachment.begins().await? {
        return Err(invalid("A version is published at the address of its package"));
    }
    let changes = Changes::read(state, attachment, &known, Some(revision)).await?;
    apply(state, client, repository, &known, changes).await
}

/// `PUT -/package/{package}/dist-tags/{tag}`: the body is the version as a JSON text.
pub(super) async fn set_tag(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: String,
    tag: String,
    request: Request,
) -> Result<Response, ApiError> {
    let body = axum::body::to_bytes(request.into_body(), TAG_BODY_BYTES_MAX).await;
    let body = body.map_err(|_| ApiError::too_large("The body is the version as a JSON text."))?;
    let version: String = crate::extract::read_json(&body)?;
    if !is_tag(&tag) {
        return Err(not_a_tag(&tag));
    }
    let known = visible(state, client, repository, &package).await?;
    let change = TagChange { tag, version: Some(version) };
    client.require(Action::Write, repository, &path_of_tagged(&known, &change)?)?;
    let published = published(state, repository, &package).await?.unwrap_or(known);
    may_move_tags(client, repository, &published, [change.tag.as_str()].into_iter())?;
    change_tag(state, client, repository, &package, change).await?;
    Ok(created(ok(state, repository, &package).await?))
}

/// `DELETE -/package/{package}/dist-tags/{tag}`.
pub(super) async fn remove_tag(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: String,
    tag: String,
) -> Result<Response, ApiError> {
    let known = visible(state, client, repository, &package).await?;
    let change = TagChange { tag, version: None };
    client.require(Action::Write, repository, &path_of_tagged(&known, &change)?)?;
    change_tag(state, client, repository, &package, change).await?;
    ok(state, repository, &package).await
}

/// `DELETE {package}/-rev/{revision}`: removes all of its versions.
pub(super) async fn remove_package(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    revision: &str,
) -> Result<Response, ApiError> {
    let known = visible(state, client, repository, package).await?;
    check_revision(Some(&revision.to_owned()), &known)?;
    let removed = paths_of(known.versions.iter());
    let changes = Changes { deprecations: Vec::new(), tags: Vec::new(), removed };
    apply(state, client, repository, &known, changes).await
}

/// Removes a file, and with it its version. One that is gone already is no error: clients remove a version from the
/// document first, and then its file.
pub(super) async fn remove_file(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    path: String,
) -> Result<(), ApiError> {
    let at = Location { repository: repository.clone(), path };
    let context = client.context(state.engine.now())?;
    match state.engine.ports().artifacts.remove(at, Kind::File, context).await {
        Ok(_) | Err(RepositoryError::Artifact(ArtifactProblem::Missing)) => Ok(()),
        Err(error) => Err(ApiError::of_repository(&error)),
    }
}

impl Changes {
    /// Reads a document without a file, and compares it with the package that it was made of.
    async fn read(
        state: &AppState,
        attachment: Attachment,
        known: &Package,
        revision: Option<String>,
    ) -> Result<Self, ApiError> {
        let _permit = state.package_indexes.work().await;
        let (document, _) = attachment.finish()?;
        let sent = Sent::read(&document, &known.name)?;
        drop(document);
        check_revision(revision.as_ref().or(sent.revision.as_ref()), known)?;
        Self::between(known, sent)
    }

    fn between(known: &Package, sent: Sent) -> Result<Self, ApiError> {
        if sent.is_about_people() {
            return Err(invalid(
                "This registry keeps neither owners nor stars: who may publish is set by permissions",
            ));
        }
        let Some(versions) = sent.versions else {
            return Err(invalid("A document without a file has the versions that are published"));
        };
        let is_known =
            |version: &str| known.versions.iter().any(|stored| stored.version == version);
        if let Some(version) = versions.keys().find(|version| !is_known(version)) {
            let version: String = version.chars().take(64).collect();
            return Err(invalid(&format!(
                "Version {version} is not published, and has no file here"
            )));
        }
        let served = tags_of(known);
        let is_changed = |tag: &str, version: &str| {
            served.get(tag).map(String::as_str) != Some(version) && versions.contains_key(version)
        };
        let tags: Vec<TagChange> = sent
            .tags
            .into_iter()
            .filter(|(tag, version)| is_changed(tag, version))
            .map(|(tag, version)| TagChange { tag, version: Some(version) })
            .collect();
        if let Some(change) = tags.iter().find(|change| !is_tag(&change.tag)) {
            return Err(not_a_tag(&change.tag));
        }
        let gone = known.versions.iter().filter(|stored| !versions.contains_key(&stored.version));
        let removed = paths_of(gone);
        Ok(Self { deprecations: deprecations(known, &versions)?, tags, removed })
    }
}

/// The versions whose deprecation differs.
fn deprecations(
    known: &Package,
    versions: &BTreeMap<String, Box<RawValue>>,
) -> Result<Vec<(String, Option<String>)>, ApiError> {
    let mut changed = Vec::new();
    for StoredVersion { version, deprecation, .. } in &known.versions {
        let Some(sent) = versions.get(version) else { continue };
        let sent: Known<'_> = serde_json::from_str(sent.get())
            .map_err(|_| invalid("A version in the document is no object"))?;
        let reason = match sent.deprecated.map(RawValue::get) {
            None | Some("null" | "false") => None,
            Some(text) => Some(
                serde_json::from_str::<String>(text)
                    .map_err(|_| invalid("The reason of a deprecation is a text"))?,
            ),
        };
        // An empty text ends a deprecation.
        let reason = reason.filter(|reason| !reason.is_empty());
        if reason != *deprecation {
            changed.push((version.clone(), reason));
        }
    }
    Ok(changed)
}

/// Checks all rights, and then changes what is to be changed.
async fn apply(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    known: &Package,
    changes: Changes,
) -> Result<Response, ApiError> {
    let client = client.again(state).await?;
    for path in &changes.removed {
        client.require(Action::Delete, repository, path)?;
    }
    for (version, _) in &changes.deprecations {
        client.require(Action::Write, repository, &path_of_version(known, version)?)?;
    }
    for change in &changes.tags {
        client.require(Action::Write, repository, &path_of_tagged(known, change)?)?;
    }
    let tags = changes.tags.iter().map(|change| change.tag.as_str());
    let published = published(state, repository, &known.name).await?;
    may_move_tags(&client, repository, published.as_ref().unwrap_or(known), tags)?;
    // Nothing is changed if a part of it is not valid.
    let reasons = changes.deprecations.iter().filter_map(|(_, reason)| reason.as_deref());
    let mut checked = reasons.map(check_reason);
    let checked = checked
        .try_for_each(|checked| checked)
        .and_then(|()| changes.tags.iter().try_for_each(|change| check_tag(&change.tag)));
    checked.map_err(|problem| ApiError::of_repository(&RepositoryError::Package(problem)))?;
    let packages = &state.engine.ports().packages;
    let package = &known.name;
    for (version, reason) in changes.deprecations {
        let context = client.context(state.engine.now())?;
        let changed =
            packages.deprecate(repository.clone(), package.clone(), version, reason, context);
        changed.await.map_err(|error| ApiError::of_repository(&error))?;
    }
    for change in changes.tags {
        change_tag(state, &client, repository, package, change).await?;
    }
    for path in changes.removed {
        remove_file(state, &client, repository, path).await?;
    }
    ok(state, repository, package).await
}

/// Checks that a client may write the versions that tags name now: who may write some versions only does not decide
/// which one everyone gets.
///
/// The package has all versions, whether the client may read them or not.
pub(super) fn may_move_tags<'a>(
    client: &PackageClient,
    repository: &StoredRepository,
    published: &Package,
    mut tags: impl Iterator<Item = &'a str>,
) -> Result<(), ApiError> {
    tags.try_for_each(|tag| match published.tags.get(tag) {
        Some(version) => {
            client.require(Action::Write, repository, &path_of_version(published, version)?)
        }
        None => Ok(()),
    })
}

async fn change_tag(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    change: TagChange,
) -> Result<(), ApiError> {
    let packages = &state.engine.ports().packages;
    let context = client.context(state.engine.now())?;
    let (rights, of) = (client.rights().clone(), repository.clone());
    // What the client has read may have changed meanwhile.
    let may_move: MayMove =
        Box::new(move |version| version.paths().all(|path| rights.allow(Action::Write, &of, path)));
    let (of, name) = (repository.clone(), package.to_owned());
    let changed = packages.tag(of, name, change, may_move, context).await;
    changed.map_err(|error| ApiError::of_repository(&error))
}

/// The path of the version that a tag names, before it is removed or after it has changed.
fn path_of_tagged(known: &Package, change: &TagChange) -> Result<String, ApiError> {
    match &change.version {
        Some(version) => path_of_version(known, version),
        None => {
            let version = known.tags.get(&change.tag);
            let missing = RepositoryError::Package(PackageProblem::TagMissing);
            let version = version.ok_or_else(|| ApiError::of_repository(&missing))?;
            path_of_version(known, version)
        }
    }
}

fn paths_of<'a>(versions: impl Iterator<Item = &'a StoredVersion>) -> Vec<String> {
    versions.flat_map(StoredVersion::paths).map(str::to_owned).collect()
}

fn path_of_version(known: &Package, version: &str) -> Result<String, ApiError> {
    let stored = known.versions.iter().find(|stored| stored.version == version);
    let path = stored.and_then(|stored| stored.paths().next().map(str::to_owned));
    path.ok_or_else(|| {
        ApiError::of_repository(&RepositoryError::Package(PackageProblem::VersionMissing))
    })
}

fn check_revision(seen: Option<&String>, known: &Package) -> Result<(), ApiError> {
    let is_newest = seen.is_none_or(|seen| *seen == revision_of(known.revision));
    is_newest.then_some(()).ok_or_else(ApiError::package_changed_meanwhile)
}

async fn ok(
    state: &AppState,
    repository: &StoredRepository,
    package: &str,
) -> Result<Response, ApiError> {
    let revision = packument::revision(state, repository, package).await?;
    Ok(Json(json!({"ok": true, "id": package, "rev": revision})).into_response())
}
