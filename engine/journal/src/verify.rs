//! Verification: whether records are as they were written, complete and in order.
//!
//! For each record the verifier checks the canonical form and the rules of the envelope, its place in its stream, that
//! `prev` is the hash of the previous record, and the hash that is stored with it, if there is one. So a changed,
//! removed, repeated or reordered record is detected.
//!
//! A bare chain does not reveal that its end was truncated, nor that its last record was replaced: nothing follows that
//! would disagree. That needs information kept elsewhere about how far the chain goes: the heads in the header of a
//! trace, the HEAD file of a journal, or a signed checkpoint.

use std::collections::HashMap;
use std::fmt;
use std::thread;

use serde::Serialize;

use crate::hash::Hash;
use crate::record::{RecordView, StreamHead};

/// The first record that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flaw {
    /// Number of records before it.
    pub position: u64,
    /// The stream it names, as far as it could be decoded.
    pub stream: Option<String>,
    /// Its seq, as far as it could be decoded.
    pub seq: Option<u64>,
    /// The seq of the record before it in its stream, where that one may be the changed record instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_seq: Option<u64>,
    /// What is wrong, as a sentence without its full stop.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record at position {}", self.position)?;
        if let (Some(stream), Some(seq)) = (&self.stream, self.seq) {
            write!(f, " ({stream}#{seq})")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Flaw {}

/// The number of valid records and their streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Number of records.
    pub records: u64,
    /// Number of streams.
    pub streams: u64,
}

/// The fields that the chain concerns.
struct Place<'l> {
    stream: &'l str,
    seq: u64,
    prev: Hash,
}

impl<'l> Place<'l> {
    fn read(line: &'l [u8], position: u64) -> Result<Self, Flaw> {
        let view = RecordView::decode(line).map_err(|fault| {
            let what = format!("it breaks the record format {fault}");
            Flaw { position, stream: None, seq: None, or_seq: None, what }
        })?;
        Ok(Self { stream: view.stream, seq: view.seq, prev: view.prev })
    }
}

/// Checks records one after another and stops at the first flaw.
#[derive(Default)]
pub struct Verifier {
    heads: HashMap<Box<str>, StreamHead>,
    position: u64,
}

impl Verifier {
    /// A verifier that has not checked any record.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks the next record in the order of appending. `stored` is the hash kept with it, if there is one.
    pub fn check(&mut self, line: &[u8], stored: Option<Hash>) -> Result<Hash, Flaw> {
        let place = Place::read(line, self.position)?;
        let hash = Hash::of_line(line);
        self.follow(&place, hash, stored)?;
        Ok(hash)
    }

    /// Checks many records. A second thread hashes while this one decodes: the leaf hashes alone take three quarters of
    /// the time that verifying may take, so the two cannot run one after the other.
    pub fn check_all(&mut self, lines: &[&[u8]]) -> Result<(), Flaw> {
        let first = self.position;
        let (places, hashes) = thread::scope(|scope| {
            let hashing = scope.spawn(|| lines.iter().map(|line| Hash::of_line(line)).collect());
            let numbered = lines.iter().zip(first..);
            let places: Vec<_> = numbered.map(|(line, at)| Place::read(line, at)).collect();
            // Hashing cannot panic; if it ever does, it is repeated here.
            let hashes: Vec<Hash> = hashing
                .join()
                .unwrap_or_else(|_| lines.iter().map(|line| Hash::of_line(line)).collect());
            (places, hashes)
        });
        for (place, hash) in places.into_iter().zip(hashes) {
            self.follow(&place?, hash, None)?;
        }
        Ok(())
    }

    fn follow(&mut self, place: &Place<'_>, hash: Hash, stored: Option<Hash>) -> Result<(), Flaw> {
        let known = self.heads.get_mut(place.stream);
        let (seq, prev) = StreamHead::next(known.as_deref().copied());
        if place.seq != seq || place.prev != prev || stored.is_some_and(|stored| stored != hash) {
            let what = what_is_wrong(place, (seq, prev), hash, stored);
            let is_link = place.seq == seq && stored.is_none_or(|stored| stored == hash);
            let or_seq = is_link.then(|| seq - 1).filter(|before| *before > 0);
            return Err(Flaw { or_seq, ..self.flaw(Some(place), what) });
        }
        let head = StreamHead { seq, hash };
        match known {
            Some(known) => *known = head,
            // Once per stream, so that verifying allocates nothing per record.
            None => drop(self.heads.insert(place.stream.into(), head)),
        }
        self.position += 1;
        Ok(())
    }

    /// The newest checked record of a stream.
    pub fn head(&self, stream: &str) -> Option<StreamHead> {
        self.heads.get(stream).copied()
    }

    /// The number of valid records so far.
    pub fn verified(&self) -> Verified {
        Verified { records: self.position, streams: self.heads.len() as u64 }
    }

    fn flaw(&self, place: Option<&Place<'_>>, what: String) -> Flaw {
        Flaw {
            position: self.position,
            stream: place.map(|place| place.stream.to_owned()),
            seq: place.map(|place| place.seq),
            or_seq: None,
            what,
        }
    }

    /// The flaw of a log that ends earlier or later than `heads` state.
    pub(crate) fn compare_heads<'h>(
        &self,
        heads: impl Iterator<Item = (&'h str, StreamHead)>,
    ) -> Result<(), Flaw> {
        let mut listed = 0;
        for (stream, wanted) in heads {
            listed += 1;
            let what = match self.head(stream) {
                Some(found) if found == wanted => continue,
                Some(found) if found.seq == wanted.seq => {
                    format!(
                        "the newest record of stream {stream} has hash {} and should have {}",
                        found.hash, wanted.hash
                    )
                }
                found => {
                    let found = found.map_or(0, |found| found.seq);
                    format!(
                        "stream {stream} ends with record {found} and should end with {}",
                        wanted.seq
                    )
                }
            };
            return Err(self.flaw(None, what));
        }
        if listed == self.heads.len() {
            return Ok(());
        }
        let streams = self.heads.len();
        Err(self.flaw(None, format!("there are {streams} streams and {listed} are listed")))
    }
}

fn what_is_wrong(
    place: &Place<'_>,
    (seq, prev): (u64, Hash),
    hash: Hash,
    stored: Option<Hash>,
) -> String {
    let found = place.seq;
    match stored {
        Some(stored) if stored != hash => {
            format!("its bytes have the hash {hash}, and {stored} was stored with it")
        }
        _ if found < seq => format!("it comes again or too late, record {seq} should come here"),
        _ if found > seq => format!("record {seq} of its stream is missing before it"),
        _ => format!(
            "its `prev` is {}, and record {} of its stream, the one before it, has the hash {prev}: one of the two was \
             changed",
            place.prev,
            seq - 1
        ),
    }
}

/// Verifies lines without newlines, in the order of appending.
pub fn verify_lines<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> Result<Verified, Flaw> {
    /// Some milliseconds of work, so that starting a thread is negligible.
    const PORTION: usize = 8_192;
    let mut verifier = Verifier::new();
    let mut lines = lines.into_iter();
    let mut portion = Vec::new();
    loop {
        portion.clear();
        portion.extend(lines.by_ref().take(PORTION));
        match portion.as_slice() {
            [] => return Ok(verifier.verified()),
            [line] => drop(verifier.check(line, None)?),
            many => verifier.check_all(many)?,
        }
    }
}
