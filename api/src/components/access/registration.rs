//! Visitors who create accounts, where an administrator lets them (PASS-04). Their links are used as those of
//! invitations are.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::{NewRegistration, RegistrationSettings};
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use crate::caller::{Admin, Visitor, source};
use crate::components::mail::language;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::mail::ResetLinkRequested;
use crate::wire::registration::{AskedAccount, RegistrationPage, WantedRegistration};

/// Whether the sign-in page offers to create an account.
pub fn is_offered(state: &AppState) -> bool {
    let ports = state.engine.ports();
    ports.registrations.registration().enabled && ports.mail.can_send()
}

/// `POST ui/auth/registration`: has a link sent with which an account is created. The answer does not say whether there
/// is a user with this name or mail address.
pub async fn ask(
    State(state): State<AppState>,
    visitor: Visitor,
    Body(body): Body<AskedAccount>,
) -> Result<Json<ResetLinkRequested>, ApiError> {
    let AskedAccount { user, email, language: tag } = body;
    check_length(&[("user", user.expose()), ("email", email.expose())])?;
    let new = NewRegistration { name: user, email, language: language(tag.as_deref()) };
    let context = ChangeContext::by(Who::Anonymous, state.engine.now());
    let client = source(visitor.address).into();
    let asked = state.engine.ports().registrations.register(new, client, context).await;
    state.access(asked)?;
    Ok(Json(ResetLinkRequested { sent: true }))
}

/// `GET access/api/ui/registration`.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<RegistrationPage>, ApiError> {
    Ok(Json(page(&state)))
}

/// `PUT access/api/ui/registration`.
pub async fn set(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedRegistration>,
) -> Result<Json<RegistrationPage>, ApiError> {
    let WantedRegistration { enabled, domains, approval } = wanted;
    let domains = domains.unwrap_or_default();
    let domains = domains.iter().map(|domain| domain.trim().to_lowercase());
    let settings = RegistrationSettings {
        enabled,
        domains: domains.filter(|domain| !domain.is_empty()).collect(),
        approval: approval.unwrap_or_default(),
    };
    let context = admin.context(state.engine.now());
    let set = state.engine.ports().registrations.set_registration(settings, context).await;
    state.access(set)?;
    Ok(Json(page(&state)))
}

fn page(state: &AppState) -> RegistrationPage {
    let ports = state.engine.ports();
    let RegistrationSettings { enabled, domains, approval } = ports.registrations.registration();
    RegistrationPage { enabled, domains, approval, can_send: ports.mail.can_send() }
}
