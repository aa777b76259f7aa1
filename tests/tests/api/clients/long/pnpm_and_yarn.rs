//! pnpm and both generations of yarn publish packages, install them and print why they may not.

use serde_json::json;
use waybill_tests::run;

use crate::clients::{Home, Printed};
use crate::stage::Stage;
use waybill_tests::tools::node_tools;

const KEY: &str = "npm-local";

/// A client of the packages of npm.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Client {
    Pnpm,
    /// The first generation.
    Yarn,
    /// The later one, with its packages in a folder of modules.
    YarnBerry,
}

/// A client with the token of a user.
struct Installed {
    client: Client,
    home: Home,
}

impl Client {
    /// The path of the program in the folder of the modules.
    const fn program(self) -> &'static str {
        match self {
            Self::Pnpm => "pnpm/bin/pnpm.cjs",
            Self::Yarn => "yarn/bin/yarn.js",
            Self::YarnBerry => "@yarnpkg/cli-dist/bin/yarn.js",
        }
    }

    fn with(self, stage: &Stage, token: &str) -> Installed {
        let host = format!("//{}/artifactory/api/npm/{KEY}/", stage.server.address());
        let home = Home::new()
            .with("CI", "1")
            .with("npm_config_update_notifier", "false")
            .with("YARN_ENABLE_TELEMETRY", "0");
        // All of them read one of these files in the home.
        home.write(".npmrc", &format!("registry=http:{host}\n{host}:_authToken={token}\n"));
        let settings = json!({
            "npmRegistryServer": format!("http:{host}"),
            "npmAuthToken": token,
            "npmAlwaysAuth": true,
            "unsafeHttpWhitelist": ["127.0.0.1"],
            "nodeLinker": "node-modules",
            "enableImmutableInstalls": false,
            // It takes nothing that was published in the last days otherwise.
            "npmMinimalAgeGate": 0,
        });
        home.write(".yarnrc.yml", &settings.to_string());
        Installed { client: self, home }
    }
}

impl Installed {
    fn run(&self, folder: &str, arguments: &str) -> Printed {
        let modules = node_tools().parent().expect("the modules");
        let program = modules.join(self.client.program());
        let program = program.to_str().expect("a path").to_owned();
        let arguments: Vec<_> =
            std::iter::once(program.as_str()).chain(arguments.split(' ')).collect();
        self.home.run(folder, "node", &arguments)
    }

    fn publish(&self, version: &str) -> Printed {
        let manifest = json!({"name": "@acme/shop", "version": version, "license": "MIT"});
        self.home.write("shop/package.json", &manifest.to_string());
        self.home.write("shop/yarn.lock", "");
        self.home.write("shop/index.js", &format!("module.exports = '{version}'\n"));
        let publish = match self.client {
            Client::Pnpm => "publish --no-git-checks",
            Client::Yarn => "publish --non-interactive",
            Client::YarnBerry => {
                // This generation packs only what is installed.
                self.run("shop", "install").succeeded();
                "npm publish"
            }
        };
        self.run("shop", publish)
    }

    /// Adds a package to a project.
    fn add(&self, wanted: &str) -> Printed {
        self.home
            .write("app/package.json", r#"{"name": "app", "version": "1.0.0", "license": "MIT"}"#);
        self.home.write("app/yarn.lock", "");
        self.run("app", &format!("add {wanted}"))
    }

    fn installed(&self) -> String {
        let file = self.home.path("app/node_modules/@acme/shop/index.js");
        std::fs::read_to_string(file).expect("the installed file")
    }
}

async fn publishes_and_installs(client: Client) {
    let stage = Stage::with(KEY, "npm").await;
    let ann = client.with(&stage, &stage.ann);
    for version in ["1.9.0", "1.10.0"] {
        ann.publish(version).succeeded();
    }
    let again = ann.publish("1.10.0").failed();
    // The client that pnpm runs looks itself first.
    let why = ["a published version never changes", "You cannot publish over"];
    assert!(why.iter().any(|why| again.contains(why)), "{client:?}: {again}");
    for (wanted, expected) in [("@acme/shop", "1.10.0"), ("@acme/shop@1.9.0", "1.9.0")] {
        let fresh = client.with(&stage, &stage.ann);
        fresh.add(wanted).succeeded();
        assert_eq!(fresh.installed(), format!("module.exports = '{expected}'\n"), "{client:?}");
        // What is locked is installed with nothing cached, and compared with what the lock says.
        let frozen = match client {
            Client::Pnpm | Client::Yarn => "install --frozen-lockfile",
            Client::YarnBerry => "install --immutable",
        };
        std::fs::remove_dir_all(fresh.home.path("app/node_modules")).expect("what was installed");
        fresh.run("app", frozen).succeeded();
        assert_eq!(fresh.installed(), format!("module.exports = '{expected}'\n"), "{client:?}");
    }

    // Without rights, with a right to read, and with no token.
    let bob = client.with(&stage, &stage.bob);
    let hidden = bob.add("@acme/shop").failed();
    let why = ["404", "There is no such repository"];
    assert!(why.iter().any(|why| hidden.contains(why)), "{client:?}: {hidden}");
    let targets = json!({KEY: {"include_patterns": ["@acme/**"]}});
    stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
    bob.add("@acme/shop").succeeded();
    let refused = bob.publish("2.0.0").failed();
    assert!(refused.contains("WRITE"), "{client:?}: {refused}");
    let why = ["401", "authentication", "This token is not accepted"];
    let stranger = client.with(&stage, "waybill_nothing").add("@acme/shop").failed();
    assert!(why.iter().any(|why| stranger.contains(why)), "{client:?}: {stranger}");

    let removed = "/artifactory/npm-local/@acme/shop/-/shop-1.10.0.tgz";
    assert_eq!(stage.ann().delete(removed).await.status, 204);
    let later = client.with(&stage, &stage.ann);
    later.add("@acme/shop").succeeded();
    assert_eq!(later.installed(), "module.exports = '1.9.0'\n", "{client:?}");
    stage.server.stop();
}

/// covers: [NPM-01, NPM-02]
#[test]
fn pnpm_publishes_and_installs() {
    run(publishes_and_installs(Client::Pnpm));
}

/// covers: [NPM-01, NPM-02]
#[test]
fn yarn_publishes_and_installs() {
    run(publishes_and_installs(Client::Yarn));
}

/// covers: [NPM-01, NPM-02]
#[test]
fn yarn_of_the_later_generation_publishes_and_installs() {
    run(publishes_and_installs(Client::YarnBerry));
}
