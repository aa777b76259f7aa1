//! The onboarding wizard over the wire, and the projects that it and administrators create.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, Tab, run};

use crate::{ANN, PASSWORD, own, records, shared, signed_in};

const DETAILS: &str = "ui/onboarding/details";

/// The user in start-up's facts, once it has finished.
async fn user(browser: &mut Browser, tab: &mut Tab) -> Value {
    assert_eq!(tab.go("/session-activity").await["type"], "ack");
    loop {
        let all = records(browser).await;
        let ready = |record: &&Value| record["machine"] == "startup" && record["to"] == "ready";
        if let Some(record) = all.iter().rev().find(ready) {
            return record["state"]["facts"]["user"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn take(tab: &mut Tab, event: Value) {
    let answer = tab.command("onboarding", event.clone()).await;
    assert_eq!(answer["type"], "ack", "{event}: {answer}");
}

/// The latest accepted state of the wizard.
async fn wizard(browser: &mut Browser) -> Value {
    let all = records(browser).await;
    let of_wizard =
        |record: &&Value| record["machine"] == "onboarding" && !record["state"].is_null();
    all.iter().rev().find(of_wizard).expect("the wizard was opened")["state"].clone()
}

/// covers: [ONB-01, ONB-03, NAV-13, EVT-08]
#[test]
fn a_new_administrator_answers_once_and_their_texts_are_visible_to_them_only() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        let owed = user(&mut browser, &mut tab).await;
        assert_eq!((&owed["first_login"], &owed["onboarding_owed"]), (&json!(true), &json!(true)));

        take(&mut tab, json!({"type": "begin"})).await;
        take(&mut tab, json!({"type": "next"})).await;
        take(&mut tab, json!({"type": "choose", "purpose": "commercial"})).await;
        take(&mut tab, json!({"type": "next"})).await;
        let described = json!({"role": "other", "otherRole": "  ", "companyName": "Acme Lorries"});
        assert_eq!(browser.post(DETAILS, described).await.json(), json!({"next": "details"}));
        let refused = tab.command("onboarding", json!({"type": "next"})).await;
        assert_eq!(refused["code"], "other_role_missing", "blanks are no words");
        let described =
            json!({"role": "other", "otherRole": "Archivist", "companyName": "Acme Lorries"});
        assert_eq!(browser.post(DETAILS, described).await.status, 200);
        take(&mut tab, json!({"type": "next"})).await;
        let named = &wizard(&mut browser).await["answers"]["details"]["company_name"];
        assert_eq!(named["value"], "Acme Lorries", "it is shown to its author");
        take(&mut tab, json!({"type": "want", "desired_features": ["single_sign_on"]})).await;
        take(&mut tab, json!({"type": "want_project", "wanted": true})).await;
        take(&mut tab, json!({"type": "send"})).await;
        while wizard(&mut browser).await["state"] != "finished" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }

        let projects = browser.get("projects").await.json();
        assert_eq!(projects[0]["project_key"], "dflt");
        assert_eq!(projects[0]["display_name"], "Default Project");
        let trace = String::from_utf8(browser.get("session/trace").await.body).expect("text");
        assert!(trace.contains("desired_features") && !trace.contains("Acme"), "{trace}");
        server.stop();
        let stored = place.run(&["audit", "list", "--data", "{data}"]);
        assert!(stored.status.success());

        let server = place.start();
        let mut again = Browser::visiting(&server).await;
        again.sign_in(ANN, PASSWORD).await;
        let mut tab = Tab::open(&mut again).await;
        let known = user(&mut again, &mut tab).await;
        assert_eq!(
            (&known["first_login"], &known["onboarding_owed"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(again.get("projects").await.json(), projects);
    });
}

/// covers: [ONB-01]
#[test]
fn details_are_accepted_in_their_step_only_and_limited() {
    run(async {
        let mut visitor = Browser::visiting(shared()).await;
        assert_eq!(visitor.post(DETAILS, json!({"role": "other"})).await.status, 401);
        let mut browser = signed_in(shared()).await;
        let early = browser.post(DETAILS, json!({"role": "other"})).await;
        assert_eq!((early.status, early.code().as_str()), (409, "not_in_this_state"));
        let long = browser.post(DETAILS, json!({"companyName": "x".repeat(201)})).await;
        assert_eq!((long.status, long.code().as_str()), (400, "too_long"));
        assert_eq!(long.json()["error"]["field"], "companyName");
        for body in [json!({"role": "king"}), json!({"salary": 1}), json!({"otherRole": "a\nb"})] {
            assert_eq!(browser.post(DETAILS, body.clone()).await.status, 400, "{body}");
        }
    });
}

/// covers: [ONB-03, API-01]
#[test]
fn administrators_create_projects_and_keys_are_validated() {
    run(async {
        let place = Place::new();
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&added.stdout).into_owned();
        let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
        let server = place.start();
        let wanted = |key: &str| json!({"project_key": key, "display_name": "Lorries"});

        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get("projects").await.status, 401);
        assert_eq!(visitor.post("projects", wanted("lorries")).await.status, 401);

        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get("projects").await.json(), json!([]));
        let made = ann.post("projects", wanted("lorries")).await;
        assert_eq!((made.status, &made.json()["project_key"]), (200, &json!("lorries")));
        let taken = ann.post("projects", wanted("lorries")).await;
        assert_eq!((taken.status, taken.code().as_str()), (409, "project_key_taken"));
        for (key, code) in [
            ("Lorries", "project_key_start"),
            ("", "project_key_start"),
            ("l_s", "project_key_characters"),
            (&"l".repeat(129), "project_key_too_long"),
        ] {
            let refused = ann.post("projects", wanted(key)).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code), "{key}");
            assert_eq!(refused.json()["error"]["field"], "project_key");
        }
        let start = ann.post("projects", wanted("Lorries")).await;
        let message = "Project key must start with a lowercase character";
        assert_eq!(start.json()["error"]["message"], message);
        let nameless = json!({"project_key": "x", "display_name": " "});
        assert_eq!(ann.post("projects", nameless).await.code(), "project_name_missing");
        let absolute = ann.send(Request::new("GET", "/access/api/v1/projects")).await;
        assert_eq!(absolute.json(), json!([made.json()]));

        let mut bob = Browser::visiting(&server).await;
        assert_eq!(bob.log_in("bob", &given).await.status, 200);
        let change = json!({"current": given, "new": "seven blue staples 9"});
        assert_eq!(bob.post("ui/auth/changePassword", change).await.status, 200);
        bob.sign_in("bob", "seven blue staples 9").await;
        assert_eq!(bob.get("projects").await.json(), json!([]), "bob is no member of it");
        let refused = bob.post("projects", wanted("bobs")).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));

        // Of many projects, a page is returned: of all, and of those that a user is a member of.
        assert_eq!(ann.post("projects", wanted("barrows")).await.status, 200);
        for key in ["barrows", "lorries"] {
            let viewer = json!({"roles": ["Viewer"]});
            assert_eq!(ann.put(&format!("projects/{key}/users/bob"), viewer).await.status, 200);
        }
        for (part, keys) in [
            ("", vec!["barrows", "lorries"]),
            ("?limit=1", vec!["barrows"]),
            ("?limit=1&offset=1", vec!["lorries"]),
            ("?offset=2", vec![]),
            ("?after=barrows", vec!["lorries"]),
            ("?after=car&limit=1", vec!["lorries"]),
            ("?after=lorries", vec![]),
        ] {
            let expected: Vec<_> = keys.into_iter().map(Some).collect();
            for user in [&mut ann, &mut bob] {
                let list = user.get(&format!("projects{part}")).await.json();
                let list = list.as_array().expect("a list").iter();
                let received: Vec<_> = list.map(|one| one["project_key"].as_str()).collect();
                assert_eq!(received, expected, "{part}");
            }
        }
        for (wrong, code) in [
            ("limit=0", "rows_out_of_bounds"),
            ("limit=1001", "rows_out_of_bounds"),
            ("offset=-1", "malformed_query"),
            ("page=2", "malformed_query"),
        ] {
            let refused = bob.get(&format!("projects?{wrong}")).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code), "{wrong}");
        }
    });
}
