//! The disk: what the parts of the data directory take, and what is free.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use waybill_platform::metric::Metric;

use crate::component::LOG_FOLDER;
use crate::components;
use crate::data;

/// Walking through thousands of files is not done for every request of Prometheus.
const REFRESH_EVERY: Duration = Duration::from_secs(30);
/// The unit of `st_blocks`.
const BLOCK_BYTES: u64 = 512;
/// The label of what belongs to no part.
const OTHER: &str = "other";

/// A data directory, whose sizes are measured now and then.
#[derive(Clone)]
pub struct Disk {
    root: Arc<Path>,
    measured: Arc<Mutex<Option<Instant>>>,
}

impl Disk {
    pub(super) fn new(root: &Path) -> Self {
        Self { root: root.into(), measured: Arc::default() }
    }

    /// Sets the free space, and the sizes if they are due.
    pub(super) async fn report(&self) {
        let disk = self.clone();
        // A disk that hangs must not keep a thread of the runtime.
        let _ = tokio::task::spawn_blocking(move || disk.measure()).await;
    }

    fn measure(&self) {
        if let Ok(disk) = rustix::fs::statvfs(&*self.root) {
            Metric::DiskFree.set(&[], disk.f_bavail.saturating_mul(disk.f_frsize));
            Metric::DiskSize.set(&[], disk.f_blocks.saturating_mul(disk.f_frsize));
        }
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        if measured.is_some_and(|measured| measured.elapsed() < REFRESH_EVERY) {
            return;
        }
        *measured = Some(Instant::now());
        let mut rest = bytes_of(&self.root);
        for part in data::parts().chain([LOG_FOLDER]).chain(components::folders()) {
            let bytes = bytes_of(&self.root.join(part));
            rest = rest.saturating_sub(bytes);
            Metric::DataBytes.set(&[part], bytes);
        }
        Metric::DataBytes.set(&[OTHER], rest);
    }
}

/// The disk space that a file takes, or a folder with all that is in it. Links are not followed.
fn bytes_of(path: &Path) -> u64 {
    let Ok(metadata) = fs::symlink_metadata(path) else { return 0 };
    let own = metadata.blocks().saturating_mul(BLOCK_BYTES);
    if !metadata.is_dir() {
        return own;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.map(|entry| bytes_of(&entry.path())).sum::<u64>().saturating_add(own)
}
