//! Why a journal does not open: a full disk and another program's lock are not called damage.

use std::error::Error;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use waybill_journal::{Journal, OpenError, fsck};

use crate::Place;

#[tokio::test]
async fn a_conf_that_is_incomplete_is_written_again() {
    let place = Place::new();
    place.filled(2).await;
    let conf = place.dir().join("gen-000001/conf");
    let whole = fs::read(&conf).expect("a conf");
    for length in [0, 4, 9, 20, whole.len() - 1] {
        fs::write(&conf, &whole[..length]).expect("written");
        let journal = place.open().unwrap_or_else(|error| panic!("{length} bytes: {error}"));
        assert_eq!(journal.count(), 6, "{length} bytes");
        drop(journal);
        assert_eq!(fs::read(&conf).expect("a conf"), whole, "{length} bytes");
    }
    // One whose checksum is right is not replaced: it says that another build wrote the store.
    let text = b"segment_size: 524288\nuse_compression: false\nversion: 0.34\n";
    let sum = crc32fast::hash(text).to_le_bytes();
    fs::write(&conf, [&text[..], &sum].concat()).expect("written");
    assert!(place.refusal().contains("generation 1"));
}

#[tokio::test]
async fn a_lock_of_another_program_is_named() {
    let place = Place::new();
    place.filled(2).await;
    let file = File::open(place.dir().join("gen-000001/db")).expect("a file");
    file.lock().expect("locked");
    let error = place.open().map(drop).expect_err("it is locked");
    let process = std::process::id();
    assert!(
        matches!(&error, OpenError::Locked { holder, .. }
        if *holder == format!("process {process}")),
        "{error}"
    );
    assert!(error.to_string().contains("Nothing is damaged"), "{error}");
    drop(file);
    assert_eq!(place.open().expect("it opens").count(), 6);
}

#[tokio::test]
async fn a_full_disk_is_named_and_nothing_is_lost() {
    let place = Place::new();
    place.filled(2).await;
    // Every write to this device fails as on a full disk.
    let full = place.dir().join("HEAD.tmp");
    symlink("/dev/full", &full).expect("a link");
    let error = place.open().map(drop).expect_err("the disk is full");
    assert!(matches!(error, OpenError::NoSpace { .. }), "{error}");
    assert!(error.to_string().contains("make room"), "{error}");
    fs::remove_file(&full).expect("removed");
    assert_eq!(place.open().expect("it opens").count(), 6);
    assert!(fsck(&place.dir()).expect("it runs").is_ok());
}

#[tokio::test]
async fn an_error_of_the_system_is_printed_once() {
    let place = Place::new();
    place.filled(1).await;
    fs::remove_file(place.dir().join("LOCK")).expect("removed");
    fs::create_dir(place.dir().join("LOCK")).expect("a directory in its place");
    let error = place.open().map(drop).expect_err("it cannot be locked");
    assert_eq!(error.to_string().matches("os error").count(), 1, "{error}");
    // What prints the chain of causes prints these too.
    assert!(error.source().is_none(), "{error}");
}

#[tokio::test]
async fn an_unreadable_head_is_damage() {
    let place = Place::new();
    place.filled(1).await;
    fs::write(place.dir().join("HEAD"), "{\"count\"").expect("written");
    let error = place.open().map(drop).expect_err("HEAD is damaged");
    assert!(matches!(&error, OpenError::Damaged { what, .. } if what.contains("HEAD")), "{error}");
}

#[tokio::test]
async fn damage_is_named_without_the_words_of_the_store() {
    let place = Place::new();
    place.filled(40).await;
    // Opening writes a snapshot.
    place.filled(1).await;
    let generation = fs::read_dir(place.dir().join("gen-000001")).expect("listed");
    let mut paths = generation.map(|entry| entry.expect("an entry").path());
    let is_snapshot = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("snap."))
    };
    let snapshot = paths.find(is_snapshot).expect("a snapshot");
    let mut bytes = fs::read(&snapshot).expect("a snapshot");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&snapshot, bytes).expect("written");
    let error = place.open().map(drop).expect_err("the snapshot is damaged");
    assert!(matches!(&error, OpenError::Damaged { .. }), "{error}");
    assert!(!error.to_string().contains("backtrace"), "{error}");
}
