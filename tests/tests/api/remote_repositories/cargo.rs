//! Crates from other registries of Cargo, and joined with those of this server.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tar::{Builder, Header};
use waybill_platform::secret::hex;
use waybill_tests::{Answer, Request, run};

use super::{create_joined, mirrored, upstream::Upstream};
use crate::clients::cargo::body;

const MIRROR: &str = "/artifactory/api/cargo/mirror";

/// The file of a version.
fn file(name: &str, version: &str) -> Vec<u8> {
    let manifest = format!("[package]\nname = \"{name}\"\nversion = \"{version}\"\n");
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::none()));
    let mut header = Header::new_ustar();
    header.set_size(manifest.len() as u64);
    header.set_mode(0o644);
    let path = format!("{name}-{version}/Cargo.toml");
    archive.append_data(&mut header, path, manifest.as_bytes()).expect("an archive");
    archive.into_inner().and_then(GzEncoder::finish).expect("an archive")
}

/// The path of a crate in an index.
fn at(name: &str) -> String {
    format!("{}/{}/{name}", &name[..2], &name[2..4])
}

/// A line of an index, with fields that this server does not know.
fn line(name: &str, version: &str, file: &[u8]) -> String {
    let checksum = hex(&Sha256::digest(file));
    format!(
        "{{\"later\":[1.50],\"name\":\"{name}\",\"vers\":\"{version}\",\"deps\":[],\"cksum\":\"{checksum}\",\"v\":2}}"
    )
}

/// Has an upstream offer versions of a crate.
fn offer(upstream: &Upstream, name: &str, versions: &[&str]) -> String {
    let dl = format!("{}/files/{{lowerprefix}}/{{crate}}/{{version}}", upstream.url());
    upstream.has("config.json", json!({"dl": dl, "api": null}).to_string());
    let mut lines = String::new();
    for version in versions {
        let file = file(name, version);
        lines.push_str(&format!("{}\n", line(name, version, &file)));
        let lower = at(&name.to_lowercase());
        let (prefix, _) = lower.rsplit_once('/').expect("a prefix");
        upstream.has(&format!("files/{prefix}/{name}/{version}"), file);
    }
    upstream.has(&at(&name.to_lowercase()), &lines);
    lines
}

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

fn versions(answer: &Answer) -> Vec<String> {
    let lines = text(answer);
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.map(|line| line["vers"].as_str().expect("a version").to_owned()).collect()
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn crates_of_another_registry_are_served_from_here_and_never_change() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("cargo", never).await;
        let ann = stage.ann();
        let lines = offer(&upstream, "My_Shop", &["1.0.0", "1.1.0"]);
        let index = async || ann.get(&format!("{MIRROR}/index/{}", at("my_shop"))).await;
        // Every field is as the author's registry has it.
        assert_eq!(text(&index().await), lines);
        assert_eq!(upstream.requested(), ["/base/my/_s/my_shop", "/base/config.json"]);
        let dash = ann.get(&format!("{MIRROR}/index/{}", at("my-shop"))).await;
        assert_eq!(dash.status, 404);

        let download =
            |name: &str, version: &str| format!("{MIRROR}/api/v1/crates/{name}/{version}/download");
        let got = ann.get(&download("My_Shop", "1.1.0")).await;
        assert_eq!((got.status, &got.body), (200, &file("My_Shop", "1.1.0")));
        upstream.requested();
        assert_eq!(ann.get(&download("My_Shop", "1.1.0")).await.status, 200);
        assert!(upstream.requested().is_empty());
        for (name, version) in [("My_Shop", "9.0.0"), ("my_shop", "1.0.0"), ("my-shop", "1.0.0")] {
            assert_eq!(ann.get(&download(name, version)).await.status, 404, "{name} {version}");
        }

        // Another content of what is kept is left out, and the file stays.
        let changed = format!(
            "{}\nno line\n{}\n",
            line("My_Shop", "1.1.0", b"other"),
            line("My_Shop", "1.2.0", b"")
        );
        upstream.has(&at("my_shop"), changed);
        assert_eq!(versions(&index().await), ["1.2.0"]);
        assert_eq!(ann.get(&download("My_Shop", "1.1.0")).await.body, file("My_Shop", "1.1.0"));

        // Bytes that the index does not name are not kept.
        offer(&upstream, "tampered", &["1.0.0"]);
        upstream.has("files/ta/mp/tampered/1.0.0", "something else");
        let tampered = ann.get(&download("tampered", "1.0.0")).await;
        assert_eq!(tampered.status, 502, "{:?}", tampered.json());

        let config = ann.get(&format!("{MIRROR}/index/config.json")).await.json();
        assert!(
            config["dl"]
                .as_str()
                .is_some_and(|dl| dl.ends_with(&format!("{MIRROR}/api/v1/crates")))
        );
        for request in [
            Request::new("PUT", &format!("{MIRROR}/api/v1/crates/new")).body("x"),
            Request::new("DELETE", &format!("{MIRROR}/api/v1/crates/My_Shop/1.1.0/yank")),
            Request::new("PUT", &format!("{MIRROR}/api/v1/crates/My_Shop/1.1.0/unyank")),
        ] {
            assert_eq!(ann.send(request).await.status, 405);
        }

        // While the upstream is down, what is kept is served.
        upstream.answers(&at("my_shop"), "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(versions(&index().await), ["1.2.0"]);
        assert_eq!(ann.get(&download("My_Shop", "1.1.0")).await.status, 200);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn crates_of_several_registries_are_joined_and_own_names_are_never_asked_for() {
    run(async {
        let (stage, upstream) = mirrored("cargo", json!({})).await;
        let ann = stage.ann();
        for key in ["crates-local", "crates-more"] {
            ann.create(key, json!({"packageType": "cargo"})).await;
        }
        let members = ["crates-local", "crates-more", "mirror"];
        create_joined(
            &stage,
            "crates",
            "cargo",
            &members,
            json!({"reservedNamesPattern": "acme_*"}),
        )
        .await;
        let publish = async |key: &str, name: &str, version: &str| {
            let (file, metadata) =
                (file(name, version), json!({"name": name, "vers": version, "deps": []}));
            let path = format!("/artifactory/api/cargo/{key}/api/v1/crates/new");
            let body = body(&metadata, &file, file.len());
            let published = ann.send(Request::new("PUT", &path).body(body)).await;
            assert_eq!(published.status, 200, "{}", text(&published));
        };
        let index = |name: &str| format!("/artifactory/api/cargo/crates/index/{}", at(name));
        for name in ["shop-api", "shop_api", "serde", "acme-tool"] {
            offer(&upstream, name, &["9.0.0"]);
        }
        assert_eq!(versions(&ann.get(&index("shop-api")).await), ["9.0.0"]);
        // From the first version of ours on, all spellings of the name are ours.
        publish("crates", "shop-api", "1.0.0").await;
        publish("crates-more", "shop-api", "1.0.0+again").await;
        publish("crates-more", "shop-api", "1.1.0").await;
        assert_eq!(versions(&ann.get(&index("shop-api")).await), ["1.0.0", "1.1.0"]);
        upstream.requested();
        for name in ["shop_api", "acme-tool", "acme_tool"] {
            assert_eq!(ann.get(&index(name)).await.status, 404, "{name}");
        }
        assert!(upstream.requested().is_empty());
        let crates = "/artifactory/api/cargo/crates/api/v1/crates";
        for (name, version, expected) in [
            ("shop-api", "1.0.0", 200),
            ("shop-api", "1.1.0", 200),
            ("shop-api", "9.0.0", 404),
            ("serde", "9.0.0", 200),
        ] {
            let file = format!("{crates}/{name}/{version}/download");
            assert_eq!(ann.get(&file).await.status, expected, "{file}");
        }
        let found = ann.get(&format!("{crates}?q=shop")).await.json();
        assert_eq!(
            (&found["meta"]["total"], &found["crates"][0]["name"]),
            (&json!(1), &json!("shop-api"))
        );
        // What the member that takes uploads does not have cannot be changed.
        for (name, version, status) in
            [("shop-api", "1.0.0", 200), ("shop-api", "1.1.0", 404), ("serde", "9.0.0", 404)]
        {
            let yanked = ann.delete(&format!("{crates}/{name}/{version}/yank")).await;
            assert_eq!(yanked.status, status, "{name} {version}");
        }
        assert!(text(&ann.get(&index("shop-api")).await).contains("\"yanked\":true"));

        // Bob may read the second local one only, and ours is still ours.
        let everything = json!({"include_patterns": ["**"]});
        let targets = json!({"crates-more": everything, "mirror": everything});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let of_bob = stage.bob().get(&index("shop-api")).await;
        assert_eq!(versions(&of_bob), ["1.0.0+again", "1.1.0"]);
        assert_eq!(versions(&stage.bob().get(&index("serde")).await), ["9.0.0"]);

        // Cargo sends no token where everyone may read everything.
        let auth_required = async || {
            let path = "/artifactory/api/cargo/crates/index/config.json";
            ann.get(path).await.json()["auth-required"].clone()
        };
        let everyone = json!({"users": {"anonymous": ["READ"]}});
        for (keys, expected) in [(&members[1..], true), (&members[..], false)] {
            let targets: Value =
                keys.iter().map(|key| ((*key).to_owned(), everything.clone())).collect();
            stage.grant(json!({"actions": everyone, "targets": targets})).await;
            assert_eq!(auth_required().await, expected, "{keys:?}");
        }
        stage.server.stop();
    });
}
