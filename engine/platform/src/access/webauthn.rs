//! The Web Authentication API (Level 3) by `webauthn-rs`: what is asked of a browser, and checking what its
//! authenticator has answered. User verification is demanded of each passkey, when it is created and whenever it is
//! used.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use waybill_machines::machines::account::PasskeySigned;
use waybill_machines::secret::Digest;
use webauthn_rs::prelude::{
    Credential, CredentialID, Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid,
    Webauthn, WebauthnBuilder, WebauthnError,
};
pub(super) use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use super::passkeys::digest_of;
use super::{AskedPasskey, PasskeysUnavailable};
use crate::secret::{Secret, SecretBytes};

/// How long a browser lets its user choose, in milliseconds. The server waits somewhat longer.
const ASKED_MS: u64 = 4 * 60_000;

/// What passkeys belong to: a host.
pub(super) struct RelyingParty {
    webauthn: Webauthn,
    host: String,
}

/// The id that a user has for authenticators. It reveals nothing about the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UserHandle(pub [u8; 16]);

/// What is kept of a question until it is answered.
pub(super) enum Asked {
    /// A new passkey is created.
    New(Box<PasskeyRegistration>),
    /// A passkey is asked for.
    Known(Box<DiscoverableAuthentication>),
}

/// A question.
pub(super) struct Question {
    /// The digest of its challenge.
    pub digest: Digest,
    /// The options for the browser, as JSON.
    pub options: Secret,
    /// What is kept of it.
    pub asked: Asked,
}

/// A passkey that an authenticator has created.
pub(super) struct Created {
    /// The digest of its id.
    pub id: Digest,
    /// What is stored of it.
    pub stored: SecretBytes,
    /// What the authenticator says of it.
    pub signed: PasskeySigned,
}

/// Why an answer does not count. It is for the log.
#[derive(Debug)]
pub(super) enum NotProven {
    /// It is not what a browser makes of an answer.
    Malformed(serde_json::Error),
    /// It is not for this question, this host or this passkey, or the user was not verified.
    Webauthn(WebauthnError),
    /// The library let it pass without verification of the user.
    NotVerified,
    /// The library let it pass in a frame of another site.
    Framed,
    /// It has no user, or another one.
    OtherUser,
    /// The passkey was removed meanwhile.
    NotKept,
}

impl fmt::Display for NotProven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "malformed: {error}"),
            Self::Webauthn(error) => write!(f, "{error:?}"),
            Self::NotVerified => f.write_str("the user was not verified"),
            Self::Framed => f.write_str("it was given in a frame of another site"),
            Self::OtherUser => f.write_str("the passkey is for another user"),
            Self::NotKept => f.write_str("the passkey was removed"),
        }
    }
}

impl From<WebauthnError> for NotProven {
    fn from(error: WebauthnError) -> Self {
        Self::Webauthn(error)
    }
}

/// The answer of an authenticator that has a passkey.
pub(super) struct Shown(PublicKeyCredential);

impl Shown {
    pub(super) fn parse(credential: &Secret) -> Result<Self, NotProven> {
        serde_json::from_str(credential.expose()).map(Self).map_err(NotProven::Malformed)
    }

    /// The digest of the id of the passkey.
    pub(super) fn id(&self) -> Digest {
        digest_of(self.0.get_credential_id())
    }

    /// Whether the browser says that another site had the page in a frame.
    fn is_framed(&self) -> Result<bool, NotProven> {
        let client: Value = serde_json::from_slice(&self.0.response.client_data_json)
            .map_err(NotProven::Malformed)?;
        Ok(client["crossOrigin"] == json!(true))
    }

    /// Whether it is for a user. Where the user has not been found before, the authenticator has to name one.
    pub(super) fn is_of(&self, user: UserHandle, is_found: bool) -> bool {
        self.0.get_user_unique_id().map_or(is_found, |named| named == user.0.as_slice())
    }
}

impl RelyingParty {
    /// Passkeys belong to the first host by a name among these origins that browsers trust.
    pub(super) fn of(origins: &[String], name: &str) -> Result<Self, PasskeysUnavailable> {
        let origins: Vec<Url> = origins.iter().filter_map(|url| Url::parse(url).ok()).collect();
        let by_name = |url: &&Url| url.domain().is_some();
        let Some(origin) = origins.iter().filter(by_name).find(|url| is_secure(url)) else {
            let has_name = origins.iter().any(|url| url.domain().is_some());
            let why = if has_name {
                PasskeysUnavailable::NotSecure
            } else {
                PasskeysUnavailable::IpAddress
            };
            return Err(why);
        };
        let host = origin.domain().unwrap_or_default().to_owned();
        let builder = WebauthnBuilder::new(&host, origin)
            .map(|builder| builder.rp_name(name).timeout(Duration::from_millis(ASKED_MS)));
        let built = builder.and_then(WebauthnBuilder::build).map_err(|error| {
            tracing::warn!(service = "access", ?error, %origin, "passkeys cannot belong to this address");
            PasskeysUnavailable::NotSecure
        });
        built.map(|webauthn| Self { webauthn, host })
    }

    /// The host that passkeys belong to.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Asks for a new passkey of a user, on none of the authenticators that have one already.
    pub(super) fn ask_new(
        &self,
        user: UserHandle,
        name: &str,
        known: &[SecretBytes],
    ) -> Result<Question, NotProven> {
        let id = Uuid::from_bytes(user.0);
        // The library answers a known passkey as if its algorithm were wrong, so it is not given them: no passkey
        // that is kept already is added.
        let (options, asked) = self.webauthn.start_passkey_registration(id, name, name, None)?;
        let mut options = options_of(&options)?;
        options["excludeCredentials"] = descriptors(known)?;
        // The library asks for passkeys that cannot be found without a name, which sign no one in alone.
        options["authenticatorSelection"]["residentKey"] = json!("required");
        options["authenticatorSelection"]["requireResidentKey"] = json!(true);
        question(&options, Asked::New(Box::new(asked)))
    }

    /// Asks for any passkey that the authenticator finds, with a challenge of the caller, who keeps nothing of the
    /// question.
    pub(super) fn ask_any(&self, challenge: &[u8]) -> Result<AskedPasskey, NotProven> {
        let (options, _) = self.webauthn.start_discoverable_authentication()?;
        let mut options = options_of(&options)?;
        options["allowCredentials"] = json!([]);
        options["challenge"] = json!(URL_SAFE_NO_PAD.encode(challenge));
        let options = Secret::new(options.to_string());
        Ok(AskedPasskey { digest: digest_of(challenge), options })
    }

    /// What the library would have kept of such a question. The caller has checked that this challenge was asked, and
    /// lets no answer to it count twice.
    pub(super) fn asked_any(&self, challenge: &[u8]) -> Result<Asked, NotProven> {
        let (_, asked) = self.webauthn.start_discoverable_authentication()?;
        let mut asked = serde_json::to_value(&asked).map_err(NotProven::Malformed)?;
        // If the library should call it otherwise one day, its own challenge stays, to which there is no answer.
        asked["ast"]["challenge"] = json!(URL_SAFE_NO_PAD.encode(challenge));
        let asked = serde_json::from_value(asked).map_err(NotProven::Malformed)?;
        Ok(Asked::Known(Box::new(asked)))
    }

    /// Asks for one of these passkeys.
    pub(super) fn ask_known(&self, known: &[SecretBytes]) -> Result<Question, NotProven> {
        let (options, asked) = self.webauthn.start_discoverable_authentication()?;
        let mut options = options_of(&options)?;
        options["allowCredentials"] = descriptors(known)?;
        question(&options, Asked::Known(Box::new(asked)))
    }

    /// Checks a passkey that was created.
    pub(super) fn created(
        &self,
        asked: &PasskeyRegistration,
        credential: &Secret,
    ) -> Result<Created, NotProven> {
        let answer: RegisterPublicKeyCredential =
            serde_json::from_str(credential.expose()).map_err(NotProven::Malformed)?;
        let passkey = self.webauthn.finish_passkey_registration(&answer, asked)?;
        let stored = serde_json::to_vec(&passkey).map_err(NotProven::Malformed)?;
        let credential = Credential::from(passkey);
        if !credential.user_verified {
            return Err(NotProven::NotVerified);
        }
        Ok(Created {
            id: digest_of(&credential.cred_id),
            stored: SecretBytes::new(stored),
            signed: PasskeySigned {
                counter: credential.counter,
                backup_eligible: credential.backup_eligible,
                backed_up: credential.backup_state,
            },
        })
    }

    /// Checks that a passkey was shown, and answers what its authenticator says of it. Whether its counter has grown
    /// since it was last used is decided by the account, with the record of the use.
    pub(super) fn shown(
        &self,
        asked: DiscoverableAuthentication,
        shown: &Shown,
        stored: &SecretBytes,
        last: PasskeySigned,
    ) -> Result<PasskeySigned, NotProven> {
        let passkey: Passkey =
            serde_json::from_slice(stored.expose()).map_err(NotProven::Malformed)?;
        let mut credential = Credential::from(passkey);
        // The account compares the counters: of two uses at the same time it accepts one.
        credential.counter = 0;
        credential.backup_eligible = last.backup_eligible;
        credential.backup_state = last.backed_up;
        let result =
            self.webauthn.finish_discoverable_authentication_v2(&shown.0, asked, &credential)?;
        if !result.user_verified() {
            return Err(NotProven::NotVerified);
        }
        // The library refuses such frames only where passkeys are created.
        if shown.is_framed()? {
            return Err(NotProven::Framed);
        }
        Ok(PasskeySigned {
            counter: result.counter(),
            backup_eligible: result.backup_eligible(),
            backed_up: result.backup_state(),
        })
    }
}

/// Whether browsers let a page of this origin use passkeys.
fn is_secure(origin: &Url) -> bool {
    let is_local = |host: &str| host == "localhost" || host.ends_with(".localhost");
    origin.scheme() == "https" || origin.domain().is_some_and(is_local)
}

/// What names these passkeys to an authenticator.
fn descriptors(known: &[SecretBytes]) -> Result<Value, NotProven> {
    let ids = known.iter().map(|stored| stored_id(stored).map(|id| URL_SAFE_NO_PAD.encode(id)));
    ids.map(|id| Ok(json!({"type": "public-key", "id": id?}))).collect()
}

/// The id of a stored passkey.
fn stored_id(stored: &SecretBytes) -> Result<CredentialID, NotProven> {
    let passkey: Passkey = serde_json::from_slice(stored.expose()).map_err(NotProven::Malformed)?;
    Ok(passkey.cred_id().clone())
}

/// The options below `publicKey`.
fn options_of(asked: &impl serde::Serialize) -> Result<Value, NotProven> {
    let mut asked = serde_json::to_value(asked).map_err(NotProven::Malformed)?;
    Ok(asked["publicKey"].take())
}

fn question(options: &Value, asked: Asked) -> Result<Question, NotProven> {
    let challenge = options["challenge"].as_str().unwrap_or_default();
    let challenge = URL_SAFE_NO_PAD.decode(challenge).unwrap_or_default();
    // Without one, any answer would be to this question.
    if challenge.len() < 16 {
        return Err(NotProven::Webauthn(WebauthnError::ChallengeNotFound));
    }
    let digest = digest_of(&challenge);
    Ok(Question { digest, options: Secret::new(options.to_string()), asked })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(origins: &[&str]) -> Result<String, PasskeysUnavailable> {
        let origins: Vec<String> = origins.iter().map(|origin| (*origin).to_owned()).collect();
        RelyingParty::of(&origins, "Waybill").map(|party| party.host)
    }

    /// covers: [LOGIN-05]
    #[test]
    fn passkeys_belong_to_a_name_that_browsers_trust() {
        assert_eq!(host(&["https://waybill.example.org"]), Ok("waybill.example.org".into()));
        assert_eq!(host(&["https://waybill.example.org:8443"]), Ok("waybill.example.org".into()));
        let here = ["http://127.0.0.1:8046", "http://localhost:8046", "http://[::1]:8046"];
        assert_eq!(host(&here), Ok("localhost".into()));
        for (origins, why) in [
            (&["http://waybill.example.org"][..], PasskeysUnavailable::NotSecure),
            (&["https://192.0.2.1"][..], PasskeysUnavailable::IpAddress),
            (&["https://[2001:db8::1]"][..], PasskeysUnavailable::IpAddress),
            (&["http://127.0.0.1:8046"][..], PasskeysUnavailable::IpAddress),
            (&["http://notlocalhost"][..], PasskeysUnavailable::NotSecure),
            (&[][..], PasskeysUnavailable::IpAddress),
        ] {
            assert_eq!(host(origins), Err(why), "{origins:?}");
        }
    }

    /// covers: [LOGIN-05, MFA-01]
    #[test]
    fn each_question_demands_the_verification_of_the_user_and_has_a_challenge_of_its_own() {
        let origins = ["https://waybill.example.org".to_owned()];
        let party = RelyingParty::of(&origins, "Waybill").unwrap_or_else(|why| panic!("{why}"));
        let parsed = |question: &Question| -> Value {
            serde_json::from_str(question.options.expose()).unwrap()
        };
        let asked =
            |question: Result<Question, NotProven>| question.unwrap_or_else(|why| panic!("{why}"));
        let (one, two) = (asked(party.ask_known(&[])), asked(party.ask_known(&[])));
        assert_ne!(one.digest, two.digest);
        let options = parsed(&one);
        assert_eq!(options["userVerification"], "required");
        assert_eq!(options["rpId"], "waybill.example.org");
        assert_eq!(options["allowCredentials"], json!([]));
        let challenge = [7_u8; 72];
        let any = party.ask_any(&challenge).unwrap();
        assert_eq!(any.digest, digest_of(&challenge));
        let mut any: Value = serde_json::from_str(any.options.expose()).unwrap();
        assert_eq!(any["challenge"], URL_SAFE_NO_PAD.encode(challenge));
        any["challenge"] = options["challenge"].clone();
        assert_eq!(any, options, "nothing else is another");
        let created = parsed(&asked(party.ask_new(UserHandle([7; 16]), "ann", &[])));
        let selection = &created["authenticatorSelection"];
        assert_eq!(selection["userVerification"], "required");
        assert_eq!(selection["residentKey"], "required");
        assert_eq!(created["user"]["name"], "ann");
        assert_eq!(created["attestation"], "none");
    }

    /// covers: [LOGIN-05]
    #[test]
    fn what_was_asked_is_known_again_by_its_challenge() {
        let origins = ["https://waybill.example.org".to_owned()];
        let party = RelyingParty::of(&origins, "Waybill").unwrap();
        let kept = |asked: Asked| match asked {
            Asked::Known(asked) => serde_json::to_value(&asked).unwrap(),
            Asked::New(_) => panic!("no passkey is created"),
        };
        let mut own = kept(party.ask_known(&[]).unwrap().asked);
        let challenge = [7_u8; 72];
        let again = kept(party.asked_any(&challenge).unwrap());
        assert_eq!(again["ast"]["challenge"], URL_SAFE_NO_PAD.encode(challenge));
        assert_eq!(again["ast"]["policy"], "required");
        assert!(own["ast"]["challenge"].is_string());
        own["ast"]["challenge"] = again["ast"]["challenge"].clone();
        assert_eq!(again, own, "nothing else is another");
    }
}
