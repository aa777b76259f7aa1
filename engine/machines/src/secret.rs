//! Placeholders for secrets and personal values in states, events and records.
//!
//! A machine never sees a password, a code or a name. It sees a [`Handle`] that the server can exchange once for the
//! secret, a [`Personal`] digest whose value is stored encrypted outside the log, a [`Digest`] that can only be
//! compared, or a [`SecretRef`] that names an entry of the vault.

use serde::{Deserialize, Serialize};

/// A one-use reference to a secret in the server's memory, created when the secret arrives.
///
/// It does not survive a crash: the call that carries it is then answered as interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Handle {
    /// An opaque id: `h_` and 32 hex digits.
    pub handle: String,
}

impl Handle {
    /// A handle with this id.
    pub fn new(id: impl Into<String>) -> Self {
        Self { handle: id.into() }
    }
}

/// A personal value (a user name, for example) as the log stores it: a salted SHA-256 in hex.
///
/// The value itself is stored separately under a key of its person and can be erased; no rule may depend on it.
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

/// The SHA-256, in hex, of a high-entropy token: it identifies the token but does not reveal it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Digest(pub String);

/// The name of an entry of the vault, which stores the secret encrypted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct SecretRef(pub String);

/// The opaque id of a user in the log. It remains when the user's personal values are erased.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct PersonId(pub String);
