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
    // `cargo bench .. -- memory replay` runs only these.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let runs = |name: &str| chosen.is_empty() || chosen.iter().any(|word| word == name);
    if runs("replay") {
        replay::decided_again();
    }
    if runs("logs") {
        logs::end_of_a_huge_file();
    }
    waybill_tests::run(async {
        if runs("start") {
            start::after_a_clean_stop().await;
        }
        if runs("checksums") {
            checksums::looked_up().await;
        }
        if runs("logs") {
            logs::line_to_follower().await;
        }
        if runs("socket") {
            socket::command_to_push().await;
        }
        if runs("revocation") {
            revocation::revoked().await;
        }
        if runs("bundles") {
            bundles::beside_zip().await;
        }
        if runs("memory") {
            memory::sockets_and_sessions().await;
        }
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
