//! Permissions for programs, in the format of the platform's public API (3.6). Records name users, groups and
//! repositories by ids that are never reused; here they have their names.

mod builds;
mod bundles;
mod console;
mod effective;
mod files;
mod kinds;
mod names;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use waybill_machines::rules::build_grants::BuildGrants;
use waybill_machines::rules::bundle_grants::BundleGrants;
use waybill_machines::rules::permissions::{Action, Permission};
use waybill_machines::rules::services::ServiceId::Access;
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::{EmbeddedPermissions, StoredPermission};
use waybill_platform::streams::ChangeContext;

use self::names::Names;

use crate::caller::{Admin, AdminContext};
use crate::component::{Component, Opened, Opening};
use crate::error::{ApiError, created, nothing_left};
use crate::extract::{Body, PathParams, check_length};
use crate::route::{AccessEvent, Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::permissions::{
    PermissionActions, PermissionPatterns, PublicPermission, PublicPermissionRow, PublicPermissions,
};

const PATH: &str = "/access/api/v2/permissions";
const ONE: &str = "/access/api/v2/permissions/{name}";
/// The same on the pages of administrators.
const CONSOLE: &str = "/permissions";
const CONSOLE_ONE: &str = "/permissions/{name}";
/// The kinds of resources.
const ARTIFACTS: &str = "artifact";
const BUILDS: &str = "build";
const BUNDLES: &str = "release_bundle";
const ARTIFACT: &str = "/access/api/v2/permissions/{name}/artifact";
const BUILD: &str = "/access/api/v2/permissions/{name}/build";
const BUNDLE: &str = "/access/api/v2/permissions/{name}/release_bundle";
/// The name of everyone, which no user can have.
const ANONYMOUS: &str = "anonymous";
/// The name of all repositories.
const ANY: &str = "ANY";
/// The pattern of all paths.
const ALL_PATHS: &str = "**";

/// Permissions.
pub struct Permissions;

impl Component for Permissions {
    fn calls(&self) -> Vec<Row> {
        let reads = [
            get(CONSOLE, "The permissions, with what they grant.", console::list),
            get("/rights", "What a user may do in a repository, and why.", effective::rights),
        ];
        let changes = [
            post(CONSOLE, "Creates a permission.", console::create),
            put(
                CONSOLE_ONE,
                "Changes what a permission grants on files, and names of release bundles.",
                console::change,
            ),
            delete(CONSOLE_ONE, "Deletes a permission.", console::remove),
        ];
        let reads = reads.into_iter().map(|row| row.logged_by(Access));
        let changes = changes.into_iter().map(|row| row.logs_access(AccessEvent::Account));
        reads.chain(changes).map(|row| row.depends_on(&[Access])).collect()
    }

    fn public(&self) -> Vec<Row> {
        let reads = [
            get(PATH, "All permissions.", list),
            get(ONE, "A permission.", one),
            get(ARTIFACT, "What a permission grants.", kinds::one::<Permission>),
            get(BUILD, "What a permission grants on builds.", kinds::one::<BuildGrants>),
            get(BUNDLE, "What a permission names of release bundles.", kinds::one::<BundleGrants>),
        ];
        let changes = [
            post(PATH, "Creates a permission.", create),
            put(ARTIFACT, "Changes what a permission grants.", kinds::change::<Permission>),
            put(BUILD, "Changes what a permission grants on builds.", kinds::change::<BuildGrants>),
            delete(BUILD, "Ends what a permission grants on builds.", kinds::remove::<BuildGrants>),
            put(
                BUNDLE,
                "Changes what a permission names of release bundles.",
                kinds::change::<BundleGrants>,
            ),
            delete(
                BUNDLE,
                "Ends what a permission names of release bundles.",
                kinds::remove::<BundleGrants>,
            ),
            delete(ONE, "Deletes a permission.", remove),
        ];
        let reads = reads.into_iter().map(|row| row.logged_by(Access));
        let changes = changes.into_iter().map(|row| row.logs_access(AccessEvent::Account));
        reads.chain(changes).map(|row| row.depends_on(&[Access]).accepts_tokens()).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let permissions = EmbeddedPermissions::open(opening.data.platform.clone())?;
        opened.ports.permissions = Some(Arc::new(permissions));
        Ok(())
    }
}

/// `GET /access/api/v2/permissions`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<PublicPermissions>, ApiError> {
    let all = state.engine.ports().permissions.permissions().await?;
    let row = |stored: StoredPermission| PublicPermissionRow {
        uri: state.access_uri("permissions", &stored.settings.name),
        name: stored.settings.name.clone(),
    };
    Ok(Json(PublicPermissions { permissions: all.into_iter().map(row).collect() }))
}

/// `GET /access/api/v2/permissions/{name}`.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<PublicPermission>, ApiError> {
    let stored = existing(&state, name).await?;
    Ok(Json(Names::read(&state).await?.permission(&state, stored).await?))
}

/// `POST /access/api/v2/permissions`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<PublicPermission>,
) -> Result<Response, ApiError> {
    let context = admin.context(state.engine.now());
    let stored = created_as(&state, wanted, context).await?;
    let described = Names::read(&state).await?.permission(&state, stored).await?;
    Ok(created(Json(described).into_response()))
}

/// Creates a permission of what a request names.
async fn created_as(
    state: &AppState,
    wanted: PublicPermission,
    context: ChangeContext,
) -> Result<StoredPermission, ApiError> {
    let PublicPermission { name, mut resources } = wanted;
    let (artifact, of_builds) = (resources.remove(ARTIFACTS), resources.remove(BUILDS));
    let of_bundles = resources.remove(BUNDLES);
    let is_empty = artifact.is_none() && of_builds.is_none() && of_bundles.is_none();
    if !resources.is_empty() || is_empty {
        return Err(ApiError::unknown_resources());
    }
    let builds = kinds::resolved_if_any::<BuildGrants>(state, of_builds).await?;
    let bundles = kinds::resolved_if_any::<BundleGrants>(state, of_bundles).await?.map(Box::new);
    let on_files = kinds::resolved::<Permission>(state, artifact.unwrap_or_default()).await?;
    let new = Permission { name: name.trim().to_owned(), builds, bundles, ..on_files };
    Ok(state.engine.ports().permissions.create(new, context).await?)
}

/// `DELETE /access/api/v2/permissions/{name}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    state.engine.ports().permissions.delete(name, context).await?;
    Ok(nothing_left())
}

async fn existing(state: &AppState, name: String) -> Result<StoredPermission, ApiError> {
    let found = state.engine.ports().permissions.permission(name).await?;
    found.ok_or_else(ApiError::no_such_permission)
}

/// Include and exclude patterns: all paths are included if none is named.
fn named(patterns: PermissionPatterns) -> (Vec<String>, Vec<String>) {
    let named = |patterns: Option<Vec<String>>| -> Vec<String> {
        // Clients send an empty one for none.
        patterns.into_iter().flatten().filter(|pattern| !pattern.is_empty()).collect()
    };
    let mut includes = named(patterns.include_patterns);
    if includes.is_empty() {
        includes.push(ALL_PATHS.to_owned());
    }
    (includes, named(patterns.exclude_patterns))
}

/// What is granted, with ids in place of names.
#[derive(Default)]
struct Granted {
    users: BTreeMap<PersonId, BTreeSet<Action>>,
    groups: BTreeMap<String, BTreeSet<Action>>,
    anonymous_reads: bool,
}

async fn granted(state: &AppState, wanted: PermissionActions) -> Result<Granted, ApiError> {
    let ports = state.engine.ports();
    let PermissionActions { users, groups } = wanted;
    let (mut anonymous_reads, mut of_users) =
        (false, BTreeMap::<PersonId, BTreeSet<Action>>::new());
    for (user, actions) in users.unwrap_or_default() {
        if user.eq_ignore_ascii_case(ANONYMOUS) {
            if actions != [Action::Read].into() {
                return Err(ApiError::anonymous_only_reads());
            }
            anonymous_reads = true;
            continue;
        }
        check_length(&[("users", &user)])?;
        let person = state.access(ports.accounts.person_named(&user).await)?;
        let person = person.ok_or_else(|| ApiError::unknown_in_permission("user", &user))?;
        of_users.entry(person).or_default().extend(actions);
    }
    let ids: HashMap<String, String> =
        group_names(state).await?.into_iter().map(|(id, name)| (name.to_lowercase(), id)).collect();
    let mut of_groups = BTreeMap::<String, BTreeSet<Action>>::new();
    for (group, actions) in groups.unwrap_or_default() {
        let id = ids.get(&group.trim().to_lowercase());
        let id = id.ok_or_else(|| ApiError::unknown_in_permission("group", &group))?;
        of_groups.entry(id.clone()).or_default().extend(actions);
    }
    Ok(Granted { users: of_users, groups: of_groups, anonymous_reads })
}

/// The names of all groups by their ids.
async fn group_names(state: &AppState) -> Result<HashMap<String, String>, ApiError> {
    let groups = state.access(state.engine.ports().groups.groups().await)?;
    Ok(groups.into_iter().map(|group| (group.id, group.name)).collect())
}
