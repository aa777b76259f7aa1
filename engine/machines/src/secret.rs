//! What stands in a machine, an event or a record in the place of something nobody may read there.
//!
//! A machine never sees a password, a code or a name. It sees a [`Handle`] that the edge can exchange once
//! for the secret, a [`Personal`] digest whose value lies encrypted outside the log, a [`Digest`] that can
//! only be compared, or a [`SecretRef`] that names an entry of the vault.

use serde::{Deserialize, Serialize};

/// A one-use ticket for a secret that waits at the edge, minted when the secret arrived.
///
/// It lives in memory only: after a crash it is dead, and the call that carries it ends as interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Handle {
    /// The ticket's opaque id, `h_` and 32 hex digits.
    pub handle: String,
}

impl Handle {
    /// A handle with this id.
    pub fn new(id: impl Into<String>) -> Self {
        Self { handle: id.into() }
    }
}

/// A personal value (a user name, say) as the log holds it: a salted SHA-256 in hex.
///
/// The value itself lies out of line under a key of its person and can be erased; no rule may depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Personal {
    /// 64 hex digits: SHA-256 of a 16-byte salt and the value.
    pub personal: String,
    /// Present only on the wire, for a reader who may see it; never in a record.
    #[serde(default, skip_serializing_if = "Option::is_none", skip_deserializing)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub value: Option<String>,
}

impl Personal {
    /// The personal value with this digest.
    pub fn new(digest: impl Into<String>) -> Self {
        Self { personal: digest.into(), value: None }
    }
}

/// The SHA-256, in hex, of a high-entropy token: enough to recognise the token, useless to forge it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Digest(pub String);

/// The name of an entry of the vault, where the secret lies encrypted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct SecretRef(pub String);

/// A person as the log knows them: an opaque id that survives the erasure of every name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct PersonId(pub String);
