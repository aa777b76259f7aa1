//! A bookmark of a stream: which of its records make up its present state, so that these are read and not all of them.
//!
//! It is derived from the records and may be lost. It is valid as long as the journal still has its newest record.

use serde::{Deserialize, Serialize};
use waybill_journal::{Journal, StreamHead};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{MachineName, RejectionCode, Timestamp};

use crate::load::LoadError;
use crate::open_calls::{CallId, OpenCall};
use crate::{Outcome, StreamState};

/// A stream with more commands in the last day has no bookmark, since it would be larger than what it saves.
const COMMANDS_MAX: usize = 256;

/// Where the present state of a stream is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The newest record.
    pub head: StreamHead,
    /// When something is due next.
    pub wake_at: Option<Timestamp>,
    /// The newest accepted record of each instance.
    instances: Vec<(MachineName, u64)>,
    /// The calls that are open.
    open: Vec<(u64, u64)>,
    /// The commands of the last day: when, id, record, and the code of the rejection.
    commands: Vec<(Timestamp, String, u64, Option<RejectionCode>)>,
    facts_from: Option<u64>,
    has_forgotten_tabs: bool,
}

impl Bookmark {
    /// Whether no call is open.
    pub fn is_at_rest(&self) -> bool {
        self.open.is_empty()
    }
}

impl StreamState {
    /// The bookmark of the stream as it is; none for one that has no records, or more commands than are worth it.
    pub fn bookmark(&self) -> Option<Bookmark> {
        let commands: Vec<_> = self
            .commands
            .iter()
            .map(|(at, id, outcome)| (at, id.to_owned(), outcome.seq, outcome.rejected))
            .collect();
        if commands.len() > COMMANDS_MAX {
            return None;
        }
        let instances = self.instances.iter();
        Some(Bookmark {
            head: self.head?,
            wake_at: self.wake_at(),
            instances: instances.map(|(key, at)| (key.machine, at.seq)).collect(),
            open: self.open.iter().map(|(id, _)| (id.seq, id.index)).collect(),
            commands,
            facts_from: self.facts_from,
            has_forgotten_tabs: self.has_forgotten_tabs,
        })
    }

    /// Reads the records that a bookmark names. Nothing is read if it is of another history.
    pub(crate) fn continue_from(
        &mut self,
        bookmark: &Bookmark,
        journal: &dyn Journal,
        now: Timestamp,
    ) -> Result<(), LoadError> {
        let at = |seq| Ok::<_, LoadError>(journal.read(&self.name, seq, 1)?.pop());
        if at(bookmark.head.seq)?.is_none_or(|record| record.hash != bookmark.head.hash) {
            return Ok(());
        }
        let mut read = Self { head: Some(bookmark.head), ..Self::new(self.name.clone()) };
        for (machine, seq) in &bookmark.instances {
            let Some(record) = at(*seq)? else { return Ok(()) };
            read.take_state(*machine, &record.view()?)?;
        }
        for (seq, index) in &bookmark.open {
            let Some(record) = at(*seq)? else { return Ok(()) };
            let view = record.view()?;
            let place = usize::try_from(*index).unwrap_or(usize::MAX);
            let (Ok(machine), Some(json)) =
                (view.machine.parse::<MachineName>(), view.calls.iter().nth(place))
            else {
                return Ok(());
            };
            let call = machine.recorded_call(view.schema, json);
            let call = call.map_err(|error| LoadError::of(&self.name, *seq, &error))?;
            let key = InstanceKey::of(machine, view.tab);
            let id = CallId { seq: *seq, index: *index };
            if let Some(call) = OpenCall::recorded(&view, &key, call) {
                read.open.insert(id, call);
            }
        }
        for (at, id, seq, rejected) in &bookmark.commands {
            let outcome = Outcome { seq: *seq, rejected: *rejected };
            read.commands.insert(id, outcome, *at, now);
        }
        read.facts_from = bookmark.facts_from;
        read.has_forgotten_tabs = bookmark.has_forgotten_tabs;
        *self = read;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;
    use waybill_machines::AnyEvent;
    use waybill_machines::machines::{session, startup};
    use waybill_machines::secret::Digest;

    use super::*;
    use crate::Origin;

    async fn take(
        stream: &mut StreamState,
        journal: &MemoryJournal,
        event: AnyEvent,
        at: Timestamp,
    ) {
        let key = InstanceKey::session(event.machine());
        let opening = session::Event::Open { token: Digest("t".into()) }.into();
        let opening = Some(opening).filter(|_| stream.is_fresh());
        let decision = stream.decide(key, event, at, opening);
        let origin = Origin { command: Some(format!("c{}", stream.seq())), ..Origin::system() };
        let prepared = stream.prepare(decision, origin, at).unwrap();
        journal.append(stream.group(&prepared)).await.unwrap();
        stream.commit(&prepared);
    }

    #[tokio::test]
    async fn a_bookmark_leads_to_the_same_state_as_all_records() {
        let (journal, at) = (MemoryJournal::new(), Timestamp::from_ms(1_000));
        let mut stream = StreamState::new("session/a");
        take(&mut stream, &journal, startup::Event::Start {}.into(), at).await;
        let bookmark = stream.bookmark().unwrap();
        assert!(!bookmark.is_at_rest());
        let same = |bookmark: Option<&Bookmark>| {
            let read = StreamState::load("session/a", &journal, at, bookmark).unwrap();
            assert_eq!(read, stream);
        };
        same(None);
        same(Some(&bookmark));
        let json = serde_json::to_string(&bookmark).unwrap();
        same(Some(&serde_json::from_str(&json).unwrap()));
        take(&mut stream, &journal, startup::Event::Reset {}.into(), at).await;
        let read = StreamState::load("session/a", &journal, at, Some(&bookmark)).unwrap();
        assert_eq!(read, stream);
    }

    #[tokio::test]
    async fn a_bookmark_of_another_history_is_ignored() {
        let (journal, at) = (MemoryJournal::new(), Timestamp::from_ms(1_000));
        let mut stream = StreamState::new("session/a");
        take(&mut stream, &journal, startup::Event::Start {}.into(), at).await;
        let mut bookmark = stream.bookmark().unwrap();
        bookmark.head.hash.0[0] ^= 1;
        bookmark.instances.clear();
        let read = StreamState::load("session/a", &journal, at, Some(&bookmark)).unwrap();
        assert_eq!(read, stream);
    }
}
