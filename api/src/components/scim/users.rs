//! Users of the protocol: accounts that clients have made.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessError, IsFound, NewIdentity, ProvisionedUser, ProvisioningRefused, ProvisioningSettings,
    UserKey, UserScan, WantedUser,
};

use super::answers::{self, base, provisioned};
use super::body::ScimBody;
use super::document::{UserDocument, location_of_user, of_user, read_user};
use super::filter::Filter;
use super::patch;
use super::query::Wanted;
use super::schema::{USER, USERS};
use crate::caller::Provisioner;
use crate::error::{ApiError, nothing_left};
use crate::extract::PathParams;
use crate::state::AppState;

/// The schema of changes.
pub const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
/// The schema of documents that ask for a list.
pub const SEARCH: &str = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";
/// How often a change is made again after another one came first.
pub const TRIES_MAX: usize = 8;

/// `GET /access/api/v1/scim/v2/Users`.
pub async fn list(
    State(state): State<AppState>,
    _: Provisioner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    listed(&state, Wanted::of_query(query.as_deref(), &USERS)?).await
}

/// `POST /access/api/v1/scim/v2/Users/.search`.
pub async fn search(
    State(state): State<AppState>,
    _: Provisioner,
    body: ScimBody,
) -> Result<Response, ApiError> {
    listed(&state, Wanted::of_body(&body.of_schema(SEARCH)?, &USERS)?).await
}

/// `GET /access/api/v1/scim/v2/Users/{id}`.
pub async fn one(
    State(state): State<AppState>,
    _: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &USERS)?;
    Ok(shown(&state, &existing(&state, id).await?, &wanted))
}

/// `POST /access/api/v1/scim/v2/Users`.
pub async fn create(
    State(state): State<AppState>,
    client: Provisioner,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &USERS)?;
    let document = patch::described(&USERS, &body.of_schema(USER)?)?;
    let UserDocument { name, active, attributes, .. } = read_user(&document)?;
    let external_id = attributes.external_id.as_deref();
    let new = WantedUser {
        name,
        active: active.unwrap_or(true),
        identity: identity_of(&state, &client.settings, external_id),
        attributes,
        replaced: None,
        keeps_email: false,
    };
    let context = client.context(state.engine.now());
    let made = state.engine.ports().provisioning.provision_user(new, context).await;
    let user = provisioned(&state, made)?;
    let base = base(&state);
    let document = wanted.shown.of(of_user(&user, &base), &USERS);
    Ok(answers::created(document, &location_of_user(&base, &user.person)))
}

/// `PUT /access/api/v1/scim/v2/Users/{id}`.
pub async fn replace(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &USERS)?;
    let replaced = read_user(&patch::described(&USERS, &body.of_schema(USER)?)?)?;
    let user = changed(&state, &client, id, |_| Ok(replaced.clone())).await?;
    Ok(shown(&state, &user, &wanted))
}

/// `PATCH /access/api/v1/scim/v2/Users/{id}`.
pub async fn modify(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &USERS)?;
    let body = body.of_schema(PATCH)?;
    let base = base(&state);
    let change = |seen: &ProvisionedUser| {
        let mut document = of_user(seen, &base);
        let before = read_user(&document)?;
        patch::apply(&mut document, &USERS, &body)?;
        let mut after = read_user(&document)?;
        // Where an administrator has changed the address, the document has not what the client has given.
        if after.attributes.emails == before.attributes.emails {
            after.attributes.emails.clone_from(&seen.attributes.emails);
            after.keeps_email = true;
        }
        Ok::<_, ApiError>(after)
    };
    let user = changed(&state, &client, id, change).await?;
    Ok(shown(&state, &user, &wanted))
}

/// `DELETE /access/api/v1/scim/v2/Users/{id}`.
pub async fn remove(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    let context = client.context(state.engine.now());
    let provisioning = &state.engine.ports().provisioning;
    let removed = provisioning.remove_provisioned_user(PersonId(id), context).await;
    provisioned(&state, removed)?;
    Ok(nothing_left())
}

async fn existing(state: &AppState, id: String) -> Result<ProvisionedUser, ApiError> {
    let provisioning = &state.engine.ports().provisioning;
    let found = provisioned(state, provisioning.provisioned_user(PersonId(id)).await)?;
    let absent = || AccessError::from(ProvisioningRefused::NoSuchUser);
    provisioned(state, found.ok_or_else(absent))
}

fn shown(state: &AppState, user: &ProvisionedUser, wanted: &Wanted) -> Response {
    answers::document(wanted.shown.of(of_user(user, &base(state)), &USERS))
}

async fn listed(state: &AppState, wanted: Wanted) -> Result<Response, ApiError> {
    let Wanted { filter, start, count, shown } = wanted;
    let base = base(state);
    let links = base.clone();
    let scan = UserScan {
        key: filter.as_ref().and_then(key_of),
        is_found: filter.map(|filter| {
            let is_found =
                move |user: &ProvisionedUser| filter.finds(&of_user(user, &links), &USERS);
            Box::new(is_found) as IsFound
        }),
        skip: start - 1,
        limit: count,
    };
    let found = state.engine.ports().provisioning.provisioned_users(scan).await;
    let found = provisioned(state, found)?;
    let users = found.users.iter().map(|user| shown.of(of_user(user, &base), &USERS));
    Ok(answers::list(&users.collect::<Vec<_>>(), found.total, start))
}

/// By what the users that a filter finds are found at once.
fn key_of(filter: &Filter) -> Option<UserKey> {
    let name = filter.required("userName").map(|name| UserKey::Name(name.to_owned()));
    let id = || filter.required("externalId").map(|id| UserKey::ExternalId(id.to_owned()));
    name.or_else(id)
}

/// The identity that an external id is, where the installation takes it for one.
fn identity_of(
    state: &AppState,
    settings: &ProvisioningSettings,
    external_id: Option<&str>,
) -> Option<NewIdentity> {
    let provider = settings.provider.as_deref()?;
    state.engine.ports().sign_in_providers.identity_of(provider, external_id?)
}

/// Makes a user what a document says that is made of the user as it is. Where another change comes first, it is made
/// again.
async fn changed(
    state: &AppState,
    client: &Provisioner,
    id: String,
    change: impl Fn(&ProvisionedUser) -> Result<UserDocument, ApiError> + Send + Sync,
) -> Result<ProvisionedUser, ApiError> {
    let provisioning = &state.engine.ports().provisioning;
    for _ in 0..TRIES_MAX {
        let seen = existing(state, id.clone()).await?;
        let UserDocument { name, active, attributes, keeps_email } = change(&seen)?;
        let known = seen.attributes.external_id.as_deref();
        let before = identity_of(state, &client.settings, known).map(|identity| identity.mark);
        let external_id = attributes.external_id.as_deref();
        let identity = identity_of(state, &client.settings, external_id);
        let is_another = identity.as_ref().map(|identity| &identity.mark) != before.as_ref();
        let replaced = before.filter(|_| is_another);
        let active = active.unwrap_or(seen.active);
        let wanted = WantedUser {
            name,
            active,
            attributes,
            identity,
            replaced: replaced.clone(),
            keeps_email,
        };
        let context = client.context(state.engine.now());
        let changed = provisioning.change_provisioned_user(seen, wanted, context).await;
        if is_changed_meanwhile(&changed) {
            continue;
        }
        let user = provisioned(state, changed)?;
        if let Some(mark) = replaced {
            // Sign-ins that came by the identity of before end.
            state.engine.end_unlinked(&user.person, &mark, None).await?;
        }
        return Ok(user);
    }
    provisioned(state, Err(ProvisioningRefused::ChangedMeanwhile.into()))
}

/// Whether another change came first.
pub fn is_changed_meanwhile<T>(changed: &Result<T, AccessError>) -> bool {
    let meanwhile = AccessError::Provisioning(ProvisioningRefused::ChangedMeanwhile);
    changed.as_ref().is_err_and(|error| *error == meanwhile)
}
