//! The console's search for artifacts: files by the filters of global search (SEARCH-01, SEARCH-04).

use axum::Json;
use axum::extract::State;
use waybill_machines::Timestamp;
use waybill_machines::rules::search::{
    ArtifactsSearchType, SearchFilter, SearchModel, SearchType, filter_of, parse, types_named,
};
use waybill_platform::repositories::{
    Comparison, Criterion, FoundItem, ItemField, Query, SortOrder, TextField, TextTest, TimeField,
};

use super::calls::{CHECKSUMS, is};
use super::search;
use crate::caller::RepositoryReader;
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::state::AppState;
use crate::wire::search::{ArtifactQuery, FoundArtifact, FoundArtifacts};

/// How many artifacts an answer has, unless the query says it.
const PORTION: usize = 100;
/// The most artifacts of an answer.
const PORTION_MAX: usize = 500;
/// The last place in a search that can be asked for.
const OFFSET_MAX: usize = 10_000;
/// The length of a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// `GET search/artifacts?query=&offset=&limit=`: files that meet a query, by repository and path.
pub async fn artifacts(
    State(state): State<AppState>,
    RepositoryReader { rights, .. }: RepositoryReader,
    QueryParams(wanted): QueryParams<ArtifactQuery>,
) -> Result<Json<FoundArtifacts>, ApiError> {
    let model = parse(&wanted.query, SearchType::Artifacts)
        .map_err(|problem| ApiError::bad_request("query", problem.to_string()))?;
    let offset = wanted.offset.unwrap_or_default();
    if offset > OFFSET_MAX {
        let message = format!("A search shows at most {OFFSET_MAX} artifacts; please refine it.");
        return Err(ApiError::bad_request("offset", message));
    }
    let limit = wanted.limit.unwrap_or(PORTION).clamp(1, PORTION_MAX);
    let filter = filter_of(&model, SearchType::Artifacts);
    let keys = keys(&state, &filter).await?;
    let by = |field| SortOrder { field: ItemField::Text(field), descending: false };
    let query = Query {
        criterion: Criterion::All(criteria(&model, &filter)?),
        order: vec![by(TextField::Repository), by(TextField::Path), by(TextField::Name)],
        offset,
        // One more, to know whether others follow.
        limit: Some(limit + 1),
    };
    let mut found = search(&state, &rights, query, keys).await?.items;
    let next = (found.len() > limit).then_some(offset + limit);
    found.truncate(limit);
    Ok(Json(FoundArtifacts { artifacts: found.iter().filter_map(row).collect(), next }))
}

/// What an artifact must meet.
fn criteria(model: &SearchModel, filter: &SearchFilter) -> Result<Vec<Criterion>, ApiError> {
    if model.artifacts_search_type == Some(ArtifactsSearchType::Archive) {
        return Err(ApiError::not_a_query("the files inside archives are not indexed here"));
    }
    let mut all = vec![is(TextField::Kind, "file")];
    let checksum = match (model.is_checksum, &filter.checksum) {
        (true, None) => Some(model.name.trim().to_owned()),
        (_, checksum) => checksum.clone(),
    };
    if let Some(checksum) = checksum {
        let known = CHECKSUMS.iter().find(|(_, _, digits)| checksum.len() == *digits);
        let is_hex = checksum.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some((_, field, _)) = known.filter(|_| is_hex) else {
            return Err(ApiError::not_a_query(
                "a checksum has 64, 40 or 32 hexadecimal digits, as a SHA-256, SHA-1 or MD5",
            ));
        };
        all.push(is(*field, &checksum.to_ascii_lowercase()));
    }
    if let Some(name) = filter.name.as_ref().filter(|_| !model.is_checksum) {
        all.push(Criterion::Text(TextField::Name, pattern(name)));
    }
    if let Some(path) = &filter.path {
        let whole = if path.contains(['*', '?']) { path.clone() } else { format!("{path}*") };
        all.push(Criterion::Text(TextField::Path, pattern(&whole)));
    }
    for (name, value) in filter.properties.iter().flatten() {
        let test = TextTest::Matches {
            pattern: if value.is_empty() { "*".to_owned() } else { value.clone() },
            ignores_case: false,
            negated: false,
        };
        all.push(Criterion::Property(Some(name.clone()), test));
    }
    let modified = |comparison, at| Criterion::Time(TimeField::Modified, comparison, at);
    if let Some(first) = day(filter.after.as_deref())? {
        all.push(modified(Comparison::GreaterOrEqual, first));
    }
    if let Some(last) = day(filter.before.as_deref())? {
        let end = Timestamp::from_ms(last.as_ms().saturating_add(DAY_MS));
        all.push(modified(Comparison::Less, end));
    }
    Ok(all)
}

/// The beginning of a day in UTC.
fn day(text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let read = text.map(|text| format!("{text}T00:00:00Z").parse::<Timestamp>()).transpose();
    read.map_err(|_| ApiError::not_a_query("a day is written as yyyy-mm-dd"))
}

fn pattern(text: &str) -> TextTest {
    TextTest::Matches { pattern: text.to_lowercase(), ignores_case: true, negated: false }
}

/// The keys of the repositories that are searched; none for all of them.
async fn keys(state: &AppState, filter: &SearchFilter) -> Result<Option<Vec<String>>, ApiError> {
    let Some(types) = filter.package_type.as_deref().and_then(types_named) else {
        return Ok(filter.repos.clone());
    };
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let of_types = all.into_iter().map(|stored| stored.settings).filter(|settings| {
        let is_named = filter.repos.as_ref().is_none_or(|keys| keys.contains(&settings.key));
        is_named && types.contains(&settings.package_type)
    });
    Ok(Some(of_types.map(|settings| settings.key).collect()))
}

fn row(found: &FoundItem) -> Option<FoundArtifact> {
    let file = found.file()?;
    Some(FoundArtifact {
        repository: found.repository.settings.key.clone(),
        package_type: found.repository.settings.package_type,
        path: file.path.clone(),
        name: file.name().to_owned(),
        bytes: file.content.bytes,
        sha256: file.content.sha256.0.clone(),
        modified: file.modified_at,
    })
}
