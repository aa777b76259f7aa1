//! A server with another platform that answers correctly, incorrectly, late or not at all: the console continues, and
//! errors say what to do.

use std::fs::Permissions;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, Tab, run};

use crate::secrets::free_port;
use crate::{own, shared, signed_in};

const PATH: &str = "ui/bundle/retention/config/enable";
pub(crate) const TOKEN: &str = "canary-remote-4c19";

/// A fake platform with configurable responses.
pub(crate) struct Platform {
    pub(crate) address: SocketAddr,
    reply: Arc<Mutex<Reply>>,
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

#[derive(Clone)]
pub(crate) enum Reply {
    /// Sends this and closes the connection.
    Once(String),
    /// Sends this and keeps the connection open.
    ThenNothing(String),
    /// Sends the first, and then the second until the connection breaks.
    ForEver(String, String),
    /// Selects the first of these whose text is in the request line.
    ByPath(Vec<(&'static str, Reply)>),
}

impl Platform {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let reply = Arc::new(Mutex::new(Reply::Once(String::new())));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (what, heads) = (Arc::clone(&reply), Arc::clone(&requests));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (what, heads) = (Arc::clone(&what), Arc::clone(&heads));
                thread::spawn(move || answer(stream, &what, &heads));
            }
        });
        Self { address, reply, requests }
    }

    pub(crate) fn reply_with(&self, reply: Reply) {
        *self.reply.lock().expect("nobody panicked") = reply;
    }
}

fn answer(mut stream: TcpStream, reply: &Mutex<Reply>, requests: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut some = [0; 1_024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut some) {
            Ok(0) | Err(_) => return,
            Ok(read) => head.extend_from_slice(&some[..read]),
        }
    }
    // A test that sees the request may already set the next response.
    let mut reply = reply.lock().expect("nobody panicked").clone();
    requests.lock().expect("nobody panicked").push(String::from_utf8_lossy(&head).into_owned());
    if let Reply::ByPath(cases) = reply {
        let head = String::from_utf8_lossy(&head).into_owned();
        let line = head.lines().next().unwrap_or_default();
        let case = cases.into_iter().find(|(path, _)| line.contains(path));
        reply = case.map_or_else(|| http("404 Not Found", ""), |(_, reply)| reply);
    }
    match reply {
        Reply::ByPath(_) => {}
        Reply::Once(text) => drop(stream.write_all(text.as_bytes())),
        Reply::ThenNothing(text) => {
            drop(stream.write_all(text.as_bytes()));
            drop(stream.read(&mut some));
        }
        Reply::ForEver(text, then) => {
            drop(stream.write_all(text.as_bytes()));
            while stream.write_all(then.as_bytes()).is_ok() {}
        }
    }
}

pub(crate) fn http(status: &str, body: &str) -> Reply {
    let length = body.len();
    Reply::Once(format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}"))
}

/// A file with a token, readable by its owner only.
pub(crate) fn token_file(place: &Place, token: &str) -> PathBuf {
    let file = place.path("token");
    std::fs::write(&file, format!("{token}\n")).expect("a file");
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("rights");
    file
}

/// A place whose server uses the platform at this address; the configuration permits the connection.
pub(crate) fn asking(address: SocketAddr, path: &str) -> Place {
    let place = Place::new();
    let file = token_file(&place, TOKEN);
    place.with_settings(&format!(
        "[remote]\nurl = \"http://{address}{path}\"\ntoken_file = \"{}\"\n\
         [outbound]\nallow = [\"127.0.0.1/32:{}\"]\nconnect_ms = 2000\ntotal_ms = 2000\n\
         [installation.access]\nmfa_required = \"nobody\"\n",
        file.display(),
        address.port()
    ))
}

pub(crate) async fn front(place: &Place) -> (Server, Browser) {
    let server = own(place).await;
    let ann = signed_in(&server).await;
    (server, ann)
}

/// covers: [RET-01, RET-02]
#[test]
fn answers_of_another_platform_are_returned_and_its_errors_are_explained() {
    run(async {
        let platform = Platform::start();
        let place = asking(platform.address, "/base/");
        let (_server, mut ann) = front(&place).await;
        for (body, enable) in [
            (r#"{"enable":true}"#, true),
            (r#"{"enable":false}"#, false),
            (r#"{"enable":true,"since":"a later version"}"#, true),
        ] {
            platform.reply_with(http("200 OK", body));
            let answer = ann.get(PATH).await;
            assert_eq!((answer.status, answer.json()), (200, json!({ "enable": enable })));
        }
        let head = platform.requests.lock().expect("nobody panicked")[0].to_lowercase();
        assert!(head.starts_with(&format!("get /base/{PATH} http/1.1\r\n")), "{head}");
        assert!(head.contains(&format!("\r\nauthorization: bearer {TOKEN}\r\n")), "{head}");

        let page = "<!doctype html><title>Not here</title>";
        let ok = "HTTP/1.1 200 OK\r\n";
        let cases = [
            (http("404 Not Found", page), 404, "knows no retention"),
            (http("401 Unauthorized", "{}"), 503, "does not accept the token"),
            (http("403 Forbidden", page), 503, "does not accept the token"),
            (http("500 Internal Server Error", page), 503, "with the status 500"),
            (http("204 No Content", ""), 503, "with the status 204"),
            (http("302 Found\r\nLocation: http://169.254.169.254/", ""), 503, "sends on"),
            (http("200 OK", page), 503, "is not understood"),
            (http("200 OK", ""), 503, "is not understood"),
            (http("200 OK", "[]"), 503, "is not understood"),
            (http("200 OK", r#"{"enable":"yes"}"#), 503, "is not understood"),
            (http("200 OK", r#"{"enable":tr"#), 503, "is not understood"),
            (http("200 OK", &"[".repeat(60_000)), 503, "is not understood"),
            (http("200 OK", &" ".repeat(10_000_000)), 503, "larger than 65536 bytes"),
            (Reply::Once("SSH-2.0-x\r\n\r\n".into()), 503, "is no HTTP"),
            (Reply::Once(format!("{ok}Content-Length: 9\r\n\r\n{{")), 503, "in the middle"),
            (Reply::ThenNothing(String::new()), 503, "took too long"),
            (Reply::ThenNothing(format!("{ok}Content-Length: 9\r\n\r\n{{")), 503, "took too long"),
            (Reply::ForEver(format!("{ok}\r\n"), " ".repeat(999)), 503, "larger than"),
            (Reply::ForEver(ok.into(), "X: x\r\n".into()), 503, "head of the other server"),
        ];
        for (reply, status, sentence) in cases {
            platform.reply_with(reply);
            let answer = ann.get(PATH).await;
            let message = answer.json()["error"]["message"].to_string();
            assert_eq!(answer.status, status, "{message}");
            assert!(message.contains(sentence), "{sentence}: {message}");
            assert!(!message.contains("127.0.0.1") && !message.contains("html"), "{message}");
        }
        assert!(!place.log().contains(TOKEN), "{}", place.log());
    });
}

fn retention(tab: &Tab) -> Option<Value> {
    let changes = tab.changes.iter().rev();
    changes.filter(|change| change["machine"] == "retention").map(|c| c["state"].clone()).next()
}

async fn ask(ann: &mut Browser, until: &str) -> (Tab, Value) {
    let mut tab = Tab::open(ann).await;
    tab.settle("/session-activity").await;
    tab.command("retention", json!({"type": "ask"})).await;
    tab.receive_until(|tab| retention(tab).is_some_and(|state| state["state"] == until)).await;
    let state = retention(&tab).expect("a state");
    (tab, state)
}

/// covers: [RET-01]
#[test]
fn retention_is_off_for_an_older_platform_and_after_three_failed_attempts() {
    run(async {
        let platform = Platform::start();
        let (_server, mut ann) = front(&asking(platform.address, "")).await;
        platform.reply_with(http("404 Not Found", "<html>"));
        let (_, state) = ask(&mut ann, "answered").await;
        assert_eq!(state, json!({"state": "answered", "enabled": false, "reason": "not_there"}));
        platform.requests.lock().expect("nobody panicked").clear();

        platform.reply_with(http("200 OK", "<html>"));
        let (mut tab, state) = ask(&mut ann, "waiting").await;
        let message = state["message"].as_str().expect("a message");
        assert!(message.contains("is not understood"), "{message}");
        tab.receive_until(|tab| retention(tab).is_some_and(|state| state["state"] == "answered"))
            .await;
        let state = retention(&tab).expect("a state");
        assert_eq!(state, json!({"state": "answered", "enabled": false, "reason": "failed"}));
        assert_eq!(platform.requests.lock().expect("nobody panicked").len(), 3);
    });
}

#[test]
fn a_platform_that_is_down_forbidden_or_wrong_gives_different_errors() {
    run(async {
        let address = free_port();
        let other = shared().address();
        let mut closed = asking(other, "/ui/api/v1");
        closed = closed.with_settings(&format!(
            "[remote]\nurl = \"http://{other}/ui/api/v1\"\n\
             [installation.access]\nmfa_required = \"nobody\"\n"
        ));
        for (place, sentence) in [
            (asking(address, ""), "cannot be connected to"),
            (closed, "[outbound] allow"),
            // Another server of the same kind, which has the call but rejects the token.
            (asking(other, "/ui/api/v1"), "does not accept the token"),
            // Its console answers every path with its page, if one was built.
            (asking(other, ""), "the other platform "),
        ] {
            let (_server, mut ann) = front(&place).await;
            let answer = ann.get(PATH).await;
            let message = answer.json()["error"]["message"].to_string();
            assert_eq!(answer.status, 503, "{message}");
            assert!(message.contains(sentence), "{sentence}: {message}");
            assert!(!message.contains("doctype"), "{message}");
        }
    });
}

#[test]
fn invalid_settings_are_reported_at_the_start() {
    let missing = Place::new().path("missing").display().to_string();
    let lines = Place::new();
    token_file(&lines, "canary-one\ncanary-two");
    let open = Place::new();
    let open_path = token_file(&open, "canary-open");
    std::fs::set_permissions(&open_path, Permissions::from_mode(0o644)).expect("rights");
    let open_path = open_path.display().to_string();
    let lines_path = lines.path("token").display().to_string();
    let https = "[remote]\nurl = \"https://example.org\"\n";
    for (settings, words) in [
        ("[remote]\nurl = \"ftp://example.org\"\n".to_owned(), "https://"),
        ("[remote]\nurl = \"https://ann:pass@example.org\"\n".to_owned(), "no password"),
        ("[remote]\nurl = \"https://example.org\"\nuser = \"ann\"\n".to_owned(), "user"),
        (format!("{https}token_file = \"{missing}\"\n"), "cannot be read"),
        (format!("{https}token_file = \"{lines_path}\"\n"), "holds no token"),
        (format!("{https}token_file = \"{open_path}\"\n"), "chmod o-rwx"),
        ("[outbound]\nallow = [\"0.0.0.0/0:443\"]\n".to_owned(), "several kinds"),
        ("[outbound]\nallow = [\"10.0.0.0/8\"]\n".to_owned(), "10.0.0.0/8:443"),
        ("[outbound]\ntotal_ms = 0\n".to_owned(), "total_ms"),
        (format!("[outbound]\ncertificates = \"{missing}\"\n"), "cannot be read"),
    ] {
        let output = Place::new().with_settings(&settings).start_fails("127.0.0.1:0");
        let outcome = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{settings}");
        assert!(outcome.contains(words), "{settings}: {outcome}");
        assert!(!outcome.contains("canary") && !outcome.contains("ann:pass"), "{outcome}");
    }
}
