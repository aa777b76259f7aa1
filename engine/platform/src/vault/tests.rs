use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;

const CANARY: &str = "canary-ann-3fd1";

fn person() -> PersonId {
    PersonId("p_ann".into())
}

fn open(root: &Path) -> Vault {
    Vault::open(root, None).unwrap()
}

/// Every file below a directory.
fn files_below(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
    found
}

#[test]
fn secrets_survive_reopening_and_can_be_deleted() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let name = vault.put(Kind::Totp, CANARY.as_bytes()).unwrap();
    drop(vault);
    let vault = open(root.path());
    assert_eq!(vault.get(Kind::Totp, &name).unwrap().expose(), CANARY.as_bytes());
    assert_eq!(vault.names(Kind::Totp).unwrap(), std::slice::from_ref(&name));
    assert!(matches!(vault.get(Kind::Password, &name), Err(VaultError::Missing { .. })));
    vault.delete(Kind::Totp, &name).unwrap();
    vault.delete(Kind::Totp, &name).unwrap();
    assert!(matches!(vault.get(Kind::Totp, &name), Err(VaultError::Missing { .. })));
}

#[test]
fn a_secret_that_was_moved_or_changed_does_not_open() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let (a, b) = (vault.put(Kind::Totp, b"a").unwrap(), vault.put(Kind::Totp, b"b").unwrap());
    let path = |kind, name| secrets::path(root.path(), kind, name).unwrap();
    fs::copy(path(Kind::Totp, &a), path(Kind::Totp, &b)).unwrap();
    assert!(matches!(vault.get(Kind::Totp, &b), Err(VaultError::Damaged { .. })));
    fs::copy(path(Kind::Totp, &a), path(Kind::Password, &a)).unwrap();
    assert!(matches!(vault.get(Kind::Password, &a), Err(VaultError::Damaged { .. })));
}

#[test]
fn names_that_could_leave_the_vault_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    for name in ["", "..", "../master.key", "a/b", "a\0b", &"x".repeat(81)] {
        let name = SecretRef(name.to_owned());
        assert_eq!(vault.put_at(Kind::Totp, &name, b"x"), Err(VaultError::BadName), "{name:?}");
        let person = PersonId(name.0);
        assert!(matches!(vault.personal(&person, "x"), Err(VaultError::BadName)));
    }
}

#[test]
fn personal_values_can_be_revealed_until_they_are_erased() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let (bob, ann) = (PersonId("p_bob".into()), person());
    let (one, two) = (vault.personal(&ann, CANARY).unwrap(), vault.personal(&ann, CANARY).unwrap());
    let other = vault.personal(&bob, "bob").unwrap();
    assert_ne!(one, two, "each value has a salt of its own");
    drop(vault);
    let vault = open(root.path());
    for personal in [&one, &two] {
        assert_eq!(vault.reveal(personal).unwrap().unwrap().expose(), CANARY);
    }
    vault.erase(&ann).unwrap();
    assert!(vault.reveal(&one).unwrap().is_none());
    drop(vault);
    let vault = open(root.path());
    assert!(vault.reveal(&one).unwrap().is_none() && vault.reveal(&two).unwrap().is_none());
    assert_eq!(vault.reveal(&other).unwrap().unwrap().expose(), "bob");
    assert!(!root.path().join("people/values/p_ann").exists());
}

#[test]
fn a_value_minted_before_erasing_is_not_kept_after_it() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let minted = vault.mint(&person(), CANARY).unwrap();
    assert!(vault.reveal(&minted.personal).unwrap().is_some());
    vault.erase(&person()).unwrap();
    vault.store(&minted).unwrap();
    assert!(vault.reveal(&minted.personal).unwrap().is_none());
}

#[test]
fn an_anonymous_value_is_not_stored() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let personal = Vault::anonymous(CANARY);
    assert_ne!(personal, Vault::anonymous(CANARY));
    assert!(vault.reveal(&personal).unwrap().is_none());
}

#[test]
fn an_incomplete_frame_does_not_affect_others() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let first = vault.personal(&person(), "first").unwrap();
    vault.personal(&person(), "second").unwrap();
    drop(vault);
    let path = root.path().join("people/values/p_ann");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    let vault = open(root.path());
    let third = vault.personal(&person(), "third").unwrap();
    drop(vault);
    let vault = open(root.path());
    assert_eq!(vault.reveal(&first).unwrap().unwrap().expose(), "first");
    assert_eq!(vault.reveal(&third).unwrap().unwrap().expose(), "third");
}

#[test]
fn a_damaged_length_does_not_remove_the_values_behind_it() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    let personals = ["first", "second", "third"].map(|v| vault.personal(&person(), v).unwrap());
    drop(vault);
    let path = root.path().join("people/values/p_ann");
    let bytes = fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    // The highest byte of the length of the first value.
    changed[35] ^= 0x40;
    fs::write(&path, &changed).unwrap();
    assert!(matches!(Vault::open(root.path(), None).err(), Some(VaultError::Damaged { .. })));
    assert_eq!(fs::read(&path).unwrap(), changed);
    assert!(!Vault::check(root.path(), None).unwrap().1.is_empty());
    fs::write(&path, bytes).unwrap();
    assert_eq!(open(root.path()).reveal(&personals[2]).unwrap().unwrap().expose(), "third");
    assert_eq!(Vault::check(root.path(), None).unwrap().1, [""; 0]);
}

#[test]
fn a_check_names_every_file_that_does_not_open_and_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let vault = open(root.path());
    vault.put(Kind::BundleKey, b"key").unwrap();
    vault.personal(&person(), CANARY).unwrap();
    drop(vault);
    assert_eq!(Vault::check(root.path(), None).unwrap(), (5, Vec::new()));
    for (path, bytes) in files_below(root.path()) {
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        fs::write(&path, &changed).unwrap();
        let found = Vault::check(root.path(), None);
        assert!(found.is_err() || !found.unwrap().1.is_empty(), "{path:?}");
        assert_eq!(fs::read(&path).unwrap(), changed, "{path:?}");
        fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn only_its_owner_may_read_it_and_everything_is_encrypted() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().join("vault");
    let vault = open(&root);
    vault.put(Kind::Password, CANARY.as_bytes()).unwrap();
    vault.personal(&person(), CANARY).unwrap();
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(rights(&root), 0o700);
    let files = files_below(&root);
    assert_eq!(files.len(), 5);
    for (path, bytes) in files {
        assert_eq!(rights(&path), 0o600, "{path:?}");
        assert!(!bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes()));
    }
}

#[test]
fn a_key_that_is_missing_short_or_another_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let key = root.path().join("master.key");
    open(root.path()).put(Kind::Totp, b"x").unwrap();
    let right = fs::read(&key).unwrap();
    for weak in [&b""[..], b"short", &[0; 32], &[7; 33], &right[..31]] {
        fs::write(&key, weak).unwrap();
        let refused = Vault::open(root.path(), None).err();
        assert_eq!(refused, Some(VaultError::WeakKey { bytes: weak.len() }));
    }
    fs::write(&key, crate::secret::random::<32>()).unwrap();
    assert_eq!(Vault::open(root.path(), None).err(), Some(VaultError::WrongKey));
    fs::remove_file(&key).unwrap();
    assert_eq!(Vault::open(root.path(), None).err(), Some(VaultError::NoKey));
}

#[test]
fn the_operator_may_keep_the_key_elsewhere() {
    let (root, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let key = elsewhere.path().join("key");
    assert_eq!(Vault::open(root.path(), Some(&key)).err(), Some(VaultError::NoKey));
    fs::write(&key, crate::secret::random::<32>()).unwrap();
    let name = Vault::open(root.path(), Some(&key)).unwrap().put(Kind::Totp, b"x").unwrap();
    assert!(!root.path().join("master.key").exists());
    let vault = Vault::open(root.path(), Some(&key)).unwrap();
    assert_eq!(vault.get(Kind::Totp, &name).unwrap().expose(), b"x");
}

#[test]
fn unfinished_files_of_a_crash_are_removed() {
    let root = tempfile::tempdir().unwrap();
    open(root.path());
    let unfinished = root.path().join("secrets/totp/.tmp-1");
    fs::write(&unfinished, b"half").unwrap();
    let vault = open(root.path());
    assert!(!unfinished.exists());
    assert!(vault.names(Kind::Totp).unwrap().is_empty());
}

/// The content of every file below a directory, by its path.
fn contents(root: &Path) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    files_below(root).into_iter().collect()
}

#[test]
fn a_part_that_is_missing_is_refused_and_nothing_is_touched() {
    for part in [
        "people/keys",
        "people/values",
        "people",
        "secrets/totp",
        "secrets/recovery",
        "secrets",
        "check",
    ] {
        let root = tempfile::tempdir().unwrap();
        let vault = open(root.path());
        vault.put(Kind::Totp, b"x").unwrap();
        let personal = vault.personal(&person(), CANARY).unwrap();
        drop(vault);
        let aside = tempfile::tempdir().unwrap();
        fs::rename(root.path().join(part), aside.path().join("part")).unwrap();
        let before = contents(root.path());
        let refused = Vault::open(root.path(), None).err();
        assert!(matches!(refused, Some(VaultError::Incomplete { .. })), "{part}: {refused:?}");
        assert_eq!(contents(root.path()), before, "{part}");
        fs::rename(aside.path().join("part"), root.path().join(part)).unwrap();
        let vault = open(root.path());
        assert_eq!(vault.reveal(&personal).unwrap().unwrap().expose(), CANARY, "{part}");
    }
}

#[test]
fn values_without_a_key_are_kept_unless_they_are_being_erased() {
    let root = tempfile::tempdir().unwrap();
    let keys = root.path().join("people/keys");
    open(root.path()).personal(&PersonId("p_bob".into()), "bob").unwrap();
    let older = fs::read(&keys).unwrap();
    let personal = open(root.path()).personal(&person(), CANARY).unwrap();
    let newer = fs::read(&keys).unwrap();
    fs::write(&keys, older).unwrap();
    let refused = Vault::open(root.path(), None).err().map(|error| error.to_string());
    assert!(refused.as_ref().is_some_and(|why| why.contains("p_ann")), "{refused:?}");
    fs::write(&keys, newer).unwrap();
    assert!(open(root.path()).reveal(&personal).unwrap().is_some());
    // As if the process stopped right after the decision to erase.
    fs::write(root.path().join("people/values/p_ann.erasing"), b"").unwrap();
    let vault = open(root.path());
    assert!(vault.reveal(&personal).unwrap().is_none());
    assert_eq!(vault.people(), [PersonId("p_bob".into())]);
    assert_eq!(files_below(&root.path().join("people/values")).len(), 1);
}

#[test]
fn a_vault_that_attests_nothing_yet_opens_and_attests_when_it_is_asked_to() {
    let root = tempfile::tempdir().unwrap();
    let personal = open(root.path()).personal(&person(), CANARY).unwrap();
    let key = fs::read(root.path().join("master.key")).unwrap();
    let key = KeyBytes::new(key.try_into().unwrap());
    let place = seal::Place { kind: "check", field: "", name: "" };
    let sealed = seal::seal(&key, place, b"waybill").unwrap();
    fs::write(root.path().join("check"), sealed).unwrap();
    let before = contents(root.path());
    let vault = open(root.path());
    assert!(vault.reveal(&personal).unwrap().is_some());
    assert_eq!(contents(root.path()), before, "opening changes nothing");
    vault.attest().unwrap();
    drop(vault);
    fs::remove_dir_all(root.path().join("people")).unwrap();
    assert!(matches!(Vault::open(root.path(), None).err(), Some(VaultError::Incomplete { .. })));
}
