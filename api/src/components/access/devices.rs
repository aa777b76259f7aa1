//! Known devices of a user, and links for new ones: a user makes one on a known device, an administrator for others.

use axum::Json;
use axum::extract::State;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::access::DeviceLink;
use waybill_platform::streams::ChangeContext;

use crate::caller::{AdminContext, PresentedDevices, SessionUser};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::access::{DevicesForgotten, ForgetDevices, NewDeviceLink, OwnDevice, OwnDevices};

/// `GET ui/auth/devices`: the devices that are known to the user's account, the last used first.
pub async fn list(
    State(state): State<AppState>,
    user: SessionUser,
    devices: PresentedDevices,
) -> Result<Json<OwnDevices>, ApiError> {
    let known = state.access(state.engine.ports().devices.devices(user.person).await)?;
    let presented = devices.digests();
    let own = known.into_iter().map(|device| OwnDevice {
        current: presented.contains(&device.digest),
        id: device.digest.0,
        since: device.since,
        used_at: device.used_at,
        agent: device.agent,
        address: device.address,
    });
    Ok(Json(OwnDevices { devices: own.collect() }))
}

/// `POST ui/auth/devices/forget`: forgets one of the user's devices, or all but the one of this browser. A session
/// alone is enough: it takes nothing from the user but ease, and the user must be able to end what an intruder made
/// known.
pub async fn forget(
    State(state): State<AppState>,
    user: SessionUser,
    devices: PresentedDevices,
    Body(body): Body<ForgetDevices>,
) -> Result<Json<DevicesForgotten>, ApiError> {
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let port = &state.engine.ports().devices;
    let forgotten = match (body.id, body.others) {
        (Some(id), false) => {
            state.access(port.forget_device(user.person, Digest(id), context).await)?;
            1
        }
        (None, true) => {
            let presented = devices.digests();
            state.access(port.forget_other_devices(user.person, presented, context).await)?
        }
        _ => {
            let message = "Send either id, or others: true.";
            return Err(ApiError::bad_request("malformed_body", message));
        }
    };
    Ok(Json(DevicesForgotten { forgotten }))
}

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
    AdminContext(context): AdminContext,
    PathParams(person): PathParams<String>,
) -> Result<Json<NewDeviceLink>, ApiError> {
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
