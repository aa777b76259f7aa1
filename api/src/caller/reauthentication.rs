//! The password beside a session, for acts for which a session alone is not enough (API-05).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use waybill_platform::access::{Client, DeviceProof};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;

use super::{PresentedDevices, SessionUser, source, text};
use crate::client_address;
use crate::error::ApiError;
use crate::state::AppState;

/// The header with `Basic` credentials of the signed-in user. It is not `Authorization`, which a browser could fill in
/// by itself.
pub const REAUTHENTICATION: &str = "x-jfrog-reauthentication";

/// The longest header: name and password of the most characters, each of four bytes, in base 64.
const HEADER_BYTES_MAX: usize = 8 * 1_024;

/// A signed-in user who has shown the password with this very request, or has signed in at the provider just before.
#[derive(Debug)]
pub struct Reauthentication {
    /// The user, in a session.
    pub user: SessionUser,
    /// The context of what is done.
    pub context: ChangeContext,
}

/// A signed-in user who may have shown the password with this very request, for calls of which only some need it.
#[derive(Debug)]
pub struct MaybeReauthentication {
    /// The user, in a session.
    pub user: SessionUser,
    /// The context of what is done.
    pub context: ChangeContext,
    /// Whether the password was shown.
    pub is_shown: bool,
}

impl MaybeReauthentication {
    /// Checks that the password was shown, or that the user has signed in at the provider just before.
    ///
    /// # Errors
    ///
    /// 400 if neither is true.
    pub fn required(&self, state: &AppState) -> Result<(), ApiError> {
        let is_shown = self.is_shown || Reauthentication::is_confirmed(&self.user, state);
        if is_shown { Ok(()) } else { Err(missing()) }
    }
}

impl FromRequestParts<AppState> for MaybeReauthentication {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if parts.headers.contains_key(REAUTHENTICATION) {
            let shown = Reauthentication::from_request_parts(parts, state).await?;
            let Reauthentication { user, context } = shown;
            return Ok(Self { user, context, is_shown: true });
        }
        let user = SessionUser::from_request_parts(parts, state).await?;
        let context = state.engine.context_in(&user.credentials.session, &user.person);
        Ok(Self { user, context, is_shown: false })
    }
}

impl FromRequestParts<AppState> for Reauthentication {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = SessionUser::from_request_parts(parts, state).await?;
        let header =
            text(&parts.headers, REAUTHENTICATION.parse().map_err(|_| ApiError::internal())?);
        if header.is_none() && Self::is_confirmed(&user, state) {
            let context = state.engine.context_in(&user.credentials.session, &user.person);
            return Ok(Self { user, context });
        }
        let (name, password) = header.and_then(credentials).ok_or_else(missing)?;
        let accounts = &state.engine.ports().accounts;
        let named = state.access(accounts.person_named(name.expose()).await)?;
        if named.as_ref() != Some(&user.person) {
            return Err(ApiError::forbidden(
                "not_the_user",
                "The password has to be that of the user who is signed in.",
            ));
        }
        let devices = PresentedDevices::from_request_parts(parts, state).await?;
        Self::confirmed(user, password, &devices, parts, state).await
    }
}

impl Reauthentication {
    /// Whether the user has signed in at the provider once more, for this one act (ROLE-02).
    fn is_confirmed(user: &SessionUser, state: &AppState) -> bool {
        let session = user.credentials.session.as_str();
        let providers = &state.engine.ports().sign_in_providers;
        providers.take_confirmation(session, &user.person, state.engine.now())
    }

    /// Checks the password of a user. Wrong ones count as they do in signing in.
    async fn confirmed(
        user: SessionUser,
        password: Secret,
        devices: &PresentedDevices,
        parts: &Parts,
        state: &AppState,
    ) -> Result<Self, ApiError> {
        let context = state.engine.context_in(&user.credentials.session, &user.person);
        let client = Client {
            source: source(client_address::of(&parts.extensions)),
            session: Some(user.credentials.session.as_str().to_owned()),
            proof: DeviceProof { devices: devices.digests(), link: None },
        };
        confirm(state, &user, password, client, &context).await?;
        Ok(Self { user, context })
    }
}

/// Checks the password of a user who has signed in.
pub async fn confirm(
    state: &AppState,
    user: &SessionUser,
    password: Secret,
    client: Client,
    context: &ChangeContext,
) -> Result<(), ApiError> {
    let sign_in = &state.engine.ports().sign_in;
    let confirmed =
        sign_in.confirm_password(user.person.clone(), password, client, context.clone());
    let now = state.engine.now();
    state
        .access(confirmed.await)?
        .map_err(|notice| ApiError::of_notice(&notice, now).at("password"))
}

fn credentials(header: &str) -> Option<(Secret, Secret)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") || encoded.len() > HEADER_BYTES_MAX {
        return None;
    }
    let decoded = Secret::new(String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?);
    let (name, password) = decoded.expose().split_once(':')?;
    Some((Secret::new(name), Secret::new(password)))
}

fn missing() -> ApiError {
    ApiError::bad_request(
        "reauthentication_missing",
        "Send your name and password in the header X-JFrog-Reauthentication, as Basic credentials.",
    )
}
