//! `waybill backup` and `waybill restore`.

use std::io::{IsTerminal as _, stderr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PathBufValueParser, TypedValueParser as _};
use clap::{Args, Subcommand};
use serde_json::json;
use waybill_machines::secret::PersonId;

use super::host::explained;
use super::out::{count, say};
use super::{BadInput, DataDir, Outcome, table};
use crate::backup::{
    self, BackupError, Folder, Keys, Made, NewKeys, Place, Progress, Pruned, Snapshot,
};
use crate::components::ContentsNote;
use crate::owner::reachable;

/// How often the progress is shown.
const REPORT_EVERY: Duration = Duration::from_secs(2);

/// How much lower than the server's the priority of making a backup is, in the system's scale of 20.
const NICE: i32 = 10;

/// What to back up, and where.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  waybill backup /backups/waybill                        # adds a backup to a folder; only what has changed is copied
  waybill backup waybill.tar.zst                         # one file
  waybill backup /backups/secret --passphrase-file FILE  # encrypts this folder's backups, from the first on
  waybill backup list /backups/waybill
  waybill backup verify /backups/waybill
  waybill backup prune /backups/waybill --keep 30        # removes older ones and what no backup uses

Exit 0: fine. 1: a backup is damaged, and what is wrong is said. 2: bad usage, or what is named cannot be used."
)]
pub struct Backup {
    #[command(subcommand)]
    command: Option<Command>,
    /// A folder of backups, or a file whose name ends with .tar.zst or .tar.zst.age.
    #[arg(required = true)]
    place: Option<PathBuf>,
    /// Encrypt it to a public key of age; may be given more than once.
    #[arg(long = "recipient", value_name = "KEY")]
    recipients: Vec<String>,
    /// Encrypt it with the passphrase in this file.
    #[arg(long, value_name = "FILE", conflicts_with = "recipients")]
    passphrase_file: Option<PathBuf>,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataDir,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the backups of a folder.
    List {
        /// The folder.
        folder: PathBuf,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Remove the files of a folder that no backup uses, and old backups.
    Prune {
        /// The folder.
        #[arg(value_parser = PathBufValueParser::new().map(reachable))]
        folder: PathBuf,
        /// Remove all backups but the newest N.
        #[arg(long, value_name = "N")]
        keep: Option<NonZeroUsize>,
        /// Say what would be removed, and remove nothing.
        #[arg(long)]
        dry_run: bool,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Compare every file of a backup with its digest.
    Verify {
        /// The folder or the file.
        place: PathBuf,
        /// The backup in the folder; the newest unless given.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        keys: KeyFiles,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
}

/// What opens an encrypted backup.
#[derive(Debug, Args)]
struct KeyFiles {
    /// The file with the secret key of age.
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// The file with the passphrase.
    #[arg(long, value_name = "FILE", conflicts_with = "identity")]
    passphrase_file: Option<PathBuf>,
}

impl KeyFiles {
    fn keys(self) -> Keys {
        Keys { identity_file: self.identity, passphrase_file: self.passphrase_file }
    }
}

/// What to restore, and where.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  waybill restore /backups/waybill --data /var/lib/waybill
  waybill restore waybill.tar.zst --data /var/lib/waybill
  waybill restore /backups/waybill --data NEW --erased-in OLD   # who was erased in OLD since is erased again

Everything is verified before the directory can be served. Sessions, access tokens, known devices and links end.")]
pub struct Restore {
    /// A folder of backups, or a file.
    place: PathBuf,
    /// The backup in the folder; the newest unless given.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    keys: KeyFiles,
    /// A data directory of after the backup: people who are not in its vault any more are erased again.
    #[arg(long, value_name = "DIR")]
    erased_in: Option<PathBuf>,
    /// The id of a person who was erased after the backup; may be given more than once.
    #[arg(long = "erase", value_name = "PERSON")]
    erased: Vec<String>,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataDir,
}

impl Backup {
    /// The directory whose owner has what it works with; none where it only reads a backup.
    pub(super) fn directory(&self) -> Option<&Path> {
        match &self.command {
            None => Some(&self.data.data),
            Some(Command::Prune { folder, .. }) => Some(folder),
            Some(Command::List { .. } | Command::Verify { .. }) => None,
        }
    }
}

impl Restore {
    /// The directory that it makes a data directory.
    pub(super) fn directory(&self) -> &Path {
        &self.data.data
    }
}

/// Runs `waybill backup`.
pub fn run(command: Backup) -> anyhow::Result<Outcome> {
    match command.command {
        Some(Command::List { folder, json }) => list(&folder, json),
        Some(Command::Prune { folder, keep, dry_run, json }) => {
            pruned(&backup::prune(&folder, keep, dry_run)?, dry_run, json)
        }
        Some(Command::Verify { place, name, keys, json }) => {
            let found = backup::verify(&Place::of(&place), name.as_deref(), &keys.keys());
            verified(found, json)
        }
        None => {
            let place = command.place.ok_or_else(|| BadInput("name a folder or a file".into()))?;
            let keys = NewKeys {
                recipients: command.recipients,
                passphrase_file: command.passphrase_file,
            };
            let data = command.data.data;
            let began = Instant::now();
            let mut shown_at = began;
            let shows = stderr().is_terminal() || !command.json;
            let mut report = |progress: Progress| {
                if shows && shown_at.elapsed() >= REPORT_EVERY {
                    shown_at = Instant::now();
                    eprintln!("{} files, {}", progress.files, megabytes(progress.bytes));
                }
            };
            // Whom the server serves does not wait for a backup; where nothing else runs, it is as fast as without.
            let _ = rustix::process::nice(NICE);
            let made = backup::back_up(&data, &Place::of(&place), &keys, &mut report);
            let made = made.map_err(|error| explained(&data, error))?;
            let elsewhere = ContentsNote::read(&data)?.map(|note| note.shown());
            made_in(&place, &made, elsewhere.as_deref(), command.json)
        }
    }
}

/// Says what was made; `elsewhere` is where contents of files are that are not in it.
fn made_in(
    place: &Path,
    made: &Made,
    elsewhere: Option<&str>,
    json: bool,
) -> anyhow::Result<Outcome> {
    let Made { snapshot, progress, findings } = made;
    if json {
        let mut row = summary(snapshot);
        row["copied_bytes"] = json!(progress.copied);
        row["mended"] = json!(findings.mended);
        row["damaged"] = json!(findings.damaged);
        if let Some(elsewhere) = elsewhere {
            row["contents_elsewhere"] = json!(elsewhere);
        }
        say!("{row}")?;
    } else {
        say!(
            "The backup {} is in {}: {}, {}, of which {} were copied.",
            snapshot.name,
            place.display(),
            count(snapshot.files.len() as u64, "file"),
            megabytes(snapshot.bytes()),
            megabytes(progress.copied)
        )?;
        if let Some(elsewhere) = elsewhere {
            say!("It does not have the contents of files, which are in {elsewhere}.")?;
        }
        for file in &findings.mended {
            say!("{file} was damaged or missing in earlier backups, and is whole again.")?;
        }
        for file in &findings.damaged {
            say!(
                "{file} is damaged or missing in earlier backups, and this one does not need it."
            )?;
        }
    }
    Ok(if findings.damaged.is_empty() { Outcome::Success } else { Outcome::CheckFailed })
}

/// Runs `waybill restore`.
pub fn restore(command: Restore) -> anyhow::Result<Outcome> {
    let erased: Vec<PersonId> = command.erased.into_iter().map(PersonId).collect();
    let (place, keys) = (Place::of(&command.place), command.keys.keys());
    let what = backup::Restore {
        place: &place,
        name: command.name.as_deref(),
        keys: &keys,
        data: &command.data.data,
        erased_in: command.erased_in.as_deref(),
        erased: &erased,
    };
    let restored = match backup::restore(&what) {
        Ok(restored) => restored,
        Err(error) => {
            return match error.downcast::<BackupError>() {
                Ok(BackupError::Damaged(problems)) => damaged(&problems, command.json),
                Ok(error) => Err(error.into()),
                Err(error) => Err(error),
            };
        }
    };
    if command.json {
        say!("{}", serde_json::to_string(&restored)?)?;
    } else {
        say!(
            "The backup {} is restored into {}, and verified. {} ended, and the tokens, devices and links of {}.",
            restored.backup,
            command.data.data.display(),
            count(restored.sessions as u64, "session"),
            count(restored.accounts as u64, "account")
        )?;
        for person in &restored.erased {
            say!("{} was erased again.", person.0)?;
        }
    }
    Ok(Outcome::Success)
}

fn list(folder: &std::path::Path, json: bool) -> anyhow::Result<Outcome> {
    let folder = Folder::open(folder)?;
    let snapshots = folder.names()?.into_iter().map(|name| folder.snapshot(Some(&name)));
    let snapshots = snapshots.collect::<Result<Vec<_>, _>>()?;
    if json {
        let rows: Vec<_> = snapshots.iter().map(summary).collect();
        say!("{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(Outcome::Success);
    }
    let rows = snapshots.iter().map(|snapshot| {
        [
            snapshot.name.clone(),
            snapshot.files.len().to_string(),
            megabytes(snapshot.bytes()),
            snapshot.sessions.count.to_string(),
            snapshot.platform.count.to_string(),
            snapshot.version.clone(),
        ]
    });
    table::print(["name", "files", "size", "sessions", "platform", "version"], rows)?;
    Ok(Outcome::Success)
}

fn pruned(pruned: &Pruned, is_dry_run: bool, json: bool) -> anyhow::Result<Outcome> {
    if json {
        let mut row = serde_json::to_value(pruned)?;
        row["dry_run"] = json!(is_dry_run);
        say!("{row}")?;
        return Ok(Outcome::Success);
    }
    let done = if is_dry_run { "would be removed" } else { "removed" };
    for name in &pruned.removed {
        say!("the backup {name}: {done}")?;
    }
    say!(
        "{} of {} that no backup uses: {done}. Backups that are left: {}.",
        count(pruned.files, "file"),
        megabytes(pruned.bytes),
        pruned.kept.len()
    )?;
    Ok(Outcome::Success)
}

fn verified(found: Result<Snapshot, BackupError>, json: bool) -> anyhow::Result<Outcome> {
    match found {
        Ok(snapshot) => {
            if json {
                let mut row = summary(&snapshot);
                row["holds"] = json!(true);
                say!("{row}")?;
            } else {
                let files = count(snapshot.files.len() as u64, "file");
                say!("{}: {files}, {}: all verify.", snapshot.name, megabytes(snapshot.bytes()))?;
            }
            Ok(Outcome::Success)
        }
        Err(BackupError::Damaged(problems)) => damaged(&problems, json),
        Err(error) => Err(error.into()),
    }
}

fn damaged(problems: &[String], json: bool) -> anyhow::Result<Outcome> {
    if json {
        say!("{}", json!({ "holds": false, "problems": problems }))?;
    } else {
        for problem in problems {
            say!("{problem}")?;
        }
        say!("The backup is damaged.")?;
    }
    Ok(Outcome::CheckFailed)
}

fn summary(snapshot: &Snapshot) -> serde_json::Value {
    json!({
        "name": snapshot.name, "at": snapshot.at, "version": snapshot.version,
        "files": snapshot.files.len(), "bytes": snapshot.bytes(),
        "sessions": snapshot.sessions, "platform": snapshot.platform,
    })
}

fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10)
}
