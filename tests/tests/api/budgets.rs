//! What visitors may use: never what signed-in users need. Each attack runs at full rate beside a user who works.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use waybill_tests::{Browser, Hello, Place, Request, Server, Tab, run};

use crate::{own, shared, signed_in};

/// A server with these limits, on which the administrator has signed in.
async fn limited(limits: &str) -> (Server, Browser) {
    let place = Place::new()
        .with_settings(&format!("{limits}\n[installation.access]\nmfa_required = \"nobody\"\n"));
    let server = own(&place).await;
    let browser = signed_in(&server).await;
    (server, browser)
}

fn is_ack(answer: &Value) -> bool {
    answer["type"] == "ack"
}

fn path(number: usize) -> String {
    format!("/login?{number}={}", "x".repeat(1_000))
}

/// Sends commands until one is refused, and returns how many were accepted.
async fn navigate_until_refused(tab: &mut Tab) -> usize {
    for number in 0..2_000 {
        let answer = tab.go(&path(number)).await;
        if !is_ack(&answer) {
            assert_eq!(answer["code"], "limit_reached", "{answer}");
            assert_eq!(answer["temporary"], true);
            return number;
        }
        // Below the limit of messages per second.
        tokio::time::sleep(Duration::from_millis(21)).await;
    }
    panic!("nothing was refused");
}

/// covers: [LOGIN-05]
#[test]
fn a_session_of_a_visitor_records_little_and_a_user_much() {
    run(async {
        let limits = "[limits.session]\nrecorded_bytes = { at_once = 20000, a_minute = 1000 }";
        let (server, mut user) = limited(limits).await;
        let mut visitor = Browser::visiting(&server).await;
        let mut tab = Tab::open(&mut visitor).await;
        let accepted = navigate_until_refused(&mut tab).await;
        assert!((3..30).contains(&accepted), "{accepted}");
        // A user in the same situation goes on.
        let mut tab = Tab::open(&mut user).await;
        for number in 0..40 {
            assert!(is_ack(&tab.go(&path(number)).await));
        }
    });
}

#[test]
fn visitors_use_up_their_share_of_the_journal_and_others_still_sign_in() {
    run(async {
        let limits = "[limits.visitors]\nrecorded_bytes = { at_once = 50000, a_minute = 1000 }";
        let (server, mut user) = limited(limits).await;
        let mut refused = 0;
        for _ in 0..8 {
            // Each from an address of its own.
            let mut visitor = Browser::visiting(&server).await;
            let mut tab = Tab::open(&mut visitor).await;
            for number in 0..10 {
                refused += usize::from(!is_ack(&tab.go(&path(number)).await));
            }
        }
        assert!(refused > 20, "{refused} of 80");
        signed_in(&server).await;
        let mut tab = Tab::open(&mut user).await;
        assert!(is_ack(&tab.go("/login").await));
    });
}

/// The status with which no further socket is opened.
async fn refused_socket(browser: &Browser) -> Option<u16> {
    match *Tab::try_connect(browser, Some(&browser.origin)).await.err()? {
        Error::Http(response) => Some(response.status().as_u16()),
        _ => None,
    }
}

#[test]
fn the_sockets_of_one_address_leave_places_to_users_and_to_other_addresses() {
    run(async {
        let limits = "[limits.server]\nsockets = 20\n[limits.session]\ntabs = 40";
        let (server, mut user) = limited(limits).await;
        let mut crowd = Vec::new();
        let mut greedy = Browser::visiting(&server).await;
        for _ in 0..15 {
            crowd.push(Tab::open(&mut greedy).await);
        }
        assert_eq!(refused_socket(&greedy).await, Some(503));
        // A user has a place, and so has a visitor from another address, for whom the crowd gives way.
        assert!(is_ack(&Tab::open(&mut user).await.go("/login").await));
        let mut newcomer = Browser::visiting(&server).await;
        let mut tab = Tab::open(&mut newcomer).await;
        assert!(is_ack(&tab.go("/login").await));
        assert_eq!(crowd[0].close_code().await, 4002);
    });
}

#[test]
fn a_visitor_has_fewer_tabs_than_a_user() {
    run(async {
        let mut visitor = Browser::visiting(shared()).await;
        let mut tabs = Vec::new();
        for _ in 0..16 {
            tabs.push(Tab::open(&mut visitor).await);
        }
        let hello = Hello::of(&mut visitor).await;
        let refused = Tab::open_with(&visitor, &hello).await;
        assert!(refused.welcome.is_null() && refused.closed.is_some());
    });
}

/// Whether the server has closed a connection.
async fn is_closed(connection: &mut TcpStream) -> bool {
    let read = timeout(Duration::from_secs(60), connection.read(&mut [0; 64])).await;
    matches!(read, Ok(Ok(0) | Err(_)))
}

#[test]
fn connections_of_one_address_give_way_to_others() {
    run(async {
        let limits = "[limits.server]\nconnections = 40\n[limits.person]\nconnections = 4";
        let (server, mut user) = limited(limits).await;
        let mut tab = Tab::open(&mut user).await;
        let greedy = Browser::new(&server);
        let mut crowd = Vec::new();
        for _ in 0..30 {
            crowd.push(greedy.connect().await);
        }
        // The connection of another address takes the place of the crowd's oldest one.
        let mut newcomer = Browser::visiting(&server).await;
        assert_eq!(newcomer.get("session").await.status, 200);
        assert!(is_closed(&mut crowd[0]).await);
        assert!(is_ack(&tab.go("/login").await));
    });
}

#[test]
fn requests_of_an_address_are_limited_and_those_of_users_are_not() {
    run(async {
        let limits = "[limits.address]\nrequests = { at_once = 40, a_minute = 1 }";
        let (server, mut user) = limited(limits).await;
        let mut greedy = Browser::visiting(&server).await;
        let mut answers = Vec::new();
        for _ in 0..60 {
            answers.push(greedy.get("system/version").await);
        }
        let refused = answers.iter().find(|answer| answer.status == 429).expect("a refusal");
        assert_eq!(refused.code(), "too_many_requests");
        assert!(refused.header("retry-after").is_some());
        assert!(refused.header("x-content-type-options").is_some());
        let mut beside = greedy.beside();
        assert_eq!(beside.get("system/version").await.status, 429);
        // Credentials that this route does not take are no way around it.
        for value in ["Basic eDp5", "x", &format!("Bearer waybill_{}", "0".repeat(64))] {
            let request = Request::new("GET", "/ui/api/v1/system/version");
            let answer = beside.send(request.header("authorization", value)).await;
            assert_eq!(answer.status, 429, "{value}");
        }
        assert_eq!(beside.get("session").await.status, 200);
        let since = Instant::now();
        for _ in 0..60 {
            assert_eq!(user.get("ui/auth/current").await.status, 200);
        }
        assert!(since.elapsed() < Duration::from_secs(20));
        assert_eq!(Browser::new(&server).get("session").await.status, 200);
    });
}

/// Elsewhere a flood of visitors takes the processors from the threads that serve users.
#[test]
fn the_threads_that_serve_visitors_have_a_lower_priority_than_the_others() {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", shared().process())).expect("threads");
    let mut nices = BTreeMap::new();
    for task in tasks.flatten() {
        let stat = std::fs::read_to_string(task.path().join("stat")).expect("its status");
        let (name, fields) = stat.split_once(") ").expect("a name in parentheses");
        let nice = fields.split(' ').nth(16).expect("a priority").parse().expect("a number");
        let name = name.split_once('(').expect("a name in parentheses").1.to_owned();
        nices.entry(name).or_insert_with(BTreeSet::<i32>::new).insert(nice);
    }
    let visitors = nices.remove("visitors").expect("there are such threads");
    let others: BTreeSet<i32> = nices.into_values().flatten().collect();
    assert!(visitors.first() > others.last(), "{visitors:?} and {others:?}");
}
