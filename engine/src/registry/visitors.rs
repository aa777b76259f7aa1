//! Dropping the sessions of old days that have no sign-in.

use waybill_journal::{DayName, Hash, Journal};
use waybill_machines::Timestamp;

use super::shared::lock;
use super::{Engine, SessionId};
use crate::error::NackCode;
use crate::perform::Performer;
use crate::session;

const DAY_MS: i64 = 24 * 3_600_000;
/// How many stream names are read at once.
const NAMES: usize = 512;

/// What is in the journal of a day of visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitorsOfDay {
    /// The journal.
    pub day: DayName,
    /// Number of sessions, with those that are also in the journal of sessions with a sign-in.
    pub sessions: u64,
    /// Number of records.
    pub records: u64,
    /// The hash of the newest record; zeros when there is none.
    pub last: Hash,
}

impl<P: Performer> Engine<P> {
    /// The journals of visitors that ended before so many days, the oldest first.
    pub fn old_visitors(&self, kept_days: u32) -> Vec<DayName> {
        let oldest_ms = self.now().as_ms() - i64::from(kept_days) * DAY_MS;
        let oldest = DayName::of(Timestamp::from_ms(oldest_ms.max(0)));
        let days = self.shared.sessions_journal.parts().into_iter().filter_map(|part| part.day);
        days.filter(|day| day.date() < oldest.date()).collect()
    }

    /// Ends the sessions that are in no other journal than that of a day, and returns what is in it. By their own
    /// deadline they have ended long before, unless the clock has jumped. `None` if one of them did not end, or the
    /// journal cannot be read: it must not be dropped then.
    pub async fn end_visitors(&self, day: &DayName) -> Option<VisitorsOfDay> {
        let of_day = |id: &SessionId| {
            self.shared.sessions_journal.day_of(&id.stream()).as_ref() == Some(day)
        };
        let begun: Vec<SessionId> = {
            let index = lock(&self.shared.index);
            let begun = index.entries.iter().filter(|(_, entry)| !entry.fresh);
            begun.map(|(id, _)| id.clone()).collect()
        };
        for session in begun.into_iter().filter(of_day) {
            if self.shared.journal.is_broken(&session.stream()) {
                // It can neither go on nor be ended by a record.
                lock(&self.shared.index).remove(&session);
                continue;
            }
            let ended = self.command(&session, session::abandon(&session)).await;
            if let Err(nack) = ended
                && !matches!(nack.code, NackCode::SessionEnded | NackCode::SessionUnreadable)
            {
                tracing::warn!(%session, code = %nack.code, "an old session of a visitor has not ended");
                return None;
            }
        }
        let parts = self.shared.sessions_journal.parts();
        let journal = parts.into_iter().find(|part| part.day.as_ref() == Some(day))?.journal;
        let day = day.clone();
        tokio::task::spawn_blocking(move || extent(day, journal.as_ref())).await.ok()
    }
}

/// What is in the journal of a day; one that is damaged may know less than was in it.
fn extent(day: DayName, journal: &dyn Journal) -> VisitorsOfDay {
    let records = journal.count();
    let newest = records.checked_sub(1).and_then(|newest| journal.scan(newest, 1).ok()?.pop());
    let (mut sessions, mut after) = (0, None::<String>);
    loop {
        let names = journal.streams("", after.as_deref(), NAMES);
        sessions += names.len() as u64;
        let Some((last, _)) = names.into_iter().last() else { break };
        after = Some(last);
    }
    let last = newest.map_or(Hash::ZERO, |newest| newest.hash);
    VisitorsOfDay { day, sessions, records, last }
}
