//! Passkeys: credentials of the Web Authentication API, with which a user signs in alone or proves a second factor. An
//! authenticator has the private key and verifies its user; an account knows the digest of a passkey's id.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use waybill_machines::Timestamp;
pub use waybill_machines::machines::account::PASSKEYS_MAX;
use waybill_machines::machines::login::Notice;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{PasskeyCeremony, PasskeyChecked, PasskeyPurpose};

use super::{Answer, Client, Source};
use crate::secret::{PasskeyResponse, Secret, sha256_hex};
use crate::streams::ChangeContext;

/// The longest name of a passkey, in characters.
pub const PASSKEY_NAME_CHARS_MAX: usize = 60;

/// The port for passkeys. A passkey belongs to one account at most, whether that is enabled or not.
pub trait Passkeys: Send + Sync + 'static {
    /// The host that passkeys belong to, or why there are none.
    fn passkey_host(&self) -> Result<String, PasskeysUnavailable>;

    /// Whether the sign-in page offers to sign in with a passkey alone: where that is permitted, and any account has
    /// one.
    fn offers_passkeys(&self) -> bool;

    /// Makes a question for the authenticators of a session's browser, in place of the one that it had before.
    fn ask_passkey(&self, new: NewCeremony, at: Timestamp) -> Answer<'_, AskedPasskey>;

    /// Forgets a question that is not asked.
    fn forget_passkey_question(&self, digest: &Digest);

    /// Checks what an authenticator has answered to a question of the session, once, and uses or adds its passkey.
    fn check_passkey(
        &self,
        ceremony: PasskeyCeremony,
        response: PasskeyResponse,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, CheckedPasskey>;

    /// The passkeys of an account.
    fn passkeys_of(&self, person: PersonId) -> Answer<'_, PasskeysOfUser>;

    /// Gives a passkey of an account another name.
    fn rename_passkey(
        &self,
        person: PersonId,
        id: Digest,
        name: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Removes a passkey from an account; the recovery codes too, if no second factor is left. The caller has checked
    /// that it is the owner.
    fn remove_passkey(
        &self,
        person: PersonId,
        id: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()>;
}

/// A question to make.
#[derive(Debug, Clone)]
pub struct NewCeremony {
    /// What the passkey is asked for.
    pub purpose: PasskeyPurpose,
    /// The user whose passkey it is or becomes; none to sign in with it alone.
    pub person: Option<PersonId>,
    /// The id of the session whose browser asks.
    pub session: String,
    /// Where the request comes from.
    pub source: Source,
}

/// A question that was made.
#[derive(Debug)]
pub struct AskedPasskey {
    /// The digest of its challenge.
    pub digest: Digest,
    /// The options with which a browser asks, as JSON.
    pub options: Secret,
}

/// The result of checking what an authenticator has answered.
#[derive(Debug)]
pub struct CheckedPasskey {
    /// The answer for the machine.
    pub answer: PasskeyChecked,
    /// The recovery codes, shown only once; empty unless the passkey is the first second factor of the account.
    pub recovery_codes: Vec<Secret>,
}

/// The passkeys of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeysOfUser {
    /// All of them, the oldest first.
    pub passkeys: Vec<OwnPasskey>,
    /// Whether the account has an authenticator app beside them.
    pub has_app: bool,
}

/// A passkey as its user sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPasskey {
    /// The digest of its id.
    pub id: Digest,
    /// What the user calls it; none after it was erased.
    pub name: Option<String>,
    /// When it was added.
    pub since: Timestamp,
    /// When it was last used; none if it never was.
    pub used_at: Option<Timestamp>,
    /// Whether it may be on several devices.
    pub is_synchronised: bool,
    /// Whether it is backed up.
    pub is_backed_up: bool,
}

/// Why an installation has no passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasskeysUnavailable {
    /// The settings of the installation permit none.
    #[error("This installation accepts no passkeys.")]
    Off,
    /// The address of the server has a number in the place of a name.
    #[error(
        "Passkeys belong to a host name, and this server is reached at an IP address. Ask an administrator to set \
         public_url to an address with a name."
    )]
    IpAddress,
    /// Browsers connect without TLS.
    #[error(
        "Browsers use passkeys over https only, or on localhost. Ask an administrator to set public_url to an address \
         with https."
    )]
    NotSecure,
}

impl PasskeysUnavailable {
    /// The code of the reason.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Off => "passkeys_off",
            Self::IpAddress => "passkeys_ip_address",
            Self::NotSecure => "passkeys_not_secure",
        }
    }
}

/// Why a passkey is not asked for, added or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyRefused {
    /// The installation has none.
    #[error(transparent)]
    Unavailable(#[from] PasskeysUnavailable),
    /// It belongs to another account, or to this one already.
    #[error("This passkey belongs to an account already. Add another one.")]
    Taken,
    /// An account has a number of passkeys at most.
    #[error("You have {PASSKEYS_MAX} passkeys, which is the most. Remove one first.")]
    TooMany,
    /// The account has no such passkey.
    #[error("You have no such passkey. It may have been removed already.")]
    Unknown,
    /// The name is empty, too long or cannot be seen.
    #[error("A name has 1 to {PASSKEY_NAME_CHARS_MAX} characters, all of them visible.")]
    Name,
    /// The account has a second factor already, so that none is set up in place of it.
    #[error("There is a second factor already. Sign in again.")]
    AlreadyEnrolled,
    /// The account has no passkey to show.
    #[error("You have no passkey here. Use a code instead.")]
    None,
    /// The account does not allow it.
    #[error("Signing in is not possible. Ask an administrator.")]
    NotAllowed,
    /// Too many questions were made for one address.
    #[error("Too many attempts. Wait a moment before you try again.")]
    TooManyBegins,
}

impl PasskeyRefused {
    /// The message for a person who signs in.
    pub fn notice(self) -> Notice {
        Notice::new(self.code(), &self.to_string())
    }

    /// The code of the reason.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unavailable(unavailable) => unavailable.code(),
            Self::Taken => "passkey_taken",
            Self::TooMany => "too_many_passkeys",
            Self::Unknown => "passkey_unknown",
            Self::Name => "passkey_name",
            Self::AlreadyEnrolled => "already_enrolled",
            Self::None => "no_passkey",
            Self::NotAllowed => "not_allowed",
            Self::TooManyBegins => "too_many_sign_ins",
        }
    }
}

/// What a browser says that it has asked its authenticator.
#[derive(Deserialize)]
struct ClientData {
    challenge: String,
}

/// The part of a credential with what the browser says.
#[derive(Deserialize)]
struct Credential {
    response: CredentialResponse,
}

#[derive(Deserialize)]
struct CredentialResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
}

/// The digest of the challenge that was answered, by the `clientDataJSON` of an answer in base64url; `None` if that is
/// no such document. Whether the authenticator has signed it is checked later.
pub fn answered_challenge(client_data: &str) -> Option<Digest> {
    challenge_of(client_data).map(|challenge| digest_of(&challenge))
}

/// The challenge that a credential is the answer to, by what the browser says.
pub(super) fn challenge_in(credential: &Secret) -> Option<Vec<u8>> {
    let Credential { response } = serde_json::from_str(credential.expose()).ok()?;
    challenge_of(&response.client_data)
}

fn challenge_of(client_data: &str) -> Option<Vec<u8>> {
    let client_data = URL_SAFE_NO_PAD.decode(client_data).ok()?;
    let ClientData { challenge } = serde_json::from_slice(&client_data).ok()?;
    URL_SAFE_NO_PAD.decode(challenge).ok()
}

/// What records have of a challenge, or of the id of a passkey.
pub(super) fn digest_of(bytes: &[u8]) -> Digest {
    Digest(sha256_hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [LOGIN-05]
    #[test]
    fn the_answered_challenge_is_read_from_what_the_browser_says() {
        let data = |json: &str| URL_SAFE_NO_PAD.encode(json);
        let known = answered_challenge(&data("{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\"}"));
        assert_eq!(known, Some(digest_of(b"abc")));
        for wrong in ["", "{}", "{\"challenge\":1}", "{\"challenge\":\"*\"}", "[]", "x"] {
            assert_eq!(answered_challenge(&data(wrong)), None, "{wrong}");
        }
        assert_eq!(answered_challenge("*"), None);
        let credential = |client_data: &str| {
            Secret::new(format!("{{\"response\":{{\"clientDataJSON\":\"{client_data}\"}}}}"))
        };
        let known = credential(&data("{\"challenge\":\"YWJj\"}"));
        assert_eq!(challenge_in(&known), Some(b"abc".to_vec()));
        for wrong in [credential("*"), credential(""), Secret::new("{}"), Secret::new("")] {
            assert_eq!(challenge_in(&wrong), None);
        }
    }
}
