//! Sessions decide on the current facts: a session in memory receives changed facts of the installation at once, and
//! an unloaded one as it is loaded, before it decides anything.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use waybill_machines::Timestamp;

use super::Engine;
use crate::common_facts::CommonFacts;
use crate::perform::Performer;
use crate::session::Input;

/// How often the clock is compared with the time at which a licence ends.
const TICK: Duration = Duration::from_millis(200);

impl Engine {
    /// Sends each change to the sessions in memory: another licence, one that ends, a service that was removed.
    pub(super) async fn follow_facts(self) {
        let ports = self.ports();
        let (mut licences, mut services) = (ports.licences.changes(), ports.topology.changes());
        let mut known = self.shared.performer.common_facts(self.now()).await;
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
            let Some(facts) = self.shared.performer.common_facts(self.now()).await else {
                continue;
            };
            if known.as_ref() != Some(&facts) {
                known = Some(facts.clone());
                self.send_facts(Arc::new(facts)).await;
            }
        }
    }

    async fn licence_end(&self) -> Option<Timestamp> {
        self.ports().licences.effective(self.now()).await.ok()?.until
    }
}

impl<P: Performer> Engine<P> {
    /// Sends the current facts to the sessions in memory. Others request them when they are loaded.
    pub async fn facts_changed(&self) {
        let facts = self.shared.performer.common_facts(self.now()).await;
        if let Some(facts) = facts {
            self.send_facts(Arc::new(facts)).await;
        }
    }

    async fn send_facts(&self, facts: Arc<CommonFacts>) {
        tracing::info!(licence = ?facts.licence, "sessions receive changed facts");
        // A session that is being loaded compares with the facts before this change, and requests them again.
        let changes = self.shared.count_change();
        let mut sending = JoinSet::new();
        for session in self.shared.sessions.names() {
            let (shared, facts) = (Arc::clone(&self.shared), Arc::clone(&facts));
            sending.spawn(async move {
                let input = Input::Facts { facts, changes, is_awaited: true };
                shared.sessions.send_awake(&session, input, shared.activity()).await
            });
        }
        while sending.join_next().await.is_some() {}
    }
}

/// Waits for a change; for ever if the sender has been dropped.
async fn changed(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}
