//! Going through the packages that a filter asks for, in the order of a list.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use waybill_advisories::normalised;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::filter::Wanted;
use super::rows::visible_package;
use super::segment::{Row, Slot, by_modification};
use super::walk::{ByModified, ByName, End, modified_bound};
use crate::repositories::{PackageId, PackageOrder, RepositoryError, Searched, VISITED_MAX};

/// Up to how many packages in question are sorted by modification for a query. Of more, a page is soon full.
const FEW_MAX: usize = 4_096;

/// A package that is found.
#[derive(Debug, Clone)]
pub(super) struct Hit<'a> {
    pub(super) lower: &'a str,
    pub(super) name: &'a str,
    pub(super) package_type: PackageType,
    /// When its newest version was published, of those that the caller may read.
    pub(super) modified_at: Timestamp,
    /// The repositories in which the caller may read it.
    pub(super) slots: Vec<Slot>,
    /// The numbers of its licences.
    pub(super) licences: BTreeSet<u32>,
}

impl Hit<'_> {
    pub(super) fn id(&self) -> PackageId {
        PackageId { package_type: self.package_type, name: self.name.to_owned() }
    }
}

impl<'a> Wanted<'a> {
    /// Goes through the packages that are found, from the end of a page on.
    pub(super) fn visit(
        &self,
        order: PackageOrder,
        descending: bool,
        after: Option<End<'_>>,
        mut each: impl FnMut(Hit<'a>) -> ControlFlow<()>,
    ) -> Result<(), RepositoryError> {
        let mut work = Work(0);
        if let Some(listed) = &self.listed {
            return self.visit_listed(listed, order, descending, after, &mut work, each);
        }
        match order {
            PackageOrder::Name => {
                let rows = self.by_name(descending, after);
                let mut rows = rows.filter(|row| self.is_in_scope(row)).peekable();
                while let Some(first) = rows.next() {
                    let mut package = vec![first];
                    while let Some(row) = rows.next_if(|row| is_of_one_package(row, &first)) {
                        package.push(row);
                    }
                    if self.sieve.is_of_contents() {
                        // Its other rows belong to the package too.
                        package = self.rows_of(&first);
                    }
                    if let Some(hit) = self.hit(package, &mut work)?
                        && each(hit).is_break()
                    {
                        break;
                    }
                }
            }
            PackageOrder::Modified => {
                let rows: Box<dyn Iterator<Item = Row<'a>> + '_> = match self.few(descending, after)
                {
                    Some(few) => Box::new(few.into_iter()),
                    None => Box::new(ByModified::new(self.index, &self.sieve, descending, after)),
                };
                for row in rows {
                    let is_named =
                        || self.name.as_ref().is_none_or(|name| name.matches(row.key.lower));
                    if !self.is_in_scope(&row) || !is_named() {
                        continue;
                    }
                    // A package comes once: with the newest of the rows that count for it.
                    let Some(hit) = self.hit(self.rows_of(&row), &mut work)? else { continue };
                    let is_newest = hit.modified_at == row.modified_at
                        && self.newest_slot(&hit) == Some(row.key.slot);
                    if is_newest && each(hit).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn by_name(&self, descending: bool, after: Option<End<'_>>) -> ByName<'a, '_> {
        ByName::new(self.index, self.name.as_ref(), &self.sieve, descending, after)
    }

    /// The rows by modification, from the end of a page on, where those of only a few packages are in question: they
    /// are looked for by name, which does not go through all others.
    fn few(&self, descending: bool, after: Option<End<'_>>) -> Option<Vec<Row<'a>>> {
        if self.name.is_none() && !self.sieve.is_selective() {
            return None;
        }
        let mut packages: Vec<Row<'a>> = Vec::new();
        for row in self.by_name(false, None).filter(|row| self.is_in_scope(row)) {
            if packages.last().is_some_and(|last| is_of_one_package(last, &row)) {
                continue;
            }
            if packages.len() == FEW_MAX {
                return None;
            }
            packages.push(row);
        }
        let mut rows: Vec<Row<'a>> = packages.iter().flat_map(|row| self.rows_of(row)).collect();
        if let Some(end) = after {
            let bound = modified_bound(end, descending);
            rows.retain(|row| {
                let is_before = by_modification((row.modified_at, row.key), bound).is_lt();
                is_before == descending
            });
        }
        rows.sort_unstable_by(|one, other| {
            by_modification((one.modified_at, one.key), (other.modified_at, other.key))
        });
        if descending {
            rows.reverse();
        }
        Some(rows)
    }

    fn visit_listed(
        &self,
        listed: &BTreeSet<PackageId>,
        order: PackageOrder,
        descending: bool,
        after: Option<End<'_>>,
        work: &mut Work,
        mut each: impl FnMut(Hit<'a>) -> ControlFlow<()>,
    ) -> Result<(), RepositoryError> {
        let mut hits = Vec::new();
        for id in listed {
            let lower = id.name.to_lowercase();
            let rows = self.index.rows_of(&lower, &id.name, id.package_type);
            let rows: Vec<Row<'a>> = rows.into_iter().filter(|row| self.is_in_scope(row)).collect();
            let is_named = self.name.as_ref().is_none_or(|name| name.matches(&lower));
            if is_named && !rows.is_empty() {
                hits.extend(self.hit(rows, work)?);
            }
        }
        let place = |lower: &str, name: &str, package_type, modified_at| {
            let modified_at = (order == PackageOrder::Modified).then_some(modified_at);
            (modified_at, lower.to_owned(), name.to_owned(), package_type)
        };
        let place_of =
            |hit: &Hit<'_>| place(hit.lower, hit.name, hit.package_type, hit.modified_at);
        hits.sort_by_cached_key(place_of);
        if descending {
            hits.reverse();
        }
        let after = after.map(|end| place(end.lower, end.name, end.package_type, end.modified_at));
        let is_left = |hit: &Hit<'_>| {
            after.as_ref().is_none_or(|after| {
                let place = place_of(hit);
                if descending { place < *after } else { place > *after }
            })
        };
        for hit in hits.into_iter().filter(is_left) {
            if each(hit).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn is_in_scope(&self, row: &Row<'_>) -> bool {
        self.readable(row.key.slot).is_some()
            && self.types.is_none_or(|types| types.contains(&row.key.package_type))
            && self.findings.is_none_or(|known| known.concern(row.key.package_type, row.key.name))
    }

    /// The rows of the package that a row belongs to, in the repositories that may be read.
    fn rows_of(&self, row: &Row<'a>) -> Vec<Row<'a>> {
        let mut rows = self.index.rows_of(row.key.lower, row.key.name, row.key.package_type);
        rows.retain(|row| self.is_in_scope(row));
        rows
    }

    fn newest_slot(&self, hit: &Hit<'_>) -> Option<Slot> {
        let rows = self.index.rows_of(hit.lower, hit.name, hit.package_type);
        let rows = rows.iter().filter(|row| hit.slots.contains(&row.key.slot));
        rows.max_by_key(|row| (row.modified_at, row.key.slot)).map(|row| row.key.slot)
    }

    /// The package of some rows, if the caller may see it in one of them and asks for it.
    fn hit(&self, rows: Vec<Row<'a>>, work: &mut Work) -> Result<Option<Hit<'a>>, RepositoryError> {
        let is_asked_for = |row: &Row<'_>| {
            self.description.as_ref().is_none_or(|wanted| wanted.matches(row.description()))
                && (self.tags.is_empty()
                    || row.keywords().any(|keyword| self.tags.iter().any(|tag| tag == keyword)))
                && self.licences.as_ref().is_none_or(|wanted| wanted.contains(&row.licence))
                && self.after.is_none_or(|after| row.modified_at >= after)
                && self.before.is_none_or(|before| row.modified_at < before)
        };
        let is_affected = |row: &Row<'_>| {
            let name = normalised(row.key.package_type, row.key.name);
            self.affecting.as_ref().is_none_or(|all| all.is_about(row.key.package_type, &name))
        };
        if !rows.iter().any(|row| is_asked_for(row) && is_affected(row)) {
            return Ok(None);
        }
        let (mut seen, mut is_found) = (Vec::new(), false);
        for row in rows {
            let Some(searched) = self.readable(row.key.slot) else { continue };
            let shown = self.shown(searched, &row, work)?;
            if shown == Shown::Nothing {
                continue;
            }
            is_found = is_found
                || (is_asked_for(&row) && self.has_version(searched, &row, shown, work)?);
            seen.push(row);
        }
        let Some(first) = seen.first().filter(|_| is_found) else { return Ok(None) };
        Ok(Some(Hit {
            lower: first.key.lower,
            name: first.key.name,
            package_type: first.key.package_type,
            modified_at: seen.iter().map(|row| row.modified_at).max().unwrap_or_default(),
            slots: seen.iter().map(|row| row.key.slot).collect(),
            licences: seen.iter().map(|row| row.licence).collect(),
        }))
    }

    /// What of a package the caller may see. The folder of its files says so of most packages.
    fn shown(
        &self,
        searched: &Searched,
        row: &Row<'_>,
        work: &mut Work,
    ) -> Result<Shown, RepositoryError> {
        let sight = searched.sight.as_ref();
        if sight.shows_everything() {
            return Ok(Shown::Everything);
        }
        let folder = self.index.folder(row);
        if !sight.shows_folder(&folder) {
            return Ok(Shown::Nothing);
        }
        if sight.shows_all_below(&folder) {
            return Ok(Shown::Everything);
        }
        work.read()?;
        let is_shown = self.view.shows_package(&searched.repository.id, row.key.name, sight)?;
        Ok(if is_shown { Shown::Part } else { Shown::Nothing })
    }

    /// Whether a repository has a version of a package that is asked for, of those that the caller may see.
    fn has_version(
        &self,
        searched: &Searched,
        row: &Row<'_>,
        shown: Shown,
        work: &mut Work,
    ) -> Result<bool, RepositoryError> {
        if self.version.is_none() && self.affecting.is_none() {
            return Ok(true);
        }
        work.read()?;
        let (repository, name) = (&searched.repository.id, row.key.name);
        let part = match shown {
            Shown::Part => visible_package(self.view, searched, name)?,
            Shown::Everything | Shown::Nothing => None,
        };
        let versions = match &part {
            Some(part) => part.versions.iter().map(|version| version.version.clone()).collect(),
            None => self.view.version_names(repository, name)?,
        };
        work.read_more(versions.len())?;
        let package = normalised(row.key.package_type, name);
        if !versions.iter().any(|one| self.affects(row.key.package_type, &package, one)) {
            return Ok(false);
        }
        let Some(wanted) = &self.version else { return Ok(true) };
        let tags: Vec<String> = match part {
            Some(part) => part.tags.into_keys().collect(),
            None => {
                let tags = self.view.tags(repository, name, "", usize::MAX)?;
                tags.into_iter().map(|(tag, _)| tag).collect()
            }
        };
        let names = versions.into_iter().chain(tags);
        Ok(names.map(|name| name.to_lowercase()).any(|name| wanted.matches(&name)))
    }
}

fn is_of_one_package(one: &Row<'_>, other: &Row<'_>) -> bool {
    (one.key.name, one.key.package_type) == (other.key.name, other.key.package_type)
}

/// What of a package in a repository a caller may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Everything,
    /// Some of its files.
    Part,
    Nothing,
}

/// How often a query has read the view, which is bounded.
struct Work(usize);

impl Work {
    fn read(&mut self) -> Result<(), RepositoryError> {
        self.read_more(1)
    }

    fn read_more(&mut self, entries: usize) -> Result<(), RepositoryError> {
        self.0 += entries;
        if self.0 > VISITED_MAX { Err(RepositoryError::SearchTooWide) } else { Ok(()) }
    }
}
