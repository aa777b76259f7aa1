//! Kills and power cuts of the whole server at any moment, of its first start too: what it has answered holds
//! afterwards, and its directory is whole.
//!
//! `npm run test:crash` does this for longer: `WAYBILL_KILLS` and `WAYBILL_POWER_CUTS` are the numbers of rounds.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use waybill_journal_crash::random::Random;
use waybill_journal_crash::rounds;
use waybill_journal_crash::strict::{image_after, names_below, tracer};
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use crate::logo::png;
use crate::release_bundles::{self, abc, manifest};
use crate::{ANN, PASSWORD, can_trace};

/// How many rounds one directory goes through.
const ROUNDS_OF_A_DIRECTORY: u64 = 5;
/// How often the set-up link is looked for, 100 ms apart.
const LINK_POLLS: usize = 20;

#[test]
fn what_was_answered_outlives_a_kill() {
    mishaps(rounds("WAYBILL_KILLS", 2), Mishap::Kill);
}

#[test]
fn what_was_answered_outlives_a_power_cut() {
    if !can_trace() {
        return;
    }
    mishaps(rounds("WAYBILL_POWER_CUTS", 1), Mishap::PowerCut);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mishap {
    Kill,
    /// The disk keeps only what was synced.
    PowerCut,
}

impl Mishap {
    /// The same place for a server that this happens to, and what is in the data directory before.
    pub(crate) fn prepared(self, place: &Place) -> (Place, BTreeSet<PathBuf>) {
        let traced = match self {
            Self::Kill => place.clone(),
            Self::PowerCut => {
                let _ = fs::remove_file(place.path("calls"));
                let words = tracer(&place.path("calls"));
                place.clone().started_by(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
        };
        (traced, names_below(&place.data()).expect("listed"))
    }

    /// Leaves in the data directory what it leaves of it after the server was killed.
    pub(crate) fn happen(self, place: &Place, before: &BTreeSet<PathBuf>) {
        if self == Self::Kill {
            return;
        }
        let after = place.path("after");
        fs::create_dir_all(place.data()).expect("a directory");
        image_after(before, &place.path("calls"), &place.data(), &after).expect("an image");
        fs::remove_dir_all(place.data()).expect("removed");
        fs::rename(after, place.data()).expect("moved");
    }
}

/// What the server has answered.
#[derive(Default)]
struct Answered {
    has_administrator: bool,
    projects: Vec<String>,
    bundles: Vec<String>,
    has_logo: bool,
    signed_in: Vec<Browser>,
    signed_out: Vec<Browser>,
}

fn mishaps(rounds: u64, mishap: Mishap) {
    let seed = u64::from(std::process::id());
    println!("seed {seed}");
    let mut random = Random::new(seed);
    let mut directory = None;
    for round in 0..rounds {
        if round % ROUNDS_OF_A_DIRECTORY == 0 {
            directory = Some((Place::new(), Answered::default()));
        }
        let Some((place, answered)) = &mut directory else { continue };
        let (traced, before) = mishap.prepared(place);
        // Every third one, from the second, while it starts, which for a new directory is the first start.
        if round % 3 == 1 {
            traced.start_and_kill(Duration::from_millis(random.below(1_000)));
        } else {
            let within = Duration::from_millis(200 + random.below(2_500));
            *answered = work(&traced, std::mem::take(answered), within);
        }
        mishap.happen(place, &before);
        check(place, answered, round);
        println!(
            "round {round}: {} projects, {} release bundles, {} signed in, {} signed out",
            answered.projects.len(),
            answered.bundles.len(),
            answered.signed_in.len(),
            answered.signed_out.len()
        );
    }
}

/// Uses a server in several ways at once until it is killed, and returns what it has answered so far.
fn work(place: &Place, answered: Answered, within: Duration) -> Answered {
    let server = place.start();
    let shared = Arc::new(Mutex::new(answered));
    run(async {
        let workers = tokio::task::JoinSet::from_iter([
            tokio::spawn(set_up_and_change(
                Browser::new(&server),
                place.clone(),
                Arc::clone(&shared),
            )),
            tokio::spawn(come_and_go(Browser::new(&server), Arc::clone(&shared))),
            tokio::spawn(come_and_go(Browser::new(&server), Arc::clone(&shared))),
        ]);
        tokio::time::sleep(within).await;
        tokio::task::spawn_blocking(move || server.kill()).await.expect("it was killed");
        workers.join_all().await;
    });
    std::mem::take(&mut shared.lock().expect("no worker panicked"))
}

/// Makes the administrator, if there is none, and then changes things.
async fn set_up_and_change(
    mut browser: Browser,
    place: Place,
    shared: Arc<Mutex<Answered>>,
) -> Option<()> {
    let known = |change: fn(&mut Answered, String), name: &str| {
        change(&mut shared.lock().expect("no worker panicked"), name.to_owned());
    };
    let has_administrator = shared.lock().expect("no worker panicked").has_administrator;
    if !has_administrator {
        set_up(&mut browser, &place, &shared).await?;
    }
    sign_in(&mut browser).await?;
    for number in 0.. {
        let name = format!("p{}n{number}", place.log().len());
        let project = json!({"project_key": name, "display_name": name});
        if post(&mut browser, "projects", &project).await?.status == 200 {
            known(|answered, name| answered.projects.push(name), &name);
        }
        let bundle = manifest(&name, "1", &[abc("a.txt")]);
        if post(&mut browser, release_bundles::PATH, &bundle).await?.status == 200 {
            known(|answered, name| answered.bundles.push(name), &name);
        }
        let logo = Request::new("POST", "system/logo").header("content-type", "image/png");
        let logo = logo.header("origin", &browser.origin).body(png(32, 8, name.as_bytes()));
        if browser.try_send(logo).await?.status == 200 {
            known(|answered, _| answered.has_logo = true, &name);
        }
    }
    Some(())
}

/// Uses the set-up link, unless an administrator was made without an answer.
async fn set_up(browser: &mut Browser, place: &Place, shared: &Mutex<Answered>) -> Option<()> {
    for _ in 0..LINK_POLLS {
        browser.try_send(Request::new("GET", "session")).await?;
        let printed = place.printed();
        if let Some((_, link)) = printed.split_once("setup?token=")
            && let Some((token, _)) = link.split_once('\n')
        {
            let claim = json!({"token": token.trim(), "user": ANN, "password": PASSWORD});
            let made = post(browser, "setup", &claim).await?;
            assert_eq!(made.status, 200, "{}", String::from_utf8_lossy(&made.body));
            shared.lock().expect("no worker panicked").has_administrator = true;
            return Some(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    sign_in(browser).await?;
    shared.lock().expect("no worker panicked").has_administrator = true;
    Some(())
}

/// Signs in and out again and again; every other session stays.
async fn come_and_go(mut browser: Browser, shared: Arc<Mutex<Answered>>) -> Option<()> {
    for number in 0.. {
        browser.cookies.clear();
        if sign_in(&mut browser).await.is_none() {
            // There is no administrator yet, or the server was killed.
            browser.try_send(Request::new("GET", "session")).await?;
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        let session = browser.clone();
        if number % 2 == 0 {
            shared.lock().expect("no worker panicked").signed_in.push(session);
        } else if post(&mut browser, "ui/auth/logout", &json!({})).await?.status == 200 {
            shared.lock().expect("no worker panicked").signed_out.push(session);
        }
    }
    Some(())
}

async fn sign_in(browser: &mut Browser) -> Option<()> {
    browser.try_send(Request::new("GET", "session")).await?;
    let form = json!({"user": ANN, "password": PASSWORD, "type": "login"});
    let path = "ui/auth/login?_spring_security_remember_me=false";
    let answer = post(browser, path, &form).await?;
    (answer.status == 200).then_some(())
}

async fn post(browser: &mut Browser, path: &str, body: &Value) -> Option<Answer> {
    let request = Request::new("POST", path).json(body).header("origin", &browser.origin);
    browser.try_send(request).await
}

/// Whether all that was answered holds, and the directory is whole.
fn check(place: &Place, answered: &mut Answered, round: u64) {
    let server = place.start();
    run(async {
        let mut ann = Browser::visiting(&server).await;
        if answered.has_administrator {
            ann.sign_in(ANN, PASSWORD).await;
            check_changes(&mut ann, answered, round).await;
            check_sessions(&server, answered, round).await;
        } else if ann.log_in(ANN, PASSWORD).await.status != 200 {
            // It can still be set up.
            Browser::visiting(&server).await.set_up(&server, ANN, PASSWORD).await;
        }
        answered.has_administrator = true;
    });
    assert!(server.stop().success(), "round {round}: {}", place.log());
    for command in [&["fsck", "--data", "{data}"][..], &["audit", "replay", "--data", "{data}"]] {
        let output = place.run(command);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "round {round}: {command:?}: {printed}");
    }
}

async fn check_changes(ann: &mut Browser, answered: &Answered, round: u64) {
    let projects = listed(ann, "projects", Value::clone).await;
    for name in &answered.projects {
        assert!(projects.contains(&format!("\"{name}\"")), "round {round}: project {name} is lost");
    }
    let bundles = listed(ann, release_bundles::PATH, |body| body["release_bundles"].clone()).await;
    for name in &answered.bundles {
        assert!(bundles.contains(&format!("\"{name}\"")), "round {round}: bundle {name} is lost");
    }
    let logo = ann.get("system/logo").await.json();
    if answered.has_logo {
        let address = logo["logo"]["address"].as_str().expect("an address").to_owned();
        assert_eq!(ann.get(&address).await.status, 200, "round {round}: the logo is lost");
    }
}

/// All pages of a list as text.
async fn listed(ann: &mut Browser, path: &str, rows: fn(&Value) -> Value) -> String {
    let (mut text, mut offset) = (String::new(), 0);
    loop {
        let page = rows(&ann.get(&format!("{path}?offset={offset}")).await.json());
        let page = page.as_array().expect("a list");
        if page.is_empty() {
            return text;
        }
        offset += page.len();
        text.extend(page.iter().map(Value::to_string));
    }
}

async fn check_sessions(server: &Server, answered: &mut Answered, round: u64) {
    let both = [(&mut answered.signed_in, true), (&mut answered.signed_out, false)];
    for (browsers, is_signed_in) in both {
        for browser in browsers {
            browser.address = server.address();
            browser.origin = format!("http://{}", server.address());
            let mut browser = browser.clone();
            let user = browser.get("ui/auth/current").await.json()["name"].clone();
            assert_eq!(user == ANN, is_signed_in, "round {round}: {user}");
        }
    }
}
