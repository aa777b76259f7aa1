//! The repositories of this process, on a journal in memory and a folder.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod catching_up;
mod cleaning;
mod collecting;
mod downloads;
mod packages;
mod policies;
mod relocating;
mod trash;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use waybill_blobs::{Blobs, Sweeping, Swept};
use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::{ArtifactProblem, Properties};
use waybill_machines::rules::repositories::{Audit, PackageType, Repository, RepositoryClass};
use waybill_platform::repositories::{
    Artifacts as _, Depth, EmbeddedRepositories, Expected, FileInfo, Kind, Location, NewFile,
    NextPortion, Options, Overwriting, PropertyChanges, Repositories as _, RepositoryError, Sight,
    Source, SourceError, StoredRepository, Usage,
};
use waybill_platform::streams::ChangeContext;

const T0: Timestamp = Timestamp::from_ms(1_767_225_600_000);
const KEY: &str = "files";

/// Portions, and then the end or an interruption.
struct Portions(Vec<Result<Bytes, SourceError>>);

impl Source for Portions {
    fn next(&mut self) -> NextPortion<'_> {
        let next = if self.0.is_empty() { None } else { Some(self.0.remove(0)) };
        Box::pin(async move {
            tokio::task::yield_now().await;
            next
        })
    }
}

fn context() -> ChangeContext {
    ChangeContext::system(T0)
}

/// The repository, which exists.
async fn stored(service: &EmbeddedRepositories) -> StoredRepository {
    service.repository(KEY.into()).await.unwrap().unwrap()
}

async fn at(service: &EmbeddedRepositories, path: &str) -> Location {
    Location { repository: stored(service).await, path: path.into() }
}

/// Sees everything.
struct All;

impl Sight for All {
    fn shows_file(&self, _: &str) -> bool {
        true
    }

    fn shows_folder(&self, _: &str) -> bool {
        true
    }

    fn shows_all_below(&self, _: &str) -> bool {
        true
    }
}

fn open(journal: &Arc<dyn Journal>, root: &Path) -> EmbeddedRepositories {
    let (blobs, index) = (Blobs::in_folder(&root.join("blobs")).unwrap(), root.join("index"));
    EmbeddedRepositories::open(Arc::clone(journal), blobs, &index, Options::default()).unwrap()
}

async fn create(service: &EmbeddedRepositories) {
    create_of(service, PackageType::Generic).await;
}

async fn create_of(service: &EmbeddedRepositories, package_type: PackageType) {
    let new = Repository {
        key: KEY.into(),
        class: RepositoryClass::Local,
        package_type,
        description: String::new(),
        notes: String::new(),
        includes: "**/*".into(),
        excludes: String::new(),
        project_key: None,
        environments: Vec::new(),
        quota_bytes: None,
        upstream: None,
        members: None,
        audit: Audit::default(),
    };
    service.create(new, context()).await.unwrap();
}

async fn deploy(
    service: &EmbeddedRepositories,
    path: &str,
    content: &str,
    may_replace: bool,
) -> Result<FileInfo, RepositoryError> {
    let portions = content.as_bytes().chunks(3).map(|part| Ok(Bytes::copy_from_slice(part)));
    let source = Box::new(Portions(portions.collect()));
    let (properties, expected) = (Properties::new(), Expected::default());
    let overwriting = if may_replace { Overwriting::Always } else { Overwriting::SameContent };
    let new = NewFile { at: at(service, path).await, properties, expected, overwriting };
    service.deploy(new, source, context()).await
}

async fn all(service: &EmbeddedRepositories) -> (Vec<FileInfo>, Usage) {
    let files = service.files(at(service, "").await, Depth::All, Arc::new(All)).await.unwrap();
    (files, service.usage(stored(service).await).await.unwrap())
}

/// covers: [REPO-02]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_index_is_what_the_records_add_up_to_whatever_happens_at_once() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = Arc::new(open(&journal, root.path()));
    create(&service).await;
    let work = (0..8_usize).map(|task| {
        let service = Arc::clone(&service);
        tokio::spawn(async move {
            for step in 0..25_usize {
                let path = format!("lib/{}", (task * 7 + step * 3) % 5);
                let changes =
                    PropertyChanges::from([("step".into(), Some(vec![step.to_string()]))]);
                match (task + step) % 4 {
                    0 => {
                        drop(
                            service.remove(at(&service, &path).await, Kind::File, context()).await,
                        );
                    }
                    1 => {
                        drop(service.annotate(at(&service, &path).await, changes, context()).await);
                    }
                    _ => {
                        let content = "x".repeat(task + step);
                        deploy(&service, &path, &content, true).await.unwrap();
                    }
                }
                if step == 10 {
                    service.save();
                }
            }
        })
    });
    for done in join_all(work).await {
        done.unwrap();
    }
    let known = all(&service).await;
    let bytes = known.0.iter().map(|file| file.content.bytes).sum();
    assert_eq!(known.1, Usage { files: known.0.len() as u64, bytes });
    // As after a crash: what was not saved is read from the journal again.
    drop(service);
    let service = open(&journal, root.path());
    assert_eq!(all(&service).await, known);
    drop(service);
    std::fs::remove_file(root.path().join("index")).unwrap();
    assert_eq!(all(&open(&journal, root.path())).await, known);
    std::fs::write(root.path().join("index"), "no index").unwrap();
    assert_eq!(all(&open(&journal, root.path())).await, known);
    // The index of another journal is not used, even if that one is as long.
    let elsewhere = tempfile::tempdir().unwrap();
    let other: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&other, elsewhere.path());
    create(&service).await;
    while other.count() < journal.count() {
        deploy(&service, "other", &other.count().to_string(), true).await.unwrap();
    }
    let of_other = all(&service).await;
    drop(service);
    assert_eq!(all(&open(&other, root.path())).await, of_other);
}

/// covers: [REPO-02]
#[tokio::test]
async fn another_content_needs_the_right_to_replace_and_an_interrupted_one_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    for _ in 0..2 {
        deploy(&service, "a", "first", false).await.unwrap();
    }
    let (records, blobs) = (journal.count(), files_below(&root.path().join("blobs")));
    let refused = deploy(&service, "a", "second", false).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::Artifact(ArtifactProblem::Exists)));
    // What is refused takes no room, and leaves no record.
    assert_eq!(journal.count(), records);
    assert_eq!(files_below(&root.path().join("blobs")), blobs);
    let source = vec![Ok(Bytes::from_static(b"sec")), Err(SourceError::Interrupted)];
    let (properties, expected) = (Properties::new(), Expected::default());
    let overwriting = Overwriting::Always;
    let new = NewFile { at: at(&service, "a").await, properties, expected, overwriting };
    let refused = service.deploy(new, Box::new(Portions(source)), context()).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::Source(SourceError::Interrupted)));
    let known = all(&service).await;
    assert_eq!((known.0.len(), known.1.bytes), (1, 5));
    deploy(&service, "a", "second", true).await.unwrap();
    assert_eq!(all(&service).await.1, Usage { files: 1, bytes: 6 });
}

/// covers: [REPO-02]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn properties_that_are_changed_at_once_are_all_changed() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = Arc::new(open(&journal, root.path()));
    create(&service).await;
    deploy(&service, "a", "one", true).await.unwrap();
    let work = (0..20).map(|number| {
        let service = Arc::clone(&service);
        let changes = PropertyChanges::from([(format!("p{number}"), Some(vec!["x".into()]))]);
        tokio::spawn(
            async move { service.annotate(at(&service, "a").await, changes, context()).await },
        )
    });
    for done in join_all(work).await {
        done.unwrap().unwrap();
    }
    assert_eq!(all(&service).await.0[0].properties.len(), 20);
}

/// The files below a folder.
async fn sweep(service: &EmbeddedRepositories, kept: Duration, at: Timestamp) -> Swept {
    service.sweep(Sweeping::Remove, kept, at).await.unwrap().swept
}

fn files_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { files_below(&path) } else { 1 }).sum()
}

/// covers: [REPO-02]
#[tokio::test]
async fn contents_that_no_file_has_are_removed_after_a_while() {
    const DAY: Duration = Duration::from_hours(24);
    let days = |days: i64| T0.plus_ms(days * 24 * 3_600 * 1_000);
    let root = tempfile::tempdir().unwrap();
    let blobs = root.path().join("blobs");
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    for (path, content) in [("a", "one"), ("b", "one"), ("c", "two"), ("d", "three")] {
        deploy(&service, path, content, true).await.unwrap();
    }
    service.remove(at(&service, "a").await, Kind::File, context()).await.unwrap();
    service.remove(at(&service, "c").await, Kind::File, context()).await.unwrap();
    assert_eq!(sweep(&service, DAY, days(0)).await.removed.blobs, 0);
    // One that was unused is used once more, and another one has been unused for less than a day.
    deploy(&service, "e", "two", true).await.unwrap();
    deploy(&service, "d", "four", true).await.unwrap();
    assert_eq!(sweep(&service, DAY, days(1)).await.removed.blobs, 0);
    service.remove(at(&service, "e").await, Kind::File, context()).await.unwrap();
    let tried = service.sweep(Sweeping::DryRun, DAY, days(2)).await.unwrap();
    assert_eq!(tried.unused.len(), 1);
    let swept = sweep(&service, DAY, days(2)).await;
    assert_eq!(tried.swept, swept);
    assert_eq!((swept.removed.blobs, swept.removed.bytes), (1, 5));
    assert_eq!((swept.kept.blobs, swept.recent.blobs), (3, 1));
    // Since when a content is unused is known after a restart too.
    service.save();
    drop(service);
    let service = open(&journal, root.path());
    assert_eq!(sweep(&service, DAY, days(3)).await.removed.blobs, 1);
    assert_eq!(files_below(&blobs), 2);
    drop(service);
    // A journal without records does not say that files are unused.
    let empty: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&empty, root.path());
    let refused = service.sweep(Sweeping::Remove, Duration::ZERO, days(3)).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::MayLackRecords));
    assert_eq!(files_below(&blobs), 2);
}

/// Deletes the repository before its last portion.
struct Deleting(Arc<EmbeddedRepositories>, u8);

impl Source for Deleting {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            self.1 += 1;
            match self.1 {
                1 => Some(Ok(Bytes::from_static(b"a part"))),
                2 => {
                    self.0.delete(KEY.into(), context()).await.unwrap();
                    create(&self.0).await;
                    Some(Ok(Bytes::from_static(b"and another one")))
                }
                _ => None,
            }
        })
    }
}

/// covers: [REPO-01]
#[tokio::test]
async fn an_upload_into_a_deleted_repository_does_not_end_in_the_next_one_of_its_key() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = Arc::new(open(&journal, root.path()));
    create(&service).await;
    let source = Box::new(Deleting(Arc::clone(&service), 0));
    let (properties, expected) = (Properties::new(), Expected::default());
    let overwriting = Overwriting::Always;
    let new = NewFile { at: at(&service, "a").await, properties, expected, overwriting };
    let refused = service.deploy(new, source, context()).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::NoRepository));
    assert_eq!(all(&service).await, (Vec::new(), Usage::default()));
}

/// covers: [REPO-01]
#[tokio::test]
async fn settings_that_were_changed_meanwhile_are_not_written_over() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    let seen = stored(&service).await;
    let limited = Repository { quota_bytes: Some(10), ..seen.settings.clone() };
    service.change(seen.clone(), limited, context()).await.unwrap();
    let described = Repository { description: "mine".into(), ..seen.settings.clone() };
    let refused = service.change(seen, described, context()).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::ChangedMeanwhile));
    assert_eq!(stored(&service).await.settings.quota_bytes, Some(10));
}
