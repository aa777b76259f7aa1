//! What the topics of repositories and builds share: the changes of a moment, and what a viewer may see of them.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use waybill_engine::principal_of;
use waybill_engine::topics::Viewer;
use waybill_platform::access::Accounts;
use waybill_platform::permissions::{Permissions, Principal, Rights};

/// What has changed within a moment.
pub(super) struct Gathered<T> {
    pub(super) changes: BTreeSet<T>,
    /// Whether these are all changes; otherwise a page reads again what it shows.
    pub(super) complete: bool,
}

/// Waits for a change, and gathers those that follow it within a time. None once no changes can come.
pub(super) async fn gathered<T: Clone + Ord>(
    receiver: &mut Receiver<T>,
    within: Duration,
    most: usize,
) -> Option<Gathered<T>> {
    let mut changes = BTreeSet::new();
    let mut complete = match receiver.recv().await {
        Ok(change) => {
            changes.insert(change);
            true
        }
        Err(RecvError::Lagged(_)) => false,
        Err(RecvError::Closed) => return None,
    };
    tokio::time::sleep(within).await;
    complete &= take_waiting(receiver, &mut changes).unwrap_or(true);
    complete &= changes.len() <= most;
    Some(Gathered { changes: if complete { changes } else { BTreeSet::new() }, complete })
}

/// Adds the changes that have come by now; whether none was lost. None once no changes can come.
pub(super) fn take_waiting<T: Ord + Clone>(
    receiver: &mut Receiver<T>,
    changes: &mut BTreeSet<T>,
) -> Option<bool> {
    let mut complete = true;
    loop {
        match receiver.try_recv() {
            Ok(change) => drop(changes.insert(change)),
            Err(TryRecvError::Lagged(_)) => complete = false,
            Err(TryRecvError::Empty) => return Some(complete),
            Err(TryRecvError::Closed) => return None,
        }
    }
}

/// What a viewer may do at present; none while that cannot be known.
pub(super) async fn rights_of(
    viewer: &Viewer,
    accounts: &dyn Accounts,
    permissions: &dyn Permissions,
) -> Option<Rights> {
    let principal = match &viewer.person {
        Some(person) => principal_of(accounts, person).await.ok()??,
        None => Principal::Anonymous,
    };
    permissions.rights(principal).await.ok()
}
