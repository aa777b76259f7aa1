//! The journal: a durable, verifiable log of many streams.
//!
//! ```
//! use std::sync::Arc;
//! use waybill_journal::{Draft, Group, Journal, Json, MemoryJournal};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
//! let draft = Draft {
//!     stream: "session/0192f0c1".into(),
//!     machine: "login".into(),
//!     tab: None,
//!     instance: 1,
//!     event: Json::of(&serde_json::json!({"type": "submit"}))?,
//!     guards: vec!["credentials_present".into()],
//!     refused: None,
//!     from: "form".into(),
//!     to: "checking".into(),
//!     state: Some(Json::of(&serde_json::json!({"state": "checking"}))?),
//!     calls: vec![],
//!     at: "2026-01-01T00:00:00Z".parse()?,
//!     who: "anonymous".into(),
//!     cause: None,
//!     command: Some("c-1".into()),
//!     rules: "0123456789abcdef".into(),
//!     schema: 1,
//! };
//! // Seal after the head that the decision was based on; a record of another writer is then a conflict.
//! let head = journal.head(&draft.stream);
//! let record = draft.seal_after(head)?;
//! let group = Group::of(&draft.stream, head, vec![record]);
//! # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! # runtime.block_on(async {
//! let appended = journal.append(group).await?; // durable from here on
//! # assert_eq!(appended.position, 0);
//! let stored = journal.read("session/0192f0c1", 1, 100)?;
//! assert_eq!(stored[0].view()?.event, r#"{"type":"submit"}"#);
//! # Ok(()) })
//! # }
//! ```
//!
//! Several records of one stream are sealed one after another: `b.seal_after(Some(a.head()))`. A
//! command that touches several streams appends one [`Group`] with a batch for each.
//!
//! The process must watch [`Journal::failed`]: after a failed write or fsync no more appends are accepted, and it has
//! to exit with an error.

pub mod hash;
pub mod json;
pub mod record;

pub mod durable;
mod group;
pub mod journal;
pub mod memory;
pub mod tiered;
pub mod trace;
pub mod verify;

pub use durable::{Commits, DurableJournal, DurableOptions, FsckReport, OpenError, fsck};
pub use hash::Hash;
pub use journal::{
    AppendError, AppendFuture, Appended, Batch, Checkpoint, Group, Health, Journal, ReadError,
    StoredRecord, scan_all,
};
pub use json::Json;
pub use memory::MemoryJournal;
pub use record::{
    Cause, CauseView, Draft, RecordRef, RecordView, Refused, SealError, SealedRecord, StreamHead,
};
pub use tiered::{DayName, TieredJournal};
pub use verify::{Flaw, Verified, Verifier, verify_lines};
pub use waybill_machines::time::Timestamp;
