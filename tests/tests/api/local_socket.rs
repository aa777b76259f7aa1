//! Commands on the server's machine while it runs: they reach it through the socket in its data directory.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use waybill_tests::{Browser, Place, Request, Server, Tab, run, waybill};

use crate::{ANN, own, signed_in};

/// A user of the operating system who owns nothing.
const STRANGER: u32 = 65_534;

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// Runs a command on the data directory, which succeeds. Returns its standard output.
fn done(place: &Place, command: &str) -> String {
    let output = tried(place, command);
    assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn tried(place: &Place, command: &str) -> Output {
    let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
    place.run(&arguments)
}

fn socket(place: &Place) -> UnixStream {
    UnixStream::connect(place.data().join("waybill.sock")).expect("the server listens")
}

fn frame(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).expect("a short one").to_le_bytes();
    [&[kind], &length[..], bytes].concat()
}

/// Everything that the server sends until it ends the connection.
fn all(stream: &mut UnixStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("it ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The status with which a program gets an answer that has a token.
async fn with_token(server: &Server, token: &str) -> u16 {
    let request = Request::new("GET", "release_bundles");
    let request = request.header("authorization", &format!("Bearer {token}"));
    Browser::new(server).send(request).await.status
}

#[test]
fn changes_on_the_command_line_take_effect_in_the_running_server() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let made = done(&place, "user add bob");
        let password = made.rsplit(' ').next().expect("a password").trim();
        let mut browser = Browser::visiting(&server).await;
        assert_eq!(browser.log_in("bob", password).await.status, 200);

        let mut ann = signed_in(&server).await;
        let mut tab = Tab::open(&mut ann).await;
        tab.settle("/ui/").await;
        let key = place.run(&["licence", "make", "--type", "ENTERPRISE_PLUS"]);
        fs::write(place.path("key"), &key.stdout).expect("a file of the client");
        let before = tab.changes.len();
        let file = place.path("key");
        done(&place, &format!("licence install {}", file.display()));
        // The page hears of it without asking.
        tab.receive_until(|tab| tab.changes.len() > before).await;
        assert!(done(&place, "licence show").contains("ENTERPRISE_PLUS"));

        let token = done(&place, "token make --user ann");
        let token = token.lines().last().expect("a token").to_owned();
        assert_eq!(with_token(&server, &token).await, 200);
        let listed: Value = serde_json::from_str(&done(&place, "token list --json")).expect("JSON");
        let id = listed[0]["token_id"].as_str().expect("an id").to_owned();
        done(&place, &format!("token revoke {id}"));
        assert_eq!(with_token(&server, &token).await, 401);

        // The sessions end as they do over HTTP.
        done(&place, "user add second --admin");
        done(&place, "user disable ann");
        assert!(tab.close_code().await >= 4_000);
        let refused = tried(&place, "user disable second");
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused).contains("the last administrator"), "{}", text(&refused));
        assert!(server.stop().success());
        assert!(!place.data().join("waybill.sock").exists());
        assert!(done(&place, "user list").contains(ANN));
    });
}

#[test]
fn the_journals_of_a_running_server_are_inspected_through_it() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        signed_in(&server).await;
        let listed: Value = serde_json::from_str(&done(&place, "audit list --json")).expect("JSON");
        let session = listed[0]["session"].as_str().expect("a session").to_owned();
        assert!(done(&place, &format!("audit show {session}")).contains("session.open"));
        assert!(done(&place, "audit replay").contains("came out as recorded"));
        assert!(done(&place, "audit replay --platform").contains("came out as recorded"));
        assert!(done(&place, "audit verify").contains("platform:"));
        assert!(done(&place, "fsck").contains("in use by the running server"));
        let trace = place.path("trace");
        done(&place, &format!("audit export {session} -o {}", trace.display()));
        let verified = place.run(&["audit", "verify", trace.to_str().expect("a path")]);
        assert!(verified.status.success(), "{}", text(&verified));
        let missing = tried(&place, "audit show user/p_none");
        assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));

        // What is damaged beside the journals is named while the server runs.
        let values = place.data().join("vault/people/values");
        let value = fs::read_dir(values).expect("a folder").next().expect("one").expect("it");
        let mut bytes = fs::read(value.path()).expect("its bytes");
        *bytes.last_mut().expect("some") ^= 1;
        fs::write(value.path(), bytes).expect("a changed bit");
        let checked = tried(&place, "fsck");
        assert_eq!(checked.status.code(), Some(1), "{}", text(&checked));
        assert!(text(&checked).contains("a value of p_"), "{}", text(&checked));
        drop(server);
    });
}

#[test]
fn only_the_user_of_the_server_and_root_are_served() {
    let place = Place::new();
    let server = place.start();
    let mode = |path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(mode(place.data().join("waybill.sock")), 0o600);
    if fs::metadata(place.data()).expect("it exists").uid() != 0 {
        // Only root can run a command as another user.
        return;
    }
    let as_stranger = || {
        let mut command = Command::new(waybill());
        command.args(["user", "list", "--data"]).arg(place.data()).uid(STRANGER).gid(STRANGER);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        text(&output)
    };
    let open = |path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    open(place.path(""), 0o755).expect("rights");
    assert!(as_stranger().contains("may be used only by the user that the server runs as"));
    // With rights that an administrator gave by mistake, the server itself asks who it is.
    open(place.data(), 0o755).expect("rights");
    open(place.data().join("waybill.sock"), 0o666).expect("rights");
    assert!(as_stranger().contains("only the user that the server runs as, and root"));
    drop(server);
}

#[test]
fn a_socket_that_is_left_behind_or_far_down_is_no_obstacle() {
    let mut place = Place::new();
    place.start().kill();
    assert!(place.data().join("waybill.sock").exists());
    assert!(done(&place, "user list").contains("name"));
    let server = place.start();
    assert!(done(&place, "user add ann").contains("password"));
    assert!(server.stop().success());

    place = place.with_data(&format!("{}/data", "d".repeat(200)));
    let server = place.start();
    assert!(done(&place, "user add ann").contains("password"));
    // The server has it: nothing was opened beside it.
    assert_eq!(tried(&place, "fsck --repair").status.code(), Some(2));
    assert!(server.stop().success());
}

#[test]
fn a_client_sends_little_says_its_build_and_keeps_no_server_from_stopping() {
    let place = Place::new();
    let server = place.start();
    let mut large = socket(&place);
    large.write_all(&[b'm', 0xff, 0xff, 0xff, 0xff]).expect("it is sent");
    assert_eq!(all(&mut large), "");
    let mut other = socket(&place);
    other.write_all(&frame(b'm', br#"{"protocol":0,"version":"0.0.1"}"#)).expect("it is sent");
    assert!(all(&mut other).contains("version"));
    // As many as may be, which do nothing.
    let idle: Vec<UnixStream> = (0..16).map(|_| socket(&place)).collect();
    let since = Instant::now();
    loop {
        let refused = tried(&place, "user list");
        if text(&refused).contains("as many commands as it may") {
            assert_eq!(refused.status.code(), Some(2));
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "{}", text(&refused));
    }
    let since = Instant::now();
    assert!(server.stop().success());
    assert!(since.elapsed() < Duration::from_secs(15), "clients kept it");
    drop(idle);
    assert!(done(&place, "fsck").contains("closed in order"));
}

/// Waits until the server's log contains these words.
fn logged(place: &Place, words: &str) {
    let since = Instant::now();
    while !place.log().contains(words) {
        assert!(since.elapsed() < Duration::from_secs(40), "no {words}: {}", place.log());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_command_that_runs_when_the_server_stops_is_finished() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let adding = Command::new(waybill())
            .args(["user", "add", "bob", "--data"])
            .arg(place.data())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        logged(&place, "a command came over the local socket");
        server.ask_to_stop();
        let added = adding.wait_with_output().expect("it ends");
        assert!(added.status.success() && text(&added).contains("password"), "{}", text(&added));
        assert!(server.wait().success());
        assert!(done(&place, "user list").contains("bob"));
    });
}

#[test]
fn a_command_whose_client_takes_no_answer_delays_a_stop_for_a_time_and_is_named() {
    let place = Place::new();
    let server = place.start();
    // The hello of this build, as the server itself sends it.
    let mut other = socket(&place);
    other.write_all(&frame(b'm', b"{}")).expect("it is sent");
    let hello = all(&mut other);
    let hello = hello.split_at(hello.find('{').expect("a hello")).1.to_owned();
    let mut client = socket(&place);
    client.write_all(&frame(b'm', hello.as_bytes())).expect("it is sent");
    let read = br#"{"request":"read","journal":"platform","read":{"read":"scan","from_position":0,"limit":512}}"#;
    client.set_write_timeout(Some(Duration::from_secs(2))).expect("a limit");
    // Until neither side can write.
    while client.write_all(&frame(b'm', read)).is_ok() {}
    let since = Instant::now();
    assert!(server.stop().success());
    let took = since.elapsed();
    assert!(took > Duration::from_secs(15) && took < Duration::from_secs(45), "{took:?}");
    let log = place.log();
    assert!(log.contains("a command is terminated") && log.contains("command=\"read\""), "{log}");
    assert!(done(&place, "fsck").contains("closed in order"));
}

#[test]
fn a_server_of_another_build_or_one_that_ends_is_reported() {
    let place = Place::new();
    fs::create_dir(place.data()).expect("a directory");
    let listener = UnixListener::bind(place.data().join("waybill.sock")).expect("a socket");
    let serving = thread::spawn(move || {
        for answer in [br#"{"protocol":9,"version":"9.9.9"}"#.as_slice(), b""] {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut head = [0; 5];
            stream.read_exact(&mut head).expect("a frame");
            // All of it: a client that could not write it would never read the answer.
            let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
            let mut hello = vec![0; length as usize];
            stream.read_exact(&mut hello).expect("a hello");
            if !answer.is_empty() {
                stream.write_all(&frame(b'm', answer)).expect("it is sent");
            }
        }
    });
    let other = tried(&place, "user list");
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other).contains("is Waybill 9.9.9, and this command is of another build"));
    let ended = tried(&place, "user list");
    assert_eq!(ended.status.code(), Some(2));
    assert!(text(&ended).contains("does not answer any more"), "{}", text(&ended));
    serving.join().expect("it served both");
}
