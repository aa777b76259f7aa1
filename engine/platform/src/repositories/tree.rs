//! What a person sees of repositories in the console: folders in pages, and what changes in them.

use tokio::sync::broadcast;

use super::{Answer, Expected, FileInfo, Location, MayRead, Sight, StoredRepository};
use std::sync::Arc;

/// The most entries of a page.
pub const PAGE_ENTRIES_MAX: usize = 1_000;

/// The port for browsing repositories.
pub trait Tree: Send + Sync + 'static {
    /// A page of a folder: its folders and then its files, each by name, as far as the caller may see them. Of several
    /// repositories, the first one that has something at a path wins. `None` if none has such a folder.
    fn page(
        &self,
        sources: Vec<TreeSource>,
        folder: String,
        after: Option<String>,
        entries_max: usize,
    ) -> Answer<'_, Option<FolderPage>>;

    /// Where files with these checksums are that the caller may read: one place of each; `None` where there is none.
    fn holders(
        &self,
        wanted: Vec<WantedContent>,
        may_read: MayRead,
    ) -> Answer<'_, Vec<Option<Location>>>;

    /// The paths in a repository at which something changes from now on. It ends with the repository.
    fn changes(&self, repository: &StoredRepository) -> broadcast::Receiver<String>;

    /// What is at paths that have changed.
    fn changed(&self, repository: StoredRepository, paths: Vec<String>)
    -> Answer<'_, Vec<Changed>>;
}

/// A repository that has entries of a folder.
#[derive(Clone)]
pub struct TreeSource {
    /// The repository.
    pub repository: StoredRepository,
    /// What the caller may see in it.
    pub sight: Arc<dyn Sight>,
}

/// A content that is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WantedContent {
    /// Its SHA-256 in hexadecimal digits; empty if it is not known.
    pub sha256: String,
    /// Its SHA-1, which is used if its SHA-256 is not known.
    pub sha1: String,
    /// Where it is expected: the key of a repository, and a path in it.
    pub expected: Option<(String, String)>,
    /// The only path that it may have, in whichever repository; any if there is none.
    pub only_at: Option<String>,
}

impl WantedContent {
    /// The checksum by which it is found.
    pub fn checksum(&self) -> Expected {
        if self.sha256.is_empty() {
            return Expected { sha1: Some(self.sha1.clone()), ..Expected::default() };
        }
        Expected { sha256: Some(self.sha256.clone()), ..Expected::default() }
    }
}

/// A page of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPage {
    /// The entries.
    pub entries: Vec<PageEntry>,
    /// Where the next page begins; none after the last one. A page may have fewer entries than were asked for.
    pub next: Option<String>,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageEntry {
    /// A folder with this name.
    Folder(String),
    /// A file.
    File {
        /// The file.
        file: Box<FileInfo>,
        /// The id of the repository that holds it.
        of: String,
    },
}

/// What is at a path that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// A file.
    File(Box<FileInfo>),
    /// No file is at this path any longer.
    FileGone(String),
    /// No folder is at this path any longer.
    FolderGone(String),
}
