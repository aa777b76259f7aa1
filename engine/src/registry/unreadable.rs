//! A session whose records cannot be read is ended, by a record that says so: it must keep nobody out for days, and no
//! sign-in may stay that cannot be revoked.

use waybill_journal::{Group, Journal};
use waybill_machines::cascade::{self, InstanceKey};
use waybill_machines::machines::session::{CloseReason, Event};
use waybill_machines::{MachineName, Timestamp};
use waybill_platform::records::Who;

use super::{Engine, SessionId};
use crate::error::Nack;
use crate::session::{Origin, Prepared, Session, SessionError};

/// How often the end is decided again after somebody else was first.
const TRIES_MAX: usize = 8;

impl Engine {
    /// Ends a session without reading more of it than its own life. One that somebody else has ended meanwhile is what
    /// was asked for.
    pub(super) async fn close_unreadable(&self, session: &SessionId) -> Result<(), Nack> {
        for _ in 0..TRIES_MAX {
            match self.try_to_close(session).await {
                // A request and the look at all sessions after a start may find out at the same moment.
                Err(nack) if nack.code == "conflict" => {}
                outcome => return outcome,
            }
        }
        Err(Nack::temporary("conflict", "The session is changing too fast. Try again."))
    }

    async fn try_to_close(&self, session: &SessionId) -> Result<(), Nack> {
        let (id, journal, at) = (session.clone(), self.shared.journal.clone(), self.now());
        let prepare = move || closing(id, journal.as_ref(), at);
        let prepared = tokio::task::spawn_blocking(prepare).await.map_err(|_| Nack::gone())?;
        let unavailable = |error: SessionError| Nack::temporary("unreadable", error.to_string());
        let Some((mut closed, prepared, origin)) = prepared.map_err(unavailable)? else {
            return Ok(());
        };
        let group = Group::of(&closed.stream, closed.head, prepared.records.clone());
        self.shared.journal.append(group).await?;
        closed.commit(&prepared, &origin, at);
        self.shared.alarm.set(session, None);
        self.shared.life_changed(&closed);
        Ok(())
    }
}

/// The closing record of a session, or nothing where it has ended.
fn closing(
    id: SessionId,
    journal: &dyn Journal,
    at: Timestamp,
) -> Result<Option<(Session, Prepared, Origin)>, SessionError> {
    let session = Session::load_life(id, journal)?;
    let key = InstanceKey::session(MachineName::Session);
    let event = Event::Close { reason: CloseReason::Unreadable };
    let decided = cascade::run(&session.states, key, event.into(), at);
    if decided.iter().any(|step| step.result.is_err()) {
        return Ok(None);
    }
    let origin = Origin { who: Who::System, command: None, answers: None, trace: None };
    let prepared = session.prepare(decided, 0, &origin, at)?;
    Ok(Some((session, prepared, origin)))
}
