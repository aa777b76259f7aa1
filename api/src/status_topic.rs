//! The topic `service_status`: the status of all services, sent after each change and each heartbeat. It has no cursor,
//! since each message is complete.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use waybill_engine::topics::{
    TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer,
};
use waybill_platform::access::Accounts;
use waybill_platform::status::{Report, Status};

use crate::wire::Names;
use crate::wire::status::StatusByType;

/// Heartbeats arrive one after another; a message waits for those of the same round.
const GATHER: Duration = Duration::from_millis(250);

/// The source of the topic.
pub struct StatusTopic {
    /// Where the status comes from.
    pub status: Arc<dyn Status>,
    /// Where the names of users come from.
    pub accounts: Arc<dyn Accounts>,
}

/// The services by type, with the names of the users who removed nodes. A name that cannot be read is left out.
pub async fn by_type(report: Report, accounts: &dyn Accounts) -> StatusByType {
    let mut names = Names::new();
    for person in report.removed.iter().filter_map(|node| node.by.as_ref()) {
        if !names.contains_key(&person.0) {
            let user = accounts.user(person.clone()).await.ok().flatten();
            names.insert(person.0.clone(), user.and_then(|user| user.name));
        }
    }
    StatusByType::new(report, names)
}

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
        let (status, accounts) = (Arc::clone(&self.status), Arc::clone(&self.accounts));
        Ok(TopicStream::spawn(move |sender| follow(status, accounts, sender)))
    }
}

async fn follow(
    status: Arc<dyn Status>,
    accounts: Arc<dyn Accounts>,
    sender: TopicSender,
) -> Result<(), TopicRefusal> {
    let mut changes = status.changes();
    loop {
        // Changes from here on are in the next message, if not in this one.
        changes.mark_unchanged();
        let report = status.report().await.map_err(|error| {
            tracing::error!(%error, "the status service failed");
            TopicRefusal::temporary(TopicEndCode::Unavailable, error.to_string())
        })?;
        sender.send(None, &by_type(report, &*accounts).await).await?;
        let gone = |_| {
            TopicRefusal::temporary(TopicEndCode::Unavailable, "The status service has stopped.")
        };
        changes.changed().await.map_err(gone)?;
        tokio::time::sleep(GATHER).await;
    }
}
