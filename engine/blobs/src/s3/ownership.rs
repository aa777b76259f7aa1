//! Whose contents a bucket has: an object beside them says it, so that no other Waybill collects them.

use std::time::Duration;

use object_store::path::Path as Key;
use object_store::{ObjectStore as _, ObjectStoreExt as _, PutMode, PutOptions};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{Bucket, errors};
use crate::backend::BlobError;

/// The object, below the prefix.
const MARKER: &str = "waybill.json";
/// The longest marker that is read.
const MARKER_BYTES_MAX: u64 = 4 * 1_024;
/// How long a check that failed is not made again.
const FAILED_FOR: Duration = Duration::from_secs(5);

/// Who uses a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The id of the installation.
    pub installation: String,
    /// The id of the history of its records: a backup that was restored has another one.
    pub history: String,
    /// Whether it has stored contents there before.
    pub has_contents: bool,
}

/// What is in the marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Marker {
    installation: String,
    history: String,
}

/// What is known of whose contents these are.
pub(super) struct Ownership {
    owner: Owner,
    state: Mutex<State>,
}

enum State {
    Unknown,
    /// They are ours, as was seen at this time.
    Ours(Instant),
    Failed {
        again: Instant,
        why: String,
        is_refusal: bool,
    },
}

impl Ownership {
    pub(super) fn new(owner: Owner) -> Self {
        Self { owner, state: Mutex::new(State::Unknown) }
    }
}

impl Bucket {
    /// Makes sure that the contents are ours before anything of them is read or changed.
    pub(super) async fn check_ownership(&self) -> Result<(), BlobError> {
        self.seen_within(Duration::MAX).await
    }

    /// Makes sure that the contents were seen to be ours lately. A store that was down is asked again, but not by each
    /// request.
    pub(super) async fn seen_within(&self, lately: Duration) -> Result<(), BlobError> {
        let mut state = self.ownership.state.lock().await;
        match &*state {
            State::Ours(seen) if seen.elapsed() < lately => return Ok(()),
            State::Failed { again, why, is_refusal } if Instant::now() < *again => {
                let why = why.clone();
                return Err(if *is_refusal {
                    BlobError::Refused(why)
                } else {
                    BlobError::Unreachable(why)
                });
            }
            State::Unknown | State::Ours(_) | State::Failed { .. } => {}
        }
        let checked = self.check_marker().await;
        let again = Instant::now() + FAILED_FOR;
        *state = match &checked {
            Ok(()) => State::Ours(Instant::now()),
            Err(BlobError::Refused(why)) => {
                State::Failed { again, why: why.clone(), is_refusal: true }
            }
            Err(BlobError::Unreachable(why)) => {
                State::Failed { again, why: why.clone(), is_refusal: false }
            }
            Err(_) => State::Unknown,
        };
        checked
    }

    /// Reads the marker, and makes it in a bucket that has none.
    async fn check_marker(&self) -> Result<(), BlobError> {
        let key = Key::from(self.settings.key(MARKER));
        let owner = &self.ownership.owner;
        if let Some(found) = self.marker(&key).await? {
            return self.compare(&key, &found);
        }
        if owner.has_contents {
            return Err(BlobError::Refused(format!(
                "the bucket {} has no object {key}, so it is not the one that the contents of this data directory are \
                 in; correct contents.s3 or bring the bucket back, or, if it has them, delete blobs/store.json in the \
                 data directory",
                self.settings.bucket
            )));
        }
        let Owner { installation, history, .. } = owner.clone();
        let marker = serde_json::to_vec(&Marker { installation, history });
        let marker = marker.map_err(|_| BlobError::Defect("a marker cannot be written"))?;
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        match self.store.put_opts(&key, marker.clone().into(), options).await {
            // Another one may have made it.
            Ok(_)
            | Err(
                object_store::Error::AlreadyExists { .. }
                | object_store::Error::Precondition { .. },
            ) => {}
            // A store without conditions.
            Err(object_store::Error::NotImplemented { .. }) => {
                self.store.put(&key, marker.into()).await.map_err(errors::of)?;
            }
            Err(error) => return Err(errors::of(error)),
        }
        let found = self.marker(&key).await?;
        let found = found.ok_or_else(|| {
            BlobError::Unreachable("an object that was stored is not there".to_owned())
        })?;
        self.compare(&key, &found)
    }

    fn compare(&self, key: &Key, found: &Marker) -> Result<(), BlobError> {
        let Owner { installation, history, .. } = &self.ownership.owner;
        if found.installation == *installation && found.history == *history {
            return Ok(());
        }
        let whose = if found.installation == *installation {
            "of the data directory that this one was restored from"
        } else {
            "of another Waybill"
        };
        Err(BlobError::Refused(format!(
            "the contents in the bucket {} are those {whose}, says its object {key}; choose another contents.s3.prefix, \
             or, if the other one never uses them again, delete that object, and blobs/store.json in the data directory",
            self.settings.bucket
        )))
    }

    async fn marker(&self, key: &Key) -> Result<Option<Marker>, BlobError> {
        let found = match self.store.get(key).await {
            Ok(found) => found,
            Err(error) if errors::is_missing(&error) => return Ok(None),
            Err(error) => return Err(errors::of(error)),
        };
        let unreadable = || {
            BlobError::Refused(format!(
                "its object {key} is not one of Waybill; choose another contents.s3.prefix"
            ))
        };
        if found.meta.size > MARKER_BYTES_MAX {
            return Err(unreadable());
        }
        let text = found.bytes().await.map_err(errors::of)?;
        serde_json::from_slice(&text).map(Some).map_err(|_| unreadable())
    }
}
