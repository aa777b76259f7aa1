//! twine and uv publish Python packages, and pip and uv install them.

use serde_json::{Value, json};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Request, run};

use super::python_packages::{metadata, sdist, wheel};
use super::{Home, Printed, Shown};
use crate::stage::Client;
use crate::stage::Stage;
use waybill_tests::tools::python_tools;

const PYPI: &str = "/artifactory/api/pypi/python-local";
const JSON: &str = "application/vnd.pypi.simple.v1+json";

/// The clients of Python with the token of a user.
pub(super) struct Python {
    home: Home,
    address: String,
    pub(super) index: String,
    token: String,
}

impl Python {
    fn new(stage: &Stage, token: &str) -> Self {
        Self::of("python-local", stage, token)
    }

    /// The same with another repository.
    pub(super) fn of(key: &str, stage: &Stage, token: &str) -> Self {
        let host = stage.server.address();
        let path = format!("/artifactory/api/pypi/{key}");
        let home = Home::new()
            .with("PIP_DISABLE_PIP_VERSION_CHECK", "1")
            .with("PIP_NO_INPUT", "1")
            .with("NO_COLOR", "1")
            .with("COLUMNS", "300");
        Self {
            home,
            address: format!("http://{host}{path}"),
            index: format!("http://_:{token}@{host}{path}/simple/"),
            token: token.to_owned(),
        }
    }

    pub(super) fn run(&self, program: &str, arguments: &[&str]) -> Printed {
        let program = python_tools().join(program);
        self.home.run(".", &program.to_string_lossy(), arguments)
    }

    /// Writes a file of a version.
    pub(super) fn build(&self, (name, bytes): (String, Vec<u8>)) -> String {
        let path = format!("dist/{name}");
        self.home.write(&path, "");
        std::fs::write(self.home.path(&path), bytes).expect("a file");
        path
    }

    pub(super) fn upload(&self, file: &str) -> Printed {
        let user = ["upload", "--username", "_", "--password", &self.token];
        let to = ["--repository-url", &self.address, "--disable-progress-bar", file];
        self.run("twine", &[&user[..], &to[..]].concat())
    }

    /// Installs what is required into a folder.
    pub(super) fn install(&self, folder: &str, required: &[&str]) -> Printed {
        let to = ["install", "--index-url", &self.index, "--upgrade", "--target", folder];
        self.run("pip", &[&to[..], required].concat())
    }

    /// The version of a module in a folder.
    pub(super) fn installed(&self, folder: &str, module: &str) -> String {
        let file = self.home.path(&format!("{folder}/{module}.py"));
        std::fs::read_to_string(file).expect("the installed module")
    }
}

async fn stage() -> Stage {
    Stage::with("python-local", "pypi").await
}

async fn index(client: &Client<'_>, project: &str) -> Value {
    let path = format!("{PYPI}/simple/{project}/");
    let answer = client.send(Request::new("GET", &path).header("accept", JSON)).await;
    assert_eq!(answer.status, 200);
    answer.json()
}

/// covers: [PYPI-01]
#[test]
fn twine_publishes_and_pip_installs() {
    run(async {
        let stage = stage().await;
        let (client, python) = (stage.ann(), Python::new(&stage, &stage.ann));
        let files = [
            wheel("Shop_Core", "1.0.0", ""),
            sdist("Shop_Core", "1.0.0"),
            wheel("Shop_Core", "1.1.0", "Requires-Python: >=3.8\n"),
            wheel("Shop_Core", "1.2.0", "Requires-Python: >=99\n"),
            wheel("Shop_Core", "2.0.0rc1", ""),
        ];
        for file in &files {
            let path = python.build(file.clone());
            python.upload(&path).succeeded();
        }
        // One for another Python, and one that is no release, are not chosen.
        let printed = python.install("site", &["shop.core"]);
        assert!(printed.is_success, "{}", printed.text);
        assert_eq!(python.installed("site", "shop_core"), "VERSION = '1.1.0'\n");
        python.install("site", &["shop-core==1.0"]).succeeded();
        assert_eq!(python.installed("site", "shop_core"), "VERSION = '1.0.0'\n");
        python.install("pre", &["--pre", "Shop_Core"]).succeeded();
        assert_eq!(python.installed("pre", "shop_core"), "VERSION = '2.0.0rc1'\n");
        let (file, bytes) = &files[2];
        let locked = format!("shop-core==1.1.0 --hash=sha256:{}\n", sha256_hex(bytes));
        python.home.write("locked.txt", &locked);
        python.install("locked", &["--require-hashes", "-r", "locked.txt"]).succeeded();
        let path = format!("{PYPI}/-/shop-core/1.1.0/{file}");
        assert_eq!(&client.get(&path).await.body, bytes);

        let found = index(&client, "shop-core").await;
        assert_eq!(found["versions"], json!(["1.0.0", "1.1.0", "1.2.0", "2.0.0rc1"]));
        let text = metadata("Shop_Core", "1.1.0", "Requires-Python: >=3.8\n");
        let listed = &found["files"][2];
        for (field, value) in [
            ("filename", json!(file)),
            ("hashes", json!({"sha256": sha256_hex(bytes)})),
            ("size", json!(bytes.len())),
            ("requires-python", json!(">=3.8")),
            ("yanked", json!(false)),
            ("core-metadata", json!({"sha256": sha256_hex(text.as_bytes())})),
        ] {
            assert_eq!(listed[field], value, "{field}");
        }
        assert_eq!(client.get(&format!("{path}.metadata")).await.body, text.as_bytes());
        assert_eq!(found["files"].as_array().expect("files").len(), 5);
        assert_eq!(found["files"][1]["core-metadata"], false);
    });
}

/// covers: [PYPI-02]
#[test]
fn yanked_versions_are_installed_only_by_those_who_name_them() {
    run(async {
        let stage = stage().await;
        let (client, python) = (stage.ann(), Python::new(&stage, &stage.ann));
        for version in ["1.0", "1.1"] {
            let path = python.build(wheel("shop", version, ""));
            python.upload(&path).succeeded();
        }
        let yank = |method: &'static str| Request::new(method, &format!("{PYPI}/Shop/1.1.0/yank"));
        let yanked = client.send(yank("POST").json(&json!({"reason": "it loses <carts>"}))).await;
        assert_eq!(yanked.status, 200, "{}", yanked.json());
        assert_eq!(index(&client, "shop").await["files"][1]["yanked"], "it loses <carts>");
        let page = client.get(&format!("{PYPI}/simple/shop/")).await;
        let page = String::from_utf8(page.body).expect("text");
        assert!(page.contains("data-yanked=\"it loses &lt;carts&gt;\""), "{page}");
        python.install("site", &["shop"]).succeeded();
        assert_eq!(python.installed("site", "shop"), "VERSION = '1.0'\n");
        let named = python.install("site", &["shop==1.1"]);
        assert!(named.is_success && named.text.contains("it loses <carts>"), "{}", named.text);
        assert_eq!(client.send(yank("POST")).await.status, 200);
        assert_eq!(index(&client, "shop").await["files"][1]["yanked"], true);
        assert_eq!(client.send(yank("DELETE")).await.status, 200);
        assert_eq!(index(&client, "shop").await["files"][1]["yanked"], false);
        python.install("site", &["shop"]).succeeded();
        assert_eq!(python.installed("site", "shop"), "VERSION = '1.1'\n");

        let long = json!({"reason": "x".repeat(1_025)});
        assert_eq!(client.send(yank("POST").json(&long)).await.status, 400);
        let unknown = Request::new("POST", &format!("{PYPI}/shop/3/yank"));
        assert_eq!(client.send(unknown).await.status, 404);
    });
}

/// covers: [PYPI-03]
#[test]
fn twine_prints_why_a_file_is_not_published() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (Python::new(&stage, &stage.ann), Python::new(&stage, &stage.bob));
        let path = ann.build(wheel("shop", "1.0", ""));
        ann.upload(&path).succeeded();
        let refused = ann.upload(&path).failed();
        assert!(refused.contains("409") && refused.contains("never changes"), "{refused}");
        let path = bob.build(wheel("shop", "1.1", ""));
        let refused = bob.upload(&path).failed();
        assert!(
            refused.contains("404") && refused.contains("There is no such repository"),
            "{refused}"
        );
        let hidden = bob.install("site", &["shop"]).failed();
        assert!(hidden.contains("No matching distribution"), "{hidden}");
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ"]}},
                "targets": {"python-local": {"include_patterns": ["shop/**"]}},
            }))
            .await;
        let refused = bob.upload(&path).failed();
        assert!(refused.contains("403") && refused.contains("WRITE"), "{refused}");
        bob.install("site", &["shop"]).succeeded();
        let client = Client::new(&stage.server, &stage.bob);
        let yank = Request::new("POST", &format!("{PYPI}/shop/1.0/yank"));
        assert_eq!(client.send(yank).await.status, 403);
        let file = "/artifactory/python-local/shop/1.0/shop-1.0-py3-none-any.whl";
        assert_eq!(client.delete(file).await.status, 403);
        let stranger = Python::new(&stage, "waybill_nothing");
        let path = stranger.build(wheel("shop", "1.2", ""));
        let refused = stranger.upload(&path).failed();
        assert!(refused.contains("401"), "{refused}");

        // A version ends with its last file.
        assert_eq!(stage.ann().delete(file).await.status, 204);
        let gone = ann.install("gone", &["shop"]).failed();
        assert!(gone.contains("No matching distribution"), "{gone}");
        let path = ann.build(wheel("shop", "1.0", ""));
        ann.upload(&path).succeeded();
    });
}

/// covers: [PYPI-01, REPO-04]
#[test]
fn the_shown_commands_of_python_clients_work_in_a_clean_home() {
    run(async {
        let stage = stage().await;
        let created = stage.ann().create("3d.python", json!({"packageType": "pypi"})).await;
        assert_eq!(created.status, 200);
        let shown = Shown::of(&stage, "3d.python").await;
        let command = |client: &str, purpose: &str, package: &str| {
            shown.command(client, purpose, &[("<PACKAGE>", package)])
        };
        let python = Python::new(&stage, &stage.ann);
        let tools = python_tools().to_string_lossy().into_owned();
        let enter = |folder: &str, command: &str| {
            let command = format!("PATH=\"{tools}:$PATH\"; {command}");
            python.home.run(folder, "sh", &["-c", &command])
        };
        let by_twine = wheel("by-twine", "1.0", "");
        python.home.write(&format!("twine/dist/{}", by_twine.0), "");
        std::fs::write(python.home.path(&format!("twine/dist/{}", by_twine.0)), by_twine.1)
            .expect("a file");
        let by_uv = wheel("by-uv", "1.0", "");
        python.home.write(&format!("uv/dist/{}", by_uv.0), "");
        std::fs::write(python.home.path(&format!("uv/dist/{}", by_uv.0)), by_uv.1).expect("a file");
        for _ in 0..2 {
            enter(".", &command("twine", "sign_in", "")).succeeded();
        }
        enter("twine", &command("twine", "publish", "")).succeeded();
        enter("uv", &command("uv", "publish", "")).succeeded();
        enter(".", "python3 -m venv --without-pip uv/.venv").succeeded();
        enter("uv", &command("uv", "install", "by-twine")).succeeded();
        // Without a token where everyone may read, and with one where not.
        for (purpose, patterns) in [("configure", "**"), ("sign_in", "none")] {
            let targets = json!({"3d.python": {"include_patterns": [patterns]}});
            stage
                .grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets}))
                .await;
            enter(".", &command("pip", purpose, "")).succeeded();
            let install = command("pip", "install", "by-uv");
            enter(".", &format!("{install} --target {purpose}")).succeeded();
            assert_eq!(python.installed(purpose, "by_uv"), "VERSION = '1.0'\n");
        }
    });
}
