//! Beginning a stream in the journal of a day, and moving one to another journal.

use std::sync::{Arc, PoisonError};

use super::{DayName, StreamCopy, Tiers};
use crate::journal::{AppendError, Appended, Batch, GROUP_BYTES_MAX, Group, Health, Journal};
use crate::record::{SealedRecord, StreamHead};

/// Number of records that are read at once.
const PORTION: usize = 512;

impl Tiers {
    /// Appends a group of one batch to the journal that it belongs into, after the lines of its stream that are in
    /// another.
    pub(super) async fn append(&self, group: Group) -> Result<Appended, AppendError> {
        let Some(batch) = group.batches.first() else {
            return Err(AppendError::Invalid { why: "it is empty".to_owned() });
        };
        let (stream, expected) = (batch.stream.clone(), batch.expected);
        let _lock = self.lock(&stream).await;
        let copy = self.copy_of(&stream);
        let found = copy.as_ref().map(|copy| copy.head);
        if found != expected {
            return Err(AppendError::Conflict { stream, expected, found });
        }
        // The copy may be older than what the kept journal has lost, and must not be continued.
        if let Health::ReadOnly { why } | Health::Failed { why } = self.kept.health()
            && self.kept.may_lack_newest(&stream)
        {
            return Err(AppendError::ReadOnly { why });
        }
        let target = self.target(&group, copy.as_ref()).await?;
        append_after(copy.as_ref(), target.as_ref(), group).await
    }

    /// The journal that a group belongs into.
    async fn target(
        &self,
        group: &Group,
        copy: Option<&StreamCopy>,
    ) -> Result<Arc<dyn Journal>, AppendError> {
        let read_only = |why| Err(AppendError::ReadOnly { why });
        // With an interrupted move there are two copies, of which the longer one could be dropped.
        let is_partly_kept =
            group.batches.iter().any(|batch| self.kept.head(&batch.stream).is_some());
        if (self.keeps)(group) || is_partly_kept {
            return Ok(Arc::clone(&self.kept));
        }
        if let Some(copy) =
            copy.filter(|copy| copy.day.is_none() || copy.journal.health() == Health::Writable)
        {
            return Ok(Arc::clone(&copy.journal));
        }
        if let Health::ReadOnly { why } | Health::Failed { why } = self.kept.health() {
            return read_only(why);
        }
        let Some(first) = group.batches.first().and_then(|batch| batch.records.first()) else {
            return Err(AppendError::Invalid { why: "it is empty".to_owned() });
        };
        let today = DayName::of(first.view().at);
        let _creating = self.creating.lock().await;
        let mut day = today;
        loop {
            let journal = {
                let days = self.days.read().unwrap_or_else(PoisonError::into_inner);
                days.get(&day).map(Arc::clone)
            };
            match journal {
                None => return self.create(day).await,
                // One without room on the disk takes records again later, and another one would take up more.
                Some(journal) => match (day.further(), journal.health()) {
                    (_, Health::Writable) => return Ok(journal),
                    (Some(further), _) if journal.is_damaged() => day = further,
                    (_, Health::ReadOnly { why } | Health::Failed { why }) => {
                        return read_only(why);
                    }
                },
            }
        }
    }

    fn set_not_created(&self, why: Option<String>) {
        *self.not_created.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    async fn create(&self, day: DayName) -> Result<Arc<dyn Journal>, AppendError> {
        let read_only = |why| AppendError::ReadOnly { why };
        let Some(store) = self.store.clone() else {
            return Err(read_only("the journal was opened for reading only".to_owned()));
        };
        let created = {
            let day = day.clone();
            tokio::task::spawn_blocking(move || store.create(&day)).await
        };
        let created = created.map_err(|error| read_only(format!("it was not created: {error}")))?;
        let journal = created.inspect(|_| self.set_not_created(None)).map_err(|why| {
            self.set_not_created(Some(why.clone()));
            read_only(why)
        })?;
        self.follow(journal.as_ref());
        let mut days = self.days.write().unwrap_or_else(PoisonError::into_inner);
        days.insert(day, Arc::clone(&journal));
        Ok(journal)
    }
}

/// Appends a group to a journal, after the lines of its stream that are in another and not yet in this one: a stop may
/// have interrupted an earlier move.
async fn append_after(
    copy: Option<&StreamCopy>,
    target: &dyn Journal,
    group: Group,
) -> Result<Appended, AppendError> {
    let Some(Batch { stream, expected, records }) = group.batches.into_iter().next() else {
        return Err(AppendError::Invalid { why: "it is empty".to_owned() });
    };
    let mut before = target.head(&stream);
    let mut next = match copy {
        Some(copy) if before != expected => lines_after(copy, &stream, before)?,
        _ => Vec::new(),
    };
    let own_bytes = bytes(&records);
    while bytes(&next) + own_bytes > GROUP_BYTES_MAX && !next.is_empty() {
        let rest = next.split_off(fitting(&next));
        let portion = std::mem::replace(&mut next, rest);
        let head = portion.last().map(SealedRecord::head);
        target.append(Group::of(&stream, before, portion)).await?;
        before = head;
    }
    let lines = next.len() as u64;
    // The last lines and the group become durable together.
    next.extend(records);
    let appended = target.append(Group::of(&stream, before, next)).await?;
    Ok(Appended { position: appended.position + lines, ..appended })
}

fn bytes(records: &[SealedRecord]) -> usize {
    records.iter().map(|record| record.line().len()).sum()
}

/// How many of these records fit into one group; at least one.
fn fitting(records: &[SealedRecord]) -> usize {
    let mut left = GROUP_BYTES_MAX;
    let fits = records.iter().take_while(|record| {
        let length = record.line().len();
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    });
    fits.count().max(1)
}

/// The records of a copy behind those that another journal has, as they are stored.
fn lines_after(
    copy: &StreamCopy,
    stream: &str,
    have: Option<StreamHead>,
) -> Result<Vec<SealedRecord>, AppendError> {
    let unreadable = |why: String| AppendError::ReadOnly {
        why: format!("the records of {stream} that are to be moved cannot be read: {why}"),
    };
    let mut lines: Vec<SealedRecord> = Vec::new();
    let mut last = have.map_or(0, |head| head.seq);
    while last < copy.head.seq {
        let portion = copy.journal.read(stream, last + 1, PORTION);
        let portion = portion.map_err(|error| unreadable(error.to_string()))?;
        for record in portion {
            let line = SealedRecord::from_line(&record.line);
            lines.push(line.map_err(|error| unreadable(error.to_string()))?);
        }
        match lines.last().map(SealedRecord::seq) {
            Some(seq) if seq > last => last = seq,
            _ => return Err(unreadable(format!("record {} is missing", last + 1))),
        }
    }
    lines.truncate(
        usize::try_from(copy.head.seq - have.map_or(0, |head| head.seq)).unwrap_or(usize::MAX),
    );
    Ok(lines)
}
