//! What an event changes in the view.

use redb::{ReadableTable as _, WriteTransaction};
use waybill_blobs::BlobId;
use waybill_journal::RecordView;
use waybill_machines::machines::{package, repository};
use waybill_machines::{AnyEvent, MachineName};
use waybill_stream::LoadError;

use super::{CONTENTS, DELETED, FILES, META, STREAMS, USAGE, of_view};
use crate::repositories::embedded::PREFIX;
use crate::repositories::embedded::artifacts::repository_of;
use crate::repositories::{FileInfo, RepositoryError, Usage};

/// Applies a record. One that is in the view already, was rejected or concerns others changes nothing.
pub(super) fn apply(
    transaction: &WriteTransaction,
    record: &RecordView<'_>,
) -> Result<(), RepositoryError> {
    let Ok(machine @ (MachineName::Package | MachineName::Repository)) = record.machine.parse()
    else {
        return Ok(());
    };
    let event = || {
        let schema = u32::try_from(record.schema).unwrap_or(u32::MAX);
        let event = machine.recorded_event(schema.into(), record.event);
        event.map_err(|error| {
            RepositoryError::Stream(LoadError::of(record.stream, record.seq, &error).into())
        })
    };
    {
        let mut streams = transaction.open_table(STREAMS).map_err(of_view)?;
        let known = streams.get(record.stream).map_err(of_view)?.map_or(0, |seq| seq.value());
        if record.seq <= known {
            return Ok(());
        }
        streams.insert(record.stream, record.seq).map_err(of_view)?;
    }
    if record.state.is_none() {
        // It was rejected.
        return Ok(());
    }
    match (event()?, record.stream.strip_prefix(PREFIX), repository_of(record.stream)) {
        (AnyEvent::Repository(repository::Event::Delete {}), Some(repository), _) => {
            drop_repository(transaction, repository)
        }
        // An upload may end after its repository.
        (AnyEvent::Package(event), _, Some(repository))
            if !is_deleted(transaction, repository)? =>
        {
            Files { transaction, repository }.change(event, record)
        }
        _ => Ok(()),
    }
}

fn is_deleted(transaction: &WriteTransaction, id: &str) -> Result<bool, RepositoryError> {
    let meta = transaction.open_table(META).map_err(of_view)?;
    Ok(meta.get(format!("{DELETED}{id}").as_str()).map_err(of_view)?.is_some())
}

/// Removes everything of a repository.
fn drop_repository(transaction: &WriteTransaction, id: &str) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(FILES).map_err(of_view)?;
    let removed = table.extract_from_if((id, "")..(after(id).as_str(), ""), |_, _| true);
    let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
    for entry in removed.map_err(of_view)? {
        let (_, value) = entry.map_err(of_view)?;
        let file = read(value.value())?;
        if let Some(blob) = file.blob() {
            contents.remove((blob.as_bytes(), id, file.path.as_str())).map_err(of_view)?;
        }
    }
    transaction.open_table(USAGE).map_err(of_view)?.remove(id).map_err(of_view)?;
    let mut meta = transaction.open_table(META).map_err(of_view)?;
    meta.insert(format!("{DELETED}{id}").as_str(), &[][..]).map_err(of_view)?;
    Ok(())
}

/// The smallest id that sorts after this one and everything that begins with it.
fn after(id: &str) -> String {
    format!("{id}\u{1}")
}

/// Reads a file of the view.
pub(super) fn read(json: &[u8]) -> Result<FileInfo, RepositoryError> {
    serde_json::from_slice(json).map_err(|error| RepositoryError::View(error.to_string()))
}

/// The files of one repository, within a transaction.
struct Files<'a> {
    transaction: &'a WriteTransaction,
    repository: &'a str,
}

impl Files<'_> {
    fn change(
        &self,
        event: package::Event,
        record: &RecordView<'_>,
    ) -> Result<(), RepositoryError> {
        match event {
            package::Event::Deploy { path, content, properties, .. } => {
                let before = self.get(&path)?;
                let created =
                    before.as_ref().map(|file| (file.created_at, file.created_by.clone()));
                let who = record.who.to_owned();
                let (created_at, created_by) = created.unwrap_or((record.at, who.clone()));
                self.put(
                    before.as_ref(),
                    &FileInfo {
                        path,
                        content,
                        properties,
                        created_at,
                        created_by,
                        modified_at: record.at,
                        modified_by: who,
                        updated_at: record.at,
                    },
                )
            }
            package::Event::Annotate { path, properties, .. } => {
                let Some(before) = self.get(&path)? else { return Ok(()) };
                let after = FileInfo { properties, updated_at: record.at, ..before.clone() };
                self.put(Some(&before), &after)
            }
            package::Event::Remove { path, .. } => match self.get(&path)? {
                Some(before) => self.remove(&before),
                None => Ok(()),
            },
        }
    }

    fn get(&self, path: &str) -> Result<Option<FileInfo>, RepositoryError> {
        let table = self.transaction.open_table(FILES).map_err(of_view)?;
        let found = table.get((self.repository, path)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    fn put(&self, before: Option<&FileInfo>, file: &FileInfo) -> Result<(), RepositoryError> {
        let key = (self.repository, file.path.as_str());
        let json =
            serde_json::to_vec(file).map_err(|error| RepositoryError::View(error.to_string()))?;
        self.transaction
            .open_table(FILES)
            .map_err(of_view)?
            .insert(key, &json[..])
            .map_err(of_view)?;
        self.refer(before, Some(file))
    }

    fn remove(&self, file: &FileInfo) -> Result<(), RepositoryError> {
        let key = (self.repository, file.path.as_str());
        self.transaction.open_table(FILES).map_err(of_view)?.remove(key).map_err(of_view)?;
        self.refer(Some(file), None)
    }

    /// Changes where contents occur, and how much is in the repository.
    fn refer(
        &self,
        before: Option<&FileInfo>,
        after: Option<&FileInfo>,
    ) -> Result<(), RepositoryError> {
        let mut contents = self.transaction.open_table(CONTENTS).map_err(of_view)?;
        let blob = |file: &FileInfo| file.blob().map(|blob: BlobId| *blob.as_bytes());
        if let Some((file, blob)) = before.and_then(|file| Some((file, blob(file)?))) {
            contents.remove((&blob, self.repository, file.path.as_str())).map_err(of_view)?;
        }
        if let Some((file, blob)) = after.and_then(|file| Some((file, blob(file)?))) {
            contents.insert((&blob, self.repository, file.path.as_str()), ()).map_err(of_view)?;
        }
        let mut usages = self.transaction.open_table(USAGE).map_err(of_view)?;
        let known = usages.get(self.repository).map_err(of_view)?.map(|usage| usage.value());
        let (files, bytes) = known.unwrap_or_default();
        let mut usage = Usage { files, bytes };
        if let Some(file) = before {
            usage.files = usage.files.saturating_sub(1);
            usage.bytes = usage.bytes.saturating_sub(file.content.bytes);
        }
        if let Some(file) = after {
            usage.files += 1;
            usage.bytes = usage.bytes.saturating_add(file.content.bytes);
        }
        usages.insert(self.repository, (usage.files, usage.bytes)).map_err(of_view)?;
        Ok(())
    }
}
