//! `waybill scenario`.

use clap::Subcommand;

use super::Ending;

/// What to do with scenarios.
#[derive(Debug, Subcommand)]
pub enum Command {}

/// Runs it.
pub fn run(command: Command) -> anyhow::Result<Ending> {
    match command {}
}
