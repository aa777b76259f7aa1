//! sled's `conf`: a text with the parameters of a database, and its checksum.
//!
//! sled writes it in two parts and syncs neither, and opens no database whose `conf` a power cut has shortened. Its
//! content is the same for every database of ours, so it is written here, durably, before sled looks for it.

use std::fs;
use std::io;
use std::path::Path;

use super::active::SEGMENT_BYTES;
use super::head_file::replace;

pub(super) const NAME: &str = "conf";

/// Writes the file if it is missing or incomplete. A complete one with other parameters is left for sled to refuse.
pub(super) fn ensure(dir: &Path) -> io::Result<()> {
    match fs::read(dir.join(NAME)) {
        Ok(bytes) if is_complete(&bytes) => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => replace(dir, NAME, &content()),
    }
}

/// Whether it ends with the checksum of the rest.
pub(super) fn is_complete(bytes: &[u8]) -> bool {
    let Some((text, checksum)) = bytes.split_last_chunk::<4>() else { return false };
    crc32fast::hash(text).to_le_bytes() == *checksum
}

fn content() -> Vec<u8> {
    let text = format!("segment_size: {SEGMENT_BYTES}\nuse_compression: false\nversion: 0.34\n");
    [text.as_bytes(), &crc32fast::hash(text.as_bytes()).to_le_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// sled refuses a database whose parameters are not exactly those that it would write.
    #[test]
    fn it_is_what_sled_writes() {
        let scratch = tempfile::tempdir().expect("a directory");
        let config = sled::Config::new().path(scratch.path()).segment_size(SEGMENT_BYTES);
        drop(config.flush_every_ms(None).open().expect("the store opens"));
        assert_eq!(fs::read(scratch.path().join(NAME)).expect("written"), content());
    }
}
