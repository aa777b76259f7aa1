//! Record format v1: the bytes of a stored record, as specified in `docs/record-format.md`.

mod cursor;
mod draft;
mod view;

pub use draft::{Cause, Draft, RecordRef, Refused, SealError, SealedRecord, StreamHead};
pub use view::{Calls, CauseView, Names, RecordView, RefusedView};

/// The longest record line, in bytes.
pub const RECORD_BYTES_MAX: usize = 32 * 1024;

/// The longest stream name, in bytes.
pub const STREAM_BYTES_MAX: usize = 128;

/// The longest name in an envelope (machine, tab, guard, state, code, person, command), in bytes.
pub const NAME_BYTES_MAX: usize = 64;

/// The largest number in an envelope, which every JSON parser can represent: 2^53-1.
pub const NUMBER_MAX: u64 = (1 << 53) - 1;
