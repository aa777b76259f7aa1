//! The file inside of a published document, as a source of bytes.

use axum::body::{Body, Bytes};
use sha2::{Digest as _, Sha512};
use waybill_platform::repositories::{NextPortion, RepositoryError, Source, SourceError};

use super::publication::invalid;
use super::splitter::{SplitError, Splitter};
use crate::components::artifacts::body::Portions;
use crate::error::ApiError;

/// Reads a document: first the file in it, and at the end everything else.
pub(super) struct Attachment {
    portions: Portions,
    splitter: Splitter,
    sha512: Sha512,
    /// What was read to find out whether there is a file.
    first: Option<Bytes>,
    /// Why the document is not valid.
    error: Option<SplitError>,
}

impl Attachment {
    pub(super) fn new(body: Body) -> Self {
        Self {
            portions: Portions::new(body),
            splitter: Splitter::new(),
            sha512: Sha512::new(),
            first: None,
            error: None,
        }
    }

    /// Reads up to the file; whether there is one.
    pub(super) async fn begins(&mut self) -> Result<bool, ApiError> {
        self.first = match self.read().await {
            None => None,
            Some(Ok(first)) => Some(first),
            Some(Err(error)) => return Err(self.failed(&error.into())),
        };
        Ok(self.splitter.has_data())
    }

    /// The document without the file, and the SHA-512 of the file.
    pub(super) fn finish(self) -> Result<(Vec<u8>, Vec<u8>), ApiError> {
        let rest = self.splitter.finish().map_err(not_valid)?;
        Ok((rest, self.sha512.finalize().to_vec()))
    }

    /// The error of receiving the file.
    pub(super) fn failed(&self, error: &RepositoryError) -> ApiError {
        match &self.error {
            Some(error) => not_valid(*error),
            None => ApiError::of_repository(error),
        }
    }

    /// The next part of the file.
    async fn read(&mut self) -> Option<Result<Bytes, SourceError>> {
        loop {
            let portion = match self.portions.next().await? {
                Ok(portion) => portion,
                Err(error) => return Some(Err(error)),
            };
            match self.splitter.read(&portion) {
                Ok(data) if data.is_empty() => {}
                Ok(data) => {
                    self.sha512.update(&data);
                    return Some(Ok(data.into()));
                }
                Err(error) => {
                    self.error = Some(error);
                    return Some(Err(SourceError::NotValid));
                }
            }
        }
    }
}

impl Source for Attachment {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            match self.first.take() {
                Some(first) => Some(Ok(first)),
                None => self.read().await,
            }
        })
    }
}

fn not_valid(error: SplitError) -> ApiError {
    match error {
        SplitError::TooLarge => ApiError::too_large(format!("{error}.")),
        _ => invalid(&error.to_string()),
    }
}
