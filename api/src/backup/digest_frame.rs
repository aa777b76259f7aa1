//! The digest behind a compressed archive: no byte of it can change unseen, also none that decompressing ignores.
//!
//! It is in a frame that programs for zstd skip (RFC 8878, section 3.1.2). Archives of earlier builds have none.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write};

use sha2::{Digest as _, Sha256};

use super::stream::HashWriter;
use super::watched::{Failed, Watched};

/// Begins the frame: one of the 16 numbers of frames that are skipped, and the length of what follows.
const BEGIN: [u8; 8] = [0x5b, 0x2a, 0x4d, 0x18, 32, 0, 0, 0];
const FRAME_BYTES: usize = BEGIN.len() + 32;

/// Ends an archive with the digest of all that was written of it.
pub(super) fn write<W: Write>(archive: HashWriter<W>) -> io::Result<W> {
    let (mut out, mut hash) = archive.into_parts();
    hash.update(BEGIN);
    out.write_all(&BEGIN)?;
    out.write_all(&hash.finalize())?;
    Ok(out)
}

/// The archive in a file, and where an error of the file is kept. Reading it to its end fails if any byte was changed.
pub(super) fn open(mut file: File) -> io::Result<(Box<dyn Read>, Failed)> {
    let bytes = file.metadata()?.len();
    let mut frame = None;
    if let Some(start) = bytes.checked_sub(FRAME_BYTES as u64) {
        let mut read = [0; FRAME_BYTES];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut read)?;
        file.rewind()?;
        // With any of the 16 numbers, it would be skipped.
        let is_frame = read[0] & 0xf0 == BEGIN[0] & 0xf0 && read[1..BEGIN.len()] == BEGIN[1..];
        frame = is_frame.then_some((start, read));
    }
    let file = Watched::new(file);
    let failed = file.failed();
    let file = BufReader::with_capacity(1 << 20, file);
    let archive: Box<dyn Read> = match frame {
        Some((left, frame)) => Box::new(DigestReader { file, left, hash: Sha256::new(), frame }),
        None => Box::new(file),
    };
    Ok((archive, failed))
}

/// The bytes in front of the frame, with which it is compared at their end.
struct DigestReader<R> {
    file: R,
    left: u64,
    hash: Sha256,
    frame: [u8; FRAME_BYTES],
}

impl<R: Read> Read for DigestReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&mut self.file).take(self.left).read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.left -= read as u64;
        let (begin, digest) = self.frame.split_at(BEGIN.len());
        if read == 0
            && !buffer.is_empty()
            && self.hash.clone().chain_update(begin).finalize()[..] != *digest
        {
            let text = "the digest at its end is that of other bytes";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const TEXT: &[u8] = b"a backup of a backup of a backup, and 0123456789 more of them";

    fn content(path: &Path) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        let (archive, _) = open(File::open(path)?)?;
        zstd::Decoder::new(archive)?.read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn each_changed_bit_is_found() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("archive");
        let out = HashWriter::new(File::create(&path).unwrap());
        let mut compressed = zstd::Encoder::new(out, 1).unwrap();
        compressed.write_all(&TEXT.repeat(20)).unwrap();
        write(compressed.finish().unwrap()).unwrap();
        assert_eq!(content(&path).unwrap(), TEXT.repeat(20));
        let whole = fs::read(&path).unwrap();
        assert_eq!(zstd::decode_all(&whole[..]).unwrap(), TEXT.repeat(20), "others skip it");
        for bit in 0..whole.len() * 8 {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, changed).unwrap();
            assert!(content(&path).is_err(), "bit {bit}");
        }
        // As earlier builds wrote them.
        fs::write(&path, &whole[..whole.len() - FRAME_BYTES]).unwrap();
        assert_eq!(content(&path).unwrap(), TEXT.repeat(20));
        fs::write(&path, &whole[..3]).unwrap();
        assert!(content(&path).is_err());
    }
}
