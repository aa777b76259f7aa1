//! Proxies through which this server connects to others, for administrators (HOOK-05).

use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_machines::rules::proxies::{OutboundProxy, ProxyProblem};
use waybill_machines::rules::services::ServiceId::{self, Event};
use waybill_platform::proxies::{EmbeddedProxies, GivenPassword, ProxyError, StoredProxy};

use crate::caller::{Admin, AdminContext};
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::route::{Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::proxies::{DescribedProxy, OutboundProxies, WantedProxy};

const SERVICE: &[ServiceId] = &[Event];

/// Proxies.
pub struct Proxies;

impl Component for Proxies {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/proxies", "All proxies.", list),
            post("/proxies", "Creates a proxy.", create),
            get("/proxies/{key}", "A proxy.", one),
            put("/proxies/{key}", "Changes a proxy.", change),
            delete("/proxies/{key}", "Deletes a proxy that no webhook names.", remove),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (log, vault) = (opening.data.platform.clone(), opening.data.vault.clone());
        let proxies = EmbeddedProxies::open(log, vault, opening.outbound.clone());
        opened.ports.proxies = Some(Arc::new(proxies.context("proxies")?));
        Ok(())
    }
}

/// `GET proxies`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<OutboundProxies>, ApiError> {
    let all = state.engine.ports().proxies.proxies().await?;
    let proxies = all.into_iter().map(|stored| described(&state, stored)).collect();
    Ok(Json(OutboundProxies { proxies }))
}

/// `POST proxies`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedProxy>,
) -> Result<Json<DescribedProxy>, ApiError> {
    let key = wanted.key.clone().unwrap_or_default();
    let (new, password) = read(key.trim().to_owned(), wanted);
    let context = admin.context(state.engine.now());
    let stored = state.engine.ports().proxies.create(new, password, context).await?;
    Ok(Json(described(&state, stored)))
}

/// `GET proxies/{key}`.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedProxy>, ApiError> {
    let found = state.engine.ports().proxies.proxy(key).await?;
    let stored = found.ok_or_else(ApiError::no_such_proxy)?;
    Ok(Json(described(&state, stored)))
}

/// `PUT proxies/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedProxy>,
) -> Result<Json<DescribedProxy>, ApiError> {
    if wanted.key.as_ref().is_some_and(|wanted| *wanted != key) {
        return Err(ApiError::of_proxy(&ProxyError::Problem(ProxyProblem::Fixed)));
    }
    let (wanted, password) = read(key, wanted);
    let context = admin.context(state.engine.now());
    let stored = state.engine.ports().proxies.change(wanted, password, context).await?;
    Ok(Json(described(&state, stored)))
}

/// `DELETE proxies/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    let ports = state.engine.ports();
    ports.proxies.delete(key, Arc::clone(&ports.webhooks), context).await?;
    Ok(Json(Empty {}))
}

fn read(key: String, wanted: WantedProxy) -> (OutboundProxy, GivenPassword) {
    let password = GivenPassword::from(wanted.password);
    let user_name = wanted.user_name.map(|name| name.trim().to_owned());
    let proxy = OutboundProxy {
        key,
        host: wanted.host.trim().to_owned(),
        port: wanted.port,
        user_name: user_name.filter(|name| !name.is_empty()),
        for_webhooks: wanted.for_webhooks.unwrap_or(false),
    };
    (proxy, password)
}

fn described(state: &AppState, stored: StoredProxy) -> DescribedProxy {
    let used_by = state.engine.ports().webhooks.sent_through(&stored.settings.key);
    let has_password = stored.has_password();
    let StoredProxy { settings, created_at, .. } = stored;
    DescribedProxy {
        key: settings.key,
        host: settings.host,
        port: settings.port,
        user_name: settings.user_name,
        has_password,
        for_webhooks: settings.for_webhooks,
        used_by,
        created_at,
    }
}
