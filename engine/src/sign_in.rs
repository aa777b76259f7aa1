//! The steps of signing in that go over HTTP, because they carry a secret or change the cookie. Each becomes an
//! ordinary command, and waits until its machine has settled.

mod passkeys;
mod passwords;
mod sso;

use waybill_journal::{Cause, RecordRef};
use waybill_machines::machines::{login, mfa, password, startup};
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes;
use waybill_machines::secret::{Digest, Handle, PersonId};
use waybill_machines::sign_in::SignInTerms;
use waybill_machines::{AnyEvent, AnyState, MachineName, Timestamp};
use waybill_platform::access::{AccessError, Client, DeviceProof, DeviceToken, NewDevice};
use waybill_platform::secret::{Credentials, Passwords, Payload, Secret};
use waybill_platform::services::ServiceError;
use waybill_platform::streams::ChangeContext;
use waybill_platform::trace;
use waybill_stream::Who;

use crate::error::{Nack, NackCode};
use crate::identity::{SessionId, SessionToken};
use crate::registry::{Engine, SessionCredentials, StepResult};
use crate::session::{Body, Command, Settled};

pub use passkeys::{AnsweredPasskey, PasskeyStepError};
pub use sso::{BeginSso, ReturnedAnswer, SsoReturned, SsoStepError};

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
    /// Whether the browser has the flag that logging out sets (NAV-16).
    pub set_me_up: bool,
    /// The devices that the browser presented.
    pub devices: Vec<Digest>,
    /// The token of the link for a new device with which the page was opened.
    pub device_link: Option<Digest>,
}

/// What a user sends whom a proxy before this server has signed in.
#[derive(Debug)]
pub struct ProxyForm {
    /// The name that the proxy gives.
    pub user: Secret,
    /// Whether the session is to outlive the browser.
    pub remember: bool,
    /// The path that the user requested before signing in, and when.
    pub stored: Option<(String, Timestamp)>,
    /// Whether the browser has the flag that logging out sets (NAV-16).
    pub set_me_up: bool,
    /// The devices that the browser presented.
    pub devices: Vec<Digest>,
}

impl Engine {
    /// Sends user name and password.
    pub async fn log_in(
        &self,
        credentials: &SessionCredentials,
        form: LoginForm,
    ) -> Result<StepResult, Nack> {
        let owner = self.ports().devices.person_on_device(&form.user, &form.devices);
        let label = self.ports().sign_in.label(&form.user).await;
        let account =
            label.map_err(|error| Nack::temporary(NackCode::Unavailable, error.to_string()))?;
        let terms = Some(self.terms(form.remember).await?);
        let token = self.shared.ids.token();
        let typed = Credentials { user: form.user, password: form.password };
        let LoginForm { remember, set_me_up, devices, .. } = form;
        let fresh = DeviceToken::fresh();
        let client = self.seen_client(&credentials.session);
        let link = form.device_link.map(|link| NewDevice { link, device: fresh.digest(), client });
        let has_link = link.is_some();
        let proof = DeviceProof { devices: devices.clone(), link };
        let source = self.shared.source_of(&credentials.session);
        let session = Some(credentials.session.as_str().to_owned());
        let client = Client { source, session, proof: proof.clone() };
        let judged = self.ports().sign_in.reserve(&typed.user, &client, self.now());
        let (reserved, _held) = judged.map_err(|busy| Nack::busy(&busy, self.now()))?;
        let handle = self.mint(Payload::Credentials(typed, reserved), proof)?;
        let stored =
            form.stored.map(|(path, at)| StoredPlace { place: routes::place_of(&path), at });
        let (token_digest, via, passkey) = (token.digest(), None, None);
        let attempt = login::Attempt {
            account,
            remember,
            token: token_digest,
            stored,
            set_me_up,
            via,
            terms,
            passkey,
        };
        let event = login::Event::Submit { attempt, credentials: handle.clone() };
        let settled = self
            .step_on(owner, credentials, event, MachineName::Login, &["checking"], Some(token))
            .await;
        let mut settled = self.unless_failed(settled, &handle)?;
        if has_link && self.knows(&settled.login, fresh.digest()).await {
            settled.device = Some(fresh);
            return Ok(settled);
        }
        Ok(self.with_known_device(credentials, settled, devices, fresh).await)
    }

    /// Signs in the user whom a proxy before this server has signed in. The caller has checked that the name comes from
    /// one.
    pub async fn log_in_by_proxy(
        &self,
        credentials: &SessionCredentials,
        form: ProxyForm,
    ) -> Result<StepResult, Nack> {
        let ProxyForm { user, remember, stored, set_me_up, devices } = form;
        let label = self.ports().sign_in.label(&user).await;
        let account =
            label.map_err(|error| Nack::temporary(NackCode::Unavailable, error.to_string()))?;
        let terms = Some(self.terms(remember).await?);
        let token = self.shared.ids.token();
        let proof = DeviceProof { devices: devices.clone(), link: None };
        let handle = self.mint(Payload::ProxyUser(user), proof)?;
        let stored = stored.map(|(path, at)| StoredPlace { place: routes::place_of(&path), at });
        let (token_digest, via, passkey) = (token.digest(), None, None);
        let attempt = login::Attempt {
            account,
            remember,
            token: token_digest,
            stored,
            set_me_up,
            via,
            terms,
            passkey,
        };
        let event = login::Event::Submit { attempt, credentials: handle.clone() };
        let moving = &["checking"];
        let settled = self.step(credentials, event, MachineName::Login, moving, Some(token)).await;
        let settled = self.unless_failed(settled, &handle)?;
        Ok(self.with_known_device(credentials, settled, devices, DeviceToken::fresh()).await)
    }

    /// How long a sign-in may last that begins now.
    pub(crate) async fn terms(&self, remember: bool) -> Result<SignInTerms, Nack> {
        let sessions = self.ports().settings.sessions().await;
        let unknown =
            |error: ServiceError| Nack::temporary(NackCode::Unavailable, error.to_string());
        sessions.map(|sessions| sessions.terms(remember)).map_err(unknown)
    }

    /// Sends a one-time code, to sign in or to enrol, or a recovery code.
    pub async fn submit_code(
        &self,
        credentials: &SessionCredentials,
        code: Secret,
        recovery: bool,
        devices: Vec<Digest>,
    ) -> Result<StepResult, Nack> {
        let token = self.shared.ids.token();
        let proof = DeviceProof { devices: devices.clone(), link: None };
        let (code, digest) = (self.mint(Payload::Code(code), proof)?, token.digest());
        let handle = code.clone();
        let event = if recovery {
            mfa::Event::Recover { code, token: digest }
        } else {
            mfa::Event::Submit { code, token: digest }
        };
        let moving = &["confirming", "verifying"];
        let owner = self.owner_of(credentials, &devices).await;
        let settled =
            self.step_on(owner, credentials, event, MachineName::Mfa, moving, Some(token)).await;
        let settled = self.unless_failed(settled, &handle)?;
        let fresh = DeviceToken::fresh();
        Ok(self.with_known_device(credentials, settled, devices, fresh).await)
    }

    /// Sends the current and a new password.
    pub async fn change_password(
        &self,
        credentials: &SessionCredentials,
        current: Secret,
        new: Secret,
        devices: Vec<Digest>,
    ) -> Result<StepResult, Nack> {
        // An expired password is changed before the user has signed in.
        let expired = match self.login_state(&credentials.session).await? {
            AnyState::Login(login::State::PasswordExpired { person, .. }) => Some(person),
            _ => None,
        };
        let proof = DeviceProof { devices, link: None };
        let passwords = self.mint(Payload::Passwords(Passwords { current, new }), proof)?;
        let event = password::Event::Submit { passwords: passwords.clone() };
        let settled =
            self.step(credentials, event, MachineName::Password, &["changing"], None).await;
        let settled = self.unless_failed(settled, &passwords)?;
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
        self.step_on(None, credentials, event, machine, moving, token).await
    }

    /// The same, paid by the owner of a known device: what others record must not keep the owner out.
    async fn step_on(
        &self,
        paid_by: Option<PersonId>,
        credentials: &SessionCredentials,
        event: impl Into<AnyEvent>,
        machine: MachineName,
        moving: &'static [&'static str],
        token: Option<SessionToken>,
    ) -> Result<StepResult, Nack> {
        let session = &credentials.session;
        let presented = Some(credentials.token.clone());
        let command = Command { presented, paid_by, ..server_command(event.into()) };
        self.command(session, command).await?;
        let Settled { state, login } = self.settled(session, machine, moving).await?;
        let token = token.filter(|token| self.session_of(token).as_ref() == Some(session));
        Ok(StepResult { state, login, token, device: None })
    }

    /// The state of a session's login machine.
    pub async fn login_state(&self, session: &SessionId) -> Result<AnyState, Nack> {
        self.settle(session, MachineName::Login, &[]).await
    }

    /// The state of a session's second-factor machine, once it has prepared an enrolment.
    pub async fn mfa_state(&self, session: &SessionId) -> Result<AnyState, Nack> {
        self.settle(session, MachineName::Mfa, &["preparing"]).await
    }

    /// Makes the browser's device known to the user whose sign-in is complete by this step, or records its use.
    async fn with_known_device(
        &self,
        credentials: &SessionCredentials,
        settled: StepResult,
        devices: Vec<Digest>,
        fresh: DeviceToken,
    ) -> StepResult {
        let AnyState::Login(login::State::SignedIn { person, .. }) = &settled.login else {
            return settled;
        };
        match self.make_known(&credentials.session, person, devices, &fresh).await {
            Ok(true) => StepResult { device: Some(fresh), ..settled },
            Ok(false) => settled,
            Err(error) => {
                // The sign-in itself is complete; only others' attempts may delay the next one.
                tracing::warn!(%error, "a device could not be made known");
                settled
            }
        }
    }

    async fn make_known(
        &self,
        session: &SessionId,
        person: &PersonId,
        devices: Vec<Digest>,
        fresh: &DeviceToken,
    ) -> Result<bool, AccessError> {
        let port = &self.ports().devices;
        // The request began as that of a visitor.
        self.acts_in_session(session, Some(person.clone())).await;
        let (client, context) = (self.seen_client(session), self.context_in(session, person));
        if port.knows_device(person.clone(), devices.clone()).await? {
            return port.use_device(person.clone(), devices, client, context).await.map(|()| false);
        }
        port.know_device(person.clone(), fresh.digest(), client, context).await.map(|()| true)
    }

    /// The user who is signing in, if one of these devices is known to that user.
    async fn owner_of(
        &self,
        credentials: &SessionCredentials,
        devices: &[Digest],
    ) -> Option<PersonId> {
        let login = self.login_state(&credentials.session).await.ok()?;
        let person = signing_in(&login)?;
        let known = self.ports().devices.knows_device(person.clone(), devices.to_vec()).await;
        known.unwrap_or(false).then(|| person.clone())
    }

    /// Whether a device is known to the user who is signing in.
    async fn knows(&self, login: &AnyState, device: Digest) -> bool {
        let Some(person) = signing_in(login) else { return false };
        let known = self.ports().devices.knows_device(person.clone(), vec![device]).await;
        known.unwrap_or(false)
    }

    /// The context of a change that a user makes in a session, which its newest record has caused.
    pub fn context_in(&self, session: &SessionId, person: &PersonId) -> ChangeContext {
        let context = ChangeContext::by(Who::Person(person.clone()), self.now());
        let stream = session.stream();
        match self.journal().head(&stream) {
            Some(head) => {
                let record = RecordRef { stream: Some(stream), seq: head.seq };
                context.because(Cause { root: record.clone(), record, call: None })
            }
            None => context,
        }
    }

    /// The outcome of a step. Of one that was rejected the secret is dropped: nothing will take it, and secrets that
    /// wait are limited in number.
    pub(crate) fn unless_failed(
        &self,
        outcome: Result<StepResult, Nack>,
        handle: &Handle,
    ) -> Result<StepResult, Nack> {
        outcome.inspect_err(|_| drop(self.shared.performer.handles.take(handle, self.now())))
    }

    pub(crate) fn mint(&self, payload: Payload, proof: DeviceProof) -> Result<Handle, Nack> {
        let handle = self.shared.performer.handles.mint(payload, proof, self.now());
        handle.map_err(|error| Nack::temporary(NackCode::Busy, error.to_string()))
    }
}

/// The user whose password has been verified.
fn signing_in(login: &AnyState) -> Option<&PersonId> {
    match login {
        AnyState::Login(
            login::State::SignedIn { person, .. }
            | login::State::OtpRequired { person, .. }
            | login::State::EnrolRequired { person, .. }
            | login::State::PasswordExpired { person, .. },
        ) => Some(person),
        _ => None,
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
        paid_by: None,
    }
}
