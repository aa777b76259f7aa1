//! The lines of downloads in the access log: a head as all lines of that log have it, and JSON.
//!
//! `Time [trace] [ACCEPTED DOWNLOAD] {"repository":..}`, and `FILL` for what a remote repository has taken in. A line
//! has neither secrets nor query strings. The format is described in `docs/downloads.md`.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use crate::logs::{LINE_BYTES_MAX, is_active};

/// What a download is called in the log.
const DOWNLOAD: &str = "DOWNLOAD";
/// What filling the cache of a remote repository is called.
const FILL: &str = "FILL";
/// Who has sent no credentials.
pub const ANONYMOUS: &str = "anonymous";
/// Who takes in files of other servers: the server itself, for the client whose trace the line has.
pub const SYSTEM: &str = "system";

/// How a transfer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The whole file was sent.
    Whole,
    /// The range that was asked for was sent.
    Range,
    /// Less was sent than was asked for: the client went, or the content could not be read.
    Incomplete,
    /// A remote repository has taken the file in.
    Filled,
}

/// Something that was downloaded, or taken in from another server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// The key of the repository that has the file, also when it was asked for in a virtual one.
    pub repository: String,
    /// The id of that repository, which is never reused.
    pub repository_id: String,
    /// The path of the file.
    pub path: String,
    /// The package that it was published with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The version of that package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The SHA-256 of the content, in hexadecimal digits.
    pub sha256: String,
    /// The size of the content in bytes.
    pub size: u64,
    /// The first byte that was sent.
    pub from: u64,
    /// How many bytes were sent.
    pub bytes: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The opaque id of the user, `anonymous`, or `system` for what is taken in.
    pub user: String,
    /// The id of the access token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The address of the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<IpAddr>,
}

impl Transfer {
    /// Whether it counts as a download: the last byte of the file was sent, so that one that was resumed counts once.
    pub fn is_complete(&self) -> bool {
        match self.outcome {
            Outcome::Whole => true,
            Outcome::Range => self.from.saturating_add(self.bytes) == self.size,
            Outcome::Incomplete | Outcome::Filled => false,
        }
    }

    const fn name(&self) -> &'static str {
        match self.outcome {
            Outcome::Filled => FILL,
            Outcome::Whole | Outcome::Range | Outcome::Incomplete => DOWNLOAD,
        }
    }
}

/// A line about a transfer that ended at a time.
pub(super) fn line_of(transfer: &Transfer, at: Timestamp, trace: &str) -> String {
    let json = serde_json::to_string(transfer).unwrap_or_default();
    let mut line = format!("{at} [{trace}] [ACCEPTED {}] ", transfer.name());
    for character in json.chars() {
        if is_active(character) {
            // Such characters are within texts. Each has one unit of UTF-16.
            line.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            line.push(character);
        }
    }
    debug_assert!(line.len() <= LINE_BYTES_MAX, "a path is bounded");
    line
}

/// The time and the transfer of a line; `None` for all other lines of the access log.
pub(super) fn parsed(line: &str) -> Option<(Timestamp, Transfer)> {
    let (at, rest) = line.split_once(" [")?;
    let (_, rest) = rest.split_once("] [ACCEPTED ")?;
    let (name, json) = rest.split_once("] ")?;
    if name != DOWNLOAD && name != FILL {
        return None;
    }
    Some((at.parse().ok()?, serde_json::from_str(json).ok()?))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A transfer of a file of four bytes.
    pub fn transfer(path: &str, outcome: Outcome, from: u64, bytes: u64) -> Transfer {
        Transfer {
            repository: "files".into(),
            repository_id: "0a".into(),
            path: path.into(),
            package: None,
            version: None,
            sha256: "0".repeat(64),
            size: 4,
            from,
            bytes,
            outcome,
            user: "p_ann".into(),
            token: Some("t_1".into()),
            address: "::ffff:192.0.2.7"
                .parse::<IpAddr>()
                .ok()
                .map(|address| address.to_canonical()),
        }
    }

    /// covers: [DOWN-01]
    #[test]
    fn a_line_is_read_as_it_was_written_and_no_path_ends_it() {
        let path = "a\"b\\\u{7}\n2026-01-01T00:00:00.000Z [x] [ACCEPTED DOWNLOAD] {\u{202e}\u{85}é";
        let written = transfer(path, Outcome::Whole, 0, 4);
        let at = Timestamp::from_ms(0);
        let line = line_of(&written, at, "9f2c0000aaaa1111");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.chars().all(|character| !is_active(character)), "{line}");
        let head = "1970-01-01T00:00:00.000Z [9f2c0000aaaa1111] [ACCEPTED DOWNLOAD] {";
        assert!(line.starts_with(head), "{line}");
        assert!(line.contains("\"address\":\"192.0.2.7\""), "{line}");
        assert_eq!(parsed(&line), Some((at, written)));
        let filled = line_of(&transfer("a", Outcome::Filled, 0, 4), at, "9f2c0000aaaa1111");
        assert!(filled.contains("[ACCEPTED FILL]") && parsed(&filled).is_some(), "{filled}");
        let longest = transfer(&"\u{85}".repeat(512), Outcome::Whole, 0, 4);
        assert!(line_of(&longest, at, "9f2c0000aaaa1111").len() < LINE_BYTES_MAX);
        for other in ["", "x", &line[..line.len() - 1], &line.replace("DOWNLOAD", "LOGIN")] {
            assert_eq!(parsed(other), None, "{other}");
        }
    }

    #[test]
    fn a_download_counts_once_when_its_last_byte_was_sent() {
        for (outcome, from, bytes, counts) in [
            (Outcome::Whole, 0, 4, true),
            (Outcome::Range, 0, 2, false),
            (Outcome::Range, 2, 2, true),
            (Outcome::Incomplete, 0, 3, false),
            (Outcome::Filled, 0, 4, false),
        ] {
            assert_eq!(transfer("a", outcome, from, bytes).is_complete(), counts, "{outcome:?}");
        }
    }
}
