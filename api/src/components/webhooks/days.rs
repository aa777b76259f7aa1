//! The journals of deliveries in the data directory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use waybill_journal::durable::{DurableJournal, DurableOptions};
use waybill_journal::{DayName, Journal};
use waybill_platform::webhooks::DeliveryStore;

use crate::data::{DELIVERIES, delivery_days};

/// The journals of deliveries in a data directory.
pub(super) struct StoredDays {
    root: PathBuf,
    folder: PathBuf,
}

impl StoredDays {
    pub(super) fn open(root: &Path) -> anyhow::Result<Self> {
        let folder = root.join(DELIVERIES);
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(Self { root: root.to_owned(), folder })
    }

    /// The journals that there are. One that cannot be read is left out: deliveries of a day must not keep the server
    /// from starting.
    pub(super) fn journals(&self) -> anyhow::Result<BTreeMap<DayName, Arc<dyn Journal>>> {
        let mut journals: BTreeMap<DayName, Arc<dyn Journal>> = BTreeMap::new();
        for day in delivery_days(&self.root)?.into_keys() {
            match self.journal(&day) {
                Ok(journal) => drop(journals.insert(day, journal)),
                Err(error) => {
                    tracing::error!(%day, error, "a journal of deliveries is left out");
                }
            }
        }
        Ok(journals)
    }

    fn journal(&self, day: &DayName) -> Result<Arc<dyn Journal>, String> {
        let options = DurableOptions { reads_damaged: true, ..DurableOptions::default() };
        let journal = DurableJournal::open(&self.folder.join(day.to_string()), options);
        let journal = journal.map_err(|error| error.to_string())?;
        for warning in journal.warnings() {
            tracing::warn!("{warning}");
        }
        Ok(Arc::new(journal))
    }
}

impl DeliveryStore for StoredDays {
    fn create(&self, day: &DayName) -> Result<Arc<dyn Journal>, String> {
        let journal = self.journal(day)?;
        let synced = File::open(&self.folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| format!("{} cannot be written: {error}", self.folder.display()))?;
        Ok(journal)
    }

    fn remove(&self, day: &DayName) -> Result<(), String> {
        let folder = self.folder.join(day.to_string());
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
    }
}
