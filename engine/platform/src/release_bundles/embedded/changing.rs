//! Promotions and deletions of bundles, and the ends of what a stop has interrupted.

use std::sync::Arc;

use waybill_machines::machines::release_bundle::{Event, PromotionStatus};
use waybill_machines::rules::release_bundles::check_bundle_promotion;

use super::Inner;
use super::distributing::check_is_idle;
use super::stream::{refused_as, stored, stream_of};
use super::table::Key;
use crate::release_bundles::{BundleError, NewBundlePromotion, StoredBundle};
use crate::streams::{ChangeContext, Command};

impl Inner {
    pub(super) async fn begin_promotion(
        &self,
        key: &Key,
        new: NewBundlePromotion,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let NewBundlePromotion { list, environment, repositories } = new;
        check_bundle_promotion(&environment, &repositories)
            .map_err(|problem| BundleError::Problem { problem, at: None })?;
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        let known = self.known(key).filter(|known| known.bundle.list.digest == list);
        let Some(known) = known else { return Ok(None) };
        // The machine rejects these too; here no record is written for them.
        if !known.from_repositories {
            return Err(BundleError::NotPromotable);
        }
        check_is_idle(&known)?;
        let by = context.who.person().cloned();
        let event = Event::BeginPromotion { environment, repositories, by };
        self.change(key, event, context).await.map(Some)
    }

    pub(super) async fn end_promotion(
        &self,
        key: &Key,
        outcome: PromotionStatus,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        let Some(known) = self.known(key) else { return Ok(None) };
        if !known.is_promoting() {
            return Err(BundleError::NotPromoting);
        }
        due.add(key, Event::EndPromotion { outcome });
        self.record_due(key, &mut due, context).await?;
        Ok(self.known(key))
    }

    pub(super) async fn delete(
        self: &Arc<Self>,
        key: &Key,
        context: &ChangeContext,
    ) -> Result<bool, BundleError> {
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        self.end_creation(key, context.at).await?;
        let known = self.known(key);
        let has_failed = known.is_none() && self.view().table.progress(key).is_some();
        if known.is_none() && !has_failed {
            return Ok(false);
        }
        known.as_ref().map_or(Ok(()), check_is_idle)?;
        // Until its files are removed, the bundle says which ones they are.
        if known.as_ref().is_some_and(|known| known.removing) {
            return Err(BundleError::Removing);
        }
        let from_repositories = known.is_none_or(|known| known.from_repositories);
        self.record_deletion(key, from_repositories, false, context).await
    }

    pub(super) async fn end_removal(
        self: &Arc<Self>,
        key: &Key,
        context: &ChangeContext,
    ) -> Result<bool, BundleError> {
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        let Some(known) = self.known(key) else { return Ok(false) };
        if !known.removing {
            return Err(BundleError::NotRemoving);
        }
        self.record_deletion(key, known.from_repositories, true, context).await
    }

    /// Deletes a bundle that may be deleted. The caller keeps others from changing it.
    async fn record_deletion(
        self: &Arc<Self>,
        key: &Key,
        from_repositories: bool,
        removed: bool,
        context: &ChangeContext,
    ) -> Result<bool, BundleError> {
        let (name, version) = key.clone();
        let by = context.who.person().cloned();
        let event = Event::Delete { name, version, from_repositories, removed, by };
        let command = Command::new(stream_of(&key.0, &key.1), event);
        let deleted = self.streams.submit(command, context).await?;
        deleted.map_err(|refused| refused_as(refused.rejection.code))?;
        let unneeded = self.view_to_change().table.remove(key);
        if let Some(digest) = unneeded
            && let Err(error) = self.blocking(move |inner| inner.lists.remove(&digest)).await
        {
            // The next start does it.
            tracing::warn!(service = "distribution", %error, "an unused list could not be removed");
        }
        Ok(true)
    }

    /// Records the ends of all that is recorded as in progress and is not.
    pub(super) async fn end_interrupted(&self, context: &ChangeContext) -> Result<(), BundleError> {
        let mut due = self.changing.lock().await;
        let mut recorded = Ok(());
        let creating = self.view().table.creating();
        for key in creating {
            recorded = recorded.and(self.end_creation(&key, context.at).await);
        }
        for key in due.keys() {
            recorded = recorded.and(self.record_due(&key, &mut due, context).await);
        }
        recorded
    }

    /// Records a change of a bundle that stays.
    pub(super) async fn change(
        &self,
        (name, version): &Key,
        event: Event,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let command = Command::new(stream_of(name, version), event);
        let accepted = self.streams.submit(command, context).await?;
        let accepted = accepted.map_err(|refused| refused_as(refused.rejection.code))?;
        let changed = stored(&accepted.state);
        let changed =
            changed.ok_or(BundleError::Defect("a bundle was changed and is not there"))?;
        self.view_to_change().table.put(changed.clone());
        Ok(changed)
    }

    pub(super) fn known(&self, key: &Key) -> Option<StoredBundle> {
        self.view().table.get(&key.0, &key.1)
    }
}
