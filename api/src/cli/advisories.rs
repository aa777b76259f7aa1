//! `waybill advisories`: imports security advisories and shows what is known, whether the server runs or not.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::json;
use waybill_machines::machines::advisories::{AdvisoryComparison, AffectedCounts};
use waybill_platform::repositories::PackageId;
use waybill_platform::scanning::{
    Database, Imported, Progress, Reading, RecordedComparison, Report, ScanningError, Staged,
};

use super::acting::context;
use super::host::{self, Act, Host, Out};
use super::out::count;
use super::{BadInput, DataDir, Outcome};
use crate::components::advisories::FOLDER;
use crate::data::DataDirectory;

/// What to do with advisories.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Import documents of OSV, folders of them, and the all.zip exports of ecosystems.
    Import(Import),
    /// Show how many advisories are known, and when they were imported.
    Status {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
    /// List the advisories of a package, or those that are about one of its versions.
    List {
        /// The package, such as `npm://left-pad`.
        package: PackageId,
        /// The version.
        version: Option<String>,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
}

/// What to import.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  curl -O https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip && waybill advisories import all.zip
  waybill advisories import advisory-database/advisories/github-reviewed
Of two documents with the same identifier the one that was modified last counts. Withdrawn ones count no more.
Exit 0: all were imported. 1: some could not be read, and the others were imported. 2: bad usage, or none could be read.")]
pub struct Import {
    /// Documents in JSON, zip archives, and folders with such files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Say what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataDir,
}

/// What is done with the advisories of an installation. The client has read the documents.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Imports a batch.
    Import {
        /// Where it is.
        staged: Staged,
        /// What was found in the documents.
        report: Report,
        /// Whether nothing is changed.
        dry_run: bool,
        /// Machine-readable output.
        json: bool,
    },
    /// Shows how many are known.
    Status {
        /// Machine-readable output.
        json: bool,
    },
    /// Lists those of a package.
    List {
        /// The package.
        package: PackageId,
        /// The version.
        version: Option<String>,
        /// Machine-readable output.
        json: bool,
    },
}

impl Command {
    /// The data directory.
    pub(super) const fn data(&self) -> &DataDir {
        match self {
            Self::Import(import) => &import.data,
            Self::Status { data, .. } | Self::List { data, .. } => data,
        }
    }
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    let (change, data) = match command {
        Command::Import(import) => staged(import)?,
        Command::Status { json, data } => (Change::Status { json }, data),
        Command::List { package, version, json, data } => {
            (Change::List { package, version, json }, data)
        }
    };
    host::run(&data, None, Act::Advisories(change)).await
}

/// Reads the documents, with the rights of the caller, and writes what they have for the process that imports.
fn staged(import: Import) -> anyhow::Result<(Change, DataDir)> {
    let Import { paths, dry_run, json, data } = import;
    DataDirectory::existing(&data.data)?;
    let mut show = |progress: Progress<'_>| {
        eprintln!("{} read, at {}", count(progress.documents, "document"), progress.source);
    };
    let mut reading = Reading::new(&mut show);
    for path in &paths {
        reading.path(path);
    }
    let (batch, report) = reading.finish();
    if batch.is_empty() {
        let first = report.unread_files.first();
        let reason = first.map_or_else(
            || "There is no .json and no .zip file.".to_owned(),
            |unread| format!("{}: {}", unread.file, unread.reason),
        );
        return Err(BadInput(format!("no advisory could be read. {reason}")).into());
    }
    let folder = data.data.join(FOLDER);
    if !folder.exists() {
        std::fs::create_dir(&folder)?;
    }
    let staged = batch.stage(&folder)?;
    Ok((Change::Import { staged, report, dry_run, json }, data))
}

impl Change {
    pub(super) async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        let scanning = host.scanning()?;
        match self {
            Self::Import { staged, report, dry_run, json } => {
                let batch = scanning.staged(staged).await.map_err(input_error)?;
                let imported = scanning.import(batch, report.unread, dry_run, context()).await;
                let imported = imported.map_err(input_error)?;
                print(&imported, &report, dry_run, json, out)?;
                let is_whole = report.unread == 0;
                return Ok(if is_whole { Outcome::Success } else { Outcome::CheckFailed });
            }
            Self::Status { json } => print_status(&scanning.database(), json, out)?,
            Self::List { package, version, json } => {
                print_list(&scanning.database(), &package, version.as_deref(), json, out)?;
            }
        }
        Ok(Outcome::Success)
    }
}

/// Maps errors: rejected input is bad input; everything else is a failure.
fn input_error(error: ScanningError) -> anyhow::Error {
    match error {
        ScanningError::Full | ScanningError::Staged(_) => BadInput(error.to_string()).into(),
        other => other.into(),
    }
}

fn print(
    Imported { import, .. }: &Imported,
    report: &Report,
    dry_run: bool,
    json: bool,
    out: Out<'_>,
) -> anyhow::Result<()> {
    let counts = import.counts;
    if json {
        let row = json!({
            "dry_run": dry_run, "advisories": import.advisories, "counts": counts, "report": report,
        });
        writeln!(out, "{row}")?;
        return Ok(());
    }
    for unread in &report.unread_files {
        writeln!(out, "not read: {}: {}", unread.file, unread.reason)?;
    }
    let more = u64::from(report.unread).saturating_sub(report.unread_files.len() as u64);
    if more > 0 {
        writeln!(out, "and {more} more that could not be read")?;
    }
    for (ecosystem, times) in &report.ecosystems {
        let times = count(*times, "package");
        writeln!(out, "no package type: {ecosystem:?}, named for {times}")?;
    }
    let done = if dry_run { "would be " } else { "" };
    writeln!(
        out,
        "{} read: {} {done}added, {} {done}changed, {} {done}withdrawn, {} unchanged, {} about no package type here, {} not readable.",
        count(report.documents, "document"),
        counts.added,
        counts.changed,
        counts.withdrawn,
        counts.unchanged,
        counts.unrelated,
        counts.skipped
    )?;
    writeln!(out, "{} known.", words(import.advisories))?;
    Ok(())
}

fn words(advisories: impl Into<u64>) -> String {
    let advisories = advisories.into();
    format!("{advisories} {}", if advisories == 1 { "advisory" } else { "advisories" })
}

fn print_status(database: &Database, json: bool, out: Out<'_>) -> anyhow::Result<()> {
    let last = database.last();
    if json {
        let last = last.map(|last| json!({"at": last.at, "by": last.by, "import": last.import}));
        let row = json!({
            "advisories": database.len(), "types": database.by_type(), "is_lost": database.is_lost(),
            "last": last,
            "comparison": database.comparison().map(|done| json!({"at": done.at, "found": done.comparison})),
        });
        writeln!(out, "{row}")?;
        return Ok(());
    }
    writeln!(out, "{} known.", words(database.len() as u64))?;
    for (package_type, advisories) in database.by_type() {
        writeln!(out, "{:<8} {advisories}", package_type.as_str())?;
    }
    if let Some(last) = last {
        writeln!(out, "imported {}", last.at)?;
    }
    if let Some(RecordedComparison { comparison, at }) = database.comparison() {
        let AdvisoryComparison { packages, versions, affected_packages, affected, .. } = comparison;
        let AffectedCounts { critical, high, medium, low, info, unknown } = affected;
        writeln!(out, "compared {at}: {versions} versions of {packages} packages")?;
        writeln!(
            out,
            "affected versions of {affected_packages} packages: {critical} critical, {high} high, {medium} medium, \
             {low} low, {info} info, {unknown} of unknown severity"
        )?;
    }
    if database.is_lost() {
        writeln!(out, "Their file is missing or was changed: import them again.")?;
    }
    Ok(())
}

fn print_list(
    database: &Database,
    package: &PackageId,
    version: Option<&str>,
    json: bool,
    out: Out<'_>,
) -> anyhow::Result<()> {
    let found = version.map(|version| database.find(package.package_type, &package.name, version));
    let of_version = found.iter().flat_map(|found| &found.matches);
    let of_version = of_version.map(|one| (one.advisory, one.fixed.clone()));
    let all = version.is_none().then(|| database.of_package(package.package_type, &package.name));
    let all = all.into_iter().flatten().map(|advisory| (advisory, Vec::new()));
    let rows: Vec<_> = of_version.chain(all).collect();
    if json {
        let row = |(advisory, fixed)| json!({"advisory": advisory, "fixed": fixed});
        let rows: Vec<_> = rows.into_iter().map(row).collect();
        writeln!(out, "{}", serde_json::Value::from(rows))?;
        return Ok(());
    }
    for (advisory, fixed) in rows {
        let level = advisory.severity.level.as_str();
        let fixed = if fixed.is_empty() {
            String::new()
        } else {
            format!(" (fixed in {})", fixed.join(", "))
        };
        writeln!(out, "{level:<8} {}  {}{fixed}", advisory.id, advisory.summary)?;
    }
    Ok(())
}
