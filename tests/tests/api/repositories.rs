//! Repositories, as programs use them over HTTP.

mod console;
mod files;

use serde_json::json;
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::release_bundles::ABC;
use crate::stage::Client;
use crate::tokens::token_of;
use crate::{ANN, own, signed_in};

const REPOSITORIES: &str = "/artifactory/api/repositories";

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// A place with a server that was set up and a token of its administrator.
async fn place_with_token() -> (Place, String) {
    let place = Place::new();
    own(&place).await.stop();
    let token = token_of(&place, ANN, "1h");
    (place, token)
}

/// covers: [REPO-01]
#[test]
fn repositories_are_created_listed_changed_and_deleted() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        assert_eq!(client.get(REPOSITORIES).await.json(), json!([]));
        let created = client.create("shop-local", json!({"description": "of the shop"})).await;
        assert_eq!((created.status, text(&created).contains("shop-local")), (200, true));
        let again = client.create("shop-local", json!({})).await;
        assert_eq!((again.status, again.code().as_str()), (409, "repository_key_taken"));
        for (key, more, code) in [
            ("Shop", json!({}), "repository_key"),
            ("api", json!({}), "repository_key_reserved"),
            ("a-b", json!({"packageType": "brew"}), "package_type"),
            ("a-b", json!({"rclass": "federated"}), "repository_class"),
            ("a-b", json!({"includesPattern": ""}), "repository_patterns"),
            ("a-b", json!({"projectKey": "nothing"}), "no_such_project"),
            ("a-b", json!({"key": "other"}), "other_key"),
            ("a-b", json!({"notes": "x".repeat(501)}), "repository_text"),
        ] {
            let refused = client.create(key, more).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code));
        }
        let one = format!("{REPOSITORIES}/shop-local");
        // Clients send fields that mean nothing here, and those that are missing keep their values.
        let change = json!({"notes": "ask ann", "xrayIndex": false, "quotaBytes": 1_000});
        let changed = client.send(Request::new("POST", &one).json(&change)).await;
        assert_eq!(changed.status, 200, "{}", text(&changed));
        let fixed = json!({"rclass": "remote"});
        let refused = client.send(Request::new("POST", &one).json(&fixed)).await;
        assert_eq!(refused.status, 400);
        drop(client);
        server.stop();
        let server = place.start();
        let client = Client::new(&server, &token);
        let found = client.get(&one).await.json();
        for (field, value) in [
            ("key", json!("shop-local")),
            ("rclass", json!("local")),
            ("packageType", json!("generic")),
            ("description", json!("of the shop")),
            ("notes", json!("ask ann")),
            ("quotaBytes", json!(1_000)),
            ("filesCount", json!(0)),
        ] {
            assert_eq!(found[field], value, "{field}");
        }
        let listed = client.get(&format!("{REPOSITORIES}?type=LOCAL&packageType=generic")).await;
        assert_eq!(listed.json()[0]["key"], "shop-local");
        assert_eq!(client.get(&format!("{REPOSITORIES}?packageType=npm")).await.json(), json!([]));
        let put = client.put("/artifactory/shop-local/a.txt", "abc").await;
        assert_eq!(put.status, 201, "{}", text(&put));
        assert_eq!(client.delete(&one).await.status, 200);
        assert_eq!(client.delete(&one).await.status, 404);
        assert_eq!(client.get("/artifactory/shop-local/a.txt").await.status, 404);
        // One with the same key has nothing of the one before.
        assert_eq!(client.create("shop-local", json!({})).await.status, 200);
        assert_eq!(client.get("/artifactory/shop-local/a.txt").await.status, 404);
        assert_eq!(client.get(&one).await.json()["usedBytes"], 0);
        server.stop();
    });
}

/// covers: [REPO-03]
#[test]
fn clients_authenticate_with_tokens_in_each_form_and_with_nothing_else() {
    run(async {
        let (place, token) = place_with_token().await;
        let add = ["user", "add", "bob", "--data", "{data}"];
        assert!(place.run(&add).status.success());
        let plain = token_of(&place, "bob", "1h");
        let server = place.start();
        let client = Client::new(&server, &token);
        client.create("files", json!({})).await;
        client.put("/artifactory/files/a.js", "alert(1)").await;
        let get = || Request::new("GET", "/artifactory/files/a.js");
        let mut browser = Browser::new(&server);
        for (name, value) in [
            ("authorization", format!("Bearer {token}")),
            ("authorization", token.clone()),
            ("x-jfrog-art-api", token.clone()),
        ] {
            assert_eq!(browser.send(get().header(name, &value)).await.status, 200, "{name}");
        }
        let asked = browser.send(get()).await;
        assert_eq!(asked.status, 401);
        assert_eq!(asked.header("www-authenticate"), Some("Basic realm=\"Waybill\""));
        for wrong in ["Basic YTpi", "Basic !", "Bearer x", "waybill_0"] {
            let refused = browser.send(get().header("authorization", wrong)).await;
            assert_eq!(refused.status, 401, "{wrong}");
        }
        // A user without rights does not learn what exists.
        let other = Client::new(&server, &plain);
        let hidden = other.get("/artifactory/files/a.js").await;
        let missing = other.get("/artifactory/files/nothing").await;
        assert_eq!((hidden.status, missing.status), (404, 404));
        assert_eq!(hidden.code(), missing.code());
        assert_eq!(other.put("/artifactory/files/b", "b").await.status, 404);
        // A session means nothing, a browser is not asked for a password, and no page gets a script.
        let mut ann = signed_in(&server).await;
        let navigation = get().header("sec-fetch-mode", "navigate");
        let refused = ann.send(navigation).await;
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, None));
        for wanted in ["script", "style", "worker", "serviceworker", "iframe"] {
            let refused = client.send(get().header("sec-fetch-dest", wanted)).await;
            assert_eq!(refused.code(), "not_in_a_page", "{wanted}");
        }
        server.stop();
    });
}

/// covers: [REPO-02]
#[test]
fn fsck_reports_contents_that_are_missing_or_changed() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let client = Client::new(&server, &token);
        for key in ["files", "gone"] {
            client.create(key, json!({})).await;
        }
        // One content twice, one that is removed, one that is replaced, and one of a repository that is deleted.
        for (path, content) in [
            ("files/a.txt", "abc"),
            ("files/copy.txt", "abc"),
            ("files/removed.txt", "removed"),
            ("files/replaced.txt", "before"),
            ("files/replaced.txt", "after"),
            ("gone/b.txt", "gone"),
        ] {
            assert_eq!(client.put(&format!("/artifactory/{path}"), content).await.status, 201);
        }
        client.delete("/artifactory/files/removed.txt").await;
        client.delete("/artifactory/api/repositories/gone").await;
        let fsck = |words: &str, code: i32| {
            let output = place.run(&["fsck", "--data", "{data}"]);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(code), "{words}: {text}");
            assert!(text.contains(words), "{words}: {text}");
        };
        fsck("2 files that records refer to", 0);
        server.stop();
        fsck("2 files that records refer to", 0);
        let digest = ABC[0].1;
        let blob = place.data().join("blobs/sha256").join(&digest[..2]).join(digest);
        std::fs::write(&blob, "abd").expect("written");
        fsck(".txt in package/", 1);
        fsck("the file has another content than the one that is recorded", 1);
        std::fs::remove_file(&blob).expect("removed");
        fsck("the file is missing", 1);
    });
}
