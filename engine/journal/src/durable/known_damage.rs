//! Frames that turned out to be damaged, in a file beside the journal, so that the next start knows of them before they
//! are read again.
//!
//! It is a help only: without it, or if it cannot be read, damage is found when the frame is read.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::head_file::replace;
use super::state::State;

pub(super) const NAME: &str = "DAMAGED";

/// A frame that could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Known {
    generation: u32,
    frame: u64,
}

fn read(dir: &Path) -> BTreeSet<Known> {
    let text = fs::read(dir.join(NAME)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn write(dir: &Path, known: &BTreeSet<Known>) -> io::Result<()> {
    if known.is_empty() {
        return fs::remove_file(dir.join(NAME));
    }
    let mut text = serde_json::to_vec(known)?;
    text.push(b'\n');
    replace(dir, NAME, &text)
}

/// Adds a frame.
pub(super) fn add(dir: &Path, generation: u32, frame: u64) -> io::Result<()> {
    let mut known = read(dir);
    if known.insert(Known { generation, frame }) { write(dir, &known) } else { Ok(()) }
}

/// The frames of the file that still cannot be read. The others, such as those of a generation that was replaced, are
/// removed from the file.
pub(super) fn confirmed(dir: &Path, state: &State) -> Vec<u64> {
    let known = read(dir);
    let is_damaged = |known: &&Known| {
        let place = state.place_of(known.frame).filter(|place| place.is_in(known.generation));
        place.is_some_and(|place| !place.is_whole())
    };
    let confirmed: BTreeSet<Known> = known.iter().filter(is_damaged).copied().collect();
    if confirmed != known {
        // If the file stays as it is, the same is found at the next start.
        let _ = write(dir, &confirmed);
    }
    confirmed.into_iter().map(|known| known.frame).collect()
}
