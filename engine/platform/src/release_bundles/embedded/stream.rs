//! The stream of a bundle: its name, what its states say, and why a change is rejected.

use waybill_machines::machines::release_bundle::State;
use waybill_machines::{AnyState, RejectionCode};

use super::table::Key;
use crate::release_bundles::{BundleError, Progress, Status, StoredBundle};
use crate::secret::sha256_hex;

/// Prefix of the streams of bundles.
pub(super) const PREFIX: &str = "release_bundle/";

/// The name of a bundle's stream. Stream names are short and in lower case, so it is a digest.
pub(super) fn stream_of(name: &str, version: &str) -> String {
    format!("{PREFIX}{}", sha256_hex(format!("{name}/{version}").as_bytes()))
}

pub(super) fn stored(state: &AnyState) -> Option<StoredBundle> {
    match state {
        AnyState::ReleaseBundle(State::Completed {
            bundle,
            at,
            by,
            from_repositories,
            promotions,
            distributions,
            received,
            removing,
        }) => Some(StoredBundle {
            bundle: bundle.clone(),
            status: Status::Completed,
            created: *at,
            created_by: by.clone(),
            from_repositories: *from_repositories,
            promotions: promotions.clone(),
            distributions: distributions.clone(),
            received: *received,
            removing: *removing,
        }),
        _ => None,
    }
}

/// The bundle that a state says is being created or could not be.
pub(super) fn creation(state: &AnyState) -> Option<(Key, Progress)> {
    match state {
        AnyState::ReleaseBundle(State::Creating { name, version, .. }) => {
            let progress = Progress { status: Status::Processing, why: None };
            Some(((name.clone(), version.clone()), progress))
        }
        AnyState::ReleaseBundle(State::Failed { name, version, why, .. }) => {
            let progress = Progress { status: Status::Failed, why: Some(*why) };
            Some(((name.clone(), version.clone()), progress))
        }
        _ => None,
    }
}

/// The error of a rejection. What is not valid was rejected before.
pub(super) fn refused_as(code: RejectionCode) -> BundleError {
    match code {
        RejectionCode::BundlePromoting => BundleError::Promoting,
        RejectionCode::BundleNotPromotable => BundleError::NotPromotable,
        RejectionCode::BundleDistributing => BundleError::Distributing,
        RejectionCode::BundleNotDistributable => BundleError::NotDistributable,
        RejectionCode::BundleRemoving => BundleError::Removing,
        _ => BundleError::Defect("a change was rejected"),
    }
}
