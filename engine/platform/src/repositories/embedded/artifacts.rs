//! Storing, reading, annotating and removing files.

use std::sync::Arc;

use tokio::sync::MutexGuard;
use waybill_blobs::{BlobId, ByteRange, Lease, Reader};
use waybill_machines::machines::package::{Content, Event};
use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path, check_properties};
use waybill_machines::rules::repositories::PackageType;

use super::quotas::Reservation;
use super::receiving::finished;
use super::{EmbeddedRepositories, Inner, LOCKS};
use crate::repositories::file::content_of;
use crate::repositories::{
    Answer, Artifacts, Depth, Entry, FileInfo, Kind, LISTED_MAX, Location, MayRead, NewFile,
    Overwriting, PropertyChanges, Received, RepositoryError, Sight, Source, StoredRepository,
    Usage,
};
use crate::secret::sha256_hex;
use crate::streams::{ChangeContext, Command};

/// Prefix of the streams of packages.
const PREFIX: &str = "package/";
/// How many hex digits of a digest name the stream of a package: two packages with the same ones do not occur.
const NAME_DIGITS: usize = 32;
/// How many files of a folder are looked for at once to be removed.
const REMOVED_AT_ONCE: usize = 256;
/// How many places of a content are tried for one that the caller may read.
const PLACES_MAX: usize = 1_000;

/// The package that a file without a version belongs to.
pub(super) fn package_of(package_type: PackageType, path: &str) -> String {
    match package_type {
        // No part of the name of an image begins with an underscore.
        PackageType::Docker => path.split("/_").next().unwrap_or(path).to_owned(),
        // It is a package by itself.
        _ => path.to_owned(),
    }
}

pub(super) fn stream_of(repository: &str, package: &str) -> String {
    let digest = sha256_hex(package.as_bytes());
    format!("{PREFIX}{repository}/{}", &digest[..NAME_DIGITS])
}

/// The stream of the package that the file at a path belongs to: that of its version. What belongs to no version is a
/// package by itself.
fn stream_of_file(repository: &StoredRepository, path: &str, file: Option<&FileInfo>) -> String {
    let version = file.and_then(|file| file.version.as_ref());
    let package = version.map_or_else(
        || package_of(repository.settings.package_type, path),
        |version| version.package.clone(),
    );
    stream_of(&repository.id, &package)
}

/// The id of the repository that a package's stream belongs to.
pub(in crate::repositories) fn repository_of(stream: &str) -> Option<&str> {
    Some(stream.strip_prefix(PREFIX)?.split_once('/')?.0)
}

/// The lock of a package, by the number that its stream's name has.
pub(super) fn lock_of(stream: &str) -> usize {
    let byte =
        stream.get(stream.len() - 2..).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    usize::from(byte.unwrap_or(0)) % LOCKS
}

const fn exists() -> RepositoryError {
    RepositoryError::Artifact(ArtifactProblem::Exists)
}

/// Whether a content may be stored where a file is.
fn check_overwriting(
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

/// Checks that files of a repository are stored by their paths, and not with versions.
fn check_stored_by_path(repository: &StoredRepository) -> Result<(), RepositoryError> {
    let has_versions = repository.settings.package_type.has_versions();
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
            let mut receiving = inner.receiving(repository, room)?;
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
        self.to_completion(async move |inner| {
            let repository = inner.still(&at.repository)?;
            let (stream, _package, file) = inner.lock_file(&repository, &at.path).await?;
            let file = file.ok_or(RepositoryError::Artifact(ArtifactProblem::Missing))?;
            let before = file.before();
            let mut properties = file.properties;
            for (name, values) in changes {
                match values {
                    Some(values) => properties.insert(name, values),
                    None => properties.remove(&name),
                };
            }
            check_properties(&properties).map_err(RepositoryError::Artifact)?;
            let event = Event::Annotate { path: at.path, properties, file: Some(before) };
            inner.change(Command::new(stream, event), &context).await
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

    fn usage(&self, repository: StoredRepository) -> Answer<'_, Usage> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.usage(&id).await
        })
    }
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
        room.grow_to(content.bytes, self.usage(&repository.id).await?)?;
        self.record(repository, new, content, lease, context).await.map(Some)
    }

    /// Locks the package that the file at a path belongs to. Returns its stream, the lock, and the file.
    async fn lock_file(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
    ) -> Result<(String, MutexGuard<'_, ()>, Option<FileInfo>), RepositoryError> {
        let mut file = self.file(&repository.id, path).await?;
        loop {
            let stream = stream_of_file(repository, path, file.as_ref());
            let lock = self.packages[lock_of(&stream)].lock().await;
            file = self.file(&repository.id, path).await?;
            // Before it was locked, the file may have come or gone.
            if stream_of_file(repository, path, file.as_ref()) == stream {
                return Ok((stream, lock, file));
            }
        }
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
        self.reserve(repository, new.expected.bytes).await
    }

    /// Reserves room for an upload to a repository.
    pub(super) async fn reserve(
        self: &Arc<Self>,
        repository: &StoredRepository,
        announced_bytes: Option<u64>,
    ) -> Result<Reservation, RepositoryError> {
        let (usage, quota) = (self.usage(&repository.id).await?, repository.settings.quota_bytes);
        Reservation::begin(&self.quotas, &repository.id, quota, usage, announced_bytes)
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
                let mut properties = file.properties;
                properties.extend(new.properties);
                check_properties(&properties).map_err(RepositoryError::Artifact)?;
                Event::Annotate { path: path.clone(), properties, file: Some(before) }
            }
            before => Event::Deploy {
                name,
                path: path.clone(),
                content,
                properties: new.properties,
                replaces: before.as_ref().map(FileInfo::before),
                may_replace: new.overwriting == Overwriting::Always,
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
            for (repository, path) in inner.view.places(blob, PLACES_MAX)? {
                let stored = repositories.get(&repository);
                if !stored.is_some_and(|stored| may_read(stored, &path)) {
                    continue;
                }
                if let Some(file) = inner.view.file(&repository, &path)? {
                    return Ok(Some(file.content));
                }
            }
            Ok(None)
        });
        let found = found.await?;
        if let Some(content) = &found {
            new.expected.check(content)?;
        }
        Ok(found)
    }

    /// Removes the file at a path; whether there was one.
    async fn remove_one(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
        context: &ChangeContext,
    ) -> Result<bool, RepositoryError> {
        let (stream, _package, file) = self.lock_file(repository, path).await?;
        let Some(file) = file else { return Ok(false) };
        let event = Event::Remove { path: path.to_owned(), file: Some(file.before()) };
        self.change(Command::new(stream, event), context).await?;
        Ok(true)
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
}
