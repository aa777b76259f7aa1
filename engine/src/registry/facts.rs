//! Sessions decide by what is so: those that are awake learn at once which facts of the installation have changed, and
//! those that sleep as they wake, before they decide anything.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use waybill_machines::Timestamp;
use waybill_platform::streams::Act;

use super::shared::lock;
use super::{Engine, SessionId};
use crate::common_facts::CommonFacts;
use crate::runtime::Input;

/// How often the clock is compared with the moment at which a licence ends.
const TICK: Duration = Duration::from_millis(200);
/// A session whose task is about to fall asleep is spoken to again after this long.
const AGAIN: Duration = Duration::from_millis(1);

impl Engine {
    /// Tells sessions that are awake of each change: another licence, one that ends, a service that was taken out.
    pub(super) async fn follow_facts(self) {
        let ports = &self.shared.ports;
        let (mut licences, mut services) = (ports.licences.changes(), ports.topology.changes());
        let mut known = self.common_facts().await;
        let mut end = self.licence_end().await;
        loop {
            tokio::select! {
                () = changed(&mut licences) => {}
                () = changed(&mut services) => {}
                () = tokio::time::sleep(TICK), if known.is_none() || end.is_some() => {
                    if known.is_some() && end.is_none_or(|end| self.now() < end) {
                        continue;
                    }
                }
            }
            end = self.licence_end().await;
            let Some(facts) = self.common_facts().await else { continue };
            if known.as_ref() != Some(&facts) {
                known = Some(facts.clone());
                self.tell_all(Arc::new(facts)).await;
            }
        }
    }

    /// What is so for every session at this moment; nothing where somebody does not answer who knows a part of it.
    pub(super) async fn common_facts(&self) -> Option<CommonFacts> {
        if !self.shared.tells_facts {
            return None;
        }
        let (ports, at) = (&self.shared.ports, self.now());
        let visitor = ports.access.current_user(None, Act::system(at)).await.ok()?;
        Some(CommonFacts {
            anonymous_allowed: visitor.anonymous_allowed,
            anonymous_ui_blocked: visitor.anonymous_ui_blocked,
            single_sign_on: visitor.single_sign_on,
            licence: ports.licences.counting(at).await.ok()?.licence,
            services: ports.topology.services().await.ok()?,
            installation: ports.settings.console().await.ok()?,
        })
    }

    async fn licence_end(&self) -> Option<Timestamp> {
        self.shared.ports.licences.counting(self.now()).await.ok()?.until
    }

    /// Those that sleep stay asleep: they ask as they wake.
    async fn tell_all(&self, facts: Arc<CommonFacts>) {
        tracing::info!(licence = ?facts.licence, "sessions are told what has changed");
        // Whoever is waking compares with what was so before this, and looks again.
        let changes = self.shared.count_change();
        let awake: Vec<SessionId> = lock(&self.shared.live).keys().cloned().collect();
        let mut telling = JoinSet::new();
        for session in awake {
            let (engine, facts) = (self.clone(), Arc::clone(&facts));
            telling.spawn(async move { engine.tell(&session, facts, changes).await });
        }
        while telling.join_next().await.is_some() {}
    }

    async fn tell(&self, session: &SessionId, facts: Arc<CommonFacts>, changes: u64) {
        loop {
            let task = lock(&self.shared.live).get(session).cloned();
            let Some(task) = task else { return };
            let told = Input::Facts { facts: Arc::clone(&facts), changes, is_awaited: true };
            if task.send(Box::new(told)).await.is_ok() {
                return;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Waits for a change, for ever where there will be none any more.
async fn changed(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}
