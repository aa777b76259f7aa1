//! Blobs in a bucket of a store that speaks S3: `<prefix>/sha256/<first two digits>/<name>`.
//!
//! A content is staged on this machine, where its digest becomes known, and then sent under its name; an object is
//! visible only once it is complete, which takes the place of the rename in a folder. Staging in the bucket instead
//! would cost a copy on the server for each content, which stores limit to 5 GiB, and leave objects to be paid for.

mod abandoned;
mod client;
mod errors;
mod ownership;
mod putting;
mod settings;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::stream::StreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder, AwsCredential};
use object_store::path::Path as Key;
use object_store::{
    BackoffConfig, GetOptions, GetResult, ObjectStore as _, ObjectStoreExt as _, RetryConfig,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use waybill_outbound::{Outbound, Target};

use crate::backend::{Answer, Backend, BlobError, Left, Spared, StoredBlob};
use crate::digests::BlobId;
use crate::reader::{ByteRange, Portions, Reader, Remote};
use client::Client;
pub use ownership::Owner;
use ownership::Ownership;
pub use settings::{S3Settings, S3SettingsError, SecretKey};

/// The folder of all blobs, below the prefix.
const FOLDER: &str = "sha256";
/// How many blobs are read at once. A reader has a connection for as long as its client takes.
const READERS_MAX: usize = 1_024;
/// For how long a check of the store counts.
const CHECKED_FOR: Duration = Duration::from_secs(15);
/// How long a reader waits for its place.
const READER_WAIT: Duration = Duration::from_secs(10);

/// A bucket in which blobs are kept. Clones are the same bucket.
#[derive(Clone)]
pub struct S3(Arc<Bucket>);

struct Bucket {
    store: AmazonS3,
    settings: S3Settings,
    /// Its address.
    address: Target,
    client: Client,
    credential: AwsCredential,
    memory: Arc<Semaphore>,
    readers: Arc<Semaphore>,
    ownership: Ownership,
}

impl S3 {
    /// The bucket of these settings, as the contents of this owner. No request is sent yet.
    ///
    /// # Errors
    ///
    /// [`S3SettingsError`], if the settings are not valid.
    pub fn new(
        settings: S3Settings,
        secret: &SecretKey,
        outbound: Outbound,
        owner: Owner,
    ) -> Result<Self, S3SettingsError> {
        let address = settings.bucket_address()?;
        let client = Client(outbound);
        let backoff = BackoffConfig {
            init_backoff: Duration::from_millis(200),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        };
        let retry = RetryConfig { backoff, max_retries: 3, retry_timeout: Duration::from_secs(30) };
        let store = AmazonS3Builder::new()
            // It adds the bucket to the path, and to no host.
            .with_endpoint(if settings.path_style {
                settings.endpoint.trim_end_matches('/').to_owned()
            } else {
                address.origin()
            })
            .with_bucket_name(&settings.bucket)
            .with_region(&settings.region)
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(secret.expose())
            .with_virtual_hosted_style_request(!settings.path_style)
            // What may go over plain HTTP is decided by the HTTP client.
            .with_allow_http(true)
            // Not all stores have it.
            .with_disable_bulk_delete(true)
            .with_retry(retry)
            .with_http_connector(client.clone())
            .build()
            .map_err(|error| S3SettingsError::Other(error.to_string()))?;
        let credential = AwsCredential {
            key_id: settings.access_key_id.clone(),
            secret_key: secret.expose().to_owned(),
            token: None,
        };
        Ok(Self(Arc::new(Bucket {
            store,
            settings,
            address,
            client,
            credential,
            memory: putting::memory(),
            readers: Arc::new(Semaphore::new(READERS_MAX)),
            ownership: Ownership::new(owner),
        })))
    }
}

impl Bucket {
    fn key_of(&self, id: BlobId) -> Key {
        let first = id.as_bytes()[0];
        Key::from(self.settings.key(&format!("{FOLDER}/{first:02x}/{id}")))
    }

    /// The blob with a key; `None` for objects that are none.
    fn blob_of(&self, key: &str) -> Option<BlobId> {
        let id: BlobId = key.rsplit('/').next()?.parse().ok()?;
        (self.key_of(id).as_ref() == key).then_some(id)
    }

    /// The size of an object; `None` if it does not exist.
    async fn size(&self, key: &Key) -> Result<Option<u64>, BlobError> {
        match self.store.head(key).await {
            Ok(found) => Ok(Some(found.size)),
            Err(error) if errors::is_missing(&error) => Ok(None),
            Err(error) => Err(errors::of(error)),
        }
    }

    /// A place for a reader.
    async fn place(&self) -> Result<OwnedSemaphorePermit, BlobError> {
        let place = timeout(READER_WAIT, Arc::clone(&self.readers).acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            return Err(BlobError::Unreachable(
                "too many contents are read at once; try again later".to_owned(),
            ));
        };
        Ok(place)
    }
}

/// The bytes of an answer. Its place is free once they are read or dropped.
fn portions(found: GetResult, place: OwnedSemaphorePermit) -> Portions {
    let portions = found.into_stream().map(move |portion| {
        let _place = &place;
        portion.map_err(errors::of)
    });
    Box::pin(portions.fuse())
}

/// A blob of the bucket.
struct Object {
    bucket: Arc<Bucket>,
    key: Key,
}

impl Remote for Object {
    fn portions(&self, range: ByteRange) -> Answer<'static, Portions> {
        let (bucket, key) = (Arc::clone(&self.bucket), self.key.clone());
        Box::pin(async move {
            let place = bucket.place().await?;
            let options = GetOptions::new().with_range(Some(range.start..range.end));
            let found = bucket.store.get_opts(&key, options).await.map_err(errors::of)?;
            Ok(portions(found, place))
        })
    }
}

impl Backend for S3 {
    fn put(&self, id: BlobId, bytes: u64, staged: PathBuf) -> Answer<'_, Left> {
        Box::pin(async move {
            let bucket = &self.0;
            bucket.check_ownership().await?;
            let key = bucket.key_of(id);
            // An object of another size was damaged, and this one replaces it.
            if bucket.size(&key).await? == Some(bytes) {
                return Ok(Left::File);
            }
            bucket.store(&key, bytes, &staged).await?;
            Ok(Left::File)
        })
    }

    fn bytes_of(&self, id: BlobId) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            self.0.check_ownership().await?;
            self.0.size(&self.0.key_of(id)).await
        })
    }

    fn open(&self, id: BlobId, range: ByteRange) -> Answer<'_, Option<Reader>> {
        Box::pin(async move {
            let bucket = &self.0;
            bucket.check_ownership().await?;
            let key = bucket.key_of(id);
            let remote = Arc::new(Object { bucket: Arc::clone(bucket), key: key.clone() });
            if range != ByteRange::ALL {
                let bytes = bucket.size(&key).await?;
                return Ok(bytes.map(|bytes| Reader::of_remote(remote, None, bytes, range)));
            }
            // Most readers want all of it: one request.
            let place = bucket.place().await?;
            match bucket.store.get(&key).await {
                Ok(found) => {
                    let bytes = found.meta.size;
                    let begun = portions(found, place);
                    Ok(Some(Reader::of_remote(remote, Some(begun), bytes, range)))
                }
                Err(error) if errors::is_missing(&error) => Ok(None),
                Err(error) => Err(errors::of(error)),
            }
        })
    }

    fn list(&self, first_byte: u8) -> Answer<'_, Vec<StoredBlob>> {
        Box::pin(async move {
            let bucket = &self.0;
            bucket.check_ownership().await?;
            let folder = Key::from(bucket.settings.key(&format!("{FOLDER}/{first_byte:02x}")));
            let mut objects = bucket.store.list(Some(&folder));
            let mut found = Vec::new();
            while let Some(object) = objects.next().await {
                let object = object.map_err(errors::of)?;
                // A name that is none of ours is left alone.
                if let Some(id) = bucket.blob_of(object.location.as_ref()) {
                    found.push(StoredBlob { id, bytes: object.size });
                }
            }
            Ok(found)
        })
    }

    fn remove(&self, id: BlobId) -> Answer<'_, ()> {
        Box::pin(async move {
            self.0.check_ownership().await?;
            match self.0.store.delete(&self.0.key_of(id)).await {
                Err(error) if !errors::is_missing(&error) => Err(errors::of(error)),
                _ => Ok(()),
            }
        })
    }

    fn discard_abandoned<'a>(
        &'a self,
        begun_before: SystemTime,
        is_spared: Spared<'a>,
    ) -> Answer<'a, u64> {
        Box::pin(async move {
            self.0.check_ownership().await?;
            self.0.abort_begun_before(begun_before, is_spared).await
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(self.0.seen_within(CHECKED_FOR))
    }
}
