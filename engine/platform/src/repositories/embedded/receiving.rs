//! Receiving files: staged and hashed while they arrive, as far as there is room for them.

use std::sync::Arc;

use waybill_machines::rules::repositories::RepositoryClass;

use super::Inner;
use super::quotas::Reservation;
use crate::repositories::{Received, Receiving, RepositoryError, Source, StoredRepository};

/// Checks that a repository takes uploads.
fn check_is_local(repository: &StoredRepository) -> Result<(), RepositoryError> {
    let is_local = repository.settings.class == RepositoryClass::Local;
    is_local.then_some(()).ok_or(RepositoryError::ReadOnly(repository.settings.class))
}

impl Inner {
    /// Reserves room for an upload to a repository, which has to be a local one.
    pub(super) async fn reserve_upload(
        self: &Arc<Self>,
        repository: &StoredRepository,
        announced_bytes: Option<u64>,
    ) -> Result<Reservation, RepositoryError> {
        check_is_local(repository)?;
        self.reserve(repository, announced_bytes).await
    }

    /// Reserves room for a file of a repository.
    pub(super) async fn reserve(
        self: &Arc<Self>,
        repository: &StoredRepository,
        announced_bytes: Option<u64>,
    ) -> Result<Reservation, RepositoryError> {
        let quota = repository.settings.quota_bytes;
        let mut room = Reservation::new(&self.quotas, &repository.id, quota);
        self.grow(&mut room, repository, announced_bytes.unwrap_or(0)).await?;
        Ok(room)
    }

    /// Ensures that there is room for this many bytes. Without a quota nothing has to be read for it.
    pub(super) async fn grow(
        self: &Arc<Self>,
        room: &mut Reservation,
        repository: &StoredRepository,
        bytes: u64,
    ) -> Result<(), RepositoryError> {
        if room.must_grow(bytes) {
            room.grow_to(bytes, self.taken(&repository.id).await?)?;
        }
        Ok(())
    }

    /// Begins to receive a file for which there is room.
    pub(super) fn receiving(&self, repository: StoredRepository, room: Reservation) -> Receiving {
        Receiving { repository, upload: self.blobs.upload(), room, bytes: 0 }
    }

    /// Receives what a source sends.
    pub(super) async fn append(
        self: &Arc<Self>,
        receiving: &mut Receiving,
        source: &mut dyn Source,
    ) -> Result<(), RepositoryError> {
        while let Some(portion) = source.next().await {
            let portion = portion?;
            let bytes = receiving.bytes + portion.len() as u64;
            self.grow(&mut receiving.room, &receiving.repository, bytes).await?;
            receiving.upload.write(portion).await?;
            receiving.bytes = bytes;
        }
        Ok(())
    }
}

/// Ends the receiving: the whole file is on the disk.
pub(super) async fn finished(receiving: Receiving) -> Result<Received, RepositoryError> {
    let Receiving { repository, upload, room, .. } = receiving;
    Ok(Received { repository, staged: upload.finish().await?, room })
}
