//! Personal values: a salted digest for the journal, and the value itself under a key of its person.
//!
//! A person's values are in one file, a frame each: the digest (32 bytes), the length of the encrypted part (4 bytes,
//! little endian), the encrypted part, which holds the salt and the value. The digest is not encrypted, since it is in
//! the journal as well; so opening needs no decryption.
//!
//! Erasing marks the values first. Values without that mark whose key is missing are not removed: the key may have been
//! lost, and may be restored from a backup.

mod frames;

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use waybill_machines::secret::{PersonId, Personal};
use zeroize::Zeroizing;

use frames::{holds_value, read_frame, split_frame};

use super::check::Check;
use super::seal::{self, KEY_BYTES, KeyBytes, Place};
use super::{VALUE_BYTES_MAX, VaultError, check_name, files};
use crate::secret::{Secret, hex, random, unhex};

const SALT_BYTES: usize = 16;
const DIGEST_BYTES: usize = 32;
const HEADER_BYTES: usize = DIGEST_BYTES + 4;
/// How many revealed values are cached.
const CACHE_MAX: usize = 1_024;

type DigestBytes = [u8; DIGEST_BYTES];

/// A personal value that is not durable yet.
pub struct Minted {
    /// What the journal may hold.
    pub personal: Personal,
    person: PersonId,
    digest: DigestBytes,
    sealed: Vec<u8>,
}

pub(super) struct People {
    directory: PathBuf,
    key: KeyBytes,
    check: Arc<Check>,
    /// Held by writers, so that readers wait for no fsync.
    disk: Mutex<()>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    keys: HashMap<PersonId, KeyBytes>,
    index: HashMap<DigestBytes, Frame>,
    cache: HashMap<DigestBytes, Zeroizing<String>>,
}

#[derive(Clone)]
struct Frame {
    person: Arc<PersonId>,
    offset: u64,
}

/// Suffix of the mark beside a person's values while they are being erased. No id contains a full stop.
const ERASING: &str = ".erasing";

const KEYS: Place<'_> = Place { kind: "people", field: "keys", name: "" };

fn value_place(person: &PersonId) -> Place<'_> {
    Place { kind: "personal", field: "value", name: &person.0 }
}

pub(super) fn digest(salt: &[u8; SALT_BYTES], value: &str) -> Personal {
    Personal::new(hex(&digest_bytes(salt, value.as_bytes())))
}

fn digest_bytes(salt: &[u8], value: &[u8]) -> DigestBytes {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(value);
    hash.finalize().into()
}

impl People {
    pub(super) fn open(
        directory: PathBuf,
        key: KeyBytes,
        check: Arc<Check>,
    ) -> Result<Self, VaultError> {
        let keys = read_keys(&directory, &key)?;
        let values = files::names(&directory.join("values"))?;
        let (erasing, values): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|name| name.ends_with(ERASING));
        let is_being_erased =
            |name: &String| erasing.iter().any(|mark| mark.strip_suffix(ERASING) == Some(name));
        let keyless = |name: &&String| !keys.contains_key(&PersonId((*name).clone()));
        // Values are encrypted under a key that was durable before them, so a missing key was lost and not erased.
        if let Some(name) = values.iter().filter(keyless).find(|name| !is_being_erased(name)) {
            let what = format!("the key of {name} in vault/people/keys");
            return Err(VaultError::Incomplete { what });
        }
        let (left, disk): (Vec<_>, _) = (erasing, Mutex::default());
        let known = Mutex::new(Known { keys, ..Known::default() });
        let people = Self { directory, key, check, disk, known };
        for mark in &left {
            // The process stopped between the decision to erase and its completion.
            let person = PersonId(mark.strip_suffix(ERASING).unwrap_or(mark).to_owned());
            people.erase(&person)?;
        }
        for name in values {
            let person = PersonId(name);
            let mut known = people.known();
            if known.keys.contains_key(&person) {
                index_file(&people.values(&person), person, &mut known)?;
            }
        }
        Ok(people)
    }

    /// Reads what there is, and leaves everything as it is. A value that is still being written is left out.
    pub(super) fn open_read_only(
        directory: PathBuf,
        key: KeyBytes,
        check: Arc<Check>,
    ) -> Result<Self, VaultError> {
        let mut known = Known { keys: read_keys(&directory, &key)?, ..Known::default() };
        for name in files::names_if_any(&directory.join("values"))? {
            let person = Arc::new(PersonId(name));
            let bytes = files::read(&directory.join("values").join(&person.0))?.unwrap_or_default();
            let mut at = 0;
            while let Some((digest, _, length)) = split_frame(&bytes[at..]) {
                known.index.insert(digest, Frame { person: person.clone(), offset: at as u64 });
                at += length;
            }
        }
        Ok(Self { directory, key, check, disk: Mutex::default(), known: Mutex::new(known) })
    }

    /// Attests the file of keys if it exists.
    pub(super) fn attest(&self) -> Result<(), VaultError> {
        if self.keys_file().exists() { self.check.attest_people() } else { Ok(()) }
    }

    pub(super) fn mint(&self, person: &PersonId, value: &str) -> Result<Minted, VaultError> {
        check_name(&person.0)?;
        if value.len() > VALUE_BYTES_MAX {
            return Err(VaultError::TooLarge);
        }
        let key = self.key_of(person)?;
        let salt = random::<SALT_BYTES>();
        let digest = digest_bytes(&salt, value.as_bytes());
        let plain = Zeroizing::new([salt.as_slice(), value.as_bytes()].concat());
        let sealed = seal::seal(&key, value_place(person), &plain)?;
        self.known().remember(digest, value);
        Ok(Minted { personal: Personal::new(hex(&digest)), person: person.clone(), digest, sealed })
    }

    pub(super) fn store(&self, minted: &Minted) -> Result<(), VaultError> {
        let _writing = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.known().keys.contains_key(&minted.person) {
            // Erased meanwhile: a value minted under the old key must not come back.
            return Ok(());
        }
        let length = u32::try_from(minted.sealed.len()).map_err(|_| VaultError::TooLarge)?;
        let frame = [minted.digest.as_slice(), &length.to_le_bytes(), &minted.sealed].concat();
        let offset = files::append(&self.values(&minted.person), &frame)?;
        let person = Arc::new(minted.person.clone());
        self.known().index.insert(minted.digest, Frame { person, offset });
        Ok(())
    }

    pub(super) fn reveal(&self, personal: &Personal) -> Result<Option<Secret>, VaultError> {
        let Some(digest) = unhex::<DIGEST_BYTES>(&personal.personal) else { return Ok(None) };
        let (frame, key) = {
            let known = self.known();
            if let Some(value) = known.cache.get(&digest) {
                return Ok(Some(Secret::new(value.as_str())));
            }
            let Some(frame) = known.index.get(&digest) else { return Ok(None) };
            let Some(key) = known.keys.get(frame.person.as_ref()) else { return Ok(None) };
            (frame.clone(), key.clone())
        };
        let damaged = || VaultError::Damaged { what: format!("a value of {}", frame.person.0) };
        let Some(sealed) = read_frame(&self.values(&frame.person), frame.offset)? else {
            return Err(damaged());
        };
        let plain = seal::open(&key, value_place(&frame.person), &sealed).ok_or_else(damaged)?;
        let (salt, value) = plain.expose().split_at_checked(SALT_BYTES).ok_or_else(damaged)?;
        let value = std::str::from_utf8(value).map_err(|_| damaged())?;
        // Frames of one person could be swapped in the file; the digest reveals that.
        if digest_bytes(salt, value.as_bytes()) != digest {
            return Err(damaged());
        }
        self.known().remember(digest, value);
        Ok(Some(Secret::new(value)))
    }

    pub(super) fn erase(&self, person: &PersonId) -> Result<(), VaultError> {
        check_name(&person.0)?;
        let _writing = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = mark_of_erasure(&self.values(person));
        files::write_whole(&mark, b"")?;
        let mut keys = self.known().keys.clone();
        if keys.remove(person).is_some() {
            self.write_keys(&keys)?;
        }
        // From here on the values can no longer be decrypted, whatever happens to their file.
        let mut known = self.known();
        known.keys = keys;
        let Known { index, cache, .. } = &mut *known;
        index.retain(|digest, frame| {
            let stays = frame.person.as_ref() != person;
            if !stays {
                cache.remove(digest);
            }
            stays
        });
        // The owner of minted values that are not stored yet is unknown, so the whole cache is cleared.
        cache.clear();
        drop(known);
        files::remove(&self.values(person))?;
        files::remove(&mark)
    }

    /// The owner of a value.
    pub(super) fn owner(&self, personal: &Personal) -> Option<PersonId> {
        let digest = unhex::<DIGEST_BYTES>(&personal.personal)?;
        self.known().index.get(&digest).map(|frame| frame.person.as_ref().clone())
    }

    /// All persons with a key.
    pub(super) fn list(&self) -> Vec<PersonId> {
        self.known().keys.keys().cloned().collect()
    }

    fn key_of(&self, person: &PersonId) -> Result<KeyBytes, VaultError> {
        if let Some(key) = self.known().keys.get(person) {
            return Ok(key.clone());
        }
        let _writing = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        let mut keys = self.known().keys.clone();
        if let Some(key) = keys.get(person) {
            return Ok(key.clone());
        }
        let key = KeyBytes::new(random());
        keys.insert(person.clone(), key.clone());
        self.write_keys(&keys)?;
        self.known().keys = keys;
        Ok(key)
    }

    fn write_keys(&self, keys: &HashMap<PersonId, KeyBytes>) -> Result<(), VaultError> {
        let mut plain = Zeroizing::new(Vec::with_capacity(keys.len() * 128));
        for (person, key) in keys {
            plain.push(u8::try_from(person.0.len()).map_err(|_| VaultError::BadName)?);
            plain.extend(person.0.as_bytes());
            plain.extend(key.as_slice());
        }
        files::write_whole(&self.keys_file(), &seal::seal(&self.key, KEYS, &plain)?)?;
        self.check.attest_people()
    }

    fn keys_file(&self) -> PathBuf {
        self.directory.join("keys")
    }

    fn values(&self, person: &PersonId) -> PathBuf {
        self.directory.join("values").join(&person.0)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change under this lock is a single insertion, so the data is consistent even after a panic.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn remember(&mut self, digest: DigestBytes, value: &str) {
        if self.cache.len() >= CACHE_MAX {
            // Any entry may be evicted: it can be read from the disk again.
            if let Some(any) = self.cache.keys().next().copied() {
                self.cache.remove(&any);
            }
        }
        self.cache.insert(digest, Zeroizing::new(value.to_owned()));
    }
}

/// Opens every value. Returns the number of files, and a sentence for each that holds a value that does not open. A
/// last value that is not whole was being written when the process stopped.
pub(super) fn check(directory: &Path, key: &KeyBytes) -> Result<(u64, Vec<String>), VaultError> {
    let keys = read_keys(directory, key)?;
    let (mut count, mut problems) = (u64::from(directory.join("keys").exists()), Vec::new());
    for name in files::names_if_any(&directory.join("values"))? {
        if name.ends_with(ERASING) {
            continue;
        }
        count += 1;
        let person = PersonId(name);
        let Some(key) = keys.get(&person) else {
            let what = format!("the key of {} in vault/people/keys", person.0);
            problems.push(VaultError::Incomplete { what }.to_string());
            continue;
        };
        let bytes = files::read(&directory.join("values").join(&person.0))?.unwrap_or_default();
        let mut rest = bytes.as_slice();
        while let Some((digest, sealed, length)) = split_frame(rest) {
            let plain = seal::open(key, value_place(&person), sealed);
            let is_whole = plain.is_some_and(|plain| {
                let parts = plain.expose().split_at_checked(SALT_BYTES);
                parts.is_some_and(|(salt, value)| digest_bytes(salt, value) == digest)
            });
            if !is_whole {
                let what = format!("a value of {}", person.0);
                problems.push(VaultError::Damaged { what }.to_string());
            }
            rest = &rest[length..];
        }
        if !rest.is_empty() {
            problems.push(format!(
                "the last {} bytes of the values of {} are no whole value",
                rest.len(),
                person.0
            ));
        }
    }
    Ok((count, problems))
}

/// The mark beside a file of values while they are being erased.
pub(super) fn mark_of_erasure(values: &Path) -> PathBuf {
    let mut mark = values.as_os_str().to_owned();
    mark.push(ERASING);
    mark.into()
}

/// The length of the values in `bytes` that are whole.
pub(super) fn whole(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some((_, _, length)) = split_frame(&bytes[at..]) {
        at += length;
    }
    at
}

fn read_keys(directory: &Path, key: &KeyBytes) -> Result<HashMap<PersonId, KeyBytes>, VaultError> {
    let Some(sealed) = files::read(&directory.join("keys"))? else { return Ok(HashMap::new()) };
    let damaged = || VaultError::Damaged { what: "the file of the people's keys".to_owned() };
    let plain = seal::open(key, KEYS, &sealed).ok_or_else(damaged)?;
    let (mut keys, mut rest) = (HashMap::new(), plain.expose());
    while let Some((length, after)) = rest.split_first() {
        let (person, after) = after.split_at_checked(usize::from(*length)).ok_or_else(damaged)?;
        let (key, after) = after.split_first_chunk::<KEY_BYTES>().ok_or_else(damaged)?;
        let person = std::str::from_utf8(person).map_err(|_| damaged())?;
        keys.insert(PersonId(person.to_owned()), KeyBytes::new(*key));
        rest = after;
    }
    Ok(keys)
}

/// Indexes the values in a file. A frame that a crash left incomplete is truncated, since frames appended after it
/// could not be found. If there is a value behind it, it was not left by a crash, and nothing is truncated.
fn index_file(path: &Path, person: PersonId, known: &mut Known) -> Result<(), VaultError> {
    let bytes = files::read(path)?.unwrap_or_default();
    let person = Arc::new(person);
    let mut at = 0;
    while let Some((digest, _, length)) = split_frame(&bytes[at..]) {
        known.index.insert(digest, Frame { person: person.clone(), offset: at as u64 });
        at += length;
    }
    if at < bytes.len() {
        let key = known.keys.get(person.as_ref());
        if key.is_some_and(|key| holds_value(&bytes[at + 1..], key, &person)) {
            // A write that never ended has nothing behind it.
            return Err(VaultError::Damaged { what: format!("a value of {}", person.0) });
        }
        let cut = OpenOptions::new().write(true).open(path).and_then(|file| {
            file.set_len(at as u64)?;
            file.sync_all()
        });
        cut.map_err(files::failed("cutting off an unfinished value"))?;
    }
    Ok(())
}
