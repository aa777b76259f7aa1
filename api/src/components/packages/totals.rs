//! How much the installation holds, and how many use it, for users of the console (PKG-08).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::access::{UserQuery, UserStatus};
use waybill_platform::repositories::RepositoryError;
use waybill_platform::services::ServiceError;

use super::Asker;
use crate::caller::{RepositoryReader, SignedIn};
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::package_usage::{ArtifactCount, ArtifactCountData, UserUsage};

/// `GET packages/artifactCount`. The numbers are those that each repository keeps, so that no file is read for it.
pub async fn artifact_count(
    State(state): State<AppState>,
    reader: RepositoryReader,
) -> Result<Json<ArtifactCount>, ApiError> {
    let RepositoryReader { person, rights, .. } = reader;
    let asker = Asker { state, person, rights };
    let artifacts = &asker.state.engine.ports().artifacts;
    let (mut artifact_count, mut is_lower_bound) = (0_u64, false);
    for searched in asker.scope(&[]).await? {
        // What a virtual one shows is in others.
        if searched.repository.settings.class == RepositoryClass::Virtual {
            continue;
        }
        if !searched.sight.shows_everything() {
            is_lower_bound = true;
            continue;
        }
        match artifacts.usage(searched.repository.as_ref().clone()).await {
            Ok(usage) => artifact_count = artifact_count.saturating_add(usage.files),
            // It was deleted meanwhile.
            Err(RepositoryError::NoRepository) => {}
            Err(error) => return Err(ApiError::of_repository(&error)),
        }
    }
    Ok(Json(ArtifactCount { widget_data: ArtifactCountData { artifact_count, is_lower_bound } }))
}

/// `GET packages/userUsage`. Files and downloads are counted by file and not by user, so that it has the number of
/// those who use the installation.
pub async fn user_usage(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<UserUsage>, ApiError> {
    let now = state.engine.now();
    let licence = state.engine.ports().licences.effective(now).await;
    let licence =
        licence.map_err(|error: ServiceError| ApiError::unavailable(error.to_string()))?;
    let users = enabled(&state, false).await?;
    let robots = enabled(&state, true).await?;
    Ok(Json(UserUsage { users, robots, licence: licence.licence }))
}

/// How many accounts of people or of programs are not disabled.
async fn enabled(state: &AppState, robot: bool) -> Result<usize, ApiError> {
    let now = state.engine.now();
    let count = async |status: Option<UserStatus>| {
        let query = UserQuery { robot: Some(robot), status, limit: 1, ..UserQuery::default() };
        let page = state.engine.ports().accounts.find_users(query, now).await;
        Ok::<_, ApiError>(state.access(page)?.total)
    };
    Ok(count(None).await?.saturating_sub(count(Some(UserStatus::Disabled)).await?))
}
