//! The vault: secrets and personal values, outside the journal and under their own keys.
//!
//! ```text
//! vault/master.key            32 random bytes, unless the operator keeps them elsewhere
//! vault/check                 encrypted under the master key: shows whether a key is the right one, and what existed
//! vault/secrets/<kind>/<ref>  one sealed secret each
//! vault/people/keys           every person's key, sealed together and rewritten whole
//! vault/people/values/<id>    a person's values, each sealed under the person's key
//! ```
//!
//! The journal holds only names of secrets and digests of values, so deleting here erases them for good: the immutable
//! log has no copy. Calls block on the disk for the time of an fsync.

mod addresses;
mod check;
pub(crate) mod files;
mod master;
mod people;
mod seal;
mod secrets;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use waybill_machines::secret::{PersonId, Personal, SecretRef};

pub use master::MASTER_KEY_FILE_ENV;
pub use people::Minted;
pub use secrets::Kind;

use crate::secret::{Secret, SecretBytes};
use addresses::Addresses;
use check::Check;
use people::People;
use seal::KeyBytes;

/// Why an operation of the vault failed. No message contains a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// An error of the file system.
    #[error(
        "the vault cannot be used: {what} failed ({why}); check the rights and the space of the data directory"
    )]
    Io {
        /// The operation that failed.
        what: &'static str,
        /// The kind of failure, without a path.
        why: String,
    },
    /// There are encrypted values but no key.
    #[error(
        "the vault's master key is missing: restore vault/master.key, or name its file in WAYBILL_MASTER_KEY_FILE"
    )]
    NoKey,
    /// The key is empty, too short, too long, or not random.
    #[error(
        "the vault's master key must be 32 random bytes, and this file has {bytes} or is not random: restore the right one"
    )]
    WeakKey {
        /// The file's length.
        bytes: usize,
    },
    /// The key is valid, but not the one of this vault.
    #[error("this master key is not the one that the vault was sealed with: restore the right one")]
    WrongKey,
    /// An encrypted file was changed, or is in the wrong place.
    #[error("the vault is damaged: {what} does not open; restore it from a backup")]
    Damaged {
        /// The file, by its kind and its opaque name.
        what: String,
    },
    /// A part that existed is missing.
    #[error(
        "the vault is not whole: {what} is missing; restore the whole vault from one backup (nothing was changed)"
    )]
    Incomplete {
        /// The missing part.
        what: String,
    },
    /// The secret does not exist, or no longer.
    #[error("the vault has no {kind} {name}")]
    Missing {
        /// Its kind.
        kind: &'static str,
        /// Its opaque name.
        name: String,
    },
    /// A person id or a secret's name that cannot be a file's name.
    #[error("an id of the vault may have 1 to 80 letters, digits, - and _ only")]
    BadName,
    /// The value is larger than 64 KiB.
    #[error("a value of the vault may have 64 KiB at most")]
    TooLarge,
}

/// The largest secret or value, in bytes.
pub(crate) const VALUE_BYTES_MAX: usize = 64 * 1_024;

/// The vault of an installation.
pub struct Vault {
    root: PathBuf,
    secrets_key: KeyBytes,
    names_key: KeyBytes,
    marks_key: KeyBytes,
    check: Arc<Check>,
    people: People,
    addresses: Addresses,
}

impl Vault {
    /// Opens the vault in `root`, creating it if nothing was ever encrypted there. `key_file` is the path of the master
    /// key, if it is not in the vault itself; see [`MASTER_KEY_FILE_ENV`]. A vault with a missing part is not changed.
    pub fn open(root: &Path, key_file: Option<&Path>) -> Result<Self, VaultError> {
        let (secrets, people) = (root.join("secrets"), root.join("people"));
        let sealed = files::read(&check::path(root))?;
        let is_new = sealed.is_none() && !holds_files(&secrets)? && !holds_files(&people)?;
        if is_new {
            files::private_directory(root)?;
        }
        let master = master::load(&root.join("master.key"), key_file, is_new)?;
        let check = match sealed {
            Some(sealed) => Some(Check::open(root, master.clone(), &sealed)?),
            None if is_new => None,
            None => return Err(VaultError::Incomplete { what: "vault/check".to_owned() }),
        };
        for directory in [root, &secrets, &people, &people.join("values")] {
            files::private_directory(directory)?;
        }
        for kind in Kind::ALL {
            files::private_directory(&secrets.join(kind.as_str()))?;
        }
        let check = Arc::new(check.map_or_else(|| Check::make(root, master.clone()), Ok)?);
        Ok(Self {
            people: People::open(people, seal::derive(&master, "people"), check.clone())?,
            secrets_key: seal::derive(&master, "secrets"),
            names_key: seal::derive(&master, "names"),
            marks_key: seal::derive(&master, "marks"),
            addresses: Addresses::default(),
            check,
            root: root.to_owned(),
        })
    }

    /// Opens every file of a vault without changing one. Returns their number, and a sentence for each that does not
    /// open.
    ///
    /// # Errors
    ///
    /// [`VaultError`], if there is no vault, or if its master key or its check does not open.
    pub fn check(root: &Path, key_file: Option<&Path>) -> Result<(u64, Vec<String>), VaultError> {
        let master = master::load(&root.join("master.key"), key_file, false)?;
        let missing = || VaultError::Incomplete { what: "vault/check".to_owned() };
        let sealed = files::read(&check::path(root))?.ok_or_else(missing)?;
        Check::open(root, master.clone(), &sealed)?;
        let (mut count, mut problems) = (2, Vec::new());
        let key = seal::derive(&master, "secrets");
        for kind in Kind::ALL {
            let folder = root.join("secrets").join(kind.as_str());
            for name in files::names_if_any(&folder)? {
                count += 1;
                if let Err(error) = secrets::read(root, &key, kind, &SecretRef(name)) {
                    problems.push(error.to_string());
                }
            }
        }
        let (files, found) = people::check(&root.join("people"), &seal::derive(&master, "people"))?;
        problems.extend(found);
        Ok((count + files, problems))
    }

    /// Opens the vault in `root` for reading, as it is now. Nothing is created, repaired or removed.
    ///
    /// # Errors
    ///
    /// [`VaultError`], if there is no vault, or if its master key or its check does not open.
    pub fn open_read_only(root: &Path, key_file: Option<&Path>) -> Result<Self, VaultError> {
        let master = master::load(&root.join("master.key"), key_file, false)?;
        let missing = || VaultError::Incomplete { what: "vault/check".to_owned() };
        let sealed = files::read(&check::path(root))?.ok_or_else(missing)?;
        let check = Arc::new(Check::open(root, master.clone(), &sealed)?);
        let (people, key) = (root.join("people"), seal::derive(&master, "people"));
        Ok(Self {
            addresses: Addresses::default(),
            people: People::open_read_only(people, key, check.clone())?,
            secrets_key: seal::derive(&master, "secrets"),
            names_key: seal::derive(&master, "names"),
            marks_key: seal::derive(&master, "marks"),
            check,
            root: root.to_owned(),
        })
    }

    /// The length of the values in the bytes of a person's file that are whole: the last may still be being written.
    pub fn whole_values(bytes: &[u8]) -> usize {
        people::whole(bytes)
    }

    /// Whether a file beside people's values holds some, and is named by their person.
    pub fn is_person(name: &str) -> bool {
        check_name(name).is_ok()
    }

    /// The mark that is there while the values in a file are being erased. It is made before their key is removed, and
    /// removed after them.
    pub fn mark_of_erasure(values: &Path) -> PathBuf {
        people::mark_of_erasure(values)
    }

    /// Attests all existing parts, as a vault created by this build does from the beginning: from now on the vault does
    /// not open without them.
    pub fn attest(&self) -> Result<(), VaultError> {
        self.check.attest_kinds()?;
        self.people.attest()
    }

    /// A name for a secret that is not stored yet.
    pub fn new_name() -> SecretRef {
        secrets::new_name()
    }

    /// Stores a secret durably under a new name.
    pub fn put(&self, kind: Kind, secret: &[u8]) -> Result<SecretRef, VaultError> {
        let name = Self::new_name();
        self.put_at(kind, &name, secret)?;
        Ok(name)
    }

    /// Stores a secret durably under a name, and replaces an existing one.
    pub fn put_at(&self, kind: Kind, name: &SecretRef, secret: &[u8]) -> Result<(), VaultError> {
        secrets::write(&self.root, &self.secrets_key, kind, name, secret)
    }

    /// A secret.
    pub fn get(&self, kind: Kind, name: &SecretRef) -> Result<SecretBytes, VaultError> {
        secrets::read(&self.root, &self.secrets_key, kind, name)
    }

    /// Removes a secret durably; one that does not exist counts as removed.
    pub fn delete(&self, kind: Kind, name: &SecretRef) -> Result<(), VaultError> {
        files::remove(&secrets::path(&self.root, kind, name)?)
    }

    /// The names of all secrets of a kind.
    pub fn names(&self, kind: Kind) -> Result<Vec<SecretRef>, VaultError> {
        let names = files::names(&self.root.join("secrets").join(kind.as_str()))?;
        Ok(names.into_iter().map(SecretRef).collect())
    }

    /// Stores a value of a person durably, and returns what the journal may hold of it.
    pub fn personal(&self, person: &PersonId, value: &str) -> Result<Personal, VaultError> {
        let minted = self.mint(person, value)?;
        self.store(&minted)?;
        Ok(minted.personal)
    }

    /// The first half of [`Vault::personal`]: the digest is computed and the value can be revealed, but is not durable
    /// yet. With the person's first value it also creates the person's key, durably.
    pub fn mint(&self, person: &PersonId, value: &str) -> Result<Minted, VaultError> {
        self.people.mint(person, value)
    }

    /// The second half: makes the value durable.
    pub fn store(&self, minted: &Minted) -> Result<(), VaultError> {
        self.people.store(minted)
    }

    /// An address of a person, stored durably once: all records of one run name it by the same digest. It blocks only
    /// for an address that is new.
    pub fn address(&self, person: &PersonId, address: &str) -> Result<Personal, VaultError> {
        self.known_address(person, address).map_or_else(
            || {
                let personal = self.personal(person, address)?;
                self.addresses.add(person, address, &personal);
                Ok(personal)
            },
            Ok,
        )
    }

    /// The same for another text that comes up again and again, such as which job an access token was made for.
    pub fn recurring(&self, person: &PersonId, text: &str) -> Result<Personal, VaultError> {
        self.address(person, text)
    }

    /// The same as [`Vault::address`], if it is stored already; this does not block.
    pub fn known_address(&self, person: &PersonId, address: &str) -> Option<Personal> {
        self.addresses.get(person, address)
    }

    /// The digest of a value that belongs to no person (such as a name that no account has). The salt is dropped at
    /// once and the value is never stored, so the value cannot be recovered: it may be a password that was typed into
    /// the wrong field.
    pub fn anonymous(value: &str) -> Personal {
        people::digest(&crate::secret::random(), value)
    }

    /// The value behind a digest; `None` when it was erased or belonged to no person.
    pub fn reveal(&self, personal: &Personal) -> Result<Option<Secret>, VaultError> {
        self.people.reveal(personal)
    }

    /// The owner of the value of a digest; `None` when it was erased or never stored.
    pub fn owner(&self, personal: &Personal) -> Option<PersonId> {
        self.people.owner(personal)
    }

    /// Removes a person's values and key durably. Records keep their digests and stay verifiable, but the values can
    /// no longer be revealed.
    pub fn erase(&self, person: &PersonId) -> Result<(), VaultError> {
        self.people.erase(person)?;
        self.addresses.forget(person);
        Ok(())
    }

    /// All persons of whom values may be stored.
    pub fn people(&self) -> Vec<PersonId> {
        self.people.list()
    }

    /// A digest of a name under a key of this installation: equal for equal names, and useless without the key. For
    /// tables in memory, and for settings whose values are in no record.
    pub fn name_key(&self, name: &str) -> [u8; 32] {
        *seal::derive(&self.names_key, name)
    }

    /// The key of the marks for a purpose, which records have in the place of secrets: equal for equal secrets, and
    /// useless without the key.
    pub fn mark_key(&self, purpose: &str) -> [u8; 32] {
        *seal::derive(&self.marks_key, purpose)
    }
}

/// Whether a directory or one below it contains a file.
fn holds_files(directory: &Path) -> Result<bool, VaultError> {
    for name in files::names_if_any(directory)? {
        let path = directory.join(name);
        if !path.is_dir() || holds_files(&path)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Ids become file names, so they may not contain path components.
fn check_name(name: &str) -> Result<(), VaultError> {
    let is_valid = (1..=80).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if is_valid { Ok(()) } else { Err(VaultError::BadName) }
}

#[cfg(test)]
mod tests;
