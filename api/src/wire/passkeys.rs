//! Passkeys: asking a browser for one, and those of the user.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use waybill_machines::Timestamp;
use waybill_machines::sign_in::PasskeyPurpose;
use waybill_platform::secret::Secret;

use super::access::StoredPath;

/// What a browser asks for a passkey for.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PasskeyUse {
    /// To sign in without a password.
    SignIn,
    /// As the second factor, after a password or a provider.
    SecondFactor,
    /// A new one is created in place of the second factor that has to be set up.
    Enrolment,
    /// To replace the recovery codes.
    RecoveryCodes,
}

impl From<PasskeyUse> for PasskeyPurpose {
    fn from(wanted: PasskeyUse) -> Self {
        match wanted {
            PasskeyUse::SignIn => Self::SignIn,
            PasskeyUse::SecondFactor => Self::SecondFactor,
            PasskeyUse::Enrolment => Self::Enrolment,
            PasskeyUse::RecoveryCodes => Self::RecoveryCodes,
        }
    }
}

/// What a browser asks for a passkey for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AskPasskey {
    /// What it is for.
    pub purpose: PasskeyUse,
}

/// A question for the authenticators of a browser.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyChallenge {
    /// `PublicKeyCredentialCreationOptionsJSON` for a new passkey, `PublicKeyCredentialRequestOptionsJSON` for a known one
    /// (Web Authentication, Level 3). It can be answered once and for five minutes.
    #[serde(rename = "publicKey")]
    #[cfg_attr(feature = "schema", ts(type = "unknown"))]
    pub public_key: Value,
}

/// What an authenticator has answered, with bytes in base64url as a browser writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyCredential {
    /// The id of the passkey.
    #[serde(rename = "rawId")]
    pub raw_id: String,
    /// The answer.
    pub response: PasskeyResponse,
}

/// The answer of an authenticator.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PasskeyResponse {
    /// What the browser has asked.
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    /// The new passkey; for one that was created.
    pub attestation_object: Option<String>,
    /// What the authenticator says; for one that was shown.
    pub authenticator_data: Option<String>,
    /// The signature; for one that was shown.
    pub signature: Option<String>,
    /// The id of the user for the authenticator; for one that was shown.
    pub user_handle: Option<String>,
}

impl PasskeyCredential {
    /// The credential as a browser writes it.
    pub fn to_json(&self) -> Secret {
        let PasskeyResponse {
            client_data_json,
            attestation_object,
            authenticator_data,
            signature,
            user_handle,
        } = &self.response;
        let response = match attestation_object {
            Some(object) => {
                json!({"clientDataJSON": client_data_json, "attestationObject": object})
            }
            None => json!({
                "clientDataJSON": client_data_json,
                "authenticatorData": authenticator_data,
                "signature": signature,
                "userHandle": user_handle,
            }),
        };
        let credential = json!({
            "id": self.raw_id, "rawId": self.raw_id, "type": "public-key", "response": response,
        });
        Secret::new(credential.to_string())
    }
}

/// The answer to a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PasskeyAnswer {
    /// What the authenticator has answered.
    pub credential: PasskeyCredential,
    /// What the user calls a new passkey.
    pub name: Option<Secret>,
    /// Whether the browser stays signed in after it is closed; true if it is missing.
    pub remember: Option<bool>,
    /// The path that the user requested before signing in.
    pub stored: Option<StoredPath>,
    /// Whether the browser has the flag that logging out sets (NAV-16); false if it is missing.
    pub set_me_up: Option<bool>,
}

/// The passkey was accepted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyAccepted {
    /// The next step: the state of the machine of signing in.
    pub next: &'static str,
    /// Recovery codes, shown in this response only: with the first second factor of an account, and where they are
    /// replaced. Otherwise empty.
    pub recovery_codes: Vec<String>,
}

/// The passkeys of the signed-in user.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnPasskeys {
    /// All of them, the oldest first.
    pub passkeys: Vec<DescribedPasskey>,
    /// How many a user can have.
    pub most: usize,
    /// Whether the user has an authenticator app beside them.
    pub has_authenticator_app: bool,
    /// The host that passkeys belong to; null if there are none.
    pub host: Option<String>,
    /// Why there are none: `passkeys_off`, `passkeys_ip_address` or `passkeys_not_secure`; null if there are.
    pub unavailable: Option<&'static str>,
}

/// A passkey of the signed-in user.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedPasskey {
    /// The digest of its id.
    pub id: String,
    /// What the user calls it; null after it was erased.
    pub name: Option<String>,
    /// When it was added.
    pub since: Timestamp,
    /// When it was last used; null if it never was.
    pub used_at: Option<Timestamp>,
    /// Whether it may be on several devices.
    pub synchronised: bool,
    /// Whether it is backed up, so that it outlives the loss of a device.
    pub backed_up: bool,
}

/// Another name for a passkey.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyName {
    /// The name.
    pub name: Secret,
}
