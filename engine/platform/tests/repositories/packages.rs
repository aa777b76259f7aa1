//! The versions of packages, and what they take.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::{PackageProblem, Summary};
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Kind, NewVersion, Overwriting, Package,
    PackageTotals, Packages as _, Part, Parts, Repositories as _, RepositoryError, StoredVersion,
    TagChange, Usage,
};

use super::{All, Portions, T0, at, context, create_of, files_below, open, stored, sweep};

fn version_of(number: &str, document: &str) -> NewVersion {
    NewVersion {
        name: "shop".into(),
        version: number.into(),
        path: path_of(number),
        expected: Expected::default(),
        document: Bytes::copy_from_slice(document.as_bytes()),
        summary: Summary::cut("A shop", &["cart".into()], "MIT"),
        tags: vec!["latest".into()],
        ..NewVersion::default()
    }
}

fn path_of(number: &str) -> String {
    format!("shop/-/shop-{number}.tgz")
}

async fn publish(
    service: &EmbeddedRepositories,
    number: &str,
    file: &str,
) -> Result<StoredVersion, RepositoryError> {
    let repository = stored(service).await;
    let portions = file.as_bytes().chunks(3).map(|part| Ok(Bytes::copy_from_slice(part)));
    let mut source = Portions(portions.collect());
    let received = service.receive(&repository, None, &mut source).await?;
    let document = format!("about {number}");
    service.publish(received, version_of(number, &document), Box::new(|_| Ok(())), context()).await
}

fn by_text(one: &StoredVersion, other: &StoredVersion) -> std::cmp::Ordering {
    one.version.cmp(&other.version)
}

async fn package(service: &EmbeddedRepositories) -> Option<Package> {
    service.package(stored(service).await, "shop".into()).await.unwrap()
}

async fn usage(service: &EmbeddedRepositories) -> Usage {
    service.usage(stored(service).await).await.unwrap()
}

async fn new(root: &Path) -> (Arc<dyn Journal>, EmbeddedRepositories) {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root);
    create_of(&service, PackageType::Npm).await;
    (journal, service)
}

/// covers: [NPM-01, NPM-02]
#[tokio::test]
async fn what_a_version_takes_is_counted_kept_and_given_back() {
    let root = tempfile::tempdir().unwrap();
    let blobs = root.path().join("blobs");
    let (_journal, service) = new(root.path()).await;
    publish(&service, "1.0.0", "one").await.unwrap();
    publish(&service, "1.1.0", "three").await.unwrap();
    // Files of 3 and 5 bytes, metadata of 11 each.
    assert_eq!(usage(&service).await, Usage { files: 2, bytes: 30 });
    let totals = async || service.totals(stored(&service).await).await.unwrap();
    assert_eq!(totals().await, PackageTotals { revision: 2, documents: 2, document_bytes: 22 });
    assert_eq!(sweep(&service, Duration::ZERO, T0).await.removed.blobs, 0);
    let refused = publish(&service, "1.1.0", "other").await.unwrap_err();
    assert!(matches!(refused, RepositoryError::Package(PackageProblem::VersionExists)));
    assert_eq!(files_below(&blobs), 4);
    let removed = at(&service, &path_of("1.1.0")).await;
    service.remove(removed, Kind::File, context()).await.unwrap();
    assert_eq!(usage(&service).await, Usage { files: 1, bytes: 14 });
    assert_eq!(totals().await, PackageTotals { revision: 3, documents: 1, document_bytes: 11 });
    assert_eq!(service.names(stored(&service).await, Arc::new(All)).await.unwrap(), ["shop"]);
    // The tag that named it is removed with it.
    assert_eq!(package(&service).await.unwrap().tags, BTreeMap::new());
    assert_eq!(sweep(&service, Duration::ZERO, T0).await.removed.blobs, 2);
    let document = package(&service).await.unwrap().versions[0].files[0].document.clone();
    assert_eq!(service.document(document).await.unwrap(), b"about 1.0.0");
    service.delete(super::KEY.into(), context()).await.unwrap();
    assert_eq!(sweep(&service, Duration::ZERO, T0).await.removed.blobs, 2);
    assert_eq!(files_below(&blobs), 0);
}

/// covers: [NPM-01]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn versions_are_what_the_records_add_up_to_whatever_happens_at_once() {
    let root = tempfile::tempdir().unwrap();
    let (journal, service) = new(root.path()).await;
    let service = Arc::new(service);
    let work = (0..8_usize).map(|task| {
        let service = Arc::clone(&service);
        tokio::spawn(async move {
            let repository = stored(&service).await;
            let mut published = 0;
            for step in 0..20_usize {
                let number = format!("1.0.{}", (task * 7 + step * 3) % 6);
                match (task + step) % 5 {
                    0 => {
                        let file = at(&service, &path_of(&number)).await;
                        drop(service.remove(file, Kind::File, context()).await);
                    }
                    1 => {
                        let reason = (step % 2 == 0).then(|| step.to_string());
                        let (repository, name) = (repository.clone(), "shop".into());
                        drop(service.deprecate(repository, name, number, reason, context()).await);
                    }
                    2 => {
                        let version = (step % 3 > 0).then_some(number);
                        let change = TagChange { tag: format!("tag-{}", step % 2), version };
                        drop(
                            service
                                .tag(
                                    repository.clone(),
                                    "shop".into(),
                                    change,
                                    Box::new(|_| true),
                                    context(),
                                )
                                .await,
                        );
                    }
                    _ => {
                        let file = format!("{task} {step}");
                        published += usize::from(publish(&service, &number, &file).await.is_ok());
                    }
                }
                if step == 10 {
                    service.save();
                }
            }
            published
        })
    });
    let published: usize = join_all(work).await.into_iter().map(Result::unwrap).sum();
    assert!(published >= 6, "{published}");
    let known = (package(&service).await, usage(&service).await);
    let Some(found) = &known.0 else { panic!("no version is left") };
    // Each tag names a version that is there, and each file counts once.
    let numbers: BTreeMap<&str, &StoredVersion> =
        found.versions.iter().map(|version| (version.version.as_str(), version)).collect();
    assert!(found.tags.values().all(|version| numbers.contains_key(version.as_str())));
    assert_eq!(known.1.files, found.versions.len() as u64);
    for version in &found.versions {
        let file = service.file(at(&service, &version.files[0].path).await).await.unwrap();
        assert_eq!(file.unwrap().version.unwrap().version, version.version);
    }
    // As after a crash, and without the index.
    drop(service);
    let service = open(&journal, root.path());
    assert_eq!((package(&service).await, usage(&service).await), known);
    drop(service);
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    assert_eq!((package(&service).await, usage(&service).await), known);
    let found = service
        .search(stored(&service).await, vec!["cart".into()], by_text, 9, Arc::new(All))
        .await;
    assert_eq!(found.unwrap().len(), 1);
}

/// covers: [OCI-02]
#[tokio::test]
async fn parts_that_no_version_needs_are_removed_after_a_while() {
    const DAY: Duration = Duration::from_hours(24);
    let days = |days: i64| T0.plus_ms(days * 24 * 3_600 * 1_000);
    // Here metadata are the paths that a version needs.
    let needed = |_: &str, document: &[u8]| -> Option<BTreeSet<String>> {
        let text = std::str::from_utf8(document).ok()?;
        (text != "unreadable").then(|| text.split(' ').map(str::to_owned).collect())
    };
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create_of(&service, PackageType::Docker).await;
    let repository = stored(&service).await;
    let receive = async |content: &'static [u8]| {
        let mut source = Portions(vec![Ok(Bytes::from_static(content))]);
        service.receive(&repository, None, &mut source).await.unwrap()
    };
    for (path, content) in
        [("shop/_blobs/a", &b"a"[..]), ("shop/_blobs/b", b"b"), ("other/_blobs/c", b"c")]
    {
        service.store(receive(content).await, path.into(), context()).await.unwrap();
    }
    let version = NewVersion {
        path: "shop/_manifests/1/manifest.json".into(),
        parts: vec![Part { name: "a".into(), paths: vec!["shop/_blobs/a".into()], bytes: 1 }],
        ..version_of("1", "shop/_blobs/a")
    };
    let published = service.publish(receive(b"1").await, version, Box::new(|_| Ok(())), context());
    published.await.unwrap();
    let remove = async |day| {
        service.remove_unneeded(PackageType::Docker, needed, DAY, days(day)).await.unwrap()
    };
    // They have just arrived.
    assert_eq!(remove(0).await, 0);
    // From now on one is known to be unneeded; of another one a client has asked whether it is there.
    Parts::hold(&service, &at(&service, "shop/_blobs/b").await, days(1));
    assert_eq!(remove(1).await, 0);
    assert_eq!(remove(2).await, 1);
    assert_eq!(service.kind(at(&service, "other/_blobs/c").await).await.unwrap(), None);
    assert_eq!(remove(3).await, 1);
    assert_eq!(service.kind(at(&service, "shop/_blobs/b").await).await.unwrap(), None);
    // What a version needs stays as long as the version, and a day longer.
    assert_eq!(remove(9).await, 0);
    let manifest = at(&service, "shop/_manifests/1/manifest.json").await;
    service.remove(manifest, Kind::File, context()).await.unwrap();
    assert_eq!(remove(9).await, 0);
    assert_eq!(remove(10).await, 1);
    // If that is not known, nothing is removed.
    service.store(receive(b"a").await, "shop/_blobs/a".into(), context()).await.unwrap();
    let version = NewVersion {
        path: "shop/_manifests/2/manifest.json".into(),
        ..version_of("2", "unreadable")
    };
    let published = service.publish(receive(b"2").await, version, Box::new(|_| Ok(())), context());
    published.await.unwrap();
    assert_eq!(remove(20).await, 0);
    assert_eq!(remove(22).await, 0);
    assert_eq!(usage(&service).await.files, 2);
}

/// covers: [PYPI-01, PYPI-02]
#[tokio::test]
async fn each_file_of_a_version_has_its_metadata_and_the_last_one_ends_it() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create_of(&service, PackageType::Pypi).await;
    let publish = async |file: &str, document: &str| {
        let repository = stored(&service).await;
        let mut source = Portions([Ok(Bytes::from_static(b"one"))].into());
        let received = service.receive(&repository, None, &mut source).await?;
        let new = NewVersion { path: format!("shop/1.0/{file}"), ..version_of("1.0", document) };
        service.publish(received, new, Box::new(|_| Ok(())), context()).await
    };
    // Two of them have the same metadata, which is stored once and counts twice.
    for (file, document) in [("a", "about"), ("b", "about"), ("c", "other")] {
        publish(file, document).await.unwrap();
    }
    let refused = publish("b", "about").await.unwrap_err();
    assert!(matches!(refused, RepositoryError::Artifact(ArtifactProblem::Exists)), "{refused}");
    assert_eq!(usage(&service).await, Usage { files: 3, bytes: 24 });
    let (repository, reason) = (stored(&service).await, Some("it loses carts".to_owned()));
    let yanked = service.yank(repository, "shop".into(), "1.0".into(), true, reason, context());
    yanked.await.unwrap();
    let known = package(&service).await.unwrap();
    assert_eq!(
        known.versions[0].paths().collect::<Vec<_>>(),
        ["shop/1.0/a", "shop/1.0/b", "shop/1.0/c"]
    );
    assert_eq!(known.versions[0].yank_reason.as_deref(), Some("it loses carts"));
    drop(service);
    // Also without the index.
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    assert_eq!(package(&service).await, Some(known));
    let remove = async |file: &str| {
        let at = at(&service, &format!("shop/1.0/{file}")).await;
        service.remove(at, Kind::File, context()).await.unwrap();
        sweep(&service, Duration::ZERO, T0).await;
    };
    remove("a").await;
    let left = package(&service).await.unwrap().versions.remove(0).files.remove(0);
    assert_eq!(service.document(left.document).await.unwrap(), b"about");
    let names = service.names(stored(&service).await, Arc::new(All)).await.unwrap();
    assert_eq!(names, ["shop"]);
    remove("b").await;
    remove("c").await;
    assert_eq!((package(&service).await, usage(&service).await), (None, Usage::default()));
    assert_eq!(files_below(&root.path().join("blobs")), 0);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_file_is_removed_only_from_the_revision_that_was_read() {
    let root = tempfile::tempdir().unwrap();
    let (_journal, service) = new(root.path()).await;
    publish(&service, "1.0.0", "one").await.unwrap();
    let read = package(&service).await.unwrap();
    let remove = async |revision| {
        let (repository, path) = (stored(&service).await, path_of("1.0.0"));
        service.remove_unchanged(repository, path, revision, context()).await.unwrap()
    };
    // Another client tags it meanwhile.
    let change = TagChange { tag: "kept".into(), version: Some("1.0.0".into()) };
    let (repository, name) = (stored(&service).await, "shop".to_owned());
    service.tag(repository, name, change, Box::new(|_| true), context()).await.unwrap();
    assert!(!remove(read.revision).await);
    let newer = package(&service).await.unwrap();
    assert_eq!(newer.tags["kept"], "1.0.0");
    assert!(remove(newer.revision).await);
    assert_eq!(package(&service).await, None);
    // What is gone is removed.
    assert!(remove(newer.revision).await);
}

/// covers: [MAVEN-02, MAVEN-03]
#[tokio::test]
async fn a_file_is_replaced_only_by_who_may_overwrite_it() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create_of(&service, PackageType::Maven).await;
    let publish = async |content: &'static str, document: &str, description: &str, overwriting| {
        let repository = stored(&service).await;
        let mut source = Portions([Ok(Bytes::from_static(content.as_bytes()))].into());
        let received = service.receive(&repository, None, &mut source).await?;
        let summary = Summary::cut(description, &[], "");
        let path = "shop/1.0/a".to_owned();
        let new = NewVersion { path, overwriting, summary, ..version_of("1.0", document) };
        service.publish(received, new, Box::new(|_| Ok(())), context()).await
    };
    publish("one", "about", "a shop", Overwriting::Never).await.unwrap();
    let first = package(&service).await.unwrap();
    for (content, overwriting) in [
        ("one", Overwriting::Never),
        ("other", Overwriting::Never),
        ("other", Overwriting::SameContent),
    ] {
        let refused = publish(content, "about", "", overwriting).await.unwrap_err();
        assert!(matches!(refused, RepositoryError::Artifact(ArtifactProblem::Exists)), "{refused}");
    }
    // The same content again changes nothing, and leaves no record.
    for overwriting in [Overwriting::SameContent, Overwriting::Always] {
        publish("one", "different", "", overwriting).await.unwrap();
        assert_eq!(package(&service).await.as_ref(), Some(&first));
    }
    let replaced = publish("other", "newer", "", Overwriting::Always).await.unwrap();
    assert_eq!(replaced.files.len(), 1);
    assert_eq!(service.document(replaced.files[0].document.clone()).await.unwrap(), b"newer");
    // A file without a summary leaves that of another one.
    assert_eq!(replaced.summary.description, "a shop");
    assert_eq!(usage(&service).await, Usage { files: 1, bytes: 10 });
    let known = package(&service).await;
    drop(service);
    // Also without the index.
    std::fs::remove_file(root.path().join("index")).unwrap();
    let service = open(&journal, root.path());
    assert_eq!(package(&service).await, known);
    // Nothing refers to the contents that were replaced.
    sweep(&service, Duration::ZERO, T0).await;
    assert_eq!(files_below(&root.path().join("blobs")), 2);
}
