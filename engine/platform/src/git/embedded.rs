//! Integrations in the platform journal, a stream each, and a view of them in memory.

mod hooks;
mod pushes;

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::{Mutex, Semaphore};
use waybill_journal::Journal;
use waybill_machines::machines::git_connection::Event;
use waybill_machines::rules::git::{
    CHOSEN_REPOSITORIES_MAX, GitFields, GitProblem, GitProduct, INTEGRATIONS_MAX, check_token,
    is_hook_address,
};
use waybill_machines::secret::Digest;
use waybill_outbound::Outbound;

use super::client::{Client, Connection};
use super::scanning::SCANS_MAX;
use super::stored::refused;
use super::tokens::{Tokens, is_same};
use super::vendors::is_repository;
use super::{
    Answer, Git, GitError, HookMessage, Now, Pushed, RepositoryPage, ScannedRepository,
    StoredIntegration,
};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::Vault;
use pushes::{Pushes, hook_of, is_scanned};

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedGit {
    inner: Arc<Inner>,
}

struct Inner {
    integrations: Keyed<StoredIntegration>,
    tokens: Tokens,
    client: Client,
    scans: Semaphore,
    /// Held while hooks of an integration are registered.
    registering: Mutex<()>,
    pushes: Pushes,
}

impl EmbeddedGit {
    /// Opens the service, and removes tokens that no integration has: those of deleted ones, and what a crash left
    /// between the vault and the journal. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        outbound: Outbound,
    ) -> Result<Self, OpenError> {
        let inner = Inner {
            integrations: Keyed::open(journal)?,
            tokens: Tokens::new(vault),
            client: Client::new(outbound),
            scans: Semaphore::new(SCANS_MAX),
            registering: Mutex::default(),
            pushes: Pushes::default(),
        };
        // Where records are missing, a token may belong to one of them.
        if !inner.integrations.may_lack_records() {
            let swept = inner.tokens.sweep(&inner.integrations.all())?;
            if swept > 0 {
                tracing::info!(service = "xray", swept, "tokens of no integration were removed");
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl Git for EmbeddedGit {
    fn integrations(&self) -> Answer<'_, Vec<StoredIntegration>> {
        Box::pin(std::future::ready(Ok(self.inner.integrations.all())))
    }

    fn test(
        &self,
        key: Option<String>,
        fields: GitFields,
        token: Option<Secret>,
    ) -> Answer<'_, Digest> {
        Box::pin(async move {
            let inner = &self.inner;
            let fields = checked(fields)?;
            let token = match (token, key) {
                (Some(token), _) => token,
                (None, Some(key)) => inner.kept(&key, &fields).await?,
                (None, None) => return Err(GitError::Problem(GitProblem::TokenMissing)),
            };
            inner.tested(&fields, &token, None).await
        })
    }

    fn create(
        &self,
        fields: GitFields,
        token: Secret,
        tested: Option<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            let fields = checked(fields)?;
            let mark = inner.tested(&fields, &token, tested.as_ref()).await?;
            let _changing = inner.integrations.lock().await;
            inner.check_name(&fields.name, None)?;
            if inner.integrations.len() >= INTEGRATIONS_MAX {
                return Err(GitError::TooMany);
            }
            let (key, by) = (StoredIntegration::new_id(), context.who.person().cloned());
            inner.tokens.store(&key, &mark, token).await?;
            let event = Event::Connect { fields, token: mark.clone(), by };
            let created = match inner.integrations.create_as(&key, event, &context).await {
                Ok(created) => created.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            if created.as_ref().is_err_and(is_certain) {
                inner.tokens.forget(&key, &mark).await;
            }
            created?.ok_or(GitError::Unknown)
        })
    }

    /// The new token is stored beside the old one, and the record decides which of them counts: the names of both have
    /// the mark of the connection. A crash before the record leaves the old address with the old token, one after it
    /// the new address with the new token; the other one is removed at the next start. An old token is therefore never
    /// there for a new address.
    fn update(
        &self,
        key: String,
        fields: GitFields,
        token: Option<Secret>,
        tested: Option<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            let fields = checked(fields)?;
            inner.of_vendor(&key, &fields)?;
            let given = match token {
                Some(token) => {
                    let mark = inner.tested(&fields, &token, tested.as_ref()).await?;
                    Some((mark, token))
                }
                None => None,
            };
            let changing = inner.integrations.lock().await;
            let known = inner.of_vendor(&key, &fields)?;
            inner.check_name(&fields.name, Some(&key))?;
            let mark = match given {
                Some((mark, token)) => {
                    inner.tokens.store(&key, &mark, token).await?;
                    mark
                }
                None if known.fields.connects_as(&fields) => known.token.clone(),
                None => return Err(GitError::TokenRequired),
            };
            let connection = inner.connection_of_hooks(&known).await;
            let event = Event::Change { fields, token: mark.clone() };
            let changed = inner.submit(&known, event, &context).await;
            // What may have been recorded needs its token; the next start knows.
            let unused = match &changed {
                Ok(_) => Some(&known.token),
                Err(error) => is_certain(error).then_some(&mark),
            };
            if let Some(unused) = unused.filter(|_| !is_same(&known.token, &mark)) {
                inner.tokens.forget(&key, unused).await;
            }
            drop(changing);
            let changed = changed?;
            inner.remove_absent(&known, connection.as_ref(), changed.as_ref()).await;
            changed.ok_or(GitError::Unknown)
        })
    }

    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let (known, _) = inner.change_hooked(&key, &context, |_| Ok(Event::Delete {})).await?;
            inner.tokens.forget(&key, &known.token).await;
            Ok(())
        })
    }

    fn choose_products(
        &self,
        key: String,
        products: BTreeSet<GitProduct>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            let event = |_: &StoredIntegration| Ok(Event::ChooseProducts { products });
            let (_, changed) = inner.change_hooked(&key, &context, event).await?;
            changed.ok_or(GitError::Unknown)
        })
    }

    fn choose_repositories(
        &self,
        key: String,
        repositories: BTreeSet<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            let event = |known: &StoredIntegration| {
                if !known.products.contains(&GitProduct::Scanning) {
                    return Err(GitError::NotScanned);
                }
                if repositories.len() > CHOSEN_REPOSITORIES_MAX {
                    return Err(GitError::TooManyRepositories);
                }
                if !repositories.iter().all(|name| is_repository(known.fields.vendor, name)) {
                    return Err(GitError::UnknownRepository);
                }
                Ok(Event::ChooseRepositories { repositories })
            };
            inner.change_hooked(&key, &context, event).await?;
            inner.with_hooks(&key, &context).await
        })
    }

    fn repositories(
        &self,
        key: String,
        page: Option<String>,
        query: String,
    ) -> Answer<'_, RepositoryPage> {
        Box::pin(async move {
            let (_, connection) = self.inner.connection(&key).await?;
            connection.repositories(page.as_deref(), &query).await
        })
    }

    fn scan(&self, key: String, repository: String) -> Answer<'_, ScannedRepository> {
        Box::pin(async move {
            if !is_scanned(&self.inner.known(&key)?, &repository) {
                return Err(GitError::NotScanned);
            }
            let _permit = self.inner.scans.try_acquire().map_err(|_| GitError::Busy)?;
            let _place = self.inner.client.place()?;
            self.inner.scanned(&key, &repository).await
        })
    }

    fn turn_on_hooks(
        &self,
        key: String,
        address: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            let address = address.filter(|one| is_hook_address(one)).ok_or(GitError::NoAddress)?;
            let event = |known: &StoredIntegration| {
                let is_scanned = known.products.contains(&GitProduct::Scanning);
                is_scanned.then_some(Event::TurnOnHooks { address }).ok_or(GitError::NotScanned)
            };
            inner.change_hooked(&key, &context, event).await?;
            inner.with_hooks(&key, &context).await
        })
    }

    fn turn_off_hooks(&self, key: String, context: ChangeContext) -> Answer<'_, StoredIntegration> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.known(&key)?;
            if known.hooks.is_none() {
                return Ok(known);
            }
            let event = |_: &StoredIntegration| Ok(Event::TurnOffHooks {});
            let (_, changed) = inner.change_hooked(&key, &context, event).await?;
            changed.ok_or(GitError::Unknown)
        })
    }

    fn has_hook(&self, key: &str, hook: &str) -> bool {
        self.inner.integrations.get(key).is_some_and(|known| hook_of(&known, hook).is_some())
    }

    fn take_push(
        &self,
        key: String,
        hook: String,
        message: HookMessage,
        now: Now,
    ) -> Answer<'_, Pushed> {
        let inner = &self.inner;
        Box::pin(async move { inner.take_push((key.as_str(), hook.as_str()), &message, now).await })
    }
}

impl Inner {
    fn known(&self, key: &str) -> Result<StoredIntegration, GitError> {
        self.integrations.get(key).ok_or(GitError::Unknown)
    }

    /// The integration with a key, if fields have its vendor.
    fn of_vendor(&self, key: &str, fields: &GitFields) -> Result<StoredIntegration, GitError> {
        let known = self.known(key)?;
        let is_of_vendor = known.fields.vendor == fields.vendor;
        if is_of_vendor { Ok(known) } else { Err(GitError::VendorFixed) }
    }

    /// Users tell integrations apart by their names.
    fn check_name(&self, name: &str, of: Option<&str>) -> Result<(), GitError> {
        let mut others = self.integrations.all().into_iter();
        let is_taken = others.any(|known| {
            known.fields.name.eq_ignore_ascii_case(name) && Some(known.key.as_str()) != of
        });
        if is_taken { Err(GitError::NameTaken) } else { Ok(()) }
    }

    /// The stored token of an integration, if fields connect the same way.
    async fn kept(&self, key: &str, fields: &GitFields) -> Result<Secret, GitError> {
        let (known, token) = self.with_token(key).await?;
        known.fields.connects_as(fields).then_some(token).ok_or(GitError::TokenRequired)
    }

    /// An integration with its token. A change may remove the token between the record and the vault: then there is a
    /// newer record, which is read.
    async fn with_token(&self, key: &str) -> Result<(StoredIntegration, Secret), GitError> {
        let mut before: Option<StoredIntegration> = None;
        loop {
            let known = self.known(key)?;
            match self.tokens.read(&known).await {
                Err(GitError::TokenRequired) if before.as_ref() != Some(&known) => {
                    before = Some(known);
                }
                read => return read.map(|token| (known, token)),
            }
        }
    }

    /// The mark of a token with the connection, which has been tested: as the mark of an earlier test shows, or now.
    async fn tested(
        &self,
        fields: &GitFields,
        token: &Secret,
        earlier: Option<&Digest>,
    ) -> Result<Digest, GitError> {
        check_token(token.expose()).map_err(GitError::Problem)?;
        let mark = self.tokens.mark(fields, token);
        match earlier {
            Some(earlier) if is_same(earlier, &mark) => {}
            Some(_) => return Err(GitError::NotTested),
            None => self.client.connection(fields, token)?.verify().await?,
        }
        Ok(mark)
    }

    /// An integration, and its API with its token.
    async fn connection(&self, key: &str) -> Result<(StoredIntegration, Connection), GitError> {
        let (known, token) = self.with_token(key).await?;
        let connection = self.client.connection(&known.fields, &token)?;
        Ok((known, connection))
    }

    /// Records an event of an integration that the caller has locked.
    async fn submit(
        &self,
        known: &StoredIntegration,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredIntegration>, GitError> {
        self.integrations.change(known, event, context).await?.map_err(|error| refused(&error))
    }
}

fn checked(fields: GitFields) -> Result<GitFields, GitError> {
    let fields = fields.trimmed();
    fields.checked().map_err(GitError::Problem)?;
    Ok(fields)
}

/// Whether it is certain that nothing was recorded.
const fn is_certain(error: &GitError) -> bool {
    match error {
        GitError::Stream(error) => error.is_certain(),
        _ => true,
    }
}
