//! `waybill gc`: removes the contents of files that no record names, whether the server runs or not.
//!
//! The trash and unneeded blobs of images are left to the server's schedule: records name their files until then.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use waybill_blobs::{Amount, Sweeping};
use waybill_engine::{Clock as _, SystemClock};
use waybill_platform::repositories::{Collected, RepositoryError};

use super::host::{self, Act, Host, Out};
use super::out::count;
use super::{BadInput, DataDir, Outcome};
use crate::server_acts;

/// The longest grace period in hours: a year, as in the configuration.
const GRACE_HOURS_MAX: i64 = 366 * 24;

/// Arguments of `waybill gc`.
#[derive(Debug, Args)]
#[command(after_help = "\
A content stays until no record has named it for the grace period, as counted by the first collection that \
finds it so. Uploads that are under way, the trash, and versions of packages keep theirs.
Exit 0: done. 1: records may be missing, and nothing was removed, or something failed. 2: bad usage, or another \
collection is under way.")]
pub struct Gc {
    #[command(flatten)]
    collect: Collect,
    #[command(flatten)]
    data: DataDir,
    /// The server's configuration file, for the grace period while no server runs.
    #[arg(long, env = "WAYBILL_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What to remove.
#[derive(Debug, Clone, Copy, Args, Serialize, Deserialize)]
pub struct Collect {
    /// Say what would be removed, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Another grace period than the configured one. With 0, make no backup meanwhile.
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u64).range(..=GRACE_HOURS_MAX as u64))]
    grace_hours: Option<u64>,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
}

impl Gc {
    /// The data directory.
    pub(super) const fn data(&self) -> &DataDir {
        &self.data
    }
}

/// Runs the command.
pub async fn run(command: Gc) -> anyhow::Result<Outcome> {
    let Gc { collect, data, config } = command;
    host::run(&data, config.as_deref(), Act::Gc(collect)).await
}

impl Collect {
    pub(super) async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        let (contents, journal) = host.contents()?;
        let kept = self.grace_hours.map_or(contents.kept, Duration::from_hours);
        let sweeping = if self.dry_run { Sweeping::DryRun } else { Sweeping::Remove };
        let collected = contents.service.sweep(sweeping, kept, SystemClock.now()).await;
        let collected = collected.map_err(|error| match error {
            RepositoryError::SweepUnderWay => BadInput(error.to_string()).into(),
            other => anyhow::Error::from(other),
        })?;
        if !self.dry_run {
            server_acts::collected(journal, collected.swept.removed.blobs).await?;
        }
        if matches!(host, Host::Stopped { .. }) {
            // Since when contents are unused is kept for the next time.
            contents.service.save();
        }
        self.print(&collected, out)?;
        Ok(Outcome::Success)
    }

    fn print(
        self,
        Collected { swept, unused, abandoned }: &Collected,
        out: Out<'_>,
    ) -> anyhow::Result<()> {
        let amount = |Amount { blobs, bytes }: Amount| json!({"contents": blobs, "bytes": bytes});
        if self.json {
            let mut row = json!({
                "dry_run": self.dry_run, "removed": amount(swept.removed), "kept": amount(swept.kept),
                "in_grace": amount(swept.recent), "leased": amount(swept.leased),
                "abandoned_uploads": abandoned,
            });
            if self.dry_run {
                let named = unused.iter();
                let named =
                    named.map(|blob| json!({"sha256": blob.id.to_string(), "bytes": blob.bytes}));
                row["unused"] = named.collect();
            }
            writeln!(out, "{row}")?;
            return Ok(());
        }
        if self.dry_run {
            for blob in unused {
                writeln!(out, "{} {}", blob.id, count(blob.bytes, "byte"))?;
            }
            let more = swept.removed.blobs.saturating_sub(unused.len() as u64);
            if more > 0 {
                writeln!(out, "and {more} more")?;
            }
        }
        let words = |Amount { blobs, bytes }: Amount| {
            format!("{} ({})", count(blobs, "content"), count(bytes, "byte"))
        };
        let done = if self.dry_run { "would be removed" } else { "removed" };
        writeln!(out, "{} {done}.", words(swept.removed))?;
        writeln!(
            out,
            "{} kept: of these {} by the grace period, and {} by uploads that are under way.",
            words(swept.kept),
            words(swept.recent),
            words(swept.leased)
        )?;
        match abandoned {
            None => {
                writeln!(out, "Abandoned uploads were not discarded; the server's log says why.")?;
            }
            Some(0) => {}
            Some(uploads) => {
                writeln!(out, "{} discarded.", count(*uploads, "abandoned upload"))?;
            }
        }
        Ok(())
    }
}
