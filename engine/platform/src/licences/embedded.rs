//! The licences of this process: their events in the platform journal, the key's text in the vault.

use std::future::{Future, ready};
use std::sync::Arc;

use tokio::sync::{Mutex, watch};
use waybill_journal::{Journal, StoredRecord};
use waybill_machines::machines::licence::{Event, Installed, State};
use waybill_machines::rules::licence::Licence;
use waybill_machines::secret::{PersonId, SecretRef};
use waybill_machines::{AnyEvent, AnyState, MachineName, RejectionCode, Timestamp};

use super::{
    EffectiveLicence, InstalledKey, Key, LicenceAction, LicenceAnswer, LicenceChange, LicenceError,
    LicenceStatus, Licences, Origin, unreachable,
};
use crate::services::Answer;
use crate::streams::{ChangeContext, Command, Outcome, StreamError, Streams};
use crate::vault::{Kind, Vault};
use waybill_stream::{LoadError, Who};

const STREAM: &str = "licence";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedLicences {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    vault: Arc<Vault>,
    /// The licence of the configuration; `None` without a configuration, as for some commands.
    configured: Option<Licence>,
    changes: watch::Sender<u64>,
    /// Held while the key changes, so that the replaced one can be removed from the vault.
    changing: Mutex<()>,
}

impl EmbeddedLicences {
    /// Opens the service. `configured` applies while no key is installed; without it, calls succeed only while one is.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        configured: Option<Licence>,
    ) -> Result<Self, LicenceError> {
        let streams = Streams::new(journal);
        let (changes, changing) = (watch::Sender::new(0), Mutex::default());
        let inner = Inner { streams, vault, configured, changes, changing };
        inner.state()?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Removes keys that no record needs, which a crash left between the vault and the journal, and returns
    /// their number. Blocks on the disk; for the start.
    pub fn sweep(&self) -> Result<usize, LicenceError> {
        if self.inner.streams.may_lack_records() {
            return Ok(0);
        }
        let used = match self.inner.state()? {
            State::Installed { installed } => Some(installed.key),
            State::None {} | State::Removed {} => None,
        };
        let vault = &self.inner.vault;
        let names = vault.names(Kind::LicenceKey)?;
        let unused: Vec<_> = names.iter().filter(|name| Some(*name) != used.as_ref()).collect();
        unused.iter().try_for_each(|name| vault.delete(Kind::LicenceKey, name))?;
        Ok(unused.len())
    }

    /// Runs to completion even when the caller stops waiting, so that no change is left incomplete.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> LicenceAnswer<'static, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, LicenceError>> + Send + 'static,
    {
        let work = work(self.inner.clone());
        Box::pin(async move {
            let stopped = |_| LicenceError::Defect("a call of it stopped");
            tokio::spawn(work).await.map_err(stopped)?
        })
    }
}

impl Inner {
    fn state(&self) -> Result<State, LicenceError> {
        match self.streams.state(STREAM, MachineName::Licence)? {
            AnyState::Licence(state) => Ok(state),
            _ => Err(LicenceError::Defect("the licence stream holds another machine")),
        }
    }

    fn configured(&self) -> Result<Licence, LicenceError> {
        self.configured.ok_or(LicenceError::Defect("the configured licence is not known here"))
    }

    fn effective(&self, at: Timestamp) -> Result<EffectiveLicence, LicenceError> {
        Ok(match self.state()? {
            State::Installed { installed } => EffectiveLicence {
                licence: installed.counts(at),
                until: installed.valid_until.filter(|until| at < *until),
            },
            State::None {} | State::Removed {} => {
                EffectiveLicence { licence: self.configured()?, until: None }
            }
        })
    }

    async fn status(self: &Arc<Self>, at: Timestamp) -> Result<LicenceStatus, LicenceError> {
        let licence = self.effective(at)?.licence;
        let installed = match self.state()? {
            State::Installed { installed } => Some(self.describe(installed, at).await?),
            State::None {} | State::Removed {} => None,
        };
        let origin = if installed.is_some() { Origin::Installed } else { Origin::Configuration };
        let (level, configured) = (licence.level(), self.configured()?);
        let entitlements = licence.entitlements();
        Ok(LicenceStatus { licence, level, entitlements, origin, configured, installed })
    }

    async fn describe(
        self: &Arc<Self>,
        installed: Installed,
        at: Timestamp,
    ) -> Result<InstalledKey, LicenceError> {
        let name = installed.key.clone();
        let read = move |inner: &Self| Ok(inner.vault.get(Kind::LicenceKey, &name)?);
        // Without the key's text only the holder's name is unknown: the licence itself is in the journal.
        let key = self.blocking(read).await.inspect_err(|error| {
            tracing::warn!(%error, "the text of the installed licence key cannot be read");
        });
        let key = key.ok().and_then(|text| Key::read(text.expose()).ok());
        let ended = installed.has_ended(at);
        Ok(InstalledKey {
            licence: installed.licence,
            level: installed.licence.level(),
            holder: key.and_then(|key| key.holder),
            valid_until: installed.valid_until,
            ended,
            installed_at: installed.at,
            installed_by: installed.by,
        })
    }

    async fn install(
        self: &Arc<Self>,
        text: Vec<u8>,
        context: &ChangeContext,
    ) -> Result<LicenceStatus, LicenceError> {
        let key = Key::read(&text)?;
        let _changing = self.changing.lock().await;
        let old = match self.state()? {
            State::Installed { installed } => Some(installed.key),
            State::None {} | State::Removed {} => None,
        };
        let text = key.to_text();
        let put = move |inner: &Self| Ok(inner.vault.put(Kind::LicenceKey, text.as_bytes())?);
        let name = self.blocking(put).await?;
        let (licence, valid_until) = (key.licence, key.valid_until);
        let by = context.who.person().cloned();
        let event = Event::Install { licence, key: name.clone(), valid_until, by };
        let outcome = self.submit(event, context).await;
        match &outcome {
            Ok(Ok(_)) => self.discard(old).await,
            Ok(Err(_)) => self.discard(Some(name)).await,
            Err(error) if error.is_certain() => self.discard(Some(name)).await,
            Err(_) => {}
        }
        match (outcome?, key.valid_until) {
            (Ok(_), _) => self.status(context.at).await,
            (Err(_), Some(until)) => Err(LicenceError::Expired { until }),
            (Err(_), None) => Err(LicenceError::Defect("the licence machine refused a key")),
        }
    }

    async fn remove(
        self: &Arc<Self>,
        context: &ChangeContext,
    ) -> Result<LicenceStatus, LicenceError> {
        let _changing = self.changing.lock().await;
        let State::Installed { installed } = self.state()? else {
            return Err(LicenceError::NoneInstalled);
        };
        self.submit(Event::Remove {}, context).await?.map_err(|_| LicenceError::NoneInstalled)?;
        self.discard(Some(installed.key)).await;
        self.status(context.at).await
    }

    async fn submit(&self, event: Event, context: &ChangeContext) -> Result<Outcome, StreamError> {
        let outcome = self.streams.submit(Command::new(STREAM, event), context).await;
        self.changes.send_modify(|number| *number += 1);
        outcome
    }

    /// Removes a key's text that nothing refers to. One that cannot be removed is swept later.
    async fn discard(self: &Arc<Self>, key: Option<SecretRef>) {
        let Some(key) = key else { return };
        let delete = move |inner: &Self| Ok(inner.vault.delete(Kind::LicenceKey, &key)?);
        if let Err(error) = self.blocking(delete).await {
            tracing::warn!(%error, "a licence key that is no longer used could not be removed");
        }
    }

    fn history(&self, limit: u64) -> Result<Vec<LicenceChange>, LicenceError> {
        let journal = self.streams.journal();
        let newest = journal.head(STREAM).map_or(0, |head| head.seq);
        let from = newest.saturating_sub(limit) + 1;
        let count = usize::try_from(newest + 1 - from).unwrap_or(0);
        let records = journal.read(STREAM, from, count).map_err(StreamError::from)?;
        let change = |record: &StoredRecord| {
            let view = record.view().map_err(StreamError::from)?;
            Ok(change_of(record.seq, &view)?)
        };
        records.iter().rev().map(change).collect()
    }

    /// Runs blocking disk access on a thread for it.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, LicenceError> + Send + 'static,
    ) -> Result<T, LicenceError> {
        let inner = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| LicenceError::Defect("working with the vault stopped"))?
    }
}

fn change_of(
    seq: u64,
    view: &waybill_journal::RecordView<'_>,
) -> Result<LicenceChange, StreamError> {
    let unknown = |why| LoadError::of(STREAM, seq, &why);
    let event = MachineName::Licence.recorded_event(view.schema, view.event).map_err(unknown)?;
    let (event, licence) = match event {
        AnyEvent::Licence(Event::Install { licence, .. }) => {
            (LicenceAction::Install, Some(licence))
        }
        // The machine has no other event.
        _ => (LicenceAction::Remove, None),
    };
    Ok(LicenceChange {
        seq,
        at: view.at,
        event,
        licence,
        refused: view.refused.map(|refused| RejectionCode::of_record(refused.code)),
        by: (view.who != Who::System.as_str()).then(|| PersonId(view.who.to_owned())),
    })
}

impl Licences for EmbeddedLicences {
    fn effective(&self, at: Timestamp) -> Answer<'_, EffectiveLicence> {
        let effective = self.inner.effective(at).map_err(|error| {
            tracing::debug!(%error, "the effective licence is unknown");
            unreachable()
        });
        Box::pin(ready(effective))
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    fn status(&self, at: Timestamp) -> LicenceAnswer<'_, LicenceStatus> {
        self.run(|inner| async move { inner.status(at).await })
    }

    fn history(&self, limit: u64) -> LicenceAnswer<'_, Vec<LicenceChange>> {
        self.run(|inner| async move { inner.blocking(move |inner| inner.history(limit)).await })
    }

    fn install(&self, text: Vec<u8>, context: ChangeContext) -> LicenceAnswer<'_, LicenceStatus> {
        self.run(|inner| async move { inner.install(text, &context).await })
    }

    fn remove(&self, context: ChangeContext) -> LicenceAnswer<'_, LicenceStatus> {
        self.run(|inner| async move { inner.remove(&context).await })
    }
}
