//! What the topics of repositories, packages and builds share: the changes of a moment, and what a viewer may see of
//! them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use waybill_engine::topics::{TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer};
use waybill_engine::{PortsBuilder, principal_of};
use waybill_platform::access::Accounts;
use waybill_platform::permissions::{Permissions, Principal, Rights};

/// What has changed within a moment.
pub(super) struct Gathered<T> {
    pub(super) changes: BTreeSet<T>,
    /// Whether these are all changes; otherwise a page reads again what it shows.
    pub(super) complete: bool,
}

/// Waits for a change, and gathers those that follow it within a time. None once no changes can come.
pub(super) async fn gathered<T: Clone + Ord>(
    receiver: &mut Receiver<T>,
    within: Duration,
    most: usize,
) -> Option<Gathered<T>> {
    let mut changes = BTreeSet::new();
    let mut complete = match receiver.recv().await {
        Ok(change) => {
            changes.insert(change);
            true
        }
        Err(RecvError::Lagged(_)) => false,
        Err(RecvError::Closed) => return None,
    };
    tokio::time::sleep(within).await;
    complete &= take_waiting(receiver, &mut changes).unwrap_or(true);
    complete &= changes.len() <= most;
    Some(Gathered { changes: if complete { changes } else { BTreeSet::new() }, complete })
}

/// Adds the changes that have come by now; whether none was lost. None once no changes can come.
pub(super) fn take_waiting<T: Ord + Clone>(
    receiver: &mut Receiver<T>,
    changes: &mut BTreeSet<T>,
) -> Option<bool> {
    let mut complete = true;
    loop {
        match receiver.try_recv() {
            Ok(change) => drop(changes.insert(change)),
            Err(TryRecvError::Lagged(_)) => complete = false,
            Err(TryRecvError::Empty) => return Some(complete),
            Err(TryRecvError::Closed) => return None,
        }
    }
}

/// What those who follow something may do at present.
#[derive(Clone)]
pub(super) struct RightsSource {
    accounts: Arc<dyn Accounts>,
    permissions: Arc<dyn Permissions>,
}

impl RightsSource {
    /// By the accounts and permissions that have been opened.
    pub(super) fn new(ports: &PortsBuilder) -> anyhow::Result<Self> {
        Ok(Self {
            accounts: ports.accounts.clone().context("the accounts are opened first")?,
            permissions: ports.permissions.clone().context("the permissions are opened first")?,
        })
    }

    /// What a viewer may do at present; none while that cannot be known.
    async fn rights(&self, viewer: &Viewer) -> Option<Rights> {
        let principal = match &viewer.person {
            Some(person) => principal_of(&*self.accounts, person).await.ok()??,
            None => Principal::Anonymous,
        };
        self.permissions.rights(principal).await.ok()
    }
}

/// A viewer who follows something. Rights may change at any time, so that they are asked for with each message.
pub(super) struct Follower {
    viewer: Viewer,
    source: RightsSource,
}

impl Follower {
    /// What the viewer may do at present; none while that cannot be known.
    pub(super) async fn rights(&self) -> Option<Rights> {
        self.source.rights(&self.viewer).await
    }
}

/// Something that changes, and that a page follows as far as its viewer may read it.
pub(super) trait Followed: Clone + Send + Sync + 'static {
    /// The name of the topic.
    const NAME: &'static str;
    /// What of it a page follows.
    type Wanted: Send + 'static;
    /// What receives the changes of that.
    type Changes: Send + 'static;

    /// Reads the arguments of a subscription.
    fn wanted(args: &Value) -> Result<Self::Wanted, TopicRefusal>;

    /// Begins to listen. The subscription begins after that.
    fn listen(
        self,
        wanted: Self::Wanted,
    ) -> impl Future<Output = Result<Self::Changes, TopicRefusal>> + Send + 'static;

    /// Sends what has changed since then, until that ends.
    fn follow(
        self,
        changes: Self::Changes,
        follower: Follower,
        sender: TopicSender,
    ) -> impl Future<Output = Result<(), TopicRefusal>> + Send + 'static;
}

/// The topic of something that is followed. It has no cursor: a page that has missed something reads what it shows
/// again.
pub(super) struct FollowedTopic<F> {
    pub(super) followed: F,
    pub(super) rights: RightsSource,
}

impl<F: Followed> TopicSource for FollowedTopic<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    /// Everyone may ask: rights are judged for each message.
    fn authorise(&self, _: &Viewer, args: &Value) -> Result<(), TopicRefusal> {
        F::wanted(args).map(drop)
    }

    fn open(
        &self,
        viewer: Viewer,
        args: Value,
        _: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let wanted = F::wanted(&args)?;
        let (followed, source) = (self.followed.clone(), self.rights.clone());
        let follower = Follower { viewer, source };
        let listen = followed.clone().listen(wanted);
        Ok(TopicStream::spawn_listening(listen, move |changes, sender| {
            followed.follow(changes, follower, sender)
        }))
    }
}
