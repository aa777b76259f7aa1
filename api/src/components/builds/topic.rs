//! The topic `builds`: the runs that are published and deleted, for pages that show them. It has no cursor: a page that
//! has missed something reads what it shows again.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use waybill_engine::topics::{
    TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer,
};
use waybill_machines::rules::permissions::Action;
use waybill_platform::access::Accounts;
use waybill_platform::builds::{BuildId, Builds, ChangedRun};
use waybill_platform::permissions::Permissions;

use crate::components::following::{gathered, rights_of};
use crate::wire::builds::{BuildChanges, BuildsArgs, ChangedBuildRun};

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
        while let Some(gathered) = gathered(&mut changes, GATHER, RUNS_MAX).await {
            let rights = rights_of(&self.viewer, &*self.accounts, &*self.permissions).await;
            let sight = rights.ok_or_else(unavailable)?.builds(Action::Read);
            let shown = |ChangedRun { build: BuildId { name, project }, number }| {
                let is_wanted = self.name.as_ref().is_none_or(|wanted| *wanted == name);
                let is_shown = is_wanted && sight.shows(project.as_deref(), &name, &number);
                is_shown.then_some(ChangedBuildRun { name, project, number })
            };
            let runs = gathered.changes.into_iter().filter_map(shown).collect();
            let message = BuildChanges { runs, complete: gathered.complete };
            if !message.complete || !message.runs.is_empty() {
                sender.send(None, &message).await?;
            }
        }
        Err(unavailable())
    }
}
