//! Proxies in the platform journal, a stream each, and a view of them in memory.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::RwLock;
use waybill_journal::Journal;
use waybill_machines::machines::outbound_proxy::Event;
use waybill_machines::rules::proxies::{
    OutboundProxy, PROXIES_MAX, ProxyProblem, check_proxy, is_proxy_password,
};
use waybill_outbound::{Authorization, Outbound, Proxy};

use super::passwords::ProxyPasswords;
use super::stored::refused;
use super::{Answer, GivenPassword, Proxies, ProxiesHeld, ProxyError, StoredProxy};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::Vault;
use crate::webhooks::Webhooks;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedProxies {
    inner: Arc<Inner>,
}

struct Inner {
    proxies: Keyed<StoredProxy>,
    passwords: ProxyPasswords,
    outbound: Outbound,
    /// Held for reading while a proxy is named by what is being saved, and for writing while one is deleted.
    naming: Arc<RwLock<()>>,
}

impl EmbeddedProxies {
    /// Opens the service, and removes passwords that no proxy has: those of deleted ones, and what a crash left between
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
        let inner = Inner {
            proxies: Keyed::open(journal)?,
            passwords: ProxyPasswords::new(vault),
            outbound,
            naming: Arc::default(),
        };
        // Where records are missing, a password may belong to one of them.
        if !inner.proxies.may_lack_records() {
            let swept = inner.passwords.sweep(&inner.proxies.all())?;
            if swept > 0 {
                tracing::info!(service = "event", swept, "passwords without a proxy were removed");
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl Proxies for EmbeddedProxies {
    fn proxies(&self) -> Answer<'_, Vec<StoredProxy>> {
        Box::pin(std::future::ready(Ok(self.inner.proxies.all())))
    }

    fn proxy(&self, key: String) -> Answer<'_, Option<StoredProxy>> {
        Box::pin(std::future::ready(Ok(self.inner.proxies.get(&key))))
    }

    fn create(
        &self,
        new: OutboundProxy,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredProxy> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check(&new, &password)?;
            inner.vet(&new).await?;
            let _changing = inner.proxies.lock().await;
            if inner.proxies.get(&new.key).is_some() {
                return Err(ProxyError::KeyTaken);
            }
            if inner.proxies.len() >= PROXIES_MAX {
                return Err(ProxyError::TooMany);
            }
            inner.check_default(&new)?;
            let (id, by) = (StoredProxy::new_id(), context.who.person().cloned());
            let mark = match password {
                GivenPassword::New(password) => {
                    let mark = inner.passwords.mark(&new, &password);
                    inner.passwords.store(&id, &mark, password).await?;
                    Some(mark)
                }
                GivenPassword::Kept | GivenPassword::None => None,
            };
            let event = Event::Create { proxy: new, password: mark.clone(), by };
            let created = match inner.proxies.create_as(&id, event, &context).await {
                Ok(created) => created.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            if let Some(mark) = mark.filter(|_| created.as_ref().is_err_and(is_certain)) {
                inner.passwords.forget(&id, &mark).await;
            }
            created?.ok_or(ProxyError::Unknown)
        })
    }

    /// The new password is stored beside the old one, and the record decides which of them counts. The other one is
    /// removed afterwards, or at the next start.
    fn change(
        &self,
        wanted: OutboundProxy,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredProxy> {
        to_completion(&self.inner, async move |inner| {
            check(&wanted, &password)?;
            let known = inner.known(&wanted.key)?;
            // One whose address has been closed since can still be changed in other ways.
            let is_user_new = known.settings.user_name.is_none() && wanted.user_name.is_some();
            let is_password_new = matches!(password, GivenPassword::New(_));
            if !known.settings.is_at(&wanted) || is_user_new || is_password_new {
                inner.vet(&wanted).await?;
            }
            let _changing = inner.proxies.lock().await;
            let known = inner.known(&wanted.key)?;
            inner.check_default(&wanted)?;
            let may_keep = known.settings.is_at(&wanted) && wanted.user_name.is_some();
            let mark = match password {
                GivenPassword::New(password) => {
                    let mark = inner.passwords.mark(&wanted, &password);
                    inner.passwords.store(&known.id, &mark, password).await?;
                    Some(mark)
                }
                GivenPassword::Kept if may_keep => known.password.clone(),
                GivenPassword::Kept | GivenPassword::None => None,
            };
            let event = Event::Change { proxy: wanted, password: mark.clone() };
            let changed = inner.submit(&known, event, &context).await;
            // What may have been recorded needs its password; the next start knows.
            let unused = match &changed {
                Ok(_) => known.password.as_ref(),
                Err(error) => mark.as_ref().filter(|_| is_certain(error)),
            };
            if let Some(unused) = unused.filter(|_| known.password != mark) {
                inner.passwords.forget(&known.id, unused).await;
            }
            changed?.ok_or(ProxyError::Unknown)
        })
    }

    fn delete(
        &self,
        key: String,
        webhooks: Arc<dyn Webhooks>,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            // No webhook that is being saved names it meanwhile.
            let _naming = inner.naming.write().await;
            let _changing = inner.proxies.lock().await;
            let known = inner.known(&key)?;
            let users = webhooks.sent_through(&key);
            if !users.is_empty() {
                return Err(ProxyError::InUse(users));
            }
            // Otherwise webhooks that name none would be sent straight from then on.
            if known.settings.for_webhooks {
                return Err(ProxyError::IsDefault);
            }
            inner.submit(&known, Event::Delete {}, &context).await?;
            if let Some(mark) = &known.password {
                inner.passwords.forget(&known.id, mark).await;
            }
            Ok(())
        })
    }

    fn chosen(&self, key: Option<String>) -> Answer<'_, Option<Proxy>> {
        Box::pin(async move {
            let found = self.inner.with_password(key.as_deref()).await?;
            let proxy =
                found.map(|(stored, password)| proxy_at(&stored.settings, password.as_ref()));
            proxy.transpose()
        })
    }

    fn current(&self, key: Option<&str>) -> Option<OutboundProxy> {
        let stored = match key {
            Some(key) => self.inner.proxies.get(key),
            None => self.inner.default_one(),
        };
        stored.map(|stored| stored.settings)
    }

    fn hold(&self) -> Pin<Box<dyn Future<Output = ProxiesHeld> + Send + '_>> {
        let naming = Arc::clone(&self.inner.naming);
        Box::pin(async move { ProxiesHeld { _guard: naming.read_owned().await } })
    }
}

impl Inner {
    fn known(&self, key: &str) -> Result<StoredProxy, ProxyError> {
        self.proxies.get(key).ok_or(ProxyError::Unknown)
    }

    /// The proxy of webhooks that name none.
    fn default_one(&self) -> Option<StoredProxy> {
        self.proxies.filtered(|stored| stored.settings.for_webhooks).into_iter().next()
    }

    /// The proxy with a key, or the default one of webhooks, with its password. A change may remove the password
    /// between the record and the vault: then there is a newer record, which is read.
    async fn with_password(
        &self,
        key: Option<&str>,
    ) -> Result<Option<(StoredProxy, Option<Secret>)>, ProxyError> {
        let mut before: Option<StoredProxy> = None;
        loop {
            let stored = match key {
                Some(key) => self.known(key)?,
                None => match self.default_one() {
                    Some(stored) => stored,
                    None => return Ok(None),
                },
            };
            match self.passwords.read(&stored).await {
                Err(ProxyError::PasswordMissing) if before.as_ref() != Some(&stored) => {
                    before = Some(stored);
                }
                read => return read.map(|password| Some((stored, password))),
            }
        }
    }

    /// One proxy at most is the default. The caller has locked.
    fn check_default(&self, wanted: &OutboundProxy) -> Result<(), ProxyError> {
        let other = self.default_one().filter(|stored| stored.settings.key != wanted.key);
        match other {
            Some(other) if wanted.for_webhooks => Err(ProxyError::DefaultTaken(other.settings.key)),
            _ => Ok(()),
        }
    }

    /// Whether this server would connect to a proxy, as far as that is known now. Each request checks that again.
    async fn vet(&self, wanted: &OutboundProxy) -> Result<(), ProxyError> {
        Ok(self.outbound.vet_proxy(&proxy_at(wanted, None)?).await?)
    }

    /// Records an event of a proxy that the caller has locked.
    async fn submit(
        &self,
        known: &StoredProxy,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredProxy>, ProxyError> {
        self.proxies.change(known, event, context).await?.map_err(|error| refused(&error))
    }
}

fn check(wanted: &OutboundProxy, password: &GivenPassword) -> Result<(), ProxyError> {
    let new = password.given();
    check_proxy(wanted, new.is_some()).map_err(ProxyError::Problem)?;
    if new.is_some_and(|password| !is_proxy_password(password.expose())) {
        return Err(ProxyError::Problem(ProxyProblem::Password));
    }
    proxy_at(wanted, new).map(drop)
}

/// A proxy as requests go through it. A user without a password has an empty one.
fn proxy_at(settings: &OutboundProxy, password: Option<&Secret>) -> Result<Proxy, ProxyError> {
    let proxy = Proxy::at(&settings.host, settings.port);
    let proxy = proxy.map_err(|_| ProxyError::Problem(ProxyProblem::Host))?;
    let Some(user) = &settings.user_name else { return Ok(proxy) };
    let authorization = Authorization::basic(user, password.map_or("", Secret::expose));
    let authorization = authorization.map_err(|_| ProxyError::Problem(ProxyProblem::Password))?;
    Ok(proxy.authorised_by(authorization))
}

/// Whether it is certain that nothing was recorded.
const fn is_certain(error: &ProxyError) -> bool {
    match error {
        ProxyError::Stream(error) => error.is_certain(),
        _ => true,
    }
}
