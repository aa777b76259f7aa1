//! Where the sources of a package say what it has.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use waybill_machines::rules::packages as content;
use waybill_platform::repositories::{
    Address, FileInfo, Keeping, Location, StoredRepository, Wanted,
};

use super::format::UpstreamDocument;
use crate::components::package_index::METADATA_BYTES_MAX;
use crate::components::repositories::sources::fetched;
use crate::error::ApiError;
use crate::state::AppState;

/// A repository that says something of a package.
pub(super) struct Source {
    pub(super) repository: StoredRepository,
    pub(super) origin: Origin,
}

/// Where a source says it.
pub(super) enum Origin {
    /// In the records up to this revision.
    Local(u64),
    /// In documents of its upstream.
    Remote { document: Box<FileInfo>, configuration: Option<Box<FileInfo>> },
}

/// A number that differs whenever what the sources say does.
pub(super) fn revision_of(sources: &[Source]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        source.repository.id.hash(&mut hasher);
        match &source.origin {
            Origin::Local(revision) => revision.hash(&mut hasher),
            Origin::Remote { document, configuration } => {
                document.content.sha256.0.hash(&mut hasher);
                configuration.as_ref().map(|file| &file.content.sha256.0).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

/// A document of the upstream of a remote repository, which is asked for again from time to time.
pub(in crate::components) async fn document_of(
    state: &AppState,
    repository: &StoredRepository,
    document: UpstreamDocument,
) -> Result<Option<FileInfo>, ApiError> {
    let UpstreamDocument { path, from, accept } = document;
    let wanted = Wanted {
        at: Location { repository: repository.clone(), path },
        from: Address::Below(from),
        checksum: None,
        keeping: Keeping::Refreshed,
        accept,
        bytes_max: METADATA_BYTES_MAX,
    };
    fetched(state, wanted).await
}

/// The contents of a document.
pub(in crate::components) async fn contents(
    state: &AppState,
    file: &FileInfo,
) -> Result<Vec<u8>, ApiError> {
    let content = &file.content;
    let document = content::Document { sha256: content.sha256.clone(), bytes: content.bytes };
    let read = state.engine.ports().packages.document(document).await;
    read.map_err(|error| ApiError::of_repository(&error))
}
