//! What cleanup policies remove from repositories: versions, or files where there are none (CLEAN-02).

use std::collections::BTreeSet;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::cleanup::CleanupCriteria;
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::secret::Digest;

use super::{Answer, StoredRepository, StoredVersion};
use crate::streams::ChangeContext;

/// The port by which cleanup policies see and change repositories.
pub trait Cleaning: Send + Sync + 'static {
    /// What criteria select in a local repository at this time: a page of it after a name, in a fixed order.
    fn candidates(
        &self,
        repository: StoredRepository,
        criteria: Arc<CleanupCriteria>,
        rules: RulesOfVersions,
        after: String,
        at: Timestamp,
    ) -> Answer<'_, CandidatePage>;

    /// Removes something that was selected, if the criteria still select it and it was neither stored again nor
    /// downloaded since. The records are those of a user's removal.
    fn clean(
        &self,
        repository: StoredRepository,
        criteria: Arc<CleanupCriteria>,
        rules: RulesOfVersions,
        candidate: Candidate,
        skips_trash: bool,
        context: ChangeContext,
    ) -> Answer<'_, Cleaned>;

    /// How much all contents take where they are stored, each once. It reads the place of each content.
    fn stored_bytes(&self) -> Answer<'_, StoredBytes>;
}

/// What package types know of their versions.
pub type RulesOfVersions = fn(PackageType) -> VersionRules;

/// What a package type knows of its versions.
#[derive(Clone, Copy)]
pub struct VersionRules {
    /// Sorts the versions of a package, the oldest first.
    pub sorted: fn(Vec<StoredVersion>) -> Vec<StoredVersion>,
    /// The versions that a version consists of, by its metadata; none if it cannot be read. Such versions stay as long
    /// as the one that lists them.
    pub listed: Option<ListedVersions>,
    /// Whether versions that tags name stay beside the newest ones. False where a tag is the version itself for users,
    /// as of images.
    pub tagged_stay: bool,
}

/// The versions that the metadata of a version lists; none if it cannot be read.
pub type ListedVersions = fn(&[u8]) -> Option<BTreeSet<String>>;

/// A version, or a file without one, that a policy selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The name of the package; none for a file without a version.
    pub package: Option<String>,
    /// The version; none for a file without one.
    pub version: Option<String>,
    /// Its files, in the order of their paths. There is always one.
    pub files: Vec<CandidateFile>,
    /// When a file of it was stored last.
    pub stored_at: Timestamp,
    /// When a file of it was downloaded last; none if it never was.
    pub downloaded_at: Option<Timestamp>,
    /// How many versions of the package are newer, where versions are kept by number.
    pub newer: Option<u32>,
}

/// A file that a policy selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateFile {
    /// Its path.
    pub path: String,
    /// Its content.
    pub sha256: Digest,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Candidate {
    /// The size of its files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().fold(0, |bytes, file| bytes.saturating_add(file.bytes))
    }

    /// Whether this is another one as it was when it was selected: neither stored nor downloaded since.
    pub(super) fn is_unchanged(&self, selected: &Self) -> bool {
        self.package == selected.package
            && self.version == selected.version
            && self.files == selected.files
            && self.stored_at == selected.stored_at
            && self.downloaded_at == selected.downloaded_at
    }
}

/// A part of what a policy selects in a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidatePage {
    /// What it selects.
    pub candidates: Vec<Candidate>,
    /// How many versions and files were looked at.
    pub visited: u64,
    /// The name after which the next page begins; none after the last one.
    pub next: Option<String>,
}

/// What became of something that was to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cleaned {
    /// It was removed, so many files of it.
    Removed(u64),
    /// It was used or changed since it was selected, or is gone.
    Spared,
}

/// How much contents take where they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredBytes {
    /// The number of contents.
    pub contents: u64,
    /// Their size in bytes.
    pub bytes: u64,
}
