//! Storing, reading, annotating and removing files.

use std::sync::Arc;

use waybill_blobs::{BlobId, ByteRange, Reader};
use waybill_machines::machines::package::Event;
use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path, check_properties};
use waybill_machines::rules::repositories::RepositoryClass;

use super::receiving::finished;
use super::storing::check_overwriting;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::file::content_of;
use crate::repositories::{
    Answer, Artifacts, Depth, Entry, Expected, FileInfo, Kind, LISTED_MAX, Location, MayRead,
    NewFile, OF_UPSTREAM, PropertyChanges, Received, RepositoryError, Sight, Source,
    StoredRepository, Usage,
};
use crate::streams::{ChangeContext, Command};

/// How many files of a folder are looked for at once to be removed.
const REMOVED_AT_ONCE: usize = 256;

/// Checks that files of a local repository are stored by their paths, and not with versions.
pub(super) fn check_stored_by_path(repository: &StoredRepository) -> Result<(), RepositoryError> {
    let settings = &repository.settings;
    let has_versions =
        settings.class == RepositoryClass::Local && settings.package_type.has_versions();
    if has_versions { Err(RepositoryError::PublishedOnly) } else { Ok(()) }
}

impl Artifacts for EmbeddedRepositories {
    fn deploy(
        &self,
        new: NewFile,
        mut source: Box<dyn Source>,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo> {
        Box::pin(async move {
            let inner = &self.inner;
            let repository = inner.still(&new.at.repository)?;
            check_stored_by_path(&repository)?;
            let room = inner.accept(&repository, &new).await?;
            let mut receiving = inner.receiving(repository, room);
            inner.append(&mut receiving, source.as_mut()).await?;
            let Received { repository, staged, room } = finished(receiving).await?;
            let content = content_of(&staged.digests);
            new.expected.check(&content)?;
            // Judged before the content is kept: what is refused takes no room.
            let before = inner.file(&repository.id, &new.at.path).await?;
            check_overwriting(before.as_ref(), &content, new.overwriting)?;
            // From here on it runs to completion even when the sender stops waiting.
            let stored = self.to_completion(async move |inner| {
                let lease = inner.blobs.keep(staged).await?;
                let stored = inner.record(&repository, new, content, lease, &context).await;
                drop(room);
                stored
            });
            stored.await
        })
    }

    fn deploy_known(
        &self,
        new: NewFile,
        may_read: MayRead,
        context: ChangeContext,
    ) -> Answer<'_, Option<FileInfo>> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&new.at.repository)?;
            check_stored_by_path(&repository)?;
            inner.store_known(&repository, new, may_read, &context).await
        })
    }

    fn look_up(&self, at: Location, sight: Arc<dyn Sight>) -> Answer<'_, Option<Entry>> {
        Box::pin(async move {
            let id = self.inner.still(&at.repository)?.id;
            let read = move |inner: &Inner| inner.view.entry(&id, &at.path, sight.as_ref());
            self.inner.blocking(read).await
        })
    }

    fn file(&self, at: Location) -> Answer<'_, Option<FileInfo>> {
        Box::pin(async move {
            let id = self.inner.still(&at.repository)?.id;
            self.inner.file(&id, &at.path).await
        })
    }

    fn kind(&self, at: Location) -> Answer<'_, Option<Kind>> {
        Box::pin(async move {
            let id = self.inner.still(&at.repository)?.id;
            self.inner.blocking(move |inner| inner.view.kind(&id, &at.path)).await
        })
    }

    fn files(
        &self,
        folder: Location,
        depth: Depth,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, Vec<FileInfo>> {
        Box::pin(async move {
            let id = self.inner.still(&folder.repository)?.id;
            let sees = move |path: &str| sight.shows_file(path);
            let read = move |inner: &Inner| {
                // One more than is listed: whether there are more is known then.
                let files = match depth {
                    Depth::Folder => inner.view.files_in(&id, &folder.path, sees)?,
                    Depth::All => {
                        inner.view.files_below(&id, &folder.path, LISTED_MAX + 1, sees)?
                    }
                };
                let fits = files.len() <= LISTED_MAX;
                fits.then_some(files).ok_or(RepositoryError::TooManyEntries)
            };
            self.inner.blocking(read).await
        })
    }

    fn read(&self, content: BlobId, range: ByteRange) -> Answer<'_, Reader> {
        Box::pin(async move {
            let reader = self.inner.blobs.read(content, range).await?;
            reader.ok_or(RepositoryError::ContentLost)
        })
    }

    fn annotate(
        &self,
        at: Location,
        changes: PropertyChanges,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| inner.annotate(at, None, changes, &context).await)
    }

    fn annotate_same(
        &self,
        at: Location,
        expected: Expected,
        changes: PropertyChanges,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            inner.annotate(at, Some(&expected), changes, &context).await
        })
    }

    fn remove(&self, at: Location, kind: Kind, context: ChangeContext) -> Answer<'_, u64> {
        self.to_completion(async move |inner| {
            // The root goes only with its repository.
            check_artifact_path(&at.path).map_err(RepositoryError::Artifact)?;
            let repository = inner.still(&at.repository)?;
            let removed = match kind {
                Kind::File => u64::from(inner.remove_one(&repository, &at.path, &context).await?),
                Kind::Folder => inner.remove_below(&repository, &at.path, &context).await?,
            };
            if removed == 0 {
                return Err(RepositoryError::Artifact(ArtifactProblem::Missing));
            }
            Ok(removed)
        })
    }

    fn remove_files(
        &self,
        repository: StoredRepository,
        paths: Vec<String>,
        context: ChangeContext,
    ) -> Answer<'_, u64> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&repository)?;
            let mut removed = 0;
            for path in paths {
                removed += u64::from(inner.remove_one(&repository, &path, &context).await?);
            }
            Ok(removed)
        })
    }

    fn remove_same(
        &self,
        at: Location,
        sha256: String,
        context: ChangeContext,
    ) -> Answer<'_, bool> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&at.repository)?;
            let (stream, _package, file) = inner.lock_file(&repository, &at.path).await?;
            let Some(file) = file.filter(|file| file.content.sha256.0 == sha256) else {
                return Ok(false);
            };
            inner.change(Command::new(stream, removal(&file)), &context).await?;
            Ok(true)
        })
    }

    fn usage(&self, repository: StoredRepository) -> Answer<'_, Usage> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.usage(&id).await
        })
    }
}

/// The event that removes a file.
fn removal(file: &FileInfo) -> Event {
    Event::Remove { path: file.path.clone(), file: Some(file.before()), moved_to: None }
}

impl Inner {
    /// Removes the file at a path; whether there was one.
    pub(super) async fn remove_one(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
        context: &ChangeContext,
    ) -> Result<bool, RepositoryError> {
        let (stream, _package, file) = self.lock_file(repository, path).await?;
        let Some(file) = file else { return Ok(false) };
        self.change(Command::new(stream, removal(&file)), context).await?;
        Ok(true)
    }

    /// The same, unless its package has another revision. Whether the file is gone.
    pub(super) async fn remove_unchanged(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
        revision: u64,
        context: &ChangeContext,
    ) -> Result<bool, RepositoryError> {
        let (stream, _package, file) = self.lock_file(repository, path).await?;
        let Some(file) = file else { return Ok(true) };
        let package = stream.clone();
        let newest = self.blocking(move |inner| inner.view.revision(&package)).await?;
        if newest != revision {
            return Ok(false);
        }
        self.change(Command::new(stream, removal(&file)), context).await?;
        Ok(true)
    }

    /// Changes properties of a file, which has to have the expected content.
    async fn annotate(
        self: &Arc<Self>,
        at: Location,
        expected: Option<&Expected>,
        changes: PropertyChanges,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        let repository = self.still(&at.repository)?;
        let (stream, _package, file) = self.lock_file(&repository, &at.path).await?;
        let file = file.ok_or(RepositoryError::Artifact(ArtifactProblem::Missing))?;
        if let Some(expected) = expected {
            expected.check_at(&at, Some(&file.content))?;
        }
        if changes.keys().any(|name| name.starts_with(OF_UPSTREAM)) {
            return Err(RepositoryError::Artifact(ArtifactProblem::Properties));
        }
        let before = file.before();
        let earlier = Some(file.properties.clone());
        let mut properties = file.properties;
        for (name, values) in changes {
            match values {
                Some(values) => properties.insert(name, values),
                None => properties.remove(&name),
            };
        }
        check_properties(&properties).map_err(RepositoryError::Artifact)?;
        let (path, file) = (at.path, Some(before));
        let event = Event::Annotate { path, properties, earlier, file };
        self.change(Command::new(stream, event), context).await
    }

    /// Removes the files below a folder; how many there were.
    async fn remove_below(
        self: &Arc<Self>,
        repository: &StoredRepository,
        folder: &str,
        context: &ChangeContext,
    ) -> Result<u64, RepositoryError> {
        let mut removed = 0;
        loop {
            let (id, folder) = (repository.id.clone(), folder.to_owned());
            let read =
                move |inner: &Self| inner.view.files_below(&id, &folder, REMOVED_AT_ONCE, |_| true);
            let files = self.blocking(read).await?;
            if files.is_empty() {
                return Ok(removed);
            }
            for file in files {
                let is_removed = self.remove_one(repository, &file.path, context).await?;
                removed += u64::from(is_removed);
            }
        }
    }

    pub(super) async fn file(
        self: &Arc<Self>,
        repository: &str,
        path: &str,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let (repository, path) = (repository.to_owned(), path.to_owned());
        self.blocking(move |inner| inner.view.file(&repository, &path)).await
    }

    pub(super) async fn usage(
        self: &Arc<Self>,
        repository: &str,
    ) -> Result<Usage, RepositoryError> {
        let repository = repository.to_owned();
        self.blocking(move |inner| inner.view.usage(&repository)).await
    }

    /// What counts for the quota of a repository: also what is in its trash, which could grow without end otherwise.
    pub(super) async fn taken(
        self: &Arc<Self>,
        repository: &str,
    ) -> Result<Usage, RepositoryError> {
        let repository = repository.to_owned();
        let read = move |inner: &Self| {
            let (usage, trash) =
                (inner.view.usage(&repository)?, inner.view.trash_usage(&repository)?);
            Ok(Usage { files: usage.files, bytes: usage.bytes.saturating_add(trash.bytes) })
        };
        self.blocking(read).await
    }
}
