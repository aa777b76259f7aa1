//! Cargo with a virtual repository that joins one of its own server with one of another Waybill.

use serde_json::json;
use waybill_tests::run;

use super::cargo::Cargo;
use crate::stage::Stage;

/// A server with the repository `theirs`, which everyone may read, and another one whose repository `all` joins its own
/// `own` with that one.
pub(super) async fn two_servers(package_type: &str, below: &str) -> (Stage, Stage) {
    let upstream = Stage::with("theirs", package_type).await;
    everyone_reads(&upstream, &["theirs"]).await;
    let stage = Stage::reaching(&[upstream.server.address()]).await;
    let (ann, address) = (stage.ann(), upstream.server.address());
    // Artifacts of Maven have the addresses of files.
    let api = if package_type == "maven" { String::new() } else { format!("api/{package_type}/") };
    let url = format!("http://{address}/artifactory/{api}theirs/{below}");
    let remote = json!({"rclass": "remote", "packageType": package_type, "url": url});
    assert_eq!(ann.create("remote", remote).await.status, 200);
    assert_eq!(ann.create("own", json!({"packageType": package_type})).await.status, 200);
    let joined = json!({
        "rclass": "virtual",
        "packageType": package_type,
        "repositories": ["own", "remote"],
        "defaultDeploymentRepo": "own",
    });
    assert_eq!(ann.create("all", joined).await.status, 200);
    (upstream, stage)
}

pub(super) async fn everyone_reads(stage: &Stage, keys: &[&str]) {
    let everything = json!({"include_patterns": ["**"]});
    let targets: serde_json::Value =
        keys.iter().map(|key| ((*key).to_owned(), everything.clone())).collect();
    stage.grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets})).await;
}

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn cargo_builds_with_what_another_waybill_has_and_publishes_beside_it() {
    run(async {
        let (upstream, stage) = two_servers("cargo", "index/").await;
        let publisher = Cargo::of("/artifactory/api/cargo/theirs/index", &upstream, &upstream.ann);
        for version in ["1.0.0", "1.1.0"] {
            publisher.package("Shop_Core", version, "");
            publisher.publish("Shop_Core").succeeded();
        }
        let index = "/artifactory/api/cargo/all/index";
        let cargo = Cargo::of(index, &stage, &stage.ann);
        let dependency =
            "[dependencies]\nShop_Core = { version = \"1\", registry = \"crates-local\" }";
        cargo.package("cart", "0.1.0", dependency);
        cargo.publish("cart").succeeded();
        let dependency =
            "[dependencies]\ncart = { version = \"0.1\", registry = \"crates-local\" }";
        cargo.package("app", "1.0.0", dependency);
        cargo.run("app", "build").succeeded();
        assert_eq!(cargo.locked("app", "Shop_Core"), "1.1.0");
        // What another server has cannot be yanked here.
        let refused = cargo.run(".", "yank --registry crates-local Shop_Core@1.1.0").failed();
        assert!(refused.contains("404"), "{refused}");
        cargo.run(".", "yank --registry crates-local cart@0.1.0").succeeded();
        cargo.run(".", "yank --undo --registry crates-local cart@0.1.0").succeeded();

        // What was fetched once is fetched while the other server is down.
        upstream.server.stop();
        let later = Cargo::of(index, &stage, &stage.ann);
        later.package("app", "1.0.0", dependency);
        let lock = std::fs::read_to_string(cargo.0.path("app/Cargo.lock")).expect("a lock");
        later.0.write("app/Cargo.lock", &lock);
        later.run("app", "fetch --locked").succeeded();
        stage.server.stop();
    });
}
