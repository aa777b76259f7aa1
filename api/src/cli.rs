//! The command line. Exit code 0: success. 1: a check failed, or the work failed. 2: invalid usage or input, including
//! a named resource that cannot be used, such as a data directory or an address in use.

pub mod acting;
mod advisories;
mod audit;
mod backup;
pub(crate) mod chart;
mod config;
mod fsck;
mod gc;
mod host;
mod import;
mod licence;
#[cfg(feature = "schema")]
mod names;
mod out;
mod output;
mod packaging;
mod release_bundle;
mod scenario;
mod table;
mod token;
mod user;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand};
use waybill_journal::durable::OpenError;
use waybill_platform::vault::VaultError;

use acting::acting;
pub use host::{Act, Failed, Host, offline_engine};
#[cfg(feature = "schema")]
pub use names::names;
use out::say;

use crate::allocator;
use crate::backup::BackupError;
use crate::config::ConfigFile;
use crate::local::Client;
use crate::logging;
use crate::owner::{carry_on_as_owner, reachable};
use crate::reload::Reload;
use crate::serve::{self, DATA, LISTEN, Settings};
use crate::tls::Certificate;
use crate::version;

/// Maximum time for tasks to end after the server has stopped.
const SHUT_DOWN_WITHIN: Duration = Duration::from_secs(5);

/// The browser console of an artifact platform in which every session is an event log.
#[derive(Debug, Parser)]
#[command(
    name = "waybill",
    version = version::WITH_COMMIT,
    arg_required_else_help = true,
    after_help = "\
Exit 0: fine. 1: a check did not hold, or the work failed. 2: bad usage or input, or what is named cannot be used."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the console.
    #[command(after_help = "\
Examples:
  waybill serve
  waybill config example > waybill.toml                  # every key, with its meaning and default
  waybill serve --config waybill.toml --listen 127.0.0.1:9000
Environment:
  WAYBILL_LOG          what is logged: error, warn, info (the default), debug or trace, also for parts, as in
                       warn,waybill_engine=debug
  WAYBILL_LOG_FORMAT   json for a JSON object on each line of standard error
Signals:
  SIGTERM, SIGINT      stop once open requests have been answered
  SIGHUP               read the certificate and its key again")]
    Serve(Serve),
    /// Show what can be configured, or check a configuration file.
    #[command(subcommand)]
    Config(config::Command),
    /// Run scenarios, or record one from a session.
    #[command(subcommand)]
    Scenario(scenario::Command),
    /// Show, export and check the charts of the machines.
    #[command(subcommand)]
    Chart(chart::Command),
    /// List, show, replay, verify and export session logs.
    #[command(subcommand)]
    Audit(audit::Command),
    /// Check a data directory, also while the server runs.
    Fsck(fsck::Fsck),
    /// Copy a data directory, also while the server runs.
    Backup(backup::Backup),
    /// Restore a backup into an empty directory.
    Restore(backup::Restore),
    /// Remove the contents of files that no record names, as the server does from time to time.
    Gc(gc::Gc),
    /// Copy what another registry has, or its storage folder, into a repository.
    Import(import::Import),
    /// Import security advisories, and show what is known of them.
    #[command(subcommand)]
    Advisories(advisories::Command),
    /// Make licence keys; show, install and remove them.
    #[command(subcommand)]
    Licence(licence::Command),
    /// Take release bundles in and look them up while the server is stopped.
    #[command(subcommand)]
    ReleaseBundle(release_bundle::Command),
    /// Manage users.
    #[command(subcommand)]
    User(user::Command),
    /// Make, list and revoke access tokens.
    #[command(subcommand)]
    Token(token::Command),
    /// Print what a shell completes commands with.
    Completions(packaging::Completions),
    /// Write the manual pages, one for each command.
    Man(packaging::Man),
    /// Print the stacks of a process that waits for it: how a server asks for its own.
    #[command(hide = true)]
    Stacks {
        /// The process.
        pid: u32,
    },
}

/// Where the data lies.
#[derive(Debug, Clone, Default, Args)]
pub struct DataDir {
    /// The data directory.
    #[arg(
        long, env = "WAYBILL_DATA", default_value = DATA, value_name = "DIR",
        value_parser = PathBufValueParser::new().map(reachable)
    )]
    pub data: PathBuf,
}

#[derive(Debug, Args)]
struct Serve {
    /// The data directory [default: waybill-data].
    #[arg(long, env = "WAYBILL_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:8046].
    #[arg(long, env = "WAYBILL_LISTEN", value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// Where Prometheus may ask for /metrics [default: nowhere].
    #[arg(long, env = "WAYBILL_METRICS_LISTEN", value_name = "ADDR")]
    metrics_listen: Option<SocketAddr>,
    /// A configuration file in TOML.
    #[arg(long, env = "WAYBILL_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// For testers: services can be stopped, started and crashed over HTTP. Needs a data directory of its own.
    #[arg(long)]
    qa: bool,
}

/// The outcome of a command that did not fail with an error.
pub enum Outcome {
    /// Success.
    Success,
    /// A check failed, and its findings have been printed.
    CheckFailed,
}

/// A command was used incorrectly, or its input is invalid.
#[derive(Debug)]
pub struct BadInput(pub String);

impl BadInput {
    /// Converts an error about the input, so that the exit code is 2.
    #[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_err` as it is")]
    pub fn because(error: anyhow::Error) -> anyhow::Error {
        Self(format!("{error:#}")).into()
    }
}

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// Runs the command line.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    match execute(cli.command) {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::CheckFailed) => ExitCode::from(1),
        // The exit code of a program that was killed by SIGPIPE: 128 and the signal number.
        Err(error) if out::is_broken_pipe(&error) => ExitCode::from(141),
        Err(error) => {
            // If standard error cannot be written, the exit code still reports the failure.
            let _ = writeln!(std::io::stderr().lock(), "waybill: {error:#}");
            ExitCode::from(if is_bad_input(&error) { 2 } else { 1 })
        }
    }
}

/// Whether the error is about the command's input. Damaged journals and vaults are findings of checks, so they are not.
fn is_bad_input(error: &anyhow::Error) -> bool {
    let journal = error.downcast_ref().is_some_and(|error| match error {
        OpenError::InUse { .. }
        | OpenError::Newer { .. }
        | OpenError::NoSpace { .. }
        | OpenError::Locked { .. }
        | OpenError::Io { .. } => true,
        OpenError::Lost { .. } | OpenError::Damaged { .. } => false,
    });
    let vault = error.downcast_ref().is_some_and(|error| match error {
        VaultError::NoKey
        | VaultError::WeakKey { .. }
        | VaultError::WrongKey
        | VaultError::Incomplete { .. }
        | VaultError::Io { .. } => true,
        VaultError::Damaged { .. }
        | VaultError::Missing { .. }
        | VaultError::BadName
        | VaultError::TooLarge => false,
    });
    let backup = error.downcast_ref().is_some_and(BackupError::is_about_input);
    journal || vault || backup || error.is::<BadInput>()
}

impl Command {
    /// Leaves a command that works in a directory of another user to that user, if this is root. A running server is
    /// asked by root itself, whom the records then name.
    fn carry_on_as_owner(&self) -> Result<(), BadInput> {
        let data = match self {
            Self::Audit(command) => command.data(),
            Self::Gc(command) => Some(command.data()),
            Self::Licence(command) => command.data(),
            Self::Advisories(command) => Some(command.data()),
            Self::ReleaseBundle(command) => Some(command.data()),
            Self::Scenario(command) => command.data(),
            Self::Token(command) => Some(command.data()),
            Self::User(command) => Some(command.data()),
            Self::Backup(command) => {
                return command.directory().map_or(Ok(()), carry_on_as_owner);
            }
            Self::Fsck(command) => return carry_on_as_owner(command.directory()),
            Self::Restore(command) => return carry_on_as_owner(command.directory()),
            Self::Serve(_)
            | Self::Config(_)
            | Self::Import(_)
            | Self::Chart(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Stacks { .. } => None,
        };
        match data {
            Some(DataDir { data }) if Client::connect(data)?.is_none() => carry_on_as_owner(data),
            _ => Ok(()),
        }
    }
}

fn execute(command: Command) -> anyhow::Result<Outcome> {
    command.carry_on_as_owner()?;
    match command {
        Command::Serve(arguments) => {
            allocator::fix_mmap_threshold();
            let log_slot = logging::start().map_err(|error| BadInput(error.to_string()))?;
            tracing::info!(version = version::VERSION, commit = version::COMMIT, "waybill starts");
            let settings = settings(arguments)?;
            let runtime = runtime()?;
            let outcome = runtime.block_on(serve::serve(settings, &log_slot));
            // Remaining tasks release the journals, which closes them cleanly. A disk that hangs must not keep the
            // process from exiting.
            runtime.shutdown_timeout(SHUT_DOWN_WITHIN);
            outcome?;
            Ok(Outcome::Success)
        }
        Command::Config(command) => config::run(&command),
        Command::Scenario(command) => scenario::run(command),
        Command::Chart(command) => runtime()?.block_on(chart::run(command)),
        Command::Audit(command) => audit::run(command),
        Command::Fsck(command) => fsck::run(&command),
        Command::Backup(command) => backup::run(command),
        Command::Restore(command) => backup::restore(command),
        Command::Gc(command) => runtime()?.block_on(gc::run(command)),
        Command::Import(command) => runtime()?.block_on(import::run(command)),
        Command::Advisories(command) => runtime()?.block_on(advisories::run(command)),
        Command::Licence(command) => runtime()?.block_on(licence::run(command)),
        Command::ReleaseBundle(command) => {
            allocator::bound_arenas();
            runtime()?.block_on(acting(release_bundle::run(command)))
        }
        Command::User(command) => {
            let data = command.data().clone();
            runtime()?.block_on(host::run(&data, None, Act::User(command)))
        }
        Command::Token(command) => {
            let data = command.data().clone();
            runtime()?.block_on(host::run(&data, None, Act::Token(command)))
        }
        Command::Completions(arguments) => packaging::completions(&arguments),
        Command::Man(arguments) => packaging::man(&arguments),
        Command::Stacks { pid } => stacks(pid),
    }
}

fn stacks(pid: u32) -> anyhow::Result<Outcome> {
    // The parent first permits this process to trace it, and then writes a line.
    std::io::stdin().read_line(&mut String::new())?;
    match waybill_platform::support::stacks_of_process(pid) {
        Ok(stacks) => {
            say!("{}", serde_json::to_string(&stacks)?)?;
            Ok(Outcome::Success)
        }
        Err(why) => {
            say!("{why}")?;
            Ok(Outcome::CheckFailed)
        }
    }
}

fn settings(arguments: Serve) -> anyhow::Result<Settings> {
    let bad = BadInput::because;
    let mut file = ConfigFile::read(arguments.config.as_deref()).map_err(bad)?;
    file.check().context("the configuration is not valid").map_err(bad)?;
    let certificate = file.tls.as_ref().map(Certificate::read).transpose().map_err(bad)?;
    let reload = Reload {
        path: arguments.config,
        running: file.clone(),
        certificate: certificate.map(Arc::new),
    };
    file.metrics_listen = arguments.metrics_listen.or(file.metrics_listen);
    let listen = match arguments.listen.or(file.listen) {
        Some(listen) => listen,
        None => LISTEN.parse()?,
    };
    let data = arguments.data.or_else(|| file.data.clone()).unwrap_or_else(|| DATA.into());
    Ok(Settings { data, listen, reload, file, qa: arguments.qa })
}

/// What asynchronous commands run on.
///
/// # Errors
///
/// An error of the system.
pub fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
