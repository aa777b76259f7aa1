//! Contents that cannot be reached with the configuration as it is.

use std::future::ready;
use std::path::PathBuf;

use crate::backend::{Answer, Backend, BlobError, Left, StoredBlob};
use crate::digests::BlobId;
use crate::reader::{ByteRange, Reader};

/// Refuses everything, for a reason: other services of the process run nevertheless.
#[derive(Debug, Clone)]
pub struct Unusable(pub String);

impl Unusable {
    fn refused<T: Send + 'static>(&self) -> Answer<'_, T> {
        Box::pin(ready(Err(BlobError::Refused(self.0.clone()))))
    }
}

impl Backend for Unusable {
    fn put(&self, _: BlobId, _: u64, _: PathBuf) -> Answer<'_, Left> {
        self.refused()
    }

    fn bytes_of(&self, _: BlobId) -> Answer<'_, Option<u64>> {
        self.refused()
    }

    fn open(&self, _: BlobId, _: ByteRange) -> Answer<'_, Option<Reader>> {
        self.refused()
    }

    fn list(&self, _: u8) -> Answer<'_, Vec<StoredBlob>> {
        self.refused()
    }

    fn remove(&self, _: BlobId) -> Answer<'_, ()> {
        self.refused()
    }

    fn check(&self) -> Answer<'_, ()> {
        self.refused()
    }
}
