//! What was transferred in one minute: the counts, and the SHA-256 of the lines about it, by repository.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};
use waybill_machines::Timestamp;
use waybill_machines::machines::download::{FileCount, Lines, MinuteCount, Transfers};
use waybill_machines::secret::Digest;

use super::line::{Outcome, Transfer};
use crate::secret::hex;

/// A minute in milliseconds.
pub(super) const MINUTE_MS: i64 = 60_000;
/// How many files of all repositories are counted by themselves in a minute.
const FILES_MAX: usize = 1_000;
/// How many bytes their paths, packages and versions may have together.
const NAMES_BYTES_MAX: usize = 256 * 1_024;
/// How many bytes the counts of one record may have, so that the record has at most 4 KiB.
const RECORD_BYTES_MAX: usize = 3 * 1_024;

/// The minute that a time is in.
pub(super) fn minute_of(at: Timestamp) -> Timestamp {
    Timestamp::from_ms(at.as_ms() - at.as_ms().rem_euclid(MINUTE_MS))
}

/// Lines and what is hashed of them so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Hashed {
    pub(super) count: u64,
    hasher: Sha256,
}

impl Hashed {
    pub(super) fn add(&mut self, line: &str) {
        self.count += 1;
        self.hasher.update(line);
        self.hasher.update(b"\n");
    }

    pub(super) fn lines(&self) -> Lines {
        let sha256 = Digest(hex(&self.hasher.clone().finalize()));
        Lines { count: self.count, sha256 }
    }
}

/// A minute, and what it has of each repository, by its id.
#[derive(Debug, Clone)]
pub(super) struct Minute {
    pub(super) begins: Timestamp,
    /// Whether it is counted from the lines that a server left which did not stop in order.
    is_recovered: bool,
    repositories: BTreeMap<String, OfRepository>,
    files: usize,
    names_bytes: usize,
}

#[derive(Debug, Clone, Default)]
struct OfRepository {
    lines: Hashed,
    unlogged: u64,
    files: BTreeMap<String, FileCount>,
    others: Transfers,
}

impl Minute {
    pub(super) fn new(begins: Timestamp, is_recovered: bool) -> Self {
        let repositories = BTreeMap::new();
        Self { begins, is_recovered, repositories, files: 0, names_bytes: 0 }
    }

    /// Adds a transfer with its line; without one if the log had no room for it.
    pub(super) fn add(&mut self, transfer: &Transfer, line: Option<&str>, at: Timestamp) {
        let of = self.repositories.entry(transfer.repository_id.clone()).or_default();
        match line {
            Some(line) => of.lines.add(line),
            None => of.unlogged += 1,
        }
        let names = [Some(&transfer.path), transfer.package.as_ref(), transfer.version.as_ref()];
        let names_bytes: usize = names.into_iter().flatten().map(String::len).sum();
        if !of.files.contains_key(&transfer.path) {
            if self.files >= FILES_MAX || self.names_bytes + names_bytes > NAMES_BYTES_MAX {
                return add(&mut of.others, transfer);
            }
            self.files += 1;
            self.names_bytes += names_bytes;
        }
        let file = of.files.entry(transfer.path.clone()).or_insert_with(|| FileCount {
            path: transfer.path.clone(),
            package: transfer.package.clone(),
            version: transfer.version.clone(),
            transfers: Transfers::default(),
            last: None,
        });
        add(&mut file.transfers, transfer);
        if transfer.is_complete() {
            file.last = Some(at);
        }
    }

    /// Keeps only the sums of the files, for which little memory is needed.
    pub(super) fn fold(&mut self) {
        for of in self.repositories.values_mut() {
            for file in std::mem::take(&mut of.files).into_values() {
                sum(&mut of.others, file.transfers);
            }
        }
        (self.files, self.names_bytes) = (0, 0);
    }

    /// What it has of one file.
    pub(super) fn of(&self, repository: &str, path: &str) -> Option<&FileCount> {
        self.repositories.get(repository)?.files.get(path)
    }

    /// The counts for the records of each repository, by its id. The first of them has the lines.
    pub(super) fn counts(&self) -> Vec<(String, Vec<MinuteCount>)> {
        let counts = self.repositories.iter();
        counts.map(|(id, of)| (id.clone(), self.counts_of(of))).collect()
    }

    fn counts_of(&self, of: &OfRepository) -> Vec<MinuteCount> {
        let empty = || MinuteCount {
            minute: self.begins,
            lines: None,
            unlogged: 0,
            recovered: self.is_recovered,
            files: Vec::new(),
            others: None,
        };
        let others = (of.others != Transfers::default()).then_some(of.others);
        let lines = Some(of.lines.lines());
        let mut counts = vec![MinuteCount { lines, unlogged: of.unlogged, others, ..empty() }];
        let mut bytes = 0;
        for file in of.files.values() {
            let more = serde_json::to_string(file).map_or(0, |json| json.len());
            if bytes > 0 && bytes + more > RECORD_BYTES_MAX {
                counts.push(empty());
                bytes = 0;
            }
            bytes += more;
            if let Some(last) = counts.last_mut() {
                last.files.push(file.clone());
            }
        }
        counts
    }
}

fn add(transfers: &mut Transfers, transfer: &Transfer) {
    let is_fill = transfer.outcome == Outcome::Filled;
    let sent = if is_fill { 0 } else { transfer.bytes };
    let more = Transfers {
        downloads: u64::from(transfer.is_complete()),
        fills: u64::from(is_fill),
        bytes: sent,
    };
    sum(transfers, more);
}

/// Adds what was transferred. Numbers in records are exact up to 2^53.
pub(crate) fn sum(transfers: &mut Transfers, more: Transfers) {
    const MAX: u64 = (1 << 53) - 1;
    let add = |one: u64, other: u64| one.saturating_add(other).min(MAX);
    *transfers = Transfers {
        downloads: add(transfers.downloads, more.downloads),
        fills: add(transfers.fills, more.fills),
        bytes: add(transfers.bytes, more.bytes),
    };
}

#[cfg(test)]
mod tests {
    use super::super::line::tests::transfer;
    use super::*;

    /// covers: [DOWN-02]
    #[test]
    fn a_minute_of_many_files_has_bounded_records_and_counts_the_rest_together() {
        let mut minute = Minute::new(Timestamp::from_ms(60_000), false);
        let long = "x".repeat(255);
        for number in 0..100_000 {
            let path = format!("{long}/{long}/{number}");
            minute.add(&transfer(&path, Outcome::Whole, 0, 4), Some("line"), minute.begins);
        }
        let counts = minute.counts();
        let [(repository, counts)] = counts.as_slice() else { panic!("{counts:?}") };
        assert_eq!(repository, "0a");
        let files: usize = counts.iter().map(|count| count.files.len()).sum();
        assert!((400..=FILES_MAX).contains(&files), "{files}");
        assert!(counts.iter().all(|count| serde_json::to_string(count).unwrap().len() < 4_000));
        let lines: Vec<u64> =
            counts.iter().filter_map(|count| Some(count.lines.as_ref()?.count)).collect();
        assert_eq!(lines, [100_000]);
        let others = counts[0].others.unwrap();
        assert_eq!(others.downloads, 100_000 - files as u64);
        minute.fold();
        assert_eq!(minute.counts()[0].1[0].others.unwrap().downloads, 100_000);
    }

    #[test]
    fn times_before_1970_are_in_a_minute_too() {
        let minute = |ms| minute_of(Timestamp::from_ms(ms)).as_ms();
        assert_eq!((minute(-1), minute(0), minute(59_999)), (-60_000, 0, 0));
    }
}
