//! What remote repositories have from other servers.

use waybill_machines::Timestamp;
use waybill_machines::machines::package::NamedContent;
use waybill_machines::secret::{Digest, SecretRef};
use waybill_outbound::{OutboundError, Target};

use super::{Answer, Expected, FileInfo, Location};
use crate::secret::Secret;

/// What the names of properties begin with that say where a file came from. Clients do not set them.
pub const OF_UPSTREAM: &str = "upstream.";
/// The property of a kept file with the SHA-512 that its index named, in hexadecimal digits.
pub const UPSTREAM_SHA512: &str = "upstream.sha512";

/// The port for what remote repositories have from other servers. What was fetched is kept as a file of the
/// repository, which is visible once it is whole and as expected.
pub trait Upstreams: Send + Sync + 'static {
    /// A file of a remote repository: as it is kept, or else from its upstream. `None` if neither has it.
    fn fetch(&self, wanted: Wanted, at: Timestamp) -> Answer<'_, Option<FileInfo>>;

    /// Records that the index of an upstream names another content for a file that is kept, once a day for each file.
    fn record_difference(
        &self,
        at: Location,
        named: FixedContent,
        now: Timestamp,
    ) -> Answer<'_, ()>;

    /// Checks whether this server would connect to an upstream at an address, as far as that is known now, and send a
    /// password there if it has one. Each request checks that again.
    fn vet(&self, address: Target, has_password: bool) -> Answer<'_, ()>;

    /// Keeps a password for an upstream, which the settings of a repository name then.
    fn keep_password(&self, password: Secret) -> Answer<'_, SecretRef>;

    /// Removes a password that no settings name.
    fn remove_password(&self, password: SecretRef) -> Answer<'_, ()>;
}

/// A file of a remote repository.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Where it is kept.
    pub at: Location,
    /// Where the upstream has it.
    pub from: Address,
    /// Where the upstream has its SHA-1, if that is a file of its own. It is asked for if nothing else says what the
    /// content is.
    pub checksum: Option<Address>,
    /// Whether it may change.
    pub keeping: Keeping,
    /// The media types in which it can be read, if the upstream has several.
    pub accept: Option<&'static str>,
    /// How large it may be, in bytes.
    pub bytes_max: u64,
}

/// Where an upstream has a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Below the address of the upstream: the parts of the path. A part with a slash stays one.
    Below(Vec<String>),
    /// A link in the document that is below the address of the upstream.
    Linked {
        /// The parts of the path of the document.
        from: Vec<String>,
        /// The link, which may be relative and lead to another server.
        link: String,
    },
}

/// Whether a file of an upstream may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// It never changes: what is kept is served for ever, and nothing else is taken in its place.
    Fixed(FixedContent),
    /// It is asked for again when it is no longer fresh. What is kept is served while the upstream is down.
    Refreshed,
}

/// What is known beforehand of a content that never changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FixedContent {
    /// Its checksums.
    pub expected: Expected,
    /// Its SHA-512, in hexadecimal digits.
    pub sha512: Option<String>,
}

impl FixedContent {
    /// The checksums, as far as they are some.
    pub(super) fn named(&self) -> NamedContent {
        let digest = |text: &Option<String>, digits| {
            let text = text.as_ref().filter(|text| {
                text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            });
            text.map(|text| Digest(text.to_ascii_lowercase()))
        };
        let Expected { sha256, sha1, md5, .. } = &self.expected;
        NamedContent {
            sha512: digest(&self.sha512, 128),
            sha256: digest(sha256, 64),
            sha1: digest(sha1, 40),
            md5: digest(md5, 32),
        }
    }

    /// Whether a file that is kept has this content, as far as both are known.
    pub fn is_kept_in(&self, file: &FileInfo) -> bool {
        let kept = file.properties.get(UPSTREAM_SHA512).and_then(|values| values.first());
        let is_same = match (&self.sha512, kept) {
            (Some(wanted), Some(kept)) => wanted.eq_ignore_ascii_case(kept),
            _ => true,
        };
        is_same && self.expected.fits(&file.content)
    }
}

/// Why an upstream gave no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// The address in the settings, or a link, is not one that can be fetched.
    #[error("the address of the upstream is not valid; correct the settings of the repository")]
    Address,
    /// There was no response.
    #[error("upstream: {0}")]
    Outbound(#[from] OutboundError),
    /// It was down a moment ago, and is not asked again yet.
    #[error("the upstream did not answer a moment ago; try again in half a minute")]
    Down,
    /// It answered 401 or 403.
    #[error("the upstream wants other credentials than those of this repository")]
    Refused,
    /// It is this server itself.
    #[error("the upstream of this repository is this server itself; name another one")]
    Loop,
    /// It answered with another status.
    #[error("the upstream answered with the status {0}; look into its log")]
    Status(u16),
    /// What it sent has no end by which it is known to be whole.
    #[error("what the upstream sent cannot be known to be whole; nothing of it was kept")]
    NotWhole,
    /// The content is not what the upstream itself says of it, or not what was kept before.
    #[error("the upstream sent another content than its index names; nothing of it was kept")]
    Differs,
}
