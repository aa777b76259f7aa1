//! Command-line clients that their user signs in with a browser, over HTTP as the clients do it.

mod program;
mod refusals;
mod secrets;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, Server, run};

use crate::permissions::file;
use crate::signed_in;
use crate::stage::{Client, Stage};

const CALLS: &str = "/access/api/v2/authentication/jfrog_client_login";
/// As the console calls it.
const RESPONSE: &str = "access/api/v2/authentication/jfrog_client_login/response";
/// The seconds of 90 days.
const LIVES_S: i64 = 90 * 24 * 3_600;

/// The session of a client, and the code that its terminal shows.
fn session(number: u16) -> (String, String) {
    let code = format!("{number:04x}");
    (format!("5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c{code}"), code)
}

/// A client begins to wait.
async fn begin(browser: &Browser, session: &str) -> Answer {
    let request = Request::new("POST", &format!("{CALLS}/request"));
    browser.beside().send(request.json(&json!({"session": session}))).await
}

/// A client asks for its token, from an address of its own.
async fn token(server: &Server, session: &str) -> Answer {
    Browser::new(server).send(Request::new("GET", &format!("{CALLS}/token/{session}"))).await
}

/// The user of a browser types a code for a client.
async fn confirm(page: &mut Browser, session: &str, code: &str) -> Answer {
    let answer = json!({"session": session, "client_name": "JFrog-CLI", "code": code});
    page.post(RESPONSE, answer).await
}

async fn deny(page: &mut Browser, session: &str) -> Answer {
    page.post(RESPONSE, json!({"session": session, "deny": true})).await
}

fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// What a user is shown.
fn outcome(answer: &Answer) -> (String, Value, Value) {
    let body = accepted(answer);
    let status = body["status"].as_str().expect("a status").to_owned();
    (status, body["left"].clone(), body["notice"]["code"].clone())
}

fn granted() -> (String, Value, Value) {
    ("granted".to_owned(), Value::Null, Value::Null)
}

fn wrong_code(left: u8) -> (String, Value, Value) {
    ("wrong_code".to_owned(), json!(left), Value::Null)
}

fn refused(code: &str) -> (String, Value, Value) {
    ("refused".to_owned(), Value::Null, json!(code))
}

/// The client gets no token, for this reason.
fn is_refused(answer: &Answer, code: &str) {
    let body = answer.json();
    assert_eq!((answer.status, &body["error"]["code"]), (400, &json!(code)), "{body}");
    let sentence = body["errors"][0]["message"].as_str().expect("a sentence");
    assert!(sentence.ends_with('.') && body.get("access_token").is_none(), "{body}");
}

/// covers: [CLI-01]
#[test]
fn a_client_is_signed_in_by_the_code_that_its_terminal_shows() {
    run(async {
        let stage = Stage::new().await;
        let mut page = signed_in(&stage.server).await;
        let (session, code) = session(0x1d2e);
        is_refused(&token(&stage.server, &session).await, "client_login_unknown");
        accepted(&begin(&page, &session).await);
        // As after an answer that was lost.
        accepted(&begin(&page, &session).await);
        is_refused(&token(&stage.server, &session).await, "client_login_pending");

        assert_eq!(outcome(&confirm(&mut page, &session, &code).await), granted());
        let request = Request::new("HEAD", &format!("{CALLS}/token/{session}"));
        assert_eq!(Browser::new(&stage.server).send(request).await.status, 405);
        let answer = token(&stage.server, &session).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let given = accepted(&answer);
        let expected = json!({
            "access_token": given["access_token"],
            "expires_in": given["expires_in"],
            "token_type": "Bearer",
            "scope": "applied-permissions/user",
            "username": "ann",
        });
        assert_eq!(given, expected);
        let lives_s = given["expires_in"].as_i64().expect("a number");
        assert!((LIVES_S - 60..=LIVES_S).contains(&lives_s), "{lives_s}");
        is_refused(&token(&stage.server, &session).await, "client_login_unknown");

        let access = given["access_token"].as_str().expect("a token");
        let client = Client::new(&stage.server, access);
        assert_eq!(client.get(&file("team/a.txt")).await.status, 200);
        let listed = accepted(&page.get("ui/auth/tokens").await);
        let own = listed["tokens"].as_array().expect("tokens").iter();
        let own = own.filter(|token| token["description"] == "JFrog-CLI").collect::<Vec<_>>();
        assert_eq!(own.len(), 1, "{listed}");
        let id = json!({"id": own[0]["token_id"]});
        accepted(&page.post("ui/auth/tokens/revoke", id).await);
        assert_eq!(client.get(&file("team/a.txt")).await.status, 401);
    });
}

/// The postback is at the platform's own address too, and it is upper or lower case and with spaces that a user types.
///
/// covers: [CLI-01]
#[test]
fn the_postback_is_at_the_address_of_the_platform() {
    run(async {
        let stage = Stage::new().await;
        let mut page = signed_in(&stage.server).await;
        let (session, code) = session(0xab1c);
        accepted(&begin(&page, &session).await);
        let typed = format!(" {} ", code.to_uppercase());
        let answer = json!({"session": session, "client_name": "VS-Code", "code": typed});
        let posted = page.post(&format!("{CALLS}/response"), answer).await;
        assert_eq!(outcome(&posted), granted());
        assert_eq!(accepted(&token(&stage.server, &session).await)["username"], json!("ann"));
    });
}
