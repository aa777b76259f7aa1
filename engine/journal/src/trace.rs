//! Traces: records verbatim as JSON Lines, after a header line.
//!
//! The header holds the number of records and the head of each stream, so that a truncated trace, or one whose last
//! record was changed, is detected without the journal it came from. The rest of the header is covered by a digest.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::hash::Hash;
use crate::journal::{Journal, ReadError};
use crate::record::{RECORD_BYTES_MAX, SealError, SealedRecord, StreamHead};
use crate::verify::{Flaw, Verified, Verifier};

const FORMAT: &str = "waybill-trace";
const VERSION: u32 = 1;
/// Enough for the heads of hundreds of thousands of streams. A longer first line is not a header.
const HEADER_BYTES_MAX: usize = 64 * 1024 * 1024;

/// The first line of a trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceHeader {
    format: String,
    version: u32,
    /// Number of records that follow.
    pub records: u64,
    /// The head of each stream in the trace.
    pub heads: BTreeMap<String, StreamHead>,
    /// The hash of each machine's chart, by the machine's name.
    #[serde(default)]
    pub charts: BTreeMap<String, String>,
    /// A signed note about the journal that the trace was taken from.
    #[serde(default)]
    pub note: Option<String>,
    /// The hash of the header's line as it is without this key; none in traces of builds that did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<Hash>,
}

impl TraceHeader {
    fn digest(&self) -> Result<Hash, serde_json::Error> {
        let bare = Self { digest: None, ..self.clone() };
        Ok(Hash::of_line(&serde_json::to_vec(&bare)?))
    }
}

/// Why a trace cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The first line is not the header of a trace.
    #[error(
        "this is no trace: its first line must be a header like \
         {{\"format\":\"waybill-trace\",\"version\":1,…}} ({0})"
    )]
    Header(String),
    /// It was written by a newer build.
    #[error("the trace has version {0} and this build reads version 1: use a newer Waybill")]
    Newer(u32),
    /// A record is wrong.
    #[error("{0}")]
    Flaw(#[from] Flaw),
    /// A record cannot be imported.
    #[error("line {line}: {error}")]
    Record {
        /// The line in the file, from 1.
        line: u64,
        /// Why it cannot be sealed again.
        error: SealError,
    },
    /// There is no such stream.
    #[error("there is no stream {0} in the journal")]
    NoStream(String),
    /// The journal could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An error of the file system.
    #[error("the trace cannot be read or written: {0}")]
    Io(#[from] io::Error),
}

/// Writes whole streams, one after another in the given order, each from its own journal. `describe` can add charts and
/// a note to the header.
pub fn export(
    streams: &[(&dyn Journal, &str)],
    describe: impl FnOnce(&mut TraceHeader),
    out: &mut dyn Write,
) -> Result<TraceHeader, TraceError> {
    const PORTION: u64 = 256;
    let mut heads = BTreeMap::new();
    for (journal, stream) in streams {
        let head =
            journal.head(stream).ok_or_else(|| TraceError::NoStream((*stream).to_owned()))?;
        heads.insert((*stream).to_owned(), head);
    }
    let records = heads.values().map(|head| head.seq).sum();
    let (format, version) = (FORMAT.to_owned(), VERSION);
    let mut header = TraceHeader {
        format,
        version,
        records,
        heads,
        charts: BTreeMap::new(),
        note: None,
        digest: None,
    };
    describe(&mut header);
    header.digest = Some(header.digest().map_err(io::Error::from)?);
    serde_json::to_writer(&mut *out, &header).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    for (journal, stream) in streams {
        let Some(head) = header.heads.get(*stream) else { continue };
        let mut next = 1;
        while next <= head.seq {
            // The stream may have grown since; the trace ends where its header says.
            let limit = usize::try_from(PORTION.min(head.seq + 1 - next)).unwrap_or(1);
            let portion = journal.read(stream, next, limit)?;
            if portion.is_empty() {
                let what = format!("record {next} of stream {stream} is missing");
                return Err(ReadError::Damaged { what }.into());
            }
            next += portion.len() as u64;
            for record in portion {
                out.write_all(record.line.as_bytes())?;
                out.write_all(b"\n")?;
            }
        }
    }
    Ok(header)
}

/// Verifies a whole trace.
pub fn verify(input: &mut dyn BufRead) -> Result<(TraceHeader, Verified), TraceError> {
    let mut verifier = Verifier::new();
    let header = read_lines(input, |_, line| Ok(verifier.check(line, None).map(drop)?))?;
    let found = verifier.verified();
    verifier.compare_heads(header.heads.iter().map(|(name, head)| (name.as_str(), *head)))?;
    Ok((header, found))
}

/// Reads and verifies a trace, and returns its records, ready to be appended.
pub fn import(input: &mut dyn BufRead) -> Result<(TraceHeader, Vec<SealedRecord>), TraceError> {
    let mut verifier = Verifier::new();
    let mut records = Vec::new();
    let header = read_lines(input, |number, line| {
        verifier.check(line, None)?;
        // A line that passed the verifier is UTF-8.
        let text = std::str::from_utf8(line).unwrap_or_default();
        let record = SealedRecord::from_line(text);
        records.push(record.map_err(|error| TraceError::Record { line: number, error })?);
        Ok(())
    })?;
    verifier.compare_heads(header.heads.iter().map(|(name, head)| (name.as_str(), *head)))?;
    Ok((header, records))
}

fn read_lines(
    input: &mut dyn BufRead,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), TraceError>,
) -> Result<TraceHeader, TraceError> {
    let mut line = Vec::new();
    read_line(input, &mut line, HEADER_BYTES_MAX)?;
    let header = read_header(&line)?;
    let mut number = 1;
    loop {
        number += 1;
        line.clear();
        read_line(input, &mut line, RECORD_BYTES_MAX + 2)?;
        if line.is_empty() {
            break;
        }
        if line.pop() != Some(b'\n') {
            let what = "its line is too long, or does not end with a newline".to_owned();
            let position = number - 2;
            return Err(Flaw { position, stream: None, seq: None, or_seq: None, what }.into());
        }
        each(number, &line)?;
    }
    let found = number - 2;
    if found != header.records {
        let what = format!("the trace has {found} records and its header says {}", header.records);
        return Err(Flaw { position: found, stream: None, seq: None, or_seq: None, what }.into());
    }
    Ok(header)
}

/// Reads up to and including a newline, but no more than `max` bytes: a file without newlines must not be read into
/// memory as a whole.
fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>, max: usize) -> io::Result<()> {
    while line.len() < max {
        let available = input.fill_buf()?;
        let room = available.len().min(max - line.len());
        let newline = available[..room].iter().position(|byte| *byte == b'\n');
        let taken = newline.map_or(room, |place| place + 1);
        line.extend_from_slice(&available[..taken]);
        input.consume(taken);
        if newline.is_some() || taken == 0 {
            break;
        }
    }
    Ok(())
}

fn read_header(line: &[u8]) -> Result<TraceHeader, TraceError> {
    #[derive(Deserialize)]
    struct Version {
        format: String,
        version: u32,
    }
    let wrong = |e: serde_json::Error| TraceError::Header(e.to_string());
    // Format and version first: a newer header may have keys that this build does not know.
    let Version { format, version } = serde_json::from_slice(line).map_err(wrong)?;
    if format != FORMAT {
        return Err(TraceError::Header(format!("its format is {format}")));
    }
    if version != VERSION {
        return Err(TraceError::Newer(version));
    }
    let header: TraceHeader = serde_json::from_slice(line).map_err(wrong)?;
    // Another spelling would be the same header with other bytes.
    let spelled = serde_json::to_vec(&header).map_err(wrong)?;
    if line.strip_suffix(b"\n") != Some(&spelled) {
        return Err(TraceError::Header("it is not spelled as the exporter spells it".to_owned()));
    }
    if header.digest.is_some() && header.digest != Some(header.digest().map_err(wrong)?) {
        return Err(TraceError::Header("it was changed: its digest is of another one".to_owned()));
    }
    Ok(header)
}
