//! Content-addressed storage of uploaded files.
//!
//! ```text
//! Blobs::upload -> Upload::write.. -> Upload::finish -> Staged (its digests are known) -> Blobs::keep -> Lease
//! ```
//!
//! A blob is named by the SHA-256 of its content, so equal contents are stored once. Bytes are written to a staging
//! folder and hashed on the way; [`Blobs::keep`] makes them durable under their name. What is not kept leaves nothing
//! behind. A blob is removed only by [`Blobs::sweep`], which never takes one that is referred to or leased.
//!
//! Where blobs are kept is behind the port [`Backend`]; [`LocalFolder`] is a folder of the data directory, [`S3`] a bucket
//! of a store elsewhere, which is asked through `waybill-outbound` only.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod backend;
mod blobs;
mod digests;
mod leases;
mod local;
mod portions;
mod reader;
mod s3;
mod unusable;
mod upload;

pub use backend::{Answer, Backend, BlobError, Left, Spared, StoredBlob};
pub use blobs::{Amount, Blobs, Need, Sweeping, Swept, UPLOADS};
pub use digests::{BlobId, Digests, Hashes, NotADigest};
pub use leases::Lease;
pub use local::LocalFolder;
pub use reader::{ByteRange, Reader};
pub use s3::{Owner, S3, S3Settings, S3SettingsError, SecretKey};
pub use unusable::Unusable;
pub use upload::{Staged, Upload};
