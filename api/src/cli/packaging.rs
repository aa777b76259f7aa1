//! What a package of the program installs beside it: completions for shells, and manual pages.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{BadInput, Cli, Outcome, out};

/// Print what a shell completes commands with.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  waybill completions bash > /etc/bash_completion.d/waybill
  waybill completions zsh > ~/.zfunc/_waybill")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Write the manual pages, one for each command.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  waybill man /usr/local/share/man/man1")]
pub struct Man {
    /// The directory to write them to.
    #[arg(value_name = "DIR")]
    into: PathBuf,
}

/// Prints completions.
pub fn completions(arguments: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "waybill", &mut script);
    out::write(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Success)
}

/// Writes manual pages.
pub fn man(arguments: &Man) -> anyhow::Result<Outcome> {
    write_pages(&arguments.into)
        .with_context(|| format!("the pages cannot be written to {}", arguments.into.display()))
        .map_err(BadInput::because)?;
    Ok(Outcome::Success)
}

fn write_pages(into: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(into)?;
    clap_mangen::generate_to(Cli::command(), into)
}
