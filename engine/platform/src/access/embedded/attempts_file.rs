//! The file with the counts of attempts, which a restart keeps: otherwise restarting the server would give everyone who
//! guesses a new day. It holds digests under a key of the vault and no names. Losing it costs only the counts, so a
//! damaged one is no reason not to start.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::access::slow_down::Saved;

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
    let mut text = Vec::new();
    fs::File::open(path)?.take(BYTES_MAX).read_to_end(&mut text)?;
    let saved: SavedAttempts = serde_json::from_slice(&text)?;
    if saved.format != FORMAT {
        return Err(io::Error::other(format!("its format is {}", saved.format)));
    }
    Ok(saved)
}

/// Replaces the file: after a crash it has either the old content or the new.
pub(super) fn write(path: &Path, saved: &SavedAttempts) -> io::Result<()> {
    let text = serde_json::to_vec(saved)?;
    let fresh = path.with_extension("new");
    let mut file =
        OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&fresh)?;
    file.write_all(&text)?;
    file.sync_all()?;
    fs::rename(&fresh, path)
}

#[cfg(test)]
mod tests {
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
        let newer = text.replace("\"format\":1", "\"format\":2");
        for damaged in ["", "{", &text[..text.len() - 1], &newer] {
            fs::write(&path, damaged).unwrap();
            assert!(read(&path).is_none(), "{damaged}");
        }
    }
}
