//! Retention of target bundles, for administrators (RET-02).

use axum::Json;
use axum::extract::State;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::release_bundles::RetentionSetting;
use std::sync::Arc;

use waybill_platform::remote::{RemotePart, RemoteRetention};
use waybill_platform::retention::ConfiguredRetention;

use crate::component::{Component, Opened, Opening};
use crate::route::{Row, get};

/// Whether old target bundles are removed. Access tokens are accepted.
pub struct Retention;

impl Component for Retention {
    fn calls(&self) -> Vec<Row> {
        vec![
            get(
                "/ui/bundle/retention/config/enable",
                "Whether retention of target bundles is on.",
                show,
            )
            .accepts_tokens(),
        ]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let enabled = opening.file.installation.target_bundle_retention;
        opened.ports.retention = Some(match opening.remote(RemotePart::Retention) {
            Some(remote) => Arc::new(RemoteRetention::new(remote)),
            None => Arc::new(ConfiguredRetention { enabled }),
        });
        Ok(())
    }
}

/// `GET ui/bundle/retention/config/enable`: whether it is enabled.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<RetentionSetting>, ApiError> {
    let enabled = state.engine.ports().retention.enabled().await;
    let enabled = enabled.map_err(|error| ApiError::of_retention(&error))?;
    Ok(Json(RetentionSetting { enable: enabled }))
}
