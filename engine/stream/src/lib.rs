//! What a stream of records means, without I/O: its state after the records so far, the next records that a decision
//! appends, and whether deciding the records again gives what they say.
//!
//! A [`StreamState`] is the pure half of the runner: it decides, prepares records, takes over what has become durable,
//! and knows what is due. Sessions, machines of the installation and the platform's own streams are all kept by it.

mod answer_times;
mod bookmark;
mod commands;
mod expected;
mod facts;
mod load;
mod open_calls;
pub mod records;
mod refusals;
mod replay;
mod same_json;
mod session;
mod state;
mod tabs;
mod write;

pub use answer_times::answer_within_ms;
pub use bookmark::Bookmark;
pub use commands::{COMMAND_IDS_MS, Outcome};
pub use facts::{DanglingFacts, KnownFacts};
pub use load::LoadError;
pub use open_calls::{CallId, OpenCall, OpenCalls};
pub use records::Who;
pub use replay::{Counts, Mismatch, Replay};
pub use session::pending_in;
pub use state::{CausedBy, Decision, Due, StreamState};
pub use tabs::TABS_KNOWN_MAX;
pub use write::{NotWritten, Origin, Prepared};

/// The sequence number of a reference to a record of the same stream, such as `#12`.
pub fn own_seq(reference: &str) -> Option<u64> {
    reference.strip_prefix('#')?.parse().ok()
}
