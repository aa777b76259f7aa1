//! Benchmarks of the server, each compared with its goal. Ratios are measured within one run, because machines are
//! noisy.

#![allow(clippy::cast_precision_loss, reason = "what is measured here is far below 2^52")]
#![allow(missing_docs, reason = "a program of its own")]

mod bundles;
mod checksums;
mod logs;
mod memory;
mod replay;
mod revocation;
mod socket;
mod start;

use std::time::Duration;

fn main() {
    println!("{:<58} {:>22}  {:<28} within", "what", "measured", "goal");
    // `cargo bench .. -- start` runs only the one that fills a journal of its own, and `-- replay` only that of replay.
    let is_chosen = |name: &str| std::env::args().any(|argument| argument == name);
    if is_chosen("start") {
        return waybill_tests::run(start::after_a_clean_stop());
    }
    replay::decided_again();
    if is_chosen("replay") {
        return;
    }
    logs::end_of_a_huge_file();
    waybill_tests::run(async {
        start::after_a_clean_stop().await;
        checksums::looked_up().await;
        logs::line_to_follower().await;
        socket::command_to_push().await;
        revocation::revoked().await;
        bundles::beside_zip().await;
        memory::sockets_and_sessions().await;
    });
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

/// The 99th percentile.
fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 99 / 100).copied().unwrap_or_default()
}
