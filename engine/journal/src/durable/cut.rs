//! A state of a journal that can be copied while more is appended: what was durable at one time.
//!
//! Sealed generations are files that never change. The frames of the open one are written in the same format, so that a
//! copy consists of sealed generations alone.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::DurableJournal;
use super::head_file::Head;
use super::sealed;
use super::state::Store;
use crate::journal::Checkpoint;

/// What was durable at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The extent of the journal.
    pub checkpoint: Checkpoint,
    /// Its generations, ascending.
    pub generations: Vec<CutGeneration>,
}

/// The part of a generation that was durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutGeneration {
    /// The number of the generation.
    pub number: u32,
    /// The number of its first frame.
    pub first_frame: u64,
    /// The number after that of its last frame.
    pub frames_end: u64,
    /// Whether its file `sealed` holds exactly these frames.
    pub is_sealed: bool,
}

impl Cut {
    /// The content of the HEAD file of a copy, which counts as a journal that was closed in order.
    ///
    /// # Errors
    ///
    /// An I/O error, if it cannot be written as JSON.
    pub fn head_file(&self) -> io::Result<Vec<u8>> {
        let mut text = serde_json::to_vec(&Head { checkpoint: self.checkpoint, clean: true })?;
        text.push(b'\n');
        Ok(text)
    }
}

impl DurableJournal {
    /// What is durable now.
    pub fn cut(&self) -> Cut {
        let state = self.shared.read();
        let generations = state.generations.iter().map(|generation| {
            let frames = state.frames_of(generation.number);
            CutGeneration {
                number: generation.number,
                first_frame: frames.start,
                frames_end: frames.end,
                is_sealed: matches!(generation.store, Store::Sealed(_)),
            }
        });
        Cut { checkpoint: state.checkpoint(), generations: generations.collect() }
    }

    /// What is known to be damaged, as the rest of a sentence about the journal.
    pub fn damage(&self) -> Option<String> {
        const NAMED_MAX: usize = 5;
        let state = self.shared.read();
        let index = &state.index;
        let names: Vec<&str> = index.broken().take(NAMED_MAX).collect();
        if !names.is_empty() {
            let more = if index.broken().len() > names.len() { " and others" } else { "" };
            return Some(format!("records of {}{more} cannot be read", names.join(", ")));
        }
        let is_damaged = index.missing() > 0 || index.is_doubtful() || self.shared.is_damaged();
        is_damaged.then(|| "some of its records cannot be read".to_owned())
    }

    /// Writes the frames of a generation in the format of a sealed one. It may have been sealed since the cut.
    ///
    /// # Errors
    ///
    /// An I/O error, if a frame cannot be read, or if writing fails.
    pub fn write_generation(
        &self,
        generation: &CutGeneration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        sealed::write_into(out, |visit| {
            for frame in generation.first_frame..generation.frames_end {
                // The lock is not held while the frame is read and written.
                let place = self.shared.read().place_of(frame).ok_or("a frame is missing")?;
                let read = place.read().map_err(|error| error.to_string());
                let written = read.and_then(|bytes| visit(frame, &bytes));
                // It may be the frame or the writer that failed; the frame is read once more to tell.
                written.inspect_err(|_| self.shared.read_failed(&place))?;
            }
            Ok(())
        })
    }
}
