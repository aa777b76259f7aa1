//! Helm's library finds, pulls and renders charts that were published to a repository.

use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tar::{Builder, Header};
use waybill_tests::{Answer, Request, run};

use super::tools::python_tools;
use super::{Home, Printed, Shown};
use crate::stage::Client;
use crate::stage::Stage;

const CHARTS: &str = "/artifactory/api/helm/charts";
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
        let python = python_tools().join("python");
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

async fn stage() -> Stage {
    Stage::with("charts", "helm").await
}

/// A chart with a `Chart.yaml` and nothing else.
fn chart_of(text: &str) -> Vec<u8> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut header = Header::new_ustar();
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    archive.append_data(&mut header, "shop/Chart.yaml", text.as_bytes()).expect("an archive");
    archive.into_inner().and_then(GzEncoder::finish).expect("an archive")
}

pub(crate) fn chart(name: &str, version: &str) -> Vec<u8> {
    chart_of(&format!("apiVersion: v2\nname: {name}\nversion: {version}\n"))
}

fn file(name: &str, version: &str) -> String {
    format!("{CHARTS}/{name}-{version}.tgz")
}

fn sentence(answer: &Answer) -> String {
    answer.json()["error"].as_str().unwrap_or_default().to_owned()
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

/// covers: [HELM-01]
#[test]
fn the_index_has_an_etag_and_addresses_of_the_files() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let path = format!("{CHARTS}/index.yaml");
        let empty = client.get(&path).await;
        assert_eq!((empty.status, empty.json()["entries"].clone()), (200, json!({})));
        client.put(&file("shop", "1.0.0"), chart("shop", "1.0.0")).await;
        let first = client.get(&path).await;
        let etag = first.header("etag").expect("an etag").to_owned();
        assert_ne!(empty.header("etag"), Some(etag.as_str()));
        let again = client.send(Request::new("GET", &path).header("if-none-match", &etag)).await;
        assert_eq!(again.status, 304);
        let entry = first.json()["entries"]["shop"][0].clone();
        let address = entry["urls"][0].as_str().expect("an address").to_owned();
        assert!(address.starts_with("http"), "{address}");
        let (_, below) = address.split_once("/artifactory/").expect("an address of this server");
        let fetched = client.get(&format!("/artifactory/{below}")).await;
        assert_eq!(fetched.header("x-checksum-sha256"), entry["digest"].as_str());
        let range = Request::new("GET", &file("shop", "1.0.0")).header("range", "bytes=0-1");
        let part = client.send(range).await;
        assert_eq!((part.status, &part.body[..]), (206, &[0x1f, 0x8b][..]));
        client.put(&file("shop", "1.1.0"), chart("shop", "1.1.0")).await;
        assert_ne!(client.get(&path).await.header("etag"), Some(etag.as_str()));
        client.delete(&format!("{CHARTS}/api/charts/shop/1.1.0")).await;
        assert_eq!(client.get(&path).await.header("etag"), Some(etag.as_str()));
    });
}

/// covers: [HELM-02]
#[test]
fn charts_are_shown_and_changed_as_rights_allow() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        for (name, version) in [("shop", "1.0.0"), ("secret", "1.0.0")] {
            let published = ann.put(&file(name, version), chart(name, version)).await;
            assert_eq!(published.status, 201, "{}", sentence(&published));
        }
        let helm = Helm::new(&stage, &stage.bob);
        let hidden = helm.run(&["index", &helm.address]).failed();
        assert!(hidden.contains("404 Not Found"), "{hidden}");
        let targets = json!({"charts": {"include_patterns": ["shop-*"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let index = helm.index();
        assert_eq!(
            index["entries"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()),
            Some(vec!["shop".to_owned()])
        );
        helm.pull("shop", "1.0.0").succeeded();
        // What an administrator has read before is not what others see.
        assert_eq!(
            ann.get(&format!("{CHARTS}/index.yaml")).await.json()["entries"]["secret"][0]["version"],
            "1.0.0"
        );
        assert_eq!(helm.index()["entries"]["secret"], Value::Null);
        let bob = Client::new(&stage.server, &stage.bob);
        assert_eq!(bob.get(&file("secret", "1.0.0")).await.status, 404);
        let refused = bob.put(&file("shop", "2.0.0"), chart("shop", "2.0.0")).await;
        assert!(refused.status == 403 && sentence(&refused).contains("WRITE"));
        let post = || Request::new("POST", &format!("{CHARTS}/api/charts"));
        assert_eq!(bob.send(post().body(chart("shop", "2.0.0"))).await.status, 403);
        let refused = bob.delete(&format!("{CHARTS}/api/charts/shop/1.0.0")).await;
        assert!(refused.status == 403 && sentence(&refused).contains("DELETE"));
        // Those who may write some charts are refused others when the chart in the file is known.
        stage
            .grant(json!({"actions": {"users": {"bob": ["READ", "WRITE"]}}, "targets": targets}))
            .await;
        assert_eq!(bob.send(post().body(chart("secret", "2.0.0"))).await.status, 404);
        assert_eq!(bob.send(post().body(chart("shop", "2.0.0"))).await.status, 201);
        let anyone = helm_without_credentials(&stage);
        assert!(anyone.run(&["index", &anyone.address]).failed().contains("401 Unauthorized"));
        let targets = json!({"charts": {"include_patterns": ["**"]}});
        stage
            .grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets}))
            .await;
        assert_eq!(anyone.index()["entries"].as_object().map(serde_json::Map::len), Some(2));
        anyone.pull("shop", "2.0.0").succeeded();
    });
}

fn helm_without_credentials(stage: &Stage) -> Helm {
    Helm { home: Home::new(), ..Helm::new(stage, "") }
}

/// covers: [HELM-02]
#[test]
fn what_is_no_version_of_the_chart_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        assert_eq!(client.put(&file("known", "1.0.0"), chart("known", "1.0.0")).await.status, 201);
        let used = async || {
            let repository = client.get("/artifactory/api/repositories/charts").await.json();
            repository["usedBytes"].clone()
        };
        let before = used().await;
        let large = format!(
            "apiVersion: v2\nname: shop\nversion: 1.0.0\ndescription: {}",
            "x".repeat(300_000)
        );
        for (what, path, body, status) in [
            ("known again", file("known", "1.0.0"), chart("known", "1.0.0"), 409),
            ("another version", file("shop", "1.0.1"), chart("shop", "1.0.0"), 400),
            ("another chart", file("other", "1.0.0"), chart("shop", "1.0.0"), 400),
            ("no version", file("shop", "1.0"), chart("shop", "1.0"), 400),
            ("known with a v", file("known", "v1.0.0"), chart("known", "v1.0.0"), 409),
            ("a signature", format!("{}.prov", file("shop", "1.0.0")), b"x".to_vec(), 400),
            ("no chart", format!("{CHARTS}/index.yaml"), chart("shop", "1.0.0"), 405),
            ("another file", format!("{CHARTS}/shop.txt"), chart("shop", "1.0.0"), 400),
            ("no archive", file("shop", "1.0.0"), b"no archive".to_vec(), 400),
            ("nothing", file("shop", "1.0.0"), Vec::new(), 400),
            ("no YAML", file("shop", "1.0.0"), chart_of("["), 400),
            ("a large Chart.yaml", file("shop", "1.0.0"), chart_of(&large), 400),
        ] {
            let refused = client.put(&path, body).await;
            assert_eq!(refused.status, status, "{what}: {}", sentence(&refused));
            assert!(!sentence(&refused).is_empty(), "{what}");
        }
        let post = |body| Request::new("POST", &format!("{CHARTS}/api/charts")).body(body);
        assert_eq!(client.send(post(chart("known", "1.0.0"))).await.status, 409);
        let form =
            post(chart("shop", "1.0.0")).header("content-type", "multipart/form-data; boundary=x");
        assert_eq!(client.send(form).await.status, 415);
        // Its file could be of the chart `shop` as well.
        let ambiguous = client.send(post(chart("shop-1.0.0", "2.0.0"))).await;
        assert!(ambiguous.status == 400 && sentence(&ambiguous).contains("ends like a version"));
        let wrong = Request::new("PUT", &file("shop", "1.0.0")).body(chart("shop", "1.0.0"));
        let wrong = client.send(wrong.header("x-checksum-sha256", &"0".repeat(64))).await;
        assert_eq!(wrong.status, 409, "{}", sentence(&wrong));
        assert_eq!(used().await, before);
        let quota = json!({"quotaBytes": 1_000});
        let path = "/artifactory/api/repositories/charts";
        assert_eq!(client.send(Request::new("POST", path).json(&quota)).await.status, 200);
        let big = client.put(&file("shop", "1.0.0"), vec![0; 2_000]).await;
        assert_eq!(big.status, 413, "{}", sentence(&big));
        let patterns = json!({"quotaBytes": 0, "excludesPattern": "secret-*"});
        assert_eq!(client.send(Request::new("POST", path).json(&patterns)).await.status, 200);
        assert_eq!(
            client.put(&file("secret", "1.0.0"), chart("secret", "1.0.0")).await.status,
            403
        );
        assert_eq!(client.send(post(chart("secret", "1.0.0"))).await.status, 403);
        // Authors of charts write versions with a v or without.
        let with_v = client.put(&file("shop", "v0.9.0"), chart("shop", "v0.9.0")).await;
        assert_eq!(with_v.status, 201, "{}", sentence(&with_v));
        // Of many at once, one is published.
        let path = file("shop", "1.0.0");
        let uploads = (0..8).map(|_| client.put(&path, chart("shop", "1.0.0")));
        let answers: Vec<u16> =
            join_all(uploads).await.iter().map(|answer| answer.status).collect();
        assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|status| **status == 409).count(), 7, "{answers:?}");
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
