//! Ending sessions from outside.

use std::collections::HashSet;

use waybill_machines::machines::login;
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, RejectionCode};
use waybill_platform::access::User;

use super::shared::lock;
use super::{Engine, SessionSummary};
use crate::error::{Nack, NackCode};
use crate::identity::SessionId;
use crate::perform::Performer;
use crate::session;

/// The result of ending all sessions of a person but one.
#[derive(Debug, Default)]
pub struct EndedSessions {
    /// How many have ended.
    pub ended: usize,
    /// Those that could not be ended, and why.
    pub failed: Vec<(SessionId, Nack)>,
}

impl<P: Performer> Engine<P> {
    /// Ends a session from outside. It is no error if it has already ended.
    pub async fn end(&self, session: &SessionId) -> Result<(), Nack> {
        let signed_in = self.person_of(session).is_some();
        let mut outcome = self.command(session, session::end(session, signed_in)).await;
        let not_in_this_state = NackCode::Rejected(RejectionCode::NotInThisState);
        if signed_in && outcome.as_ref().is_err_and(|nack| nack.code == not_in_this_state) {
            outcome = self.command(session, session::end(session, false)).await;
        }
        match outcome {
            Ok(_) => Ok(()),
            Err(nack) => match nack.code {
                NackCode::SessionEnded | NackCode::SessionUnreadable => Ok(()),
                _ => Err(nack),
            },
        }
    }

    /// Ends all sessions of a person but one.
    pub async fn end_others(&self, person: &PersonId, current: &SessionId) -> EndedSessions {
        self.end_those(person, |session| session != current).await
    }

    /// Ends all sessions of a person.
    pub async fn end_all(&self, person: &PersonId) -> EndedSessions {
        self.end_those(person, |_| true).await
    }

    async fn end_those(
        &self,
        person: &PersonId,
        is_meant: impl Fn(&SessionId) -> bool,
    ) -> EndedSessions {
        let mut outcome = EndedSessions::default();
        for other in self.sessions_of(person).into_iter().filter(|other| is_meant(&other.id)) {
            match self.end(&other.id).await {
                Ok(()) => outcome.ended += 1,
                Err(nack) => {
                    tracing::error!(session = %other.id, code = %nack.code, "a session was not ended");
                    outcome.failed.push((other.id, nack));
                }
            }
        }
        outcome
    }
}

impl Engine {
    /// Ends the sessions that no longer count, and pending sign-ins. That a user was disabled, has a new password, or
    /// lost the second factor to an administrator is recorded first, and a process that was killed after that has left
    /// the sessions open: a server ends them before it serves clients. Those whose end cannot be recorded, as while the
    /// journal is read-only, stay closed in this process, and the next start finds them again.
    pub async fn end_left_sessions(&self) {
        let mut not_ended = self.end_left().await;
        not_ended.extend(self.cancel_left().await);
        if not_ended.is_empty() {
            return;
        }
        let mut index = lock(&self.shared.index);
        for session in &not_ended {
            index.remove(session);
        }
        let sessions = not_ended.len();
        tracing::error!(sessions, "sessions stay closed, as their end could not be recorded");
    }

    /// Ends the sessions that no longer count, and returns those that could not be ended.
    pub(super) async fn end_left(&self) -> Vec<SessionId> {
        let mut not_ended = Vec::new();
        let people = self.people_with_sessions();
        if people.is_empty() {
            return not_ended;
        }
        // One list is faster than many accounts. What it lacks is looked at below.
        let users = self.ports().accounts.users().await.unwrap_or_default();
        let is_untouched = |user: &User| {
            let sessions = self.sessions_of(&user.person);
            sessions.iter().all(|session| counts_by_its_begin(user, session))
        };
        let untouched: HashSet<PersonId> =
            users.into_iter().filter(is_untouched).map(|user| user.person).collect();
        for person in people {
            if !untouched.contains(&person) {
                not_ended.extend(self.end_uncounted(&person).await);
            }
        }
        not_ended
    }

    /// Cancels pending sign-ins whose password may be valid no more, and returns the sessions in which that could not
    /// be recorded. When a password was verified is not known: its user enters it again where the session began before
    /// it was the valid one.
    async fn cancel_left(&self) -> Vec<SessionId> {
        let mut not_cancelled = Vec::new();
        let pending = lock(&self.shared.index).pending_sign_ins();
        for (session, person, since) in pending {
            let user = self.ports().accounts.user(person.clone()).await.ok().flatten();
            if user.is_some_and(|user| user.counts_session(&session.stream(), since)) {
                continue;
            }
            let cancelled = self.command(&session, session::cancel_sign_in(&person)).await;
            let Err(nack) = cancelled else { continue };
            match nack.code {
                // It is pending no longer.
                NackCode::Rejected(_) | NackCode::SessionEnded | NackCode::SessionUnreadable => {}
                code => {
                    tracing::error!(%session, %code, "a sign-in was not cancelled");
                    not_cancelled.push(session);
                }
            }
        }
        not_cancelled
    }

    /// Ends the sessions of a person that no longer count: all, if the user may not sign in, and otherwise those whose
    /// sign-in is older than the end of all credentials, than a new password that was not set in them, or than the
    /// reset of the second factor. Returns those that could not be ended. An account that cannot be read is treated as
    /// one that may not be used.
    pub(super) async fn end_uncounted(&self, person: &PersonId) -> Vec<SessionId> {
        let user = self.ports().accounts.user(person.clone()).await.ok().flatten();
        let Some(user) = user.filter(|user| user.enabled) else {
            return self.end_all(person).await.failed.into_iter().map(|(id, _)| id).collect();
        };
        let mut not_ended = Vec::new();
        for session in self.sessions_of(person) {
            if self.counts_session(&user, &session).await {
                continue;
            }
            if let Err(nack) = self.end(&session.id).await {
                tracing::error!(session = %session.id, code = %nack.code, "a session was not ended");
                not_ended.push(session.id);
            }
        }
        not_ended
    }

    /// Whether the sign-in of a session counts. It is not older than the session, so that few of them are read.
    async fn counts_session(&self, user: &User, session: &SessionSummary) -> bool {
        if counts_by_its_begin(user, session) {
            return true;
        }
        match self.login_state(&session.id).await {
            Ok(AnyState::Login(login::State::SignedIn { since, .. })) => {
                user.counts_session(&session.id.stream(), since)
            }
            // Its user is signing out.
            Ok(_) => true,
            Err(_) => false,
        }
    }
}

/// Whether a session counts whatever its sign-in is, which cannot be older.
fn counts_by_its_begin(user: &User, session: &SessionSummary) -> bool {
    user.counts_session(&session.id.stream(), session.since)
}
