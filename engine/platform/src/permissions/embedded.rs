//! Permissions in the platform journal, a stream each, and a view of them in memory.

use std::sync::{Arc, PoisonError, RwLock};

use waybill_journal::Journal;
use waybill_machines::machines::permission::{Event, State};
use waybill_machines::rules::permissions::{Permission, PermissionProblem, check_permission};
use waybill_machines::{AnyState, MachineName};

use super::{
    Answer, PERMISSIONS_MAX, PermissionError, Permissions, Principal, Rights, StoredPermission,
};
use crate::keyed::{Keyed, StoredByKey, to_completion};
use crate::streams::{ChangeContext, StreamError};

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedPermissions {
    inner: Arc<Inner>,
}

struct Inner {
    permissions: Keyed<StoredPermission>,
    /// The same for deciding, so that a decision holds no lock.
    granted: RwLock<Arc<[Arc<Permission>]>>,
}

impl EmbeddedPermissions {
    /// Opens the service.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let inner = Inner { permissions: Keyed::open(journal)?, granted: RwLock::default() };
        inner.grant();
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl Permissions for EmbeddedPermissions {
    fn permissions(&self) -> Answer<'_, Vec<StoredPermission>> {
        Box::pin(std::future::ready(Ok(self.inner.permissions.all())))
    }

    fn permission(&self, name: String) -> Answer<'_, Option<StoredPermission>> {
        Box::pin(std::future::ready(Ok(self.inner.named(&name))))
    }

    fn create(&self, new: Permission, context: ChangeContext) -> Answer<'_, StoredPermission> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check_permission(&new).map_err(PermissionError::Problem)?;
            let _changing = inner.permissions.lock().await;
            if inner.named(&new.name).is_some() {
                return Err(PermissionError::NameTaken);
            }
            if inner.permissions.len() >= PERMISSIONS_MAX {
                return Err(PermissionError::TooMany);
            }
            let by = context.who.person().cloned();
            let event = Event::Create { permission: new, by };
            let created = inner.permissions.create(event, &context).await?;
            inner.grant();
            created.ok().flatten().ok_or(PermissionError::Unknown)
        })
    }

    fn change(
        &self,
        wanted: Permission,
        seen: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredPermission> {
        to_completion(&self.inner, async move |inner| {
            check_permission(&wanted).map_err(PermissionError::Problem)?;
            let _changing = inner.permissions.lock().await;
            let known = inner.named(&wanted.name).ok_or(PermissionError::Unknown)?;
            if known.settings.name != wanted.name {
                return Err(PermissionError::Problem(PermissionProblem::Fixed));
            }
            if seen.is_some_and(|seen| seen != known.revision()) {
                return Err(PermissionError::ChangedMeanwhile);
            }
            let event = Event::Change { permission: wanted };
            inner.change(&known, event, &context).await?.ok_or(PermissionError::Unknown)
        })
    }

    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.permissions.lock().await;
            let known = inner.named(&name).ok_or(PermissionError::Unknown)?;
            inner.change(&known, Event::Delete {}, &context).await?;
            Ok(())
        })
    }

    fn rights(&self, principal: Principal) -> Answer<'_, Rights> {
        let granted = self.inner.granted.read().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(std::future::ready(Ok(Rights::new(principal, granted))))
    }
}

impl Inner {
    fn named(&self, name: &str) -> Option<StoredPermission> {
        self.permissions.get(&key_of(name))
    }

    /// Records a change that the caller has locked.
    async fn change(
        &self,
        known: &StoredPermission,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredPermission>, PermissionError> {
        let changed = self.permissions.change(known, event, context).await?;
        self.grant();
        changed.map_err(|_| PermissionError::Unknown)
    }

    /// Lets what exists now decide.
    fn grant(&self) {
        let granted = self.permissions.all().into_iter().map(|stored| stored.settings).collect();
        *self.granted.write().unwrap_or_else(PoisonError::into_inner) = granted;
    }
}

/// The name by which a permission is found.
fn key_of(name: &str) -> String {
    name.trim().to_lowercase()
}

impl StoredByKey for StoredPermission {
    const MACHINE: MachineName = MachineName::Permission;
    const STREAMS: &'static str = "permission/";
    const IDS: &'static str = "perm";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        match state {
            AnyState::Permission(State::Existing { permission, created_at, created_by }) => {
                Some(Self {
                    id: id.to_owned(),
                    settings: Arc::new(permission.clone()),
                    created_at: *created_at,
                    created_by: created_by.clone(),
                })
            }
            _ => None,
        }
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        key_of(&self.settings.name)
    }
}
