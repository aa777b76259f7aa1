//! A session whose records cannot be read is ended by a record with that reason: it must not lock its user out for
//! days, and no sign-in may remain that cannot be revoked.

use std::sync::Arc;

use waybill_journal::AppendError;
use waybill_machines::MachineName;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::session::{CloseReason, Event};
use waybill_stream::{LoadError, NotWritten, Origin, StreamState};

use super::SessionId;
use super::shared::Shared;
use crate::perform::Performer;

/// How often the end is decided again after a conflict with another writer.
const TRIES_MAX: usize = 8;

/// Why an unreadable session could not be ended.
#[derive(Debug, thiserror::Error)]
enum NotClosed {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error("reading was stopped")]
    Stopped,
}

impl<P: Performer> Shared<P> {
    /// Ends a session; reads only the records of its session machine.
    pub(crate) async fn close_unreadable(&self, session: &SessionId) {
        tracing::error!(%session, "a session cannot be read, so it is ended");
        for _ in 0..TRIES_MAX {
            match self.try_to_close(session).await {
                Err(NotClosed::Append(AppendError::Conflict { .. })) => {}
                Err(error) => return tracing::error!(%session, %error, "it was not ended"),
                Ok(()) => return,
            }
        }
    }

    async fn try_to_close(&self, session: &SessionId) -> Result<(), NotClosed> {
        let (name, journal, at) = (session.stream(), Arc::clone(&self.journal), self.clock.now());
        let read = move || StreamState::load_machine(name, MachineName::Session, &*journal);
        let read = tokio::task::spawn_blocking(read).await;
        let mut stream = read.map_err(|_| NotClosed::Stopped)??;
        let key = InstanceKey::session(MachineName::Session);
        let event = Event::Close { reason: CloseReason::Unreadable };
        let decision = stream.decide(key, event.into(), at, None);
        // It has ended already.
        if decision.rejected().is_some() {
            return Ok(());
        }
        let prepared = stream.prepare(decision, Origin::system(), at)?;
        self.journal.append(stream.group(&prepared)).await?;
        stream.commit(&prepared);
        self.sessions.alarm.set(stream.name(), None);
        self.life_changed(session, &stream);
        Ok(())
    }
}
