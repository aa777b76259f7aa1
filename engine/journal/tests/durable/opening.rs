//! Opening: what is rejected, and what is repaired.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use waybill_journal::{AppendError, Health, Journal, fsck};

use crate::sample::group;
use crate::{Place, copy};

#[tokio::test]
async fn a_journal_in_use_is_refused_with_the_process() {
    let place = Place::new();
    let journal = place.open().expect("it opens");
    let message = place.refusal();
    assert!(message.contains(&format!("in use by process {}", std::process::id())), "{message}");
    assert!(fsck(&place.dir()).is_err());
    drop(journal);
    place.open().expect("it opens again");
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let place = Place::new();
    place.filled(1).await;
    fs::write(place.dir().join("FORMAT"), "waybill-journal 5\n").expect("written");
    assert!(place.refusal().contains("made by a newer Waybill"));
    fs::write(place.dir().join("FORMAT"), "something\n").expect("written");
    assert!(place.refusal().contains("format file"));
}

#[tokio::test]
async fn an_older_format_is_raised_by_the_first_append_and_not_before() {
    let place = Place::new();
    place.filled(1).await;
    let format = || fs::read_to_string(place.dir().join("FORMAT")).expect("a format");
    fs::write(place.dir().join("FORMAT"), "waybill-journal 1\n").expect("written");
    drop(place.open().expect("it opens"));
    assert_eq!(format(), "waybill-journal 1\n", "reading must leave the way back open");
    place.filled(1).await;
    assert_eq!(format(), "waybill-journal 4\n");
}

#[tokio::test]
async fn fewer_records_than_in_head_are_refused() {
    let place = Place::new();
    place.filled(2).await;
    let older = place.dir().with_extension("older");
    copy(&place.dir().join("gen-000001"), &older);
    place.filled(2).await;
    // The store comes up as it was two groups ago, as sled can after a loss.
    fs::remove_dir_all(place.dir().join("gen-000001")).expect("removed");
    copy(&older, &place.dir().join("gen-000001"));
    assert!(place.refusal().contains("HEAD tells of 12 and 6 are left"));

    // After an unclean stop a copy is made first, and is kept and named.
    place.make_unclean();
    let message = place.refusal();
    assert!(message.contains("aside"), "{message}");
    assert!(place.dir().join("aside/gen-000001/db").exists());

    // An empty store does not make the journal a new one.
    fs::remove_dir_all(place.dir().join("gen-000001")).expect("removed");
    assert!(place.refusal().contains("HEAD tells of 12 and 0 are left"));
}

#[tokio::test]
async fn a_history_other_than_that_of_head_is_refused() {
    let (place, other) = (Place::new(), Place::new());
    place.filled(2).await;
    let journal = other.open().expect("it opens");
    journal.append(group(&journal, "session/b", 6)).await.expect("appended");
    journal.close().expect("closed");
    fs::copy(other.dir().join("HEAD"), place.dir().join("HEAD")).expect("copied");
    assert!(place.refusal().contains("record number 6 is not the one that HEAD tells of"));
    fs::remove_file(place.dir().join("HEAD")).expect("removed");
    assert!(place.refusal().contains("HEAD is missing"));
}

#[tokio::test]
async fn an_unfinished_snapshot_and_the_copy_are_removed() {
    let place = Place::new();
    place.filled(2).await;
    place.make_unclean();
    let unfinished = place.dir().join("gen-000001/snap.00000000000000FF.generating");
    fs::write(&unfinished, "half").expect("written");
    let journal = place.open().expect("it opens");
    assert_eq!(journal.count(), 6);
    assert!(!unfinished.exists());
    assert!(!place.dir().join("aside").exists());
}

#[tokio::test]
async fn a_generation_that_is_missing_is_named() {
    let mut place = Place::new();
    place.options.generation_bytes = 20_000;
    place.filled_until(&place.dir().join("gen-000003")).await;
    fs::remove_dir_all(place.dir().join("gen-000002")).expect("removed");
    let message = place.refusal();
    assert!(message.contains("generation 2 is missing"), "{message}");
}

/// A power cut in the middle of a group leaves its first frames. Later appends reuse their numbers.
#[tokio::test]
async fn the_rest_of_a_group_is_gone_for_good() {
    let place = Place::new();
    place.filled(1).await;
    let head = place.dir().join("HEAD");
    let before = fs::read_to_string(&head).expect("HEAD");
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/a", 300)).await.expect("appended");
    journal.close().expect("closed");
    remove_last_frame(&place.dir().join("gen-000001"));
    fs::write(&head, before).expect("written");
    place.make_unclean();

    for (count, opening) in [(3, "the first"), (6, "the second"), (9, "the third")] {
        let journal = place.open().unwrap_or_else(|error| panic!("{opening} opening: {error}"));
        assert_eq!(journal.count(), count, "{opening} opening");
        journal.append(group(&journal, "session/a", 3)).await.expect("appended");
        journal.close().expect("closed");
        let report = fsck(&place.dir()).expect("it runs");
        assert!(report.is_ok(), "after {opening} opening: {report:?}");
    }
}

/// Makes a store with all frames but the newest, and checks that one of the same group stays.
fn remove_last_frame(generation: &Path) {
    // Opened with the same configuration as by the journal.
    let open = |path: &Path| {
        let config = sled::Config::new().path(path).segment_size(4 * 1024 * 1024);
        config.flush_every_ms(None).open().expect("the store opens")
    };
    let db = open(generation);
    let mut frames: Vec<(sled::IVec, sled::IVec, sled::IVec)> = Vec::new();
    for name in db.tree_names() {
        for entry in &db.open_tree(&name).expect("a tree") {
            let (key, bytes) = entry.expect("a frame");
            frames.push((key, bytes, name.clone()));
        }
    }
    drop(db);
    frames.sort();
    assert!(frames.len() >= 4, "one frame of before and three of the group: {}", frames.len());
    frames.pop();
    // In a new file, since the bytes of a removed frame stay where they were.
    fs::remove_dir_all(generation).expect("removed");
    let db = open(generation);
    for (key, bytes, name) in frames {
        db.open_tree(name).expect("a tree").insert(key, bytes).expect("inserted");
    }
    db.flush().expect("flushed");
}

#[tokio::test]
async fn without_room_for_the_copy_it_opens_read_only() {
    let mut place = Place::new();
    place.filled(2).await;
    place.make_unclean();
    place.options.free_space = Arc::new(|_| Ok(1_000));
    place.options.free_floor_bytes = 0;
    let journal = place.open().expect("it opens");
    assert_eq!(journal.read("session/a", 1, 10).expect("read").len(), 6);
    let refused = journal.append(group(&journal, "session/a", 1)).await;
    assert!(
        matches!(&refused, Err(AppendError::ReadOnly { why }) if why.contains("no room")),
        "{refused:?}"
    );
    assert!(matches!(journal.health(), Health::ReadOnly { .. }));
    drop(journal);
    // sled would take the rest of the segment away behind a byte that was changed.
    let store = place.dir().join("gen-000001/db");
    let mut bytes = fs::read(&store).expect("read");
    let used = bytes.iter().rposition(|byte| *byte != 0).expect("it holds something");
    bytes[used] ^= 1;
    fs::write(&store, &bytes).expect("written");
    drop(place.open());
    assert!(fs::read(&store).expect("read") == bytes, "it was overwritten");
}

/// Bytes of sled's own files are flipped: every fault is reported, and none panics.
#[tokio::test]
async fn a_flipped_byte_in_the_store_is_reported() {
    let place = Place::new();
    place.filled(40).await;
    let db = place.dir().join("gen-000001/db");
    let sound = fs::read(&db).expect("read");
    let used = sound.iter().rposition(|byte| *byte != 0).expect("it holds something");
    let mut found = 0;
    for step in 0..24 {
        let kept = place.dir().with_extension(format!("kept{step}"));
        copy(&place.dir(), &kept);
        let mut changed = sound.clone();
        changed[used * step / 24] ^= 0x10;
        fs::write(&db, changed).expect("written");
        let report = fsck(&place.dir()).expect("it runs");
        let opened = place.open().map(drop);
        // A byte of free space or of padding changes nothing that is stored.
        assert_eq!(
            report.is_ok(),
            opened.is_ok(),
            "byte {}: {report:?} {opened:?}",
            used * step / 24
        );
        found += usize::from(!report.is_ok());
        fs::remove_dir_all(place.dir()).expect("removed");
        copy(&kept, &place.dir());
    }
    assert!(found > 0, "no flipped byte was found");
    place.open().expect("it opens as it was");
}

#[tokio::test]
async fn a_flipped_byte_in_a_sealed_generation_is_reported() {
    let mut place = Place::new();
    place.options.generation_bytes = 20_000;
    let sealed = place.dir().join("gen-000001/sealed");
    place.filled_until(&sealed).await;
    let sound = fs::read(&sealed).expect("a generation was sealed");
    assert!(fsck(&place.dir()).expect("it runs").is_ok());
    for byte in (0..sound.len()).step_by(97) {
        let mut changed = sound.clone();
        changed[byte] ^= 4;
        fs::write(&sealed, changed).expect("written");
        let report = fsck(&place.dir()).expect("it runs");
        assert!(!report.is_ok(), "byte {byte}");
    }
}
