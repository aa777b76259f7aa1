//! The topic `service_status`: the status of all services, sent after each change and each heartbeat. It has no cursor,
//! since each message is complete.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use waybill_engine::topics::{
    TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer,
};
use waybill_platform::status::Status;

use crate::wire::status::StatusByType;

/// Heartbeats arrive one after another; a message waits for those of the same round.
const GATHER: Duration = Duration::from_millis(250);

/// The source of the topic.
pub struct StatusTopic(pub Arc<dyn Status>);

impl TopicSource for StatusTopic {
    fn name(&self) -> &'static str {
        "service_status"
    }

    fn authorise(&self, viewer: &Viewer, args: &Value) -> Result<(), TopicRefusal> {
        viewer.require_admin()?;
        match args {
            Value::Null => Ok(()),
            Value::Object(fields) if fields.is_empty() => Ok(()),
            _ => Err(TopicRefusal::bad_args("it takes none")),
        }
    }

    fn open(&self, _: Viewer, _: Value, _: Option<String>) -> Result<TopicStream, TopicRefusal> {
        let status = Arc::clone(&self.0);
        Ok(TopicStream::spawn(move |sender| follow(status, sender)))
    }
}

async fn follow(status: Arc<dyn Status>, sender: TopicSender) -> Result<(), TopicRefusal> {
    let mut changes = status.changes();
    loop {
        // Changes from here on are in the next message, if not in this one.
        changes.mark_unchanged();
        let report = status.report().await.map_err(|error| {
            tracing::error!(%error, "the status service failed");
            TopicRefusal::temporary(TopicEndCode::Unavailable, error.to_string())
        })?;
        sender.send(None, &StatusByType::from(report)).await?;
        let gone = |_| {
            TopicRefusal::temporary(TopicEndCode::Unavailable, "The status service has stopped.")
        };
        changes.changed().await.map_err(gone)?;
        tokio::time::sleep(GATHER).await;
    }
}
