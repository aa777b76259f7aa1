//! Which application calls, and what it may use of the server (APP-02).
//!
//! Until it has proven which one it is, a call counts for its address, as those of all visitors do. Then it counts for
//! the application too.

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::form_urlencoded;
use waybill_machines::rules::applications::ApplicationKind;
use waybill_platform::Secret;
use waybill_platform::access::Source;
use waybill_platform::applications::{ApplicationError, StoredApplication};
use waybill_platform::limits::CallingApplication;

use crate::error::ApiError;
use crate::extract::Parameters;
use crate::state::AppState;

/// The application that calls, which proves that it is the one: by its secret, unless it cannot keep one.
pub(super) async fn authenticated(
    state: &AppState,
    source: &Source,
    headers: &HeaderMap,
    form: &mut Parameters,
) -> Result<StoredApplication, ApiError> {
    let (client, secret) = presented(headers, form)?;
    let (applications, now) = (&state.engine.ports().applications, state.engine.now());
    let device = if secret.is_empty() {
        let known = applications.application(client.clone()).await?;
        known.filter(|known| known.settings.kind == ApplicationKind::Device)
    } else {
        None
    };
    let refused = |error: ApplicationError| match error {
        ApplicationError::Guessed { retry_at } => ApiError::too_many_secrets(retry_at, now),
        error => ApiError::of_application(&error),
    };
    let proven = match device {
        Some(device) => Ok(device),
        None => applications.prove(&client, &Secret::new(secret), source, now),
    };
    let application = proven.map_err(refused)?;
    admit(state, &application, source)?;
    Ok(application)
}

/// Counts a call of an application. The id of one that presents no secret is known to its users: there each address
/// has its own budget.
fn admit(
    state: &AppState,
    application: &StoredApplication,
    source: &Source,
) -> Result<(), ApiError> {
    if application.settings.kind == ApplicationKind::Device {
        return admit_from(state, &application.client, source);
    }
    count(state, &CallingApplication { id: application.client.clone(), source: None })
}

/// Counts a call that does not prove which application makes it: a stranger may use up the budget of an address only.
pub(super) fn admit_from(state: &AppState, client: &str, source: &Source) -> Result<(), ApiError> {
    let (id, source) = (client.to_owned(), Some(source.clone()));
    count(state, &CallingApplication { id, source })
}

fn count(state: &AppState, calling: &CallingApplication) -> Result<(), ApiError> {
    state.engine.budgets().application_request(calling).map_err(ApiError::too_many_requests)
}

/// The id and the secret that a call presents, in one of two ways.
fn presented(headers: &HeaderMap, form: &mut Parameters) -> Result<(String, String), ApiError> {
    let posted = form.take("client_id").zip(form.take("client_secret").or(Some(String::new())));
    let basic = headers.get(header::AUTHORIZATION).map(|value| of_basic(value.as_bytes()));
    match (basic, posted) {
        // Two ways at once are ambiguous, unless the name is merely repeated.
        (Some(Some((client, secret))), posted)
            if posted
                .as_ref()
                .is_none_or(|(named, other)| *named == client && other.is_empty()) =>
        {
            Ok((client, secret))
        }
        (Some(_), _) | (None, None) => Err(ApiError::invalid_client()),
        (None, Some(posted)) => Ok(posted),
    }
}

/// The id and the secret of `Authorization: Basic`, each encoded as in a form (RFC 6749, 2.3.1).
fn of_basic(value: &[u8]) -> Option<(String, String)> {
    let text = std::str::from_utf8(value).ok()?;
    let (scheme, encoded) = text.split_once(' ')?;
    let decoded =
        STANDARD.decode(encoded.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let decoded = String::from_utf8(decoded).ok()?;
    let (client, secret) = decoded.split_once(':')?;
    let plain = |part: &str| {
        // A device sends its id and nothing else.
        let parsed = form_urlencoded::parse(part.as_bytes()).next();
        parsed.map(|(name, _)| name.into_owned()).unwrap_or_default()
    };
    Some((plain(client), plain(secret)))
}
