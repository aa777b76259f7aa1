//! Targets in the platform journal, a stream each, and a view of them in memory.

use std::sync::Arc;

use waybill_journal::Journal;
use waybill_machines::machines::distribution_target::Event;
use waybill_machines::rules::distribution::{
    DistributionTarget, DistributionTargetProblem, TARGETS_MAX, check_target, is_target_token,
};
use waybill_outbound::{Outbound, Target};

use super::stored::refused;
use super::tokens::TargetTokens;
use super::{Answer, GivenToken, RemoteWaybill, StoredTarget, TargetError, Targets};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::Vault;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedTargets {
    inner: Arc<Inner>,
}

struct Inner {
    targets: Keyed<StoredTarget>,
    tokens: TargetTokens,
    outbound: Outbound,
}

impl EmbeddedTargets {
    /// Opens the service, and removes tokens that no target has: those of deleted ones, and what a crash left between
    /// the vault and the journal. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        outbound: Outbound,
    ) -> Result<Self, OpenError> {
        let inner =
            Inner { targets: Keyed::open(journal)?, tokens: TargetTokens::new(vault), outbound };
        // Where records are missing, a token may belong to one of them.
        if !inner.targets.may_lack_records() {
            let swept = inner.tokens.sweep(&inner.targets.all())?;
            if swept > 0 {
                tracing::info!(
                    service = "distribution",
                    swept,
                    "tokens without a target were removed"
                );
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl Targets for EmbeddedTargets {
    fn targets(&self) -> Answer<'_, Vec<StoredTarget>> {
        Box::pin(std::future::ready(Ok(self.inner.targets.all())))
    }

    fn target(&self, key: String) -> Answer<'_, Option<StoredTarget>> {
        Box::pin(std::future::ready(Ok(self.inner.targets.get(&key))))
    }

    fn create(
        &self,
        new: DistributionTarget,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, StoredTarget> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check(&new, Some(&token))?;
            inner.vet(&new).await?;
            let _changing = inner.targets.lock().await;
            if inner.targets.get(&new.key).is_some() {
                return Err(TargetError::KeyTaken);
            }
            if inner.targets.len() >= TARGETS_MAX {
                return Err(TargetError::TooMany);
            }
            let (id, by) = (StoredTarget::new_id(), context.who.person().cloned());
            let mark = inner.tokens.mark(&new.url, &token);
            inner.tokens.store(&id, &mark, token).await?;
            let event = Event::Create { target: new, token: mark.clone(), by };
            let created = match inner.targets.create_as(&id, event, &context).await {
                Ok(created) => created.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            if created.as_ref().is_err_and(is_certain) {
                inner.tokens.forget(&id, &mark).await;
            }
            created?.ok_or(TargetError::Unknown)
        })
    }

    /// The new token is stored beside the old one, and the record decides which of them counts. The other one is
    /// removed afterwards, or at the next start.
    fn change(
        &self,
        wanted: DistributionTarget,
        token: GivenToken,
        context: ChangeContext,
    ) -> Answer<'_, StoredTarget> {
        to_completion(&self.inner, async move |inner| {
            let new = match &token {
                GivenToken::New(token) => Some(token),
                GivenToken::Kept => None,
            };
            check(&wanted, new)?;
            let known = inner.known(&wanted.key)?;
            // One whose address has been closed since can still be described in other words.
            if known.settings.url != wanted.url || new.is_some() {
                inner.vet(&wanted).await?;
            }
            let _changing = inner.targets.lock().await;
            let known = inner.known(&wanted.key)?;
            let mark = match token {
                GivenToken::New(token) => {
                    let mark = inner.tokens.mark(&wanted.url, &token);
                    inner.tokens.store(&known.id, &mark, token).await?;
                    Some(mark)
                }
                GivenToken::Kept if known.settings.url == wanted.url => known.token.clone(),
                GivenToken::Kept => None,
            };
            let event = Event::Change { target: wanted, token: mark.clone() };
            let changed = inner.submit(&known, event, &context).await;
            // What may have been recorded needs its token; the next start knows.
            let unused = match &changed {
                Ok(_) => known.token.as_ref(),
                Err(error) => mark.as_ref().filter(|_| is_certain(error)),
            };
            if let Some(unused) = unused.filter(|_| known.token != mark) {
                inner.tokens.forget(&known.id, unused).await;
            }
            changed?.ok_or(TargetError::Unknown)
        })
    }

    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.targets.lock().await;
            let known = inner.known(&key)?;
            inner.submit(&known, Event::Delete {}, &context).await?;
            if let Some(mark) = &known.token {
                inner.tokens.forget(&known.id, mark).await;
            }
            Ok(())
        })
    }

    fn token(&self, key: String) -> Answer<'_, (String, Secret)> {
        Box::pin(async move { self.inner.with_token(&key).await })
    }

    fn client(&self, key: String) -> Answer<'_, RemoteWaybill> {
        Box::pin(async move {
            let (url, token) = self.inner.with_token(&key).await?;
            let client = RemoteWaybill::new(self.inner.outbound.clone(), &url, &token);
            // Both were checked before they were stored.
            client.map_err(|_| TargetError::TokenMissing)
        })
    }
}

impl Inner {
    fn known(&self, key: &str) -> Result<StoredTarget, TargetError> {
        self.targets.get(key).ok_or(TargetError::Unknown)
    }

    /// The address of a target and its token. A change may remove the token between the record and the vault: then
    /// there is a newer record, which is read.
    async fn with_token(&self, key: &str) -> Result<(String, Secret), TargetError> {
        let mut before: Option<StoredTarget> = None;
        loop {
            let stored = self.known(key)?;
            match self.tokens.read(&stored).await {
                Err(TargetError::TokenMissing) if before.as_ref() != Some(&stored) => {
                    before = Some(stored);
                }
                read => return read.map(|token| (stored.settings.url, token)),
            }
        }
    }

    /// Whether this server would send the token to a target, as far as that is known now. Each request checks that
    /// again.
    async fn vet(&self, wanted: &DistributionTarget) -> Result<(), TargetError> {
        let target = Target::parse(&wanted.url);
        let target = target.map_err(|_| TargetError::Problem(DistributionTargetProblem::Url))?;
        Ok(self.outbound.vet(&target, true).await?)
    }

    /// Records an event of a target that the caller has locked.
    async fn submit(
        &self,
        known: &StoredTarget,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredTarget>, TargetError> {
        self.targets.change(known, event, context).await?.map_err(|error| refused(&error))
    }
}

fn check(wanted: &DistributionTarget, token: Option<&Secret>) -> Result<(), TargetError> {
    check_target(wanted).map_err(TargetError::Problem)?;
    if token.is_some_and(|token| !is_target_token(token.expose())) {
        return Err(TargetError::Problem(DistributionTargetProblem::Token));
    }
    Ok(())
}

/// Whether it is certain that nothing was recorded.
const fn is_certain(error: &TargetError) -> bool {
    match error {
        TargetError::Stream(error) => error.is_certain(),
        _ => true,
    }
}
