//! Publishing, deprecating and tagging versions.

use std::sync::Arc;

use bytes::Bytes;
use waybill_blobs::{BlobId, ByteRange, Lease, Staged};
use waybill_machines::machines::package::{Content, Event};
use waybill_machines::rules::artifacts::{ArtifactProblem, Properties, check_artifact_path};
use waybill_machines::rules::packages::{
    Document, PackageProblem, check_publication, check_reason,
};
use waybill_machines::secret::Digest;

use super::package_streams::{lock_of, stream_of};
use super::receiving::finished;
use super::storing::check_overwriting;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::file::content_of;
use crate::repositories::{
    Admits, Answer, DOCUMENT_BYTES_MAX, FileInfo, MayMove, NewVersion, Package, PackageTotals,
    Packages, Promoted, Received, RepositoryError, Sight, Source, StoredRepository, StoredVersion,
    TagChange, VersionId, VersionOrder,
};
use crate::streams::{ChangeContext, Command};

/// What [`Admits`] points to.
type Judge = dyn Fn(&Package) -> Result<(), RepositoryError> + Send + Sync;

const fn problem(problem: PackageProblem) -> RepositoryError {
    RepositoryError::Package(problem)
}

impl Packages for EmbeddedRepositories {
    fn receive<'a>(
        &'a self,
        repository: &'a StoredRepository,
        announced_bytes: Option<u64>,
        source: &'a mut dyn Source,
    ) -> Answer<'a, Received> {
        Box::pin(async move {
            let inner = &self.inner;
            let repository = inner.still(repository)?;
            let room = inner.reserve_upload(&repository, announced_bytes).await?;
            let mut receiving = inner.receiving(repository, room);
            inner.append(&mut receiving, source).await?;
            finished(receiving).await
        })
    }

    fn publish(
        &self,
        received: Received,
        new: NewVersion,
        admits: Admits,
        context: ChangeContext,
    ) -> Answer<'_, StoredVersion> {
        // It runs to completion even when the sender stops waiting.
        self.to_completion(async move |inner| {
            let Received { repository, staged, mut room } = received;
            let admits = Arc::from(admits);
            let repository = inner.still(&repository)?;
            room.set_quota(repository.settings.quota_bytes);
            check_artifact_path(&new.path).map_err(RepositoryError::Artifact)?;
            check_publication(&new.name, &new.version, &new.tags, &new.summary).map_err(problem)?;
            if new.document.len() > DOCUMENT_BYTES_MAX {
                return Err(RepositoryError::MetadataTooLarge);
            }
            if !repository.settings.takes(&new.path) {
                return Err(RepositoryError::NotIncluded);
            }
            let content = content_of(&staged.digests);
            new.expected.check(&content)?;
            // Judged before anything is kept: what is refused takes no room.
            inner.check_unpublished(&repository, &new, &content, &admits).await?;
            let bytes = staged.digests.bytes.saturating_add(new.document.len() as u64);
            inner.grow(&mut room, &repository, bytes).await?;
            let stored = inner.publish(&repository, new, &admits, staged, &context).await;
            drop(room);
            stored
        })
    }

    fn package(&self, repository: StoredRepository, name: String) -> Answer<'_, Option<Package>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            let read = move |inner: &Inner| inner.view.package(&id, &name, &stream_of(&id, &name));
            self.inner.blocking(read).await
        })
    }

    fn version(&self, repository_id: String, id: VersionId) -> Answer<'_, Option<StoredVersion>> {
        let read =
            move |inner: &Inner| inner.view.version(&repository_id, &id.package, &id.version);
        Box::pin(async move { self.inner.blocking(read).await })
    }

    fn tags(
        &self,
        repository: StoredRepository,
        name: String,
        after: String,
        limit: usize,
    ) -> Answer<'_, Vec<(String, String)>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.view.tags(&id, &name, &after, limit)).await
        })
    }

    fn tagged(
        &self,
        repository: StoredRepository,
        name: String,
        tag: String,
    ) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.tagged(&id, &name, &tag).await
        })
    }

    fn revision(&self, repository: StoredRepository, name: String) -> Answer<'_, u64> {
        Box::pin(async move {
            let stream = stream_of(&self.inner.still(&repository)?.id, &name);
            // Each reading of a document begins with it.
            if let Some(revision) = self.inner.view.known_revision(&stream) {
                return Ok(revision);
            }
            self.inner.blocking(move |inner| inner.view.revision(&stream)).await
        })
    }

    fn totals(&self, repository: StoredRepository) -> Answer<'_, PackageTotals> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.view.totals(&id)).await
        })
    }

    fn search(
        &self,
        repository: StoredRepository,
        words: Vec<String>,
        order: VersionOrder,
        limit: usize,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, Vec<(String, StoredVersion)>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            let read =
                move |inner: &Inner| inner.view.search(&id, &words, order, limit, sight.as_ref());
            self.inner.blocking(read).await
        })
    }

    fn names(
        &self,
        repository: StoredRepository,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.view.names(&id, sight.as_ref())).await
        })
    }

    fn document(&self, document: Document) -> Answer<'_, Vec<u8>> {
        Box::pin(async move { self.inner.document(&document).await })
    }

    fn deprecate(
        &self,
        repository: StoredRepository,
        name: String,
        version: String,
        reason: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            reason.as_deref().map_or(Ok(()), check_reason).map_err(problem)?;
            let repository = inner.still(&repository)?;
            let stream = stream_of(&repository.id, &name);
            let _package = inner.packages[lock_of(&stream)].lock().await;
            let known = inner.version(&repository.id, &name, &version).await?;
            let known = known.ok_or(problem(PackageProblem::VersionMissing))?;
            if known.deprecation == reason {
                return Ok(());
            }
            let event = Event::Deprecate { name, version, reason, exists: true };
            inner.change(Command::new(stream, event), &context).await
        })
    }

    fn yank(
        &self,
        repository: StoredRepository,
        name: String,
        version: String,
        yanked: bool,
        reason: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let reason = reason.filter(|_| yanked);
            reason.as_deref().map_or(Ok(()), check_reason).map_err(problem)?;
            let repository = inner.still(&repository)?;
            let stream = stream_of(&repository.id, &name);
            let _package = inner.packages[lock_of(&stream)].lock().await;
            let known = inner.version(&repository.id, &name, &version).await?;
            let known = known.ok_or(problem(PackageProblem::VersionMissing))?;
            if (known.yanked, &known.yank_reason) == (yanked, &reason) {
                return Ok(());
            }
            let event = Event::Yank { name, version, yanked, reason, exists: true };
            inner.change(Command::new(stream, event), &context).await
        })
    }

    fn tag(
        &self,
        repository: StoredRepository,
        name: String,
        change: TagChange,
        may_move: MayMove,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            inner.change_tag(&repository, name, change, None, may_move.as_ref(), &context).await
        })
    }

    fn promote(
        &self,
        repository: StoredRepository,
        name: String,
        promoted: Promoted,
        may_move: MayMove,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            inner.promote_tag(&repository, name, promoted, may_move.as_ref(), &context).await
        })
    }

    fn remove_unchanged(
        &self,
        repository: StoredRepository,
        path: String,
        revision: u64,
        context: ChangeContext,
    ) -> Answer<'_, bool> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&repository)?;
            inner.remove_unchanged(&repository, &path, revision, &context).await
        })
    }
}

impl Inner {
    /// Reads metadata.
    pub(super) async fn document(&self, document: &Document) -> Result<Vec<u8>, RepositoryError> {
        let blob: BlobId = document.sha256.0.parse().map_err(|_| RepositoryError::ContentLost)?;
        let reader = self.blobs.read(blob, ByteRange::ALL).await?;
        let mut reader = reader.ok_or(RepositoryError::ContentLost)?;
        let mut bytes = Vec::new();
        while let Some(portion) = reader.next().await? {
            bytes.extend_from_slice(&portion);
        }
        Ok(bytes)
    }

    /// Whether a version or a further file of one can be published: it does not exist, and the file has a place.
    /// Returns the file that it may overwrite.
    async fn check_unpublished(
        self: &Arc<Self>,
        repository: &StoredRepository,
        new: &NewVersion,
        content: &Content,
        admits: &Arc<Judge>,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let (id, path) = (repository.id.clone(), new.path.clone());
        let (name, version) = (new.name.clone(), new.version.clone());
        let (parts, overwriting) = (new.parts.clone(), new.overwriting);
        let (content, admits) = (content.clone(), Arc::clone(admits));
        let is_one_file = !repository.settings.package_type.has_several_files();
        let check = move |inner: &Self| {
            let known = inner.view.package(&id, &name, &stream_of(&id, &name))?;
            known.map_or(Ok(()), |known| admits(&known))?;
            if is_one_file && inner.view.version(&id, &name, &version)?.is_some() {
                return Err(problem(PackageProblem::VersionExists));
            }
            let before = inner.view.file(&id, &path)?;
            let own = VersionId { package: name, version };
            if before.as_ref().is_some_and(|file| file.version.as_ref() != Some(&own)) {
                return Err(RepositoryError::Artifact(ArtifactProblem::Exists));
            }
            check_overwriting(before.as_ref(), &content, overwriting)?;
            inner.check_parts(&id, &parts)?;
            inner.view.obstacle(&id, &path)?.map_or(Ok(before), Err)
        };
        self.blocking(check).await
    }

    /// Records a file of a version once it and its metadata are durable.
    async fn publish(
        self: &Arc<Self>,
        repository: &StoredRepository,
        new: NewVersion,
        admits: &Arc<Judge>,
        staged: Staged,
        context: &ChangeContext,
    ) -> Result<StoredVersion, RepositoryError> {
        let content = content_of(&staged.digests);
        // What waits for the disk waits once.
        let leases = tokio::try_join!(self.keep_staged(staged), self.keep(new.document.clone()))?;
        let document = Document {
            sha256: Digest(leases.1.id().to_string()),
            bytes: new.document.len() as u64,
        };
        let stream = stream_of(&repository.id, &new.name);
        let _package = self.packages[lock_of(&stream)].lock().await;
        // The repository may have been deleted while the file arrived, and the version published by others.
        self.still(repository)?;
        let before = self.check_unpublished(repository, &new, &content, admits).await?;
        let (name, version) = (new.name.clone(), new.version.clone());
        let is_new = before.as_ref().is_none_or(|file| file.content.sha256 != content.sha256);
        let event = Event::Publish {
            name: new.name,
            version: new.version,
            path: new.path,
            content,
            document,
            summary: new.summary,
            tags: new.tags,
            subject: new.subject,
            exists: false,
            replaces: before.as_ref().map(FileInfo::before),
            properties: Properties::new(),
            origin: None,
        };
        if is_new {
            self.change(Command::new(stream, event), context).await?;
        }
        // The view refers to the contents now.
        drop(leases);
        let stored = self.version(&repository.id, &name, &version).await?;
        stored.ok_or(RepositoryError::Defect("a version was published and is not there"))
    }

    pub(super) async fn package_of(
        self: &Arc<Self>,
        repository: &StoredRepository,
        name: &str,
    ) -> Result<Option<Package>, RepositoryError> {
        let (id, name) = (repository.id.clone(), name.to_owned());
        self.blocking(move |inner| inner.view.package(&id, &name, &stream_of(&id, &name))).await
    }

    async fn keep_staged(&self, staged: Staged) -> Result<Lease, RepositoryError> {
        Ok(self.blobs.keep(staged).await?)
    }

    /// Stores bytes that are in memory.
    async fn keep(&self, bytes: Bytes) -> Result<Lease, RepositoryError> {
        let mut upload = self.blobs.upload();
        upload.write(bytes).await?;
        Ok(self.blobs.keep(upload.finish().await?).await?)
    }

    pub(super) async fn version(
        self: &Arc<Self>,
        repository: &str,
        name: &str,
        version: &str,
    ) -> Result<Option<StoredVersion>, RepositoryError> {
        let (id, name, version) = (repository.to_owned(), name.to_owned(), version.to_owned());
        self.blocking(move |inner| inner.view.version(&id, &name, &version)).await
    }

    pub(super) async fn tagged(
        self: &Arc<Self>,
        repository: &str,
        name: &str,
        tag: &str,
    ) -> Result<Option<String>, RepositoryError> {
        let (id, name, tag) = (repository.to_owned(), name.to_owned(), tag.to_owned());
        self.blocking(move |inner| inner.view.tagged(&id, &name, &tag)).await
    }
}
