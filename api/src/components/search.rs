//! Searching the files in repositories: the query language AQL, and the calls for searching by name, property,
//! checksum, Maven's coordinates and pattern. All of them are queries of one search.

mod aql;
mod artifacts;
mod calls;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request, State};
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    Found, FoundItem, NumberField, PersonField, Query, Searched, TextField, TimeField,
};

use super::artifacts::storage::name_of;
use super::repositories::{SERVICE, rows_for_clients, sources};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::{BODY_WITHIN, announces_more};
use crate::route::{Row, get, post};
use crate::shape::Payload;
use crate::state::AppState;
use crate::wire::search::{AqlItem, AqlProperty, AqlRange, AqlResults};

use aql::{FIELDS, Field, Include, Known, QUERY_BYTES_MAX};

const AQL: &str = "/artifactory/api/search/aql";
const ARTIFACT: &str = "/artifactory/api/search/artifact";
const PROP: &str = "/artifactory/api/search/prop";
const CHECKSUM: &str = "/artifactory/api/search/checksum";
const GAVC: &str = "/artifactory/api/search/gavc";
const PATTERN: &str = "/artifactory/api/search/pattern";
const TEXT: &str = "text/plain";

/// Searches. Programs authenticate with access tokens.
pub struct Searches;

impl Component for Searches {
    fn calls(&self) -> Vec<Row> {
        let found = get("/search/artifacts", "Finds artifacts for a user.", artifacts::artifacts);
        vec![found.depends_on(SERVICE)]
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            post(AQL, "Finds files and folders by a query in AQL.", query)
                .accepts_body(Payload::Bytes(TEXT), QUERY_BYTES_MAX),
            get(ARTIFACT, "Finds files by a part of their names.", calls::artifact),
            get(PROP, "Finds files by their properties.", calls::property),
            get(CHECKSUM, "Finds files by a checksum.", calls::checksum),
            get(GAVC, "Finds files by group, artifact, version and classifier.", calls::gavc),
            get(PATTERN, "Finds files by a pattern of their paths.", calls::pattern),
        ];
        rows_for_clients(rows, ErrorForm::Listed)
    }
}

/// `POST api/search/aql`.
pub async fn query(
    State(state): State<AppState>,
    client: PackageClient,
    request: Request,
) -> Result<Json<AqlResults>, ApiError> {
    let too_large = || {
        ApiError::too_large(format!("A query may have at most {} KiB.", QUERY_BYTES_MAX / 1_024))
    };
    if announces_more(&request, QUERY_BYTES_MAX) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, &state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::not_a_query("it is no text"))?;
    let aql = aql::parse(text).map_err(|error| ApiError::not_a_query(&error.to_string()))?;
    let mut people = BTreeMap::new();
    for name in aql.people() {
        let person = state.engine.ports().accounts.person_named(name).await;
        let id = state.access(person)?.map_or_else(|| name.to_owned(), |person| person.0);
        people.insert(name.to_owned(), id);
    }
    let known = Known { people, now: state.engine.now() };
    let found = search(&state, client.rights(), aql.query(&known), None).await?;
    let (include, mut names, mut results) = (aql.include, BTreeMap::new(), Vec::new());
    for item in &found.items {
        results.push(row(&state, &client, item, &include, &mut names).await?);
    }
    let total = results.len();
    let (start_pos, end_pos) = (aql.offset, aql.offset.saturating_add(total));
    let range = AqlRange { start_pos, end_pos, total, limit: aql.limit };
    Ok(Json(AqlResults { results, range }))
}

/// What may be seen of the results of a query, in the repositories with these keys or in all of them.
async fn search(
    state: &AppState,
    rights: &Rights,
    query: Query,
    keys: Option<Vec<String>>,
) -> Result<Found, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let mut wanted = Vec::new();
    for stored in &all {
        match &keys {
            None => wanted.push(stored.id.clone()),
            Some(keys) if keys.contains(&stored.settings.key) => {
                // A virtual repository has the files of its members.
                let sources = sources::all_sources(state, stored).await?;
                wanted.extend(sources.into_iter().map(|source| source.id));
            }
            Some(_) => {}
        }
    }
    let readable = all
        .into_iter()
        .filter(|stored| wanted.contains(&stored.id) && rights.show_folder(stored, ""));
    let scope = readable
        .map(|stored| Searched { sight: rights.sight(&stored), repository: Arc::new(stored) });
    let found = state.engine.ports().search.search(query, scope.collect()).await;
    found.map_err(|error| ApiError::of_repository(&error))
}

/// A result with the fields that a query wants.
async fn row(
    state: &AppState,
    client: &PackageClient,
    found: &FoundItem,
    include: &[Include],
    names: &mut BTreeMap<String, String>,
) -> Result<AqlItem, ApiError> {
    let names_fields =
        include.iter().any(|one| matches!(one, Include::Field(_) | Include::AllFields));
    let mut result = AqlItem::default();
    for (field, _, is_usual) in FIELDS {
        let is_wanted = if names_fields {
            include.iter().any(|one| *one == Include::AllFields || *one == Include::Field(field))
        } else {
            is_usual
        };
        if is_wanted {
            set(state, client, &mut result, found, field, names).await?;
        }
    }
    let is_shown = |name: &str| {
        include.iter().any(|one| match one {
            Include::Properties => true,
            Include::Property(wanted) => wanted == name,
            Include::Field(_) | Include::AllFields => false,
        })
    };
    let has_properties =
        include.iter().any(|one| matches!(one, Include::Properties | Include::Property(_)));
    if has_properties {
        let all = found.file().into_iter().flat_map(|file| &file.properties);
        let shown = all.filter(|(name, _)| is_shown(name)).flat_map(|(name, values)| {
            values.iter().map(|value| AqlProperty { key: name.clone(), value: value.clone() })
        });
        result.properties = Some(shown.collect());
    }
    Ok(result)
}

async fn set(
    state: &AppState,
    client: &PackageClient,
    result: &mut AqlItem,
    found: &FoundItem,
    field: Field,
    names: &mut BTreeMap<String, String>,
) -> Result<(), ApiError> {
    let item = found.item();
    let text = |field| item.text(field).map(str::to_owned);
    match field {
        Field::Repo => result.repo = text(TextField::Repository),
        Field::Path => result.path = text(TextField::Path),
        Field::Name => result.name = text(TextField::Name),
        Field::Type => result.r#type = Some(if found.file().is_some() { "file" } else { "folder" }),
        Field::Size => result.size = item.number(NumberField::Size),
        Field::Depth => result.depth = item.number(NumberField::Depth),
        Field::Created => result.created = item.time(TimeField::Created),
        Field::Modified => result.modified = item.time(TimeField::Modified),
        Field::Updated => result.updated = item.time(TimeField::Updated),
        Field::ActualSha1 => result.actual_sha1 = text(TextField::Sha1),
        Field::OriginalSha1 => result.original_sha1 = text(TextField::Sha1),
        Field::Sha256 => result.sha256 = text(TextField::Sha256),
        Field::ActualMd5 => result.actual_md5 = text(TextField::Md5),
        Field::OriginalMd5 => result.original_md5 = text(TextField::Md5),
        Field::CreatedBy => {
            let id = item.person(PersonField::CreatedBy).unwrap_or_default();
            result.created_by = Some(named(state, client, id, names).await?);
        }
        Field::ModifiedBy => {
            let id = item.person(PersonField::ModifiedBy).unwrap_or_default();
            result.modified_by = Some(named(state, client, id, names).await?);
        }
    }
    Ok(())
}

async fn named(
    state: &AppState,
    client: &PackageClient,
    id: &str,
    names: &mut BTreeMap<String, String>,
) -> Result<String, ApiError> {
    if let Some(name) = names.get(id) {
        return Ok(name.clone());
    }
    let name = name_of(state, client, id).await?;
    names.insert(id.to_owned(), name.clone());
    Ok(name)
}
