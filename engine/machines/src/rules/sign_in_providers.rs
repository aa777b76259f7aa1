//! Providers of `OpenID` Connect, OAuth 2 and SAML with which users sign in: what an administrator enters for one, and
//! which settings are valid (SSO-01, SSO-02).

mod problem;
mod protocol;
mod saml;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::groups::check_group_name;
use super::trusted_issuers::{CLAIM_NAME_CHARS_MAX, is_issuer_name, is_issuer_url};

pub use problem::ProviderProblem;
pub use protocol::{Client, Protocol, ProviderKind};
pub use saml::{
    CERTIFICATE_CHARS_MAX, CERTIFICATES_MAX, ENTITY_ID_CHARS_MAX, SAML_URL_BYTES_MAX, SamlBinding,
    SamlProvider,
};
use saml::{check_saml, is_entity_id};

/// The most providers of an installation.
pub const SIGN_IN_PROVIDERS_MAX: usize = 20;
/// The longest label, in characters.
pub const PROVIDER_LABEL_CHARS_MAX: usize = 64;
/// The longest client id, in characters.
pub const CLIENT_ID_CHARS_MAX: usize = 256;
/// The longest client secret, in characters.
pub const CLIENT_SECRET_CHARS_MAX: usize = 1_024;
/// The most scopes that a provider is asked for.
pub const PROVIDER_SCOPES_MAX: usize = 20;
/// The longest scope, in bytes.
pub const PROVIDER_SCOPE_BYTES_MAX: usize = 128;
/// The most values of a claim that are mapped to groups.
pub const MAPPED_GROUPS_MAX: usize = 100;
/// The longest value of a claim that is mapped to a group, in characters.
pub const MAPPED_VALUE_CHARS_MAX: usize = 256;
/// The most values of `amr` and `acr` that count as a second factor.
pub const SECOND_FACTOR_VALUES_MAX: usize = 20;
/// The longest that a provider is, in bytes of its JSON: a record has it twice, and 32 KiB at most.
pub const SIGN_IN_PROVIDER_BYTES_MAX: usize = 12 * 1_024;
/// The claim by which a new account is named, unless another one is set.
pub const NAME_CLAIM: &str = "preferred_username";
/// The issuer of the accounts of Google.
pub const GOOGLE_ISSUER: &str = "https://accounts.google.com";
/// The address of the accounts of `BitBucket` Cloud.
pub const BITBUCKET_ISSUER: &str = "https://bitbucket.org";

/// A provider. Its client secret is kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignInProvider {
    /// Its unique name, which is part of its callback.
    pub name: String,
    /// What the sign-in page calls it.
    pub label: String,
    /// What it is, and what its protocol needs.
    pub protocol: Protocol,
    /// Its address, exactly as its tokens have it; the entity id of one of SAML.
    pub issuer: String,
    /// The claim, or the attribute of SAML, that lists the user's groups; none if groups are not taken over.
    pub groups_claim: Option<String>,
    /// The group here that each value of that claim leads to. None of them gives administration.
    pub group_map: BTreeMap<String, String>,
    /// Whether a user whose identity is not known here gets a new account.
    pub creates_accounts: bool,
    /// The claim, or the attribute of SAML, by which such an account is named.
    pub name_claim: String,
    /// The values of `amr` and `acr`, or the classes of SAML, that count as a second factor.
    pub amr_satisfies: Vec<String>,
    /// Whether users can sign in with it.
    pub enabled: bool,
    /// Its place among the providers of the sign-in page, from the lowest.
    pub order: u16,
    /// The icon on the sign-in page; none for that of its kind.
    pub logo: Option<ProviderKind>,
}

impl SignInProvider {
    /// What it is.
    pub const fn kind(&self) -> ProviderKind {
        self.protocol.kind()
    }

    /// Whether a client secret that was given for this one may be sent for another.
    pub fn is_same_client(&self, other: &Self) -> bool {
        let id = |provider: &Self| provider.protocol.client().map(|it| it.client_id.clone());
        self.issuer == other.issuer && self.kind() == other.kind() && id(self) == id(other)
    }

    /// The icon on the sign-in page.
    pub fn icon(&self) -> ProviderKind {
        self.logo.unwrap_or(self.kind())
    }

    /// The groups here that values of the claim lead to.
    pub fn groups_of<'a>(&self, values: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
        values.filter_map(|value| self.group_map.get(value)).cloned().collect()
    }
}

/// Checks a provider. Whether it may be connected to, and what its groups permit, is asked when it is saved, and at
/// each sign-in.
///
/// # Errors
///
/// The first [`ProviderProblem`].
pub fn check_provider(wanted: &SignInProvider) -> Result<(), ProviderProblem> {
    let unless =
        |is_valid: bool, problem: ProviderProblem| if is_valid { Ok(()) } else { Err(problem) };
    unless(is_issuer_name(&wanted.name), ProviderProblem::Name)?;
    let is_padded = wanted.label.trim() != wanted.label;
    let is_label = is_text(&wanted.label, PROVIDER_LABEL_CHARS_MAX) && !is_padded;
    unless(is_label, ProviderProblem::Label)?;
    let kind = wanted.kind();
    unless(is_issuer_of(kind, &wanted.issuer), ProviderProblem::Issuer)?;
    match &wanted.protocol {
        Protocol::Saml(saml) => check_saml(saml)?,
        Protocol::Oidc(client)
        | Protocol::Github(client)
        | Protocol::Gitlab(client)
        | Protocol::Bitbucket(client)
        | Protocol::Google(client) => check_client(client)?,
    }
    let has_claims = kind.has_claims();
    let is_groups_claim = wanted
        .groups_claim
        .as_ref()
        .is_none_or(|claim| has_claims && is_text(claim, CLAIM_NAME_CHARS_MAX));
    unless(is_groups_claim, ProviderProblem::GroupsClaim)?;
    unless(is_group_map(wanted), ProviderProblem::GroupMap)?;
    unless(is_text(&wanted.name_claim, CLAIM_NAME_CHARS_MAX), ProviderProblem::NameClaim)?;
    let values = &wanted.amr_satisfies;
    let are_values = (values.is_empty() || has_claims)
        && values.len() <= SECOND_FACTOR_VALUES_MAX
        && values.iter().all(|value| is_text(value, MAPPED_VALUE_CHARS_MAX));
    unless(are_values, ProviderProblem::SecondFactor)?;
    let bytes = serde_json::to_string(wanted).map_or(usize::MAX, |text| text.len());
    unless(bytes <= SIGN_IN_PROVIDER_BYTES_MAX, ProviderProblem::TooLarge)
}

fn check_client(client: &Client) -> Result<(), ProviderProblem> {
    let Client { client_id, scopes } = client;
    let is_id = is_text(client_id, CLIENT_ID_CHARS_MAX) && !client_id.contains(char::is_whitespace);
    if !is_id {
        return Err(ProviderProblem::ClientId);
    }
    let are_scopes = scopes.len() <= PROVIDER_SCOPES_MAX && scopes.iter().all(|it| is_scope(it));
    if are_scopes { Ok(()) } else { Err(ProviderProblem::Scopes) }
}

/// Whether a text may be the secret of a client.
pub fn is_client_secret(secret: &str) -> bool {
    (1..=CLIENT_SECRET_CHARS_MAX).contains(&secret.chars().count())
        && !secret.chars().any(char::is_control)
}

fn is_issuer_of(kind: ProviderKind, issuer: &str) -> bool {
    let is_of_kind = match kind {
        ProviderKind::Saml => return is_entity_id(issuer),
        ProviderKind::Google => issuer == GOOGLE_ISSUER,
        ProviderKind::Bitbucket | ProviderKind::Github => !issuer.ends_with('/'),
        ProviderKind::Oidc | ProviderKind::Gitlab => true,
    };
    is_of_kind && is_issuer_url(issuer)
}

fn is_group_map(wanted: &SignInProvider) -> bool {
    let map = &wanted.group_map;
    (map.is_empty() || wanted.groups_claim.is_some())
        && map.len() <= MAPPED_GROUPS_MAX
        && map.keys().all(|value| is_text(value, MAPPED_VALUE_CHARS_MAX))
        && map.values().all(|group| check_group_name(group).is_ok())
}

/// The characters of a scope (RFC 6749, 3.3).
fn is_scope(scope: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    (1..=PROVIDER_SCOPE_BYTES_MAX).contains(&scope.len()) && scope.bytes().all(is_allowed)
}

fn is_text(text: &str, chars_max: usize) -> bool {
    (1..=chars_max).contains(&text.chars().count()) && !text.chars().any(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client() -> Client {
        Client { client_id: "waybill".into(), scopes: vec!["profile".into(), "email".into()] }
    }

    fn oidc(edit: impl FnOnce(&mut Client)) -> Protocol {
        let mut client = client();
        edit(&mut client);
        Protocol::Oidc(client)
    }

    fn provider() -> SignInProvider {
        SignInProvider {
            name: "corporate".into(),
            label: "Example Inc.".into(),
            protocol: Protocol::Oidc(client()),
            issuer: "https://id.example.org/".into(),
            groups_claim: Some("groups".into()),
            group_map: [("developers".to_owned(), "Developers".to_owned())].into(),
            creates_accounts: false,
            name_claim: NAME_CLAIM.into(),
            amr_satisfies: vec!["mfa".into()],
            enabled: true,
            order: 0,
            logo: None,
        }
    }

    type Edit = fn(&mut SignInProvider);

    /// covers: [SSO-01]
    #[test]
    fn each_field_has_its_problem() {
        assert_eq!(check_provider(&provider()), Ok(()));
        let wrong: [(Edit, ProviderProblem); 16] = [
            (|it| it.name = "Corporate".into(), ProviderProblem::Name),
            (|it| it.name = String::new(), ProviderProblem::Name),
            (|it| it.label = " padded".into(), ProviderProblem::Label),
            (|it| it.label = "l".repeat(65), ProviderProblem::Label),
            (|it| it.issuer = "id.example.org".into(), ProviderProblem::Issuer),
            (|it| it.issuer = "https://id.example.org/?a=b".into(), ProviderProblem::Issuer),
            (|it| it.protocol = Protocol::Google(client()), ProviderProblem::Issuer),
            (
                |it| it.protocol = oidc(|client| client.client_id = "a b".into()),
                ProviderProblem::ClientId,
            ),
            (
                |it| it.protocol = oidc(|client| client.scopes = vec!["a b".into()]),
                ProviderProblem::Scopes,
            ),
            (
                |it| it.protocol = oidc(|client| client.scopes = vec!["a".into(); 21]),
                ProviderProblem::Scopes,
            ),
            (|it| it.groups_claim = Some(String::new()), ProviderProblem::GroupsClaim),
            (|it| it.groups_claim = None, ProviderProblem::GroupMap),
            (|it| drop(it.group_map.insert("x".into(), "a/b".into())), ProviderProblem::GroupMap),
            (|it| it.name_claim = String::new(), ProviderProblem::NameClaim),
            (|it| it.amr_satisfies = vec![String::new()], ProviderProblem::SecondFactor),
            (
                |it| {
                    let value = |number: usize| format!("{number:0>200}");
                    it.group_map = (0..90).map(|at| (value(at), "Developers".into())).collect();
                },
                ProviderProblem::TooLarge,
            ),
        ];
        for (edit, problem) in wrong {
            let mut wanted = provider();
            edit(&mut wanted);
            assert_eq!(check_provider(&wanted), Err(problem), "{wanted:?}");
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn providers_without_id_tokens_have_no_claims_about_groups_and_factors() {
        let github = SignInProvider {
            protocol: Protocol::Github(client()),
            issuer: "https://github.com".into(),
            groups_claim: None,
            group_map: BTreeMap::new(),
            amr_satisfies: Vec::new(),
            name_claim: "login".into(),
            ..provider()
        };
        assert_eq!(check_provider(&github), Ok(()));
        let wanted = SignInProvider { groups_claim: Some("groups".into()), ..github.clone() };
        assert_eq!(check_provider(&wanted), Err(ProviderProblem::GroupsClaim));
        let wanted = SignInProvider { amr_satisfies: vec!["mfa".into()], ..github.clone() };
        assert_eq!(check_provider(&wanted), Err(ProviderProblem::SecondFactor));
        let wanted = SignInProvider { issuer: "https://github.com/".into(), ..github };
        assert_eq!(check_provider(&wanted), Err(ProviderProblem::Issuer));
    }

    /// covers: [SSO-01]
    #[test]
    fn a_secret_is_for_one_client() {
        let protocol = oidc(|client| client.client_id = "other".into());
        let other = SignInProvider { protocol, ..provider() };
        assert!(!provider().is_same_client(&other));
        let other = SignInProvider { issuer: "https://id.example.com/".into(), ..provider() };
        assert!(!provider().is_same_client(&other));
        let other = SignInProvider { protocol: Protocol::Gitlab(client()), ..provider() };
        assert!(!provider().is_same_client(&other));
        assert!(provider().is_same_client(&SignInProvider { order: 7, ..provider() }));
        assert!(is_client_secret("s3cret") && !is_client_secret("") && !is_client_secret("a\nb"));
    }
}
