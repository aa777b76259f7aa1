//! Contents and packages of any size, which are made while they are written: no more than a portion is in memory.

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};
use tar::{Builder, Header};
use waybill_platform::secret::hex;
use waybill_tests::npm::{Sums, document_of};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

const PORTION_BYTES: usize = 256 * 1_024;

/// A content of so many bytes, which begins with its number, so that each has other checksums.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filler {
    pub(crate) number: u64,
    pub(crate) bytes: u64,
}

/// Bytes that cannot be compressed.
fn portion() -> &'static [u8] {
    static PORTION: OnceLock<Vec<u8>> = OnceLock::new();
    PORTION.get_or_init(|| {
        let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.to_le_bytes()
        };
        (0..PORTION_BYTES / 8).flat_map(|_| random()).collect()
    })
}

impl Filler {
    pub(crate) fn write_to(self, sink: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let number = self.number.to_le_bytes();
        sink.write_all(&number)?;
        let mut left = self.bytes - number.len() as u64;
        while left > 0 {
            let taken = portion().len().min(usize::try_from(left).unwrap_or(usize::MAX));
            sink.write_all(&portion()[..taken])?;
            left -= taken as u64;
        }
        Ok(())
    }

    /// The SHA-256 in hexadecimal digits.
    pub(crate) fn sha256(self) -> String {
        let mut summed = Summed::default();
        self.write_to(&mut summed).expect("nothing is written");
        hex(&summed.sha256.finalize())
    }
}

/// The checksums of what is written.
#[derive(Default)]
pub(crate) struct Summed {
    sha256: Sha256,
    sha512: Sha512,
    sha1: Sha1,
    pub(crate) bytes: u64,
}

impl Write for Summed {
    fn write(&mut self, portion: &[u8]) -> io::Result<usize> {
        self.sha256.update(portion);
        self.sha512.update(portion);
        self.sha1.update(portion);
        self.bytes += portion.len() as u64;
        Ok(portion.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file of a package: a small one that says what the package is, and large ones.
pub(crate) struct Archive {
    pub(crate) described: (String, String),
    /// The folder of the large files.
    pub(crate) folder: String,
    pub(crate) large: Vec<Filler>,
}

impl Archive {
    /// Writes it as a gzipped tar archive.
    pub(crate) fn write_tgz(&self, sink: &mut dyn Write) -> io::Result<()> {
        let mut archive = Builder::new(GzEncoder::new(sink, Compression::none()));
        let (path, text) = &self.described;
        archive.append_data(&mut header(text.len() as u64), path, text.as_bytes())?;
        for (number, filler) in self.large.iter().enumerate() {
            let path = format!("{}/large-{number}.bin", self.folder);
            archive.append_data(&mut header(filler.bytes), path, Reading::of(*filler))?;
        }
        archive.into_inner().and_then(GzEncoder::finish).map(drop)
    }

    /// Writes it as a zip archive.
    pub(crate) fn write_zip(&self, sink: &mut dyn Write) -> io::Result<()> {
        let mut archive = ZipWriter::new_stream(sink);
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let (path, text) = &self.described;
        archive.start_file(path, stored)?;
        archive.write_all(text.as_bytes())?;
        for (number, filler) in self.large.iter().enumerate() {
            archive.start_file(format!("{}/large-{number}.bin", self.folder), stored)?;
            filler.write_to(&mut archive)?;
        }
        archive.finish().map(drop).map_err(io::Error::other)
    }
}

fn header(bytes: u64) -> Header {
    let mut header = Header::new_ustar();
    header.set_size(bytes);
    header.set_mode(0o644);
    header
}

/// The checksums of what a function writes.
pub(crate) fn summed(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Summed {
    let mut summed = Summed::default();
    write(&mut summed).expect("nothing is written");
    summed
}

/// What npm sends to publish an archive.
pub(crate) struct NpmBody {
    /// What is before and behind the file.
    around: [String; 2],
    archive: Archive,
    /// The size of it all.
    pub(crate) bytes: u64,
}

impl NpmBody {
    pub(crate) fn new(name: &str, archive: Archive) -> Self {
        let Summed { sha512, sha1, bytes, .. } = summed(|sink| archive.write_tgz(sink));
        let sums =
            Sums { sha512: sha512.finalize().to_vec(), sha1: sha1.finalize().to_vec(), bytes };
        let document = document_of(name, "1.0.0", &sums, "@file@").to_string();
        let (before, behind) = document.split_once("@file@").expect("its place");
        let around = [before.to_owned(), behind.to_owned()];
        let bytes = (document.len() - "@file@".len()) as u64 + bytes.div_ceil(3) * 4;
        Self { around, archive, bytes }
    }

    pub(crate) fn write_to(&self, sink: &mut dyn Write) -> io::Result<()> {
        sink.write_all(self.around[0].as_bytes())?;
        let mut encoder = EncoderWriter::new(&mut *sink, &STANDARD);
        self.archive.write_tgz(&mut encoder)?;
        encoder.finish()?;
        drop(encoder);
        sink.write_all(self.around[1].as_bytes())
    }
}

/// A large file that is read.
struct Reading {
    start: io::Cursor<[u8; 8]>,
    left: u64,
    at: usize,
}

impl Reading {
    fn of(filler: Filler) -> Self {
        let start = io::Cursor::new(filler.number.to_le_bytes());
        Self { start, left: filler.bytes - 8, at: 0 }
    }
}

impl Read for Reading {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.start.read(into)?;
        if read > 0 {
            return Ok(read);
        }
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let taken = into.len().min(portion().len() - self.at).min(left);
        into[..taken].copy_from_slice(&portion()[self.at..][..taken]);
        self.at = (self.at + taken) % portion().len();
        self.left -= taken as u64;
        Ok(taken)
    }
}
