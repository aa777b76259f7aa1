//! What goes on beside the requests: deadlines, what a crash cut off, and accounts that change.

use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{AccountChange, ChangeKind};

use super::shared::lock;
use super::{Engine, Nack, SessionId};
use crate::runtime::{self, Input};
use crate::session::Session;

/// How often deadlines are looked at.
const TICK: Duration = Duration::from_millis(200);

impl Engine {
    pub(super) async fn wake_what_is_due(self) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            for stream in self.shared.installation.alarm.due(self.now()) {
                let engine = self.clone();
                tokio::spawn(async move { engine.installation_due(stream).await });
            }
            self.shared.deadlines_pulse.beat(self.now());
            for session in self.shared.alarm.due(self.now()) {
                let engine = self.clone();
                // A session whose queue is full must not hold up the deadlines of all others.
                tokio::spawn(async move {
                    if engine.send(&session, Input::Deadline).await.is_err() {
                        tracing::warn!(%session, "a deadline could not be delivered");
                    }
                });
            }
        }
    }

    /// Looks at every session once after a start: answers what was cut off, arms deadlines, and ends those of
    /// people who were disabled while the server was stopped.
    pub(super) async fn recover_all(self) {
        let sessions: Vec<SessionId> = {
            let index = lock(&self.shared.index);
            let begun = index.entries.iter().filter(|(_, entry)| !entry.fresh);
            begun.map(|(id, _)| id.clone()).collect()
        };
        for session in sessions {
            if let Err(nack) = self.recover(&session).await {
                tracing::warn!(%session, message = nack.message, "a session could not be recovered");
            }
            tokio::task::yield_now().await;
        }
        let people: Vec<PersonId> = lock(&self.shared.index).people.keys().cloned().collect();
        for person in people {
            if !self.may_sign_in(&person).await {
                self.end_all(&person).await;
            }
        }
    }

    /// Ends every session of somebody whose account has changed, and every sign-in that has begun.
    pub async fn cut_off(&self, person: &PersonId) {
        // Which sign-ins have begun is known only when all sessions have been looked at.
        self.clone().recover_all().await;
        self.cancel_half_way(person).await;
        self.end_all(person).await;
    }

    async fn recover(&self, session: &SessionId) -> Result<(), Nack> {
        if lock(&self.shared.live).contains_key(session) {
            return Ok(());
        }
        let loaded = self.load(session).await?;
        if !loaded.outstanding.is_empty() {
            // Its task answers them first of all.
            return self.send(session, Input::Recover).await;
        }
        let live = lock(&self.shared.live);
        // Whoever woke it meanwhile has taken care of both, and knows better.
        if !live.contains_key(session) && self.is_newest(&loaded) {
            self.shared.alarm.set(session, loaded.wake_at());
            self.shared.half_way(&loaded);
        }
        Ok(())
    }

    pub(super) fn is_newest(&self, session: &Session) -> bool {
        self.shared.journal.head(&session.stream).map_or(0, |head| head.seq) == session.seq()
    }

    /// Cuts off the sessions of somebody who may not sign in any more, and tells the others of new rights.
    pub(super) async fn follow_accounts(self, mut changes: broadcast::Receiver<AccountChange>) {
        loop {
            match changes.recv().await {
                Ok(change) => self.account_changed(&change.person, Some(change.kind)).await,
                // Whoever missed some looks at all of them.
                Err(RecvError::Lagged(_)) => {
                    let people: Vec<_> = lock(&self.shared.index).people.keys().cloned().collect();
                    for person in people {
                        self.account_changed(&person, None).await;
                    }
                }
                Err(RecvError::Closed) => break,
            }
        }
    }

    /// An account that cannot be judged counts as one that may not be used.
    async fn may_sign_in(&self, person: &PersonId) -> bool {
        let user = self.shared.ports.access.user(person.clone()).await;
        matches!(&user, Ok(Some(user)) if user.enabled)
    }

    async fn account_changed(&self, person: &PersonId, kind: Option<ChangeKind>) {
        let enabled = self.may_sign_in(person).await;
        if !enabled || matches!(kind, Some(ChangeKind::Password | ChangeKind::Mfa)) {
            // The password that they have proven may be a stolen one that counts no more.
            self.cancel_half_way(person).await;
        }
        if !enabled {
            self.end_all(person).await;
            return;
        }
        for summary in self.sessions_of(person) {
            if let Err(nack) = self.refresh_facts(&summary.id, person).await {
                tracing::warn!(session = %summary.id, code = nack.code, "a session was not re-scoped");
            }
        }
    }

    async fn cancel_half_way(&self, person: &PersonId) {
        let sessions = lock(&self.shared.index).half_way_of(person);
        for session in sessions {
            let command = runtime::cut_short(person);
            match self.command(&session, command).await {
                Ok(_) => tracing::info!(%session, "a sign-in that had begun was cut short"),
                // It came to its end meanwhile.
                Err(nack) => {
                    tracing::debug!(%session, code = nack.code, "a sign-in was not cut short");
                }
            }
        }
    }

    async fn end_all(&self, person: &PersonId) {
        for summary in self.sessions_of(person) {
            if let Err(nack) = self.end(&summary.id).await {
                tracing::warn!(session = %summary.id, code = nack.code, "a session was not ended");
            }
        }
    }
}
