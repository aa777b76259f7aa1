//! Directories that check passwords of users (SSO-02): their settings, for administrators, and linking the identity
//! that one knows a user by. Signing in asks them by itself.

use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_machines::rules::user_directories::{DirectoryProblem, UserDirectory};
use waybill_platform::Secret;
use waybill_platform::access::{Client, DeviceProof, PasswordDirectories};
use waybill_platform::directories::{
    DirectoryError, EmbeddedDirectories, StoredDirectory, TestedDirectory,
};
use waybill_platform::secret::Credentials;

use crate::caller::{Admin, AdminContext, PresentedDevices, Reauthentication, RequestSource};
use crate::component::{Component, Opened, Opening};
use crate::components::access::own_account;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::route::AccessEvent::Account;
use crate::route::{Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::directories::{
    DescribedUserDirectory, DirectoryCredentials, ListedUserDirectories, UserDirectoryTest,
    WantedUserDirectory,
};

const SERVICE: &[ServiceId] = &[Access];
const ALL: &str = "/access/api/ui/user_directories";
const ONE: &str = "/access/api/ui/user_directories/{name}";
const TEST: &str = "/access/api/ui/user_directories/{name}/test";

/// Directories that check passwords.
pub struct Directories;

impl Component for Directories {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get(ALL, "All directories that check passwords.", list).logged_by(Access),
            post(ALL, "Adds a directory.", create).logs_access(Account),
            put(ONE, "Changes a directory.", change).logs_access(Account),
            delete(ONE, "Deletes a directory.", remove).logs_access(Account),
            post(TEST, "Connects to a directory, and finds a user in it.", test).logged_by(Access),
            post(
                "/ui/auth/directories/link",
                "Links the identity that a directory knows the user by.",
                link,
            )
            .logs_access(Account),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let accounts = opened.accounts.clone().context("accounts are opened first")?;
        let directories = EmbeddedDirectories::open(
            opening.data.platform.clone(),
            Arc::clone(&opening.data.vault),
            opening.outbound.clone(),
            accounts.clone(),
        );
        let directories = Arc::new(directories.context("directories")?);
        let port: Arc<dyn PasswordDirectories> = directories.clone();
        accounts.check_passwords_by(&port);
        opened.ports.user_directories = Some(directories);
        Ok(())
    }
}

/// `GET access/api/ui/user_directories`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ListedUserDirectories>, ApiError> {
    let all = state.engine.ports().user_directories.directories();
    let directories = all.into_iter().map(described).collect();
    Ok(Json(ListedUserDirectories { directories }))
}

/// `POST access/api/ui/user_directories`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedUserDirectory>,
) -> Result<Json<DescribedUserDirectory>, ApiError> {
    let name = wanted.name.as_deref().unwrap_or_default().trim().to_owned();
    let (new, password) = wanted.named(name);
    let context = admin.context(state.engine.now());
    let directories = &state.engine.ports().user_directories;
    Ok(Json(described(directories.create(new, password.into(), context).await?)))
}

/// `PUT access/api/ui/user_directories/{name}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<WantedUserDirectory>,
) -> Result<Json<DescribedUserDirectory>, ApiError> {
    if wanted.name.as_ref().is_some_and(|wanted| *wanted != name) {
        return Err(ApiError::of_directory(&DirectoryError::Problem(DirectoryProblem::Fixed)));
    }
    let (wanted, password) = wanted.named(name);
    let context = admin.context(state.engine.now());
    let directories = &state.engine.ports().user_directories;
    Ok(Json(described(directories.change(wanted, password.into(), context).await?)))
}

/// `DELETE access/api/ui/user_directories/{name}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().user_directories.delete(name, context).await?;
    Ok(Json(Empty {}))
}

/// `POST access/api/ui/user_directories/{name}/test`: whether it is enabled or not. Whom it finds is in no record.
pub async fn test(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<UserDirectoryTest>,
) -> Result<Json<TestedDirectory>, ApiError> {
    let user = body.user.filter(|user| !user.expose().is_empty());
    check_length(&[("user", user.as_ref().map_or("", Secret::expose))])?;
    Ok(Json(state.engine.ports().user_directories.test(name, user).await?))
}

/// `POST ui/auth/directories/link`, with the password of the account here in the header.
pub async fn link(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    RequestSource(source): RequestSource,
    devices: PresentedDevices,
    Body(body): Body<DirectoryCredentials>,
) -> Result<Json<Empty>, ApiError> {
    check_length(&[("user", body.user.expose()), ("password", body.password.expose())])?;
    let client = Client {
        source,
        session: Some(user.credentials.session.as_str().to_owned()),
        proof: DeviceProof { devices: devices.digests(), link: None },
    };
    let person = own_account::updatable(&state, user.person).await?.person;
    let credentials = Credentials { user: body.user, password: body.password };
    let identities = &state.engine.ports().identities;
    state.access(identities.link_by_directory(person, credentials, client, context).await)?;
    Ok(Json(Empty {}))
}

fn described(stored: StoredDirectory) -> DescribedUserDirectory {
    let has_password = stored.password.is_some();
    let StoredDirectory { settings, created_at, .. } = stored;
    let UserDirectory { name, label, server, group_map, creates_accounts, enabled, order } =
        settings;
    DescribedUserDirectory {
        name,
        label,
        server,
        has_password,
        group_map,
        creates_accounts,
        enabled,
        order,
        created_at,
    }
}
