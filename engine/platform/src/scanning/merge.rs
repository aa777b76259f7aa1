//! Joins what is known with what is imported. Both are in the order of their identifiers, so that one pass suffices.

use std::io::{self, Write};
use std::iter::Peekable;

use waybill_machines::machines::advisories::AdvisoryCounts;

use super::batch::{Hashed, StoredAdvisory, write_line};
use super::database::Tables;
use super::{ADVISORIES_MAX, Batch, DATABASE_BYTES_MAX, ScanningError};

/// What came of it.
pub(super) struct Merged {
    pub(super) tables: Tables,
    pub(super) counts: AdvisoryCounts,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// Writes all advisories, and counts what a batch changes.
pub(super) fn merge(
    known: impl Iterator<Item = io::Result<StoredAdvisory>>,
    batch: Batch,
    out: impl Write,
) -> Result<Merged, ScanningError> {
    let mut merging = Merging {
        tables: Tables::default(),
        counts: AdvisoryCounts::default(),
        out: Hashed::new(out),
        kept: 0,
    };
    let mut batch = batch.into_sorted().peekable();
    for known in known {
        let known = known?;
        while let Some(new) = next_before(&mut batch, &known.id) {
            merging.unknown(new)?;
        }
        match batch.next_if(|new| new.id == known.id) {
            Some(new) => merging.known(known, new)?,
            None => merging.keep(known)?,
        }
    }
    for new in batch {
        merging.unknown(new)?;
    }
    merging.out.flush()?;
    let Merging { tables, counts, out, .. } = merging;
    let (bytes, sha256) = out.finish();
    Ok(Merged { tables, counts, bytes, sha256 })
}

fn next_before(
    batch: &mut Peekable<impl Iterator<Item = StoredAdvisory>>,
    id: &str,
) -> Option<StoredAdvisory> {
    batch.next_if(|new| new.id.as_str() < id)
}

struct Merging<W> {
    tables: Tables,
    counts: AdvisoryCounts,
    out: Hashed<W>,
    kept: usize,
}

impl<W: Write> Merging<W> {
    fn unknown(&mut self, new: StoredAdvisory) -> Result<(), ScanningError> {
        if new.is_unrelated() {
            self.counts.unrelated += 1;
            return Ok(());
        }
        let count = if new.withdrawn { &mut self.counts.withdrawn } else { &mut self.counts.added };
        *count += 1;
        self.keep(new)
    }

    fn known(&mut self, known: StoredAdvisory, new: StoredAdvisory) -> Result<(), ScanningError> {
        if !new.replaces(&known) {
            self.counts.unchanged += 1;
            return self.keep(known);
        }
        match (known.withdrawn, new.withdrawn) {
            (_, true) => self.counts.withdrawn += 1,
            (true, false) => self.counts.added += 1,
            (false, false) => self.counts.changed += 1,
        }
        self.keep(new)
    }

    fn keep(&mut self, advisory: StoredAdvisory) -> Result<(), ScanningError> {
        self.kept += 1;
        write_line(&mut self.out, &advisory)?;
        if self.kept > ADVISORIES_MAX || self.out.bytes() > DATABASE_BYTES_MAX {
            return Err(ScanningError::Full);
        }
        self.tables.add(advisory);
        Ok(())
    }
}
