//! The newest records after an unclean stop: telling a write that never ended from damage.
//!
//! HEAD covers all but the records of the last two seconds. For those the frames themselves are the evidence. A commit
//! is begun only when the one before it is durable, so behind a frame that cannot be read there is no later commit,
//! unless the frame was damaged afterwards. Then records that were acknowledged are lost, and the journal is not opened
//! as if they had never been.

use std::io::{self, ErrorKind};

use super::active::Active;
use super::frame::FrameHeader;
use super::raw::Raws;
use super::state::State;

/// How many frames are put back before the disk is waited for.
const FRAMES_AT_ONCE: usize = 64;

/// What there is behind the frames that the store still has.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Nothing.
    Clean,
    /// Something of the next commit. It was never acknowledged, or was damaged later, which cannot be known.
    Torn {
        /// The number of the commit's first frame.
        frame: u64,
    },
    /// A later commit, so the next one was durable.
    Lost {
        /// The number of the frame that cannot be read.
        frame: u64,
        /// The number of the whole frame behind it.
        later: u64,
    },
}

/// Puts back into the store the whole frames that it has dropped, as it does with all that follows a message of its own
/// with a wrong checksum. Returns how many.
pub(super) fn put_back(raws: &Raws, active: &Active, state: &mut State) -> io::Result<u64> {
    let mut count = 0;
    let mut waiting = Vec::new();
    loop {
        let commit = next_commit(raws, state);
        let is_last = commit.is_empty();
        for (number, bytes) in commit {
            let header = FrameHeader::parse_checked(&bytes);
            let header = header.map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
            state.add(&header).map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
            waiting.push((number, bytes));
        }
        // Each time the disk is waited for, so that is not done for each commit.
        if !waiting.is_empty() && (is_last || waiting.len() >= FRAMES_AT_ONCE) {
            active.append_some(&waiting)?;
            count += waiting.len() as u64;
            waiting.clear();
        }
        if is_last {
            return Ok(count);
        }
    }
}

/// The frames of the next group, if all of them are whole.
fn next_commit(raws: &Raws, state: &State) -> Vec<(u64, Vec<u8>)> {
    let (mut number, mut position) = (state.index.next_frame(), state.index.count());
    let mut commit = Vec::new();
    loop {
        let found = raws.values().find_map(|raw| raw.whole(number, Some(position)));
        let Some((bytes, header)) = found.and_then(|b| Some((b, FrameHeader::parse(b).ok()?)))
        else {
            return Vec::new();
        };
        // A part of a group that was once removed is no beginning.
        if commit.is_empty() && !header.begins {
            return Vec::new();
        }
        position += header.records() as u64;
        commit.push((number, bytes.to_vec()));
        if !header.continues {
            return commit;
        }
        number += 1;
    }
}

/// What is behind the last frame of `state`.
pub(super) fn behind(raws: &Raws, state: &State) -> Tail {
    let frame = state.index.next_frame();
    let mut tail = Tail::Clean;
    for raw in raws.values() {
        for later in raw.numbers_from(frame) {
            let whole = raw.whole(later, None).and_then(|bytes| FrameHeader::parse(bytes).ok());
            if later > frame && whole.as_ref().is_some_and(|header| header.begins) {
                return Tail::Lost { frame, later };
            }
            if later == frame || whole.is_some() {
                tail = Tail::Torn { frame };
            }
        }
    }
    tail
}
