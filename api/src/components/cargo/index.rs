//! The index of a crate: a line of JSON for each version.

use std::collections::BTreeMap;

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::TEXT;
use super::names::{canonical, spelling};
use super::upstream::{CargoFormat, Crate};
use crate::caller::PackageClient;
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::{Wanted, document, documents, visible};
use crate::error::ApiError;
use crate::state::AppState;

/// What is read of the stored metadata.
#[derive(Deserialize)]
struct Stored {
    index: BTreeMap<String, Box<RawValue>>,
}

/// The index of the crate with a name in lower case.
pub(super) async fn of(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    name: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    if is_joined(repository) {
        let joined = Joined { state, client, repository, name, format: &CargoFormat(name) };
        let document = joined.document("index", async |index: Crate| Ok(index.written())).await?;
        return Ok(document.response(TEXT, headers));
    }
    let package = canonical(name);
    let spelled = spelled(&visible(state, client, repository, &package).await?);
    // A dash is not an underscore: Cargo tries both.
    if spelled.to_ascii_lowercase() != name {
        return Err(ApiError::no_such_package());
    }
    let wanted = Wanted { repository, package: &package, folder: spelled, form: "index".into() };
    let document =
        document(state, client, wanted, async |package| written(state, package).await).await?;
    Ok(document.response(TEXT, headers))
}

/// The name of a crate as its author spells it.
pub(super) fn spelled(package: &Package) -> String {
    let mut paths = package.versions.iter().flat_map(StoredVersion::paths);
    paths.next().map_or_else(|| package.name.clone(), |path| spelling(path).to_owned())
}

async fn written(state: &AppState, package: &Package) -> Result<Vec<u8>, ApiError> {
    let lines = lines(state, package.versions.clone()).await?;
    Ok(lines.concat().into_bytes())
}

/// The lines of versions.
pub(super) async fn lines(
    state: &AppState,
    versions: Vec<StoredVersion>,
) -> Result<Vec<String>, ApiError> {
    documents(state, versions, line).await
}

fn line(stored: &StoredVersion, document: &[u8]) -> Result<String, ApiError> {
    let Stored { mut index } =
        serde_json::from_slice(document).map_err(|_| ApiError::internal())?;
    let yanked = to_raw_value(&stored.yanked).map_err(|_| ApiError::internal())?;
    index.insert("yanked".to_owned(), yanked);
    let line = serde_json::to_string(&index).map_err(|_| ApiError::internal())?;
    Ok(format!("{line}\n"))
}
