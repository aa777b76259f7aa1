//! The steps of a user to a provider and back (SSO-01, SSO-02), and what a provider ends.

use waybill_machines::machines::login::Notice;
use waybill_machines::machines::{login, sso};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{Landing, SignInFlow, SignInPurpose, SignInVia};
use waybill_machines::{AnyState, MachineName, Rejection, RejectionCode};
use waybill_platform::access::{DeviceProof, DeviceToken, PasswordToken, Source};
use waybill_platform::secret::{Payload, Secret, SignInCode};
use waybill_platform::sso::{LoggedOutAtProvider, NewFlow, SsoError, state_digest};

use crate::error::{Nack, NackCode};
use crate::identity::SessionId;
use crate::registry::{Engine, SessionCredentials, StepResult};

/// What a way to a provider begins with.
#[derive(Debug)]
pub struct BeginSso {
    /// The name of the provider.
    pub provider: String,
    /// What the user goes there for.
    pub purpose: SignInPurpose,
    /// The invitation that is accepted with the identity; for that purpose alone.
    pub invitation: Option<PasswordToken>,
    /// What is kept of the sign-in page.
    pub landing: Landing,
    /// Where the request comes from.
    pub source: Source,
}

/// What a browser comes back with from a provider.
#[derive(Debug)]
pub struct SsoReturned {
    /// The name of the provider, as the address has it.
    pub provider: String,
    /// The `state`.
    pub state: Secret,
    /// The code, or why there is none.
    pub answer: ReturnedAnswer,
}

/// What a provider has answered.
#[derive(Debug)]
pub enum ReturnedAnswer {
    /// The user has signed in there.
    Code {
        /// The code.
        code: Secret,
        /// Which provider says that it is (RFC 9207).
        iss: Option<String>,
    },
    /// The user has not.
    Error {
        /// The code of the error (RFC 6749, 4.1.2.1).
        error: String,
    },
}

/// Why a way to a provider does not begin.
#[derive(Debug, thiserror::Error)]
pub enum SsoStepError {
    /// The provider does not allow it.
    #[error(transparent)]
    Provider(#[from] SsoError),
    /// The session does not.
    #[error("{}", .0.message)]
    Nack(Nack),
}

impl From<Nack> for SsoStepError {
    fn from(nack: Nack) -> Self {
        Self::Nack(nack)
    }
}

impl Engine {
    /// Sends a user to a provider: the address that the browser goes on at, once the step is recorded.
    pub async fn begin_sso(
        &self,
        credentials: &SessionCredentials,
        wanted: BeginSso,
    ) -> Result<Secret, SsoStepError> {
        let BeginSso { provider, purpose, invitation, landing, source } = wanted;
        let session = &credentials.session;
        let terms = Some(self.terms(landing.remember).await?);
        let port = &self.ports().sign_in_providers;
        let new = NewFlow {
            provider: provider.clone(),
            session: session.as_str().to_owned(),
            source,
            invitation,
            purpose,
        };
        let begun = port.begin(new, self.now()).await?;
        let person = self.person_of(session);
        let flow = SignInFlow { provider, digest: begun.digest.clone(), purpose, person };
        let event = sso::Event::Begin { flow, landing: Landing { terms, ..landing } };
        let step = self.step(credentials, event, MachineName::Sso, &["exchanging"], None).await;
        step.inspect_err(|_| port.forget(&begun.digest))?;
        Ok(begun.url)
    }

    /// Takes what a browser comes back with. The outcome is the state of the session: the machine of sign-ins with
    /// providers has the failure, if there is one.
    pub async fn sso_callback(
        &self,
        credentials: &SessionCredentials,
        returned: SsoReturned,
        devices: Vec<Digest>,
    ) -> Result<StepResult, Nack> {
        let SsoReturned { provider, state, answer } = returned;
        let (session, flow) = (&credentials.session, state_digest(&state));
        let known = self.settle(session, MachineName::Sso, &[]).await?;
        if let AnyState::Sso(sso::State::Leaving { flow: sent, .. }) = &known
            && sent.provider != provider
        {
            // Each provider has a callback of its own, so that none can send codes of another.
            let rejection = Rejection::new(RejectionCode::SignInFlowUnknown);
            return Err(Nack::rejected(&rejection, "sso", "callback", "leaving"));
        }
        let (code, iss) = match answer {
            ReturnedAnswer::Code { code, iss } => (code, iss),
            ReturnedAnswer::Error { error } => {
                let event = sso::Event::Denied { flow: flow.clone(), notice: denied(&error) };
                let step = self.step(credentials, event, MachineName::Sso, &[], None).await?;
                self.ports().sign_in_providers.forget(&flow);
                return Ok(step);
            }
        };
        let token = self.shared.ids.token();
        let proof = DeviceProof { devices: devices.clone(), link: None };
        let handle = self.mint(Payload::SignInCode(SignInCode { code, iss }), proof)?;
        let event = sso::Event::Callback {
            flow,
            code: handle.clone(),
            token: token.digest(),
            person: self.person_of(session),
        };
        let moving = &["exchanging"];
        let settled = self.step(credentials, event, MachineName::Sso, moving, Some(token)).await;
        let settled = self.unless_failed(settled, &handle)?;
        // Otherwise the user had signed in before, or has in another tab meanwhile.
        if settled.token.is_none() {
            return Ok(settled);
        }
        Ok(self.with_known_device(credentials, settled, devices, DeviceToken::fresh()).await)
    }

    /// Ends the sessions that have come by what a provider has ended, and answers how many. A sign-in of that user that
    /// is not complete is cancelled.
    ///
    /// # Errors
    ///
    /// The first [`Nack`], if a session could not be read or ended. The others are ended nevertheless.
    pub async fn end_at_provider(&self, ended: &LoggedOutAtProvider) -> Result<usize, Nack> {
        let people = match (&ended.person, &ended.identity) {
            (Some(person), _) => {
                self.cancel_pending(person).await;
                vec![person.clone()]
            }
            (None, Some(_)) => Vec::new(),
            // The token names a session at the provider alone.
            (None, None) => self.people_with_sessions(),
        };
        let is_meant = |_: &SessionId, login: &login::State| {
            let Some(via) = provider_of(login) else { return false };
            let is_identity = ended.identity.as_ref().is_none_or(|mark| *mark == via.identity);
            let is_session = ended.session.is_none() || ended.session == via.session;
            via.provider == ended.provider && is_identity && is_session
        };
        self.end_that_came(people, is_meant).await
    }

    /// By what the user of a session has signed in; none with a password, and for a visitor.
    pub async fn signed_in_via(&self, session: &SessionId) -> Option<SignInVia> {
        let person = self.person_of(session)?;
        let login = self.came_by(session, &person).await.ok().flatten()?;
        provider_of(&login).cloned()
    }

    /// Ends the sessions that have come by an identity which is linked no longer, but one. Those of a provider that has
    /// had another name since are ended too. A sign-in of that user that is not complete is cancelled.
    ///
    /// # Errors
    ///
    /// The first [`Nack`], if a session could not be read or ended. The others are ended nevertheless.
    pub async fn end_unlinked(
        &self,
        person: &PersonId,
        identity: &Digest,
        kept: Option<&SessionId>,
    ) -> Result<usize, Nack> {
        self.cancel_pending(person).await;
        let is_meant = |session: &SessionId, login: &login::State| {
            let is_identity = |via: &SignInVia| via.identity == *identity;
            provider_of(login).is_some_and(is_identity) && kept != Some(session)
        };
        self.end_that_came(vec![person.clone()], is_meant).await
    }

    /// Ends the sessions of these users that are meant, by how they have signed in.
    pub(super) async fn end_that_came(
        &self,
        people: Vec<PersonId>,
        is_meant: impl Fn(&SessionId, &login::State) -> bool,
    ) -> Result<usize, Nack> {
        let (mut count, mut failure) = (0, None);
        for person in people {
            for session in self.sessions_of(&person) {
                let ended = match self.came_by(&session.id, &person).await {
                    Ok(Some(login)) if is_meant(&session.id, &login) => self.end(&session.id).await,
                    Ok(_) => continue,
                    Err(nack) => Err(nack),
                };
                match ended {
                    Ok(()) => count += 1,
                    Err(nack) => {
                        tracing::error!(session = %session.id, code = %nack.code, "a session was not ended");
                        failure = failure.or(Some(nack));
                    }
                }
            }
        }
        failure.map_or(Ok(count), Err)
    }

    /// How a user has signed in in a session; none if that is over.
    async fn came_by(
        &self,
        session: &SessionId,
        person: &PersonId,
    ) -> Result<Option<login::State>, Nack> {
        match self.login_state(session).await {
            Ok(AnyState::Login(login)) => {
                let is_in = matches!(&login, login::State::SignedIn { person: owner, .. } if owner == person);
                Ok(is_in.then_some(login))
            }
            Ok(_) => Ok(None),
            Err(nack) => match nack.code {
                NackCode::SessionEnded | NackCode::SessionUnreadable => Ok(None),
                _ => Err(nack),
            },
        }
    }
}

/// By which identity of which provider a user has signed in.
const fn provider_of(login: &login::State) -> Option<&SignInVia> {
    match login {
        login::State::SignedIn { via, .. } => via.as_ref(),
        _ => None,
    }
}

/// What a user reads who comes back without a code. The error is a text of the provider, and is not shown.
fn denied(error: &str) -> Notice {
    match error {
        "server_error" | "temporarily_unavailable" => {
            Notice::new("sign_in_provider_unavailable", &SsoError::Unavailable.to_string())
        }
        _ => Notice::new("sign_in_denied", &SsoError::Denied.to_string()),
    }
}
