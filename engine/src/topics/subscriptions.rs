//! The subscriptions of one socket.

use std::future::poll_fn;
use std::task::{Context, Poll};

use serde_json::Value;

use crate::registry::Subscribe;

use super::{SUBSCRIPTIONS_MAX, TopicMessage, TopicRefusal, TopicStream, Topics, Viewer};

/// An event of a subscription that a socket sends to its browser.
#[derive(Debug)]
pub struct TopicEvent {
    /// The subscription, as the browser named it.
    pub id: String,
    /// A message, or why the subscription has ended.
    pub what: Result<TopicMessage, TopicRefusal>,
}

struct Subscription {
    id: String,
    topic: String,
    args: Value,
    stream: TopicStream,
}

/// The subscriptions of one socket. All of them end when this is dropped.
#[derive(Default)]
pub struct Subscriptions {
    open: Vec<Subscription>,
    /// The index that is polled first, so that a busy subscription does not starve the others.
    turn: usize,
}

impl Subscriptions {
    /// Whether no subscription is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Opens a subscription and replaces one with the same id. It misses nothing that changes from then on.
    pub(crate) async fn add(
        &mut self,
        topics: &Topics,
        viewer: Viewer,
        request: Subscribe,
    ) -> Result<(), TopicRefusal> {
        let Subscribe { id, topic, args, cursor } = request;
        self.remove(&id);
        if self.open.len() >= SUBSCRIPTIONS_MAX {
            return Err(TopicRefusal::too_many());
        }
        let mut stream = topics.open(viewer, &topic, args.clone(), cursor)?;
        stream.listening().await;
        self.open.push(Subscription { id, topic, args, stream });
        Ok(())
    }

    /// Ends a subscription. An unknown id belongs to one that has already ended.
    pub fn remove(&mut self, id: &str) {
        self.open.retain(|subscription| subscription.id != id);
    }

    /// Ends the subscriptions that a viewer may no longer follow, and returns why.
    pub(crate) fn authorise(&mut self, topics: &Topics, viewer: &Viewer) -> Vec<TopicEvent> {
        let mut ended = Vec::new();
        self.open.retain(|Subscription { id, topic, args, .. }| {
            let may = topics.authorise(viewer, topic, args);
            may.map_err(|refusal| ended.push(TopicEvent { id: id.clone(), what: Err(refusal) }))
                .is_ok()
        });
        ended
    }

    /// Ends all subscriptions, and returns why.
    pub(crate) fn end_all(&mut self, refusal: &TopicRefusal) -> Vec<TopicEvent> {
        let ended = self.open.drain(..);
        ended.map(|Subscription { id, .. }| TopicEvent { id, what: Err(refusal.clone()) }).collect()
    }

    /// Waits for the next event of any subscription; never returns while none is open. One that ends is removed.
    pub async fn next(&mut self) -> TopicEvent {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<TopicEvent> {
        for step in 0..self.open.len() {
            let index = (self.turn + step) % self.open.len();
            let subscription = &mut self.open[index];
            let Poll::Ready(what) = subscription.stream.poll(context) else { continue };
            let id = subscription.id.clone();
            if what.is_err() {
                self.open.remove(index);
            }
            self.turn = index + 1;
            return Poll::Ready(TopicEvent { id, what });
        }
        Poll::Pending
    }
}
