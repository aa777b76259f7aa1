//! `index.yaml`: all charts of a repository. It is written as JSON, which is YAML and which Helm reads faster.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::chart::Chart;
use super::names::{compare, path_of};
use super::{PREFIX, YAML};
use crate::caller::PackageClient;
use crate::components::artifacts::address_of;
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
    digest: String,
    created: Timestamp,
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
    Ok(document(state, client, repository, &Index).await?.response(YAML, headers))
}

struct Index;

impl Writer for Index {
    async fn part(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        mut package: Package,
    ) -> Result<Vec<u8>, ApiError> {
        package.versions.sort_by(|one, other| compare(&other.version, &one.version));
        let key = &repository.settings.key;
        let entry = |stored: &StoredVersion, document: &[u8]| {
            let Stored { chart, digest } =
                serde_json::from_slice(document).map_err(|_| ApiError::internal())?;
            let path = path_of(&chart.name, &chart.version);
            let urls = [address_of(state, PREFIX, key, &path)];
            Ok(Entry { chart, urls, digest, created: stored.published_at })
        };
        let published_at = package.versions.iter().map(|stored| stored.published_at).max();
        let entries = documents(state, package.versions, entry).await?;
        let versions = OfChart {
            name: package.name,
            published_at: published_at.ok_or_else(ApiError::internal)?,
            versions: to_raw_value(&entries).map_err(|_| ApiError::internal())?,
        };
        serde_json::to_vec(&versions).map_err(|_| ApiError::internal())
    }

    fn whole(&self, parts: &[Part]) -> Result<Vec<u8>, ApiError> {
        // The same as long as the charts are: clients ask by its checksum whether it has changed.
        let mut generated = Timestamp::from_ms(0);
        let mut entries = String::new();
        for part in parts {
            let OfChart { name, published_at, versions } =
                serde_json::from_slice(part).map_err(|_| ApiError::internal())?;
            let name = serde_json::to_string(&name).map_err(|_| ApiError::internal())?;
            generated = generated.max(published_at);
            let separator = if entries.is_empty() { "" } else { ",\n" };
            entries.push_str(&format!("{separator}{name}:{versions}"));
        }
        let head = format!("{{\"apiVersion\":\"v1\",\"generated\":\"{generated}\"");
        Ok(format!("{head},\"entries\":{{{entries}}}}}\n").into_bytes())
    }
}
