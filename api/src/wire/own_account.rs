//! The user's own account: what a session with the password may see and change (API-03, API-05).

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::token_scope::TokenScope;
use waybill_platform::secret::Secret;

use super::access::Realm;

/// The password of the signed-in user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnPassword {
    /// The password.
    pub password: Secret,
}

/// The profile of the signed-in user, unlocked by the password.
#[allow(clippy::struct_excessive_bools, reason = "the documents have them")]
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnProfile {
    /// The user name.
    pub name: Option<String>,
    /// The mail address.
    pub email: Option<String>,
    /// Where the account is kept.
    pub realm: Realm,
    /// The names of the user's groups.
    pub groups: Vec<String>,
    /// The account is kept here, not by another service.
    #[serde(rename = "existsInDB")]
    pub exists_in_db: bool,
    /// The user may change the account.
    pub profile_updatable: bool,
    /// Changing it asks for the password.
    pub require_profile_password: bool,
    /// It is locked until the password has been shown.
    pub require_profile_unlock: bool,
    /// When the API key expires; null if there is none.
    pub api_key_until: Option<Timestamp>,
}

/// Changes of the own account; what is not named remains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct OwnProfileChanges {
    /// The mail address; an empty one removes it.
    pub email: Option<String>,
}

/// An API key of the signed-in user.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ApiKey {
    /// The key; null if there is none.
    pub api_key: Option<String>,
    /// When it expires.
    pub until: Option<Timestamp>,
}

/// A token with which a program identifies itself as the signed-in user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewIdentityToken {
    /// What it is for.
    pub description: Option<String>,
    /// How long it is valid, in seconds: a day by default, at most 366 days.
    pub expires_in: Option<u64>,
    /// What it may be used for in repositories, or for provisioning, and nothing else; everything that the user may, if
    /// there is none.
    pub scope: Option<TokenScope>,
}

/// A token with which a program identifies itself as the signed-in user.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct IdentityToken {
    /// The id of the token, which is not secret.
    pub token_id: String,
    /// The token, which is in this answer only.
    pub token: String,
    /// How long it is valid, in seconds.
    pub expires_in: i64,
}

/// The id of one of the user's own tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnToken {
    /// The id.
    pub id: String,
}
