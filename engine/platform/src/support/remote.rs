//! Bundles that another platform creates: the file is stored here, and is handled like any other afterwards.

use std::fs::{self, File};
use std::io;
use std::sync::Arc;

use waybill_machines::machines::support_bundle::{Archive, Fault};

use super::Job;
use super::embedded::{Inner, UnfinishedFile};
use crate::remote::RemoteBundles;

impl Inner {
    /// Has the other platform create the bundle and stores its file.
    pub(super) async fn fetch(
        self: &Arc<Self>,
        remote: &RemoteBundles,
        job: &Job,
    ) -> Result<Archive, (Fault, String)> {
        let path = self.path(&job.id);
        let unfinished = UnfinishedFile { path: path.with_extension("part") };
        let archive = remote.make(job, &unfinished.path).await?;
        let inner = Arc::clone(self);
        let kept = tokio::task::spawn_blocking(move || -> io::Result<()> {
            fs::rename(&unfinished.path, &path)?;
            File::open(&inner.folder)?.sync_all()
        });
        let kept = kept.await.unwrap_or_else(|error| Err(io::Error::other(error)));
        kept.map_err(|error| {
            (Fault::Unavailable, format!("The archive cannot be kept: {error}."))
        })?;
        Ok(archive)
    }
}
