//! What the limits cost a user who stays within them: the time of asking them beside the time of a command.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use waybill_machines::secret::PersonId;
use waybill_platform::limits::{Account, Allowance, Budgets, Limits, Written};
use waybill_tests::{Browser, Place, Tab};

use crate::row;

/// Without a limit on how much one user may record, which these commands would reach.
const SETTINGS: &str = "[limits.person]\n\
    recorded_bytes = { at_once = 1073741824, a_minute = 1073741824 }\n\
    [installation.access]\nmfa_required = \"nobody\"\n";
const TABS: usize = 4;
const COMMANDS: usize = 500;
const CHECKS: u32 = 1_000_000;
/// Of the time of a command.
const SHARE: f64 = 0.05;

/// Prints one row: what a request and its record are counted with, as a share of the server's time for a command.
pub async fn beside_commands() {
    let server = Place::new().with_settings(SETTINGS).start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, "ann", "correct horse battery").await;
    browser.sign_in("ann", "correct horse battery").await;
    let mut tabs = Vec::new();
    for _ in 0..TABS {
        tabs.push(Tab::open(&mut browser).await);
    }
    commands(&mut tabs, COMMANDS / 10).await;
    let before = server.processor_seconds();
    commands(&mut tabs, COMMANDS).await;
    let command = (server.processor_seconds() - before) / (COMMANDS * TABS) as f64;
    let check = check().as_secs_f64();
    let share = check / command;
    let measured =
        format!("{:.2} % ({:.2} of {:.0} us)", share * 100.0, check * 1e6, command * 1e6);
    row("limits, of the processor time of a command", &measured, "<= 5 %", share / SHARE);
}

/// Sends so many commands in each tab.
async fn commands(tabs: &mut [Tab], number: usize) {
    for _ in 0..number {
        for tab in &mut *tabs {
            assert_eq!(tab.go("/session-activity").await["type"], "ack");
        }
        // A tab may send fifty commands per second.
        sleep(Duration::from_millis(22)).await;
    }
}

/// The time for the checks of one command, as the server makes them.
fn check() -> Duration {
    let no_limit = Allowance::new(u32::MAX, u32::MAX);
    let mut limits = Limits::default();
    (limits.person.requests, limits.person.recorded_bytes) = (no_limit, no_limit);
    let budgets = Budgets::new(limits);
    let account = Account::Person(PersonId("p-0123456789abcdef".to_owned()));
    let start = Instant::now();
    for _ in 0..CHECKS {
        let request = budgets.request(black_box(&account));
        let written = Written {
            stream: "session/0123456789abcdef",
            account: account.clone(),
            signs_in: false,
            bytes: 1_500,
        };
        let record = budgets.record(black_box(&written));
        assert!(request.is_ok() && record.is_ok());
    }
    start.elapsed() / CHECKS
}
