//! What is asked of the view.
//!
//! Everything is read with the owned accessors of redb: what the others return may outlive its transaction, and then
//! shows pages that a writer has freed.

use redb::{ReadOnlyTable, ReadTransaction, ReadableDatabase as _};
use waybill_blobs::BlobId;
use waybill_machines::Timestamp;

use super::apply::read;
use super::{CONTENTS, FILES, UNUSED, USAGE, View, of_view};
use crate::repositories::{
    Child, Entry, FileInfo, Kind, LISTED_MAX, RepositoryError, Sight, Usage, VISITED_MAX,
};

pub(super) type Files = ReadOnlyTable<(&'static str, &'static str), &'static [u8]>;

impl View {
    pub(super) fn reading(&self) -> Result<ReadTransaction, RepositoryError> {
        self.file.begin_read().map_err(of_view)
    }

    pub(super) fn files(&self) -> Result<Files, RepositoryError> {
        self.reading()?.open_table(FILES).map_err(of_view)
    }

    /// The file at a path.
    pub(crate) fn file(
        &self,
        repository: &str,
        path: &str,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let found = self.files()?.get_owned((repository, path)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    /// What is at a path, as far as it may be seen. The empty path is the root, which always exists.
    pub(crate) fn entry(
        &self,
        repository: &str,
        path: &str,
        sight: &dyn Sight,
    ) -> Result<Option<Entry>, RepositoryError> {
        if let Some(file) = self.file(repository, path)? {
            return Ok(sight.shows_file(path).then(|| Entry::File(Box::new(file))));
        }
        if !sight.shows_folder(path) {
            return Ok(None);
        }
        let (prefix, mut children, mut exists) = (below(path), Vec::new(), path.is_empty());
        self.visit(repository, path, |name, file| {
            exists = true;
            let (path, is_folder) = (format!("{prefix}{name}"), file.is_none());
            if if is_folder { sight.shows_folder(&path) } else { sight.shows_file(&path) } {
                children.push(Child { name: name.to_owned(), is_folder });
            }
            Ok(children.len())
        })?;
        children.sort();
        Ok(exists.then_some(Entry::Folder(children)))
    }

    /// Whether a file or a folder is at a path.
    pub(crate) fn kind(
        &self,
        repository: &str,
        path: &str,
    ) -> Result<Option<Kind>, RepositoryError> {
        if self.file(repository, path)?.is_some() {
            return Ok(Some(Kind::File));
        }
        let exists = path.is_empty() || self.is_folder(repository, path)?;
        Ok(exists.then_some(Kind::Folder))
    }

    pub(crate) fn is_folder(&self, repository: &str, path: &str) -> Result<bool, RepositoryError> {
        let (files, prefix) = (self.files()?, below(path));
        let next = files.range_owned((repository, prefix.as_str())..).map_err(of_view)?.next();
        let next = next.transpose().map_err(of_view)?;
        Ok(next.is_some_and(|(key, _)| {
            let (of, found) = key.value();
            of == repository && found.starts_with(&prefix)
        }))
    }

    /// The files in a folder itself that may be seen, by path.
    pub(crate) fn files_in(
        &self,
        repository: &str,
        folder: &str,
        sees: impl Fn(&str) -> bool,
    ) -> Result<Vec<FileInfo>, RepositoryError> {
        let (prefix, mut found) = (below(folder), Vec::new());
        self.visit(repository, folder, |name, file| {
            if let Some(file) = file.filter(|_| sees(&format!("{prefix}{name}"))) {
                found.push(read(file)?);
            }
            Ok(found.len())
        })?;
        Ok(found)
    }

    /// Visits the entries of a folder: the name, and the file's JSON unless it is a folder. Fails if the visitor has
    /// more than [`LISTED_MAX`] entries to list.
    fn visit(
        &self,
        repository: &str,
        folder: &str,
        mut visit: impl FnMut(&str, Option<&[u8]>) -> Result<usize, RepositoryError>,
    ) -> Result<(), RepositoryError> {
        let files = self.files()?;
        let prefix = below(folder);
        let mut from = prefix.clone();
        let mut listed = 0;
        for _ in 0..VISITED_MAX {
            if listed > LISTED_MAX {
                break;
            }
            let next = files.range_owned((repository, from.as_str())..).map_err(of_view)?.next();
            let Some((key, value)) = next.transpose().map_err(of_view)? else { return Ok(()) };
            let (of, path) = key.value();
            let rest = path.strip_prefix(&prefix).filter(|_| of == repository);
            let Some(rest) = rest else { return Ok(()) };
            if let Some((name, _)) = rest.split_once('/') {
                listed = visit(name, None)?;
                // Past everything in the folder: `0` is the character after the slash.
                from = format!("{prefix}{name}0");
            } else {
                listed = visit(rest, Some(value.value()))?;
                from = format!("{path}\0");
            }
        }
        Err(RepositoryError::TooManyEntries)
    }

    /// A file that is at an ancestor of a path, or the folder that is at the path itself: why no file can be there.
    pub(crate) fn obstacle(
        &self,
        repository: &str,
        path: &str,
    ) -> Result<Option<RepositoryError>, RepositoryError> {
        let files = self.files()?;
        for (at, _) in path.match_indices('/') {
            let above = &path[..at];
            if files.get_owned((repository, above)).map_err(of_view)?.is_some() {
                let path = above.to_owned();
                return Ok(Some(RepositoryError::FileAndFolder { path, is_folder: false }));
            }
        }
        let is_folder = self.is_folder(repository, path)?;
        let path = path.to_owned();
        Ok(is_folder.then_some(RepositoryError::FileAndFolder { path, is_folder: true }))
    }

    /// The files below a folder at any depth that may be seen, by path, at most `limit`.
    pub(crate) fn files_below(
        &self,
        repository: &str,
        folder: &str,
        limit: usize,
        sees: impl Fn(&str) -> bool,
    ) -> Result<Vec<FileInfo>, RepositoryError> {
        let (files, prefix) = (self.files()?, below(folder));
        let mut found = Vec::new();
        let entries = files.range_owned((repository, prefix.as_str())..).map_err(of_view)?;
        for (visited, entry) in entries.enumerate() {
            let (key, value) = entry.map_err(of_view)?;
            let (of, path) = key.value();
            if found.len() == limit || of != repository || !path.starts_with(&prefix) {
                break;
            }
            if visited == VISITED_MAX {
                return Err(RepositoryError::TooManyEntries);
            }
            if sees(path) {
                found.push(read(value.value())?);
            }
        }
        Ok(found)
    }

    /// The files of a repository after a path, at most `limit`.
    pub(crate) fn files_after(
        &self,
        repository: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<FileInfo>, RepositoryError> {
        let (files, from) = (self.files()?, format!("{after}\0"));
        let entries = files.range_owned((repository, from.as_str())..).map_err(of_view)?;
        let mut found = Vec::new();
        for entry in entries.take(limit) {
            let (key, value) = entry.map_err(of_view)?;
            if key.value().0 != repository {
                break;
            }
            found.push(read(value.value())?);
        }
        Ok(found)
    }

    /// Where a content occurs: repository ids and paths, at most `limit`.
    pub(crate) fn places(
        &self,
        blob: BlobId,
        limit: usize,
    ) -> Result<Vec<(String, String)>, RepositoryError> {
        let mut places = Vec::new();
        let none: Option<()> = self.find_place(blob, limit, |repository, path| {
            places.push((repository.to_owned(), path.to_owned()));
            Ok(None)
        })?;
        debug_assert!(none.is_none(), "all places were asked for");
        Ok(places)
    }

    /// What a function makes of the first place of a content of which it makes something, among the first `limit` ones:
    /// a content may occur at a million places.
    pub(crate) fn find_place<T>(
        &self,
        blob: BlobId,
        limit: usize,
        mut find: impl FnMut(&str, &str) -> Result<Option<T>, RepositoryError>,
    ) -> Result<Option<T>, RepositoryError> {
        let contents = self.reading()?.open_table(CONTENTS).map_err(of_view)?;
        let range = contents.range_owned((blob.as_bytes(), "", "")..).map_err(of_view)?;
        for entry in range.take(limit) {
            let (key, _) = entry.map_err(of_view)?;
            let (of, repository, path) = key.value();
            if of != blob.as_bytes() {
                break;
            }
            if let Some(found) = find(repository, path)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Since when a content is known to be unused.
    pub(crate) fn unused_since(&self, blob: BlobId) -> Result<Option<Timestamp>, RepositoryError> {
        let unused = self.reading()?.open_table(UNUSED).map_err(of_view)?;
        let since = unused.get_owned(blob.as_bytes()).map_err(of_view)?;
        Ok(since.map(|since| Timestamp::from_ms(since.value())))
    }

    /// How much is in a repository.
    pub(crate) fn usage(&self, repository: &str) -> Result<Usage, RepositoryError> {
        let usages = self.reading()?.open_table(USAGE).map_err(of_view)?;
        let found = usages.get_owned(repository).map_err(of_view)?.map(|usage| usage.value());
        let (files, bytes) = found.unwrap_or_default();
        Ok(Usage { files, bytes })
    }
}

/// The folders above a path that are not above the path before it in the order of paths.
pub(in crate::repositories::embedded) fn folders_since<'a>(
    before: &str,
    path: &'a str,
) -> impl Iterator<Item = &'a str> {
    let folders = path.match_indices('/').map(|(at, _)| (&path[..at], &path[..=at]));
    folders.filter(|(_, below)| !before.starts_with(below)).map(|(folder, _)| folder)
}

/// What the paths below a folder begin with.
pub(super) fn below(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{folder}/") }
}
