//! The day that the questions of an auditor are about.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::json;
use waybill_tests::{Browser, Place, Request, run};

use super::printed;
use crate::tokens::token_of;
use crate::{ANN, PASSWORD};

/// What was done on that day, by the ids under which it was done.
pub(super) struct Day {
    pub(super) place: Place,
    pub(super) ann: String,
    pub(super) bob: String,
    /// Made in the console, and given another link for the password.
    pub(super) carl: String,
    /// The session and the address in which Ann works.
    pub(super) desk: (String, String),
    /// Her other session, which she revokes.
    pub(super) forgotten: String,
    /// A session of Bob, whose account is disabled.
    pub(super) session_of_bob: String,
    /// The token that is used, and the one that is revoked.
    pub(super) used_token: String,
    pub(super) revoked_token: String,
    /// The address from which the first administrator is made.
    pub(super) set_up_from: String,
    /// The address from which a stranger guesses Ann's password.
    pub(super) guessed_from: String,
}

pub(super) fn day() -> &'static Day {
    static DAY: OnceLock<Day> = OnceLock::new();
    DAY.get_or_init(|| std::thread::scope(|scope| scope.spawn(played).join().expect("a day")))
}

fn played() -> Day {
    let mut day = None;
    run(async { day = Some(play().await) });
    day.expect("it was played")
}

async fn session_of(browser: &mut Browser) -> String {
    let sessions = browser.get("ui/auth/sessions").await.json();
    let sessions = sessions["sessions"].as_array().expect("sessions").clone();
    let current = sessions.into_iter().find(|session| session["current"] == true);
    current.expect("one")["id"].as_str().expect("an id").to_owned()
}

async fn delete(browser: &mut Browser, path: &str) -> u16 {
    let origin = browser.origin.clone();
    browser.send(Request::new("DELETE", path).header("origin", &origin)).await.status
}

/// Creates a user, and resets the password. Returns the id.
async fn made_and_reset(desk: &mut Browser, name: &str) -> String {
    let made = desk.post("access/api/ui/users", json!({"name": name})).await.json();
    let person = made["user"]["person"].as_str().expect("an id").to_owned();
    let link = desk.post(&format!("access/api/ui/users/{person}/passwordLink"), json!({})).await;
    assert_eq!(link.status, 200);
    person
}

async fn play() -> Day {
    let place = Place::new();
    let server = place.start();
    let mut first = Browser::visiting(&server).await;
    first.set_up(&server, ANN, PASSWORD).await;
    assert!(server.stop().success());
    let added = printed(&place, &["user", "add", "bob", "--data", "{data}"]);
    let given = added.rsplit(' ').next().expect("a password").trim().to_owned();
    let kept = token_of(&place, ANN, "1h");
    token_of(&place, ANN, "2h");

    let server = place.start();
    let mut desk = Browser::visiting(&server).await;
    desk.sign_in(ANN, PASSWORD).await;
    let address = desk.source().to_string();
    let mut stranger = Browser::visiting(&server).await;
    for _ in 0..2 {
        assert_eq!(stranger.log_in(ANN, "a guess").await.status, 401);
    }
    let mut elsewhere = desk.beside();
    elsewhere.visit().await;
    elsewhere.sign_in(ANN, PASSWORD).await;
    let forgotten = session_of(&mut elsewhere).await;
    let revoke = desk.post("ui/auth/sessions/revoke", json!({"id": forgotten})).await;
    assert_eq!(revoke.status, 200);

    let mut bob = Browser::visiting(&server).await;
    assert_eq!(bob.log_in("bob", &given).await.status, 200);
    let change = json!({"user": "bob", "current": given, "new": "seven blue staples 9"});
    assert_eq!(bob.post("ui/auth/changePassword", change).await.status, 200);
    bob.sign_in("bob", "seven blue staples 9").await;
    let session_of_bob = session_of(&mut bob).await;

    let tokens = desk.get("/access/api/v1/tokens").await.json();
    let tokens = tokens["tokens"].as_array().expect("tokens").clone();
    let id = |at: usize| tokens[at]["token_id"].as_str().expect("an id").to_owned();
    // The newest comes first.
    let (revoked_token, used_token) = (id(0), id(1));
    let path = format!("/access/api/v1/tokens/{revoked_token}");
    assert_eq!(delete(&mut desk, &path).await, 200);

    let key = printed(&place, &["licence", "make", "--type", "ENTERPRISE_PLUS"]);
    let installed = desk.post("system/licenses", json!({"licenseKey": key})).await;
    assert_eq!(installed.status, 200);
    assert_eq!(delete(&mut desk, "system/licenses").await, 200);
    let project = json!({"project_key": "one", "display_name": "One"});
    let created = desk.post("/access/api/v1/projects", project).await;
    assert!(created.status < 300, "{}", created.json());

    let logs = "/access/api/v1/system/logs/data?id=access-audit.log&file_size=0";
    for _ in 0..3 {
        assert_eq!(desk.get(logs).await.status, 200);
    }
    let download = "system/logs/download/access?id=access-audit.log";
    assert_eq!(desk.get(download).await.status, 200);
    assert_eq!(desk.get("session/trace").await.status, 200);

    let wanted = json!({"name": "by a program", "parameters": {"logs": {"include": false}}});
    let bearer = format!("Bearer {kept}");
    let create = Request::new("POST", "/artifactory/api/system/support/bundle/").json(&wanted);
    let created = Browser::new(&server).send(create.header("authorization", &bearer)).await;
    assert_eq!(created.status, 200);
    let bundle = created.json()["id"].as_str().expect("an id").to_owned();
    let with_token = |path: &str| Request::new("GET", path).header("authorization", &bearer);
    for path in [
        format!("ui/userSupport/downloadBundle/{bundle}"),
        format!("ui/userSupport/previewBundle/{bundle}"),
        "system/logs/data/router?id=router-service.log&file_size=0".to_owned(),
    ] {
        let since = Instant::now();
        while Browser::new(&server).send(with_token(&path)).await.status != 200 {
            assert!(since.elapsed() < Duration::from_secs(60), "{path} is not there");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    let users = desk.get("access/api/ui/users").await.json();
    let users = users["users"].as_array().expect("users").clone();
    let person = |name: &str| {
        let user = users.iter().find(|user| user["name"] == name).expect("a user");
        user["person"].as_str().expect("an id").to_owned()
    };
    let (ann, bob) = (person(ANN), person("bob"));
    let link = desk.post(&format!("access/api/ui/users/{bob}/deviceLink"), json!({})).await;
    assert_eq!(link.status, 200);
    let carl = made_and_reset(&mut desk, "carl").await;
    let desk = (session_of(&mut desk).await, address);
    assert!(server.stop().success());
    printed(&place, &["user", "disable", "bob", "--data", "{data}"]);
    // What an interrupted write leaves behind, and another setting.
    std::fs::write(place.data().join("journal/sessions/HEAD.tmp"), "").expect("a file");
    printed(&place, &["fsck", "--repair", "--yes", "--data", "{data}"]);
    let changed = "new_sessions_a_minute = 200\n[installation.access]\nmfa_required = \"nobody\"\n";
    assert!(place.clone().with_settings(changed).start().stop().success());
    Day {
        place,
        ann,
        bob,
        carl,
        desk,
        forgotten,
        session_of_bob,
        used_token,
        revoked_token,
        set_up_from: first.source().to_string(),
        guessed_from: stranger.source().to_string(),
    }
}
