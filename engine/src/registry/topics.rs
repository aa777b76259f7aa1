//! The topics of the engine and the subscriptions of sockets.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::broadcast;
use waybill_platform::access::AccountChange;

use super::{Engine, SessionId};
use crate::topics::{Subscriptions, TopicEndCode, TopicEvent, TopicRefusal, TopicSource, Viewer};

/// A request to follow a topic.
#[derive(Debug, Clone)]
pub struct Subscribe {
    /// The id that the browser gave the subscription.
    pub id: String,
    /// The name of the topic.
    pub topic: String,
    /// The arguments, which each topic defines.
    pub args: Value,
    /// The cursor to continue from.
    pub cursor: Option<String>,
}

impl Engine {
    /// Adds a topic at start, and replaces one with the same name.
    pub fn register_topic(&self, source: Arc<dyn TopicSource>) {
        self.shared.topics.register(source);
    }

    /// Opens a subscription, if the user of this session is authorised to follow the topic.
    pub async fn subscribe(
        &self,
        session: &SessionId,
        subscriptions: &mut Subscriptions,
        request: Subscribe,
    ) -> Result<(), TopicRefusal> {
        let viewer = self.topic_viewer(session).await?;
        subscriptions.add(&self.shared.topics, viewer, request).await
    }

    /// Authorises all subscriptions of a socket again. Those that are refused end and are returned.
    pub async fn authorise_again(
        &self,
        session: &SessionId,
        subscriptions: &mut Subscriptions,
    ) -> Vec<TopicEvent> {
        match self.topic_viewer(session).await {
            Ok(viewer) => subscriptions.authorise(&self.shared.topics, &viewer),
            // Without an answer of the access service the account is treated as unauthorised.
            Err(refusal) => subscriptions.end_all(&refusal),
        }
    }

    /// Sends each change of an account.
    pub fn account_changes(&self) -> broadcast::Receiver<AccountChange> {
        self.ports().accounts.changes()
    }

    async fn topic_viewer(&self, session: &SessionId) -> Result<Viewer, TopicRefusal> {
        let Some(person) = self.person_of(session) else { return Ok(Viewer::default()) };
        let user = self.ports().accounts.user(person.clone()).await.map_err(|error| {
            tracing::error!(%error, "the access service could not judge");
            TopicRefusal::temporary(TopicEndCode::Unavailable, error.to_string())
        })?;
        Ok(match user.filter(|user| user.enabled) {
            Some(user) => Viewer { person: Some(person), admin: user.admin },
            None => Viewer::default(),
        })
    }
}
