//! What clients of a package type read of a whole repository: written once for each of its revisions, from parts that
//! are written once for each revision of a package.

use std::borrow::Cow;

use axum::body::Bytes;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Package, PackageTotals, StoredRepository};

use super::package_index::{Document, Key, METADATA_BYTES_MAX, keep_visible, published, revision};
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

/// The most versions of all packages in one document.
const VERSIONS_MAX: u32 = 100_000;
/// The form of the part of a package.
const PART: &str = "part";
/// The form of the whole document, whose key has no package.
const WHOLE: &str = "whole";

/// A part of a document: what it says of a package. Empty if it says nothing.
pub(super) type Part = Bytes;

/// How a package type writes its document.
pub(super) trait Writer: Sync {
    /// Writes what the document says of a package, which has a version.
    fn part(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        package: Package,
    ) -> impl Future<Output = Result<Vec<u8>, ApiError>> + Send;

    /// Joins the parts of all packages, in the order of their names.
    fn whole(&self, parts: &[Part]) -> Result<Vec<u8>, ApiError>;
}

/// The document of a repository, with the versions that a client may read.
pub(super) async fn document(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    writer: &impl Writer,
) -> Result<Document, ApiError> {
    let sees_all = client.rights().allow_all_below(Action::Read, repository, "");
    kept(state, client, repository, WHOLE, async |names| {
        let mut parts = Vec::new();
        for name in names {
            parts.push(part(state, client, repository, &name, sees_all, writer).await?);
        }
        parts.retain(|part| !part.is_empty());
        writer.whole(&parts)
    })
    .await
}

/// A document of a repository in a form, which is written of the names of the packages that a client may see. It is
/// written if there is none of the present revision; one of which a part is hidden from the client is not kept.
pub(super) async fn kept(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    form: impl Into<Cow<'static, str>>,
    write: impl AsyncFnOnce(Vec<String>) -> Result<Vec<u8>, ApiError>,
) -> Result<Document, ApiError> {
    let sees_all = client.rights().allow_all_below(Action::Read, repository, "");
    let indexes = &state.package_indexes;
    let form = form.into();
    let key = async || {
        let revision = totals(state, repository).await?.revision;
        Ok::<_, ApiError>(Key::new(repository, "", revision, form.clone()))
    };
    let finished = indexes.get(&key().await?).filter(|_| sees_all);
    if let Some(document) = finished {
        return Ok(document);
    }
    let _permit = indexes.work().await;
    // Another request may have written it meanwhile. What is read from here on is of this revision or a later one.
    let key = key().await?;
    if let Some(document) = indexes.get(&key).filter(|_| sees_all) {
        return Ok(document);
    }
    let sight = client.rights().sight(repository);
    let names = state.engine.ports().packages.names(repository.clone(), sight);
    let names = names.await.map_err(|error| ApiError::of_repository(&error))?;
    let document = Document::new(write(names).await?)?;
    if sees_all {
        indexes.keep(key, document.clone());
    }
    Ok(document)
}

async fn part(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    name: &str,
    sees_all: bool,
    writer: &impl Writer,
) -> Result<Part, ApiError> {
    let indexes = &state.package_indexes;
    let key = Key::new(repository, name, revision(state, repository, name).await?, PART);
    if let Some(document) = indexes.get(&key).filter(|_| sees_all) {
        return Ok(document.body());
    }
    // Its last version may have been removed meanwhile.
    let Some(mut package) = published(state, repository, name).await? else {
        return Ok(Part::new());
    };
    keep_visible(&mut package, client.rights().sight(repository).as_ref());
    if package.versions.is_empty() {
        return Ok(Part::new());
    }
    let part = Document::new(writer.part(state, repository, package).await?)?;
    if sees_all {
        indexes.keep(key, part.clone());
    }
    Ok(part.body())
}

/// What all packages of a repository are together.
pub(super) async fn totals(
    state: &AppState,
    repository: &StoredRepository,
) -> Result<PackageTotals, ApiError> {
    let totals = state.engine.ports().packages.totals(repository.clone()).await;
    totals.map_err(|error| ApiError::of_repository(&error))
}

/// Checks that clients can still read all versions in one document when there is another one.
pub(super) async fn check_totals(
    state: &AppState,
    repository: &StoredRepository,
) -> Result<(), ApiError> {
    let totals = totals(state, repository).await?;
    let fits =
        totals.documents < u64::from(VERSIONS_MAX) && totals.document_bytes <= METADATA_BYTES_MAX;
    fits.then_some(()).ok_or_else(ApiError::too_many_in_repository)
}
