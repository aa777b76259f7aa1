//! Charts of Helm: the index, refusals and rights.

use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tar::{Builder, Header};
use waybill_tests::{Answer, Browser, Request, run};

use crate::stage::{Client, Stage};

pub(crate) const CHARTS: &str = "/artifactory/api/helm/charts";

pub(crate) async fn stage() -> Stage {
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

pub(crate) fn file(name: &str, version: &str) -> String {
    format!("{CHARTS}/{name}-{version}.tgz")
}

fn sentence(answer: &Answer) -> String {
    answer.json()["error"].as_str().unwrap_or_default().to_owned()
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
        let bob = Client::new(&stage.server, &stage.bob);
        let index = format!("{CHARTS}/index.yaml");
        assert_eq!(bob.get(&index).await.status, 404);
        let targets = json!({"charts": {"include_patterns": ["shop-*"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let seen = bob.get(&index).await.json();
        let names = seen["entries"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
        assert_eq!(names, Some(vec!["shop".to_owned()]));
        assert_eq!(bob.get(&file("shop", "1.0.0")).await.status, 200);
        // What an administrator has read before is not what others see.
        assert_eq!(ann.get(&index).await.json()["entries"]["secret"][0]["version"], "1.0.0");
        assert_eq!(bob.get(&index).await.json()["entries"]["secret"], Value::Null);
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
        let anyone =
            async |path: &str| Browser::new(&stage.server).send(Request::new("GET", path)).await;
        assert_eq!(anyone(&index).await.status, 401);
        let targets = json!({"charts": {"include_patterns": ["**"]}});
        stage
            .grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets}))
            .await;
        let seen = anyone(&index).await.json();
        assert_eq!(seen["entries"].as_object().map(serde_json::Map::len), Some(2));
        assert_eq!(anyone(&file("shop", "2.0.0")).await.status, 200);
    });
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
