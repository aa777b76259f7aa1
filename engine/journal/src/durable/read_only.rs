//! Opening a journal without changing anything in its directory: a copy, a medium that cannot be written, or the
//! directory of a stopped server. It is read without sled, which writes to what it opens.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::DurableJournal;
use super::head_file;
use super::layout;
use super::open::read_raw;
use super::open_error::OpenError;
use super::partial;
use super::state::Shared;
use crate::journal::Health;

impl DurableJournal {
    /// Whether a directory has the format that this build writes, so that an append keeps it readable to the build that
    /// wrote it last.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if it is not known.
    pub fn has_present_format(dir: &Path) -> Result<bool, OpenError> {
        Ok(layout::check_format(dir, false)? == layout::Format::Present)
    }

    /// Opens a journal for reading only. Nothing in the directory is written or created, and its lock is shared with
    /// other readers.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if the directory is not a journal, is in use, or holds other records than its HEAD.
    pub fn open_read_only(dir: &Path) -> Result<Self, OpenError> {
        let io = |what| OpenError::io(dir, what);
        layout::check_format(dir, false)?;
        let lock = layout::lock_shared(dir)?;
        let numbers = layout::generations(dir).map_err(io("listing its generations"))?;
        let damaged = |what: &str| OpenError::Damaged {
            dir: dir.into(),
            what: what.to_owned(),
            copy: String::new(),
        };
        if let Some(pair) = numbers.windows(2).find(|pair| pair[0] + 1 != pair[1]) {
            return Err(damaged(&format!("generation {} is missing", pair[0] + 1)));
        }
        let head = head_file::read(dir)
            .map_err(|error| OpenError::of_store(dir, "HEAD", String::new(), error))?
            .ok_or_else(|| damaged("HEAD is missing"))?;
        let raws = read_raw(dir, &numbers).map_err(io("reading the open generations"))?;
        let state = partial::load(dir, &numbers, &raws, head.checkpoint)
            .ok_or_else(|| damaged("its records are not those that HEAD tells of"))?;
        let missing = partial::missing(&state, head.checkpoint);
        let broken = state.index.broken().len();
        let warnings = if missing > 0 || broken > 0 {
            let dir = dir.display();
            vec![format!(
                "the journal {dir} is damaged: {missing} of its records cannot be read, and {broken} streams are \
                 known to lack some. `waybill fsck` says more"
            )]
        } else {
            Vec::new()
        };
        let health = Health::ReadOnly { why: "the journal was opened for reading only".to_owned() };
        // Without a writer, every append is answered with an error.
        let (requests, _) = channel();
        let shared = Arc::new(Shared::new(state, health, None));
        let observer = None;
        Ok(Self { shared, requests, writer: None, warnings, observer, _lock: lock })
    }
}
