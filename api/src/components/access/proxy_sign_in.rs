//! Signing in as the user whom a proxy before this server has signed in, and what other ways to sign in there are.

use axum::Json;
use axum::extract::State;
use waybill_engine::ProxyForm;
use waybill_machines::rules::user_directories::DirectoryServer;

use super::{auth, own_account, sign_in_page};
use crate::caller::{Caller, PresentedDevices, Reauthentication, SetsCookie};
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::sso_proxies::ProxyUser;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::access::LoggedIn;
use crate::wire::proxy_sign_in::{ExternalLogins, ProxyLogin};

/// `GET ui/auth/externalLogins`.
pub async fn offered(State(state): State<AppState>, proxy: ProxyUser) -> Json<ExternalLogins> {
    let mut directories = state.engine.ports().user_directories.directories();
    directories.retain(|stored| stored.settings.enabled);
    let has = |is_kind: fn(&DirectoryServer) -> bool| {
        directories.iter().any(|stored| is_kind(&stored.settings.server))
    };
    Json(ExternalLogins {
        crowd: has(|server| matches!(server, DirectoryServer::Crowd(_))),
        ldap: has(|server| matches!(server, DirectoryServer::Ldap(_))),
        saml: sign_in_page::saml_link(&state).is_some(),
        http_sso: proxy.0.is_some(),
    })
}

/// `POST ui/auth/httpSso`: the page sends it, so that no other site signs a browser in.
pub async fn log_in(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    proxy: ProxyUser,
    Body(body): Body<ProxyLogin>,
) -> Result<(SetsCookie, Json<LoggedIn>), ApiError> {
    let user = proxy.required()?;
    let path = body.stored.as_ref().map_or("", |stored| &stored.path);
    check_length(&[("stored.path", path)])?;
    let can_remember = sign_in_page::settings(&state).await?.can_remember_me;
    let remember = can_remember && body.remember.unwrap_or(false);
    let form = ProxyForm {
        user,
        remember,
        stored: body.stored.map(|stored| (stored.path, stored.at)),
        set_me_up: body.set_me_up.unwrap_or(false),
        devices: devices.digests(),
    };
    let settled = state.engine.log_in_by_proxy(&caller.credentials, form).await?;
    auth::logged_in(&state, &caller, &settled, remember, &devices).await
}

/// `POST ui/auth/httpSso/link`, with the password in the header.
pub async fn link(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    proxy: ProxyUser,
) -> Result<Json<Empty>, ApiError> {
    let named = proxy.required()?;
    let person = own_account::updatable(&state, user.person).await?.person;
    let identities = &state.engine.ports().identities;
    state.access(identities.link_by_proxy(person, named, context).await)?;
    Ok(Json(Empty {}))
}
