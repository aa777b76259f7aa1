//! The steps of the account machine that concern identities at providers (SSO-01).

use statig::prelude::*;

use super::account_edit::{Details, NewIdentity};
use super::account_profile::{IDENTITIES_MAX, LinkedIdentity, Profile};
use super::account_steps::use_password_link;
use super::account_types::State;
use crate::machine::{Context, Rejection, RejectionCode};
use crate::secret::Digest;
use crate::time::Timestamp;

/// The identity with which an account begins. A robot has none.
pub(super) fn first_identity(details: &Details, at: Timestamp) -> Vec<LinkedIdentity> {
    let identity = details.identity.as_ref().filter(|_| !details.robot);
    identity.map(|identity| linked(identity, at)).into_iter().collect()
}

pub(super) fn linked(identity: &NewIdentity, since: Timestamp) -> LinkedIdentity {
    let NewIdentity { mark, provider } = identity.clone();
    LinkedIdentity { mark, provider, since }
}

/// Links an identity. With an invitation it takes the place of the password that the user would have chosen.
pub(super) fn link_identity(
    profile: &mut Profile,
    identity: &NewIdentity,
    link: Option<&Digest>,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("robot_has_no_identity", profile.robot) {
        return context.refuse(Rejection::new(RejectionCode::RobotHasNoPassword));
    }
    let is_linked = profile.identities.iter().any(|known| known.mark == identity.mark);
    if context.guard("identity_linked", is_linked) {
        return context.refuse(Rejection::new(RejectionCode::IdentityLinked));
    }
    if context.guard("too_many_identities", profile.identities.len() >= IDENTITIES_MAX) {
        let most = IDENTITIES_MAX.to_string();
        return context.refuse(Rejection::new(RejectionCode::TooManyIdentities).with("most", most));
    }
    // Without one, a link for choosing a password stays.
    if link.is_some()
        && let Err(rejection) = use_password_link(profile, link, context)
    {
        return context.refuse(rejection);
    }
    profile.identities.push(linked(identity, context.at));
    Handled
}

/// Unlinks an identity, unless the account has no other way to sign in.
pub(super) fn unlink_identity(
    profile: &mut Profile,
    mark: &Digest,
    context: &mut Context,
) -> Outcome<State> {
    let is_linked = profile.identities.iter().any(|known| known.mark == *mark);
    if context.guard("no_such_identity", !is_linked) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchIdentity));
    }
    if context.guard("last_credential", profile.external && profile.identities.len() == 1) {
        return context.refuse(Rejection::new(RejectionCode::LastCredential));
    }
    profile.identities.retain(|known| known.mark != *mark);
    Handled
}
