//! What the form of a webhook chooses from.

use std::net::SocketAddr;

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use super::receiver::Receiver;
use super::{CONSOLE, create, deploys, stage};
use crate::permissions::PERMISSIONS;
use crate::signed_in;

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
        stage.grant_bob(&["READ"]).await;
        let mut page = signed_in(&stage.server).await;
        let path = format!("{LISTS}/permission-targets");
        let found = page.post(&path, json!({"names": ["builders", "team", "none"]})).await;
        let expected = json!({"builds": ["shop/**", "till/**"], "bundles": []});
        assert_eq!((found.status, found.json()), (200, expected));
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
