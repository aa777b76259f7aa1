//! The trash: for how long files are kept there, and what they cost.

use std::sync::Arc;
use std::time::Duration;

use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_platform::repositories::{
    ArchiveQuery, ContentsInUse, EmbeddedRepositories, Kind, Repositories as _, RepositoryError,
    Searched, Trash as _, Usage,
};
use waybill_platform::streams::ChangeContext;

use super::{All, T0, at, context, create, deploy, files_below, open, stored, sweep};

const DAY: Duration = Duration::from_hours(24);

const fn days(days: i64) -> Timestamp {
    T0.plus_ms(days * 24 * 3_600 * 1_000)
}

async fn in_trash(service: &EmbeddedRepositories) -> usize {
    let page = service.trash(stored(service).await, None, 100, Arc::new(All)).await.unwrap();
    page.files.len()
}

/// The contents that the records refer to.
fn in_use(journal: &Arc<dyn Journal>) -> usize {
    let mut contents = ContentsInUse::default();
    for record in journal.scan(0, 1_000).unwrap() {
        contents.follow(&record.view().unwrap());
    }
    contents.contents().count()
}

/// covers: [TREE-04]
#[tokio::test]
async fn a_file_in_the_trash_keeps_its_content_until_its_time_is_over() {
    let root = tempfile::tempdir().unwrap();
    let blobs = root.path().join("blobs");
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    for (path, content) in [("a", "one"), ("b", "two")] {
        deploy(&service, path, content, true).await.unwrap();
    }
    service.discard(at(&service, "a").await, Kind::File, context()).await.unwrap();
    assert_eq!(in_use(&journal), 2);
    for day in 0..5 {
        assert_eq!(sweep(&service, DAY, days(day)).await.removed.blobs, 0);
    }
    assert_eq!(service.expire_trash(days(13)).await.unwrap(), 0);
    assert_eq!((in_trash(&service).await, files_below(&blobs)), (1, 2));
    assert_eq!(service.expire_trash(days(14)).await.unwrap(), 1);
    assert_eq!((in_trash(&service).await, in_use(&journal)), (0, 1));
    sweep(&service, DAY, days(15)).await;
    sweep(&service, DAY, days(17)).await;
    assert_eq!(files_below(&blobs), 1);
    // Nothing is left of it in an index that is built from the records.
    drop(service);
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    let usage = service.trash_usage(stored(&service).await).await.unwrap();
    assert_eq!((in_trash(&service).await, usage), (0, Usage::default()));
}

#[tokio::test]
async fn a_page_of_the_archive_ends_after_so_many_files_and_the_next_one_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let service = open(&(Arc::new(MemoryJournal::new()) as Arc<dyn Journal>), root.path());
    create(&service).await;
    for (day, path) in (0..).zip(["a", "b", "c", "d"]) {
        deploy(&service, path, path, true).await.unwrap();
        let context = ChangeContext::system(days(day));
        let repository = stored(&service).await;
        service.archive(repository, vec![path.to_owned()], context).await.unwrap();
    }
    let (mut after, mut pages) = (None, Vec::new());
    while pages.len() < 10 {
        let name = "b".to_owned();
        let query =
            ArchiveQuery { name, after, limit: 1, visited_max: 1, ..ArchiveQuery::default() };
        let scope = Searched::everything(vec![stored(&service).await]);
        let page = service.archived(query, scope).await.unwrap();
        pages.push(page.versions.len());
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    // Each page looks at one of the four, the last archived first.
    assert_eq!(pages, [0, 0, 1, 0]);
}

#[tokio::test]
async fn what_is_archived_stays_until_it_is_restored() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    for (path, content) in [("a", "one"), ("b", "two")] {
        deploy(&service, path, content, true).await.unwrap();
    }
    let paths = vec!["a".to_owned(), "gone".to_owned()];
    let archived = service.archive(stored(&service).await, paths, context()).await.unwrap();
    service.discard(at(&service, "b").await, Kind::File, context()).await.unwrap();
    assert_eq!((archived.files, in_trash(&service).await), (1, 1));
    assert_eq!(service.expire_trash(days(1_000)).await.unwrap(), 1);
    for day in 1_000..1_003 {
        sweep(&service, DAY, days(day)).await;
    }
    assert_eq!((in_trash(&service).await, in_use(&journal)), (0, 1));
    // Also in an index that is built from the records.
    drop(service);
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    let scope = Searched::everything(vec![stored(&service).await]);
    let query = ArchiveQuery { limit: 10, ..ArchiveQuery::default() };
    let found = service.archived(query, scope).await.unwrap().versions;
    assert_eq!(
        (found.len(), &found[0].name, &found[0].paths),
        (1, &archived.name, &vec!["a".to_owned()])
    );
    let item = format!("{}-00000", archived.name);
    service.restore(stored(&service).await, item, context()).await.unwrap();
    assert_eq!(files_below(&root.path().join("blobs")), 1);
    let usage = service.trash_usage(stored(&service).await).await.unwrap();
    assert_eq!(usage, Usage::default());
    let nothing = service.archive(stored(&service).await, vec!["gone".to_owned()], context()).await;
    assert!(matches!(nothing, Err(RepositoryError::Artifact(ArtifactProblem::Missing))));
}

/// covers: [TREE-04]
#[tokio::test]
async fn what_is_in_the_trash_counts_for_the_quota_and_goes_with_its_repository() {
    let root = tempfile::tempdir().unwrap();
    let blobs = root.path().join("blobs");
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    let known = stored(&service).await;
    let mut limited = known.settings.clone();
    limited.quota_bytes = Some(10);
    service.change(known, limited, context()).await.unwrap();
    deploy(&service, "a", "12345678", true).await.unwrap();
    let moved = service.discard(at(&service, "a").await, Kind::File, context()).await.unwrap();
    let refused = deploy(&service, "b", "12345678", true).await.unwrap_err();
    assert!(matches!(refused, RepositoryError::QuotaExceeded { used: 8, .. }), "{refused}");
    let repository = stored(&service).await;
    let [one] = &service.trashed(repository.clone(), moved.name).await.unwrap()[..] else {
        panic!("one file");
    };
    service.purge(repository, one.item.clone(), context()).await.unwrap();
    deploy(&service, "b", "12345678", true).await.unwrap();
    service.discard(at(&service, "b").await, Kind::File, context()).await.unwrap();
    service.delete(super::KEY.into(), context()).await.unwrap();
    sweep(&service, DAY, days(0)).await;
    sweep(&service, DAY, days(2)).await;
    assert_eq!((in_use(&journal), files_below(&blobs)), (0, 0));
}
