//! The journals of visitors: sessions without sign-in, by the day on which they began.
//!
//! ```text
//! <data>/journal/visitors/2026-11-22/   a journal, which the manifest names
//! ```
//!
//! The manifest names a directory that is being made or removed as unused, so that a stop in between leaves nothing
//! behind, and nothing else is ever removed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use waybill_engine::signs_in;
use waybill_journal::durable::{DurableJournal, DurableOptions, OpenError};
use waybill_journal::tiered::{DayStore, Unusable};
use waybill_journal::{DayName, Journal, TieredJournal};
use waybill_platform::secret::{hex, random};

use super::{DataDirectory, SESSIONS, manifest, private, write_durably};
use crate::cli::BadInput;
use crate::metrics_page;

/// The folder of the journals of visitors, below that of the journals.
pub const VISITORS: &str = "visitors";
/// Its path in the data directory.
pub(super) const FOLDER: &str = "journal/visitors";
/// How long readers of a journal are waited for before it is removed.
const READERS_WITHIN: Duration = Duration::from_secs(10);
const READERS_EVERY: Duration = Duration::from_millis(50);

/// The path of a journal of visitors in the data directory, which is also its name in the manifest.
pub(super) fn path_of(day: &DayName) -> String {
    format!("{FOLDER}/{day}")
}

/// The day of a journal of visitors, by its path in the data directory.
pub(super) fn day_of(path: &str) -> Option<DayName> {
    path.strip_prefix(FOLDER)?.strip_prefix('/')?.parse().ok()
}

/// The paths of the journals of visitors that are in their folder.
pub(super) fn found(root: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(root.join(FOLDER)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let path = |entry: io::Result<fs::DirEntry>| {
        Ok(format!("{FOLDER}/{}", entry?.file_name().to_string_lossy()))
    };
    // Others, such as `lost+found`, are left alone.
    let is_day =
        |path: &io::Result<String>| path.as_ref().map_or(true, |path| day_of(path).is_some());
    entries.map(path).filter(is_day).collect()
}

/// Gives up the journals of visitors that are missing, or only says which these are.
///
/// # Errors
///
/// A sentence, if the manifest cannot be read or written.
pub fn give_up_missing(root: &Path, yes: bool) -> anyhow::Result<Vec<String>> {
    let days = manifest::days(root)?.into_iter().map(|day| path_of(&day));
    let missing: Vec<String> = days.filter(|path| !root.join(path).exists()).collect();
    if yes && !missing.is_empty() {
        manifest::change(root, |manifest| {
            for path in &missing {
                manifest.parts.remove(path);
            }
            Ok(())
        })?;
    }
    Ok(missing)
}

/// The journals of visitors of an open data directory.
pub struct VisitorDays {
    root: PathBuf,
    /// Held while the manifest is changed.
    changing: Mutex<()>,
}

impl VisitorDays {
    /// Opens the journals that the manifest names, in front of the one of sessions with a sign-in.
    pub(super) fn open(
        root: &Path,
        kept: Arc<DurableJournal>,
    ) -> anyhow::Result<(Arc<Self>, Arc<TieredJournal>)> {
        let days = Arc::new(Self { root: root.to_owned(), changing: Mutex::default() });
        // They were being made or removed at a stop.
        manifest::change(root, |manifest| {
            std::mem::take(&mut manifest.unused).iter().try_for_each(|path| days.remove_files(path))
        })?;
        let mut open: BTreeMap<DayName, Arc<dyn Journal>> = BTreeMap::new();
        for day in manifest::days(root)? {
            let journal: Arc<dyn Journal> = match days.open_day(&day) {
                Ok(journal) => Arc::new(journal),
                // What strangers wrote must not keep users out.
                Err(
                    error @ (OpenError::Damaged { .. }
                    | OpenError::Lost { .. }
                    | OpenError::Io { .. }),
                ) => {
                    tracing::error!(%day, %error, "a journal of visitors is left out");
                    Arc::new(Unusable::new(error.to_string()))
                }
                Err(error) => return Err(error.into()),
            };
            open.insert(day, journal);
        }
        let store = Arc::clone(&days) as Arc<dyn DayStore>;
        let tiered = TieredJournal::new(kept, open, store, signs_in);
        Ok((days, Arc::new(tiered)))
    }

    fn open_day(&self, day: &DayName) -> Result<DurableJournal, OpenError> {
        let observer = Some(metrics_page::observer(VISITORS));
        let options = DurableOptions { reads_damaged: true, observer, ..DurableOptions::default() };
        let journal = DurableJournal::open(&self.root.join(path_of(day)), options)?;
        for warning in journal.warnings() {
            tracing::warn!("{warning}");
        }
        Ok(journal)
    }

    fn change(
        &self,
        change: impl FnOnce(&mut manifest::Manifest) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        manifest::change(&self.root, change)
    }

    /// Removes a journal durably, before the manifest forgets it.
    fn remove_files(&self, path: &str) -> anyhow::Result<()> {
        let folder = self.root.join(FOLDER);
        let removed = match fs::remove_dir_all(self.root.join(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            removed => removed.and_then(|()| File::open(folder)?.sync_all()),
        };
        removed.with_context(|| format!("{path} cannot be removed"))
    }

    fn make(&self, day: &DayName) -> anyhow::Result<DurableJournal> {
        let path = path_of(day);
        self.change(|manifest| {
            anyhow::ensure!(!manifest.parts.contains_key(&path), "{path} is in use");
            manifest.unused.insert(path.clone());
            Ok(())
        })?;
        private::create(&self.root.join(FOLDER))?;
        // An earlier attempt may have left a part of it.
        self.remove_files(&path)?;
        let journal = self.open_day(day)?;
        let id = hex(&random::<16>());
        write_durably(&self.root.join(&path).join("ID"), format!("{id}\n").as_bytes())?;
        self.change(|manifest| {
            manifest.unused.remove(&path);
            manifest.parts.insert(path.clone(), id);
            Ok(())
        })?;
        tracing::info!(%day, "a journal of visitors was begun");
        Ok(journal)
    }

    /// Removes the journal of a day, once its last reader has finished. It may block.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator. The rest is removed at the next start.
    pub fn remove(&self, tiered: &TieredJournal, day: &DayName) -> anyhow::Result<()> {
        let path = path_of(day);
        self.change(|manifest| {
            manifest.parts.remove(&path);
            manifest.unused.insert(path.clone());
            Ok(())
        })?;
        if let Some(journal) = tiered.take(day) {
            // The last holder closes it, which has to be done before its files are removed.
            let since = Instant::now();
            while Arc::strong_count(&journal) > 1 {
                anyhow::ensure!(since.elapsed() < READERS_WITHIN, "{path} is still read");
                sleep(READERS_EVERY);
            }
            drop(journal);
        }
        self.remove_files(&path)?;
        self.change(|manifest| {
            manifest.unused.remove(&path);
            Ok(())
        })
    }
}

/// Reading, while no server runs.
impl DataDirectory<'_> {
    /// Opens the journal of sessions with a sign-in and those of visitors in the same way, as one.
    pub fn sessions_to_read(self, warn: impl Fn(&str)) -> anyhow::Result<TieredJournal> {
        let kept = self.journal_to_read(SESSIONS, &warn)?;
        let mut days: BTreeMap<DayName, Arc<dyn Journal>> = BTreeMap::new();
        for day in self.days()? {
            match self.journal_to_read(&visitors_journal(&day), &warn) {
                Ok(journal) => drop(days.insert(day, Arc::new(journal))),
                Err(error) if is_in_use(&error) => return Err(error),
                Err(error) => warn(&format!("a journal of visitors is left out: {error:#}")),
            }
        }
        Ok(TieredJournal::read_only(Arc::new(kept), days))
    }

    /// The days that have a journal of visitors.
    pub fn days(self) -> Result<Vec<DayName>, BadInput> {
        manifest::days(self.0)
    }
}

fn is_in_use(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(OpenError::InUse { .. }))
}

/// The name of a journal of visitors, as that of the sessions' is `sessions`.
pub fn visitors_journal(day: &DayName) -> String {
    format!("{VISITORS}/{day}")
}

impl DayStore for VisitorDays {
    fn create(&self, day: &DayName) -> Result<Arc<dyn Journal>, String> {
        match self.make(day) {
            Ok(journal) => Ok(Arc::new(journal)),
            Err(error) => Err(format!("the journal of visitors {day} cannot be made: {error:#}")),
        }
    }
}
