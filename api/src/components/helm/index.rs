//! `index.yaml`: all charts of a repository. It is written as JSON, which is YAML and which Helm reads faster.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::cmp::Ordering;
use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};
use waybill_versions::Scheme;

use super::chart::Chart;
use super::names::path_of;
use super::upstream::{ChartVersion, Charts, HelmFormat};
use super::{PREFIX, YAML};
use crate::caller::PackageClient;
use crate::components::artifacts::address_of;
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::documents;
use crate::components::repository_index::{Part, Writer, document};
use crate::error::ApiError;
use crate::state::AppState;

/// The metadata that is stored of a version.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) chart: Chart,
    /// The SHA-256 of the file, in hex.
    pub(super) digest: String,
}

/// What the index says of a version.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    chart: Chart,
    urls: [String; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<Timestamp>,
}

impl Entry {
    fn new(state: &AppState, key: &str, version: ChartVersion) -> Self {
        let ChartVersion { chart, digest, created, .. } = version;
        let urls = [address_of(state, PREFIX, key, &path_of(&chart.name, &chart.version))];
        Self { chart, urls, digest, created }
    }
}

/// What the index says of a chart.
#[derive(Serialize, Deserialize)]
struct OfChart {
    name: String,
    /// When the newest of its versions was published.
    published_at: Timestamp,
    versions: Box<RawValue>,
}

/// `GET {repo}/index.yaml`.
pub(super) async fn index(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    if is_joined(repository) {
        let joined = Joined { state, client, repository, name: "", format: &HelmFormat };
        let write = async |charts: Charts| written(state, repository, charts);
        return Ok(joined.whole("index", write).await?.response(YAML, headers));
    }
    Ok(document(state, client, repository, &Index).await?.response(YAML, headers))
}

/// The versions of a chart that is stored here.
pub(super) async fn stored_versions(
    state: &AppState,
    versions: Vec<StoredVersion>,
) -> Result<Vec<ChartVersion>, ApiError> {
    let read = |stored: &StoredVersion, document: &[u8]| {
        let Stored { chart, digest } =
            serde_json::from_slice(document).map_err(|_| ApiError::internal())?;
        let (digest, created) = (Some(digest), Some(stored.published_at));
        Ok(ChartVersion { chart, digest, created, link: String::new() })
    };
    documents(state, versions, read).await
}

/// Writes the index of charts that are joined.
fn written(
    state: &AppState,
    repository: &StoredRepository,
    charts: Charts,
) -> Result<Vec<u8>, ApiError> {
    let (key, mut parts) = (&repository.settings.key, Vec::new());
    for (name, mut versions) in charts.0 {
        versions.sort_by(|one, other| newer_first(&one.chart.version, &other.chart.version));
        let published_at = versions.iter().filter_map(|version| version.created).max();
        let entries = versions.into_iter().map(|version| Entry::new(state, key, version));
        let entries: Vec<_> = entries.collect();
        parts.push(OfChart {
            name,
            published_at: published_at.unwrap_or(Timestamp::from_ms(0)),
            versions: to_raw_value(&entries).map_err(|_| ApiError::internal())?,
        });
    }
    joined(parts.into_iter().map(Ok))
}

/// Joins what the index says of charts.
fn joined(charts: impl Iterator<Item = Result<OfChart, ApiError>>) -> Result<Vec<u8>, ApiError> {
    // The same as long as the charts are: clients ask by its checksum whether it has changed.
    let mut generated = Timestamp::from_ms(0);
    let mut entries = String::new();
    for chart in charts {
        let OfChart { name, published_at, versions } = chart?;
        let name = serde_json::to_string(&name).map_err(|_| ApiError::internal())?;
        generated = generated.max(published_at);
        let separator = if entries.is_empty() { "" } else { ",\n" };
        entries.push_str(&format!("{separator}{name}:{versions}"));
    }
    let head = format!("{{\"apiVersion\":\"v1\",\"generated\":\"{generated}\"");
    Ok(format!("{head},\"entries\":{{{entries}}}}}\n").into_bytes())
}

struct Index;

impl Writer for Index {
    async fn part(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        mut package: Package,
    ) -> Result<Vec<u8>, ApiError> {
        package.versions.sort_by(|one, other| newer_first(&one.version, &other.version));
        let key = &repository.settings.key;
        let published_at = package.versions.iter().map(|stored| stored.published_at).max();
        let versions = stored_versions(state, package.versions).await?;
        let entries = versions.into_iter().map(|version| Entry::new(state, key, version));
        let entries: Vec<_> = entries.collect();
        let versions = OfChart {
            name: package.name,
            published_at: published_at.ok_or_else(ApiError::internal)?,
            versions: to_raw_value(&entries).map_err(|_| ApiError::internal())?,
        };
        serde_json::to_vec(&versions).map_err(|_| ApiError::internal())
    }

    fn whole(&self, parts: &[Part]) -> Result<Vec<u8>, ApiError> {
        joined(
            parts.iter().map(|part| serde_json::from_slice(part).map_err(|_| ApiError::internal())),
        )
    }
}
/// The order in which clients have versions.
fn newer_first(one: &str, other: &str) -> Ordering {
    Scheme::Helm.compare(other, one)
}
