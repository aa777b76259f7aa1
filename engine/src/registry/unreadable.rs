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

impl Engine {
    /// Ends a session without reading more of it than its own life. One that somebody else has ended meanwhile is what
    /// was asked for.
    pub(super) async fn close_unreadable(&self, session: &SessionId) -> Result<(), Nack> {
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
