//! Searching the files and folders of repositories by criteria.

mod criterion;

use std::sync::Arc;

use waybill_machines::Timestamp;

use super::{Answer, FileInfo, Sight, StoredRepository};
use crate::permissions::Rights;
pub use criterion::{
    Comparison, Criterion, Item, NumberField, PersonField, TextField, TextTest, TimeField,
};

/// The most results of an answer.
pub const FOUND_MAX: usize = 10_000;

/// The port for searches. The calls for searching by name, property, checksum and so on are all queries of it.
pub trait Search: Send + Sync + 'static {
    /// What meets a criterion in some repositories, as far as the caller may see it. The time is bounded by the number
    /// of files, the memory by the number of results.
    fn search(&self, query: Query, scope: Vec<Searched>) -> Answer<'_, Found>;
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// What each result meets.
    pub criterion: Criterion,
    /// The order of the results; by repository and path where it says nothing.
    pub order: Vec<SortOrder>,
    /// How many results are left out at the beginning.
    pub offset: usize,
    /// How many results there are at most. Without it, more than [`FOUND_MAX`] are an error.
    pub limit: Option<usize>,
}

/// A field by which results are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SortOrder {
    /// The field.
    pub field: ItemField,
    /// Whether large values come first.
    pub descending: bool,
}

/// A field of a file or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemField {
    /// A text.
    Text(TextField),
    /// A number.
    Number(NumberField),
    /// A time.
    Time(TimeField),
    /// A user, by id.
    Person(PersonField),
}

/// A repository that is searched.
#[derive(Clone)]
pub struct Searched {
    /// The repository.
    pub repository: Arc<StoredRepository>,
    /// What the caller may see in it.
    pub sight: Arc<dyn Sight>,
}

/// Sees all files.
struct Everything;

impl Sight for Everything {
    fn shows_file(&self, _: &str) -> bool {
        true
    }

    fn shows_folder(&self, _: &str) -> bool {
        true
    }

    fn shows_all_below(&self, _: &str) -> bool {
        true
    }
}

impl Searched {
    /// These repositories with all that they have, for work of the server itself.
    pub fn everything(all: Vec<StoredRepository>) -> Vec<Self> {
        let sight: Arc<dyn Sight> = Arc::new(Everything);
        let all = all
            .into_iter()
            .map(|stored| Self { repository: Arc::new(stored), sight: Arc::clone(&sight) });
        all.collect()
    }

    /// These repositories, each once, as far as something in them may be read.
    pub fn readable(mut wanted: Vec<StoredRepository>, rights: &Rights) -> Vec<Self> {
        wanted.sort_by(|one, other| one.id.cmp(&other.id));
        wanted.dedup_by(|one, other| one.id == other.id);
        wanted.retain(|stored| rights.show_folder(stored, ""));
        let searched = wanted.into_iter();
        let searched = searched
            .map(|stored| Self { sight: rights.sight(&stored), repository: Arc::new(stored) });
        searched.collect()
    }
}

/// The results of a search.
#[derive(Debug)]
pub struct Found {
    /// The results, in their order.
    pub items: Vec<FoundItem>,
}

/// A file or a folder that was found.
#[derive(Debug, Clone)]
pub struct FoundItem {
    /// Its repository.
    pub repository: Arc<StoredRepository>,
    /// What it is.
    pub what: FoundKind,
}

/// What was found.
#[derive(Debug, Clone)]
pub enum FoundKind {
    /// A file.
    File(Box<FileInfo>),
    /// A folder, by its path.
    Folder(String),
}

impl FoundItem {
    /// The same as a criterion sees it.
    pub fn item(&self) -> Item<'_> {
        match &self.what {
            FoundKind::File(file) => Item::File(&self.repository, file),
            FoundKind::Folder(path) => Item::Folder(&self.repository, path),
        }
    }

    /// The path within the repository.
    pub fn path(&self) -> &str {
        match &self.what {
            FoundKind::File(file) => &file.path,
            FoundKind::Folder(path) => path,
        }
    }

    /// The file; none of a folder.
    pub fn file(&self) -> Option<&FileInfo> {
        match &self.what {
            FoundKind::File(file) => Some(file),
            FoundKind::Folder(_) => None,
        }
    }

    /// A time of it.
    pub fn time(&self, field: TimeField) -> Timestamp {
        self.item().time(field).unwrap_or_default()
    }
}
