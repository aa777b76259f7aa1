//! What documents say of single versions, in memory: a package that gets another version has the others as before, and
//! reading the metadata of thousands takes long.

use std::sync::Arc;

use moka::sync::Cache;
use serde_json::value::RawValue;
use waybill_machines::secret::Digest;
use waybill_platform::repositories::{StoredRepository, StoredVersion};

/// How much is kept, in bytes.
const CACHE_BYTES: u64 = 16 * 1_024 * 1_024;
/// What keeping one takes beside its texts, about, in bytes.
const ENTRY_BYTES: usize = 512;

/// What a form of the document says of a version as it is: a version that changes is another one here.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::components) struct VersionKey {
    repository: String,
    path: String,
    metadata: Digest,
    deprecation: Option<String>,
    form: &'static str,
}

impl VersionKey {
    /// Of a version of a package type whose versions have one file.
    pub(in crate::components) fn new(
        repository: &StoredRepository,
        stored: &StoredVersion,
        form: &'static str,
    ) -> Self {
        let file = stored.files.first();
        Self {
            repository: repository.id.clone(),
            path: file.map(|file| file.path.clone()).unwrap_or_default(),
            metadata: file
                .map_or_else(|| Digest(String::new()), |file| file.document.sha256.clone()),
            deprecation: stored.deprecation.clone(),
            form,
        }
    }
}

/// What a document says of a version.
pub(in crate::components) type ShownVersion = Arc<Box<RawValue>>;

/// What is kept.
#[derive(Debug, Clone)]
pub(in crate::components) struct ShownVersions(Cache<VersionKey, ShownVersion>);

impl Default for ShownVersions {
    fn default() -> Self {
        let weigher = |key: &VersionKey, shown: &ShownVersion| {
            let bytes = key.path.len() + shown.get().len() + ENTRY_BYTES;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().weigher(weigher).max_capacity(CACHE_BYTES).build())
    }
}

impl ShownVersions {
    /// What a document says of a version, if it was kept.
    pub(in crate::components) fn get(&self, key: &VersionKey) -> Option<ShownVersion> {
        self.0.get(key)
    }

    /// Keeps what a document says of a version as long as there is room.
    pub(in crate::components) fn keep(&self, key: VersionKey, shown: ShownVersion) {
        self.0.insert(key, shown);
    }
}
