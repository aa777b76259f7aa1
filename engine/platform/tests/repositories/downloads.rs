//! Counting downloads: while the journal takes no records, and after a server that did not stop in order.

use std::fs;
use std::sync::atomic::{AtomicI64, Ordering};

use waybill_machines::machines::download::Download;
use waybill_machines::secret::Digest;
use waybill_platform::downloads::{Downloads, Outcome, Proof, Transfer, prove};
use waybill_platform::logs::{LogWriter, Rotation};
use waybill_platform::repositories::DownloadRecords as _;

use super::*;

/// A clock that is set.
#[derive(Clone)]
struct Clock(Arc<AtomicI64>);

impl Clock {
    fn new() -> Self {
        Self(Arc::new(AtomicI64::new(T0.as_ms())))
    }

    fn pass(&self, minutes: i64) {
        self.0.fetch_add(60_000 * minutes, Ordering::Relaxed);
    }

    fn downloads(&self, writer: &LogWriter) -> Downloads {
        let at = Arc::clone(&self.0);
        let now = move || Timestamp::from_ms(at.load(Ordering::Relaxed));
        Downloads::new(writer.clone(), Arc::new(now))
    }
}

fn whole(repository: &StoredRepository, path: &str) -> Transfer {
    Transfer {
        repository: KEY.into(),
        repository_id: repository.id.clone(),
        path: path.into(),
        package: None,
        version: None,
        sha256: "0".repeat(64),
        size: 3,
        from: 0,
        bytes: 3,
        outcome: Outcome::Whole,
        user: "anonymous".into(),
        token: None,
        address: None,
    }
}

async fn counted(service: &EmbeddedRepositories, path: &str) -> u64 {
    service.downloads_of(at(service, path).await).await.unwrap().transfers.downloads
}

/// covers: [DOWN-02, DOWN-03]
#[tokio::test]
async fn minutes_wait_for_a_journal_that_takes_no_records_and_are_recorded_then() {
    let root = tempfile::tempdir().unwrap();
    let memory = Arc::new(MemoryJournal::new());
    let journal: Arc<dyn Journal> = memory.clone();
    let service = open(&journal, root.path());
    create(&service).await;
    deploy(&service, "a", "one", true).await.unwrap();
    let (repository, log) = (stored(&service).await, root.path().join("log"));
    let writer = LogWriter::start(&log, Rotation::default()).unwrap();
    let clock = Clock::new();
    let downloads = clock.downloads(&writer);
    memory.faults().out_of_space(true);
    for _ in 0..12 {
        downloads.note(&whole(&repository, "a"), None);
        clock.pass(1);
        assert!(downloads.record_due(&service).await.is_err());
    }
    let download = Download {
        repository: KEY.into(),
        path: "a".into(),
        package: None,
        version: None,
        sha256: Digest("0".repeat(64)),
        from: 0,
        to: 3,
    };
    // One that has to be recorded by itself is not sent then.
    let served = service.serve(repository.id.clone(), download.clone(), context()).await;
    assert!(served.is_err());
    assert_eq!((counted(&service, "a").await, prove(&*journal, &log).unwrap().matching), (0, 0));
    memory.faults().out_of_space(false);
    service.serve(repository.id.clone(), download, context()).await.unwrap();
    downloads.record_due(&service).await.unwrap();
    // Ten minutes waited with their files, the others as sums.
    assert_eq!(counted(&service, "a").await, 10);
    let proof = prove(&*journal, &log).unwrap();
    assert_eq!(proof, Proof { matching: 12, ..Proof::default() });
    // Nothing is due in a minute without downloads.
    let records = journal.count();
    clock.pass(5);
    downloads.record_due(&service).await.unwrap();
    assert_eq!(journal.count(), records);
}

/// covers: [DOWN-02]
#[tokio::test]
async fn lines_without_a_record_are_recorded_once_at_the_next_start() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    deploy(&service, "a", "one", true).await.unwrap();
    let (repository, log) = (stored(&service).await, root.path().join("log"));
    // Each batch of lines gets a file of its own.
    let rotation = Rotation { rotate_at_bytes: 1, ..Rotation::default() };
    let writer = LogWriter::start(&log, rotation).unwrap();
    let clock = Clock::new();
    let file = log.join("artifactory/artifactory-access.log");
    for (start, (recorded, unrecorded)) in [(2, 1), (0, 3), (1, 0)].into_iter().enumerate() {
        let downloads = clock.downloads(&writer);
        downloads.recover(&service, &log).await.unwrap();
        for _ in 0..recorded {
            downloads.note(&whole(&repository, "a"), None);
            writer.flush();
        }
        if start == 0 {
            // The same minute goes on after it was recorded, as at a restart.
            downloads.record_all(&service).await.unwrap();
        }
        for _ in 0..unrecorded {
            downloads.note(&whole(&repository, "a"), None);
            writer.flush();
            clock.pass(1);
        }
        writer.flush();
    }
    let downloads = clock.downloads(&writer);
    for _ in 0..2 {
        downloads.recover(&service, &log).await.unwrap();
        assert_eq!(counted(&service, "a").await, 7);
    }
    let proof = prove(&*journal, &log).unwrap();
    assert!(proof.holds() && proof.not_recorded_yet == 0, "{proof:?}");
    assert_eq!((proof.matching, proof.recovered), (6, 5), "{proof:?}");
    // Without the oldest file its minute cannot be compared, and the others still are.
    let mut files: Vec<_> =
        fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let oldest = files.iter().find(|file| file.to_string_lossy().contains("access.2")).unwrap();
    fs::remove_file(oldest).unwrap();
    let proof = prove(&*journal, &log).unwrap();
    assert!(proof.holds() && proof.rotated_away >= 1, "{proof:?}");
    // A line that a crash has cut is none, and the next one is whole.
    fs::write(&file, "2026-01-01T00:00:00.000Z [x] [ACCEPTED DOWNLOAD] {\"repos").unwrap();
    drop((writer, downloads));
    let writer = LogWriter::start(&log, Rotation::default()).unwrap();
    let downloads = clock.downloads(&writer);
    downloads.note(&whole(&repository, "a"), None);
    downloads.record_all(&service).await.unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert_eq!(counted(&service, "a").await, 8);
}
