//! What the records of the platform's log mean for webhooks: the events that they are sent, and what these are about
//! (platform-api 3.4).

mod builds;
mod bundles;
mod packages;
mod repositories;
mod violation;

use std::sync::Arc;

use waybill_journal::{RecordView, StoredRecord};
use waybill_machines::machines::account;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::rules::webhooks::{
    Webhook, WebhookData, WebhookEventType as Type, WebhookFilter, WebhookMessage,
};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, AnyState, MachineName};

use self::builds::of_build;
use self::bundles::of_bundle;
use self::packages::of_package;
pub(super) use self::repositories::KnownRepositories;
use self::violation::of_violation;
use crate::builds::{BuildId, is_run_of};
use crate::repositories::RepositoryError;

/// The prefix of the streams of accounts.
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
