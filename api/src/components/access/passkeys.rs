//! Passkeys: signing in with one, proving or setting up a second factor with one, and those of the user (MFA-01).

use axum::Json;
use axum::extract::State;
use waybill_engine::{AnsweredPasskey, PasskeyStepError, SessionCredentials};
use waybill_machines::AnyState;
use waybill_machines::machines::passkey;
use waybill_machines::rules::path_memory::StoredPath;
use waybill_machines::secret::Digest;
use waybill_machines::sign_in::{Landing, PasskeyPurpose};
use waybill_platform::access::{
    OwnPasskey, PASSKEYS_MAX, PasskeysOfUser, Source, answered_challenge,
};
use waybill_platform::secret::{PasskeyResponse, Secret};

use super::{auth, own_account, sign_in_page};
use crate::caller::{
    Caller, PresentedDevices, Reauthentication, RequestSource, SessionUser, SetsCookie,
};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::passkeys::{
    AskPasskey, DescribedPasskey, OwnPasskeys, PasskeyAccepted, PasskeyAnswer, PasskeyChallenge,
    PasskeyCredential, PasskeyName,
};

/// The longest part of an answer, in bytes: also with an attestation, which is not asked for.
const PART_BYTES_MAX: usize = 16 * 1_024;

/// `POST ui/auth/passkey/ask`: a question for the authenticators of the browser.
pub async fn ask(
    State(state): State<AppState>,
    caller: Caller,
    RequestSource(source): RequestSource,
    Body(body): Body<AskPasskey>,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    question(&state, &caller.credentials, body.purpose.into(), source).await
}

/// `POST ui/auth/passkeys`, with the password in the header: the same for a new passkey of the user.
pub async fn ask_new(
    State(state): State<AppState>,
    Reauthentication { user, .. }: Reauthentication,
    RequestSource(source): RequestSource,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    own_account::updatable(&state, user.person).await?;
    question(&state, &user.credentials, PasskeyPurpose::Add, source).await
}

async fn question(
    state: &AppState,
    credentials: &SessionCredentials,
    purpose: PasskeyPurpose,
    source: Source,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let asked = state.engine.ask_passkey(credentials, purpose, source).await;
    let options = asked.map_err(|error| match error {
        PasskeyStepError::Access(error) => ApiError::of_access(&error, state.engine.now()),
        PasskeyStepError::Nack(nack) => ApiError::from(nack),
    })?;
    let public_key = serde_json::from_str(options.expose()).map_err(|_| ApiError::internal())?;
    Ok(Json(PasskeyChallenge { public_key }))
}

/// `POST ui/auth/passkey/answer`: what an authenticator has answered. What was asked decides what comes of it.
pub async fn answer(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<PasskeyAnswer>,
) -> Result<(SetsCookie, Json<PasskeyAccepted>), ApiError> {
    let PasskeyAnswer { credential, name, remember, stored, set_me_up } = body;
    let path = stored.as_ref().map_or("", |stored| &stored.path);
    check_length(&[("name", name.as_ref().map_or("", Secret::expose)), ("stored.path", path)])?;
    let digest = checked(&credential)?;
    let can_remember = sign_in_page::settings(&state).await?.can_remember_me;
    let creates = credential.response.attestation_object.is_some();
    let answered = AnsweredPasskey {
        digest,
        response: PasskeyResponse { credential: credential.to_json(), name },
        landing: Landing {
            remember: can_remember && remember.unwrap_or(true),
            stored: stored
                .map(|stored| StoredPath { path: stored.path, at: stored.at }.into_place()),
            set_me_up: set_me_up.unwrap_or(false),
            ..Landing::default()
        },
        devices: devices.digests(),
    };
    let settled = state.engine.answer_passkey(&caller.credentials, answered).await?;
    let purpose = match &settled.state {
        AnyState::Passkey(passkey::State::Done { purpose }) => *purpose,
        AnyState::Passkey(passkey::State::Idle { failure: Some(notice) }) => {
            return Err(ApiError::of_passkey(notice, creates, state.engine.now()));
        }
        // Another question was made meanwhile.
        _ => return Err(ApiError::internal()),
    };
    let remember = auth::remembered(&state, &settled).await?;
    let codes = match purpose {
        PasskeyPurpose::RecoveryCodes => renewed_codes(&state, &caller).await?,
        _ => state.engine.take_recovery_codes(caller.session(), &settled),
    };
    let recovery_codes = codes.iter().map(|code| code.expose().to_owned()).collect();
    let body = PasskeyAccepted { next: settled.login.name(), recovery_codes };
    Ok((auth::renewed(&state, &settled, remember, &devices), Json(body)))
}

/// Checks the parts of an answer: the digest of the challenge that was answered.
fn checked(credential: &PasskeyCredential) -> Result<Digest, ApiError> {
    let response = &credential.response;
    let parts = [
        Some(&credential.raw_id),
        Some(&response.client_data_json),
        response.attestation_object.as_ref(),
        response.authenticator_data.as_ref(),
        response.signature.as_ref(),
        response.user_handle.as_ref(),
    ];
    if parts.into_iter().flatten().any(|part| part.len() > PART_BYTES_MAX) {
        let message = format!("No part of a credential has more than {PART_BYTES_MAX} bytes.");
        return Err(ApiError::bad_request("too_long", message).at("credential"));
    }
    answered_challenge(&response.client_data_json).ok_or_else(|| {
        let message = "This is no answer of an authenticator: it has no challenge.";
        ApiError::bad_request("malformed_body", message).at("credential")
    })
}

/// New recovery codes, once a passkey was shown: a session alone is not enough.
async fn renewed_codes(state: &AppState, caller: &Caller) -> Result<Vec<Secret>, ApiError> {
    let session = caller.session();
    let person = state.engine.person_of(session).ok_or_else(ApiError::unauthenticated)?;
    let context = state.engine.context_in(session, &person);
    let second_factors = &state.engine.ports().second_factors;
    state.access(second_factors.renew_recovery_codes(person, context).await)
}

/// `GET ui/auth/passkeys`.
pub async fn own(
    State(state): State<AppState>,
    user: SessionUser,
) -> Result<Json<OwnPasskeys>, ApiError> {
    let passkeys = &state.engine.ports().passkeys;
    let PasskeysOfUser { passkeys: own, has_app } =
        state.access(passkeys.passkeys_of(user.person).await)?;
    let (host, unavailable) = match passkeys.passkey_host() {
        Ok(host) => (Some(host), None),
        Err(unavailable) => (None, Some(unavailable.code())),
    };
    Ok(Json(OwnPasskeys {
        passkeys: own.into_iter().map(described).collect(),
        most: PASSKEYS_MAX,
        has_authenticator_app: has_app,
        host,
        unavailable,
    }))
}

fn described(own: OwnPasskey) -> DescribedPasskey {
    DescribedPasskey {
        id: own.id.0,
        name: own.name,
        since: own.since,
        used_at: own.used_at,
        synchronised: own.is_synchronised,
        backed_up: own.is_backed_up,
    }
}

/// `PUT ui/auth/passkeys/{id}`. A session alone is enough: a name decides nothing.
pub async fn rename(
    State(state): State<AppState>,
    user: SessionUser,
    PathParams(id): PathParams<String>,
    Body(body): Body<PasskeyName>,
) -> Result<Json<Empty>, ApiError> {
    check_length(&[("name", body.name.expose())])?;
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let passkeys = &state.engine.ports().passkeys;
    let renamed = passkeys.rename_passkey(user.person, Digest(id), body.name, context);
    state.access(renamed.await)?;
    Ok(Json(Empty {}))
}

/// `DELETE ui/auth/passkeys/{id}`, with the password in the header: ends the sign-ins that came by it too. The session
/// of the user goes on.
pub async fn remove(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    PathParams(id): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    let (session, id) = (user.credentials.session, Digest(id));
    let person = own_account::updatable(&state, user.person).await?.person;
    let passkeys = &state.engine.ports().passkeys;
    state.access(passkeys.remove_passkey(person.clone(), id.clone(), context).await)?;
    state.engine.end_by_passkey(&person, &id, &session).await?;
    Ok(Json(Empty {}))
}
