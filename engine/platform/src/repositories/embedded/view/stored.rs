//! How much contents take where they are stored, each once, however many files have it.

use waybill_blobs::BlobId;

use super::apply::read;
use super::{CONTENTS, FILES, TRASH, VERSIONS, View, of_view};
use crate::repositories::{
    FileInfo, RepositoryError, StoredBytes, StoredVersion, TrashedFile, VersionFile,
};

impl View {
    /// All contents together. It reads one place of each, in the order of their digests, in constant memory.
    pub(crate) fn stored_bytes(&self) -> Result<StoredBytes, RepositoryError> {
        let contents = self.reading()?.open_table(CONTENTS).map_err(of_view)?;
        let (mut all, mut before) = (StoredBytes::default(), None);
        for entry in contents.range_owned((&[0; 32], "", "")..).map_err(of_view)? {
            let (key, ()) = entry.map(|(key, _)| (key, ())).map_err(of_view)?;
            let (digest, repository, place) = key.value();
            if before == Some(*digest) {
                continue;
            }
            // A place that has gone meanwhile is another one's to count.
            if let Some(bytes) = self.bytes_at(digest, repository, place)? {
                before = Some(*digest);
                all.contents += 1;
                all.bytes = all.bytes.saturating_add(bytes);
            }
        }
        Ok(all)
    }

    /// The size of the content at a place.
    fn bytes_at(
        &self,
        digest: &[u8; 32],
        repository: &str,
        place: &str,
    ) -> Result<Option<u64>, RepositoryError> {
        let is_it = |blob: Option<BlobId>| blob.is_some_and(|blob| blob.as_bytes() == digest);
        let metadata = |files: &[VersionFile]| {
            let file = files.iter().find(|file| is_it(file.blob()));
            file.map(|file| file.document.bytes)
        };
        let reading = self.reading()?;
        if let Some(item) = place.strip_prefix("//") {
            let item = item.trim_end_matches("/metadata");
            let table = reading.open_table(TRASH).map_err(of_view)?;
            let found = table.get_owned((repository, item)).map_err(of_view)?;
            let Some(found) = found else { return Ok(None) };
            let TrashedFile { file, version, .. } = read(found.value())?;
            let bytes = file.content.bytes;
            let of_version = version.and_then(|version| metadata(&version.stored.files));
            return Ok(is_it(file.blob()).then_some(bytes).or(of_version));
        }
        let path = place.strip_prefix('/').unwrap_or(place);
        let files = reading.open_table(FILES).map_err(of_view)?;
        let found = files.get_owned((repository, path)).map_err(of_view)?;
        let Some(found) = found else { return Ok(None) };
        let file: FileInfo = read(found.value())?;
        if is_it(file.blob()) {
            return Ok(Some(file.content.bytes));
        }
        let Some(of) = file.version else { return Ok(None) };
        let versions = reading.open_table(VERSIONS).map_err(of_view)?;
        let key = (repository, of.package.as_str(), of.version.as_str());
        let stored = versions.get_owned(key).map_err(of_view)?;
        let Some(stored) = stored else { return Ok(None) };
        Ok(metadata(&read::<StoredVersion>(stored.value())?.files))
    }
}
