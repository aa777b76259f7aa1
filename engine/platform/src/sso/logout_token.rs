//! The token with which a provider ends sign-ins (`OpenID` Connect Back-Channel Logout 1.0). Anyone may present one,
//! and none of it is believed before its signature is verified.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::JsonWebKey as _;
use openidconnect::core::{CoreJsonWebKey, CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use serde_json::{Map, Value};
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::SignInProvider;
use waybill_machines::secret::Digest;

use super::claims::Claims;
use super::fault::ProviderFault;
use super::proving::LEEWAY_S;
use crate::secret::sha256_hex;

/// The longest token, in bytes.
const TOKEN_BYTES_MAX: usize = 16 * 1_024;
/// How long a token may be valid in all, in seconds.
const LIVES_S_MAX: i64 = 3_600;
/// How long before now a token may have been issued, in seconds.
const ISSUED_S_MAX: i64 = 600;
/// The most ids of tokens that are kept.
const USED_MAX: usize = 10_000;
/// The event that such a token is about.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// A token in parts, of which nothing has been verified.
pub(super) struct LogoutToken<'a> {
    algorithm: CoreJwsSigningAlgorithm,
    key: String,
    content: &'a str,
    signature: Vec<u8>,
    claims: Claims,
}

/// What a token ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) subject: Option<String>,
    pub(super) session: Option<String>,
    /// The digest of the id of the token, with that of its issuer.
    pub(super) id: Digest,
    /// When it expires.
    pub(super) until: Timestamp,
}

impl<'a> LogoutToken<'a> {
    /// Reads a token of three parts.
    pub(super) fn parse(token: &'a str) -> Result<Self, ProviderFault> {
        let malformed = || ProviderFault::LogoutToken("it is no signed token (JWT)");
        if token.len() > TOKEN_BYTES_MAX {
            return Err(malformed());
        }
        let (content, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
        let (header, claims) = content.split_once('.').ok_or_else(malformed)?;
        if claims.contains('.') {
            return Err(malformed());
        }
        let header = URL_SAFE_NO_PAD.decode(header).map_err(|_| malformed())?;
        let header: Map<String, Value> =
            serde_json::from_slice(&header).map_err(|_| malformed())?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| malformed())?;
        let claims = Claims::of_token(content).ok_or_else(malformed)?;
        let (algorithm, key) = header_of(&header)?;
        Ok(Self { algorithm, key, content, signature, claims })
    }

    /// Verifies the signature. Keys of different kinds may have the same id.
    pub(super) fn verify(&self, keys: &CoreJsonWebKeySet) -> Result<(), ProviderFault> {
        let is_named =
            |key: &&CoreJsonWebKey| key.key_id().is_some_and(|id| id.as_str() == self.key);
        let mut named = keys.keys().iter().filter(is_named).peekable();
        if named.peek().is_none() {
            return Err(ProviderFault::UnknownKey);
        }
        let content = self.content.as_bytes();
        let is_signed = named
            .any(|key| key.verify_signature(&self.algorithm, content, &self.signature).is_ok());
        if is_signed { Ok(()) } else { Err(ProviderFault::LogoutToken("its signature is wrong")) }
    }

    /// Checks all claims. The signature is verified before.
    pub(super) fn check(
        &self,
        provider: &SignInProvider,
        at: Timestamp,
    ) -> Result<Ended, ProviderFault> {
        let claims = &self.claims;
        let unless = |is_valid: bool, why: &'static str| {
            if is_valid { Ok(()) } else { Err(ProviderFault::LogoutToken(why)) }
        };
        let is_issuer = claims.text("iss") == Some(provider.issuer.as_str());
        unless(is_issuer, "it is of another issuer")?;
        let client = provider.protocol.client().map(|client| client.client_id.as_str());
        let is_for = claims.texts("aud").any(|audience| Some(audience) == client);
        unless(is_for, "it is for another client")?;
        let until_s = self.times(at.as_ms().div_euclid(1_000))?;
        let events = claims.get("events").and_then(|events| events.get(EVENT));
        unless(events.is_some_and(Value::is_object), "it is about no logout")?;
        // A token with one is an ID token, which must not be taken for this.
        unless(claims.get("nonce").is_none(), "it has a nonce")?;
        let id = claims.id("jti").ok_or(ProviderFault::LogoutToken("it has no id"))?;
        let named = |claim: &str| claims.id(claim).map(str::to_owned);
        let (subject, session) = (named("sub"), named("sid"));
        let are_valid = subject.is_some() == claims.get("sub").is_some()
            && session.is_some() == claims.get("sid").is_some()
            && (subject.is_some() || session.is_some());
        unless(are_valid, "it names neither a subject nor a session")?;
        let id = Digest(sha256_hex(format!("{}\n{id}", provider.issuer).as_bytes()));
        let until = Timestamp::from_ms(until_s.saturating_mul(1_000));
        Ok(Ended { subject, session, id, until })
    }

    /// Checks when it is valid. Answers when it expires, in seconds.
    fn times(&self, now_s: i64) -> Result<i64, ProviderFault> {
        let time = |claim: &str| {
            let time = self.claims.get(claim).and_then(Value::as_i64);
            time.ok_or(ProviderFault::LogoutToken("it lacks exp or iat"))
        };
        let (expires, issued) = (time("exp")?, time("iat")?);
        let age_s = now_s.saturating_sub(issued);
        let is_current = expires > now_s
            && (-LEEWAY_S..=ISSUED_S_MAX).contains(&age_s)
            && (0..=LIVES_S_MAX).contains(&expires.saturating_sub(issued));
        if is_current { Ok(expires) } else { Err(ProviderFault::LogoutToken("it is not current")) }
    }
}

/// The algorithm and the key that a header names. What the header says beside that could change how the rest is read,
/// and is not accepted; an address or a key in it is never used.
fn header_of(
    header: &Map<String, Value>,
) -> Result<(CoreJwsSigningAlgorithm, String), ProviderFault> {
    let text = |field: &str| header.get(field).and_then(Value::as_str);
    let algorithm = match text("alg") {
        Some("RS256") => Some(CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256),
        Some("PS256") => Some(CoreJwsSigningAlgorithm::RsaSsaPssSha256),
        Some("ES256") => Some(CoreJwsSigningAlgorithm::EcdsaP256Sha256),
        _ => None,
    };
    let is_typed = text("typ").is_some_and(|kind| kind.eq_ignore_ascii_case("logout+jwt"));
    let is_extended = header.contains_key("crit") || header.contains_key("b64");
    let algorithm = algorithm.filter(|_| is_typed && !is_extended);
    let refused = ProviderFault::LogoutToken("its header is not accepted");
    Ok((algorithm.ok_or(refused)?, text("kid").ok_or(ProviderFault::UnknownKey)?.to_owned()))
}

/// The ids of tokens whose sessions have ended, until these tokens expire. After a restart a token may be used again
/// for as long as it is valid, which ends sign-ins of the same user.
#[derive(Default)]
pub(super) struct UsedTokens(Mutex<HashMap<Digest, Timestamp>>);

impl UsedTokens {
    /// Whether an id can still be used. It is used up by [`UsedTokens::add`], once what it ends has ended: a logout
    /// that fails in between can be sent again, and ending twice what has ended changes nothing.
    pub(super) fn check(&self, ended: &Ended, at: Timestamp) -> Result<(), ProviderFault> {
        let mut used = self.known();
        can_be_used(&mut used, &ended.id, at).map_err(ProviderFault::LogoutToken)
    }

    /// Uses an id, this once, that has to be remembered until then.
    pub(super) fn take_id(
        &self,
        id: &Digest,
        until: Timestamp,
        at: Timestamp,
    ) -> Result<(), &'static str> {
        let mut used = self.known();
        can_be_used(&mut used, id, at)?;
        used.insert(id.clone(), until);
        Ok(())
    }

    /// Uses an id up. Requests that were checked at the same time exceed the limit by their own number at most.
    pub(super) fn add(&self, id: Digest, until: Timestamp) {
        self.known().insert(id, until);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Digest, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an id can still be used.
fn can_be_used(
    used: &mut HashMap<Digest, Timestamp>,
    id: &Digest,
    at: Timestamp,
) -> Result<(), &'static str> {
    if used.get(id).is_some_and(|until| *until > at) {
        return Err("it was used before");
    }
    if used.len() >= USED_MAX {
        used.retain(|_, until| *until > at);
    }
    if used.len() >= USED_MAX {
        return Err("too many were used that have not expired");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use waybill_machines::rules::sign_in_providers::{Client, NAME_CLAIM, Protocol};

    use super::*;

    const NOW_S: i64 = 1_767_225_600;
    const AT: Timestamp = Timestamp::from_ms(NOW_S * 1_000);
    const ISSUER: &str = "https://id.example.org";

    fn provider() -> SignInProvider {
        SignInProvider {
            name: "corporate".into(),
            label: "Example Inc.".into(),
            protocol: Protocol::Oidc(Client { client_id: "waybill".into(), scopes: Vec::new() }),
            issuer: ISSUER.into(),
            groups_claim: None,
            group_map: [].into(),
            creates_accounts: false,
            name_claim: NAME_CLAIM.into(),
            amr_satisfies: Vec::new(),
            enabled: true,
            order: 0,
            logo: None,
        }
    }

    fn header() -> Value {
        json!({"alg": "RS256", "typ": "logout+jwt", "kid": "one"})
    }

    fn claims() -> Value {
        json!({
            "iss": ISSUER, "aud": "waybill", "sub": "ann", "sid": "s1", "jti": "one",
            "iat": NOW_S, "exp": NOW_S + 120, "events": {EVENT: {}},
        })
    }

    fn token(header: &Value, claims: &Value) -> String {
        let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
        format!("{}.{}.AAAA", encode(header), encode(claims))
    }

    fn checked(claims: &Value) -> Result<Ended, ProviderFault> {
        LogoutToken::parse(&token(&header(), claims))?.check(&provider(), AT)
    }

    fn with(mut object: Value, field: &str, value: Value) -> Value {
        object[field] = value;
        object
    }

    fn without(field: &str) -> Value {
        let mut claims = claims();
        claims.as_object_mut().unwrap().remove(field);
        claims
    }

    /// covers: [SSO-01]
    #[test]
    fn only_logout_tokens_with_an_accepted_header_are_read() {
        assert!(LogoutToken::parse(&token(&header(), &claims())).is_ok());
        for (field, value) in [
            ("alg", json!("none")),
            ("alg", json!("HS256")),
            ("alg", json!("RS512")),
            ("typ", json!("JWT")),
            ("typ", json!(null)),
            ("crit", json!(["exp"])),
            ("b64", json!(true)),
            ("kid", json!(7)),
        ] {
            let header = with(header(), field, value);
            assert!(LogoutToken::parse(&token(&header, &claims())).is_err(), "{header}");
        }
        for text in ["", "a.b", "a.b.c.d", "..", &format!("{}.AAAA", token(&header(), &claims()))] {
            assert!(LogoutToken::parse(text).is_err(), "{text}");
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn each_claim_is_checked() {
        let ended = checked(&claims()).unwrap();
        assert_eq!((ended.subject.as_deref(), ended.session.as_deref()), (Some("ann"), Some("s1")));
        for sound in
            [without("sub"), without("sid"), with(claims(), "aud", json!(["x", "waybill"]))]
        {
            assert!(checked(&sound).is_ok(), "{sound}");
        }
        let mut neither = without("sub");
        neither.as_object_mut().unwrap().remove("sid");
        for wrong in [
            neither,
            without("jti"),
            without("iat"),
            without("exp"),
            without("events"),
            with(claims(), "iss", json!("https://other.example.org")),
            with(claims(), "aud", json!("other")),
            with(claims(), "sub", json!(7)),
            with(claims(), "sid", json!("")),
            with(claims(), "nonce", json!("n")),
            with(claims(), "events", json!({"other": {}})),
            with(claims(), "events", json!({EVENT: true})),
            with(claims(), "exp", json!(NOW_S)),
            with(claims(), "exp", json!(NOW_S + LIVES_S_MAX + 1)),
            with(claims(), "iat", json!(NOW_S + LEEWAY_S + 1)),
            with(claims(), "iat", json!(NOW_S - ISSUED_S_MAX - 1)),
        ] {
            assert!(checked(&wrong).is_err(), "{wrong}");
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn a_token_is_good_until_what_it_ends_has_ended_and_then_no_more() {
        let (used, ended) = (UsedTokens::default(), checked(&claims()).unwrap());
        // Its sessions could not be ended: the provider sends it again.
        assert_eq!(used.check(&ended, AT), Ok(()));
        assert_eq!(used.check(&ended, AT), Ok(()));
        used.add(ended.id.clone(), ended.until);
        assert!(used.check(&ended, AT).is_err());
        let other = checked(&with(claims(), "jti", json!("two"))).unwrap();
        assert_eq!(used.check(&other, AT), Ok(()));
    }

    /// covers: [SSO-01]
    #[test]
    fn tokens_that_have_expired_make_room() {
        let (used, ended) = (UsedTokens::default(), checked(&claims()).unwrap());
        for number in 0..USED_MAX {
            used.add(Digest(format!("{number:064x}")), ended.until);
        }
        assert!(used.check(&ended, AT).is_err());
        assert_eq!(used.check(&ended, ended.until), Ok(()));
    }
}
