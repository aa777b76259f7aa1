//! Support bundles, for administrators: requesting, listing, downloading and deleting them (BUNDLE-02).

mod body;
mod download;
mod file_name;
mod public;

use axum::Json;
use axum::extract::State;
use waybill_engine::{Submission, SubmitError};
use waybill_machines::RejectionCode;
use waybill_machines::machines::reading::Subject;
use waybill_machines::machines::support_bundle::{
    Creation, Event, Part, State as BundleState, Status,
};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::{BUNDLE_LIVES_MS, BundleRequest, check_request};
use waybill_machines::secret::PersonId;
use waybill_platform::support::{BundleId, Job, Manifest, id_at, stream_of};

use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::support::{
    NewSupportBundle, SupportBundle, SupportBundleDeleted, SupportBundleFailure,
    SupportBundlePreviews, SupportBundleStarted, SupportBundleStatus, SupportBundles,
    SupportBundlesStarted,
};

use download::download;
use std::sync::Arc;

use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::AnyState;
use waybill_platform::remote::{RemoteBundles, RemotePart};
use waybill_platform::stored_file::StoredFile;
use waybill_platform::support::EmbeddedBundles;

use crate::bundles;
use crate::component::{Component, Opened, Opening};
use crate::route::{Row, delete, get, post};

/// The row of a service's own path for requesting a support bundle.
macro_rules! bundle_of {
    ($path:literal, $service:ident) => {
        post(
            $path,
            "Requests a support bundle from the service.",
            |state: State<AppState>, admin: Admin, body: Body<NewSupportBundle>| {
                public::create_of(ServiceId::$service, state, admin, body)
            },
        )
        .depends_on(&[ServiceId::$service])
        .accepts_tokens()
    };
}
const BUNDLES: &str = "The support bundles of the repository service.";

/// The folder of archives.
const FOLDER: &str = "support";

/// Support bundles. Access tokens are accepted.
pub struct Support;

impl Component for Support {
    fn calls(&self) -> Vec<Row> {
        let mut calls = vec![
            get("/ui/userSupport/listBundles", "Every support bundle, the newest first.", list)
                .accepts_tokens(),
            post(
                "/ui/userSupport/generateBundle",
                "Requests support bundles from services.",
                generate,
            )
            .accepts_tokens(),
            delete("/ui/userSupport/deleteBundle/{id}", "Deletes a support bundle.", remove)
                .accepts_tokens(),
            get(
                "/ui/userSupport/downloadBundle/{id}",
                "A support bundle's archive, or a part of it.",
                download,
            )
            .responds_with("application/zip")
            .accepts_tokens()
            .recorded(),
            post("/ui/userSupport/previewBundle", "Previews support bundles.", preview)
                .accepts_tokens(),
            get("/ui/userSupport/previewBundle/{id}", "The contents of a support bundle.", show)
                .accepts_tokens()
                .recorded(),
        ];
        calls.extend(of_services());
        calls
    }

    fn public(&self) -> Vec<Row> {
        let mut rows = vec![
            bundle_of!("/artifactory/api/system/support/bundle", Artifactory),
            bundle_of!("/artifactory/api/system/support/bundle/", Artifactory),
            get("/artifactory/api/system/support/bundles", BUNDLES, public::list)
                .depends_on(&[ServiceId::Artifactory])
                .accepts_tokens(),
            get("/artifactory/api/system/support/bundles/", BUNDLES, public::list)
                .depends_on(&[ServiceId::Artifactory])
                .accepts_tokens(),
        ];
        rows.extend(of_services());
        rows
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn files(&self, state: &AnyState) -> Vec<StoredFile> {
        EmbeddedBundles::files(state)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let data = opening.data;
        let sources = bundles::sources(data, opening.file, SystemClock.now());
        let (journal, topology) = (data.platform.clone(), opening.supervisor.clone());
        let folder = data.root.join(FOLDER);
        let mut support = EmbeddedBundles::open(journal, &folder, topology, sources)?;
        if let Some(remote) = opening.remote(RemotePart::Support) {
            support = support.with_remote(RemoteBundles::new(remote));
        }
        opened.ports.support = Some(Arc::new(support));
        Ok(())
    }
}

/// BUNDLE-02: the paths at which services accept requests for support bundles.
fn of_services() -> Vec<Row> {
    vec![
        bundle_of!("/distribution/api/v1/system/support/bundle", Distribution),
        bundle_of!("/xray/api/v1/system/support/bundle", Xray),
        bundle_of!("/mc/api/v1/system/support/bundle", Mc),
        bundle_of!("/insight/api/v1/system/support/bundle", Insight),
        bundle_of!("/tracker/api/v3/pdn/system/support/bundle", Tracker),
    ]
}

/// Maximum number of requests in progress; each may create one bundle per service.
const IN_PROGRESS_MAX: usize = 16;
/// Ids are times in milliseconds, so concurrent requests within a millisecond take the next free id.
const ID_TRIES_MAX: i64 = 64;

/// `GET ui/userSupport/listBundles`: all bundles, newest first, and the services that can create bundles.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<SupportBundles>, ApiError> {
    let creations = state.engine.ports().support.list().await;
    let creations = creations.map_err(|error| ApiError::of_support(&error))?;
    let mut names = Names::new();
    let mut bundles = Vec::new();
    for (creation, bundle_state) in &creations {
        for part in &creation.parts {
            let Some(row) = row(creation, bundle_state, part) else { continue };
            bundles.push(row);
            for person in people(creation, part) {
                if !names.contains_key(&person.0) {
                    names.insert(person.0.clone(), name_of(&state, person).await?);
                }
            }
        }
    }
    let services = offered(&state).await?;
    let count = bundles.len();
    Ok(Json(SupportBundles { bundles, count, services, names }))
}

fn people<'a>(creation: &'a Creation, part: &'a Part) -> impl Iterator<Item = &'a PersonId> {
    let fetched = match &part.status {
        Status::Success { download: Some(download), .. } => download.by.as_ref(),
        _ => None,
    };
    creation.created_by.iter().chain(fetched)
}

async fn name_of(state: &AppState, person: &PersonId) -> Result<Option<String>, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    Ok(user.and_then(|user| user.name))
}

/// A bundle in the documented format, with additional fields; none if it has been deleted.
fn row(creation: &Creation, bundle_state: &BundleState, part: &Part) -> Option<SupportBundle> {
    let status = SupportBundleStatus::of(&part.status)?;
    let id = BundleId { creation: creation.id.clone(), service: part.service };
    let expires_at = match bundle_state {
        BundleState::Settled { expires_at, .. } => *expires_at,
        _ => creation.created_at.plus_ms(BUNDLE_LIVES_MS),
    };
    let mut row = SupportBundle {
        id: id.to_string(),
        creation: creation.id.clone(),
        name: creation.wanted.name.clone(),
        description: creation.wanted.description.clone(),
        create_date: creation.created_at,
        created_by: creation.created_by.clone(),
        service: part.service,
        parameters: creation.wanted.parameters.clone(),
        status,
        settled: matches!(bundle_state, BundleState::Settled { .. }),
        archive: None,
        download: None,
        failure: None,
        expires_at: None,
    };
    match &part.status {
        Status::Success { archive, download, .. } => {
            row.archive = Some(archive.clone());
            row.download = Some(download.clone());
            row.expires_at = Some(expires_at);
        }
        Status::Failure { fault, message, .. } => {
            row.failure = Some(SupportBundleFailure { fault: *fault, message: message.clone() });
            row.expires_at = Some(expires_at);
        }
        Status::InProgress {} | Status::Removed { .. } => {}
    }
    Some(row)
}

/// The services that can create bundles.
async fn offered(state: &AppState) -> Result<Vec<ServiceId>, ApiError> {
    let services = state.engine.ports().support.services().await;
    services.map_err(|error| ApiError::of_support(&error))
}

/// `POST ui/userSupport/generateBundle`: requests a bundle from each named service.
pub async fn generate(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewSupportBundle>,
) -> Result<Json<SupportBundlesStarted>, ApiError> {
    let (wanted, services) = body.read(state.engine.now(), None)?;
    let creation = begin(&state, admin, wanted, services).await?;
    let bundles = creation.parts.iter().filter_map(|part| {
        let id = BundleId { creation: creation.id.clone(), service: part.service }.to_string();
        let status = SupportBundleStatus::of(&part.status)?;
        Some(SupportBundleStarted { id, service: part.service, status })
    });
    let (bundles, in_progress) = (bundles.collect(), creation.in_progress());
    Ok(Json(SupportBundlesStarted { id: creation.id, in_progress, bundles }))
}

/// Starts creating bundles. They are created whether or not the client waits.
async fn begin(
    state: &AppState,
    admin: Admin,
    wanted: BundleRequest,
    services: Vec<ServiceId>,
) -> Result<Creation, ApiError> {
    check_request(&wanted, &services).map_err(ApiError::of_bundle_problem)?;
    let offered = offered(state).await?;
    if let Some(missing) = services.iter().find(|service| !offered.contains(service)) {
        return Err(ApiError::bundle_service_absent(missing.as_str()));
    }
    let _guard = state.bundles_lock.lock().await;
    let creations = state.engine.ports().support.list().await;
    let creations = creations.map_err(|error| ApiError::of_support(&error))?;
    let in_progress =
        |bundle_state: &BundleState| matches!(bundle_state, BundleState::Creating { .. });
    if creations.iter().filter(|(_, bundle_state)| in_progress(bundle_state)).count()
        >= IN_PROGRESS_MAX
    {
        return Err(ApiError::too_many_bundles(IN_PROGRESS_MAX));
    }
    let (at, by) = (state.engine.now(), Some(admin.person.clone()));
    for later_ms in 0..ID_TRIES_MAX {
        let id = id_at(at.plus_ms(later_ms));
        let (wanted, services) = (wanted.clone(), services.clone());
        let event = Event::Create { id: id.clone(), wanted, services, by: by.clone() };
        let context = admin.context(at);
        match state.engine.submit(Submission::new(stream_of(&id), event, context)).await {
            Ok(standing) => return creation_of(&standing.state).ok_or_else(ApiError::internal),
            Err(SubmitError::Refused(refused))
                if refused.rejection.code == RejectionCode::BundleIdTaken => {}
            Err(error) => return Err(ApiError::of_submit(&error)),
        }
    }
    Err(ApiError::too_many_bundles(IN_PROGRESS_MAX))
}

fn creation_of(state: &waybill_machines::AnyState) -> Option<Creation> {
    match state {
        waybill_machines::AnyState::SupportBundle(
            BundleState::Creating { creation, .. }
            | BundleState::Settling { creation, .. }
            | BundleState::Settled { creation, .. },
        ) => Some(creation.clone()),
        _ => None,
    }
}

/// `DELETE ui/userSupport/deleteBundle/{id}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(id): PathParams<String>,
) -> Result<Json<SupportBundleDeleted>, ApiError> {
    let id = parsed(&id)?;
    let event = Event::Delete { service: id.service, by: Some(admin.person.clone()) };
    submit(&state, &admin, &id, event).await?;
    Ok(Json(SupportBundleDeleted { deleted: id.to_string() }))
}

/// `POST ui/userSupport/previewBundle`: the expected contents of these services' bundles. Nothing is created.
pub async fn preview(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewSupportBundle>,
) -> Result<Json<SupportBundlePreviews>, ApiError> {
    let at = state.engine.now();
    let (wanted, services) = body.read(at, None)?;
    check_request(&wanted, &services).map_err(ApiError::of_bundle_problem)?;
    let mut previews = Vec::new();
    for service in services {
        let id = BundleId { creation: id_at(at), service };
        let context = admin.context(at);
        let job = Job { id, wanted: wanted.clone(), context };
        let preview = state.engine.ports().support.preview(job).await;
        previews.push(preview.map_err(|error| ApiError::of_support(&error))?);
    }
    let total_bytes = previews.iter().map(|preview| preview.total_bytes).sum();
    Ok(Json(SupportBundlePreviews { bundles: previews, total_bytes }))
}

/// `GET ui/userSupport/previewBundle/{id}`: the contents of a finished bundle, from its manifest.
pub async fn show(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(id): PathParams<String>,
) -> Result<Json<Manifest>, ApiError> {
    let manifest = state.engine.ports().support.manifest(parsed(&id)?).await;
    let manifest = manifest.map_err(|error| ApiError::of_support(&error))?;
    let context = admin.context(state.engine.now());
    state.engine.readings().read(Subject::SupportBundle { bundle: id }, &context).await;
    Ok(Json(manifest))
}

/// Parses a bundle id. An invalid id is answered as unknown; it is never used as a path.
fn parsed(id: &str) -> Result<BundleId, ApiError> {
    let unknown = waybill_platform::support::SupportError::Unknown;
    id.parse().map_err(|_| ApiError::of_support(&unknown))
}

/// Submits an event to the machine of a bundle.
async fn submit(
    state: &AppState,
    admin: &Admin,
    id: &BundleId,
    event: Event,
) -> Result<(), ApiError> {
    let context = admin.context(state.engine.now());
    // The stream must exist: otherwise each rejection would create one.
    let existing = state.engine.ports().support.list().await;
    let existing = existing.map_err(|error| ApiError::of_support(&error))?;
    if !existing.iter().any(|(creation, _)| creation.id == id.creation) {
        return Err(ApiError::of_support(&waybill_platform::support::SupportError::Unknown));
    }
    let submitted = state.engine.submit(Submission::new(id.stream(), event, context)).await;
    submitted.map(drop).map_err(|error| ApiError::of_submit(&error))
}
