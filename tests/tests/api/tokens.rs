//! Access tokens: programs act with their owner's rights, on routes that accept tokens, until they expire or are
//! revoked.

use serde_json::json;
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use crate::licences::with_bob;
use crate::{ANN, PASSWORD, own, signed_in, written};

/// A place whose server was set up and has stopped.
async fn set_up() -> Place {
    let place = Place::new();
    own(&place).await.stop();
    place
}

/// The output of a command.
fn output_text(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Creates a token for a user, while no server runs.
pub(crate) fn token_of(place: &Place, user: &str, expires: &str) -> String {
    let make = ["token", "make", "--user", user, "--expires", expires, "--data", "{data}"];
    output_text(place, &make).lines().last().expect("a token").to_owned()
}

/// Creates a user who is no administrator.
fn add_user(place: &Place, name: &str) {
    output_text(place, &["user", "add", name, "--data", "{data}"]);
}

async fn ask(server: &Server, token: &str, request: Request) -> Answer {
    let bearer = format!("Bearer {token}");
    Browser::new(server).send(request.header("authorization", &bearer)).await
}

async fn get(server: &Server, token: &str, path: &str) -> Answer {
    ask(server, token, Request::new("GET", path)).await
}

const STATUS: &str = "system/status/ha";

/// covers: [STATUS-01, LOGV-02, BUNDLE-02, RET-02, CHK-01]
#[test]
fn a_token_is_accepted_by_its_routes_with_the_rights_of_its_owner() {
    run(async {
        let place = set_up().await;
        add_user(&place, "bob");
        let (admin, plain) = (token_of(&place, ANN, "1h"), token_of(&place, "bob", "90d"));
        let server = place.start();
        let checksum = format!("/distribution/api/ui/release_bundle/checksum/{}", "0".repeat(64));
        for path in [
            STATUS,
            "/router/api/v1/topology/health",
            "system/logs/config/artifactory",
            "/artifactory/api/system/logs/data?id=artifactory-service.log&file_size=0",
            "ui/userSupport/listBundles",
            "ui/bundle/retention/config/enable",
            "release_bundles",
            &checksum,
        ] {
            let answer = get(&server, &admin, path).await;
            assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
            assert!(answer.header("set-cookie").is_none(), "{path}");
        }
        // The token of a user who is no administrator has the same rights as the user's session.
        assert_eq!(get(&server, &plain, STATUS).await.code(), "not_authorized");
        assert_eq!(get(&server, &plain, &checksum).await.status, 200);
        // Changes work without an origin, which a browser would have to send.
        let wanted = json!({"name": "by a program", "parameters": {"logs": {"include": false}}});
        let create = Request::new("POST", "/artifactory/api/system/support/bundle/").json(&wanted);
        let created = ask(&server, &admin, create.clone()).await;
        assert_eq!(created.status, 200, "{}", String::from_utf8_lossy(&created.body));
        assert_eq!(ask(&server, &plain, create).await.status, 403);
        // All other routes require a session.
        for path in ["access/api/ui/users", "projects", "/access/api/v1/tokens", "ui/auth/sessions"]
        {
            let answer = get(&server, &admin, path).await;
            assert_eq!(answer.status, 403, "{path}: {}", answer.code());
        }
        let requests = place.data().join("log/artifactory/artifactory-request.log");
        let lines = written(&requests, STATUS).await;
        let line = lines.lines().find(|line| line.contains(STATUS)).expect("a line");
        assert!(line.contains("|p_"), "{line}");
        assert!(!lines.contains(&admin) && !place.log().contains(&admin));
    });
}

#[test]
fn a_wrong_expired_or_revoked_token_or_one_of_a_disabled_user_is_rejected() {
    run(async {
        let place = set_up().await;
        add_user(&place, "bob");
        output_text(&place, &["user", "add", "eve", "--admin", "--data", "{data}"]);
        let (kept, revoked) = (token_of(&place, ANN, "1h"), token_of(&place, ANN, "1h"));
        let disabled = token_of(&place, "eve", "1h");
        output_text(&place, &["user", "disable", "eve", "--data", "{data}"]);
        let again = ["user", "enable", "eve", "--data", "{data}"];
        let list = output_text(&place, &["token", "list", "--json", "--data", "{data}"]);
        let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
        assert_eq!(list.as_array().map(Vec::len), Some(2), "{list}");
        assert_eq!(list[0]["subject"], ANN);
        let server = place.start();
        let mut ann = signed_in(&server).await;
        assert_eq!(get(&server, &revoked, STATUS).await.status, 200);
        assert_eq!(get(&server, &disabled, STATUS).await.status, 401);
        // While the server runs, an administrator revokes a token, and sees which were used.
        let shown = ann.get("/access/api/v1/tokens").await.json();
        let used = shown["tokens"].as_array().expect("tokens").iter();
        let used: Vec<_> = used.filter(|token| !token["last_used"].is_null()).collect();
        assert_eq!(used.len(), 1, "{shown}");
        let id = used[0]["token_id"].as_str().expect("an id");
        let (origin, path) = (ann.origin.clone(), format!("/access/api/v1/tokens/{id}"));
        let delete = Request::new("DELETE", &path).header("origin", &origin);
        assert_eq!(ann.send(delete.clone()).await.status, 200);
        assert_eq!(ann.send(delete).await.status, 404);
        let answer = get(&server, &revoked, STATUS).await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "token_not_accepted"));
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert_eq!(get(&server, &kept, STATUS).await.status, 200);
        let other = format!("waybill_{}", "0".repeat(64));
        let upper = kept.to_uppercase();
        for wrong in [&other, "", "x", &kept[..kept.len() - 1], &upper, "a b"] {
            assert_eq!(get(&server, wrong, STATUS).await.status, 401, "{wrong}");
        }
        assert_eq!(Browser::new(&server).get(STATUS).await.status, 403);
        server.stop();
        // Tokens that were disabled with the account stay invalid, and so do revoked ones.
        output_text(&place, &again);
        output_text(
            &place,
            &["token", "make", "--user", "eve", "--expires", "1m", "--data", "{data}"],
        );
        let server = place.start();
        assert_eq!(get(&server, &disabled, STATUS).await.status, 401);
        assert_eq!(get(&server, &revoked, STATUS).await.status, 401);
        assert_eq!(get(&server, &kept, STATUS).await.status, 200);
        server.stop();
        let audit_log = place.data().join("log/access/access-audit.log");
        let audit_log = std::fs::read_to_string(audit_log).expect("an audit log");
        let lines = |what: &str| audit_log.lines().filter(|line| line.contains(what)).count();
        assert_eq!((lines("|C|TKN|"), lines("|D|TKN|")), (4, 1), "{audit_log}");
    });
}

#[test]
fn only_administrators_can_list_and_revoke_tokens() {
    run(async {
        let place = Place::new();
        let (server, _) = with_bob(&place).await;
        server.stop();
        let token = token_of(&place, "bob", "1h");
        let server = place.start();
        let mut bob = Browser::visiting(&server).await;
        bob.sign_in("bob", "seven blue staples 9").await;
        let mut ann = signed_in(&server).await;
        let list = ann.get("/access/api/v1/tokens").await.json();
        let id = list["tokens"][0]["token_id"].as_str().expect("an id").to_owned();
        // Not even the owner, who is no administrator.
        let path = format!("/access/api/v1/tokens/{id}");
        let delete = Request::new("DELETE", &path).header("origin", &bob.origin.clone());
        for request in [Request::new("GET", "/access/api/v1/tokens"), delete] {
            let answer = bob.send(request).await;
            assert_eq!((answer.status, answer.code()), (403, "not_authorized".to_owned()));
        }
        assert_eq!(get(&server, &token, "release_bundles").await.status, 200, "it works on");
    });
}

#[test]
fn a_token_together_with_a_session_is_rejected_and_guessing_is_limited() {
    run(async {
        let place = set_up().await;
        let token = token_of(&place, ANN, "1h");
        let server = place.start();
        let mut ann = signed_in(&server).await;
        let bearer = format!("Bearer {token}");
        let both = Request::new("GET", STATUS).header("authorization", &bearer);
        assert_eq!(ann.send(both).await.code(), "two_credentials");
        // Credentials that a proxy in front of the server forwards are ignored, and do not bypass the CSRF checks.
        for foreign in ["Basic YTpi", "Bearer eyJhbGciOiJub25lIn0.e30."] {
            let read = Request::new("GET", STATUS).header("authorization", foreign);
            assert_eq!(ann.send(read).await.status, 200, "{foreign}");
            let wanted = json!({"name": "x"});
            let change = Request::new("POST", "ui/userSupport/generateBundle");
            let change = change.header("authorization", foreign).json(&wanted);
            assert_eq!(ann.send(change).await.code(), "foreign_origin", "{foreign}");
        }
        let mut eve = Browser::new(&server);
        let guess = format!("Bearer waybill_{}", "0".repeat(64));
        let guess = Request::new("GET", STATUS).header("authorization", &guess);
        let mut last = 401;
        for _ in 0..60 {
            last = eve.send(guess.clone()).await.status;
        }
        assert_eq!(last, 429);
        // Other clients at the address are not blocked.
        let right = Request::new("GET", STATUS).header("authorization", &bearer);
        assert_eq!(eve.send(right).await.status, 200);
    });
}

#[test]
fn the_command_line_explains_invalid_input_and_stores_no_token() {
    run(async {
        let place = set_up().await;
        let long = "x".repeat(201);
        for (arguments, words) in [
            (vec!["make", "--user", "nobody"], "no user 'nobody'"),
            (vec!["make", "--user", ANN, "--expires", "soon"], "--expires takes"),
            (vec!["make", "--user", ANN, "--expires", "1s"], "at least a minute"),
            (vec!["make", "--user", ANN, "--expires", "367d"], "at most 366 days"),
            (vec!["make", "--user", ANN, "--description", &long], "at most 200"),
            (vec!["make", "--user", ANN, "--description", "a\u{1b}[2J"], "visible"),
            (vec!["revoke", "t_0000000000000000"], "no such token"),
        ] {
            let whole: Vec<&str> =
                ["token"].into_iter().chain(arguments).chain(["--data", "{data}"]).collect();
            let output = place.run(&whole);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{whole:?}: {error}");
            assert!(error.contains(words), "{whole:?}: {error}");
        }
        let made: Vec<String> = (0..20).map(|_| token_of(&place, ANN, "1h")).collect();
        let output = place.run(&["token", "make", "--user", ANN, "--data", "{data}"]);
        assert!(String::from_utf8_lossy(&output.stderr).contains("20 tokens already"));
        let list = output_text(&place, &["token", "list", "--data", "{data}"]);
        assert_eq!(list.lines().count(), 21, "{list}");
        let id = list.lines().nth(1).and_then(|line| line.split(' ').next()).expect("an id");
        output_text(&place, &["token", "revoke", id, "--data", "{data}"]);
        token_of(&place, ANN, "1h");
        let mut files = vec![place.data()];
        while let Some(path) = files.pop() {
            if path.is_dir() {
                files
                    .extend(std::fs::read_dir(path).expect("a folder").flatten().map(|e| e.path()));
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file");
            let secret = made[0].trim_start_matches("waybill_").as_bytes();
            assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{}", path.display());
        }
        let server = place.start();
        let mut ann = Browser::visiting(&server).await;
        ann.sign_in(ANN, PASSWORD).await;
    });
}
