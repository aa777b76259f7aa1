//! The selection of the logs for a bundle, and how much of each is included.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rustix::fs::{Mode, OFlags};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::Parameters;

use super::manifest::LeftOut;
use crate::services::ALWAYS_ON;

const DAY_MS: i64 = 86_400_000;
/// How far the end of a truncated line is searched for, in bytes.
const LINE_BYTES_MAX: u64 = 64 * 1_024;

/// A log that is included in a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChosenLog {
    /// Its path in the archive.
    pub path: String,
    file: PathBuf,
    /// Its size in bytes when it was selected.
    pub bytes: u64,
    /// How many of them are included, from the end.
    pub taken: u64,
}

/// The selected logs, the newest first, and the others.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub logs: Vec<ChosenLog>,
    pub left_out: Vec<LeftOut>,
}

/// The services whose logs belong in a service's bundle: its own, and in that of the repository service also those of
/// the services that are always on, for which no bundle can be requested.
fn sources(service: ServiceId) -> Vec<ServiceId> {
    match service {
        ServiceId::Artifactory => ALWAYS_ON.to_vec(),
        other => vec![other],
    }
}

/// Selects the logs whose lines may be in the range. A log is included as a whole or from the end: its lines are not
/// parsed.
pub(super) fn choose(root: &Path, service: ServiceId, parameters: &Parameters) -> Chosen {
    let mut chosen = Chosen::default();
    if !parameters.logs.include {
        return chosen;
    }
    let begin = parameters.logs.start_date.begins();
    let end = parameters.logs.end_date.begins().plus_ms(DAY_MS);
    let mut found: Vec<Found> = Vec::new();
    for source in sources(service) {
        match list(&root.join(source.as_str()), source) {
            Ok(logs) => found.extend(logs.into_iter().filter(|log| log.overlaps(begin, end))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let why = "This service has written no log.";
                chosen.left_out.push(LeftOut::new(format!("logs/{source}"), why));
            }
            Err(error) => {
                let why = format!("Its logs cannot be listed: {error}.");
                chosen.left_out.push(LeftOut::new(format!("logs/{source}"), why));
            }
        }
    }
    // When not all fit, the newest are the most important.
    found.sort_by(|one, other| other.last.cmp(&one.last).then_with(|| one.name.cmp(&other.name)));
    let mut room = parameters.total_bytes_max;
    for log in found {
        let Found { source, name, file, bytes, .. } = log;
        let path = format!("logs/{source}/{name}");
        let taken = bytes.min(parameters.file_bytes_max).min(room);
        if taken == 0 && bytes > 0 {
            let why =
                format!("The bundle's limit of {} bytes was reached.", parameters.total_bytes_max);
            chosen.left_out.push(LeftOut::new(path, why));
            continue;
        }
        room -= taken;
        chosen.logs.push(ChosenLog { path, file, bytes, taken });
    }
    chosen
}

/// A log file in the folder.
#[derive(Debug)]
struct Found {
    source: ServiceId,
    name: String,
    file: PathBuf,
    bytes: u64,
    /// When it was last modified.
    last: Timestamp,
    /// When the previous file was last modified, which is when this one begins.
    first: Option<Timestamp>,
}

impl Found {
    fn overlaps(&self, begin: Timestamp, end: Timestamp) -> bool {
        self.last >= begin && self.first.is_none_or(|first| first < end)
    }

    /// The part of the name that a log shares with its rotated files.
    fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }
}

fn list(folder: &Path, source: ServiceId) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    // A folder that is a link could lead anywhere.
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Err(io::Error::other("it is no folder"));
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        // Links, and files that are not logs, are never read.
        let Ok(metadata) = entry.metadata() else { continue };
        if !metadata.is_file() || !is_log(&name) {
            continue;
        }
        let last = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        let last = last.and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or(0);
        let (file, bytes) = (entry.path(), metadata.len());
        let last = Timestamp::from_ms(last);
        found.push(Found { source, name, file, bytes, last, first: None });
    }
    found.sort_by(|one, other| {
        one.family().cmp(other.family()).then_with(|| one.last.cmp(&other.last))
    });
    for at in 1..found.len() {
        if found[at].family() == found[at - 1].family() {
            found[at].first = Some(found[at - 1].last);
        }
    }
    Ok(found)
}

fn is_log(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    name.len() <= 200
        && !name.starts_with('.')
        && name.bytes().all(plain)
        && name.split('.').skip(1).any(|part| part == "log")
}

impl ChosenLog {
    /// Opens it at the first complete line that is included. Reading ends where the log ended when it was selected,
    /// even if it has grown since. Also returns its total size, if it is not included as a whole.
    pub(super) fn open(&self) -> io::Result<(impl Read + use<>, Option<u64>)> {
        // Opening a pipe that has replaced it must not block.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::open(&self.file, flags, Mode::empty())?);
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no longer a file"));
        }
        let skipped = self.bytes - self.taken;
        if skipped == 0 {
            return Ok((file.take(self.bytes), None));
        }
        file.seek(SeekFrom::Start(skipped))?;
        let mut line = vec![0; usize::try_from(LINE_BYTES_MAX.min(self.taken)).unwrap_or(0)];
        let read = file.read(&mut line)?;
        let end = line[..read].iter().position(|byte| *byte == b'\n');
        // In an endless line every offset is as good as another.
        let from = skipped + end.map_or(0, |end| end as u64 + 1);
        file.seek(SeekFrom::Start(from))?;
        Ok((file.take(self.bytes - from), Some(self.bytes)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::FileTimes;
    use std::os::unix::fs::symlink;
    use std::time::{Duration, SystemTime};

    use super::*;

    const DAY: u64 = 86_400;
    /// 2026-11-21T00:00:00Z.
    const TODAY: u64 = 1_795_219_200;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn write(path: &Path, text: &str, seconds: u64) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        let time: SystemTime = UNIX_EPOCH + Duration::from_secs(seconds);
        let file = File::options().write(true).open(path).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    }

    fn parameters(change: impl FnOnce(&mut Parameters)) -> Parameters {
        let mut parameters = Parameters::usual(at("2026-11-21T12:00:00Z"));
        change(&mut parameters);
        parameters
    }

    fn text(log: &ChosenLog) -> (String, Option<u64>) {
        let (mut reader, shortened) = log.open().unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        (text, shortened)
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn the_logs_of_the_days_are_selected_including_rotated_ones() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("xray");
        let days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
        for (age, day) in days.iter().rev().enumerate().skip(1) {
            let name = format!("xray-service.{day}T23-00-00.log");
            write(&folder.join(name), day, TODAY - age as u64 * DAY + 23 * 3_600);
        }
        write(&folder.join("xray-service.log"), "now", TODAY + 3_600);
        write(&folder.join("notes.txt"), "no log", TODAY);
        write(&root.path().join("access/access-service.log"), "another's", TODAY);
        symlink("/etc/passwd", folder.join("passwd.log")).unwrap();
        let chosen = choose(root.path(), ServiceId::Xray, &parameters(|_| ()));
        let paths: Vec<&str> = chosen.logs.iter().map(|log| log.path.as_str()).collect();
        let wanted =
            ["logs/xray/xray-service.log", "logs/xray/xray-service.2026-11-20T23-00-00.log"];
        assert_eq!(paths, wanted);
        // Only the 18th: the log of that day, and the one rotated at 23:00, which may begin on it.
        let early = parameters(|all| {
            all.logs.start_date = "2026-11-18".parse().unwrap();
            all.logs.end_date = "2026-11-18".parse().unwrap();
        });
        let chosen = choose(root.path(), ServiceId::Xray, &early);
        assert_eq!(chosen.logs.len(), 2, "{chosen:?}");
        let none = parameters(|all| all.logs.include = false);
        assert_eq!(choose(root.path(), ServiceId::Xray, &none), Chosen::default());
        let missing = choose(root.path(), ServiceId::Mc, &parameters(|_| ()));
        assert_eq!(missing.left_out[0].what, "logs/mc");
        let repository = choose(root.path(), ServiceId::Artifactory, &parameters(|_| ()));
        assert_eq!(repository.logs[0].path, "logs/access/access-service.log");
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn the_newest_whole_lines_are_kept_and_the_rest_is_listed() {
        let root = tempfile::tempdir().unwrap();
        let lines = |from: usize| {
            let lines: Vec<String> =
                (from..from + 20_000).map(|n| format!("line {n:06}\n")).collect();
            lines.concat()
        };
        let (old, new) = (lines(0), lines(20_000));
        write(&root.path().join("xray/xray-service.2026-11-20T01-00-00.log"), &old, TODAY);
        write(&root.path().join("xray/xray-service.log"), &new, TODAY + 60);
        let small = parameters(|all| {
            (all.total_bytes_max, all.file_bytes_max) = (100_000, 70_000);
        });
        let chosen = choose(root.path(), ServiceId::Xray, &small);
        let (newest, from) = text(&chosen.logs[0]);
        assert_eq!(from, Some(new.len() as u64));
        assert!(new.ends_with(&newest) && newest.starts_with("line ") && newest.len() > 69_980);
        let (older, from) = text(&chosen.logs[1]);
        assert_eq!(from, Some(old.len() as u64));
        assert!(old.ends_with(&older) && older.len() <= 30_000);
        let tiny = parameters(|all| (all.total_bytes_max, all.file_bytes_max) = (70_000, 70_000));
        let chosen = choose(root.path(), ServiceId::Xray, &tiny);
        assert_eq!((chosen.logs.len(), chosen.left_out.len()), (1, 1));
        assert!(chosen.left_out[0].why.contains("70000 bytes"));
    }

    #[test]
    fn a_log_that_grows_or_is_one_endless_line_ends() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("mc/mc-service.log");
        write(&path, &"x".repeat(200_000), TODAY);
        let few = parameters(|all| (all.total_bytes_max, all.file_bytes_max) = (70_000, 70_000));
        let chosen = choose(root.path(), ServiceId::Mc, &few);
        fs::write(&path, "x".repeat(300_000)).unwrap();
        assert_eq!(text(&chosen.logs[0]).0.len(), 70_000);
        // A file that has been replaced by a link is not followed.
        fs::remove_file(&path).unwrap();
        symlink("/etc/passwd", &path).unwrap();
        assert!(chosen.logs[0].open().is_err());
        // Nor does a pipe block.
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        assert!(chosen.logs[0].open().is_err());
    }
}
