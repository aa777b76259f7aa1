//! New recovery codes for the second factor of a signed-in user.

use axum::Json;
use axum::extract::State;
use waybill_machines::machines::mfa::Verified;
use waybill_platform::access::{Client, DeviceProof, Factor};
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use crate::caller::{PresentedDevices, SessionUser, Visitor, source};
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::access::{CodeOfApp, RecoveryCodes};

/// `POST ui/auth/mfa/recoveryCodes`: a session alone is not enough, so that the code of the authenticator app is asked
/// for. Wrong codes count as they do in signing in.
pub async fn renew(
    State(state): State<AppState>,
    visitor: Visitor,
    SessionUser { credentials, person }: SessionUser,
    devices: PresentedDevices,
    Body(body): Body<CodeOfApp>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    check_length(&[("code", body.code.expose())])?;
    let now = state.engine.now();
    let context = ChangeContext::by(Who::Person(person.clone()), now);
    let client = Client {
        source: source(visitor.address),
        session: Some(credentials.session.as_str().to_owned()),
        proof: DeviceProof { devices: devices.digests(), link: None },
    };
    let second_factors = &state.engine.ports().second_factors;
    let verified =
        second_factors.verify(person.clone(), Factor::Totp, body.code, client, context.clone());
    match state.access(verified.await)? {
        Verified::Accepted {} => {}
        Verified::Refused { notice } => return Err(ApiError::of_notice(&notice, now).at("code")),
        Verified::Interrupted {} => return Err(ApiError::internal()),
        Verified::Forbidden { notice } => return Err(ApiError::forbidden_by(&notice)),
    }
    let codes = state.access(second_factors.renew_recovery_codes(person, context).await)?;
    let recovery_codes = codes.iter().map(|code| code.expose().to_owned()).collect();
    Ok(Json(RecoveryCodes { recovery_codes }))
}
