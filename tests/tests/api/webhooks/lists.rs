//! What the form of a webhook chooses from.

use std::net::SocketAddr;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, run};

use super::receiver::Receiver;
use super::{CONSOLE, create, deploys, stage};
use crate::permissions::PERMISSIONS;
use crate::release_bundles::{self, artifact, import, manifest, output_text};
use crate::remote_repositories::upstream::Upstream;
use crate::signed_in;
use crate::stage::Stage;

const LISTS: &str = "webhook-lists";

async fn list(page: &mut Browser, path: &str) -> Value {
    let answer = page.get(&format!("{LISTS}/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.json());
    answer.json()
}

/// covers: [HOOK-05]
#[test]
fn repositories_builds_bundles_and_environments_are_listed() {
    run(async {
        let stage = stage(&[]).await;
        let ann = stage.ann();
        for (key, environments) in [("prod-local", json!(["PROD", "DEV"])), ("dev", json!(["DEV"]))]
        {
            let created = ann.create(key, json!({"environments": environments})).await;
            assert_eq!(created.status, 200, "{}", created.json());
        }
        for name in ["shop-web", "shop-api", "till"] {
            let build = json!({"version": "1.0.1", "name": name, "number": "7", "started": "2026-11-28T10:00:00.000+0000", "modules": []});
            let sent = Request::new("PUT", "/artifactory/api/build").json(&build);
            assert_eq!(ann.send(sent).await.status, 204);
        }
        let mut page = signed_in(&stage.server).await;
        let local = list(&mut page, "repositories?type=local").await;
        assert_eq!(local, json!({"repositories": ["dev", "files", "prod-local"]}));
        for kind in ["remote", "federated"] {
            let none = list(&mut page, &format!("repositories?type={kind}")).await;
            assert_eq!(none, json!({"repositories": []}), "{kind}");
        }
        for (query, expected) in [
            ("", json!(["shop-api", "shop-web", "till"])),
            ("?includePatterns=", json!(["shop-api", "shop-web", "till"])),
            ("?includePatterns=shop-*", json!(["shop-api", "shop-web"])),
            ("?includePatterns=*-api,ti*", json!(["shop-api", "till"])),
            ("?includePatterns=none", json!([])),
        ] {
            let builds = list(&mut page, &format!("builds{query}")).await;
            assert_eq!(builds, json!({"builds": expected}), "{query}");
        }
        assert_eq!(list(&mut page, "bundles?includePatterns=*").await, json!({"bundles": []}));
        let environments = list(&mut page, "environments").await;
        assert_eq!(environments, json!({"environments": ["DEV", "PROD"]}));
        // A list that fails says so.
        let many = vec!["*"; 51].join(",");
        for wrong in [
            "repositories".to_owned(),
            "repositories?type=virtual".to_owned(),
            format!("builds?includePatterns={many}"),
        ] {
            let refused = page.get(&format!("{LISTS}/{wrong}")).await;
            assert_eq!(refused.status, 400, "{wrong}");
        }
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(visitor.get(&format!("{LISTS}/environments")).await.status, 401);
    });
}

/// covers: [HOOK-05]
#[test]
fn remote_repositories_and_release_bundles_are_listed() {
    run(async {
        let upstream = Upstream::start().await;
        let stage = stage(&[upstream.address]).await;
        for key in ["second-remote", "first-remote"] {
            let settings = json!({"rclass": "remote", "url": upstream.url()});
            let created = stage.ann().create(key, settings).await;
            assert_eq!(created.status, 200, "{}", created.json());
        }
        let members = json!(["files", "first-remote"]);
        let joined =
            json!({"rclass": "virtual", "repositories": members, "defaultDeploymentRepo": "files"});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        let mut page = signed_in(&stage.server).await;
        for (kind, expected) in [
            ("local", json!(["files"])),
            ("remote", json!(["first-remote", "second-remote"])),
            // This release has none.
            ("federated", json!([])),
        ] {
            let listed = list(&mut page, &format!("repositories?type={kind}")).await;
            assert_eq!(listed, json!({"repositories": expected}), "{kind}");
        }

        for (name, version) in
            [("shop-web", "1.0"), ("shop-web", "1.1"), ("shop-api", "1.0"), ("till", "2.0")]
        {
            let wanted = manifest(name, version, &[artifact("a.zip", 1)]);
            let imported = page.post(release_bundles::PATH, wanted).await;
            assert_eq!(imported.status, 200, "{}", imported.json());
        }
        // One of the own files, beside those of manifests.
        let Stage { place, server, ann, bob } = stage;
        assert!(server.stop().success());
        let (base, file) = (place.path("dist"), place.path("dist/kiosk.zip"));
        std::fs::create_dir_all(&base).expect("a folder");
        std::fs::write(&file, "kiosk").expect("a file");
        let (base, file) = (base.display().to_string(), file.display().to_string());
        let imported = import(&place, &["kiosk", "1.0", &file, "--base", &base]);
        assert!(imported.status.success(), "{}", output_text(&imported));
        let stage = Stage { server: place.start(), place, ann, bob };
        let mut page = signed_in(&stage.server).await;
        for (query, expected) in [
            ("", json!(["kiosk", "shop-api", "shop-web", "till"])),
            ("?includePatterns=", json!(["kiosk", "shop-api", "shop-web", "till"])),
            ("?includePatterns=shop-*", json!(["shop-api", "shop-web"])),
            ("?includePatterns=*-api,%20ki*", json!(["kiosk", "shop-api"])),
            ("?includePatterns=till,none", json!(["till"])),
            ("?includePatterns=shop", json!([])),
        ] {
            let bundles = list(&mut page, &format!("bundles{query}")).await;
            assert_eq!(bundles, json!({"bundles": expected}), "{query}");
        }
        // The same patterns select what a webhook is about.
        let criteria = json!({"anyReleaseBundle": false, "includePatterns": ["shop-*"]});
        let filter = json!({"domain": "artifactory_release_bundle", "event_types": ["received"], "criteria": criteria});
        let preview = page.post("webhooks/preview", filter).await;
        assert_eq!(preview.json()["names"], json!(["shop-api", "shop-web"]), "{}", preview.json());
        stage.server.stop();
    });
}

/// covers: [HOOK-05]
#[test]
fn lists_fail_with_the_reason_while_their_service_does_not_run() {
    run(async {
        let stage = Stage::at(Place::new().with_flag("--qa")).await;
        let mut page = signed_in(&stage.server).await;
        // The page has none then, and logs it.
        let lists = ["repositories?type=local", "builds", "bundles", "environments", "proxies"];
        for (action, status) in [("stop", 503), ("start", 200)] {
            let ordered = page.post("qa/services/event", json!({"action": action})).await;
            assert_eq!(ordered.status, 200, "{action}");
            let path = format!("{LISTS}/permission-targets");
            let mut answers = vec![(path.clone(), page.post(&path, json!({"names": []})).await)];
            for path in lists.map(|path| format!("{LISTS}/{path}")) {
                let answer = page.get(&path).await;
                answers.push((path, answer));
            }
            for (path, answer) in answers {
                assert_eq!(answer.status, status, "{action} {path}");
                if status == 503 {
                    assert_eq!(answer.code(), "service_unavailable", "{path}");
                    let message = answer.json()["error"]["message"].to_string();
                    assert!(message.contains("The service event was stopped"), "{path}: {message}");
                }
            }
        }
        stage.server.stop();
    });
}

/// covers: [HOOK-05]
#[test]
fn the_patterns_of_permissions_and_the_keys_of_proxies_are_listed() {
    run(async {
        let address: SocketAddr = "127.0.0.1:3128".parse().expect("an address");
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address, address]).await;
        let target = json!({"include_patterns": ["shop/**", "till/**"], "exclude_patterns": []});
        let build = json!({
            "actions": {"users": {"bob": ["READ"]}},
            "targets": {"artifactory-build-info": target},
        });
        let new = json!({"name": "builders", "resources": {"build": build}});
        assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201);
        for (name, target, includes) in [
            ("releases", "release-bundles", json!(["till", "shop-*/**"])),
            ("all releases", "ANY", json!(["shop-*/**", "kiosk/1.*"])),
        ] {
            let patterns = json!({"include_patterns": includes, "exclude_patterns": ["shop-old"]});
            let new = json!({"name": name, "resources": {"release_bundle": {"targets": {target: patterns}}}});
            assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201, "{name}");
        }
        stage.grant_bob(&["READ"]).await;
        let mut page = signed_in(&stage.server).await;
        let path = format!("{LISTS}/permission-targets");
        let builds = json!(["shop/**", "till/**"]);
        for (names, builds, bundles) in [
            (json!(["builders", "team", "none"]), builds.clone(), json!([])),
            (json!(["releases", "team"]), json!([]), json!(["shop-*/**", "till"])),
            (
                json!(["builders", "releases", "all releases"]),
                builds,
                json!(["kiosk/1.*", "shop-*/**", "till"]),
            ),
            (json!([]), json!([]), json!([])),
        ] {
            let found = page.post(&path, json!({"names": names})).await;
            let expected = json!({"builds": builds, "bundles": bundles});
            assert_eq!((found.status, found.json()), (200, expected), "{names}");
        }
        let many = page.post(&path, json!({"names": vec!["builders"; 101]})).await;
        assert_eq!(many.status, 400);

        assert_eq!(list(&mut page, "proxies").await, json!({"proxies": []}));
        for key in ["second", "first"] {
            let wanted = json!({"key": key, "host": "127.0.0.1", "port": 3128});
            assert_eq!(page.post("proxies", wanted).await.status, 200);
        }
        assert_eq!(list(&mut page, "proxies").await, json!({"proxies": ["first", "second"]}));
        // Webhooks may have the names of lists.
        for key in ["builds", "repositories", "proxies"] {
            create(&stage.ann(), &deploys(key, &receiver)).await;
            let one = page.get(&format!("{CONSOLE}/{key}")).await.json();
            assert_eq!(one["key"], json!(key));
        }
    });
}
