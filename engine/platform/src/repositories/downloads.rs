//! What records say of downloads.

use waybill_machines::Timestamp;
use waybill_machines::machines::download::{Download, MinuteCount};

use super::{Answer, Location};
use crate::downloads::{Counted, Recorded};
use crate::streams::ChangeContext;

/// The port for records of downloads.
pub trait DownloadRecords: Send + Sync + 'static {
    /// Records what was transferred in a minute, by the ids of repositories: all of it as one group of records, unless
    /// it is too large for one.
    fn count(&self, counts: Vec<(String, Vec<MinuteCount>)>, at: Timestamp) -> Answer<'_, ()>;

    /// Records one download, before its first byte is sent.
    fn serve(
        &self,
        repository_id: String,
        download: Download,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// The newest minute that is recorded of each repository.
    fn counted(&self) -> Answer<'_, Recorded>;

    /// How often the file at a path was downloaded, by the records.
    fn downloads_of(&self, at: Location) -> Answer<'_, Counted>;
}
