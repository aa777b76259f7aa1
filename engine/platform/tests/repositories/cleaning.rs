//! What cleanup policies select and remove, at any time: it arrives with each call.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::Timestamp;
use waybill_machines::machines::download::{FileCount, MinuteCount, Transfers};
use waybill_machines::rules::cleanup::CleanupCriteria;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{
    Candidate, CandidatePage, Cleaned, Cleaning as _, DownloadRecords as _, EmbeddedRepositories,
    NewVersion, Packages as _, StoredBytes, Trash as _, Usage, VersionRules,
};
use waybill_platform::streams::ChangeContext;

use super::{All, Portions, T0, all, context, create, create_of, deploy, open, stored, sweep};

const fn days(days: i64) -> Timestamp {
    T0.plus_ms(days * 24 * 3_600 * 1_000)
}

/// Versions in the order of their texts, of which `index` lists `part`.
fn rules(_: PackageType) -> VersionRules {
    let sorted = |mut all: Vec<waybill_platform::repositories::StoredVersion>| {
        all.sort_by(|one, other| one.version.cmp(&other.version));
        all
    };
    let listed = |document: &[u8]| {
        let listed = if document == b"index" { vec!["part".to_owned()] } else { Vec::new() };
        Some(BTreeSet::from_iter(listed))
    };
    // Each version has a tag of its own here, as images do.
    VersionRules { sorted, listed: Some(listed), tagged_stay: false }
}

async fn selected(
    service: &EmbeddedRepositories,
    criteria: &CleanupCriteria,
    at: Timestamp,
) -> Vec<Candidate> {
    let (repository, criteria) = (stored(service).await, Arc::new(criteria.clone()));
    let page = service.candidates(repository, criteria, rules, String::new(), at).await;
    let CandidatePage { candidates, next, .. } = page.unwrap();
    assert_eq!(next, None);
    candidates
}

fn named(one: &Candidate) -> &str {
    one.version.as_deref().unwrap_or(&one.files[0].path)
}

fn names(candidates: &[Candidate]) -> Vec<&str> {
    candidates.iter().map(named).collect()
}

async fn clean(
    service: &EmbeddedRepositories,
    criteria: &CleanupCriteria,
    candidate: Candidate,
    skips_trash: bool,
    at: Timestamp,
) -> Cleaned {
    let (repository, criteria) = (stored(service).await, Arc::new(criteria.clone()));
    let context = ChangeContext { at, ..context() };
    service.clean(repository, criteria, rules, candidate, skips_trash, context).await.unwrap()
}

async fn downloaded(service: &EmbeddedRepositories, path: &str, at: Timestamp) {
    let file = FileCount {
        path: path.into(),
        package: None,
        version: None,
        transfers: Transfers { downloads: 1, fills: 0, bytes: 1 },
        last: Some(at),
    };
    let minute = MinuteCount {
        minute: at,
        lines: None,
        unlogged: 0,
        recovered: false,
        files: vec![file],
        others: None,
    };
    service.count(vec![(stored(service).await.id, vec![minute])], at).await.unwrap();
}

async fn publish(service: &EmbeddedRepositories, number: &str, document: &'static str) {
    let repository = stored(service).await;
    let mut source = Portions(vec![Ok(Bytes::copy_from_slice(number.as_bytes()))]);
    let received = service.receive(&repository, None, &mut source).await.unwrap();
    let new = NewVersion {
        name: "shop".into(),
        version: number.into(),
        path: format!("shop/-/shop-{number}.tgz"),
        document: Bytes::from_static(document.as_bytes()),
        tags: vec!["latest".into(), format!("v{number}")],
        ..NewVersion::default()
    };
    service.publish(received, new, Box::new(|_| Ok(())), context()).await.unwrap();
}

/// covers: [CLEAN-02, CLEAN-03]
#[tokio::test]
async fn files_are_selected_by_age_and_use_and_spared_if_they_are_used_meanwhile() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    for path in ["old/a", "old/b", "used/c", "kept/d"] {
        deploy(&service, path, path, true).await.unwrap();
    }
    downloaded(&service, "used/c", days(20)).await;
    let unused = CleanupCriteria {
        created_before_days: Some(10),
        unused_days: Some(30),
        excludes: vec!["kept/*".into()],
        ..CleanupCriteria::default()
    };
    assert_eq!(names(&selected(&service, &unused, days(29)).await), [""; 0]);
    let due = selected(&service, &unused, days(30)).await;
    assert_eq!(names(&due), ["old/a", "old/b"]);
    assert_eq!(names(&selected(&service, &unused, days(50)).await), ["old/a", "old/b", "used/c"]);
    // The number of versions says nothing of files without versions.
    let by_number = CleanupCriteria { keep_last: Some(1), ..CleanupCriteria::default() };
    assert_eq!(names(&selected(&service, &by_number, days(500)).await), [""; 0]);

    // One is downloaded after it was listed, one is stored again, one with another content.
    downloaded(&service, "old/a", days(30)).await;
    let mut due = due.into_iter();
    let (a, b) = (due.next().unwrap(), due.next().unwrap());
    assert_eq!(clean(&service, &unused, a, true, days(30)).await, Cleaned::Spared);
    let mut replaced = b.clone();
    replaced.files[0].sha256 = waybill_machines::secret::Digest("0".repeat(64));
    assert_eq!(clean(&service, &unused, replaced, true, days(30)).await, Cleaned::Spared);
    let removed = [
        clean(&service, &unused, b.clone(), true, days(30)).await,
        clean(&service, &unused, b, true, days(30)).await,
    ];
    assert_eq!(removed, [Cleaned::Removed(1), Cleaned::Spared]);
    assert_eq!(all(&service).await.1.files, 3);
}

/// covers: [CLEAN-02, CLEAN-04]
#[tokio::test]
async fn versions_beyond_the_last_ones_go_to_the_trash_and_come_back_whole() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create_of(&service, PackageType::Npm).await;
    for (number, document) in [("1", "one"), ("2", "two"), ("3", "index"), ("part", "a part")] {
        publish(&service, number, document).await;
    }
    let package = async || {
        let found = service.package(stored(&service).await, "shop".into()).await;
        found.unwrap().unwrap()
    };
    let before = package().await;
    let usage = async || all(&service).await.1;
    let used = usage().await;
    // What a version lists is none of the last ones, and stays with it.
    let kept = CleanupCriteria { keep_last: Some(1), ..CleanupCriteria::default() };
    let due = selected(&service, &kept, T0).await;
    assert_eq!(names(&due), ["1", "2"]);
    assert_eq!([due[0].newer, due[1].newer], [Some(2), Some(1)]);
    let none = CleanupCriteria { created_before_days: Some(1), ..kept.clone() };
    assert_eq!(names(&selected(&service, &none, T0).await), [""; 0]);
    for one in due {
        assert_eq!(clean(&service, &kept, one, false, T0).await, Cleaned::Removed(1));
    }
    assert_eq!(package().await.versions.len(), 2);
    let contents = StoredBytes { contents: 8, bytes: 7 + 3 + 3 + 5 + 6 };
    assert_eq!(service.stored_bytes().await.unwrap(), contents);
    // Neither the file nor its metadata is swept while it is in the trash.
    assert_eq!(sweep(&service, Duration::ZERO, days(1)).await.removed.blobs, 0);
    let in_trash = service.trash_usage(stored(&service).await).await.unwrap();
    assert_eq!(in_trash, Usage { files: 2, bytes: 1 + 3 + 1 + 3 });
    // As after a crash, and a view that is read from the records again.
    drop(service);
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    let page = service.trash(stored(&service).await, None, 9, Arc::new(All)).await.unwrap();
    for one in page.files {
        service.restore(stored(&service).await, one.item, context()).await.unwrap();
    }
    let after = service.package(stored(&service).await, "shop".into()).await.unwrap().unwrap();
    assert_eq!((after.versions, after.tags), (before.versions, before.tags));
    assert_eq!(all(&service).await.1, used);
    let left = service.trash_usage(stored(&service).await).await.unwrap();
    assert_eq!(left, Usage::default());
}
