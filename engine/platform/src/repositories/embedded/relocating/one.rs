//! Copying or moving one file: as a whole, with a record at the destination and, if it is moved, one at the source in
//! the same group.

use std::sync::Arc;

use waybill_blobs::{BlobId, Lease};
use waybill_machines::machines::package::{Content, Event, Origin, Place};
use waybill_machines::rules::artifacts::{ArtifactProblem, check_properties};
use waybill_machines::rules::packages::{Document, Summary};
use waybill_machines::secret::Digest;

use super::super::Inner;
use super::super::package_streams::{lock_of, package_of, stream_of, stream_of_file};
use super::super::storing::check_overwriting;
use crate::repositories::{
    FileInfo, Overwriting, Relocation, RepositoryError, StoredRepository, VersionId,
};
use crate::streams::{ChangeContext, Command};

/// One file to be copied or moved.
pub(super) struct Step {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) overwriting: Overwriting,
}

/// What is known of a file beside its record, if it belongs to a version.
struct Metadata {
    document: Document,
    summary: Summary,
}

/// A file is replaced only by one of the same version.
pub(super) fn check_version(
    before: Option<&FileInfo>,
    file: &FileInfo,
) -> Result<(), RepositoryError> {
    let differs = before.is_some_and(|before| before.version != file.version);
    if differs { Err(RepositoryError::Artifact(ArtifactProblem::Exists)) } else { Ok(()) }
}

/// A file that was found by its checksum has the content that it had then.
pub(super) fn check_expected(
    wanted: &Relocation,
    content: Option<&Content>,
) -> Result<(), RepositoryError> {
    let Some(expected) = &wanted.expected else { return Ok(()) };
    expected.check_at(&wanted.from, content)
}

impl Inner {
    /// Copies or moves a file. Returns its size.
    pub(super) async fn relocate_one(
        self: &Arc<Self>,
        wanted: &Relocation,
        step: Step,
        context: &ChangeContext,
    ) -> Result<u64, RepositoryError> {
        let (from, to) = (&wanted.from.repository, &wanted.to.repository);
        let missing = || RepositoryError::Artifact(ArtifactProblem::Missing);
        let mut file = self.file(&from.id, &step.from).await?.ok_or_else(missing)?;
        loop {
            let (source, _) = stream_of_file(from, &step.from, Some(&file));
            let (target, name) = target_of(to, &step.to, &file);
            let (first, second) = (lock_of(&source), lock_of(&target));
            // In one order everywhere, so that two who exchange files do not wait for each other for ever.
            let _first = self.packages[first.min(second)].lock().await;
            let _second = if first == second {
                None
            } else {
                Some(self.packages[first.max(second)].lock().await)
            };
            let again = self.file(&from.id, &step.from).await?.ok_or_else(missing)?;
            if again.version != file.version {
                file = again;
                continue;
            }
            check_expected(wanted, Some(&again.content))?;
            // They may have been deleted meanwhile.
            self.still(from)?;
            self.still(to)?;
            let leases = self.lease_contents(from, &again).await?;
            let bytes = again.content.bytes;
            let mut commands = Vec::new();
            if let Some(event) = self.stored(wanted, &step, &name, &again).await? {
                commands.push(Command { record_refusal: false, ..Command::new(target, event) });
            }
            if wanted.moves {
                let event = Event::Remove {
                    path: step.from,
                    file: Some(again.before()),
                    moved_to: Some(Place { repository: to.id.clone(), path: step.to }),
                };
                commands.push(Command { record_refusal: false, ..Command::new(source, event) });
            }
            if !commands.is_empty() {
                self.change_all(commands, context).await?;
            }
            // The view refers to the contents now.
            drop(leases);
            return Ok(bytes);
        }
    }

    /// The event that stores a file at its destination; none if it is there already.
    async fn stored(
        self: &Arc<Self>,
        wanted: &Relocation,
        step: &Step,
        name: &str,
        file: &FileInfo,
    ) -> Result<Option<Event>, RepositoryError> {
        let (from, to) = (&wanted.from.repository, &wanted.to.repository);
        let (id, path) = (to.id.clone(), step.to.clone());
        let obstacle = self.blocking(move |inner| inner.view.obstacle(&id, &path)).await?;
        if let Some(obstacle) = obstacle {
            return Err(obstacle);
        }
        let before = self.file(&to.id, &step.to).await?;
        check_version(before.as_ref(), file)?;
        check_overwriting(before.as_ref(), &file.content, step.overwriting)?;
        let origin = Some(Box::new(Origin {
            place: Place { repository: from.id.clone(), path: step.from.clone() },
            moved: wanted.moves,
        }));
        let (path, content) = (step.to.clone(), file.content.clone());
        let is_repeated = before.as_ref().is_some_and(|before| before.content == file.content)
            && (step.overwriting == Overwriting::SameContent || file.version.is_some());
        if let Some(before) = before.as_ref().filter(|_| is_repeated) {
            // What is there stays as it is, and who stored it: only properties are added.
            let mut properties = before.properties.clone();
            properties.extend(file.properties.clone());
            if properties == before.properties {
                return Ok(None);
            }
            check_properties(&properties).map_err(RepositoryError::Artifact)?;
            let (earlier, file) = (Some(before.properties.clone()), Some(before.before()));
            return Ok(Some(Event::Annotate { path, properties, earlier, file }));
        }
        let replaces = before.as_ref().map(FileInfo::before);
        let properties = file.properties.clone();
        let Some(version) = &file.version else {
            return Ok(Some(Event::Deploy {
                name: name.to_owned(),
                path,
                content,
                properties,
                replaces,
                may_replace: step.overwriting == Overwriting::Always,
                origin,
            }));
        };
        let Metadata { document, summary } = self.metadata(from, file, version).await?;
        Ok(Some(Event::Publish {
            name: name.to_owned(),
            version: version.version.clone(),
            path,
            content,
            document,
            summary,
            tags: Vec::new(),
            subject: None,
            exists: false,
            replaces,
            properties,
            origin,
        }))
    }

    /// What a file was published with.
    async fn metadata(
        self: &Arc<Self>,
        repository: &StoredRepository,
        file: &FileInfo,
        of: &VersionId,
    ) -> Result<Metadata, RepositoryError> {
        let VersionId { package, version } = of.clone();
        let (id, path) = (repository.id.clone(), file.path.clone());
        let stored =
            self.blocking(move |inner| inner.view.version(&id, &package, &version)).await?;
        let found = stored.and_then(|stored| {
            let own = stored.files.into_iter().find(|own| own.path == path)?;
            Some(Metadata { document: own.document, summary: stored.summary })
        });
        found.ok_or(RepositoryError::Defect("a file of a version has no metadata"))
    }

    /// Keeps the contents of a file until the records name them.
    async fn lease_contents(
        self: &Arc<Self>,
        repository: &StoredRepository,
        file: &FileInfo,
    ) -> Result<Vec<Lease>, RepositoryError> {
        let mut digests: Vec<Digest> = vec![file.content.sha256.clone()];
        if let Some(version) = &file.version {
            digests.push(self.metadata(repository, file, version).await?.document.sha256);
        }
        let mut leases = Vec::new();
        for Digest(digest) in digests {
            let blob: BlobId = digest.parse().map_err(|_| RepositoryError::ContentLost)?;
            let lease = self.blobs.lease(blob).await?;
            leases.push(lease.ok_or(RepositoryError::ContentLost)?);
        }
        Ok(leases)
    }
}

/// The stream and the name of the package that a file belongs to at its destination.
fn target_of(repository: &StoredRepository, path: &str, file: &FileInfo) -> (String, String) {
    let name = file.version.as_ref().map_or_else(
        || package_of(repository.settings.package_type, path),
        |version| version.package.clone(),
    );
    (stream_of(&repository.id, &name), name)
}
