//! The topic `builds`: the runs that are published, promoted and deleted, for pages that show them. It has no cursor: a
//! page that has missed something reads what it shows again.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use waybill_engine::topics::{TopicEndCode, TopicRefusal, TopicSender};
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{BuildId, Builds, ChangedRun};

use crate::components::following::{Followed, Follower, gathered};
use crate::wire::builds::{BuildChanges, BuildsArgs, ChangedBuildRun};

/// Builds are often published one after another; a message waits for those of the same moment.
const GATHER: Duration = Duration::from_millis(100);
/// The most runs of a message. Of more, the page reads everything again.
const RUNS_MAX: usize = 128;

/// The builds that pages follow.
#[derive(Clone)]
pub(super) struct FollowedBuilds(pub(super) Arc<dyn Builds>);

impl Followed for FollowedBuilds {
    const NAME: &'static str = "builds";
    /// The name of a build; all of them without one.
    type Wanted = Option<String>;
    type Changes = (Receiver<ChangedRun>, Option<String>);

    fn wanted(args: &Value) -> Result<Option<String>, TopicRefusal> {
        let args = BuildsArgs::deserialize(args);
        args.map(|args| args.name).map_err(|_| TopicRefusal::bad_args("a 'name' is a text"))
    }

    fn listen(
        self,
        wanted: Option<String>,
    ) -> impl Future<Output = Result<Self::Changes, TopicRefusal>> + Send + 'static {
        ready(Ok((self.0.changes(), wanted)))
    }

    fn follow(
        self,
        (changes, wanted): Self::Changes,
        follower: Follower,
        sender: TopicSender,
    ) -> impl Future<Output = Result<(), TopicRefusal>> + Send + 'static {
        follow(changes, wanted, follower, sender)
    }
}

fn unavailable() -> TopicRefusal {
    let message = "Builds cannot be read at the moment.";
    TopicRefusal::temporary(TopicEndCode::Unavailable, message)
}

async fn follow(
    mut changes: Receiver<ChangedRun>,
    wanted: Option<String>,
    follower: Follower,
    sender: TopicSender,
) -> Result<(), TopicRefusal> {
    while let Some(gathered) = gathered(&mut changes, GATHER, RUNS_MAX).await {
        let rights = follower.rights().await.ok_or_else(unavailable)?;
        let sight = rights.builds(Action::Read);
        let shown = |ChangedRun { build: BuildId { name, project }, number }| {
            let is_wanted = wanted.as_ref().is_none_or(|wanted| *wanted == name);
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
