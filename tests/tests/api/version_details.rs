//! What is known of a version beside lists: its builds and its layers.

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use crate::docker::{IMAGE, MANIFEST, sha256};
use crate::packages::publish;
use crate::signed_in;
use crate::stage::{Client, Stage};
use crate::tree::member;

const BUILD: &str = "/artifactory/api/build";

/// Sends a blob, and returns what a manifest says of it.
async fn push(client: &Client<'_>, content: &[u8]) -> Value {
    let digest = sha256(content);
    let path = format!("{IMAGE}/blobs/uploads/?digest={digest}");
    let pushed = client.send(Request::new("POST", &path).body(content)).await;
    assert_eq!(pushed.status, 201, "{}", pushed.code());
    json!({"mediaType": "application/octet-stream", "digest": digest, "size": content.len()})
}

async fn put_manifest(client: &Client<'_>, reference: &str, media: &str, manifest: &Value) {
    let path = format!("{IMAGE}/manifests/{reference}");
    let request = Request::new("PUT", &path).header("content-type", media);
    let pushed = client.send(request.body(manifest.to_string().as_bytes())).await;
    assert_eq!(pushed.status, 201, "{}", pushed.json());
}

/// covers: [PKG-08]
#[test]
fn an_image_has_layers_with_the_commands_that_made_them() {
    run(async {
        let stage = Stage::with("docker-local", "docker").await;
        let client = stage.ann();
        let (base, top) = (push(&client, b"the base").await, push(&client, b"the top").await);
        let config = json!({
            "os": "linux", "architecture": "arm64",
            "history": [
                {"created_by": "/bin/sh -c #(nop) ADD file:1 in / "},
                {"created_by": "ENV A=1", "empty_layer": true},
                {"created_by": "RUN /bin/sh -c apk add curl # buildkit"},
            ],
        });
        let config = push(&client, config.to_string().as_bytes()).await;
        let manifest = json!({
            "schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": [base, top],
        });
        put_manifest(&client, "1.0", MANIFEST, &manifest).await;
        let digest = sha256(manifest.to_string().as_bytes());

        let mut ann = signed_in(&stage.server).await;
        let at = format!("repoKey=docker-local&path={}", lead_file(&client).await);
        let answer = ann.get(&format!("packages/layers?{at}")).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        let image = json!({
            "digest": digest, "platform": "linux/arm64", "bytes": 15,
            "layers": [
                {"command": "ADD file:1 in /", "digest": sha256(b"the base"), "bytes": 8},
                {"command": "ENV A=1", "digest": null, "bytes": 0},
                {"command": "RUN apk add curl", "digest": sha256(b"the top"), "bytes": 7},
            ],
        });
        let layers = json!({"images": [image], "left_out": 0});
        assert_eq!(answer.json(), layers);
        let path = lead_file(&client).await;
        let wanted = json!({"repoKey": "docker-local", "path": path, "view": "dockerv2"});
        assert_eq!(ann.post("packages/layers", wanted.clone()).await.json(), layers);
        let other = json!({"repoKey": "docker-local", "path": path, "view": "dockerv1"});
        assert_eq!(ann.post("packages/layers", other).await.status, 400);

        // What may not be read is not there.
        let mut carol = member(&stage, "carol").await;
        assert_eq!(carol.get(&format!("packages/layers?{at}")).await.status, 404);
        assert_eq!(carol.post("packages/layers", wanted).await.status, 404);
    });
}

/// The path of the lead file of the only version.
async fn lead_file(client: &Client<'_>) -> String {
    let query = "{ versions(filter: {packageId: \"docker://acme/shop\"}) \
        { edges { node { repos { leadFilePath } } } } }";
    let asked = Request::new("POST", "/metadata/api/v1/query").json(&json!({"query": query}));
    let found = client.send(asked).await.json();
    let path = &found["data"]["versions"]["edges"][0]["node"]["repos"][0]["leadFilePath"];
    path.as_str().unwrap_or_else(|| panic!("{found} has no version")).to_owned()
}

/// A file's properties name a build, and only the build-info proves it.
/// covers: [PKG-08]
#[test]
fn a_version_has_the_builds_that_list_its_file() {
    run(async {
        let stage = Stage::new().await;
        let client = stage.ann();
        let content = b"{}";
        let file = "/artifactory/files/team/shop.json";
        assert_eq!(client.put(file, content).await.status, 201);
        let mut ann = signed_in(&stage.server).await;
        let changes = json!({"build.name": ["shop", "other"], "build.number": ["7", "8"]});
        let body = json!({"repository": "files", "path": "team/shop.json", "changes": changes});
        assert_eq!(ann.post("tree/properties", body).await.status, 200);

        let at = "packages/builds?repoKey=files&path=team/shop.json";
        assert_eq!(ann.get(at).await.json(), json!({"runs": []}));
        let publish = async |name: &str, number: &str, sha256: &str| {
            let artifact = json!({"name": "shop.json", "sha256": sha256});
            let module = json!({"id": "shop:1", "artifacts": [artifact]});
            let info = json!({
                "version": "1.0.1", "name": name, "number": number,
                "started": format!("2026-01-{number:0>2}T12:00:00.000+0000"), "agent": {"name": "jf"},
                "modules": [module],
            });
            assert_eq!(client.put(BUILD, info.to_string()).await.status, 204);
        };
        let digest = sha256(content).replace("sha256:", "");
        publish("shop", "7", &digest).await;
        publish("shop", "8", &digest).await;
        // Named by the properties, but it made another file; and the other way round.
        publish("other", "7", &"0".repeat(64)).await;
        publish("third", "9", &digest).await;
        let runs = ann.get(at).await.json();
        let named: Vec<_> = runs["runs"].as_array().expect("runs").iter().collect();
        let numbers: Vec<_> = named.iter().map(|run| (&run["name"], &run["number"])).collect();
        assert_eq!(numbers, [(&json!("shop"), &json!("8")), (&json!("shop"), &json!("7"))]);
        assert_eq!(named[0]["agent"], "jf");

        // Rights on builds are apart from rights on files.
        let mut carol = member(&stage, "carol").await;
        let targets = json!({"files": {"include_patterns": ["team/**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": {"users": {"carol": ["READ"]}}, "targets": targets})).await;
        assert_eq!(carol.get(at).await.json(), json!({"runs": []}));
    });
}

/// covers: [PKG-08]
#[test]
fn a_version_has_a_readme_dependencies_and_properties() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let client = stage.ann();
        let more = json!({
            "readme": "# Till\n\n<script>steal()</script>\n\n![a picture](https://elsewhere.test/a.png)",
            "dependencies": {"money": "^1.2.0"}, "devDependencies": {"lint": "*"},
        });
        publish(&client, "npm-local", "till", "1.0.0", more).await;
        let mut ann = signed_in(&stage.server).await;
        let path = "till/-/till-1.0.0.tgz";
        let changes = json!({"stage": ["released"]});
        let body = json!({"repository": "npm-local", "path": path, "changes": changes});
        assert_eq!(ann.post("tree/properties", body).await.status, 200);
        let at = format!("repoKey=npm-local&path={path}");

        let readme = ann.get(&format!("packages/readme?{at}")).await.json();
        let html = readme["readme"].as_str().expect("a readme");
        assert!(html.contains("<h1") && html.contains("Till"), "{html}");
        // Nothing in it acts, and nothing is loaded from elsewhere.
        assert!(!html.contains("steal()") && !html.contains("<img"), "{html}");
        let needs = ann.get(&format!("packages/dependencies?{at}")).await.json();
        let dependency = |name: &str, requirement: &str, scope: &str| {
            let id = format!("npm://{name}");
            json!({"package_id": id, "name": name, "requirement": requirement, "scope": scope})
        };
        let expected = json!([
            dependency("money", "^1.2.0", "runtime"),
            dependency("lint", "*", "development")
        ]);
        assert_eq!(needs["dependencies"], expected);
        let properties = ann.get(&format!("packages/properties?{at}")).await.json();
        assert_eq!(properties["properties"]["stage"], json!(["released"]));
        let mut carol = member(&stage, "carol").await;
        for part in ["readme", "dependencies", "properties", "about", "layers", "builds"] {
            for (answer, whose) in [
                (carol.get(&format!("packages/{part}?{at}")).await, "of others"),
                (ann.get(&format!("packages/{part}?repoKey=npm-local&path=no")).await, "absent"),
            ] {
                assert_eq!(answer.status, 404, "{part} {whose}: {}", answer.json());
            }
        }
    });
}
