//! The runners that are awake, and sending them inputs.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use waybill_stream::{Bookmark, StreamState};

use super::{Owner, Runner};
use crate::alarm::Alarm;
use crate::perform::Performer;
use crate::registry::Shared;

/// How many inputs may wait for one stream.
const INPUTS_MAX: usize = 128;

/// Something that is under way. The engine is quiescent when no one holds one but calls that wait for their ports.
#[derive(Debug, Clone)]
pub(crate) struct Activity(#[allow(dead_code, reason = "it is counted")] pub(crate) Arc<()>);

/// What a runner takes.
pub(crate) enum Input<I> {
    /// Something is due by the clock.
    Due,
    /// An input of its owner's kind.
    Owner(I),
}

/// An input on its way. Boxed, since a queue reserves room for 32 at once.
pub(crate) struct Message<I> {
    pub(super) input: Box<Input<I>>,
    _activity: Activity,
}

/// The bookmarks of streams whose runners are asleep.
#[derive(Default)]
pub(crate) struct Bookmarks(Mutex<HashMap<String, Bookmark>>);

impl Bookmarks {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Bookmark>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the bookmark of a stream.
    pub(crate) fn keep(&self, name: &str, bookmark: Bookmark) {
        self.all().insert(name.to_owned(), bookmark);
    }

    /// Drops the bookmarks of all other streams.
    pub(crate) fn retain(&self, is_kept: impl Fn(&str) -> bool) {
        self.all().retain(|name, _| is_kept(name));
    }

    /// The bookmark of a stream.
    pub(crate) fn get(&self, name: &str) -> Option<Bookmark> {
        self.all().get(name).cloned()
    }

    /// Takes the bookmark of a stream whose runner starts.
    pub(super) fn take(&self, name: &str) -> Option<Bookmark> {
        self.all().remove(name)
    }
}

/// Where the inputs of a stream are sent.
type Mailbox<I> = mpsc::Sender<Message<I>>;

/// The runners of one kind that are awake, when the others are to be woken, and where these continue.
pub(crate) struct Runners<I> {
    awake: Mutex<HashMap<String, (u64, Mailbox<I>)>>,
    pub(crate) alarm: Alarm,
    pub(crate) bookmarks: Bookmarks,
    next: AtomicU64,
}

impl<I> Default for Runners<I> {
    fn default() -> Self {
        Self {
            awake: Mutex::default(),
            alarm: Alarm::default(),
            bookmarks: Bookmarks::default(),
            next: AtomicU64::new(0),
        }
    }
}

impl<I> Runners<I> {
    fn awake(&self) -> MutexGuard<'_, HashMap<String, (u64, Mailbox<I>)>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are awake.
    pub(crate) fn count(&self) -> usize {
        self.awake().len()
    }

    /// The names of the streams whose runners are awake.
    pub(crate) fn names(&self) -> Vec<String> {
        self.awake().keys().cloned().collect()
    }

    /// Does something with a stream only if its runner is asleep, and keeps it asleep meanwhile.
    pub(crate) fn if_asleep(&self, name: &str, work: impl FnOnce()) {
        let awake = self.awake();
        if !awake.contains_key(name) {
            work();
        }
    }

    /// Sends an input to a runner that is awake; `false` if it is not.
    pub(crate) async fn send_awake(&self, name: &str, input: I, activity: Activity) -> bool {
        let mailbox = self.awake().get(name).map(|(_, mailbox)| mailbox.clone());
        let Some(mailbox) = mailbox else { return false };
        let input = Box::new(Input::Owner(input));
        mailbox.send(Message { input, _activity: activity }).await.is_ok()
    }
}

/// The place of a runner among those that are awake. It is left at the end of the runner, by a panic too.
pub(crate) struct Place<O: Owner<P>, P: Performer> {
    shared: Arc<Shared<P>>,
    name: String,
    number: u64,
    owner: PhantomData<fn() -> O>,
}

impl<O: Owner<P>, P: Performer> Place<O, P> {
    /// Leaves, so that the next input starts another runner.
    pub(super) fn leave(&self) {
        let mut awake = O::runners(&self.shared).awake();
        if awake.get(&self.name).is_some_and(|(number, _)| *number == self.number) {
            awake.remove(&self.name);
        }
    }

    /// Leaves, unless an input is on its way. Senders take the mailbox under the same lock, so that none is lost.
    pub(super) fn leave_if_unused(
        &self,
        inputs: &mpsc::Receiver<Message<O::Input>>,
        stream: &StreamState,
    ) -> bool {
        let runners = O::runners(&self.shared);
        let bookmark = stream.bookmark().filter(|_| !stream.is_closed());
        let mut awake = runners.awake();
        if !inputs.is_empty() || inputs.sender_strong_count() > 1 {
            return false;
        }
        awake.remove(&self.name);
        if let Some(bookmark) = bookmark {
            runners.bookmarks.keep(&self.name, bookmark);
        }
        true
    }
}

impl<O: Owner<P>, P: Performer> Drop for Place<O, P> {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Sends an input to a stream, whose runner is woken if it sleeps. There is never more than one runner of a stream:
/// two would not know of each other's records.
pub(crate) async fn send<O: Owner<P>, P: Performer>(
    shared: &Arc<Shared<P>>,
    name: &str,
    owner: impl Fn() -> O + Send,
    input: Input<O::Input>,
) {
    let mut message = Message { input: Box::new(input), _activity: shared.activity() };
    loop {
        let mailbox = wake(shared, name, &owner);
        match mailbox.send(message).await {
            Ok(()) => return,
            // The runner could not read its stream, or panicked: its place is free.
            Err(back) => message = back.0,
        }
        tokio::task::yield_now().await;
    }
}

fn wake<O: Owner<P>, P: Performer>(
    shared: &Arc<Shared<P>>,
    name: &str,
    owner: &impl Fn() -> O,
) -> Mailbox<O::Input> {
    let runners = O::runners(shared);
    let mut awake = runners.awake();
    if let Some((_, mailbox)) = awake.get(name) {
        return mailbox.clone();
    }
    let (mailbox, inputs) = mpsc::channel(INPUTS_MAX);
    let number = runners.next.fetch_add(1, Ordering::Relaxed);
    awake.insert(name.to_owned(), (number, mailbox.clone()));
    drop(awake);
    let place =
        Place { shared: Arc::clone(shared), name: name.to_owned(), number, owner: PhantomData };
    tokio::spawn(Runner::run(Arc::clone(shared), name.to_owned(), owner(), inputs, place));
    mailbox
}
