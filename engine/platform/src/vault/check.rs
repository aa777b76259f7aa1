//! The check file of the vault. Encrypted under the master key, it reveals whether a key is the right one, and it
//! attests which parts existed, so that a missing part is detected and never taken for one that did not exist yet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::seal::{self, KeyBytes, Place};
use super::{Kind, VaultError, files};

const PLACE: Place<'_> = Place { kind: "check", field: "", name: "" };
/// The content of check files that attest nothing yet.
const ATTESTS_NOTHING: &[u8] = b"waybill";

/// The parts that existed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Attested {
    /// Whether some person has a key, so that the file of keys exists.
    people: bool,
    /// The kinds of secrets that have a folder.
    kinds: BTreeSet<String>,
}

/// The check file of an open vault.
pub(super) struct Check {
    path: PathBuf,
    key: KeyBytes,
    attested: Mutex<Attested>,
}

impl Check {
    /// Creates the check file of a new vault, whose folders exist.
    pub(super) fn make(root: &Path, key: KeyBytes) -> Result<Self, VaultError> {
        let check = Self { path: path(root), key, attested: Mutex::default() };
        check.write(Attested { people: false, kinds: all_kinds() })?;
        Ok(check)
    }

    /// Opens the check file of a vault, which must have all the parts that it attests.
    pub(super) fn open(root: &Path, key: KeyBytes, sealed: &[u8]) -> Result<Self, VaultError> {
        let plain = seal::open(&key, PLACE, sealed).ok_or(VaultError::WrongKey)?;
        let attested: Attested = if plain.expose() == ATTESTS_NOTHING {
            Attested::default()
        } else {
            let damaged = |_| VaultError::Damaged { what: "its check".to_owned() };
            serde_json::from_slice(plain.expose()).map_err(damaged)?
        };
        for kind in &attested.kinds {
            demand(root, &["secrets", kind.as_str()])?;
        }
        if attested.people {
            demand(root, &["people", "keys"])?;
        }
        if root.join("people").join("keys").exists() {
            demand(root, &["people", "values"])?;
        }
        Ok(Self { path: path(root), key, attested: Mutex::new(attested) })
    }

    /// Attests from now on the file of the people's keys.
    pub(super) fn attest_people(&self) -> Result<(), VaultError> {
        let now = self.attested.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if now.people { Ok(()) } else { self.write(Attested { people: true, ..now }) }
    }

    /// Attests from now on all folders that a vault of this build has.
    pub(super) fn attest_kinds(&self) -> Result<(), VaultError> {
        let now = self.attested.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let kinds: BTreeSet<_> = now.kinds.union(&all_kinds()).cloned().collect();
        if kinds == now.kinds { Ok(()) } else { self.write(Attested { kinds, ..now }) }
    }

    fn write(&self, attested: Attested) -> Result<(), VaultError> {
        let plain = serde_json::to_vec(&attested).map_err(|_| VaultError::TooLarge)?;
        files::write_whole(&self.path, &seal::seal(&self.key, PLACE, &plain)?)?;
        *self.attested.lock().unwrap_or_else(PoisonError::into_inner) = attested;
        Ok(())
    }
}

/// The path of the check file.
pub(super) fn path(root: &Path) -> PathBuf {
    root.join("check")
}

fn all_kinds() -> BTreeSet<String> {
    Kind::ALL.map(|kind| kind.as_str().to_owned()).into()
}

fn demand(root: &Path, names: &[&str]) -> Result<(), VaultError> {
    let path: PathBuf = names.iter().collect();
    if root.join(&path).exists() {
        return Ok(());
    }
    Err(VaultError::Incomplete { what: format!("vault/{}", path.display()) })
}
