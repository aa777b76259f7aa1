//! Moving versions to the archive, and searching what is there. The files are kept beside those of the trash, under
//! names that the trash does not list.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use waybill_machines::machines::package::Event;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::path_patterns::matches_text;
use waybill_machines::rules::repositories::RepositoryClass;

use super::Inner;
use super::view::{ARCHIVED, View};
use crate::repositories::{
    ARCHIVED_MAX, ArchiveQuery, ArchivedVersion, Discarded, PackageId, RepositoryError, Searched,
    StoredRepository, TrashedFile,
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
    /// The archived versions that a query finds, the newest in the archive first.
    pub(super) fn archived(
        &self,
        query: &ArchiveQuery,
        scope: &[Searched],
    ) -> Result<Vec<ArchivedVersion>, RepositoryError> {
        let wanted = Wanted::new(query);
        let mut all = Vec::new();
        for searched in scope {
            let package_type = searched.repository.settings.package_type;
            if query.types.as_ref().is_some_and(|types| !types.contains(&package_type)) {
                continue;
            }
            let mut versions = BTreeMap::<String, (ArchivedVersion, bool)>::new();
            self.each_archived(&searched.repository.id, |file| {
                if searched.sight.shows_file(&file.file.path) {
                    let known = ArchivedFile::of(&file);
                    let is_wanted = wanted.has(query, &known);
                    let name = file.item.rsplit_once('-').map_or(&*file.item, |(name, _)| name);
                    let entry = versions.entry(name.to_owned());
                    let (version, is_found) = entry.or_insert_with(|| {
                        let id = PackageId { package_type, name: known.package.to_owned() };
                        (archived(searched, name, id, known.version, &file), false)
                    });
                    *is_found |= is_wanted;
                    version.bytes = version.bytes.saturating_add(file.file.content.bytes);
                    version.paths.push(file.file.path.clone());
                    version.tags.extend(known.tags.iter().cloned());
                }
            })?;
            let found = versions.into_values().filter(|(_, is_found)| *is_found);
            all.extend(found.map(|(version, _)| version));
            if all.len() > ARCHIVED_MAX {
                return Err(RepositoryError::SearchTooWide);
            }
        }
        for version in &mut all {
            version.tags.sort();
            version.tags.dedup();
        }
        all.sort_by_cached_key(|one| (Reverse(one.archived_at), one.name.clone()));
        Ok(all)
    }
}

fn archived(
    searched: &Searched,
    name: &str,
    package: PackageId,
    version: &str,
    file: &TrashedFile,
) -> ArchivedVersion {
    ArchivedVersion {
        repository: searched.repository.as_ref().clone(),
        name: name.to_owned(),
        package,
        version: version.to_owned(),
        tags: Vec::new(),
        paths: Vec::new(),
        bytes: 0,
        archived_at: file.trashed_at,
        archived_by: file.trashed_by.clone(),
    }
}
