//! Who reads what only some may read (AUD-06): one record for each opening, and none while a reader goes on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::Journal;
use waybill_machines::machines::reading::{Event, Subject};
use waybill_machines::{By, Timestamp};

use crate::streams::{ChangeContext, Command, Streams};

/// A reader who has not read for this long opens again.
const OPEN_FOR_MS: i64 = 10 * 60 * 1_000;
/// How many readers are followed; beyond that those who have not read for the longest open again.
const READERS_MAX: usize = 4_096;

/// What a reader opened, and with which means.
type Opened = (Option<Means>, Subject);

/// The means of a reader, whatever the address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Means {
    Session(String),
    Token(String),
    CommandLine(u32),
}

impl From<By> for Means {
    fn from(by: By) -> Self {
        match by {
            By::Session { session, .. } => Self::Session(session),
            By::Token { token, .. } => Self::Token(token),
            By::CommandLine { os_uid } => Self::CommandLine(os_uid),
        }
    }
}

/// A reading that is in no record.
#[derive(Debug, thiserror::Error)]
#[error("the journal did not take the record: {why}")]
pub struct NotRecorded {
    why: String,
}

/// Records openings and downloads.
pub struct Readings {
    streams: Streams,
    going_on: Mutex<HashMap<Opened, Timestamp>>,
}

impl Readings {
    /// Records in the platform's journal.
    pub fn new(journal: Arc<dyn Journal>) -> Self {
        Self { streams: Streams::new(journal), going_on: Mutex::default() }
    }

    /// A subject is read: the first time by these means, and after a pause, it is recorded.
    pub async fn read(&self, subject: Subject, context: &ChangeContext) {
        if self.goes_on(&subject, context) {
            return;
        }
        let reader = reader_of(&subject, context);
        if self.open(subject, context).await.is_err() {
            // It is recorded once the journal takes records again.
            self.readers().remove(&reader);
        }
    }

    /// A subject is opened, and will not be read on: each time is a record.
    ///
    /// # Errors
    ///
    /// [`NotRecorded`], which is in the log as well. A journal that takes no records must not keep an administrator from
    /// the logs that say why.
    pub async fn open(&self, subject: Subject, context: &ChangeContext) -> Result<(), NotRecorded> {
        self.record(subject.stream(), Event::Open { subject }, context).await
    }

    /// A subject is downloaded as a file.
    ///
    /// # Errors
    ///
    /// [`NotRecorded`], as for [`Readings::open`].
    pub async fn download(
        &self,
        subject: Subject,
        context: &ChangeContext,
    ) -> Result<(), NotRecorded> {
        self.record(subject.stream(), Event::Download { subject }, context).await
    }

    async fn record(
        &self,
        stream: &'static str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<(), NotRecorded> {
        let recorded = self.streams.submit(Command::new(stream, event), context).await;
        let why = match recorded {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(refused)) => refused.rejection.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::error!(stream, why, "a reading was not recorded");
        Err(NotRecorded { why })
    }

    fn goes_on(&self, subject: &Subject, context: &ChangeContext) -> bool {
        let (reader, at) = (reader_of(subject, context), context.at);
        let is_open = |since: &Timestamp| {
            let passed_ms = at.as_ms().saturating_sub(since.as_ms());
            (0..OPEN_FOR_MS).contains(&passed_ms)
        };
        let mut open = self.readers();
        if open.len() >= READERS_MAX && !open.contains_key(&reader) {
            open.retain(|_, since| is_open(since));
            if let Some(oldest) =
                open.iter().min_by_key(|(_, since)| **since).map(|(r, _)| r.clone())
                && open.len() >= READERS_MAX
            {
                open.remove(&oldest);
            }
        }
        open.insert(reader, at).is_some_and(|since| is_open(&since))
    }

    fn readers(&self) -> MutexGuard<'_, HashMap<Opened, Timestamp>> {
        // Every change is complete after each line, so a panic leaves nothing behind.
        self.going_on.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn reader_of(subject: &Subject, context: &ChangeContext) -> Opened {
    let by = context.trace.as_ref().and_then(crate::trace::Trace::by);
    (by.map(Means::from), subject.clone())
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;
    use waybill_machines::rules::services::ServiceId;
    use waybill_stream::Who;

    use super::*;
    use crate::trace::{Actor, Trace};

    fn by(session: &str, minute: i64) -> ChangeContext {
        let at = Timestamp::from_ms(minute * 60_000);
        let trace = Trace::fresh();
        let by = By::Session { session: session.to_owned(), address: None };
        trace.set_actor(Actor { who: Who::Anonymous, by });
        ChangeContext { trace: Some(trace), ..ChangeContext::by(Who::Anonymous, at) }
    }

    /// covers: [AUD-06]
    #[tokio::test]
    async fn an_opening_is_a_record_and_a_refresh_is_none() {
        let journal = Arc::new(MemoryJournal::new());
        let readings = Readings::new(journal.clone());
        let log = |id: &str| Subject::Log { service: ServiceId::Access, id: id.to_owned() };
        for (subject, context, expected) in [
            (log("access-audit.log"), by("a", 0), 1),
            (log("access-audit.log"), by("a", 9), 1),
            (log("access-audit.log"), by("a", 18), 1),
            (log("access-audit.log"), by("b", 18), 2),
            (log("access-request.log"), by("a", 18), 3),
            (log("access-audit.log"), by("a", 28), 4),
            // The clock was set back.
            (log("access-audit.log"), by("a", 1), 5),
        ] {
            readings.read(subject, &context).await;
            assert_eq!(journal.count(), expected);
        }
        for _ in 0..2 {
            let context = by("a", 28);
            assert!(readings.download(log("access-audit.log"), &context).await.is_ok());
            assert!(readings.open(log("access-audit.log"), &context).await.is_ok());
        }
        assert_eq!(journal.count(), 9);
    }
}
