//! The user's own account: what takes the password beside a session.

use std::fs;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server, Tab, run};

use crate::people::{administered, chosen, created, ended, outcome, place};
use crate::secrets::{contains, files, searchable};
use crate::{ANN, PASSWORD};

/// `Basic` credentials in base 64.
pub(crate) fn basic(user: &str, password: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = format!("{user}:{password}");
    let mut encoded = String::from("Basic ");
    for chunk in text.as_bytes().chunks(3) {
        let bits =
            (0..3).fold(0_u32, |bits, at| (bits << 8) | u32::from(*chunk.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            encoded.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    encoded
}

/// A request with the password in the header, as the console sends it.
pub(crate) async fn with_password(
    browser: &mut Browser,
    method: &str,
    path: &str,
    password: &str,
    body: Value,
) -> Answer {
    with_password_of(browser, (ANN, password), method, path, body).await
}

/// The same of a user.
pub(crate) async fn with_password_of(
    browser: &mut Browser,
    (user, password): (&str, &str),
    method: &str,
    path: &str,
    body: Value,
) -> Answer {
    let request =
        Request::new(method, path).header("x-jfrog-reauthentication", &basic(user, password));
    let request = match method {
        "GET" => request,
        _ => request.header("origin", &browser.origin.clone()).json(&body),
    };
    browser.send(request).await
}

async fn get_with_key(server: &Server, header: (&str, &str), path: &str) -> u16 {
    Browser::new(server).send(Request::new("GET", path).header(header.0, header.1)).await.status
}

/// covers: [API-03, API-05]
#[test]
fn the_profile_and_the_api_key_take_the_password() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let wrong = ann.post("ui/userProfile", json!({"password": "wrong"})).await;
        assert_eq!(outcome(&wrong), ended(401, "wrong_password"));
        let profile = ann.post("ui/userProfile", json!({"password": PASSWORD})).await.json();
        assert_eq!(
            profile,
            json!({
                "name": ANN, "email": null, "realm": "internal", "groups": [], "existsInDB": true,
                "profileUpdatable": true, "requireProfilePassword": true,
                "requireProfileUnlock": true, "apiKeyUntil": null,
            })
        );
        let own = format!("ui/userApiKey/{ANN}");
        assert_eq!(outcome(&ann.get(&own).await), ended(400, "reauthentication_missing"));
        let wrong = with_password(&mut ann, "GET", &own, "wrong", Value::Null).await;
        assert_eq!(outcome(&wrong), ended(401, "wrong_password"));
        let none = with_password(&mut ann, "GET", &own, PASSWORD, Value::Null).await;
        assert_eq!((none.status, none.json()), (200, json!({"apiKey": null, "until": null})));

        let made = with_password(&mut ann, "POST", &own, PASSWORD, json!({})).await.json();
        let key = made["apiKey"].as_str().expect("a key").to_owned();
        let shown = with_password(&mut ann, "GET", &own, PASSWORD, Value::Null).await.json();
        assert_eq!(shown, made, "its owner can look it up again");
        let bearer = format!("Bearer {key}");
        let users = "/access/api/v2/users";
        assert_eq!(get_with_key(&server, ("x-jfrog-art-api", &key), users).await, 200);
        assert_eq!(get_with_key(&server, ("authorization", &bearer), users).await, 200);
        let again = with_password(&mut ann, "POST", &own, PASSWORD, json!({})).await.json();
        assert_ne!(again["apiKey"], made["apiKey"]);
        assert_eq!(get_with_key(&server, ("x-jfrog-art-api", &key), users).await, 401);

        // A token for a program, which says how long it works.
        let wanted = json!({"description": "build", "expires_in": 600});
        let token =
            with_password(&mut ann, "POST", "ui/auth/identifyToken", PASSWORD, wanted).await;
        let token = token.json();
        assert_eq!(token["expiresIn"], 600);
        let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));
        assert_eq!(get_with_key(&server, ("authorization", &bearer), users).await, 200);
        let long = json!({"expires_in": u64::MAX});
        let long = with_password(&mut ann, "POST", "ui/auth/identifyToken", PASSWORD, long).await;
        assert_eq!(outcome(&long), ended(422, "token_refused"));
        let listed = ann.get("ui/auth/tokens").await.json();
        assert_eq!(listed["tokens"].as_array().map(Vec::len), Some(2), "{listed}");
        let id = json!({"id": token["token_id"].as_str().or(token["tokenId"].as_str())});
        assert_eq!(ann.post("ui/auth/tokens/revoke", id.clone()).await.status, 200);
        assert_eq!(ann.post("ui/auth/tokens/revoke", id).await.status, 404);
        assert_eq!(get_with_key(&server, ("authorization", &bearer), users).await, 401);

        // The key outlives a restart, and is in no record and in no log.
        let key = again["apiKey"].as_str().expect("a key").to_owned();
        assert!(server.stop().success());
        let server = place.start();
        assert_eq!(get_with_key(&server, ("x-jfrog-art-api", &key), users).await, 200);
        assert!(server.stop().success());
        let stored = files(&place.data()).into_iter().map(|file| fs::read(file).expect("a file"));
        let in_the_clear = |bytes: Vec<u8>| contains(&searchable(&bytes), &key);
        assert!(!stored.into_iter().any(in_the_clear), "it is stored in the clear");
    });
}

/// covers: [API-05]
#[test]
fn no_one_gets_the_key_of_another_user() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (_, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.status, 200);
        bob.sign_in("bob", PASSWORD).await;
        // The administrator's name and password, in the user's session.
        let foreign =
            with_password(&mut bob, "GET", "ui/userApiKey/bob", PASSWORD, Value::Null).await;
        assert_eq!(outcome(&foreign), ended(403, "not_the_user"));
        let foreign =
            with_password(&mut ann, "GET", "ui/userApiKey/bob", PASSWORD, Value::Null).await;
        assert_eq!(outcome(&foreign), ended(403, "not_the_user"));
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.post("ui/userProfile", json!({"password": PASSWORD})).await.status, 401);
    });
}

/// The ids of the items of the profile menu.
async fn profile_menu(browser: &mut Browser) -> Vec<String> {
    let menus = browser.get("session/menu").await.json();
    let items = menus["profile"].as_array().expect("a list").iter();
    items.map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
}

/// covers: [ROLE-04, DET-02]
#[test]
fn what_users_may_change_of_their_accounts_differs_and_follows_changes_at_once() {
    run(async {
        let place: Place = place();
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.status, 200);
        bob.sign_in("bob", PASSWORD).await;
        let mut tab = Tab::open(&mut bob).await;
        tab.go("/session-activity").await;
        let offers = |items: &[String]| items.iter().any(|item| item == "change_password");
        assert!(offers(&profile_menu(&mut bob).await));
        let own = format!("access/api/ui/users/{person}");

        for (change, updatable, exists) in [
            (json!({"profile_updatable": false}), false, true),
            (json!({"profile_updatable": true}), true, true),
            (json!({"external": true}), false, false),
        ] {
            let changed = ann.patch(&own, change.clone()).await;
            assert_eq!(changed.status, 200, "{change}: {}", changed.json());
            let facts =
                [format!(r#""exists_in_db":{exists}"#), format!(r#""updatable":{updatable}"#)];
            tab.receive_until(|tab| {
                let has_facts = |change: &Value| {
                    let text = change.to_string();
                    change["to"] == "ready" && facts.iter().all(|fact| text.contains(fact))
                };
                tab.changes.iter().any(has_facts)
            })
            .await;
            assert_eq!(offers(&profile_menu(&mut bob).await), updatable, "{change}");
            tab.changes.clear();
        }
        // The account is of another service: its password is accepted nowhere.
        let refused = bob.post("ui/userProfile", json!({"password": PASSWORD})).await;
        assert_eq!(outcome(&refused), ended(422, "account_refused"));
        let mut later = Browser::visiting(&server).await;
        assert_eq!(later.log_in("bob", PASSWORD).await.code(), "invalid_credentials");
        // Back here it takes a link: the password of before is gone.
        assert_eq!(ann.patch(&own, json!({"external": false})).await.status, 200);
        assert_eq!(later.log_in("bob", PASSWORD).await.code(), "invalid_credentials");
        let link = ann.post(&format!("{own}/passwordLink"), json!({})).await;
        assert_eq!(link.status, 200, "{}", link.json());
    });
}
