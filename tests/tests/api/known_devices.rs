//! Known devices: strangers who guess keep no owner out, also over a restart of the server.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Server, run};

use crate::{ANN, PASSWORD, own};

fn place() -> Place {
    Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n")
}

/// Wrong passwords from many addresses until strangers are stopped.
pub(crate) async fn use_up_the_day(server: &Server, name: &str) {
    for _ in 0..40 {
        let mut stranger = Browser::visiting(server).await;
        for _ in 0..4 {
            let answer = stranger.log_in(name, "a wrong password").await;
            if answer.code() == "device_needed" {
                return;
            }
            assert_eq!(answer.code(), "invalid_credentials");
        }
    }
    panic!("160 wrong passwords in a row were verified");
}

/// The cookies that an answer sets for devices.
fn device_cookies(answer: &Answer) -> Vec<&str> {
    let set = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
    let values = set.map(|(_, value)| value.as_str());
    values.filter(|value| value.starts_with("waybill_device_")).collect()
}

/// A browser without a session that has these cookies for devices.
async fn later(server: &Server, before: &Browser) -> Browser {
    let mut browser = Browser::new(server);
    let devices = before.cookies.iter().filter(|(name, _)| name.starts_with("waybill_device_"));
    browser.cookies = devices.map(|(name, value)| (name.clone(), value.clone())).collect();
    browser.visit().await;
    browser
}

async fn sign_in_with_link(browser: &mut Browser, link: &str) -> Answer {
    let token = link.rsplit_once("#device=").expect("a link").1;
    let form = json!({"user": ANN, "password": PASSWORD, "type": "login", "device_link": token});
    browser.post("ui/auth/login", form).await
}

/// covers: [LOGIN-05]
#[test]
fn strangers_keep_no_owner_out_on_a_known_device_or_with_a_link() {
    run(async {
        let place = place();
        let server = own(&place).await;
        let mut owner = Browser::visiting(&server).await;
        let answer = owner.log_in(ANN, PASSWORD).await;
        let cookies = device_cookies(&answer);
        let [cookie] = cookies[..] else { panic!("{cookies:?}") };
        assert!(cookie.contains("; HttpOnly; SameSite=Lax; Max-Age=34560000"), "{cookie}");
        let mut again = later(&server, &owner).await;
        let answer = again.log_in(ANN, PASSWORD).await;
        assert_eq!((answer.status, device_cookies(&answer).len()), (200, 0));

        use_up_the_day(&server, ANN).await;
        let mut new = Browser::visiting(&server).await;
        let answer = new.log_in(ANN, PASSWORD).await;
        assert_eq!((answer.status, answer.code()), (429, "device_needed".to_owned()));
        assert_eq!(answer.header("retry-after"), None, "no one has to wait for the day's end");
        let since = Instant::now();
        assert_eq!(later(&server, &owner).await.log_in(ANN, PASSWORD).await.status, 200);
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());

        // The counts are saved within seconds; this server is not stopped in order.
        tokio::time::sleep(Duration::from_secs(5)).await;
        let killed = server;
        killed.kill();
        let server = place.start();
        let mut new = Browser::visiting(&server).await;
        assert_eq!(new.log_in(ANN, PASSWORD).await.code(), "device_needed");
        let mut known = later(&server, &owner).await;
        known.sign_in(ANN, PASSWORD).await;

        let made = known.post("ui/auth/deviceLink", json!({})).await;
        assert_eq!(made.status, 200, "{}", made.json());
        let link = made.json()["link"].as_str().expect("a link").to_owned();
        let answer = sign_in_with_link(&mut new, &link).await;
        assert_eq!((answer.status, device_cookies(&answer).len()), (200, 1), "{}", answer.json());
        later(&server, &new).await.sign_in(ANN, PASSWORD).await;
        let mut second = Browser::visiting(&server).await;
        assert_eq!(sign_in_with_link(&mut second, &link).await.code(), "device_needed");

        server.stop();
        let printed = place.run(&["user", "allow-device", ANN, "--data", "{data}"]);
        let link = String::from_utf8_lossy(&printed.stdout).trim().to_owned();
        let server = place.start();
        let mut third = Browser::visiting(&server).await;
        assert_eq!(sign_in_with_link(&mut third, &link).await.status, 200);
    });
}

#[test]
fn only_a_known_device_or_an_administrator_makes_a_link() {
    run(async {
        let place = place();
        let server = own(&place).await;
        let path = "ui/auth/deviceLink";
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.post(path, json!({})).await.status, 401);
        let mut owner = Browser::visiting(&server).await;
        owner.sign_in(ANN, PASSWORD).await;
        let person = owner.get("access/api/ui/users").await.json()["users"][0]["person"].clone();
        let person = person.as_str().expect("an id").to_owned();
        let for_ann = format!("access/api/ui/users/{person}/deviceLink");
        assert_eq!(visitor.post(&for_ann, json!({})).await.status, 401);
        assert_eq!(owner.post(&for_ann, json!({})).await.status, 200);
        let unknown = owner.post("access/api/ui/users/p_0/deviceLink", json!({})).await;
        assert_eq!(unknown.status, 422, "{}", unknown.json());
        owner.cookies.retain(|name, _| !name.starts_with("waybill_device_"));
        let answer = owner.post(path, json!({})).await;
        assert_eq!((answer.status, answer.code()), (403, "device_not_known".to_owned()));
    });
}

#[test]
fn two_users_of_one_browser_are_both_known() {
    run(async {
        let place = place();
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&added.stdout).into_owned();
        let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
        let server = place.start();
        let mut browser = Browser::visiting(&server).await;
        browser.sign_in(ANN, PASSWORD).await;
        let mut browser = later(&server, &browser).await;
        let (chosen, path) = ("seven blue staples 9", "ui/auth/changePassword");
        assert_eq!(browser.log_in("bob", &given).await.status, 200);
        let change = json!({"user": "bob", "current": given, "new": chosen});
        assert_eq!(browser.post(path, change).await.status, 200);
        assert_eq!(device_cookies(&browser.log_in("bob", chosen).await).len(), 1);
        for (user, password) in [(ANN, PASSWORD), ("bob", chosen)] {
            let mut browser = later(&server, &browser).await;
            let answer = browser.log_in(user, password).await;
            assert_eq!((answer.status, device_cookies(&answer).len()), (200, 0), "{user}");
        }
    });
}

/// The devices of a browser's user.
async fn listed(browser: &mut Browser) -> Vec<Value> {
    let answer = browser.get("ui/auth/devices").await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()["devices"].as_array().expect("a list").clone()
}

#[test]
fn a_user_sees_the_known_devices_and_forgets_them() {
    run(async {
        let place = place();
        let server = own(&place).await;
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get("ui/auth/devices").await.status, 401);
        let path = "ui/auth/devices/forget";
        assert_eq!(visitor.post(path, json!({"others": true})).await.status, 401);
        let mut laptop =
            Browser::visiting(&server).await.behind_proxy("user-agent", "Browser/1 (Linux)");
        laptop.sign_in(ANN, PASSWORD).await;
        let mut phone = Browser::visiting(&server).await;
        phone.sign_in(ANN, PASSWORD).await;
        let made = phone.post("ui/auth/deviceLink", json!({})).await.json();
        let link = made["link"].as_str().expect("a link").to_owned();

        let devices = listed(&mut laptop).await;
        assert_eq!(devices.len(), 2);
        let own = devices.iter().find(|device| device["current"] == true).expect("this one");
        assert_eq!(own["agent"], "Browser/1 (Linux)");
        assert_eq!(own["address"], laptop.source().to_string());
        assert!(own["used_at"].is_string() && own["used_at"] == own["since"], "{own}");
        let other = devices.iter().find(|device| device["current"] == false).expect("the phone");

        for (wrong, status) in [
            (json!({}), 400),
            (json!({"id": other["id"], "others": true}), 400),
            (json!({"id": "0".repeat(64)}), 404),
        ] {
            assert_eq!(laptop.post(path, wrong).await.status, status);
        }
        let forgotten = laptop.post(path, json!({"id": other["id"]})).await;
        assert_eq!(forgotten.json(), json!({"forgotten": 1}));
        assert_eq!(laptop.post(path, json!({"id": other["id"]})).await.status, 404);
        let answer = phone.post("ui/auth/deviceLink", json!({})).await;
        assert_eq!(answer.code(), "device_not_known", "it is still signed in, and no more");

        // It is a device again after the next sign-in, and is forgotten with all others and the link of before.
        let answer = later(&server, &phone).await.log_in(ANN, PASSWORD).await;
        assert_eq!(device_cookies(&answer).len(), 1);
        let forgotten = laptop.post(path, json!({"others": true})).await;
        assert_eq!(forgotten.json(), json!({"forgotten": 1}));
        let devices = listed(&mut laptop).await;
        assert_eq!((devices.len(), &devices[0]["id"]), (1, &own["id"]));
        use_up_the_day(&server, ANN).await;
        let mut new = Browser::visiting(&server).await;
        assert_eq!(sign_in_with_link(&mut new, &link).await.code(), "device_needed");

        assert!(server.stop().success());
        let shown = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let stream = shown.split_whitespace().find(|word| word.starts_with("user/"));
        let stream = stream.expect("the account");
        let shown = place.run(&["audit", "show", stream, "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        for event in ["forget_device", "forget_devices"] {
            let line = shown.lines().find(|line| line.contains(&format!("account.{event} ")));
            let line = line.unwrap_or_else(|| panic!("no {event} in {shown}"));
            assert!(line.contains("session ") && line.contains("ann ("), "{line}");
        }
        let replayed = place.run(&["audit", "replay", "--platform", "--data", "{data}"]);
        assert!(replayed.status.success(), "{replayed:?}");
    });
}

#[test]
fn a_damaged_file_of_counts_does_not_keep_the_server_from_starting() {
    let place = place();
    place.start().stop();
    std::fs::write(place.data().join("attempts"), "{").expect("written");
    place.start().stop();
}

/// Signs in with the right password, waits as each answer says, and returns how long it had to wait. The time that a
/// busy machine takes for the answers is not in it.
async fn waits_to_sign_in(browser: &mut Browser) -> Duration {
    let mut waited = Duration::ZERO;
    loop {
        let answer = browser.log_in(ANN, PASSWORD).await;
        if answer.status == 200 {
            return waited;
        }
        let wait_ms = answer.json()["error"]["retry_after_ms"].as_u64();
        let wait = Duration::from_millis(wait_ms.unwrap_or_else(|| panic!("{}", answer.json())));
        tokio::time::sleep(wait).await;
        waited += wait;
    }
}

/// A4 of the security review: behind the address of 56 guesses of unknown names the owner's right password was accepted
/// 0 of 20 times in a minute.
#[test]
fn strangers_behind_the_owners_own_address_delay_a_new_device_for_seconds() {
    run(async {
        let place = place();
        let server = own(&place).await;
        let office = Browser::new(&server);
        let mut known = office.beside();
        known.visit().await;
        let answer = Browser::visiting(&server).await.log_in(ANN, PASSWORD).await;
        let [cookie] = device_cookies(&answer)[..] else { panic!("a cookie") };
        let (name, value) =
            cookie.split_once(';').expect("attributes").0.split_once('=').expect("=");
        known.cookies.insert(name.to_owned(), value.to_owned());
        let mut strangers = Vec::new();
        for stranger in 0..8 {
            let mut browser = office.beside();
            browser.visit().await;
            strangers.push(tokio::spawn(async move {
                for number in 0.. {
                    // One of them tries the owner's name.
                    let name = format!("nobody-{stranger}-{number}");
                    let name = if stranger == 0 { ANN } else { &name };
                    browser.log_in(name, "a wrong password").await;
                }
            }));
        }
        tokio::time::sleep(Duration::from_secs(4)).await;
        let mut new = office.beside();
        new.visit().await;
        let waited = waits_to_sign_in(&mut new).await;
        assert!(waited < Duration::from_secs(10), "{waited:?}");
        // Only now, since this address is known to the account from the first sign-in on.
        let since = Instant::now();
        assert_eq!(waits_to_sign_in(&mut known).await, Duration::ZERO);
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
        strangers.iter().for_each(tokio::task::JoinHandle::abort);
    });
}
