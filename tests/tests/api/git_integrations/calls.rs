//! The calls of integrations, by whom, and what they refuse.

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::GitServer;
use waybill_tests::{Browser, Place, Request, run};

use super::{
    Fixture, INTEGRATION, LIST, ROWS, SECRET, TEST, TOKEN, USER, create, create_scanned, hooks,
    listed, one, problem, products, refused_field, repositories, settings, wanted, with,
};
use crate::licences::with_bob;

/// covers: [INT-07, DET-04]
#[test]
fn integrations_are_created_listed_changed_and_deleted() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&github]).await;
        let page = &mut fixture.page;
        assert_eq!(listed(page).await, json!([]));
        let entered = wanted(&github, "Ours");
        let tested = page.post(TEST, entered.clone()).await;
        assert_eq!((tested.status, tested.json()), (200, json!({})));
        assert_eq!(listed(page).await, json!([]));
        let key = create(page, &entered).await;
        let mut all = listed(page).await;
        let (created, updated) = (all[0]["createdOn"].take(), all[0]["updatedOn"].take());
        assert!(!created.is_null() && created == updated, "{created} {updated}");
        let expected = json!([{
            "key": key, "name": "Ours", "type": 1, "url": github.url(), "username": USER,
            "vendorName": 1, "products": [], "repositories": [],
            "hooks": {"enabled": false, "repositories": []},
            "createdOn": null, "updatedOn": null,
        }]);
        assert_eq!(all, expected);
        let of_type = page.get(&format!("{LIST}/git")).await.json();
        assert_eq!(of_type[0]["key"], json!(key));
        assert_eq!(page.get(&format!("{LIST}/svn")).await.status, 404);

        // Another name needs no token.
        let renamed =
            with(&with(&entered, "integrationName", json!("Theirs")), "token", Value::Null);
        let changed = page.put(&one(&key), renamed).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        let changed = changed.json();
        assert_eq!((&changed["key"], &changed["name"]), (&json!(key), &json!("Theirs")));
        assert_eq!(changed["createdOn"], created);
        assert_ne!(changed["updatedOn"], updated);

        let mut fixture = fixture.restarted();
        let page = &mut fixture.page;
        assert_eq!(listed(page).await, json!([changed]));
        // The token was kept, too.
        let found = page.get(&repositories(&key)).await;
        assert_eq!((found.status, &found.json()["repositories"]), (200, &json!([])));
        let deleted = page.delete(&one(&key)).await;
        assert_eq!((deleted.status, deleted.json()), (200, json!({})));
        assert_eq!(listed(page).await, json!([]));
        assert_eq!(page.delete(&one(&key)).await.status, 404);
        // The name is free again.
        let second = create(page, &wanted(&github, "Theirs")).await;
        assert_ne!(second, key);
    });
}

/// covers: [DET-04, INT-07]
#[test]
fn vendors_have_the_codes_1_to_4_and_other_codes_are_refused() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            servers.push(GitServer::start(vendor, USER, TOKEN).await);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        for (code, server) in (1..).zip(&servers) {
            let key = create(page, &wanted(server, &format!("Vendor {code}"))).await;
            let all = listed(page).await;
            let mut all = all.as_array().expect("a list").iter();
            let found = all.find(|one| one["key"] == json!(key)).expect("the new one");
            assert_eq!((&found["vendorName"], &found["type"]), (&json!(code), &json!(1)));
        }
        let entered = wanted(&servers[0], "Another");
        for (field, value) in [
            ("vendorName", json!(0)),
            ("vendorName", json!(5)),
            ("vendorName", json!(255)),
            ("integrationType", json!(0)),
            ("integrationType", json!(2)),
        ] {
            for path in [INTEGRATION, TEST] {
                let refused = page.post(path, with(&entered, field, value.clone())).await;
                assert_eq!(refused_field(&refused).0, field, "{value}");
            }
        }
        for (field, value) in [
            ("vendorName", json!("github")),
            ("vendorName", json!(256)),
            ("vendorName", json!(-1)),
            ("vendorName", Value::Null),
            ("integrationType", Value::Null),
            ("products", json!(["scanning"])),
            ("password", json!(TOKEN)),
        ] {
            let refused = page.post(INTEGRATION, with(&entered, field, value.clone())).await;
            let (status, code, _, message) = problem(&refused);
            assert_eq!((status, code.as_str()), (400, "malformed_body"), "{field} {value}");
            assert!(!message.contains(TOKEN), "{message}");
        }
        assert_eq!(listed(page).await.as_array().map(Vec::len), Some(4));
    });
}

/// covers: [INT-05]
#[test]
fn fields_are_refused_with_the_sentences_of_the_form() {
    run(async {
        let gitlab = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&gitlab]).await;
        let page = &mut fixture.page;
        let entered = wanted(&gitlab, "Ours");
        let url = "Enter a valid URL";
        for (field, value, sentence) in [
            ("userName", "", "User name is required"),
            ("userName", "  ", "User name is required"),
            ("integrationName", "", "Integration name is required"),
            ("integrationName", " \t", "Integration name is required"),
            ("token", "", "Token is required"),
            ("url", "not an address", url),
            ("url", "git.example.org", url),
            ("url", "https://", url),
            ("url", "https://exa mple.org", url),
        ] {
            for path in [INTEGRATION, TEST] {
                let refused = page.post(path, with(&entered, field, json!(value))).await;
                let expected = (field.to_owned(), sentence.to_owned());
                assert_eq!(refused_field(&refused), expected, "{path} {value}");
            }
        }
        let without = page.post(INTEGRATION, with(&entered, "token", Value::Null)).await;
        assert_eq!(refused_field(&without), ("token".to_owned(), "Token is required".to_owned()));
        for (field, value) in [
            ("userName", "u".repeat(201)),
            ("integrationName", "n".repeat(101)),
            ("token", "t".repeat(513)),
            ("token", "two words".to_owned()),
            ("token", "line\r\nHost: x".to_owned()),
            ("token", "tökén".to_owned()),
            ("url", format!("https://example.org/{}", "p".repeat(500))),
            ("url", "gopher://git.example.org".to_owned()),
            ("url", "file:///etc/passwd".to_owned()),
            ("url", "javascript:alert(1)".to_owned()),
            // A user part is a token in an address, and not repeated.
            ("url", "https://ann:canary-in-url@git.example.org".to_owned()),
            ("url", "https://ann@git.example.org".to_owned()),
            ("url", "https://git.example.org/?private_token=canary-in-url".to_owned()),
        ] {
            let refused = page.post(INTEGRATION, with(&entered, field, json!(value))).await;
            let (found, message) = refused_field(&refused);
            assert_eq!(found, field, "{value}: {message}");
            assert!(!message.is_empty() && !message.contains("canary"), "{message}");
        }
        // The form of an ftp address is valid, but such a server has no API.
        let ftp = with(&entered, "url", json!("ftp://git.example.org"));
        for path in [INTEGRATION, TEST] {
            let (status, code, field, message) = problem(&page.post(path, ftp.clone()).await);
            assert_eq!((status, code.as_str(), field.as_str()), (400, "git_ftp", "url"));
            assert!(message.contains("FTP") && message.contains("https"), "{message}");
        }
        assert_eq!(listed(page).await, json!([]));
        assert_eq!(gitlab.received().len(), 0);
    });
}

/// covers: [INT-07]
#[test]
fn names_are_taken_once_and_keys_and_vendors_stay() {
    run(async {
        let cloud = GitServer::start(Vendor::BitbucketCloud, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&cloud]).await;
        let page = &mut fixture.page;
        let entered = wanted(&cloud, "Ours");
        let key = create(page, &entered).await;
        let (status, _, field, message) = problem(&page.post(INTEGRATION, entered.clone()).await);
        assert_eq!((status, field.as_str()), (409, "integrationName"), "{message}");
        let other = create(page, &wanted(&cloud, "Theirs")).await;
        let taken = page.put(&one(&other), entered.clone()).await;
        assert_eq!(taken.status, 409);
        // Its own name is not taken.
        assert_eq!(page.put(&one(&key), entered.clone()).await.status, 200);
        let before = listed(page).await;

        let moved = with(&entered, "vendorName", json!(1));
        let (status, code, field, _) = problem(&page.put(&one(&key), moved).await);
        assert_eq!((status, field.as_str()), (400, "vendorName"));
        assert_eq!(code, "git_vendor_fixed");
        let named = with(&entered, "integrationKey", json!(other));
        assert_eq!(page.put(&one(&key), named).await.status, 400);
        let chosen = with(&wanted(&cloud, "Third"), "integrationKey", json!("mine"));
        assert_eq!(refused_field(&page.post(INTEGRATION, chosen).await).0, "integrationKey");

        for key in ["none", "git_0", "..", "%2e%2e%2f"] {
            assert_eq!(page.put(&one(key), entered.clone()).await.status, 404, "{key}");
            assert_eq!(page.delete(&one(key)).await.status, 404, "{key}");
        }
        let scan = json!({"repository": "team/shop"});
        let kept = with(&entered, "token", Value::Null);
        for answer in [
            page.put(&products("none"), json!({"products": []})).await,
            page.get(&repositories("none")).await,
            page.put(&repositories("none"), json!({"repositories": []})).await,
            page.post("integration/none/scan", scan).await,
            page.post(TEST, with(&kept, "integrationKey", json!("none"))).await,
        ] {
            assert_eq!(answer.status, 404, "{}", answer.json());
        }
        assert_eq!(listed(page).await, before);
    });
}

/// covers: [INT-07]
#[test]
fn products_make_rows_and_repositories_are_chosen_for_scanning_only() {
    run(async {
        let gitlab = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&gitlab]).await;
        let page = &mut fixture.page;
        let key = create(page, &wanted(&gitlab, "Ours")).await;
        assert_eq!(page.get(ROWS).await.json(), json!([]));
        let chosen = json!({"repositories": ["team/shop", "team/till"]});
        let early = page.put(&repositories(&key), chosen.clone()).await;
        assert_eq!(early.status, 409, "{}", early.json());
        let unknown = page.put(&products(&key), json!({"products": ["baking"]})).await;
        assert_eq!(unknown.status, 400);

        let described = page.put(&products(&key), json!({"products": ["scanning"]})).await.json();
        assert_eq!(described["products"], json!(["scanning"]));
        let described = page.put(&repositories(&key), chosen).await;
        assert_eq!(described.status, 200, "{}", described.json());
        assert_eq!(described.json()["repositories"], json!(["team/shop", "team/till"]));
        let row = json!({
            "integration_id": key, "vcs_type": "gitlab", "name": "Ours", "url": gitlab.url(),
            "repositories": ["team/shop", "team/till"],
        });
        assert_eq!(page.get(ROWS).await.json(), json!([row]));
        let too_many: Vec<_> = (0..201).map(|number| format!("team/{number}")).collect();
        let too_many = page.put(&repositories(&key), json!({"repositories": too_many})).await;
        assert_eq!((too_many.status, too_many.code().as_str()), (400, "git_too_many_repositories"));

        let mut fixture = fixture.restarted();
        let page = &mut fixture.page;
        assert_eq!(page.get(ROWS).await.json(), json!([row]));
        // Without the product there is nothing that the repositories are chosen for.
        let described = page.put(&products(&key), json!({"products": []})).await.json();
        assert_eq!((&described["products"], &described["repositories"]), (&json!([]), &json!([])));
        assert_eq!(page.get(ROWS).await.json(), json!([]));
        let path = format!("{INTEGRATION}/{key}/scan");
        let scan = page.post(&path, json!({"repository": "team/shop"})).await;
        assert_eq!((scan.status, scan.code().as_str()), (409, "git_not_scanned"));
    });
}

/// All calls, with bodies that would be accepted.
fn calls(server: &GitServer, key: &str) -> Vec<(&'static str, String, Option<Value>)> {
    let entered = wanted(server, "Mine");
    vec![
        ("GET", LIST.to_owned(), None),
        ("GET", format!("{LIST}/git"), None),
        ("GET", ROWS.to_owned(), None),
        ("POST", TEST.to_owned(), Some(entered.clone())),
        ("POST", INTEGRATION.to_owned(), Some(entered.clone())),
        ("POST", SECRET.to_owned(), Some(json!({"token": TOKEN}))),
        ("PUT", one(key), Some(entered)),
        ("PUT", products(key), Some(json!({"products": []}))),
        ("GET", repositories(key), None),
        ("PUT", repositories(key), Some(json!({"repositories": []}))),
        ("PUT", hooks(key), Some(json!({"enabled": false}))),
        ("POST", format!("{INTEGRATION}/{key}/scan"), Some(json!({"repository": "team/shop"}))),
        ("DELETE", one(key), None),
    ]
}

async fn sent(browser: &mut Browser, call: &(&str, String, Option<Value>)) -> (u16, String) {
    let (method, path, body) = call;
    let origin = browser.origin.clone();
    let mut request = Request::new(method, path).header("origin", &origin);
    if let Some(body) = body {
        request = request.json(body);
    }
    let answer = browser.send(request).await;
    (answer.status, answer.code())
}

/// covers: [INT-07]
#[test]
fn only_administrators_have_integrations() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let place = Place::new().with_settings(&settings(&[&github]));
        let (server, mut bob) = with_bob(&place).await;
        let mut ann = crate::signed_in(&server).await;
        let key = create_scanned(&mut ann, &wanted(&github, "Ours")).await;
        let before = listed(&mut ann).await;
        github.clear_received();
        let mut visitor = Browser::visiting(&server).await;
        for call in calls(&github, &key) {
            let (status, code) = sent(&mut bob, &call).await;
            assert_eq!((status, code.as_str()), (403, "not_authorized"), "{call:?}");
            assert_eq!(sent(&mut visitor, &call).await.0, 401, "{call:?}");
        }
        assert_eq!(listed(&mut ann).await, before);
        assert_eq!(github.received().len(), 0);
    });
}

/// covers: [INT-07]
#[test]
fn without_the_feature_a_sentence_names_its_setting() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let without = settings(&[&github]).replace("features = [\"git_scanning\"]\n", "");
        let mut fixture = Fixture::at(Place::new().with_settings(&without)).await;
        for call in calls(&github, "none") {
            let (status, code) = sent(&mut fixture.page, &call).await;
            assert_eq!((status, code.as_str()), (409, "git_unavailable"), "{call:?}");
        }
        let message = problem(&fixture.page.get(LIST).await).3;
        assert!(message.contains("git_scanning") && message.contains("features"), "{message}");
        assert_eq!(github.received().len(), 0);
    });
}
