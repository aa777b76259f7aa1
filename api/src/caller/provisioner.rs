//! Clients that provision users and groups, with tokens that are for nothing else.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use waybill_machines::Timestamp;
use waybill_platform::access::{ProvisioningSettings, User};
use waybill_platform::streams::ChangeContext;

use super::rights::Actor;
use super::{check_services, refuse_active};
use crate::bearer;
use crate::error::ApiError;
use crate::state::AppState;

/// How a client learns that it should send a token.
const CHALLENGE: &str = "Bearer realm=\"Waybill\"";

/// A client that provisions users and groups. It is permitted by its token, which an administrator has made: for a
/// robot, or for the own account, which has to be an administrator's still.
#[derive(Debug)]
pub struct Provisioner {
    actor: Actor,
    /// What an administrator has set.
    pub settings: ProvisioningSettings,
}

impl Provisioner {
    /// The owner of the token as the author of a change at this time.
    pub fn context(&self, at: Timestamp) -> ChangeContext {
        self.actor.context(at)
    }
}

impl FromRequestParts<AppState> for Provisioner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        refuse_active(&parts.headers)?;
        let holder = bearer::holder(parts, state).await;
        let holder = holder.map_err(|error| error.challenging(CHALLENGE))?;
        let holder = holder.ok_or_else(|| ApiError::no_token().challenging(CHALLENGE))?;
        let ports = state.engine.ports();
        let owner = state.access(ports.accounts.user(holder.person.clone()).await)?;
        if !owner.as_ref().is_some_and(may_provision) {
            return Err(ApiError::only_admins());
        }
        check_services(parts, state)?;
        let settings = state.access(ports.provisioning.provisioning().await)?;
        if !settings.enabled {
            return Err(ApiError::provisioning_is_off());
        }
        Ok(Self { actor: Actor::without_session(holder.person), settings })
    }
}

/// Whether tokens of a user may be for provisioning at present.
fn may_provision(owner: &User) -> bool {
    (owner.robot && owner.enabled) || owner.is_active_admin()
}
