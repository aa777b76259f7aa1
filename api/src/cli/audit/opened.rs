//! Readings on the command line: that a log was shown or exported is a record, which names the user of the operating
//! system (AUD-06).

use serde::{Deserialize, Serialize};
use waybill_engine::SessionId;
use waybill_machines::machines::reading::Subject;
use waybill_platform::readings::{NotRecorded, Readings};

use crate::cli::acting::context;
use crate::cli::{Act, DataDir, Host, Outcome, host, runtime};

/// How a log is read.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It is printed.
    Shown,
    /// It is written to a file.
    Exported,
}

/// A log that is read.
#[derive(Debug, Serialize, Deserialize)]
pub struct Opened {
    subject: Subject,
    how: How,
}

impl Opened {
    /// Records it.
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot be recorded.
    pub async fn run(self, host: &Host<'_>) -> anyhow::Result<Outcome> {
        match host {
            Host::Running { live } => self.record(live.engine.readings()).await?,
            Host::Stopped { data, .. } => {
                let journal = host::recording_journal(data)?;
                self.record(&Readings::new(journal)).await?;
            }
        }
        Ok(Outcome::Success)
    }

    async fn record(self, readings: &Readings) -> Result<(), NotRecorded> {
        match self.how {
            How::Shown => readings.open(self.subject, &context()).await,
            How::Exported => readings.download(self.subject, &context()).await,
        }
    }
}

/// Records that a log is read. Where that cannot be done, as in a copy that may not be written, standard error says so:
/// the log can be read nevertheless.
pub fn opened(data: &DataDir, stream: &str, how: How) {
    let subject = match SessionId::of_stream(stream) {
        Some(session) => Subject::Session { session: session.as_str().to_owned() },
        None => Subject::Stream { stream: stream.to_owned() },
    };
    let act = Act::Opened(Opened { subject, how });
    let recorded = runtime().and_then(|runtime| runtime.block_on(host::run(data, None, act)));
    if let Err(error) = recorded {
        eprintln!("waybill: this reading is in no record: {error:#}");
    }
}
