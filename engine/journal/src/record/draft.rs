//! Records that are not stored yet: drafted by the engine, sealed when their place is known.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use waybill_machines::time::Timestamp;

use super::{RECORD_BYTES_MAX, RecordView};
use crate::hash::Hash;
use crate::json::{Fault, Json};

/// A record without its place: without format version, seq and hash of the previous record. The fields mean the same as
/// in [`RecordView`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The stream, such as `session/0192f0c1-…` or `user/p_17`.
    pub stream: String,
    /// The machine that decided, in `snake_case`.
    pub machine: String,
    /// The tab that the machine belongs to; `None` for machines of the session or the installation.
    pub tab: Option<String>,
    /// Number of accepted records of this machine instance, including this one if it is accepted.
    pub instance: u64,
    /// An object whose first key is `type`.
    pub event: Json,
    /// The names of the guards that decided.
    pub guards: Vec<String>,
    /// Why the event was rejected, if it was.
    pub refused: Option<Refused>,
    /// The name of the state before.
    pub from: String,
    /// The name of the state after.
    pub to: String,
    /// The state after, an object; `None` for a rejection.
    pub state: Option<Json>,
    /// The calls, an object each.
    pub calls: Vec<Json>,
    /// The time of the decision.
    pub at: Timestamp,
    /// An opaque person id, `anonymous` or `system`.
    pub who: String,
    /// The record that led to this one.
    pub cause: Option<Cause>,
    /// The idempotency key of the command.
    pub command: Option<String>,
    /// The hash of the rules that decided, 16 hex digits.
    pub rules: String,
    /// Version of the machine's event schema.
    pub schema: u64,
}

/// Why an event was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The code of the rejection.
    pub code: String,
    /// Its arguments, an object.
    pub args: Json,
}

/// What led to a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The record that led to this one.
    pub record: RecordRef,
    /// The index of the answered call among those of that record, from 0.
    pub call: Option<u64>,
    /// The record of the user's action at the root.
    pub root: RecordRef,
}

/// Names a record: `#12` in the same stream, `session/x#12` in another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordRef {
    /// The stream, when it is another one.
    pub stream: Option<String>,
    /// Place in the stream, from 1.
    pub seq: u64,
}

impl RecordRef {
    /// Whether a text of a record, such as `#12`, names this one.
    pub fn is_named(&self, text: &str) -> bool {
        text.rsplit_once('#').is_some_and(|(stream, seq)| {
            stream == self.stream.as_deref().unwrap_or_default() && seq.parse() == Ok(self.seq)
        })
    }
}

impl fmt::Display for RecordRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.stream.as_deref().unwrap_or_default(), self.seq)
    }
}

/// The newest record of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamHead {
    /// Its place in the stream, which is also the number of records in the stream.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

impl StreamHead {
    /// The `seq` and `prev` of the record that follows `head`.
    pub fn next(head: Option<Self>) -> (u64, Hash) {
        head.map_or((1, Hash::ZERO), |head| (head.seq + 1, head.hash))
    }
}

/// A record whose bytes and hash are final. It is made only by sealing a draft or from a line that passes the same
/// checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRecord {
    line: Arc<str>,
    stream: Arc<str>,
    seq: u64,
    prev: Hash,
    hash: Hash,
}

/// Why a record cannot be sealed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The line would be longer than [`RECORD_BYTES_MAX`].
    #[error(
        "a record may have {RECORD_BYTES_MAX} bytes at most and this one has {bytes}: store bodies \
         out of line and record their digest"
    )]
    TooLarge {
        /// Length of the line in bytes.
        bytes: usize,
    },
    /// A field breaks a rule of the format.
    #[error("the record breaks the record format {fault}")]
    Invalid {
        /// The position of the fault, and the rule.
        #[from]
        fault: Fault,
    },
}

impl Draft {
    /// Gives the record its place and computes its bytes and hash. `prev` is the hash of the stream's previous record,
    /// [`Hash::ZERO`] for the first; see [`StreamHead::next`].
    pub fn seal(&self, seq: u64, prev: Hash) -> Result<SealedRecord, SealError> {
        SealedRecord::from_line(&self.encode(seq, prev))
    }

    /// Seals the record after `head`.
    pub fn seal_after(&self, head: Option<StreamHead>) -> Result<SealedRecord, SealError> {
        let (seq, prev) = StreamHead::next(head);
        self.seal(seq, prev)
    }

    /// Writes the line without checking any field: `seal` decodes the result, so that the rules of the format are
    /// written once, in the decoder.
    fn encode(&self, seq: u64, prev: Hash) -> String {
        let calls: usize = self.calls.iter().map(|call| call.as_str().len() + 1).sum();
        let state = self.state.as_ref().map_or("null", Json::as_str);
        let mut line = String::with_capacity(768 + self.event.as_str().len() + state.len() + calls);
        // Writing to a string cannot fail.
        let _ = write!(line, "{{\"v\":1,\"seq\":{seq},\"stream\":");
        put_string(&mut line, &self.stream);
        line.push_str(",\"machine\":");
        put_string(&mut line, &self.machine);
        line.push_str(",\"tab\":");
        put_optional(&mut line, self.tab.as_deref());
        let _ = write!(line, ",\"instance\":{},\"event\":{}", self.instance, self.event.as_str());
        line.push_str(",\"guards\":");
        put_array(&mut line, &self.guards, |line, guard| put_string(line, guard));
        line.push_str(",\"refused\":");
        match &self.refused {
            None => line.push_str("null"),
            Some(refused) => {
                line.push_str("{\"code\":");
                put_string(&mut line, &refused.code);
                let _ = write!(line, ",\"args\":{}}}", refused.args.as_str());
            }
        }
        line.push_str(",\"from\":");
        put_string(&mut line, &self.from);
        line.push_str(",\"to\":");
        put_string(&mut line, &self.to);
        let _ = write!(line, ",\"state\":{state},\"calls\":");
        put_array(&mut line, &self.calls, |line, call| line.push_str(call.as_str()));
        let _ = write!(line, ",\"at\":\"{}\",\"who\":", self.at);
        put_string(&mut line, &self.who);
        line.push_str(",\"cause\":");
        match &self.cause {
            None => line.push_str("null"),
            Some(cause) => put_cause(&mut line, cause),
        }
        line.push_str(",\"command\":");
        put_optional(&mut line, self.command.as_deref());
        line.push_str(",\"rules\":");
        put_string(&mut line, &self.rules);
        let _ = write!(line, ",\"schema\":{},\"prev\":\"{prev}\"}}", self.schema);
        line
    }
}

fn put_cause(line: &mut String, cause: &Cause) {
    line.push_str("{\"record\":");
    put_string(line, &cause.record.to_string());
    line.push_str(",\"call\":");
    match cause.call {
        None => line.push_str("null"),
        Some(call) => {
            let _ = write!(line, "{call}");
        }
    }
    line.push_str(",\"root\":");
    put_string(line, &cause.root.to_string());
    line.push('}');
}

fn put_array<T>(line: &mut String, items: &[T], put: impl Fn(&mut String, &T)) {
    line.push('[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            line.push(',');
        }
        put(line, item);
    }
    line.push(']');
}

/// Strings of the envelope contain no characters that need an escape. One that does can at worst break out of its
/// quotes here; the decoder then finds a quote or a backslash and rejects the line: no class of names allows either, so
/// no text can inject another field.
fn put_string(line: &mut String, text: &str) {
    line.push('"');
    if text.contains(['"', '\\']) {
        // A lone backslash is rejected anywhere in an envelope.
        line.push('\\');
    }
    line.push_str(text);
    line.push('"');
}

fn put_optional(line: &mut String, text: Option<&str>) {
    match text {
        None => line.push_str("null"),
        Some(text) => put_string(line, text),
    }
}

impl SealedRecord {
    /// Parses a line that was sealed before, for example from a trace, and checks it again.
    pub fn from_line(line: &str) -> Result<Self, SealError> {
        if line.len() > RECORD_BYTES_MAX {
            return Err(SealError::TooLarge { bytes: line.len() });
        }
        let view = RecordView::decode(line.as_bytes())?;
        Ok(Self {
            stream: view.stream.into(),
            seq: view.seq,
            prev: view.prev,
            hash: Hash::of_line(line.as_bytes()),
            line: line.into(),
        })
    }

    /// The stored bytes, without a newline.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// The stream.
    pub fn stream(&self) -> &str {
        &self.stream
    }

    /// Place in the stream, from 1.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The hash of the stream's previous record.
    pub fn prev(&self) -> Hash {
        self.prev
    }

    /// The record's own hash.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// The stream's head after this record is stored.
    pub fn head(&self) -> StreamHead {
        StreamHead { seq: self.seq, hash: self.hash }
    }

    /// Decodes the fields.
    ///
    /// # Panics
    /// Never: the line was decoded when the record was made.
    pub fn view(&self) -> RecordView<'_> {
        RecordView::decode(self.line.as_bytes()).expect("a sealed record was decoded once already")
    }
}
