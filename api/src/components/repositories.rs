//! Repositories: listing, creating, changing and deleting them.

mod commands;
mod console;
mod contents;
mod settings;
pub(super) mod sources;
pub(crate) mod store;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use waybill_journal::Journal;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, Repository, RepositoryClass};
use waybill_machines::rules::services::ServiceId::{self, Artifactory};
use waybill_platform::repositories::{EmbeddedUpstreams, StoredRepository, Usage};

use crate::caller::{AdminClient, PackageClient};
use crate::component::{Component, Opened, Opening};
use crate::error::{ApiError, ErrorForm};
use crate::extract::{Body, PathParams, QueryParams};
use crate::route::{Row, delete, get, patch, post, put};
use crate::state::AppState;
pub use commands::address;
pub use contents::Contents;
use settings::{blank, merged};
use store::Directory;

use crate::wire::repositories::{
    RepositoriesQuery, RepositoryConfiguration, RepositoryRow, WantedRepository,
};

const PATH: &str = "/artifactory/api/repositories";
const ONE: &str = "/artifactory/api/repositories/{key}";
/// The service that answers all calls of repositories.
pub const SERVICE: &[ServiceId] = &[Artifactory];
/// The folder of the contents of files.
pub const FOLDER: &str = "blobs";
/// The layout of paths in repositories, as clients know it.
const LAYOUT: &str = "simple-default";
/// That of Maven, and of what is served as it.
const MAVEN_LAYOUT: &str = "maven-2-default";

/// Repositories. Programs authenticate with access tokens.
pub struct Repositories;

impl Component for Repositories {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/repositories", "The repositories, by key.", console::list),
            post("/repositories", "Creates a repository.", console::create),
            patch("/repositories/{key}", "Changes a repository.", console::change),
            delete(
                "/repositories/{key}",
                "Deletes a repository and everything in it.",
                console::remove,
            ),
            get(
                "/repositories/{key}/commands",
                "How package clients use a repository.",
                console::client_commands,
            ),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(PATH, "The repositories, by key.", list),
            get(ONE, "The configuration of a repository.", one),
            put(ONE, "Creates a repository.", create).responds_with(TEXT),
            post(ONE, "Changes a repository.", change).responds_with(TEXT),
            delete(ONE, "Deletes a repository and everything in it.", remove).responds_with(TEXT),
        ];
        rows_for_clients(rows, ErrorForm::Listed)
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let journal: Arc<dyn Journal> = opening.data.platform.clone();
        let (data, outbound) = (opening.data, opening.outbound);
        let directory =
            Directory { root: &data.root, instance: &data.instance, epoch: &data.epoch };
        let contents = Contents::open(Arc::clone(&journal), directory, opening.file, outbound)?;
        let service = Arc::clone(&contents.service);
        opened.ports.repositories = Some(service.clone());
        opened.ports.artifacts = Some(service.clone());
        opened.ports.packages = Some(service.clone());
        opened.ports.parts = Some(service.clone());
        let vault = Arc::clone(&opening.data.vault);
        let upstreams = EmbeddedUpstreams::new(&service, opening.outbound.clone(), vault);
        upstreams.sweep_passwords()?;
        opened.ports.upstreams = Some(Arc::new(upstreams));
        opened.ports.downloads = Some(service.clone());
        opened.ports.tree = Some(service.clone());
        opened.ports.trash = Some(service.clone());
        opened.ports.relocating = Some(service.clone());
        opened.ports.cleaning = Some(service.clone());
        opened.ports.search = Some(service.clone());
        opened.ports.catalogue = Some(service.clone());
        service.index_packages();
        contents.maintain(journal, opening.file);
        opened.contents = Some(contents);
        opened.at_stop.push(Box::new(move || service.save()));
        Ok(())
    }
}

const TEXT: &str = "text/plain; charset=utf-8";

/// `GET api/repositories?type=&packageType=&project=`.
pub async fn list(
    State(state): State<AppState>,
    client: PackageClient,
    QueryParams(query): QueryParams<RepositoriesQuery>,
) -> Result<Json<Vec<RepositoryRow>>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let is_wanted = |wanted: &Option<String>, found: &str| {
        wanted.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(found))
    };
    let mut shown = Vec::new();
    for stored in all {
        if sources::is_shown(&state, client.rights(), &stored).await? {
            shown.push(stored.settings);
        }
    }
    let rows = shown.into_iter().filter(|settings| {
        is_wanted(&query.r#type, settings.class.as_str())
            && is_wanted(&query.package_type, settings.package_type.as_str())
            && is_wanted(&query.project, settings.project_key.as_deref().unwrap_or_default())
    });
    let row = |settings: Repository| RepositoryRow {
        r#type: settings.class.as_str().to_uppercase(),
        package_type: settings.package_type.as_str().to_owned(),
        url: state.edge.address.link(&format!("/artifactory/{}", settings.key)),
        description: settings.description,
        key: settings.key,
    };
    Ok(Json(rows.map(row).collect()))
}

/// `GET api/repositories/{key}`.
pub async fn one(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<RepositoryConfiguration>, ApiError> {
    let stored = shown(&state, &client, &key).await?;
    if !client.rights().manage(&stored) {
        return Ok(Json(described(stored, None)));
    }
    let usage = state.engine.ports().artifacts.usage(stored.clone()).await;
    let usage = usage.map_err(|error| ApiError::of_repository(&error))?;
    let (remote, joined) = settings::sources(&state, &stored.settings).await?;
    let managed = described(stored, Some(usage));
    Ok(Json(RepositoryConfiguration { remote, r#virtual: joined, ..managed }))
}

/// `PUT api/repositories/{key}`: creates a repository.
pub async fn create(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedRepository>,
) -> Result<Response, ApiError> {
    let package_type = match wanted.package_type.as_deref() {
        None => PackageType::Generic,
        Some(name) => package_type(name)?,
    };
    let class = match wanted.rclass.as_deref() {
        None => RepositoryClass::Local,
        Some(name) => class(name)?,
    };
    let blank = blank(key.clone(), class, package_type);
    let new = merged(&state, blank, wanted).await?;
    let context = admin.context(state.engine.now());
    let created = settings::create(&state, new, context).await;
    created.map_err(|error| ApiError::of_repository(&error))?;
    Ok(format!("Successfully created repository '{key}'\n").into_response())
}

/// `POST api/repositories/{key}`: changes what the body names.
pub async fn change(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedRepository>,
) -> Result<Response, ApiError> {
    let stored = shown(&state, &client, &key).await?;
    if !client.rights().manage(&stored) {
        return Err(ApiError::not_granted(Action::Manage));
    }
    let before = stored.settings.clone();
    if !client.rights().is_admin() && is_for_admins(&wanted) {
        return Err(ApiError::repository_of_installation());
    }
    let package_type = wanted.package_type.as_deref().map(package_type).transpose()?;
    let package_type = package_type.unwrap_or(before.package_type);
    let changed = merged(&state, Repository { package_type, ..before }, wanted).await?;
    let context = client.context(state.engine.now())?;
    let changed = settings::change(&state, stored, changed, context).await;
    changed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(format!("Repository {key} update successfully.\n").into_response())
}

/// `DELETE api/repositories/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Response, ApiError> {
    let context = admin.context(state.engine.now());
    let removed = settings::delete(&state, key.clone(), context).await;
    removed.map_err(|error| ApiError::of_repository(&error))?;
    let text = format!("Repository {key} and all its content have been removed successfully.\n");
    Ok(text.into_response())
}

/// Whether a change concerns what a repository is to the installation, and not only to those who manage it: where a
/// repository has its files from decides what others get.
const fn is_for_admins(wanted: &WantedRepository) -> bool {
    wanted.project_key.is_some()
        || wanted.quota_bytes.is_some()
        || wanted.url.is_some()
        || wanted.offline.is_some()
        || wanted.priority_resolution.is_some()
        || wanted.username.is_some()
        || wanted.password.is_some()
        || wanted.repositories.is_some()
        || wanted.default_deployment_repo.is_some()
        || wanted.reserved_names_pattern.is_some()
        || wanted.audit.is_some()
}

/// The repository with a key, if the client may know of it.
pub async fn shown(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    let found = state.engine.ports().repositories.repository(key.to_owned()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    if let Some(stored) = found
        && sources::is_shown(state, client.rights(), &stored).await?
    {
        return Ok(stored);
    }
    if client.is_anonymous() { Err(client.hidden()) } else { Err(ApiError::no_such_repository()) }
}

/// The rows of a component whose callers are package clients, which read errors in a form.
pub fn rows_for_clients(rows: Vec<Row>, errors: ErrorForm) -> Vec<Row> {
    let rows = rows.into_iter();
    rows.map(|row| row.depends_on(SERVICE).for_clients().fails_as(errors)).collect()
}

/// The repository that takes what a client uploads to the one with this key, or changes in it: of a virtual one, the
/// member that it names.
///
/// # Errors
///
/// 404 if the client may know of none, 405 if it takes no uploads, 400 if it has another package type.
pub async fn writable(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    package_type: PackageType,
) -> Result<StoredRepository, ApiError> {
    let repository = of_type(state, client, key, package_type).await?;
    sources::deployed_to(state, client, repository).await
}

/// The repository with a key, if it has this package type and the client may know of it.
pub async fn of_type(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    package_type: PackageType,
) -> Result<StoredRepository, ApiError> {
    let repository = shown(state, client, key).await?;
    let is_of_type = repository.settings.package_type == package_type;
    is_of_type
        .then_some(repository)
        .ok_or_else(|| ApiError::other_package_type(package_type.as_str()))
}

fn class(name: &str) -> Result<RepositoryClass, ApiError> {
    let found =
        RepositoryClass::ALL.into_iter().find(|known| known.as_str() == name.to_lowercase());
    found.ok_or_else(ApiError::unknown_class)
}

fn package_type(name: &str) -> Result<PackageType, ApiError> {
    let found = PackageType::ALL.into_iter().find(|known| known.as_str() == name.to_lowercase());
    found.ok_or_else(|| {
        let names = PackageType::ALL.map(PackageType::as_str).join(", ");
        ApiError::unknown_package_type(&names)
    })
}

/// The configuration of a repository. Without its usage it is what those see who do not manage it.
fn described(stored: StoredRepository, usage: Option<Usage>) -> RepositoryConfiguration {
    let settings = stored.settings;
    let (is_managed, usage) = (usage.is_some(), usage.unwrap_or_default());
    let managed = |text: String| if is_managed { text } else { String::new() };
    RepositoryConfiguration {
        key: settings.key,
        rclass: settings.class.as_str().to_owned(),
        package_type: settings.package_type.as_str().to_owned(),
        description: settings.description,
        notes: managed(settings.notes),
        includes_pattern: managed(settings.includes),
        excludes_pattern: managed(settings.excludes),
        repo_layout_ref: match settings.package_type.served_as() {
            PackageType::Maven => MAVEN_LAYOUT.to_owned(),
            _ => LAYOUT.to_owned(),
        },
        project_key: settings.project_key.filter(|_| is_managed),
        environments: if is_managed { settings.environments } else { Vec::new() },
        quota_bytes: settings.quota_bytes.filter(|_| is_managed),
        audit: is_managed.then(|| settings.audit.as_str().to_owned()),
        files_count: is_managed.then_some(usage.files),
        used_bytes: is_managed.then_some(usage.bytes),
        remote: None,
        r#virtual: None,
    }
}
