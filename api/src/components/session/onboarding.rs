//! The onboarding step with free texts (ONB-01).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::onboarding::{TEXT_CHARS_MAX, free_text};
use waybill_platform::secret::Secret;

use crate::caller::SessionUser;
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::Next;
use crate::wire::session::OnboardingDetails;

/// `POST ui/onboarding/details`.
pub async fn describe(
    State(state): State<AppState>,
    user: SessionUser,
    Body(body): Body<OnboardingDetails>,
) -> Result<Json<Next>, ApiError> {
    for (field, text) in [
        ("otherRole", &body.other_role),
        ("companyName", &body.company_name),
        ("ossProjectName", &body.oss_project_name),
    ] {
        let Some(text) = text.as_ref().map(Secret::expose) else { continue };
        if free_text(text).is_err() {
            let message =
                format!("'{field}' may have at most {TEXT_CHARS_MAX} visible characters.");
            return Err(ApiError::bad_request("too_long", message).at(field));
        }
    }
    let settled = state.engine.describe_details(&user.credentials, body.into()).await?;
    Ok(Json(Next { next: settled.state.name() }))
}
