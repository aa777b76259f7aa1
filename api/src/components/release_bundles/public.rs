//! Release bundles for programs, in the format of the platform's public API.

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use waybill_machines::machines::release_bundle::{CreationFailure, Promotion, PromotionStatus};
use waybill_platform::release_bundles::{
    Artifact, BundleFilter, PageRange, Progress, StoredBundle,
};
use waybill_platform::secret::hex;

use super::asked::{Asked, stored_of};
use super::creation::{CREATION_BYTES_MAX, Sources, WantedFile, WantedRun, created};
use super::promotion::{Fields, Judged, Wanted};
use super::sight::{Sight, details};
use super::{names_of, received, removed};
use crate::caller::{Admin, SignedIn};
use crate::components::builds::build_of;
use crate::error::{self, ApiError, nothing_left};
use crate::extract::{PathParams, QueryParams, VendorBody, read_json, rows};
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::lifecycle::{
    LifecycleQuery, NewReleaseBundle, NewReleaseBundlePromotion, PromotionRecordsQuery,
    ReleaseBundleContents, ReleaseBundleCreated, ReleaseBundleFile, ReleaseBundlePromotionBegun,
    ReleaseBundlePromotionRecord, ReleaseBundlePromotionRecords, ReleaseBundleSourceBuild,
};
use crate::wire::release_bundles::{
    ReleaseBundleMessage, ReleaseBundleProgress, ReleaseBundleRecord, ReleaseBundleRecords,
    ReleaseBundlesQuery,
};

/// The repository that clients see bundles in.
pub(super) const REPOSITORY: &str = "release-bundles-v2";
/// The end of the name of a repository of build-infos, and the beginning of that of builds without a project.
const BUILD_INFO: &str = "-build-info";
const OF_NO_PROJECT: &str = "artifactory";

/// `POST /lifecycle/api/v2/release_bundle?project=&async=`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    QueryParams(query): QueryParams<LifecycleQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    let (bytes, _reserved) = received(request, &state, "The body", CREATION_BYTES_MAX).await?;
    let wanted: NewReleaseBundle = read_json(&bytes)?;
    let bundle = (wanted.release_bundle_name.clone(), wanted.release_bundle_version.clone());
    let sources = sources_of(wanted, query.project.as_deref())?;
    let stored = created(&state, &admin, bundle, sources).await?;
    let answer = ReleaseBundleCreated {
        repository_key: REPOSITORY,
        release_bundle_name: stored.bundle.name,
        release_bundle_version: stored.bundle.version,
        created: stored.created,
    };
    Ok(answered(query.r#async, Json(answer).into_response()))
}

/// 202 to those who do not wait for the end, 201 to others.
fn answered(is_async: Option<bool>, response: Response) -> Response {
    if is_async == Some(false) { error::created(response) } else { error::begun(response) }
}

/// What a bundle is created from. One kind of source is named, and its list has something.
fn sources_of(wanted: NewReleaseBundle, project: Option<&str>) -> Result<Sources, ApiError> {
    let mut sources = Sources {
        files: Vec::new(),
        builds: Vec::new(),
        bundles: Vec::new(),
        files_field: "artifacts",
    };
    if wanted.draft == Some(true) {
        return Err(ApiError::bundle_source());
    }
    let given = wanted.source.unwrap_or_default();
    match wanted.source_type.as_deref() {
        Some("artifacts") => {
            let files = given.artifacts.unwrap_or_default().into_iter();
            let file = files.map(|file| WantedFile { path: file.path, sha256: file.sha256 });
            sources.files = file.collect();
        }
        Some("builds") => {
            let builds = given.builds.unwrap_or_default().into_iter();
            let runs: Result<_, _> = builds.map(|build| run_of(build, project)).collect();
            sources.builds = runs?;
        }
        Some("release_bundles") => {
            let bundles = given.release_bundles.unwrap_or_default().into_iter();
            let bundles =
                bundles.map(|bundle| (bundle.release_bundle_name, bundle.release_bundle_version));
            sources.bundles = bundles.collect();
        }
        _ => return Err(ApiError::bundle_source()),
    }
    if sources.are_none() { Err(ApiError::bundle_source()) } else { Ok(sources) }
}

/// A run of a build: of the project whose build-infos the named repository has, or of the given one.
fn run_of(build: ReleaseBundleSourceBuild, project: Option<&str>) -> Result<WantedRun, ApiError> {
    if build.include_dependencies == Some(true) {
        return Err(ApiError::bundle_source());
    }
    let project = match build.build_repository.as_deref().filter(|key| !key.is_empty()) {
        None => project,
        Some(key) => match key.strip_suffix(BUILD_INFO) {
            Some(OF_NO_PROJECT) => None,
            Some(project) => Some(project),
            None => return Err(ApiError::no_such_build().at("build_repository")),
        },
    };
    let project = project.map(str::to_owned);
    Ok(WantedRun { build: build_of(build.build_name, project), number: build.build_number })
}

/// `GET /lifecycle/api/v2/release_bundle/records/{name}`: the versions of a bundle.
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

/// `GET /lifecycle/api/v2/release_bundle/records/{name}/{version}`: a bundle with a page of its files.
pub async fn record(
    State(state): State<AppState>,
    user: SignedIn,
    PathParams(bundle): PathParams<(String, String)>,
    QueryParams(query): QueryParams<ReleaseBundlesQuery>,
) -> Result<Json<ReleaseBundleContents>, ApiError> {
    let portion = query.portion()?;
    let (limit, offset) = (portion.limit, portion.offset);
    let sight = Sight::of(&state, &user.person).await?;
    let found = details(&state, &sight, bundle, portion).await?;
    let names = names_of(&state, [&found.stored]).await?;
    let stored = found.stored;
    let file = |artifact: &Artifact| file_of(artifact, stored.is_in_repositories());
    let artifacts = found.artifacts.iter().map(file).collect();
    let created_by = stored.created_by.as_ref();
    Ok(Json(ReleaseBundleContents {
        status: stored.status,
        created: stored.created,
        created_by: created_by.and_then(|person| names.get(&person.0).cloned().flatten()),
        artifacts,
        total: stored.bundle.list.artifacts,
        release_bundle_name: stored.bundle.name,
        release_bundle_version: stored.bundle.version,
        limit,
        offset,
    }))
}

fn file_of(artifact: &Artifact, is_in_repositories: bool) -> ReleaseBundleFile {
    let in_repository = artifact.path.split_once('/').filter(|_| is_in_repositories);
    let (key, path) = in_repository.unzip();
    ReleaseBundleFile {
        source_repository_key: key.map(str::to_owned),
        path: path.unwrap_or(&artifact.path).to_owned(),
        checksum: hex(&artifact.sha256),
        package_type: artifact.package_type.filter(|_| is_in_repositories),
        size: artifact.size,
    }
}

/// `DELETE /lifecycle/api/v2/release_bundle/records/{name}/{version}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    removed(&state, &admin, bundle).await?;
    Ok(nothing_left())
}

/// `GET /lifecycle/api/v2/release_bundle/statuses/{name}/{version}`: the status of a bundle.
pub async fn status(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
) -> Result<Json<ReleaseBundleProgress>, ApiError> {
    let found = state.engine.ports().release_bundles.progress(name, version).await;
    let found = found.map_err(|error| ApiError::of_bundle(&error))?;
    let Progress { status, why } = found.ok_or_else(ApiError::no_such_bundle)?;
    let message = |why| ReleaseBundleMessage { source: REPOSITORY, text: sentence_of(why) };
    Ok(Json(ReleaseBundleProgress { status, messages: why.map(message).into_iter().collect() }))
}

const fn sentence_of(why: CreationFailure) -> &'static str {
    match why {
        CreationFailure::Interrupted => {
            "The server stopped while the release bundle was created. Create it again."
        }
        CreationFailure::Storage => {
            "The release bundle could not be stored; the log of the server says why. Create it again."
        }
    }
}

/// `POST /lifecycle/api/v2/promotion/records/{name}/{version}?async=`.
pub async fn promote(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
    QueryParams(query): QueryParams<LifecycleQuery>,
    VendorBody(wanted): VendorBody<NewReleaseBundlePromotion>,
) -> Result<Response, ApiError> {
    let included = wanted.included_repository_keys.unwrap_or_default();
    let excluded = wanted.excluded_repository_keys.unwrap_or_default();
    let fields =
        Fields { included: "included_repository_keys", excluded: "excluded_repository_keys" };
    let environment = wanted.environment;
    let wanted = Wanted { environment, included, excluded: excluded.clone(), fields };
    let asked = Asked { state: &state, admin: &admin, bundle: bundle.clone() };
    let begun = Judged::new(&asked, wanted).await?.begun().await?;
    let Promotion { environment, repositories, at, .. } = begun.promotion.clone();
    if query.r#async == Some(false) {
        begun.ended().await?;
    }
    let answer = ReleaseBundlePromotionBegun {
        repository_key: REPOSITORY,
        release_bundle_name: bundle.0,
        release_bundle_version: bundle.1,
        environment,
        included_repository_keys: repositories,
        excluded_repository_keys: excluded,
        created_millis: at.as_ms(),
    };
    Ok(answered(query.r#async, Json(answer).into_response()))
}

/// `GET /lifecycle/api/v2/promotion/records/{name}`: the promotions of all versions of a bundle, the newest first.
pub async fn promotions(
    State(state): State<AppState>,
    user: SignedIn,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<PromotionRecordsQuery>,
) -> Result<Json<ReleaseBundlePromotionRecords>, ApiError> {
    let portion = PageRange { limit: usize::MAX, ..PageRange::default() };
    let filter = BundleFilter { origin: None, name: Some(name), portion };
    let page = state.engine.ports().release_bundles.list(filter).await;
    let page = page.map_err(|error| ApiError::of_bundle(&error))?;
    promotions_of(&state, &user, &page.rows, &query).await
}

/// `GET /lifecycle/api/v2/promotion/records/{name}/{version}`: the promotions of a bundle, the newest first.
pub async fn promotions_of_version(
    State(state): State<AppState>,
    user: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<PromotionRecordsQuery>,
) -> Result<Json<ReleaseBundlePromotionRecords>, ApiError> {
    let stored = stored_of(&state, &name, &version).await?;
    promotions_of(&state, &user, &[stored], &query).await
}

/// A page of the promotions of bundles.
async fn promotions_of(
    state: &AppState,
    user: &SignedIn,
    bundles: &[StoredBundle],
    query: &PromotionRecordsQuery,
) -> Result<Json<ReleaseBundlePromotionRecords>, ApiError> {
    let limit = rows("limit", query.limit)?;
    let offset = query.offset.unwrap_or(0);
    let sight = Sight::of(state, &user.person).await?;
    let names = names_of(state, bundles).await?;
    let all = bundles.iter().flat_map(|stored| {
        let promotions = stored.promotions.iter().rev();
        promotions.map(move |promotion| (stored, promotion))
    });
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(_, one)| std::cmp::Reverse(one.at));
    let total = all.len();
    let page = all.into_iter().skip(offset).take(limit);
    let promotions =
        page.map(|(stored, promotion)| record_of(stored, sight.shown(promotion), &names));
    let promotions = promotions.collect();
    Ok(Json(ReleaseBundlePromotionRecords { promotions, total, limit, offset }))
}

fn record_of(
    stored: &StoredBundle,
    promotion: Promotion,
    names: &Names,
) -> ReleaseBundlePromotionRecord {
    let Promotion { environment, repositories, at, by, outcome } = promotion;
    ReleaseBundlePromotionRecord {
        status: match outcome {
            PromotionStatus::Started {} => "STARTED",
            PromotionStatus::Completed { .. } => "COMPLETED",
            PromotionStatus::Failed { .. } => "FAILED",
        },
        environment,
        repository_keys: repositories,
        created_millis: at.as_ms(),
        created_by: by.and_then(|person| names.get(&person.0).cloned().flatten()),
        release_bundle_name: stored.bundle.name.clone(),
        release_bundle_version: stored.bundle.version.clone(),
    }
}
