//! The identities at providers with which users sign in: linking, listing and unlinking them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use waybill_engine::{BeginSso, SessionId, SsoStepError};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{Landing, SignInPurpose};
use waybill_platform::access::{LinkedIdentity, Source};
use waybill_platform::streams::ChangeContext;

use crate::caller::{Admin, AdminContext, Reauthentication, RequestSource, SessionUser};
use crate::components::access::own_account;
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::sso::{DescribedIdentity, LinkedIdentities, ProviderAddress};

/// `POST ui/auth/sso/{name}/link`, with the password in the header: the page leads the browser to the answered address.
pub async fn link(
    State(state): State<AppState>,
    Reauthentication { user, .. }: Reauthentication,
    RequestSource(source): RequestSource,
    PathParams(provider): PathParams<String>,
) -> Result<Json<ProviderAddress>, ApiError> {
    own_account::updatable(&state, user.person.clone()).await?;
    let wanted = of_user(provider, SignInPurpose::Link, source);
    Ok(Json(begun(&state, &user, wanted).await?))
}

/// `POST ui/auth/sso/{name}/confirm`: the page leads the browser to the answered address, where the user signs in
/// again. One act for which a session alone is not enough is permitted after that.
pub async fn confirm(
    State(state): State<AppState>,
    user: SessionUser,
    RequestSource(source): RequestSource,
    PathParams(provider): PathParams<String>,
) -> Result<Json<ProviderAddress>, ApiError> {
    if !may_confirm(&state, &user.person, &provider).await? {
        return Err(ApiError::bad_request(
            "reauthentication_missing",
            "Confirm with the password that you have here: this provider does not ask you for one again.",
        ));
    }
    let wanted = of_user(provider, SignInPurpose::Confirm, source);
    Ok(Json(begun(&state, &user, wanted).await?))
}

/// Whether a user may confirm at a provider. One that may lead the browser back without asking the user shows less than
/// a password, and is enough only where there is none.
async fn may_confirm(
    state: &AppState,
    person: &PersonId,
    provider: &str,
) -> Result<bool, ApiError> {
    let ports = state.engine.ports();
    let account = state.access(ports.accounts.user(person.clone()).await)?;
    if account.is_none_or(|account| account.external) {
        return Ok(true);
    }
    let providers = ports.sign_in_providers.providers().await?;
    let mut named = providers.iter().filter(|stored| stored.settings.name == provider);
    Ok(named.all(|stored| stored.settings.kind().signs_in_again()))
}

/// A way to a provider for a user who has signed in.
fn of_user(provider: String, purpose: SignInPurpose, source: Source) -> BeginSso {
    BeginSso { provider, purpose, invitation: None, landing: Landing::default(), source }
}

async fn begun(
    state: &AppState,
    user: &SessionUser,
    wanted: BeginSso,
) -> Result<ProviderAddress, ApiError> {
    let begun = state.engine.begin_sso(&user.credentials, wanted).await;
    let url = begun.map_err(|error| match error {
        SsoStepError::Provider(error) => error.into(),
        SsoStepError::Nack(nack) => ApiError::from(nack),
    })?;
    Ok(ProviderAddress { url: url.expose().to_owned() })
}

/// `GET ui/auth/identities`.
pub async fn own(
    State(state): State<AppState>,
    user: SessionUser,
) -> Result<Json<LinkedIdentities>, ApiError> {
    listed(&state, user.person).await
}

/// `DELETE ui/auth/identities/{id}`, with the password in the header: ends the sign-ins that came by it too. The
/// session of the user goes on.
pub async fn unlink_own(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    PathParams(id): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    let session = user.credentials.session;
    let person = own_account::updatable(&state, user.person).await?.person;
    unlink(&state, person, Digest(id), context, Some(&session)).await
}

/// `GET access/api/ui/users/{person}/identities`.
pub async fn of_account(
    State(state): State<AppState>,
    _: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<LinkedIdentities>, ApiError> {
    listed(&state, PersonId(person)).await
}

/// `DELETE access/api/ui/users/{person}/identities/{id}`: ends the sign-ins that came by it too.
pub async fn unlink_of_user(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams((person, id)): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    unlink(&state, PersonId(person), Digest(id), context, None).await
}

/// Unlinks an identity, and ends the sessions that have come by it: a user who has signed in with it may be the reason.
async fn unlink(
    state: &AppState,
    person: PersonId,
    mark: Digest,
    context: ChangeContext,
    kept: Option<&SessionId>,
) -> Result<Json<Empty>, ApiError> {
    let identities = &state.engine.ports().identities;
    state.access(identities.unlink_identity(person.clone(), mark.clone(), context).await)?;
    state.engine.end_unlinked(&person, &mark, kept).await?;
    Ok(Json(Empty {}))
}

/// The identities of a user, with the labels that the providers have now.
async fn listed(state: &AppState, person: PersonId) -> Result<Json<LinkedIdentities>, ApiError> {
    let ports = state.engine.ports();
    let linked = state.access(ports.identities.identities_of(person).await)?;
    let providers = ports.sign_in_providers.providers().await?.into_iter();
    let providers = providers.map(|stored| (stored.settings.name, stored.settings.label));
    let directories = ports.user_directories.directories().into_iter();
    let directories = directories.map(|stored| (stored.settings.provider(), stored.settings.label));
    let labels: BTreeMap<_, _> = providers.chain(directories).collect();
    let identities = linked.into_iter().map(|LinkedIdentity { mark, provider, since }| {
        let label = labels.get(&provider).cloned();
        DescribedIdentity { id: mark.0, provider, label, since }
    });
    Ok(Json(LinkedIdentities { identities: identities.collect() }))
}
