//! What sockets ask about topics.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::broadcast;
use waybill_platform::access::AccountChange;

use super::{Engine, SessionId};
use crate::topics::{Subscriptions, Told, TopicRefusal, TopicSource, Viewer};

/// A wish to follow a topic.
#[derive(Debug, Clone)]
pub struct Subscribe {
    /// What the browser calls the subscription.
    pub id: String,
    /// The topic's name.
    pub topic: String,
    /// What exactly of it.
    pub args: Value,
    /// Where to go on.
    pub cursor: Option<String>,
}

impl Engine {
    /// Adds a topic, in place of one of the same name. Topics are added at start.
    pub fn register_topic(&self, source: Arc<dyn TopicSource>) {
        self.shared.topics.register(source);
    }

    /// Opens a subscription, if whoever has signed in to this session may follow it at this moment.
    pub async fn subscribe(
        &self,
        session: &SessionId,
        subscriptions: &mut Subscriptions,
        wish: Subscribe,
    ) -> Result<(), TopicRefusal> {
        let viewer = self.topic_viewer(session).await?;
        subscriptions.add(&self.shared.topics, viewer, wish)
    }

    /// Asks for all subscriptions of a socket whether they may go on. Those that may not are ended and told.
    pub async fn authorise_again(
        &self,
        session: &SessionId,
        subscriptions: &mut Subscriptions,
    ) -> Vec<Told> {
        match self.topic_viewer(session).await {
            Ok(viewer) => subscriptions.authorise(&self.shared.topics, &viewer),
            // An account that cannot be judged counts as one that may not be used.
            Err(refusal) => subscriptions.end_all(&refusal),
        }
    }

    /// Tells of each account that changes.
    pub fn account_changes(&self) -> broadcast::Receiver<AccountChange> {
        self.ports().access.changes()
    }

    async fn topic_viewer(&self, session: &SessionId) -> Result<Viewer, TopicRefusal> {
        let Some(person) = self.person_of(session) else { return Ok(Viewer::default()) };
        let user = self.ports().access.user(person.clone()).await.map_err(|error| {
            tracing::error!(%error, "the access service could not judge");
            TopicRefusal::temporary("unavailable", error.to_string())
        })?;
        Ok(match user.filter(|user| user.enabled) {
            Some(user) => Viewer { person: Some(person), admin: user.admin },
            None => Viewer::default(),
        })
    }
}
