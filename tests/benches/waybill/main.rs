//! Benchmarks of the server, each compared with its goal. Ratios are measured within one run, because machines are
//! noisy.

#![allow(clippy::cast_precision_loss, reason = "what is measured here is far below 2^52")]
#![allow(missing_docs, reason = "a program of its own")]

mod advisories;
mod attacks;
mod backup;
mod bundles;
mod checks;
mod checksums;
mod deliveries;
mod logs;
mod memory;
mod people;
mod replay;
mod repositories;
mod revocation;
mod sign_ins;
mod socket;
mod start;

use std::time::{Duration, Instant};

use waybill_tests::{Tab, run};

/// The benchmarks by the names with which they are chosen.
const ALL: [(&str, fn()); 23] = [
    ("replay", replay::decided_again),
    ("logs", || {
        logs::end_of_a_huge_file();
        run(logs::line_to_follower());
    }),
    ("start", || run(start::after_a_clean_stop())),
    ("checksums", || run(checksums::looked_up())),
    ("socket", || run(socket::command_to_push())),
    ("revocation", || run(revocation::revoked())),
    ("bundles", || run(bundles::beside_zip())),
    ("memory", || run(memory::sockets_and_sessions())),
    ("checks", || run(checks::beside_commands())),
    ("backup", || run(backup::beside_copying())),
    ("people", || run(people::listed_and_searched())),
    ("attacks", || run(attacks::endured())),
    ("sign-ins", || run(sign_ins::at_once())),
    ("publishes", || run(repositories::small_packages())),
    ("reads", || run(repositories::packuments_and_manifests())),
    ("versions", || run(repositories::of_one_package())),
    ("shown", || run(repositories::on_an_open_page())),
    ("large", || run(repositories::pushed_and_pulled())),
    ("transfers", || run(repositories::at_once())),
    ("million", || run(repositories::opened())),
    ("catalogue", || run(repositories::of_packages())),
    ("advisories", advisories::matched),
    ("deliveries", || run(deliveries::beside_a_bare_loop())),
];

/// Run only when they are named. Each of the people is a write of the vault's keys, which takes longer the more there
/// are; many transfers, artifacts and packages take minutes and gigabytes.
const LONG: [&str; 4] = ["people", "transfers", "million", "catalogue"];

fn main() {
    // `cargo bench .. -- memory replay` runs only these.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_known = |word: &String| ALL.iter().any(|(name, _)| name == word);
    if let Some(unknown) = chosen.iter().find(|word| !is_known(word)) {
        let names = ALL.map(|(name, _)| name).join(", ");
        eprintln!("there is no benchmark '{unknown}'; there are {names}");
        std::process::exit(2);
    }
    println!("{:<58} {:>22}  {:<28} within", "what", "measured", "goal");
    for (name, measure) in ALL {
        let is_chosen = chosen.iter().any(|word| word == name);
        if is_chosen || (chosen.is_empty() && !LONG.contains(&name)) {
            measure();
        }
    }
}

/// Prints one row. `share` is the used share of the goal: 1 is the goal itself, 2 the maximum allowed.
fn row(what: &str, measured: &str, goal: &str, share: f64) {
    let verdict = match share {
        share if share <= 1.0 => "goal",
        share if share <= 2.0 => "2x of the goal",
        _ => "MISSED by more than 2x",
    };
    println!("{what:<58} {measured:>22}  {goal:<28} {verdict}");
}

/// The times of a user's commands, one after another, while something lasts.
async fn commands_while(tab: &mut Tab, lasts: impl Fn() -> bool) -> Vec<Duration> {
    let mut times = Vec::new();
    while lasts() {
        let start = Instant::now();
        assert_eq!(tab.go("/session-activity").await["type"], "ack");
        times.push(start.elapsed());
        // A tab may send fifty commands per second.
        tokio::time::sleep(Duration::from_millis(22)).await;
    }
    times
}

/// The 99th percentile.
fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 99 / 100).copied().unwrap_or_default()
}
