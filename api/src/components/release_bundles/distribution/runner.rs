//! Sending a bundle to its targets, one after another, and removing it there.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use waybill_machines::machines::release_bundle::{
    Distribution, DistributionFailure, DistributionKind, TargetOutcome,
};
use waybill_machines::rules::distribution::{check_distribution_path, shortened_path};
use waybill_platform::distribution::{RemoteWaybill, StoredTarget, TargetError};
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{Artifact, BundleError, Manifest, StoredBundle};
use waybill_platform::secret::hex;
use waybill_platform::streams::ChangeContext;

use super::contents::opened;
use crate::components::release_bundles::files::{Place, artifacts_of, holders};
use crate::components::release_bundles::rights_of_admins;
use crate::state::AppState;

/// The distributions that send at once. Others wait.
static RUNNING: Semaphore = Semaphore::const_new(4);
/// Held while the beginning of a distribution or the end of one is recorded: what has ended is not recorded as the end
/// of one that has begun since.
pub(super) static RECORDING: Mutex<()> = Mutex::const_new(());
/// How often a distribution that waits for a target looks whether it was aborted.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

/// A distribution that is recorded as begun.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) state: AppState,
    pub(super) context: ChangeContext,
    /// The bundle when the distribution began.
    pub(super) stored: StoredBundle,
    /// The distribution when it began.
    pub(super) distribution: Distribution,
    pub(super) creates_repositories: bool,
}

/// Why a distribution has failed at a target.
struct Failure {
    why: DistributionFailure,
    /// The path of the file that it failed at, if it was one.
    path: Option<String>,
}

impl From<DistributionFailure> for Failure {
    fn from(why: DistributionFailure) -> Self {
        Self { why, path: None }
    }
}

impl Run {
    /// Reaches the targets one after another, and records how that ends.
    pub(super) async fn run(self) {
        let Ok(_permit) = RUNNING.acquire().await else { return };
        for target in self.distribution.targets.iter().map(|target| &target.target) {
            if !self.is_in_progress().await {
                return;
            }
            let (run, key) = (self.clone(), target.clone());
            let mut reaching = tokio::spawn(async move { run.reach(&key).await });
            let reached = tokio::select! {
                reached = &mut reaching => reached,
                () = self.aborted() => {
                    reaching.abort();
                    return;
                }
            };
            let reached = reached.unwrap_or_else(|_| Err(DistributionFailure::Storage.into()));
            if !self.end_target(target, self.outcome_of(reached)).await {
                return;
            }
        }
        self.end().await;
    }

    /// Distributes the bundle to a target, or removes it there.
    async fn reach(&self, key: &str) -> Result<(), Failure> {
        let failed = |error: TargetError| match error {
            TargetError::Unknown | TargetError::TokenMissing => DistributionFailure::TargetMissing,
            error => storage("the token of a distribution target cannot be read", &error),
        };
        let targets = &self.state.engine.ports().distribution_targets;
        let target = targets.target(key.to_owned()).await.map_err(failed)?;
        let target = target.ok_or(DistributionFailure::TargetMissing)?;
        let client = targets.client(key.to_owned()).await.map_err(failed)?;
        match self.distribution.kind {
            DistributionKind::Distribute => self.send(&client, &target).await,
            DistributionKind::Remove => {
                let (name, version) = self.key();
                Ok(client.remove(&name, &version).await?)
            }
        }
    }

    /// Sends all files, and registers the bundle.
    async fn send(&self, client: &RemoteWaybill, target: &StoredTarget) -> Result<(), Failure> {
        // To a user who is no administrator there, repositories may seem to be missing.
        client.check().await?;
        let files = artifacts_of(&self.state, &self.stored).await;
        let files = files.map_err(|_| DistributionFailure::Storage)?;
        let rights = rights_of_admins(&self.state).await;
        let rights = rights.map_err(|_| DistributionFailure::Storage)?;
        self.find_repositories(client, &files).await?;
        for file in &files {
            if !self.is_in_progress().await {
                return Err(DistributionFailure::Aborted.into());
            }
            if !self.is_kept(target).await {
                return Err(DistributionFailure::TargetMissing.into());
            }
            let sent = self.send_file(client, &rights, file).await;
            sent.map_err(|why| Failure { why, path: Some(file.path.clone()) })?;
        }
        let (name, version) = self.key();
        Ok(client.register(&Manifest { name, version, artifacts: files }).await?)
    }

    /// Whether a target is still here, at the same address. Otherwise its token is no longer sent there.
    async fn is_kept(&self, known: &StoredTarget) -> bool {
        let targets = &self.state.engine.ports().distribution_targets;
        let found = targets.target(known.settings.key.clone()).await;
        found.is_ok_and(|found| {
            let is_same = |found: StoredTarget| {
                found.id == known.id && found.settings.url == known.settings.url
            };
            found.is_some_and(is_same)
        })
    }

    /// Checks that the repositories of all files are there, or creates them if that is wanted.
    async fn find_repositories(
        &self,
        client: &RemoteWaybill,
        files: &[Artifact],
    ) -> Result<(), Failure> {
        let mut known = BTreeSet::new();
        for file in files {
            let Some((key, _)) = file.path.split_once('/') else { continue };
            if !known.insert(key) || client.has_repository(key).await? {
                continue;
            }
            let failed = |why| Failure { why, path: Some(file.path.clone()) };
            match file.package_type.filter(|_| self.creates_repositories) {
                Some(package_type) => {
                    client.create_repository(key, package_type).await.map_err(failed)?;
                }
                None => return Err(failed(DistributionFailure::RepositoryMissing)),
            }
        }
        Ok(())
    }

    /// Sends a file, unless the target has its content.
    async fn send_file(
        &self,
        client: &RemoteWaybill,
        rights: &Rights,
        file: &Artifact,
    ) -> Result<(), DistributionFailure> {
        let sha256 = hex(&file.sha256);
        if client.has_content(&file.path, &sha256).await? {
            return Ok(());
        }
        let package_type = file.package_type.ok_or(DistributionFailure::FileMissing)?;
        let one = std::slice::from_ref(file);
        let held = holders(&self.state, rights, package_type, one, Place::AnyPath).await;
        let held = held.map_err(|_| DistributionFailure::Storage)?;
        if !held.iter().any(Option::is_some) {
            return Err(DistributionFailure::FileMissing);
        }
        let (content, bytes) = opened(&self.state, file).await?;
        client.send(&file.path, &sha256, content, bytes).await
    }

    /// How it has ended at a target. A path that cannot be shown is left out.
    fn outcome_of(&self, reached: Result<(), Failure>) -> TargetOutcome {
        match reached {
            Ok(()) => TargetOutcome::Completed { files: self.stored.bundle.list.artifacts },
            Err(Failure { why, path }) => {
                let path = path.map(|path| shortened_path(&path));
                let path = path.filter(|path| check_distribution_path(path).is_ok());
                TargetOutcome::Failed { why, path }
            }
        }
    }

    /// Records how it has ended at a target. Returns whether it goes on.
    async fn end_target(&self, target: &str, outcome: TargetOutcome) -> bool {
        let _recording = RECORDING.lock().await;
        // It may have been aborted, and another one may have begun since.
        if !self.is_in_progress().await {
            return false;
        }
        let (name, version) = self.key();
        let bundles = &self.state.engine.ports().release_bundles;
        let target = target.to_owned();
        match bundles.end_target(name, version, target, outcome, self.now()).await {
            Ok(_) => true,
            // The service stores it before the next change of the bundle.
            Err(error @ BundleError::Stream(_)) => {
                tracing::error!(service = "distribution", %error, "the end at a target is recorded later");
                true
            }
            Err(error) => {
                tracing::error!(service = "distribution", %error, "the end at a target was not recorded");
                false
            }
        }
    }

    /// Records that it has ended at all targets.
    async fn end(&self) {
        let _recording = RECORDING.lock().await;
        if !self.is_in_progress().await {
            return;
        }
        let (name, version) = self.key();
        let bundles = &self.state.engine.ports().release_bundles;
        if let Err(error) = bundles.end_distribution(name, version, self.now()).await {
            tracing::error!(service = "distribution", %error, "the end of a distribution is recorded later");
        }
    }

    /// Whether it was neither aborted nor interrupted. A bundle of the same name and version that was created since has
    /// distributions of its own.
    async fn is_in_progress(&self) -> bool {
        let (name, version) = self.key();
        let Distribution { number, at, .. } = self.distribution;
        let bundles = &self.state.engine.ports().release_bundles;
        match bundles.distribution(name, version, number).await {
            Ok(found) => found.is_some_and(|found| found.is_started() && found.at == at),
            Err(error) => {
                tracing::error!(service = "distribution", %error, "a distribution cannot be read");
                false
            }
        }
    }

    /// Waits until it is no longer in progress. The request that is being sent then is dropped, so that a slow target
    /// does not keep others waiting.
    async fn aborted(&self) {
        loop {
            tokio::time::sleep(LOOKS_EVERY).await;
            if !self.is_in_progress().await {
                return;
            }
        }
    }

    /// The name and the version of the bundle.
    fn key(&self) -> (String, String) {
        (self.stored.bundle.name.clone(), self.stored.bundle.version.clone())
    }

    /// The circumstances of a change at this time.
    fn now(&self) -> ChangeContext {
        ChangeContext { at: self.state.engine.now(), ..self.context.clone() }
    }
}

/// A failure of this server, of which the log says more.
fn storage(what: &'static str, error: &impl Display) -> DistributionFailure {
    tracing::error!(service = "distribution", %error, "{what}");
    DistributionFailure::Storage
}
