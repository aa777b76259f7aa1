//! Distributions of bundles to other installations, and removals of received ones: what is recorded of them.

use serde_json::Value;
use waybill_journal::scan_all;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{
    DistributionFailure, DistributionKind, DistributionStatus, TargetOutcome,
};
use waybill_machines::rules::distribution::{
    BUNDLE_DISTRIBUTION_TARGETS_MAX, BUNDLE_DISTRIBUTIONS_MAX, DISTRIBUTION_PATH_BYTES_MAX,
    DISTRIBUTION_TARGETS_MAX,
};
use waybill_machines::rules::release_bundles::{
    BUNDLE_PROMOTION_KEYS_MAX, BUNDLE_PROMOTIONS_MAX, BundleProblem,
};
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::release_bundles::{
    Artifact, BundleError, EmbeddedReleaseBundles, NewBundle, NewBundlePromotion, NewDistribution,
    ReleaseBundles as _, StoredBundle,
};
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use super::{ALL, Fixture, ann, artifact, begin, bundle, create_shop, delete, end};

const DONE: TargetOutcome = TargetOutcome::Completed { files: 1 };

fn failed(why: DistributionFailure, path: Option<&str>) -> TargetOutcome {
    TargetOutcome::Failed { why, path: path.map(str::to_owned) }
}

/// What is answered of a change of `shop 1`.
type Changed = Result<Option<StoredBundle>, BundleError>;

fn shop() -> (String, String) {
    ("shop".to_owned(), "1".to_owned())
}

async fn known(service: &EmbeddedReleaseBundles) -> StoredBundle {
    let (name, version) = shop();
    service.one(name, version, ALL).await.expect("read").expect("there is one").stored
}

async fn distribute(
    service: &EmbeddedReleaseBundles,
    kind: DistributionKind,
    targets: &[&str],
) -> Changed {
    let list = known(service).await.bundle.list.digest;
    let targets = targets.iter().map(|key| (*key).to_owned()).collect();
    let (name, version) = shop();
    let new = NewDistribution { list, kind, targets };
    service.begin_distribution(name, version, new, ann(2_000)).await
}

async fn at_target(
    service: &EmbeddedReleaseBundles,
    target: &str,
    outcome: TargetOutcome,
) -> Changed {
    let (name, version) = shop();
    service.end_target(name, version, target.to_owned(), outcome, ann(3_000)).await
}

async fn end_all(service: &EmbeddedReleaseBundles) -> Changed {
    let (name, version) = shop();
    service.end_distribution(name, version, ann(4_000)).await
}

async fn abort(service: &EmbeddedReleaseBundles, number: u32) -> Changed {
    let (name, version) = shop();
    service.abort_distribution(name, version, number, ann(4_000)).await
}

/// The number, the status and the outcomes of the newest distribution.
fn newest(stored: &StoredBundle) -> (u32, DistributionStatus, Vec<TargetOutcome>) {
    let newest = stored.distributions.last().expect("there is one");
    let outcomes = newest.targets.iter().map(|target| target.outcome.clone()).collect();
    (newest.number, newest.status.clone(), outcomes)
}

fn stored(changed: Changed) -> StoredBundle {
    changed.expect("recorded").expect("there is one")
}

/// covers: [HOOK-04]
#[tokio::test]
async fn one_distribution_is_in_progress_at_a_time_and_beside_no_promotion() {
    use DistributionKind::{Distribute, Remove};
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    let of_another = Digest("0".repeat(64));
    let new = NewDistribution { list: of_another, kind: Distribute, targets: vec!["eu".into()] };
    let replaced = service.begin_distribution("shop".into(), "1".into(), new, ann(2_000)).await;
    assert!(replaced.expect("read").is_none());
    let none = distribute(&service, Distribute, &[]).await.expect_err("refused");
    assert!(matches!(none, BundleError::Problem { problem: BundleProblem::Targets, at: None }));
    assert!(matches!(end_all(&service).await, Err(BundleError::NotDistributing)));
    let begun = stored(distribute(&service, Distribute, &["europe", "asia"]).await);
    assert!(begun.distributing().is_some_and(|begun| begun.number == 1 && begun.has_pending()));
    let second = distribute(&service, Remove, &["europe"]).await;
    assert!(matches!(second, Err(BundleError::Distributing)), "{second:?}");
    assert!(matches!(begin(&service, "shop", "DEV").await, Err(BundleError::Distributing)));
    assert!(matches!(delete(&service, "shop").await, Err(BundleError::Distributing)));
    assert!(matches!(end_all(&service).await, Err(BundleError::Distributing)));
    stored(at_target(&service, "europe", DONE).await);
    for gone in ["europe", "africa"] {
        let ended = at_target(&service, gone, DONE).await;
        assert!(matches!(ended, Err(BundleError::NotDistributing)), "{ended:?}");
    }
    stored(at_target(&service, "asia", DONE).await);
    let ended = stored(end_all(&service).await);
    assert_eq!(newest(&ended), (1, DistributionStatus::Completed {}, vec![DONE, DONE]));
    assert!(ended.distributing().is_none());
    begin(&service, "shop", "DEV").await.expect("begun");
    let beside = distribute(&service, Distribute, &["europe"]).await;
    assert!(matches!(beside, Err(BundleError::Promoting)), "{beside:?}");
    end(&service).await.expect("ended");
    // What is stopped ends at once.
    stored(distribute(&service, Distribute, &["europe", "asia"]).await);
    assert!(matches!(abort(&service, 1).await, Err(BundleError::NotDistributing)));
    let aborted = stored(abort(&service, 2).await);
    let by = Some(PersonId("p_ann".into()));
    let given_up = failed(DistributionFailure::Aborted, None);
    let expected = (2, DistributionStatus::Aborted { by }, vec![given_up.clone(), given_up]);
    assert_eq!(newest(&aborted), expected);
    let late = at_target(&service, "europe", DONE).await;
    assert!(matches!(late, Err(BundleError::NotDistributing)), "{late:?}");
    stored(distribute(&service, Remove, &["europe"]).await);
    let one = service.distribution("shop".into(), "1".into(), 3).await.expect("read");
    assert!(one.is_some_and(|one| one.is_started() && one.kind == Remove));
    let (number, status, _) = newest(&stored(abort(&service, 3).await));
    assert!(matches!((number, status), (3, DistributionStatus::Aborted { .. })));
    assert!(matches!(abort(&service, 3).await, Err(BundleError::NotDistributing)));
    let copy = service.import(bundle("copy", "1", vec![artifact("a", "a")]), ann(1)).await;
    let list = copy.expect("taken in").bundle.list.digest;
    let new = NewDistribution { list, kind: Distribute, targets: vec!["europe".into()] };
    let imported = service.begin_distribution("copy".into(), "1".into(), new, ann(2_000)).await;
    assert!(matches!(imported, Err(BundleError::NotDistributable)), "{imported:?}");
}

/// covers: [HOOK-04]
#[tokio::test]
async fn what_a_stop_has_interrupted_has_failed_at_the_targets_that_were_left() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    stored(distribute(&service, DistributionKind::Distribute, &["europe", "asia"]).await);
    stored(at_target(&service, "europe", DONE).await);
    let received = NewBundle { received: true, ..bundle("got", "1", vec![artifact("r/a", "a")]) };
    service.import(received, ann(1_000)).await.expect("taken in");
    service.begin_removal("got".into(), "1".into(), ann(2_000)).await.expect("begun");
    let service = fixture.open();
    service.end_interrupted(Timestamp::from_ms(5_000)).await.expect("recorded");
    let interrupted = failed(DistributionFailure::Interrupted, None);
    let expected = (1, DistributionStatus::Failed {}, vec![DONE, interrupted]);
    assert_eq!(newest(&known(&service).await), expected);
    let got = service.one("got".into(), "1".into(), ALL).await.expect("read").expect("one");
    assert!(got.stored.received && !got.stored.removing);
    let records = scan_all(fixture.journal.as_ref(), 0).map(|stored| {
        let record: Value = serde_json::from_str(&stored.expect("one").line).expect("JSON");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&record["event"]["type"]), text(&record["who"]))
    });
    let mut of_server: Vec<(String, String)> = records.filter(|(_, who)| who == "system").collect();
    of_server.sort();
    let expected = ["fail_removal", "interrupt_distribution"];
    assert_eq!(of_server, expected.map(|event| (event.to_owned(), "system".to_owned())));
    // It can be done again.
    let again = stored(distribute(&service, DistributionKind::Distribute, &["asia"]).await);
    assert_eq!(newest(&again).0, 2);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn ends_that_the_journal_does_not_take_are_recorded_in_their_order_before_the_next_change() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    stored(distribute(&service, DistributionKind::Distribute, &["europe", "asia"]).await);
    fixture.journal.faults().out_of_space(true);
    let refused = failed(DistributionFailure::Refused, Some("npm-dev/a.tgz"));
    for (target, outcome) in [("europe", DONE), ("asia", refused.clone())] {
        let ended = at_target(&service, target, outcome).await;
        assert!(matches!(ended, Err(BundleError::Stream(_))), "{ended:?}");
    }
    assert!(matches!(end_all(&service).await, Err(BundleError::Stream(_))));
    let expected = (1, DistributionStatus::Failed {}, vec![DONE, refused]);
    assert_eq!(newest(&known(&service).await), expected);
    fixture.journal.faults().out_of_space(false);
    begin(&service, "shop", "DEV").await.expect("begun");
    assert_eq!(newest(&known(&fixture.open()).await), expected);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_received_bundle_keeps_the_types_of_its_files_and_is_removed_or_stays() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let files = || {
        let typed = Artifact {
            package_type: Some(PackageType::Generic),
            ..artifact("releases/a.bin", "a")
        };
        vec![typed]
    };
    let received = || NewBundle { received: true, ..bundle("shop", "1", files()) };
    let taken = service.import(received(), ann(1_000)).await.expect("taken in");
    assert!(taken.received && taken.is_in_repositories() && !taken.from_repositories);
    assert_eq!(service.artifacts("shop".into(), "1".into()).await.expect("read"), Some(files()));
    let begin_removal = async || {
        let (name, version) = shop();
        service.begin_removal(name, version, ann(2_000)).await
    };
    let fail_removal = async || {
        let (name, version) = shop();
        service.fail_removal(name, version, ann(3_000)).await
    };
    let end_removal = async || {
        let (name, version) = shop();
        service.end_removal(name, version, ann(4_000)).await
    };
    assert!(matches!(fail_removal().await, Err(BundleError::NotRemoving)));
    assert!(matches!(end_removal().await, Err(BundleError::NotRemoving)));
    // What another installation has sent is not removed with the token of this one.
    let ben = Who::Person(PersonId("p_ben".into()));
    let by_ben = ChangeContext::by(ben, Timestamp::from_ms(2_000));
    let (name, version) = shop();
    let foreign = service.begin_removal(name, version, by_ben).await;
    assert!(matches!(foreign, Err(BundleError::ReceivedFromAnother)), "{foreign:?}");
    assert!(stored(begin_removal().await).removing);
    assert!(matches!(begin_removal().await, Err(BundleError::Removing)));
    assert!(!stored(fail_removal().await).removing);
    stored(begin_removal().await);
    // While its files are removed, it is not deleted.
    let deleted = delete(&service, "shop").await;
    assert!(matches!(deleted, Err(BundleError::Removing)), "{deleted:?}");
    assert!(end_removal().await.expect("deleted"));
    assert!(!end_removal().await.expect("read"));
    assert!(begin_removal().await.expect("read").is_none());
    service.import(received(), ann(5_000)).await.expect("taken in again");
    assert!(delete(&service, "shop").await.expect("deleted without a removal"));
    service.import(bundle("shop", "1", files()), ann(6_000)).await.expect("taken in");
    assert!(matches!(begin_removal().await, Err(BundleError::NotReceived)));
    let removed = scan_all(fixture.journal.as_ref(), 0).filter_map(|stored| {
        let record: Value = serde_json::from_str(&stored.expect("one").line).expect("JSON");
        let event = &record["event"];
        (event["type"] == "delete").then(|| event["removed"] == true)
    });
    assert_eq!(removed.collect::<Vec<_>>(), [true, false]);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn distributions_and_promotions_to_many_places_leave_records_short() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let list = create_shop(&service).await.bundle.list.digest;
    let keys = BUNDLE_PROMOTION_KEYS_MAX / BUNDLE_PROMOTIONS_MAX;
    for number in 0..BUNDLE_PROMOTIONS_MAX {
        let repositories = (0..keys).map(|key| format!("{number:0>32}{key:0>32}")).collect();
        let environment = "E".repeat(32);
        let new = NewBundlePromotion { list: list.clone(), environment, repositories };
        let begun = service.begin_promotion("shop".into(), "1".into(), new, ann(2_000)).await;
        begun.expect("begun").expect("there is one");
        end(&service).await.expect("ended");
    }
    // Escapes make a path twice as long as it is.
    let path = format!("npm-dev/{}", "\"".repeat(1_000));
    let missing = || failed(DistributionFailure::RepositoryMissing, Some(&path));
    let targets: Vec<String> =
        (0..DISTRIBUTION_TARGETS_MAX).map(|number| format!("t{number:0>63}")).collect();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    let run = async |targets: &[&str]| {
        stored(distribute(&service, DistributionKind::Distribute, targets).await);
        for target in targets {
            stored(at_target(&service, target, missing()).await);
        }
        stored(end_all(&service).await)
    };
    for _ in 0..30 {
        run(&targets[..1]).await;
    }
    let few = known(&service).await;
    assert_eq!((few.distributions.len(), newest(&few).0), (BUNDLE_DISTRIBUTIONS_MAX, 30));
    run(&targets).await;
    let many = run(&targets).await;
    let kept: usize = many.distributions.iter().map(|known| known.targets.len()).sum();
    assert_eq!((kept, newest(&many).0), (BUNDLE_DISTRIBUTION_TARGETS_MAX, 32));
    // Where files failed is known of the newest distribution.
    let paths = |outcomes: &[TargetOutcome]| {
        let path = |outcome: &TargetOutcome| match outcome {
            TargetOutcome::Failed { path, .. } => path.clone(),
            TargetOutcome::Pending {} | TargetOutcome::Completed { .. } => None,
        };
        outcomes.iter().filter_map(path).collect::<Vec<_>>()
    };
    let shown = paths(&newest(&many).2);
    assert_eq!(shown.len(), DISTRIBUTION_TARGETS_MAX);
    assert!(shown.iter().all(|path| path.len() <= DISTRIBUTION_PATH_BYTES_MAX));
    begin(&service, "shop", &"E".repeat(32)).await.expect("begun");
    end(&service).await.expect("ended");
    let longest =
        scan_all(fixture.journal.as_ref(), 0).map(|stored| stored.expect("one").line.len());
    let longest = longest.max().expect("one");
    assert!(longest < 31 * 1_024, "{longest}");
}
