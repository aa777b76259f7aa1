//! What Cargo sends to publish: the length and the text of the metadata, and the length and the bytes of the file.

use axum::body::{Body, Bytes};
use waybill_platform::repositories::{
    DOCUMENT_BYTES_MAX, NextPortion, RepositoryError, Source, SourceError,
};

use crate::components::artifacts::body::Portions;
use crate::error::ApiError;

/// How long a length is.
const LENGTH_BYTES: usize = 4;

/// Reads a body: first the metadata, and then the file.
pub(super) struct Upload {
    portions: Portions,
    /// What was received and not read yet.
    held: Vec<u8>,
    /// How many bytes of the file are still to come.
    left: u64,
}

impl Upload {
    pub(super) fn new(body: Body) -> Self {
        Self { portions: Portions::new(body), held: Vec::new(), left: 0 }
    }

    /// The text of the metadata.
    pub(super) async fn metadata(&mut self) -> Result<Vec<u8>, ApiError> {
        let length = self.length().await? as usize;
        if length > DOCUMENT_BYTES_MAX {
            return Err(ApiError::of_repository(&RepositoryError::MetadataTooLarge));
        }
        let metadata = self.take(length).await?;
        self.left = self.length().await?.into();
        Ok(metadata)
    }

    /// The size of the file as it is announced, in bytes.
    pub(super) const fn file_bytes(&self) -> u64 {
        self.left
    }

    async fn length(&mut self) -> Result<u32, ApiError> {
        let bytes = self.take(LENGTH_BYTES).await?;
        Ok(bytes.try_into().map_or(0, u32::from_le_bytes))
    }

    /// Takes so many bytes off what arrives.
    async fn take(&mut self, bytes: usize) -> Result<Vec<u8>, ApiError> {
        while self.held.len() < bytes {
            let portion = self.portions.next().await.unwrap_or(Err(SourceError::Interrupted));
            let portion = portion.map_err(|error| ApiError::of_repository(&error.into()))?;
            self.held.extend_from_slice(&portion);
        }
        let rest = self.held.split_off(bytes);
        Ok(std::mem::replace(&mut self.held, rest))
    }

    async fn read(&mut self) -> Option<Result<Bytes, SourceError>> {
        let portion = if self.held.is_empty() {
            match self.portions.next().await {
                Some(Ok(portion)) => portion,
                None if self.left > 0 => return Some(Err(SourceError::Interrupted)),
                other => return other,
            }
        } else {
            std::mem::take(&mut self.held).into()
        };
        // More than was announced belongs to nothing.
        match self.left.checked_sub(portion.len() as u64) {
            Some(left) => {
                self.left = left;
                Some(Ok(portion))
            }
            None => Some(Err(SourceError::NotValid)),
        }
    }
}

impl Source for Upload {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(self.read())
    }
}
