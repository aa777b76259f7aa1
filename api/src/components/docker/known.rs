//! The memory of manifests that were read: what they contain, and what their addresses name.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use moka::sync::Cache;
use waybill_blobs::BlobId;
use waybill_platform::repositories::FileInfo;

use super::Place;
use super::names::Digest;

/// The memory of contents, in bytes.
const CONTENT_BYTES: u64 = 32 * 1_024 * 1_024;
/// The memory of addresses, in bytes.
const NAMED_BYTES: u64 = 4 * 1_024 * 1_024;
/// What keeping one takes beside its content, about, in bytes.
const CONTENT_ENTRY_BYTES: usize = 256;
/// What keeping one takes beside its texts, about, in bytes.
const NAMED_ENTRY_BYTES: usize = 1_024;

/// Manifests that were read.
#[derive(Clone)]
pub struct Manifests {
    contents: Cache<BlobId, Stored>,
    named: Cache<ReferenceKey, Arc<Named>>,
}

/// A manifest as it is sent to clients.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) media_type: &'static str,
    pub(super) artifact_type: Option<Arc<str>>,
    /// None if it says nothing about another manifest.
    pub(super) annotations: Option<Arc<BTreeMap<String, String>>>,
    pub(super) bytes: Bytes,
}

/// A tag or a digest at a revision of its image, which each of the image's changes increases: what one names never
/// changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ReferenceKey {
    repository: String,
    image: String,
    reference: String,
    revision: u64,
}

/// The manifest that a reference names, whether a client may read it or not.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) digest: Digest,
    pub(super) file: FileInfo,
}

impl ReferenceKey {
    pub(super) fn new(place: &Place, reference: &str, revision: u64) -> Self {
        let (repository, image) = (place.repository.id.clone(), place.image().to_owned());
        Self { repository, image, reference: reference.to_owned(), revision }
    }

    fn bytes(&self, named: &Named) -> usize {
        let file = &named.file;
        let values =
            |(name, values): (&String, &Vec<String>)| name.len() + values.concat().len() + 64;
        let properties: usize = file.properties.iter().map(values).sum();
        let texts = self.image.len() + self.reference.len() + 3 * file.path.len();
        texts + properties + NAMED_ENTRY_BYTES
    }
}

impl Default for Manifests {
    fn default() -> Self {
        let bytes = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
        let content =
            move |_: &BlobId, stored: &Stored| bytes(stored.bytes.len() + CONTENT_ENTRY_BYTES);
        let named = move |key: &ReferenceKey, named: &Arc<Named>| bytes(key.bytes(named));
        Self {
            contents: Cache::builder().weigher(content).max_capacity(CONTENT_BYTES).build(),
            named: Cache::builder().weigher(named).max_capacity(NAMED_BYTES).build(),
        }
    }
}

impl Manifests {
    /// A content that was kept.
    pub(super) fn content(&self, blob: &BlobId) -> Option<Stored> {
        self.contents.get(blob)
    }

    /// Keeps a content as long as there is room.
    pub(super) fn keep_content(&self, blob: BlobId, stored: Stored) {
        self.contents.insert(blob, stored);
    }

    /// What a reference is known to name.
    pub(super) fn named(&self, reference: &ReferenceKey) -> Option<Arc<Named>> {
        self.named.get(reference)
    }

    /// Keeps what a reference names as long as there is room.
    pub(super) fn keep_named(&self, reference: ReferenceKey, named: Arc<Named>) {
        self.named.insert(reference, named);
    }
}
