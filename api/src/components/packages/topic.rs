//! The topic `packages`: the packages that change, for pages that show them. It has no cursor: a page that has missed
//! something reads what it shows again.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use waybill_engine::topics::{
    TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer,
};
use waybill_platform::access::Accounts;
use waybill_platform::permissions::{Permissions, Rights};
use waybill_platform::repositories::{
    Catalogue, ChangedPackage, PackageId, Repositories, RepositoryError, Searched,
};

use crate::components::following::{gathered, rights_of};
use crate::wire::packages::{PackageChanges, PackagesArgs};

/// A version often has several files, and versions come one after another; a message waits for those of the same
/// moment.
const GATHER: Duration = Duration::from_millis(400);
/// The most changes of a message: each is compared with what the viewer may read. Of more, the page reads everything
/// again.
const CHANGES_MAX: usize = 16;

/// The source of the topic.
pub(super) struct PackagesTopic {
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) repositories: Arc<dyn Repositories>,
    pub(super) permissions: Arc<dyn Permissions>,
    pub(super) accounts: Arc<dyn Accounts>,
}

impl TopicSource for PackagesTopic {
    fn name(&self) -> &'static str {
        "packages"
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
        let following = Following {
            wanted: read(&args)?,
            catalogue: Arc::clone(&self.catalogue),
            repositories: Arc::clone(&self.repositories),
            permissions: Arc::clone(&self.permissions),
            accounts: Arc::clone(&self.accounts),
            viewer,
        };
        let changes = self.catalogue.changed_packages();
        Ok(TopicStream::spawn(move |sender| async move { following.follow(changes, sender).await }))
    }
}

/// The package that is followed; all of them if none is named.
fn read(args: &Value) -> Result<Option<PackageId>, TopicRefusal> {
    let refused = || TopicRefusal::bad_args("a 'package_id' is an id such as npm://left-pad");
    let PackagesArgs { package_id } = PackagesArgs::deserialize(args).map_err(|_| refused())?;
    package_id.map(|id| id.parse().map_err(|_| refused())).transpose()
}

fn unavailable() -> TopicRefusal {
    let message = "Packages cannot be read at the moment.";
    TopicRefusal::temporary(TopicEndCode::Unavailable, message)
}

fn failed(error: &RepositoryError) -> TopicRefusal {
    tracing::error!(service = "artifactory", %error, "packages cannot be followed");
    unavailable()
}

/// A viewer who follows packages.
struct Following {
    wanted: Option<PackageId>,
    catalogue: Arc<dyn Catalogue>,
    repositories: Arc<dyn Repositories>,
    permissions: Arc<dyn Permissions>,
    accounts: Arc<dyn Accounts>,
    viewer: Viewer,
}

impl Following {
    async fn follow(
        &self,
        mut changes: Receiver<ChangedPackage>,
        sender: TopicSender,
    ) -> Result<(), TopicRefusal> {
        while let Some(gathered) = gathered(&mut changes, GATHER, CHANGES_MAX).await {
            let rights = rights_of(&self.viewer, &*self.accounts, &*self.permissions).await;
            let rights = rights.ok_or_else(unavailable)?;
            let mut packages = Vec::new();
            for change in gathered.changes {
                let is_wanted = self.wanted.as_ref().is_none_or(|wanted| *wanted == change.id);
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
