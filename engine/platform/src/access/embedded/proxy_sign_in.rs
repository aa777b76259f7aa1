//! Users whom a proxy before this server has signed in (SSO-02). The proxy names the user; whose account that is
//! follows from a linked identity, as it does with a provider, so that no proxy can sign in a local account by its
//! name.

use std::sync::Arc;

use waybill_machines::machines::login::{Authenticated, Notice};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::{CodeExchanged, SignInVia};

use super::{AccessError, Inner};
use crate::access::{IdentityRefused, NewAccountOfIdentity, ProvenIdentity, canonical};
use crate::secret::Secret;
use crate::sso::Marks;
use crate::streams::ChangeContext;

/// By what name accounts know the proxies: no provider and no directory has one like it.
pub(super) const PROXIES: &str = "sso_proxies";

impl Inner {
    /// The identity that proxies know a user by: the name, in one spelling. None if it is no name.
    fn via_proxy(&self, user: &Secret) -> Option<SignInVia> {
        let name = canonical(user.expose())?;
        let identity = Marks::new(&self.vault).identity(PROXIES, &name);
        Some(SignInVia { provider: PROXIES.to_owned(), identity, session: None, saml: None })
    }

    pub(super) async fn sign_in_by_proxy(
        self: &Arc<Self>,
        user: &Secret,
        context: &ChangeContext,
    ) -> Result<Authenticated, AccessError> {
        let refused = |code: &str, message: &str| {
            Ok(Authenticated::Refused { notice: Notice::new(code, message) })
        };
        let Some(via) = self.via_proxy(user) else {
            return refused(
                "proxy_user_invalid",
                "The name that the proxy gives cannot be one of a user.",
            );
        };
        let new_account = self
            .settings
            .sso_proxies_create_accounts
            .then(|| NewAccountOfIdentity { name: Some(user.expose().to_owned()), email: None });
        let proven = ProvenIdentity {
            via,
            // What the proxy asks users for is not known here.
            has_second_factor: false,
            groups: None,
            new_account,
            invitation: None,
            saml: None,
        };
        match self.sign_in_by_identity(proven, context).await? {
            CodeExchanged::Accepted {
                person,
                admin,
                mfa,
                via,
                external_redirect,
                authenticator,
                ..
            } => {
                let via = Some(via);
                Ok(Authenticated::Accepted {
                    person,
                    admin,
                    mfa,
                    external_redirect,
                    authenticator,
                    via,
                })
            }
            CodeExchanged::Refused { notice } => Ok(Authenticated::Refused { notice }),
            CodeExchanged::Linked {}
            | CodeExchanged::Confirmed {}
            | CodeExchanged::Interrupted {} => {
                refused("unavailable", "Signing in is not possible at the moment. Try again later.")
            }
        }
    }

    pub(super) async fn link_by_proxy(
        self: &Arc<Self>,
        person: &PersonId,
        user: &Secret,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let via = self.via_proxy(user).ok_or(IdentityRefused::NoName)?;
        let _changing = self.changing.lock().await;
        self.link_identity(person, &via, None, context).await?;
        self.notify(person, MailKind::IdentityLinked, context);
        Ok(())
    }
}
