//! A decoded record, borrowed from its line.

use waybill_machines::time::Timestamp;

use super::RECORD_BYTES_MAX;
use super::cursor::Cursor;
use crate::hash::Hash;
use crate::json::{Fault, skip_value};

/// The fields of a record, in the order of the line. `event`, `state`, `args` and `calls` stay JSON texts: the journal
/// does not know their content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordView<'a> {
    /// Place in the stream, from 1 without gaps.
    pub seq: u64,
    /// The stream.
    pub stream: &'a str,
    /// The machine that decided.
    pub machine: &'a str,
    /// The tab that the machine belongs to; `None` for machines of the session or the installation.
    pub tab: Option<&'a str>,
    /// Number of accepted records of this machine instance, including this one if it is accepted.
    pub instance: u64,
    /// The event: an object whose first key is `type`.
    pub event: &'a str,
    /// The names of the guards that decided.
    pub guards: Names<'a>,
    /// Why the event was rejected, if it was.
    pub refused: Option<RefusedView<'a>>,
    /// The name of the state before.
    pub from: &'a str,
    /// The name of the state after; the same for a rejection.
    pub to: &'a str,
    /// The state after, an object; `None` for a rejection, which changes nothing.
    pub state: Option<&'a str>,
    /// The calls.
    pub calls: Calls<'a>,
    /// The time of the decision.
    pub at: Timestamp,
    /// An opaque person id, `anonymous` or `system`; never a name.
    pub who: &'a str,
    /// The record that led to this one.
    pub cause: Option<CauseView<'a>>,
    /// The idempotency key of the command.
    pub command: Option<&'a str>,
    /// The hash of the rules that decided, 16 hex digits.
    pub rules: &'a str,
    /// Version of the machine's event schema.
    pub schema: u64,
    /// The hash of the stream's previous record; zeros for the first.
    pub prev: Hash,
}

/// Why an event was rejected: a code, and arguments for the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefusedView<'a> {
    /// The code of the rejection.
    pub code: &'a str,
    /// Its arguments, a JSON object.
    pub args: &'a str,
}

/// What led to a record. References are `#12` within the stream or `stream#12` elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CauseView<'a> {
    /// The record that led to this one.
    pub record: &'a str,
    /// The index of the answered call among those of that record, from 0.
    pub call: Option<u64>,
    /// The record of the user's action at the root.
    pub root: &'a str,
}

impl<'a> RecordView<'a> {
    /// Parses a line without its newline. Only the encoder's output is accepted, so a line that decodes is canonical.
    pub fn decode(line: &'a [u8]) -> Result<Self, Fault> {
        if line.len() > RECORD_BYTES_MAX {
            return Err(Fault::new(RECORD_BYTES_MAX, "a record may have 32 KiB at most"));
        }
        let text = std::str::from_utf8(line)
            .map_err(|e| Fault::new(e.valid_up_to(), "a record must be UTF-8"))?;
        let cursor = &mut Cursor::new(text);
        let view = Self::read(cursor)?;
        view.check_rules(text.len())?;
        Ok(view)
    }

    fn read(c: &mut Cursor<'a>) -> Result<Self, Fault> {
        c.expect(b"{\"v\":1,\"seq\":", "a record of format 1 must begin with {\"v\":1,\"seq\":")?;
        let seq = c.number("`seq` must be a number from 1 to 2^53-1")?;
        c.expect(b",\"stream\":", "`stream` must follow `seq`")?;
        let stream = c.stream("`stream` must have 1 to 128 of the characters a-z 0-9 _ . / -")?;
        c.expect(b",\"machine\":", "`machine` must follow `stream`")?;
        let machine = c.snake_case("`machine` must be a name in snake_case")?;
        c.expect(b",\"tab\":", "`tab` must follow `machine`")?;
        let tab = optional(c, |c| c.name("`tab` must be a name or null"))?;
        c.expect(b",\"instance\":", "`instance` must follow `tab`")?;
        let instance = c.number("`instance` must be a number from 0 to 2^53-1")?;
        c.expect(b",\"event\":", "`event` must follow `instance`")?;
        let event = read_event(c)?;
        c.expect(b",\"guards\":", "`guards` must follow `event`")?;
        let guards = c.array("`guards` must be an array of names", |c| {
            c.name("a guard must be a name").map(drop)
        })?;
        c.expect(b",\"refused\":", "`refused` must follow `guards`")?;
        let refused = optional(c, read_refused)?;
        c.expect(b",\"from\":", "`from` must follow `refused`")?;
        let from = c.name("`from` must be the name of a state")?;
        c.expect(b",\"to\":", "`to` must follow `from`")?;
        let to = c.name("`to` must be the name of a state")?;
        c.expect(b",\"state\":", "`state` must follow `to`")?;
        let state = optional(c, |c| c.object("`state` must be an object or null"))?;
        c.expect(b",\"calls\":", "`calls` must follow `state`")?;
        let calls = c.array("`calls` must be an array of objects", |c| {
            c.object("a call must be an object").map(drop)
        })?;
        c.expect(b",\"at\":", "`at` must follow `calls`")?;
        let at = read_time(c)?;
        c.expect(b",\"who\":", "`who` must follow `at`")?;
        let who = c.name("`who` must be an opaque id, anonymous or system")?;
        c.expect(b",\"cause\":", "`cause` must follow `who`")?;
        let cause = optional(c, read_cause)?;
        c.expect(b",\"command\":", "`command` must follow `cause`")?;
        let command = optional(c, |c| c.name("`command` must be a key of 1 to 64 bytes or null"))?;
        c.expect(b",\"rules\":", "`rules` must follow `command`")?;
        let rules = c.hex(16, "`rules` must be 16 hex digits in lower case")?;
        c.expect(b",\"schema\":", "`schema` must follow `rules`")?;
        let schema = c.number("`schema` must be a number from 0 to 2^53-1")?;
        c.expect(b",\"prev\":", "`prev` must follow `schema`")?;
        let prev = c.hash("`prev` must be 64 hex digits in lower case")?;
        c.expect(b"}", "`prev` must be the last key")?;
        if !c.is_at_end() {
            return c.fault("nothing may follow the record");
        }
        let (guards, calls) = (Names(guards), Calls(calls));
        Ok(Self {
            seq,
            stream,
            machine,
            tab,
            instance,
            event,
            guards,
            refused,
            from,
            to,
            state,
            calls,
            at,
            who,
            cause,
            command,
            rules,
            schema,
            prev,
        })
    }

    /// Checks the rules that span fields; a violation is reported at `end`.
    fn check_rules(&self, end: usize) -> Result<(), Fault> {
        let check = |holds: bool, wanted| if holds { Ok(()) } else { Err(Fault::new(end, wanted)) };
        check(self.seq > 0, "`seq` must be 1 or more")?;
        check(
            (self.seq == 1) == (self.prev == Hash::ZERO),
            "`prev` must be zeros in the first record of a stream and only there",
        )?;
        check(
            self.refused.is_some() == self.state.is_none(),
            "`state` must be null in a refusal and only there",
        )?;
        check(
            self.refused.is_none() || (self.from == self.to && self.calls.is_empty()),
            "a refusal must stay in its state and ask for nothing",
        )
    }
}

fn optional<'a, T>(
    c: &mut Cursor<'a>,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    if c.passes(b"null") { Ok(None) } else { read(c).map(Some) }
}

fn read_event<'a>(c: &mut Cursor<'a>) -> Result<&'a str, Fault> {
    const WANTED: &str = "`event` must be an object whose first key is `type`";
    let at = c.at();
    let event = c.object(WANTED)?;
    if event.starts_with("{\"type\":\"") { Ok(event) } else { Err(Fault::new(at, WANTED)) }
}

fn read_refused<'a>(c: &mut Cursor<'a>) -> Result<RefusedView<'a>, Fault> {
    const WANTED: &str = "`refused` must be null or an object of `code` and `args`";
    c.expect(b"{\"code\":", WANTED)?;
    let code = c.name("the `code` of a refusal must be a name")?;
    c.expect(b",\"args\":", WANTED)?;
    let args = c.object("the `args` of a refusal must be an object")?;
    c.expect(b"}", WANTED)?;
    Ok(RefusedView { code, args })
}

fn read_cause<'a>(c: &mut Cursor<'a>) -> Result<CauseView<'a>, Fault> {
    const WANTED: &str = "`cause` must be null or an object of `record`, `call` and `root`";
    const REFERENCE: &str = "a record must be named like \"#12\" or \"session/x#12\"";
    c.expect(b"{\"record\":", WANTED)?;
    let record = c.reference(REFERENCE)?;
    c.expect(b",\"call\":", WANTED)?;
    let call = optional(c, |c| c.number("`call` must be a number or null"))?;
    c.expect(b",\"root\":", WANTED)?;
    let root = c.reference(REFERENCE)?;
    c.expect(b"}", WANTED)?;
    Ok(CauseView { record, call, root })
}

fn read_time(c: &mut Cursor<'_>) -> Result<Timestamp, Fault> {
    const WANTED: &str = "`at` must be a time like 2026-01-01T00:00:00.000Z";
    let at = c.at();
    let text = c.name(WANTED)?;
    // Times without milliseconds can be parsed but are not what the encoder writes.
    let time = if text.len() == 24 { text.parse().ok() } else { None };
    time.ok_or(Fault::new(at, WANTED))
}

/// An array of names in its JSON text, such as `["licensed","is_admin"]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names<'a>(&'a str);

impl<'a> Names<'a> {
    /// The JSON text of the array.
    pub fn as_json(self) -> &'a str {
        self.0
    }

    /// The names, in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        // Names contain no quotes, so every second piece between quotes is a name.
        self.0.split('"').skip(1).step_by(2)
    }
}

/// An array of calls in its JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls<'a>(&'a str);

impl<'a> Calls<'a> {
    /// The JSON text of the array.
    pub fn as_json(self) -> &'a str {
        self.0
    }

    /// Whether there are no calls.
    pub fn is_empty(self) -> bool {
        self.0.len() <= 2
    }

    /// The JSON text of each call, in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        let text = self.0;
        let mut at = 1;
        std::iter::from_fn(move || {
            // The array was scanned when the record was decoded; the end of the array is not a value.
            let end = skip_value(text.as_bytes(), at).ok()?;
            let call = &text[at..end];
            at = end + 1;
            Some(call)
        })
    }
}
