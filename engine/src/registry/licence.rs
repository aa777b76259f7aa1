//! Sessions learn at once which licence counts: when one is installed or removed, and in the moment at which one ends.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::startup;
use waybill_machines::rules::licence::Licence;
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_platform::licences::Counting;

use super::shared::lock;
use super::{Engine, Nack, SessionId};
use crate::runtime;
use crate::session::Session;

/// How often the clock is compared with the moment at which a licence ends.
const TICK: Duration = Duration::from_millis(200);
/// How many sessions are told at once: their records share the journal's groups.
const AT_ONCE: usize = 64;

impl Engine {
    /// Tells every session of each licence that comes to count.
    pub(super) async fn follow_licence(self) {
        let mut changes = self.shared.ports.licences.changes();
        // A session that was open when the server stopped is told when it is looked at after the start.
        let mut known = self.counting().await;
        loop {
            let end = known.and_then(|counting| counting.until);
            let is_ended = |now: Timestamp| end.is_some_and(|end| now >= end);
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(TICK), if known.is_none() || end.is_some() => {
                    if known.is_some() && !is_ended(self.now()) {
                        continue;
                    }
                }
            }
            let Some(counting) = self.counting().await else { continue };
            let is_another = known.is_none_or(|known| known.licence != counting.licence);
            known = Some(counting);
            if is_another {
                tracing::info!(licence = ?counting.licence, "another licence counts");
                self.tell_licence(counting.licence).await;
            }
        }
    }

    /// What counts, if the service answers.
    pub(super) async fn counting(&self) -> Option<Counting> {
        self.shared.ports.licences.counting(self.now()).await.ok()
    }

    /// Those that somebody looks at come first.
    async fn tell_licence(&self, licence: Licence) {
        let live: Vec<SessionId> = lock(&self.shared.live).keys().cloned().collect();
        let asleep: Vec<SessionId> = {
            let index = lock(&self.shared.index);
            let begun = index.entries.iter().filter(|(_, entry)| !entry.fresh);
            begun.map(|(id, _)| id).filter(|id| !live.contains(id)).cloned().collect()
        };
        let (turns, mut telling) = (Arc::new(Semaphore::new(AT_ONCE)), JoinSet::new());
        for session in live.into_iter().chain(asleep) {
            let Ok(turn) = Arc::clone(&turns).acquire_owned().await else { return };
            let engine = self.clone();
            telling.spawn(async move {
                let _turn = turn;
                if let Err(nack) = engine.tell_session(&session, licence).await {
                    tracing::warn!(%session, code = nack.code, "a session was not told of the licence");
                }
            });
        }
        while telling.join_next().await.is_some() {}
    }

    async fn tell_session(&self, session: &SessionId, licence: Licence) -> Result<(), Nack> {
        if !lock(&self.shared.live).contains_key(session) {
            // One that sleeps is read without being woken: most have nothing to be told.
            let asleep = self.load(session).await?;
            if is_unaware(&asleep, licence) {
                self.task(session).await?;
            }
            return Ok(());
        }
        let state = self.settle(session, MachineName::Startup, &[]).await?;
        if !goes_by_another(&state, licence) {
            return Ok(());
        }
        match self.command(session, runtime::licence_changed(licence)).await {
            // It has ended meanwhile, or begun to start anew, and then asks for itself.
            Err(nack) if !["session_ended", "not_in_this_state"].contains(&nack.code.as_str()) => {
                Err(nack)
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// Whether a session that sleeps goes by another licence.
pub(super) fn is_unaware(session: &Session, licence: Licence) -> bool {
    goes_by_another(&session.state(&InstanceKey::session(MachineName::Startup)), licence)
}

/// Whether start-up goes by another licence, or by an answer that may be an old one.
fn goes_by_another(state: &AnyState, licence: Licence) -> bool {
    match state {
        AnyState::Startup(startup::State::Ready { facts, .. }) => facts.licence != licence,
        AnyState::Startup(startup::State::Settling { licence: known, .. }) => *known != licence,
        AnyState::Startup(startup::State::Gathering { licence: known, .. }) => {
            *known != Some(licence)
        }
        _ => false,
    }
}
