//! Repositories and the files in them, as programs use them over HTTP.

use std::path::Path;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::clients::Home;
use crate::release_bundles::ABC;
use crate::stage::Client;
use crate::tokens::token_of;
use crate::{ANN, own, signed_in};

const REPOSITORIES: &str = "/artifactory/api/repositories";
const STORAGE: &str = "/artifactory/api/storage";

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// A place with a server that was set up and a token of its administrator.
async fn place_with_token() -> (Place, String) {
    let place = Place::new();
    own(&place).await.stop();
    let token = token_of(&place, ANN, "1h");
    (place, token)
}

/// The files below a folder of the data directory.
fn files_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let entries = entries.map(|entry| entry.expect("an entry").path());
    entries.map(|path| if path.is_dir() { files_below(&path) } else { 1 }).sum()
}

/// covers: [REPO-01]
#[test]
fn repositories_are_created_listed_changed_and_deleted() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        assert_eq!(client.get(REPOSITORIES).await.json(), json!([]));
        let created = client.create("shop-local", json!({"description": "of the shop"})).await;
        assert_eq!((created.status, text(&created).contains("shop-local")), (200, true));
        let again = client.create("shop-local", json!({})).await;
        assert_eq!((again.status, again.code().as_str()), (409, "repository_key_taken"));
        for (key, more, code) in [
            ("Shop", json!({}), "repository_key"),
            ("api", json!({}), "repository_key_reserved"),
            ("a-b", json!({"packageType": "brew"}), "package_type"),
            ("a-b", json!({"rclass": "federated"}), "repository_class"),
            ("a-b", json!({"includesPattern": ""}), "repository_patterns"),
            ("a-b", json!({"projectKey": "nothing"}), "no_such_project"),
            ("a-b", json!({"key": "other"}), "other_key"),
            ("a-b", json!({"notes": "x".repeat(501)}), "repository_text"),
        ] {
            let refused = client.create(key, more).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code));
        }
        let one = format!("{REPOSITORIES}/shop-local");
        // Clients send fields that mean nothing here, and those that are missing keep their values.
        let change = json!({"notes": "ask ann", "xrayIndex": false, "quotaBytes": 1_000});
        let changed = client.send(Request::new("POST", &one).json(&change)).await;
        assert_eq!(changed.status, 200, "{}", text(&changed));
        let fixed = json!({"rclass": "remote"});
        let refused = client.send(Request::new("POST", &one).json(&fixed)).await;
        assert_eq!(refused.status, 400);
        drop(client);
        server.stop();
        let server = place.start();
        let client = Client::new(&server, &token);
        let found = client.get(&one).await.json();
        for (field, value) in [
            ("key", json!("shop-local")),
            ("rclass", json!("local")),
            ("packageType", json!("generic")),
            ("description", json!("of the shop")),
            ("notes", json!("ask ann")),
            ("quotaBytes", json!(1_000)),
            ("filesCount", json!(0)),
        ] {
            assert_eq!(found[field], value, "{field}");
        }
        let listed = client.get(&format!("{REPOSITORIES}?type=LOCAL&packageType=generic")).await;
        assert_eq!(listed.json()[0]["key"], "shop-local");
        assert_eq!(client.get(&format!("{REPOSITORIES}?packageType=npm")).await.json(), json!([]));
        let put = client.put("/artifactory/shop-local/a.txt", "abc").await;
        assert_eq!(put.status, 201, "{}", text(&put));
        assert_eq!(client.delete(&one).await.status, 200);
        assert_eq!(client.delete(&one).await.status, 404);
        assert_eq!(client.get("/artifactory/shop-local/a.txt").await.status, 404);
        // One with the same key has nothing of the one before.
        assert_eq!(client.create("shop-local", json!({})).await.status, 200);
        assert_eq!(client.get("/artifactory/shop-local/a.txt").await.status, 404);
        assert_eq!(client.get(&one).await.json()["usedBytes"], 0);
        server.stop();
    });
}

/// covers: [REPO-02]
#[test]
fn a_file_is_stored_read_in_ranges_annotated_and_removed() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        client.create("files", json!({"excludesPattern": "secret/**"})).await;
        let path = "/artifactory/files/lib/%C3%BC%20a%2B%2525.html";
        let stored = client.put(&format!("{path};build=7;os=linux,mac"), "abc").await;
        assert_eq!(stored.status, 201, "{}", text(&stored));
        let info = stored.json();
        assert_eq!(info["path"], "/lib/ü a+%25.html");
        assert_eq!((&info["size"], &info["createdBy"]), (&json!("3"), &json!(ANN)));
        let address = info["downloadUri"].as_str().expect("an address");
        assert!(address.ends_with(path), "{address}");
        assert_eq!(stored.header("location"), Some(address));
        for (kind, digits) in ABC {
            assert_eq!(info["checksums"][kind], digits);
        }
        let whole = client.get(path).await;
        assert_eq!((whole.status, &whole.body[..]), (200, &b"abc"[..]));
        let etag = whole.header("etag").expect("an etag").to_owned();
        assert_eq!(etag, format!("\"{}\"", ABC[0].1));
        assert_eq!(whole.header("x-checksum-md5"), Some(ABC[2].1));
        assert_eq!(whole.header("content-security-policy"), Some("sandbox; default-src 'none'"));
        assert_eq!(whole.header("x-content-type-options"), Some("nosniff"));
        assert!(whole.header("content-disposition").is_some_and(|it| it.starts_with("attachment")));
        let with = |name: &'static str, value: &str| Request::new("GET", path).header(name, value);
        let part = client.send(with("range", "bytes=1-")).await;
        assert_eq!((part.status, &part.body[..]), (206, &b"bc"[..]));
        assert_eq!(part.header("content-range"), Some("bytes 1-2/3"));
        assert_eq!(client.send(with("range", "bytes=3-")).await.status, 416);
        assert_eq!(client.send(with("if-none-match", &etag)).await.status, 304);
        // A part of another file is not glued to what the client has.
        let other = with("range", "bytes=1-").header("if-range", "\"other\"");
        assert_eq!(client.send(other).await.status, 200);
        let head = client.send(Request::new("HEAD", path)).await;
        assert_eq!((head.status, head.header("content-length")), (200, Some("3")));

        let about = format!("{STORAGE}/files/lib/%C3%BC%20a%2B%2525.html");
        let properties = client.get(&format!("{about}?properties")).await.json();
        assert_eq!(properties["properties"], json!({"build": ["7"], "os": ["linux", "mac"]}));
        let more = Request::new("PUT", &format!("{about}?properties=qa=yes%20sir;build=8"));
        assert_eq!(client.send(more).await.status, 204);
        assert_eq!(client.delete(&format!("{about}?properties=os")).await.status, 204);
        let properties = client.get(&format!("{about}?properties")).await.json();
        assert_eq!(properties["properties"], json!({"build": ["8"], "qa": ["yes sir"]}));

        let metadata = about.replace("api/storage", "api/metadata");
        let change = json!({"props": {"qa": null, "build": "9", "os": ["linux", "mac"]}});
        let patched = client.send(Request::new("PATCH", &metadata).json(&change)).await;
        assert_eq!(patched.status, 204);
        let properties = client.get(&format!("{about}?properties")).await.json();
        assert_eq!(properties["properties"], json!({"build": ["9"], "os": ["linux", "mac"]}));

        client.put("/artifactory/files/lib/deep/b.txt", "b").await;
        let folder = client.get(&format!("{STORAGE}/files/lib")).await.json();
        let children = json!([
            {"uri": "/deep", "folder": true},
            {"uri": "/ü a+%25.html", "folder": false},
        ]);
        assert_eq!(folder["children"], children);
        assert_eq!(folder["createdBy"], ANN);
        let list = client.get(&format!("{STORAGE}/files?list&deep=1")).await.json();
        let uris: Vec<_> =
            list["files"].as_array().expect("files").iter().map(|file| &file["uri"]).collect();
        assert_eq!(uris, ["/lib/deep/b.txt", "/lib/ü a+%25.html"]);
        let direct = client.get(&format!("{STORAGE}/files/lib?list")).await.json();
        assert_eq!(direct["files"].as_array().map(Vec::len), Some(1));
        assert_eq!(direct["files"][0]["uri"], "/ü a+%25.html");
        let unnamed = client.send(Request::new("PUT", &format!("{about}?properties="))).await;
        assert_eq!((unnamed.status, unnamed.code().as_str()), (400, "artifact_properties"));
        assert_eq!(client.get(&format!("{STORAGE}/files/nothing")).await.status, 404);

        assert_eq!(client.delete("/artifactory/files/lib").await.status, 204);
        assert_eq!(client.get(path).await.status, 404);
        assert_eq!(client.delete("/artifactory/files/lib").await.status, 404);
        let root = client.get(&format!("{STORAGE}/files")).await.json();
        assert_eq!(root["children"], json!([]));
        server.stop();
    });
}

/// covers: [REPO-02]
#[test]
fn nothing_that_is_refused_is_stored() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        let limits = json!({"excludesPattern": "secret/**", "quotaBytes": 10});
        client.create("files", limits).await;
        client.put("/artifactory/files/a.txt", "abc").await;
        let put = |path: &str| Request::new("PUT", &format!("/artifactory/files/{path}"));
        for (request, status, code) in [
            (put("%2e%2e/b.txt"), 400, "artifact_path"),
            (put("b/%2e%2e%2fc"), 400, "artifact_path"),
            (put("b%5cc"), 400, "artifact_path"),
            (put("b%00"), 400, "artifact_path"),
            (put(&"b".repeat(1_025)), 400, "artifact_path"),
            (put("b;c"), 400, "artifact_properties"),
            (put("b;c%20d=1"), 400, "artifact_properties"),
            (put("b%ff"), 400, "malformed_path"),
            (put("%2f"), 400, "artifact_path"),
            (put("secret/b"), 403, "not_included"),
            (put("a.txt/b"), 409, "file_and_folder"),
            // Some clients create folders in this way; a file there would be in the way of files in the folder.
            (put("folder/"), 400, "folder_upload"),
            (put("b").header("x-checksum-sha1", ABC[1].1), 409, "checksum_mismatch"),
            (put("b").header("x-checksum-md5", "0"), 409, "checksum_mismatch"),
            (put("b").header("x-checksum-sha256", ABC[0].1), 409, "checksum_mismatch"),
        ] {
            let refused = client.send(request.body("other")).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code));
        }
        assert_eq!(client.delete("/artifactory/files/%2f").await.code(), "artifact_path");
        let large = client.put("/artifactory/files/b", "x".repeat(8)).await;
        assert_eq!((large.status, large.code().as_str()), (413, "too_large"));
        assert_eq!(client.put("/artifactory/nothing/b", "x").await.status, 404);
        // What is stored somewhere is stored once more without its bytes, and nothing else is.
        let known = put("c").header("x-checksum-deploy", "true");
        let copied = client.send(known.clone().header("x-checksum-sha256", ABC[0].1)).await;
        assert_eq!(copied.status, 201, "{}", text(&copied));
        let unknown = client.send(known.header("x-checksum-sha256", &"0".repeat(64))).await;
        assert_eq!(unknown.status, 404);
        let list = client.get(&format!("{STORAGE}/files?list&deep=1")).await.json();
        assert_eq!(list["files"].as_array().map(Vec::len), Some(2));
        assert_eq!(files_below(&place.data().join("blobs")), 1);
        server.stop();
    });
}

/// covers: [REPO-02]
#[test]
fn what_was_answered_survives_a_crash_and_a_cut_upload_leaves_nothing() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        client.create("files", json!({})).await;
        let large: Vec<u8> = (0..700_000_u32).map(|byte| (byte % 251) as u8).collect();
        assert_eq!(client.put("/artifactory/files/large", large.clone()).await.status, 201);
        for sent in [0, large.len() / 4, large.len() / 2, large.len() - 1] {
            let mut stream = Browser::new(&server).connect().await;
            let head = format!(
                "PUT /artifactory/files/cut HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\n\
                 Content-Length: {}\r\n\r\n",
                client.credentials,
                large.len()
            );
            stream.write_all(head.as_bytes()).await.expect("the head");
            stream.write_all(&large[..sent]).await.expect("a part");
        }
        assert_eq!(client.put("/artifactory/files/small", "abc").await.status, 201);
        server.kill();
        // Without the view too: it is made of the records.
        for is_without in [false, true] {
            if is_without {
                std::fs::remove_file(place.data().join("repositories.index")).expect("the view");
            }
            let server = place.start();
            let client = Client::new(&server, &token);
            assert_eq!(client.get("/artifactory/files/large").await.body, large);
            assert_eq!(client.get("/artifactory/files/small").await.body, b"abc");
            assert_eq!(client.get("/artifactory/files/cut").await.status, 404);
            let about = client.get(&format!("{REPOSITORIES}/files")).await.json();
            assert_eq!((&about["filesCount"], &about["usedBytes"]), (&json!(2), &json!(700_003)));
            assert_eq!(files_below(&place.data().join("blobs")), 2);
            server.kill();
        }
    });
}

/// covers: [REPO-03]
#[test]
fn clients_authenticate_with_tokens_in_each_form_and_with_nothing_else() {
    run(async {
        let (place, token) = place_with_token().await;
        let add = ["user", "add", "bob", "--data", "{data}"];
        assert!(place.run(&add).status.success());
        let plain = token_of(&place, "bob", "1h");
        let server = place.start();
        let client = Client::new(&server, &token);
        client.create("files", json!({})).await;
        client.put("/artifactory/files/a.js", "alert(1)").await;
        let get = || Request::new("GET", "/artifactory/files/a.js");
        let mut browser = Browser::new(&server);
        for (name, value) in [
            ("authorization", format!("Bearer {token}")),
            ("authorization", token.clone()),
            ("x-jfrog-art-api", token.clone()),
        ] {
            assert_eq!(browser.send(get().header(name, &value)).await.status, 200, "{name}");
        }
        let asked = browser.send(get()).await;
        assert_eq!(asked.status, 401);
        assert_eq!(asked.header("www-authenticate"), Some("Basic realm=\"Waybill\""));
        for wrong in ["Basic YTpi", "Basic !", "Bearer x", "waybill_0"] {
            let refused = browser.send(get().header("authorization", wrong)).await;
            assert_eq!(refused.status, 401, "{wrong}");
        }
        // A user without rights does not learn what exists.
        let other = Client::new(&server, &plain);
        let hidden = other.get("/artifactory/files/a.js").await;
        let missing = other.get("/artifactory/files/nothing").await;
        assert_eq!((hidden.status, missing.status), (404, 404));
        assert_eq!(hidden.code(), missing.code());
        assert_eq!(other.put("/artifactory/files/b", "b").await.status, 404);
        // A session means nothing, a browser is not asked for a password, and no page gets a script.
        let mut ann = signed_in(&server).await;
        let navigation = get().header("sec-fetch-mode", "navigate");
        let refused = ann.send(navigation).await;
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, None));
        for wanted in ["script", "style", "worker", "serviceworker", "iframe"] {
            let refused = client.send(get().header("sec-fetch-dest", wanted)).await;
            assert_eq!(refused.code(), "not_in_a_page", "{wanted}");
        }
        server.stop();
    });
}

/// covers: [REPO-02]
#[test]
fn fsck_reports_contents_that_are_missing_or_changed() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        for key in ["files", "gone"] {
            client.create(key, json!({})).await;
        }
        // One content twice, one that is removed, one that is replaced, and one of a repository that is deleted.
        for (path, content) in [
            ("files/a.txt", "abc"),
            ("files/copy.txt", "abc"),
            ("files/removed.txt", "removed"),
            ("files/replaced.txt", "before"),
            ("files/replaced.txt", "after"),
            ("gone/b.txt", "gone"),
        ] {
            assert_eq!(client.put(&format!("/artifactory/{path}"), content).await.status, 201);
        }
        client.delete("/artifactory/files/removed.txt").await;
        client.delete("/artifactory/api/repositories/gone").await;
        let fsck = |words: &str, code: i32| {
            let output = place.run(&["fsck", "--data", "{data}"]);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(code), "{words}: {text}");
            assert!(text.contains(words), "{words}: {text}");
        };
        fsck("2 files that records refer to", 0);
        server.stop();
        fsck("2 files that records refer to", 0);
        let digest = ABC[0].1;
        let blob = place.data().join("blobs/sha256").join(&digest[..2]).join(digest);
        std::fs::write(&blob, "abd").expect("written");
        fsck(".txt in package/", 1);
        fsck("the file has another content than the one that is recorded", 1);
        std::fs::remove_file(&blob).expect("removed");
        fsck("the file is missing", 1);
    });
}

/// Runs a command as it is shown, in a shell.
fn entered(home: &Home, command: &str) -> String {
    home.run(".", "sh", &["-c", command]).succeeded()
}

/// covers: [REPO-04]
#[test]
fn the_console_makes_repositories_and_shows_commands_that_work() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let mut ann = signed_in(&server).await;
        let new =
            json!({"key": "files", "package_type": "generic", "settings": {"notes": "ask ann"}});
        let made = ann.post("repositories", new.clone()).await;
        assert_eq!(made.status, 200, "{}", made.json());
        let taken = ann.post("repositories", new.clone()).await;
        assert_eq!((taken.status, taken.json()["error"]["field"].as_str()), (409, Some("key")));
        let change =
            |revision: &Value, settings: Value| json!({"revision": revision, "settings": settings});
        let seen = made.json()["revision"].clone();
        let first = change(&seen, json!({"quota_bytes": 1_000_000, "environments": ["DEV"]}));
        let changed = ann.patch("repositories/files", first).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        // What another administrator has seen before is not written over.
        let second = change(&seen, json!({"notes": ""}));
        let outdated = ann.patch("repositories/files", second).await;
        assert_eq!((outdated.status, outdated.code().as_str()), (409, "edited_meanwhile"));
        let listed = ann.get("repositories").await.json()["repositories"][0].clone();
        assert_eq!(
            (&listed["quota_bytes"], &listed["notes"]),
            (&json!(1_000_000), &json!("ask ann"))
        );

        let home = Home::new();
        home.write("a.txt", "abc");
        let shown = ann.get("repositories/files/commands").await.json();
        let command = |purpose: &str, file: &str| {
            let mut commands = shown["commands"].as_array().expect("commands").iter();
            let found = commands.find(|command| command["purpose"] == purpose);
            let text = found.and_then(|found| found["command"].as_str()).expect("a command");
            text.replace("<TOKEN>", &token).replace("<FILE>", file).replace("<PATH>", "lib/a.txt")
        };
        entered(&home, &command("publish", "a.txt"));
        entered(&home, &command("install", "b.txt"));
        assert_eq!(std::fs::read_to_string(home.path("b.txt")).expect("a file"), "abc");
        let listed = ann.get("repositories").await.json()["repositories"][0].clone();
        assert_eq!((&listed["files"], &listed["bytes"]), (&json!(1), &json!(3)));
        assert_eq!(ann.delete("repositories/files").await.status, 200);
        assert_eq!(ann.get("repositories/files/commands").await.status, 404);
        assert_eq!(ann.get("repositories").await.json()["repositories"], json!([]));
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get("repositories").await.status, 401);
        server.stop();
    });
}
