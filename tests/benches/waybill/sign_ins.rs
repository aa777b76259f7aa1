//! Signing in: 500 users at once with real passwords beside a user's commands, the steps that neither hash a password
//! nor ask a provider, and verifying what an identity provider of SAML asserts.

use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::time::sleep;
use waybill_machines::Timestamp;
use waybill_platform::sso::verified_name_id;
use waybill_tests::{Answer, Authenticator, Browser, Place, Request, Server, Tab};

use crate::memory::{forget_peak, peak, status};
use crate::{commands_while, p99, row};

const PASSWORD: &str = "correct horse battery";
const USERS: u32 = 500;
/// How much more memory than at rest: that of all attacks, and of all transfers.
const GROWN_BYTES: f64 = 64.0 * 1024.0 * 1024.0;
/// The goal for the 99th percentile of a user's commands meanwhile, in milliseconds.
const COMMAND_MS: f64 = 50.0;
/// How far apart users try again, so that all of them do within two seconds.
const APART: Duration = Duration::from_millis(4);

const ASK: &str = "ui/auth/passkey/ask";
const ANSWER: &str = "ui/auth/passkey/answer";
const PASSKEYS: &str = "ui/auth/passkeys";
/// How many users sign in with a passkey, after those that are not measured.
const WITH_PASSKEY: usize = 500;
const WARM_UP: usize = 50;
/// The goal for the 99th percentile of a step, in milliseconds.
const STEP_MS: f64 = 10.0;

/// An answer of 64 KiB, and who has signed it for whom and when (`tests/saml/make.mjs`).
const SAML_ANSWER: &str = include_str!("../../saml/accepted/large.xml");
const CERTIFICATE: &str = include_str!("../../saml/idp.certificate.base64");
const ISSUER: &str = "https://id.example.org/saml";
const AUDIENCE: &str = "https://waybill.example.org/ui/api/v1/ui/auth/sso/corporate/metadata";
const RECIPIENT: &str = "https://waybill.example.org/ui/api/v1/ui/auth/sso/corporate/acs";
const SAML_REQUEST: &str = "_request1";
const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);
const VERIFIED: usize = 500;
/// The goal for the 99th percentile, in milliseconds.
const VERIFIED_MS: f64 = 10.0;

/// No second factor, and room for the requests and the records of 500 visitors at once.
const SETTINGS: &str = "[limits.visitors]\n\
    requests = { at_once = 1000000, a_minute = 1000000 }\n\
    recorded_bytes = { at_once = 1073741824, a_minute = 1073741824 }\n\
    sign_in_bytes = { at_once = 1073741824, a_minute = 1073741824 }\n\
    [installation.access]\nmfa_required = \"nobody\"\n";

/// Prints five rows.
pub async fn at_once() {
    print_many().await;
    print_steps().await;
    print_verifying();
}

/// What it costs that all users sign in at once.
async fn print_many() {
    let place = Place::new().with_settings(SETTINGS);
    create_users(&place).await;
    let server = place.start();
    let mut ann = Browser::visiting(&server).await;
    ann.sign_in("ann", PASSWORD).await;
    let mut tab = Tab::open(&mut ann).await;
    sleep(Duration::from_millis(1_500)).await;
    let rest = status(server.process(), "VmRSS:");
    forget_peak(server.process());
    let mut users = Vec::new();
    for _ in 0..USERS {
        users.push(Browser::visiting(&server).await);
    }
    let since = Instant::now();
    let signing_in = thread::spawn(move || sign_in_all(users));
    let mut times = commands_while(&mut tab, || !signing_in.is_finished()).await;
    let took = since.elapsed();
    let waits = signing_in.join().expect("all have signed in");
    let grown = peak(server.process()) - rest;
    let measured = format!("+{:.1} MB", grown / 1024.0 / 1024.0);
    row("500 sign-ins at once: memory", &measured, "<= 64 MB over rest", grown / GROWN_BYTES);
    let command_ms = p99(&mut times).as_secs_f64() * 1e3;
    let measured = format!("{command_ms:.1} ms");
    let what = "500 sign-ins at once: a user's command, p99";
    row(what, &measured, "<= 50 ms", command_ms / COMMAND_MS);
    let measured = format!("{:.1} s ({waits} waits)", took.as_secs_f64());
    row("500 sign-ins at once: until the last one", &measured, "-", 0.0);
    server.stop();
}

fn name(number: u32) -> String {
    format!("user-{number:03}")
}

/// Creates the administrator and all users, who choose their passwords with links.
async fn create_users(place: &Place) {
    let server = place.start();
    let mut ann = signed_in_first(&server).await;
    for number in 0..USERS {
        let created = ann.post("access/api/ui/users", json!({"name": name(number)})).await;
        let created = accepted(&created);
        let link = created["link"]["link"].as_str().expect("a link");
        let (_, token) = link.split_once("#token=").expect("a token");
        let mut user = Browser::visiting(&server).await;
        let chosen = json!({"token": token, "password": PASSWORD});
        accepted(&user.post("ui/auth/passwordLink", chosen).await);
    }
    server.stop();
}

/// A browser in which the administrator has signed in, who was created before.
async fn signed_in_first(server: &Server) -> Browser {
    let mut ann = Browser::visiting(server).await;
    ann.set_up(server, "ann", PASSWORD).await;
    ann.sign_in("ann", PASSWORD).await;
    ann
}

fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// Has all users sign in at once. Returns how often one of them had to try again.
fn sign_in_all(users: Vec<Browser>) -> u32 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let users = (0..).zip(users);
        let users: Vec<_> =
            users.map(|(number, user)| tokio::spawn(sign_in(number, user))).collect();
        let mut waits = 0;
        for user in users {
            waits += user.await.expect("the user has signed in");
        }
        waits
    })
}

/// Signs a user in, who tries again as often as the server has no place, and after the time that it names.
async fn sign_in(number: u32, mut browser: Browser) -> u32 {
    let mut waits = 0;
    loop {
        let answer = browser.log_in(&name(number), PASSWORD).await;
        if answer.status == 200 {
            assert_eq!(answer.json()["next"], "signed_in");
            return waits;
        }
        assert_eq!((answer.status, answer.code().as_str()), (503, "busy"));
        let seconds = answer.header("retry-after").and_then(|seconds| seconds.parse().ok());
        sleep(Duration::from_secs(seconds.expect("a time")) + APART * number).await;
        waits += 1;
    }
}

/// How long the steps of a sign-in with a passkey take.
async fn print_steps() {
    let server = Place::new().with_settings(SETTINGS).start();
    let mut ann = signed_in_first(&server).await;
    // No passkey belongs to a number.
    let origin = format!("http://localhost:{}", server.address().port());
    let mut key = Authenticator::at(&origin);
    add_passkey(&mut ann, &mut key).await;
    let mut times = Vec::new();
    for number in 0..WARM_UP + WITH_PASSKEY {
        let mut browser = Browser::visiting(&server).await;
        let (asked, asking) = timed(&mut browser, ASK, json!({"purpose": "sign_in"})).await;
        let credential = json!({"credential": key.show(&asked)});
        let (answered, answering) = timed(&mut browser, ANSWER, credential).await;
        assert_eq!(answered["next"], "signed_in");
        if number >= WARM_UP {
            times.extend([asking, answering]);
        }
    }
    let step_ms = p99(&mut times).as_secs_f64() * 1e3;
    let what = "a step of a sign-in without hash and provider, p99";
    row(what, &format!("{step_ms:.2} ms"), "<= 10 ms", step_ms / STEP_MS);
    server.stop();
}

async fn add_passkey(browser: &mut Browser, key: &mut Authenticator) {
    let password = format!("Basic {}", STANDARD.encode(format!("ann:{PASSWORD}")));
    let request = Request::new("POST", PASSKEYS).header("origin", &browser.origin.clone());
    let request = request.header("x-jfrog-reauthentication", &password).json(&json!({}));
    let asked = accepted(&browser.send(request).await);
    let credential = key.create(&asked);
    let named = json!({"credential": credential, "name": "Laptop"});
    accepted(&browser.post(ANSWER, named).await);
}

/// The answer to a request over a connection of its own, and how long it took.
async fn timed(browser: &mut Browser, path: &str, body: Value) -> (Value, Duration) {
    let start = Instant::now();
    let answer = browser.post(path, body).await;
    let took = start.elapsed();
    (accepted(&answer), took)
}

/// How long verifying an answer of SAML takes, from its base64 to whom it names.
fn print_verifying() {
    let answer = STANDARD.encode(SAML_ANSWER);
    let provider = (ISSUER, CERTIFICATE.trim());
    let mut times = Vec::new();
    for _ in 0..VERIFIED {
        let start = Instant::now();
        let verified = verified_name_id(&answer, provider, (AUDIENCE, RECIPIENT), SAML_REQUEST, AT);
        times.push(start.elapsed());
        assert_eq!(verified.as_deref(), Some("ann-8f3a"));
    }
    let verified_ms = p99(&mut times).as_secs_f64() * 1e3;
    let what = "an answer of SAML of 64 KiB verified, p99";
    row(what, &format!("{verified_ms:.2} ms"), "<= 10 ms", verified_ms / VERIFIED_MS);
}
