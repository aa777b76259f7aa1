//! `waybill fsck`: checks a data directory without changing it: the journals, the files that records refer to, the
//! vault and the ids. With `--repair` it says what can be mended without losing anything, while no server runs.

mod elsewhere;
mod journals;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use waybill_journal::RecordView;
use waybill_journal::durable::{fsck, repair};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::repositories::ContentInUse;

use super::out::say;
use super::{DataDir, Outcome, out};
use crate::components::{self, ContentsNote};
use crate::data::{DataDirectory, PLATFORM, SESSIONS, VISITORS, give_up_missing, visitors_journal};
use crate::server_acts::repaired;
use journals::Checked;
pub(super) use journals::check;

/// What to check.
#[derive(Debug, Args)]
pub struct Fsck {
    #[command(flatten)]
    data: DataDir,
    /// The server's configuration file, for contents of files that are in a store elsewhere.
    #[arg(long, env = "WAYBILL_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Machine-readable output.
    #[arg(long, conflicts_with = "repair")]
    json: bool,
    /// Says what can be mended without losing anything, instead of checking.
    #[arg(long)]
    repair: bool,
    /// Carries out what `--repair` says.
    #[arg(long, requires = "repair")]
    yes: bool,
}

/// The files beside the journals: those that records refer to and those of the vault, and what is wrong with them.
#[derive(Debug, Default, Serialize)]
struct FilesReport {
    /// Number of files that records refer to.
    files: u64,
    /// Number of files of the vault.
    vault_files: u64,
    /// One sentence per problem.
    problems: Vec<String>,
    /// What could not be checked, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<String>,
}

impl Fsck {
    /// The data directory.
    pub(super) fn directory(&self) -> &Path {
        &self.data.data
    }
}

/// Runs the command.
pub fn run(command: &Fsck) -> anyhow::Result<Outcome> {
    if command.repair {
        let data = &command.data.data;
        let missing = give_up_missing(data, command.yes)?;
        for path in &missing {
            say!("{path}: missing, with sessions that no user has signed in to")?;
            say!("  {}give it up", if command.yes { "done: " } else { "would " })?;
        }
        if !command.yes && !missing.is_empty() {
            say!(
                "Nothing was changed. `--repair --yes` does what is said above, and then the rest."
            )?;
            return Ok(Outcome::CheckFailed);
        }
        let directory = DataDirectory::existing(data)?;
        let done = missing.iter().map(|path| format!("{path}: give up, as it is missing"));
        return mend(directory, command.yes, done.collect());
    }
    let directory = DataDirectory::existing(&command.data.data)?;
    let checked = check(&command.data)?;
    let mut files = check_beside(command, directory, &checked)?;
    if checked.is_running && !files.problems.is_empty() {
        // What was changed between two looks was no problem.
        let again = check_beside(command, directory, &check(&command.data)?)?;
        files.problems.retain(|problem| again.problems.contains(problem));
    }
    let ok = checked.reports().all(|(_, report)| report.is_ok()) && files.problems.is_empty();
    if command.json {
        // Another element of the list, so that what reads the `problems` of each finds these too.
        let mut all = vec![
            serde_json::to_value(&checked.sessions)?,
            serde_json::to_value(&checked.platform)?,
            serde_json::to_value(&files)?,
        ];
        let days = checked.days.iter().map(|(_, report)| serde_json::to_value(report));
        all.extend(days.collect::<Result<Vec<_>, _>>()?);
        say!("{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        print(&checked, &files)?;
        say!("{}", if ok { "All is well." } else { "There are problems." })?;
    }
    Ok(if ok { Outcome::Success } else { Outcome::CheckFailed })
}

/// Mends the journals, or says how.
fn mend(directory: DataDirectory<'_>, yes: bool, mut done: Vec<String>) -> anyhow::Result<Outcome> {
    let mut ok = true;
    let visitors = directory.days()?.into_iter().map(|day| visitors_journal(&day));
    for name in [SESSIONS, PLATFORM].into_iter().map(str::to_owned).chain(visitors) {
        let dir = directory.journal_dir(&name);
        let steps = match repair(&dir, yes) {
            Ok(steps) => steps,
            // What was mended so far is recorded all the same.
            Err(error) if !done.is_empty() || name.starts_with(VISITORS) => {
                say!("{}: not mended: {error}", dir.display())?;
                ok = false;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        say!(
            "{}: {}",
            dir.display(),
            if steps.is_empty() { "nothing to mend" } else { "to mend" }
        )?;
        for step in &steps {
            say!("  {}{step}", if yes { "done: " } else { "would " })?;
            done.extend(yes.then(|| format!("{name}: {step}")));
        }
        if yes || steps.is_empty() {
            // What a repair would lose something of is still there.
            let problems = fsck(&dir).map(|report| report.problems);
            for problem in problems.unwrap_or_else(|error| vec![error.to_string()]) {
                say!("  not mended: {problem}")?;
                ok = false;
            }
        } else {
            ok = false;
        }
    }
    if !done.is_empty() {
        // A repair that leaves a journal unusable cannot be recorded in it.
        match directory.journal(PLATFORM) {
            Ok(journal) => super::runtime()?.block_on(repaired(Arc::new(journal), &done)),
            Err(error) => say!("  not recorded: {error:#}")?,
        }
    }
    if !ok && !yes {
        say!(
            "Nothing was changed. `--repair --yes` does what is said above; restore the rest from a backup."
        )?;
    }
    Ok(if ok { Outcome::Success } else { Outcome::CheckFailed })
}

/// The state after a record, if it can refer to files. An unreadable one is reported by `audit replay`.
fn state_of(record: &RecordView<'_>) -> Option<AnyState> {
    let machine: MachineName = record.machine.parse().ok()?;
    machine.recorded_state(record.schema, record.state?).ok()
}

/// Checks what is beside the journals.
fn check_beside(
    command: &Fsck,
    directory: DataDirectory<'_>,
    checked: &Checked,
) -> anyhow::Result<FilesReport> {
    let mut report = check_files(command, checked);
    match ContentsNote::read(&command.data.data)? {
        None => check_contents(command, checked, &mut report),
        Some(note) => elsewhere::check(command, (directory, &note), checked, &mut report)?,
    }
    check_vault(directory, &mut report);
    report.problems.extend(directory.id_problems());
    Ok(report)
}

fn check_files(command: &Fsck, checked: &Checked) -> FilesReport {
    let mut report = FilesReport::default();
    for (stream, state) in &checked.newest {
        for (path, file) in components::files(state) {
            report.files += 1;
            if let Err(problem) = file.check(&command.data.data.join(&path)) {
                report.problems.push(format!("{} of {stream}: {problem}", path.display()));
            }
        }
    }
    report
}

/// Checks the contents of files in the folder of the data directory.
fn check_contents(command: &Fsck, checked: &Checked, report: &mut FilesReport) {
    let folder = Path::new(components::CONTENTS_FOLDER);
    for ContentInUse { stored, path, stream } in checked.contents.contents() {
        report.files += 1;
        let blob = folder.join(&stored.path);
        if let Err(problem) = stored.check(&command.data.data.join(&blob)) {
            let place = blob.display();
            report.problems.push(format!("{place} of {path} in {stream}: {problem}"));
        }
    }
}

/// Opens every secret and every personal value. The vault is only read.
fn check_vault(directory: DataDirectory<'_>, report: &mut FilesReport) {
    match directory.vault_problems() {
        Ok((files, problems)) => {
            report.vault_files = files;
            report.problems.extend(problems);
        }
        Err(problem) => report.problems.push(problem.to_string()),
    }
}

fn print(checked: &Checked, files: &FilesReport) -> anyhow::Result<()> {
    for (_, report) in checked.reports() {
        let records = out::count(report.verified.records, "record");
        let generations = out::count(report.generations, "generation");
        let state = match (checked.is_running, report.clean) {
            (true, _) => "in use by the running server",
            (false, true) => "closed in order",
            (false, false) => "not closed in order",
        };
        say!("{}: {records} in {generations}, {state}", report.dir.display())?;
        for problem in &report.problems {
            say!("  {problem}")?;
        }
    }
    say!("{} that records refer to", out::count(files.files, "file"))?;
    say!("{} of the vault", out::count(files.vault_files, "file"))?;
    for problem in &files.problems {
        say!("  {problem}")?;
    }
    if let Some(unchecked) = &files.unchecked {
        say!("Not checked: {unchecked}")?;
    }
    Ok(())
}
