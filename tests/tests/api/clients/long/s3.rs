//! Contents of files in a store that speaks S3.

mod store;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Place, Request, run};

use crate::signed_in;
use crate::stage::{Client, Stage};
use store::{Gate, Store};

/// A content of several parts, none of which equals another.
fn large() -> Vec<u8> {
    (0..2_500_000_u64).flat_map(u64::to_le_bytes).collect()
}

/// What a collection says, in the running server or with the configuration of the place.
fn collected(place: &Place, arguments: &[&str]) -> Value {
    let config = place.path("config.toml").to_string_lossy().into_owned();
    let common = ["gc", "--json", "--data", "{data}", "--config", &config];
    let output = place.run(&[&common, arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a line of JSON")
}

/// Uploads a layer as Docker does that is interrupted: in chunks, of which the second is sent again.
async fn push_in_chunks(ann: &Client<'_>, content: &[u8]) {
    let image = "/v2/docker-local/acme/shop/blobs";
    let begun = ann.send(Request::new("POST", &format!("{image}/uploads/"))).await;
    assert_eq!(begun.status, 202);
    let upload = begun.header("location").expect("an address").to_owned();
    let (first, rest) = content.split_at(content.len() / 3);
    let range = |from: usize, to: usize| format!("{from}-{}", to - 1);
    let patch = |range: String, body: &[u8]| {
        let request = Request::new("PATCH", &upload).header("content-range", &range);
        request.header("content-type", "application/octet-stream").body(body)
    };
    assert_eq!(ann.send(patch(range(0, first.len()), first)).await.status, 202);
    // A client that does not know what arrived asks.
    assert_eq!(ann.send(patch(range(0, first.len()), first)).await.status, 416);
    let known = ann.get(&upload).await;
    assert_eq!(known.header("range").map(str::to_owned), Some(range(0, first.len())));
    assert_eq!(ann.send(patch(range(first.len(), content.len()), rest)).await.status, 202);
    let digest = sha256_hex(content);
    let complete = Request::new("PUT", &format!("{upload}?digest=sha256:{digest}"));
    assert_eq!(ann.send(complete).await.status, 201);
    let found = ann.get(&format!("{image}/sha256:{digest}")).await;
    assert_eq!((found.status, found.body == content), (200, true));
}

/// covers: [STORE-01, STORE-02]
#[test]
fn files_are_stored_read_and_collected_in_a_bucket() {
    run(async {
        let store = Store::start().await;
        let mut stage = Stage::at(store.place()).await;
        assert_eq!(store.contents().await.len(), 4);
        let (large, path) = (large(), "/artifactory/files/large");
        for name in ["large", "again"] {
            let stored =
                stage.ann().put(&format!("/artifactory/files/{name}"), large.clone()).await;
            assert_eq!(stored.status, 201);
        }
        assert_eq!((store.contents().await.len(), store.uploads().await), (5, 0));
        push_in_chunks_to_new_repository(&stage, &large[..9_000_000]).await;
        stage = stage.restarted();
        let ann = stage.ann();
        let whole = ann.get(path).await;
        assert_eq!((whole.status, whole.body == large), (200, true));
        let ranged = Request::new("GET", path).header("range", "bytes=8388600-16777300");
        let part = ann.send(ranged).await;
        assert_eq!((part.status, part.body == large[8_388_600..=16_777_300]), (206, true));
        assert!(!stage.place.data().join("blobs/sha256").exists(), "nothing is kept here");

        // A store that is down: nothing is recorded, nothing is lost, and the status of the services has it.
        store.set(Gate::Closed);
        let refused = ann.put("/artifactory/files/new", "new").await;
        assert_eq!(refused.status, 503, "{}", String::from_utf8_lossy(&refused.body));
        let sentence = String::from_utf8_lossy(&refused.body).into_owned();
        assert!(sentence.contains("contents of files cannot be reached"), "{sentence}");
        assert_eq!(ann.get(path).await.status, 503);
        let mut admin = signed_in(&stage.server).await;
        let mut shown = String::new();
        for _ in 0..60 {
            let answer = admin.get("/router/api/v1/topology/health").await;
            shown = String::from_utf8_lossy(&answer.body).into_owned();
            if shown.contains("contents_unreachable") || shown.contains("Files cannot be stored") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        assert!(shown.contains("Files cannot be stored or read"), "{shown}");
        store.set(Gate::Open);
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(ann.get("/artifactory/files/new").await.status, 404);
        assert_eq!(ann.put("/artifactory/files/new", "new").await.status, 201);
        assert_eq!(ann.get(path).await.body.len(), large.len());

        // The last file that has a content takes it along.
        for (name, left) in [("large", 7), ("again", 6)] {
            assert_eq!(ann.delete(&format!("/artifactory/files/{name}")).await.status, 204);
            collected(&stage.place, &["--grace-hours", "0"]);
            assert_eq!(store.contents().await.len(), left, "{name}");
        }
        let place = stage.place.clone();
        assert!(stage.server.stop().success());
        assert_eq!(collected(&place, &["--grace-hours", "0"])["kept"]["contents"], 6);
        assert!(!place.log().contains("canary-of-the-key"));
    });
}

async fn push_in_chunks_to_new_repository(stage: &Stage, content: &[u8]) {
    let created = stage.ann().create("docker-local", json!({"packageType": "docker"})).await;
    assert_eq!(created.status, 200);
    push_in_chunks(&stage.ann(), content).await;
}

/// covers: [STORE-02]
#[test]
fn of_an_upload_that_was_killed_nothing_is_visible_and_nothing_stays() {
    run(async {
        let store = Store::start().await;
        let Stage { place, server, ann, .. } = Stage::at(store.place()).await;
        let before = store.contents().await;
        let client = Client::new(&server, &ann);
        let upload = async {
            let request = Request::new("PUT", "/artifactory/files/killed").body(large());
            assert!(client.try_send(request).await.is_none(), "it was not killed in time");
        };
        let killing = async {
            while store.uploads().await == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            store.set(Gate::Stalled);
            tokio::time::sleep(Duration::from_millis(200)).await;
            let killed = Command::new("kill").args(["-9", &server.id().to_string()]).status();
            assert!(killed.expect("kill runs").success());
        };
        futures_util::future::join(upload, killing).await;
        store.set(Gate::Open);
        assert_eq!((store.contents().await, store.uploads().await), (before.clone(), 1));
        server.wait();
        let server = place.start();
        let client = Client::new(&server, &ann);
        assert_eq!(client.get("/artifactory/files/killed").await.status, 404);
        assert_eq!(collected(&place, &["--dry-run"])["abandoned_uploads"], 0);
        assert_eq!(store.uploads().await, 1);
        assert_eq!(collected(&place, &["--grace-hours", "0"])["abandoned_uploads"], 1);
        assert_eq!((store.contents().await, store.uploads().await), (before, 0));
        assert_eq!(client.put("/artifactory/files/killed", large()).await.status, 201);
        assert_eq!(client.get("/artifactory/files/killed").await.body, large());
    });
}

/// covers: [STORE-03]
#[test]
fn a_configuration_that_does_not_fit_the_contents_is_refused_with_a_way_out() {
    run(async {
        let store = Store::start().await;
        let stage = Stage::at(store.place()).await;
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        let key = place.path("s3.key");
        let settings = store.settings(&key);
        let refused = |place: &Place, settings: &str| {
            let output = place.clone().with_settings(settings).start_fails("127.0.0.1:0");
            assert_eq!(output.status.code(), Some(2));
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        // The contents are elsewhere.
        let here = refused(&place, "");
        assert!(
            here.contains("they are in the bucket waybill") && here.contains("[contents.s3]"),
            "{here}"
        );
        let moved = refused(&place, &settings.replace("of/acme", "of/other"));
        assert!(moved.contains("has no object of/other/waybill.json"), "{moved}");
        let wrong = refused(&place, &settings.replace("\"waybill\"", "\"no-such-bucket\""));
        assert!(wrong.contains("there is no such bucket"), "{wrong}");
        // Another Waybill at the same place.
        let another = refused(&store.place(), &settings);
        assert!(
            another.contains("those of another Waybill") && another.contains("delete that object"),
            "{another}"
        );
        // Contents that are here.
        let folder = Stage::new().await;
        let local = folder.place.clone();
        assert!(folder.server.stop().success());
        let switched = refused(&local, &settings.replace("of/acme", "of/new"));
        assert!(
            switched.contains("there are contents in") && switched.contains("[contents.s3]"),
            "{switched}"
        );
        // Without the note it is a place for new contents, as the sentences say.
        fs::remove_file(place.data().join("blobs/store.json")).expect("the note");
        let other = settings.replace("of/acme", "of/other");
        assert!(place.clone().with_settings(&other).start().stop().success());
        // A key that others can read, or that is none.
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(&key, open).expect("a mode");
        let shared = refused(&place, &settings);
        assert!(shared.contains("others on this machine can open it"), "{shared}");
        fs::remove_file(&key).expect("the key");
        assert!(refused(&place, &settings).contains("the secret access key"));
        assert_eq!(store.contents().await.len(), 4);
    });
}
