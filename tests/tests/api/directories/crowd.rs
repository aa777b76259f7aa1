//! A server with the API of Crowd on loopback: whom it knows, and how it goes wrong.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use waybill_tests::{Browser, Place, Received, Reply, Server, run};

use super::{DIRECTORIES, TEST, accepted, changed, current, one};
use crate::people::administered;
use crate::served::served;

const APPLICATION: &str = "waybill";
const APPLICATION_PASSWORD: &str = "canary-of-crowd-3310";
const API: &str = "/crowd/rest/usermanagement/1";

#[derive(Default)]
struct Shared {
    asked: Vec<Received>,
    instead: Option<Reply>,
}

fn user(name: &str, active: bool) -> Value {
    json!({
        "name": name, "key": format!("32769:{name}"), "email": format!("{name}@example.org"),
        "active": active,
    })
}

fn answer(received: &Received) -> Reply {
    let shown = received.basic().unwrap_or_default();
    if shown != (APPLICATION.to_owned(), APPLICATION_PASSWORD.to_owned()) {
        return Reply::text(401, "Unauthorized");
    }
    let named = received.parameters.get("username").cloned().unwrap_or_default();
    let refused = |reason: &str| Reply::json(400, &json!({"reason": reason, "message": "no"}));
    let path = received.path.strip_prefix(API).unwrap_or_default();
    match (received.method.as_str(), path, named.as_str()) {
        ("GET", "/search", _) => Reply::json(200, &json!({"users": []})),
        ("GET", "/user", "carol") => Reply::json(200, &user("carol", true)),
        ("GET", "/user", _) => Reply::json(404, &json!({"reason": "USER_NOT_FOUND"})),
        ("GET", "/user/group/nested", "carol" | "gone") => {
            Reply::json(200, &json!({"groups": [{"name": "developers"}, {"name": "jira-users"}]}))
        }
        ("POST", "/authentication", "carol" | "gone")
            if received.json()["value"] == json!("carol's password there") =>
        {
            Reply::json(200, &user(&named, named == "carol"))
        }
        ("POST", "/authentication", "carol") => refused("INVALID_USER_AUTHENTICATION"),
        ("POST", "/authentication", _) => refused("USER_NOT_FOUND"),
        _ => Reply::text(404, "Not Found"),
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let Some(received) = Received::read(&mut stream).await else { return };
    let reply = {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = shared.instead.clone().unwrap_or_else(|| answer(&received));
        shared.asked.push(received);
        reply
    };
    let _ = stream.write_all(&reply.bytes()).await;
    let _ = stream.shutdown().await;
}

struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    port: u16,
    shared: Arc<Mutex<Shared>>,
}

fn wanted(port: u16) -> Value {
    json!({
        "name": "crowd", "label": "Crowd", "password": APPLICATION_PASSWORD,
        "creates_accounts": true,
        "server": {
            "kind": "crowd", "url": format!("http://127.0.0.1:{port}/crowd"),
            "application": APPLICATION,
        },
    })
}

impl Fixture {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let shared = Arc::new(Mutex::new(Shared::default()));
        let port = served(listener, &shared, serve).port();
        let place = Place::new().with_settings(&format!(
            "[outbound]\nallow = [\"127.0.0.1/32:{port}\"]\n[installation.access]\nmfa_required = \"nobody\"\n"
        ));
        let (server, mut ann) = administered(&place).await;
        accepted(&ann.post("access/api/ui/groups", json!({"name": "builders"})).await);
        let wanted = changed(wanted(port), json!({"group_map": {"Developers": "builders"}}));
        accepted(&ann.post(DIRECTORIES, wanted).await);
        Self { place, server, ann, port, shared }
    }

    fn answers(&self, instead: Option<Reply>) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).instead = instead;
    }

    async fn signs_in(&self, name: &str, password: &str) -> (Browser, u16, String) {
        let mut browser = Browser::visiting(&self.server).await;
        let answer = browser.log_in(name, password).await;
        let code = if answer.status == 200 { String::new() } else { answer.code() };
        (browser, answer.status, code)
    }
}

/// covers: [SSO-02, LOGIN-05]
#[test]
fn a_user_of_crowd_signs_in_with_the_groups_there() {
    run(async {
        let mut fixture = Fixture::new().await;
        let test = TEST.replace("corporate", "crowd");
        let found = accepted(&fixture.ann.post(&test, json!({"user": "carol"})).await);
        assert_eq!(found["user"]["groups"], json!(["developers", "jira-users"]));
        assert_eq!(found["user"]["mapped_groups"], json!(["builders"]));
        let none = accepted(&fixture.ann.post(&test, json!({"user": "unknown"})).await);
        assert_eq!(none["user"], Value::Null);
        accepted(&fixture.ann.post(&test, json!({})).await);

        let (mut carol, status, code) = fixture.signs_in("carol", "carol's password there").await;
        assert_eq!((status, code.as_str()), (200, ""));
        let known = current(&mut carol).await;
        assert_eq!((&known["name"], &known["realm"]), (&json!("carol"), &json!("external")));
        assert_eq!(known["groups"], json!(["builders"]));
        for (name, password) in [
            ("carol", "wrong"),
            ("carol", ""),
            ("unknown", "carol's password there"),
            // The server says that the account is not active.
            ("gone", "carol's password there"),
            ("../search?x=", "carol's password there"),
        ] {
            let (_, status, code) = fixture.signs_in(name, password).await;
            assert_eq!((status, code.as_str()), (401, "invalid_credentials"), "{name}");
        }
    });
}

/// covers: [SSO-02]
#[test]
fn what_crowd_does_wrong_is_an_outage_and_no_sign_in() {
    run(async {
        let mut fixture = Fixture::new().await;
        let keyless = json!({"name": "carol", "email": "carol@example.org", "active": true});
        for (what, reply) in [
            ("an error", Reply::text(500, "no")),
            ("no JSON", Reply::text(200, "welcome")),
            ("a user without a key", Reply::json(200, &keyless)),
            ("a refusal without a reason", Reply::json(400, &json!({}))),
            ("another place", Reply::text(302, "").with_header("Location", "http://127.0.0.1:1/")),
            ("too much", Reply::raw(200, vec![b' '; 1_024 * 1_024])),
        ] {
            fixture.answers(Some(reply));
            let (mut browser, status, _) =
                fixture.signs_in("carol", "carol's password there").await;
            assert_ne!(status, 200, "{what}");
            assert_eq!(current(&mut browser).await["name"], json!("anonymous"), "{what}");
        }
        fixture.answers(None);
        // A wrong password of the application lets no user in either.
        let wrong = changed(wanted(fixture.port), json!({"password": "wrong"}));
        accepted(&fixture.ann.put(&one("crowd"), wrong).await);
        let (_, status, code) = fixture.signs_in("carol", "carol's password there").await;
        assert_eq!((status, code.as_str()), (503, "directory_unavailable"));
        assert!(!fixture.place.log().contains("carol's password there"));
    });
}
