//! The manifest of a data directory: if a part is missing, empty or from another installation, nothing starts and
//! nothing is changed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use waybill_tests::{Place, run};

use crate::{own, signed_in};

/// Every file of a directory with its content, except the journal's files about who has opened it.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.insert(path, bytes);
        }
    }
    found
}

/// Asserts that the server and all commands refuse to start and name the missing part, and that nothing changes.
fn refused(place: &Place, words: &str) {
    let before = contents(&place.data());
    let mut ended = vec![("serve".to_owned(), place.start_fails("127.0.0.1:0"))];
    for command in [
        "user list",
        "user reset-password ann",
        "token list",
        "licence show",
        "release-bundle list",
        "audit list",
        "audit replay --platform",
        "audit verify",
        "fsck",
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
        ended.push((command.to_owned(), place.run(&arguments)));
    }
    for (command, output) in ended {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {text}");
        assert!(text.contains(words), "{command}: {words}: {text}");
    }
    assert!(contents(&place.data()) == before, "{words}: something was changed");
}

/// A place whose server was set up, used and stopped.
async fn used() -> Place {
    let place = Place::new();
    let server = own(&place).await;
    signed_in(&server).await;
    assert!(server.stop().success());
    place
}

fn aside(place: &Place, part: &str) -> PathBuf {
    let aside = place.path(&part.replace('/', "-"));
    fs::rename(place.data().join(part), &aside).expect("it is moved");
    aside
}

fn back(place: &Place, aside: &Path, part: &str) {
    fs::rename(aside, place.data().join(part)).expect("it is moved back");
}

#[test]
fn a_missing_or_empty_part_is_reported_and_nothing_is_removed() {
    run(async {
        let place = used().await;
        for part in
            ["journal/platform", "journal/sessions", "journal", "vault", "logo", "release-bundles"]
        {
            let words = if part == "journal" { "journal/sessions" } else { part };
            let aside = aside(&place, part);
            refused(&place, words);
            // An empty directory, as where a volume is not mounted. For other parts an empty folder may be intentional,
            // where data has to be given up.
            if part.starts_with("journal") || part == "vault" {
                fs::create_dir(place.data().join(part)).expect("an empty directory");
                refused(&place, words);
                fs::remove_dir(place.data().join(part)).expect("it is empty");
            }
            back(&place, &aside, part);
        }
        let server = place.start();
        signed_in(&server).await;
    });
}

#[test]
fn a_swapped_or_foreign_part_is_reported() {
    run(async {
        let place = used().await;
        let (sessions, platform) = ("journal/sessions", "journal/platform");
        let (one, other) = (aside(&place, sessions), aside(&place, platform));
        back(&place, &one, platform);
        back(&place, &other, sessions);
        refused(&place, "lies in the place of");
        let (one, other) = (aside(&place, platform), aside(&place, sessions));
        back(&place, &one, sessions);
        back(&place, &other, platform);
        let foreign = used().await;
        for part in [sessions, platform, "vault"] {
            let own = aside(&place, part);
            fs::rename(foreign.data().join(part), place.data().join(part)).expect("it is moved");
            refused(&place, &format!("another installation's lies in the place of {part}"));
            fs::rename(place.data().join(part), foreign.data().join(part)).expect("it is moved");
            back(&place, &own, part);
        }
        signed_in(&place.start()).await;
    });
}

#[test]
fn missing_keys_of_users_are_reported_and_listing_users_changes_nothing() {
    run(async {
        let place = used().await;
        let keys = aside(&place, "vault/people/keys");
        let before = contents(&place.data().join("vault"));
        let listed = place.run(&["user", "list", "--data", "{data}"]);
        assert_eq!(listed.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&listed.stderr).contains("vault/people/keys"));
        assert_eq!(place.start_fails("127.0.0.1:0").status.code(), Some(2));
        assert!(contents(&place.data().join("vault")) == before, "values were removed");
        back(&place, &keys, "vault/people/keys");
        let before = contents(&place.data().join("vault"));
        let listed = place.run(&["user", "list", "--data", "{data}"]);
        assert!(String::from_utf8_lossy(&listed.stdout).contains("ann"));
        assert!(contents(&place.data().join("vault")) == before, "listing changed something");
        signed_in(&place.start()).await;
    });
}

/// Removes the files that builds before the manifest did not write.
fn as_an_older_build_left_it(place: &Place) {
    for file in ["manifest.json", "journal/sessions/ID", "journal/platform/ID", "vault/ID"] {
        fs::remove_file(place.data().join(file)).expect("it exists");
    }
}

#[test]
fn a_complete_directory_without_a_manifest_is_adopted() {
    run(async {
        let place = used().await;
        as_an_older_build_left_it(&place);
        for part in ["journal/platform", "journal/sessions", "vault"] {
            let aside = aside(&place, part);
            refused(&place, part);
            back(&place, &aside, part);
        }
        assert_eq!(place.run(&["user", "list", "--data", "{data}"]).status.code(), Some(0));
        assert!(!place.data().join("manifest.json").exists(), "only a start adopts it");
        let server = place.start();
        signed_in(&server).await;
        assert!(server.stop().success());
        assert!(place.data().join("manifest.json").exists());
        aside(&place, "journal/platform");
        refused(&place, "journal/platform");
    });
}

#[test]
fn an_interrupted_first_start_is_repeated() {
    run(async {
        let place = used().await;
        let data = place.data();
        for part in ["journal/platform", "vault", "logo", "instance", "epoch"] {
            aside(&place, part);
        }
        let begun = r#"{"format": 1, "state": "beginning"}"#;
        fs::write(data.join("manifest.json"), begun).expect("it is written");
        assert_eq!(place.run(&["user", "list", "--data", "{data}"]).status.code(), Some(2));
        own(&place).await;
    });
}

#[test]
fn a_manifest_of_a_newer_build_or_that_is_damaged_is_left_alone() {
    let place = Place::new();
    place.start().stop();
    let manifest = place.data().join("manifest.json");
    fs::write(&manifest, r#"{"format": 2}"#).expect("it is written");
    refused(&place, "newer Waybill");
    fs::write(&manifest, "{").expect("it is written");
    refused(&place, "is damaged");
    fs::write(&manifest, r#"{"format": 1, "state": "whole"}"#).expect("it is written");
    refused(&place, "manifest.json does not name journal/sessions");
}

/// The rights of a file or a directory.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it exists").permissions().mode() & 0o777
}

fn open_to_others(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its own directory");
}

#[test]
fn a_data_directory_is_its_owners_alone() {
    run(async {
        let place = used().await;
        let data = place.data();
        assert_eq!(mode(&data), 0o700);
        for file in contents(&data).keys() {
            assert_eq!(mode(file) & 0o077, 0, "{}", file.display());
        }

        // Folders of an earlier build are taken from others as they are opened.
        let folders = ["journal", "vault", "log"].map(|folder| data.join(folder));
        for folder in &folders {
            open_to_others(folder);
        }
        assert!(place.start().stop().success());
        for folder in folders {
            assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        }
    });
}

#[test]
fn a_directory_that_was_there_before_keeps_its_rights() {
    let place = Place::new();
    fs::create_dir(place.data()).expect("a directory");
    fs::write(place.data().join("letter.txt"), "mine").expect("a file");
    open_to_others(&place.data());
    assert!(place.start().stop().success());
    assert_eq!(mode(&place.data()), 0o755);
    assert_eq!(mode(&place.data().join("journal")), 0o700);
    assert_eq!(mode(&place.data().join("instance")) & 0o077, 0);
}

/// Bytes on the disk of everything below a directory.
fn disk_bytes(root: &Path) -> u64 {
    let entries =
        fs::read_dir(root).expect("a directory").map(|entry| entry.expect("an entry").path());
    let bytes = |path: PathBuf| {
        if path.is_dir() {
            disk_bytes(&path)
        } else {
            fs::metadata(&path).expect("a file").blocks() * 512
        }
    };
    entries.map(bytes).sum()
}

#[test]
fn a_fresh_directory_takes_at_most_24_mb() {
    let place = Place::new();
    let server = place.start();
    let bytes = disk_bytes(&place.data());
    assert!(bytes <= 24_000_000, "{bytes} bytes");
    drop(server);
}

#[test]
fn damage_of_the_vault_and_of_the_ids_is_named() {
    run(async {
        let place = used().await;
        let check = || {
            let checked = place.run(&["fsck", "--data", "{data}"]);
            let text = [checked.stdout, checked.stderr].concat();
            (checked.status.code(), String::from_utf8_lossy(&text).into_owned())
        };
        assert_eq!(check().0, Some(0), "{}", check().1);
        let values = place.data().join("vault/people/values");
        let first = |folder: &Path| {
            fs::read_dir(folder).expect("listed").next().expect("a file").expect("it").path()
        };
        for (path, words) in [
            (first(&values), "a value of p_"),
            (first(&place.data().join("vault/secrets/password")), "the password s_"),
            (place.data().join("vault/people/keys"), "the file of the people's keys"),
            (place.data().join("instance"), "instance is missing or was changed"),
            (place.data().join("epoch"), "epoch is missing or was changed"),
        ] {
            let bytes = fs::read(&path).expect("a file");
            let mut changed = bytes.clone();
            // An upper-case digit is as good a digit as a lower-case one.
            changed[bytes.len() / 2] ^= if path.ends_with("instance") { 0x01 } else { 0x40 };
            fs::write(&path, changed).expect("it is written");
            let (code, text) = check();
            assert!(code != Some(0) && text.contains(words), "{code:?} {words}: {text}");
            fs::write(&path, bytes).expect("it is written");
        }
        assert_eq!(check().0, Some(0), "{}", check().1);
    });
}

#[test]
fn a_repair_is_described_before_it_is_carried_out() {
    run(async {
        let place = used().await;
        let db = place.data().join("journal/platform/gen-000001/db");
        let mut bytes = fs::read(&db).expect("a store");
        // The header of the store's first segment, of which no record is a part.
        bytes[6] ^= 0x10;
        fs::write(&db, bytes).expect("it is written");
        let fsck = |flags: &[&str]| {
            let output = place.run(&[&["fsck", "--data", "{data}"], flags].concat());
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        assert_eq!(fsck(&[]).0, Some(1));
        let before = contents(&place.data());
        let (code, printed) = fsck(&["--repair"]);
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains("would write generation 1 again from its frames"), "{printed}");
        let after = contents(&place.data());
        let changed = |(path, bytes): (&PathBuf, &Vec<u8>)| after.get(path) != Some(bytes);
        let mut paths = before.iter().filter(|entry| changed(*entry)).map(|(path, _)| path);
        assert!(paths.all(|path| path.ends_with("LOCK")), "something was changed");
        let (code, printed) = fsck(&["--repair", "--yes"]);
        assert_eq!(
            (code, printed.contains("done: write generation 1")),
            (Some(0), true),
            "{printed}"
        );
        assert_eq!(fsck(&[]).0, Some(0), "{}", fsck(&[]).1);
        let server = place.start();
        signed_in(&server).await;
    });
}
