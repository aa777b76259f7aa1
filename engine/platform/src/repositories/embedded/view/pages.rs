//! Pages of folders.

use super::apply::read;
use super::read::below;
use super::{View, of_view};
use crate::repositories::{FolderPage, PageEntry, RepositoryError, Sight};

/// The most entries that are read for a page: those that it does not have cost time too.
pub(super) const VISITED_MAX: usize = 250_000;

/// Where a page begins: folders are listed first, so that a folder with many files does not hide them. The order of
/// these is that of the entries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Begin {
    /// With the folders whose paths below the listed one are not before this.
    Folders(String),
    /// With the files, likewise.
    Files(String),
}

impl Begin {
    /// Reads a cursor. It comes from a browser, so it may be anything: one that means nothing is the first page.
    pub(super) fn read(cursor: Option<&str>) -> Self {
        match cursor.and_then(|cursor| cursor.split_once('/')) {
            Some(("d", from)) => Self::Folders(from.to_owned()),
            Some(("f", from)) => Self::Files(from.to_owned()),
            _ => Self::Folders(String::new()),
        }
    }

    /// Where an entry is in the order of its folder.
    pub(super) fn before(entry: &PageEntry) -> Self {
        match entry {
            PageEntry::Folder(name) => Self::Folders(format!("{name}/")),
            PageEntry::File { file, .. } => Self::Files(file.name().to_owned()),
        }
    }

    /// The same, before the whole entry that it is in.
    pub(super) fn of_entry(self) -> Self {
        let cut = |from: String| match from.split_once('/') {
            Some((name, _)) => format!("{name}/"),
            None => from,
        };
        match self {
            Self::Folders(from) => Self::Folders(cut(from)),
            Self::Files(from) => Self::Files(cut(from)),
        }
    }

    pub(super) fn cursor(&self) -> String {
        match self {
            Self::Folders(from) => format!("d/{from}"),
            Self::Files(from) => format!("f/{from}"),
        }
    }
}

impl View {
    /// A page of a folder of one repository, from a cursor on; none if there is no folder that may be seen. So many
    /// entries are read at most.
    pub(super) fn page(
        &self,
        repository: &str,
        folder: &str,
        after: Option<&str>,
        (entries_max, visited_max): (usize, usize),
        sight: &dyn Sight,
    ) -> Result<Option<FolderPage>, RepositoryError> {
        let exists = folder.is_empty() || self.is_folder(repository, folder)?;
        if !exists || !sight.shows_folder(folder) {
            return Ok(None);
        }
        let (files, prefix) = (self.files()?, below(folder));
        let (mut begin, mut visited, mut entries) = (Begin::read(after), 0, Vec::new());
        let page =
            |entries, next: &Begin| Ok(Some(FolderPage { entries, next: Some(next.cursor()) }));
        'seek: loop {
            let (lists_folders, from) = match &begin {
                Begin::Folders(from) => (true, format!("{prefix}{from}")),
                Begin::Files(from) => (false, format!("{prefix}{from}")),
            };
            let range = files.range_owned((repository, from.as_str())..).map_err(of_view)?;
            for entry in range {
                let (key, value) = entry.map_err(of_view)?;
                let (of, path) = key.value();
                let rest = path.strip_prefix(&prefix).filter(|_| of == repository);
                let Some(rest) = rest else { break };
                visited += 1;
                let (name, is_folder) = match rest.split_once('/') {
                    Some((name, _)) => (name, true),
                    None => (rest, false),
                };
                let of_kind = if lists_folders { Begin::Folders } else { Begin::Files };
                let here = |from: &str| of_kind(from.to_owned());
                if entries.len() == entries_max && is_folder == lists_folders
                    || visited > visited_max
                {
                    return page(entries, &here(rest));
                }
                let path = format!("{prefix}{name}");
                if is_folder {
                    if lists_folders && sight.shows_folder(&path) {
                        entries.push(PageEntry::Folder(name.to_owned()));
                    }
                    // Past everything in the folder: `0` is the character after the slash.
                    begin = here(&format!("{name}0"));
                    continue 'seek;
                }
                if !lists_folders && sight.shows_file(&path) {
                    let (file, of) = (Box::new(read(value.value())?), repository.to_owned());
                    entries.push(PageEntry::File { file, of });
                }
            }
            if !lists_folders {
                return Ok(Some(FolderPage { entries, next: None }));
            }
            begin = Begin::Files(String::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_that_means_nothing_is_the_first_page() {
        for begin in [Begin::Folders("a0".into()), Begin::Files("b/c.txt".into())] {
            assert_eq!(Begin::read(Some(&begin.cursor())), begin);
        }
        for wrong in [None, Some(""), Some("x/y"), Some("d")] {
            assert_eq!(Begin::read(wrong), Begin::Folders(String::new()));
        }
    }
}
