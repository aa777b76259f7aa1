//! The claims about a user: those of an ID token that was verified, or what the API of a provider says.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::sign_in_providers::{ProviderKind, SignInProvider};

use super::fault::ProviderFault;
use super::proven::{counts_as_second_factor, managed_groups};
use crate::access::{ManagedGroups, NewAccountOfIdentity};

/// The longest subject and the longest id of a session, in bytes (`OpenID` Connect Core 1.0, 2 has 255 characters).
pub(super) const SUBJECT_BYTES_MAX: usize = 1_024;
/// How many values of a list are read.
const VALUES_MAX: usize = 1_000;
/// The claims that count only in a token with a signature: who the user is, for whom, and how the user has signed in.
const OF_TOKEN: [&str; 11] =
    ["iss", "sub", "aud", "azp", "exp", "iat", "auth_time", "nonce", "sid", "acr", "amr"];

/// The claims.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claims(Map<String, Value>);

impl Claims {
    /// Those of a token, which are believed once its signature is verified.
    pub(super) fn of_token(token: &str) -> Option<Self> {
        let claims = token.split('.').nth(1)?;
        let claims = URL_SAFE_NO_PAD.decode(claims).ok()?;
        serde_json::from_slice(&claims).ok().map(Self)
    }

    /// Those of a user in the answer of an API.
    pub(super) fn of_user(answer: &[u8]) -> Result<Self, ProviderFault> {
        let user = serde_json::from_slice(answer);
        user.map(Self).map_err(|_| ProviderFault::Malformed("its user"))
    }

    /// Those of these claims that are not there, and that the API of the provider may have instead.
    pub(super) fn missing<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        let is_missing = |claim: &&str| {
            !OF_TOKEN.contains(claim) && self.0.get(*claim).is_none_or(Value::is_null)
        };
        wanted.iter().copied().filter(is_missing).collect()
    }

    /// Takes over claims that are missing from what the API of the provider says about the same user (`OpenID` Connect
    /// Core 1.0, 5.3.2: `sub` has to be there, and to be that of the ID token).
    pub(super) fn complete(&mut self, user: Self, missing: &[&str]) -> Result<(), ProviderFault> {
        let subject = self.id("sub");
        if subject.is_none() || user.id("sub") != subject {
            return Err(ProviderFault::OtherUser);
        }
        let Self(mut user) = user;
        for claim in missing {
            if let Some(value) = user.remove(*claim) {
                self.0.insert((*claim).to_owned(), value);
            }
        }
        // Whether an address was verified is of the address beside it.
        if missing.contains(&"email") {
            let verified = user.remove("email_verified").unwrap_or_default();
            self.0.insert("email_verified".to_owned(), verified);
        }
        Ok(())
    }

    pub(super) fn get(&self, claim: &str) -> Option<&Value> {
        self.0.get(claim)
    }

    /// A claim that is a text.
    pub(super) fn text(&self, claim: &str) -> Option<&str> {
        self.0.get(claim).and_then(Value::as_str)
    }

    /// A claim that is an id: not empty, not too long, and visible.
    pub(super) fn id(&self, claim: &str) -> Option<&str> {
        self.text(claim).filter(|id| {
            (1..=SUBJECT_BYTES_MAX).contains(&id.len()) && !id.chars().any(is_invisible)
        })
    }

    /// The texts of a claim that is a list, or one text.
    pub(super) fn texts(&self, claim: &str) -> impl Iterator<Item = &str> {
        let values = match self.0.get(claim) {
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        values.iter().take(VALUES_MAX).filter_map(Value::as_str)
    }

    /// Who the user is at a provider, by what never changes there.
    pub(super) fn subject(&self, kind: ProviderKind) -> Option<String> {
        match kind {
            ProviderKind::Github => self.0.get("id")?.as_u64().map(|id| id.to_string()),
            ProviderKind::Bitbucket => self.id("uuid").map(str::to_owned),
            ProviderKind::Oidc | ProviderKind::Gitlab | ProviderKind::Google => {
                self.id("sub").map(str::to_owned)
            }
            // It has a name id, and no claims.
            ProviderKind::Saml => None,
        }
    }

    /// Whether the provider has verified a second factor that counts here.
    pub(super) fn has_second_factor(&self, provider: &SignInProvider) -> bool {
        counts_as_second_factor(provider, self.texts("amr").chain(self.text("acr")))
    }

    /// The groups, if the provider manages some.
    pub(super) fn groups(&self, provider: &SignInProvider) -> Option<ManagedGroups> {
        let claim = provider.groups_claim.as_deref()?;
        managed_groups(provider, self.texts(claim))
    }

    /// What a new account is made of, if the provider creates some.
    pub(super) fn new_account(&self, provider: &SignInProvider) -> Option<NewAccountOfIdentity> {
        let is_verified = self.0.get("email_verified").is_some_and(|verified| {
            *verified == Value::Bool(true) || verified.as_str() == Some("true")
        });
        provider.creates_accounts.then(|| NewAccountOfIdentity {
            name: self.text(&provider.name_claim).map(str::to_owned),
            email: self.text("email").filter(|_| is_verified).map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;
    use waybill_machines::rules::sign_in_providers::{Client, NAME_CLAIM, Protocol};

    use super::*;

    fn provider() -> SignInProvider {
        SignInProvider {
            name: "corporate".into(),
            label: "Example Inc.".into(),
            protocol: Protocol::Oidc(Client { client_id: "waybill".into(), scopes: Vec::new() }),
            issuer: "https://id.example.org".into(),
            groups_claim: Some("groups".into()),
            group_map: [("dev".to_owned(), "Developers".to_owned())].into(),
            creates_accounts: true,
            name_claim: NAME_CLAIM.into(),
            amr_satisfies: vec!["mfa".into(), "urn:example:gold".into()],
            enabled: true,
            order: 0,
            logo: None,
        }
    }

    fn claims(value: &Value) -> Claims {
        Claims::of_user(value.to_string().as_bytes()).unwrap()
    }

    /// covers: [SSO-01]
    #[test]
    fn a_second_factor_counts_only_if_the_provider_names_a_value_that_does() {
        for (value, expected) in [
            (json!({"amr": ["pwd", "mfa"]}), true),
            (json!({"acr": "urn:example:gold"}), true),
            (json!({"amr": ["pwd"]}), false),
            (json!({"amr": {"mfa": true}}), false),
            (json!({"acr": ["mfa"]}), false),
            (json!({}), false),
        ] {
            assert_eq!(claims(&value).has_second_factor(&provider()), expected, "{value}");
        }
        let trusts_none = SignInProvider { amr_satisfies: Vec::new(), ..provider() };
        assert!(!claims(&json!({"amr": ["mfa"]})).has_second_factor(&trusts_none));
    }

    /// covers: [SSO-01]
    #[test]
    fn groups_are_those_of_the_map() {
        let all: BTreeSet<String> = ["Developers".to_owned()].into();
        let groups = |value: &Value| claims(value).groups(&provider()).unwrap();
        assert_eq!(groups(&json!({"groups": ["dev", "Administrators", 7]})).member, all);
        assert_eq!(groups(&json!({"groups": "dev"})).member, all);
        let none = groups(&json!({"groups": {"dev": true}}));
        assert_eq!(none, ManagedGroups { all, member: BTreeSet::new() });
        let manages_none =
            SignInProvider { groups_claim: None, group_map: [].into(), ..provider() };
        assert_eq!(claims(&json!({"groups": ["dev"]})).groups(&manages_none), None);
    }

    /// covers: [SSO-01]
    #[test]
    fn a_subject_is_what_never_changes() {
        let user = claims(&json!({"id": 42, "login": "ann", "uuid": "{u}", "sub": "s"}));
        assert_eq!(user.subject(ProviderKind::Github).as_deref(), Some("42"));
        assert_eq!(user.subject(ProviderKind::Bitbucket).as_deref(), Some("{u}"));
        assert_eq!(user.subject(ProviderKind::Oidc).as_deref(), Some("s"));
        let wrong = claims(&json!({"id": "42", "sub": "a\u{202e}b", "uuid": ""}));
        for kind in [ProviderKind::Github, ProviderKind::Bitbucket, ProviderKind::Gitlab] {
            assert_eq!(wrong.subject(kind), None);
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn claims_that_an_id_token_lacks_are_those_of_the_same_user() {
        let token = json!({"sub": "s", "groups": ["dev"], "email_verified": true, "amr": null});
        let user = json!({
            "sub": "s", "groups": ["ops"], "name": "Ann", "email": "ann@example.org", "amr": ["mfa"],
        });
        let wanted = ["groups", "name", "email", "amr", "sub"];
        let mut own = claims(&token);
        let missing = own.missing(&wanted);
        assert_eq!(missing, ["name", "email"]);
        own.complete(claims(&user), &missing).unwrap();
        assert_eq!(own.text("name"), Some("Ann"));
        assert_eq!(own.texts("groups").collect::<Vec<_>>(), ["dev"], "the token has them");
        assert!(!own.has_second_factor(&provider()), "of the token alone");
        // That the token has verified was another address.
        assert_eq!(own.new_account(&provider()).unwrap().email, None);
        for other in [json!({"sub": "t"}), json!({"sub": 7}), json!({"name": "Ann"})] {
            let taken = claims(&token).complete(claims(&other), &missing);
            assert_eq!(taken, Err(ProviderFault::OtherUser), "{other}");
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn a_mail_address_is_taken_over_only_if_it_was_verified() {
        let email = |value: Value| claims(&value).new_account(&provider()).unwrap().email;
        let address = "ann@example.org";
        assert_eq!(email(json!({"email": address, "email_verified": true})).unwrap(), address);
        assert_eq!(email(json!({"email": address})), None);
        assert_eq!(email(json!({"email": address, "email_verified": "no"})), None);
        let creates_none = SignInProvider { creates_accounts: false, ..provider() };
        assert_eq!(claims(&json!({"preferred_username": "ann"})).new_account(&creates_none), None);
    }
}
