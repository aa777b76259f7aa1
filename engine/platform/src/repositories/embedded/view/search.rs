//! Searching the view.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use waybill_blobs::BlobId;

use super::apply::read;
use super::read::{below, folders_since};
use super::{CONTENTS, View, of_view};
use crate::repositories::search::FoundKind;
use crate::repositories::{
    Comparison, Criterion, FOUND_MAX, FileInfo, Found, FoundItem, Item, ItemField, Query,
    RepositoryError, Searched, SortOrder, TextField, TextTest, VISITED_MAX,
};

/// What a criterion says of where its results are.
#[derive(Debug, PartialEq, Eq, Default)]
struct Narrowed {
    /// The content that all of them have.
    blob: Option<BlobId>,
    /// What all of their paths begin with.
    prefix: String,
}

impl Narrowed {
    fn of(criterion: &Criterion) -> Self {
        let (mut narrowed, mut folder, mut name) = (Self::default(), None, None);
        for one in criterion.required() {
            match one {
                Criterion::Text(
                    TextField::Sha256,
                    TextTest::Compares(Comparison::Equal, sha256),
                ) => {
                    narrowed.blob = sha256.parse().ok();
                }
                Criterion::Text(TextField::Path, TextTest::Compares(Comparison::Equal, path)) => {
                    folder = Some(if path == "." { String::new() } else { below(path) });
                }
                Criterion::Text(TextField::Name, TextTest::Compares(Comparison::Equal, of)) => {
                    name = Some(of);
                }
                Criterion::Text(
                    TextField::Path,
                    TextTest::Matches { pattern, ignores_case: false, negated: false },
                ) => {
                    let fixed = pattern.split(['*', '?']).next().unwrap_or_default();
                    // The root is a dot here, and nothing in paths.
                    if fixed != "." {
                        fixed.clone_into(&mut narrowed.prefix);
                    }
                }
                _ => {}
            }
        }
        if let Some(folder) = folder {
            narrowed.prefix = folder + name.map_or("", String::as_str);
        }
        narrowed
    }
}

impl View {
    /// What meets a query in some repositories.
    pub(crate) fn find(&self, query: &Query, scope: &[Searched]) -> Result<Found, RepositoryError> {
        let mut results = Results::of(query);
        let narrowed = Narrowed::of(&query.criterion);
        let mut work = Work { done: 0, cost: query.criterion.cost() };
        for searched in scope {
            let repository = &searched.repository;
            if query.criterion.judge(Item::In(repository)) == Some(false) {
                continue;
            }
            let is_full = match narrowed.blob {
                Some(blob) => self.find_content(blob, searched, query, &mut results, &mut work)?,
                None => {
                    let prefix = &narrowed.prefix;
                    self.find_below(prefix, searched, query, &mut results, &mut work)?
                }
            };
            if is_full {
                break;
            }
        }
        Ok(results.finished())
    }

    /// Searches the files whose paths begin with a text, and the folders above them. Returns whether nothing further is
    /// needed.
    fn find_below(
        &self,
        prefix: &str,
        searched: &Searched,
        query: &Query,
        results: &mut Results,
        work: &mut Work,
    ) -> Result<bool, RepositoryError> {
        let Searched { repository, sight } = searched;
        let (criterion, files) = (&query.criterion, self.files()?);
        let mut before = String::new();
        let from = (repository.id.as_str(), prefix);
        for entry in files.range_owned(from..).map_err(of_view)? {
            let (key, value) = entry.map_err(of_view)?;
            let (of, path) = key.value();
            if of != repository.id || !path.starts_with(prefix) {
                break;
            }
            work.read_file()?;
            for folder in folders_since(&before, path) {
                let is_met = criterion.judge(Item::Folder(repository, folder)) == Some(true);
                let what = || FoundKind::Folder(folder.to_owned());
                if is_met && sight.shows_folder(folder) && results.add(repository, what)? {
                    return Ok(true);
                }
            }
            before.clear();
            before.push_str(path);
            if criterion.judge(Item::FileAt(repository, path)) == Some(false)
                || !sight.shows_file(path)
            {
                continue;
            }
            let file: FileInfo = read(value.value())?;
            if criterion.judge(Item::File(repository, &file)) == Some(true)
                && results.add(repository, || FoundKind::File(Box::new(file)))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same for the files with a content.
    fn find_content(
        &self,
        blob: BlobId,
        searched: &Searched,
        query: &Query,
        results: &mut Results,
        work: &mut Work,
    ) -> Result<bool, RepositoryError> {
        let Searched { repository, sight } = searched;
        let contents = self.reading()?.open_table(CONTENTS).map_err(of_view)?;
        let from = (blob.as_bytes(), repository.id.as_str(), "");
        for entry in contents.range_owned(from..).map_err(of_view)? {
            let (key, _) = entry.map_err(of_view)?;
            let (content, of, path) = key.value();
            if content != blob.as_bytes() || of != repository.id {
                break;
            }
            work.read_file()?;
            // What begins with a slash is metadata, or in the trash.
            if path.starts_with('/') || !sight.shows_file(path) {
                continue;
            }
            let Some(file) = self.file(of, path)? else { continue };
            if query.criterion.judge(Item::File(repository, &file)) == Some(true)
                && results.add(repository, || FoundKind::File(Box::new(file)))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What a search has taken so far, in files that are read.
struct Work {
    done: usize,
    /// What one more file takes.
    cost: usize,
}

impl Work {
    fn read_file(&mut self) -> Result<(), RepositoryError> {
        self.done += self.cost;
        if self.done > VISITED_MAX { Err(RepositoryError::SearchTooWide) } else { Ok(()) }
    }
}

/// A value by which results are sorted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(i128),
    Text(String),
}

/// A value in the order that is wanted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Directed {
    Ascending(Key),
    Descending(Reverse<Key>),
}

impl Directed {
    fn of(item: Item<'_>, order: SortOrder) -> Self {
        let text = |text: Option<&str>| Key::Text(text.unwrap_or_default().to_owned());
        let key = match order.field {
            ItemField::Text(field) => text(item.text(field)),
            ItemField::Person(field) => text(item.person(field)),
            ItemField::Number(field) => Key::Number(item.number(field).unwrap_or_default().into()),
            ItemField::Time(field) => {
                Key::Number(item.time(field).unwrap_or_default().as_ms().into())
            }
        };
        if order.descending { Self::Descending(Reverse(key)) } else { Self::Ascending(key) }
    }
}

/// A result with its place among the others.
struct Ranked {
    /// The values by which it is sorted, and when it was found.
    rank: (Vec<Directed>, usize),
    item: FoundItem,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// What was found so far: no more than is needed.
struct Results {
    order: Vec<SortOrder>,
    offset: usize,
    limit: Option<usize>,
    found: usize,
    /// The last of the best ones is at the top.
    best: BinaryHeap<Ranked>,
}

impl Results {
    fn of(query: &Query) -> Self {
        let Query { order, offset, limit, .. } = query;
        let (order, offset, limit) = (order.clone(), *offset, *limit);
        Self { order, offset, limit, found: 0, best: BinaryHeap::new() }
    }

    /// Adds a result. Returns whether no further one is needed.
    fn add(
        &mut self,
        repository: &Arc<crate::repositories::StoredRepository>,
        what: impl FnOnce() -> FoundKind,
    ) -> Result<bool, RepositoryError> {
        self.found += 1;
        let limit = self.limit.unwrap_or(FOUND_MAX);
        let needed = self.offset.saturating_add(limit);
        if self.limit.is_none() && self.found > needed {
            return Err(RepositoryError::TooManyFound);
        }
        if self.order.is_empty() {
            // In the order in which they are found.
            if self.found > self.offset && self.best.len() < limit {
                self.keep(repository, what());
            }
            return Ok(self.limit.is_some() && self.found >= needed);
        }
        self.keep(repository, what());
        if self.best.len() > needed {
            self.best.pop();
        }
        Ok(false)
    }

    fn keep(&mut self, repository: &Arc<crate::repositories::StoredRepository>, what: FoundKind) {
        let item = FoundItem { repository: Arc::clone(repository), what };
        let rank = self.order.iter().map(|order| Directed::of(item.item(), *order)).collect();
        self.best.push(Ranked { rank: (rank, self.found), item });
    }

    fn finished(self) -> Found {
        let skipped = if self.order.is_empty() { 0 } else { self.offset };
        let sorted = self.best.into_sorted_vec().into_iter().skip(skipped);
        Found { items: sorted.map(|ranked| ranked.item).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_criterion_narrows_where_its_results_are() {
        let text = |field, text: &str| {
            Criterion::Text(field, TextTest::Compares(Comparison::Equal, text.into()))
        };
        let matching = |pattern: &str| {
            let test =
                TextTest::Matches { pattern: pattern.into(), ignores_case: false, negated: false };
            Criterion::Text(TextField::Path, test)
        };
        let prefix = |criterion: Criterion| Narrowed::of(&criterion).prefix;
        assert_eq!(prefix(text(TextField::Path, "a/b")), "a/b/");
        assert_eq!(prefix(text(TextField::Path, ".")), "");
        assert_eq!(prefix(matching("a/b*")), "a/b");
        assert_eq!(prefix(matching(".*")), "");
        assert_eq!(prefix(matching("*")), "");
        let both = vec![text(TextField::Name, "c.txt"), text(TextField::Path, "a")];
        assert_eq!(prefix(Criterion::All(both.clone())), "a/c.txt");
        // One of several says nothing of the others.
        assert_eq!(prefix(Criterion::Any(both)), "");
    }

    #[test]
    fn long_patterns_cost_as_much_as_many_files() {
        let pattern = "*a".repeat(128);
        let test = TextTest::Matches { pattern, ignores_case: false, negated: false };
        let one = Criterion::Text(TextField::Name, test);
        assert_eq!(Criterion::All(Vec::new()).cost(), 1);
        let cost = Criterion::Any(vec![one; 200]).cost();
        let mut work = Work { done: 0, cost };
        let files = (0..VISITED_MAX).take_while(|_| work.read_file().is_ok()).count();
        assert!((100..1_000).contains(&files), "{files}");
    }
}
