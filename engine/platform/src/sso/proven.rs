//! What a provider has proven about a user, by whatever protocol, and what its settings make of that.

use std::collections::BTreeSet;

use waybill_machines::rules::sign_in_providers::SignInProvider;
use waybill_machines::sign_in::SignInVia;

use crate::access::{ManagedGroups, NewAccountOfIdentity, PasswordToken, ProvenIdentity, SamlName};

/// What a provider has proven about a user.
pub(super) struct Proven {
    /// The identity.
    pub(super) via: SignInVia,
    /// Whether the provider has verified a second factor that counts here.
    pub(super) has_second_factor: bool,
    /// The groups, if the provider manages some.
    pub(super) groups: Option<ManagedGroups>,
    /// What a new account is made of, if the provider creates some.
    pub(super) new_account: Option<NewAccountOfIdentity>,
    /// The user and the session at a provider of SAML.
    pub(super) saml: Option<SamlName>,
    /// When the user has signed in there, in seconds, if the provider says so.
    pub(super) signed_in_s: Option<i64>,
}

impl Proven {
    /// The identity that signs in, with an invitation or without one. An invitation makes no account.
    pub(super) fn identity(self, invitation: Option<PasswordToken>) -> ProvenIdentity {
        let Self { via, has_second_factor, groups, new_account, saml, .. } = self;
        let new_account = new_account.filter(|_| invitation.is_none());
        ProvenIdentity { via, has_second_factor, groups, new_account, invitation, saml }
    }
}

/// Whether one of these values counts as a second factor here.
pub(super) fn counts_as_second_factor<'a>(
    provider: &SignInProvider,
    mut values: impl Iterator<Item = &'a str>,
) -> bool {
    values.any(|value| provider.amr_satisfies.iter().any(|wanted| wanted == value))
}

/// The groups that values lead to, if the provider manages some.
pub(super) fn managed_groups<'a>(
    provider: &SignInProvider,
    values: impl Iterator<Item = &'a str>,
) -> Option<ManagedGroups> {
    provider.groups_claim.as_ref()?;
    let all: BTreeSet<String> = provider.group_map.values().cloned().collect();
    Some(ManagedGroups { all, member: provider.groups_of(values) })
}
