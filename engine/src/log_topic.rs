//! The topic `logs`: the lines of a log as they are written.
//!
//! Arguments are `{"service", "node", "id"}`. The cursor is an offset, and the generation of the file after an `@`;
//! without a cursor a follower begins with the next line that is written.

mod polled;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::logs::{Cursor, EmbeddedLogs, Logs, LogsError, LogsErrorCode};

use crate::topics::{TopicEndCode, TopicRefusal, TopicSource, TopicStream, Viewer};

/// The source of the topic.
pub enum LogTopic {
    /// Log files of this process.
    Files(Arc<EmbeddedLogs>),
    /// The logs of another platform, which is polled.
    Polled(Arc<dyn Logs>),
}

/// The arguments of a subscription.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LogArgs {
    service: ServiceId,
    node: String,
    id: String,
}

impl LogArgs {
    fn read(args: &Value) -> Result<Self, TopicRefusal> {
        Self::deserialize(args)
            .map_err(|_| TopicRefusal::bad_args("name a 'service', a 'node' and an 'id'"))
    }
}

impl TopicSource for LogTopic {
    fn name(&self) -> &'static str {
        "logs"
    }

    fn authorise(&self, viewer: &Viewer, _: &Value) -> Result<(), TopicRefusal> {
        viewer.require_admin()
    }

    fn open(
        &self,
        _: Viewer,
        args: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let (args, cursor) = (LogArgs::read(&args)?, cursor.as_deref().and_then(place));
        match self {
            Self::Files(logs) => follow_file(logs, &args, cursor),
            Self::Polled(logs) => {
                let logs = Arc::clone(logs);
                Ok(TopicStream::spawn(move |sender| polled::follow(logs, args, cursor, sender)))
            }
        }
    }
}

fn follow_file(
    logs: &EmbeddedLogs,
    args: &LogArgs,
    cursor: Option<Cursor>,
) -> Result<TopicStream, TopicRefusal> {
    let log = logs.find(args.service, Some(&args.node), &args.id);
    let log = log.map_err(|error| {
        TopicRefusal::permanent(TopicEndCode::NotFound, format!("There is none: {error}."))
    })?;
    let mut follower = logs.followers().follow(log, cursor);
    Ok(TopicStream::spawn(move |sender| async move {
        loop {
            let appended = follower.next().await.map_err(|error| unreadable(&error))?;
            let cursor = format!("{}@{}", appended.file_size, appended.generation);
            sender.send(Some(cursor), &*appended).await?;
        }
    }))
}

fn place(cursor: &str) -> Option<Cursor> {
    let (offset, generation) = match cursor.split_once('@') {
        Some((offset, generation)) => (offset, Some(generation.to_owned())),
        None => (cursor, None),
    };
    Some(Cursor { offset: offset.parse().ok()?, generation })
}

fn unreadable(error: &LogsError) -> TopicRefusal {
    match error {
        // Permanent for this cursor: a browser that subscribes again without one begins at the end.
        LogsError::BeyondEnd { .. } => TopicRefusal::permanent(
            TopicEndCode::Log(LogsErrorCode::BeyondEnd),
            format!("{error}."),
        ),
        _ => TopicRefusal::temporary(
            TopicEndCode::Log(LogsErrorCode::LogUnreadable),
            format!("{error}."),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_has_an_offset_and_optionally_a_generation() {
        let cursor = |offset, generation: Option<&str>| {
            Some(Cursor { offset, generation: generation.map(str::to_owned) })
        };
        assert_eq!(place("17"), cursor(17, None));
        assert_eq!(place("17@a-b"), cursor(17, Some("a-b")));
        for wrong in ["", "-1", "x@y", "99999999999999999999"] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }
}
