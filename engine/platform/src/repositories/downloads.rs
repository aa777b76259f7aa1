//! What records say of downloads.

use std::ops::Range;

use waybill_machines::Timestamp;
use waybill_machines::machines::download::{Download, MinuteCount, Transfers};

use super::{Answer, Location, PackageId, Searched};
use crate::downloads::{Counted, Recorded};
use crate::streams::ChangeContext;

/// For how many days it is known what was transferred on each.
pub const DAYS_KEPT: Day = 366;

/// A day in UTC, by its number since 1970-01-01.
pub type Day = u32;

/// The day of a time.
pub fn day_of(at: Timestamp) -> Day {
    const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
    Day::try_from(at.as_ms().div_euclid(DAY_MS)).unwrap_or_default()
}

/// What was transferred on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayCount {
    /// The day.
    pub day: Day,
    /// How much.
    pub transfers: Transfers,
}

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

    /// What was transferred on each of some days, by all repositories together, by the records.
    fn by_day(&self, days: Range<Day>) -> Answer<'_, Vec<DayCount>>;

    /// What was transferred of a package, or of one version of it, as far as the caller may read that.
    fn by_day_of(
        &self,
        package: PackageId,
        version: Option<String>,
        days: Range<Day>,
        scope: Vec<Searched>,
    ) -> Answer<'_, Vec<DayCount>>;
}
