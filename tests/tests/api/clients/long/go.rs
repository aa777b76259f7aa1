//! go lists, resolves, downloads, verifies and builds modules that were published to a proxy.

use std::path::PathBuf;

use serde_json::{Value, json};
use waybill_tests::run;

use crate::clients::{Home, Printed, Shown};
use crate::go::{ESCAPED, PROXY, SHOP, everyone_reads, file_of, path, stage, text};
use crate::stage::Stage;
use waybill_tests::tools::go_tools;

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
    go_tools().join("bin/go")
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

/// covers: [GO-02]
#[test]
fn go_prints_why_a_module_is_not_downloaded() {
    run(async {
        let stage = stage().await;
        let file = file_of("a.b/shop", "v1.0.0");
        let published = stage.ann().put(&path("a.b/shop", "v1.0.0"), file).await;
        assert_eq!(published.status, 201);
        let go = Go::new(&stage);
        go.app("a.b/shop");
        let refused = go.run("app", "get a.b/shop").failed();
        assert!(
            refused.contains("401 Unauthorized") && refused.contains("Send an access token"),
            "{refused}"
        );
        everyone_reads(&stage, "a.b/shop/**").await;
        go.run("app", "get a.b/shop").succeeded();
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
