//! Moving files to the trash, restoring them, and deleting them for good.

use std::sync::Arc;
use std::time::Duration;

use waybill_machines::Timestamp;
use waybill_machines::machines::package::Event;
use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path};

use super::artifacts::check_stored_by_path;
use super::package_streams::{lock_of, stream_of_file};
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, ArchivePage, ArchiveQuery, Discarded, FileInfo, Kind, Location, RepositoryError,
    Searched, Sight, StoredRepository, TRASHED_AT_ONCE_MAX, Trash, TrashPage, TrashedFile, Usage,
};
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command};

/// How many files of the trash are looked at together.
const PAGE: usize = 256;

/// Where the content of a file in the trash occurs: no file and no metadata has such a path.
pub(in crate::repositories) fn trash_place(item: &str) -> String {
    format!("//{item}")
}

impl Trash for EmbeddedRepositories {
    fn discard(&self, at: Location, kind: Kind, context: ChangeContext) -> Answer<'_, Discarded> {
        self.to_completion(async move |inner| {
            // The root goes only with its repository.
            check_artifact_path(&at.path).map_err(RepositoryError::Artifact)?;
            let repository = inner.still(&at.repository)?;
            check_stored_by_path(&repository)?;
            let paths = match kind {
                Kind::File => vec![at.path],
                Kind::Folder => inner.paths_to_discard(&repository, at.path).await?,
            };
            // Names sort by time, so that a page of the trash is read without the others.
            let name = format!("{:012x}-{}", context.at.as_ms().max(0), hex(&random::<4>()));
            let mut files = 0;
            for path in paths {
                let item = format!("{name}-{files:05}");
                files += u64::from(inner.discard_one(&repository, path, item, &context).await?);
            }
            if files == 0 {
                return Err(RepositoryError::Artifact(ArtifactProblem::Missing));
            }
            Ok(Discarded { name, files })
        })
    }

    fn trash(
        &self,
        repository: StoredRepository,
        before: Option<String>,
        files_max: usize,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, TrashPage> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            let read = move |inner: &Inner| {
                let sees = |path: &str| sight.shows_file(path);
                inner.view.trash(&id, before.as_deref(), files_max, sees)
            };
            let (files, next) = self.inner.blocking(read).await?;
            Ok(TrashPage { files, next })
        })
    }

    fn trashed(&self, repository: StoredRepository, name: String) -> Answer<'_, Vec<TrashedFile>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            let read = move |inner: &Inner| match inner.view.trashed(&id, &name)? {
                Some(one) => Ok(vec![one]),
                None => inner.view.trashed_with(&id, &format!("{name}-"), TRASHED_AT_ONCE_MAX),
            };
            self.inner.blocking(read).await
        })
    }

    fn restore(
        &self,
        repository: StoredRepository,
        item: String,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&repository)?;
            inner.restore_one(&repository, item, &context).await
        })
    }

    fn purge(
        &self,
        repository: StoredRepository,
        item: String,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&repository)?;
            inner.purge_one(&repository, item, &context).await
        })
    }

    fn archive(
        &self,
        repository: StoredRepository,
        paths: Vec<String>,
        context: ChangeContext,
    ) -> Answer<'_, Discarded> {
        self.to_completion(async move |inner| inner.archive(&repository, paths, &context).await)
    }

    fn archived(&self, query: ArchiveQuery, scope: Vec<Searched>) -> Answer<'_, ArchivePage> {
        self.query(move |inner| inner.view.archived(&query, &scope))
    }

    fn trash_usage(&self, repository: StoredRepository) -> Answer<'_, Usage> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.view.trash_usage(&id)).await
        })
    }

    fn trash_kept(&self) -> Duration {
        self.inner.trash_kept
    }
}

impl EmbeddedRepositories {
    /// Deletes the files for good that have been in the trash for long enough at this time. Returns how many.
    pub fn expire_trash(&self, at: Timestamp) -> Answer<'_, u64> {
        self.to_completion(async move |inner| {
            let (mut expired, all) = (0, inner.table().all());
            for repository in all {
                loop {
                    let id = repository.id.clone();
                    let oldest = move |inner: &Inner| inner.view.oldest_trashed(&id, PAGE);
                    let mut oldest = inner.blocking(oldest).await?;
                    let kept_ms = i128::try_from(inner.trash_kept.as_millis()).unwrap_or(i128::MAX);
                    oldest.retain(|one| i128::from(at.ms_since(one.trashed_at)) >= kept_ms);
                    if oldest.is_empty() {
                        break;
                    }
                    for one in oldest {
                        let context = ChangeContext::system(at);
                        match inner.purge_one(&repository, one.item, &context).await {
                            // It was restored or deleted meanwhile.
                            Ok(()) | Err(RepositoryError::Artifact(ArtifactProblem::Missing)) => {}
                            Err(error) => return Err(error),
                        }
                        expired += 1;
                    }
                }
            }
            Ok(expired)
        })
    }
}

impl Inner {
    async fn paths_to_discard(
        self: &Arc<Self>,
        repository: &StoredRepository,
        folder: String,
    ) -> Result<Vec<String>, RepositoryError> {
        let id = repository.id.clone();
        let limit = TRASHED_AT_ONCE_MAX + 1;
        let read = move |inner: &Self| inner.view.files_below(&id, &folder, limit, |_| true);
        let files = self.blocking(read).await?;
        if files.len() > TRASHED_AT_ONCE_MAX {
            return Err(RepositoryError::TooManyToDiscard);
        }
        Ok(files.into_iter().map(|file| file.path).collect())
    }

    /// Moves the file at a path to the trash; whether there was one.
    async fn discard_one(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: String,
        item: String,
        context: &ChangeContext,
    ) -> Result<bool, RepositoryError> {
        let (stream, _package, file) = self.lock_file(repository, &path).await?;
        let Some(file) = file else { return Ok(false) };
        let event = Event::Trash { item, path, file: Some(file.before()) };
        self.change(Command::new(stream, event), context).await?;
        Ok(true)
    }

    async fn restore_one(
        self: &Arc<Self>,
        repository: &StoredRepository,
        item: String,
        context: &ChangeContext,
    ) -> Result<FileInfo, RepositoryError> {
        let trashed = self.trashed_file(repository, &item).await?;
        let path = trashed.file.path.clone();
        let (stream, name) = stream_of_file(repository, &path, Some(&trashed.file));
        let _package = self.packages[lock_of(&stream)].lock().await;
        // It may have been restored or deleted before it was locked.
        let file = self.trashed_file(repository, &item).await?.file;
        let (id, at) = (repository.id.clone(), path.clone());
        let obstacle = self.blocking(move |inner| inner.view.obstacle(&id, &at)).await?;
        if let Some(obstacle) = obstacle {
            return Err(obstacle);
        }
        let exists = self.file(&repository.id, &path).await?.is_some();
        let before = Some(file.before());
        let event = Event::Restore { name, item, path: path.clone(), file: before, exists };
        let command = Command { record_refusal: false, ..Command::new(stream, event) };
        match self.change(command, context).await {
            Err(RepositoryError::Artifact(ArtifactProblem::Exists)) => {
                return Err(RepositoryError::PathTaken(path));
            }
            restored => restored?,
        }
        let restored = self.file(&repository.id, &path).await?;
        restored.ok_or(RepositoryError::Defect("a file was restored and is not there"))
    }

    async fn purge_one(
        self: &Arc<Self>,
        repository: &StoredRepository,
        item: String,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        let trashed = self.trashed_file(repository, &item).await?;
        let path = trashed.file.path.clone();
        let (stream, _) = stream_of_file(repository, &path, Some(&trashed.file));
        let _package = self.packages[lock_of(&stream)].lock().await;
        let file = self.trashed_file(repository, &item).await?.file;
        let event = Event::Purge { item, path, file: Some(file.before()) };
        self.change(Command::new(stream, event), context).await
    }

    async fn trashed_file(
        self: &Arc<Self>,
        repository: &StoredRepository,
        item: &str,
    ) -> Result<TrashedFile, RepositoryError> {
        let (id, item) = (repository.id.clone(), item.to_owned());
        let found = self.blocking(move |inner| inner.view.trashed(&id, &item)).await?;
        found.ok_or(RepositoryError::Artifact(ArtifactProblem::Missing))
    }
}
