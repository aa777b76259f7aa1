//! What is looked for in all rows of the index at once, without reading each of them.

use memchr::memmem::{Finder, FinderRev};
use waybill_machines::Timestamp;

use super::segment::{Meta, Slot};

/// What rows in question have: it is looked for in all rows, without reading each of them. Rows that pass may still be
/// none of those that are wanted.
#[derive(Debug, Default)]
pub(super) struct Sieve {
    /// What their names contain.
    pub(super) name: Option<Sought>,
    /// What their descriptions and keywords contain.
    pub(super) text: Option<Sought>,
    /// The repositories by slot, where not all of them are in question.
    pub(super) slots: Option<Vec<bool>>,
    /// Their licences by number, where not all are in question.
    pub(super) licences: Option<Vec<bool>>,
    /// They were modified at this time or later.
    pub(super) after: Option<Timestamp>,
    /// They were modified before this time.
    pub(super) before: Option<Timestamp>,
}

/// A text that is looked for from both ends.
#[derive(Debug)]
pub(super) struct Sought {
    finder: Finder<'static>,
    finder_rev: FinderRev<'static>,
}

impl Sought {
    /// Nothing is looked for by an empty text.
    pub(super) fn new(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        (!bytes.is_empty()).then(|| Self {
            finder: Finder::new(bytes).into_owned(),
            finder_rev: FinderRev::new(bytes).into_owned(),
        })
    }

    pub(super) fn first_in(&self, bytes: &[u8]) -> Option<usize> {
        self.finder.find(bytes)
    }

    pub(super) fn last_in(&self, bytes: &[u8]) -> Option<usize> {
        self.finder_rev.rfind(bytes)
    }
}

impl Sieve {
    /// Whether it looks for what only some rows of a package may have.
    pub(super) const fn is_of_contents(&self) -> bool {
        self.text.is_some()
            || self.licences.is_some()
            || self.after.is_some()
            || self.before.is_some()
    }

    /// Whether it leaves rows out.
    pub(super) const fn is_selective(&self) -> bool {
        self.is_of_contents() || self.name.is_some() || self.slots.is_some()
    }

    /// Whether rows of a repository are in question.
    pub(super) fn has_slot(&self, slot: Slot) -> bool {
        self.slots.as_ref().is_none_or(|slots| slots.get(slot as usize).is_some_and(|is| *is))
    }

    /// Whether a row is in question, apart from its texts.
    pub(super) fn passes(&self, meta: &Meta) -> bool {
        let is_licence = |all: &Vec<bool>| all.get(meta.licence as usize).is_some_and(|is| *is);
        self.has_slot(meta.slot)
            && self.licences.as_ref().is_none_or(is_licence)
            && self.after.is_none_or(|after| meta.modified_at >= after)
            && self.before.is_none_or(|before| meta.modified_at < before)
    }
}
