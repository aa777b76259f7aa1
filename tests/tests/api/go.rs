//! Modules of Go: the documents of the protocol, refusals and rights.

use std::io::{Cursor, Write as _};

use futures_util::future::join_all;
use serde_json::json;
use waybill_tests::{Answer, Browser, Request, run};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::stage::{Client, Stage};

pub(crate) const PROXY: &str = "/artifactory/api/go/modules";
pub(crate) const SHOP: &str = "example.com/Acme/shop";
pub(crate) const ESCAPED: &str = "example.com/!acme/shop";

/// A zip file with these entries.
fn zipped(entries: &[(String, String)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        archive.start_file(name, SimpleFileOptions::default()).expect("an entry");
        archive.write_all(content.as_bytes()).expect("an entry");
    }
    archive.finish().expect("an archive").into_inner()
}

/// The file of a version of a module, whose package says its version.
pub(crate) fn file_of(module: &str, version: &str) -> Vec<u8> {
    let folder = format!("{module}@{version}");
    zipped(&[
        (format!("{folder}/go.mod"), format!("module {module}\n\ngo 1.20\n")),
        (format!("{folder}/shop.go"), format!("package shop\n\nconst Version = \"{version}\"\n")),
    ])
}

pub(crate) fn path(module: &str, version: &str) -> String {
    format!("{PROXY}/{module}/@v/{version}.zip")
}

pub(crate) async fn stage() -> Stage {
    Stage::with("modules", "go").await
}

pub(crate) async fn everyone_reads(stage: &Stage, pattern: &str) {
    let targets = json!({"modules": {"include_patterns": [pattern]}});
    stage.grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets})).await;
}

pub(crate) fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// covers: [GO-01]
#[test]
fn documents_are_those_of_the_protocol() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let published = client.put(&path(ESCAPED, "v1.0.0"), file_of(SHOP, "v1.0.0")).await;
        assert_eq!(published.status, 201, "{}", text(&published));
        let of = |what: &str| format!("{PROXY}/{ESCAPED}/{what}");
        let info = client.get(&of("@v/v1.0.0.info")).await.json();
        assert_eq!(info["Version"], "v1.0.0");
        assert_eq!(client.get(&of("@latest")).await.json(), info);
        let module_file = client.get(&of("@v/v1.0.0.mod")).await;
        assert_eq!(text(&module_file), format!("module {SHOP}\n\ngo 1.20\n"));
        assert_eq!(module_file.header("content-type"), Some("text/plain; charset=utf-8"));
        let list = client.get(&of("@v/list")).await;
        let etag = list.header("etag").expect("an etag").to_owned();
        let again = Request::new("GET", &of("@v/list")).header("if-none-match", &etag);
        assert_eq!(client.send(again).await.status, 304);
        let part = Request::new("GET", &of("@v/v1.0.0.zip")).header("range", "bytes=0-1");
        let part = client.send(part).await;
        assert_eq!((part.status, &part.body[..]), (206, &b"PK"[..]));
        let incompatible = path("example.com/old", "v2.0.0+incompatible");
        let old =
            zipped(&[("example.com/old@v2.0.0+incompatible/a.go".into(), "package a".into())]);
        assert_eq!(client.put(&incompatible, old).await.status, 201);
        let made = client.get(&incompatible.replace(".zip", ".mod")).await;
        assert_eq!(text(&made), "module example.com/old\n");
        // Some programs send the other files after the zip file.
        let sent = [
            ("@v/v1.0.0.mod", module_file.body.clone(), 200),
            ("@v/v1.0.0.info", info.to_string().into_bytes(), 200),
            ("@v/v1.0.0.mod", b"module example.com/other\n".to_vec(), 409),
            ("@v/v1.0.0.info", br#"{"Version": "v9.0.0"}"#.to_vec(), 409),
            ("@v/v1.0.1.mod", module_file.body.clone(), 404),
            ("@v/list", b"v9.0.0\n".to_vec(), 405),
        ];
        for (what, body, status) in sent {
            let answer = client.put(&of(what), body).await;
            assert_eq!(answer.status, status, "{what}: {}", text(&answer));
        }
        for what in ["@v/v1.0.1.info", "@v/main.info", "@v/v1.0.0.txt", "", "../@v/list"] {
            let missing = client.get(&of(what)).await;
            assert_eq!(missing.status, 404, "{what}");
        }
        let spelled = client.get(&format!("{PROXY}/{SHOP}/@v/list")).await;
        assert!(
            spelled.status == 404 && text(&spelled).starts_with("not found: "),
            "{}",
            text(&spelled)
        );
    });
}

/// covers: [GO-02]
#[test]
fn what_is_no_version_of_the_module_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        assert_eq!(
            client.put(&path("a.b/known", "v1.0.0"), file_of("a.b/known", "v1.0.0")).await.status,
            201
        );
        let used = async || {
            let repository = client.get("/artifactory/api/repositories/modules").await.json();
            repository["usedBytes"].clone()
        };
        let before = used().await;
        let shop = || file_of("a.b/shop", "v1.0.0");
        let with = |more: &str| {
            zipped(&[
                ("a.b/shop@v1.0.0/go.mod".into(), "module a.b/shop\n".into()),
                (more.into(), String::new()),
            ])
        };
        for (what, path, body, status) in [
            ("known again", path("a.b/known", "v1.0.0"), file_of("a.b/known", "v1.0.0"), 409),
            ("another version", path("a.b/shop", "v1.0.1"), shop(), 400),
            ("another module", path("a.b/other", "v1.0.0"), shop(), 400),
            ("no canonical version", path("a.b/shop", "v1.0"), shop(), 400),
            ("build metadata", path("a.b/shop", "v1.0.0+x"), shop(), 400),
            ("a major version", path("a.b/shop", "v2.0.0"), file_of("a.b/shop", "v2.0.0"), 400),
            ("a capital letter", path("a.b/Shop", "v1.0.0"), file_of("a.b/Shop", "v1.0.0"), 400),
            ("no host", path("shop", "v1.0.0"), file_of("shop", "v1.0.0"), 400),
            ("no archive", path("a.b/shop", "v1.0.0"), b"no archive".to_vec(), 400),
            ("nothing", path("a.b/shop", "v1.0.0"), Vec::new(), 400),
            ("outside", path("a.b/shop", "v1.0.0"), with("other/a.go"), 400),
            ("upwards", path("a.b/shop", "v1.0.0"), with("a.b/shop@v1.0.0/../a.go"), 400),
            ("case", path("a.b/shop", "v1.0.0"), with("a.b/shop@v1.0.0/GO.mod"), 400),
        ] {
            let refused = client.put(&path, body).await;
            assert_eq!(refused.status, status, "{what}: {}", text(&refused));
            assert!(text(&refused).contains(": "), "{what}: {}", text(&refused));
            assert_eq!(refused.header("content-type"), Some("text/plain; charset=utf-8"), "{what}");
        }
        let wrong = Request::new("PUT", &path("a.b/shop", "v1.0.0")).body(shop());
        let wrong = client.send(wrong.header("x-checksum-sha256", &"0".repeat(64))).await;
        assert_eq!(wrong.status, 409, "{}", text(&wrong));
        assert_eq!(used().await, before);
        let configuration = "/artifactory/api/repositories/modules";
        let quota = Request::new("POST", configuration).json(&json!({"quotaBytes": 1_000}));
        assert_eq!(client.send(quota).await.status, 200);
        let big = client.put(&path("a.b/shop", "v1.0.0"), vec![0; 2_000]).await;
        assert_eq!(big.status, 413, "{}", text(&big));
        let patterns = json!({"quotaBytes": 0, "excludesPattern": "a.b/secret/**"});
        let patterns = Request::new("POST", configuration).json(&patterns);
        assert_eq!(client.send(patterns).await.status, 200);
        let excluded = path("a.b/secret", "v1.0.0");
        let excluded = client.put(&excluded, file_of("a.b/secret", "v1.0.0")).await;
        assert_eq!(excluded.status, 403);
        // Of many at once, one is published.
        let path = path("a.b/shop", "v1.0.0");
        let uploads = (0..8).map(|_| client.put(&path, shop()));
        let answers: Vec<u16> =
            join_all(uploads).await.iter().map(|answer| answer.status).collect();
        assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|status| **status == 409).count(), 7, "{answers:?}");
    });
}

/// covers: [GO-02]
#[test]
fn modules_are_shown_and_changed_as_rights_allow() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), Client::new(&stage.server, &stage.bob));
        for module in ["a.b/shop", "a.b/secret"] {
            let answer = ann.put(&path(module, "v1.0.0"), file_of(module, "v1.0.0")).await;
            assert_eq!(answer.status, 201, "{}", text(&answer));
        }
        let list = format!("{PROXY}/a.b/shop/@v/list");
        let anyone =
            async |path: &str| Browser::new(&stage.server).send(Request::new("GET", path)).await;
        let unknown = anyone(&list).await;
        assert_eq!(unknown.status, 401);
        assert!(unknown.header("www-authenticate").is_some_and(|all| all.contains("Basic")));
        let sentence = text(&unknown);
        assert!(sentence.contains("Send an access token"), "{sentence}");
        assert_eq!(bob.get(&list).await.status, 404);
        let upload =
            async || bob.put(&path("a.b/shop", "v1.1.0"), file_of("a.b/shop", "v1.1.0")).await;
        assert_eq!(upload().await.status, 404);

        everyone_reads(&stage, "a.b/shop/**").await;
        let refused = upload().await;
        assert!(refused.status == 403 && text(&refused).contains("WRITE"), "{}", text(&refused));
        let stored = "/artifactory/modules/a.b/shop/@v/v1.0.0.zip";
        assert_eq!(bob.delete(stored).await.status, 403);
        for what in ["list", "v1.0.0.info", "v1.0.0.mod", "v1.0.0.zip"] {
            assert_eq!(
                bob.get(&format!("{PROXY}/a.b/secret/@v/{what}")).await.status,
                404,
                "{what}"
            );
            assert_eq!(
                ann.get(&format!("{PROXY}/a.b/secret/@v/{what}")).await.status,
                200,
                "{what}"
            );
            assert_eq!(anyone(&format!("{PROXY}/a.b/shop/@v/{what}")).await.status, 200, "{what}");
        }
        let hidden = format!("{PROXY}/a.b/secret/@v/v1.0.0.mod");
        assert_eq!(bob.put(&hidden, "module a.b/secret\n").await.status, 404);
        // A part of a module's versions.
        let targets = json!({"modules": {"include_patterns": ["**/v1.0.0.zip"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        assert_eq!(
            ann.put(&path("a.b/shop", "v1.1.0"), file_of("a.b/shop", "v1.1.0")).await.status,
            201
        );
        assert_eq!(text(&ann.get(&list).await), "v1.0.0\nv1.1.0\n");
        assert_eq!(text(&bob.get(&list).await), "v1.0.0\n");
        let latest = bob.get(&format!("{PROXY}/a.b/shop/@latest")).await.json();
        assert_eq!(latest["Version"], "v1.0.0");
    });
}
