//! Links for new devices: a user makes one on a known device, and an administrator for another user.

use axum::Json;
use axum::extract::State;
use waybill_machines::secret::PersonId;
use waybill_platform::access::DeviceLink;
use waybill_platform::streams::ChangeContext;

use crate::caller::{Admin, PresentedDevices, SessionUser};
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;
use crate::wire::access::NewDeviceLink;

/// `POST ui/auth/deviceLink`. A session alone is not enough: its cookie may be on a device that the user does not know.
pub async fn make_own(
    State(state): State<AppState>,
    user: SessionUser,
    devices: PresentedDevices,
) -> Result<Json<NewDeviceLink>, ApiError> {
    let known = state.engine.ports().devices.knows_device(user.person.clone(), devices.digests());
    if !state.access(known.await)? {
        return Err(ApiError::forbidden(
            "device_not_known",
            "This device is not known to your account. Sign in on it again, or ask an administrator for a link.",
        ));
    }
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    make(&state, user.person, context).await
}

/// `POST access/api/ui/users/{person}/deviceLink`.
pub async fn make_for(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<NewDeviceLink>, ApiError> {
    let context = admin.context(state.engine.now());
    make(&state, PersonId(person), context).await
}

async fn make(
    state: &AppState,
    person: PersonId,
    context: ChangeContext,
) -> Result<Json<NewDeviceLink>, ApiError> {
    let made = state.engine.ports().devices.allow_device(person, context).await;
    let DeviceLink { token, until } = state.access(made)?;
    let link = state.edge.address.link(&token.path_of_link());
    Ok(Json(NewDeviceLink { link, until }))
}
