//! Distributions of bundles to other installations, and removals of received ones.

use waybill_machines::machines::release_bundle::{Event, TargetOutcome};
use waybill_machines::rules::distribution::{
    check_distribution, check_distribution_path, shortened_path,
};

use super::Inner;
use super::table::Key;
use crate::release_bundles::{BundleError, NewDistribution, StoredBundle};
use crate::streams::ChangeContext;

impl Inner {
    pub(super) async fn begin_distribution(
        &self,
        key: &Key,
        new: NewDistribution,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let NewDistribution { list, kind, targets } = new;
        check_distribution(&targets)
            .map_err(|problem| BundleError::Problem { problem, at: None })?;
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        let known = self.known(key).filter(|known| known.bundle.list.digest == list);
        let Some(known) = known else { return Ok(None) };
        // The machine rejects these too; here no record is written for them.
        if !known.from_repositories {
            return Err(BundleError::NotDistributable);
        }
        check_is_idle(&known)?;
        let by = context.who.person().cloned();
        let event = Event::BeginDistribution { kind, targets, by };
        self.change(key, event, context).await.map(Some)
    }

    pub(super) async fn end_target(
        &self,
        key: &Key,
        target: String,
        outcome: TargetOutcome,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        let Some(known) = self.known(key) else { return Ok(None) };
        let distribution = known.distributing().ok_or(BundleError::NotDistributing)?;
        let pending = TargetOutcome::Pending {};
        let mut targets = distribution.targets.iter();
        if !targets.any(|one| one.target == target && one.outcome == pending) {
            return Err(BundleError::NotDistributing);
        }
        let outcome = match outcome {
            TargetOutcome::Failed { why, path } => {
                let path = path.as_deref().map(shortened_path);
                let path = path.filter(|path| check_distribution_path(path).is_ok());
                TargetOutcome::Failed { why, path }
            }
            other => other,
        };
        due.add(key, Event::EndTarget { target, outcome });
        self.record_due(key, &mut due, context).await?;
        Ok(self.known(key))
    }

    pub(super) async fn end_distribution(
        &self,
        key: &Key,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        let Some(known) = self.known(key) else { return Ok(None) };
        let distribution = known.distributing().ok_or(BundleError::NotDistributing)?;
        if distribution.has_pending() {
            return Err(BundleError::Distributing);
        }
        due.add(key, Event::EndDistribution {});
        self.record_due(key, &mut due, context).await?;
        Ok(self.known(key))
    }

    pub(super) async fn abort_distribution(
        &self,
        key: &Key,
        number: u32,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        let Some(known) = self.known(key) else { return Ok(None) };
        if known.distributing().is_none_or(|distribution| distribution.number != number) {
            return Err(BundleError::NotDistributing);
        }
        let by = context.who.person().cloned();
        self.change(key, Event::AbortDistribution { by }, context).await.map(Some)
    }

    pub(super) async fn begin_removal(
        &self,
        key: &Key,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        self.settle(key, &mut due, context.at).await?;
        let Some(known) = self.known(key) else { return Ok(None) };
        if !known.received {
            return Err(BundleError::NotReceived);
        }
        // Each installation that distributes to this one is known by the user of its token.
        if known.created_by.as_ref() != context.who.person() {
            return Err(BundleError::ReceivedFromAnother);
        }
        if known.removing {
            return Err(BundleError::Removing);
        }
        let by = context.who.person().cloned();
        self.change(key, Event::BeginRemoval { by }, context).await.map(Some)
    }

    pub(super) async fn fail_removal(
        &self,
        key: &Key,
        context: &ChangeContext,
    ) -> Result<Option<StoredBundle>, BundleError> {
        let mut due = self.changing.lock().await;
        let Some(known) = self.known(key) else { return Ok(None) };
        if !known.removing {
            return Err(BundleError::NotRemoving);
        }
        due.add(key, Event::FailRemoval {});
        self.record_due(key, &mut due, context).await?;
        Ok(self.known(key))
    }
}

/// Nothing begins beside a promotion or a distribution of the same bundle.
pub(super) fn check_is_idle(known: &StoredBundle) -> Result<(), BundleError> {
    if known.is_promoting() {
        return Err(BundleError::Promoting);
    }
    if known.distributing().is_some() {
        return Err(BundleError::Distributing);
    }
    Ok(())
}
