//! What remote repositories take in, for the access log.

use std::sync::Arc;

use super::{EmbeddedRepositories, Inner};
use crate::downloads::{Downloads, Outcome, SYSTEM, Transfer};
use crate::repositories::{FileInfo, StoredRepository};
use crate::streams::ChangeContext;
use crate::trace::Trace;

impl EmbeddedRepositories {
    /// Sets who notes what is taken in from now on.
    pub fn note_fills(&self, downloads: Arc<Downloads>) {
        // Only one server runs in a process, so nothing is set yet.
        let _ = self.inner.fills.set(downloads);
    }
}

/// A file was taken in. The client that asked first is known by the trace, which its download has too.
pub(super) fn note(
    inner: &Inner,
    repository: &StoredRepository,
    file: &FileInfo,
    context: &ChangeContext,
) {
    let Some(downloads) = inner.fills.get() else { return };
    let trace = context.trace.as_ref();
    let transfer = Transfer {
        repository: repository.settings.key.clone(),
        repository_id: repository.id.clone(),
        path: file.path.clone(),
        package: None,
        version: None,
        sha256: file.content.sha256.0.clone(),
        size: file.content.bytes,
        from: 0,
        bytes: file.content.bytes,
        outcome: Outcome::Filled,
        user: SYSTEM.to_owned(),
        token: None,
        address: trace.and_then(Trace::address).map(|address| address.to_canonical()),
    };
    downloads.note(&transfer, trace);
}
