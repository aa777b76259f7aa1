//! Groups of the protocol: groups that clients have made.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use waybill_platform::access::{AccessError, ProvisionedGroup, ProvisioningRefused, WantedGroup};

use super::answers::{self, base, provisioned};
use super::body::ScimBody;
use super::document::{location_of_group, of_group, read_group};
use super::patch;
use super::projection::Shown;
use super::query::Wanted;
use super::schema::{GROUP, GROUPS};
use super::users::{PATCH, SEARCH, TRIES_MAX, is_changed_meanwhile};
use crate::caller::Provisioner;
use crate::error::{ApiError, nothing_left};
use crate::extract::PathParams;
use crate::state::AppState;

/// `GET /access/api/v1/scim/v2/Groups`.
pub async fn list(
    State(state): State<AppState>,
    _: Provisioner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    listed(&state, &Wanted::of_query(query.as_deref(), &GROUPS)?).await
}

/// `POST /access/api/v1/scim/v2/Groups/.search`.
pub async fn search(
    State(state): State<AppState>,
    _: Provisioner,
    body: ScimBody,
) -> Result<Response, ApiError> {
    listed(&state, &Wanted::of_body(&body.of_schema(SEARCH)?, &GROUPS)?).await
}

/// `GET /access/api/v1/scim/v2/Groups/{id}`.
pub async fn one(
    State(state): State<AppState>,
    _: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &GROUPS)?;
    Ok(shown(&state, &existing(&state, id).await?, &wanted))
}

/// `POST /access/api/v1/scim/v2/Groups`.
pub async fn create(
    State(state): State<AppState>,
    client: Provisioner,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &GROUPS)?;
    let new = read_group(&patch::described(&GROUPS, &body.of_schema(GROUP)?)?)?;
    let context = client.context(state.engine.now());
    let made = state.engine.ports().provisioning.provision_group(new, context).await;
    let group = provisioned(&state, made)?;
    let base = base(&state);
    let document = wanted.shown.of(of_group(&group, &base), &GROUPS);
    Ok(answers::created(document, &location_of_group(&base, &group.id)))
}

/// `PUT /access/api/v1/scim/v2/Groups/{id}`.
pub async fn replace(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &GROUPS)?;
    let replaced = read_group(&patch::described(&GROUPS, &body.of_schema(GROUP)?)?)?;
    let group = changed(&state, &client, id, |_| Ok(replaced.clone())).await?;
    Ok(shown(&state, &group, &wanted))
}

/// `PATCH /access/api/v1/scim/v2/Groups/{id}`: answers nothing unless attributes are asked for, since a group may have
/// many members.
pub async fn modify(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), &GROUPS)?;
    let body = body.of_schema(PATCH)?;
    let base = base(&state);
    let change = |seen: &ProvisionedGroup| {
        let mut document = of_group(seen, &base);
        patch::apply(&mut document, &GROUPS, &body)?;
        read_group(&document)
    };
    let group = changed(&state, &client, id, change).await?;
    match wanted.shown {
        Shown::Only(_) => Ok(shown(&state, &group, &wanted)),
        Shown::All | Shown::Without(_) => Ok(nothing_left()),
    }
}

/// `DELETE /access/api/v1/scim/v2/Groups/{id}`.
pub async fn remove(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    let context = client.context(state.engine.now());
    let provisioning = &state.engine.ports().provisioning;
    provisioned(&state, provisioning.remove_provisioned_group(id, context).await)?;
    Ok(nothing_left())
}

async fn existing(state: &AppState, id: String) -> Result<ProvisionedGroup, ApiError> {
    let provisioning = &state.engine.ports().provisioning;
    let found = provisioned(state, provisioning.provisioned_group(id).await)?;
    let absent = || AccessError::from(ProvisioningRefused::NoSuchGroup);
    provisioned(state, found.ok_or_else(absent))
}

fn shown(state: &AppState, group: &ProvisionedGroup, wanted: &Wanted) -> Response {
    answers::document(wanted.shown.of(of_group(group, &base(state)), &GROUPS))
}

async fn listed(state: &AppState, wanted: &Wanted) -> Result<Response, ApiError> {
    let all = state.engine.ports().provisioning.provisioned_groups().await;
    let base = base(state);
    // The document of a group with many members is large: only those of the page are kept.
    let is_found = |group: &ProvisionedGroup| {
        let filter = wanted.filter.as_ref();
        filter.is_none_or(|filter| filter.finds(&of_group(group, &base), &GROUPS))
    };
    let found: Vec<_> = provisioned(state, all)?.into_iter().filter(is_found).collect();
    let page = found.iter().skip(wanted.start - 1).take(wanted.count);
    let page: Vec<_> = page.map(|group| wanted.shown.of(of_group(group, &base), &GROUPS)).collect();
    Ok(answers::list(&page, found.len(), wanted.start))
}

/// Makes a group what a document says that is made of the group as it is. Where another change comes first, it is made
/// again.
async fn changed(
    state: &AppState,
    client: &Provisioner,
    id: String,
    change: impl Fn(&ProvisionedGroup) -> Result<WantedGroup, ApiError> + Send + Sync,
) -> Result<ProvisionedGroup, ApiError> {
    let provisioning = &state.engine.ports().provisioning;
    for _ in 0..TRIES_MAX {
        let seen = existing(state, id.clone()).await?;
        let wanted = change(&seen)?;
        let context = client.context(state.engine.now());
        let changed = provisioning.change_provisioned_group(seen, wanted, context).await;
        if !is_changed_meanwhile(&changed) {
            return provisioned(state, changed);
        }
    }
    provisioned(state, Err(ProvisioningRefused::ChangedMeanwhile.into()))
}
