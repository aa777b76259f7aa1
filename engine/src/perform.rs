//! Performing calls: the only place where a machine's call takes effect. Each call is answered by an event of its own
//! name. This file dispatches the calls; each area implements its own in a file of its own.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;

use waybill_journal::{Cause, RecordRef};
use waybill_machines::call::Call;
use waybill_machines::machines::login;
use waybill_machines::machines::startup::Fetched;
use waybill_machines::rules::status::StatusSource;
use waybill_machines::secret::{Handle, PersonId, Personal};
use waybill_machines::{AnyEvent, MachineName, Timestamp, unanswered_call};
use waybill_platform::access::{AccessError, Client, Factor, Source};
use waybill_platform::secret::Payload;
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use crate::common_facts::CommonFacts;
use crate::identity::SessionId;

mod client_logins;
mod facts;
mod git;
mod logs;
mod packages;
mod passkeys;
mod passwords;
mod ports;
mod principal;
mod projects;
mod retention;
mod second_factors;
mod services;
mod sign_in;
mod sso;
mod status;
mod support;
mod user_data;

pub use ports::{MissingPort, Ports, PortsBuilder};
pub use principal::principal_of;
pub use services::Services;

/// A call to perform.
#[derive(Debug, Clone)]
pub struct Task {
    /// The call, as the machine's decision recorded it.
    pub call: Call,
    /// The machine that requests it.
    pub machine: MachineName,
    /// The stream of that machine.
    pub stream: String,
    /// The actor on whose behalf it is performed.
    pub who: Who,
    /// The address that the session acts from.
    pub source: Source,
    /// When a tab of the session has reported activity last, as far as this process knows.
    pub active_at: Option<Timestamp>,
    /// When it was requested.
    pub at: Timestamp,
    /// The sequence number of the record that requests it, in that stream.
    pub record: u64,
    /// The record of the user's action that is the root cause.
    pub root: RecordRef,
}

impl Task {
    /// The session that requests it; none for a machine of the installation.
    pub fn session(&self) -> Option<SessionId> {
        SessionId::of_stream(&self.stream)
    }

    fn context(&self) -> ChangeContext {
        ChangeContext::by(self.who.clone(), self.at).because(Cause {
            record: RecordRef { stream: Some(self.stream.clone()), seq: self.record },
            call: None,
            root: self.root.clone(),
        })
    }
}

/// Performs the calls of machines, with the services of the platform or those of a scenario.
pub trait Performer: Send + Sync + Sized + 'static {
    /// Performs a call and returns the event that answers it; `None` for a call that has no answer. It is called as
    /// soon as the request is durable and in the order of the requests; the future runs concurrently with the stream.
    fn perform(
        self: Arc<Self>,
        task: Task,
    ) -> impl Future<Output = Option<AnyEvent>> + Send + 'static;

    /// The facts that all sessions share; `None` if they are unknown, so that sessions keep those that they have.
    fn common_facts(&self, at: Timestamp) -> impl Future<Output = Option<CommonFacts>> + Send;

    /// The viewer that a person is, which decides which personal values in records they may see.
    fn viewer(&self, person: Option<PersonId>) -> impl Future<Output = Viewer> + Send;

    /// The value of a personal field, if it still exists and the viewer may see it.
    fn reveal(&self, digest: &str, viewer: &Viewer) -> Option<String>;

    /// The address behind a digest, for a viewer who sees those of others, if it still exists.
    fn reveal_address(&self, _digest: &str) -> Option<String> {
        None
    }

    /// Stores an address that a person acts from, unless it is stored already. Without it the act goes on.
    fn address(
        &self,
        person: PersonId,
        address: IpAddr,
    ) -> impl Future<Output = Option<Personal>> + Send;

    /// Releases what is kept for a session, which has ended.
    fn session_ended(&self, session: &SessionId);
}

/// The person who reads records, for [`Performer::reveal`]. They see only their own personal values: more would reveal
/// which names are accounts.
#[derive(Debug, Default)]
pub struct Viewer {
    pub(crate) person: Option<PersonId>,
    pub(crate) own_name: Option<String>,
    /// They also see the addresses that others acted from, as administrators do.
    pub(crate) sees_addresses: bool,
}

/// A call that is being performed.
struct Request<'a> {
    services: &'a Services,
    task: &'a Task,
    /// The actor and the cause with which ports are called.
    context: ChangeContext,
}

impl<'a> Request<'a> {
    /// The ports to call.
    fn ports(&self) -> &'a Ports {
        &self.services.ports
    }

    /// The person on whose behalf it is, if there is one.
    fn person(&self) -> Option<&PersonId> {
        self.task.who.person()
    }

    /// Whether it is on behalf of an administrator. The role was checked when the event was proposed; the user may have
    /// lost it since.
    async fn is_admin(&self) -> Result<bool, AccessError> {
        let Some(person) = self.person() else { return Ok(false) };
        let user = self.ports().accounts.user(person.clone()).await?;
        Ok(user.is_some_and(|user| user.is_active_admin()))
    }

    /// The secret behind a handle, which does not survive a crash, and the client that sent it.
    fn take(&self, handle: &Handle) -> Option<(Payload, Client)> {
        let (payload, proof) = self.services.handles.take(handle, self.context.at)?;
        let session = self.session().map(|session| session.as_str().to_owned());
        Some((payload, Client { source: self.task.source.clone(), session, proof }))
    }

    /// The answer to a call that can no longer be performed.
    fn interrupted(&self) -> Option<AnyEvent> {
        self.task.machine.interrupted(&self.task.call)
    }

    /// The session that requests it; none for a machine of the installation.
    fn session(&self) -> Option<SessionId> {
        self.task.session()
    }
}

/// Performs a call. Calls to the browser and events for other machines have no answer here.
pub(crate) async fn perform(services: &Services, task: Task) -> Option<AnyEvent> {
    let request = &Request { services, task: &task, context: task.context() };
    match &task.call {
        Call::Authenticate { credentials } => sign_in::authenticate(request, credentials).await,
        Call::LogOut { person, via, saml } => {
            sign_in::log_out(request, person, via.as_deref(), saml.as_ref()).await
        }
        Call::ExchangeCode { flow, code } => sso::exchange_code(request, flow, code).await,
        Call::CheckPasskey { ceremony, response } => {
            passkeys::check_passkey(request, ceremony, response).await
        }
        Call::BeginEnrolment { person } => second_factors::begin_enrolment(request, person).await,
        Call::ConfirmEnrolment { person, code } => {
            second_factors::confirm_enrolment(request, person, code).await
        }
        Call::VerifyCode { person, code } => {
            second_factors::verify(request, person, Factor::Totp, code).await
        }
        Call::VerifyRecovery { person, code } => {
            second_factors::verify(request, person, Factor::Recovery, code).await
        }
        Call::ChangePassword { person, passwords } => {
            sign_in::change_password(request, person, passwords).await
        }
        Call::GrantClientLogin { person, client, name, code } => {
            client_logins::grant(request, person, client, name, code).await
        }
        Call::SendResetLink { account } => passwords::send_reset_link(request, account).await,
        Call::CheckResetKey { link } => passwords::check_reset_key(request, link).await,
        Call::ResetPassword { person, secrets } => {
            passwords::reset_password(request, person, secrets).await
        }
        Call::CheckSession {} => sign_in::check_session(request).await,
        Call::CurrentUser { person } => user_data::current_user(request, person.as_ref()).await,
        Call::StoreCustomData { person, change } => {
            user_data::store_custom_data(request, person, change).await
        }
        Call::RecentSearches { person } => user_data::recent_searches(request, person).await,
        Call::CreateProject { project_key, name } => {
            projects::create(request, project_key, name).await
        }
        Call::Footer {} => facts::footer(request).await,
        Call::Services {} => facts::services(request).await,
        Call::Entitlements {} => facts::entitlements(request).await,
        Call::LoadSettings {} => facts::settings(request).await,
        Call::NodeStatus {} => status::fetch(request, StatusSource::Nodes).await,
        Call::ServiceStatus {} => status::fetch(request, StatusSource::Services).await,
        Call::RemoveNode { node } => status::remove_node(request, node).await,
        Call::CreateSupportBundle { bundle, service, wanted } => {
            support::create(request, bundle, *service, wanted).await
        }
        Call::RemoveSupportBundle { bundle, service } => {
            support::remove(request, bundle, *service).await
        }
        Call::LogsConfig { service } => logs::config(request, *service).await,
        Call::LogsData { file, file_size, generation } => {
            logs::data(request, file, *file_size, generation.clone()).await
        }
        Call::ListGit {} => git::list(request).await,
        Call::TestGit { key, fields, token } => {
            git::test(request, key.clone(), fields, token.as_ref()).await
        }
        Call::CreateGit { fields, token, mark } => git::create(request, fields, token, mark).await,
        Call::UpdateGit { key, fields, token, mark } => {
            git::update(request, key, fields, token.as_ref(), mark.clone()).await
        }
        Call::ChooseGitProducts { key, products } => git::choose(request, key, products).await,
        Call::DeleteGit { key } => git::delete(request, key).await,
        Call::ListPackages { .. }
        | Call::CountPackages { .. }
        | Call::FetchPackage { .. }
        | Call::ListVersions { .. }
        | Call::FetchVersion { .. } => packages::fetch(request).await,
        Call::RetentionStatus {} => retention::status(request).await,
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
    tracing::error!(%error, "the access service failed");
    login::Notice::new("unavailable", &error.to_string())
}
