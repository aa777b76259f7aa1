//! Small files of state that can be done without, such as an index or counts: the text, and its SHA-256 in the last
//! line. A changed bit in one could name other sessions or other counts, so a damaged file is as good as none.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use crate::secret::sha256_hex;

/// Reads the text of such a file.
///
/// # Errors
///
/// An I/O error, if the file cannot be read, is longer than it may be, or is damaged.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(bytes_max).read_to_end(&mut bytes)?;
    let damaged = || io::Error::other("it is damaged");
    let end = bytes.iter().rposition(|byte| *byte == b'\n').ok_or_else(damaged)?;
    if sha256_hex(&bytes[..end]).as_bytes() != &bytes[end + 1..] {
        return Err(damaged());
    }
    bytes.truncate(end);
    Ok(bytes)
}

/// Replaces such a file, for its owner only: after a crash it has either the old content or the new.
///
/// # Errors
///
/// An I/O error, if it cannot be written.
pub fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("new");
    let mut options = OpenOptions::new();
    let mut file = options.create(true).write(true).truncate(true).mode(0o600).open(&fresh)?;
    file.write_all(text)?;
    file.write_all(format!("\n{}", sha256_hex(text)).as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, path)?;
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}
