//! `waybill config`: prints an example, or checks a file before a server is started with it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use super::out::say;
use super::{BadInput, Outcome};
use crate::config::{ConfigFile, EXAMPLE};
use crate::tls::Certificate;

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print a file with every key, its meaning and its default.
    Example,
    /// Check a file, without starting anything.
    Check {
        /// The file.
        file: PathBuf,
    },
}

/// Runs the command.
pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Example => {
            std::io::stdout().lock().write_all(EXAMPLE.as_bytes())?;
            Ok(Outcome::Success)
        }
        Command::Check { file } => {
            check(file).map_err(BadInput::because)?;
            say!("{} is right.", file.display())?;
            Ok(Outcome::Success)
        }
    }
}

fn check(path: &std::path::Path) -> anyhow::Result<()> {
    let wrong = || format!("the configuration {} is not valid", path.display());
    let file = ConfigFile::read(Some(path))?;
    file.check().with_context(wrong)?;
    file.tls.as_ref().map(Certificate::read).transpose().with_context(wrong)?;
    Ok(())
}
