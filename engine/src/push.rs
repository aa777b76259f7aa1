//! Pushing to one tab: a queue that is bounded in messages and in bytes, so that a slow tab slows nobody.

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
        /// The JSON.
        json: Arc<str>,
    },
    /// The session's cookie has changed, or the session has ended: authorise afresh.
    Reauthorise,
}

/// What the socket's side of a queue received.
#[derive(Debug)]
pub enum Received {
    /// A message.
    Message(Sent),
    /// The queue overflowed: whatever follows has a gap, so the tab must be resynchronised.
    Lagged,
    /// The session's task has gone.
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

/// A new queue.
pub fn queue() -> (Sender, Outbox) {
    let (sender, receiver) = mpsc::channel(MESSAGES_MAX);
    let level = Arc::new(Level::default());
    (Sender { queue: sender, level: Arc::clone(&level) }, Outbox { queue: receiver, level })
}

impl Sender {
    /// Puts a message into the queue. False when the tab is gone or cannot follow; it is to be forgotten then.
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
    /// The socket's side has gone.
    pub fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Outbox {
    /// What follows has a gap.
    pub fn has_lagged(&self) -> bool {
        self.level.lagged.load(Ordering::Acquire)
    }

    /// A message that is there already, if any.
    pub fn try_receive(&mut self) -> Option<Received> {
        let message = self.queue.try_recv().ok()?;
        self.taken(&message);
        Some(Received::Message(message))
    }

    fn taken(&self, message: &Sent) {
        if let Sent::Text { json, .. } = message {
            self.level.bytes.fetch_sub(json.len(), Ordering::AcqRel);
        }
    }

    /// The next message.
    pub async fn receive(&mut self) -> Received {
        if self.level.lagged.load(Ordering::Acquire) {
            return Received::Lagged;
        }
        match self.queue.recv().await {
            Some(message) => {
                self.taken(&message);
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
    async fn a_full_queue_tells_the_tab_to_resync_and_blocks_nobody() {
        let (sender, mut outbox) = queue();
        while sender.send(text(1)) {}
        assert!(matches!(outbox.receive().await, Received::Lagged));
    }

    #[tokio::test]
    async fn bytes_are_bounded_too() {
        let (sender, mut outbox) = queue();
        assert!(sender.send(text(BYTES_MAX / 2)));
        assert!(matches!(outbox.receive().await, Received::Message(_)));
        assert!(sender.send(text(BYTES_MAX)));
        assert!(!sender.send(text(1)));
        assert!(matches!(outbox.receive().await, Received::Lagged));
    }

    #[tokio::test]
    async fn a_dropped_session_is_told() {
        let (sender, mut outbox) = queue();
        assert!(sender.send(text(1)));
        drop(sender);
        assert!(matches!(outbox.receive().await, Received::Message(_)));
        assert!(matches!(outbox.receive().await, Received::Gone));
    }
}
