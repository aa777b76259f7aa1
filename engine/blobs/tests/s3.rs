//! What only a bucket of a store does: parts, what killed uploads leave, and whose contents it has.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod store;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use store::{Store, owner};
use waybill_blobs::{Backend, BlobError, BlobId, Blobs, ByteRange, Owner, S3};
use waybill_outbound::Method;

fn open(contents: S3, staging: &Path) -> Blobs {
    Blobs::open(Arc::new(contents), staging).unwrap()
}

async fn kept(blobs: &Blobs, content: &[u8]) -> Result<BlobId, BlobError> {
    let mut upload = blobs.upload();
    for portion in content.chunks(1 << 20) {
        upload.write(Bytes::copy_from_slice(portion)).await.unwrap();
    }
    Ok(blobs.keep(upload.finish().await.unwrap()).await?.id())
}

async fn read(blobs: &Blobs, id: BlobId, range: ByteRange) -> Vec<u8> {
    let mut reader = blobs.read(id, ByteRange::ALL).await.unwrap().unwrap().within(range);
    let mut all = Vec::new();
    while let Some(portion) = reader.next().await.unwrap() {
        all.extend_from_slice(&portion);
    }
    all
}

/// Bytes in which no part equals another one.
fn content(bytes: usize) -> Vec<u8> {
    (0..bytes.div_ceil(8)).flat_map(usize::to_le_bytes).take(bytes).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_content_arrives_in_parts_and_what_was_abandoned_is_discarded() {
    let Some(store) = Store::start() else { return };
    let (bucket, staging) = (store.bucket().await, tempfile::tempdir().unwrap());
    let blobs = open(store.contents(&bucket, owner()), staging.path());
    let large = content(20 * 1_024 * 1_024 + 3);
    let id = kept(&blobs, &large).await.unwrap();
    assert_eq!(read(&blobs, id, ByteRange::ALL).await, large);
    let range = ByteRange { start: 8_388_600, end: 16_777_300 };
    assert_eq!(read(&blobs, id, range).await, large[8_388_600..16_777_300]);
    let (_, listed) = store.ask(Method::GET, &format!("{bucket}?list-type=2")).await;
    let key = format!("of/waybill/sha256/{:02x}/{id}", id.as_bytes()[0]);
    assert!(listed.contains(&key) && listed.contains("of/waybill/waybill.json"), "{listed}");

    // What killed processes have left, of ours and of others.
    let other = BlobId::of(b"other");
    let begun = format!("of/waybill/sha256/{:02x}/{other}", other.as_bytes()[0]);
    for key in [&*begun, &begun, "of/others", "of/waybill/sha256/other"] {
        assert_eq!(store.ask(Method::POST, &format!("{bucket}/{key}?uploads")).await.0, 200);
    }
    let left = async || {
        let (_, listed) = store.ask(Method::GET, &format!("{bucket}?uploads")).await;
        listed.matches("<UploadId>").count()
    };
    assert_eq!(left().await, 4);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    assert_eq!(blobs.discard_abandoned(long_ago).await.unwrap(), 0);
    assert_eq!(blobs.discard_abandoned(SystemTime::now()).await.unwrap(), 2);
    assert_eq!(left().await, 2);
}

/// The sentence of a refusal.
fn refusal(error: &BlobError) -> String {
    assert!(matches!(error, BlobError::Refused(_)), "{error}");
    error.to_string()
}

#[tokio::test]
async fn contents_of_others_are_neither_read_nor_swept() {
    let Some(store) = Store::start() else { return };
    let (bucket, staging) = (store.bucket().await, tempfile::tempdir().unwrap());
    let known = Owner { has_contents: true, ..owner() };
    let missing = refusal(&store.contents(&bucket, known.clone()).check().await.unwrap_err());
    assert!(missing.contains("has no object of/waybill/waybill.json"), "{missing}");
    store.contents(&bucket, owner()).check().await.unwrap();
    store.contents(&bucket, known.clone()).check().await.unwrap();
    let another = Owner { installation: "b2".into(), ..owner() };
    let restored = Owner { history: "h2".into(), ..known };
    for (owner, whose) in [(another, "of another Waybill"), (restored, "restored from")] {
        let contents = store.contents(&bucket, owner);
        let error = refusal(&contents.check().await.unwrap_err());
        assert!(error.contains(whose) && error.contains("waybill.json"), "{error}");
        assert!(
            contents.list(0).await.is_err() && contents.remove(BlobId::of(b"a")).await.is_err()
        );
        let blobs = open(contents, staging.path());
        assert!(refusal(&kept(&blobs, b"a").await.unwrap_err()).contains(whose));
    }
    let strict = Store::trusting_first(1).unwrap();
    let key = strict.contents(&strict.bucket().await, self::owner());
    assert!(refusal(&key.check().await.unwrap_err()).contains("no such access key"));
    let no_bucket = store.contents("no-such-bucket", owner());
    assert!(refusal(&no_bucket.check().await.unwrap_err()).contains("no such bucket"));
}

#[tokio::test]
async fn a_store_that_is_down_is_not_asked_by_each_request() {
    let Some(store) = Store::start() else { return };
    let staging = tempfile::tempdir().unwrap();
    let blobs = open(store.contents("down-bucket", owner()), staging.path());
    drop(store);
    let error = kept(&blobs, b"a").await.unwrap_err();
    assert!(matches!(error, BlobError::Unreachable(_)), "{error}");
    let begun = std::time::Instant::now();
    for _ in 0..100 {
        kept(&blobs, b"a").await.unwrap_err();
    }
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}
