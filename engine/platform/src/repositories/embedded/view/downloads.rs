//! How often files were downloaded, by what the records say. It ends with the file: another one at its path begins at
//! zero.

use redb::{ReadableDatabase as _, ReadableTable as _, TableDefinition, WriteTransaction};
use waybill_machines::Timestamp;
use waybill_machines::machines::download::{FileCount, MinuteCount, Transfers};

use super::apply::{Files, read};
use super::{FILES, View, of_view};
use crate::downloads::{Counted, sum};
use crate::repositories::{FileInfo, RepositoryError};

/// Downloads, fills, bytes and the time of the last download in milliseconds.
type Row = (u64, u64, u64, Option<i64>);

/// How often files were downloaded, by repository id and path.
pub(super) const DOWNLOADS: TableDefinition<'_, (&str, &str), Row> =
    TableDefinition::new("downloads");

fn counted((downloads, fills, bytes, last): Row) -> Counted {
    let transfers = Transfers { downloads, fills, bytes };
    Counted { transfers, last: last.map(Timestamp::from_ms) }
}

impl View {
    /// How often the file at a path was downloaded.
    pub(crate) fn downloads(
        &self,
        repository: &str,
        path: &str,
    ) -> Result<Counted, RepositoryError> {
        let transaction = self.file.begin_read().map_err(of_view)?;
        let table = transaction.open_table(DOWNLOADS).map_err(of_view)?;
        let found = table.get((repository, path)).map_err(of_view)?;
        Ok(found.map(|found| counted(found.value())).unwrap_or_default())
    }
}

/// Adds what a record has. Files that are gone are left out, so that the table has no more rows than there are files.
pub(super) fn add(of: Files<'_>, count: MinuteCount) -> Result<(), RepositoryError> {
    let Files { transaction, repository, touched } = of;
    let files = transaction.open_table(FILES).map_err(of_view)?;
    let mut table = transaction.open_table(DOWNLOADS).map_err(of_view)?;
    for FileCount { path, transfers, last, .. } in count.files {
        let key = (repository, path.as_str());
        let Some(file) = files.get(key).map_err(of_view)? else { continue };
        let file: FileInfo = read(file.value())?;
        if let Some(version) = &file.version {
            touched.downloaded(of, &version.package, transfers.downloads);
        }
        let known = table.get(key).map_err(of_view)?.map(|known| counted(known.value()));
        let mut known = known.unwrap_or_default();
        sum(&mut known.transfers, transfers);
        let last = known.last.max(last).map(Timestamp::as_ms);
        let Transfers { downloads, fills, bytes } = known.transfers;
        table.insert(key, (downloads, fills, bytes, last)).map_err(of_view)?;
    }
    Ok(())
}

/// Forgets a file that is gone.
pub(super) fn forget(
    transaction: &WriteTransaction,
    repository: &str,
    path: &str,
) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(DOWNLOADS).map_err(of_view)?;
    table.remove((repository, path)).map_err(of_view)?;
    Ok(())
}

/// Forgets all files of a repository.
pub(super) fn drop_all(
    transaction: &WriteTransaction,
    repository: &str,
    after: &str,
) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(DOWNLOADS).map_err(of_view)?;
    table.retain_in((repository, "")..(after, ""), |_, _| false).map_err(of_view)
}
