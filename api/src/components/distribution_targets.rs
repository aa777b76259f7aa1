//! Other installations that release bundles are distributed to, for administrators (HOOK-04).

use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_machines::machines::release_bundle::DistributionFailure;
use waybill_machines::rules::distribution::DistributionTarget;
use waybill_machines::rules::services::ServiceId::{self, Distribution};
use waybill_platform::distribution::{EmbeddedTargets, GivenToken, StoredTarget, TargetError};

use super::tree::names_of;
use crate::caller::{Admin, AdminContext};
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::route::{Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::distribution::{
    ChangeDistributionTarget, DistributionTargetRow, DistributionTargetTested, DistributionTargets,
    DistributionTestCompleted, DistributionTestOutcome, NewDistributionTarget,
};

const SERVICE: &[ServiceId] = &[Distribution];
/// A target.
const ONE: &str = "/distribution_targets/{key}";

/// Targets of distributions. Access tokens are accepted.
pub struct Targets;

impl Component for Targets {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/distribution_targets", "All distribution targets.", list),
            post("/distribution_targets", "Creates a distribution target.", create),
            put(ONE, "Changes a distribution target.", change),
            delete(ONE, "Deletes a distribution target.", remove),
            post(
                "/distribution_targets/{key}/test",
                "Tests the connection to a distribution target.",
                test,
            ),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE).accepts_tokens()).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (log, vault) = (opening.data.platform.clone(), opening.data.vault.clone());
        let targets = EmbeddedTargets::open(log, vault, opening.outbound.clone());
        let targets = targets.context("distribution targets")?;
        opened.ports.distribution_targets = Some(Arc::new(targets));
        Ok(())
    }
}

/// `GET distribution_targets`.
pub async fn list(
    State(state): State<AppState>,
    admin: Admin,
) -> Result<Json<DistributionTargets>, ApiError> {
    let all = state.engine.ports().distribution_targets.targets().await?;
    let people = all.iter().filter_map(|stored| stored.created_by.as_ref());
    let people: Vec<String> = people.map(|person| person.0.clone()).collect();
    let names = names_of(&state, Some(&admin.person), people.into_iter()).await?;
    let targets = all.into_iter().map(described).collect();
    Ok(Json(DistributionTargets { targets, names }))
}

/// `POST distribution_targets`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<NewDistributionTarget>,
) -> Result<Json<DistributionTargetRow>, ApiError> {
    let NewDistributionTarget { key, url, description, token } = wanted;
    let new = settings(key, &url, &description);
    let context = admin.context(state.engine.now());
    let created = state.engine.ports().distribution_targets.create(new, token, context).await;
    Ok(Json(described(created?)))
}

/// `PUT distribution_targets/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<ChangeDistributionTarget>,
) -> Result<Json<DistributionTargetRow>, ApiError> {
    let ChangeDistributionTarget { url, description, token } = wanted;
    let token = token.map_or(GivenToken::Kept, GivenToken::New);
    let wanted = settings(key, &url, &description);
    let context = admin.context(state.engine.now());
    let changed = state.engine.ports().distribution_targets.change(wanted, token, context).await;
    Ok(Json(described(changed?)))
}

/// `DELETE distribution_targets/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().distribution_targets.delete(key, context).await?;
    Ok(Json(Empty {}))
}

/// `POST distribution_targets/{key}/test`: whether the installation is there and accepts the token.
pub async fn test(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DistributionTargetTested>, ApiError> {
    let tested = match state.engine.ports().distribution_targets.client(key).await {
        Ok(client) => client.check().await,
        Err(TargetError::TokenMissing) => Err(DistributionFailure::TargetMissing),
        Err(error) => return Err(error.into()),
    };
    let outcome = match tested {
        Ok(()) => DistributionTestOutcome::Completed(DistributionTestCompleted::Completed),
        Err(why) => DistributionTestOutcome::Failed(why),
    };
    Ok(Json(DistributionTargetTested { outcome }))
}

/// A target as it is stored. An address may be entered with a slash at its end.
fn settings(key: String, url: &str, description: &str) -> DistributionTarget {
    DistributionTarget {
        key,
        url: url.trim().trim_end_matches('/').to_owned(),
        description: description.trim().to_owned(),
    }
}

fn described(stored: StoredTarget) -> DistributionTargetRow {
    let has_token = stored.has_token();
    let StoredTarget { settings, created_at, created_by, .. } = stored;
    let DistributionTarget { key, url, description } = settings;
    DistributionTargetRow { key, url, description, has_token, created_at, created_by }
}
