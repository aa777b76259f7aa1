//! A proxy of Go modules, with versions that were published to it: the protocol of `GOPROXY`, and publishing.

mod address;
mod archive;
mod commands;
pub mod import;
mod joined;
mod names;
mod publish;
mod upstream;
mod versions;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{Location, StoredRepository};

use super::artifacts::downloaded;
use super::joined::{Joined, is_joined};
use super::repositories::{of_type, rows_for_clients, writable};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::PathParams;
use crate::route::{Row, get, put};
use crate::shape::Payload;
use crate::state::AppState;

use address::{Address, Item};
pub use commands::commands;
pub(super) use names::version_at;
use upstream::GoFormat;

const PATH: &str = "/artifactory/api/go/{repo}/{*path}";
const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";
const ZIP: &str = "application/zip";

/// The proxy of Go modules. Programs authenticate with access tokens.
pub struct Go;

impl Component for Go {
    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(PATH, "What go reads: versions of modules, their info, go.mod and files.", read)
                .responds_with(TEXT),
            put(PATH, "Publishes a version of a module.", write)
                .accepts_body(Payload::Bytes(ZIP), usize::MAX)
                .responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::Text)
    }
}

/// `GET {repo}/{path}`.
pub async fn read(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = proxy(&state, &client, &key).await?;
    let (state, client, repository) = (&state, &client, &repository);
    match address(&path)? {
        Address::List { module } => {
            versions::list(state, client, repository, &module, &headers).await
        }
        Address::Latest { module } if is_joined(repository) => {
            let joined = Joined { state, client, repository, name: &module, format: &GoFormat };
            joined::latest(&joined, &headers).await
        }
        Address::Latest { module } => {
            versions::latest(state, client, repository, &module, &headers).await
        }
        Address::Version { module, version, item } if is_joined(repository) => {
            let joined = Joined { state, client, repository, name: &module, format: &GoFormat };
            joined::item(&joined, &version, item, &headers).await
        }
        Address::Version { module, version, item: Item::Zip } => {
            let path = names::path_of(&module, &version);
            client.require(Action::Read, repository, &path)?;
            downloaded(state, Location { repository: repository.clone(), path }, &headers).await
        }
        Address::Version { module, version, item } => {
            versions::item(state, client, repository, (&module, &version), item).await
        }
    }
}

/// `PUT {repo}/{path}`.
pub async fn write(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Go).await?;
    let (module, version, item) = match address(&path) {
        Ok(Address::Version { module, version, item }) => (module, version, item),
        Ok(_) => return Err(ApiError::method_not_allowed()),
        // What the client may not write to is judged first.
        Err(_) => {
            client.require(Action::Write, &repository, &path)?;
            let message = "A version is published at MODULE/@v/VERSION.zip, with ! and a small letter for each capital one, and a version as v1.0.0.";
            return Err(ApiError::bad_request("go_module", message));
        }
    };
    let of = (module.as_str(), version.as_str());
    match item {
        Item::Zip => publish::publish(&state, &client, &repository, of, request).await,
        Item::Info | Item::Mod => {
            publish::compare(&state, &client, &repository, of, item, request).await
        }
    }
}

fn address(path: &str) -> Result<Address, ApiError> {
    Address::parse(path).ok_or_else(ApiError::no_such_package)
}

/// The repository with a key, if it holds modules and the client may know of it.
async fn proxy(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    of_type(state, client, key, PackageType::Go).await
}
