//! Performing calls: the only place where a machine's wish becomes an effect. Each call is answered by an event
//! of its own name. What an area does stands in its own file; here is one line for each call.

use std::future::Future;
use std::sync::Arc;

use waybill_journal::{Cause, RecordRef};
use waybill_machines::call::Call;
use waybill_machines::machines::login;
use waybill_machines::machines::startup::Fetched;
use waybill_machines::rules::status::StatusSource;
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::{AnyEvent, MachineName, Timestamp, unanswered_call};
use waybill_platform::access::{Access, AccessError, Source};
use waybill_platform::licences::Licences;
use waybill_platform::logs::Logs;
use waybill_platform::projects::Projects;
use waybill_platform::release_bundles::{Lookup, ReleaseBundles};
use waybill_platform::retention::Retention;
use waybill_platform::secret::Payload;
use waybill_platform::services::{Settings, Topology};
use waybill_platform::status::Status;
use waybill_platform::streams::Act;
use waybill_platform::support::SupportBundles;
use waybill_stream::Who;

use crate::common_facts::CommonFacts;
use crate::identity::SessionId;

mod access;
mod facts;
mod logs;
mod projects;
mod retention;
mod services;
mod status;
mod support;

pub use services::Services;

/// The services behind the console.
#[derive(Clone)]
pub struct Ports {
    /// Who may sign in, and with what.
    pub access: Arc<dyn Access>,
    /// Which projects there are.
    pub projects: Arc<dyn Projects>,
    /// Which services are there.
    pub topology: Arc<dyn Topology>,
    /// What the licence allows.
    pub licences: Arc<dyn Licences>,
    /// How the installation is set up.
    pub settings: Arc<dyn Settings>,
    /// What was released together.
    pub release_bundles: Arc<dyn ReleaseBundles>,
    /// Which release bundles hold a file.
    pub lookup: Arc<dyn Lookup>,
    /// Support bundles.
    pub support: Arc<dyn SupportBundles>,
    /// Whether target bundles are dropped after a while.
    pub retention: Arc<dyn Retention>,
    /// What the services write of themselves.
    pub logs: Arc<dyn Logs>,
    /// How the services are.
    pub status: Arc<dyn Status>,
}

/// A call that is to be performed.
#[derive(Debug, Clone)]
pub struct Task {
    /// The call.
    pub call: Call,
    /// The machine that requests it.
    pub machine: MachineName,
    /// The stream of that machine.
    pub stream: String,
    /// On whose behalf.
    pub who: Who,
    /// The address that the session's requests come from.
    pub source: Source,
    /// When it was requested.
    pub at: Timestamp,
    /// The sequence number of the record that requests it, in that stream.
    pub record: u64,
    /// The record of the user's action at the root.
    pub root: RecordRef,
}

impl Task {
    /// The session that requests it; none for a machine of the installation.
    pub fn session(&self) -> Option<SessionId> {
        SessionId::of_stream(&self.stream)
    }

    fn act(&self) -> Act {
        Act::by(self.who.clone(), self.at).because(Cause {
            record: RecordRef { stream: Some(self.stream.clone()), seq: self.record },
            call: None,
            root: self.root.clone(),
        })
    }
}

/// What performs the calls of machines: the services of the platform, or those of a scenario.
pub trait Performer: Send + Sync + Sized + 'static {
    /// Performs a call and returns the event that answers it; `None` if nothing can come of it. It is called as soon as
    /// the request is durable and in the order of the requests; what it returns runs beside the stream.
    fn perform(
        self: Arc<Self>,
        task: Task,
    ) -> impl Future<Output = Option<AnyEvent>> + Send + 'static;

    /// The facts that all sessions share; `None` if they are not known, and sessions keep those that they have.
    fn common_facts(&self, at: Timestamp) -> impl Future<Output = Option<CommonFacts>> + Send;

    /// What a person may see of the personal values in records.
    fn viewer(&self, person: Option<PersonId>) -> impl Future<Output = Viewer> + Send;

    /// The value of a personal field, if it still exists and the viewer may see it.
    fn reveal(&self, digest: &str, viewer: &Viewer) -> Option<String>;

    /// A session has ended, so that nothing has to be kept for it.
    fn session_ended(&self, session: &SessionId);
}

/// The person who looks at records, for [`Performer::reveal`]. They see the personal values that are their own: more
/// would tell a stranger which names are accounts.
#[derive(Debug, Default)]
pub struct Viewer {
    pub(crate) person: Option<PersonId>,
    pub(crate) own_name: Option<String>,
}

/// A call while it is performed.
struct Asked<'a> {
    services: &'a Services,
    task: &'a Task,
    /// On whose behalf and because of which record a port is called.
    act: Act,
}

impl Asked<'_> {
    /// The person on whose behalf it is, if there is one.
    fn person(&self) -> Option<&PersonId> {
        match &self.task.who {
            Who::Person(person) => Some(person),
            Who::Anonymous | Who::System => None,
        }
    }

    /// The secret behind a handle. After a crash it no longer exists.
    fn take(&self, handle: &Handle) -> Option<Payload> {
        self.services.handles.take(handle, self.act.at)
    }

    /// The answer if the call cannot be performed any more.
    fn interrupted(&self) -> Option<AnyEvent> {
        self.task.machine.interrupted(&self.task.call)
    }

    /// The session that requests it; none for a machine of the installation.
    fn session(&self) -> Option<SessionId> {
        self.task.session()
    }

    /// The address that the session's requests come from.
    fn source(&self) -> Source {
        self.task.source.clone()
    }
}

/// Performs a call. Calls to the browser and tells are not performed here and give no answer.
pub(crate) async fn perform(services: &Services, task: Task) -> Option<AnyEvent> {
    let asked = &Asked { services, task: &task, act: task.act() };
    match &task.call {
        Call::Authenticate { credentials } => access::authenticate(asked, credentials).await,
        Call::LogOut { person } => access::log_out(asked, person).await,
        Call::BeginEnrolment { person } => access::begin_enrolment(asked, person).await,
        Call::ConfirmEnrolment { person, code } => {
            access::confirm_enrolment(asked, person, code).await
        }
        Call::VerifyCode { person, code } => access::verify_code(asked, person, code).await,
        Call::VerifyRecovery { person, code } => access::verify_recovery(asked, person, code).await,
        Call::ChangePassword { person, passwords } => {
            access::change_password(asked, person, passwords).await
        }
        Call::CheckSession {} => access::check_session(asked).await,
        Call::CurrentUser { person } => access::current_user(asked, person.as_ref()).await,
        Call::StoreCustomData { person, change } => {
            access::store_custom_data(asked, person, change).await
        }
        Call::CreateProject { project_key, name } => {
            projects::create(asked, project_key, name).await
        }
        Call::Footer {} => facts::footer(asked).await,
        Call::Services {} => facts::services(asked).await,
        Call::Entitlements {} => facts::entitlements(asked).await,
        Call::LoadSettings {} => facts::settings(asked).await,
        Call::NodeStatus {} => status::fetch(asked, StatusSource::Nodes).await,
        Call::ServiceStatus {} => status::fetch(asked, StatusSource::Services).await,
        Call::RemoveNode { node } => status::remove_node(asked, node).await,
        Call::CreateSupportBundle { bundle, service, wanted } => {
            support::create(asked, bundle, *service, wanted).await
        }
        Call::RemoveSupportBundle { bundle, service } => {
            support::remove(asked, bundle, *service).await
        }
        Call::LogsConfig { service } => logs::config(asked, *service).await,
        Call::LogsData { file, file_size, generation } => {
            logs::data(asked, file, *file_size, generation.clone()).await
        }
        Call::RetentionStatus {} => retention::status(asked).await,
        unanswered_call!() => None,
    }
}

fn fetched<T, E: std::fmt::Display>(answer: Result<T, E>) -> Fetched<T> {
    match answer {
        Ok(value) => Fetched::Loaded { value },
        Err(error) => Fetched::Failed { message: error.to_string() },
    }
}

fn unavailable(error: &AccessError) -> login::Notice {
    tracing::error!(%error, "the access service could not judge");
    login::Notice::new("unavailable", &error.to_string())
}
