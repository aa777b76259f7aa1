//! `waybill licence`: creates keys, and installs them, whether the server runs or not.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_platform::licences::{
    KEY_BYTES_MAX, Key, KeyError, LicenceError, LicenceStatus, name_of, parse_licence,
};

use super::acting::context;
use super::host::{self, Act, Host, Out};
use super::{BadInput, DataDir, Outcome, out};
use crate::files;

/// What to do with a licence.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a key and print it. It proves nothing: it unlocks levels of the platform in this program.
    Make {
        /// What it licenses, such as `ENTERPRISE_PLUS`.
        #[arg(long = "type", value_name = "TYPE")]
        licence: String,
        /// Whom it is made out to.
        #[arg(long = "to", value_name = "HOLDER")]
        holder: Option<String>,
        /// When it ends, such as 2027-01-01 or 2027-01-01T00:00:00Z; never unless given.
        #[arg(long, value_name = "MOMENT")]
        until: Option<String>,
    },
    /// Show which licence counts.
    Show {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Install a key, in the place of one that is there.
    Install {
        /// The key's file; - for standard input.
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Remove the key that is installed.
    Remove {
        #[command(flatten)]
        place: Place,
    },
}

/// Where the licence is, and what counts without one.
#[derive(Debug, Args)]
pub struct Place {
    #[command(flatten)]
    data: DataDir,
    /// The server's configuration file, which names the licence that counts while none is installed.
    #[arg(long, env = "WAYBILL_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What is done to the licence of an installation. The client has read the key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Shows it.
    Show {
        /// Machine-readable output.
        json: bool,
    },
    /// Installs a key.
    Install {
        /// The text of the key.
        key: Vec<u8>,
    },
    /// Removes the installed key.
    Remove {},
}

impl Command {
    /// The data directory, if it is about one.
    pub(super) const fn data(&self) -> Option<&DataDir> {
        match self {
            Self::Make { .. } => None,
            Self::Show { place, .. } | Self::Install { place, .. } | Self::Remove { place } => {
                Some(&place.data)
            }
        }
    }
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    let (change, place) = match command {
        Command::Make { licence, holder, until } => {
            let until = until.as_deref().map(timestamp).transpose().map_err(bad)?;
            let licence = parse_licence(&licence).map_err(bad)?;
            out::write(&Key::new(licence, holder.as_deref(), until).map_err(bad)?.to_text())?;
            return Ok(Outcome::Success);
        }
        Command::Show { json, place } => (Change::Show { json }, place),
        Command::Install { file, place } => (Change::Install { key: read(&file)? }, place),
        Command::Remove { place } => (Change::Remove {}, place),
    };
    host::run(&place.data, place.config.as_deref(), Act::Licence(change)).await
}

impl Change {
    pub(super) async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        let (licences, context) = (host.licences()?, context());
        match self {
            Self::Show { json } => {
                let status = licences.status(context.at).await?;
                if json {
                    writeln!(out, "{}", serde_json::to_string_pretty(&status)?)?;
                } else {
                    print(&status, out)?;
                }
            }
            Self::Install { key } => {
                print(&licences.install(key, context).await.map_err(input_error)?, out)?;
            }
            Self::Remove {} => print(&licences.remove(context).await.map_err(input_error)?, out)?,
        }
        Ok(Outcome::Success)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_err` as it is")]
fn bad(error: KeyError) -> anyhow::Error {
    BadInput(error.to_string()).into()
}

/// Maps errors: rejected input is bad input; everything else is a failure.
fn input_error(error: LicenceError) -> anyhow::Error {
    match error {
        LicenceError::Key(_) | LicenceError::Expired { .. } | LicenceError::NoneInstalled => {
            BadInput(error.to_string()).into()
        }
        other => other.into(),
    }
}

/// Parses a time, or a date as its beginning.
fn timestamp(text: &str) -> Result<Timestamp, KeyError> {
    let of_day = || format!("{text}T00:00:00Z").parse();
    text.parse().or_else(|_| of_day()).map_err(|_| KeyError::BadTimestamp)
}

/// Reads at most one byte more than a key can have, so that a longer one is detected.
fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let limit = u64::try_from(KEY_BYTES_MAX + 1)?;
    let mut text = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut text).context("standard input")?;
    } else {
        // A key that is too long is rejected when it is installed.
        let read = files::open(file).and_then(|file| file.take(limit).read_to_end(&mut text));
        read.map_err(|error| {
            BadInput(format!("the key's file {} cannot be read: {error}", file.display()))
        })?;
    }
    Ok(text)
}

fn print(status: &LicenceStatus, out: Out<'_>) -> std::io::Result<()> {
    writeln!(out, "licence    {} (level {})", name_of(status.licence), status.level)?;
    match &status.installed {
        None => writeln!(out, "from       the configuration; no key is installed")?,
        Some(key) => {
            let ended = if key.ended { ", which has passed: it counts no more" } else { "" };
            let until =
                key.valid_until.map_or("for ever".to_owned(), |until| format!("until {until}"));
            writeln!(out, "key        {}", name_of(key.licence))?;
            writeln!(out, "holder     {}", key.holder.as_deref().unwrap_or("unknown"))?;
            writeln!(out, "valid      {until}{ended}")?;
            writeln!(out, "installed  {}", key.installed_at)?;
            writeln!(out, "without it {}", name_of(status.configured))?;
        }
    }
    Ok(())
}
