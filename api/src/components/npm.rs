//! The registry of npm, for npm, pnpm and yarn: publishing, installing, deprecating, tagging, removing and searching.

mod address;
mod archive;
mod attachment;
mod audit;
mod change;
mod commands;
pub mod import;
mod manifest;
mod names;
mod packument;
mod publication;
mod publish;
mod search;
mod splitter;
mod upstream;

use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{Location, StoredRepository};

use super::artifacts::{downloaded, sent};
use super::joined::{Joined, is_joined};
use super::repositories::sources::deployed_to;
use super::repositories::{of_type, rows_for_clients, writable};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::PathParams;
use crate::route::{Row, delete, get, post, put};
use crate::shape::Payload;
use crate::state::AppState;

use address::Address;
pub use commands::commands;
pub(super) use names::version_at;
use packument::Form;
pub(super) use upstream::NpmFormat;

const PATH: &str = "/artifactory/api/npm/{repo}/{*path}";
const JSON: &str = "application/json";

/// The registry of npm. Programs authenticate with access tokens.
pub struct Npm;

impl Component for Npm {
    fn public(&self) -> Vec<Row> {
        let sent = "Publishes a version, or changes tags and deprecations, as clients of npm do.";
        let rows = vec![
            get(PATH, "What clients of npm read: packages, versions, files, searches.", read)
                .responds_with(JSON),
            put(PATH, sent, write)
                .accepts_body(Payload::Bytes(JSON), usize::MAX)
                .responds_with(JSON),
            post(PATH, "Audits: which advisories are about the packages of a project.", ask)
                .accepts_body(Payload::Bytes(JSON), audit::AUDIT_BYTES_MAX)
                .responds_with(JSON),
            delete(PATH, "Removes a version, a package or a tag, as clients of npm do.", remove)
                .responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::ErrorField)
    }
}

/// `GET {repo}/{path}`.
pub async fn read(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    match address(&path)? {
        Address::Ping => Ok(Json(json!({})).into_response()),
        Address::WhoAmI => {
            let name = client.user_name(&state).await?;
            Ok(Json(json!({"username": name})).into_response())
        }
        Address::Search => search::search(&state, &client, &repository, query.as_deref()).await,
        Address::Tags { package } => packument::tags(&state, &client, &repository, &package).await,
        Address::Package { package } => {
            let form = Form::of(query.as_deref(), &headers);
            // What is changed is what the repository holds that takes changes.
            let repository = match form {
                Form::Writable => deployed_to(&state, &client, repository).await?,
                Form::Whole | Form::Short => repository,
            };
            packument::packument(&state, &client, &repository, &package, form, &headers).await
        }
        Address::Version { package, version } => {
            packument::version(&state, &client, &repository, &package, &version).await
        }
        Address::File { package, file } => {
            let path = names::path_of_file(&package, &file);
            if is_joined(&repository) {
                let (state, client, repository) = (&state, &client, &repository);
                let joined =
                    Joined { state, client, repository, name: &package, format: &NpmFormat };
                let (holding, file) = joined.file(&path).await?;
                return sent(state, &holding, &file, &headers).await;
            }
            client.require(Action::Read, &repository, &path)?;
            downloaded(&state, Location { repository, path }, &headers).await
        }
        Address::Tag { .. } | Address::Revision { .. } | Address::FileRevision { .. } => {
            Err(ApiError::method_not_allowed())
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
    let repository = writable(&state, &client, &key, PackageType::Npm).await?;
    match address(&path)? {
        Address::Package { package } => {
            publish::publish(&state, &client, &repository, package, request).await
        }
        Address::Revision { package, revision } => {
            change::at_revision(&state, &client, &repository, &package, revision, request).await
        }
        Address::Tag { package, tag } => {
            change::set_tag(&state, &client, &repository, package, tag, request).await
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// `POST {repo}/{path}`: audits.
pub async fn ask(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    registry(&state, &client, &key).await?;
    let form = audit::Form::of(&path).ok_or_else(no_such_call)?;
    audit::audit(&state, form, request).await
}

fn no_such_call() -> ApiError {
    ApiError::not_found("This registry has no such call. Sign in with an access token.")
}

/// `DELETE {repo}/{path}`.
pub async fn remove(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Npm).await?;
    match address(&path)? {
        Address::Tag { package, tag } => {
            change::remove_tag(&state, &client, &repository, package, tag).await
        }
        Address::Revision { package, revision } => {
            change::remove_package(&state, &client, &repository, &package, &revision).await
        }
        Address::FileRevision { package, file } => {
            let path = names::path_of_file(&package, &file);
            client.require(Action::Delete, &repository, &path)?;
            change::remove_file(&state, &client, &repository, path).await?;
            Ok(Json(json!({"ok": true})).into_response())
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

fn address(path: &str) -> Result<Address, ApiError> {
    Address::parse(path).ok_or_else(no_such_call)
}

/// The repository with a key, if it holds packages of npm and the client may know of it.
async fn registry(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    of_type(state, client, key, PackageType::Npm).await
}
