//! Hooks of integrations: registered at the vendor for the chosen repositories, and removed where they are not wanted
//! any longer. Secrets are in the vault before the vendor has them, and those that no record names are removed.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use tokio::time::{Instant, timeout, timeout_at};
use waybill_machines::machines::git_connection::Event;
use waybill_machines::rules::git::{GitHook, GitHooks, GitVendorProblem};
use waybill_machines::secret::Digest;

use super::{Connection, GitError, Inner, StoredIntegration, is_certain};
use crate::git::HOOKS_PATH;
use crate::git::vendors::NewHook;
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;

/// How many hooks of an integration are registered or removed at once.
const AT_ONCE: usize = 4;
/// How long registering may take: the console waits for 30 seconds.
const REGISTERED_WITHIN: Duration = Duration::from_secs(15);
/// How long removing may take.
const REMOVED_WITHIN: Duration = Duration::from_secs(10);

/// A hook that a vendor has.
struct Registered {
    repository: String,
    vendor_id: String,
    secret: Digest,
}

/// What hooks are registered with.
struct Registering<'a> {
    inner: &'a Inner,
    known: &'a StoredIntegration,
    connection: &'a Connection,
    /// The address of this server.
    address: &'a str,
    deadline: Instant,
}

impl Inner {
    /// Records an event of an integration. Hooks that it has no longer are removed at the vendor. Answers what it was
    /// and what it is.
    pub(super) async fn change_hooked(
        &self,
        key: &str,
        context: &ChangeContext,
        event: impl FnOnce(&StoredIntegration) -> Result<Event, GitError>,
    ) -> Result<(StoredIntegration, Option<StoredIntegration>), GitError> {
        let changing = self.integrations.lock().await;
        let known = self.known(key)?;
        let event = event(&known)?;
        let connection = self.connection_of_hooks(&known).await;
        let now = self.submit(&known, event, context).await?;
        drop(changing);
        self.remove_absent(&known, connection.as_ref(), now.as_ref()).await;
        Ok((known, now))
    }

    /// What the hooks of an integration are removed with after a change; `None` if it has none, or its token cannot be
    /// read.
    pub(super) async fn connection_of_hooks(
        &self,
        known: &StoredIntegration,
    ) -> Option<Connection> {
        if registered_of(known).is_empty() {
            return None;
        }
        let token = self.tokens.read(known).await.ok()?;
        self.client.connection(&known.fields, &token).ok()
    }

    /// Removes the hooks that an integration has no longer: their secrets always, and at the vendor as far as it
    /// answers.
    pub(super) async fn remove_absent(
        &self,
        before: &StoredIntegration,
        connection: Option<&Connection>,
        now: Option<&StoredIntegration>,
    ) {
        let kept = now.map(registered_of).unwrap_or_default();
        let mut gone = registered_of(before);
        gone.retain(|hook| !kept.iter().any(|kept| kept.secret == hook.secret));
        self.remove_registered(&before.key, connection, &gone).await;
    }

    async fn remove_registered(
        &self,
        key: &str,
        connection: Option<&Connection>,
        gone: &[Registered],
    ) {
        for hook in gone {
            self.tokens.forget(key, &hook.secret).await;
        }
        let Some(connection) = connection else { return };
        let removals: Vec<_> = gone.iter().map(|hook| remove(connection, hook)).collect();
        let mut removals = stream::iter(removals).buffered(AT_ONCE);
        let mut left = gone.len();
        let _ = timeout(REMOVED_WITHIN, async {
            while let Some(is_removed) = removals.next().await {
                left -= usize::from(is_removed);
            }
        })
        .await;
        if left > 0 {
            tracing::warn!(
                service = "xray",
                left,
                "hooks are left at the vendor of an integration"
            );
        }
    }

    /// Registers the hooks that are missing, and answers the integration with them. Why one could not be registered is
    /// recorded, so that this does not fail the change before it.
    pub(super) async fn with_hooks(
        &self,
        key: &str,
        context: &ChangeContext,
    ) -> Result<StoredIntegration, GitError> {
        if let Err(error) = self.register_missing(key, context).await {
            tracing::warn!(service = "xray", %error, "the hooks of an integration are not registered");
        }
        self.known(key)
    }

    async fn register_missing(&self, key: &str, context: &ChangeContext) -> Result<(), GitError> {
        // It does not wait for another integration whose vendor does not answer.
        if missing_of(&self.known(key)?).is_empty() {
            return Ok(());
        }
        // One change after another, so that no repository has two hooks.
        let _registering = self.registering.lock().await;
        if missing_of(&self.known(key)?).is_empty() {
            return Ok(());
        }
        let (known, connection) = self.connection(key).await?;
        let missing = missing_of(&known);
        let Some(GitHooks { address, .. }) = &known.hooks else { return Ok(()) };
        let registering = Registering {
            inner: self,
            known: &known,
            connection: &connection,
            address,
            deadline: Instant::now() + REGISTERED_WITHIN,
        };
        let registrations: Vec<_> =
            missing.into_iter().map(|repository| register(&registering, repository)).collect();
        let mut registrations = stream::iter(registrations).buffered(AT_ONCE);
        let mut made = BTreeMap::new();
        while let Some((repository, hook)) = registrations.next().await {
            made.insert(repository, hook);
        }
        self.record_hooks(&known, &connection, made, context).await
    }

    /// Records what came of registering. Hooks that are not wanted any longer are removed again.
    async fn record_hooks(
        &self,
        known: &StoredIntegration,
        connection: &Connection,
        made: BTreeMap<String, GitHook>,
        context: &ChangeContext,
    ) -> Result<(), GitError> {
        let changing = self.integrations.lock().await;
        let address = address_of(known);
        let now = self
            .integrations
            .get(&known.key)
            .filter(|now| now.fields.connects_as(&known.fields) && address_of(now) == address);
        let is_wanted =
            |name: &str| now.as_ref().is_some_and(|now| now.repositories.contains(name));
        let (wanted, unwanted): (BTreeMap<_, _>, BTreeMap<_, _>) =
            made.into_iter().partition(|(name, _)| is_wanted(name.as_str()));
        let mut gone = registered_in(&unwanted);
        let mut recorded = Ok(());
        if let Some(now) = now.as_ref().filter(|_| !wanted.is_empty()) {
            let made = registered_in(&wanted);
            let submitted = self.submit(now, Event::RecordHooks { hooks: wanted }, context).await;
            recorded = submitted.map(drop);
            // What no record names cannot be removed later.
            if recorded.as_ref().is_err_and(is_certain) {
                gone.extend(made);
            }
        }
        drop(changing);
        self.remove_registered(&known.key, Some(connection), &gone).await;
        recorded
    }
}

/// Registers one hook. A secret whose hook was not registered is removed again.
async fn register(with: &Registering<'_>, repository: String) -> (String, GitHook) {
    let Registering { inner, known, connection, address, deadline } = with;
    let (id, secret) = (hex(&random::<16>()), Secret::new(hex(&random::<32>())));
    let mark = inner.tokens.hook_mark(&known.fields, &repository, &secret);
    if let Err(error) = inner.tokens.store(&known.key, &mark, secret.duplicate()).await {
        tracing::warn!(service = "xray", %error, "the secret of a hook cannot be stored");
        return (repository, GitHook::Failed { why: GitVendorProblem::ServerFailed });
    }
    let base = address.trim_end_matches('/');
    let address = format!("{base}{HOOKS_PATH}/{}/{id}", known.key);
    let hook = NewHook { address: &address, secret: &secret };
    let registered = timeout_at(*deadline, connection.register_hook(&repository, &hook)).await;
    match registered.unwrap_or(Err(GitVendorProblem::NotReached)) {
        Ok(vendor_id) => (repository, GitHook::Registered { id, vendor_id, secret: mark }),
        Err(why) => {
            inner.tokens.forget(&known.key, &mark).await;
            (repository, GitHook::Failed { why })
        }
    }
}

/// Removes one hook at the vendor. Answers whether it is removed.
async fn remove(connection: &Connection, hook: &Registered) -> bool {
    connection.remove_hook(&hook.repository, &hook.vendor_id).await.is_ok()
}

fn address_of(known: &StoredIntegration) -> Option<&str> {
    known.hooks.as_ref().map(|hooks| hooks.address.as_str())
}

fn missing_of(known: &StoredIntegration) -> Vec<String> {
    known.hooks.as_ref().map(|hooks| hooks.missing(&known.repositories)).unwrap_or_default()
}

fn registered_of(known: &StoredIntegration) -> Vec<Registered> {
    known.hooks.as_ref().map(|hooks| registered_in(&hooks.repositories)).unwrap_or_default()
}

fn registered_in(hooks: &BTreeMap<String, GitHook>) -> Vec<Registered> {
    let registered = hooks.iter().filter_map(|(repository, hook)| match hook {
        GitHook::Registered { vendor_id, secret, .. } => Some(Registered {
            repository: repository.clone(),
            vendor_id: vendor_id.clone(),
            secret: secret.clone(),
        }),
        GitHook::Failed { .. } => None,
    });
    registered.collect()
}
