//! Permissions in the platform journal, a stream each, and a view of them in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::permission::{Event, State};
use waybill_machines::rules::permissions::{Permission, PermissionProblem, check_permission};
use waybill_machines::{AnyState, MachineName};

use super::{
    Answer, PERMISSIONS_MAX, PermissionError, Permissions, Principal, Rights, StoredPermission,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// Prefix of the streams of permissions.
const PREFIX: &str = "permission/";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedPermissions {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    table: RwLock<Table>,
    /// Held during a change, so that only one permission has a name.
    changing: Mutex<()>,
}

/// The existing permissions.
#[derive(Default)]
struct Table {
    by_name: BTreeMap<String, StoredPermission>,
    /// The same for deciding, so that a decision holds no lock.
    granted: Arc<[Arc<Permission>]>,
}

impl Table {
    fn update(&mut self, change: impl FnOnce(&mut BTreeMap<String, StoredPermission>)) {
        change(&mut self.by_name);
        let granted = self.by_name.values().map(|stored| Arc::clone(&stored.settings));
        self.granted = granted.collect();
    }
}

impl EmbeddedPermissions {
    /// Opens the service.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let streams = Streams::new(journal);
        let mut all = BTreeMap::new();
        for stream in streams.names(PREFIX) {
            let state = streams.state(&stream, MachineName::Permission)?;
            if let Some(stored) = stored(&stream[PREFIX.len()..], &state) {
                all.insert(key_of(&stored.settings.name), stored);
            }
        }
        let mut table = Table::default();
        table.update(|by_name| *by_name = all);
        let inner = Inner { streams, table: RwLock::new(table), changing: Mutex::default() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Runs to completion even when the caller stops waiting.
    fn to_completion<T, F>(
        &self,
        work: impl FnOnce(Arc<Inner>) -> F + Send + 'static,
    ) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, PermissionError>> + Send + 'static,
    {
        let inner = Arc::clone(&self.inner);
        Box::pin(
            async move { tokio::spawn(work(inner)).await.map_err(|_| PermissionError::Stopped)? },
        )
    }
}

impl Permissions for EmbeddedPermissions {
    fn permissions(&self) -> Answer<'_, Vec<StoredPermission>> {
        let all = self.inner.table().by_name.values().cloned().collect();
        Box::pin(std::future::ready(Ok(all)))
    }

    fn permission(&self, name: String) -> Answer<'_, Option<StoredPermission>> {
        Box::pin(std::future::ready(Ok(self.inner.named(&name))))
    }

    fn create(&self, new: Permission, context: ChangeContext) -> Answer<'_, StoredPermission> {
        self.to_completion(async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check_permission(&new).map_err(PermissionError::Problem)?;
            let _changing = inner.changing.lock().await;
            if inner.named(&new.name).is_some() {
                return Err(PermissionError::NameTaken);
            }
            if inner.table().by_name.len() >= PERMISSIONS_MAX {
                return Err(PermissionError::TooMany);
            }
            let id = format!("perm_{}", hex(&random::<8>()));
            let by = context.who.person().cloned();
            let stored = inner.submit(&id, Event::Create { permission: new, by }, &context).await?;
            stored.ok_or(PermissionError::Unknown)
        })
    }

    fn change(
        &self,
        wanted: Permission,
        seen: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredPermission> {
        self.to_completion(async move |inner| {
            check_permission(&wanted).map_err(PermissionError::Problem)?;
            let _changing = inner.changing.lock().await;
            let known = inner.named(&wanted.name).ok_or(PermissionError::Unknown)?;
            if known.settings.name != wanted.name {
                return Err(PermissionError::Problem(PermissionProblem::Fixed));
            }
            if seen.is_some_and(|seen| seen != known.revision()) {
                return Err(PermissionError::ChangedMeanwhile);
            }
            let event = Event::Change { permission: wanted };
            inner.submit(&known.id, event, &context).await?.ok_or(PermissionError::Unknown)
        })
    }

    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let _changing = inner.changing.lock().await;
            let known = inner.named(&name).ok_or(PermissionError::Unknown)?;
            inner.submit(&known.id, Event::Delete {}, &context).await?;
            inner.update(|by_name| drop(by_name.remove(&key_of(&name))));
            Ok(())
        })
    }

    fn rights(&self, principal: Principal) -> Answer<'_, Rights> {
        let granted = Arc::clone(&self.inner.table().granted);
        Box::pin(std::future::ready(Ok(Rights::new(principal, granted))))
    }
}

impl Inner {
    fn table(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut BTreeMap<String, StoredPermission>)) {
        self.table.write().unwrap_or_else(PoisonError::into_inner).update(change);
    }

    fn named(&self, name: &str) -> Option<StoredPermission> {
        self.table().by_name.get(&key_of(name)).cloned()
    }

    /// Records a change that the caller has locked, and takes over what exists after it.
    async fn submit(
        &self,
        id: &str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredPermission>, PermissionError> {
        let command = Command::new(format!("{PREFIX}{id}"), event);
        let accepted = self.streams.submit(command, context).await?;
        let accepted = accepted.map_err(|_| PermissionError::Unknown)?;
        let stored = stored(id, &accepted.state);
        if let Some(stored) = stored.clone() {
            self.update(|by_name| drop(by_name.insert(key_of(&stored.settings.name), stored)));
        }
        Ok(stored)
    }
}

/// The name by which a permission is found.
fn key_of(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The permission of a state; none if it does not exist.
fn stored(id: &str, state: &AnyState) -> Option<StoredPermission> {
    match state {
        AnyState::Permission(State::Existing { permission, created_at, created_by }) => {
            Some(StoredPermission {
                id: id.to_owned(),
                settings: Arc::new(permission.clone()),
                created_at: *created_at,
                created_by: created_by.clone(),
            })
        }
        _ => None,
    }
}
