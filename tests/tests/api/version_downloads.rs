//! What a version is, and downloading it: its lead file, from the first repository that has it (PKG-05, PKG-08).

use serde_json::{Value, json};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Answer, Browser, Request, run};

use crate::docker::push_image;
use crate::maven::pom;
use crate::packages::{data, publish};
use crate::signed_in;
use crate::stage::{Client, Stage};
use crate::tree::member;

const VERSION: &str = "query($id: String!) { versions(filter: {packageId: $id}) { edges { node { \
    digest repos { name leadFilePath } files { name lead sha256 } } } } }";

async fn version(client: &Client<'_>, id: &str) -> Value {
    let found = data(client, VERSION, json!({"id": id})).await;
    found["versions"]["edges"][0]["node"].clone()
}

async fn ticket(browser: &mut Browser, repository: &Value, path: &Value) -> Answer {
    browser.post("packages/download", json!({"repoKey": repository, "path": path})).await
}

/// covers: [PKG-05, PKG-08]
#[test]
fn a_version_is_its_lead_file_which_is_downloaded_from_the_first_repository() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let client = stage.ann();
        for (key, package_type) in
            [("npm-other", "npm"), ("maven-local", "maven"), ("docker-local", "docker")]
        {
            assert_eq!(client.create(key, json!({"packageType": package_type})).await.status, 200);
        }
        // The same version of different contents: that of the first repository counts.
        publish(&client, "npm-other", "shop", "1.0.0", json!({"description": "other"})).await;
        publish(&client, "npm-local", "shop", "1.0.0", json!({})).await;
        let folder = "/artifactory/maven-local/com/acme/till/1.0";
        for (name, content) in [
            ("till-1.0.pom", pom("com.acme", "till", "1.0", "")),
            ("till-1.0-sources.jar", "the sources".to_owned()),
            ("till-1.0.jar", "the jar".to_owned()),
        ] {
            assert_eq!(client.put(&format!("{folder}/{name}"), content).await.status, 201);
        }
        let digest = push_image(&client, "1.0", b"a layer").await;
        let image = digest.trim_start_matches("sha256:").to_owned();

        let mut ann = signed_in(&stage.server).await;
        for (id, name, sha256) in [
            ("npm://shop", "shop-1.0.0.tgz", None),
            ("maven://com.acme:till", "till-1.0.jar", Some(sha256_hex(b"the jar"))),
            ("docker://acme/shop", "manifest.json", Some(image)),
        ] {
            let found = version(&client, id).await;
            let files = found["files"].as_array().expect("files");
            let leads: Vec<bool> = files.iter().map(|file| file["lead"] == true).collect();
            assert!(leads[0] && !leads[1..].contains(&true), "{id}: {leads:?}");
            assert_eq!(files[0]["name"], name, "{id}");
            assert_eq!(found["digest"], files[0]["sha256"], "{id}");
            if let Some(sha256) = sha256 {
                assert_eq!(found["digest"], json!(sha256), "{id}");
            }
            let first = &found["repos"][0];
            let asked = ticket(&mut ann, &first["name"], &first["leadFilePath"]).await;
            assert_eq!(asked.status, 200, "{id}: {}", asked.json());
            let path = asked.json()["path"].as_str().expect("a path").to_owned();
            let sent = ann.send(Request::new("GET", &path)).await;
            assert_eq!(sent.status, 200, "{id}");
            assert_eq!(json!(sha256_hex(&sent.body)), found["digest"], "{id}");
            assert!(sent.header("content-disposition").expect("a name").contains(name), "{id}");
        }
        let shop = version(&client, "npm://shop").await;
        let keys: Vec<&Value> =
            shop["repos"].as_array().expect("repositories").iter().map(|of| &of["name"]).collect();
        assert_eq!(keys, ["npm-local", "npm-other"]);
    });
}

/// covers: [PKG-08]
#[test]
fn a_download_that_is_not_allowed_is_refused_to_the_caller() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        publish(&stage.ann(), "npm-local", "shop", "1.0.0", json!({})).await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let path = json!("shop/-/shop-1.0.0.tgz");
        let here = json!("npm-local");
        for (answer, status) in [
            // What a user may not see is as if it were not there.
            (ticket(&mut carol, &here, &path).await, 404),
            (ticket(&mut ann, &json!("nowhere"), &path).await, 404),
            (ticket(&mut ann, &here, &json!("shop/-/shop-2.0.0.tgz")).await, 404),
            (ticket(&mut ann, &here, &json!("shop/-")).await, 404),
            (ticket(&mut ann, &here, &json!("a".repeat(4_097))).await, 400),
            (ann.post("packages/download", json!({"repoKey": "x"})).await, 400),
        ] {
            assert_eq!(answer.status, status, "{}", answer.json());
        }
        // So is what a rule refuses, before the browser begins.
        let rule = json!({
            "name": "Quarantine", "enabled": true, "repositories": [], "action": "refuse",
            "condition": {"type": "age", "min_hours": 24},
        });
        for (rules, revision) in [(json!([rule]), 0), (json!([]), 1)] {
            let wanted = json!({"rules": rules, "revision": revision});
            let put = stage.bearer("PUT", "download-rules", Some(wanted)).await;
            assert_eq!(put.status, 200, "{}", put.json());
            let asked = ticket(&mut ann, &here, &path).await;
            if revision == 1 {
                assert_eq!(asked.status, 200, "{}", asked.json());
                continue;
            }
            let error = &asked.json()["error"];
            assert_eq!((asked.status, &error["code"]), (403, &json!("download_refused")));
            let message = error["message"].as_str().expect("a message");
            assert!(message.contains("The rule 'Quarantine' of this installation"), "{message}");
        }
        // A page that would run it gets nothing.
        let asked = ticket(&mut ann, &here, &path).await.json();
        let request = Request::new("GET", asked["path"].as_str().expect("a path"));
        let refused = ann.send(request.header("sec-fetch-dest", "script")).await;
        assert_eq!(refused.status, 403, "{}", refused.json());
    });
}
