//! The storage calls: what is at a path, what is below it, and properties.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::percent_decode_str;
use waybill_machines::Timestamp;
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::downloads::Counted;
use waybill_platform::repositories::{
    Depth, Entry, FileInfo, Location, PropertyChanges, StoredRepository,
};

use super::access::{files_in, located, visible};
use super::target::{Target, properties_of};
use super::{address_of, media_type};
use crate::caller::PackageClient;
use crate::components::repositories::sources::{Held, held_at};
use crate::downloads::counted;
use crate::error::{ApiError, nothing_left};
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::repositories::{
    Checksums, ListedFile, PropertiesChange, PropertyValue, StorageChild, StorageInfo, StorageList,
    StorageProperties, StorageStatistics, StoredFile,
};

/// `GET api/storage/{repo}`.
pub async fn root(
    state: State<AppState>,
    client: PackageClient,
    PathParams(repository): PathParams<String>,
    query: RawQuery,
) -> Result<Response, ApiError> {
    one(state, client, PathParams((repository, String::new())), query).await
}

/// `GET api/storage/{repo}/{path}`, `?properties[=names]`, `?stats` and `?list`.
pub async fn one(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let at = located(&state, &client, &repository, Target::parse(&path)?.path).await?;
    let (at, found) = visible(&state, &client, at).await?;
    let (repository, path) = (&at.repository.settings.key, &at.path);
    let query = query.unwrap_or_default();
    if let Some(names) = parameter(&query, "properties") {
        let Entry::File(file) = found else { return Err(no_properties()) };
        let is_wanted =
            |name: &String| names.is_empty() || names.split(',').any(|wanted| wanted == name);
        let mut properties = file.properties;
        properties.retain(|name, _| is_wanted(name));
        if properties.is_empty() {
            return Err(no_properties());
        }
        let uri = uri_of(&state, repository, path);
        return Ok(Json(StorageProperties { uri, properties }).into_response());
    }
    if parameter(&query, "stats").is_some() {
        let Entry::File(_) = found else { return Err(ApiError::no_statistics()) };
        let uri = uri_of(&state, repository, path);
        let Counted { transfers, last } = counted(&state, at).await?;
        return Ok(Json(StorageStatistics {
            uri,
            download_count: transfers.downloads,
            last_downloaded: last.map_or(0, Timestamp::as_ms),
        })
        .into_response());
    }
    if parameter(&query, "list").is_some() {
        let is_deep = parameter(&query, "deep").is_some_and(|deep| deep == "1");
        let depth = if is_deep { Depth::All } else { Depth::Folder };
        let files = files_in(&state, &client, &at, depth).await?;
        let below = if path.is_empty() { 0 } else { path.len() + 1 };
        let files = files.iter().map(|file| listed(file, below)).collect();
        let uri = uri_of(&state, repository, path);
        let created = state.engine.now();
        return Ok(Json(StorageList { uri, created, files }).into_response());
    }
    Ok(Json(described(&state, &client, &at, &found).await?).into_response())
}

/// `PUT api/storage/{repo}/{path}?properties=name=value;..`: adds properties or changes their values.
pub async fn annotate(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let wanted = parameter(&query.unwrap_or_default(), "properties").unwrap_or_default();
    let changes = properties_of(&wanted)?.into_iter().map(|(name, values)| (name, Some(values)));
    change(&state, &client, &repository, &path, changes.collect()).await
}

/// `DELETE api/storage/{repo}/{path}?properties=name,other`.
pub async fn forget(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let names = parameter(&query.unwrap_or_default(), "properties").unwrap_or_default();
    let names = names.split(',').filter(|name| !name.is_empty());
    let changes = names.map(|name| (name.to_owned(), None)).collect();
    change(&state, &client, &repository, &path, changes).await
}

/// `PATCH api/metadata/{repo}/{path}`: adds, changes and removes properties.
pub async fn patch(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    Body(wanted): Body<PropertiesChange>,
) -> Result<Response, ApiError> {
    let changes = wanted.props.into_iter().map(|(name, value)| {
        let values = value.map(|value| match value {
            PropertyValue::One(value) => vec![value],
            PropertyValue::Several(values) => values,
        });
        (name, values)
    });
    change(&state, &client, &repository, &path, changes.collect()).await
}

async fn change(
    state: &AppState,
    client: &PackageClient,
    repository: &str,
    path: &str,
    changes: PropertyChanges,
) -> Result<Response, ApiError> {
    if changes.is_empty() {
        return Err(ApiError::no_properties_named());
    }
    let path = Target::parse(path)?.path;
    let at = located(state, client, repository, path).await?;
    let at = match held_at(state, client.rights(), &at).await? {
        // A file of a virtual repository is changed where it is.
        Some(Held::File(held)) => Location { repository: held.holder, ..at },
        _ => at,
    };
    client.require(Action::Annotate, &at.repository, &at.path)?;
    let context = client.context(state.engine.now())?;
    let changed = state.engine.ports().artifacts.annotate(at, changes, context).await;
    changed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(nothing_left())
}

fn no_properties() -> ApiError {
    ApiError::not_found("No properties could be found.")
}

/// A parameter of a query, decoded; its value is empty if it has none. Values may have `=` and `;`.
fn parameter(query: &str, name: &str) -> Option<String> {
    let pair = query.split('&').find_map(|pair| {
        let (found, value) = pair.split_once('=').unwrap_or((pair, ""));
        (found == name).then_some(value)
    })?;
    let spaced = pair.replace('+', " ");
    Some(percent_decode_str(&spaced).decode_utf8_lossy().into_owned())
}

fn uri_of(state: &AppState, repository: &str, path: &str) -> String {
    address_of(state, "/artifactory/api/storage", repository, path)
}

fn checksums(file: &FileInfo) -> Checksums {
    let content = &file.content;
    Checksums {
        sha1: content.sha1.0.clone(),
        md5: content.md5.0.clone(),
        sha256: content.sha256.0.clone(),
    }
}

fn listed(file: &FileInfo, below: usize) -> ListedFile {
    ListedFile {
        uri: format!("/{}", file.path.get(below..).unwrap_or(&file.path)),
        size: file.content.bytes,
        last_modified: file.modified_at,
        folder: false,
        sha1: file.content.sha1.0.clone(),
        sha2: file.content.sha256.0.clone(),
    }
}

/// The answer about a file or a folder.
pub(super) async fn described(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
    found: &Entry,
) -> Result<StorageInfo, ApiError> {
    let (repository, path) = (&at.repository.settings.key, &at.path);
    let (times, file, children) = match found {
        Entry::File(file) => {
            let times = Times {
                created: (file.created_at, file.created_by.clone()),
                modified: (file.modified_at, file.modified_by.clone()),
                updated: file.updated_at,
            };
            (times, Some(stored(state, repository, file)), None)
        }
        Entry::Folder(children) => {
            let children = children.iter().map(|child| StorageChild {
                uri: format!("/{}", child.name),
                folder: child.is_folder,
            });
            (Times::of_repository(&at.repository), None, Some(children.collect()))
        }
    };
    Ok(StorageInfo {
        created: times.created.0,
        created_by: name_of(state, client, &times.created.1).await?,
        last_modified: times.modified.0,
        modified_by: name_of(state, client, &times.modified.1).await?,
        last_updated: times.updated,
        repo: repository.clone(),
        path: format!("/{path}"),
        uri: uri_of(state, repository, path),
        file,
        children,
    })
}

/// When something was created and changed, and by whom.
struct Times {
    created: (Timestamp, String),
    modified: (Timestamp, String),
    updated: Timestamp,
}

impl Times {
    /// Those of a folder: it has no records of its own, so they are those of its repository's creation.
    fn of_repository(repository: &StoredRepository) -> Self {
        let by = repository.created_by.as_ref();
        let by = by.map_or_else(|| "system".to_owned(), |person| person.0.clone());
        let created = (repository.created_at, by);
        Self { modified: created.clone(), updated: created.0, created }
    }
}

fn stored(state: &AppState, repository: &str, file: &FileInfo) -> StoredFile {
    StoredFile {
        download_uri: address_of(state, "/artifactory", repository, &file.path),
        mime_type: media_type(file.name()),
        size: file.content.bytes.to_string(),
        checksums: checksums(file),
        original_checksums: checksums(file),
    }
}

/// The name of a user by the id in a record. One who was erased has none, and clients without credentials get none.
pub(in crate::components) async fn name_of(
    state: &AppState,
    client: &PackageClient,
    who: &str,
) -> Result<String, ApiError> {
    if client.is_anonymous() || !who.starts_with("p_") {
        return Ok(who.to_owned());
    }
    let user = state.engine.ports().accounts.user(PersonId(who.to_owned())).await;
    let name = state.access(user)?.and_then(|user| user.name);
    Ok(name.unwrap_or_else(|| "erased".to_owned()))
}
