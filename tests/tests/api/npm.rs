//! The registry of npm, as programs that are no npm use it.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
pub(crate) use waybill_tests::npm::{document, tarball, tarball_with};
use waybill_tests::{Answer, Request, run};

use crate::stage::Client;
use crate::stage::Stage;

const REGISTRY: &str = "/artifactory/api/npm/npm-local";

/// A server with a registry.
async fn stage() -> Stage {
    Stage::with("npm-local", "npm").await
}

async fn send(client: &Client<'_>, name: &str, document: &Value) -> Answer {
    let path = format!("{REGISTRY}/{}", name.replace('/', "%2f"));
    client.send(Request::new("PUT", &path).json(document)).await
}

async fn publish(client: &Client<'_>, name: &str, version: &str) -> Answer {
    send(client, name, &document(name, version, &tarball(name, version))).await
}

fn sentence(answer: &Answer) -> String {
    answer.json()["error"].as_str().unwrap_or_default().to_owned()
}

/// covers: [NPM-01]
#[test]
fn a_package_is_read_whole_short_by_version_and_by_its_files() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let file = tarball("@acme/shop", "1.0.0");
        let mut sent = document("@acme/shop", "1.0.0", &file);
        // Who published, and what is in the file, is not what the sender says.
        sent["versions"]["1.0.0"]["_npmUser"] = json!({"name": "root"});
        sent["versions"]["1.0.0"]["hasInstallScript"] = json!(true);
        sent["versions"]["1.0.0"]["readme"] = json!("# Shop");
        let published = send(&client, "@acme/shop", &sent).await;
        assert_eq!(published.status, 201, "{}", published.json());
        publish(&client, "@acme/shop", "1.10.0").await;
        publish(&client, "@acme/shop", "1.9.0").await;

        let path = format!("{REGISTRY}/@acme%2Fshop");
        let whole = client.get(&path).await;
        let (etag, body) = (whole.header("etag").expect("an etag").to_owned(), whole.json());
        assert_eq!(
            (&body["readme"], &body["versions"]["1.0.0"]["readme"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(body["dist-tags"]["latest"], "1.9.0");
        let numbers: Vec<_> = body["versions"].as_object().expect("versions").keys().collect();
        assert_eq!(numbers, ["1.0.0", "1.10.0", "1.9.0"]);
        let again = Request::new("GET", &path).header("if-none-match", &etag);
        assert_eq!(client.send(again).await.status, 304);
        let accept = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*";
        let weak = Request::new("GET", &path).header("if-none-match", &format!("W/{etag}"));
        assert_eq!(client.send(weak).await.status, 304);
        // Clients keep it, and ask whether it is still the same.
        assert_eq!(whole.header("cache-control"), Some("private, no-cache"));
        let short = client.send(Request::new("GET", &path).header("accept", accept)).await;
        assert_eq!(short.header("content-type"), Some("application/vnd.npm.install-v1+json"));
        let one = &short.json()["versions"]["1.0.0"];
        assert_eq!((&one["hasInstallScript"], &one["description"]), (&Value::Null, &Value::Null));
        assert_eq!(body["versions"]["1.0.0"]["_npmUser"], Value::Null);

        let one = client.get(&format!("{REGISTRY}/@acme/shop/1.0.0")).await.json();
        let address = one["dist"]["tarball"].as_str().expect("an address");
        let (_, below) = address.split_once("/artifactory/").expect("an address of this server");
        let fetched = client.get(&format!("/artifactory/{below}")).await;
        assert_eq!((fetched.status, &fetched.body), (200, &file));
        // The same file in the repository, and with the name that some clients make.
        for path in [
            "/artifactory/npm-local/@acme/shop/-/shop-1.0.0.tgz",
            "/artifactory/api/npm/npm-local/@acme/shop/-/@acme/shop-1.0.0.tgz",
        ] {
            assert_eq!(client.get(path).await.body, file);
        }
        let latest = client.get(&format!("{REGISTRY}/@acme/shop/latest")).await.json();
        assert_eq!(latest["version"], "1.9.0");
        for path in ["@acme/shop/2.0.0", "@acme/other", "-/nothing", "@acme/shop/-/other.tgz"] {
            assert_eq!(client.get(&format!("{REGISTRY}/{path}")).await.status, 404, "{path}");
        }
    });
}

/// covers: [NPM-02]
#[test]
fn what_is_no_version_of_the_package_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let file = tarball("shop", "1.0.0");
        let two_members = [file.clone(), tarball("shop", "6.6.6")].concat();
        assert_eq!(publish(&client, "shop", "0.9.0").await.status, 201);
        let used = || async {
            client.get("/artifactory/api/repositories/npm-local").await.json()["usedBytes"].clone()
        };
        let before = used().await;
        let with = |change: &dyn Fn(&mut Value)| {
            let mut sent = document("shop", "1.0.0", &file);
            change(&mut sent);
            sent
        };
        let version = |sent: &mut Value, field: &str, value: Value| {
            sent["versions"]["1.0.0"][field] = value;
        };
        let data = |sent: &mut Value, file: &[u8]| {
            *sent = document("shop", "1.0.0", file);
        };
        let of = |sent: &mut Value, name: &str, number: &str| {
            *sent = document(name, number, &tarball(name, number));
        };
        for (what, sent, status) in [
            (
                "SHA-512",
                with(&|sent| version(sent, "dist", json!({"integrity": "sha512-QUJD"}))),
                409,
            ),
            ("SHA1", with(&|sent| version(sent, "dist", json!({"shasum": "00"}))), 409),
            (
                "another length",
                with(&|sent| sent["_attachments"]["shop-1.0.0.tgz"]["length"] = json!(1)),
                400,
            ),
            (
                "names another version",
                with(&|sent| sent["dist-tags"] = json!({"latest": "0.9.0"})),
                400,
            ),
            ("no tag", with(&|sent| sent["dist-tags"] = json!({"1.x": "1.0.0"})), 400),
            ("exactly one version", with(&|sent| sent["versions"]["1.0.1"] = json!({})), 400),
            ("differ from its own", with(&|sent| version(sent, "name", json!("other"))), 400),
            ("no gzipped tar archive", with(&|sent| data(sent, b"no archive")), 400),
            ("of another package", with(&|sent| data(sent, &tarball("shop", "6.6.6"))), 400),
            ("of another package", with(&|sent| data(sent, &two_members)), 400),
            ("not that of the address", with(&|sent| of(sent, "other", "1.0.0")), 400),
            ("version is not valid", with(&|sent| of(sent, "shop", "1.0")), 400),
            ("version is not valid", with(&|sent| of(sent, "shop", "1.0.0+linux")), 400),
            ("version exists", with(&|sent| of(sent, "shop", "0.9.0")), 409),
            (
                "exactly one attached",
                with(&|sent| sent["_attachments"]["b"] = json!({"length": 0})),
                400,
            ),
            ("several", with(&|sent| sent["_attachments"]["b"] = json!({"data": ""})), 400),
            (
                "at most 1024 KiB",
                with(&|sent| version(sent, "readme", json!("x".repeat(1_100_000)))),
                413,
            ),
            ("at most 4 MiB", with(&|sent| sent["a"] = json!("x".repeat(5_000_000))), 413),
        ] {
            let refused = send(&client, "shop", &sent).await;
            assert_eq!(refused.status, status, "{what}: {}", refused.json());
            assert!(sentence(&refused).contains(what), "{what}: {}", refused.json());
        }
        let named =
            send(&client, "Shop", &document("Shop", "1.0.0", &tarball("Shop", "1.0.0"))).await;
        assert!(sentence(&named).contains("lower-case"), "{}", named.json());
        let plain = client.put("/artifactory/npm-local/shop/-/shop-1.0.0.tgz", file.clone()).await;
        assert_eq!((plain.status, plain.code().as_str()), (400, "published_only"));
        let other = client.get("/artifactory/api/npm/files/shop").await;
        assert_eq!((other.status, other.json()["code"].as_str()), (400, Some("package_type")));
        let none = client.get(&format!("{REGISTRY}/shop/1.0.0")).await;
        assert_eq!(none.status, 404);
        assert_eq!(used().await, before);
    });
}

/// covers: [NPM-02]
#[test]
fn of_two_that_publish_a_version_one_succeeds_and_a_cut_upload_leaves_nothing() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let sent = document("shop", "1.0.0", &tarball("shop", "1.0.0"));
        let answers = join_all((0..6).map(|_| send(&client, "shop", &sent))).await;
        let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);

        let whole = document("shop", "1.1.0", &tarball("shop", "1.1.0")).to_string();
        for part in 0..4 {
            let mut stream =
                tokio::net::TcpStream::connect(stage.server.address()).await.expect("a server");
            let head = format!(
                "PUT {REGISTRY}/shop HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\n\r\n",
                stage.server.address(),
                stage.ann,
                whole.len(),
            );
            let cut = &whole[..whole.len() * part / 4];
            stream.write_all(format!("{head}{cut}").as_bytes()).await.expect("it is sent");
            stream.shutdown().await.expect("it ends");
        }
        let package = client.get(&format!("{REGISTRY}/shop")).await.json();
        assert_eq!(package["versions"].as_object().expect("versions").len(), 1);
        assert_eq!(publish(&client, "shop", "1.1.0").await.status, 201);
    });
}

/// covers: [NPM-01]
#[test]
fn versions_tags_and_deprecations_are_there_after_a_restart_without_the_index() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        for version in ["1.0.0", "1.1.0", "1.2.0"] {
            assert_eq!(publish(&client, "shop", version).await.status, 201);
        }
        let mut read = client.get(&format!("{REGISTRY}/shop?write=true")).await.json();
        read["versions"]["1.1.0"]["deprecated"] = json!("too old");
        read["dist-tags"]["stable"] = json!("1.0.0");
        assert_eq!(send(&client, "shop", &read).await.status, 200);
        // What was read is outdated now.
        let outdated = send(&client, "shop", &read).await;
        assert_eq!(outdated.status, 409, "{}", outdated.json());
        let file = "/artifactory/npm-local/shop/-/shop-1.2.0.tgz";
        assert_eq!(client.delete(file).await.status, 204);
        let before = client.get(&format!("{REGISTRY}/shop")).await.json();
        assert_eq!(before["dist-tags"], json!({"latest": "1.1.0", "stable": "1.0.0"}));
        assert_eq!(before["versions"]["1.1.0"]["deprecated"], "too old");
        let usage = client.get("/artifactory/api/repositories/npm-local").await.json();
        drop(client);
        let address = stage.server.address();
        let Stage { place, server, ann, .. } = stage;
        server.stop();
        std::fs::remove_file(place.data().join("repositories.index")).expect("the index");
        let checked = place.run(&["fsck", "--data", "{data}"]);
        assert!(checked.status.success(), "{checked:?}");
        let server = place.start();
        let client = Client::new(&server, &ann);
        let after = client.get(&format!("{REGISTRY}/shop")).await.json();
        let elsewhere = |document: &Value, address: std::net::SocketAddr| {
            document.to_string().replace(&address.to_string(), "HOST")
        };
        assert_eq!(elsewhere(&after, server.address()), elsewhere(&before, address));
        let again = client.get("/artifactory/api/repositories/npm-local").await.json();
        assert_eq!((&again["usedBytes"], &again["filesCount"]), (&usage["usedBytes"], &json!(2)));
        server.stop();
    });
}

/// covers: [NPM-02]
#[test]
fn versions_are_shown_and_changed_as_rights_allow() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        for version in ["1.0.0", "2.0.0"] {
            assert_eq!(publish(&ann, "shop", version).await.status, 201);
        }
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ", "WRITE", "DELETE"]}},
                "targets": {"npm-local": {"include_patterns": ["**/*-1.*.tgz"]}},
            }))
            .await;
        let bob = Client::new(&stage.server, &stage.bob);
        let read = bob.get(&format!("{REGISTRY}/shop")).await.json();
        assert_eq!(read["dist-tags"], json!({"latest": "1.0.0"}));
        assert_eq!(read["versions"].as_object().expect("versions").len(), 1);
        assert_eq!(bob.get(&format!("{REGISTRY}/shop/2.0.0")).await.status, 404);
        // Whether a version exists that is hidden is not shown.
        assert_eq!(publish(&bob, "shop", "2.1.0").await.status, 403);
        assert_eq!(publish(&bob, "shop", "2.0.0").await.status, 403);
        let mut with_another_tag = document("shop", "2.1.0", &tarball("shop", "2.1.0"));
        with_another_tag["dist-tags"] = json!({"two": "2.1.0"});
        assert_eq!(send(&bob, "shop", &with_another_tag).await.status, 403);
        // What is hidden from a user is not removed by that user.
        let revision = bob.get(&format!("{REGISTRY}/shop")).await.json()["_rev"].clone();
        let revision = revision.as_str().expect("a revision");
        assert_eq!(bob.delete(&format!("{REGISTRY}/shop/-rev/{revision}")).await.status, 200);
        // Nor is a tag moved from a version that the user may not write.
        assert_eq!(publish(&bob, "shop", "1.2.0").await.status, 403);
        let mut with_another_tag = document("shop", "1.2.0", &tarball("shop", "1.2.0"));
        with_another_tag["dist-tags"] = json!({"one": "1.2.0"});
        assert_eq!(send(&bob, "shop", &with_another_tag).await.status, 201);
        let tag = |client: &'static str| format!("{REGISTRY}/-/package/shop/dist-tags/{client}");
        let moved = bob.send(Request::new("PUT", &tag("latest")).json(&json!("1.2.0"))).await;
        assert_eq!(moved.status, 403, "{}", moved.json());
        assert_eq!(bob.delete(&tag("one")).await.status, 200);
        let file = "/artifactory/npm-local/shop/-/shop-1.2.0.tgz";
        assert_eq!(bob.delete(file).await.status, 204);
        let left = ann.get(&format!("{REGISTRY}/shop")).await.json();
        let left: Vec<_> = left["versions"].as_object().expect("versions").keys().collect();
        assert_eq!(left, ["2.0.0"]);
        let audit = Request::new("POST", &format!("{REGISTRY}/-/npm/v1/security/advisories/bulk"));
        let audit = ann.send(audit.json(&json!({}))).await;
        assert!(sentence(&audit).contains("knows no vulnerabilities"), "{}", audit.json());
        let found = bob.get(&format!("{REGISTRY}/-/v1/search?text=shop")).await.json();
        assert_eq!(found["objects"], json!([]));
        let found = ann.get(&format!("{REGISTRY}/-/v1/search?text=SHOP+pack&size=5")).await.json();
        assert_eq!(found["objects"][0]["package"]["version"], "2.0.0");
    });
}

/// The most memory that a process has had, in KiB.
pub(crate) fn peak_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// covers: [NPM-03]
#[test]
fn a_large_file_is_published_and_read_with_little_memory() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        assert_eq!(publish(&client, "shop", "1.0.0").await.status, 201);
        let file = tarball_with("shop", "2.0.0", &vec![7; 100_000_000]);
        let sent = document("shop", "2.0.0", &file);
        let before = peak_kib(stage.server.process());
        let published = send(&client, "shop", &sent).await;
        assert_eq!(published.status, 201, "{}", published.json());
        let read = client.get(&format!("{REGISTRY}/shop/-/shop-2.0.0.tgz")).await;
        assert!(read.body == file, "{} bytes of {}", read.body.len(), file.len());
        let grown = peak_kib(stage.server.process()) - before;
        assert!(grown < 24 * 1_024, "the server grew by {grown} KiB");
    });
}
