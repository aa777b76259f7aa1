//! The step of the onboarding that carries texts which people type freely (ONB-01).

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use waybill_engine::DetailsForm;
use waybill_machines::rules::onboarding::WorkRole;
use waybill_platform::secret::Secret;

use crate::caller::SessionUser;
use crate::error::ApiError;
use crate::house::House;
use crate::sent::Body;

/// A text of the wizard has at most this many characters.
const TEXT_CHARS_MAX: usize = 200;

/// The body of `ui/onboarding/details`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Details {
    role: Option<WorkRole>,
    other_role: Option<Secret>,
    company_name: Option<Secret>,
    oss_project_name: Option<Secret>,
}

/// `POST ui/onboarding/details`.
pub async fn describe(
    State(house): State<House>,
    user: SessionUser,
    Body(body): Body<Details>,
) -> Result<Json<serde_json::Value>, ApiError> {
    for (field, text) in [
        ("otherRole", &body.other_role),
        ("companyName", &body.company_name),
        ("ossProjectName", &body.oss_project_name),
    ] {
        let Some(text) = text.as_ref().map(Secret::expose) else { continue };
        if text.chars().count() > TEXT_CHARS_MAX || text.chars().any(char::is_control) {
            let message =
                format!("'{field}' may have at most {TEXT_CHARS_MAX} visible characters.");
            return Err(ApiError::bad_request("too_long", message).at(field));
        }
    }
    let form = DetailsForm {
        role: body.role,
        other_role: body.other_role,
        company_name: body.company_name,
        oss_project_name: body.oss_project_name,
    };
    let settled = house.engine.describe_details(&user.holder, form).await?;
    Ok(Json(json!({ "next": settled.state.name() })))
}
