//! Providers in the platform journal, a stream each, and a view of them in memory.

use std::sync::Arc;

use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::machines::sign_in_provider::Event;
use waybill_machines::rules::sign_in_providers::{
    ProviderKind, SIGN_IN_PROVIDERS_MAX, SignInProvider,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{CodeExchanged, SamlSubject, SignInFlow};
use waybill_outbound::Outbound;

use super::checks::check;
use super::confirmations::Confirmations;
use super::documents::Documents;
use super::flows::Flows;
use super::logout_token::UsedTokens;
use super::marks::Marks;
use super::saml::Service;
use super::secrets::ClientSecrets;
use super::stored::refused;
use super::{
    Answer, BegunFlow, GivenClientSecret, HeldAnswer, LoggedOutAtProvider, LogoutReply, NewFlow,
    OfferedProvider, Outgoing, ReceivedLogout, SamlMetadata, SignInProviders, SsoError,
    StoredProvider, TestedProvider, VerifiedLogout,
};
use crate::access::{Client, Groups, Identities, NewIdentity, Source};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::marked_secrets::OpenError;
use crate::secret::{Secret, SignInCode};
use crate::streams::ChangeContext;
use crate::vault::Vault;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedSignInProviders {
    inner: Arc<Inner>,
}

/// Where the accounts of those who sign in are.
pub struct Accounts {
    /// Their identities.
    pub identities: Arc<dyn Identities>,
    /// Their groups.
    pub groups: Arc<dyn Groups>,
}

pub(super) struct Inner {
    pub(super) providers: Keyed<StoredProvider>,
    pub(super) secrets: ClientSecrets,
    pub(super) documents: Documents,
    pub(super) flows: Flows,
    pub(super) confirmations: Confirmations,
    pub(super) marks: Marks,
    pub(super) used: UsedTokens,
    pub(super) saml: Service,
    pub(super) accounts: Accounts,
    /// The address of this server, without a slash at its end.
    pub(super) public_url: Option<String>,
    pub(super) outbound: Outbound,
}

impl EmbeddedSignInProviders {
    /// Opens the service, and removes client secrets that no provider has: those of deleted ones, and what a crash left
    /// between the vault and the journal. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        outbound: Outbound,
        accounts: Accounts,
        public_url: Option<String>,
    ) -> Result<Self, OpenError> {
        let inner = Inner {
            providers: Keyed::open(journal)?,
            marks: Marks::new(&vault),
            saml: Service::new(Arc::clone(&vault)),
            secrets: ClientSecrets::new(vault),
            documents: Documents::new(outbound.clone()),
            flows: Flows::default(),
            confirmations: Confirmations::default(),
            used: UsedTokens::default(),
            accounts,
            public_url: public_url.map(|url| url.trim_end_matches('/').to_owned()),
            outbound,
        };
        // Where records are missing, a secret may belong to one of them.
        if !inner.providers.may_lack_records() {
            let swept = inner.secrets.sweep(&inner.providers.all())?;
            if swept > 0 {
                tracing::info!(
                    service = "access",
                    swept,
                    "client secrets without a provider were removed"
                );
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl SignInProviders for EmbeddedSignInProviders {
    fn providers(&self) -> Answer<'_, Vec<StoredProvider>> {
        Box::pin(std::future::ready(Ok(self.inner.in_order())))
    }

    fn offered(&self) -> Vec<OfferedProvider> {
        let enabled = self.inner.in_order().into_iter().filter(|stored| stored.settings.enabled);
        let offered = enabled.map(|stored| {
            let (icon, kind) = (stored.settings.icon(), stored.settings.kind());
            let SignInProvider { name, label, .. } = stored.settings;
            OfferedProvider { name, label, kind, icon }
        });
        offered.collect()
    }

    fn create(
        &self,
        new: SignInProvider,
        secret: GivenClientSecret,
        context: ChangeContext,
    ) -> Answer<'_, StoredProvider> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check(&new, &secret)?;
            inner.vet(&new).await?;
            inner.check_groups(&new).await?;
            let _changing = inner.providers.lock().await;
            if inner.providers.get(&new.name).is_some() {
                return Err(SsoError::NameTaken);
            }
            if inner.providers.len() >= SIGN_IN_PROVIDERS_MAX {
                return Err(SsoError::TooMany);
            }
            let (id, by) = (StoredProvider::new_id(), context.who.person().cloned());
            let mark = inner.stored_secret(&id, &new, secret).await?;
            let event = Event::Create { provider: Box::new(new), secret: mark.clone(), by };
            let created = match inner.providers.create_as(&id, event, &context).await {
                Ok(created) => created.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            if let Some(mark) = mark.filter(|_| created.as_ref().is_err_and(is_certain)) {
                inner.secrets.forget(&id, &mark).await;
            }
            created?.ok_or(SsoError::Unknown)
        })
    }

    /// The new secret is stored beside the old one, and the record decides which of them counts. The other one is
    /// removed afterwards, or at the next start.
    fn change(
        &self,
        wanted: SignInProvider,
        secret: GivenClientSecret,
        context: ChangeContext,
    ) -> Answer<'_, StoredProvider> {
        to_completion(&self.inner, async move |inner| {
            check(&wanted, &secret)?;
            let known = inner.known(&wanted.name)?;
            // One whose address has been closed since can still be changed in other ways.
            let is_other = known.settings.issuer != wanted.issuer
                || known.settings.kind() != wanted.kind()
                || wanted.protocol.saml().is_some();
            if is_other {
                inner.vet(&wanted).await?;
            }
            inner.check_groups(&wanted).await?;
            let _changing = inner.providers.lock().await;
            let known = inner.known(&wanted.name)?;
            let may_keep = known.settings.is_same_client(&wanted);
            let mark = match secret {
                GivenClientSecret::Kept if may_keep => known.secret.clone(),
                secret => inner.stored_secret(&known.id, &wanted, secret).await?,
            };
            let event = Event::Change { provider: Box::new(wanted), secret: mark.clone() };
            let changed = inner.providers.change(&known, event, &context).await;
            let changed = match changed {
                Ok(changed) => changed.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            // What may have been recorded needs its secret; the next start knows.
            let unused = match &changed {
                Ok(_) => known.secret.as_ref(),
                Err(error) => mark.as_ref().filter(|_| is_certain(error)),
            };
            if let Some(unused) = unused.filter(|_| known.secret != mark) {
                inner.secrets.forget(&known.id, unused).await;
            }
            inner.forget_documents(&known.settings.issuer);
            changed?.ok_or(SsoError::Unknown)
        })
    }

    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.providers.lock().await;
            let known = inner.known(&name)?;
            let deleted = inner.providers.change(&known, Event::Delete {}, &context).await?;
            deleted.map_err(|error| refused(&error))?;
            if let Some(mark) = &known.secret {
                inner.secrets.forget(&known.id, mark).await;
            }
            inner.forget_documents(&known.settings.issuer);
            Ok(())
        })
    }

    fn test(&self, name: String) -> Answer<'_, TestedProvider> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.known(&name)?;
            if let Some(saml) = known.settings.protocol.saml() {
                inner.check_saml(saml)?;
                // A browser goes there, and this server never does: there is nothing to fetch.
                return Ok(TestedProvider {
                    authorization_endpoint: saml.sso_url.clone(),
                    token_endpoint: None,
                    end_session_endpoint: saml.slo_url.clone(),
                    keys: Some(saml.certificates.len()),
                });
            }
            // A test shows what the provider has now.
            inner.forget_documents(&known.settings.issuer);
            let described = inner.documents.of(&known.settings).await.map_err(|fault| {
                fault.log(&known.settings.name);
                SsoError::Failed(fault.to_string())
            })?;
            Ok(TestedProvider {
                authorization_endpoint: described.authorization.to_string(),
                token_endpoint: Some(described.token.to_string()),
                end_session_endpoint: described.end_session.as_ref().map(ToString::to_string),
                keys: described.keys.as_ref().map(|keys| keys.keys().len()),
            })
        })
    }

    fn identity_of(&self, provider: &str, subject: &str) -> Option<NewIdentity> {
        let known = self.inner.providers.get(provider)?;
        let kind = known.settings.kind();
        let SignInProvider { name, issuer, .. } = known.settings;
        let mark = match kind {
            ProviderKind::Oidc | ProviderKind::Gitlab | ProviderKind::Google => {
                self.inner.marks.identity(&issuer, subject)
            }
            ProviderKind::Saml => self.inner.marks.name_id(&issuer, subject),
            // Their APIs answer who a user is, by numbers that no other program sends.
            ProviderKind::Github | ProviderKind::Bitbucket => return None,
        };
        Some(NewIdentity { mark, provider: name })
    }

    fn begin(&self, new: NewFlow, at: Timestamp) -> Answer<'_, BegunFlow> {
        to_completion(&self.inner, async move |inner| inner.begin(new, at).await)
    }

    fn forget(&self, flow: &Digest) {
        self.inner.flows.forget(flow);
    }

    fn exchange(
        &self,
        flow: SignInFlow,
        code: SignInCode,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, CodeExchanged> {
        to_completion(&self.inner, async move |inner| {
            inner.exchange(flow, code, client, context).await
        })
    }

    fn take_confirmation(&self, session: &str, person: &PersonId, at: Timestamp) -> bool {
        self.inner.confirmations.take(session, person, at)
    }

    fn end_session_url(
        &self,
        provider: String,
        subject: Option<SamlSubject>,
        at: Timestamp,
    ) -> Answer<'_, Option<String>> {
        to_completion(&self.inner, async move |inner| {
            inner.end_session_url(&provider, subject, at).await
        })
    }

    fn verify_logout(
        &self,
        provider: String,
        token: Secret,
        at: Timestamp,
    ) -> Answer<'_, LoggedOutAtProvider> {
        to_completion(&self.inner, async move |inner| {
            inner.verify_logout(&provider, &token, at).await
        })
    }

    fn use_up_logout(&self, ended: &LoggedOutAtProvider) {
        self.inner.used.add(ended.token.clone(), ended.token_until);
    }

    fn hold_answer(
        &self,
        provider: &str,
        relay: &Secret,
        answer: Secret,
        source: &Source,
        at: Timestamp,
    ) -> Result<HeldAnswer, SsoError> {
        self.inner.hold_saml(provider, relay, answer, source, at)
    }

    fn metadata(&self, provider: String) -> Answer<'_, String> {
        to_completion(&self.inner, async move |inner| inner.saml_metadata(&provider).await)
    }

    fn read_metadata(&self, text: &str) -> Result<SamlMetadata, SsoError> {
        self.inner.read_saml_metadata(text)
    }

    fn verify_logout_request(
        &self,
        provider: &str,
        received: &ReceivedLogout,
        at: Timestamp,
    ) -> Result<VerifiedLogout, SsoError> {
        self.inner.read_saml_logout(provider, received, at)
    }

    fn answer_logout(
        &self,
        reply: LogoutReply,
        is_ended: bool,
        at: Timestamp,
    ) -> Answer<'_, Option<Outgoing>> {
        to_completion(&self.inner, async move |inner| {
            inner.answer_saml_logout(&reply, is_ended, at).await
        })
    }

    fn waiting(&self, ticket: &Secret, at: Timestamp) -> Option<Outgoing> {
        self.inner.waiting(ticket, at)
    }

    fn logout_address(&self, provider: &str) -> Option<String> {
        let stored = self.inner.known(provider).ok()?;
        stored.settings.protocol.saml()?.slo_url.clone()
    }
}

impl Inner {
    /// All providers, as the sign-in page shows them.
    fn in_order(&self) -> Vec<StoredProvider> {
        let mut all = self.providers.all();
        all.sort_by_cached_key(|stored| (stored.settings.order, stored.settings.name.clone()));
        all
    }

    pub(super) fn known(&self, name: &str) -> Result<StoredProvider, SsoError> {
        self.providers.get(name).ok_or(SsoError::Unknown)
    }

    pub(super) fn enabled(&self, name: &str) -> Result<StoredProvider, SsoError> {
        self.known(name).and_then(|stored| {
            if stored.settings.enabled { Ok(stored) } else { Err(SsoError::Unknown) }
        })
    }

    /// Stores the secret that is given, if there is one, and answers its mark.
    async fn stored_secret(
        &self,
        id: &str,
        provider: &SignInProvider,
        secret: GivenClientSecret,
    ) -> Result<Option<Digest>, SsoError> {
        let GivenClientSecret::New(secret) = secret else { return Ok(None) };
        let mark = self.secrets.mark(provider, &secret);
        self.secrets.store(id, &mark, secret).await?;
        Ok(Some(mark))
    }

    fn forget_documents(&self, changed: &str) {
        let issuers = self.providers.all().into_iter().map(|stored| stored.settings.issuer);
        self.documents.forget(changed, &issuers.collect::<Vec<_>>());
    }
}

/// Whether it is certain that nothing was recorded.
const fn is_certain(error: &SsoError) -> bool {
    match error {
        SsoError::Stream(error) => error.is_certain(),
        _ => true,
    }
}
