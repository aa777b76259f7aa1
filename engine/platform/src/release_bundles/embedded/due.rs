//! What has happened to bundles and is not recorded: what a stop has ended, and what the journal did not take.

use std::collections::{BTreeMap, VecDeque};

use waybill_machines::machines::release_bundle::{Event, PromotionFailure, PromotionStatus, State};
use waybill_machines::{AnyEvent, AnyState, Timestamp};

use super::Inner;
use super::stream::stored;
use super::table::{Key, Table};
use crate::release_bundles::{BundleError, StoredBundle};
use crate::streams::ChangeContext;

/// The events that are due, by bundle, in their order.
#[derive(Default)]
pub(super) struct Due(BTreeMap<Key, VecDeque<Event>>);

impl Due {
    /// The ends of what is recorded as in progress at a start of the server.
    pub(super) fn of_interrupted(table: &Table) -> Self {
        let ends = |bundle: &StoredBundle| -> VecDeque<Event> {
            let why = PromotionFailure::Interrupted;
            let promotion = Event::EndPromotion { outcome: PromotionStatus::Failed { why } };
            let promotion = bundle.is_promoting().then_some(promotion);
            let distribution = bundle.distributing().map(|_| Event::InterruptDistribution {});
            let removal = bundle.removing.then_some(Event::FailRemoval {});
            [promotion, distribution, removal].into_iter().flatten().collect()
        };
        Self(table.busy().map(|(key, bundle)| (key.clone(), ends(bundle))).collect())
    }

    /// Adds an event, which is recorded after those before it.
    pub(super) fn add(&mut self, key: &Key, event: Event) {
        self.0.entry(key.clone()).or_default().push_back(event);
    }

    /// The bundles that something is due for.
    pub(super) fn keys(&self) -> Vec<Key> {
        self.0.keys().cloned().collect()
    }

    fn first(&self, key: &Key) -> Option<Event> {
        self.0.get(key)?.front().cloned()
    }

    fn remove_first(&mut self, key: &Key) {
        if let Some(events) = self.0.get_mut(key) {
            events.pop_front();
            if events.is_empty() {
                self.0.remove(key);
            }
        }
    }
}

impl Inner {
    /// Records what is due for a bundle. What the journal does not take stays due.
    ///
    /// # Errors
    ///
    /// [`BundleError::Stream`] if something stays due, or why the last event was rejected.
    pub(super) async fn record_due(
        &self,
        key: &Key,
        due: &mut Due,
        context: &ChangeContext,
    ) -> Result<(), BundleError> {
        let mut recorded = Ok(());
        while let Some(event) = due.first(key) {
            recorded = self.change(key, event, context).await.map(drop);
            if matches!(recorded, Err(BundleError::Stream(_))) {
                // It has happened all the same: what begins next, before which this is tried again, must not be
                // refused.
                self.show(key, due, context.at);
                return recorded;
            }
            due.remove_first(key);
        }
        recorded
    }

    /// The same before another change, on behalf of the server and not of the user who makes it. What is rejected now
    /// was recorded before, although that was not certain then.
    ///
    /// # Errors
    ///
    /// [`BundleError::Stream`], if something stays due.
    pub(super) async fn settle(
        &self,
        key: &Key,
        due: &mut Due,
        at: Timestamp,
    ) -> Result<(), BundleError> {
        match self.record_due(key, due, &ChangeContext::system(at)).await {
            Err(error @ BundleError::Stream(_)) => Err(error),
            Err(error) => {
                tracing::warn!(service = "distribution", %error, "an end was recorded already");
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Shows what is due for a bundle as if it were recorded.
    fn show(&self, key: &Key, due: &Due, at: Timestamp) {
        let mut view = self.view_to_change();
        let Some(known) = view.table.get(&key.0, &key.1) else { return };
        let mut state = state_of(known);
        for event in due.0.get(key).into_iter().flatten() {
            // What is shown already is rejected.
            if let Ok(accepted) = state.decide(&AnyEvent::from(event.clone()), at) {
                state = accepted.state;
            }
        }
        if let Some(shown) = stored(&state) {
            view.table.put(shown);
        }
    }
}

/// The state of a bundle.
fn state_of(known: StoredBundle) -> AnyState {
    AnyState::ReleaseBundle(State::Completed {
        bundle: known.bundle,
        at: known.created,
        by: known.created_by,
        from_repositories: known.from_repositories,
        promotions: known.promotions,
        distributions: known.distributions,
        received: known.received,
        removing: known.removing,
    })
}
