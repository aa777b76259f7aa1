//! Dropping the journals of visitors that are older than they are kept.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use waybill_engine::Engine;
use waybill_journal::TieredJournal;
use waybill_platform::limits::Limits;

use crate::data::{Data, VisitorDays};
use crate::server_acts::ServerActs;

/// How long after the start they are looked for first.
const BEGIN_AFTER: Duration = Duration::from_secs(10);
/// How often they are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(600);

/// The journals of visitors of a running server.
pub struct Visitors {
    journal: Arc<TieredJournal>,
    days: Arc<VisitorDays>,
    acts: Arc<ServerActs>,
    kept_days: u32,
}

impl Visitors {
    /// Those of a data directory.
    pub fn of(data: &Data, acts: &Arc<ServerActs>, limits: &Limits) -> Self {
        let kept_days = limits.visitors.kept_days.into();
        let (journal, days) = (Arc::clone(&data.all_sessions), Arc::clone(&data.visitors));
        Self { journal, days, acts: Arc::clone(acts), kept_days }
    }

    /// Drops old ones for as long as the server runs.
    pub async fn drop_old(self, engine: Engine) {
        let mut recorded = HashSet::new();
        // A clock that is wrong at the start of the machine is set soon.
        tokio::time::sleep(BEGIN_AFTER).await;
        loop {
            for day in engine.old_visitors(self.kept_days) {
                let Some(visitors) = engine.end_visitors(&day).await else { continue };
                // Nothing is lost without a record of it.
                if !recorded.contains(&day) && !self.acts.dropping(&visitors).await {
                    continue;
                }
                recorded.insert(day.clone());
                let (journal, days) = (Arc::clone(&self.journal), Arc::clone(&self.days));
                let removed =
                    tokio::task::spawn_blocking(move || days.remove(&journal, &day)).await;
                match removed {
                    Ok(Ok(())) => tracing::info!(
                        day = %visitors.day,
                        sessions = visitors.sessions,
                        records = visitors.records,
                        "a journal of visitors was dropped"
                    ),
                    Ok(Err(error)) => {
                        let error = format!("{error:#}");
                        tracing::warn!(day = %visitors.day, error, "a journal of visitors was not removed");
                    }
                    Err(error) => {
                        tracing::error!(%error, "dropping a journal of visitors was stopped");
                    }
                }
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
