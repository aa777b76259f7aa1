//! A journal with damage: what is whole is read, what is not is named, and nothing is written.
//!
//! A generation that its own reader does not open is searched for frames that are whole. Streams with records in other
//! frames cannot be read. Nothing in the directory is changed: the same is found at the next opening, and by `fsck`.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::active::FILE;
use super::aside;
use super::frame::FrameHeader;
use super::head_file::{Head, make_dir, replace, sync_dir};
use super::layout::generation_dir;
use super::open::{Found, WhyReadOnly};
use super::open_error::OpenError;
use super::raw::{Raw, Raws};
use super::sealed::{self, Sealed};
use super::state::{State, Store};
use crate::journal::Checkpoint;

/// Indexes the frames of a generation that are whole, and has them read from the bytes. The generation must be the last
/// one of `state`; some of its frames may have been indexed before its reader failed.
pub(super) fn index(raw: Arc<Raw>, number: u32, state: &mut State) -> Result<(), String> {
    state.index.allow_missing();
    let mut unfinished: Vec<Vec<u8>> = Vec::new();
    for frame in raw.numbers_from(state.index.next_frame()) {
        let Some(bytes) = raw.whole(frame, None) else {
            match raw.table_of(frame) {
                Some((header, true)) => state.index.lose(&header),
                // The names are good enough to tell the administrator.
                Some((header, false)) => {
                    state.index.mark_broken(header.streams().iter().copied());
                }
                None => {}
            }
            unfinished.clear();
            continue;
        };
        unfinished.push(bytes.to_vec());
        if FrameHeader::parse(bytes)?.continues {
            continue;
        }
        for bytes in unfinished.drain(..) {
            let header = FrameHeader::parse(&bytes)?;
            if state.add(&header).is_err() {
                // It does not continue what is there: a rest of something that was taken back.
                state.index.mark_broken(header.streams().iter().copied());
            }
        }
    }
    state.set_store(number, Store::Raw(raw));
    Ok(())
}

/// Opens what is whole of a journal that is damaged for the reason in `error`.
pub(super) fn open(
    dir: &Path,
    numbers: &[u32],
    raws: &Raws,
    head: Head,
    error: OpenError,
) -> Result<Found, OpenError> {
    // A generation that is missing is for the administrator to find.
    if numbers.windows(2).any(|pair| pair[0] + 1 != pair[1]) {
        return Err(error);
    }
    let recorded = head.checkpoint;
    let Some(state) = load(dir, numbers, raws, recorded) else { return Err(error) };
    let read_only = Some(WhyReadOnly::Damaged);
    let warnings = vec![sentence(dir, &state, recorded, &error)];
    Ok(Found { state, active: None, read_only, warnings })
}

/// Indexes what is whole in the generations; `None` if that is not the history of HEAD.
pub(super) fn load(
    dir: &Path,
    numbers: &[u32],
    raws: &Raws,
    recorded: Checkpoint,
) -> Option<State> {
    let mut state = State::default();
    state.index.allow_missing();
    for number in numbers {
        open_generation(dir, *number, raws, &mut state).ok()?;
    }
    // What is behind them was being written at the stop; gaps before them are noticed by the next frame.
    if state.index.count() + state.index.accounted() < recorded.count {
        state.index.doubt_all();
    }
    let newest = recorded.count.checked_sub(1).map(|position| state.hash_at(position));
    let is_other = newest.is_some_and(|found| found.is_ok_and(|hash| hash != recorded.last));
    (!is_other).then_some(state)
}

/// Number of records that cannot be read, as far as that is known.
pub(super) fn missing(state: &State, recorded: Checkpoint) -> u64 {
    state.index.missing() + recorded.count.saturating_sub(state.index.count())
}

fn open_generation(dir: &Path, number: u32, raws: &Raws, state: &mut State) -> Result<(), String> {
    state.begin_generation(number, Store::Opening);
    if let Some(raw) = raws.get(&number) {
        return index(raw.clone(), number, state);
    }
    let generation = generation_dir(dir, number);
    if let Ok(sealed) = Sealed::open(&generation, |header| state.add(header)) {
        state.set_store(number, Store::Sealed(Arc::new(sealed)));
        return Ok(());
    }
    let raw = Raw::read_file(&generation.join(sealed::NAME)).map_err(|e| e.to_string())?;
    index(Arc::new(raw), number, state)
}

fn sentence(dir: &Path, state: &State, recorded: Checkpoint, error: &OpenError) -> String {
    const NAMED_MAX: usize = 5;
    let (OpenError::Damaged { what, copy, .. } | OpenError::Lost { what, copy, .. }) = error else {
        return error.to_string();
    };
    let count = state.index.count();
    let missing = missing(state, recorded);
    let mut text = format!("the journal {} is damaged: {what}{copy}. ", dir.display());
    if missing == 0 && state.index.broken().len() == 0 {
        text.push_str(
            "All of its records are whole: `waybill fsck --repair` says how it is mended",
        );
        return text;
    }
    let whole = count - state.index.missing();
    text.push_str(&format!(
        "It is read-only, and {whole} records of it can be read; {missing} cannot"
    ));
    let names: Vec<&str> = state.index.broken().take(NAMED_MAX).collect();
    if !names.is_empty() {
        let more = if state.index.broken().len() > NAMED_MAX { " and others" } else { "" };
        text.push_str(&format!(", of {}{more}", names.join(", ")));
    }
    text.push_str(". Restore a backup");
    text
}

/// Keeps the bytes of the open generations as they were, since sled overwrites what it cannot read. Returns the error
/// with the place of the copies.
pub(super) fn keep_all(dir: &Path, raws: &Raws, error: OpenError) -> Result<OpenError, OpenError> {
    let io = |e| OpenError::io(dir, "keeping a copy of the damaged generation")(e);
    for (number, raw) in raws {
        keep(raw, &aside::copy_of(dir, &generation_dir(dir, *number))).map_err(io)?;
    }
    let clause = format!(" (a copy made before opening lies in {})", aside::dir_of(dir).display());
    Ok(match error {
        OpenError::Damaged { dir, what, copy } if copy.is_empty() && !raws.is_empty() => {
            OpenError::Damaged { dir, what, copy: clause }
        }
        OpenError::Lost { dir, what, copy } if copy.is_empty() && !raws.is_empty() => {
            OpenError::Lost { dir, what, copy: clause }
        }
        other => other,
    })
}

fn keep(raw: &Raw, copy: &Path) -> io::Result<()> {
    if copy.exists() {
        return Ok(());
    }
    copy.parent().and_then(Path::parent).map_or(Ok(()), aside::keep_head)?;
    let unfinished = copy.with_extension("unfinished");
    make_dir(&unfinished)?;
    replace(&unfinished, FILE, raw.bytes())?;
    fs::rename(&unfinished, copy)?;
    copy.parent().map_or(Ok(()), sync_dir)
}
