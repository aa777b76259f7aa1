//! Searching a log as a whole, with the files that were rotated, from its end backwards. Bounded in bytes and in time:
//! the answer says how much was searched.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use waybill_machines::Timestamp;

use super::super::LogsError;
use super::super::density::{Counter, Density};
use super::super::parsed::{Level, level_of, time_of};
use super::{LogReader, line_start, read_at};
use crate::logs::LogId;

/// So many matches are returned at most.
pub const MATCHES_MAX: usize = 500;
/// What is read at once.
const BLOCK_BYTES: u64 = 1_024 * 1_024;
/// The most that one search reads, and how long it may take.
const BYTES_MAX: u64 = 512 * 1_024 * 1_024;
const TIME_MAX: Duration = Duration::from_secs(3);
/// The most of a line that is returned, in characters.
const TEXT_CHARS_MAX: usize = 2_000;
/// A line is written when a request ends, and has the time at which it began: lines may be out of order by this much.
const DISORDER_MS: i64 = 10 * 60 * 1_000;

/// What is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// A part of the line, in any case; empty for all.
    pub text: String,
    /// Lines of at least this level.
    pub level: Level,
    /// Lines from this time on.
    pub from: Option<Timestamp>,
    /// Lines up to this time.
    pub to: Option<Timestamp>,
    /// The most matches to return, at most [`MATCHES_MAX`]; all are counted.
    pub most: usize,
}

/// A line that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogMatch"))]
#[cfg_attr(feature = "schema", schemars(rename = "LogMatch"))]
pub struct Match {
    /// The generation of the file that it is in.
    pub generation: String,
    /// The offset of its first byte in that file.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub offset: u64,
    /// Its time, or that of the line that it continues.
    pub at: Option<Timestamp>,
    /// Its level.
    pub level: Level,
    /// The line, or the beginning of a very long one.
    pub text: String,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogSearch"))]
#[cfg_attr(feature = "schema", schemars(rename = "LogSearch"))]
pub struct Found {
    /// The newest matches, the newest first.
    pub matches: Vec<Match>,
    /// The number of all matches in what was searched.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub found: u64,
    /// The lines of the time range by level, in what was searched.
    pub density: Density,
    /// How much was searched, in bytes, from the end of the log backwards.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub searched_bytes: u64,
    /// The length of the log with the files that were rotated.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub total_bytes: u64,
    /// Whether everything that can match was searched.
    pub is_complete: bool,
}

impl LogReader {
    /// Searches a log.
    pub fn search(&self, log: LogId, search: &Search) -> Result<Found, LogsError> {
        self.search_within(log, search, BYTES_MAX, Instant::now() + TIME_MAX)
    }

    fn search_within(
        &self,
        log: LogId,
        search: &Search,
        bytes_max: u64,
        until: Instant,
    ) -> Result<Found, LogsError> {
        let files = self.files(log)?;
        let mut run = Run::new(search);
        let mut is_complete = true;
        'files: for file in files.iter().rev() {
            let mut end = file.size;
            while end > 0 {
                if run.bytes >= bytes_max || Instant::now() >= until {
                    is_complete = false;
                    break 'files;
                }
                let from = end.saturating_sub(BLOCK_BYTES);
                let length = usize::try_from(end - from).unwrap_or(0);
                let bytes = read_at(&file.file, from, length);
                let bytes = bytes.map_err(|error| super::unreadable(log, &error))?;
                let start = if from > 0 { line_start(&bytes) } else { 0 };
                end = from + start as u64;
                if run.block(&bytes[start..], end, &file.generation) {
                    break 'files;
                }
            }
        }
        let total_bytes = files.iter().map(|file| file.size).sum();
        Ok(Found {
            matches: run.matches,
            found: run.found,
            density: run.counter.density(),
            searched_bytes: run.bytes,
            total_bytes,
            is_complete,
        })
    }
}

/// A search in progress.
struct Run<'a> {
    search: &'a Search,
    wanted: String,
    bytes: u64,
    found: u64,
    matches: Vec<Match>,
    counter: Counter,
}

impl<'a> Run<'a> {
    fn new(search: &'a Search) -> Self {
        Self {
            search,
            wanted: search.text.to_lowercase(),
            bytes: 0,
            found: 0,
            matches: Vec::new(),
            counter: Counter::default(),
        }
    }

    /// Searches whole lines, which are older than all lines before. Returns whether what is older yet is out of range.
    fn block(&mut self, bytes: &[u8], offset: u64, generation: &str) -> bool {
        self.bytes += bytes.len() as u64;
        let text = |line: &[u8]| String::from_utf8_lossy(line).trim_end_matches('\r').to_owned();
        let lines = || {
            let mut offset = offset;
            bytes.split_inclusive(|byte| *byte == b'\n').map(move |line| {
                let at = offset;
                offset += line.len() as u64;
                (at, line.strip_suffix(b"\n").unwrap_or(line))
            })
        };
        // Lines without a time belong to the one before, which for the first ones is not known: the next is near.
        let mut at = lines().find_map(|(_, line)| time_of(&text(line)));
        let mut newest = at;
        let mut matches = Vec::new();
        for (offset, line) in lines() {
            let line = text(line);
            at = time_of(&line).or(at);
            newest = newest.max(at);
            if !self.is_in_range(at) {
                continue;
            }
            let level = level_of(&line);
            let is_found = level >= self.search.level && holds(&line, &self.wanted);
            if let Some(at) = at {
                self.counter.count(at, level, is_found);
            }
            if is_found {
                self.found += 1;
                let text = line.chars().take(TEXT_CHARS_MAX).collect();
                matches.push(Match { generation: generation.to_owned(), offset, at, level, text });
            }
        }
        let room = self.search.most.min(MATCHES_MAX).saturating_sub(self.matches.len());
        self.matches.extend(matches.into_iter().rev().take(room));
        let from = self.search.from.zip(newest);
        from.is_some_and(|(from, newest)| from.ms_since(newest) > DISORDER_MS)
    }

    fn is_in_range(&self, at: Option<Timestamp>) -> bool {
        let Search { from, to, .. } = self.search;
        let Some(at) = at else { return from.is_none() && to.is_none() };
        from.is_none_or(|from| from <= at) && to.is_none_or(|to| at <= to)
    }
}

/// Whether a line has a text in it, in any case. The text is in lower case.
fn holds(line: &str, wanted: &str) -> bool {
    let Some(first) = wanted.bytes().next() else { return true };
    if !wanted.is_ascii() {
        return line.to_lowercase().contains(wanted);
    }
    let mut windows = line.as_bytes().windows(wanted.len());
    windows.any(|part| {
        part[0].to_ascii_lowercase() == first && part.eq_ignore_ascii_case(wanted.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;
    use waybill_machines::rules::services::ServiceId;

    use super::super::super::names::LogKind;
    use super::*;

    const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);

    fn write(root: &Path, name: &str, text: &str) {
        fs::create_dir_all(root.join("artifactory")).unwrap();
        fs::write(root.join("artifactory").join(name), text).unwrap();
    }

    fn line(second: i64, level: &str, message: &str) -> String {
        let at = Timestamp::from_ms(1_000_000_000_000 + second * 1_000);
        format!("{at} [jfrt ] [{level:<5}] [                ] [waybill] - {message}\n")
    }

    fn search(text: &str) -> Search {
        Search { text: text.into(), level: Level::Other, from: None, to: None, most: 10 }
    }

    fn second(number: i64) -> Timestamp {
        Timestamp::from_ms(1_000_000_000_000 + number * 1_000)
    }

    /// covers: [LOGV-03]
    #[test]
    fn what_is_found_is_in_all_files_newest_first_and_at_its_offset() {
        let root = tempfile::tempdir().unwrap();
        let old = line(0, "INFO", "a Needle") + &line(1, "ERROR", "hay");
        let new = line(5, "WARN", "NEEDLE again") + "  a needle in the next line\n";
        write(root.path(), "artifactory-service.2026-11-20T10-00-00.log", &old);
        write(root.path(), "artifactory-service.log", &new);
        let reader = LogReader::new(root.path());
        let found = reader.search(LOG, &search("needle")).unwrap();
        assert!(found.is_complete);
        assert_eq!((found.found, found.searched_bytes), (3, (old.len() + new.len()) as u64));
        assert_eq!(found.total_bytes, found.searched_bytes);
        let levels: Vec<_> = found.matches.iter().map(|one| (one.level, one.at)).collect();
        let expected = [(Level::Other, 5), (Level::Warn, 5), (Level::Info, 0)]
            .map(|(level, number)| (level, Some(second(number))));
        assert_eq!(levels, expected);
        for (one, file) in found.matches.iter().zip([&new, &new, &old]) {
            let from = usize::try_from(one.offset).unwrap();
            assert!(file[from..].starts_with(&one.text), "{one:?}");
        }
        let counts = found.density.buckets.iter().map(|bucket| (bucket.error, bucket.found));
        assert_eq!(counts.collect::<Vec<_>>(), [(0, 1), (1, 0), (0, 0), (0, 0), (0, 0), (0, 2)]);
    }

    /// covers: [LOGV-03]
    #[test]
    fn level_and_time_narrow_what_is_found_and_counted() {
        let root = tempfile::tempdir().unwrap();
        let text: String = (0..100)
            .map(|second| line(second, if second % 10 == 0 { "ERROR" } else { "INFO" }, "hay"))
            .collect();
        write(root.path(), "artifactory-service.log", &text);
        let reader = LogReader::new(root.path());
        let errors = Search {
            level: Level::Error,
            from: Some(second(20)),
            to: Some(second(40)),
            ..search("")
        };
        let found = reader.search(LOG, &errors).unwrap();
        assert_eq!((found.found, found.matches.len(), found.density.buckets.len()), (3, 3, 21));
        let few = Search { most: 2, ..search("") };
        let found = reader.search(LOG, &few).unwrap();
        assert_eq!((found.found, found.matches.len()), (100, 2));
        assert_eq!(found.matches[0].at, Some(second(99)));
        let none = reader.search(LOG, &search("nothing of that")).unwrap();
        assert_eq!((none.found, none.is_complete), (0, true));
    }

    /// covers: [LOGV-03]
    #[test]
    fn a_search_that_takes_too_much_says_what_it_has_searched() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "artifactory-service.log", &line(1, "INFO", "hay").repeat(60_000));
        let reader = LogReader::new(root.path());
        let later = Instant::now() + Duration::from_secs(600);
        let found = reader.search_within(LOG, &search("hay"), 1, later).unwrap();
        assert!(!found.is_complete && found.found > 0);
        assert!(found.searched_bytes <= BLOCK_BYTES && found.total_bytes > 4 * BLOCK_BYTES);
        let found = reader.search_within(LOG, &search("hay"), BYTES_MAX, Instant::now()).unwrap();
        assert_eq!((found.is_complete, found.searched_bytes), (false, 0));
        let all = reader.search_within(LOG, &search("hay"), BYTES_MAX, later).unwrap();
        assert_eq!((all.found, all.is_complete), (60_000, true));
        // What is older than the range is not read.
        let late = Search { from: Some(second(700)), ..search("hay") };
        let found = reader.search_within(LOG, &late, BYTES_MAX, later).unwrap();
        assert_eq!((found.found, found.is_complete), (0, true));
        assert!(found.searched_bytes <= BLOCK_BYTES);
    }

    proptest! {
        /// Whatever a file holds, each line that holds the text is counted once.
        #[test]
        fn every_line_is_searched_once(lines in proptest::collection::vec("[a-cA-C€ ]{0,9}", 0..60)) {
            let root = tempfile::tempdir().unwrap();
            write(root.path(), "artifactory-service.log", &lines.join("\n"));
            let found = LogReader::new(root.path()).search(LOG, &search("ab")).unwrap();
            let expected = lines.iter().filter(|line| line.to_lowercase().contains("ab")).count();
            prop_assert_eq!(found.found, expected as u64);
        }
    }
}
