//! Release bundles (CHK-01): signed-in users may list and look up, administrators may import, create, promote,
//! distribute and delete.

mod asked;
mod creation;
mod distribution;
mod files;
mod promotion;
mod public;
mod received;
mod sight;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use tokio::sync::{Semaphore, SemaphorePermit};
use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::AnyState;
use waybill_machines::rules::release_bundles::Checksum;
use waybill_machines::rules::services::ServiceId::{self, Router};
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::{Principal, Rights};
use waybill_platform::release_bundles::{
    BundleCursor, BundleError, BundleFilter, EmbeddedReleaseBundles, Manifest, PageRange,
    StoredBundle,
};
use waybill_platform::remote::{RemoteLookup, RemotePart};
use waybill_platform::stored_file::StoredFile;

use crate::caller::{Admin, SignedIn};
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, announced_bytes, read_json, rows};
use crate::route::{Row, delete, get, post, put};
use crate::shape::{Payload, Shape};
use crate::state::AppState;
use crate::wire::lifecycle::{NewReleaseBundle, ReleaseBundleCreated, ReleaseBundlePromotionBegun};
use crate::wire::release_bundles::{
    CreateReleaseBundle, Lookup, LookupQuery, ReleaseBundleDetails, ReleaseBundleImported,
    ReleaseBundleRow, ReleaseBundleSignature, ReleaseBundles, ReleaseBundlesQuery,
};
use crate::wire::{Empty, Names, PageInfo};

use creation::CREATION_BYTES_MAX;
use sight::{Sight, details};

/// The checksum lookup is available at the distribution service's own path and below the console's prefix.
const CHECKSUM: &str = "/distribution/api/ui/release_bundle/checksum/{checksum}";
const FIND: &str = "The release bundles that hold a file with this checksum.";
/// A bundle in the console.
const ONE: &str = "/release_bundles/{name}/{version}";
/// Creating a bundle, in the platform's public format.
const CREATE: &str = "/lifecycle/api/v2/release_bundle";
const RECORDS: &str = "/lifecycle/api/v2/release_bundle/records/{name}";
const RECORD: &str = "/lifecycle/api/v2/release_bundle/records/{name}/{version}";
const STATUS: &str = "/lifecycle/api/v2/release_bundle/statuses/{name}/{version}";
const PROMOTIONS: &str = "/lifecycle/api/v2/promotion/records/{name}";
const PROMOTION: &str = "/lifecycle/api/v2/promotion/records/{name}/{version}";
/// Bundles that other installations distribute to this one.
const RECEIVED: &str = "/lifecycle/api/v2/received/{name}/{version}";
/// Release bundles are served by one service, and their content is stored by another.
const RELEASE_BUNDLES: &[ServiceId] = &[ServiceId::Distribution, ServiceId::Artifactory];
/// The folder of the lists of artifacts.
pub const FOLDER: &str = "release-bundles";

/// Release bundles, and the lookup of a file in them. Access tokens are accepted.
pub struct Bundles;

impl Component for Bundles {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/release_bundles", "A page of the release bundles, newest first.", list),
            post("/release_bundles", "Imports the bundle of a manifest.", import)
                .accepts_body(Payload::Json(Shape::of::<Manifest>()), MANIFEST_BYTES_MAX),
            get(
                "/release_bundles/environments",
                "The environments that bundles can be promoted to.",
                promotion::environments,
            ),
            get(ONE, "A bundle, with some of its artifacts.", one),
            post(ONE, "Creates a bundle from files in repositories.", creation::create)
                .accepts_body(
                    Payload::Json(Shape::of::<CreateReleaseBundle>()),
                    CREATION_BYTES_MAX,
                ),
            delete(ONE, "Deletes a bundle; files in repositories stay.", remove),
            post(
                "/release_bundles/{name}/{version}/promotions",
                "Promotes a bundle to an environment, or judges that.",
                promotion::promote,
            ),
            get(CHECKSUM, FIND, find),
        ];
        let rows = rows.into_iter().chain(distribution::calls());
        rows.map(|row| row.depends_on(RELEASE_BUNDLES).accepts_tokens()).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            post(CREATE, "Creates a release bundle.", public::create)
                .accepts_body(Payload::Json(Shape::of::<NewReleaseBundle>()), CREATION_BYTES_MAX)
                .responds_as(Shape::of::<ReleaseBundleCreated>()),
            get(RECORDS, "The versions of a release bundle.", public::records),
            get(RECORD, "A release bundle, with some of its files.", public::record),
            delete(RECORD, "Deletes a release bundle; files in repositories stay.", public::remove),
            get(STATUS, "The status of a release bundle.", public::status),
            get(PROMOTIONS, "The promotions of all versions of a bundle.", public::promotions),
            get(PROMOTION, "The promotions of a release bundle.", public::promotions_of_version),
            post(PROMOTION, "Promotes a release bundle to an environment.", public::promote)
                .responds_as(Shape::of::<ReleaseBundlePromotionBegun>()),
            put(RECEIVED, "Registers a bundle whose files were stored here.", received::register)
                .accepts_body(Payload::Json(Shape::of::<Manifest>()), MANIFEST_BYTES_MAX),
            delete(RECEIVED, "Removes a received bundle with its files.", received::remove),
        ];
        let rows = rows.into_iter().chain(distribution::public());
        let logged = rows.map(|row| row.logged_by(Router));
        let lookup = get(CHECKSUM, FIND, find);
        let rows = [lookup].into_iter().chain(logged);
        rows.map(|row| row.depends_on(RELEASE_BUNDLES).accepts_tokens()).collect()
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
        end_interrupted(&bundles);
        opened.ports.release_bundles = Some(bundles.clone());
        opened.ports.lookup = Some(match opening.remote(RemotePart::Checksums) {
            Some(remote) => Arc::new(RemoteLookup::new(remote)),
            None => bundles,
        });
        Ok(())
    }
}

/// Records that creations and promotions which a stop of the server has ended were interrupted.
fn end_interrupted(service: &Arc<EmbeddedReleaseBundles>) {
    // Commands on the server's machine open the service without a runtime, and for a moment.
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    let service = Arc::clone(service);
    runtime.spawn(async move {
        if let Err(error) = service.end_interrupted(SystemClock.now()).await {
            tracing::error!(service = "distribution", %error, "interrupted creations and promotions were not recorded");
        }
    });
}

/// Maximum size of a manifest.
pub const MANIFEST_BYTES_MAX: usize = 64 * 1_024 * 1_024;
/// Maximum time for a manifest, or for what a bundle is created from, to be received.
const RECEIVED_WITHIN: Duration = Duration::from_secs(60);

/// Bounds the memory of what is being received: each reserves its announced size. A slow sender does not block others
/// while there is room.
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
    user: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<ReleaseBundlesQuery>,
) -> Result<Json<ReleaseBundleDetails>, ApiError> {
    let portion = query.portion()?;
    let (limit, offset) = (portion.limit, portion.offset);
    let sight = Sight::of(&state, &user.person).await?;
    let found = details(&state, &sight, (name, version), portion).await?;
    let promotions = found.stored.promotions.iter().rev();
    let promotions: Vec<_> = promotions.map(|promotion| sight.shown(promotion)).collect();
    let distributions = found.stored.distributions.iter().rev();
    let distributions =
        distributions.map(|distribution| sight.distribution(distribution)).collect();
    let names = names_of(&state, [&found.stored]).await?;
    let release_bundle = ReleaseBundleRow::from(&found.stored);
    let received = found.stored.received;
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
        promotions,
        distributions,
        received,
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
    let (bytes, _reserved) = received(request, &state, "A manifest", MANIFEST_BYTES_MAX).await?;
    let _permit = IMPORTING.acquire().await.map_err(|_| ApiError::internal())?;
    // A manifest may have millions of digits, so it is parsed on the blocking thread pool.
    let manifest = tokio::task::spawn_blocking(move || read_json::<Manifest>(&bytes)).await;
    let manifest = manifest.map_err(|_| ApiError::internal())??;
    let context = admin.context(state.engine.now());
    let stored = state.engine.ports().release_bundles.import(manifest.into(), context).await;
    let stored = stored.map_err(|error| ApiError::of_bundle(&error))?;
    imported(&state, &stored).await
}

/// What a client sends, and the memory that is reserved for it.
async fn received(
    request: Request,
    state: &AppState,
    what: &str,
    bytes_max: usize,
) -> Result<(Bytes, SemaphorePermit<'static>), ApiError> {
    let too_large =
        || ApiError::too_large(format!("{what} may have at most {} MiB.", bytes_max / MIB));
    // Without `Content-Length`, the maximum is reserved.
    let bytes = announced_bytes(&request).unwrap_or(bytes_max as u64);
    if bytes > bytes_max as u64 {
        return Err(too_large());
    }
    let reserved_mib = u32::try_from(bytes.div_ceil(MIB as u64)).map_err(|_| too_large())?;
    let reserved = RECEIVING_MIB.acquire_many(reserved_mib).await;
    let reserved = reserved.map_err(|_| ApiError::internal())?;
    let read = tokio::time::timeout(RECEIVED_WITHIN, Bytes::from_request(request, state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    Ok((bytes, reserved))
}

/// The answer to an import or a creation.
async fn imported(
    state: &AppState,
    stored: &StoredBundle,
) -> Result<Json<ReleaseBundleImported>, ApiError> {
    let names = names_of(state, [stored]).await?;
    Ok(Json(ReleaseBundleImported { release_bundle: ReleaseBundleRow::from(stored), names }))
}

/// `DELETE release_bundles/{name}/{version}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    removed(&state, &admin, bundle).await?;
    Ok(Json(Empty {}))
}

/// Deletes a bundle. The files in repositories stay.
async fn removed(
    state: &AppState,
    admin: &Admin,
    (name, version): (String, String),
) -> Result<(), ApiError> {
    let context = admin.context(state.engine.now());
    let removed = state.engine.ports().release_bundles.delete(name, version, context).await;
    let removed = removed.map_err(|error| ApiError::of_bundle(&error))?;
    removed.then_some(()).ok_or_else(ApiError::no_such_bundle)
}

/// What administrators may do in repositories.
async fn rights_of_admins(state: &AppState) -> Result<Rights, ApiError> {
    Ok(state.engine.ports().permissions.rights(Principal::Administrator).await?)
}

/// `GET /distribution/api/ui/release_bundle/checksum/{checksum}`: the bundles that contain a file with this checksum.
/// Files of repositories are shown to those who may read them.
pub async fn find(
    State(state): State<AppState>,
    user: SignedIn,
    PathParams(checksum): PathParams<String>,
    QueryParams(query): QueryParams<LookupQuery>,
) -> Result<Json<Lookup>, ApiError> {
    let rows = rows("num_of_rows", query.num_of_rows)?;
    let checksum: Checksum = checksum.parse().map_err(|problem| ApiError::of_checksum(&problem))?;
    let kind = checksum.kind;
    let data = state.engine.ports().lookup.look_up(checksum, rows).await;
    let data = data.map_err(|error| ApiError::of_bundle(&error))?;
    let sight = Sight::of(&state, &user.person).await?;
    let data = data.into_iter().filter_map(|hit| sight.hit(hit)).collect();
    Ok(Json(Lookup { data, checksum_type: kind.as_str() }))
}

/// The names of the users who created, promoted and distributed these bundles.
async fn names_of(
    state: &AppState,
    stored: impl IntoIterator<Item = &StoredBundle>,
) -> Result<Names, ApiError> {
    let people = stored.into_iter().flat_map(|stored| {
        let promoters = stored.promotions.iter().filter_map(|promotion| promotion.by.as_ref());
        let distributors = stored.distributions.iter().flat_map(distribution::people);
        stored.created_by.iter().chain(promoters).chain(distributors)
    });
    let people: BTreeMap<&str, &PersonId> =
        people.map(|person| (person.0.as_str(), person)).collect();
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
