//! Signing in with providers of `OpenID` Connect, OAuth 2 and SAML (SSO-01, SSO-02).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{
    Client, NAME_CLAIM, Protocol, ProviderKind, ProviderProblem, SamlBinding, SamlProvider,
    SignInProvider,
};
use waybill_platform::secret::Secret;

/// All providers with which users sign in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SignInProviders {
    /// All of them, in the order of the sign-in page.
    pub providers: Vec<DescribedSignInProvider>,
}

/// A provider with which users sign in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedSignInProvider {
    /// Its unique name, which is part of its callback.
    pub name: String,
    /// What the sign-in page calls it.
    pub label: String,
    /// What it is.
    pub kind: ProviderKind,
    /// Its address, exactly as its tokens have it; the entity id of one of SAML.
    pub issuer: String,
    /// The id that this installation has there; its entity id for one of SAML, which is the address of its metadata.
    pub client_id: String,
    /// What is particular to SAML; null for another kind.
    pub saml: Option<SamlProvider>,
    /// Whether a client secret is stored. The secret itself is never read back.
    pub has_client_secret: bool,
    /// What it is asked for, beside `openid`.
    pub scopes: Vec<String>,
    /// The claim that lists the user's groups; null if groups are not taken over.
    pub groups_claim: Option<String>,
    /// The group here that each value of that claim leads to.
    pub group_map: BTreeMap<String, String>,
    /// Whether a user whose identity is not known here gets a new account.
    pub creates_accounts: bool,
    /// The claim by which such an account is named.
    pub name_claim: String,
    /// The values of `amr` and `acr` that count as a second factor.
    pub amr_satisfies: Vec<String>,
    /// Whether users can sign in with it.
    pub enabled: bool,
    /// Its place among the providers of the sign-in page, from the lowest.
    pub order: u16,
    /// The icon on the sign-in page; null for that of its kind.
    pub logo: Option<ProviderKind>,
    /// The callback to register with the provider; for one of SAML, where its answers are sent.
    pub callback: String,
    /// The address for back-channel logout to register with the provider; for one of SAML, that of its single logout.
    pub backchannel_logout: String,
    /// The address to register with the provider as the one to which signing out there leads back.
    pub signed_out: String,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A provider to add, or what one is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedSignInProvider {
    /// Its name; that of the address, if it has one.
    pub name: Option<String>,
    /// What the sign-in page calls it.
    pub label: String,
    /// What it is.
    pub kind: ProviderKind,
    /// Its address, exactly as its tokens have it; the entity id of one of SAML.
    pub issuer: String,
    /// The id that this installation has there; missing for one of SAML.
    pub client_id: Option<String>,
    /// What is particular to SAML; missing for another kind.
    pub saml: Option<WantedSaml>,
    /// The client secret; the stored one stays if it is missing, and is removed if it is empty.
    pub client_secret: Option<Secret>,
    /// What it is asked for, beside `openid`; nothing if it is missing.
    pub scopes: Option<Vec<String>>,
    /// The claim that lists the user's groups; none if it is missing or empty.
    pub groups_claim: Option<String>,
    /// The group here that each value of that claim leads to; none if it is missing.
    pub group_map: Option<BTreeMap<String, String>>,
    /// Whether a user whose identity is not known here gets a new account; false if it is missing.
    pub creates_accounts: Option<bool>,
    /// The claim by which such an account is named; `preferred_username` if it is missing.
    pub name_claim: Option<String>,
    /// The values of `amr` and `acr` that count as a second factor; none if it is missing.
    pub amr_satisfies: Option<Vec<String>>,
    /// Whether users can sign in with it; true if it is missing.
    pub enabled: Option<bool>,
    /// Its place among the providers of the sign-in page, from the lowest; 0 if it is missing.
    pub order: Option<u16>,
    /// The icon on the sign-in page; that of its kind if it is missing.
    pub logo: Option<ProviderKind>,
}

/// What is particular to an identity provider of SAML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedSaml {
    /// Where users are sent to sign in.
    pub sso_url: String,
    /// Where users are sent to sign out; nowhere if it is missing or empty.
    pub slo_url: Option<String>,
    /// How messages are sent there; in addresses if it is missing.
    pub binding: Option<SamlBinding>,
    /// The certificates by which the provider signs, in base64 or as PEM. Each of them counts.
    pub certificates: Vec<String>,
}

impl WantedSaml {
    fn settings(self) -> SamlProvider {
        let slo_url = self.slo_url.map(|url| url.trim().to_owned());
        let certificates = self.certificates.iter().map(|text| without_armour(text));
        SamlProvider {
            sso_url: self.sso_url.trim().to_owned(),
            slo_url: slo_url.filter(|url| !url.is_empty()),
            binding: self.binding.unwrap_or_default(),
            certificates: certificates.collect(),
        }
    }
}

/// A certificate without the lines of PEM around it, and without space.
fn without_armour(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("-----"));
    lines.flat_map(str::split_ascii_whitespace).collect()
}

/// What an identity provider of SAML publishes about itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublishedMetadata {
    /// The XML.
    pub metadata: String,
}

/// The parameters of a message that waits for the browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WaitingMessage {
    /// What names it, once.
    pub ticket: Secret,
}

impl WantedSignInProvider {
    /// The provider under a name, and the secret.
    ///
    /// # Errors
    ///
    /// If the settings are not those of the kind.
    pub fn named(self, name: String) -> Result<(SignInProvider, Option<Secret>), ProviderProblem> {
        let protocol = match (self.kind, self.saml, self.client_id) {
            (ProviderKind::Saml, Some(saml), None) => Protocol::Saml(saml.settings()),
            (kind, None, client_id) => {
                let client_id = client_id.unwrap_or_default().trim().to_owned();
                let client = Client { client_id, scopes: self.scopes.unwrap_or_default() };
                Protocol::of_client(kind, client).ok_or(ProviderProblem::Kind)?
            }
            _ => return Err(ProviderProblem::Kind),
        };
        let claim = self.groups_claim.map(|claim| claim.trim().to_owned());
        let provider = SignInProvider {
            name,
            label: self.label.trim().to_owned(),
            protocol,
            issuer: self.issuer.trim().to_owned(),
            groups_claim: claim.filter(|claim| !claim.is_empty()),
            group_map: self.group_map.unwrap_or_default(),
            creates_accounts: self.creates_accounts.unwrap_or(false),
            name_claim: self.name_claim.unwrap_or_else(|| NAME_CLAIM.to_owned()),
            amr_satisfies: self.amr_satisfies.unwrap_or_default(),
            enabled: self.enabled.unwrap_or(true),
            order: self.order.unwrap_or(0),
            logo: self.logo,
        };
        Ok((provider, self.client_secret))
    }
}

/// The parameters of the list of providers on the sign-in page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct OauthProvidersQuery {
    /// The token of an invitation that is to be accepted with a provider.
    #[serde(rename = "registrationToken")]
    pub registration_token: Option<Secret>,
}

/// A provider on the sign-in page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OauthProvider {
    /// Its unique name.
    pub name: String,
    /// The text of its button.
    pub label: String,
    /// What it is.
    pub r#type: ProviderKind,
    /// Where the browser begins to sign in with it.
    pub url: String,
    /// Its icon.
    pub icon: ProviderKind,
}

/// The parameters with which a browser begins to sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BeginSignIn {
    /// The token of an invitation that is to be accepted with the provider.
    #[serde(rename = "registrationToken")]
    pub registration_token: Option<Secret>,
    /// Whether the user stays signed in when the browser is closed; false if it is missing.
    pub remember: Option<bool>,
    /// The path of the console that the user requested before.
    pub path: Option<String>,
    /// When the user requested it.
    pub at: Option<Timestamp>,
    /// Whether a user has signed out in this browser since the last sign-in (NAV-16); false if it is missing.
    pub set_me_up: Option<bool>,
}

/// Where the browser goes on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProviderAddress {
    /// The address of the provider.
    pub url: String,
}

/// The identities of a user.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinkedIdentities {
    /// All of them, the oldest first.
    pub identities: Vec<DescribedIdentity>,
}

/// An identity at a provider with which a user signs in. Whose it is there is not stored readably.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedIdentity {
    /// Its id in the account.
    pub id: String,
    /// The name of the provider.
    pub provider: String,
    /// What the sign-in page calls the provider; null if it was deleted.
    pub label: Option<String>,
    /// When it was linked.
    pub since: Timestamp,
}
