//! Applications and grants in the platform journal, a stream each, and a view of them in memory.

use std::sync::Arc;

use serde_json::Value;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::machines::application::Event as ApplicationEvent;
use waybill_machines::machines::application_grant::{Event as GrantEvent, GrantEnded};
use waybill_machines::rules::applications::{APPLICATIONS_MAX, Application, check_application};
use waybill_machines::secret::{Digest, PersonId};

use super::codes::Codes;
use super::grants::Grants;
use super::guesses::Guesses;
use super::refresh_tokens::RefreshTokens;
use super::signing::{SigningError, SigningKey};
use super::stored::refused;
use super::{
    Answer, ApplicationChange, ApplicationError, ApplicationSignIn, ApplicationToken, Applications,
    CodeExchange, CodeRequest, IssuedTokens, OngoingSignIn, StoredApplication, StoredGrant,
};
use crate::access::{Source, Token};
use crate::keyed::{Keyed, to_completion};
use crate::limits::{Allowance, Budget, Rate, Resource, Scope};
use crate::secret::{Secret, hex, random, sha256_hex};
use crate::streams::{ChangeContext, StreamError};
use crate::vault::Vault;

/// The prefix of the secrets of applications.
const SECRET_PREFIX: &str = "waybill_app_";

/// How often the tokens of one sign-in are refreshed: each time is a record, and access tokens are good for minutes.
const REFRESHES: Allowance = Allowance::new(20, 6);

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedApplications {
    inner: Arc<Inner>,
}

/// The state behind the service.
pub(super) struct Inner {
    pub(super) applications: Keyed<StoredApplication>,
    pub(super) grants: Grants,
    pub(super) codes: Codes,
    pub(super) refresh_tokens: RefreshTokens,
    /// By line.
    pub(super) refreshes: Rate<String>,
    guesses: Guesses,
    key: SigningKey,
}

/// An application that is not served cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The key that signs cannot be used.
    #[error(transparent)]
    Signing(#[from] SigningError),
}

impl EmbeddedApplications {
    /// Opens the service. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>, vault: &Vault) -> Result<Self, OpenError> {
        let inner = Inner {
            applications: Keyed::open(Arc::clone(&journal))?,
            grants: Grants::open(journal)?,
            codes: Codes::default(),
            refresh_tokens: RefreshTokens::new(vault),
            refreshes: Rate::new(Budget(Scope::Application, Resource::Refreshes), REFRESHES),
            guesses: Guesses::default(),
            key: SigningKey::open(vault)?,
        };
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl Applications for EmbeddedApplications {
    fn applications(&self) -> Answer<'_, Vec<StoredApplication>> {
        Box::pin(std::future::ready(Ok(self.inner.applications.all())))
    }

    fn application(&self, client: String) -> Answer<'_, Option<StoredApplication>> {
        Box::pin(std::future::ready(Ok(self.inner.applications.get(&client))))
    }

    fn register(
        &self,
        new: Application,
        context: ChangeContext,
    ) -> Answer<'_, (StoredApplication, Secret)> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check_application(&new).map_err(ApplicationError::Problem)?;
            let _changing = inner.applications.lock().await;
            inner.check_name(&new.name, None)?;
            if inner.applications.len() >= APPLICATIONS_MAX {
                return Err(ApplicationError::TooMany);
            }
            let (secret, by) = (fresh(SECRET_PREFIX), context.who.person().cloned());
            let event =
                ApplicationEvent::Register { application: new, secret: digest(&secret), by };
            let registered = inner
                .applications
                .create(event, &context)
                .await?
                .map_err(|error| refused(&error))?;
            Ok((registered.ok_or(ApplicationError::Unknown)?, secret))
        })
    }

    fn change(
        &self,
        client: String,
        wanted: ApplicationChange,
        context: ChangeContext,
    ) -> Answer<'_, StoredApplication> {
        to_completion(&self.inner, async move |inner| {
            let ApplicationChange { settings: mut wanted, keeps_scopes } = wanted;
            check_application(&wanted).map_err(ApplicationError::Problem)?;
            let _changing = inner.applications.lock().await;
            let known = inner.application(&client)?;
            inner.check_name(&wanted.name, Some(&client))?;
            if keeps_scopes {
                wanted.scopes.clone_from(&known.settings.scopes);
            }
            let event = ApplicationEvent::Change { application: wanted };
            let changed = inner.applications.change(&known, event, &context).await?;
            changed.map_err(|error| refused(&error))?.ok_or(ApplicationError::Unknown)
        })
    }

    fn rotate(&self, client: String, context: ChangeContext) -> Answer<'_, Secret> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.applications.lock().await;
            let (known, secret) = (inner.application(&client)?, fresh(SECRET_PREFIX));
            let event = ApplicationEvent::Rotate { secret: digest(&secret) };
            inner
                .applications
                .change(&known, event, &context)
                .await?
                .map_err(|error| refused(&error))?;
            Ok(secret)
        })
    }

    fn delete(&self, client: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            {
                let _changing = inner.applications.lock().await;
                let known = inner.application(&client)?;
                let event = ApplicationEvent::Delete {};
                inner
                    .applications
                    .change(&known, event, &context)
                    .await?
                    .map_err(|error| refused(&error))?;
            }
            // From here on no token of it is good: `holder` asks for the application.
            inner.revoke_all(&client, GrantEnded::ApplicationDeleted, &context).await?;
            Ok(())
        })
    }

    fn prove(
        &self,
        client: &str,
        secret: &Secret,
        source: &Source,
        at: Timestamp,
    ) -> Result<StoredApplication, ApplicationError> {
        let known = self.inner.applications.get(client);
        // Both are digests of 256 random bits: how much of them agrees says nothing about the secret.
        if let Some(known) = known.filter(|known| known.secret == digest(secret)) {
            return Ok(known);
        }
        let counted = self.inner.guesses.count(client, source, at);
        Err(counted.map_or_else(
            |retry_at| ApplicationError::Guessed { retry_at },
            |()| ApplicationError::NotProven,
        ))
    }

    fn grants_of(&self, person: PersonId) -> Answer<'_, Vec<StoredGrant>> {
        Box::pin(std::future::ready(Ok(self.inner.grants.of_person(&person))))
    }

    fn grants_to(&self, client: String) -> Answer<'_, Vec<StoredGrant>> {
        Box::pin(std::future::ready(Ok(self.inner.grants.of_client(&client))))
    }

    fn consent(&self, request: CodeRequest, context: ChangeContext) -> Answer<'_, Secret> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.grants.lock().await;
            // Asked under the lock: what is deleted from here on revokes this grant too.
            inner.application(&request.client)?;
            let known = inner.grants.get(&request.client, &request.person);
            let has_all =
                known.as_ref().is_some_and(|known| request.scopes.is_subset(&known.scopes));
            if !has_all {
                let event = GrantEvent::Consent { scopes: request.scopes.clone() };
                match &known {
                    Some(known) => drop(inner.grants.change(known, event, &context).await?),
                    None => {
                        let (client, person) = (&request.client, &request.person);
                        inner.grants.begin(client, person, event, &context).await?;
                    }
                }
            }
            Ok(inner.codes.make(request, context.at))
        })
    }

    fn revoke(
        &self,
        person: PersonId,
        client: String,
        why: GrantEnded,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let revoked = inner.grants.revoke(&client, &person, why, &context).await;
            inner.codes.forget(&client, Some(&person));
            if revoked? { Ok(()) } else { Err(ApplicationError::NoGrant) }
        })
    }

    fn revoke_all(
        &self,
        client: String,
        why: GrantEnded,
        context: ChangeContext,
    ) -> Answer<'_, usize> {
        to_completion(&self.inner, async move |inner| {
            inner.application(&client)?;
            inner.revoke_all(&client, why, &context).await
        })
    }

    fn sign_in_of_code(&self, client: &str, code: &Secret) -> Option<ApplicationSignIn> {
        self.inner.codes.sign_in_of(code, client)
    }

    fn sign_in_of_token(&self, client: &str, token: &Secret) -> Option<ApplicationSignIn> {
        self.inner.sign_in_of_token(client, token)
    }

    fn exchange(&self, exchange: CodeExchange, context: ChangeContext) -> Answer<'_, IssuedTokens> {
        to_completion(&self.inner, async move |inner| inner.exchange(exchange, &context).await)
    }

    fn refresh(
        &self,
        client: String,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, IssuedTokens> {
        to_completion(&self.inner, async move |inner| {
            inner.refresh(&client, &token, &context).await
        })
    }

    fn end(&self, client: String, token: Secret, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| inner.end(&client, &token, &context).await)
    }

    fn holder(&self, token: &Token, at: Timestamp) -> Option<ApplicationToken> {
        self.inner.holder(token, at)
    }

    fn sign_in(
        &self,
        person: &PersonId,
        client: &str,
        line: &str,
        at: Timestamp,
    ) -> Option<OngoingSignIn> {
        self.inner.sign_in(person, client, line, at)
    }

    fn is_known(&self, token: &Token) -> bool {
        self.inner.grants.with_token(&digest_of(token.expose())).is_some()
    }

    fn public_keys(&self) -> Value {
        self.inner.key.public_keys()
    }

    fn sign(&self, claims: &Value) -> Result<String, SigningError> {
        self.inner.key.sign(claims)
    }
}

impl Inner {
    pub(super) fn application(&self, client: &str) -> Result<StoredApplication, ApplicationError> {
        self.applications.get(client).ok_or(ApplicationError::Unknown)
    }

    /// Ends what all users let an application do, with the codes that they have not spent.
    async fn revoke_all(
        &self,
        client: &str,
        why: GrantEnded,
        context: &ChangeContext,
    ) -> Result<usize, ApplicationError> {
        let revoked = self.grants.revoke_all(client, why, context).await;
        self.codes.forget(client, None);
        revoked
    }

    /// Users tell applications apart by their names.
    fn check_name(&self, name: &str, of: Option<&str>) -> Result<(), ApplicationError> {
        let mut others = self.applications.all().into_iter();
        let is_taken = others.any(|known| {
            known.settings.name.eq_ignore_ascii_case(name) && Some(known.client.as_str()) != of
        });
        if is_taken { Err(ApplicationError::NameTaken) } else { Ok(()) }
    }
}

/// A secret of 256 random bits.
pub(super) fn fresh(prefix: &str) -> Secret {
    Secret::new(format!("{prefix}{}", hex(&random::<32>())))
}

/// Secrets have 256 random bits, so one fast hash is enough: they cannot be guessed.
pub(super) fn digest(secret: &Secret) -> Digest {
    digest_of(secret.expose())
}

pub(super) fn digest_of(text: &str) -> Digest {
    Digest(sha256_hex(text.as_bytes()))
}
