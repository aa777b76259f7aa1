//! Collecting unused contents while files are stored, copied by their checksums, and removed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waybill_blobs::{BlobId, ByteRange};
use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::rules::artifacts::Properties;
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Kind, NewFile, Overwriting,
};

use super::{T0, all, at, context, create, deploy, files_below, open, sweep};

/// How often each content is stored, copied and removed.
const ROUNDS: usize = 60;

/// Stores a file by the checksum of another one; whether there was one.
async fn copy(service: &EmbeddedRepositories, path: &str, content: &str) -> bool {
    let sha256 = Some(BlobId::of(content.as_bytes()).to_string());
    let expected = Expected { sha256, ..Expected::default() };
    let (properties, overwriting) = (Properties::new(), Overwriting::Always);
    let new = NewFile { at: at(service, path).await, properties, expected, overwriting };
    let copied = service.deploy_known(new, Box::new(|_, _| true), context()).await;
    copied.is_ok_and(|file| file.is_some())
}

/// covers: [REPO-02, REPO-05]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_collection_without_grace_takes_nothing_of_what_is_stored_or_copied_meanwhile() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = Arc::new(open(&journal, root.path()));
    create(&service).await;
    let is_done = Arc::new(AtomicBool::new(false));
    let collecting = {
        let (service, is_done) = (Arc::clone(&service), Arc::clone(&is_done));
        tokio::spawn(async move {
            let mut removed = 0;
            while !is_done.load(Ordering::Relaxed) {
                removed += sweep(&service, Duration::ZERO, T0).await.removed.blobs;
            }
            removed
        })
    };
    let work = (0..4_usize).map(|task| {
        let service = Arc::clone(&service);
        tokio::spawn(async move {
            for round in 0..ROUNDS {
                let (content, copied) = (format!("{task} {round}"), format!("copy/{task}/{round}"));
                deploy(&service, &format!("new/{task}"), &content, true).await.unwrap();
                // The first file is removed while it is copied.
                let first = at(&service, &format!("new/{task}")).await;
                let copy = copy(&service, &copied, &content);
                let removal = service.remove(first, Kind::File, context());
                let (_, removed) = futures_util::future::join(copy, removal).await;
                removed.unwrap();
            }
        })
    });
    for done in futures_util::future::join_all(work).await {
        done.unwrap();
    }
    is_done.store(true, Ordering::Relaxed);
    let removed = collecting.await.unwrap();
    sweep(&service, Duration::ZERO, T0).await;
    let (files, _) = all(&service).await;
    for file in &files {
        let mut reader = service.read(file.blob().unwrap(), ByteRange::ALL).await.unwrap();
        assert!(reader.next().await.unwrap().is_some(), "{}", file.path);
    }
    assert_eq!(files_below(&root.path().join("blobs")), files.len());
    assert!(removed > 0 && !files.is_empty(), "{removed} removed, {} left", files.len());
}
