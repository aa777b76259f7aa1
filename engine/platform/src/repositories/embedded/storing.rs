//! Storing a file whose content is staged, or known.

use std::sync::Arc;

use waybill_blobs::{BlobId, Lease};
use waybill_machines::machines::package::{Content, Event};
use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path, check_properties};

use super::Inner;
use super::package_streams::{lock_of, package_of, stream_of};
use super::quotas::Reservation;
use crate::repositories::{
    FileInfo, MayRead, NewFile, Overwriting, RepositoryError, StoredRepository,
};
use crate::streams::{ChangeContext, Command};

/// How many places of a content are tried for one that the caller may read.
const PLACES_MAX: usize = 1_000;

const fn exists() -> RepositoryError {
    RepositoryError::Artifact(ArtifactProblem::Exists)
}

/// Whether a content may be stored where a file is.
pub(super) fn check_overwriting(
    before: Option<&FileInfo>,
    content: &Content,
    overwriting: Overwriting,
) -> Result<(), RepositoryError> {
    let Some(before) = before else { return Ok(()) };
    let is_allowed = match overwriting {
        Overwriting::Never => false,
        Overwriting::SameContent => before.content.sha256 == content.sha256,
        Overwriting::Always => true,
    };
    is_allowed.then_some(()).ok_or_else(exists)
}

impl Inner {
    /// Stores a file whose content is known, if the caller may read another file that has it.
    pub(super) async fn store_known(
        self: &Arc<Self>,
        repository: &StoredRepository,
        new: NewFile,
        may_read: MayRead,
        context: &ChangeContext,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let mut room = self.accept(repository, &new).await?;
        let Some(content) = self.content_known(&new, may_read).await? else { return Ok(None) };
        let blob = content.sha256.0.parse().map_err(|_| RepositoryError::ContentLost)?;
        let lease = self.blobs.lease(blob).await?.ok_or(RepositoryError::ContentLost)?;
        self.grow(&mut room, repository, content.bytes).await?;
        self.record(repository, new, content, lease, context).await.map(Some)
    }

    /// Checks what does not depend on the content, and reserves room for it.
    pub(super) async fn accept(
        self: &Arc<Self>,
        repository: &StoredRepository,
        new: &NewFile,
    ) -> Result<Reservation, RepositoryError> {
        let path = new.at.path.clone();
        check_artifact_path(&path)
            .and_then(|()| check_properties(&new.properties))
            .map_err(RepositoryError::Artifact)?;
        if !repository.settings.takes(&path) {
            return Err(RepositoryError::NotIncluded);
        }
        let (id, expected) = (repository.id.clone(), new.expected.clone());
        let overwriting = new.overwriting;
        let check = self.blocking(move |inner| {
            if let Some(obstacle) = inner.view.obstacle(&id, &path)? {
                return Err(obstacle);
            }
            // Whether it is the same content may not be known before it has arrived.
            if let Some(file) = inner.view.file(&id, &path)? {
                let announced = expected.sha256.as_ref();
                let differs = announced
                    .is_some_and(|sha256| !sha256.eq_ignore_ascii_case(&file.content.sha256.0));
                match overwriting {
                    Overwriting::Never => return Err(exists()),
                    Overwriting::SameContent if differs => return Err(exists()),
                    Overwriting::SameContent | Overwriting::Always => {}
                }
            }
            Ok(())
        });
        check.await?;
        self.reserve_upload(repository, new.expected.bytes).await
    }

    /// Records a file whose content is durable, and adds it to the view.
    pub(super) async fn record(
        self: &Arc<Self>,
        repository: &StoredRepository,
        new: NewFile,
        content: Content,
        lease: Lease,
        context: &ChangeContext,
    ) -> Result<FileInfo, RepositoryError> {
        let path = new.at.path;
        let name = package_of(repository.settings.package_type, &path);
        let stream = stream_of(&repository.id, &name);
        let _package = self.packages[lock_of(&stream)].lock().await;
        // It may have been deleted while the content arrived.
        self.still(repository)?;
        let before = self.file(&repository.id, &path).await?;
        check_overwriting(before.as_ref(), &content, new.overwriting)?;
        let is_repeated = new.overwriting == Overwriting::SameContent;
        let event = match before {
            // What is there stays as it is, and who stored it: only properties are added.
            Some(file) if is_repeated && new.properties.is_empty() => return Ok(file),
            Some(file) if is_repeated => {
                let before = file.before();
                let earlier = Some(file.properties.clone());
                let mut properties = file.properties;
                properties.extend(new.properties);
                check_properties(&properties).map_err(RepositoryError::Artifact)?;
                let (path, file) = (path.clone(), Some(before));
                Event::Annotate { path, properties, earlier, file }
            }
            before => Event::Deploy {
                name,
                path: path.clone(),
                content,
                properties: new.properties,
                replaces: before.as_ref().map(FileInfo::before),
                may_replace: new.overwriting == Overwriting::Always,
                origin: None,
            },
        };
        self.change(Command { record_refusal: false, ..Command::new(stream, event) }, context)
            .await?;
        // The view refers to the content now.
        drop(lease);
        let file = self.file(&repository.id, &path).await?;
        file.ok_or(RepositoryError::Defect("a file was stored and is not there"))
    }

    /// The content that a checksum deploy names by SHA-256, if the caller may read a file that has it.
    async fn content_known(
        self: &Arc<Self>,
        new: &NewFile,
        may_read: MayRead,
    ) -> Result<Option<Content>, RepositoryError> {
        let blob = new.expected.sha256.as_deref().map(str::to_ascii_lowercase);
        let Some(Ok(blob)) = blob.map(|digest| digest.parse::<BlobId>()) else { return Ok(None) };
        let found = self.blocking(move |inner| {
            let repositories = inner.table().by_id();
            inner.view.find_place(blob, PLACES_MAX, |repository, path| {
                let stored = repositories.get(repository);
                if !stored.is_some_and(|stored| may_read(stored, path)) {
                    return Ok(None);
                }
                Ok(inner.view.file(repository, path)?.map(|file| file.content))
            })
        });
        let found = found.await?;
        if let Some(content) = &found {
            new.expected.check(content)?;
        }
        Ok(found)
    }
}
