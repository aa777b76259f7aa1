//! The end of sessions at a provider, and of those here that a provider ends.

use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{Protocol, SignInProvider};
use waybill_machines::sign_in::SamlSubject;

use super::embedded::Inner;
use super::fault::ProviderFault;
use super::logout_token::{Ended, LogoutToken};
use super::{LoggedOutAtProvider, SsoError};
use crate::secret::Secret;

impl Inner {
    /// Verifies a logout token, and finds what it ends. It is not used up by that.
    pub(super) async fn verify_logout(
        &self,
        provider: &str,
        token: &Secret,
        at: Timestamp,
    ) -> Result<LoggedOutAtProvider, SsoError> {
        // Sign-ins that have come by a provider end also when it is disabled by now.
        let stored = self.known(provider)?;
        let settings = &stored.settings;
        if !settings.kind().has_id_tokens() {
            return Err(SsoError::LogoutToken);
        }
        let ended = self.verified_logout(settings, token, at).await.map_err(|fault| {
            fault.log(&settings.name);
            match fault {
                ProviderFault::LogoutToken(_) | ProviderFault::UnknownKey => SsoError::LogoutToken,
                fault => fault.into(),
            }
        })?;
        let issuer = &settings.issuer;
        let identity = ended.subject.map(|subject| self.marks.identity(issuer, &subject));
        let owner = identity.as_ref();
        let person = owner.and_then(|mark| self.accounts.identities.owner_of_identity(mark));
        let session = ended.session.map(|session| self.marks.session(issuer, &session));
        let (provider, token, token_until) = (settings.name.clone(), ended.id, ended.until);
        Ok(LoggedOutAtProvider { provider, person, identity, session, token, token_until })
    }

    async fn verified_logout(
        &self,
        provider: &SignInProvider,
        token: &Secret,
        at: Timestamp,
    ) -> Result<Ended, ProviderFault> {
        let read = LogoutToken::parse(token.expose())?;
        let described = self.documents.of(provider).await?;
        match read.verify(&described.keys.clone().unwrap_or_default()) {
            Err(ProviderFault::UnknownKey) => {
                let newer = self.documents.again(provider, &described).await?;
                read.verify(&newer.keys.clone().unwrap_or_default())?;
            }
            verified => verified?,
        }
        let ended = read.check(provider, at)?;
        self.used.check(&ended, at)?;
        Ok(ended)
    }

    /// Where a browser ends its session at a provider, and comes back from.
    pub(super) async fn end_session_url(
        &self,
        provider: &str,
        subject: Option<SamlSubject>,
        at: Timestamp,
    ) -> Result<Option<String>, SsoError> {
        let stored = self.known(provider)?;
        let settings = &stored.settings;
        let client = match &settings.protocol {
            Protocol::Saml(saml) => return self.end_saml_session(&stored, saml, subject, at).await,
            Protocol::Oidc(client)
            | Protocol::Github(client)
            | Protocol::Gitlab(client)
            | Protocol::Bitbucket(client)
            | Protocol::Google(client) => client,
        };
        let described = self.documents.of(settings).await.map_err(|fault| {
            fault.log(&settings.name);
            SsoError::from(fault)
        })?;
        let (Some(end), Some(base)) = (&described.end_session, &self.public_url) else {
            return Ok(None);
        };
        let back = format!("{base}/ui/login");
        let parameters =
            [("client_id", client.client_id.as_str()), ("post_logout_redirect_uri", back.as_str())];
        Ok(Some(end.with_parameters(&parameters).to_string()))
    }
}
