//! Browsing repositories.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;
use waybill_blobs::BlobId;
use waybill_machines::machines::package::Event;

use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, Changed, FolderPage, Location, MayRead, RepositoryError, StoredRepository, Tree,
    TreeSource, WantedContent,
};

/// How many places of a content are tried for one that the caller may read.
const HOLDERS_MAX: usize = 100;
/// The number of hexadecimal digits of a SHA-1.
const SHA1_DIGITS: usize = 40;
/// How many changed paths may wait for a page that follows a repository. A slower one reads everything again.
const WAITING_MAX: usize = 1_024;

/// Who follows the changes in repositories, by their ids.
#[derive(Debug, Default)]
pub(super) struct Changes(Mutex<HashMap<String, broadcast::Sender<String>>>);

impl Changes {
    fn all(&self) -> MutexGuard<'_, HashMap<String, broadcast::Sender<String>>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn follow(&self, repository: &str) -> broadcast::Receiver<String> {
        let mut all = self.all();
        all.retain(|_, sender| sender.receiver_count() > 0);
        let known = all.entry(repository.to_owned());
        known.or_insert_with(|| broadcast::channel(WAITING_MAX).0).subscribe()
    }

    /// Something has changed at a path.
    pub(super) fn report(&self, repository: &str, path: String) {
        if let Some(sender) = self.all().get(repository) {
            // Without followers there is nothing to do.
            let _ = sender.send(path);
        }
    }

    /// A repository was deleted.
    pub(super) fn end(&self, repository: &str) {
        self.all().remove(repository);
    }
}

/// The path at which an event changes a file.
pub(super) fn changed_path(event: &Event) -> Option<&String> {
    match event {
        Event::Deploy { path, .. }
        | Event::Publish { path, .. }
        | Event::Annotate { path, .. }
        | Event::Remove { path, .. }
        | Event::Archive { path, .. }
        | Event::Trash { path, .. }
        | Event::Restore { path, .. } => Some(path),
        Event::Deprecate { .. }
        | Event::Yank { .. }
        | Event::Tag { .. }
        | Event::Purge { .. }
        | Event::UpstreamDiffers { .. } => None,
    }
}

impl Tree for EmbeddedRepositories {
    fn page(
        &self,
        sources: Vec<TreeSource>,
        folder: String,
        after: Option<String>,
        entries_max: usize,
    ) -> Answer<'_, Option<FolderPage>> {
        Box::pin(async move {
            for source in &sources {
                self.inner.still(&source.repository)?;
            }
            let read = move |inner: &Inner| {
                inner.view.joined_page(&sources, &folder, after.as_deref(), entries_max)
            };
            self.inner.blocking(read).await
        })
    }

    fn holders(
        &self,
        wanted: Vec<WantedContent>,
        may_read: MayRead,
    ) -> Answer<'_, Vec<Option<Location>>> {
        Box::pin(async move {
            let find = move |inner: &Inner| {
                let find = |wanted: &WantedContent| inner.holder(wanted, &may_read);
                wanted.iter().map(find).collect()
            };
            self.inner.blocking(find).await
        })
    }

    fn changes(&self, repository: &StoredRepository) -> broadcast::Receiver<String> {
        let changes = self.inner.changes.follow(&repository.id);
        if self.inner.still(repository).is_err() {
            // It was deleted meanwhile.
            self.inner.changes.end(&repository.id);
        }
        changes
    }

    fn changed(
        &self,
        repository: StoredRepository,
        paths: Vec<String>,
    ) -> Answer<'_, Vec<Changed>> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.changed(&id, paths)).await
        })
    }
}

impl Inner {
    fn holder(
        &self,
        wanted: &WantedContent,
        may_read: &MayRead,
    ) -> Result<Option<Location>, RepositoryError> {
        let sha256 = wanted.sha256.to_ascii_lowercase();
        let blobs = match sha256.parse::<BlobId>() {
            Ok(blob) => vec![blob],
            Err(_) if sha256.is_empty() && wanted.sha1.len() == SHA1_DIGITS => {
                self.view.with_sha1(&wanted.sha1.to_ascii_lowercase())?
            }
            Err(_) => return Ok(None),
        };
        if let Some((key, path)) = &wanted.expected
            && let Some(repository) = self.table().get(key).cloned()
            && may_read(&repository, path)
            && let Some(file) = self.view.file(&repository.id, path)?
            && file.blob().is_some_and(|blob| blobs.contains(&blob))
        {
            return Ok(Some(Location { repository, path: path.clone() }));
        }
        let repositories = self.table().by_id();
        for blob in blobs {
            let mut places = self.view.places(blob, HOLDERS_MAX)?;
            if let Some(only) = &wanted.only_at {
                places = if places.len() < HOLDERS_MAX {
                    places.into_iter().filter(|(_, path)| path == only).collect()
                } else {
                    // There may be a million others: the path is looked for in each repository.
                    let mut at = Vec::new();
                    for (id, repository) in &repositories {
                        if may_read(repository, only)
                            && let Some(file) = self.view.file(id, only)?
                            && file.blob() == Some(blob)
                        {
                            at.push((id.clone(), only.clone()));
                        }
                    }
                    at.sort_unstable();
                    at
                };
            }
            for (id, path) in places {
                let Some(repository) = repositories.get(&id) else { continue };
                // Metadata and what is in the trash are at no path.
                if may_read(repository, &path) && self.view.file(&id, &path)?.is_some() {
                    return Ok(Some(Location { repository: repository.clone(), path }));
                }
            }
        }
        Ok(None)
    }

    fn changed(
        &self,
        repository: &str,
        paths: Vec<String>,
    ) -> Result<Vec<Changed>, RepositoryError> {
        let (mut changed, mut gone) = (Vec::new(), BTreeSet::new());
        for path in paths {
            if let Some(file) = self.view.file(repository, &path)? {
                changed.push(Changed::File(Box::new(file)));
                continue;
            }
            let above = path.rmatch_indices('/').map(|(at, _)| path[..at].to_owned());
            for folder in above {
                // What is above a folder that exists exists as well.
                if gone.contains(&folder) || self.view.is_folder(repository, &folder)? {
                    break;
                }
                gone.insert(folder);
            }
            changed.push(Changed::FileGone(path));
        }
        changed.extend(gone.into_iter().map(Changed::FolderGone));
        Ok(changed)
    }
}
