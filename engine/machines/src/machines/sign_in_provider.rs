//! A provider of `OpenID` Connect, OAuth 2 or SAML with which users sign in: created under a name, changed, and
//! deleted, in a stream of its own (SSO-01).
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. A record has a mark of the client secret, which is in the vault.
//! A secret is given for one client of one issuer: with another one it is entered again, or there is none.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::sign_in_providers::{
    ProviderProblem, SignInProvider as Settings, check_provider,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SignInProviderState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The provider does not exist.
    Absent {},
    /// The provider exists.
    Existing {
        /// What it is.
        provider: Box<Settings>,
        /// The mark of its client secret; none if it has none.
        secret: Option<Digest>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The provider was deleted. Its name is free for another one.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SignInProviderEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The provider is created.
    Create {
        /// What it is.
        provider: Box<Settings>,
        /// The mark of its client secret; none if it has none.
        secret: Option<Digest>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. The name stays.
    Change {
        /// What it is from now on.
        provider: Box<Settings>,
        /// The mark of its client secret from now on; none if it has none.
        secret: Option<Digest>,
    },
    /// The provider is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The machine of providers.
#[derive(Debug, Default)]
pub struct SignInProvider;

crate::settings_machine! {
    impl SignInProvider {
        #[state(local_storage("provider: Box<Settings>", "secret: Option<Digest>"))]
        fn existing(provider: &Settings, secret: &Option<Digest>);
        #[state(local_storage("name: String"))]
        fn deleted();

        create { provider, secret } if check(provider, secret.as_ref())
            => existing { provider: provider.clone(), secret: secret.clone() };
        change { provider: wanted, secret: with }
            if check_change((provider, secret.as_ref()), (wanted.as_ref(), with.as_ref()))
            => existing { provider: wanted.clone(), secret: with.clone() };
        delete => deleted { name: provider.name.clone() };
    }
}

/// Its settings are valid, and it has a secret only if it has a client.
fn check(provider: &Settings, secret: Option<&Digest>) -> Result<(), ProviderProblem> {
    check_provider(provider)?;
    if secret.is_some() && provider.protocol.client().is_none() {
        return Err(ProviderProblem::ClientSecret);
    }
    Ok(())
}

/// The name stays, and no secret that was given for one client goes to another. Each is a provider with the mark of its
/// secret.
fn check_change(
    known: (&Settings, Option<&Digest>),
    wanted: (&Settings, Option<&Digest>),
) -> Result<(), ProviderProblem> {
    if known.0.name != wanted.0.name {
        return Err(ProviderProblem::Fixed);
    }
    check(wanted.0, wanted.1)?;
    if !known.0.is_same_client(wanted.0) && wanted.1.is_some() && known.1 == wanted.1 {
        return Err(ProviderProblem::SecretKept);
    }
    Ok(())
}

impl Machine for SignInProvider {
    const NAME: &'static str = "sign_in_provider";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Providers are changed over HTTP.
    crate::installation_machine!(SignInProvider);

    /// Without who created it, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { provider, secret, .. } => {
                let Settings { name, issuer, protocol, enabled, .. } = &**provider;
                let client = protocol.client().map(|client| &client.client_id);
                let kind = protocol.kind();
                format!("existing {name} {kind:?} {issuer} {client:?} {enabled} {secret:?}")
            }
            State::Deleted { name } => format!("deleted {name}"),
        }
    }

    fn examples() -> Vec<Event> {
        use crate::rules::sign_in_providers::{
            Client, NAME_CLAIM, Protocol, SamlBinding, SamlProvider,
        };

        let provider = |name: &str, issuer: &str, client_id: &str| {
            Box::new(Settings {
                name: name.into(),
                label: "Example Inc.".into(),
                protocol: Protocol::Oidc(Client {
                    client_id: client_id.into(),
                    scopes: vec!["profile".into()],
                }),
                issuer: issuer.into(),
                groups_claim: None,
                group_map: std::collections::BTreeMap::new(),
                creates_accounts: false,
                name_claim: NAME_CLAIM.into(),
                amr_satisfies: Vec::new(),
                enabled: true,
                order: 0,
                logo: None,
            })
        };
        let disabled = |mut provider: Box<Settings>| {
            provider.enabled = false;
            provider
        };
        let by_saml = |mut provider: Box<Settings>| {
            provider.protocol = Protocol::Saml(SamlProvider {
                sso_url: "https://id.example.org/saml/sso".into(),
                slo_url: Some("https://id.example.org/saml/slo".into()),
                binding: SamlBinding::Redirect,
                certificates: vec!["MIIC".into()],
            });
            provider
        };
        let mark = |letter: &str| Some(Digest(letter.repeat(64)));
        let create = |provider, secret| Event::Create {
            provider,
            secret,
            by: Some(PersonId("p_ann".into())),
        };
        let change = |provider, secret| Event::Change { provider, secret };
        let (here, elsewhere) = ("https://id.example.org", "https://other.example.org");
        vec![
            create(provider("corporate", here, "waybill"), mark("a")),
            create(provider("Corporate", here, "waybill"), mark("a")),
            change(provider("corporate", here, "waybill"), mark("a")),
            change(disabled(provider("corporate", here, "waybill")), mark("a")),
            change(provider("corporate", here, "other"), mark("a")),
            change(provider("corporate", elsewhere, "waybill"), mark("a")),
            change(provider("corporate", elsewhere, "waybill"), mark("b")),
            change(provider("corporate", here, "waybill"), None),
            change(provider("other", here, "waybill"), mark("a")),
            change(by_saml(provider("corporate", here, "waybill")), mark("a")),
            change(by_saml(provider("corporate", here, "waybill")), None),
            Event::Delete {},
        ]
    }
}
