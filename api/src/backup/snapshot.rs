//! The list of the files of one backup.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use waybill_journal::Checkpoint;
use waybill_machines::Timestamp;
use waybill_platform::secret::sha256_hex;

use super::BackupError;
use super::origin::Origin;

/// The format of backups that this build writes and reads.
pub(super) const FORMAT: u32 = 1;

/// One backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The format of the backup.
    format: u32,
    /// Its name: the time at which it was made.
    pub name: String,
    /// The time of its cut.
    pub at: Timestamp,
    /// The version of the build that made it.
    pub version: String,
    /// The extent of the sessions' journal.
    pub sessions: Checkpoint,
    /// The extent of the platform's journal.
    pub platform: Checkpoint,
    /// Its folders, of which some have no files.
    pub folders: Vec<String>,
    /// Its files.
    pub files: Vec<StoredFile>,
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its path in the data directory.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The SHA-256 of its content.
    pub sha256: String,
    /// The SHA-256 of its content as it is encrypted, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_sha256: Option<String>,
    /// Its size in bytes as it is encrypted, if it is; earlier builds have not stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_bytes: Option<u64>,
    /// The file that it was copied from, to recognise it as unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// The field that backups of all formats have.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Snapshot {
    /// A backup without files.
    pub(super) fn new(at: Timestamp, sessions: Checkpoint, platform: Checkpoint) -> Self {
        let name = at.to_string().replace(':', "-");
        let version = crate::version::VERSION.to_owned();
        let (folders, files) = (Vec::new(), Vec::new());
        Self { format: FORMAT, name, at, version, sessions, platform, folders, files }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Its text: JSON, and the SHA-256 of that in the last line.
    pub(super) fn to_text(&self) -> io::Result<Vec<u8>> {
        text_of(self)
    }

    /// Reads its text.
    pub(super) fn of_text(name: &str, text: &[u8]) -> Result<Self, BackupError> {
        let json = checked(name, text)?;
        let damaged =
            |error: serde_json::Error| BackupError::Damaged(vec![format!("{name}: {error}")]);
        let Format { format } = serde_json::from_slice(json).map_err(damaged)?;
        if format > FORMAT {
            return Err(BackupError::Newer(name.to_owned()));
        }
        let snapshot: Self = serde_json::from_slice(json).map_err(damaged)?;
        let mut paths = snapshot.files.iter().map(|file| &file.path).chain(&snapshot.folders);
        match paths.find(|path| !is_below(path)) {
            Some(path) => Err(BackupError::Damaged(vec![format!("{name} names the path {path}")])),
            None => Ok(snapshot),
        }
    }
}

/// JSON, and its SHA-256 in the last line.
pub(super) fn text_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    let digest = sha256_hex(&text);
    text.extend_from_slice(format!("\n{digest}\n").as_bytes());
    Ok(text)
}

/// The text of a list that names what these files are like as they are encrypted now, if it named something else.
/// Fields that this build does not know stay in it.
pub(super) fn corrected(
    name: &str,
    text: &[u8],
    files: &BTreeMap<&str, &StoredFile>,
) -> Result<Option<Vec<u8>>, BackupError> {
    let invalid = |error: serde_json::Error| BackupError::Damaged(vec![format!("{name}: {error}")]);
    let before: Value = serde_json::from_slice(checked(name, text)?).map_err(invalid)?;
    let mut list = before.clone();
    for entry in list["files"].as_array_mut().into_iter().flatten() {
        let Some(file) = entry["sha256"].as_str().and_then(|sha256| files.get(sha256)) else {
            continue;
        };
        entry["sealed_sha256"] = json!(file.sealed_sha256);
        entry["sealed_bytes"] = json!(file.sealed_bytes);
    }
    if list == before {
        return Ok(None);
    }
    text_of(&list).map(Some).map_err(BackupError::io(name))
}

/// The text without the digest in its last line, which it must have.
pub(super) fn checked<'a>(name: &str, text: &'a [u8]) -> Result<&'a [u8], BackupError> {
    let damaged = || BackupError::Damaged(vec![format!("{name} was changed or is cut short")]);
    let text = text.strip_suffix(b"\n").ok_or_else(damaged)?;
    let end = text.iter().rposition(|byte| *byte == b'\n').ok_or_else(damaged)?;
    let (json, digest) = (&text[..end], &text[end + 1..]);
    if sha256_hex(json).as_bytes() == digest { Ok(json) } else { Err(damaged()) }
}

/// Whether a path stays below the directory that it is relative to.
pub(super) fn is_below(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_the_data_directory() {
        assert!(is_below("journal/sessions/HEAD"));
        for path in ["", "/etc/passwd", "../x", "a/../../x", "./x"] {
            assert!(!is_below(path), "{path}");
        }
    }
}
