//! What can go wrong in repositories, in sentences for those who asked.

use std::sync::Arc;

use waybill_blobs::BlobError;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::repositories::{RepositoryClass, RepositoryProblem};
use waybill_outbound::OutboundError;

use super::{
    COMPONENTS_READ_MAX, DOCUMENT_BYTES_MAX, FOUND_MAX, LISTED_MAX, Mismatch, RelocationProblem,
    SourceError, TRASHED_AT_ONCE_MAX, UpstreamError,
};
use crate::keyed::TaskStopped;
use crate::streams::StreamError;
use crate::vault::VaultError;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// The settings are not valid.
    #[error("{0}")]
    Problem(RepositoryProblem),
    /// The key belongs to another repository.
    #[error("this repository key is taken; choose another one")]
    KeyTaken,
    /// The repository was changed or deleted since its settings were read.
    #[error("another administrator has changed this repository meanwhile; read it and try again")]
    ChangedMeanwhile,
    /// There is no such repository.
    #[error("there is no such repository")]
    NoRepository,
    /// The path, the properties or what is at the path does not permit it.
    #[error("{0}")]
    Artifact(ArtifactProblem),
    /// The version, or what it is to be, does not permit it.
    #[error("{0}")]
    Package(PackageProblem),
    /// The tag names another version, which the caller may not take it from.
    #[error("the tag {0} names another one, and your permissions do not let you replace that")]
    TagTaken(String),
    /// A version needs a file that is not there, or has another size.
    #[error("it names {0}, which is not there or has another size; send that first")]
    PartMissing(String),
    /// Files of this package type are published with their versions.
    #[error(
        "files of this repository are published by clients of its package type; use the address that they are configured with"
    )]
    PublishedOnly,
    /// The repository has its files from elsewhere.
    #[error("a {} repository takes no uploads; send them to a local one", .0.as_str())]
    ReadOnly(RepositoryClass),
    /// The other server of a remote repository gave no file.
    #[error(transparent)]
    Upstream(#[from] UpstreamError),
    /// This server does not connect to the address of an upstream.
    #[error("this server would not connect to this repository: {0}")]
    UpstreamAddress(OutboundError),
    /// What was fetched for several callers together could not be stored.
    #[error(transparent)]
    Shared(Arc<Self>),
    /// The metadata of a version is too large.
    #[error("the metadata of a version may have at most {} KiB, its readme included", DOCUMENT_BYTES_MAX / 1_024)]
    MetadataTooLarge,
    /// A folder is at the path of the file, or a file where it needs a folder.
    #[error("{path} is a {}", if *is_folder { "folder" } else { "file, and cannot hold others" })]
    FileAndFolder {
        /// What is there.
        path: String,
        /// Whether it is a folder.
        is_folder: bool,
    },
    /// A folder has too many entries to be listed.
    #[error("there are more than {LISTED_MAX} entries; list the folders below instead")]
    TooManyEntries,
    /// A folder has too many files to be moved to the trash.
    #[error(
        "there are more than {TRASHED_AT_ONCE_MAX} files in this folder; move the folders in it to the trash one by one"
    )]
    TooManyToDiscard,
    /// A file or a folder cannot be copied or moved.
    #[error("{0}")]
    Relocation(#[from] RelocationProblem),
    /// One of several files cannot be changed; nothing of them was.
    #[error("{path}: {why}")]
    AtPath {
        /// The path of the file.
        path: String,
        /// Why.
        why: Box<Self>,
    },
    /// A search finds more than an answer holds.
    #[error("more than {FOUND_MAX} results match; narrow the search, or read them in parts")]
    TooManyFound,
    /// A search would read too many files.
    #[error(
        "the search would take too long; name the repository and the path, and fewer or shorter patterns"
    )]
    SearchTooWide,
    /// A page of components would read too many versions.
    #[error(
        "more than {COMPONENTS_READ_MAX} versions would be read; search for a name, or sort by name or with the newest first"
    )]
    TooManyComponents,
    /// A pattern of a search is too long.
    #[error("a pattern may have at most {0} bytes")]
    PatternTooLong(usize),
    /// A checksum that nothing can be found by.
    #[error("search by a SHA-256 (64 hexadecimal digits) or a SHA-1 (40)")]
    NotAChecksum,
    /// A page is asked for with the end of a page of another query.
    #[error("this cursor belongs to another query; begin with its first page")]
    ForeignCursor,
    /// Too many searches run at once.
    #[error("too many searches run at the moment; try again in a moment")]
    SearchBusy,
    /// Something is at the path of a file in the trash.
    #[error("another file is at {0} meanwhile; move that one first, then restore this one")]
    PathTaken(String),
    /// Another content is at the path of a file that was found by its checksum.
    #[error(
        "another content than the one that was found is at {0} meanwhile; it was left as it is"
    )]
    ContentReplaced(String),
    /// The include and exclude patterns of the repository do not allow the path.
    #[error("the include and exclude patterns of this repository do not allow this path")]
    NotIncluded,
    /// The repository would hold more than its quota. Not each sender may know how much it holds.
    #[error(
        "the quota of this repository has no room for this file; remove others, or ask an administrator"
    )]
    QuotaExceeded {
        /// The quota in bytes.
        quota: u64,
        /// The bytes in the repository, and of uploads that are under way.
        used: u64,
    },
    /// The content is not what its sender says.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The content did not arrive.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The content of a file is missing in the storage.
    #[error("the content of this file is missing; restore it from a backup of the data directory")]
    ContentLost,
    /// Contents are not removed, since records that name them may be missing.
    #[error(
        "nothing is removed: the journal has no records or is read-only, or the index lacks one of them, so that contents \
         may be needed which nothing seems to name; see what `waybill fsck` finds, and restart the server"
    )]
    MayLackRecords,
    /// Contents are being removed already.
    #[error("another collection is under way; run it again once that has ended")]
    SweepUnderWay,
    /// The password of an upstream could not be kept or read.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// Storing or reading a content failed.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The view of all files failed.
    #[error("the index of the repositories failed: {0}")]
    View(String),
    /// A part of the service stopped, which is a bug.
    #[error("the service of the repositories failed: {0}")]
    Defect(&'static str),
}

impl From<TaskStopped> for RepositoryError {
    fn from(_: TaskStopped) -> Self {
        Self::Defect("a change stopped")
    }
}
