//! The topic `packages`: the packages that change, for pages that show them. It has no cursor: a page that has missed
//! something reads what it shows again.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use waybill_engine::topics::{TopicEndCode, TopicRefusal, TopicSender};
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    Catalogue, ChangedPackage, PackageId, Repositories, RepositoryError, Searched,
};

use crate::components::following::{Followed, Follower, gathered};
use crate::wire::packages::{PackageChanges, PackagesArgs};

/// A version often has several files, and versions come one after another; a message waits for those of the same
/// moment.
const GATHER: Duration = Duration::from_millis(400);
/// The most changes of a message: each is compared with what the viewer may read. Of more, the page reads everything
/// again.
const CHANGES_MAX: usize = 16;

/// The packages that pages follow.
#[derive(Clone)]
pub(super) struct FollowedChanges {
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) repositories: Arc<dyn Repositories>,
}

impl Followed for FollowedChanges {
    const NAME: &'static str = "packages";
    /// A package; all of them without one.
    type Wanted = Option<PackageId>;
    type Changes = (Receiver<ChangedPackage>, Option<PackageId>);

    fn wanted(args: &Value) -> Result<Option<PackageId>, TopicRefusal> {
        let refused = || TopicRefusal::bad_args("a 'package_id' is an id such as npm://left-pad");
        let PackagesArgs { package_id } = PackagesArgs::deserialize(args).map_err(|_| refused())?;
        package_id.map(|id| id.parse().map_err(|_| refused())).transpose()
    }

    fn listen(
        self,
        wanted: Option<PackageId>,
    ) -> impl Future<Output = Result<Self::Changes, TopicRefusal>> + Send + 'static {
        ready(Ok((self.catalogue.changed_packages(), wanted)))
    }

    async fn follow(
        self,
        (changes, wanted): Self::Changes,
        follower: Follower,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        self.send(changes, wanted, follower, sender).await
    }
}

fn unavailable() -> TopicRefusal {
    let message = "Packages cannot be read at the moment.";
    TopicRefusal::temporary(TopicEndCode::Unavailable, message)
}

fn failed(error: &RepositoryError) -> TopicRefusal {
    tracing::error!(service = "artifactory", %error, "packages cannot be followed");
    unavailable()
}

impl FollowedChanges {
    async fn send(
        &self,
        mut changes: Receiver<ChangedPackage>,
        wanted: Option<PackageId>,
        follower: Follower,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        while let Some(gathered) = gathered(&mut changes, GATHER, CHANGES_MAX).await {
            let rights = follower.rights().await.ok_or_else(unavailable)?;
            let mut packages = Vec::new();
            for change in gathered.changes {
                let is_wanted = wanted.as_ref().is_none_or(|wanted| *wanted == change.id);
                if is_wanted && self.may_know(&change, &rights).await? {
                    packages.push(change.id.to_string());
                }
            }
            packages.dedup();
            let message = PackageChanges { packages, complete: gathered.complete };
            if !message.complete || !message.packages.is_empty() {
                sender.send(None, &message).await?;
            }
        }
        Err(unavailable())
    }

    /// Whether the viewer may know of a change: they may read a version of the package, or everything in the repository
    /// that it has left.
    async fn may_know(
        &self,
        change: &ChangedPackage,
        rights: &Rights,
    ) -> Result<bool, TopicRefusal> {
        let found = self.repositories.with_ids(vec![change.repository.clone()]).await;
        let scope = Searched::readable(found.map_err(|error| failed(&error))?, rights);
        let sees_all = scope.iter().any(|searched| searched.sight.shows_everything());
        if scope.is_empty() || sees_all || change.is_gone {
            return Ok(sees_all);
        }
        let row = self.catalogue.package_row(change.id.clone(), scope).await;
        Ok(row.map_err(|error| failed(&error))?.is_some())
    }
}
