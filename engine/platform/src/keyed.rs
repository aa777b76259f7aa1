//! What exists once for each key, with a stream each in the platform journal: cleanup policies, permissions, webhooks.
//! All of them are in memory too.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{Mutex, MutexGuard, watch};
use waybill_journal::Journal;
use waybill_machines::{AnyEvent, AnyState, MachineName, Refused};

use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// Something that exists once for each key.
pub(crate) trait StoredByKey: Clone + Send + Sync + 'static {
    /// Its machine.
    const MACHINE: MachineName;
    /// Prefix of its streams.
    const STREAMS: &'static str;
    /// Prefix of its ids.
    const IDS: &'static str;

    /// The one of a state; `None` if it does not exist.
    fn of(id: &str, state: &AnyState) -> Option<Self>;

    /// Its id, which is never reused.
    fn id(&self) -> &str;

    /// The key by which it is found, as [`Keyed::get`] is asked for it.
    fn key(&self) -> String;

    /// An id that none of its kind has had.
    fn new_id() -> String {
        format!("{}_{}", Self::IDS, hex(&random::<8>()))
    }
}

/// Everything of a kind.
pub(crate) struct Keyed<T> {
    streams: Streams,
    by_key: RwLock<BTreeMap<String, T>>,
    /// Counts the changes.
    changes: watch::Sender<u64>,
    changing: Mutex<()>,
}

impl<T: StoredByKey> Keyed<T> {
    /// Reads what exists.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub(crate) fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let streams = Streams::new(journal);
        let mut by_key = BTreeMap::new();
        for stream in streams.names(T::STREAMS) {
            let state = streams.state(&stream, T::MACHINE)?;
            if let Some(stored) = T::of(&stream[T::STREAMS.len()..], &state) {
                by_key.insert(stored.key(), stored);
            }
        }
        let (by_key, changes) = (RwLock::new(by_key), watch::Sender::new(0));
        Ok(Self { streams, by_key, changes, changing: Mutex::default() })
    }

    /// Whether records are missing, so that something may exist that is not here.
    pub(crate) fn may_lack_records(&self) -> bool {
        self.streams.may_lack_records()
    }

    /// To be held from what a change is decided on until it is recorded, so that each key is there once.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// All of them, by key.
    pub(crate) fn all(&self) -> Vec<T> {
        self.by_key.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Those that are meant, by key.
    pub(crate) fn filtered(&self, is_meant: impl Fn(&T) -> bool) -> Vec<T> {
        let by_key = self.by_key.read().unwrap_or_else(PoisonError::into_inner);
        by_key.values().filter(|stored| is_meant(stored)).cloned().collect()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.by_key.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The one with a key.
    pub(crate) fn get(&self, key: &str) -> Option<T> {
        self.by_key.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Changes with each change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Records the event by which one begins to exist. The caller has locked.
    pub(crate) async fn create(
        &self,
        event: impl Into<AnyEvent>,
        context: &ChangeContext,
    ) -> Result<Result<Option<T>, Refused>, StreamError> {
        self.create_as(&T::new_id(), event, context).await
    }

    /// The same for one whose id is known, since something is stored under it before the record.
    pub(crate) async fn create_as(
        &self,
        id: &str,
        event: impl Into<AnyEvent>,
        context: &ChangeContext,
    ) -> Result<Result<Option<T>, Refused>, StreamError> {
        self.submit(id, event.into(), context).await
    }

    /// Records an event of one that exists. Answers what it is then; `None` if it exists no longer. The caller has locked.
    pub(crate) async fn change(
        &self,
        known: &T,
        event: impl Into<AnyEvent>,
        context: &ChangeContext,
    ) -> Result<Result<Option<T>, Refused>, StreamError> {
        let changed = self.submit(known.id(), event.into(), context).await?;
        if let Ok(None) = changed {
            self.by_key.write().unwrap_or_else(PoisonError::into_inner).remove(&known.key());
            self.changes.send_modify(|changes| *changes += 1);
        }
        Ok(changed)
    }

    async fn submit(
        &self,
        id: &str,
        event: AnyEvent,
        context: &ChangeContext,
    ) -> Result<Result<Option<T>, Refused>, StreamError> {
        let command = Command::new(format!("{}{id}", T::STREAMS), event);
        let accepted = match self.streams.submit(command, context).await? {
            Ok(accepted) => accepted,
            Err(refused) => return Ok(Err(refused)),
        };
        let stored = T::of(id, &accepted.state);
        if let Some(stored) = stored.clone() {
            let mut by_key = self.by_key.write().unwrap_or_else(PoisonError::into_inner);
            by_key.insert(stored.key(), stored);
            self.changes.send_modify(|changes| *changes += 1);
        }
        Ok(Ok(stored))
    }
}

/// The task of a change stopped, which is a bug.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("a change stopped")]
pub struct TaskStopped;

/// The future answer of a call.
type Answer<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// Runs to completion even when the caller stops waiting, so that nothing is left half done. It has to be called within
/// a Tokio runtime.
pub(crate) fn to_completion<'a, Inner, T, E, F>(
    inner: &Arc<Inner>,
    work: impl FnOnce(Arc<Inner>) -> F + Send + 'static,
) -> Answer<'a, T, E>
where
    Inner: Send + Sync + 'static,
    T: Send + 'static,
    E: From<TaskStopped> + Send + 'static,
    F: Future<Output = Result<T, E>> + Send + 'static,
{
    let inner = Arc::clone(inner);
    Box::pin(async move { tokio::spawn(work(inner)).await.map_err(|_| TaskStopped)? })
}
