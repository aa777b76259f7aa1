//! Performing calls: the only place where a machine's wish becomes an effect. Each call is answered by an event
//! of its own name. What an area does stands in its own file; here is one line for each call.

use std::sync::Arc;

use waybill_journal::{Cause, RecordRef};
use waybill_machines::call::Call;
use waybill_machines::machines::login;
use waybill_machines::machines::startup::Fetched;
use waybill_machines::rules::status::StatusSource;
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::{AnyEvent, MachineName, unanswered_call};
use waybill_platform::access::{Access, AccessError, Source};
use waybill_platform::licences::Licences;
use waybill_platform::logs::Logs;
use waybill_platform::projects::Projects;
use waybill_platform::records::Who;
use waybill_platform::release_bundles::{Lookup, ReleaseBundles};
use waybill_platform::retention::Retention;
use waybill_platform::secret::Payload;
use waybill_platform::services::{Settings, Topology};
use waybill_platform::status::Status;
use waybill_platform::streams::Act;
use waybill_platform::support::SupportBundles;

use crate::identity::SessionId;
use crate::registry::Shared;

mod access;
mod facts;
mod logs;
mod projects;
mod retention;
mod status;
mod support;

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

/// Whose machine asked.
#[derive(Debug, Clone)]
pub(crate) enum Owner {
    /// One of a session.
    Session(SessionId),
    /// One of the installation, by the name of its stream.
    Installation(String),
}

impl Owner {
    /// The stream that the machine's records are in.
    pub(crate) fn stream(&self) -> String {
        match self {
            Self::Session(session) => session.stream(),
            Self::Installation(stream) => stream.clone(),
        }
    }
}

/// A call on its way.
pub(crate) struct Task {
    /// What is asked for.
    pub call: Call,
    /// Which machine asked.
    pub machine: MachineName,
    /// Whose machine that is.
    pub owner: Owner,
    /// On whose behalf.
    pub who: Who,
    /// The record that asked, in the owner's stream.
    pub record: u64,
    /// The record of the user's action at the root.
    pub root: RecordRef,
}

/// A call while it is performed.
struct Asked<'a> {
    shared: &'a Shared,
    task: &'a Task,
    /// On whose behalf and because of which record a port is spoken to.
    act: Act,
}

impl Asked<'_> {
    /// On whose behalf it is, where that is somebody.
    fn person(&self) -> Option<&PersonId> {
        match &self.task.who {
            Who::Person(person) => Some(person),
            Who::Anonymous | Who::System => None,
        }
    }

    /// What was put aside behind a handle. After a crash it is gone.
    fn take(&self, handle: &Handle) -> Option<Payload> {
        self.shared.handles.take(handle, self.act.at)
    }

    /// Nothing can come of this call any more.
    fn interrupted(&self) -> Option<AnyEvent> {
        self.task.machine.interrupted(&self.task.call)
    }

    /// The session that asked, if it was one.
    fn session(&self) -> Option<&SessionId> {
        match &self.task.owner {
            Owner::Session(session) => Some(session),
            Owner::Installation(_) => None,
        }
    }

    /// Where the session's requests come from.
    fn source(&self) -> Source {
        self.session().map_or_else(Source::unknown, |session| self.shared.source_of(session))
    }
}

/// Performs a call. Calls to the browser and tells are not performed here and give no answer.
pub(crate) async fn perform(shared: &Shared, task: Task) -> Option<AnyEvent> {
    let asked = &Asked { shared, task: &task, act: act(shared, &task) };
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

fn act(shared: &Shared, task: &Task) -> Act {
    Act::by(task.who.clone(), shared.clock.now()).because(Cause {
        record: RecordRef { stream: Some(task.owner.stream()), seq: task.record },
        call: None,
        root: task.root.clone(),
    })
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
