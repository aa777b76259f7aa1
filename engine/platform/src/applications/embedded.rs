//! Applications and grants in the platform journal, a stream each, and a view of them in memory.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;
use waybill_journal::Journal;
use waybill_machines::machines::application::{
    Event as ApplicationEvent, State as ApplicationState,
};
use waybill_machines::machines::application_grant::{
    Event as GrantEvent, GrantEnded, State as GrantState, TokenLine,
};
use waybill_machines::rules::applications::{
    APPLICATIONS_MAX, Application, ApplicationProblem, ApplicationScope, check_application,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Refused, RejectionCode, Timestamp};

use super::codes::{Codes, Presented, verifies};
use super::signing::{SigningError, SigningKey};
use super::{
    Answer, ApplicationError, ApplicationToken, Applications, CodeExchange, CodeRequest,
    GRANTS_OF_USER_MAX, IssuedTokens, StoredApplication, StoredGrant,
};
use crate::access::Token;
use crate::keyed::{Keyed, StoredByKey, to_completion};
use crate::secret::{Secret, hex, random, sha256_hex};
use crate::streams::ChangeContext;
use crate::vault::Vault;

/// The prefix of refresh tokens, by which people and scanners of leaked secrets recognise them.
const REFRESH_PREFIX: &str = "waybill_refresh_";
/// The prefix of the secrets of applications.
const SECRET_PREFIX: &str = "waybill_app_";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedApplications {
    inner: Arc<Inner>,
}

struct Inner {
    applications: Keyed<StoredApplication>,
    grants: Keyed<StoredGrant>,
    /// The keys of the grants by the digests of their tokens, used refresh tokens too.
    by_token: RwLock<HashMap<Digest, String>>,
    codes: Codes,
    key: SigningKey,
}

/// An application that is not served cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] crate::streams::StreamError),
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
            grants: Keyed::open(journal)?,
            by_token: RwLock::default(),
            codes: Codes::default(),
            key: SigningKey::open(vault)?,
        };
        for grant in inner.grants.all() {
            inner.index(None, Some(&grant));
        }
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
        wanted: Application,
        context: ChangeContext,
    ) -> Answer<'_, StoredApplication> {
        to_completion(&self.inner, async move |inner| {
            check_application(&wanted).map_err(ApplicationError::Problem)?;
            let _changing = inner.applications.lock().await;
            let known = inner.application(&client)?;
            inner.check_name(&wanted.name, Some(&client))?;
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
            let of_client = inner.grants.all().into_iter().filter(|grant| grant.client == client);
            for grant in of_client.collect::<Vec<_>>() {
                let _changing = inner.grants.lock().await;
                let why = GrantEnded::ApplicationDeleted;
                inner.change_grant(&grant, GrantEvent::Revoke { why }, &context).await?;
            }
            Ok(())
        })
    }

    fn has_secret(&self, client: &str, secret: &Secret) -> bool {
        let known = self.inner.applications.get(client);
        // Both are digests of 256 random bits: how much of them agrees says nothing about the secret.
        known.is_some_and(|known| known.secret == digest(secret))
    }

    fn grants_of(&self, person: PersonId) -> Answer<'_, Vec<StoredGrant>> {
        let mut grants = self.inner.grants.all();
        grants.retain(|grant| grant.person == person);
        Box::pin(std::future::ready(Ok(grants)))
    }

    fn consent(&self, request: CodeRequest, context: ChangeContext) -> Answer<'_, Secret> {
        to_completion(&self.inner, async move |inner| {
            inner.application(&request.client)?;
            let _changing = inner.grants.lock().await;
            let known = inner.grants.get(&key_of(&request.client, &request.person));
            let has_all =
                known.as_ref().is_some_and(|known| request.scopes.is_subset(&known.scopes));
            if !has_all {
                let event = GrantEvent::Consent { scopes: request.scopes.clone() };
                match &known {
                    Some(known) => drop(inner.change_grant(known, event, &context).await?),
                    None => inner.begin_grant(&request, event, &context).await?,
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
            let _changing = inner.grants.lock().await;
            let known = inner.grants.get(&key_of(&client, &person));
            let known = known.ok_or(ApplicationError::NoGrant)?;
            inner.change_grant(&known, GrantEvent::Revoke { why }, &context).await?;
            Ok(())
        })
    }

    fn exchange(&self, exchange: CodeExchange, context: ChangeContext) -> Answer<'_, IssuedTokens> {
        to_completion(&self.inner, async move |inner| {
            let CodeExchange { client, code, verifier, callback } = exchange;
            let line = format!("l_{}", hex(&random::<8>()));
            let request = match inner.codes.take(&code, &client, &line, context.at) {
                Presented::Good(request) => request,
                Presented::Unknown => return Err(ApplicationError::NotGood),
                Presented::Reused { person, client } => {
                    let _changing = inner.grants.lock().await;
                    if let Some(known) = inner.grants.get(&key_of(&client, &person)) {
                        let why = GrantEnded::CodeReused;
                        inner.change_grant(&known, GrantEvent::Revoke { why }, &context).await?;
                    }
                    return Err(ApplicationError::NotGood);
                }
            };
            if request.callback != callback || !verifies(&verifier, &request.challenge) {
                return Err(ApplicationError::NotGood);
            }
            let _changing = inner.grants.lock().await;
            // It may have been revoked since the user consented.
            let known = inner.grants.get(&key_of(&client, &request.person));
            let known = known.filter(|known| request.scopes.is_subset(&known.scopes));
            let known = known.ok_or(ApplicationError::NotGood)?;
            let access = Token::fresh();
            let may_refresh = request.scopes.contains(&ApplicationScope::OfflineAccess);
            let refresh = may_refresh.then(|| fresh(REFRESH_PREFIX));
            let event = GrantEvent::Issue {
                line: line.clone(),
                scopes: request.scopes.clone(),
                access: digest_of(access.expose()),
                refresh: refresh.as_ref().map(digest),
            };
            let issued = inner.change_grant(&known, event, &context).await?;
            let issued = issued.ok_or(ApplicationError::NotGood)?;
            issued.tokens(&line, access, refresh, Some(request))
        })
    }

    fn refresh(
        &self,
        client: String,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, IssuedTokens> {
        to_completion(&self.inner, async move |inner| {
            inner.application(&client).map_err(|_| ApplicationError::NotGood)?;
            let _changing = inner.grants.lock().await;
            let presented = digest(&token);
            let known = inner.with_token(&presented).filter(|known| known.client == client);
            let known = known.ok_or(ApplicationError::NotGood)?;
            let (access, refresh) = (Token::fresh(), fresh(REFRESH_PREFIX));
            let event = GrantEvent::Refresh {
                presented,
                access: digest_of(access.expose()),
                refresh: digest(&refresh),
            };
            // A token that was used before revokes the grant: then there is none.
            let refreshed = inner.change_grant(&known, event, &context).await?;
            let refreshed = refreshed.ok_or(ApplicationError::NotGood)?;
            let new = digest(&refresh);
            let line = refreshed.lines.iter().find(|(_, line)| line.refresh.as_ref() == Some(&new));
            let line = line.map(|(id, _)| id.clone()).ok_or(ApplicationError::NotGood)?;
            refreshed.tokens(&line, access, Some(refresh), None)
        })
    }

    fn end(&self, client: String, token: Secret, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.grants.lock().await;
            let presented = digest(&token);
            let known = inner.with_token(&presented).filter(|known| known.client == client);
            let found = known.and_then(|known| {
                let has = |line: &TokenLine| {
                    line.access == presented || line.refresh.as_ref() == Some(&presented)
                };
                let line = known.lines.iter().find(|(_, line)| has(line));
                line.map(|(id, _)| id.clone()).map(|line| (known, line))
            });
            if let Some((known, line)) = found {
                inner.change_grant(&known, GrantEvent::End { line }, &context).await?;
            }
            Ok(())
        })
    }

    fn holder(&self, token: &Token, at: Timestamp) -> Option<ApplicationToken> {
        let presented = digest_of(token.expose());
        let grant = self.inner.with_token(&presented)?;
        self.inner.applications.get(&grant.client)?;
        let (id, line) = grant.lines.iter().find(|(_, line)| line.access == presented)?;
        (at < line.access_until).then(|| ApplicationToken {
            person: grant.person.clone(),
            client: grant.client.clone(),
            line: id.clone(),
            scopes: line.scopes.clone(),
            until: line.access_until,
        })
    }

    fn public_keys(&self) -> Value {
        self.inner.key.public_keys()
    }

    fn sign(&self, claims: &Value) -> Result<String, SigningError> {
        self.inner.key.sign(claims)
    }
}

impl Inner {
    fn application(&self, client: &str) -> Result<StoredApplication, ApplicationError> {
        self.applications.get(client).ok_or(ApplicationError::Unknown)
    }

    /// Users tell applications apart by their names.
    fn check_name(&self, name: &str, of: Option<&str>) -> Result<(), ApplicationError> {
        let mut others = self.applications.all().into_iter();
        let is_taken = others.any(|known| {
            known.settings.name.eq_ignore_ascii_case(name) && Some(known.client.as_str()) != of
        });
        if is_taken { Err(ApplicationError::NameTaken) } else { Ok(()) }
    }

    fn with_token(&self, digest: &Digest) -> Option<StoredGrant> {
        let by_token = self.by_token.read().unwrap_or_else(PoisonError::into_inner);
        self.grants.get(by_token.get(digest)?)
    }

    async fn begin_grant(
        &self,
        request: &CodeRequest,
        event: GrantEvent,
        context: &ChangeContext,
    ) -> Result<(), ApplicationError> {
        let of_user = |grant: &StoredGrant| grant.person == request.person;
        if self.grants.all().iter().filter(|grant| of_user(grant)).count() >= GRANTS_OF_USER_MAX {
            return Err(ApplicationError::TooManyGrants);
        }
        let id = key_of(&request.client, &request.person);
        let begun =
            self.grants.create_as(&id, event, context).await?.map_err(|error| refused(&error))?;
        self.index(None, begun.as_ref());
        Ok(())
    }

    /// Records an event of a grant that the caller has locked. Answers what it is then; `None` if it was revoked.
    async fn change_grant(
        &self,
        known: &StoredGrant,
        event: GrantEvent,
        context: &ChangeContext,
    ) -> Result<Option<StoredGrant>, ApplicationError> {
        let changed =
            self.grants.change(known, event, context).await?.map_err(|error| refused(&error))?;
        self.index(Some(known), changed.as_ref());
        Ok(changed)
    }

    fn index(&self, before: Option<&StoredGrant>, now: Option<&StoredGrant>) {
        let mut by_token = self.by_token.write().unwrap_or_else(PoisonError::into_inner);
        for digest in before.into_iter().flat_map(StoredGrant::digests) {
            by_token.remove(digest);
        }
        if let Some(grant) = now {
            by_token.extend(grant.digests().map(|digest| (digest.clone(), grant.key())));
        }
    }
}

impl StoredGrant {
    /// The digests of all its tokens, used refresh tokens too.
    fn digests(&self) -> impl Iterator<Item = &Digest> {
        self.lines
            .values()
            .flat_map(|line| [&line.access].into_iter().chain(&line.refresh).chain(&line.used))
    }

    fn tokens(
        &self,
        line: &str,
        access: Token,
        refresh: Option<Secret>,
        request: Option<CodeRequest>,
    ) -> Result<IssuedTokens, ApplicationError> {
        let line = self.lines.get(line).ok_or(ApplicationError::NotGood)?;
        Ok(IssuedTokens {
            access,
            access_until: line.access_until,
            refresh,
            person: self.person.clone(),
            scopes: line.scopes.clone(),
            request,
        })
    }
}

/// The key of a grant.
fn key_of(client: &str, person: &PersonId) -> String {
    format!("{client}/{}", person.0)
}

/// A secret of 256 random bits.
fn fresh(prefix: &str) -> Secret {
    Secret::new(format!("{prefix}{}", hex(&random::<32>())))
}

/// Secrets have 256 random bits, so one fast hash is enough: they cannot be guessed.
fn digest(secret: &Secret) -> Digest {
    digest_of(secret.expose())
}

fn digest_of(text: &str) -> Digest {
    Digest(sha256_hex(text.as_bytes()))
}

fn refused(refused: &Refused) -> ApplicationError {
    match refused.rejection.code {
        RejectionCode::ApplicationFixed => ApplicationError::Fixed,
        RejectionCode::ApplicationName => ApplicationError::Problem(ApplicationProblem::Name),
        RejectionCode::ApplicationDescription => {
            ApplicationError::Problem(ApplicationProblem::Description)
        }
        RejectionCode::ApplicationCallback => {
            ApplicationError::Problem(ApplicationProblem::Callback)
        }
        _ => ApplicationError::NotGood,
    }
}

impl StoredByKey for StoredApplication {
    const MACHINE: MachineName = MachineName::Application;
    const STREAMS: &'static str = "application/";
    const IDS: &'static str = "app";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::Application(ApplicationState::Registered {
            application,
            secret,
            registered_at,
            registered_by,
        }) = state
        else {
            return None;
        };
        Some(Self {
            client: id.to_owned(),
            settings: application.clone(),
            registered_at: *registered_at,
            registered_by: registered_by.clone(),
            secret: secret.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.client
    }

    fn key(&self) -> String {
        self.client.clone()
    }
}

impl StoredByKey for StoredGrant {
    const MACHINE: MachineName = MachineName::ApplicationGrant;
    const STREAMS: &'static str = "application_grant/";
    const IDS: &'static str = "grant";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let (client, person) = id.split_once('/')?;
        let AnyState::ApplicationGrant(GrantState::Granted { scopes, consented_at, lines }) = state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            client: client.to_owned(),
            person: PersonId(person.to_owned()),
            scopes: scopes.clone(),
            consented_at: *consented_at,
            lines: lines.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.id.clone()
    }
}
