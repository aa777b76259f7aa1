//! npm publishes, installs, tags, deprecates and removes packages.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{Home, Printed};
use crate::advisories::advisory;
use crate::stage::Client;
use crate::stage::Stage;

/// npm with the token of a user.
pub(super) struct Npm(pub(super) Home);

impl Npm {
    fn new(stage: &Stage, token: &str) -> Self {
        Self::of("npm-local", stage, token)
    }

    /// npm with another repository.
    pub(super) fn of(key: &str, stage: &Stage, token: &str) -> Self {
        let host = format!("//{}/artifactory/api/npm/{key}/", stage.server.address());
        let home = Home::new().with("npm_config_update_notifier", "false");
        home.write(".npmrc", &format!("registry=http:{host}\n{host}:_authToken={token}\n"));
        Self(home)
    }

    /// A package in a folder.
    fn package(&self, folder: &str, version: &str) {
        let manifest = json!({
            "name": "@acme/shop",
            "version": version,
            "description": "A shop",
            "keywords": ["cart"],
            "license": "MIT",
        });
        self.0.write(&format!("{folder}/package.json"), &manifest.to_string());
        self.0.write(&format!("{folder}/index.js"), &format!("module.exports = '{version}'\n"));
        self.0.write(&format!("{folder}/README.md"), "# The shop\n");
    }

    pub(super) fn run(&self, folder: &str, arguments: &str) -> Printed {
        self.0.run(folder, "npm", &arguments.split(' ').collect::<Vec<_>>())
    }

    /// What npm prints as JSON.
    pub(super) fn json(&self, folder: &str, arguments: &str) -> Value {
        let printed = self.run(folder, &format!("{arguments} --json")).succeeded();
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"))
    }
}

/// covers: [NPM-01]
#[test]
fn npm_publishes_installs_tags_deprecates_and_removes() {
    run(async {
        let stage = Stage::new().await;
        let created = stage.ann().create("npm-local", json!({"packageType": "npm"})).await;
        assert_eq!(created.status, 200);
        let npm = Npm::new(&stage, &stage.ann);
        npm.run(".", "ping").succeeded();
        assert_eq!(npm.run(".", "whoami").succeeded().trim(), "ann");

        npm.package("shop", "1.0.0");
        npm.run("shop", "publish").succeeded();
        npm.package("shop", "1.1.0-rc.1");
        npm.run("shop", "publish --tag next").succeeded();
        let again = npm.run("shop", "publish --tag next").failed();
        assert!(again.contains("a published version never changes"), "{again}");
        let shown = npm.json(".", "view @acme/shop");
        assert_eq!(shown["dist-tags"], json!({"latest": "1.0.0", "next": "1.1.0-rc.1"}));
        assert_eq!(shown["versions"], json!(["1.0.0", "1.1.0-rc.1"]));
        assert_eq!(shown["license"], "MIT");
        assert_eq!(npm.json(".", "view @acme/shop readme"), "# The shop\n");
        let found = npm.json(".", "search cart");
        assert_eq!(
            (&found[0]["name"], &found[0]["version"]),
            (&json!("@acme/shop"), &json!("1.0.0"))
        );

        npm.0.write("app/package.json", r#"{"name": "app", "version": "1.0.0"}"#);
        npm.run("app", "install @acme/shop").succeeded();
        let installed = || {
            let file = npm.0.path("app/node_modules/@acme/shop/index.js");
            std::fs::read_to_string(file).expect("the installed file")
        };
        assert_eq!(installed(), "module.exports = '1.0.0'\n");
        npm.run("app", "install @acme/shop@next").succeeded();
        assert_eq!(installed(), "module.exports = '1.1.0-rc.1'\n");
        npm.run("app", "ci").succeeded();
        // What was installed once is not loaded again.
        std::fs::remove_dir_all(npm.0.path("app/node_modules")).expect("what was installed");
        npm.run("app", "ci --offline").succeeded();

        npm.run(".", "dist-tag add @acme/shop@1.0.0 stable").succeeded();
        let tags = npm.run(".", "dist-tag ls @acme/shop").succeeded();
        assert_eq!(tags.trim(), "latest: 1.0.0\nnext: 1.1.0-rc.1\nstable: 1.0.0");
        npm.run(".", "dist-tag rm @acme/shop stable").succeeded();
        npm.run(".", "deprecate @acme/shop@1.0.0 use-another").succeeded();
        let warned = npm.run("app", "install @acme/shop@1.0.0");
        assert!(warned.is_success && warned.text.contains("use-another"), "{}", warned.text);
        npm.0.run(".", "npm", &["undeprecate", "@acme/shop@1.0.0"]).succeeded();
        assert_eq!(npm.json(".", "view @acme/shop@1.0.0")["deprecated"], Value::Null);
        let refused = npm.run(".", "star @acme/shop").failed();
        assert!(refused.contains("keeps neither owners nor stars"), "{refused}");

        npm.run(".", "unpublish @acme/shop@1.0.0").succeeded();
        let shown = npm.json(".", "view @acme/shop@next");
        assert_eq!(shown["dist-tags"], json!({"latest": "1.1.0-rc.1", "next": "1.1.0-rc.1"}));
        npm.run(".", "unpublish --force @acme/shop").succeeded();
        assert!(npm.run(".", "view @acme/shop").failed().contains("E404"));
    });
}

/// covers: [NPM-02]
#[test]
fn npm_prints_why_a_user_may_not_publish() {
    run(async {
        let stage = Stage::new().await;
        stage.ann().create("npm-local", json!({"packageType": "npm"})).await;
        let (ann, bob) = (Npm::new(&stage, &stage.ann), Npm::new(&stage, &stage.bob));
        for version in ["0.9.0", "1.0.0"] {
            ann.package("shop", version);
            ann.run("shop", "publish").succeeded();
        }
        let hidden = bob.run(".", "view @acme/shop").failed();
        assert!(hidden.contains("There is no such repository, or your rights"), "{hidden}");
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ"]}},
                "targets": {"npm-local": {"include_patterns": ["@acme/**"]}},
            }))
            .await;
        bob.run(".", "view @acme/shop").succeeded();
        bob.package("shop", "2.0.0");
        let refused = bob.run("shop", "publish").failed();
        assert!(refused.contains("E403") && refused.contains("WRITE"), "{refused}");
        for arguments in ["unpublish @acme/shop@1.0.0", "unpublish --force @acme/shop"] {
            let refused = bob.run(".", arguments).failed();
            assert!(refused.contains("E403") && refused.contains("DELETE"), "{refused}");
        }
        let refused = bob.run(".", "deprecate @acme/shop@1.0.0 no").failed();
        assert!(refused.contains("E403"), "{refused}");
        let stranger = Npm::new(&stage, "waybill_nothing");
        assert!(stranger.run(".", "view @acme/shop").failed().contains("E401"));
        let untouched = Client::new(&stage.server, &stage.ann);
        let document = untouched.get("/artifactory/api/npm/npm-local/@acme%2fshop").await.json();
        assert_eq!(document["versions"].as_object().expect("versions").len(), 2);
        assert_eq!(document["versions"]["1.0.0"]["deprecated"], Value::Null);
    });
}

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn npm_installs_what_another_waybill_has_and_publishes_beside_it() {
    run(async {
        let upstream = Stage::with("npm-local", "npm").await;
        let everything = json!({"npm-local": {"include_patterns": ["**"]}});
        let everyone = json!({"users": {"anonymous": ["READ"]}});
        upstream.grant(json!({"actions": everyone, "targets": everything})).await;
        let publisher = Npm::new(&upstream, &upstream.ann);
        for version in ["1.0.0", "1.1.0"] {
            publisher.package("shop", version);
            publisher.run("shop", "publish").succeeded();
        }
        let stage = Stage::reaching(&[upstream.server.address()]).await;
        let url = format!("http://{}/artifactory/api/npm/npm-local/", upstream.server.address());
        let ann = stage.ann();
        let remote = json!({"rclass": "remote", "packageType": "npm", "url": url});
        assert_eq!(ann.create("npm-remote", remote).await.status, 200);
        assert_eq!(ann.create("npm-own", json!({"packageType": "npm"})).await.status, 200);
        let joined = json!({
            "rclass": "virtual",
            "packageType": "npm",
            "repositories": ["npm-own", "npm-remote"],
            "defaultDeploymentRepo": "npm-own",
        });
        assert_eq!(ann.create("npm", joined).await.status, 200);

        let npm = Npm::of("npm", &stage, &stage.ann);
        npm.0.write("cart/package.json", r#"{"name": "cart", "version": "1.0.0"}"#);
        npm.run("cart", "publish").succeeded();
        npm.0.write("app/package.json", r#"{"name": "app", "version": "1.0.0"}"#);
        npm.run("app", "install @acme/shop@1.0.0 cart").succeeded();
        let lock =
            std::fs::read_to_string(npm.0.path("app/package-lock.json")).expect("a lock file");
        assert!(!lock.contains(&upstream.server.address().to_string()), "{lock}");
        npm.run(".", "deprecate cart@1.0.0 use-another").succeeded();
        let refused = npm.run(".", "deprecate @acme/shop@1.0.0 use-another").failed();
        assert!(refused.contains("404"), "{refused}");

        // What was installed once is installed while the other server is down.
        upstream.server.stop();
        let later = Npm::of("npm", &stage, &stage.ann);
        for file in ["package.json", "package-lock.json"] {
            let text = std::fs::read_to_string(npm.0.path(&format!("app/{file}"))).expect("a file");
            later.0.write(&format!("app/{file}"), &text);
        }
        later.run("app", "ci").succeeded();
        let installed = later.0.path("app/node_modules/@acme/shop/index.js");
        let installed = std::fs::read_to_string(installed).expect("a file");
        assert_eq!(installed, "module.exports = '1.0.0'\n");
        stage.server.stop();
    });
}

#[test]
fn npm_audits_a_project_with_the_imported_advisories() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let npm = Npm::new(&stage, &stage.ann);
        for version in ["1.0.0", "1.1.0"] {
            npm.package("shop", version);
            npm.run("shop", "publish").succeeded();
        }
        npm.0.write("app/package.json", r#"{"name": "app", "version": "1.0.0"}"#);
        npm.run("app", "install --no-audit @acme/shop@1.0.0").succeeded();
        let document = stage.place.path("GHSA-1.json");
        let critical = json!({"database_specific": {"severity": "CRITICAL"}});
        let text = advisory("GHSA-1", "@acme/shop", "1.1.0", critical).to_string();
        std::fs::write(&document, text).expect("a document");
        let document = document.display().to_string();
        let imported = stage.place.run(&["advisories", "import", &document, "--data", "{data}"]);
        assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));

        let found = npm.run("app", "audit").failed();
        for part in ["@acme/shop  1.0.0", "Severity: critical", "advisories/GHSA-1"] {
            assert!(found.contains(part), "{part} is missing in {found}");
        }
        npm.run("app", "install --no-audit @acme/shop@1.1.0").succeeded();
        let clean = npm.run("app", "audit").succeeded();
        assert!(clean.contains("found 0 vulnerabilities"), "{clean}");
    });
}
