//! Publishing a version of a module.

use axum::Json;
use axum::body::Bytes;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::packages::Summary;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{DOCUMENT_BYTES_MAX, NewVersion, Received, StoredRepository};

use super::address::Item;
use super::archive::{self, ArchiveError, Contents, MODULE_BYTES_MAX};
use super::names::{are_matching, path_of};
use super::versions::{SentInfo, Stored, of_version};
use crate::caller::PackageClient;
use crate::components::artifacts::expected;
use crate::components::publishing::{admit, another_version, receive};
use crate::error::{ApiError, created};
use crate::extract::announced_bytes;
use crate::state::AppState;

/// `PUT {module}/@v/{version}.zip`.
pub(super) async fn publish(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    (module, version): (&str, &str),
    request: Request,
) -> Result<Response, ApiError> {
    let path = path_of(module, version);
    let is_new = {
        let version = version.to_owned();
        another_version(move |known| known == version)
    };
    admit(state, client, repository, module, &path, &is_new).await?;
    if !are_matching(module, version) {
        return Err(invalid(
            "The version and the name of the module do not match: v2 and later ones belong to a name that ends with /v2 and so on, or end with +incompatible",
        ));
    }
    if announced_bytes(&request).is_some_and(|bytes| bytes > MODULE_BYTES_MAX) {
        return Err(ApiError::too_large(format!("{}.", ArchiveError::TooLarge)));
    }
    let expected = expected(request.headers());
    let received = receive(state, repository, request).await?;
    let Contents { module_file, h1 } = check(state, &received, module, version).await?;
    // Rights may have ended while the file was sent.
    let client = client.again(state).await?;
    client.require(Action::Write, repository, &path)?;
    let now = state.engine.now();
    let stored = Stored { time: now, module_file, h1: h1.clone() };
    let new = NewVersion {
        name: module.to_owned(),
        version: version.to_owned(),
        path,
        expected,
        document: serde_json::to_vec(&stored).map_err(|_| ApiError::internal())?.into(),
        summary: Summary::default(),
        ..NewVersion::default()
    };
    let packages = &state.engine.ports().packages;
    let published = packages.publish(received, new, is_new, client.context(now)?).await;
    published.map_err(|error| ApiError::of_repository(&error))?;
    Ok(created(Json(json!({"module": module, "version": version, "h1": h1})).into_response()))
}

async fn check(
    state: &AppState,
    received: &Received,
    module: &str,
    version: &str,
) -> Result<Contents, ApiError> {
    let too_large = |error: &ArchiveError| ApiError::too_large(format!("{error}."));
    if received.digests().bytes > MODULE_BYTES_MAX {
        return Err(too_large(&ArchiveError::TooLarge));
    }
    let (file, module, version) =
        (received.path().to_owned(), module.to_owned(), version.to_owned());
    let checked = move || archive::check(&file, &module, &version);
    state.package_indexes.check(checked).await?.map_err(|error| match error {
        ArchiveError::TooLarge | ArchiveError::FileTooLarge => too_large(&error),
        _ => invalid(&error.to_string()),
    })
}

/// `PUT {module}/@v/{version}.info` and `.mod`: both are made of the zip file. Some programs send them after it, which
/// changes nothing; others are refused.
pub(super) async fn compare(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    (module, version): (&str, &str),
    item: Item,
    request: Request,
) -> Result<Response, ApiError> {
    client.require(Action::Write, repository, &path_of(module, version))?;
    let (_, module_file) = of_version(state, client, repository, module, version).await?;
    let sent = axum::body::to_bytes(request.into_body(), DOCUMENT_BYTES_MAX).await;
    let is_same = |sent: Bytes| match item {
        Item::Info => {
            serde_json::from_slice(&sent).is_ok_and(|sent: SentInfo| sent.version == version)
        }
        Item::Mod | Item::Zip => sent == module_file.as_bytes(),
    };
    // What is too long is another one.
    let is_same = sent.is_ok_and(is_same);
    is_same.then(|| ().into_response()).ok_or_else(ApiError::made_of_the_file)
}

/// 400: what was sent is no version of the module.
fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("go_module", format!("{sentence}."))
}
