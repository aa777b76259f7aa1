//! Turning queued groups into the frames of one commit.

use std::collections::HashMap;

use tokio::sync::oneshot;

use super::frame::FrameBuilder;
use super::state::State;
use crate::group;
use crate::journal::{AppendError, Appended, Group};
use crate::record::StreamHead;

/// The frames of a commit with their numbers.
pub(super) type Frames = Vec<(u64, Vec<u8>)>;

/// A queued group with the channel for its result.
pub(super) struct Pending {
    pub(super) group: Group,
    pub(super) answer: oneshot::Sender<Result<Appended, AppendError>>,
}

impl Pending {
    /// The most bytes that the group adds to a frame.
    pub(super) fn frame_bytes(&self) -> usize {
        let batches = &self.group.batches;
        let per_record = 46;
        let names: usize = batches.iter().map(|batch| batch.stream.len() + 1).sum();
        names + self.group.len() * per_record + self.group.bytes()
    }

    pub(super) fn refuse(self, error: AppendError) {
        // The receiver may have been dropped, which changes nothing.
        let _ = self.answer.send(Err(error));
    }
}

/// One commit: the results to send once its frames are durable.
pub(super) struct Staged {
    answers: Vec<(Pending, Result<Appended, AppendError>)>,
}

impl Staged {
    /// Checks the groups in order, each against the heads that the earlier ones will have stored.
    ///
    /// Rejected groups are answered together with the others: a conflict can be with a record of this same commit, and
    /// the caller will read that record at once.
    pub(super) fn new(waiting: impl Iterator<Item = Pending>, state: &State) -> (Self, Frames) {
        let mut answers = Vec::new();
        let mut frames = Vec::new();
        let mut heads: HashMap<String, StreamHead> = HashMap::new();
        let mut position = state.index.count();
        let mut frame = FrameBuilder::first(state.index.next_frame(), position);
        for pending in waiting {
            let group = &pending.group;
            let head = |stream: &str| heads.get(stream).copied().or(state.index.head(stream));
            let answer = group::check_heads(group, head).map(|()| {
                let new_heads = group::heads_after(group);
                for (batch, head) in group.batches.iter().zip(&new_heads) {
                    heads.insert(batch.stream.clone(), *head);
                }
                Appended { position, heads: new_heads }
            });
            if answer.is_ok() {
                frame = add(group, frame, position, &mut frames);
                position += group.len() as u64;
            }
            answers.push((pending, answer));
        }
        if frame.records() > 0 {
            frames.push((frame.number(), frame.finish(false)));
        }
        (Self { answers }, frames)
    }

    /// Sends each result: the frames are durable.
    pub(super) fn answer(self) {
        for (pending, answer) in self.answers {
            let _ = pending.answer.send(answer);
        }
    }

    /// Fails every group of the commit with `why`, rejected ones included.
    pub(super) fn fail(self, why: &str) {
        for (pending, _) in self.answers {
            pending.refuse(AppendError::Fatal { why: why.to_owned() });
        }
    }
}

/// Adds a group to the frame, and full frames to the list.
fn add(group: &Group, mut frame: FrameBuilder, position: u64, full: &mut Frames) -> FrameBuilder {
    let records = group.batches.iter().flat_map(|batch| &batch.records);
    for (place, record) in records.enumerate() {
        if !frame.fits(record) {
            let next = FrameBuilder::further(frame.number() + 1, position + place as u64);
            full.push((frame.number(), frame.finish(place > 0)));
            frame = next;
        }
        frame.push(record);
    }
    frame
}
