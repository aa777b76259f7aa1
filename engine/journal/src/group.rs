//! Checking a group before it is stored; every journal uses these functions.

use std::collections::HashSet;

use crate::hash::Hash;
use crate::journal::{AppendError, GROUP_BYTES_MAX, Group};
use crate::record::{SealedRecord, StreamHead};

/// Checks what can be checked without the journal: the group's size and shape, and that the records
/// of each batch follow its expected head and each other.
pub(crate) fn check_shape(group: &Group) -> Result<(), AppendError> {
    let bytes = group.bytes();
    if bytes > GROUP_BYTES_MAX {
        return Err(AppendError::TooLarge { bytes });
    }
    let mut streams = HashSet::with_capacity(group.batches.len());
    for batch in &group.batches {
        if !streams.insert(batch.stream.as_str()) {
            return invalid(format!("stream {} has two batches", batch.stream));
        }
        if batch.records.is_empty() {
            return invalid(format!("the batch of stream {} is empty", batch.stream));
        }
        check_chain(&batch.stream, batch.expected, &batch.records)?;
    }
    if streams.is_empty() { invalid("it is empty".to_owned()) } else { Ok(()) }
}

fn check_chain(
    stream: &str,
    expected: Option<StreamHead>,
    records: &[SealedRecord],
) -> Result<(), AppendError> {
    let mut place: (u64, Hash) = StreamHead::next(expected);
    for record in records {
        if record.stream() != stream {
            let (seq, other) = (record.seq(), record.stream());
            return invalid(format!("record {seq} of stream {other} is in a batch of {stream}"));
        }
        if (record.seq(), record.prev()) != place {
            let (found, wanted) = (record.seq(), place.0);
            return invalid(format!(
                "record {found} of stream {stream} is not sealed after record {}",
                wanted - 1
            ));
        }
        place = StreamHead::next(Some(record.head()));
    }
    Ok(())
}

/// Checks the expected head of every batch against the stream's head.
pub(crate) fn check_heads(
    group: &Group,
    head: impl Fn(&str) -> Option<StreamHead>,
) -> Result<(), AppendError> {
    for batch in &group.batches {
        let found = head(&batch.stream);
        if found != batch.expected {
            let (stream, expected) = (batch.stream.clone(), batch.expected);
            return Err(AppendError::Conflict { stream, expected, found });
        }
    }
    Ok(())
}

/// The heads of the group's streams after it is stored, in the order of its batches.
pub(crate) fn heads_after(group: &Group) -> Vec<StreamHead> {
    let last = |batch: &crate::journal::Batch| batch.records.last().map(SealedRecord::head);
    group.batches.iter().filter_map(last).collect()
}

fn invalid(why: String) -> Result<(), AppendError> {
    Err(AppendError::Invalid { why })
}
