//! The steps of replacing a forgotten password, which a visitor takes without being signed in.

use waybill_machines::machines::{forgot_password, reset_password};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::DeviceProof;
use waybill_platform::mail::Language;
use waybill_platform::secret::{Payload, Secret, sha256_hex};

use crate::error::Nack;
use crate::identity::SessionId;
use crate::registry::{Engine, SessionCredentials, StepResult};

impl Engine {
    /// Sends the user name or the mail address of a user who has forgotten the password, and the language of the page;
    /// once more, if a link was asked for before.
    pub async fn forget_password(
        &self,
        credentials: &SessionCredentials,
        typed: Secret,
        language: Option<Language>,
    ) -> Result<StepResult, Nack> {
        let machine = MachineName::ForgotPassword;
        let state = self.settle(&credentials.session, machine, &["sending"]).await?;
        if matches!(state, AnyState::ForgotPassword(forgot_password::State::Sent {})) {
            let again = forgot_password::Event::Again {};
            self.step(credentials, again, machine, &["sending"], None).await?;
        }
        let account = self.mint(Payload::Account { typed, language }, DeviceProof::default())?;
        let event = forgot_password::Event::Submit { account: account.clone() };
        let settled = self.step(credentials, event, machine, &["sending"], None).await;
        self.unless_failed(settled, &account)
    }

    /// The state of a session's machine that replaces a forgotten password.
    pub async fn reset_password_state(&self, session: &SessionId) -> Result<AnyState, Nack> {
        self.settle(session, MachineName::ResetPassword, &["checking", "changing"]).await
    }

    /// Sends the key of a link that was opened.
    pub async fn check_reset_key(
        &self,
        credentials: &SessionCredentials,
        token: Secret,
    ) -> Result<StepResult, Nack> {
        let key = digest_of(&token);
        let link = self.mint(Payload::ResetLink(token), DeviceProof::default())?;
        let event = reset_password::Event::Open { key, link: link.clone() };
        let machine = MachineName::ResetPassword;
        let settled = self.step(credentials, event, machine, &["checking"], None).await;
        self.unless_failed(settled, &link)
    }

    /// Sends a new password with the key of the link, which the session has had checked before. The access service ends
    /// all sessions of the user.
    pub async fn reset_password(
        &self,
        credentials: &SessionCredentials,
        token: Secret,
        password: Secret,
    ) -> Result<StepResult, Nack> {
        let key = digest_of(&token);
        let payload = Payload::ResetPassword { token, password };
        let password = self.mint(payload, DeviceProof::default())?;
        let event = reset_password::Event::Submit { key, password: password.clone() };
        let machine = MachineName::ResetPassword;
        let settled = self.step(credentials, event, machine, &["changing"], None).await;
        self.unless_failed(settled, &password)
    }
}

/// What records have of a key.
fn digest_of(token: &Secret) -> Digest {
    Digest(sha256_hex(token.expose().as_bytes()))
}
