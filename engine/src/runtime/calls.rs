//! What a session waits for: answers of ports, deadlines, and what a crash cut off.

use std::sync::Arc;
use std::time::Duration;

use waybill_journal::RecordRef;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Named;
use waybill_machines::machines::startup;
use waybill_machines::{AnyEvent, AnyState, MachineName};
use waybill_platform::records::Who;
use waybill_platform::trace;

use super::{Actor, Failure, Input};
use crate::common_facts::CommonFacts;
use crate::perform;
use crate::session::{Origin, Outstanding};

/// A port has this long to answer; then the call counts as cut off.
const PERFORM_WITHIN: Duration = Duration::from_secs(60);
/// What could not be stored is tried again after this long, as while the disk is near full.
const STORE_AGAIN: Duration = Duration::from_secs(2);

impl Actor {
    pub(super) fn perform(&self, record: u64, call: usize) {
        let Some(waiting) = self.session.outstanding.get(&(record, call)) else { return };
        let task = perform::Task {
            call: waiting.call.clone(),
            machine: waiting.key.machine,
            owner: perform::Owner::Session(self.session.id.clone()),
            who: self.session.who(),
            record,
            root: RecordRef { stream: Some(self.session.stream.clone()), seq: waiting.root },
        };
        let (machine, asked) = (waiting.key.machine, waiting.call.clone());
        let (shared, myself) = (Arc::clone(&self.shared), self.myself.clone());
        let trace = waiting.trace.clone();
        tokio::spawn(async move {
            let work = async move { perform::perform(&shared, task).await };
            let work = tokio::spawn(trace::within(trace, work));
            let event = match tokio::time::timeout(PERFORM_WITHIN, work).await {
                Ok(Ok(event)) => event,
                // A port that panics or hangs must not leave its machine waiting for ever.
                Ok(Err(_)) | Err(_) => {
                    tracing::error!(%machine, call = asked.name(), "a call was not answered");
                    machine.interrupted(&asked)
                }
            };
            if let Some(event) = event {
                // A task that has ended leaves the call to be answered as interrupted at the next start.
                let _ = myself.send(Box::new(Input::Answer { record, call, event })).await;
            }
        });
    }

    pub(super) async fn answer(&mut self, record: u64, call: usize, event: AnyEvent) {
        let Some(waiting) = self.session.outstanding.remove(&(record, call)) else { return };
        if self.session.is_closed() {
            return;
        }
        let Outstanding { key, root, trace, .. } = (*waiting).clone();
        let answers = Some((record, call, root));
        let origin = Origin { who: self.session.who(), command: None, answers, trace };
        let at = self.shared.clock.now();
        match self.decide(key, event.clone(), origin, at).await {
            Ok(_) => {}
            Err(Failure::Refused(nack)) => {
                tracing::debug!(session = %self.session.id, code = nack.code, "an answer came too late");
            }
            Err(Failure::NotStored(nack)) => {
                tracing::warn!(session = %self.session.id, code = nack.code, "an answer was not stored");
                self.session.outstanding.insert((record, call), waiting);
                self.fail_waiters(&nack);
                let myself = self.myself.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(STORE_AGAIN).await;
                    let _ = myself.send(Box::new(Input::Answer { record, call, event })).await;
                });
            }
        }
    }

    /// Takes over what has changed of the facts, as a record; without a change there is none.
    pub(super) async fn heed(&mut self, facts: Arc<CommonFacts>, changes: u64, is_awaited: bool) {
        if changes != self.shared.facts_changed() {
            return;
        }
        let key = InstanceKey::session(MachineName::Startup);
        let changed = match self.session.states.get(&key) {
            Some(AnyState::Startup(state)) => facts.outdated(state, is_awaited),
            _ => return,
        };
        if changed.is_empty() || self.session.is_closed() {
            return;
        }
        let event = startup::Event::FactsChanged { facts: changed };
        let origin = Origin { who: Who::System, command: None, answers: None, trace: None };
        let at = self.shared.clock.now();
        if let Err(failure) = self.decide(key, event.into(), origin, at).await {
            let nack = failure.into_nack();
            tracing::warn!(session = %self.session.id, code = nack.code, "changed facts were not stored");
            let myself = self.myself.clone();
            tokio::spawn(async move {
                tokio::time::sleep(STORE_AGAIN).await;
                let _ = myself.send(Box::new(Input::Facts { facts, changes, is_awaited })).await;
            });
        }
    }

    pub(super) async fn deadline(&mut self) {
        let at = self.shared.clock.now();
        let due: Vec<InstanceKey> = self
            .session
            .states
            .iter()
            .filter(|(_, state)| state.wake_at().is_some_and(|wake| wake <= at))
            .map(|(key, _)| key.clone())
            .collect();
        let mut failed = false;
        for key in due {
            let Some(event) = key.machine.deadline() else { continue };
            if self.session.is_closed() {
                break;
            }
            let origin = Origin { who: Who::System, command: None, answers: None, trace: None };
            if let Err(failure) = self.decide(key, event, origin, at).await {
                let nack = failure.into_nack();
                tracing::warn!(session = %self.session.id, code = nack.code, "a deadline was refused");
                failed = true;
            }
        }
        let mut next = self.session.wake_at();
        if failed {
            // It is overdue already; without a pause it would be tried several times a second.
            let later = at.plus_ms(5_000);
            next = next.map(|next| next.max(later));
        }
        self.shared.alarm.set(&self.session.id, next);
    }

    /// After a start: what was asked for and never answered ends as interrupted (EVT-06).
    pub(super) async fn recover(&mut self) {
        let cut_off: Vec<_> = self
            .session
            .outstanding
            .iter()
            .map(|(place, waiting)| (*place, waiting.key.machine, waiting.call.clone()))
            .collect();
        for ((record, call), machine, asked) in cut_off {
            match machine.interrupted(&asked) {
                Some(event) => self.answer(record, call, event).await,
                None => {
                    self.session.outstanding.remove(&(record, call));
                }
            }
        }
        self.shared.alarm.set(&self.session.id, self.session.wake_at());
        self.shared.half_way(&self.session);
    }
}
