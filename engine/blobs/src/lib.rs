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
//! Where blobs are kept is behind the port [`Backend`]; [`LocalFolder`] is the one in the data directory.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod backend;
mod blobs;
mod digests;
mod leases;
mod local;
mod reader;
mod upload;

pub use backend::{Answer, Backend, BlobError, StoredBlob};
pub use blobs::{Amount, Blobs, Need, Sweeping, Swept};
pub use digests::{BlobId, Digests, Hashes, NotADigest};
pub use leases::Lease;
pub use local::LocalFolder;
pub use reader::{ByteRange, Reader};
pub use upload::{Staged, Upload};
