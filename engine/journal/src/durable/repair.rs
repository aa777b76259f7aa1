//! Mending a journal's directory, with steps that lose nothing.
//!
//! What is left of something that was interrupted is removed. A generation that its own reader does not open is written
//! again, sealed, if the journal's frames are all whole. Anything else is for a backup.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::fsck::fsck_each;
use super::head_file::sync_dir;
use super::layout::{self, generation_dir};
use super::open::read_raw;
use super::open_error::OpenError;
use super::state::State;
use super::{aside, conf, head_file, partial, sealed};

/// A step that loses nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// A file or folder is removed that an interrupted operation has left.
    Remove(PathBuf),
    /// The parameters of a generation's store are written again.
    WriteConf(u32),
    /// A generation is written again from its frames, which are all whole.
    WriteAgain(u32),
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remove(path) => {
                write!(f, "remove {}, which an interrupted operation has left", path.display())
            }
            Self::WriteConf(number) => {
                write!(f, "write the parameters of generation {number} again")
            }
            Self::WriteAgain(number) => {
                write!(f, "write generation {number} again from its frames, which are all whole")
            }
        }
    }
}

/// The steps that a journal's directory needs, which must not be in use; carries them out if `apply` is set.
///
/// # Errors
///
/// [`OpenError`], if the directory is not a journal, is in use, or cannot be written.
pub fn repair(dir: &Path, apply: bool) -> Result<Vec<Repair>, OpenError> {
    let io = |what| OpenError::io(dir, what);
    layout::check_format(dir, false)?;
    let numbers = {
        let _lock = layout::lock(dir)?;
        layout::generations(dir).map_err(io("listing its generations"))?
    };
    let mut steps = leftovers(dir, &numbers).map_err(io("listing its files"))?;
    let report = fsck_each(dir, |_| ())?;
    let _lock = layout::lock(dir)?;
    let written = if report.is_ok() { None } else { damaged(dir, &numbers, &mut steps)? };
    if !apply {
        return Ok(steps);
    }
    for step in &steps {
        let done = match step {
            Repair::Remove(path) => remove(path),
            Repair::WriteConf(number) => conf::ensure(&generation_dir(dir, *number)),
            Repair::WriteAgain(number) => match &written {
                Some(state) => write_again(dir, *number, state),
                None => Ok(()),
            },
        };
        done.map_err(io("mending it"))?;
    }
    if written.is_some() {
        // The records are in the generations now. What was being written at the stop may be in the copies only.
        if aside::dir_of(dir).exists() {
            aside::keep_for_good(dir).map_err(io("keeping the copies"))?;
        }
    }
    Ok(steps)
}

/// What interrupted operations have left.
fn leftovers(dir: &Path, numbers: &[u32]) -> io::Result<Vec<Repair>> {
    let mut steps = Vec::new();
    let mut remove = |path: PathBuf| {
        if path.exists() {
            steps.push(Repair::Remove(path));
        }
    };
    for name in ["HEAD.tmp", "FORMAT.tmp", "fsck-copy", "aside/unfinished"] {
        remove(dir.join(name));
    }
    let mut confs = Vec::new();
    for number in numbers {
        let generation = generation_dir(dir, *number);
        let is_sealed = generation.join(sealed::NAME).exists();
        for entry in fs::read_dir(&generation)? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            let is_unfinished = name.ends_with(".tmp") || name.ends_with(".generating");
            if is_unfinished {
                remove(generation.join(name.as_ref()));
            }
        }
        let conf = fs::read(generation.join(conf::NAME)).unwrap_or_default();
        if !is_sealed && !conf::is_complete(&conf) {
            confs.push(Repair::WriteConf(*number));
        }
    }
    steps.extend(confs);
    Ok(steps)
}

/// Adds the generations that are to be written again, and returns their frames; `None` if not all of them are whole.
fn damaged(
    dir: &Path,
    numbers: &[u32],
    steps: &mut Vec<Repair>,
) -> Result<Option<State>, OpenError> {
    let io = |what| OpenError::io(dir, what);
    let Ok(Some(head)) = head_file::read(dir) else { return Ok(None) };
    let raws = read_raw(dir, numbers).map_err(io("reading the open generations"))?;
    let is_contiguous = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let state = partial::load(dir, numbers, &raws, head.checkpoint).filter(|state| {
        let nothing_is_missing = partial::missing(state, head.checkpoint) == 0;
        is_contiguous && nothing_is_missing && state.index.broken().len() == 0
    });
    let Some(state) = state else { return Ok(None) };
    for number in numbers {
        // Frames of a sealed generation are read with its list, and checked one by one.
        let is_whole = state.is_raw(*number) || {
            state
                .frames_of(*number)
                .all(|frame| state.place_of(frame).is_some_and(|p| p.is_whole()))
        };
        if !is_whole {
            return Ok(None);
        }
        if state.is_raw(*number) {
            steps.push(Repair::WriteAgain(*number));
        }
    }
    Ok(Some(state))
}

fn write_again(dir: &Path, number: u32, state: &State) -> io::Result<()> {
    let generation = generation_dir(dir, number);
    sealed::write_frames(&generation, |visit| {
        for frame in state.frames_of(number) {
            let place = state.place_of(frame).ok_or("a frame is missing")?;
            visit(frame, &place.read().map_err(|e| e.to_string())?)?;
        }
        Ok(())
    })?;
    // It is read back before the only other copy is removed.
    sealed::Sealed::open(&generation, |_| Ok(()))?;
    sealed::remove_store(&generation)
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    } else {
        fs::remove_file(path)?;
    }
    path.parent().map_or(Ok(()), sync_dir)
}
