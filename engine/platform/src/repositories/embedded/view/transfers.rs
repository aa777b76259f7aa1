//! What was transferred on each day, by what the records say: of the installation, of each package and of each version.
//! Days in UTC are kept for a year after the newest one.

use std::ops::Range;

use redb::{ReadableTable as _, Table, TableDefinition, WriteTransaction};
use waybill_machines::machines::download::{FileCount, MinuteCount, Transfers};

use super::{View, of_view};
use crate::downloads::sum;
use crate::repositories::{DAYS_KEPT, Day, DayCount, RepositoryError, day_of};

/// The repository id, which is empty for the sum of all repositories, also of those that were deleted; the day; the
/// package, which is empty for the sum of all; and the version, likewise.
type Key = (&'static str, Day, &'static str, &'static str);
/// Downloads, fills and bytes.
type Row = (u64, u64, u64);

/// What was transferred on each day.
pub(super) const DAYS: TableDefinition<'_, Key, Row> = TableDefinition::new("days");

/// The sum of all repositories.
const ALL: &str = "";

const fn transfers((downloads, fills, bytes): Row) -> Transfers {
    Transfers { downloads, fills, bytes }
}

/// Adds what a record has.
pub(super) fn add(
    transaction: &WriteTransaction,
    repository: &str,
    count: &MinuteCount,
) -> Result<(), RepositoryError> {
    let day = day_of(count.minute);
    let mut table = transaction.open_table(DAYS).map_err(of_view)?;
    let mut all = count.others.unwrap_or_default();
    for FileCount { package, version, transfers, .. } in &count.files {
        sum(&mut all, *transfers);
        let Some(package) = package else { continue };
        more(&mut table, (repository, day, package, ""), *transfers)?;
        if let Some(version) = version {
            more(&mut table, (repository, day, package, version), *transfers)?;
        }
    }
    more(&mut table, (ALL, day, "", ""), all)?;
    let oldest = day.saturating_sub(DAYS_KEPT);
    for id in [ALL, repository] {
        let old = (id, 0, "", "")..(id, oldest, "", "");
        table.retain_in(old, |_, _| false).map_err(of_view)?;
    }
    Ok(())
}

fn more(
    table: &mut Table<'_, Key, Row>,
    key: (&str, Day, &str, &str),
    added: Transfers,
) -> Result<(), RepositoryError> {
    let known = table.get(key).map_err(of_view)?.map(|known| transfers(known.value()));
    let mut known = known.unwrap_or_default();
    sum(&mut known, added);
    table.insert(key, (known.downloads, known.fills, known.bytes)).map_err(of_view)?;
    Ok(())
}

/// Forgets the packages of a repository. The sums of all repositories stay as they are.
pub(super) fn drop_all(
    transaction: &WriteTransaction,
    repository: &str,
    after: &str,
) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(DAYS).map_err(of_view)?;
    let all = (repository, 0, "", "")..(after, 0, "", "");
    table.retain_in(all, |_, _| false).map_err(of_view)
}

impl View {
    /// What was transferred on each day by all repositories together.
    pub(in crate::repositories::embedded) fn transferred(
        &self,
        days: Range<Day>,
    ) -> Result<Vec<DayCount>, RepositoryError> {
        self.transferred_of("", &[(ALL.to_owned(), String::new())], days)
    }

    /// What was transferred on each day of some versions of a package, each with the id of its repository. An empty
    /// version is for all of them.
    pub(in crate::repositories::embedded) fn transferred_of(
        &self,
        package: &str,
        versions: &[(String, String)],
        days: Range<Day>,
    ) -> Result<Vec<DayCount>, RepositoryError> {
        let table = self.reading()?.open_table(DAYS).map_err(of_view)?;
        let count = |day| {
            let mut all = Transfers::default();
            for (repository, version) in versions {
                let key = (repository.as_str(), day, package, version.as_str());
                if let Some(found) = table.get(key).map_err(of_view)? {
                    sum(&mut all, transfers(found.value()));
                }
            }
            Ok(DayCount { day, transfers: all })
        };
        // Only as many days as are kept, the newest of them.
        let first = days.start.max(days.end.saturating_sub(DAYS_KEPT));
        (first..days.end).map(count).collect()
    }
}
