//! The content of a bundle in its order: small files first, then the logs, and finally the manifest, which contains the
//! checksums of all others.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use waybill_machines::machines::support_bundle::Archive;
use waybill_machines::rules::support::BundleRequest;
use waybill_machines::secret::Digest;
use waybill_machines::{CHARTS_HASH, Timestamp};

use super::archive::{ArchiveWriter, Finished, WriteError};
use super::embedded::Sources;
use super::logs::{self, Chosen};
use super::manifest::{Entry, FORMAT, LeftOut, MANIFEST, Manifest, Redaction, Versions};
use super::{BundleId, Job, journals, system, threads};

const README: &str = "README.txt";
/// The approximate size of a thread in a dump.
const THREAD_BYTES: u64 = 2_000;

/// What is never in a bundle, whatever was requested.
fn never() -> [LeftOut; 3] {
    [
        LeftOut::new(
            "vault",
            "Passwords, second factors, recovery codes, the licence key and what people say of themselves never go in.",
        ),
        LeftOut::new(
            "sessions",
            "The cookies of sessions are not known to the server; only their hashes are.",
        ),
        LeftOut::new(
            "records",
            "Of the journals only counts, heads and health go in, not what was recorded.",
        ),
    ]
}

/// The small files, which are ready before anything is written, and what they leave out.
struct Prepared {
    texts: Vec<(String, String)>,
    redacted: Vec<Redaction>,
    left_out: Vec<LeftOut>,
    logs: Chosen,
}

fn prepare(sources: &Sources, id: &BundleId, wanted: &BundleRequest, at: Timestamp) -> Prepared {
    let parameters = &wanted.parameters;
    let (mut texts, mut redacted, mut left_out) = (Vec::new(), Vec::new(), never().to_vec());
    if parameters.configuration {
        for section in sources.configuration.sections(id.service) {
            let (path, text, hidden) = section.file();
            texts.push((path, text));
            redacted.extend(hidden);
        }
    }
    if parameters.system {
        texts.extend(system::files(&sources.process, at));
    }
    if parameters.journal {
        let health = |(name, journal): &(&'static str, _)| journals::health(name, journal);
        texts.extend(sources.journals.iter().map(health));
    }
    let mut logs = logs::choose(&sources.logs, id.service, parameters);
    left_out.append(&mut logs.left_out);
    Prepared { texts, redacted, left_out, logs }
}

fn manifest(
    sources: &Sources,
    id: &BundleId,
    wanted: &BundleRequest,
    at: Timestamp,
    files: Vec<Entry>,
    redacted: Vec<Redaction>,
    left_out: Vec<LeftOut>,
) -> Manifest {
    let BundleRequest { name, description, parameters } = wanted.clone();
    let versions = Versions {
        version: sources.process.version.clone(),
        build: sources.process.build.clone(),
        rules: CHARTS_HASH.to_owned(),
    };
    Manifest {
        format: FORMAT.to_owned(),
        id: id.to_string(),
        name,
        description,
        service: id.service,
        created_at: at,
        versions,
        parameters,
        total_bytes: files.iter().map(|file| file.bytes).sum(),
        files,
        redacted,
        left_out,
    }
}

/// The content that a bundle would have, without writing or waiting for anything.
pub(super) fn preview(
    sources: &Sources,
    id: &BundleId,
    wanted: &BundleRequest,
    at: Timestamp,
) -> Manifest {
    let Prepared { texts, redacted, left_out, logs } = prepare(sources, id, wanted, at);
    let entry = |path: String, bytes, shortened_from| Entry {
        path,
        bytes,
        sha256: String::new(),
        shortened_from,
    };
    let mut files = vec![entry(README.to_owned(), readme(id, wanted).len() as u64, None)];
    files.extend(texts.into_iter().map(|(path, text)| entry(path, text.len() as u64, None)));
    let threads = threads::count();
    for number in 1..=wanted.parameters.thread_dump.count {
        files.push(entry(dump_path(number), threads * THREAD_BYTES, None));
    }
    files.extend(logs.logs.into_iter().map(|log| {
        let shortened = (log.taken < log.bytes).then_some(log.bytes);
        entry(log.path, log.taken, shortened)
    }));
    manifest(sources, id, wanted, at, files, redacted, left_out)
}

/// A flag that no caller waits for the file that is being written.
#[derive(Debug, Clone, Default)]
pub(super) struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    /// Stops writing.
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Fails once the flag is set, to stop the work in progress.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "it took too long, or the server stops",
            ));
        }
        Ok(())
    }

    /// Sleeps, but no longer than until the flag is set.
    fn sleep(&self, ms: u32) -> io::Result<()> {
        const SLICE_MS: u32 = 50;
        let mut left = ms;
        while left > 0 {
            self.check()?;
            let slice = left.min(SLICE_MS);
            thread::sleep(Duration::from_millis(slice.into()));
            left -= slice;
        }
        Ok(())
    }
}

/// The writer of a bundle, which fails once no caller waits for it.
struct Awaited<'a, W> {
    to: W,
    abandoned: &'a Abandoned,
}

impl<W: Write> Write for Awaited<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.abandoned.check()?;
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a bundle. It blocks: on the disk, and between thread dumps.
pub(super) fn write<W: Write>(
    sources: &Sources,
    job: &Job,
    abandoned: &Abandoned,
    to: W,
) -> Result<(W, Archive), WriteError> {
    let Job { id, wanted, context } = job;
    let (at, to) = (context.at, Awaited { to, abandoned });
    let Prepared { texts, redacted, mut left_out, logs } = prepare(sources, id, wanted, at);
    let mut archive = ArchiveWriter::new(to, at);
    archive.text(README, readme(id, wanted).as_bytes())?;
    for (path, text) in texts {
        archive.text(&path, text.as_bytes())?;
    }
    let dump = wanted.parameters.thread_dump;
    for number in 1..=dump.count {
        if number > 1 {
            abandoned.sleep(dump.interval)?;
        }
        archive.text(
            &dump_path(number),
            threads::dump(number, &at.to_string(), sources.process.program.as_deref()).as_bytes(),
        )?;
    }
    for log in &logs.logs {
        match log.open() {
            Ok((mut reader, shortened)) => archive.stream(&log.path, &mut reader, shortened)?,
            // It was rotated away or removed since it was selected.
            Err(error) => {
                left_out.push(LeftOut::new(&log.path, format!("It cannot be opened: {error}.")));
            }
        }
    }
    let files = archive.entries().to_vec();
    let shortened = files.iter().filter(|file| file.shortened_from.is_some()).count()
        + left_out
            .iter()
            .filter(|one| one.what.starts_with("logs/") && one.what.ends_with("log"))
            .count();
    let (files_count, redacted_count) = (count(files.len() + 1), count(redacted.len()));
    let manifest = manifest(sources, id, wanted, at, files, redacted, left_out);
    let text = serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n";
    archive.text(MANIFEST, text.as_bytes())?;
    let Finished { inner, bytes, digest } = archive.finish()?;
    let archive = Archive {
        bytes,
        digest: Digest(digest),
        files: files_count,
        redacted: redacted_count,
        shortened: count(shortened),
    };
    Ok((inner.to, archive))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn dump_path(number: u32) -> String {
    format!("threads/dump-{number:02}.txt")
}

fn readme(id: &BundleId, wanted: &BundleRequest) -> String {
    format!(
        "Support bundle {id}: {name}\n\n{description}\n\n\
         manifest.json       every file with its size and SHA-256, what is redacted, what is left out and why\n\
         configuration/      how the service is set up; a secret reads [redacted]\n\
         system/             the machine and the process\n\
         journal/            how the journals are: counts, heads, the newest records hashed again\n\
         threads/            what the threads were doing\n\
         logs/SERVICE/       logs whose lines may lie in the days that were asked for; each is whole, or its newest\n\
         \u{20}                   lines where the manifest says `shortened_from`\n",
        name = wanted.name,
        description = wanted.description,
    )
}
