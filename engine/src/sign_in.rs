//! The steps of signing in that go over HTTP, because they carry a secret or change the cookie. Each becomes an
//! ordinary command, and waits until its machine has settled.

use waybill_machines::machines::{login, mfa, password, startup};
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes;
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, AnyState, MachineName, Timestamp};
use waybill_platform::secret::{Credentials, Passwords, Payload, Secret};
use waybill_platform::trace;
use waybill_stream::Who;

use crate::error::{Nack, NackCode};
use crate::identity::{SessionId, SessionToken};
use crate::registry::{Engine, SessionCredentials, StepResult};
use crate::session::{Body, Command};

/// The fields of the login form.
#[derive(Debug)]
pub struct LoginForm {
    /// The user name as typed.
    pub user: Secret,
    /// The password as typed.
    pub password: Secret,
    /// Whether the session is to outlive the browser.
    pub remember: bool,
    /// The path that the user requested before signing in, and when.
    pub stored: Option<(String, Timestamp)>,
}

impl Engine {
    /// Sends user name and password.
    pub async fn log_in(
        &self,
        credentials: &SessionCredentials,
        form: LoginForm,
    ) -> Result<StepResult, Nack> {
        let label = self.ports().sign_in.label(&form.user).await;
        let account =
            label.map_err(|error| Nack::temporary(NackCode::Unavailable, error.to_string()))?;
        let token = self.shared.ids.token();
        let typed = Credentials { user: form.user, password: form.password };
        let handle = self.mint(Payload::Credentials(typed))?;
        let stored =
            form.stored.map(|(path, at)| StoredPlace { place: routes::place_of(&path), at });
        let remember = form.remember;
        let attempt = login::Attempt { account, remember, token: token.digest(), stored };
        let event = login::Event::Submit { attempt, credentials: handle };
        self.step(credentials, event, MachineName::Login, &["checking"], Some(token)).await
    }

    /// Sends a one-time code, to sign in or to enrol, or a recovery code.
    pub async fn submit_code(
        &self,
        credentials: &SessionCredentials,
        code: Secret,
        recovery: bool,
    ) -> Result<StepResult, Nack> {
        let token = self.shared.ids.token();
        let (code, digest) = (self.mint(Payload::Code(code))?, token.digest());
        let event = if recovery {
            mfa::Event::Recover { code, token: digest }
        } else {
            mfa::Event::Submit { code, token: digest }
        };
        let moving = &["confirming", "verifying"];
        self.step(credentials, event, MachineName::Mfa, moving, Some(token)).await
    }

    /// Sends the current and a new password.
    pub async fn change_password(
        &self,
        credentials: &SessionCredentials,
        current: Secret,
        new: Secret,
    ) -> Result<StepResult, Nack> {
        // An expired password is changed before the user has signed in.
        let expired = match self.login_state(&credentials.session).await? {
            AnyState::Login(login::State::PasswordExpired { person, .. }) => Some(person),
            _ => None,
        };
        let passwords = self.mint(Payload::Passwords(Passwords { current, new }))?;
        let event = password::Event::Submit { passwords };
        let settled =
            self.step(credentials, event, MachineName::Password, &["changing"], None).await?;
        let person = expired.or_else(|| self.person_of(&credentials.session));
        if let (AnyState::Password(password::State::Changed { .. }), Some(person)) =
            (&settled.state, person)
        {
            // Anyone who knew the old password may have a session of their own.
            self.end_others(&person, &credentials.session).await;
        }
        Ok(settled)
    }

    /// Signs the user of a session out.
    pub async fn log_out(&self, credentials: &SessionCredentials) -> Result<StepResult, Nack> {
        let event = login::Event::LogOut {};
        self.step(credentials, event, MachineName::Login, &["signing_out"], None).await
    }

    /// Gathers the facts of a session again after its user's rights have changed.
    pub(crate) async fn refresh_facts(
        &self,
        session: &SessionId,
        person: &PersonId,
    ) -> Result<(), Nack> {
        let event: AnyEvent = startup::Event::SignedIn { person: person.clone() }.into();
        let command = Command { who: Some(Who::System), ..server_command(event) };
        self.command(session, command).await.map(|_| ())
    }

    pub(crate) async fn step(
        &self,
        credentials: &SessionCredentials,
        event: impl Into<AnyEvent>,
        machine: MachineName,
        moving: &'static [&'static str],
        token: Option<SessionToken>,
    ) -> Result<StepResult, Nack> {
        let session = &credentials.session;
        let presented = Some(credentials.token.clone());
        self.command(session, Command { presented, ..server_command(event.into()) }).await?;
        let state = self.settle(session, machine, moving).await?;
        let login = self.settle(session, MachineName::Login, &[]).await?;
        let token = token.filter(|token| self.session_of(token).as_ref() == Some(session));
        Ok(StepResult { state, login, token })
    }

    /// The state of a session's login machine.
    pub async fn login_state(&self, session: &SessionId) -> Result<AnyState, Nack> {
        self.settle(session, MachineName::Login, &[]).await
    }

    /// The state of a session's second-factor machine, once it has prepared an enrolment.
    pub async fn mfa_state(&self, session: &SessionId) -> Result<AnyState, Nack> {
        self.settle(session, MachineName::Mfa, &["preparing"]).await
    }

    fn mint(&self, payload: Payload) -> Result<waybill_machines::secret::Handle, Nack> {
        let handle = self.shared.performer.handles.mint(payload, self.now());
        handle.map_err(|error| Nack::temporary(NackCode::Busy, error.to_string()))
    }
}

fn server_command(event: AnyEvent) -> Command {
    Command {
        // The record names the trace of the request.
        id: trace::current().map(|trace| trace.command_id()),
        machine: event.machine(),
        tab: None,
        body: Body::Event(Box::new(event)),
        expected: None,
        who: None,
        presented: None,
    }
}
