//! Release bundles (CHK-01): signed-in users may list and look up, administrators may import.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use tokio::sync::Semaphore;
use waybill_machines::rules::release_bundles::Checksum;
use waybill_machines::secret::PersonId;
use waybill_platform::release_bundles::{
    BundleCursor, BundleError, BundleFilter, Manifest, PageRange, StoredBundle,
};

use crate::caller::{Admin, SignedIn};
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, announced_bytes, read_json, rows};
use crate::state::AppState;
use crate::wire::release_bundles::{
    Lookup, LookupQuery, ReleaseBundleDetails, ReleaseBundleImported, ReleaseBundleProgress,
    ReleaseBundleRecord, ReleaseBundleRecords, ReleaseBundleRow, ReleaseBundleSignature,
    ReleaseBundles, ReleaseBundlesQuery,
};
use crate::wire::{Names, PageInfo};
use std::sync::Arc;

use waybill_machines::AnyState;
use waybill_machines::rules::services::ServiceId::{self, Router};
use waybill_platform::release_bundles::EmbeddedReleaseBundles;
use waybill_platform::remote::{RemoteLookup, RemotePart};
use waybill_platform::stored_file::StoredFile;

use crate::component::{Component, Opened, Opening};
use crate::route::{Row, get, post};
use crate::shape::{Payload, Shape};

/// The checksum lookup is available at the distribution service's own path and below the console's prefix.
const CHECKSUM: &str = "/distribution/api/ui/release_bundle/checksum/{checksum}";
const FIND: &str = "The release bundles that hold a file with this checksum.";
/// Release bundles are served by one service, and their content is stored by another.
const RELEASE_BUNDLES: &[ServiceId] = &[ServiceId::Distribution, ServiceId::Artifactory];
/// The folder of the lists of artifacts.
pub const FOLDER: &str = "release-bundles";

/// Release bundles, and the lookup of a file in them. Access tokens are accepted.
pub struct Bundles;

impl Component for Bundles {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/release_bundles", "A page of the release bundles, newest first.", list)
                .depends_on(RELEASE_BUNDLES)
                .accepts_tokens(),
            post("/release_bundles", "Imports the bundle of a manifest.", import)
                .depends_on(RELEASE_BUNDLES)
                .accepts_body(Payload::Json(Shape::of::<Manifest>()), MANIFEST_BYTES_MAX)
                .accepts_tokens(),
            get("/release_bundles/{name}/{version}", "A bundle, with some of its artifacts.", one)
                .depends_on(RELEASE_BUNDLES)
                .accepts_tokens(),
            get(CHECKSUM, FIND, find).depends_on(RELEASE_BUNDLES).accepts_tokens(),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            get(CHECKSUM, FIND, find).depends_on(RELEASE_BUNDLES).accepts_tokens(),
            get(
                "/lifecycle/api/v2/release_bundle/records/{name}",
                "The versions of a release bundle.",
                records,
            )
            .depends_on(RELEASE_BUNDLES)
            .logged_by(Router)
            .accepts_tokens(),
            get(
                "/lifecycle/api/v2/release_bundle/statuses/{name}/{version}",
                "The status of a release bundle.",
                status,
            )
            .depends_on(RELEASE_BUNDLES)
            .logged_by(Router)
            .accepts_tokens(),
        ]
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn files(&self, state: &AnyState) -> Vec<StoredFile> {
        EmbeddedReleaseBundles::files(state)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (journal, vault) = (opening.data.platform.clone(), Arc::clone(&opening.data.vault));
        let bundles =
            EmbeddedReleaseBundles::open(journal, vault, &opening.data.root.join(FOLDER))?;
        let bundles = Arc::new(bundles);
        opened.ports.release_bundles = Some(bundles.clone());
        opened.ports.lookup = Some(match opening.remote(RemotePart::Checksums) {
            Some(remote) => Arc::new(RemoteLookup::new(remote)),
            None => bundles,
        });
        Ok(())
    }
}

/// Maximum size of a manifest.
pub const MANIFEST_BYTES_MAX: usize = 64 * 1_024 * 1_024;
/// Maximum time for a manifest to be received.
const MANIFEST_WITHIN: Duration = Duration::from_secs(60);

/// Bounds the memory of manifests that are being received: each reserves its announced size. A slow sender does not
/// block others while there is room.
static RECEIVING_MIB: Semaphore = Semaphore::const_new(4 * MANIFEST_BYTES_MAX / MIB);
const MIB: usize = 1_024 * 1_024;

/// Manifests are parsed and stored one at a time: a second one waits until the first is imported.
static IMPORTING: Semaphore = Semaphore::const_new(1);

impl ReleaseBundlesQuery {
    fn portion(&self) -> Result<PageRange, ApiError> {
        let limit = rows("limit", self.limit)?;
        Ok(PageRange { after: self.after.clone(), offset: self.offset.unwrap_or(0), limit })
    }
}

/// `GET release_bundles`: the bundles, newest first.
pub async fn list(
    State(state): State<AppState>,
    _: SignedIn,
    QueryParams(query): QueryParams<ReleaseBundlesQuery>,
) -> Result<Json<ReleaseBundles>, ApiError> {
    let portion = query.portion()?;
    let (limit, offset) = (portion.limit, portion.offset);
    let filter = BundleFilter { origin: query.origin, name: query.name, portion };
    let page = state.engine.ports().release_bundles.list(filter).await;
    let page = page.map_err(|error| ApiError::of_bundle(&error))?;
    let names = names_of(&state, page.rows.iter()).await?;
    let release_bundles = page.rows.iter().map(ReleaseBundleRow::from).collect();
    let end_cursor = page.rows.last().map(|last| BundleCursor::of(last).to_string());
    let page_info = PageInfo { has_next_page: page.has_next, end_cursor };
    let total = page.total;
    Ok(Json(ReleaseBundles { release_bundles, names, total, limit, offset, page_info }))
}

/// `GET release_bundles/{name}/{version}`: a bundle with a page of its artifacts.
pub async fn one(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<ReleaseBundlesQuery>,
) -> Result<Json<ReleaseBundleDetails>, ApiError> {
    let portion = query.portion()?;
    let (limit, offset) = (portion.limit, portion.offset);
    let found = state.engine.ports().release_bundles.one(name, version, portion).await;
    let found = found.map_err(|error| ApiError::of_bundle(&error))?.ok_or_else(no_such_bundle)?;
    let names = names_of(&state, [&found.stored]).await?;
    let release_bundle = ReleaseBundleRow::from(&found.stored);
    let end_cursor = found.artifacts.last().map(|last| last.path.clone());
    let page_info = PageInfo { has_next_page: found.has_next, end_cursor };
    let bundle = found.stored.bundle;
    let signature = bundle.signature.map(|signature| ReleaseBundleSignature {
        key: signature.key,
        value: signature.value,
        holds: found.signature_holds == Some(true),
    });
    Ok(Json(ReleaseBundleDetails {
        release_bundle,
        list: bundle.list.digest,
        signature,
        names,
        artifacts: found.artifacts,
        limit,
        offset,
        page_info,
    }))
}

/// `POST release_bundles`: imports the bundle that a manifest describes.
pub async fn import(
    State(state): State<AppState>,
    admin: Admin,
    request: Request,
) -> Result<Json<ReleaseBundleImported>, ApiError> {
    let too_large = || {
        let limit = MANIFEST_BYTES_MAX / MIB;
        ApiError::too_large(format!("A manifest may have at most {limit} MiB."))
    };
    // Without `Content-Length`, the maximum is reserved.
    let bytes = announced_bytes(&request).unwrap_or(MANIFEST_BYTES_MAX as u64);
    if bytes > MANIFEST_BYTES_MAX as u64 {
        return Err(too_large());
    }
    let reserved_mib = u32::try_from(bytes.div_ceil(MIB as u64)).map_err(|_| too_large())?;
    let _reserved =
        RECEIVING_MIB.acquire_many(reserved_mib).await.map_err(|_| ApiError::internal())?;
    let read = tokio::time::timeout(MANIFEST_WITHIN, Bytes::from_request(request, &state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    let _permit = IMPORTING.acquire().await.map_err(|_| ApiError::internal())?;
    // A manifest may have millions of digits, so it is parsed on the blocking thread pool.
    let manifest = tokio::task::spawn_blocking(move || read_json::<Manifest>(&bytes)).await;
    let manifest = manifest.map_err(|_| ApiError::internal())??;
    let context = admin.context(state.engine.now());
    let stored = state.engine.ports().release_bundles.import(manifest.into(), context).await;
    let stored = stored.map_err(|error| ApiError::of_bundle(&error))?;
    let names = names_of(&state, [&stored]).await?;
    Ok(Json(ReleaseBundleImported { release_bundle: ReleaseBundleRow::from(&stored), names }))
}

/// `GET /distribution/api/ui/release_bundle/checksum/{checksum}`: the bundles that contain a file with this checksum.
pub async fn find(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams(checksum): PathParams<String>,
    QueryParams(query): QueryParams<LookupQuery>,
) -> Result<Json<Lookup>, ApiError> {
    let rows = rows("num_of_rows", query.num_of_rows)?;
    let checksum: Checksum = checksum.parse().map_err(|problem| ApiError::of_checksum(&problem))?;
    let kind = checksum.kind;
    let data = state.engine.ports().lookup.look_up(checksum, rows).await;
    let data = data.map_err(|error| ApiError::of_bundle(&error))?;
    Ok(Json(Lookup { data, checksum_type: kind.as_str() }))
}

/// `GET /lifecycle/api/v2/release_bundle/records/{name}`: the versions of a bundle, in the public format.
pub async fn records(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReleaseBundlesQuery>,
) -> Result<Json<ReleaseBundleRecords>, ApiError> {
    let portion = query.portion()?;
    let (limit, offset) = (portion.limit, portion.offset);
    let filter = BundleFilter { origin: query.origin, name: Some(name), portion };
    let page = state.engine.ports().release_bundles.list(filter).await;
    let page = page.map_err(|error| ApiError::of_bundle(&error))?;
    let names = names_of(&state, page.rows.iter()).await?;
    let release_bundles = page.rows.into_iter().map(|stored| ReleaseBundleRecord {
        status: stored.status,
        release_bundle_name: stored.bundle.name,
        release_bundle_version: stored.bundle.version,
        created: stored.created,
        created_by: stored.created_by.and_then(|person| names.get(&person.0).cloned().flatten()),
    });
    Ok(Json(ReleaseBundleRecords {
        release_bundles: release_bundles.collect(),
        total: page.total,
        limit,
        offset,
    }))
}

/// `GET /lifecycle/api/v2/release_bundle/statuses/{name}/{version}`: the status of a bundle.
pub async fn status(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
) -> Result<Json<ReleaseBundleProgress>, ApiError> {
    let nothing = PageRange::default();
    let found = state.engine.ports().release_bundles.one(name, version, nothing).await;
    let found = found.map_err(|error| ApiError::of_bundle(&error))?.ok_or_else(no_such_bundle)?;
    Ok(Json(ReleaseBundleProgress { status: found.stored.status, messages: Vec::new() }))
}

fn no_such_bundle() -> ApiError {
    ApiError::not_found("There is no such release bundle.")
}

/// The names of the users who created these bundles.
async fn names_of(
    state: &AppState,
    stored: impl IntoIterator<Item = &StoredBundle>,
) -> Result<Names, ApiError> {
    let people: BTreeMap<&str, &PersonId> = stored
        .into_iter()
        .filter_map(|stored| stored.created_by.as_ref())
        .map(|person| (person.0.as_str(), person))
        .collect();
    let mut names = Names::new();
    for (id, person) in people {
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        names.insert(id.to_owned(), user.and_then(|user| user.name));
    }
    Ok(names)
}

/// Whether an error is caused by the input rather than by the server.
pub const fn is_about_input(error: &BundleError) -> bool {
    matches!(
        error,
        BundleError::Problem { .. }
            | BundleError::Cursor
            | BundleError::PathTwice { .. }
            | BundleError::FileAndFolder { .. }
            | BundleError::Exists { .. }
    )
}
