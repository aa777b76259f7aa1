//! The open sessions and their cookies. Derived from the journal; nothing here is stored.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use waybill_journal::tiered::Part;
use waybill_journal::{DayName, Health, Journal, ReadError, scan_all};
use waybill_machines::machines::{login, session as life};
use waybill_machines::recorded::Unreadable;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_stream::{LoadError, pending_in};

use super::sessions_journal::{LOGIN_MACHINE, SESSION_MACHINE, SessionsJournal};
use crate::identity::SessionId;

/// How many sessions without any record are kept at most.
const FRESH_MAX: usize = 10_000;
/// A session without any record is removed after this long.
const FRESH_MS: i64 = 24 * 3_600_000;

/// How long after a cookie was renewed the response with the new one may still be in transit.
const RENEWED_WITHIN: Duration = Duration::from_secs(5);
/// How many replaced cookies are kept at most.
const RENEWED_MAX: usize = 10_000;

/// A session that has not ended.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub token: Digest,
    pub person: Option<PersonId>,
    pub fresh: bool,
    pub since: Timestamp,
    /// When the sign-in runs out; none without one, and where a file of an earlier build does not say it.
    pub until: Option<Timestamp>,
}

/// The origin of a session's requests. Telemetry: never journaled.
#[derive(Debug, Clone)]
pub(super) struct ClientInfo {
    pub address: Option<IpAddr>,
    pub agent: String,
    pub last_seen: Timestamp,
    /// When a tab has reported activity of the user last, since this process has started.
    pub active_at: Option<Timestamp>,
}

/// The open sessions by id, by cookie and by person.
#[derive(Default)]
pub(super) struct Index {
    pub entries: HashMap<SessionId, Entry>,
    pub by_token: HashMap<Digest, SessionId>,
    pub people: HashMap<PersonId, BTreeSet<SessionId>>,
    pub clients: HashMap<SessionId, ClientInfo>,
    /// The person whose password a session has proven without having completed the sign-in.
    pending_sign_ins: HashMap<SessionId, PersonId>,
    fresh: VecDeque<SessionId>,
    /// Recently replaced cookies, the oldest first. In real time, because it is about responses in transit.
    renewed: VecDeque<(Instant, Digest)>,
}

impl Index {
    /// Reads which sessions are open, from these positions of the journals. Only the few records of the session machine
    /// and of the login machine are decoded. Damaged records are left out: their journal is then read-only, and what it
    /// has named as damaged cannot be continued.
    pub fn read(
        &mut self,
        sessions: &SessionsJournal,
        from_position: impl Fn(Option<&DayName>) -> u64,
    ) -> Result<(), LoadError> {
        let parts = sessions.parts();
        for part in &parts {
            let mut from = Some(from_position(part.day.as_ref()));
            while let Some(position) = from {
                from = self.read_until_damage(sessions, part, position)?;
            }
        }
        self.renewed.clear();
        if parts.iter().any(|part| part.journal.health() != Health::Writable) {
            self.remove_doubtful(sessions.journal().as_ref());
        }
        Ok(())
    }

    /// A session whose end or sign-out may be lost is no longer taken for open.
    fn remove_doubtful(&mut self, journal: &dyn Journal) {
        let doubtful = self.entries.keys().filter(|id| journal.may_lack_newest(&id.stream()));
        let doubtful: Vec<SessionId> = doubtful.cloned().collect();
        for session in &doubtful {
            self.remove(session);
        }
        if !doubtful.is_empty() {
            let sessions = doubtful.len();
            tracing::error!(sessions, "sessions stay closed, as their newest records may be lost");
        }
    }

    /// Returns the first readable position behind damage; `None` at the end.
    fn read_until_damage(
        &mut self,
        sessions: &SessionsJournal,
        part: &Part,
        from_position: u64,
    ) -> Result<Option<u64>, LoadError> {
        let (index, journal, mut next) = (self, part.journal.as_ref(), from_position);
        for record in scan_all(journal, from_position) {
            let record = match record {
                Err(error @ ReadError::Damaged { .. }) => {
                    tracing::error!(position = next, %error, "records of sessions cannot be read");
                    return Ok(journal.readable_from(next + 1));
                }
                record => record?,
            };
            next = record.position + 1;
            let machine = if record.line.contains(SESSION_MACHINE) {
                MachineName::Session
            } else if record.line.contains(LOGIN_MACHINE) {
                MachineName::Login
            } else {
                continue;
            };
            let view = record.view()?;
            let (Some(id), Some(json)) = (SessionId::of_stream(view.stream), view.state) else {
                continue;
            };
            // Another journal has more of this session.
            if sessions.day_of(view.stream) != part.day {
                continue;
            }
            match machine.recorded_state(view.schema, json) {
                Ok(AnyState::Session(state)) => index.apply(&id, state),
                Ok(AnyState::Login(state)) => index.apply_login(&id, Some(&state)),
                Ok(_) => {}
                // Recovering the session finds it, and ends the session.
                Err(_) if machine == MachineName::Login => {}
                Err(error @ Unreadable::Newer { .. }) => {
                    return Err(LoadError::of(view.stream, record.seq, &error));
                }
                // A session without a known cookie cannot be resumed by any client.
                Err(error) => {
                    let seq = record.seq;
                    tracing::error!(session = %id, seq, %error, "an unreadable session stays closed");
                    index.remove(&id);
                }
            }
        }
        Ok(None)
    }

    /// The sessions that have records, each with the person whose sign-in is pending in it.
    pub fn saved(&self) -> impl Iterator<Item = (&SessionId, &Entry, Option<&PersonId>)> {
        let begun = self.entries.iter().filter(|(_, entry)| !entry.fresh);
        begun.map(|(id, entry)| (id, entry, self.pending_sign_ins.get(id)))
    }

    /// Takes over a session that was saved.
    pub fn restore(&mut self, id: &SessionId, entry: Entry, pending: Option<PersonId>) {
        self.insert(id, entry);
        self.set_pending_sign_in(id, pending);
    }

    /// Removes sessions that have records elsewhere than in these streams.
    pub fn retain_recorded(&mut self, is_recorded: impl Fn(&str) -> bool) {
        let gone =
            self.entries.iter().filter(|(id, entry)| !entry.fresh && !is_recorded(&id.stream()));
        let gone: Vec<SessionId> = gone.map(|(id, _)| id.clone()).collect();
        for id in &gone {
            self.remove(id);
        }
    }

    /// Adds a session without any record, and removes old ones beyond the limits.
    pub fn begin(&mut self, id: &SessionId, token: Digest, now: Timestamp) {
        while let Some(oldest) = self.fresh.front() {
            let entry = self.entries.get(oldest).filter(|entry| entry.fresh);
            let stays = entry.is_some_and(|entry| now.ms_since(entry.since) < FRESH_MS);
            if stays && self.fresh.len() < FRESH_MAX {
                break;
            }
            let Some(oldest) = self.fresh.pop_front() else { break };
            if self.entries.get(&oldest).is_some_and(|entry| entry.fresh) {
                self.remove(&oldest);
            }
        }
        self.fresh.push_back(id.clone());
        self.insert(id, Entry { token, person: None, fresh: true, since: now, until: None });
    }

    fn insert(&mut self, id: &SessionId, entry: Entry) {
        self.by_token.insert(entry.token.clone(), id.clone());
        if let Some(person) = &entry.person {
            self.people.entry(person.clone()).or_default().insert(id.clone());
        }
        self.entries.insert(id.clone(), entry);
    }

    pub fn remove(&mut self, id: &SessionId) {
        self.clients.remove(id);
        self.pending_sign_ins.remove(id);
        let Some(entry) = self.entries.remove(id) else { return };
        self.by_token.remove(&entry.token);
        if let Some(person) = entry.person
            && let Some(sessions) = self.people.get_mut(&person)
        {
            sessions.remove(id);
            if sessions.is_empty() {
                self.people.remove(&person);
            }
        }
    }

    /// Applies the state in a record of the session machine.
    pub fn apply(&mut self, id: &SessionId, state: life::State) {
        let client = self.clients.remove(id);
        let before = self.entries.get(id).map(|entry| entry.token.clone());
        // The login machine decides before the session's.
        let until = self.entries.get(id).and_then(|entry| entry.until);
        self.remove(id);
        // In these cases the response carries another cookie; otherwise the browser is not notified.
        let is_renewed = match &state {
            life::State::Open { token, .. } => {
                before.as_ref().is_some_and(|before| before != token)
            }
            life::State::Closed { reason } => *reason == life::CloseReason::LoggedOut,
            life::State::Fresh {} => false,
        };
        if let Some(before) = before.filter(|_| is_renewed) {
            self.note_renewed(before);
        }
        if let life::State::Open { token, person, since, .. } = state {
            self.insert(id, Entry { token, person, fresh: false, since, until });
            if let Some(client) = client {
                self.clients.insert(id.clone(), client);
            }
        }
    }

    /// Applies the state in a record of the login machine.
    pub fn apply_login(&mut self, id: &SessionId, state: Option<&login::State>) {
        if let Some(entry) = self.entries.get_mut(id) {
            entry.until = match state {
                Some(login::State::SignedIn { until, .. }) => Some(*until),
                _ => None,
            };
        }
        self.set_pending_sign_in(id, state.and_then(pending_in).cloned());
    }

    /// No cookie opens a session any longer whose sign-in has run out. Its end is recorded when it is recovered.
    pub fn shut_expired(&mut self, now: Timestamp) {
        let is_over = |entry: &&Entry| entry.until.is_some_and(|until| until <= now);
        for entry in self.entries.values().filter(is_over) {
            self.by_token.remove(&entry.token);
        }
    }

    fn note_renewed(&mut self, token: Digest) {
        let has_expired = |at: &Instant| at.elapsed() >= RENEWED_WITHIN;
        while self.renewed.len() >= RENEWED_MAX
            || self.renewed.front().is_some_and(|(at, _)| has_expired(at))
        {
            self.renewed.pop_front();
        }
        self.renewed.push_back((Instant::now(), token));
    }

    /// Whether this cookie has just been replaced, and the new one may not have reached the browser yet.
    pub fn is_being_renewed(&self, token: &Digest) -> bool {
        let recent = self.renewed.iter().rev().take_while(|(at, _)| at.elapsed() < RENEWED_WITHIN);
        recent.into_iter().any(|(_, renewed)| renewed == token)
    }

    /// Sets or clears the person whose sign-in a session has not completed.
    fn set_pending_sign_in(&mut self, id: &SessionId, person: Option<PersonId>) {
        match person.filter(|_| self.entries.contains_key(id)) {
            Some(person) => self.pending_sign_ins.insert(id.clone(), person),
            None => self.pending_sign_ins.remove(id),
        };
    }

    /// The sessions that have not completed the sign-in of this person.
    pub fn pending_sign_ins_of(&self, person: &PersonId) -> Vec<SessionId> {
        let theirs = self.pending_sign_ins.iter().filter(|(_, who)| *who == person);
        theirs.map(|(id, _)| id.clone()).collect()
    }

    /// The sessions that have not completed a sign-in, each with the person and when the session began.
    pub fn pending_sign_ins(&self) -> Vec<(SessionId, PersonId, Timestamp)> {
        let pending = self.pending_sign_ins.iter();
        let began = |id: &SessionId| self.entries.get(id).map(|entry| entry.since);
        pending.filter_map(|(id, who)| Some((id.clone(), who.clone(), began(id)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::SessionToken;

    fn begin(index: &mut Index, at: i64) -> SessionId {
        let id = SessionId::fresh();
        index.begin(&id, SessionToken::fresh().digest(), Timestamp::from_ms(at));
        id
    }

    #[test]
    fn sessions_without_records_are_bounded_in_number_and_age() {
        let mut index = Index::default();
        let first = begin(&mut index, 0);
        for _ in 0..FRESH_MAX {
            begin(&mut index, 1);
        }
        assert_eq!(index.entries.len(), FRESH_MAX);
        assert_eq!(index.by_token.len(), FRESH_MAX);
        assert!(!index.entries.contains_key(&first));
        begin(&mut index, FRESH_MS + 1);
        assert_eq!((index.entries.len(), index.fresh.len()), (1, 1));
    }

    #[test]
    fn only_signing_in_and_out_count_as_renewing_a_cookie() {
        let mut index = Index::default();
        let since = Timestamp::from_ms(0);
        let digests = [(); 3].map(|()| SessionToken::fresh().digest());
        let open = |token: &Digest| life::State::Open {
            token: token.clone(),
            person: None,
            since,
            until: None,
        };
        let id = SessionId::fresh();
        index.apply(&id, open(&digests[0]));
        index.apply(&id, open(&digests[0]));
        assert!(!index.is_being_renewed(&digests[0]));
        index.apply(&id, open(&digests[1]));
        assert!(index.is_being_renewed(&digests[0]) && !index.is_being_renewed(&digests[1]));
        index.apply(&id, life::State::Closed { reason: life::CloseReason::LoggedOut });
        assert!(index.is_being_renewed(&digests[1]));
        let other = SessionId::fresh();
        index.apply(&other, open(&digests[2]));
        index.apply(&other, life::State::Closed { reason: life::CloseReason::Revoked });
        assert!(!index.is_being_renewed(&digests[2]));
    }

    #[test]
    fn a_session_with_records_is_not_removed_with_fresh_ones() {
        let mut index = Index::default();
        let id = begin(&mut index, 0);
        let token = SessionToken::fresh().digest();
        let since = Timestamp::from_ms(0);
        index.apply(&id, life::State::Open { token, person: None, since, until: None });
        begin(&mut index, FRESH_MS + 1);
        assert!(index.entries.contains_key(&id));
    }
}
