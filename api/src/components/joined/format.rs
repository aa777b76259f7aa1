//! What a package type knows of its packages: what the index of one has, and where other servers have it.

use waybill_machines::Timestamp;
use waybill_platform::repositories::{FixedContent, Package, StoredRepository};

use crate::error::ApiError;
use crate::state::AppState;

/// The largest file of a package that a remote repository keeps, in bytes.
pub(in crate::components) const FETCHED_BYTES_MAX: u64 = 20 * 1_024 * 1_024 * 1_024;

/// How a package type says what a package has, and where other servers have it.
pub(in crate::components) trait Format: Send + Sync {
    /// What one source says of a package, or all of them together.
    type Index: Send;

    /// Whether the document of an upstream is of all of its packages, so that having it says nothing of one.
    const IS_OF_ALL: bool = false;

    /// The name that all spellings of a name share. Local repositories have packages by it, and it is reserved.
    fn canonical(&self, name: &str) -> String {
        name.to_owned()
    }

    /// The folder of the files of a package. It is empty if it is not known before the index is.
    fn folder(&self, name: &str) -> String;

    /// The folder of the files of a package whose index is known.
    fn folder_of(&self, name: &str, _: &Self::Index) -> String {
        self.folder(name)
    }

    /// The document in which an upstream says what a package has.
    fn upstream(&self, name: &str) -> UpstreamDocument;

    /// Another document that is needed to read that one, if there is such a one.
    fn configuration(&self) -> Option<UpstreamDocument> {
        None
    }

    /// Reads the document of an upstream, and its configuration. None if it is not valid.
    fn read(&self, name: &str, document: &[u8], configuration: &[u8]) -> Option<Self::Index>;

    /// What a local repository says of a package.
    fn local(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        package: Package,
    ) -> impl Future<Output = Result<Self::Index, ApiError>> + Send;

    /// Keeps the files that this wants to keep, by their paths and what the index says of their contents.
    fn retain(&self, index: &mut Self::Index, keeps: &dyn Fn(&str, &FixedContent) -> bool);

    /// Where the file at a path is, and what is known of its content.
    fn find(&self, index: &Self::Index, path: &str) -> Option<(String, FixedContent)>;

    /// Where upstreams have the file at a path, if every one of them has it below its address and its document says
    /// nothing of it: the parts of the path.
    fn address(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    /// Whether an upstream may publish another content at a path.
    fn changes(&self, _: &str) -> bool {
        false
    }

    /// Where upstreams have the SHA-1 of the file at a path, if they have it in a file of its own.
    fn checksum(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    /// How large the file at a path may be, in bytes.
    fn bytes_max(&self, _: &str) -> u64 {
        FETCHED_BYTES_MAX
    }

    /// What the index of an upstream says of the version with a file at a path, as far as rules about downloads ask.
    fn described(&self, _: &Self::Index, _: &str) -> Described {
        Described::default()
    }

    /// Adds what another source says. What is there already stays.
    fn join(&self, index: &mut Self::Index, other: Self::Index);

    /// Whether nothing is left.
    fn is_empty(&self, index: &Self::Index) -> bool;
}

/// What an upstream says of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::components) struct Described {
    /// Its licence as its author writes it; empty if the index does not say it.
    pub(in crate::components) licence: String,
    /// When it was published there, if the index says it.
    pub(in crate::components) published_at: Option<Timestamp>,
}

/// A document of an upstream.
#[derive(Debug, Clone)]
pub(in crate::components) struct UpstreamDocument {
    /// Where it is kept.
    pub(in crate::components) path: String,
    /// Where the upstream has it: the parts of the path.
    pub(in crate::components) from: Vec<String>,
    /// The media types in which it can be read.
    pub(in crate::components) accept: Option<&'static str>,
}

impl UpstreamDocument {
    /// A document that is kept at the path that it has at the upstream.
    pub(in crate::components) fn at(path: String) -> Self {
        let from = path.split('/').map(str::to_owned).collect();
        Self { path, from, accept: None }
    }
}
