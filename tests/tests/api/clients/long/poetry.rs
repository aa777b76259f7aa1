//! Poetry builds and publishes Python packages, and adds them to projects.

use serde_json::json;
use waybill_tests::run;

use crate::clients::{Home, Printed};
use crate::stage::Stage;
use waybill_tests::tools::more_python_tools;

const KEY: &str = "python-local";

/// Poetry with the token of a user.
struct Poetry {
    home: Home,
    address: String,
}

impl Poetry {
    fn new(stage: &Stage, token: &str) -> Self {
        let address = format!("http://{}/artifactory/api/pypi/{KEY}", stage.server.address());
        let home = Home::new()
            .with("POETRY_VIRTUALENVS_IN_PROJECT", "true")
            .with("POETRY_KEYRING_ENABLED", "false")
            .with("POETRY_REPOSITORIES_WAYBILL_URL", format!("{address}/"))
            .with("POETRY_HTTP_BASIC_WAYBILL_USERNAME", "_")
            .with("POETRY_HTTP_BASIC_WAYBILL_PASSWORD", token);
        Self { home, address }
    }

    fn run(&self, folder: &str, arguments: &str) -> Printed {
        let program = more_python_tools().join("poetry");
        let arguments = format!("--no-interaction --no-ansi {arguments}");
        let arguments: Vec<_> = arguments.split(' ').collect();
        self.home.run(folder, program.to_str().expect("a path"), &arguments)
    }

    fn publish(&self, version: &str) -> Printed {
        let project = format!(
            "[project]\nname = \"acme-shop\"\nversion = \"{version}\"\ndescription = \"A shop\"\n\
             requires-python = \">=3.9\"\n\n[build-system]\nrequires = [\"poetry-core\"]\n\
             build-backend = \"poetry.core.masonry.api\"\n"
        );
        self.home.write("shop/pyproject.toml", &project);
        self.home.write("shop/acme_shop/__init__.py", &format!("VERSION = '{version}'\n"));
        self.run("shop", "build --clean").succeeded();
        self.run("shop", "publish --repository waybill")
    }

    /// Adds a package to a new project; returns what it printed and the version of the module.
    fn add(&self, wanted: &str) -> (Printed, Option<String>) {
        let project = format!(
            "[project]\nname = \"app\"\nversion = \"1.0.0\"\nrequires-python = \">=3.9\"\n\n\
             [tool.poetry]\npackage-mode = false\n\n[[tool.poetry.source]]\nname = \"waybill\"\n\
             url = \"{}/simple/\"\npriority = \"primary\"\n",
            self.address
        );
        drop(std::fs::remove_dir_all(self.home.path("app")));
        self.home.write("app/pyproject.toml", &project);
        let printed = self.run("app", &format!("add {wanted}"));
        let python = self.home.path("app/.venv/bin/python");
        let imported = self.home.run(
            "app",
            python.to_str().expect("a path"),
            &["-c", "import acme_shop; print(acme_shop.VERSION)"],
        );
        (printed, imported.is_success.then(|| imported.output.trim().to_owned()))
    }
}

/// covers: [PYPI-01, PYPI-03]
#[test]
fn poetry_publishes_and_installs() {
    run(async {
        let stage = Stage::with(KEY, "pypi").await;
        let poetry = Poetry::new(&stage, &stage.ann);
        for version in ["1.9.0", "1.10.0"] {
            poetry.publish(version).succeeded();
        }
        let again = poetry.publish("1.10.0").failed();
        assert!(again.contains("409") || again.contains("already"), "{again}");
        for (wanted, expected) in [("acme-shop", "1.10.0"), ("acme-shop==1.9.0", "1.9.0")] {
            let (printed, version) = Poetry::new(&stage, &stage.ann).add(wanted);
            printed.succeeded();
            assert_eq!(version.as_deref(), Some(expected));
        }

        let bob = Poetry::new(&stage, &stage.bob);
        let (printed, _) = bob.add("acme-shop");
        printed.failed();
        let targets = json!({KEY: {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let (printed, version) = bob.add("acme-shop");
        printed.succeeded();
        assert_eq!(version.as_deref(), Some("1.10.0"));
        let refused = bob.publish("2.0.0").failed();
        assert!(refused.contains("403"), "{refused}");
        stage.server.stop();
    });
}
