//! The contents of files as they are sent: from the folder of contents, or a copy of what is in a store elsewhere.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;

use tokio::runtime::Handle;
use waybill_blobs::{BlobId, ByteRange, Reader};
use waybill_machines::machines::release_bundle::DistributionFailure;
use waybill_platform::release_bundles::Artifact;

use crate::state::AppState;

/// Opens the content of a file. Returns it with its size in bytes.
pub(super) async fn opened(
    state: &AppState,
    artifact: &Artifact,
) -> Result<(Arc<File>, u64), DistributionFailure> {
    let blob = BlobId::from(artifact.sha256);
    let reader = state.engine.ports().artifacts.read(blob, ByteRange::ALL).await;
    let reader = reader.map_err(|error| {
        tracing::error!(service = "distribution", %error, "a file cannot be read");
        DistributionFailure::Storage
    })?;
    let bytes = reader.bytes;
    if let Some(file) = reader.file() {
        return Ok((file, bytes));
    }
    let runtime = Handle::current();
    let copied = tokio::task::spawn_blocking(move || copy_of(reader, &runtime)).await;
    let copied = copied.unwrap_or_else(|_| Err(io::Error::other("copying stopped")));
    let copy = copied.map_err(|error| {
        tracing::error!(service = "distribution", %error, "a file cannot be copied to be sent");
        DistributionFailure::Storage
    })?;
    Ok((Arc::new(copy), bytes))
}

/// A copy in a file that no folder has, and that is gone when it is closed.
fn copy_of(mut reader: Reader, runtime: &Handle) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    while let Some(portion) = runtime.block_on(reader.next()).map_err(io::Error::other)? {
        copy.write_all(&portion)?;
    }
    Ok(copy)
}
