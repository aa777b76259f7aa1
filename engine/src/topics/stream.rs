//! The stream of one subscription: a task and a queue that is bounded in messages and in bytes.

use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{TopicEndCode, TopicRefusal};

/// How many messages may wait for a subscription.
pub const MESSAGES_MAX: usize = 128;
/// How many bytes of data may wait for a subscription; also the limit of a single message.
pub const QUEUE_BYTES_MAX: usize = 256 * 1024;

/// A message of a topic.
#[derive(Debug)]
pub struct TopicMessage {
    /// Where to continue after this message; none where the topic cannot be resumed.
    pub cursor: Option<String>,
    /// The message as JSON.
    pub data: Box<RawValue>,
    /// Its share of the queue's bytes, released when the message is dropped.
    _permit: OwnedSemaphorePermit,
}

/// The source's side of a queue.
#[derive(Debug, Clone)]
pub struct TopicSender {
    queue: mpsc::Sender<TopicMessage>,
    free_bytes: Arc<Semaphore>,
}

impl TopicSender {
    /// Sends a message as soon as there is space: for sources that can wait, such as one that reads a file. The error
    /// is meant to end the task; once the subscription has been dropped, it is discarded.
    pub async fn send(
        &self,
        cursor: Option<String>,
        data: &impl Serialize,
    ) -> Result<(), TopicRefusal> {
        let (data, size) = encode(data)?;
        let permit = Arc::clone(&self.free_bytes).acquire_many_owned(size).await;
        let permit = permit.map_err(|_| TopicRefusal::ended())?;
        let message = TopicMessage { cursor, data, _permit: permit };
        self.queue.send(message).await.map_err(|_| TopicRefusal::ended())
    }

    /// Sends a message at once, for sources that cannot wait. A full queue is the error `lagged`, which ends the task:
    /// the browser reads what is queued and subscribes again with its cursor.
    pub fn try_send(
        &self,
        cursor: Option<String>,
        data: &impl Serialize,
    ) -> Result<(), TopicRefusal> {
        let (data, size) = encode(data)?;
        let permit = Arc::clone(&self.free_bytes).try_acquire_many_owned(size);
        let permit = permit.map_err(|error| match error {
            TryAcquireError::NoPermits => TopicRefusal::lagged(),
            TryAcquireError::Closed => TopicRefusal::ended(),
        })?;
        let message = TopicMessage { cursor, data, _permit: permit };
        self.queue.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => TopicRefusal::lagged(),
            TrySendError::Closed(_) => TopicRefusal::ended(),
        })
    }
}

fn encode(data: &impl Serialize) -> Result<(Box<RawValue>, u32), TopicRefusal> {
    let data = to_raw_value(data).map_err(|error| {
        TopicRefusal::permanent(
            TopicEndCode::NotTellable,
            format!("A message could not be written: {error}."),
        )
    })?;
    let size =
        u32::try_from(data.get().len()).ok().filter(|size| *size as usize <= QUEUE_BYTES_MAX);
    let size = size.ok_or_else(|| {
        let limit = QUEUE_BYTES_MAX / 1_024;
        TopicRefusal::permanent(
            TopicEndCode::TooLarge,
            format!("A message may have at most {limit} KiB."),
        )
    })?;
    Ok((data, size))
}

/// The receiving side of a subscription. Dropping it ends the task behind it.
#[derive(Debug)]
pub struct TopicStream {
    queue: mpsc::Receiver<TopicMessage>,
    task: JoinHandle<Result<(), TopicRefusal>>,
    /// Resolved when its task listens; none if it did from the start.
    listening: Option<oneshot::Receiver<()>>,
}

impl TopicStream {
    /// Starts a task and returns the stream of its messages, which ends with it: `Ok` means that the topic is complete.
    /// A panic of the task ends only its own stream.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn spawn<F, T>(run: F) -> Self
    where
        F: FnOnce(TopicSender) -> T,
        T: Future<Output = Result<(), TopicRefusal>> + Send + 'static,
    {
        let (queue, receiver) = mpsc::channel(MESSAGES_MAX);
        let free_bytes = Arc::new(Semaphore::new(QUEUE_BYTES_MAX));
        let task = tokio::spawn(run(TopicSender { queue, free_bytes }));
        Self { queue: receiver, task, listening: None }
    }

    /// The same for a task that has to look up what it follows. `listen` does so and begins to listen; `follow` sends
    /// what changes from then on. The subscription begins in between, so that no later change is missed. The socket
    /// waits for `listen`, which therefore must not be slow.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn spawn_listening<L, C, F, T>(listen: L, follow: F) -> Self
    where
        L: Future<Output = Result<C, TopicRefusal>> + Send + 'static,
        C: Send + 'static,
        F: FnOnce(C, TopicSender) -> T + Send + 'static,
        T: Future<Output = Result<(), TopicRefusal>> + Send + 'static,
    {
        let (listens, listening) = oneshot::channel();
        let mut stream = Self::spawn(move |sender| async move {
            let changes = listen.await?;
            let _ = listens.send(());
            follow(changes, sender).await
        });
        stream.listening = Some(listening);
        stream
    }

    /// Waits until its task listens, or has ended without: then the next message says why, as it does for a task that
    /// ends later, so that the two cannot be distinguished.
    pub(super) async fn listening(&mut self) {
        if let Some(listening) = self.listening.take() {
            let _ = listening.await;
        }
    }

    /// The next message, or why the stream has ended.
    pub(super) fn poll(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<TopicMessage, TopicRefusal>> {
        if let Some(message) = ready!(self.queue.poll_recv(context)) {
            return Poll::Ready(Ok(message));
        }
        let ended = ready!(std::pin::Pin::new(&mut self.task).poll(context));
        Poll::Ready(Err(match ended {
            Ok(Ok(())) => TopicRefusal::ended(),
            Ok(Err(refusal)) => refusal,
            Err(error) => {
                tracing::error!(%error, "the task of a topic stopped");
                TopicRefusal::source_failed()
            }
        }))
    }
}

impl Drop for TopicStream {
    fn drop(&mut self) {
        self.task.abort();
    }
}
