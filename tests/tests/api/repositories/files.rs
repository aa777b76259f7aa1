//! The files in repositories, as programs store, read and remove them.

use std::path::Path;

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use waybill_tests::{Browser, Request, run};

use super::{REPOSITORIES, place_with_token, text};
use crate::ANN;
use crate::release_bundles::ABC;
use crate::stage::Client;

const STORAGE: &str = "/artifactory/api/storage";

/// The files below a folder of the data directory.
fn files_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let entries = entries.map(|entry| entry.expect("an entry").path());
    entries.map(|path| if path.is_dir() { files_below(&path) } else { 1 }).sum()
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
