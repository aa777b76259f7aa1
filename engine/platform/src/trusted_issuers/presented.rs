//! A token that is presented (RFC 7519, RFC 8725): what it is read as, and whether its claims are valid for an issuer.
//! None of it is believed before its signature is verified.

use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};
use waybill_machines::Timestamp;
use waybill_machines::machines::trusted_issuer::SUBJECT_BYTES_MAX;
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::trusted_issuers::TrustedIssuer;
use waybill_machines::secret::Digest;

use super::TokenProblem;
use super::keys::Algorithm;
use crate::secret::sha256_hex;

/// The longest token, in bytes.
pub const TOKEN_BYTES_MAX: usize = 16 * 1_024;
/// The longest id of a key, in bytes.
const KEY_ID_BYTES_MAX: usize = 256;
/// The longest id of a token, in bytes.
const TOKEN_ID_BYTES_MAX: usize = 1_024;
/// By how much clocks may differ, in seconds.
const LEEWAY_S: i64 = 60;
/// How long a token may be valid in all, in seconds.
pub(super) const LIVES_S_MAX: i64 = 24 * 3_600;
/// The times that a claim may have, in seconds: until the year 9999.
const TIMES_S: RangeInclusive<i64> = 0..=253_402_300_799;

/// A token in parts, of which nothing has been verified.
pub(super) struct Presented<'a> {
    /// How it says that it is signed.
    pub(super) algorithm: Algorithm,
    /// The id of the key that has signed it.
    pub(super) key: String,
    /// What is signed.
    pub(super) content: &'a str,
    /// The signature.
    pub(super) signature: Vec<u8>,
    /// The claims.
    pub(super) claims: Map<String, Value>,
}

/// What the claims of a token say about the token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The subject.
    pub(super) subject: String,
    /// The digest of its id with that of its issuer, if it has one.
    pub(super) id: Option<Digest>,
    /// When it expires.
    pub(super) until: Timestamp,
}

impl<'a> Presented<'a> {
    /// Reads a token of three parts.
    pub(super) fn parse(token: &'a str) -> Result<Self, TokenProblem> {
        if token.len() > TOKEN_BYTES_MAX {
            return Err(TokenProblem::TooLarge);
        }
        let (content, signature) = token.rsplit_once('.').ok_or(TokenProblem::Malformed)?;
        let (header, claims) = content.split_once('.').ok_or(TokenProblem::Malformed)?;
        let (header, claims) = (object(header)?, object(claims)?);
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| TokenProblem::Malformed)?;
        let (algorithm, key) = header_of(&header)?;
        Ok(Self { algorithm, key, content, signature, claims })
    }

    /// Checks all claims that are not those of rules.
    pub(super) fn check(
        &self,
        issuer: &TrustedIssuer,
        at: Timestamp,
    ) -> Result<Identity, TokenProblem> {
        if self.text("iss") != Some(issuer.issuer.as_str()) {
            return Err(TokenProblem::Issuer);
        }
        if !self.is_for(&issuer.audience) {
            return Err(TokenProblem::Audience);
        }
        let until_s = self.times(at.as_ms().div_euclid(1_000))?;
        let is_subject = |text: &&str| {
            (1..=SUBJECT_BYTES_MAX).contains(&text.len()) && !text.chars().any(is_invisible)
        };
        let subject = self.text("sub").filter(is_subject).ok_or(TokenProblem::Subject)?;
        let id = match self.claims.get("jti") {
            None => None,
            Some(Value::String(id)) if (1..=TOKEN_ID_BYTES_MAX).contains(&id.len()) => {
                Some(Digest(sha256_hex(format!("{}\n{id}", issuer.issuer).as_bytes())))
            }
            Some(_) => return Err(TokenProblem::Malformed),
        };
        let until = Timestamp::from_ms(until_s.saturating_mul(1_000));
        Ok(Identity { subject: subject.to_owned(), id, until })
    }

    /// Checks when it is valid. Answers when it expires, in seconds.
    fn times(&self, now_s: i64) -> Result<i64, TokenProblem> {
        let (expires, issued) = (self.time("exp")?, self.time("iat")?);
        let (expires, issued) = expires.zip(issued).ok_or(TokenProblem::NoTimes)?;
        if expires <= now_s {
            return Err(TokenProblem::Expired);
        }
        let begins = self.time("nbf")?.unwrap_or(issued).max(issued);
        if begins > now_s.saturating_add(LEEWAY_S) {
            return Err(TokenProblem::NotYet);
        }
        if expires.saturating_sub(issued) > LIVES_S_MAX {
            return Err(TokenProblem::LivesLong);
        }
        Ok(expires)
    }

    fn text(&self, claim: &str) -> Option<&str> {
        self.claims.get(claim).and_then(Value::as_str)
    }

    /// A time in whole seconds.
    fn time(&self, claim: &str) -> Result<Option<i64>, TokenProblem> {
        let Some(value) = self.claims.get(claim) else { return Ok(None) };
        let time = value.as_i64().filter(|time| TIMES_S.contains(time));
        time.map(Some).ok_or(TokenProblem::Malformed)
    }

    fn is_for(&self, audience: &str) -> bool {
        match self.claims.get("aud") {
            Some(Value::String(one)) => one == audience,
            Some(Value::Array(all)) => all.iter().any(|one| one.as_str() == Some(audience)),
            _ => false,
        }
    }
}

/// A part of a token, which has to be a JSON object.
fn object(part: &str) -> Result<Map<String, Value>, TokenProblem> {
    let bytes = URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenProblem::Malformed)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenProblem::Malformed)
}

/// The algorithm and the key that a header names. What the header says beside that could change how the rest is read,
/// and is not accepted; an address or a key in it is never used.
fn header_of(header: &Map<String, Value>) -> Result<(Algorithm, String), TokenProblem> {
    let is_type = |text: &str| ["jwt", "at+jwt"].contains(&text.to_ascii_lowercase().as_str());
    let type_is_valid = header.get("typ").is_none_or(|value| value.as_str().is_some_and(is_type));
    let is_extended = header.contains_key("crit") || header.contains_key("b64");
    let algorithm = header.get("alg").and_then(Value::as_str).and_then(Algorithm::named);
    let algorithm = algorithm.filter(|_| type_is_valid && !is_extended);
    let key = header.get("kid").and_then(Value::as_str);
    let key = key.filter(|key| (1..=KEY_ID_BYTES_MAX).contains(&key.len()));
    Ok((algorithm.ok_or(TokenProblem::Header)?, key.ok_or(TokenProblem::UnknownKey)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const NOW_S: i64 = 1_767_225_600;
    const ISSUER: &str = "https://token.actions.githubusercontent.com";

    fn issuer() -> TrustedIssuer {
        TrustedIssuer {
            name: "github".into(),
            issuer: ISSUER.into(),
            audience: "waybill".into(),
            description: String::new(),
            enabled: true,
            rules: Vec::new(),
        }
    }

    fn claims() -> Value {
        json!({
            "iss": ISSUER, "aud": "waybill", "sub": "repo:acme/app:ref:refs/heads/main",
            "iat": NOW_S, "nbf": NOW_S - 10, "exp": NOW_S + 300, "jti": "one",
        })
    }

    fn token(header: &Value, claims: &Value) -> String {
        let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
        format!("{}.{}.AAAA", encode(header), encode(claims))
    }

    fn header() -> Value {
        json!({"alg": "RS256", "typ": "JWT", "kid": "one"})
    }

    fn problem_of_header(header: &Value) -> Option<TokenProblem> {
        Presented::parse(&token(header, &claims())).err()
    }

    fn checked(claims: &Value) -> Result<Identity, TokenProblem> {
        let token = token(&header(), claims);
        Presented::parse(&token)?.check(&issuer(), Timestamp::from_ms(NOW_S * 1_000 + 999))
    }

    fn with(field: &str, value: Value) -> Value {
        let mut claims = claims();
        claims[field] = value;
        claims
    }

    fn without(field: &str) -> Value {
        let mut claims = claims();
        claims.as_object_mut().unwrap().remove(field);
        claims
    }

    /// covers: [ROBOT-02]
    #[test]
    fn only_signed_tokens_with_a_plain_header_are_read() {
        let sound = Presented::parse(&token(&header(), &claims())).map(|token| token.algorithm);
        assert_eq!(sound, Ok(Algorithm::Rs256));
        for (field, value) in [
            ("typ", json!("at+jwt")),
            ("typ", json!("jwt")),
            ("alg", json!("ES256")),
            ("x5t", json!("AAAA")),
            ("jku", json!("https://evil.example.org/keys")),
        ] {
            let mut header = header();
            header[field] = value;
            assert_eq!(problem_of_header(&header), None, "{header}");
        }
        for (field, value, expected) in [
            ("alg", json!("none"), TokenProblem::Header),
            ("alg", json!("HS256"), TokenProblem::Header),
            ("alg", json!("rs256"), TokenProblem::Header),
            ("alg", json!("RS512"), TokenProblem::Header),
            ("alg", json!(null), TokenProblem::Header),
            ("alg", json!(["RS256"]), TokenProblem::Header),
            ("typ", json!("JOSE"), TokenProblem::Header),
            ("typ", json!("secevent+jwt"), TokenProblem::Header),
            ("typ", json!(null), TokenProblem::Header),
            ("crit", json!(["exp"]), TokenProblem::Header),
            ("crit", json!([]), TokenProblem::Header),
            ("b64", json!(true), TokenProblem::Header),
            ("kid", json!(""), TokenProblem::UnknownKey),
            ("kid", json!(1), TokenProblem::UnknownKey),
            ("kid", json!("x".repeat(257)), TokenProblem::UnknownKey),
        ] {
            let mut header = header();
            header[field] = value;
            assert_eq!(problem_of_header(&header), Some(expected), "{header}");
        }
    }

    /// covers: [ROBOT-02]
    #[test]
    fn a_token_has_three_parts_of_base64_and_a_bound() {
        let whole = token(&header(), &claims());
        let (content, _) = whole.rsplit_once('.').unwrap();
        let array = format!("{}.W10.AAAA", content.split('.').next().unwrap());
        let five = format!("{whole}.AAAA.AAAA");
        for wrong in [
            "",
            ".",
            "..",
            "a.b",
            content,
            array.as_str(),
            five.as_str(),
            &format!("{whole}="),
            &format!("{content}.AA=="),
            &format!(" {whole}"),
            &format!("{content}.A+A/"),
        ] {
            assert_eq!(Presented::parse(wrong).err(), Some(TokenProblem::Malformed), "{wrong}");
        }
        let long = with("sub", json!("x".repeat(TOKEN_BYTES_MAX)));
        assert_eq!(checked(&long), Err(TokenProblem::TooLarge));
        // Without a signature it can be read, and no key verifies it.
        assert!(
            Presented::parse(&format!("{content}.")).is_ok_and(|read| read.signature.is_empty())
        );
    }

    /// covers: [ROBOT-02]
    #[test]
    fn each_claim_is_checked() {
        let identity = checked(&claims()).unwrap();
        assert_eq!(identity.subject, "repo:acme/app:ref:refs/heads/main");
        assert_eq!(identity.until, Timestamp::from_ms((NOW_S + 300) * 1_000));
        assert!(identity.id.is_some());
        assert_eq!(checked(&without("jti")).map(|identity| identity.id), Ok(None));
        for sound in [
            with("aud", json!(["other", "waybill"])),
            with("iat", json!(NOW_S + 60)),
            with("nbf", json!(NOW_S + 60)),
            with("exp", json!(NOW_S + 1)),
            with("exp", json!(NOW_S + 24 * 3_600)),
            without("nbf"),
        ] {
            assert!(checked(&sound).is_ok(), "{sound}");
        }
        for (wrong, expected) in [
            (with("iss", json!(format!("{ISSUER}/"))), TokenProblem::Issuer),
            (with("iss", json!([ISSUER])), TokenProblem::Issuer),
            (without("iss"), TokenProblem::Issuer),
            (with("aud", json!("Waybill")), TokenProblem::Audience),
            (with("aud", json!(["other"])), TokenProblem::Audience),
            (with("aud", json!([["waybill"]])), TokenProblem::Audience),
            (with("aud", json!({"waybill": true})), TokenProblem::Audience),
            (without("aud"), TokenProblem::Audience),
            (without("exp"), TokenProblem::NoTimes),
            (without("iat"), TokenProblem::NoTimes),
            (with("exp", json!(NOW_S)), TokenProblem::Expired),
            (with("exp", json!(0)), TokenProblem::Expired),
            (with("iat", json!(NOW_S + 61)), TokenProblem::NotYet),
            (with("nbf", json!(NOW_S + 61)), TokenProblem::NotYet),
            (with("exp", json!(NOW_S + 24 * 3_600 + 1)), TokenProblem::LivesLong),
            (with("exp", json!("1900000000")), TokenProblem::Malformed),
            (with("exp", json!(null)), TokenProblem::Malformed),
            (with("exp", json!(-1)), TokenProblem::Malformed),
            (with("exp", json!(i64::MAX)), TokenProblem::Malformed),
            (with("exp", json!(u64::MAX)), TokenProblem::Malformed),
            (with("iat", json!(1.5)), TokenProblem::Malformed),
            (with("nbf", json!("soon")), TokenProblem::Malformed),
            (with("sub", json!("")), TokenProblem::Subject),
            (with("sub", json!(7)), TokenProblem::Subject),
            (with("sub", json!("a\nb")), TokenProblem::Subject),
            (with("sub", json!("a\u{202e}b")), TokenProblem::Subject),
            (with("sub", json!("x".repeat(1_025))), TokenProblem::Subject),
            (without("sub"), TokenProblem::Subject),
            (with("jti", json!("")), TokenProblem::Malformed),
            (with("jti", json!(7)), TokenProblem::Malformed),
            (with("jti", json!(null)), TokenProblem::Malformed),
        ] {
            assert_eq!(checked(&wrong), Err(expected), "{wrong}");
        }
    }

    proptest! {
        /// covers: [ROBOT-02]
        #[test]
        fn no_text_that_is_presented_is_more_than_refused(
            text in ".{0,80}",
            header in ".{0,40}",
            claims in ".{0,40}",
        ) {
            let at = Timestamp::from_ms(NOW_S * 1_000);
            let encode = |part: &str| URL_SAFE_NO_PAD.encode(part);
            let encoded = format!("{}.{}.{text}", encode(&header), encode(&claims));
            for token in [text.as_str(), encoded.as_str()] {
                let read = Presented::parse(token);
                prop_assert!(!read.is_ok_and(|read| read.check(&issuer(), at).is_ok()));
            }
        }
    }
}
