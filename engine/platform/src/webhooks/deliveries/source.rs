//! What the records of the platform's log mean for webhooks: the events that they are sent, and what these are about
//! (platform-api 3.4).

mod builds;
mod bundles;
mod violation;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_journal::{RecordView, StoredRecord};
use waybill_machines::machines::account;
use waybill_machines::machines::package::{Content, Event as PackageEvent, Origin, Place};
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_machines::rules::webhooks::{
    Webhook, WebhookData, WebhookEventType as Type, WebhookFilter, WebhookMessage,
};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, AnyState, MachineName};

use self::builds::of_build;
use self::bundles::of_bundle;
use self::violation::of_violation;
use crate::builds::{BuildId, is_run_of};
use crate::repositories::{Repositories, RepositoryError, is_archived};

/// The prefixes of the streams of packages and of accounts.
const PACKAGE: &str = "package/";
const ACCOUNT: &str = "user/";
/// The number of hexadecimal digits of a record's hash in the id of a message.
const ID_DIGITS: usize = 24;

/// Something that has happened, of which webhooks may be sent a message.
#[derive(Debug)]
pub(super) struct Happened {
    /// The position of its record.
    pub position: u64,
    /// What is sent.
    pub message: Arc<WebhookMessage>,
    /// What it is about, by ids.
    pub about: About,
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A file in a repository.
    File {
        /// The id of the repository.
        repository: String,
        /// Its class.
        class: RepositoryClass,
        /// The project that it belonged to when the record was read; none if it belonged to none.
        project: Option<String>,
        /// The path in it.
        path: String,
    },
    /// A run of a build.
    Build {
        /// The name of the build.
        name: String,
        /// The number of the run.
        number: String,
        /// The stream of the run, which names its project.
        stream: String,
    },
    /// A release bundle, by its name.
    Bundle(String),
    /// A user, by whom events are not narrowed.
    User,
}

impl Happened {
    /// Whether a webhook is sent it.
    pub(super) fn is_wanted_by(&self, webhook: &Webhook) -> bool {
        if !webhook.events.contains(&self.message.event) {
            return false;
        }
        if webhook.project_key.as_ref().is_some_and(|project| !self.is_in(project)) {
            return false;
        }
        match (&webhook.filter, &self.about) {
            (WebhookFilter::All {}, _) => true,
            (filter, About::File { repository, class, path, .. }) => {
                filter.has_file(repository, *class, path)
            }
            (WebhookFilter::Builds(names), About::Build { name, .. }) => names.has(name),
            (WebhookFilter::Bundles(names), About::Bundle(name)) => {
                let environment = self.message.data.environment.as_deref();
                names.has(name) && names.has_environment(environment)
            }
            _ => false,
        }
    }

    /// Whether it has happened in a project, and is what webhooks of projects may have.
    fn is_in(&self, project: &str) -> bool {
        self.message.event.domain().is_of_projects()
            && match &self.about {
                About::File { project: of_file, .. } => of_file.as_deref() == Some(project),
                About::Build { name, number, stream } => {
                    let build = BuildId { name: name.clone(), project: Some(project.to_owned()) };
                    is_run_of(stream, &build, number)
                }
                About::Bundle(_) | About::User => false,
            }
    }
}

/// What is known of repositories by their ids. Key, class and package type of a repository never change.
pub(super) struct KnownRepositories {
    repositories: Arc<dyn Repositories>,
    known: Mutex<HashMap<String, Option<Known>>>,
}

#[derive(Clone)]
struct Known {
    key: String,
    class: RepositoryClass,
    package_type: PackageType,
    /// The project that it belongs to now.
    project: Option<String>,
}

impl KnownRepositories {
    pub(super) fn new(repositories: Arc<dyn Repositories>) -> Self {
        Self { repositories, known: Mutex::default() }
    }

    /// None for a repository that was deleted before it was known: nothing in it can be read any longer. One that was
    /// deleted since belongs to no project.
    async fn of(&self, id: &str) -> Result<Option<Known>, RepositoryError> {
        let found = self.repositories.with_ids(vec![id.to_owned()]).await?.pop();
        let found = found.map(|stored| Known {
            key: stored.settings.key.clone(),
            class: stored.settings.class,
            package_type: stored.settings.package_type,
            project: stored.settings.project_key.clone(),
        });
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_some() {
            all.insert(id.to_owned(), found.clone());
            return Ok(found);
        }
        let before = all.entry(id.to_owned()).or_default();
        Ok(before.clone().map(|known| Known { project: None, ..known }))
    }
}

/// What a record means for webhooks; nothing for most records.
///
/// # Errors
///
/// [`RepositoryError`], if what a repository is cannot be read now.
pub(super) async fn happened(
    record: &StoredRecord,
    known: &KnownRepositories,
) -> Result<Vec<Happened>, RepositoryError> {
    let view = record.view().map_err(|error| RepositoryError::Stream(error.into()))?;
    if view.refused.is_some() {
        return Ok(Vec::new());
    }
    let found = match view.machine.parse() {
        Ok(
            MachineName::Package
            | MachineName::Build
            | MachineName::ReleaseBundle
            | MachineName::DownloadViolations
            | MachineName::Account,
        ) => match event_of(&view) {
            Some(AnyEvent::Package(event)) => of_package(&view, event, known).await?,
            Some(AnyEvent::Build(event)) => of_build(&view, event),
            Some(AnyEvent::ReleaseBundle(event)) => of_bundle(&view, event),
            Some(AnyEvent::DownloadViolations(event)) => of_violation(event, known).await?,
            Some(AnyEvent::Account(account::Event::StopPasswords { .. })) => of_stop(&view),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let hash = record.hash.to_string();
    let message = |(place, (event, data, about)): (usize, (Type, WebhookData, About))| Happened {
        position: record.position,
        message: Arc::new(WebhookMessage {
            id: format!("msg_{}{place:02}", &hash[..ID_DIGITS.min(hash.len())]),
            at: view.at,
            event,
            data,
            trace: view.command.map(str::to_owned),
        }),
        about,
    };
    Ok(found.into_iter().enumerate().map(message).collect())
}

/// The event of a record, as this build has it; none if it is not one of this build.
pub(super) fn event_of(view: &RecordView<'_>) -> Option<AnyEvent> {
    let machine: MachineName = view.machine.parse().ok()?;
    machine.recorded_event(view.schema, view.event).ok()
}

/// The state after a record, likewise; none if it was rejected.
pub(super) fn state_of(view: &RecordView<'_>) -> Option<AnyState> {
    let machine: MachineName = view.machine.parse().ok()?;
    machine.recorded_state(view.schema, view.state?).ok()
}

type Found = Vec<(Type, WebhookData, About)>;

async fn of_package(
    view: &RecordView<'_>,
    event: PackageEvent,
    known: &KnownRepositories,
) -> Result<Found, RepositoryError> {
    let id = view.stream.strip_prefix(PACKAGE).and_then(|rest| rest.split('/').next());
    let Some(id) = id else { return Ok(Vec::new()) };
    let Some(repository) = known.of(id).await? else { return Ok(Vec::new()) };
    let in_repository = InRepository { id, repository: &repository };
    let mut found = Vec::new();
    match event {
        PackageEvent::Deploy { path, content, properties, origin, .. } => {
            found.extend(in_repository.arrived(&path, &content, origin.as_deref(), known).await?);
            found.extend(in_repository.properties(&path, &Properties::new(), &properties));
        }
        PackageEvent::Publish { name, path, content, tags, properties, origin, .. } => {
            found.extend(in_repository.arrived(&path, &content, origin.as_deref(), known).await?);
            found.extend(in_repository.properties(&path, &Properties::new(), &properties));
            for tag in tags {
                found.extend(in_repository.tag(Type::DockerPushed, &name, &tag));
            }
        }
        PackageEvent::Tag { name, tag, version, promoted_from, .. } => {
            let kind = match (version, promoted_from) {
                (Some(_), Some(_)) => Type::DockerPromoted,
                (Some(_), None) => Type::DockerPushed,
                (None, _) => Type::DockerDeleted,
            };
            found.extend(in_repository.tag(kind, &name, &tag));
        }
        PackageEvent::Annotate { path, properties, earlier: Some(earlier), .. } => {
            found.extend(in_repository.properties(&path, &earlier, &properties));
        }
        PackageEvent::Remove { path, file, moved_to: None }
        | PackageEvent::Trash { path, file, .. } => {
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(Type::ArtifactDeleted, &path, file));
            if let Some((image, digest)) = manifest_at(&path) {
                found.extend(in_repository.tag(Type::DockerDeleted, image, &digest));
            }
        }
        PackageEvent::Archive { path, file, .. } => {
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(Type::VersionArchived, &path, file));
        }
        PackageEvent::Restore { item, path, file, .. } => {
            let kind =
                if is_archived(&item) { Type::VersionRestored } else { Type::ArtifactDeployed };
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(kind, &path, file));
        }
        // The group of a move has the event of the path that it leads to.
        PackageEvent::Remove { moved_to: Some(_), .. }
        | PackageEvent::Annotate { earlier: None, .. }
        | PackageEvent::Deprecate { .. }
        | PackageEvent::Yank { .. }
        | PackageEvent::Purge { .. }
        | PackageEvent::UpstreamDiffers { .. } => {}
    }
    Ok(found)
}

/// What happens in a repository.
struct InRepository<'a> {
    id: &'a str,
    repository: &'a Known,
}

impl InRepository<'_> {
    fn about(&self, path: &str) -> About {
        About::File {
            repository: self.id.to_owned(),
            class: self.repository.class,
            project: self.repository.project.clone(),
            path: path.to_owned(),
        }
    }

    fn file(
        &self,
        kind: Type,
        path: &str,
        content: Option<(String, u64)>,
    ) -> (Type, WebhookData, About) {
        let (sha256, size) = content.unzip();
        let data = WebhookData {
            repo_key: Some(self.repository.key.clone()),
            path: Some(path.to_owned()),
            name: path.rsplit('/').next().map(str::to_owned),
            sha256,
            size,
            ..WebhookData::default()
        };
        (kind, data, self.about(path))
    }

    /// A file that is there from now on: sent, fetched from an upstream, copied or moved.
    async fn arrived(
        &self,
        path: &str,
        content: &Content,
        origin: Option<&Origin>,
        known: &KnownRepositories,
    ) -> Result<Vec<(Type, WebhookData, About)>, RepositoryError> {
        let kind = match origin {
            Some(Origin { moved: true, .. }) => Type::ArtifactMoved,
            Some(_) => Type::ArtifactCopied,
            None if self.repository.class == RepositoryClass::Remote => Type::ArtifactCached,
            None => Type::ArtifactDeployed,
        };
        let content = Some((content.sha256.0.clone(), content.bytes));
        let (kind, mut data, about) = self.file(kind, path, content);
        if let Some(Origin { place: Place { repository, path: source }, .. }) = origin {
            let key = known.of(repository).await?.map(|from| from.key);
            data.source_repo_path = key.map(|key| format!("{key}/{source}"));
            data.target_repo_path = Some(format!("{}/{path}", self.repository.key));
        }
        Ok(vec![(kind, data, about)])
    }

    /// The properties that a file has from now on, or no longer. One with other values is both.
    fn properties(
        &self,
        path: &str,
        earlier: &Properties,
        now: &Properties,
    ) -> Vec<(Type, WebhookData, About)> {
        let changed = |kind, of: &Properties, other: &Properties| {
            let changed = of.iter().filter(|(name, values)| other.get(*name) != Some(*values));
            let event = |(name, values): (&String, &Vec<String>)| {
                let (kind, mut data, about) = self.file(kind, path, None);
                data.property_key = Some(name.clone());
                data.property_values = Some(values.clone());
                (kind, data, about)
            };
            changed.map(event).collect::<Vec<_>>()
        };
        let mut all = changed(Type::PropertyDeleted, earlier, now);
        all.extend(changed(Type::PropertyAdded, now, earlier));
        all
    }

    fn tag(&self, kind: Type, image: &str, tag: &str) -> Option<(Type, WebhookData, About)> {
        let is_image = self.repository.package_type == PackageType::Docker;
        let path = format!("{image}/{tag}/manifest.json");
        is_image.then(|| {
            let data = WebhookData {
                repo_key: Some(self.repository.key.clone()),
                path: Some(path.clone()),
                image_name: Some(image.to_owned()),
                tag: Some(tag.to_owned()),
                ..WebhookData::default()
            };
            (kind, data, self.about(&path))
        })
    }
}

/// The image and the digest whose manifest is at a path.
fn manifest_at(path: &str) -> Option<(&str, String)> {
    let (image, digest) = path.strip_suffix("/manifest.json")?.rsplit_once("/_manifests/")?;
    Some((image, digest.replacen("__", ":", 1)))
}

/// An account whose passwords are stopped is locked, which is the platform's word for it.
fn of_stop(view: &RecordView<'_>) -> Found {
    let person = view.stream.strip_prefix(ACCOUNT).map(|id| PersonId(id.to_owned()));
    let data = |user_id| WebhookData { user_id: Some(user_id), ..WebhookData::default() };
    person.map(|person| (Type::UserLocked, data(person), About::User)).into_iter().collect()
}

/// Whether events of a type happen here, so that a webhook can be sent them.
pub const fn is_caused(event: Type) -> bool {
    matches!(
        event,
        Type::ArtifactDeployed
            | Type::ArtifactDeleted
            | Type::ArtifactMoved
            | Type::ArtifactCopied
            | Type::ArtifactCached
            | Type::PropertyAdded
            | Type::PropertyDeleted
            | Type::DockerPushed
            | Type::DockerDeleted
            | Type::DockerPromoted
            | Type::BuildUploaded
            | Type::BuildDeleted
            | Type::BuildPromoted
            | Type::BundleReceived
            | Type::BundleDeleteStarted
            | Type::BundleDeleteCompleted
            | Type::BundleDeleteFailed
            | Type::BundleDeleted
            | Type::DestinationReceived
            | Type::DestinationDeleteStarted
            | Type::DestinationDeleteCompleted
            | Type::DestinationDeleteFailed
            | Type::DistributeStarted
            | Type::DistributeCompleted
            | Type::DistributeAborted
            | Type::DistributeFailed
            | Type::DistributionDeleteStarted
            | Type::DistributionDeleteCompleted
            | Type::DistributionDeleteFailed
            | Type::BundleV2Started
            | Type::BundleV2Failed
            | Type::BundleV2Completed
            | Type::PromotionStarted
            | Type::PromotionFailed
            | Type::PromotionCompleted
            | Type::VersionArchived
            | Type::VersionRestored
            | Type::PolicyViolated
            | Type::UserLocked
    )
}

#[cfg(test)]
mod tests;
