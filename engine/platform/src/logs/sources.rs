//! The sources of the newest records of the platform's journal, until the audit log has written them. They are in no
//! record: an address is personal, and a record could not be erased.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_journal::Hash;

use crate::access::Source;

/// How many are kept; the audit log is rarely behind by more than a few.
const KEPT_MAX: usize = 4_096;

/// By the hash of the record, which is unique.
static NEWEST: Mutex<VecDeque<(Hash, Source)>> = Mutex::new(VecDeque::new());

fn newest() -> MutexGuard<'static, VecDeque<(Hash, Source)>> {
    NEWEST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores the source of a record that is about to be stored.
pub fn note(record: Hash, source: &Source) {
    let mut newest = newest();
    if newest.len() == KEPT_MAX {
        newest.pop_front();
    }
    newest.push_back((record, source.clone()));
}

/// Removes and returns the source of a record.
pub(super) fn take(record: Hash) -> Option<Source> {
    let mut newest = newest();
    let at = newest.iter().position(|(hash, _)| *hash == record)?;
    newest.remove(at).map(|(_, source)| source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_returned_once_and_unused_ones_are_bounded() {
        let record =
            |number: u32| Hash::of_line(format!("a record of this test, {number}").as_bytes());
        let source = Source::named("192.0.2.7");
        note(record(0), &source);
        assert_eq!((take(record(0)), take(record(0))), (Some(source.clone()), None));
        for number in 0..10_000 {
            note(record(number), &source);
        }
        assert!(newest().len() <= KEPT_MAX);
    }
}
