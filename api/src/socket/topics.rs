//! Topics over the socket: subscribing, sending messages, and authorizing again.

use serde_json::Value;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use waybill_engine::topics::{
    ARGS_BYTES_MAX, CURSOR_BYTES_MAX, TopicEndCode, TopicEvent, TopicMessage, TopicRefusal,
};
use waybill_engine::{ServerMessage, Subscribe};
use waybill_machines::secret::PersonId;
use waybill_platform::access::AccountChange;
use waybill_platform::metric::Metric;

use super::live::Live;
use super::{Close, Connection};
use crate::wire::socket as wire;

/// Signals that the rights of the signed-in user may have changed. It listens only while there are subscriptions.
#[derive(Default)]
pub(super) struct Rights(Option<broadcast::Receiver<AccountChange>>);

impl Rights {
    /// Completes when the rights of this user may have changed.
    pub(super) async fn changed(&mut self, person: Option<&PersonId>) {
        loop {
            let Some(changes) = &mut self.0 else { return std::future::pending().await };
            match changes.recv().await {
                Ok(change) if Some(&change.person) == person => return,
                Ok(_) => {}
                // After missed changes, the rights are checked again.
                Err(RecvError::Lagged(_)) => return,
                Err(RecvError::Closed) => self.0 = None,
            }
        }
    }
}

impl Connection {
    /// Opens a subscription, or sends why not. Messages of the topic follow after `topic_begin`.
    pub(super) async fn subscribe(
        &mut self,
        live: &mut Live,
        request: wire::Subscribe<'_>,
        too_fast: bool,
    ) -> Result<(), Option<Close>> {
        let id = request.id.clone();
        match self.open(live, request, too_fast).await {
            Ok(()) => self.send(&ServerMessage::TopicBegin { id }).await,
            Err(refusal) => self.end_topic(id, refusal).await,
        }
    }

    async fn open(
        &mut self,
        live: &mut Live,
        request: wire::Subscribe<'_>,
        too_fast: bool,
    ) -> Result<(), TopicRefusal> {
        // A subscription with the same id is replaced.
        live.topics.remove(&request.id);
        if too_fast {
            let message = "Too many subscriptions at once; the browser tries again.";
            return Err(TopicRefusal::temporary(TopicEndCode::TooFast, message));
        }
        if request.args.get().len() > ARGS_BYTES_MAX {
            return Err(TopicRefusal::bad_args(format!(
                "they have more than {ARGS_BYTES_MAX} bytes"
            )));
        }
        let args: Value = serde_json::from_str(request.args.get())
            .map_err(|_| TopicRefusal::bad_args("they cannot be read"))?;
        // A cursor that is longer than any a topic issues is ignored.
        let cursor = request.cursor.filter(|cursor| cursor.len() <= CURSOR_BYTES_MAX);
        let engine = &self.state.engine;
        if live.rights.0.is_none() {
            live.rights.0 = Some(engine.account_changes());
        }
        let subscribe = Subscribe { id: request.id, topic: request.topic, args, cursor };
        engine.subscribe(&live.session, &mut live.topics, subscribe).await
    }

    /// Ends the subscriptions that the session's user may no longer follow.
    pub(super) async fn authorise_topics(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        if live.topics.is_empty() {
            live.rights = Rights::default();
            return Ok(());
        }
        let engine = &self.state.engine;
        let ended = engine.authorise_again(&live.session, &mut live.topics).await;
        for message in ended {
            self.send_topic(message).await?;
        }
        Ok(())
    }

    /// Sends a message of a topic.
    pub(super) async fn send_topic(&mut self, message: TopicEvent) -> Result<(), Option<Close>> {
        match message.what {
            Ok(TopicMessage { cursor, data, .. }) => {
                self.send(&ServerMessage::Topic { id: message.id, cursor, data }).await
            }
            Err(refusal) => self.end_topic(message.id, refusal).await,
        }
    }

    async fn end_topic(&mut self, id: String, refusal: TopicRefusal) -> Result<(), Option<Close>> {
        Metric::TopicsEnded.count(&[]);
        self.send(&ServerMessage::TopicEnd { id, refusal }).await
    }
}
