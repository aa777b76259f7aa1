//! Who lets an application act, for administrators, who can end that (APP-02, DET-06).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use waybill_machines::machines::application_grant::GrantEnded;
use waybill_machines::secret::PersonId;
use waybill_platform::access::User;

use super::consent::existing;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, check_length, rows};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::applications::{
    ApplicationUser, ApplicationUsers, ApplicationUsersQuery, RevokedUsers,
};

/// `GET access/integration/{id}/grants`: a page of the users who let an application act.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<ApplicationUsersQuery>,
) -> Result<Json<ApplicationUsers>, ApiError> {
    let limit = rows("limit", query.limit)?;
    let search = query.search.unwrap_or_default();
    check_length(&[("search", &search)])?;
    let search = search.trim().to_lowercase();
    let application = existing(&state, id).await?;
    let (ports, now) = (state.engine.ports(), state.engine.now());
    let known = state.access(ports.accounts.users().await)?.into_iter();
    let known: BTreeMap<PersonId, User> = known.map(|user| (user.person.clone(), user)).collect();
    let name_of = |person: &PersonId| known.get(person).and_then(|user| user.name.clone());
    // By name, and by id where there is none any longer.
    let place_of =
        |person: &PersonId| (name_of(person).unwrap_or_default().to_lowercase(), person.clone());
    let grants = ports.applications.grants_to(application.client.clone()).await?;
    let mut found: BTreeMap<_, _> =
        grants.into_iter().map(|grant| (place_of(&grant.person), grant)).collect();
    found.retain(|(name, _), _| name.contains(&search));
    let total = found.len();
    if let Some(after) = query.after.as_ref().map(place_of) {
        found.retain(|place, _| *place > after);
    }
    let has_next = found.len() > limit;
    let users: Vec<_> = found
        .into_values()
        .take(limit)
        .map(|grant| {
            let user = known.get(&grant.person);
            // Those of an account that is disabled, and those from before its credentials ended, count no longer.
            let sign_ins = grant.sign_ins(&application, now);
            let sign_ins =
                sign_ins.filter(|began_at| user.is_some_and(|user| user.counts_sign_in(*began_at)));
            ApplicationUser {
                name: name_of(&grant.person),
                scopes: application.settings.permitted(&grant.scopes),
                consented_at: grant.consented_at,
                sign_ins: sign_ins.count(),
                last_used_at: grant.last_used_at(),
                user: grant.person,
            }
        })
        .collect();
    let next = users.last().filter(|_| has_next).map(|last| last.user.clone());
    Ok(Json(ApplicationUsers { users, total, next }))
}

/// `DELETE access/integration/{id}/grants/{user}`: a user no longer lets the application act.
pub async fn revoke(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((id, user)): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    let application = existing(&state, id).await?;
    let (context, why) = (admin.context(state.engine.now()), GrantEnded::ByAdministrator);
    let applications = &state.engine.ports().applications;
    applications.revoke(PersonId(user), application.client, why, context).await?;
    Ok(Json(Empty {}))
}

/// `DELETE access/integration/{id}/grants`: no user lets the application act any longer.
pub async fn revoke_all(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(id): PathParams<String>,
) -> Result<Json<RevokedUsers>, ApiError> {
    let (context, why) = (admin.context(state.engine.now()), GrantEnded::ByAdministrator);
    let revoked = state.engine.ports().applications.revoke_all(id, why, context).await?;
    Ok(Json(RevokedUsers { revoked }))
}
