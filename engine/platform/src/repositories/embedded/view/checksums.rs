//! Finding contents by their SHA-1, which is all that some programs say of a file.

use redb::{ReadableTable, TableDefinition, WriteTransaction};
use waybill_blobs::BlobId;

use super::{CONTENTS, View, of_view};
use crate::repositories::{FileInfo, RepositoryError};

/// The contents that have a SHA-1: its hexadecimal digits, and the SHA-256.
pub(super) const SHA1S: TableDefinition<'_, (&str, &[u8; 32]), ()> = TableDefinition::new("sha1s");
/// How many contents with one SHA-1 are looked at. There is one, unless two were made on purpose.
const SAME_MAX: usize = 4;

/// Notes the SHA-1 of a file that is added.
pub(super) fn note(transaction: &WriteTransaction, file: &FileInfo) -> Result<(), RepositoryError> {
    if let Some(blob) = file.blob() {
        let mut sha1s = transaction.open_table(SHA1S).map_err(of_view)?;
        sha1s.insert((file.content.sha1.0.as_str(), blob.as_bytes()), ()).map_err(of_view)?;
    }
    Ok(())
}

/// Forgets the SHA-1 of a file that was taken out, if nothing else has its content.
pub(super) fn forget_unused(
    transaction: &WriteTransaction,
    contents: &impl ReadableTable<(&'static [u8; 32], &'static str, &'static str), ()>,
    file: &FileInfo,
) -> Result<(), RepositoryError> {
    let Some(blob) = file.blob() else { return Ok(()) };
    let mut left = contents.range((blob.as_bytes(), "", "")..).map_err(of_view)?;
    if let Some(entry) = left.next()
        && entry.map_err(of_view)?.0.value().0 == blob.as_bytes()
    {
        return Ok(());
    }
    let mut sha1s = transaction.open_table(SHA1S).map_err(of_view)?;
    sha1s.remove((file.content.sha1.0.as_str(), blob.as_bytes())).map_err(of_view)?;
    Ok(())
}

/// The same, where the table of contents is not open.
pub(super) fn forget(
    transaction: &WriteTransaction,
    file: &FileInfo,
) -> Result<(), RepositoryError> {
    let contents = transaction.open_table(CONTENTS).map_err(of_view)?;
    forget_unused(transaction, &contents, file)
}

impl View {
    /// Where files with a content are: repository id and path, at most a number of them.
    pub(in crate::repositories::embedded) fn places_of(
        &self,
        content: BlobId,
        limit: usize,
    ) -> Result<Vec<(String, String)>, RepositoryError> {
        let contents = self.reading()?.open_table(CONTENTS).map_err(of_view)?;
        let mut places = Vec::new();
        let from = (content.as_bytes(), "", "");
        for entry in contents.range_owned(from..).map_err(of_view)?.take(limit) {
            let (key, _) = entry.map_err(of_view)?;
            let (of, repository, path) = key.value();
            if of != content.as_bytes() {
                break;
            }
            // What begins with a slash is metadata, or in the trash.
            if !path.starts_with('/') {
                places.push((repository.to_owned(), path.to_owned()));
            }
        }
        Ok(places)
    }

    /// The contents with this SHA-1, in lower case.
    pub(crate) fn with_sha1(&self, sha1: &str) -> Result<Vec<BlobId>, RepositoryError> {
        let sha1s = self.reading()?.open_table(SHA1S).map_err(of_view)?;
        let mut found = Vec::new();
        for entry in sha1s.range_owned((sha1, &[0; 32])..).map_err(of_view)?.take(SAME_MAX) {
            let (key, ()) = entry.map(|(key, _)| (key, ())).map_err(of_view)?;
            let (of, blob) = key.value();
            if of != sha1 {
                break;
            }
            found.push(BlobId::from(*blob));
        }
        Ok(found)
    }
}
