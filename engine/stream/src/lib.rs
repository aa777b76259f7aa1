//! What a stream of records means, without I/O: the calls that are open, the facts that a record names, and whether
//! deciding the records again gives what they say.

mod expected;
mod facts;
mod open_calls;
mod replay;

pub use facts::{DanglingFacts, KnownFacts};
pub use open_calls::{OpenCall, OpenCalls};
pub use replay::{Mismatch, Replay};

/// A session knows at most this many tabs, those that are gone included: a page that is loaded again and again, or a
/// client that says hello under ever new names, must not fill the memory.
pub const TABS_KNOWN_MAX: usize = 96;
const _: () = assert!(TABS_KNOWN_MAX + 16 <= waybill_machines::cascade::STEPS_MAX);

/// The sequence number of a reference to a record of the same stream, such as `#12`.
pub fn own_seq(reference: &str) -> Option<u64> {
    reference.strip_prefix('#')?.parse().ok()
}
