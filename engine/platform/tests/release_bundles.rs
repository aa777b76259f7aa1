//! Release bundles of this process: importing, creating, promoting, finding, and what is left after a failure or a
//! restart.

#[path = "release_bundles/bounds.rs"]
mod bounds;
#[path = "release_bundles/distributions.rs"]
mod distributions;

use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::{MemoryJournal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{
    CreationFailure, Origin, PromotionFailure, PromotionStatus,
};
use waybill_machines::rules::release_bundles::{BundleProblem, Checksum, ChecksumKind};
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::release_bundles::{
    Artifact, BundleError, BundleFilter, EmbeddedReleaseBundles, FOUND_ARTIFACTS_MAX, NewBundle,
    NewBundlePromotion, PageRange, Progress, ReleaseBundles as _, Status, StoredBundle,
};
use waybill_platform::secret::hex;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;
use waybill_stream::Who;

struct Fixture {
    journal: Arc<MemoryJournal>,
    vault: Arc<Vault>,
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).expect("a vault"));
        Self { journal: Arc::new(MemoryJournal::new()), vault, folder }
    }

    fn open(&self) -> EmbeddedReleaseBundles {
        let folder = self.folder.path().join("bundles");
        EmbeddedReleaseBundles::open(self.journal.clone(), self.vault.clone(), &folder)
            .expect("a service")
    }

    fn lists(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path().join("bundles/lists")).expect("a folder");
        files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect()
    }

    fn drop_index(&self) {
        std::fs::remove_dir_all(self.folder.path().join("bundles/index")).expect("removed");
    }
}

fn ann(at_ms: i64) -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), Timestamp::from_ms(at_ms))
}

fn artifact(path: &str, content: &str) -> Artifact {
    Artifact::read(path.to_owned(), content.as_bytes()).expect("read")
}

fn bundle(name: &str, version: &str, artifacts: Vec<Artifact>) -> NewBundle {
    let (name, version) = (name.to_owned(), version.to_owned());
    NewBundle { name, version, origin: Origin::Source, artifacts, received: false }
}

fn checksum(content: &str, kind: ChecksumKind) -> Checksum {
    Checksum { kind, digits: hex(artifact("any", content).checksum(kind)) }
}

async fn holders(service: &EmbeddedReleaseBundles, content: &str) -> Vec<String> {
    let mut all = Vec::new();
    for kind in ChecksumKind::ALL {
        let found = service.find(checksum(content, kind), 100).await.expect("found");
        let name = |shown: &StoredBundle| format!("{} {}", shown.bundle.name, shown.bundle.version);
        all.push(found.iter().map(|found| name(&found.stored)).collect::<Vec<_>>());
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
    all.swap_remove(0)
}

const ALL: PageRange = PageRange { after: None, offset: 0, limit: usize::MAX };

/// covers: [CHK-01]
#[tokio::test]
async fn a_bundle_is_found_by_each_checksum_of_each_of_its_files_and_after_a_restart() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let files = || vec![artifact("b/two", "two"), artifact("one", "one")];
    let shown = service.import(bundle("Shop", "1.0", files()), ann(1_000)).await.expect("taken in");
    assert_eq!((shown.bundle.list.artifacts, shown.bundle.list.size), (2, 6));
    assert_eq!(shown.created_by, Some(PersonId("p_ann".into())));
    let more = vec![artifact("one", "one"), artifact("three", "three")];
    service.import(bundle("Shop", "1.1", more), ann(2_000)).await.expect("taken in");
    // The same files under another name: one list, two bundles.
    service.import(bundle("copy", "1", files()), ann(3_000)).await.expect("taken in");
    assert_eq!(fixture.lists().len(), 2);
    drop(service);
    // First with the existing index, then with a rebuilt one.
    for _ in 0..2 {
        let service = fixture.open();
        assert_eq!(holders(&service, "one").await, ["copy 1", "Shop 1.1", "Shop 1.0"]);
        assert_eq!(holders(&service, "two").await, ["copy 1", "Shop 1.0"]);
        assert_eq!(holders(&service, "three").await, ["Shop 1.1"]);
        assert!(holders(&service, "four").await.is_empty());
        fixture.drop_index();
    }
    let service = fixture.open();
    let rows = service.find(checksum("one", ChecksumKind::Md5), 1).await.expect("found");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].artifacts[0].path, "one");
    let wanted = BundleFilter { origin: None, name: Some("Shop".into()), portion: ALL };
    let page = service.list(wanted).await.expect("a list");
    assert_eq!(page.total, 2);
    assert_eq!(page.rows[0].bundle.version, "1.1");
}

#[tokio::test]
async fn details_are_paged_by_path_and_the_signature_is_valid() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let files = (0..30).rev().map(|n| artifact(&format!("f{n:02}"), &n.to_string())).collect();
    service.import(bundle("shop", "1", files), ann(1_000)).await.expect("taken in");
    let portion = PageRange { after: None, offset: 10, limit: 5 };
    let one = service.one("shop".into(), "1".into(), portion).await.expect("read");
    let one = one.expect("there is one");
    let paths: Vec<&str> = one.artifacts.iter().map(|artifact| artifact.path.as_str()).collect();
    assert_eq!((paths, one.has_next), (vec!["f10", "f11", "f12", "f13", "f14"], true));
    let portion = PageRange { after: Some("f26".into()), offset: 1, limit: 2 };
    let last = service.one("shop".into(), "1".into(), portion).await.expect("read");
    let last = last.expect("there is one");
    let paths: Vec<&str> = last.artifacts.iter().map(|artifact| artifact.path.as_str()).collect();
    assert_eq!((paths, last.has_next), (vec!["f28", "f29"], false));
    assert_eq!(one.signature_holds, Some(true));
    assert!(service.one("shop".into(), "2".into(), ALL).await.expect("read").is_none());
    // The key belongs to the installation: another bundle has the same one, even after a restart.
    let again =
        fixture.open().import(bundle("shop", "2", vec![artifact("a", "a")]), ann(2_000)).await;
    let key =
        |shown: &StoredBundle| shown.bundle.signature.as_ref().map(|signed| signed.key.clone());
    assert_eq!(key(&again.expect("taken in")), key(&one.stored));
}

#[tokio::test]
async fn of_concurrent_imports_one_succeeds_and_nothing_changes_later() {
    let fixture = Fixture::new();
    let service = Arc::new(fixture.open());
    let both = ["one", "two"].map(|content| {
        let service = service.clone();
        let new = bundle("shop", "1", vec![artifact("a", content)]);
        tokio::spawn(async move { service.import(new, ann(1_000)).await })
    });
    let mut taken = 0;
    for import in both {
        match import.await.expect("it ran") {
            Ok(_) => taken += 1,
            Err(BundleError::Exists { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(taken, 1);
    assert_eq!(fixture.lists().len(), 1);
    let third = service.import(bundle("shop", "1", vec![artifact("a", "three")]), ann(2_000)).await;
    let message = third.expect_err("it exists").to_string();
    assert_eq!(message, "there is a release bundle shop 1 already: choose another version");
    assert_eq!(fixture.lists().len(), 1);
}

#[tokio::test]
async fn invalid_bundles_are_refused_and_leave_nothing_behind() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let problem = |error: BundleError| match error {
        BundleError::Problem { problem, .. } => problem,
        other => panic!("{other}"),
    };
    for (new, wanted) in [
        (bundle("../shop", "1", vec![artifact("a", "a")]), BundleProblem::Name),
        (bundle("shop", "", vec![artifact("a", "a")]), BundleProblem::Version),
        (bundle("shop", "1", vec![artifact("../a", "a")]), BundleProblem::Path),
        (bundle("shop", "1", vec![artifact("/etc/passwd", "a")]), BundleProblem::Path),
        (bundle("shop", "1", Vec::new()), BundleProblem::NoArtifacts),
    ] {
        let created = service.create(new.clone(), ann(1)).await;
        assert_eq!(problem(created.expect_err("refused")), wanted);
        assert_eq!(problem(service.import(new, ann(1)).await.expect_err("refused")), wanted);
    }
    let twice = bundle("shop", "1", vec![artifact("a", "a"), artifact("a", "b")]);
    let error = service.import(twice, ann(1)).await.expect_err("refused");
    assert!(matches!(error, BundleError::PathTwice { path } if path == "a"));
    for paths in [["a", "a!", "a/b", "c"], ["b/c/d", "a", "b/c", "b/c!/d"]] {
        let artifacts = paths.map(|path| artifact(path, path)).to_vec();
        let error = service.import(bundle("shop", "1", artifacts), ann(1)).await;
        let message = error.expect_err("refused").to_string();
        let both = if paths[0] == "a" { ("a", "a/b") } else { ("b/c", "b/c/d") };
        let wanted = format!(
            "the artifact {} is a file, and {} needs a folder of that name",
            both.0, both.1
        );
        assert_eq!(message, wanted);
    }
    assert!(fixture.lists().is_empty());
    assert_eq!(scan_all(fixture.journal.as_ref(), 0).count(), 0);
}

#[tokio::test]
async fn a_changed_list_is_detected_and_an_unused_one_is_removed() {
    let fixture = Fixture::new();
    let service = fixture.open();
    service.import(bundle("shop", "1", vec![artifact("a", "a")]), ann(1)).await.expect("taken in");
    service.import(bundle("shop", "2", vec![artifact("b", "b")]), ann(2)).await.expect("taken in");
    let lists = fixture.folder.path().join("bundles/lists");
    std::fs::write(lists.join("0".repeat(64)), "left behind").expect("written");
    let damaged = fixture.lists().into_iter().find(|name| {
        std::fs::read_to_string(lists.join(name)).is_ok_and(|list| list.contains("\"path\":\"a\""))
    });
    let damaged = lists.join(damaged.expect("a list"));
    let forged = std::fs::read_to_string(&damaged).expect("read").replace("\"a\"", "\"z\"");
    std::fs::write(&damaged, forged).expect("written");
    let service = fixture.open();
    assert_eq!(fixture.lists().len(), 2);
    assert!(holders(&service, "a").await.is_empty());
    assert_eq!(holders(&service, "b").await, ["shop 2"]);
}

#[tokio::test]
async fn a_bundle_with_a_hundred_thousand_artifacts_has_a_short_record() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let same = artifact("x", "the same");
    let mut files: Vec<Artifact> =
        (0..100_000).map(|n| artifact(&format!("dir/{n}"), &n.to_string())).collect();
    files.extend((0..50).map(|n| Artifact { path: format!("licence/{n}"), ..same.clone() }));
    let shown = service.import(bundle("huge", "1", files), ann(1)).await.expect("taken in");
    assert_eq!(shown.bundle.list.artifacts, 100_050);
    assert_eq!(holders(&service, "99999").await, ["huge 1"]);
    let found = service.find(checksum("the same", ChecksumKind::Sha1), 10).await.expect("found");
    assert_eq!(found[0].artifacts.len(), FOUND_ARTIFACTS_MAX);
    let record = scan_all(fixture.journal.as_ref(), 0).next().expect("one").expect("a record");
    assert!(record.line.len() < 2_048, "{}", record.line.len());
}

const COMPLETED: PromotionStatus = PromotionStatus::Completed { files: 2 };
const INTERRUPTED: PromotionStatus = PromotionStatus::Failed { why: PromotionFailure::Interrupted };

/// Creates the bundle `shop 1` of a file in a repository.
async fn create_shop(service: &EmbeddedReleaseBundles) -> StoredBundle {
    let files = vec![artifact("npm-dev/a.tgz", "a")];
    service.create(bundle("shop", "1", files), ann(1_000)).await.expect("created")
}

/// Begins a promotion of the version 1 of a bundle.
async fn begin(
    service: &EmbeddedReleaseBundles,
    name: &str,
    environment: &str,
) -> Result<Option<StoredBundle>, BundleError> {
    let found = service.one(name.to_owned(), "1".to_owned(), ALL).await?;
    let list = found.map_or_else(|| Digest("0".repeat(64)), |one| one.stored.bundle.list.digest);
    let (environment, repositories) = (environment.to_owned(), vec!["npm-prod".to_owned()]);
    let new = NewBundlePromotion { list, environment, repositories };
    service.begin_promotion(name.to_owned(), "1".to_owned(), new, ann(2_000)).await
}

/// Ends the promotion of `shop 1`.
async fn end(service: &EmbeddedReleaseBundles) -> Result<Option<StoredBundle>, BundleError> {
    service.end_promotion("shop".into(), "1".into(), COMPLETED, ann(3_000)).await
}

async fn progress(service: &EmbeddedReleaseBundles, version: &str) -> Option<Progress> {
    service.progress("shop".to_owned(), version.to_owned()).await.expect("read")
}

async fn delete(service: &EmbeddedReleaseBundles, name: &str) -> Result<bool, BundleError> {
    service.delete(name.to_owned(), "1".to_owned(), ann(4_000)).await
}

/// The outcomes of the promotions of a bundle, by their environments.
fn outcomes(stored: &StoredBundle) -> Vec<(&str, PromotionStatus)> {
    let promotions = stored.promotions.iter();
    promotions.map(|promotion| (promotion.environment.as_str(), promotion.outcome)).collect()
}

/// covers: [HOOK-04]
#[tokio::test]
async fn one_promotion_is_in_progress_at_a_time_and_the_newest_are_kept() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let created = create_shop(&service).await;
    assert!(created.from_repositories && created.promotions.is_empty());
    service.import(bundle("copy", "1", vec![artifact("a", "a")]), ann(1)).await.expect("taken in");
    assert!(begin(&service, "other", "DEV").await.expect("read").is_none());
    assert!(matches!(begin(&service, "copy", "DEV").await, Err(BundleError::NotPromotable)));
    let unnamed = begin(&service, "shop", "two words").await.expect_err("refused");
    assert!(matches!(
        unnamed,
        BundleError::Problem { problem: BundleProblem::Environment, at: None }
    ));
    assert!(matches!(end(&service).await, Err(BundleError::NotPromoting)));
    let begun = begin(&service, "shop", "DEV").await.expect("begun").expect("there is one");
    assert!(begun.is_promoting());
    assert!(matches!(begin(&service, "shop", "PROD").await, Err(BundleError::Promoting)));
    assert!(matches!(delete(&service, "shop").await, Err(BundleError::Promoting)));
    let ended = end(&service).await.expect("ended").expect("there is one");
    assert_eq!(outcomes(&ended), [("DEV", COMPLETED)]);
    for number in 0..20 {
        begin(&service, "shop", &format!("E{number}")).await.expect("begun");
        end(&service).await.expect("ended");
    }
    let one = fixture.open().one("shop".into(), "1".into(), ALL).await.expect("read");
    let one = one.expect("there is one");
    assert_eq!(one.signature_holds, Some(true));
    let kept = outcomes(&one.stored);
    assert_eq!((kept.len(), kept[0], kept[19]), (20, ("E0", COMPLETED), ("E19", COMPLETED)));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn what_a_stop_has_interrupted_has_failed_and_can_be_done_again() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    begin(&service, "shop", "DEV").await.expect("begun");
    // There is room for the beginning of a creation only.
    fixture.journal.faults().out_of_space_after(1);
    let second = || bundle("shop", "2", vec![artifact("npm-dev/b.tgz", "b")]);
    service.create(second(), ann(2_000)).await.expect_err("there is no room");
    fixture.journal.faults().out_of_space(false);
    assert_eq!(fixture.lists().len(), 1);
    let service = fixture.open();
    let processing = Progress { status: Status::Processing, why: None };
    assert_eq!(progress(&service, "2").await, Some(processing));
    service.end_interrupted(Timestamp::from_ms(3_000)).await.expect("recorded");
    let failed = Progress { status: Status::Failed, why: Some(CreationFailure::Interrupted) };
    assert_eq!(progress(&service, "2").await, Some(failed));
    let records = || scan_all(fixture.journal.as_ref(), 0).count();
    let recorded = records();
    service.end_interrupted(Timestamp::from_ms(4_000)).await.expect("nothing is left");
    assert_eq!(records(), recorded);
    service.create(second(), ann(5_000)).await.expect("created");
    let completed = Progress { status: Status::Completed, why: None };
    assert_eq!(progress(&service, "2").await, Some(completed));
    let again = begin(&service, "shop", "DEV").await.expect("begun").expect("there is one");
    let started = PromotionStatus::Started {};
    assert_eq!(outcomes(&again), [("DEV", INTERRUPTED), ("DEV", started)]);
}

#[tokio::test]
async fn an_end_that_the_journal_does_not_take_is_recorded_before_the_next_promotion() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    begin(&service, "shop", "DEV").await.expect("begun");
    fixture.journal.faults().out_of_space(true);
    assert!(matches!(end(&service).await, Err(BundleError::Stream(_))));
    fixture.journal.faults().out_of_space(false);
    let one = service.one("shop".into(), "1".into(), ALL).await.expect("read").expect("one");
    assert_eq!(outcomes(&one.stored), [("DEV", COMPLETED)]);
    let begun = begin(&service, "shop", "PROD").await.expect("begun").expect("there is one");
    assert_eq!(outcomes(&begun), [("DEV", COMPLETED), ("PROD", PromotionStatus::Started {})]);
}

/// covers: [CHK-01]
#[tokio::test]
async fn deleting_keeps_the_list_that_another_bundle_has_and_the_name_can_be_used_again() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    let files = || vec![artifact("npm-dev/a.tgz", "a")];
    service.import(bundle("copy", "1", files()), ann(2_000)).await.expect("taken in");
    assert_eq!(fixture.lists().len(), 1);
    assert!(delete(&service, "shop").await.expect("deleted"));
    assert!(!delete(&service, "shop").await.expect("there is none"));
    assert_eq!((fixture.lists().len(), progress(&service, "1").await), (1, None));
    assert_eq!(holders(&service, "a").await, ["copy 1"]);
    let all = service.artifacts("copy".into(), "1".into()).await.expect("read");
    assert_eq!(all, Some(files()));
    assert!(delete(&service, "copy").await.expect("deleted"));
    assert!(fixture.lists().is_empty());
    assert!(holders(&service, "a").await.is_empty());
    assert_eq!(service.artifacts("copy".into(), "1".into()).await.expect("read"), None);
    create_shop(&service).await;
    assert_eq!(holders(&service, "a").await, ["shop 1"]);
    assert_eq!(holders(&fixture.open(), "a").await, ["shop 1"]);
}
