//! The topic `artifacts`: what changes in a repository, for pages that show it. It has no cursor: a page that has missed
//! something reads what it shows again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::select_all;
use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use waybill_engine::topics::{TopicEndCode, TopicRefusal, TopicSender};
use waybill_platform::repositories::{
    Changed, Repositories, RepositoryError, Sight, StoredRepository, Tree,
};

use crate::components::following::{Followed, Follower, take_waiting};
use crate::wire::tree::{TreeArgs, TreeChange, TreeChanges, TreeEntry};

/// Files often come one after another; a message waits for those of the same moment.
const GATHER: Duration = Duration::from_millis(60);
/// A page reads everything again that it shows of a virtual repository, so that it is asked to less often.
const GATHER_JOINED: Duration = Duration::from_secs(1);
/// The most paths of a message: with the longest paths it still fits the queue of a subscription.
const PATHS_MAX: usize = 128;

/// The repositories that pages follow.
#[derive(Clone)]
pub(super) struct FollowedTree {
    pub(super) tree: Arc<dyn Tree>,
    pub(super) repositories: Arc<dyn Repositories>,
}

impl Followed for FollowedTree {
    const NAME: &'static str = "artifacts";
    /// The key of a repository.
    type Wanted = String;
    type Changes = Listened;

    fn wanted(args: &Value) -> Result<String, TopicRefusal> {
        let args = TreeArgs::deserialize(args);
        args.map(|args| args.repository).map_err(|_| TopicRefusal::bad_args("name a 'repository'"))
    }

    async fn listen(self, wanted: String) -> Result<Listened, TopicRefusal> {
        let found = self.repositories.repository(wanted).await.map_err(|error| failed(&error))?;
        let repository = found.ok_or_else(none)?;
        let members = match &repository.settings.members {
            Some(members) => Some(self.repositories.with_ids(members.repositories.clone()).await),
            None => None,
        };
        let members = members.transpose().map_err(|error| failed(&error))?;
        let listen = |one: StoredRepository| (self.tree.changes(&one), one);
        let members = members.map(|members| members.into_iter().map(listen).collect());
        Ok(Listened { members, own: listen(repository) })
    }

    async fn follow(
        self,
        Listened { own, members }: Listened,
        follower: Follower,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        let following = Following { tree: self.tree, follower };
        match members {
            Some(members) => {
                // A virtual one has no changes of its own, and ends the subscription with itself.
                let all = std::iter::once(own).chain(members).collect();
                following.follow_joined(all, sender).await
            }
            None => following.follow(own, sender).await,
        }
    }
}

/// A repository, and what changes in it.
type Changing = (Receiver<String>, StoredRepository);

/// What changes of a repository that a page follows.
pub(super) struct Listened {
    own: Changing,
    /// The repositories that a virtual one joins, as they are when it begins; none if it is no virtual one.
    members: Option<Vec<Changing>>,
}

fn none() -> TopicRefusal {
    TopicRefusal::not_found("such repository")
}

fn failed(error: &RepositoryError) -> TopicRefusal {
    match error {
        RepositoryError::NoRepository => none(),
        _ => {
            tracing::error!(service = "artifactory", %error, "a repository cannot be followed");
            unavailable()
        }
    }
}

fn unavailable() -> TopicRefusal {
    let message = "Repositories cannot be reached at the moment.";
    TopicRefusal::temporary(TopicEndCode::Unavailable, message)
}

/// A viewer who follows a repository.
struct Following {
    tree: Arc<dyn Tree>,
    follower: Follower,
}

impl Following {
    async fn follow(
        &self,
        (mut changes, repository): Changing,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        self.sight(&repository).await?;
        let mut waiting = BTreeSet::new();
        loop {
            let mut complete = true;
            if waiting.is_empty() {
                match changes.recv().await {
                    Ok(path) => drop(waiting.insert(path)),
                    Err(RecvError::Lagged(_)) => complete = false,
                    Err(RecvError::Closed) => return Err(none()),
                }
            }
            tokio::time::sleep(GATHER).await;
            complete &= take_waiting(&mut changes, &mut waiting).ok_or_else(none)?;
            let sight = self.sight(&repository).await?;
            let message = if complete {
                let rest = waiting.iter().nth(PATHS_MAX).cloned();
                let later = rest.map(|rest| waiting.split_off(&rest)).unwrap_or_default();
                let paths = std::mem::replace(&mut waiting, later).into_iter().collect();
                let changed = self.tree.changed(repository.clone(), paths).await;
                let changed = changed.map_err(|error| failed(&error))?;
                let shown = changed.into_iter().filter_map(|changed| shown(changed, &*sight));
                TreeChanges { changes: shown.collect(), complete }
            } else {
                waiting.clear();
                TreeChanges { changes: Vec::new(), complete }
            };
            if !message.complete || !message.changes.is_empty() {
                sender.send(None, &message).await?;
            }
        }
    }

    /// Follows a virtual repository, which is the first one, and those that it joins. What it has at a path depends on
    /// all of them, so that a page reads again what it shows.
    async fn follow_joined(
        &self,
        mut followed: Vec<Changing>,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        self.sights(&followed).await?;
        loop {
            let next = followed.iter_mut().map(|(changes, _)| Box::pin(changes.recv()));
            let (change, at, _) = select_all(next).await;
            let mut waiting = BTreeSet::new();
            let mut is_changed = match change {
                Ok(path) => {
                    waiting.insert((at, path));
                    false
                }
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) if at == 0 => return Err(none()),
                Err(RecvError::Closed) => {
                    drop(followed.remove(at));
                    true
                }
            };
            tokio::time::sleep(GATHER_JOINED).await;
            for (at, (changes, _)) in followed.iter_mut().enumerate().skip(1) {
                let mut paths = BTreeSet::new();
                // One that has ended is found by the next wait.
                is_changed |= !take_waiting(changes, &mut paths).unwrap_or(true);
                waiting.extend(paths.into_iter().map(|path| (at, path)));
            }
            let sights = self.sights(&followed).await?;
            let is_shown = |(at, path): &(usize, String)| {
                sights.get(*at).is_some_and(|sight| sight.shows_file(path))
            };
            if is_changed || waiting.iter().any(is_shown) {
                sender.send(None, &TreeChanges { changes: Vec::new(), complete: false }).await?;
            }
        }
    }

    /// What the viewer may see of repositories at present; the subscription ends when that is nothing.
    async fn sights(&self, followed: &[Changing]) -> Result<Vec<Arc<dyn Sight>>, TopicRefusal> {
        let rights = self.follower.rights().await.ok_or_else(unavailable)?;
        let shows = followed.iter().any(|(_, one)| rights.show_folder(one, ""));
        let sights = || followed.iter().map(|(_, one)| rights.sight(one)).collect();
        shows.then(sights).ok_or_else(none)
    }

    /// What the viewer may see at present; the subscription ends when that is nothing.
    async fn sight(&self, repository: &StoredRepository) -> Result<Arc<dyn Sight>, TopicRefusal> {
        let rights = self.follower.rights().await.ok_or_else(unavailable)?;
        // The same whether there is no such repository, or it may not be read.
        rights.show_folder(repository, "").then(|| rights.sight(repository)).ok_or_else(none)
    }
}

fn shown(changed: Changed, sight: &dyn Sight) -> Option<TreeChange> {
    match changed {
        Changed::File(file) if sight.shows_file(&file.path) => {
            let entry = Some(TreeEntry::file(&file));
            Some(TreeChange { path: file.path, is_folder: false, entry })
        }
        Changed::FileGone(path) if sight.shows_file(&path) => {
            Some(TreeChange { path, is_folder: false, entry: None })
        }
        Changed::FolderGone(path) if sight.shows_folder(&path) => {
            Some(TreeChange { path, is_folder: true, entry: None })
        }
        _ => None,
    }
}
