//! Moving versions to the archive, and searching what is there. The files are kept beside those of the trash, under
//! names that the trash does not list.

use std::collections::BTreeMap;
use std::sync::Arc;

use waybill_machines::machines::package::Event;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::path_patterns::matches_text;
use waybill_machines::rules::repositories::RepositoryClass;

use super::Inner;
use super::view::{ARCHIVED, View, archived_name};
use crate::repositories::{
    ArchiveCursor, ArchivePage, ArchiveQuery, ArchivedVersion, Discarded, PackageId,
    RepositoryError, Searched, StoredRepository, TrashedFile,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command};

impl Inner {
    /// Moves files to the archive, together.
    pub(super) async fn archive(
        self: &Arc<Self>,
        repository: &StoredRepository,
        paths: Vec<String>,
        context: &ChangeContext,
    ) -> Result<Discarded, RepositoryError> {
        let repository = self.still(repository)?;
        // What is kept of an upstream would only be fetched again.
        if repository.settings.class != RepositoryClass::Local {
            return Err(RepositoryError::ReadOnly(repository.settings.class));
        }
        let (at_ms, random) = (context.at.as_ms().max(0), hex(&random::<4>()));
        let name = format!("{ARCHIVED}{at_ms:012x}-{random}");
        let mut files = 0;
        for path in paths {
            let (stream, _package, file) = self.lock_file(&repository, &path).await?;
            // It may have been removed meanwhile.
            let Some(file) = file else { continue };
            let item = format!("{name}-{files:05}");
            let event = Event::Archive { item, path, file: Some(file.before()) };
            self.change(Command::new(stream, event), context).await?;
            files += 1;
        }
        if files == 0 {
            return Err(RepositoryError::Artifact(ArtifactProblem::Missing));
        }
        Ok(Discarded { name, files })
    }
}

/// A query, made ready to be compared with files.
struct Wanted {
    name: Option<String>,
    version: Option<String>,
    path: Option<String>,
}

impl Wanted {
    fn new(query: &ArchiveQuery) -> Self {
        let pattern = |text: &str| (!text.is_empty()).then(|| text.to_lowercase());
        Self {
            name: pattern(&query.name),
            version: pattern(&query.version),
            path: pattern(&query.path),
        }
    }

    /// Whether an archived file makes its version one of those that are asked for.
    fn has(&self, query: &ArchiveQuery, file: &ArchivedFile<'_>) -> bool {
        let is_like = |pattern: &Option<String>, text: &str| {
            pattern.as_ref().is_none_or(|pattern| matches_text(pattern, &text.to_lowercase()))
        };
        let (folder, file_name) = file.path.rsplit_once('/').unwrap_or(("", file.path));
        let name = if query.by_files { file_name } else { file.package };
        is_like(&self.name, name)
            && is_like(&self.path, folder)
            && (is_like(&self.version, file.version)
                || file.tags.iter().any(|tag| is_like(&self.version, tag)))
    }

    /// The version of files that were archived together, as far as the caller may see them, if it is asked for.
    fn version(
        &self,
        query: &ArchiveQuery,
        searched: &Searched,
        name: &str,
        files: &[TrashedFile],
    ) -> Option<ArchivedVersion> {
        let sees = |file: &&TrashedFile| searched.sight.shows_file(&file.file.path);
        let seen: Vec<&TrashedFile> = files.iter().filter(sees).collect();
        if !seen.iter().any(|file| self.has(query, &ArchivedFile::of(file))) {
            return None;
        }
        let first = seen.first()?;
        let ArchivedFile { package, version, .. } = ArchivedFile::of(first);
        let package_type = searched.repository.settings.package_type;
        let mut tags: Vec<String> =
            seen.iter().flat_map(|file| ArchivedFile::of(file).tags).cloned().collect();
        tags.sort();
        tags.dedup();
        Some(ArchivedVersion {
            repository: searched.repository.as_ref().clone(),
            name: name.to_owned(),
            package: PackageId { package_type, name: package.to_owned() },
            version: version.to_owned(),
            tags,
            paths: seen.iter().map(|file| file.file.path.clone()).collect(),
            bytes: seen.iter().fold(0, |all, file| file.file.content.bytes.saturating_add(all)),
            archived_at: first.trashed_at,
            archived_by: first.trashed_by.clone(),
        })
    }
}

/// What is known of a file in the archive.
struct ArchivedFile<'a> {
    package: &'a str,
    version: &'a str,
    tags: &'a [String],
    path: &'a str,
}

impl<'a> ArchivedFile<'a> {
    fn of(file: &'a TrashedFile) -> Self {
        let path = file.file.path.as_str();
        let (package, version) = file
            .file
            .version
            .as_ref()
            .map_or((path, ""), |of| (of.package.as_str(), of.version.as_str()));
        let tags = file.version.as_ref().map_or(&[][..], |version| version.tags.as_slice());
        Self { package, version, tags, path }
    }
}

impl View {
    /// A page of the archived versions that a query finds, the last archived first. It goes back in all repositories at
    /// once, so that a page costs what is on it and what does not match in between.
    pub(super) fn archived(
        &self,
        query: &ArchiveQuery,
        scope: &[Searched],
    ) -> Result<ArchivePage, RepositoryError> {
        let wanted = Wanted::new(query);
        let has_type = |searched: &&Searched| {
            let package_type = searched.repository.settings.package_type;
            query.types.as_ref().is_none_or(|types| types.contains(&package_type))
        };
        let mut last = Last::default();
        for searched in scope.iter().filter(has_type) {
            let before = query.after.as_ref().map(|after| before(after, searched));
            last.add(searched, self.archived_before(&searched.repository.id, before.as_deref())?);
        }
        let (mut versions, mut next, mut visited) = (Vec::new(), query.after.clone(), 0);
        while let Some(Together { name, searched, files }) = last.take() {
            let found = wanted.version(query, searched, &name, &files);
            if visited >= query.visited_max || (found.is_some() && versions.len() == query.limit) {
                return Ok(ArchivePage { versions, next });
            }
            versions.extend(found);
            visited += files.len();
            last.add(searched, self.archived_before(&searched.repository.id, Some(&name))?);
            next =
                Some(ArchiveCursor { name, repository: searched.repository.settings.key.clone() });
        }
        Ok(ArchivePage { versions, next: None })
    }
}

/// Before which name a page goes on in a repository. Of one name, versions are sorted by the keys of repositories.
fn before(after: &ArchiveCursor, searched: &Searched) -> String {
    // The names of files have a hyphen after that of the version.
    let is_left = searched.repository.settings.key < after.repository;
    format!("{}{}", after.name, if is_left { "." } else { "" })
}

/// Files that were archived together.
struct Together<'a> {
    name: String,
    searched: &'a Searched,
    files: Vec<TrashedFile>,
}

/// Those of each repository that were archived last, by name and by the key of the repository.
#[derive(Default)]
struct Last<'a>(BTreeMap<(String, &'a str), Together<'a>>);

impl<'a> Last<'a> {
    fn add(&mut self, searched: &'a Searched, files: Vec<TrashedFile>) {
        let Some(first) = files.first() else { return };
        let name = archived_name(&first.item).to_owned();
        let key = searched.repository.settings.key.as_str();
        self.0.insert((name.clone(), key), Together { name, searched, files });
    }

    fn take(&mut self) -> Option<Together<'a>> {
        self.0.pop_last().map(|(_, last)| last)
    }
}
