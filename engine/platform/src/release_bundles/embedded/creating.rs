//! Importing and creating bundles: a list is written and signed, and then it is recorded that a bundle has it.

use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{Bundle, CreationFailure, Event, Origin};
use waybill_machines::rules::release_bundles::{BundleProblem, check_name};

use super::Inner;
use super::reading::entries_of;
use super::stream::{creation, refused_as, stored, stream_of};
use super::table::Key;
use crate::release_bundles::lists::{Checked, check};
use crate::release_bundles::{BundleError, NewBundle, Status, StoredBundle, signing};
use crate::secret::unhex;
use crate::streams::{ChangeContext, Command};

impl Inner {
    pub(super) async fn import(
        self: &Arc<Self>,
        new: NewBundle,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let NewBundle { name, version, origin, mut artifacts, received } = new;
        // The files of others are in no repository, whatever a manifest says.
        if !received {
            for artifact in &mut artifacts {
                artifact.package_type = None;
            }
        }
        // The machine rejects these too; here no file is written for them.
        check_name(&name, &version).map_err(invalid)?;
        let key = (name, version);
        let _changing = self.changing.lock().await;
        self.check_is_free(&key)?;
        self.end_creation(&key, context.at).await?;
        let checked = self.blocking(move |_| check(artifacts)).await?;
        let bundle = self.write(&key, origin, checked, context.at).await?;
        let by = context.who.person().cloned();
        let event = Event::Import { bundle: bundle.clone(), by, received };
        self.record(&key, event, bundle, context).await
    }

    /// Records that the creation of a bundle begins and how it ends. What is not valid does not begin.
    pub(super) async fn create(
        self: &Arc<Self>,
        new: NewBundle,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let NewBundle { name, version, origin, artifacts, received: _ } = new;
        check_name(&name, &version).map_err(invalid)?;
        let checked = self.blocking(move |_| check(artifacts)).await?;
        let key = (name, version);
        let _changing = self.changing.lock().await;
        self.check_is_free(&key)?;
        self.end_creation(&key, context.at).await?;
        let (name, version) = key.clone();
        let by = context.who.person().cloned();
        let begun = self.creation_happens(&key, Event::Begin { name, version, by }, context).await;
        begun?.ok_or_else(|| exists(&key))?;
        let error = match self.finish(&key, origin, checked, context).await {
            Ok(stored) => return Ok(stored),
            Err(error) => error,
        };
        // Whether it is recorded as complete is found out by the next start.
        let is_open = matches!(&error, BundleError::Stream(error) if !error.is_certain());
        if !is_open && let Err(error) = self.fail(&key, CreationFailure::Storage, context).await {
            tracing::error!(service = "distribution", %error, "a failed creation is recorded later");
        }
        Err(error)
    }

    async fn finish(
        self: &Arc<Self>,
        key: &Key,
        origin: Origin,
        checked: Checked,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let bundle = self.write(key, origin, checked, context.at).await?;
        self.record(key, Event::Complete { bundle: bundle.clone() }, bundle, context).await
    }

    /// Records that a creation has ended that is not in progress, although it is recorded as such: nothing else is
    /// created while a change is made. The server records it, not the user who changes the bundle next.
    pub(super) async fn end_creation(&self, key: &Key, at: Timestamp) -> Result<(), BundleError> {
        let progress = self.view().table.progress(key);
        if progress.is_none_or(|progress| progress.status != Status::Processing) {
            return Ok(());
        }
        self.fail(key, CreationFailure::Interrupted, &ChangeContext::system(at)).await
    }

    async fn fail(
        &self,
        key: &Key,
        why: CreationFailure,
        context: &ChangeContext,
    ) -> Result<(), BundleError> {
        let failed = self.creation_happens(key, Event::Fail { why }, context).await?;
        failed.ok_or(BundleError::Defect("a creation that had not begun failed"))
    }

    /// Records a step of a creation; none if it is rejected.
    async fn creation_happens(
        &self,
        (name, version): &Key,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<()>, BundleError> {
        let command = Command::new(stream_of(name, version), event);
        let Ok(accepted) = self.streams.submit(command, context).await? else { return Ok(None) };
        if let Some((key, progress)) = creation(&accepted.state) {
            self.view_to_change().table.put_creation(key, progress);
        }
        Ok(Some(()))
    }

    fn check_is_free(&self, key: &Key) -> Result<(), BundleError> {
        let known = self.view().table.get(&key.0, &key.1);
        if known.is_some() { Err(exists(key)) } else { Ok(()) }
    }

    /// Writes the list of a bundle, and signs the bundle.
    async fn write(
        self: &Arc<Self>,
        key: &Key,
        origin: Origin,
        checked: Checked,
        at: Timestamp,
    ) -> Result<Bundle, BundleError> {
        let (name, version) = key.clone();
        self.blocking(move |inner| {
            let list = inner.lists.write(&checked)?;
            let mut bundle = Bundle { name, version, origin, list, signature: None };
            bundle.signature = Some(signing::sign(&inner.vault, &bundle, at)?);
            Ok(bundle)
        })
        .await
    }

    /// Records a bundle whose list is written. The list of one that is not recorded is removed.
    async fn record(
        self: &Arc<Self>,
        key: &Key,
        event: Event,
        bundle: Bundle,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let digest = bundle.list.digest.0;
        let is_import = matches!(event, Event::Import { .. });
        let command = Command::new(stream_of(&key.0, &key.1), event);
        let stored = match self.streams.submit(command, context).await {
            Ok(Ok(accepted)) => stored(&accepted.state),
            Ok(Err(refused)) => {
                let code = refused.rejection.code;
                let why = if is_import { exists(key) } else { refused_as(code) };
                return self.take_back(digest, why).await;
            }
            Err(error) if error.is_certain() => return self.take_back(digest, error.into()).await,
            // Whether it is recorded is found out by the next start; until then its list is kept.
            Err(error) => return Err(error.into()),
        };
        let stored = stored.ok_or(BundleError::Defect("a bundle was made of nothing"))?;
        let added = stored.clone();
        if let Err(error) = self.blocking(move |inner| inner.add(added)).await {
            tracing::error!(service = "distribution", %error, "the index of checksums could not be changed");
        }
        Ok(stored)
    }

    /// Adds a recorded bundle to the view. Lookups only wait for a merge in memory.
    fn add(&self, stored: StoredBundle) -> Result<(), BundleError> {
        let digest = stored.bundle.list.digest.0.clone();
        let fresh = unhex(&digest).filter(|digest| !self.view().index.has(digest));
        let fresh = fresh.map(|digest| entries_of(&self.view().index, &self.lists, digest));
        let mut view = self.view_to_change();
        view.table.put(stored);
        // It is recorded, so the list exists; if it cannot be read now, the next start reads it.
        let Some(fresh) = fresh.transpose()? else { return Ok(()) };
        view.index.put(fresh);
        view.index.settle();
        let is_long = view.index.is_long();
        drop(view);
        if is_long {
            // Only this task changes the index: bundles are changed one after another.
            let base = self.view().index.write()?;
            self.view_to_change().index.replace(base);
        }
        Ok(())
    }

    /// Removes the list of a bundle that was not imported, unless another bundle has the same list. If the file cannot
    /// be removed, the next start does it.
    async fn take_back<T>(
        self: &Arc<Self>,
        digest: String,
        why: BundleError,
    ) -> Result<T, BundleError> {
        let remove = move |inner: &Self| {
            if inner.view().table.has_list(&digest) { Ok(()) } else { inner.lists.remove(&digest) }
        };
        if let Err(error) = self.blocking(remove).await {
            tracing::warn!(service = "distribution", %error, "an unused list could not be removed");
        }
        Err(why)
    }
}

fn exists((name, version): &Key) -> BundleError {
    BundleError::Exists { name: name.clone(), version: version.clone() }
}

const fn invalid(problem: BundleProblem) -> BundleError {
    BundleError::Problem { problem, at: None }
}
