//! Performing calls: the only place where a machine's wish becomes an effect. Each call is answered by an event
//! of its own name.

use std::sync::Arc;

use waybill_machines::call::Call;
use waybill_machines::machines::startup::Fetched;
use waybill_machines::machines::{
    idle, login, mfa, onboarding, password, personalisation, quick_setup, startup,
};
use waybill_machines::rules::custom_data::DataStored;
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::{AnyEvent, MachineName};
use waybill_platform::access::{Access, AccessError};
use waybill_platform::licences::Licences;
use waybill_platform::projects::{NewProject, ProjectError, Projects};
use waybill_platform::records::Who;
use waybill_platform::secret::{Payload, Secret};
use waybill_platform::services::{Settings, Topology};
use waybill_platform::streams::Act;

use crate::identity::SessionId;
use crate::registry::Shared;

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
}

/// A call on its way.
pub(crate) struct Task {
    pub call: Call,
    pub machine: MachineName,
    pub session: SessionId,
    pub person: Option<PersonId>,
    pub record: u64,
    pub root: u64,
}

/// Performs a call. Calls to the browser and tells are not performed here and give no answer.
pub(crate) async fn perform(shared: &Shared, task: Task) -> Option<AnyEvent> {
    let act = act(shared, &task);
    let source = shared.source_of(&task.session);
    let (access, at) = (&shared.ports.access, act.at);
    let code = |handle: &Handle| match shared.handles.take(handle, at) {
        Some(Payload::Code(code)) => Some(code),
        _ => None,
    };
    Some(match &task.call {
        Call::Authenticate { credentials } => {
            let Some(Payload::Credentials(given)) = shared.handles.take(credentials, at) else {
                return task.machine.interrupted(&task.call);
            };
            let answer = access.authenticate(given, source, act).await;
            let answer = answer.unwrap_or_else(|error| login::Authenticated::Refused {
                notice: unavailable(&error),
            });
            login::Event::Authenticated(answer).into()
        }
        Call::LogOut { person } => {
            let answer = access.log_out(person.clone(), act).await;
            login::Event::LoggedOut(answer.unwrap_or(login::LoggedOut::Done {})).into()
        }
        Call::BeginEnrolment { person } => {
            let answer = access.begin_enrolment(person.clone(), act).await;
            let failed = |error| mfa::Prepared::Failed { notice: unavailable(&error) };
            mfa::Event::Prepared(answer.unwrap_or_else(failed)).into()
        }
        Call::ConfirmEnrolment { person, code: handle } => {
            let Some(code) = code(handle) else { return task.machine.interrupted(&task.call) };
            mfa::Event::Confirmed(confirm(shared, &task, person.clone(), code, act).await).into()
        }
        Call::VerifyCode { person, code: handle } => {
            let Some(code) = code(handle) else { return task.machine.interrupted(&task.call) };
            let answer = access.verify_code(person.clone(), code, source, act).await;
            mfa::Event::CodeVerified(answer.unwrap_or_else(refused)).into()
        }
        Call::VerifyRecovery { person, code: handle } => {
            let Some(code) = code(handle) else { return task.machine.interrupted(&task.call) };
            let answer = access.verify_recovery(person.clone(), code, source, act).await;
            mfa::Event::RecoveryVerified(answer.unwrap_or_else(refused)).into()
        }
        Call::ChangePassword { person, passwords } => {
            let Some(Payload::Passwords(given)) = shared.handles.take(passwords, at) else {
                return task.machine.interrupted(&task.call);
            };
            let answer = access.change_password(person.clone(), given, source, act).await;
            let failed = |error| password::Changed::Refused { notice: unavailable(&error) };
            password::Event::Changed(answer.unwrap_or_else(failed)).into()
        }
        Call::CheckSession {} => idle::Event::Checked(check_session(shared, &task).await).into(),
        Call::CurrentUser { person } => {
            startup::Event::CurrentUser(fetched(access.current_user(person.clone(), act).await))
                .into()
        }
        Call::StoreCustomData { person, change } => {
            let answer = access.store_custom_data(person.clone(), change.clone(), act).await;
            let failed = |error| DataStored::Refused { notice: unavailable(&error) };
            return stored(task.machine, answer.unwrap_or_else(failed));
        }
        Call::CreateProject { project_key, name } => {
            let project = NewProject {
                project_key: project_key.clone(),
                name: name.clone(),
                description: String::new(),
            };
            onboarding::Event::ProjectMade(make_project(shared, &task, project, act).await).into()
        }
        Call::Footer {} => {
            startup::Event::Footer(fetched(shared.ports.settings.footer().await.map(|_| ()))).into()
        }
        Call::Services {} => {
            startup::Event::Services(fetched(shared.ports.topology.services().await)).into()
        }
        Call::Entitlements {} => {
            let counting = shared.ports.licences.counting(at).await;
            let licence = counting.map(|counting| counting.licence);
            startup::Event::Entitlements(fetched(licence)).into()
        }
        Call::LoadSettings {} => {
            startup::Event::Settings(fetched(shared.ports.settings.console().await)).into()
        }
        Call::Notify { .. }
        | Call::Navigate { .. }
        | Call::Leave { .. }
        | Call::EndSession { .. }
        | Call::RememberPath { .. }
        | Call::PausePolling {}
        | Call::ResumePolling {}
        | Call::CloseDialogs { .. }
        | Call::SaveStep { .. }
        | Call::Clear { .. }
        | Call::Tell { .. } => return None,
    })
}

/// Several machines ask for this, so whoever asked is told.
fn stored(machine: MachineName, answer: DataStored) -> Option<AnyEvent> {
    Some(match machine {
        MachineName::Onboarding => onboarding::Event::Stored(answer).into(),
        MachineName::QuickSetup => quick_setup::Event::Stored(answer).into(),
        MachineName::Personalisation => personalisation::Event::Stored(answer).into(),
        _ => return None,
    })
}

/// Only administrators make projects, and the one who began the wizard may be none any more.
async fn make_project(
    shared: &Shared,
    task: &Task,
    project: NewProject,
    act: Act,
) -> onboarding::ProjectMade {
    let may = match &task.person {
        Some(person) => match shared.ports.access.user(person.clone()).await {
            Ok(user) => user.is_some_and(|user| user.admin && user.enabled),
            Err(error) => return onboarding::ProjectMade::Refused { notice: unavailable(&error) },
        },
        None => false,
    };
    if !may {
        let notice = login::Notice::new("not_authorised", "Only administrators make projects.");
        return onboarding::ProjectMade::Refused { notice };
    }
    made(shared.ports.projects.create(project, act).await.map(drop))
}

fn made(answer: Result<(), ProjectError>) -> onboarding::ProjectMade {
    match answer {
        Ok(()) => onboarding::ProjectMade::Created {},
        Err(ProjectError::KeyTaken) => onboarding::ProjectMade::AlreadyThere {},
        Err(error) => {
            tracing::error!(%error, "a project could not be made");
            let notice = login::Notice::new("unavailable", &error.to_string());
            onboarding::ProjectMade::Refused { notice }
        }
    }
}

/// On whose behalf and because of which record a port is spoken to.
fn act(shared: &Shared, task: &Task) -> Act {
    let who = task.person.clone().map_or(Who::Anonymous, Who::Person);
    let reference = |seq| waybill_journal::RecordRef { stream: Some(task.session.stream()), seq };
    Act::by(who, shared.clock.now()).because(waybill_journal::Cause {
        record: reference(task.record),
        call: None,
        root: reference(task.root),
    })
}

async fn confirm(
    shared: &Shared,
    task: &Task,
    person: PersonId,
    code: Secret,
    act: Act,
) -> mfa::Verified {
    let source = shared.source_of(&task.session);
    match shared.ports.access.confirm_enrolment(person, code, source, act).await {
        Ok(confirmed) => {
            if !confirmed.recovery_codes.is_empty() {
                shared.keep_recovery_codes(&task.session, confirmed.recovery_codes);
            }
            confirmed.verified
        }
        Err(error) => refused(error),
    }
}

/// SESS-01: a session counts while its user may still sign in.
async fn check_session(shared: &Shared, task: &Task) -> idle::Checked {
    let Some(person) = &task.person else { return idle::Checked::Expired {} };
    match shared.ports.access.user(person.clone()).await {
        Ok(Some(user)) if user.enabled => idle::Checked::Valid {},
        _ => idle::Checked::Expired {},
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

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `unwrap_or_else` as it is")]
fn refused(error: AccessError) -> mfa::Verified {
    mfa::Verified::Refused { notice: unavailable(&error) }
}
