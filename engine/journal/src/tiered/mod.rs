//! A journal in two tiers. A stream begins in the journal of the day of its first record. A group that is to be kept
//! moves its stream to the kept journal, with all lines as they are; the journals of old days are dropped as a whole.
//!
//! ```text
//! 2026-11-21   stream a, stream b
//! 2026-11-22   stream c
//! kept         stream b                 the longest copy of a stream is the one that is read and continued
//! ```

mod day;
mod moving;
mod unusable;

use std::collections::BTreeMap;
use std::future::ready;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::runtime::Handle;
use tokio::sync::{Mutex, MutexGuard, watch};

use crate::journal::{
    AppendError, AppendFuture, Checkpoint, Group, Health, Journal, ReadError, StoredRecord,
};
use crate::record::StreamHead;
pub use day::DayName;
pub use unusable::Unusable;

/// How many streams that are not in the kept journal are appended to at once.
const LOCKS: usize = 256;

/// Whether a group makes its stream one that is kept.
pub type Keeps = fn(&Group) -> bool;

/// Where the journals of the days are stored.
pub trait DayStore: Send + Sync + 'static {
    /// Creates the empty journal of a day, durably. It may block.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator.
    fn create(&self, day: &DayName) -> Result<Arc<dyn Journal>, String>;
}

/// A journal in two tiers.
///
/// Positions, and so [`Journal::scan`] and [`Journal::count`], are those of the kept journal;
/// [`TieredJournal::parts`] has the others.
pub struct TieredJournal {
    tiers: Arc<Tiers>,
}

/// What a move of a stream needs, apart from the caller.
struct Tiers {
    kept: Arc<dyn Journal>,
    days: RwLock<BTreeMap<DayName, Arc<dyn Journal>>>,
    /// `None` if the journal is only read.
    store: Option<Arc<dyn DayStore>>,
    keeps: Keeps,
    /// Held while records are appended to a stream that is not in the kept journal, so that none comes in while it is
    /// moved. Streams share them.
    appending: Box<[Mutex<()>]>,
    /// Held while the journal of a day is created, so that there is one.
    creating: Mutex<()>,
    /// Why the last one was not created, until one is.
    not_created: std::sync::Mutex<Option<String>>,
    failed: Arc<watch::Sender<Option<String>>>,
}

/// A journal that is a part of another, or the whole of one.
pub struct Part {
    /// The day; `None` for the kept journal.
    pub day: Option<DayName>,
    /// The journal.
    pub journal: Arc<dyn Journal>,
}

/// The longest copy of a stream.
struct StreamCopy {
    day: Option<DayName>,
    journal: Arc<dyn Journal>,
    head: StreamHead,
}

impl TieredJournal {
    /// The journals of these days beside a kept one.
    pub fn new(
        kept: Arc<dyn Journal>,
        days: BTreeMap<DayName, Arc<dyn Journal>>,
        store: Arc<dyn DayStore>,
        keeps: Keeps,
    ) -> Self {
        Self::of(kept, days, Some(store), keeps)
    }

    /// The same, only for reading.
    pub fn read_only(kept: Arc<dyn Journal>, days: BTreeMap<DayName, Arc<dyn Journal>>) -> Self {
        Self::of(kept, days, None, |_| false)
    }

    fn of(
        kept: Arc<dyn Journal>,
        days: BTreeMap<DayName, Arc<dyn Journal>>,
        store: Option<Arc<dyn DayStore>>,
        keeps: Keeps,
    ) -> Self {
        let tiers = Tiers {
            kept,
            days: RwLock::new(days),
            store,
            keeps,
            appending: (0..LOCKS).map(|_| Mutex::default()).collect(),
            creating: Mutex::default(),
            not_created: std::sync::Mutex::default(),
            failed: Arc::new(watch::Sender::new(None)),
        };
        Self { tiers: Arc::new(tiers) }
    }

    /// The journals that it consists of, the kept one first and then the days in order.
    pub fn parts(&self) -> Vec<Part> {
        self.tiers.parts()
    }

    /// The day whose journal has the longest copy of a stream; `None` if that is the kept one, or if there is no such
    /// stream.
    pub fn day_of(&self, stream: &str) -> Option<DayName> {
        self.tiers.copy_of(stream).and_then(|copy| copy.day)
    }

    /// Takes the journal of a day out, with all streams that are only in it. The caller removes what is stored of it,
    /// once no one else reads it.
    pub fn take(&self, day: &DayName) -> Option<Arc<dyn Journal>> {
        self.tiers.days.write().unwrap_or_else(PoisonError::into_inner).remove(day)
    }
}

impl Tiers {
    fn parts(&self) -> Vec<Part> {
        let kept = Part { day: None, journal: Arc::clone(&self.kept) };
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        let days = days.iter();
        let days = days
            .map(|(day, journal)| Part { day: Some(day.clone()), journal: Arc::clone(journal) });
        std::iter::once(kept).chain(days).collect()
    }

    /// The longest copy of a stream. Of two with the same length it is the kept one, or else that of the later day.
    fn copy_of(&self, stream: &str) -> Option<StreamCopy> {
        let copy = |day: Option<DayName>, journal: &Arc<dyn Journal>| {
            let head = journal.head(stream)?;
            Some(StreamCopy { day, journal: Arc::clone(journal), head })
        };
        let kept = copy(None, &self.kept);
        let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
        let days = days.iter().filter_map(|(day, journal)| copy(Some(day.clone()), journal));
        days.chain(kept).max_by_key(|copy| copy.head.seq)
    }

    /// The journal to read a stream from.
    fn journal_of(&self, stream: &str) -> Arc<dyn Journal> {
        self.copy_of(stream).map_or_else(|| Arc::clone(&self.kept), |copy| copy.journal)
    }

    fn not_created(&self) -> Option<String> {
        self.not_created.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn lock(&self, stream: &str) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        stream.hash(&mut hasher);
        let place = usize::try_from(hasher.finish() % LOCKS as u64).unwrap_or_default();
        self.appending[place].lock().await
    }

    /// Passes on that a journal has failed. It needs a runtime, as everything that appends has one.
    fn follow(&self, journal: &dyn Journal) {
        let (mut failed, all) = (journal.failed(), Arc::clone(&self.failed));
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            // It ends without an answer when the journal is closed.
            if let Ok(why) = failed.wait_for(Option::is_some).await {
                all.send_replace(why.clone());
            }
        });
    }
}

impl Journal for TieredJournal {
    /// A group has the records of one stream. A day whose journal is damaged is continued in another; one without
    /// room waits for it.
    fn append(&self, group: Group) -> AppendFuture {
        let [batch] = group.batches.as_slice() else {
            let why = "a group of this journal has records of one stream".to_owned();
            return Box::pin(ready(Err(AppendError::Invalid { why })));
        };
        if let Some(StreamCopy { day: None, journal, .. }) = self.tiers.copy_of(&batch.stream) {
            return journal.append(group);
        }
        let tiers = Arc::clone(&self.tiers);
        // Its own task, as dropping the future must not interrupt a move.
        let appended = tokio::spawn(async move { tiers.append(group).await });
        Box::pin(async move {
            appended.await.unwrap_or_else(|error| {
                Err(AppendError::Fatal { why: format!("appending was stopped: {error}") })
            })
        })
    }

    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError> {
        self.tiers.journal_of(stream).read(stream, from_seq, limit)
    }

    fn head(&self, stream: &str) -> Option<StreamHead> {
        self.tiers.copy_of(stream).map(|copy| copy.head)
    }

    fn is_broken(&self, stream: &str) -> bool {
        self.tiers.kept.is_broken(stream) || self.tiers.journal_of(stream).is_broken(stream)
    }

    fn is_damaged(&self) -> bool {
        self.tiers.kept.is_damaged()
    }

    /// Also if the kept journal may have had a longer copy.
    fn may_lack_newest(&self, stream: &str) -> bool {
        self.tiers.kept.may_lack_newest(stream)
            || self.tiers.journal_of(stream).may_lack_newest(stream)
    }

    fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        let mut found: BTreeMap<String, StreamHead> = BTreeMap::new();
        for part in self.parts() {
            for (stream, head) in part.journal.streams(prefix, after, limit) {
                let longest = found.entry(stream).or_insert(head);
                if head.seq > longest.seq {
                    *longest = head;
                }
            }
        }
        found.into_iter().take(limit).collect()
    }

    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError> {
        self.tiers.kept.scan(from_position, limit)
    }

    fn readable_from(&self, position: u64) -> Option<u64> {
        self.tiers.kept.readable_from(position)
    }

    fn count(&self) -> u64 {
        self.tiers.kept.count()
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        self.tiers.kept.checkpoint()
    }

    /// That of the kept journal, and read-only if the journal of the present day could not be created.
    fn health(&self) -> Health {
        match (self.tiers.kept.health(), self.tiers.not_created()) {
            (Health::Writable, Some(why)) => Health::ReadOnly { why },
            (health, _) => health,
        }
    }

    fn grown(&self) -> watch::Receiver<u64> {
        self.tiers.kept.grown()
    }

    /// Changes when the kept journal or one of a day has failed.
    fn failed(&self) -> watch::Receiver<Option<String>> {
        for part in self.parts() {
            self.tiers.follow(part.journal.as_ref());
        }
        self.tiers.failed.subscribe()
    }
}
