//! The journals of deliveries, one for each day on which deliveries began, which are dropped as a whole.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;
use waybill_journal::{DayName, Journal};
use waybill_machines::Timestamp;

use super::{DAY_MS, Now};
use crate::streams::Streams;

/// How many days deliveries are kept.
const KEPT_DAYS: i64 = 30;
/// How often old days are looked for.
const LOOKED_EVERY: Duration = Duration::from_secs(3_600);

/// Where the journals of the days are stored.
pub trait DeliveryStore: Send + Sync + 'static {
    /// Creates the empty journal of a day, durably. It may block.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator.
    fn create(&self, day: &DayName) -> Result<Arc<dyn Journal>, String>;

    /// Removes what is stored of a day, whose journal no one uses. It may block.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator.
    fn remove(&self, day: &DayName) -> Result<(), String>;
}

/// The journals of deliveries.
pub(super) struct DeliveryDays {
    days: RwLock<BTreeMap<DayName, Arc<Streams>>>,
    store: Arc<dyn DeliveryStore>,
    /// Held while the journal of a day is created, so that there is one.
    creating: Mutex<()>,
}

impl DeliveryDays {
    pub(super) fn new(
        days: BTreeMap<DayName, Arc<dyn Journal>>,
        store: Arc<dyn DeliveryStore>,
    ) -> Self {
        let days = days.into_iter().map(|(day, journal)| (day, Arc::new(Streams::new(journal))));
        Self { days: RwLock::new(days.collect()), store, creating: Mutex::default() }
    }

    /// All of them, the newest first.
    pub(super) fn all(&self) -> Vec<(DayName, Arc<Streams>)> {
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        days.iter().rev().map(|(day, streams)| (day.clone(), Arc::clone(streams))).collect()
    }

    /// The one that has a stream.
    pub(super) fn of(&self, stream: &str) -> Option<Arc<Streams>> {
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        let mut days = days.values().rev();
        days.find(|streams| streams.journal().head(stream).is_some()).cloned()
    }

    /// The one of the day of a time, if it is there.
    pub(super) fn known_at(&self, at: Timestamp) -> Option<Arc<Streams>> {
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        days.get(&DayName::of(at)).cloned()
    }

    /// The one of the day of a time, which is created if it is not there. It may block.
    pub(super) fn at(&self, at: Timestamp) -> Result<Arc<Streams>, String> {
        let _creating = self.creating.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(streams) = self.known_at(at) {
            return Ok(streams);
        }
        let day = DayName::of(at);
        let streams = Arc::new(Streams::new(self.store.create(&day)?));
        let mut days = self.days.write().unwrap_or_else(PoisonError::into_inner);
        days.insert(day, Arc::clone(&streams));
        Ok(streams)
    }

    /// The days before a time.
    fn before(&self, at: Timestamp) -> Vec<DayName> {
        let first_kept = DayName::of(at);
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        days.keys().filter(|day| day.date() < first_kept.date()).cloned().collect()
    }

    /// Drops a day with all deliveries that began on it. It may block.
    fn drop_day(&self, day: &DayName) -> Result<(), String> {
        self.days.write().unwrap_or_else(PoisonError::into_inner).remove(day);
        self.store.remove(day)
    }
}

/// Drops the days that are older than deliveries are kept.
pub(super) async fn drop_old(days: Arc<DeliveryDays>, now: Now) {
    loop {
        sleep(LOOKED_EVERY).await;
        let kept_from = now().plus_ms(-KEPT_DAYS * DAY_MS);
        for day in days.before(kept_from) {
            let (dropping, name) = (Arc::clone(&days), day.clone());
            let dropped = spawn_blocking(move || dropping.drop_day(&name)).await;
            match dropped {
                Ok(Ok(())) => tracing::info!(%day, "a journal of deliveries was dropped"),
                Ok(Err(error)) => {
                    tracing::warn!(%day, error, "a journal of deliveries was not dropped");
                }
                Err(error) => {
                    tracing::error!(%error, "dropping a journal of deliveries was stopped");
                }
            }
        }
    }
}
