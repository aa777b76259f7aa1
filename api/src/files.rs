//! Reads files that users name. Only regular files are opened: a device may be endless, and opening a pipe without a
//! writer blocks for ever.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a regular file; anything else is an error.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = path.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("it is a folder; name a file"));
    }
    if !kind.is_file() {
        return Err(io::Error::other("it is a pipe, a socket or a device; name a file"));
    }
    File::open(path)
}

/// Reads a file of at most `bytes_max` bytes.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(io::Error::other(format!("it has more than {bytes_max} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn only_regular_files_within_the_limit_are_read() {
        let folder = std::env::temp_dir().join(format!("waybill-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (file, pipe) = (folder.join("file"), folder.join("pipe"));
        std::fs::write(&file, "four").unwrap();
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let why = |path: &Path| read(path, 4).unwrap_err().to_string();
        assert!(why(&folder).contains("folder"));
        assert!(why(&pipe).contains("pipe"));
        assert!(why(Path::new("/dev/null")).contains("device"));
        assert_eq!(read(&file, 4).unwrap(), b"four");
        assert!(read(&file, 3).unwrap_err().to_string().contains("more than 3 bytes"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
