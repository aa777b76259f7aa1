//! Accounts are listed, created and changed by administrators while the server runs, and by no one else.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Server, run};

use crate::{ANN, PASSWORD, own};

const USERS: &str = "access/api/ui/users";

pub(crate) fn place() -> Place {
    Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n")
}

pub(crate) fn outcome(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

pub(crate) fn ended(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// A server, and its administrator.
pub(crate) async fn administered(place: &Place) -> (Server, Browser) {
    let server = own(place).await;
    let mut ann = Browser::visiting(&server).await;
    ann.sign_in(ANN, PASSWORD).await;
    (server, ann)
}

/// Whether the session of a browser ends. That is not done yet when the administrator is answered.
pub(crate) async fn is_signed_out(browser: &mut Browser) -> bool {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(10) {
        let current = browser.get("ui/auth/current").await;
        if current.status == 200 && current.json()["name"] == "anonymous" {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    false
}

/// The token in a link for choosing a password.
fn token(link: &Value) -> String {
    let link = link["link"].as_str().expect("a link");
    let (page, token) = link.split_once("#token=").expect("a token");
    assert!(page.ends_with("/ui/login/invitation"), "{page}");
    token.to_owned()
}

/// Creates an account: its id, and the token of the link for its password.
pub(crate) async fn created(admin: &mut Browser, name: &str) -> (String, String) {
    let answer = admin.post(USERS, json!({"name": name})).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let created = answer.json();
    let person = created["user"]["person"].as_str().expect("an id").to_owned();
    (person, token(&created["link"]))
}

pub(crate) async fn chosen(browser: &mut Browser, token: &str, password: &str) -> Answer {
    browser.post("ui/auth/passwordLink", json!({"token": token, "password": password})).await
}

/// covers: [ROUTE-04]
#[test]
fn only_administrators_can_list_accounts() {
    run(async {
        let place = Place::new();
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&added.stdout).into_owned();
        let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
        let server = place.start();
        let path = "access/api/ui/users";

        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get(path).await.status, 401);

        let mut bob = Browser::visiting(&server).await;
        assert_eq!(bob.log_in("bob", &given).await.status, 200);
        let chosen = "seven blue staples 9";
        let change = json!({"user": "bob", "current": given, "new": chosen});
        let changed = bob.post("ui/auth/changePassword", change).await;
        assert_eq!(changed.status, 200, "{}", String::from_utf8_lossy(&changed.body));
        bob.sign_in("bob", chosen).await;
        let refused = bob.get(path).await;
        assert_eq!((refused.status, refused.code()), (403, "not_authorized".to_owned()));

        let mut ann = Browser::visiting(&server).await;
        ann.sign_in(ANN, PASSWORD).await;
        let answer = ann.get(path).await;
        assert_eq!(answer.status, 200);
        let users = answer.json()["users"].as_array().expect("a list").clone();
        let seen: Vec<_> =
            users.iter().map(|user| (user["name"].as_str(), user["admin"].as_bool())).collect();
        assert_eq!(seen, [(Some(ANN), Some(true)), (Some("bob"), Some(false))]);
        assert_eq!(users[1]["must_change_password"], false);
        let text = serde_json::to_string(&users).expect("JSON");
        assert!(!text.contains("argon2") && !text.contains(chosen), "{text}");
    });
}

/// covers: [AUD-06]
#[test]
fn the_owner_of_a_new_account_chooses_the_password_with_a_link() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let listed = ann.get(USERS).await.json()["users"][1].clone();
        assert_eq!(
            (&listed["name"], listed["password_link_until"].is_string()),
            (&json!("bob"), true)
        );

        let mut bob = Browser::visiting(&server).await;
        let check = "ui/auth/passwordLink/check";
        let checked = bob.post(check, json!({"token": token})).await;
        assert_eq!((checked.status, &checked.json()["name"]), (200, &json!("bob")));
        for wrong in ["", "x", &token[1..], &format!("{token}0"), &"0".repeat(5_000)] {
            let answer = bob.post(check, json!({"token": wrong})).await;
            assert_eq!(outcome(&answer), ended(410, "link_dead"), "{wrong}");
        }
        let weak = chosen(&mut bob, &token, "password1").await;
        assert_eq!(outcome(&weak), ended(422, "password_common"));
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.json()["next"], "login");
        let again = chosen(&mut bob, &token, "another long one").await;
        assert_eq!(outcome(&again), ended(410, "link_dead"), "it works once");
        bob.sign_in("bob", PASSWORD).await;

        // A reset ends the sessions, and the password of before.
        let reset = ann.post(&format!("{USERS}/{person}/passwordLink"), json!({})).await;
        let token = self::token(&reset.json());
        let mut later = Browser::visiting(&server).await;
        assert_eq!(later.log_in("bob", PASSWORD).await.code(), "invalid_credentials");
        assert_eq!(outcome(&bob.get("ui/auth/devices").await), ended(403, "no_session"));
        assert_eq!(chosen(&mut later, &token, "a further long one").await.status, 200);
        later.sign_in("bob", "a further long one").await;
        assert!(server.stop().success());

        // The log names who did what, and holds neither tokens nor passwords.
        let printed = place.run(&["audit", "show", &format!("user/{person}"), "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let by_ann = printed.lines().filter(|line| line.contains(ANN)).count();
        assert!(by_ann >= 3, "create, reset and link: {printed}");
        assert!(!printed.contains(&token) && !printed.contains(PASSWORD), "{printed}");
    });
}

#[test]
fn administrators_enable_promote_and_sign_out_users() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.status, 200);
        bob.sign_in("bob", PASSWORD).await;
        let own = format!("{USERS}/{person}");
        let acts = ["passwordLink", "resetSecondFactor", "endSessions", "deviceLink"];
        for act in acts {
            let answer = bob.post(&format!("{own}/{act}"), json!({})).await;
            assert_eq!(outcome(&answer), ended(403, "not_authorized"), "{act}");
        }
        let refused = bob.patch(&own, json!({"admin": true})).await;
        assert_eq!(outcome(&refused), ended(403, "not_authorized"));
        let refused = bob.post(USERS, json!({"name": "eve"})).await;
        assert_eq!(outcome(&refused), ended(403, "not_authorized"));

        assert_eq!(ann.patch(&own, json!({"admin": true})).await.json()["admin"], true);
        assert_eq!(bob.get(USERS).await.status, 200);
        assert_eq!(ann.patch(&own, json!({"admin": false, "enabled": true})).await.status, 200);
        assert_eq!(bob.get(USERS).await.status, 403);
        let revoked = ann.post(&format!("{own}/endSessions"), json!({})).await;
        assert_eq!(revoked.json()["revoked"], 1);
        assert_eq!(outcome(&bob.get("ui/auth/devices").await), ended(403, "no_session"));
        assert_eq!(ann.post(&format!("{own}/resetSecondFactor"), json!({})).await.status, 200);
        assert_eq!(ann.patch(&own, json!({"enabled": false})).await.json()["enabled"], false);
        let answer = ann.post(&format!("{own}/passwordLink"), json!({})).await;
        assert_eq!(outcome(&answer), ended(422, "account_refused"), "it is disabled");

        let users = ann.get(USERS).await.json();
        let ann_herself =
            format!("{USERS}/{}", users["users"][0]["person"].as_str().expect("an id"));
        for change in [json!({"enabled": false}), json!({"admin": false})] {
            let answer = ann.patch(&ann_herself, change).await;
            assert_eq!(outcome(&answer), ended(422, "account_refused"), "the last administrator");
        }
        for act in ["passwordLink", "resetSecondFactor"] {
            let answer = ann.post(&format!("{ann_herself}/{act}"), json!({})).await;
            assert_eq!(outcome(&answer), ended(403, "own_account"), "{act}");
        }
        for name in ["", "BOB", "system", "a\u{202e}b", &"x".repeat(10_000)] {
            let answer = ann.post(USERS, json!({"name": name})).await;
            assert!(matches!(answer.status, 400 | 422), "{name}: {}", answer.status);
        }
        for act in acts {
            let answer = ann.post(&format!("{USERS}/p_0/{act}"), json!({})).await;
            assert!(matches!(answer.status, 404 | 422), "{act}: {}", answer.status);
        }
        assert_eq!(ann.patch(&format!("{USERS}/p_0"), json!({})).await.status, 404);
        let mistyped = ann.patch(&own, json!({"enable": true})).await;
        assert_eq!(mistyped.status, 400, "{}", mistyped.json());
        assert_eq!(ann.get(USERS).await.json()["users"].as_array().map(Vec::len), Some(2));
    });
}

/// Two administrators at once, and one act as one record.
#[test]
fn an_edit_is_one_record_and_is_rejected_after_another_one() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.status, 200);
        let own = format!("{USERS}/{person}");
        let seen = ann.get(&own).await.json();
        assert_eq!((&seen["status"], &seen["edits"]), (&json!("enabled"), &json!(0)));

        let both =
            json!({"edits": 0, "email": "bob@example.org", "auditor": true, "enabled": false});
        let changed = ann.patch(&own, both.clone()).await.json();
        let shown = [&changed["email"], &changed["auditor"], &changed["status"], &changed["edits"]];
        assert_eq!(shown, [&json!("bob@example.org"), &json!(true), &json!("disabled"), &json!(1)]);
        let late = ann.patch(&own, both).await;
        assert_eq!(outcome(&late), ended(409, "edited_meanwhile"));
        let again = ann.patch(&own, json!({"email": "bob@example.org"})).await.json();
        assert_eq!(again["edits"], 1, "what is already so is left as it is");
        let bad = ann.patch(&own, json!({"email": "bob"})).await;
        assert_eq!(
            (outcome(&bad), bad.json()["error"]["field"].as_str()),
            (ended(422, "bad_email"), Some("email"))
        );
        assert!(server.stop().success());
        let printed = place.run(&["audit", "show", &format!("user/{person}"), "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let accepted = |line: &&str| line.contains("account.edit") && line.contains("-> disabled");
        assert_eq!(printed.lines().filter(accepted).count(), 1, "{printed}");
        assert!(!printed.contains("bob@example.org"), "it is in the vault only: {printed}");
    });
}

#[test]
fn the_list_is_searched_narrowed_and_paged() {
    run(async {
        let place = place();
        let (_server, mut ann) = administered(&place).await;
        for number in 0..12 {
            let email = format!("u{number:02}@shop.example");
            let user =
                json!({"name": format!("user{number:02}"), "email": email, "auditor": number == 3});
            assert_eq!(ann.post(USERS, user).await.status, 200);
        }
        let mut seen: Vec<String> = Vec::new();
        let mut after = Some(String::new());
        while let Some(cursor) = after {
            let page = ann.get(&format!("{USERS}?limit=5{cursor}")).await.json();
            let rows = page["users"].as_array().expect("a list").clone();
            seen.extend(rows.iter().map(|row| row["name"].as_str().expect("a name").to_owned()));
            after = page["next"].as_str().map(|next| format!("&after={next}"));
            // Who comes meanwhile moves no row of the next page.
            let newcomer = json!({"name": format!("aaa{}", seen.len())});
            assert_eq!(ann.post(USERS, newcomer).await.status, 200);
        }
        let users = (0..12).map(|number| format!("user{number:02}"));
        assert_eq!(seen, std::iter::once(ANN.to_owned()).chain(users).collect::<Vec<_>>());
        let found = |query: &'static str| format!("{USERS}?{query}");
        for (query, total) in [
            ("search=U0", 10),
            ("search=%20shop.EXAMPLE%20", 12),
            ("search=nobody", 0),
            ("name=USER01", 1),
            ("name=user0", 0),
            ("role=auditor", 1),
            ("role=admin", 1),
            ("role=user", 14),
            ("status=invited", 15),
            ("status=enabled", 1),
            ("status=locked", 0),
            ("group=nothing", 0),
        ] {
            assert_eq!(ann.get(&found(query)).await.json()["total"], total, "{query}");
        }
        for query in ["status=odd", "limit=x", "unknown=1"] {
            assert_eq!(ann.get(&found(query)).await.status, 400, "{query}");
        }
        let look = ann.post(USERS, json!({"name": "us\u{435}r01"})).await;
        assert_eq!(outcome(&look), ended(422, "name_looks_alike"));
    });
}

/// A user whom strangers have locked out is let in again.
#[test]
fn an_administrator_unlocks_an_account() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(chosen(&mut bob, &token, PASSWORD).await.status, 200);
        crate::known_devices::use_up_the_day(&server, "bob").await;
        let own = format!("{USERS}/{person}");
        assert_eq!(ann.get(&own).await.json()["status"], "locked");
        let mut bob = Browser::visiting(&server).await;
        assert_eq!(outcome(&bob.log_in("bob", PASSWORD).await), ended(429, "device_needed"));
        let unlocked = ann.post(&format!("{own}/unlock"), json!({})).await;
        assert_eq!((unlocked.status, &unlocked.json()["status"]), (200, &json!("enabled")));
        bob.sign_in("bob", PASSWORD).await;
    });
}
