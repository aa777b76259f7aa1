//! The topic `builds`: the runs that are published and deleted, for pages that show them. It has no cursor: a page that
//! has missed something reads what it shows again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use waybill_engine::topics::{
    TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer,
};
use waybill_machines::rules::permissions::Action;
use waybill_platform::access::Accounts;
use waybill_platform::builds::{Builds, ChangedRun};
use waybill_platform::permissions::{BuildSight, Permissions, Principal};

use crate::wire::builds::{BuildChanges, BuildsArgs, ChangedBuildRun};
use waybill_engine::principal_of;

/// Builds are often published one after another; a message waits for those of the same moment.
const GATHER: Duration = Duration::from_millis(100);
/// The most runs of a message. Of more, the page reads everything again.
const RUNS_MAX: usize = 128;

/// The source of the topic.
pub(super) struct BuildsTopic {
    pub(super) builds: Arc<dyn Builds>,
    pub(super) permissions: Arc<dyn Permissions>,
    pub(super) accounts: Arc<dyn Accounts>,
}

impl TopicSource for BuildsTopic {
    fn name(&self) -> &'static str {
        "builds"
    }

    /// Everyone may ask: rights are judged for each message, since they may change at any time.
    fn authorise(&self, _: &Viewer, args: &Value) -> Result<(), TopicRefusal> {
        read(args).map(drop)
    }

    fn open(
        &self,
        viewer: Viewer,
        args: Value,
        _: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let BuildsArgs { name } = read(&args)?;
        let following = Following {
            permissions: Arc::clone(&self.permissions),
            accounts: Arc::clone(&self.accounts),
            viewer,
            name,
        };
        let changes = self.builds.changes();
        Ok(TopicStream::spawn(move |sender| async move { following.follow(changes, sender).await }))
    }
}

fn read(args: &Value) -> Result<BuildsArgs, TopicRefusal> {
    BuildsArgs::deserialize(args).map_err(|_| TopicRefusal::bad_args("a 'name' is a text"))
}

fn unavailable() -> TopicRefusal {
    let message = "Builds cannot be read at the moment.";
    TopicRefusal::temporary(TopicEndCode::Unavailable, message)
}

/// A viewer who follows builds.
struct Following {
    permissions: Arc<dyn Permissions>,
    accounts: Arc<dyn Accounts>,
    viewer: Viewer,
    name: Option<String>,
}

impl Following {
    async fn follow(
        &self,
        mut changes: Receiver<ChangedRun>,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        loop {
            let mut waiting = BTreeSet::new();
            let mut complete = match changes.recv().await {
                Ok(run) => {
                    waiting.insert(key_of(run));
                    true
                }
                Err(RecvError::Lagged(_)) => false,
                Err(RecvError::Closed) => return Err(unavailable()),
            };
            tokio::time::sleep(GATHER).await;
            complete &= gather(&mut changes, &mut waiting);
            complete &= waiting.len() <= RUNS_MAX;
            let sight = self.sight().await.ok_or_else(unavailable)?;
            let shown = |(name, project, number): (String, Option<String>, String)| {
                let is_wanted = self.name.as_ref().is_none_or(|wanted| *wanted == name);
                let is_shown = is_wanted && sight.shows(project.as_deref(), &name, &number);
                is_shown.then_some(ChangedBuildRun { name, project, number })
            };
            let runs = if complete { waiting } else { BTreeSet::new() };
            let runs = runs.into_iter().filter_map(shown).collect();
            let message = BuildChanges { runs, complete };
            if !message.complete || !message.runs.is_empty() {
                sender.send(None, &message).await?;
            }
        }
    }

    async fn sight(&self) -> Option<BuildSight> {
        let principal = match &self.viewer.person {
            Some(person) => principal_of(&*self.accounts, person).await.ok()??,
            None => Principal::Anonymous,
        };
        let rights = self.permissions.rights(principal).await.ok()?;
        Some(rights.builds(Action::Read))
    }
}

fn key_of(run: ChangedRun) -> (String, Option<String>, String) {
    (run.build.name, run.build.project, run.number)
}

/// Adds the runs that have changed by now; whether none was lost.
fn gather(
    changes: &mut Receiver<ChangedRun>,
    waiting: &mut BTreeSet<(String, Option<String>, String)>,
) -> bool {
    let mut complete = true;
    loop {
        match changes.try_recv() {
            Ok(run) => drop(waiting.insert(key_of(run))),
            Err(TryRecvError::Lagged(_)) => complete = false,
            Err(TryRecvError::Empty | TryRecvError::Closed) => return complete,
        }
    }
}
