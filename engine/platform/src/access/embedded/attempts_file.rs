//! The file with the counts of attempts, which a restart keeps: otherwise restarting the server would give everyone who
//! guesses a new day. It holds digests under a key of the vault and no names. Losing it costs only the counts, so a
//! damaged one is no reason not to start.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::access::slow_down::Saved;
use crate::digested_file;

pub(super) const FORMAT: u32 = 1;
/// The bounded tables fill less.
const BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedAttempts {
    pub format: u32,
    pub passwords: Saved,
    pub codes: Saved,
}

/// Reads the file; none if there is none, or if it cannot be used.
pub(super) fn read(path: &Path) -> Option<SavedAttempts> {
    match read_whole(path) {
        Ok(saved) => Some(saved),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let path = path.display();
            tracing::warn!(service = "access", %error, "the counts of attempts in {path} cannot be used; they begin anew");
            None
        }
    }
}

fn read_whole(path: &Path) -> io::Result<SavedAttempts> {
    let text = digested_file::read(path, BYTES_MAX)?;
    let saved: SavedAttempts = serde_json::from_slice(&text)?;
    if saved.format != FORMAT {
        return Err(io::Error::other(format!("its format is {}", saved.format)));
    }
    Ok(saved)
}

/// Replaces the file.
pub(super) fn write(path: &Path, saved: &SavedAttempts) -> io::Result<()> {
    digested_file::write(path, &serde_json::to_vec(saved)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_missing_or_damaged_file_is_an_empty_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("attempts");
        assert!(read(&path).is_none());
        let saved =
            SavedAttempts { format: FORMAT, passwords: Saved::default(), codes: Saved::default() };
        write(&path, &saved).unwrap();
        assert!(read(&path).is_some());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0);
        let text = fs::read_to_string(&path).unwrap();
        let changed = text.replace("\"format\":1", "\"format\":2");
        for damaged in ["", "{", &text[..text.len() - 1], &changed] {
            fs::write(&path, damaged).unwrap();
            assert!(read(&path).is_none(), "{damaged}");
        }
        write(&path, &SavedAttempts { format: FORMAT + 1, ..saved }).unwrap();
        assert!(read(&path).is_none(), "of a newer build");
    }
}
