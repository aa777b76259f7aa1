//! The steps of confirming a command-line client that go over HTTP: the client's session and the code are secrets.

use waybill_machines::machines::cli_login::{Event, State};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::{ClientLoginRefused, DeviceProof};
use waybill_platform::secret::{Payload, Secret};

use crate::error::Nack;
use crate::registry::{Engine, SessionCredentials, StepResult};

/// The states in which a code is being checked.
const MOVING: &[&str] = &["confirming"];

/// A command-line client that a user answers.
#[derive(Debug)]
pub struct AnsweredClient {
    /// The digest of its session.
    pub client: Digest,
    /// What it calls itself.
    pub name: String,
}

impl Engine {
    /// Sends the code that the user has typed for a client.
    ///
    /// # Errors
    ///
    /// [`Nack`], if no user is signed in to the session, or another code is being checked.
    pub async fn confirm_client(
        &self,
        credentials: &SessionCredentials,
        client: AnsweredClient,
        code: Secret,
    ) -> Result<StepResult, Nack> {
        self.open_client(credentials, client).await?;
        let handle = self.mint(Payload::Code(code), DeviceProof::default())?;
        let event = Event::Submit { code: handle.clone() };
        let settled = self.step(credentials, event, MachineName::CliLogin, MOVING, None).await;
        self.unless_failed(settled, &handle)
    }

    /// Denies a client. The answer is why that has no effect, such as that another browser has granted it.
    ///
    /// # Errors
    ///
    /// [`Nack`], if no user is signed in to the session, or a code is being checked.
    pub async fn deny_client(
        &self,
        credentials: &SessionCredentials,
        client: AnsweredClient,
    ) -> Result<Option<ClientLoginRefused>, Nack> {
        let digest = client.client.clone();
        self.open_client(credentials, client).await?;
        let event = Event::Deny {};
        self.step(credentials, event, MachineName::CliLogin, MOVING, None).await?;
        // Only once it is recorded who has denied it.
        Ok(self.ports().client_logins.deny(&digest, self.now()).err())
    }

    /// Answers this client from now on, unless the session does so already: a wrong code is followed by another.
    async fn open_client(
        &self,
        credentials: &SessionCredentials,
        answered: AnsweredClient,
    ) -> Result<(), Nack> {
        let AnsweredClient { client, name } = answered;
        let person = self.person_of(&credentials.session).ok_or_else(Nack::not_signed_in)?;
        let state = self.settle(&credentials.session, MachineName::CliLogin, MOVING).await?;
        let is_open = matches!(
            &state,
            AnyState::CliLogin(State::Asked { client: open, name: shown, person: user, .. })
                if *open == client && *shown == name && *user == person
        );
        if is_open {
            return Ok(());
        }
        let event = Event::Open { client, name, person };
        self.step(credentials, event, MachineName::CliLogin, MOVING, None).await.map(|_| ())
    }
}
