//! The existing accounts: an index of the journal, built when the service is opened and updated as accounts are made.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use sha2::{Digest, Sha256};
use waybill_machines::machines::account::{Profile, State};
use waybill_machines::secret::{PersonId, Personal, SecretRef};
use waybill_machines::{AnyState, MachineName};

use super::devices::KnownDevices;
use super::identities::IdentityOwners;
use super::passkeys::PasskeyOwners;
use super::people::{People, Row};
use super::tokens::Tokens;
use super::{AccessError, Inner, nobodys_hash};
use crate::access::names::canonical;
use crate::access::slow_down::Key;
use crate::access::{AccountRefused, Source, User};
use crate::secret::{Secret, hex, random};
use crate::streams::{StreamError, Streams};
use crate::vault::{Kind, Vault};

/// Prefix of the streams of accounts.
const PREFIX: &str = "user/";

/// An account in its current state.
pub(super) struct Account {
    pub person: PersonId,
    pub profile: Profile,
    pub is_enabled: bool,
}

/// Canonical names, as digests under a key of this installation, and their owners.
pub(super) struct Directory {
    names: RwLock<HashMap<Key, PersonId>>,
}

/// What is kept in memory of all accounts.
pub(super) struct Opened {
    pub directory: Directory,
    pub people: People,
    pub tokens: Tokens,
    pub known_devices: KnownDevices,
    pub identities: IdentityOwners,
    pub passkeys: PasskeyOwners,
}

impl Directory {
    /// Reads every account once, for its name, its tokens, its devices, its identities and its passkeys.
    pub(super) fn open(streams: &Streams, vault: &Vault) -> Result<Opened, AccessError> {
        let (mut names, mut rows, mut accounts) = (HashMap::new(), Vec::new(), Vec::new());
        let (identities, passkeys) = (IdentityOwners::default(), PasskeyOwners::default());
        for stream in streams.names(PREFIX) {
            let Some(account) = load(streams, &stream)? else { continue };
            // The name of an erased person no longer belongs to an account.
            if let Some(name) = vault.reveal(&account.profile.name)? {
                names.insert(vault.name_key(name.expose()), account.person.clone());
            }
            rows.push(Row::of(&account, vault)?);
            identities.add(&account.person, &account.profile);
            passkeys.add(&account.person, &account.profile);
            let Profile { tokens, devices, device_links, .. } = &account.profile;
            if !(tokens.is_empty() && devices.is_empty() && device_links.is_empty()) {
                accounts.push(account);
            }
        }
        let profiles = || accounts.iter().map(|account| (&account.person, &account.profile));
        let (tokens, known_devices) = (Tokens::of(profiles()), KnownDevices::of(profiles()));
        let directory = Self { names: RwLock::new(names) };
        let people = People::of(rows);
        Ok(Opened { directory, people, tokens, known_devices, identities, passkeys })
    }

    fn find(&self, key: &Key) -> Option<PersonId> {
        self.names.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn add(&self, key: Key, person: PersonId) {
        self.names.write().unwrap_or_else(PoisonError::into_inner).insert(key, person);
    }

    fn replace(&self, old: &Key, new: Key, person: PersonId) {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        names.remove(old);
        names.insert(new, person);
    }
}

/// Labels: what records hold of typed names during the life of this process. A name always gets the same label, whether
/// it is an account's or not, so that a label does not reveal that.
#[derive(Default)]
pub(super) struct Labels {
    key: ProcessKey,
    minted: Mutex<HashMap<PersonId, Personal>>,
}

/// Random, in memory only: what was hashed with it cannot be guessed after the process has exited.
struct ProcessKey([u8; 32]);

impl Default for ProcessKey {
    fn default() -> Self {
        Self(random())
    }
}

/// The stream of a person's account.
pub(super) fn stream_of(person: &PersonId) -> String {
    format!("{PREFIX}{}", person.0)
}

fn load(streams: &Streams, stream: &str) -> Result<Option<Account>, StreamError> {
    let state = streams.state(stream, MachineName::Account)?;
    let person = PersonId(stream.trim_start_matches(PREFIX).to_owned());
    Ok(match state {
        AnyState::Account(State::Active { profile }) => {
            Some(Account { person, profile, is_enabled: true })
        }
        AnyState::Account(State::Disabled { profile }) => {
            Some(Account { person, profile, is_enabled: false })
        }
        _ => None,
    })
}

impl Inner {
    /// An account, whether or not its owner may sign in.
    pub(super) fn account(&self, person: &PersonId) -> Result<Option<Account>, AccessError> {
        Ok(load(&self.streams, &stream_of(person))?)
    }

    /// An account, or the error that there is none.
    pub(super) fn existing(&self, person: &PersonId) -> Result<Account, AccessError> {
        self.account(person)?.ok_or_else(|| AccountRefused::Unknown.into())
    }

    /// An account whose owner may sign in.
    pub(super) fn active(&self, person: &PersonId) -> Result<Option<Account>, AccessError> {
        Ok(self.account(person)?.filter(|account| account.is_enabled))
    }

    /// Every account.
    pub(super) fn accounts(&self) -> Result<Vec<Account>, AccessError> {
        let names = self.streams.names(PREFIX);
        let accounts = names.iter().filter_map(|stream| load(&self.streams, stream).transpose());
        Ok(accounts.collect::<Result<_, _>>()?)
    }

    /// Whether there is an administrator who may sign in, or who has been invited.
    pub(super) fn has_admin(&self) -> bool {
        self.users().iter().any(User::is_active_admin)
    }

    /// The owner of a name in any spelling.
    pub(super) fn find(&self, typed: &str) -> Option<PersonId> {
        self.directory.find(&self.vault.name_key(&canonical(typed)?))
    }

    /// Adds a canonical name and its owner.
    pub(super) fn note(&self, name: &str, person: &PersonId) {
        self.directory.add(self.vault.name_key(name), person.clone());
    }

    /// The same for a name that replaces another one of its owner.
    pub(super) fn note_instead(&self, old: &str, new: &str, person: &PersonId) {
        let (old, new) = (self.vault.name_key(old), self.vault.name_key(new));
        self.directory.replace(&old, new, person.clone());
        // Typed names get a label with the new name from now on.
        let mut labels = self.labels.minted.lock().unwrap_or_else(PoisonError::into_inner);
        labels.remove(person);
    }

    /// The key by which attempts on a name are counted. All inputs that cannot be a name share one key.
    pub(super) fn account_key(&self, name: Option<&str>) -> Key {
        self.vault.name_key(name.unwrap_or_default())
    }

    /// The key by which attempts from a source are counted.
    pub(super) fn source_key(&self, source: &Source) -> Key {
        self.vault.name_key(source.as_str())
    }

    /// The name of an account; empty after it was erased.
    pub(super) fn name_of(&self, profile: &Profile) -> Result<String, AccessError> {
        let name = self.vault.reveal(&profile.name)?;
        Ok(name.map(|name| name.expose().to_owned()).unwrap_or_default())
    }

    pub(super) fn label(self: &Arc<Self>, typed: &Secret) -> Result<Personal, AccessError> {
        let name = canonical(typed.expose());
        let person = name.as_deref().and_then(|name| self.find(name));
        let (Some(name), Some(person)) = (&name, person) else {
            let mut hash = Sha256::new();
            hash.update(self.labels.key.0);
            hash.update(name.as_deref().unwrap_or(typed.expose()));
            return Ok(Personal::new(hex(&hash.finalize())));
        };
        let mut labels = self.labels.minted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(label) = labels.get(&person) {
            return Ok(label.clone());
        }
        let minted = self.vault.mint(&person, name)?;
        labels.insert(person, minted.personal.clone());
        let label = minted.personal.clone();
        let vault = self.vault.clone();
        // Storing is not awaited: the time would reveal that the name is an account's.
        tokio::task::spawn_blocking(move || {
            if let Err(error) = vault.store(&minted) {
                tracing::warn!(%error, "a user name could not be kept; it will read as erased");
            }
        });
        Ok(label)
    }

    pub(super) fn sweep(&self) -> Result<usize, AccessError> {
        if self.streams.may_lack_records() {
            return Ok(0);
        }
        let mut used: HashSet<SecretRef> = HashSet::from([nobodys_hash()]);
        let mut enrolling = Vec::new();
        for Account { person, profile, .. } in self.accounts()? {
            used.insert(profile.password);
            match profile.totp {
                Some(totp) => drop(used.insert(totp.secret)),
                None => enrolling.push(super::second_factors::pending_prefix(&person)),
            }
            used.extend(profile.recovery.map(|recovery| recovery.secret));
            used.extend(profile.api_key.map(|key| key.secret));
            used.extend(profile.passkeys.into_iter().map(|passkey| passkey.secret));
        }
        let is_pending = |kind, name: &SecretRef| {
            kind == Kind::PendingTotp && enrolling.iter().any(|prefix| name.0.starts_with(prefix))
        };
        let mut removed = 0;
        for kind in Kind::OF_ACCOUNTS {
            let unused = |name: &&SecretRef| !used.contains(name) && !is_pending(kind, name);
            for name in self.vault.names(kind)?.iter().filter(unused) {
                self.vault.delete(kind, name)?;
                removed += 1;
            }
        }
        for person in self.vault.people() {
            if self.streams.journal().head(&stream_of(&person)).is_none() {
                self.vault.erase(&person)?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}
