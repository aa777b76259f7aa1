//! All runs of builds in memory: a view of their records.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{BuildFilter, BuildId, BuildSummary, Cursor, Page, PageRange, StoredBuild};
use crate::permissions::BuildSight;

/// The runs by build and number, and the build-infos that they have.
#[derive(Default)]
pub(super) struct Table {
    builds: BTreeMap<BuildId, BTreeMap<String, Arc<StoredBuild>>>,
    /// The number of runs that have a build-info, by its digest.
    documents: HashMap<String, usize>,
    runs: usize,
    bytes: u64,
}

impl Table {
    /// Adds a run in the place of the one with the same number, which is returned.
    pub(super) fn put(&mut self, stored: StoredBuild) -> Option<Arc<StoredBuild>> {
        let (build, number) = (BuildId::of(&stored.build), stored.build.number.clone());
        let document = &stored.build.document;
        *self.documents.entry(document.sha256.0.clone()).or_default() += 1;
        self.bytes += document.bytes;
        self.runs += 1;
        let before = self.builds.entry(build).or_default().insert(number, Arc::new(stored));
        if let Some(before) = &before {
            self.forget(before);
        }
        before
    }

    /// Takes a run out.
    pub(super) fn remove(&mut self, build: &BuildId, number: &str) -> Option<Arc<StoredBuild>> {
        let numbers = self.builds.get_mut(build)?;
        let removed = numbers.remove(number)?;
        if numbers.is_empty() {
            self.builds.remove(build);
        }
        self.forget(&removed);
        Some(removed)
    }

    fn forget(&mut self, stored: &StoredBuild) {
        let document = &stored.build.document;
        self.runs -= 1;
        self.bytes -= document.bytes;
        if let Some(users) = self.documents.get_mut(&document.sha256.0) {
            *users -= 1;
            if *users == 0 {
                self.documents.remove(&document.sha256.0);
            }
        }
    }

    /// A run.
    pub(super) fn get(&self, build: &BuildId, number: &str) -> Option<Arc<StoredBuild>> {
        self.builds.get(build)?.get(number).cloned()
    }

    /// Whether a run has this build-info.
    pub(super) fn has_document(&self, digest: &str) -> bool {
        self.documents.contains_key(digest)
    }

    /// The number of runs.
    pub(super) const fn runs(&self) -> usize {
        self.runs
    }

    /// How much the build-infos of all runs have, in bytes; one that two runs have counts twice.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A page of the builds of which a run is seen.
    pub(super) fn builds(&self, filter: &BuildFilter, sight: &BuildSight) -> Page<BuildSummary> {
        let text = filter.text.to_lowercase();
        let is_wanted = |build: &BuildId| {
            let is_of = filter.project.is_none() || filter.project == build.project;
            is_of && (text.is_empty() || build.name.to_lowercase().contains(&text))
        };
        let wanted = self.builds.iter().filter(|(build, _)| is_wanted(build));
        let summaries = wanted.filter_map(|(build, numbers)| {
            let seen = seen(build, numbers, sight);
            let last = seen.iter().min_by_key(|stored| Cursor::of_run(&stored.build))?;
            Some(BuildSummary { last: Arc::clone(last), runs: seen.len() })
        });
        let keyed = summaries.map(|summary| (Cursor::of_build(&summary.last.build), summary));
        page(keyed.collect(), &filter.range)
    }

    /// A page of the runs of a build that are seen.
    pub(super) fn numbers(
        &self,
        build: &BuildId,
        range: &PageRange,
        sight: &BuildSight,
    ) -> Page<StoredBuild> {
        let seen = self.builds.get(build).map(|numbers| seen(build, numbers, sight));
        let keyed = seen
            .unwrap_or_default()
            .into_iter()
            .map(|stored| (Cursor::of_run(&stored.build), stored.as_ref().clone()));
        page(keyed.collect(), range)
    }
}

/// The runs of a build that are seen.
fn seen(
    build: &BuildId,
    numbers: &BTreeMap<String, Arc<StoredBuild>>,
    sight: &BuildSight,
) -> Vec<Arc<StoredBuild>> {
    let (name, project) = (&build.name, build.project.as_deref());
    if !sight.may_show(project, name) {
        return Vec::new();
    }
    let all = sight.shows_all(project, name);
    let shows = |number: &String| all || sight.shows(project, name, number);
    numbers
        .iter()
        .filter(|(number, _)| shows(number))
        .map(|(_, stored)| Arc::clone(stored))
        .collect()
}

fn page<T>(mut rows: Vec<(Cursor, T)>, range: &PageRange) -> Page<T> {
    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    let total = rows.len();
    let is_after = |cursor: &Cursor| range.after.as_ref().is_none_or(|after| cursor > after);
    let mut rows = rows.into_iter().filter(|(cursor, _)| is_after(cursor));
    let (mut last, mut taken) = (None, Vec::new());
    for (cursor, row) in rows.by_ref().take(range.limit) {
        last = Some(cursor);
        taken.push(row);
    }
    let next = rows.next().and(last);
    Page { rows: taken, next, total }
}
