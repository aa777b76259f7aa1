//! Hooks: what a vendor sends after pushes to the chosen repositories, and what the scans after them have found.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::URL_CHARS_MAX;
use crate::secret::Digest;
use crate::time::Timestamp;

/// The shortest time between the records of two scans of a repository.
pub const GIT_SCANS_RECORDED_EACH_MS: i64 = 60_000;
/// The longest id of a hook, in characters.
const ID_CHARS_MAX: usize = 100;
/// The longest name of a commit: SHA-256 in hexadecimal digits.
const REVISION_CHARS_MAX: usize = 64;

/// The hooks of an integration whose repositories are scanned after pushes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GitHooks {
    /// The address of this server that the vendor sends to.
    pub address: String,
    /// What came of registering a hook, by the name of the repository.
    pub repositories: BTreeMap<String, GitHook>,
}

/// What came of registering a hook for a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitHook {
    /// The vendor sends to this server.
    Registered {
        /// The id in the address that the vendor sends to.
        id: String,
        /// The id of the hook at the vendor.
        vendor_id: String,
        /// The keyed mark of the secret that the vendor signs with.
        secret: Digest,
    },
    /// The vendor sends nothing.
    Failed {
        /// Why.
        why: GitVendorProblem,
    },
}

/// Why a vendor has not done something that no page waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GitVendorProblem {
    /// The token does not permit it, or the user is not accepted.
    NotPermitted,
    /// There is no such repository, or the token does not reach it.
    NoRepository,
    /// The vendor does not accept the address of this server.
    AddressNotAccepted,
    /// The vendor has received too many requests.
    Limited,
    /// The vendor cannot be reached.
    NotReached,
    /// The vendor has failed, or does not answer as its API says.
    VendorFailed,
    /// This server has failed.
    ServerFailed,
}

/// What came of a scan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitScanOutcome {
    /// The repository was read.
    Scanned {
        /// The commit that was read; none if there is none yet.
        revision: Option<String>,
        /// How many manifests it has.
        manifests: u32,
        /// How many packages these pin.
        packages: u32,
    },
    /// The repository could not be read.
    Failed {
        /// Why.
        why: GitVendorProblem,
    },
}

/// The last scan of a repository after a push.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GitLastScan {
    /// When it ended.
    pub at: Timestamp,
    /// What came of it.
    pub scan: GitScanOutcome,
}

impl GitHooks {
    /// Hooks that are registered with an address. Those that were registered with it before stay.
    #[must_use]
    pub fn at(address: &str, before: Option<Self>) -> Self {
        let before = before.filter(|before| before.address == address);
        let repositories = before.map(|before| before.repositories).unwrap_or_default();
        Self { address: address.to_owned(), repositories }
    }

    /// The repositories for which a hook is to be registered still.
    pub fn missing(&self, chosen: &BTreeSet<String>) -> Vec<String> {
        let is_missing =
            |name: &&String| self.repositories.get(*name).and_then(GitHook::id).is_none();
        chosen.iter().filter(is_missing).cloned().collect()
    }
}

impl GitHook {
    /// The id in the address that the vendor sends to; `None` if it sends nothing.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Registered { id, .. } => Some(id),
            Self::Failed { .. } => None,
        }
    }

    /// Whether its ids can be parts of addresses.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Registered { id, vendor_id, .. } => is_hook_id(id) && is_hook_id(vendor_id),
            Self::Failed { .. } => true,
        }
    }
}

impl GitScanOutcome {
    /// Whether the commit is named by a digest.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Scanned { revision: Some(revision), .. } => {
                (1..=REVISION_CHARS_MAX).contains(&revision.len())
                    && revision.bytes().all(|byte| byte.is_ascii_hexdigit())
            }
            Self::Scanned { revision: None, .. } | Self::Failed { .. } => true,
        }
    }
}

impl GitLastScan {
    /// Whether another scan may be recorded. A clock that was set back does not prevent it.
    pub fn makes_room(&self, now: Timestamp) -> bool {
        !(0..GIT_SCANS_RECORDED_EACH_MS).contains(&now.ms_since(self.at))
    }
}

/// Whether a text can be the id of a hook: a number, or a UUID in braces.
pub fn is_hook_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'{' | b'}');
    (1..=ID_CHARS_MAX).contains(&text.len()) && text.bytes().all(is_plain)
}

/// Whether a text can be the address of this server.
pub fn is_hook_address(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && text.chars().count() <= URL_CHARS_MAX && !text.chars().any(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered(id: &str) -> GitHook {
        let (id, vendor_id) = (id.to_owned(), "{7f0f2b5c-1}".to_owned());
        GitHook::Registered { id, vendor_id, secret: Digest("a".repeat(64)) }
    }

    /// covers: [INT-07]
    #[test]
    fn a_hook_is_registered_with_one_address() {
        let mut hooks = GitHooks::at("https://waybill.example.org/", None);
        let chosen: BTreeSet<String> = ["a/one", "a/two"].map(str::to_owned).into();
        assert_eq!(hooks.missing(&chosen), ["a/one", "a/two"]);
        hooks.repositories.insert("a/one".to_owned(), registered("5f"));
        let failed = GitHook::Failed { why: GitVendorProblem::NotPermitted };
        hooks.repositories.insert("a/two".to_owned(), failed);
        assert_eq!(hooks.missing(&chosen), ["a/two"]);
        let again = GitHooks::at("https://waybill.example.org/", Some(hooks.clone()));
        assert_eq!(again, hooks);
        let moved = GitHooks::at("https://other.example.org/", Some(hooks));
        assert!(moved.repositories.is_empty());
    }

    #[test]
    fn ids_and_addresses_are_plain() {
        for id in ["12345", "{7f0f2b5c-0000-4000-8000-000000000001}"] {
            assert!(is_hook_id(id), "{id}");
        }
        let long = "1".repeat(101);
        for id in ["", "..", "a/b", "a b", "5\n", long.as_str()] {
            assert!(!is_hook_id(id), "{id}");
        }
        assert!(registered("5f").is_valid() && !registered("../5f").is_valid());
        assert!(is_hook_address("http://127.0.0.1:8080/"));
        for address in ["", "ftp://example.org/", "https://a b/"] {
            assert!(!is_hook_address(address), "{address}");
        }
    }

    #[test]
    fn a_minute_has_one_record() {
        let scan = GitScanOutcome::Failed { why: GitVendorProblem::Limited };
        let last = GitLastScan { at: Timestamp::from_ms(1_000_000), scan };
        for (ms, makes_room) in [(0, false), (59_999, false), (60_000, true), (-1, true)] {
            assert_eq!(last.makes_room(last.at.plus_ms(ms)), makes_room, "{ms}");
        }
        let scanned = |revision: &str| GitScanOutcome::Scanned {
            revision: Some(revision.to_owned()),
            manifests: 1,
            packages: 2,
        };
        assert!(scanned("c0ffee").is_valid() && !scanned("main").is_valid());
    }
}
