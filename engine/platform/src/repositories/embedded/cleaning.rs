//! What cleanup policies select, and its removal.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::package::Event;
use waybill_machines::rules::cleanup::CleanupCriteria;
use waybill_machines::rules::repositories::RepositoryClass;

use super::package_streams::{lock_of, stream_of};
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, Candidate, CandidateFile, CandidatePage, Cleaned, Cleaning, FileInfo, RepositoryError,
    RulesOfVersions, StoredBytes, StoredRepository, StoredVersion, VersionRules,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command};

/// How many packages are looked at for a page.
const PACKAGES: usize = 32;
/// How many files without versions are looked at for a page.
const FILES: usize = 1_024;
/// The most versions of a package that is looked at: more would occupy too much memory.
const VERSIONS_MAX: usize = 20_000;
/// A day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

impl Cleaning for EmbeddedRepositories {
    fn candidates(
        &self,
        repository: StoredRepository,
        criteria: Arc<CleanupCriteria>,
        rules: RulesOfVersions,
        after: String,
        at: Timestamp,
    ) -> Answer<'_, CandidatePage> {
        Box::pin(async move {
            let repository = self.inner.still(&repository)?;
            if repository.settings.class != RepositoryClass::Local {
                return Err(RepositoryError::ReadOnly(repository.settings.class));
            }
            if repository.settings.package_type.has_versions() {
                let rules = rules(repository.settings.package_type);
                self.inner.versions_selected(&repository, &criteria, rules, after, at).await
            } else {
                self.inner.files_selected(&repository, criteria, after, at).await
            }
        })
    }

    fn clean(
        &self,
        repository: StoredRepository,
        criteria: Arc<CleanupCriteria>,
        rules: RulesOfVersions,
        candidate: Candidate,
        skips_trash: bool,
        context: ChangeContext,
    ) -> Answer<'_, Cleaned> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&repository)?;
            let name = match (&candidate.package, candidate.files.first()) {
                (Some(package), _) => package.clone(),
                (None, Some(file)) => file.path.clone(),
                (None, None) => return Ok(Cleaned::Spared),
            };
            let stream = stream_of(&repository.id, &name);
            let _package = inner.packages[lock_of(&stream)].lock().await;
            // Judged again while nothing else changes the package.
            let selected = if candidate.package.is_some() {
                let rules = rules(repository.settings.package_type);
                inner.selected_of(&repository, &name, &criteria, rules, context.at).await?.0
            } else {
                inner.selected_file(&repository, &name, &criteria, context.at).await?
            };
            if !selected.iter().any(|found| found.is_unchanged(&candidate)) {
                return Ok(Cleaned::Spared);
            }
            inner.remove_all(&repository, &stream, candidate, skips_trash, &context).await
        })
    }

    fn stored_bytes(&self) -> Answer<'_, StoredBytes> {
        Box::pin(async move {
            // It reads as much as a search.
            let place = self.inner.places.searches.acquire().await;
            let _place = place.map_err(|_| RepositoryError::Defect("searches have ended"))?;
            self.inner.blocking(|inner| inner.view.stored_bytes()).await
        })
    }
}

/// A version, and what is known of its files.
struct Known {
    stored: StoredVersion,
    candidate: Candidate,
}

impl Inner {
    async fn versions_selected(
        self: &Arc<Self>,
        repository: &StoredRepository,
        criteria: &CleanupCriteria,
        rules: VersionRules,
        after: String,
        at: Timestamp,
    ) -> Result<CandidatePage, RepositoryError> {
        let id = repository.id.clone();
        let read = move |inner: &Self| inner.view.packages_after(&id, &after, PACKAGES);
        let names = self.blocking(read).await?;
        let next = (names.len() == PACKAGES).then(|| names.last().cloned()).flatten();
        let mut page = CandidatePage { candidates: Vec::new(), visited: 0, next };
        for name in names {
            // Each name is counted, so that a search for a few among many ends too.
            page.visited += 1;
            if criteria.names(&name) {
                let (selected, visited) =
                    self.selected_of(repository, &name, criteria, rules, at).await?;
                page.candidates.extend(selected);
                page.visited += visited;
            }
        }
        Ok(page)
    }

    /// The versions of a package that criteria select, and how many it has.
    async fn selected_of(
        self: &Arc<Self>,
        repository: &StoredRepository,
        package: &str,
        criteria: &CleanupCriteria,
        rules: VersionRules,
        at: Timestamp,
    ) -> Result<(Vec<Candidate>, u64), RepositoryError> {
        let (of, name) = (repository.clone(), package.to_owned());
        let found = self.blocking(move |inner| inner.known_versions(&of, &name));
        let (known, tagged) = found.await?;
        let tagged = if rules.tagged_stay { tagged } else { BTreeSet::new() };
        let visited = known.len() as u64;
        if known.len() > VERSIONS_MAX {
            tracing::warn!(service = "artifactory", package, "too many versions for a cleanup");
            return Ok((Vec::new(), visited));
        }
        let Some(listed) = self.listed_by(&known, rules).await? else {
            tracing::warn!(service = "artifactory", package, "what its versions list is not known");
            return Ok((Vec::new(), visited));
        };
        Ok((selected(known, &listed, &tagged, criteria, rules, at), visited))
    }

    /// The versions that others consist of; none if that is not known of one of them.
    async fn listed_by(
        &self,
        known: &[Known],
        rules: VersionRules,
    ) -> Result<Option<BTreeSet<String>>, RepositoryError> {
        let Some(listed) = rules.listed else { return Ok(Some(BTreeSet::new())) };
        let mut all = BTreeSet::new();
        for file in known.iter().flat_map(|version| &version.stored.files) {
            let document = match self.document(&file.document).await {
                Ok(document) => document,
                Err(RepositoryError::ContentLost) => return Ok(None),
                Err(error) => return Err(error),
            };
            match listed(&document) {
                Some(versions) => all.extend(versions),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// The versions of a package, and those that its tags name.
    fn known_versions(
        &self,
        repository: &StoredRepository,
        package: &str,
    ) -> Result<(Vec<Known>, BTreeSet<String>), RepositoryError> {
        let stream = stream_of(&repository.id, package);
        let found = self.view.package(&repository.id, package, &stream)?;
        let (mut known, mut tagged) = (Vec::new(), BTreeSet::new());
        let Some(found) = found else { return Ok((known, tagged)) };
        tagged.extend(found.tags.into_values());
        for stored in found.versions {
            let mut files = Vec::new();
            for path in stored.paths() {
                files.extend(self.view.file(&repository.id, path)?);
            }
            let (name, version) = (package.to_owned(), stored.version.clone());
            if let Some(candidate) = self.candidate(repository, Some((name, version)), files)? {
                known.push(Known { stored, candidate });
            }
        }
        Ok((known, tagged))
    }

    /// What is known of files that belong together; none if there is none.
    fn candidate(
        &self,
        repository: &StoredRepository,
        version: Option<(String, String)>,
        mut files: Vec<FileInfo>,
    ) -> Result<Option<Candidate>, RepositoryError> {
        let Some(stored_at) = files.iter().map(|file| file.modified_at).max() else {
            return Ok(None);
        };
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let mut downloaded_at = None;
        for file in &files {
            let recorded = self.view.downloads(&repository.id, &file.path)?;
            // Those of the open minute are not recorded yet.
            let open = self.fills.get().map(|open| open.counted(&repository.id, &file.path));
            downloaded_at = downloaded_at.max(recorded.last).max(open.and_then(|open| open.last));
        }
        let (package, version) = version.unzip();
        let files = files.into_iter().map(|file| CandidateFile {
            path: file.path,
            sha256: file.content.sha256,
            bytes: file.content.bytes,
        });
        let files = files.collect();
        Ok(Some(Candidate { package, version, files, stored_at, downloaded_at, newer: None }))
    }

    async fn files_selected(
        self: &Arc<Self>,
        repository: &StoredRepository,
        criteria: Arc<CleanupCriteria>,
        after: String,
        at: Timestamp,
    ) -> Result<CandidatePage, RepositoryError> {
        if !criteria.judges_times() {
            return Ok(CandidatePage { candidates: Vec::new(), visited: 0, next: None });
        }
        let repository = repository.clone();
        let read = move |inner: &Self| {
            let files = inner.view.files_after(&repository.id, &after, FILES)?;
            let next = (files.len() == FILES).then(|| files.last().map(|file| file.path.clone()));
            let mut page =
                CandidatePage { candidates: Vec::new(), visited: 0, next: next.flatten() };
            for file in files {
                page.visited += 1;
                if criteria.names(&file.path)
                    && let Some(found) = inner.candidate(&repository, None, vec![file])?
                    && is_old(&found, &criteria, at)
                {
                    page.candidates.push(found);
                }
            }
            Ok(page)
        };
        self.blocking(read).await
    }

    async fn selected_file(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
        criteria: &CleanupCriteria,
        at: Timestamp,
    ) -> Result<Vec<Candidate>, RepositoryError> {
        let (repository, path) = (repository.clone(), path.to_owned());
        let found = self.blocking(move |inner| {
            let file = inner.view.file(&repository.id, &path)?;
            inner.candidate(&repository, None, file.into_iter().collect())
        });
        let found = found.await?.into_iter();
        Ok(found.filter(|file| criteria.judges_times() && is_old(file, criteria, at)).collect())
    }

    /// Removes the files of something whose package the caller has locked.
    async fn remove_all(
        self: &Arc<Self>,
        repository: &StoredRepository,
        stream: &str,
        candidate: Candidate,
        skips_trash: bool,
        context: &ChangeContext,
    ) -> Result<Cleaned, RepositoryError> {
        let name = format!("{:012x}-{}", context.at.as_ms().max(0), hex(&random::<4>()));
        let mut removed = 0;
        for CandidateFile { path, .. } in candidate.files {
            let Some(file) = self.file(&repository.id, &path).await? else { continue };
            let file = Some(file.before());
            let event = if skips_trash {
                Event::Remove { path, file, moved_to: None }
            } else {
                Event::Trash { item: format!("{name}-{removed:05}"), path, file }
            };
            self.change(Command::new(stream, event), context).await?;
            removed += 1;
        }
        Ok(if removed == 0 { Cleaned::Spared } else { Cleaned::Removed(removed) })
    }
}

/// The versions that criteria select. Those that others consist of stay, and what says something about another version
/// stays as long as that. Where the newest versions are kept, those that tags name stay too, since clients install them
/// by the tag.
fn selected(
    known: Vec<Known>,
    listed: &BTreeSet<String>,
    tagged: &BTreeSet<String>,
    criteria: &CleanupCriteria,
    rules: VersionRules,
    at: Timestamp,
) -> Vec<Candidate> {
    let versions: BTreeSet<String> =
        known.iter().map(|known| known.stored.version.clone()).collect();
    let is_part = |stored: &StoredVersion| {
        let has_subject = stored.subject.as_ref().is_some_and(|of| versions.contains(of));
        has_subject || listed.contains(&stored.version)
    };
    let mut candidates = Vec::new();
    let mut roots = Vec::new();
    for Known { stored, candidate } in known {
        if !is_part(&stored) {
            candidates.push(candidate);
            roots.push(stored);
        }
    }
    let count = roots.len();
    let sorted = (rules.sorted)(roots);
    let places = sorted.iter().enumerate().map(|(place, stored)| (stored.version.as_str(), place));
    let places: HashMap<&str, usize> = places.collect();
    let newer = |version: &Option<String>| {
        let place = places.get(version.as_deref()?)?;
        u32::try_from(count - 1 - place).ok()
    };
    for candidate in &mut candidates {
        candidate.newer = newer(&candidate.version);
    }
    candidates.retain(|candidate| {
        let is_tagged = candidate.version.as_ref().is_some_and(|version| tagged.contains(version));
        let is_kept = criteria
            .keep_last
            .is_some_and(|kept| is_tagged || candidate.newer.is_none_or(|n| n < kept));
        !is_kept && is_old(candidate, criteria, at)
    });
    candidates
}

/// Whether something is as old, and unused for as long, as criteria say.
fn is_old(candidate: &Candidate, criteria: &CleanupCriteria, at: Timestamp) -> bool {
    let for_days = |since: Timestamp, days: Option<u32>| {
        days.is_none_or(|days| at.ms_since(since) >= i64::from(days) * DAY_MS)
    };
    let used_at =
        candidate.downloaded_at.map_or(candidate.stored_at, |last| last.max(candidate.stored_at));
    for_days(candidate.stored_at, criteria.created_before_days)
        && for_days(used_at, criteria.unused_days)
}
