//! Pages of a folder that several repositories have: their listings are merged, and the first repository wins.

use super::View;
use super::pages::{Begin, VISITED_MAX};
use crate::repositories::{FolderPage, Kind, PageEntry, RepositoryError, TreeSource};

/// An entry of one of the repositories.
struct Found {
    /// Where it is in the order of the folder, which is the same in all repositories.
    at: Begin,
    /// The number of its repository.
    of: usize,
    entry: PageEntry,
}

impl View {
    /// A page of a folder in repositories, from a cursor on; none if no repository has a folder there that may be seen.
    /// What two repositories have at a path is that of the first one.
    pub(crate) fn joined_page(
        &self,
        sources: &[TreeSource],
        folder: &str,
        after: Option<&str>,
        entries_max: usize,
    ) -> Result<Option<FolderPage>, RepositoryError> {
        let visited_max = VISITED_MAX / sources.len().max(1);
        let (mut exists, mut end, mut all) = (false, None::<Begin>, Vec::new());
        for (of, source) in sources.iter().enumerate() {
            let TreeSource { repository, sight } = source;
            let page =
                self.page(&repository.id, folder, after, (entries_max, visited_max), &**sight)?;
            let Some(page) = page else { continue };
            exists = true;
            // What is behind the page of one repository comes with a later page of all.
            let next = page.next.as_deref().map(|next| Begin::read(Some(next)).of_entry());
            end = match (end, next) {
                (Some(end), Some(next)) => Some(end.min(next)),
                (end, next) => end.or(next),
            };
            let entries = page.entries.into_iter();
            all.extend(entries.map(|entry| Found { at: Begin::before(&entry), of, entry }));
        }
        if !exists {
            return Ok(None);
        }
        all.retain(|found| end.as_ref().is_none_or(|end| found.at < *end));
        all.sort_by(|one, other| (&one.at, one.of).cmp(&(&other.at, other.of)));
        all.dedup_by(|later, first| later.at == first.at);
        if all.len() > entries_max {
            end = Some(all[entries_max].at.clone());
            all.truncate(entries_max);
        }
        let mut entries = Vec::new();
        for found in all {
            if !self.is_hidden(sources, folder, &found)? {
                entries.push(found.entry);
            }
        }
        Ok(Some(FolderPage { entries, next: end.map(|end| end.cursor()) }))
    }

    /// Whether an earlier repository has a file at the path of this folder, or a folder at that of this file.
    fn is_hidden(
        &self,
        sources: &[TreeSource],
        folder: &str,
        found: &Found,
    ) -> Result<bool, RepositoryError> {
        let path = match &found.entry {
            PageEntry::Folder(name) if folder.is_empty() => name.clone(),
            PageEntry::Folder(name) => format!("{folder}/{name}"),
            PageEntry::File { file, .. } => file.path.clone(),
        };
        let is_file = matches!(found.entry, PageEntry::File { .. });
        for TreeSource { repository, sight } in &sources[..found.of] {
            let seen = match self.kind(&repository.id, &path)? {
                Some(Kind::Folder) => is_file && sight.shows_folder(&path),
                Some(Kind::File) => !is_file && sight.shows_file(&path),
                None => false,
            };
            if seen {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
