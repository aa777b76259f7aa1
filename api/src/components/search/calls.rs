//! The calls that search by one thing. Each of them is a query of the search.

use axum::Json;
use axum::extract::{RawQuery, State};
use url::form_urlencoded;
use waybill_platform::repositories::{
    Comparison, Criterion, NumberField, Query, TextField, TextTest,
};

use super::super::artifacts::address_of;
use super::search;
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::search::{PatternResults, SearchResult, SearchResults};

/// The most criteria of a call, and the longest of them in bytes.
const CRITERIA_MAX: usize = 50;
const CRITERION_BYTES_MAX: usize = 256;
/// The checksums by which files are found, with their numbers of hexadecimal digits.
pub(super) const CHECKSUMS: [(&str, TextField, usize); 3] =
    [("sha256", TextField::Sha256, 64), ("sha1", TextField::Sha1, 40), ("md5", TextField::Md5, 32)];

/// The parameters of a call, and the keys of the repositories that it names.
struct Parameters {
    all: Vec<(String, String)>,
    keys: Option<Vec<String>>,
}

impl Parameters {
    fn read(query: Option<String>) -> Result<Self, ApiError> {
        let query = query.unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        let (keys, all): (Vec<_>, Vec<_>) = pairs.partition(|(name, _)| name == "repos");
        if all.len() > CRITERIA_MAX
            || all.iter().any(|(_, value)| value.len() > CRITERION_BYTES_MAX)
        {
            return Err(ApiError::not_a_query("it has too many or too long parameters"));
        }
        let keys: Vec<String> = keys
            .iter()
            .flat_map(|(_, keys)| keys.split(','))
            .map(|key| key.trim().to_owned())
            .filter(|key| !key.is_empty())
            .collect();
        Ok(Self { all, keys: (!keys.is_empty()).then_some(keys) })
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.all.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }
}

fn matching(pattern: impl Into<String>) -> TextTest {
    TextTest::Matches { pattern: pattern.into(), ignores_case: false, negated: false }
}

pub(super) fn is(field: TextField, value: &str) -> Criterion {
    Criterion::Text(field, TextTest::Compares(Comparison::Equal, value.to_owned()))
}

async fn files(
    state: &AppState,
    client: &PackageClient,
    mut all: Vec<Criterion>,
    keys: Option<Vec<String>>,
) -> Result<Vec<(String, String)>, ApiError> {
    all.push(is(TextField::Kind, "file"));
    let query = Query { criterion: Criterion::All(all), order: Vec::new(), offset: 0, limit: None };
    let found = search(state, client.rights(), query, keys).await?;
    let place = |item: waybill_platform::repositories::FoundItem| {
        (item.repository.settings.key.clone(), item.path().to_owned())
    };
    Ok(found.items.into_iter().map(place).collect())
}

async fn addresses(
    state: &AppState,
    client: &PackageClient,
    all: Vec<Criterion>,
    keys: Option<Vec<String>>,
) -> Result<Json<SearchResults>, ApiError> {
    let found = files(state, client, all, keys).await?;
    let results = found.into_iter().map(|(repository, path)| SearchResult {
        uri: address_of(state, "/artifactory/api/storage", &repository, &path),
    });
    Ok(Json(SearchResults { results: results.collect() }))
}

/// `GET api/search/artifact?name=&repos=`: files whose names have a part, or match a pattern, whatever the case.
pub async fn artifact(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
) -> Result<Json<SearchResults>, ApiError> {
    let parameters = Parameters::read(query)?;
    let name = parameters.get("name").ok_or_else(|| ApiError::not_a_query("name is missing"))?;
    let name = name.to_lowercase();
    let pattern = if name.contains(['*', '?']) { name } else { format!("*{name}*") };
    let test = TextTest::Matches { pattern, ignores_case: true, negated: false };
    let wanted = vec![Criterion::Text(TextField::Name, test)];
    addresses(&state, &client, wanted, parameters.keys).await
}

/// `GET api/search/prop?name=value,other&repos=`: files that have all properties, each with one of its values.
pub async fn property(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
) -> Result<Json<SearchResults>, ApiError> {
    let Parameters { all, keys } = Parameters::read(query)?;
    if all.is_empty() {
        return Err(ApiError::not_a_query("name a property as NAME=VALUE"));
    }
    let wanted = all.into_iter().map(|(name, values)| {
        let values = if values.is_empty() { "*".to_owned() } else { values };
        let one = |value: &str| Criterion::Property(Some(name.clone()), matching(value));
        Criterion::Any(values.split(',').take(CRITERIA_MAX).map(one).collect())
    });
    let wanted = wanted.collect();
    addresses(&state, &client, wanted, keys).await
}

/// `GET api/search/checksum?sha256=&sha1=&md5=&repos=`.
pub async fn checksum(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
) -> Result<Json<SearchResults>, ApiError> {
    let parameters = Parameters::read(query)?;
    let mut wanted = Vec::new();
    for (name, field, digits) in CHECKSUMS {
        let Some(value) = parameters.get(name) else { continue };
        if value.len() != digits || !value.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let problem = format!("{name} has {digits} hexadecimal digits");
            return Err(ApiError::not_a_query(&problem));
        }
        wanted.push(is(field, &value.to_ascii_lowercase()));
    }
    if wanted.is_empty() {
        return Err(ApiError::not_a_query("name a checksum as sha256, sha1 or md5"));
    }
    addresses(&state, &client, wanted, parameters.keys).await
}

/// `GET api/search/gavc?g=&a=&v=&c=&repos=`: files in the layout of Maven.
pub async fn gavc(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
) -> Result<Json<SearchResults>, ApiError> {
    let parameters = Parameters::read(query)?;
    let [group, artifact, version, classifier] =
        ["g", "a", "v", "c"].map(|name| parameters.get(name));
    if [group, artifact, version, classifier].iter().all(Option::is_none) {
        return Err(ApiError::not_a_query(
            "name a group as g, an artifact as a, or a version as v",
        ));
    }
    let group = group.map_or_else(|| "*".to_owned(), |group| group.replace('.', "/"));
    let (artifact, version) = (artifact.unwrap_or("*"), version.unwrap_or("*"));
    let name = match classifier {
        Some(classifier) => format!("{artifact}-*-{classifier}.*"),
        None => format!("{artifact}-*"),
    };
    let path = Criterion::Text(TextField::Path, matching(format!("{group}/{artifact}/{version}")));
    let wanted = vec![path, Criterion::Text(TextField::Name, matching(name))];
    addresses(&state, &client, wanted, parameters.keys).await
}

/// `GET api/search/pattern?pattern=REPOSITORY:path/*.jar`: `*` and `?` match no slash.
pub async fn pattern(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
) -> Result<Json<PatternResults>, ApiError> {
    let parameters = Parameters::read(query)?;
    let source = parameters.get("pattern").unwrap_or_default();
    let usage = || ApiError::not_a_query("write the pattern as REPOSITORY:PATH, without **");
    let (key, pattern) = source.split_once(':').ok_or_else(usage)?;
    if pattern.is_empty() || pattern.contains("**") {
        return Err(usage());
    }
    let (folder, name) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    // With as many parts as the pattern has, none of its wildcards can match a slash.
    let depth = pattern.split('/').count() as u64;
    let wanted = vec![
        Criterion::Text(TextField::Path, matching(folder)),
        Criterion::Text(TextField::Name, matching(name)),
        Criterion::Number(NumberField::Depth, Comparison::Equal, depth),
    ];
    let found = files(&state, &client, wanted, Some(vec![key.to_owned()])).await?;
    Ok(Json(PatternResults {
        repo_uri: address_of(&state, "/artifactory", key, ""),
        source_pattern: source.to_owned(),
        files: found.into_iter().map(|(_, path)| path).collect(),
    }))
}
