//! Pushing to one tab: a queue that is bounded in messages and in bytes, so that a slow tab does not slow others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::mpsc;

/// How many messages may wait for a tab.
pub const MESSAGES_MAX: usize = 256;
/// How many bytes may wait for a tab.
pub const BYTES_MAX: usize = 1024 * 1024;

/// A message for a tab.
#[derive(Debug, Clone)]
pub enum Sent {
    /// A text message, shared by all tabs that receive it.
    Text {
        /// The newest sequence number that it carries.
        seq: u64,
        /// The message as JSON.
        json: Arc<str>,
    },
    /// The session's cookie has changed, or the session has ended: the socket must authenticate again.
    Reauthorise,
}

/// The result of receiving from a queue.
#[derive(Debug)]
pub enum Received {
    /// The next message.
    Message(Sent),
    /// The queue overflowed, so messages are missing and the tab must be resynchronised.
    Lagged,
    /// The session's task has ended.
    Gone,
}

#[derive(Debug, Default)]
struct Level {
    bytes: AtomicUsize,
    lagged: AtomicBool,
}

/// The session's side of a queue.
#[derive(Debug, Clone)]
pub struct Sender {
    queue: mpsc::Sender<Sent>,
    level: Arc<Level>,
}

/// The socket's side of a queue.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Receiver<Sent>,
    level: Arc<Level>,
}

/// Creates a queue.
pub fn queue() -> (Sender, Outbox) {
    let (sender, receiver) = mpsc::channel(MESSAGES_MAX);
    let level = Arc::new(Level::default());
    (Sender { queue: sender, level: Arc::clone(&level) }, Outbox { queue: receiver, level })
}

impl Sender {
    /// Puts a message into the queue. False when the tab has disconnected or lags behind; it must be removed then.
    pub fn send(&self, message: Sent) -> bool {
        let bytes = match &message {
            Sent::Text { json, .. } => json.len(),
            Sent::Reauthorise => 0,
        };
        let waiting = self.level.bytes.fetch_add(bytes, Ordering::AcqRel) + bytes;
        if waiting > BYTES_MAX || self.queue.try_send(message).is_err() {
            self.level.lagged.store(true, Ordering::Release);
            return false;
        }
        true
    }
}

impl Sender {
    /// Whether the socket's side has been dropped.
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Outbox {
    /// Whether the queue has overflowed, so that messages are missing.
    pub fn has_lagged(&self) -> bool {
        self.level.lagged.load(Ordering::Acquire)
    }

    /// The next message, if one is queued.
    pub fn try_receive(&mut self) -> Option<Received> {
        let message = self.queue.try_recv().ok()?;
        self.release(&message);
        Some(Received::Message(message))
    }

    fn release(&self, message: &Sent) {
        if let Sent::Text { json, .. } = message {
            self.level.bytes.fetch_sub(json.len(), Ordering::AcqRel);
        }
    }

    /// Waits for the next message.
    pub async fn receive(&mut self) -> Received {
        if self.level.lagged.load(Ordering::Acquire) {
            return Received::Lagged;
        }
        match self.queue.recv().await {
            Some(message) => {
                self.release(&message);
                Received::Message(message)
            }
            None if self.level.lagged.load(Ordering::Acquire) => Received::Lagged,
            None => Received::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Sent {
        Sent::Text { seq: 1, json: "x".repeat(bytes).into() }
    }

    /// covers: [PUSH-02]
    #[tokio::test]
    async fn a_full_queue_makes_the_tab_resync_without_blocking() {
        let (sender, mut outbox) = queue();
        while sender.send(text(1)) {}
        assert!(matches!(outbox.receive().await, Received::Lagged));
    }

    #[tokio::test]
    async fn a_queue_is_bounded_in_bytes() {
        let (sender, mut outbox) = queue();
        assert!(sender.send(text(BYTES_MAX / 2)));
        assert!(matches!(outbox.receive().await, Received::Message(_)));
        assert!(sender.send(text(BYTES_MAX)));
        assert!(!sender.send(text(1)));
        assert!(matches!(outbox.receive().await, Received::Lagged));
    }

    #[tokio::test]
    async fn a_dropped_sender_closes_the_queue() {
        let (sender, mut outbox) = queue();
        assert!(sender.send(text(1)));
        drop(sender);
        assert!(matches!(outbox.receive().await, Received::Message(_)));
        assert!(matches!(outbox.receive().await, Received::Gone));
    }
}
