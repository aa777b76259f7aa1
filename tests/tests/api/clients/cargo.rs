//! Cargo publishes, resolves, fetches, yanks and finds crates.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_tests::{Request, run};

use super::{Home, Printed, Shown};
use crate::stage::Client;
use crate::stage::Stage;

const INDEX: &str = "/artifactory/api/cargo/crates-local/index";

/// Cargo with the token of a user.
pub(super) struct Cargo(pub(super) Home);

impl Cargo {
    fn new(stage: &Stage, token: &str) -> Self {
        Self::of(INDEX, stage, token)
    }

    /// Cargo with another index, which has the same name to it.
    pub(super) fn of(index: &str, stage: &Stage, token: &str) -> Self {
        let index = format!("sparse+http://{}{index}/", stage.server.address());
        let home = Home::new().with("CARGO_TERM_COLOR", "never");
        home.write(
            ".cargo/config.toml",
            &format!("[registries.crates-local]\nindex = \"{index}\"\ncredential-provider = \"cargo:token\"\n"),
        );
        let credentials = format!("[registries.crates-local]\ntoken = \"{token}\"\n");
        home.write(".cargo/credentials.toml", &credentials);
        Self(home)
    }

    /// A crate in a folder of its name.
    pub(super) fn package(&self, name: &str, version: &str, more: &str) {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2021\"\nlicense = \"MIT\"\ndescription = \"A shop with carts\"\nrust-version = \"1.70\"\n{more}\n[workspace]\n"
        );
        self.0.write(&format!("{name}/Cargo.toml"), &manifest);
        self.0.write(
            &format!("{name}/src/lib.rs"),
            &format!("pub const VERSION: &str = \"{version}\";\n"),
        );
    }

    pub(super) fn run(&self, folder: &str, arguments: &str) -> Printed {
        self.0.run(folder, "cargo", &arguments.split(' ').collect::<Vec<_>>())
    }

    pub(super) fn publish(&self, name: &str) -> Printed {
        self.run(name, "publish --registry crates-local --allow-dirty --no-verify")
    }

    /// The version of a dependency that is locked.
    pub(super) fn locked(&self, folder: &str, name: &str) -> String {
        let lock =
            std::fs::read_to_string(self.0.path(&format!("{folder}/Cargo.lock"))).expect("a lock");
        let (_, after) =
            lock.split_once(&format!("name = \"{name}\"\nversion = \"")).expect("a dependency");
        after.split('"').next().expect("a version").to_owned()
    }
}

async fn stage() -> Stage {
    Stage::with("crates-local", "cargo").await
}

async fn lines(client: &Client<'_>, path: &str) -> Vec<Value> {
    let index = client.get(&format!("{INDEX}/{path}")).await;
    assert_eq!(index.status, 200);
    let text = String::from_utf8(index.body).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// covers: [CARGO-01]
#[test]
fn cargo_publishes_resolves_fetches_yanks_and_finds() {
    run(async {
        let stage = stage().await;
        let (client, cargo) = (stage.ann(), Cargo::new(&stage, &stage.ann));
        for version in ["1.0.0", "1.1.0"] {
            cargo.package("Shop_Core", version, "[features]\nx = []");
            cargo.publish("Shop_Core").succeeded();
        }
        let found = cargo.run(".", "search --registry crates-local carts").succeeded();
        assert!(found.contains("Shop_Core = \"1.1.0\""), "{found}");

        let dependency = r#"
            [features]
            all = ["dep:core", "core?/x"]
            old = []
            [dependencies]
            core = { package = "Shop_Core", version = "1", registry = "crates-local", optional = true, default-features = false }"#;
        cargo.package("shop", "0.1.0", dependency);
        cargo.run("shop", "generate-lockfile").succeeded();
        assert_eq!(cargo.locked("shop", "Shop_Core"), "1.1.0");
        cargo.run("shop", "fetch").succeeded();
        let sources = cargo.0.path(".cargo/registry/src");
        let registry = std::fs::read_dir(sources)
            .expect("sources")
            .next()
            .expect("a registry")
            .expect("a folder");
        let fetched = std::fs::read_to_string(registry.path().join("Shop_Core-1.1.0/src/lib.rs"));
        assert_eq!(fetched.expect("a source"), "pub const VERSION: &str = \"1.1.0\";\n");

        cargo.run(".", "yank --registry crates-local Shop_Core@1.1.0").succeeded();
        assert_eq!(lines(&client, "sh/op/shop_core").await[1]["yanked"], true);
        // Those who have locked it still get it.
        cargo.run("shop", "fetch --locked").succeeded();
        cargo.run("shop", "update").succeeded();
        std::fs::remove_file(cargo.0.path("shop/Cargo.lock")).expect("a lock");
        cargo.run("shop", "generate-lockfile").succeeded();
        assert_eq!(cargo.locked("shop", "Shop_Core"), "1.0.0");
        cargo.run(".", "yank --undo --registry crates-local Shop_Core@1.1.0").succeeded();
        assert_eq!(lines(&client, "sh/op/shop_core").await[1]["yanked"], false);

        // What depends on it under another name, with features of both forms.
        cargo.publish("shop").succeeded();
        let line = lines(&client, "sh/op/shop").await.remove(0);
        let dependency = &line["deps"][0];
        assert_eq!(
            (&dependency["name"], &dependency["package"]),
            (&json!("core"), &json!("Shop_Core"))
        );
        assert_eq!(dependency["registry"], Value::Null);
        assert_eq!((&line["v"], &line["features"]), (&json!(2), &json!({"old": []})));
        assert_eq!(line["features2"], json!({"all": ["dep:core", "core?/x"]}));
        assert_eq!(line["rust_version"], "1.70");
        cargo.package("app", "0.1.0", "[dependencies]\nshop = { version = \"0.1\", registry = \"crates-local\", features = [\"old\"] }");
        cargo.run("app", "fetch").succeeded();
    });
}

/// covers: [CARGO-02]
#[test]
fn cargo_prints_why_a_crate_is_not_published() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (Cargo::new(&stage, &stage.ann), Cargo::new(&stage, &stage.bob));
        ann.package("shop", "1.0.0", "");
        ann.publish("shop").succeeded();
        // Cargo looks itself whether a version exists, so the spelling is another one.
        for (name, version, sentence) in
            [("shop", "1.0.0", "already exists"), ("Shop", "1.1.0", "another spelling of its name")]
        {
            ann.package(name, version, "");
            let refused = ann.publish(name).failed();
            assert!(refused.contains(sentence), "{refused}");
        }
        bob.package("shop", "2.0.0", "");
        let refused = bob.publish("shop").failed();
        // To those who may not read it there is no such repository.
        assert!(refused.contains("config.json not found"), "{refused}");
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ"]}},
                "targets": {"crates-local": {"include_patterns": ["shop/**"]}},
            }))
            .await;
        let refused = bob.publish("shop").failed();
        assert!(refused.contains("WRITE"), "{refused}");
        let refused = bob.run(".", "yank --registry crates-local shop@1.0.0").failed();
        assert!(refused.contains("WRITE"), "{refused}");
        // Nor by another spelling of the name, which is another path.
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ", "WRITE"]}},
                "targets": {"crates-local": {"include_patterns": ["SHOP/**"]}},
            }))
            .await;
        let path = "/artifactory/api/cargo/crates-local/api/v1/crates/SHOP/1.0.0/yank";
        assert_eq!(Client::new(&stage.server, &stage.bob).delete(path).await.status, 404);
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ"]}},
                "targets": {"crates-local": {"include_patterns": ["**"]}},
            }))
            .await;
        let owners = ann.run(".", "owner --list --registry crates-local shop").failed();
        assert!(owners.contains("keeps no owners"), "{owners}");
        let versions = lines(&stage.ann(), "sh/op/shop").await;
        assert_eq!((versions.len(), &versions[0]["yanked"]), (1, &json!(false)));
        let client = Client::new(&stage.server, &stage.bob);
        let config = client.get(&format!("{INDEX}/config.json")).await.json();
        assert_eq!(config["auth-required"], true);
        for path in ["sh/op/other", "sh/op/../shop", "3/s/shop", "sh/op/SHOP"] {
            assert_eq!(client.get(&format!("{INDEX}/{path}")).await.status, 404, "{path}");
        }
    });
}

/// What Cargo sends to publish a version.
pub(crate) fn body(metadata: &Value, file: &[u8], announced: usize) -> Vec<u8> {
    let metadata = metadata.to_string().into_bytes();
    let length = |bytes: usize| u32::try_from(bytes).expect("a length").to_le_bytes().to_vec();
    [length(metadata.len()), metadata, length(announced), file.to_vec()].concat()
}

/// covers: [CARGO-02]
#[test]
fn what_is_no_version_of_a_crate_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let (client, cargo) = (stage.ann(), Cargo::new(&stage, &stage.ann));
        cargo.package("known", "1.0.0", "");
        cargo.publish("known").succeeded();
        let known = client.get("/artifactory/api/repositories/crates-local").await.json();
        cargo.package("shop", "1.0.0", "");
        cargo.run("shop", "package --allow-dirty --no-verify").succeeded();
        let file =
            std::fs::read(cargo.0.path("shop/target/package/shop-1.0.0.crate")).expect("a file");
        let metadata = |name: &str, version: &str| json!({"name": name, "vers": version, "deps": [], "features": {}});
        let with =
            |deps: Value| json!({"name": "shop", "vers": "1.0.0", "deps": deps, "features": {}});
        let send = async |body: Vec<u8>| {
            let path = "/artifactory/api/cargo/crates-local/api/v1/crates/new";
            client.send(Request::new("PUT", path).body(body)).await
        };
        for (what, body, status) in [
            ("no such", body(&metadata("no such", "1.0.0"), &file, file.len()), 400),
            ("version", body(&metadata("shop", "1.0"), &file, file.len()), 400),
            ("another version", body(&metadata("shop", "1.0.1"), &file, file.len()), 400),
            ("another crate", body(&metadata("other", "1.0.0"), &file, file.len()), 400),
            ("no archive", body(&metadata("shop", "1.0.0"), b"no archive", 10), 400),
            ("more than announced", body(&metadata("shop", "1.0.0"), &file, file.len() - 1), 400),
            ("less than announced", body(&metadata("shop", "1.0.0"), &file, file.len() + 1), 400),
            ("no metadata", vec![255, 0, 0, 0, 1], 400),
            ("much metadata", vec![255, 255, 255, 255, 1], 413),
            ("no JSON", body(&json!("x"), &file, file.len()), 400),
            (
                "a requirement",
                body(&with(json!([{"name": "b", "version_req": "x y"}])), &file, file.len()),
                400,
            ),
            (
                "a kind",
                body(
                    &with(json!([{"name": "b", "version_req": "1", "kind": "x"}])),
                    &file,
                    file.len(),
                ),
                400,
            ),
            ("a version again", body(&metadata("known", "1.0.0+linux"), &file, file.len()), 409),
        ] {
            let refused = send(body).await;
            assert_eq!(refused.status, status, "{what}: {}", refused.json());
            assert!(refused.json()["errors"][0]["detail"].is_string(), "{what}");
        }
        let usage = client.get("/artifactory/api/repositories/crates-local").await.json();
        assert_eq!(usage["usedBytes"], known["usedBytes"]);
        assert_eq!(send(body(&metadata("shop", "1.0.0"), &file, file.len())).await.status, 200);
        let path = "/artifactory/api/cargo/crates-local/api/v1/crates/shop/1.0.0/download";
        assert_eq!(client.get(path).await.body, file);
    });
}

/// covers: [CARGO-02]
#[test]
fn spellings_that_are_published_at_once_are_one_crate() {
    run(async {
        let stage = stage().await;
        let cargo = Cargo::new(&stage, &stage.ann);
        let mut uploads = Vec::new();
        for (name, version) in [("Race_Me", "1.0.0"), ("race-me", "1.0.1"), ("Race_Me", "1.0.0+b")]
        {
            cargo.package(name, version, "");
            cargo.run(name, "package --allow-dirty --no-verify").succeeded();
            let file = cargo.0.path(&format!("{name}/target/package/{name}-{version}.crate"));
            let file = std::fs::read(file).expect("a file");
            let metadata = json!({"name": name, "vers": version, "deps": [], "features": {}});
            uploads.push(body(&metadata, &file, file.len()));
        }
        // All of them have sent their metadata before the first one ends.
        let mut streams = Vec::new();
        for upload in &uploads {
            let address = stage.server.address();
            let mut stream = TcpStream::connect(address).await.expect("a server");
            let head = format!(
                "PUT /artifactory/api/cargo/crates-local/api/v1/crates/new HTTP/1.1\r\nhost: {address}\r\nauthorization: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                stage.ann,
                upload.len(),
            );
            stream.write_all(head.as_bytes()).await.expect("it is sent");
            stream.write_all(&upload[..upload.len() - 9]).await.expect("it is sent");
            streams.push(stream);
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let mut published = 0;
        for (stream, upload) in streams.iter_mut().zip(&uploads) {
            stream.write_all(&upload[upload.len() - 9..]).await.expect("it is sent");
        }
        for stream in &mut streams {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.expect("an answer");
            let is_published = answer.starts_with("HTTP/1.1 200");
            assert!(is_published || answer.starts_with("HTTP/1.1 409"), "{answer}");
            published += usize::from(is_published);
        }
        assert_eq!(published, 1);
    });
}

/// covers: [CARGO-01, REPO-04]
#[test]
fn the_shown_commands_work_in_a_clean_home_and_with_a_key_that_cargo_does_not_take() {
    run(async {
        let stage = stage().await;
        let created = stage.ann().create("3d.crates", json!({"packageType": "cargo"})).await;
        assert_eq!(created.status, 200);
        let shown = Shown::of(&stage, "3d.crates").await;
        let command = |purpose: &str| shown.command("cargo", purpose, &[("<CRATE>", "shop")]);
        let cargo = Cargo(Home::new());
        let enter = |folder: &str, command: &str| cargo.0.run(folder, "sh", &["-c", command]);
        for _ in 0..2 {
            enter(".", &command("configure")).succeeded();
        }
        enter(".", &command("sign_in")).succeeded();
        cargo.package("shop", "1.0.0", "");
        enter("shop", &format!("{} --allow-dirty --no-verify", command("publish"))).succeeded();
        cargo.package("app", "1.0.0", "");
        enter("app", &command("install")).succeeded();
        cargo.run("app", "fetch").succeeded();
    });
}

/// covers: [CARGO-01]
#[test]
fn a_crate_is_published_and_fetched_where_everyone_may_read() {
    run(async {
        let stage = stage().await;
        stage
            .grant(json!({
                "actions": {"users": {"anonymous": ["READ"]}},
                "targets": {"crates-local": {"include_patterns": ["**"]}},
            }))
            .await;
        let cargo = Cargo::new(&stage, &stage.ann);
        cargo.package("shop", "1.0.0", "");
        cargo.publish("shop").succeeded();
        let anyone = Cargo::new(&stage, "");
        std::fs::remove_file(anyone.0.path(".cargo/credentials.toml")).expect("credentials");
        anyone.package(
            "app",
            "1.0.0",
            "[dependencies]\nshop = { version = \"1\", registry = \"crates-local\" }",
        );
        anyone.run("app", "fetch").succeeded();
        let missing = anyone.run("app", "add --registry crates-local nothing-here").failed();
        assert!(missing.contains("could not be found"), "{missing}");
    });
}
