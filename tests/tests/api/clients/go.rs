//! go lists, resolves, downloads, verifies and builds modules that were published to a proxy.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use futures_util::future::join_all;
use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, run};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::tools::python_tools;
use super::{Home, Printed, Shown};
use crate::stage::Client;
use crate::stage::Stage;

const PROXY: &str = "/artifactory/api/go/modules";
const SHOP: &str = "example.com/Acme/shop";
const ESCAPED: &str = "example.com/!acme/shop";

/// go with a proxy. It sends no token over http, so everyone may read it.
pub(super) struct Go(pub(super) Home);

impl Go {
    fn new(stage: &Stage) -> Self {
        Self::of(PROXY, stage)
    }

    /// go with another proxy.
    pub(super) fn of(proxy: &str, stage: &Stage) -> Self {
        let proxy = format!("http://{}{proxy}", stage.server.address());
        Self(Self::home().with("GOPROXY", proxy).with("GONOSUMDB", "*"))
    }

    fn home() -> Home {
        Home::new()
            .with("GOTOOLCHAIN", "local")
            .with("GOFLAGS", "-mod=mod -modcacherw")
            .with("GOTELEMETRY", "off")
            .with("CGO_ENABLED", "0")
    }

    /// A program that uses a package of a module.
    pub(super) fn app(&self, import: &str) {
        self.0.write("app/go.mod", "module example.org/app\n\ngo 1.20\n");
        let source = format!(
            "package main\n\nimport shop \"{import}\"\n\nfunc main() {{ println(shop.Version) }}\n"
        );
        self.0.write("app/main.go", &source);
    }

    pub(super) fn run(&self, folder: &str, arguments: &str) -> Printed {
        self.0.run(
            folder,
            program().to_str().expect("a path"),
            &arguments.split(' ').collect::<Vec<_>>(),
        )
    }

    /// What go prints as JSON.
    pub(super) fn json(&self, arguments: &str) -> Value {
        let printed = self.run("app", arguments).succeeded();
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"))
    }
}

/// The program of the toolchain.
fn program() -> PathBuf {
    let lib = python_tools().parent().expect("a folder").join("lib");
    let mut versions = std::fs::read_dir(lib).expect("the packages");
    let version = versions.next().expect("a version of Python").expect("a folder");
    version.path().join("site-packages/go/bin/go")
}

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

fn path(module: &str, version: &str) -> String {
    format!("{PROXY}/{module}/@v/{version}.zip")
}

async fn stage() -> Stage {
    Stage::with("modules", "go").await
}

async fn everyone_reads(stage: &Stage, pattern: &str) {
    let targets = json!({"modules": {"include_patterns": [pattern]}});
    stage.grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets})).await;
}

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// covers: [GO-01]
#[test]
fn go_lists_resolves_downloads_verifies_and_builds() {
    run(async {
        let stage = stage().await;
        everyone_reads(&stage, "**").await;
        let (client, go) = (stage.ann(), Go::new(&stage));
        let mut published = Vec::new();
        for version in ["v1.9.0", "v1.10.0", "v1.11.0-rc.1", "v0.0.0-20260101000000-abcdef012345"] {
            let answer = client.put(&path(ESCAPED, version), file_of(SHOP, version)).await;
            assert_eq!(answer.status, 201, "{}", text(&answer));
            published.push(answer.json());
        }
        let second = format!("{SHOP}/v2");
        let file = path(&format!("{ESCAPED}/v2"), "v2.0.0");
        assert_eq!(client.put(&file, file_of(&second, "v2.0.0")).await.status, 201);

        go.app(SHOP);
        let listed = go.json(&format!("list -m -versions -json {SHOP}"));
        assert_eq!(listed["Versions"], json!(["v1.9.0", "v1.10.0", "v1.11.0-rc.1"]));
        go.run("app", &format!("get {SHOP}")).succeeded();
        let built = go.run("app", "run .");
        assert!(built.is_success && built.text.trim() == "v1.10.0", "{}", built.text);
        let downloaded = go.json(&format!("mod download -json {SHOP}@v1.10.0"));
        assert_eq!(downloaded["Sum"], published[1]["h1"]);
        let zip = downloaded["Zip"].as_str().expect("a file");
        assert_eq!(std::fs::read(zip).expect("a file"), file_of(SHOP, "v1.10.0"));
        go.run("app", "mod verify").succeeded();
        // A version of a commit, an older one, and another major version.
        for wanted in ["v0.0.0-20260101000000-abcdef012345", "v1.9.0"] {
            go.run("app", &format!("get {SHOP}@{wanted}")).succeeded();
            let built = go.run("app", "run .");
            assert!(built.is_success && built.text.trim() == wanted, "{}", built.text);
        }
        let other = Go::new(&stage);
        other.app(&second);
        other.run("app", "mod tidy").succeeded();
        let built = other.run("app", "run .");
        assert!(built.is_success && built.text.trim() == "v2.0.0", "{}", built.text);

        let stored = format!("/artifactory/modules/{ESCAPED}/@v/v1.10.0.zip");
        assert_eq!(client.delete(&stored).await.status, 204);
        let listed = client.get(&format!("{PROXY}/{ESCAPED}/@v/list")).await;
        assert_eq!(text(&listed), "v1.11.0-rc.1\nv1.9.0\n");
        let gone = Go::new(&stage);
        gone.app(SHOP);
        let missing = gone.run("app", &format!("get {SHOP}@v1.10.0")).failed();
        assert!(missing.contains("not found: There is no such package"), "{missing}");
        gone.run("app", &format!("get {SHOP}")).succeeded();
        let built = gone.run("app", "run .");
        assert!(built.is_success && built.text.trim() == "v1.9.0", "{}", built.text);
    });
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
        let go = Go::new(&stage);
        go.app("a.b/shop");
        let refused = go.run("app", "get a.b/shop").failed();
        assert!(
            refused.contains("401 Unauthorized") && refused.contains("Send an access token"),
            "{refused}"
        );
        assert_eq!(bob.get(&list).await.status, 404);
        let upload =
            async || bob.put(&path("a.b/shop", "v1.1.0"), file_of("a.b/shop", "v1.1.0")).await;
        assert_eq!(upload().await.status, 404);

        everyone_reads(&stage, "a.b/shop/**").await;
        go.run("app", "get a.b/shop").succeeded();
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

/// covers: [GO-01, REPO-04]
#[test]
fn the_shown_commands_work_in_a_clean_home() {
    run(async {
        let stage = stage().await;
        everyone_reads(&stage, "**").await;
        let shown = Shown::of(&stage, "modules").await;
        let command = |purpose: &str| shown.command("go", purpose, &[("<MODULE>", "a.b/shop")]);
        // The address of the test is one to which go sends no token.
        assert!(!shown.has("go", "sign_in"));
        let go = Go(Go::home());
        go.app("a.b/shop");
        let folder = program().parent().expect("a folder").to_str().expect("a path").to_owned();
        let enter = |command: &str| {
            let command = format!("PATH=\"{folder}:$PATH\"; {command}");
            go.0.run("app", "sh", &["-c", &command]).succeeded();
        };
        let file = go.0.path("shop.zip");
        std::fs::write(&file, file_of("a.b/shop", "v1.0.0")).expect("a file");
        let publish = command("publish").replace("<VERSION>", "v1.0.0");
        enter(&publish.replace("<FILE>", file.to_str().expect("a path")));
        enter(&command("configure_public"));
        enter(&command("install"));
        let built = go.run("app", "run .");
        assert!(built.is_success && built.text.trim() == "v1.0.0", "{}", built.text);
    });
}
