//! Ending sessions from outside.

use waybill_machines::RejectionCode;
use waybill_machines::secret::PersonId;

use super::Engine;
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
