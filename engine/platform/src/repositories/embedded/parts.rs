//! Receiving, storing and checking parts.

use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::Properties;

use super::receiving::finished;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::file::content_of;
use crate::repositories::{
    Answer, Expected, FileInfo, Location, MayRead, NewFile, Overwriting, Part, Parts, Received,
    Receiving, RepositoryError, Source, StoredRepository,
};
use crate::streams::ChangeContext;

/// A file that versions consist of, whose path says what is in it.
fn part_at(repository: &StoredRepository, path: String, sha256: &str) -> NewFile {
    NewFile {
        at: Location { repository: repository.clone(), path },
        properties: Properties::new(),
        expected: Expected { sha256: Some(sha256.to_owned()), ..Expected::default() },
        overwriting: Overwriting::SameContent,
    }
}

impl Parts for EmbeddedRepositories {
    fn begin<'a>(&'a self, repository: &'a StoredRepository) -> Answer<'a, Receiving> {
        Box::pin(async move {
            let inner = &self.inner;
            let repository = inner.still(repository)?;
            let room = inner.reserve_upload(&repository, None).await?;
            Ok(inner.receiving(repository, room))
        })
    }

    fn append<'a>(
        &'a self,
        receiving: &'a mut Receiving,
        announced_bytes: Option<u64>,
        source: &'a mut dyn Source,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            // Its settings may have changed since the last portion.
            receiving.repository = self.inner.still(&receiving.repository)?;
            receiving.room.set_quota(receiving.repository.settings.quota_bytes);
            let bytes = receiving.bytes.saturating_add(announced_bytes.unwrap_or(0));
            self.inner.grow(&mut receiving.room, &receiving.repository, bytes).await?;
            let appended = self.inner.append(receiving, source).await;
            // What was announced and did not arrive needs no room.
            receiving.room.shrink_to(receiving.bytes);
            appended
        })
    }

    fn finish(&self, receiving: Receiving) -> Answer<'_, Received> {
        Box::pin(finished(receiving))
    }

    fn store(
        &self,
        received: Received,
        path: String,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo> {
        self.to_completion(async move |inner| {
            let Received { repository, staged, mut room } = received;
            let repository = inner.still(&repository)?;
            room.set_quota(repository.settings.quota_bytes);
            let new = part_at(&repository, path, &staged.digests.sha256.to_string());
            inner.held.hold(&new.at, context.at);
            // Its room is that of what has arrived.
            drop(inner.accept(&repository, &new).await?);
            inner.grow(&mut room, &repository, staged.digests.bytes).await?;
            let content = content_of(&staged.digests);
            let lease = inner.blobs.keep(staged).await?;
            let stored = inner.record(&repository, new, content, lease, &context).await;
            drop(room);
            stored
        })
    }

    fn check(&self, repository: StoredRepository, parts: Vec<Part>) -> Answer<'_, ()> {
        Box::pin(async move {
            let id = self.inner.still(&repository)?.id;
            self.inner.blocking(move |inner| inner.check_parts(&id, &parts)).await
        })
    }

    fn hold(&self, at: &Location, now: Timestamp) {
        self.inner.held.hold(at, now);
    }

    fn link(
        &self,
        at: Location,
        sha256: String,
        may_read: MayRead,
        context: ChangeContext,
    ) -> Answer<'_, Option<FileInfo>> {
        self.to_completion(async move |inner| {
            let repository = inner.still(&at.repository)?;
            let new = part_at(&repository, at.path, &sha256);
            inner.held.hold(&new.at, context.at);
            inner.store_known(&repository, new, may_read, &context).await
        })
    }
}

impl Inner {
    /// Checks that what a version consists of is there. Blocks on the disk.
    pub(super) fn check_parts(
        &self,
        repository: &str,
        parts: &[Part],
    ) -> Result<(), RepositoryError> {
        for part in parts {
            let is_there = |path: &String| {
                let file = self.view.file(repository, path)?;
                Ok::<_, RepositoryError>(file.is_some_and(|file| file.content.bytes == part.bytes))
            };
            let mut found = false;
            for path in &part.paths {
                found = found || is_there(path)?;
            }
            if !found {
                return Err(RepositoryError::PartMissing(part.name.clone()));
            }
        }
        Ok(())
    }
}
