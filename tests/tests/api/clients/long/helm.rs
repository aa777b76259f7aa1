//! Helm's library finds, pulls and renders charts that were published to a repository.

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use crate::clients::{Home, Printed, Shown};
use crate::helm::{CHARTS, chart, file, stage};
use crate::stage::Stage;
use waybill_tests::tools::more_python_tools;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/helm.py");

/// Helm with the token of a user.
pub(super) struct Helm {
    pub(super) home: Home,
    address: String,
}

impl Helm {
    fn new(stage: &Stage, token: &str) -> Self {
        Self::of(CHARTS, stage, token)
    }

    /// Helm with another repository.
    pub(super) fn of(path: &str, stage: &Stage, token: &str) -> Self {
        let home = Home::new().with("HELM_USER", "ci").with("HELM_PASSWORD", token);
        let address = format!("http://{}{path}", stage.server.address());
        Self { home, address }
    }

    fn run(&self, arguments: &[&str]) -> Printed {
        let python = more_python_tools().join("python");
        let python = python.to_str().expect("a path");
        self.home.run(".", python, &[&[SCRIPT], arguments].concat())
    }

    /// Packs a chart; returns its file.
    pub(super) fn package(&self, name: &str, version: &str) -> Vec<u8> {
        let chart = format!(
            "apiVersion: v2\nname: {name}\nversion: {version}\nappVersion: \"1.10\"\ndescription: A shop\n"
        );
        self.home.write(&format!("{name}/Chart.yaml"), &chart);
        self.home.write(&format!("{name}/values.yaml"), "carts: 3\n");
        let template = format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\ndata:\n  carts: \"{{{{ .Values.carts }}}}\"\n"
        );
        self.home.write(&format!("{name}/templates/map.yaml"), &template);
        let (folder, packed) = (self.home.path(name), self.home.path("packed"));
        let texts = [&folder, &packed].map(|path| path.to_str().expect("a path").to_owned());
        self.run(&["package", &texts[0], &texts[1]]).succeeded();
        std::fs::read(packed.join(format!("{name}-{version}.tgz"))).expect("a packed chart")
    }

    pub(super) fn index(&self) -> Value {
        let printed = self.run(&["index", &self.address]).succeeded();
        serde_json::from_str(&printed).expect("JSON")
    }

    pub(super) fn pull(&self, name: &str, version: &str) -> Printed {
        let into = self.home.path("pulled");
        std::fs::create_dir_all(&into).expect("a folder");
        self.run(&["pull", &self.address, name, version, into.to_str().expect("a path")])
    }

    pub(super) fn pulled(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.home.path(&format!("pulled/{file}"))).expect("a pulled chart")
    }
}

/// covers: [HELM-01]
#[test]
fn helm_finds_pulls_and_renders_published_charts() {
    run(async {
        let stage = stage().await;
        let (client, helm) = (stage.ann(), Helm::new(&stage, &stage.ann));
        let mut files = Vec::new();
        for version in ["1.9.0", "1.10.0", "2.0.0-rc.1"] {
            let packed = helm.package("shop", version);
            let published = client.put(&file("shop", version), packed.clone()).await;
            assert_eq!((published.status, published.json()["saved"].clone()), (201, json!(true)));
            files.push(packed);
        }
        let other = helm.package("shop-2", "1.0.0+linux");
        let posted = Request::new("POST", &format!("{CHARTS}/api/charts")).body(other.clone());
        assert_eq!(client.send(posted).await.status, 201);

        let index = helm.index();
        let shop = &index["entries"]["shop"];
        let versions: Vec<_> = shop.as_array().expect("versions").iter().collect();
        let numbers = versions.iter().map(|entry| entry["version"].as_str().expect("a version"));
        assert_eq!(numbers.collect::<Vec<_>>(), ["2.0.0-rc.1", "1.10.0", "1.9.0"]);
        assert_eq!(
            (&shop[1]["appVersion"], &shop[1]["description"]),
            (&json!("1.10"), &json!("A shop"))
        );
        // The newest that is no pre-release, one by its number, and one with build metadata.
        helm.pull("shop", "").succeeded();
        assert_eq!(helm.pulled("shop-1.10.0.tgz"), files[1]);
        helm.pull("shop", "<1.10.0").succeeded();
        assert_eq!(helm.pulled("shop-1.9.0.tgz"), files[0]);
        helm.pull("shop-2", "1.0.0+linux").succeeded();
        assert_eq!(helm.pulled("shop-2-1.0.0+linux.tgz"), other);
        let pulled = helm.home.path("pulled/shop-1.10.0.tgz");
        let rendered = helm.run(&["render", pulled.to_str().expect("a path")]).succeeded();
        assert!(rendered.contains("carts: \\\"3\\\""), "{rendered}");

        let path = format!("{CHARTS}/api/charts/shop/1.10.0");
        assert_eq!(client.delete(&path).await.json()["deleted"], true);
        assert_eq!(client.delete(&path).await.status, 404);
        assert_eq!(client.delete("/artifactory/charts/shop-2-1.0.0+linux.tgz").await.status, 204);
        let index = helm.index();
        assert_eq!(index["entries"]["shop"].as_array().map(Vec::len), Some(2));
        assert_eq!(index["entries"]["shop-2"], Value::Null);
        helm.pull("shop", "1.10.0").failed();
        // What was removed may be published again.
        assert_eq!(client.put(&file("shop", "1.10.0"), files[1].clone()).await.status, 201);
    });
}

/// covers: [HELM-02]
#[test]
fn helm_prints_why_a_chart_is_not_read() {
    run(async {
        let stage = stage().await;
        let published = stage.ann().put(&file("shop", "1.0.0"), chart("shop", "1.0.0")).await;
        assert_eq!(published.status, 201);
        let bob = Helm::new(&stage, &stage.bob);
        let hidden = bob.run(&["index", &bob.address]).failed();
        assert!(hidden.contains("404 Not Found"), "{hidden}");
        let anyone = Helm { home: Home::new(), ..Helm::new(&stage, "") };
        assert!(anyone.run(&["index", &anyone.address]).failed().contains("401 Unauthorized"));
        let targets = json!({"charts": {"include_patterns": ["**"]}});
        let everyone = json!({"users": {"anonymous": ["READ"]}});
        stage.grant(json!({"actions": everyone, "targets": targets})).await;
        anyone.pull("shop", "1.0.0").succeeded();
    });
}

/// covers: [HELM-01, REPO-04]
#[test]
fn the_shown_command_publishes_a_chart() {
    run(async {
        let stage = stage().await;
        let shown = Shown::of(&stage, "charts").await;
        let helm = Helm::new(&stage, &stage.ann);
        helm.package("shop", "1.0.0");
        let publish = shown.command("helm", "publish", &[("<FILE>", "packed/shop-1.0.0.tgz")]);
        helm.home.run(".", "sh", &["-c", &publish]).succeeded();
        let added = shown.command("helm", "configure", &[]);
        assert!(added.contains(&format!("helm repo add charts {} ", helm.address)), "{added}");
        helm.pull("shop", "1.0.0").succeeded();
    });
}
