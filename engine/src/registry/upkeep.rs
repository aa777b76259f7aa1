//! What runs beside the requests: deadlines, recovery after a start, and accounts that change.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{AccountChange, ChangeKind};
use waybill_platform::trace;
use waybill_stream::{LoadError, StreamState};

use super::shared::lock;
use super::{EndedSessions, Engine, SessionId};
use crate::error::Nack;
use crate::perform::Performer;
use crate::runner::{self, Input};
use crate::session::{self, SessionOwner};

/// How often the clock is compared with what is due.
const TICK: Duration = Duration::from_millis(200);

impl<P: Performer> Engine<P> {
    pub(super) async fn wake_what_is_due(self) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            self.shared.deadlines_pulse.beat(self.now());
            self.wake_due();
        }
    }

    /// Wakes the streams that are due by the clock.
    pub fn wake_due(&self) {
        let now = self.now();
        for stream in self.shared.sessions.alarm.due(now) {
            let Some(session) = SessionId::of_stream(&stream) else { continue };
            let (shared, activity) = (Arc::clone(&self.shared), self.shared.activity());
            // A session whose queue is full must not delay the deadlines of all others.
            tokio::spawn(async move {
                let owner = || SessionOwner::new(session.clone());
                runner::send(&shared, &stream, owner, Input::Due).await;
                drop(activity);
            });
        }
        for stream in self.shared.installation.machines.alarm.due(now) {
            let (engine, activity) = (self.clone(), self.shared.activity());
            tokio::spawn(async move {
                engine.installation_due(&stream).await;
                drop(activity);
            });
        }
    }

    /// When a stream is due next, if any is.
    pub fn next_due(&self) -> Option<Timestamp> {
        let (sessions, machines) = (&self.shared.sessions, &self.shared.installation.machines);
        [sessions.alarm.next(), machines.alarm.next()].into_iter().flatten().min()
    }

    /// How much is under way: inputs that wait or are taken, and calls that are performed. If only calls are left that
    /// wait for their ports, nothing happens before one of them is answered or the clock moves.
    pub fn activities(&self) -> usize {
        self.shared.activities()
    }

    /// Looks at every stream once after a start: ends what a crash interrupted and sets the alarms.
    pub async fn recover_all(&self) {
        let sessions: Vec<SessionId> = {
            let index = lock(&self.shared.index);
            let begun = index.entries.iter().filter(|(_, entry)| !entry.fresh);
            begun.map(|(id, _)| id.clone()).collect()
        };
        for session in sessions {
            self.recover(&session).await;
            tokio::task::yield_now().await;
        }
        self.recover_installation().await;
    }

    async fn recover(&self, session: &SessionId) {
        let name = session.stream();
        let (journal, now) = (Arc::clone(&self.shared.journal), self.now());
        let bookmark = self.shared.sessions.bookmarks.get(&name);
        if let Some(bookmark) = &bookmark
            && bookmark.is_at_rest()
            && journal.head(&name) == Some(bookmark.head)
        {
            let alarm = &self.shared.sessions.alarm;
            return self.shared.sessions.if_asleep(&name, || alarm.set(&name, bookmark.wake_at));
        }
        let load = {
            let name = name.clone();
            move || StreamState::load(name, &*journal, now, bookmark.as_ref())
        };
        let loaded: Result<StreamState, LoadError> = match tokio::task::spawn_blocking(load).await {
            Ok(loaded) => loaded,
            Err(_) => return,
        };
        match loaded {
            Ok(stream) if stream.open_calls().is_empty() => {
                // A runner that was started meanwhile has taken care of both.
                self.shared.sessions.if_asleep(&name, || {
                    if self.shared.journal.head(&name) == stream.head() {
                        self.shared.sessions.alarm.set(&name, stream.wake_at());
                        self.shared.sign_in_changed(session, &stream);
                    }
                });
            }
            // A runner begins by ending them; one that cannot read its stream ends the session.
            Ok(_) | Err(LoadError::Unknown { .. }) => {
                let owner = || SessionOwner::new(session.clone());
                runner::send(&self.shared, &name, owner, Input::Due).await;
            }
            Err(error) => tracing::error!(%session, %error, "a session could not be recovered"),
        }
    }
}

impl Engine {
    pub(super) async fn recover_after_start(self) {
        self.recover_all().await;
        self.end_left().await;
    }

    /// Ends every session of a person whose account has changed, and every pending sign-in.
    pub async fn terminate_sessions(&self, person: &PersonId) {
        // What a crash interrupted ends first.
        self.clone().recover_after_start().await;
        self.cancel_pending(person).await;
        self.end_all(person).await;
    }

    /// Ends every session, as after a restore. Returns their number.
    ///
    /// # Errors
    ///
    /// [`Nack`], if one cannot be ended.
    pub async fn end_every_session(&self) -> Result<usize, Nack> {
        self.clone().recover_after_start().await;
        let sessions: Vec<SessionId> = lock(&self.shared.index).entries.keys().cloned().collect();
        for session in &sessions {
            self.end(session).await?;
        }
        Ok(sessions.len())
    }

    /// Ends the sessions of users who may no longer sign in, and sends the others their new rights.
    pub(super) async fn follow_accounts(self, mut changes: broadcast::Receiver<AccountChange>) {
        loop {
            match changes.recv().await {
                Ok(AccountChange { person, kind, trace }) => {
                    let change = self.account_changed(&person, Some(kind));
                    trace::within(trace, change).await;
                }
                // Some changes were missed, so all users are checked.
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

    /// An account that cannot be read is treated as one that may not be used.
    async fn may_sign_in(&self, person: &PersonId) -> bool {
        let user = self.ports().accounts.user(person.clone()).await;
        matches!(&user, Ok(Some(user)) if user.enabled)
    }

    async fn account_changed(&self, person: &PersonId, kind: Option<ChangeKind>) {
        let enabled = self.may_sign_in(person).await;
        let is_reset = kind == Some(ChangeKind::PasswordReset);
        let is_over =
            matches!(kind, Some(ChangeKind::Password | ChangeKind::Mfa | ChangeKind::Disabled));
        if !enabled || is_reset || is_over {
            // The password that was verified may be a stolen one that is valid no more.
            self.cancel_pending(person).await;
        }
        if !enabled || is_reset {
            self.end_all(person).await;
            return;
        }
        if kind.is_none() || is_over {
            // The user is enabled again already, which gives no session of before back; or the client that has set a
            // password or reset a second factor may have gone away before the others were ended. What is not ended is
            // logged.
            self.end_uncounted(person).await;
        }
        for summary in self.sessions_of(person) {
            if let Err(nack) = self.refresh_facts(&summary.id, person).await {
                tracing::warn!(session = %summary.id, code = %nack.code, "a session keeps old rights");
            }
        }
    }

    /// Ends every session of a person whose credentials were reset, and every pending sign-in.
    pub async fn sign_out(&self, person: &PersonId) -> EndedSessions {
        self.cancel_pending(person).await;
        self.end_all(person).await
    }

    pub(crate) async fn cancel_pending(&self, person: &PersonId) {
        let sessions = lock(&self.shared.index).pending_sign_ins_of(person);
        for session in sessions {
            match self.command(&session, session::cancel_sign_in(person)).await {
                Ok(_) => tracing::info!(%session, "a pending sign-in was cancelled"),
                // It was completed meanwhile.
                Err(nack) => {
                    tracing::debug!(%session, code = %nack.code, "a sign-in was not cancelled");
                }
            }
        }
    }
}
