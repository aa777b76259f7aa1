//! What an account holds beside its owner's own credentials.

use serde::{Deserialize, Serialize};

use crate::secret::{Digest, Personal};
use crate::time::Timestamp;

/// Somebody has at most this many tokens at once. Those that have expired do not count.
pub const TOKENS_MAX: usize = 20;

/// A token that a program shows instead of signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AccessToken {
    /// The SHA-256 of the token itself.
    pub digest: Digest,
    /// What it is for.
    pub description: Option<Personal>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it works.
    pub until: Timestamp,
}
