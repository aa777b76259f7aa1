//! The store of uploaded files, on a folder; what holds for any, in a bucket of a store too, where there is one.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod store;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use waybill_blobs::{
    Backend, BlobId, Blobs, ByteRange, LocalFolder, Need, Staged, StoredBlob, Sweeping, Swept,
};

use store::{Store, owner};

/// A folder on the disk of the build: temporary files may be in memory, where files are read in another way.
fn root() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn open(root: &Path) -> Blobs {
    let backend = Arc::new(LocalFolder::open(root).unwrap());
    Blobs::open(backend, &root.join("staging")).unwrap()
}

/// Where blobs are kept.
struct Place {
    root: tempfile::TempDir,
    bucket: Option<(Store, String)>,
}

impl Place {
    /// A folder, and a bucket of a store if there is one.
    async fn each() -> Vec<Self> {
        let mut places = vec![Self { root: root(), bucket: None }];
        if let Some(store) = Store::start() {
            let bucket = store.bucket().await;
            places.push(Self { root: root(), bucket: Some((store, bucket)) });
        }
        places
    }

    fn backend(&self) -> Arc<dyn Backend> {
        match &self.bucket {
            None => Arc::new(LocalFolder::open(self.root.path()).unwrap()),
            Some((store, bucket)) => Arc::new(store.contents(bucket, owner())),
        }
    }

    fn open(&self) -> Blobs {
        Blobs::open(self.backend(), &self.root.path().join("staging")).unwrap()
    }

    /// How many blobs there are.
    async fn count(&self) -> usize {
        let (backend, mut count) = (self.backend(), 0);
        for first in 0..=u8::MAX {
            count += backend.list(first).await.unwrap().len();
        }
        assert_eq!(files(&self.root.path().join("staging")), Vec::<PathBuf>::new());
        count
    }
}

async fn staged(blobs: &Blobs, portions: &[&[u8]]) -> Staged {
    let mut upload = blobs.upload();
    for portion in portions {
        upload.write(Bytes::copy_from_slice(portion)).await.unwrap();
    }
    upload.finish().await.unwrap()
}

async fn read(blobs: &Blobs, id: BlobId, range: ByteRange) -> Option<Vec<u8>> {
    let mut reader = blobs.read(id, range).await.unwrap()?;
    let mut all = Vec::new();
    while let Some(portion) = reader.next().await.unwrap() {
        all.extend_from_slice(&portion);
    }
    Some(all)
}

async fn sweep(
    blobs: &Blobs,
    sweeping: Sweeping,
    is_used: impl Fn(BlobId) -> bool + Send + Sync,
) -> Swept {
    let need = |blob: StoredBlob| Ok(if is_used(blob.id) { Need::Referred } else { Need::None });
    blobs.sweep(sweeping, need).await.unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn what_is_kept_is_there_after_a_restart_and_equal_contents_are_stored_once() {
    for place in Place::each().await {
        keeps_and_reads(&place).await;
    }
}

async fn keeps_and_reads(place: &Place) {
    let blobs = place.open();
    blobs.check().await.unwrap();
    let large = vec![7; 3 * 256 * 1_024 + 5];
    for portions in [vec![&large[..]], large.chunks(1_000).collect()] {
        let staged = staged(&blobs, &portions).await;
        assert_eq!(staged.digests.sha256, BlobId::of(&large));
        assert_eq!(staged.digests.bytes, large.len() as u64);
        blobs.keep(staged).await.unwrap();
    }
    let empty = staged(&blobs, &[]).await;
    assert_eq!(empty.digests.md5[..4], [0xd4, 0x1d, 0x8c, 0xd9]);
    blobs.keep(empty).await.unwrap();
    drop(blobs);
    let blobs = place.open();
    assert_eq!(place.count().await, 2);
    assert_eq!(read(&blobs, BlobId::of(&large), ByteRange::ALL).await, Some(large.clone()));
    assert_eq!(read(&blobs, BlobId::of(b""), ByteRange::ALL).await, Some(Vec::new()));
    assert_eq!(read(&blobs, BlobId::of(b"other"), ByteRange::ALL).await, None);
    for (start, end) in [(0, 1), (300_000, 600_000), (786_436, u64::MAX), (9_000_000, 9_000_001)] {
        let part = read(&blobs, BlobId::of(&large), ByteRange { start, end }).await.unwrap();
        let [start, end] =
            [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX).min(large.len()));
        assert_eq!(part, large[start..end]);
    }
}

#[tokio::test]
async fn an_upload_that_is_not_kept_leaves_nothing() {
    let root = root();
    let blobs = open(root.path());
    let mut interrupted = blobs.upload();
    // The second portion waits for the first one, and is then under way itself.
    for _ in 0..2 {
        interrupted.write(Bytes::from(vec![1; 1 << 20])).await.unwrap();
    }
    let unwanted = staged(&blobs, &[b"unwanted"]).await;
    assert_eq!(files(root.path()).len(), 2);
    drop((interrupted, unwanted));
    // Also of those that end before their files are made.
    for _ in 0..100 {
        blobs.upload().write(Bytes::from(vec![1; 1 << 20])).await.unwrap();
    }
    let until = Instant::now() + Duration::from_secs(20);
    while !files(root.path()).is_empty() && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(files(root.path()), Vec::<PathBuf>::new());
    // What a crash has left is gone after the next start.
    fs::write(root.path().join("staging/0"), "a part").unwrap();
    drop(open(root.path()));
    assert_eq!(files(root.path()), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_file_of_another_size_is_replaced_by_the_next_upload() {
    let root = root();
    let blobs = open(root.path());
    blobs.keep(staged(&blobs, &[b"whole"]).await).await.unwrap();
    fs::write(&files(root.path())[0], "who").unwrap();
    blobs.keep(staged(&blobs, &[b"whole"]).await).await.unwrap();
    let found = read(&blobs, BlobId::of(b"whole"), ByteRange::ALL).await;
    assert_eq!(found.as_deref(), Some(&b"whole"[..]));
}

#[tokio::test]
async fn a_sweep_takes_what_is_neither_referred_to_nor_leased() {
    for place in Place::each().await {
        sweeps(&place.open()).await;
    }
}

async fn sweeps(blobs: &Blobs) {
    let [used, leased, unused] = [b"used", b"leas", b"unus"];
    let mut leases = Vec::new();
    for content in [used, leased, unused] {
        leases.push(blobs.keep(staged(blobs, &[content]).await).await.unwrap());
    }
    let is_used = |id| id == BlobId::of(used);
    assert_eq!(sweep(blobs, Sweeping::Remove, is_used).await.leased.blobs, 2 + 1);
    drop(leases);
    let lease = blobs.lease(BlobId::of(leased)).await.unwrap();
    assert!(blobs.lease(BlobId::of(b"other")).await.unwrap().is_none());
    // A dry run finds the same, and removes nothing.
    let found = sweep(blobs, Sweeping::DryRun, is_used).await;
    assert!(read(blobs, BlobId::of(unused), ByteRange::ALL).await.is_some());
    let swept = sweep(blobs, Sweeping::Remove, is_used).await;
    assert_eq!(swept, found);
    assert_eq!((swept.removed.blobs, swept.removed.bytes), (1, 4));
    assert_eq!((swept.kept.blobs, swept.leased.blobs, swept.recent.blobs), (2, 1, 0));
    assert_eq!(read(blobs, BlobId::of(unused), ByteRange::ALL).await, None);
    drop(lease);
    let kept = |_: StoredBlob| Ok(Need::Recent);
    assert_eq!(blobs.sweep(Sweeping::Remove, kept).await.unwrap().recent.blobs, 2);
    assert_eq!(sweep(blobs, Sweeping::Remove, is_used).await.removed.blobs, 1);
    assert_eq!(read(blobs, BlobId::of(leased), ByteRange::ALL).await, None);
    // It can be uploaded again.
    blobs.keep(staged(blobs, &[unused]).await).await.unwrap();
    assert!(read(blobs, BlobId::of(unused), ByteRange::ALL).await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn uploads_and_sweeps_at_once_lose_nothing_that_is_recorded() {
    for place in Place::each().await {
        uploads_while_it_sweeps(&place).await;
    }
}

async fn uploads_while_it_sweeps(place: &Place) {
    let blobs = Arc::new(place.open());
    let recorded = Arc::new(std::sync::Mutex::new(HashSet::new()));
    let uploads: Vec<_> = (0..4)
        .map(|_| {
            let (blobs, recorded) = (Arc::clone(&blobs), Arc::clone(&recorded));
            tokio::spawn(async move {
                for number in 0..50_u8 {
                    let lease = blobs.keep(staged(&blobs, &[&[number % 10]]).await).await.unwrap();
                    recorded.lock().unwrap().insert(lease.id());
                    drop(lease);
                    assert!(
                        read(&blobs, BlobId::of(&[number % 10]), ByteRange::ALL).await.is_some()
                    );
                }
            })
        })
        .collect();
    while !uploads.iter().all(tokio::task::JoinHandle::is_finished) {
        sweep(&blobs, Sweeping::Remove, |id| recorded.lock().unwrap().contains(&id)).await;
    }
    for upload in uploads {
        upload.await.unwrap();
    }
    assert_eq!(place.count().await, 10);
}
