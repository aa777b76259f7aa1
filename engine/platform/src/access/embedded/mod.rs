//! The access service in this process: accounts in the platform journal, their secrets in the vault.

mod accounts;
mod administration;
mod api_keys;
mod attempt_limits;
mod attempts_file;
mod break_glass;
mod changes;
mod client_logins;
mod device_list;
mod devices;
mod directories;
mod directory;
mod edits;
mod expiring;
mod failures;
mod forgotten_passwords;
mod groups;
mod identities;
mod mails;
mod new_accounts;
mod passkeys;
mod password;
mod password_links;
mod people;
mod provisioning;
mod proxy_sign_in;
mod recovery_codes;
mod registrations;
mod reserved_attempts;
mod second_factors;
mod setup;
mod sign_in;
mod tokens;
mod user_data;
mod visitors;

use std::future::{Future, ready};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, Weak};

use tokio::runtime::Handle;
use tokio::sync::{Mutex, broadcast};
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::secret::{PersonId, SecretRef};

use super::client_logins::CLIENT_LOGIN_MS;
use super::hashing::{self, Hasher};
use super::webauthn::RelyingParty;
use super::{
    AccessError, AccessSettings, AccountChange, Answer, Cost, Limits, PasskeysUnavailable,
    PasswordDirectories,
};
use crate::limits::PersonLimits;
use crate::mail::Mail;
use crate::streams::Streams;
use crate::vault::{Kind, Vault, VaultError};
use attempt_limits::AttemptLimits;
use client_logins::WaitingClients;
use devices::KnownDevices;
use directory::{Directory, Labels, Opened, stream_of};
use failures::Failures;
use forgotten_passwords::ForgottenRequests;
use groups::GroupsView;
use identities::IdentityOwners;
use passkeys::{Ceremonies, PasskeyOwners};
use people::People;
use registrations::RegistrationsOpen;
pub use reserved_attempts::{HeldAttempt, ReservedAttempt};
use tokens::Tokens;

/// Options of the service.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings of the installation.
    pub settings: AccessSettings,
    /// The cost of hashing a password.
    pub cost: Cost,
    /// The limits for attempts on one account from one source.
    pub limits: Limits,
    /// Number of sources of failed sign-ins with one user's name that records of a day name.
    pub failed_sign_in_sources_a_day: NonZeroU32,
    /// The file in which the counts of attempts outlive the process; without it they do not.
    pub attempts_file: Option<PathBuf>,
    /// The runtime on whose threads passwords are hashed; the caller's, if none.
    pub hashes_on: Option<Handle>,
    /// The origins at which browsers reach the server. Passkeys belong to the host of one of them.
    pub origins: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: AccessSettings::default(),
            cost: Cost::default(),
            limits: Limits::PAIR,
            failed_sign_in_sources_a_day: PersonLimits::default().failed_sign_in_sources_a_day,
            attempts_file: None,
            hashes_on: None,
            origins: Vec::new(),
        }
    }
}

/// The service. Its methods have to be called within a Tokio runtime.
pub struct Embedded {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    vault: Arc<Vault>,
    settings: AccessSettings,
    hasher: Hasher,
    directory: Directory,
    labels: Labels,
    people: People,
    groups: GroupsView,
    tokens: Tokens,
    waiting_clients: WaitingClients,
    known_devices: KnownDevices,
    identities: IdentityOwners,
    passkeys: PasskeyOwners,
    /// What passkeys belong to, or why there are none.
    relying_party: Result<RelyingParty, PasskeysUnavailable>,
    ceremonies: Ceremonies,
    attempt_limits: AttemptLimits,
    attempts_file: Option<PathBuf>,
    failures: Failures,
    /// Mails, which need the accounts themselves: they are there later.
    mail: OnceLock<Weak<dyn Mail>>,
    /// Directories that check passwords, which need the groups: they are there later.
    directories: OnceLock<Weak<dyn PasswordDirectories>>,
    forgotten: ForgottenRequests,
    registrations: RegistrationsOpen,
    changes: broadcast::Sender<AccountChange>,
    /// Held while an account's secrets or the set of administrators change, so that what was checked is still true when
    /// it is recorded. That each code works only once does not depend on it.
    changing: Mutex<()>,
}

/// The hash that unknown names are compared with. It is in the vault like all others, so that comparing takes the same
/// steps.
fn nobodys_hash() -> SecretRef {
    SecretRef("s_nobody".to_owned())
}

impl Embedded {
    /// Opens the service and reads the existing accounts. Blocks on the disk, and once in the life of an installation
    /// for the time of one password hash.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        options: Options,
    ) -> Result<Self, AccessError> {
        let (journal_of, vault_of) = (Arc::clone(&journal), Arc::clone(&vault));
        let passwords = options.settings.local_passwords;
        let registrations = RegistrationsOpen::read(journal_of, vault_of, passwords)?;
        let streams = Streams::new(journal);
        match vault.get(Kind::Password, &nobodys_hash()) {
            Ok(_) => {}
            Err(VaultError::Missing { .. }) => {
                let password = crate::access::recovery::new_groups(8);
                let hash = hashing::hash_now(options.cost, &password)?;
                vault.put_at(Kind::Password, &nobodys_hash(), hash.expose().as_bytes())?;
            }
            Err(error) => return Err(error.into()),
        }
        let groups = GroupsView::open(&streams)?;
        let Opened { directory, people, tokens, known_devices, identities, passkeys } =
            Directory::open(&streams, &vault)?;
        let relying_party = RelyingParty::of(&options.origins, &options.settings.totp_issuer);
        let attempt_limits = AttemptLimits::new(options.limits);
        if let Some(saved) = options.attempts_file.as_deref().and_then(attempts_file::read) {
            attempt_limits.load(saved);
        }
        Ok(Self {
            inner: Arc::new(Inner {
                directory,
                people,
                groups,
                tokens,
                waiting_clients: WaitingClients::default(),
                labels: Labels::default(),
                known_devices,
                identities,
                passkeys,
                relying_party,
                ceremonies: Ceremonies::new(),
                attempt_limits,
                attempts_file: options.attempts_file,
                failures: Failures::new(options.failed_sign_in_sources_a_day),
                mail: OnceLock::new(),
                directories: OnceLock::new(),
                forgotten: ForgottenRequests::new(),
                registrations,
                hasher: Hasher::new(options.cost, options.hashes_on),
                settings: options.settings,
                changes: broadcast::channel(1_024).0,
                changing: Mutex::default(),
                streams,
                vault,
            }),
        })
    }

    /// How many passwords were compared so far, including those of unknown names.
    pub fn verifications(&self) -> u64 {
        self.inner.hasher.verifications()
    }

    /// Removes secrets and names that no account refers to, which a crash left between the vault and the journal, and
    /// returns their number. Only for a journal that is known to be complete and newest: after restoring an older one
    /// it would remove what the newer one refers to. Blocks on the disk; for the start, or another time at which no
    /// account is being changed.
    pub fn sweep(&self) -> Result<usize, AccessError> {
        // The secrets of an account that is being prepared are in no record yet, so no change may be in progress.
        let changing = self.inner.changing.try_lock();
        let _changing = changing.map_err(|_| AccessError::Defect("accounts are being changed"))?;
        Ok(self.inner.sweep()? + self.inner.registrations.sweep()?)
    }

    /// Saves the counts of attempts if they have changed. Blocks on the disk. A failure is logged, and the counts are
    /// saved the next time.
    pub fn save_attempts(&self, at: Timestamp) {
        let Some(path) = &self.inner.attempts_file else { return };
        let Some(saved) = self.inner.attempt_limits.save(at) else { return };
        if let Err(error) = attempts_file::write(path, &saved) {
            self.inner.attempt_limits.save_later();
            tracing::warn!(service = "access", %error, "the counts of attempts could not be saved");
        }
    }

    /// Records the failed sign-ins that were counted and whose time is over.
    pub async fn record_counted_failures(&self, at: Timestamp) {
        self.inner.record_counted_failures(at).await;
    }

    /// Records all failed sign-ins that were counted, and waits for those that are being recorded: at the end.
    pub async fn record_all_failures(&self) {
        self.inner.record_all_failures().await;
    }

    /// Ends the waiting of command-line clients whose time is over, and revokes tokens that they have not fetched.
    pub async fn end_client_logins(&self, at: Timestamp) {
        self.inner.end_client_logins(at, at).await;
    }

    /// The same for all clients that wait: at the end, since none of them can fetch its token later.
    pub async fn end_all_client_logins(&self, at: Timestamp) {
        self.inner.end_client_logins(at.plus_ms(CLIENT_LOGIN_MS), at).await;
    }

    /// Runs to completion even when the caller stops waiting, so that no change is left incomplete.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> Answer<'static, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, AccessError>> + Send + 'static,
    {
        let work = work(self.inner.clone());
        Box::pin(async move {
            let stopped = |_| AccessError::Defect("a call of it stopped");
            tokio::spawn(work).await.map_err(stopped)?
        })
    }

    /// The same for work that blocks on the disk.
    fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, AccessError> + Send + 'static,
    ) -> Answer<'static, T> {
        self.run(|inner| async move { inner.blocking(work).await })
    }

    /// The same for work on one account, which every request of a program needs: at once if the account is in memory,
    /// since changing threads takes longer than the work.
    fn run_on_account<T: Send + 'static>(
        &self,
        person: Option<&PersonId>,
        work: impl FnOnce(&Inner) -> Result<T, AccessError> + Send + 'static,
    ) -> Answer<'static, T> {
        let is_in_memory = |person| self.inner.streams.is_in_memory(&stream_of(person));
        if person.is_some_and(is_in_memory) {
            return Box::pin(ready(work(&self.inner)));
        }
        self.run_blocking(work)
    }
}

impl Inner {
    /// Runs blocking disk access on a thread for it.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, AccessError> + Send + 'static,
    ) -> Result<T, AccessError> {
        let inner = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| AccessError::Defect("working with the vault stopped"))?
    }
}
