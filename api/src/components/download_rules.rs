//! The rules about downloads of packages, for administrators. Where they are applied is `api/src/download_rules.rs`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_engine::advisories_in_use;
use waybill_platform::download_rules::{EmbeddedDownloadRules, StoredRules};

use super::repositories::SERVICE;
use crate::caller::Admin;
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::Body;
use crate::route::{Row, get, put};
use crate::state::AppState;
use crate::wire::download_rules::{CurrentDownloadRules, WantedDownloadRules};

/// The rules about downloads. Programs authenticate with access tokens.
pub struct DownloadRules;

impl Component for DownloadRules {
    fn calls(&self) -> Vec<Row> {
        let rows = [
            get("/download-rules", "The rules about downloads of packages.", show),
            put("/download-rules", "Replaces all rules about downloads of packages.", replace),
        ];
        rows.map(|row| row.depends_on(SERVICE).accepts_tokens()).into()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let rules = EmbeddedDownloadRules::open(opening.data.platform.clone())?;
        opened.ports.download_rules = Some(Arc::new(rules));
        Ok(())
    }
}

/// `GET download-rules`.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<CurrentDownloadRules>, ApiError> {
    let rules = state.engine.ports().download_rules.current();
    described(&state, &rules).await
}

/// `PUT download-rules`: refused if the rules were changed since they were read.
pub async fn replace(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedDownloadRules>,
) -> Result<Json<CurrentDownloadRules>, ApiError> {
    let WantedDownloadRules { rules, revision } = wanted;
    let context = admin.context(state.engine.now());
    let changed = state.engine.ports().download_rules.set(rules, revision, context).await;
    let changed = changed.map_err(|error| ApiError::of_download_rules(&error))?;
    described(&state, &changed).await
}

async fn described(
    state: &AppState,
    stored: &StoredRules,
) -> Result<Json<CurrentDownloadRules>, ApiError> {
    let ports = state.engine.ports();
    let user = match &stored.by {
        Some(person) => state.access(ports.accounts.user(person.clone()).await)?,
        None => None,
    };
    let in_use = advisories_in_use(ports, state.engine.now()).await;
    let in_use = in_use.map_err(|error| ApiError::of_unjudged(&error.into()))?;
    Ok(Json(CurrentDownloadRules {
        rules: stored.rules.clone(),
        revision: stored.revision,
        changed_at: stored.at,
        changed_by: user.and_then(|user| user.name),
        severities_apply: in_use.is_ok(),
    }))
}
