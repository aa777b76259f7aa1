//! Builds: publishing build-infos, reading and comparing them, and who may do that.

use serde_json::{Value, json};
use waybill_tests::{Answer, Place, Request, run};

use crate::permissions::PERMISSIONS;
use crate::signed_in;
use crate::stage::{Client, Stage};

const BUILD: &str = "/artifactory/api/build";

fn info(name: &str, number: &str) -> Value {
    json!({
        "version": "1.0.1", "name": name, "number": number, "started": "2026-01-31T12:00:00.000+0100",
        "agent": {"name": "jf", "version": "2.5"}, "ofTomorrow": {"kept": [1]}, "properties": {"a": "1"},
        "vcs": [{"url": "https://git.example/shop", "revision": "abc", "branch": "main"}],
        "modules": [{"id": "shop:1", "type": "generic", "artifacts": [], "dependencies": []}],
    })
}

async fn publish(client: &Client<'_>, info: &Value) -> Answer {
    client.put(BUILD, info.to_string()).await
}

/// Sets what Bob may do with builds.
async fn grant_bob(stage: &Stage, patterns: &[&str], actions: &[&str]) {
    let build = json!({
        "actions": {"users": {"bob": actions}},
        "targets": {"artifactory-build-info": {"include_patterns": patterns}},
    });
    let path = format!("{PERMISSIONS}/builds/build");
    let changed = stage.bearer("PUT", &path, Some(build.clone())).await;
    if changed.status == 404 {
        let new = json!({"name": "builds", "resources": {"build": build}});
        assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201);
    }
}

/// covers: [BUILD-01, BUILD-02, BUILD-05]
#[test]
fn a_build_is_published_read_compared_and_deleted_and_survives_a_restart() {
    run(async {
        let stage = Stage::new().await;
        let ann = stage.ann();
        assert_eq!(ann.get(BUILD).await.json()["builds"], json!([]));
        for number in ["51", "52"] {
            let published = publish(&ann, &info("folder/shop :: 100%", number)).await;
            assert_eq!(published.status, 204, "{:?}", published.json());
        }
        let name = "folder%2Fshop%20%3A%3A%20100%25";
        let listed = ann.get(BUILD).await.json();
        let row = json!({"uri": format!("/{name}"), "lastStarted": "2026-01-31T12:00:00.000+0100"});
        assert_eq!(listed["builds"], json!([row]));
        let runs = ann.get(&format!("{BUILD}/{name}")).await.json();
        assert_eq!(runs["buildsNumbers"][0]["uri"], "/51");
        assert_eq!(runs["buildsNumbers"].as_array().map(Vec::len), Some(2));
        let one = ann.get(&format!("{BUILD}/{name}/51")).await.json();
        assert_eq!(one["buildInfo"], info("folder/shop :: 100%", "51"));
        assert!(one["uri"].as_str().is_some_and(|uri| uri.ends_with(&format!("{name}/51"))));

        // The same number again: the newest publication is what it means.
        let mut newer = info("folder/shop :: 100%", "52");
        newer["properties"] = json!({"a": "2", "b": "1"});
        newer["modules"][0]["artifacts"] = json!([{"name": "shop.zip", "sha1": "a"}]);
        assert_eq!(publish(&ann, &newer).await.status, 204);
        let diff = ann.get(&format!("{BUILD}/{name}/52?diff=51")).await.json();
        assert_eq!(diff["artifacts"]["new"][0]["name"], "shop.zip");
        assert_eq!(diff["properties"]["updated"][0]["previous"]["value"], "1");
        assert_eq!(diff["properties"]["new"][0]["key"], "b");
        assert_eq!(diff["dependencies"]["removed"], json!([]));

        let stage = stage.restarted();
        let ann = stage.ann();
        assert_eq!(ann.get(&format!("{BUILD}/{name}/52")).await.json()["buildInfo"], newer);
        let started = "started=2020-01-01T00:00:00.000%2B0000";
        assert_eq!(ann.get(&format!("{BUILD}/{name}/52?{started}")).await.status, 404);
        assert_eq!(ann.delete(&format!("{BUILD}/{name}")).await.code(), "no_build_numbers");
        // All that are named, or none.
        let deleted = ann.delete(&format!("{BUILD}/{name}?buildNumbers=51,99")).await;
        assert_eq!(deleted.status, 404);
        assert_eq!(ann.delete(&format!("{BUILD}/{name}?buildNumbers=51")).await.status, 200);
        assert_eq!(ann.get(&format!("{BUILD}/{name}/51")).await.status, 404);
        let all = json!({"buildName": "folder/shop :: 100%", "deleteAll": true});
        let delete = Request::new("POST", &format!("{BUILD}/delete"));
        assert_eq!(ann.send(delete.json(&all)).await.status, 200);
        assert_eq!(ann.get(&format!("{BUILD}/{name}")).await.status, 404);
        // No record names them any longer, so that the next start removes the documents.
        let documents = |place: &Place| {
            let folder = place.data().join("builds/documents");
            std::fs::read_dir(folder).expect("the build-infos").count()
        };
        assert_eq!(documents(&stage.place), 2);
        assert_eq!(publish(&stage.ann(), &newer).await.status, 204);
        let stage = stage.restarted();
        assert_eq!(documents(&stage.place), 1);
        assert!(stage.place.run(&["fsck", "--data", "{data}"]).status.success());
    });
}

/// covers: [BUILD-02]
#[test]
fn what_is_not_valid_is_named_and_nothing_is_stored() {
    run(async {
        let stage = Stage::new().await;
        let ann = stage.ann();
        let with = |field: &str, value: Value| {
            let mut info = info("shop", "1");
            info[field] = value;
            info.to_string()
        };
        for (body, field) in [
            (String::new(), Value::Null),
            ("[]".into(), Value::Null),
            ("{\"name\":".into(), json!("name")),
            ("{}".into(), json!("name")),
            (with("name", json!("../shop")), json!("name")),
            (with("number", json!("")), json!("number")),
            (with("started", json!("yesterday")), json!("started")),
            (
                with("modules", json!([{"id": "m", "artifacts": [{}]}])),
                json!("modules[0].artifacts[0].name"),
            ),
            (with("modules", json!([{"id": 1, "artifacts": 2}])), json!("modules[0].artifacts")),
            (with("url", json!("u".repeat(5_000))), json!("url")),
        ] {
            let refused = ann.put(BUILD, body.clone()).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (400, "build_info"),
                "{body:.80}"
            );
            assert_eq!(refused.json()["error"]["field"], field, "{body:.80}");
        }
        let project =
            ann.put(&format!("{BUILD}?project=none"), info("shop", "1").to_string()).await;
        assert_eq!((project.status, project.code().as_str()), (400, "unknown_project"));
        let large =
            ann.send(Request::new("PUT", BUILD).body(vec![b' '; 32 * 1_024 * 1_024 + 1])).await;
        assert_eq!((large.status, large.code().as_str()), (413, "too_large"));
        assert_eq!(ann.get(BUILD).await.json()["builds"], json!([]));
    });
}

/// covers: [BUILD-03]
#[test]
fn nothing_is_granted_by_default_and_what_may_not_be_read_is_not_there() {
    run(async {
        let stage = Stage::new().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        // All that he may do with files gives nothing here.
        stage.grant_bob(&["READ", "WRITE", "DELETE", "MANAGE"]).await;
        assert_eq!(publish(&ann, &info("shop", "1")).await.status, 204);
        assert_eq!(publish(&ann, &info("other", "1")).await.status, 204);
        assert_eq!(publish(&bob, &info("shop", "2")).await.status, 403);
        for path in ["shop", "shop/1", "none", "none/1"] {
            let refused = bob.get(&format!("{BUILD}/{path}")).await;
            assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{path}");
        }
        assert_eq!(bob.get(BUILD).await.json()["builds"], json!([]));
        assert_eq!(stage.anyone(Request::new("GET", BUILD)).await.status, 401);

        grant_bob(&stage, &["shop/**"], &["READ"]).await;
        assert_eq!(bob.get(BUILD).await.json()["builds"][0]["uri"], "/shop");
        assert_eq!(bob.get(&format!("{BUILD}/shop/1")).await.status, 200);
        assert_eq!(bob.get(&format!("{BUILD}/other/1")).await.status, 404);
        assert_eq!(bob.delete(&format!("{BUILD}/shop?buildNumbers=1")).await.status, 403);
        assert_eq!(bob.delete(&format!("{BUILD}/other?buildNumbers=1")).await.status, 404);
        assert_eq!(bob.delete(&format!("{BUILD}/shop?deleteAll=1")).await.status, 404);

        // Writing is not replacing; the same document again is no other publication.
        grant_bob(&stage, &["shop/**"], &["READ", "WRITE"]).await;
        assert_eq!(publish(&bob, &info("other", "2")).await.status, 403);
        assert_eq!(publish(&bob, &info("shop", "2")).await.status, 204);
        assert_eq!(publish(&bob, &info("shop", "2")).await.status, 204);
        let mut changed = info("shop", "2");
        changed["properties"] = json!({});
        let refused = publish(&bob, &changed).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "build_exists"));
        grant_bob(&stage, &["shop/**"], &["READ", "WRITE", "DELETE"]).await;
        assert_eq!(publish(&bob, &changed).await.status, 204);
        assert_eq!(bob.delete(&format!("{BUILD}/shop?deleteAll=1")).await.status, 200);
        assert_eq!(ann.get(&format!("{BUILD}/shop")).await.status, 404);
    });
}

/// covers: [BUILD-04]
#[test]
fn the_console_shows_runs_and_links_their_files_to_what_is_stored() {
    run(async {
        let stage = Stage::new().await;
        let about = stage.ann().get("/artifactory/api/storage/files/team/a.txt").await.json();
        let (sha256, sha1) = (&about["checksums"]["sha256"], &about["checksums"]["sha1"]);
        let mut shop = info("a/b", "7");
        shop["modules"][0]["artifacts"] = json!([
            {"name": "a.txt", "sha256": sha256}, {"name": "gone", "sha1": "0".repeat(40)},
        ]);
        shop["modules"][0]["dependencies"] = json!([{"id": "x:1", "sha1": sha1}]);
        assert_eq!(publish(&stage.ann(), &shop).await.status, 204);
        let mut console = signed_in(&stage.server).await;
        let page = console.get("builds?text=A").await.json();
        assert_eq!((&page["total"], &page["builds"][0]["name"]), (&json!(1), &json!("a/b")));
        assert_eq!(page["builds"][0]["last"]["counts"]["artifacts"], 2);
        assert_eq!(console.get("builds?text=zzz").await.json()["total"], 0);
        let run = "name=a%2Fb&number=7";
        let details = console.get(&format!("builds/run?{run}")).await.json();
        assert_eq!(details["vcs"][0]["branch"], "main");
        assert_eq!(details["run"]["may_delete"], true);
        for (kind, at, stored) in
            [("artifacts", 0, true), ("artifacts", 1, false), ("dependencies", 0, true)]
        {
            let files =
                console.get(&format!("builds/files?{run}&module=0&kind={kind}")).await.json();
            let place = &files["files"][at]["place"];
            let expected = json!({"repository": "files", "path": "team/a.txt"});
            assert_eq!(*place, if stored { expected } else { Value::Null }, "{kind} {at}");
        }
        let document = console.get(&format!("builds/document?{run}")).await;
        assert_eq!(document.json(), shop);
        // A file that is gone is no longer linked, by either checksum.
        assert_eq!(stage.ann().delete("/artifactory/files/team/a.txt").await.status, 204);
        for kind in ["artifacts", "dependencies"] {
            let files =
                console.get(&format!("builds/files?{run}&module=0&kind={kind}")).await.json();
            assert_eq!(files["files"][0]["place"], Value::Null, "{kind}");
        }
        let wanted = json!({"name": "a/b", "numbers": ["7"]});
        assert_eq!(console.post("builds/delete", wanted.clone()).await.json()["deleted"], 1);
        assert_eq!(console.post("builds/delete", wanted).await.status, 404);
        assert_eq!(console.get(&format!("builds/run?{run}")).await.status, 404);
    });
}
