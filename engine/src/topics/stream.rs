//! What a source tells one subscription: a task and a queue that is bounded in messages and in bytes.

use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, mpsc};
use tokio::task::JoinHandle;

use super::TopicRefusal;

/// How many messages may wait for a subscription.
pub const MESSAGES_MAX: usize = 128;
/// How many bytes of data may wait for a subscription; one message may have no more either.
pub const QUEUE_BYTES_MAX: usize = 256 * 1024;

/// Something told.
#[derive(Debug)]
pub struct TopicMessage {
    /// Where to go on behind this message; none where the topic cannot be gone on with.
    pub cursor: Option<String>,
    /// The JSON.
    pub data: String,
    /// Its room in the queue, given back when it has been taken.
    _room: OwnedSemaphorePermit,
}

/// The source's side of a queue.
#[derive(Debug, Clone)]
pub struct TopicSender {
    queue: mpsc::Sender<TopicMessage>,
    room: Arc<Semaphore>,
}

impl TopicSender {
    /// Tells something as soon as there is room: for sources that can wait, such as one that reads a file. The error
    /// ends the task; where nobody listens any more, nobody hears it.
    pub async fn send(
        &self,
        cursor: Option<String>,
        data: &impl Serialize,
    ) -> Result<(), TopicRefusal> {
        let (data, size) = encode(data)?;
        let room = Arc::clone(&self.room).acquire_many_owned(size).await;
        let room = room.map_err(|_| TopicRefusal::ended())?;
        let message = TopicMessage { cursor, data, _room: room };
        self.queue.send(message).await.map_err(|_| TopicRefusal::ended())
    }

    /// Tells something at once, for sources that cannot wait. A full queue is the error `lagged`, which ends the task: the
    /// browser takes what waits and comes back with its cursor.
    pub fn try_send(
        &self,
        cursor: Option<String>,
        data: &impl Serialize,
    ) -> Result<(), TopicRefusal> {
        let (data, size) = encode(data)?;
        let room = Arc::clone(&self.room).try_acquire_many_owned(size);
        let room = room.map_err(|error| match error {
            TryAcquireError::NoPermits => TopicRefusal::lagged(),
            TryAcquireError::Closed => TopicRefusal::ended(),
        })?;
        let message = TopicMessage { cursor, data, _room: room };
        self.queue.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => TopicRefusal::lagged(),
            TrySendError::Closed(_) => TopicRefusal::ended(),
        })
    }
}

fn encode(data: &impl Serialize) -> Result<(String, u32), TopicRefusal> {
    let data = serde_json::to_string(data).map_err(|error| {
        TopicRefusal::final_("not_tellable", format!("A message could not be written: {error}."))
    })?;
    let size = u32::try_from(data.len()).ok().filter(|size| *size as usize <= QUEUE_BYTES_MAX);
    let size = size.ok_or_else(|| {
        let limit = QUEUE_BYTES_MAX / 1_024;
        TopicRefusal::final_("too_large", format!("A message may have at most {limit} KiB."))
    })?;
    Ok((data, size))
}

/// What a subscription receives. Dropping it ends the task behind it.
#[derive(Debug)]
pub struct TopicStream {
    queue: mpsc::Receiver<TopicMessage>,
    task: JoinHandle<Result<(), TopicRefusal>>,
}

impl TopicStream {
    /// The stream of what a task tells. It ends with the task: `Ok` is the end of all that can be told. A task that
    /// panics ends its stream and nothing else.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn spawn<F, T>(tell: F) -> Self
    where
        F: FnOnce(TopicSender) -> T,
        T: Future<Output = Result<(), TopicRefusal>> + Send + 'static,
    {
        let (queue, receiver) = mpsc::channel(MESSAGES_MAX);
        let room = Arc::new(Semaphore::new(QUEUE_BYTES_MAX));
        let task = tokio::spawn(tell(TopicSender { queue, room }));
        Self { queue: receiver, task }
    }

    /// The next message, or why there is none any more.
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
