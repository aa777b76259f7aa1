//! What is shown of a bundle, what is promoted of it, who ends what a stop has interrupted, and how long records are.

use serde_json::Value;
use waybill_journal::scan_all;
use waybill_machines::Timestamp;
use waybill_machines::rules::release_bundles::PROMOTION_REPOSITORIES_MAX;
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::secret::Digest;
use waybill_platform::release_bundles::{
    Artifact, Details, EmbeddedReleaseBundles, NewBundlePromotion, PageRange, ReleaseBundles as _,
};

use super::{
    ALL, COMPLETED, Fixture, ann, artifact, begin, bundle, create_shop, delete, end, outcomes,
};

/// A page of the files of `shop 1` below one of its two folders.
async fn shown(service: &EmbeddedReleaseBundles, portion: PageRange) -> Details {
    let shows = Box::new(|artifact: &Artifact| artifact.path.starts_with("npm-dev/b"));
    let shown = service.one_shown("shop".into(), "1".into(), portion, shows).await;
    shown.expect("read").expect("there is one")
}

fn paths(details: &Details) -> Vec<&str> {
    details.artifacts.iter().map(|artifact| artifact.path.as_str()).collect()
}

/// covers: [CHK-01]
#[tokio::test]
async fn pages_of_a_created_bundle_have_only_what_is_shown_and_an_imported_one_has_all() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let files = || {
        let paths = ["npm-dev/a/1", "npm-dev/b/1", "npm-dev/b/2", "npm-dev/b/3", "npm-dev/c/1"];
        paths.map(|path| artifact(path, path)).to_vec()
    };
    service.create(bundle("shop", "1", files()), ann(1_000)).await.expect("created");
    let whole = shown(&service, ALL).await;
    assert_eq!(paths(&whole), ["npm-dev/b/1", "npm-dev/b/2", "npm-dev/b/3"]);
    assert!(!whole.has_next);
    let first = shown(&service, PageRange { after: None, offset: 1, limit: 1 }).await;
    assert_eq!((paths(&first), first.has_next), (vec!["npm-dev/b/2"], true));
    let after = Some("npm-dev/b/2".to_owned());
    let last = shown(&service, PageRange { after, offset: 0, limit: 1 }).await;
    assert_eq!((paths(&last), last.has_next), (vec!["npm-dev/b/3"], false));

    // No repository has the files of an imported bundle, even if its manifest has their package type.
    delete(&service, "shop").await.expect("deleted");
    let mut typed = files();
    typed[0].package_type = Some(PackageType::Npm);
    service.import(bundle("shop", "1", typed), ann(2_000)).await.expect("taken in");
    assert_eq!(shown(&service, ALL).await.artifacts, files());
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_promotion_of_a_bundle_that_was_replaced_meanwhile_does_not_begin() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let list = create_shop(&service).await.bundle.list.digest;
    let begun_of = async |list: Digest| {
        let new = NewBundlePromotion {
            list,
            environment: "PROD".into(),
            repositories: vec!["npm-prod".into()],
        };
        let begun = service.begin_promotion("shop".into(), "1".into(), new, ann(3_000)).await;
        begun.expect("read")
    };
    delete(&service, "shop").await.expect("deleted");
    let others = vec![artifact("npm-dev/b.tgz", "b")];
    let other = service.create(bundle("shop", "1", others), ann(2_000)).await.expect("created");
    assert!(begun_of(list).await.is_none());
    assert!(begun_of(other.bundle.list.digest).await.is_some());
}

/// covers: [HOOK-04]
#[tokio::test]
async fn promotions_to_many_repositories_leave_records_short() {
    let fixture = Fixture::new();
    let service = fixture.open();
    let list = create_shop(&service).await.bundle.list.digest;
    let repositories: Vec<String> =
        (0..PROMOTION_REPOSITORIES_MAX).map(|number| format!("{number:0>64}")).collect();
    for number in 0..25 {
        let environment = format!("E{number}");
        let (list, repositories) = (list.clone(), repositories.clone());
        let new = NewBundlePromotion { list, environment, repositories };
        let begun = service.begin_promotion("shop".into(), "1".into(), new, ann(2_000)).await;
        begun.expect("begun").expect("there is one");
        end(&service).await.expect("ended");
    }
    // One to few repositories takes little room.
    begin(&service, "shop", "LAST").await.expect("begun");
    let ended = end(&service).await.expect("ended").expect("there is one");
    let of = |name| (name, COMPLETED);
    assert_eq!(outcomes(&ended), [of("E22"), of("E23"), of("E24"), of("LAST")]);
    let longest =
        scan_all(fixture.journal.as_ref(), 0).map(|stored| stored.expect("one").line.len());
    assert!(longest.max().expect("one") < 24 * 1_024);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn what_a_stop_has_interrupted_is_ended_by_the_server_even_if_a_user_comes_first() {
    let fixture = Fixture::new();
    let service = fixture.open();
    create_shop(&service).await;
    begin(&service, "shop", "DEV").await.expect("begun");
    // There is room for the beginning of a creation only.
    fixture.journal.faults().out_of_space_after(1);
    let second = || bundle("shop", "2", vec![artifact("npm-dev/b.tgz", "b")]);
    service.create(second(), ann(2_000)).await.expect_err("there is no room");
    fixture.journal.faults().out_of_space(false);
    let service = fixture.open();
    let known = scan_all(fixture.journal.as_ref(), 0).count();
    service.create(second(), ann(5_000)).await.expect("created");
    begin(&service, "shop", "PROD").await.expect("begun");
    // What has begun since goes on.
    service.end_interrupted(Timestamp::from_ms(6_000)).await.expect("nothing is left");
    let one = service.one("shop".into(), "1".into(), ALL).await.expect("read").expect("one");
    assert!(one.stored.is_promoting());
    let records = scan_all(fixture.journal.as_ref(), 0).skip(known).map(|stored| {
        let record: Value = serde_json::from_str(&stored.expect("one").line).expect("JSON");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&record["event"]["type"]), text(&record["who"]))
    });
    let records: Vec<(String, String)> = records.collect();
    let expected = [
        ("fail", "system"),
        ("begin", "p_ann"),
        ("complete", "p_ann"),
        ("end_promotion", "system"),
        ("begin_promotion", "p_ann"),
    ];
    let expected = expected.map(|(event, who)| (event.to_owned(), who.to_owned()));
    assert_eq!(records, expected);
}
