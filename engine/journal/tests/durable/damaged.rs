//! A damaged journal: what is whole can be read, what is not is named, and nothing is changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use waybill_journal::durable::repair;
use waybill_journal::{
    AppendError, DurableJournal, Group, Health, Journal, OpenError, ReadError, fsck, scan_all,
};

use crate::Place;
use crate::sample::{draft, group};

/// A journal of ten streams with a frame each, 30 records, closed in order.
async fn ten_streams() -> Place {
    let mut place = Place::new();
    place.options.reads_damaged = true;
    let journal = place.open().expect("it opens");
    for stream in 0..10 {
        let stream = format!("session/{stream}");
        journal.append(group(&journal, &stream, 3)).await.expect("appended");
    }
    journal.close().expect("closed");
    place
}

/// A journal of several generations, closed in order, and the number of its records.
async fn sealed() -> (Place, usize) {
    let mut place = Place::new();
    place.options.reads_damaged = true;
    place.options.generation_bytes = 20_000;
    let mut records = 0;
    // On a busy machine a generation takes more, until the next one is prepared.
    while !place.dir().join("gen-000005").exists() {
        place.filled(60).await;
        records += 180;
    }
    (place, records)
}

/// Flips a bit in every copy of the frame whose first stream is this one: the store writes some frames twice.
fn damage_frame_of(path: &Path, stream: &str) {
    flip_in_frame_of(path, stream, 300);
}

/// Flips a bit this far from the beginning of every such copy.
fn flip_in_frame_of(path: &Path, stream: &str, offset: usize) {
    let mut bytes = fs::read(path).expect("a file");
    let begins = |at: &usize| {
        bytes[*at..].starts_with(b"WBFR") && bytes[*at + 33..].starts_with(stream.as_bytes())
    };
    let places: Vec<usize> = (0..bytes.len() - 64).filter(begins).collect();
    assert!(!places.is_empty(), "{stream} has a frame");
    for at in places {
        bytes[at + offset] ^= 0x10;
    }
    fs::write(path, bytes).expect("written");
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("a file");
    bytes[at] ^= 0x10;
    fs::write(path, bytes).expect("written");
}

/// Every file except the copies and the file with the process.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root).expect("listed") {
        let path = entry.expect("an entry").path();
        if path.ends_with("aside") || path.ends_with("LOCK") || path.ends_with("blobs") {
            continue;
        }
        if path.is_dir() {
            found.extend(contents(&path));
        } else if !path.ends_with("db") {
            found.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    found
}

/// What the administrator gets to know. Clients get no paths and no names.
fn why_read_only(journal: &DurableJournal) -> String {
    match journal.health() {
        Health::ReadOnly { why } => assert!(why.contains("damaged") && !why.contains('/'), "{why}"),
        other => panic!("{other:?}"),
    }
    journal.warnings().join(" ")
}

async fn only_one_stream_is_lost(place: &Place, lost: &str) {
    let journal = place.open().expect("it opens for reading");
    for stream in (0..10).map(|stream| format!("session/{stream}")) {
        let read = journal.read(&stream, 1, 10);
        if stream == lost {
            assert!(matches!(read, Err(ReadError::Damaged { .. })), "{stream}: {read:?}");
        } else {
            assert_eq!(read.expect("it is whole").len(), 3, "{stream}");
        }
    }
    let refused = journal.append(group(&journal, "session/1", 1)).await;
    assert!(matches!(refused, Err(AppendError::ReadOnly { .. })), "{refused:?}");
    let why = why_read_only(&journal);
    assert!(why.contains("is damaged") && why.contains(lost), "{why}");
    assert!(why.contains("27 records of it can be read; 3 cannot"), "{why}");
    // Scanning names the gap, and can go on behind it.
    let first: Vec<_> = scan_all(&journal, 0).take_while(Result::is_ok).collect();
    let behind = journal.readable_from(first.len() as u64 + 1).expect("there is more");
    assert_eq!(behind, first.len() as u64 + 3);
    assert!(scan_all(&journal, behind).all(|record| record.is_ok()));
    journal.close().expect("closed");
}

#[tokio::test]
async fn a_flipped_bit_in_the_open_generation_loses_one_stream() {
    let place = ten_streams().await;
    let db = place.dir().join("gen-000001/db");
    damage_frame_of(&db, "session/4");
    let length = fs::metadata(&db).expect("the store").len();
    let before = contents(&place.dir());
    let mut strict = place.options.clone();
    strict.reads_damaged = false;
    let error = DurableJournal::open(&place.dir(), strict).map(drop).expect_err("it is damaged");
    assert!(matches!(error, OpenError::Damaged { .. } | OpenError::Lost { .. }), "{error}");
    assert!(error.to_string().contains("aside"), "{error}");
    // Each opening finds the same, though the store overwrites what it cannot read.
    for _ in 0..3 {
        only_one_stream_is_lost(&place, "session/4").await;
        let copy = fs::metadata(place.dir().join("aside/gen-000001/db")).expect("a copy");
        assert_eq!(copy.len(), length);
    }
    let after = contents(&place.dir());
    for (path, bytes) in before {
        let is_snapshot = path.to_string_lossy().contains("snap.");
        assert!(is_snapshot || after.get(&path) == Some(&bytes), "{} changed", path.display());
    }
}

#[tokio::test]
async fn damage_of_the_store_alone_loses_nothing() {
    let place = ten_streams().await;
    let db = place.dir().join("gen-000001/db");
    // The header of the store's first segment.
    flip(&db, 6);
    let journal = place.open().expect("it opens for reading");
    assert_eq!(journal.count(), 30);
    assert_eq!(scan_all(&journal, 0).flatten().count(), 30);
    assert!(why_read_only(&journal).contains("All of its records are whole"));
}

#[tokio::test]
async fn a_sealed_generation_is_read_without_its_list_of_frames() {
    let (place, records) = sealed().await;
    let sealed = place.dir().join("gen-000003/sealed");
    let length = fs::read(&sealed).expect("it is sealed").len();
    // The checksum of the headers.
    flip(&sealed, length - 6);
    let journal = place.open().expect("it opens for reading");
    assert_eq!(scan_all(&journal, 0).flatten().count(), records);
    let why = why_read_only(&journal);
    assert!(why.contains("generation 3") && why.contains("All of its records are whole"), "{why}");
}

#[tokio::test]
async fn another_history_and_a_missing_generation_are_refused_all_the_same() {
    let (place, records) = sealed().await;
    let aside = place.dir().with_extension("moved");
    fs::rename(place.dir().join("gen-000002"), &aside).expect("moved");
    assert!(place.refusal().contains("generation 2 is missing"));
    fs::rename(&aside, place.dir().join("gen-000002")).expect("moved back");
    drop(place.open().expect("it opens"));
    let other = Place::new();
    let journal = other.open().expect("it opens");
    journal.append(group(&journal, "session/other", records)).await.expect("appended");
    journal.close().expect("closed");
    fs::copy(other.dir().join("HEAD"), place.dir().join("HEAD")).expect("copied");
    let words = format!("record number {records} is not the one that HEAD tells of");
    assert!(place.refusal().contains(&words));
}

#[tokio::test]
async fn a_flipped_bit_in_a_sealed_generation_stops_only_its_frame() {
    let (place, records) = sealed().await;
    let sealed = place.dir().join("gen-000002/sealed");
    let length = fs::read(&sealed).expect("it is sealed").len();
    flip(&sealed, length / 4);
    let journal = place.open().expect("it opens");
    let whole = scan_all(&journal, 0).take_while(Result::is_ok).count() as u64;
    assert!(whole > 3 && whole < records as u64, "{whole}");
    let behind = journal.readable_from(whole).expect("there is more");
    assert_eq!(behind, whole + 3);
    assert!(scan_all(&journal, behind).all(|record| record.is_ok()));
    // From then on nothing is appended.
    why_read_only(&journal);
    assert!(journal.is_broken("session/a"));
    let refused = journal.append(group(&journal, "session/b", 1)).await;
    assert!(matches!(refused, Err(AppendError::ReadOnly { .. })), "{refused:?}");
}

#[tokio::test]
async fn damage_of_a_sealed_generation_is_known_after_a_restart() {
    let (mut place, records) = sealed().await;
    let sealed = place.dir().join("gen-000002/sealed");
    let at = fs::read(&sealed).expect("it is sealed").len() / 4;
    flip(&sealed, at);
    let journal = place.open().expect("it opens");
    assert!(matches!(journal.health(), Health::Writable), "it is not known yet");
    assert!(scan_all(&journal, 0).any(|record| record.is_err()));
    journal.close().expect("closed");
    for _ in 0..2 {
        let journal = place.open().expect("it opens");
        why_read_only(&journal);
        assert!(journal.is_broken("session/a"), "before anything is read");
        assert!(journal.damage().is_some_and(|what| what.contains("session/a")));
        assert!(journal.warnings().iter().any(|warning| warning.contains("found before")));
        journal.close().expect("closed");
    }
    place.options.reads_damaged = false;
    let error = place.open().map(drop).expect_err("it is damaged");
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");

    // A file that is whole again is no longer known as damaged.
    flip(&sealed, at);
    let journal = place.open().expect("it opens");
    assert!(matches!(journal.health(), Health::Writable));
    assert_eq!(journal.damage(), None);
    assert_eq!(scan_all(&journal, 0).flatten().count(), records);
    assert!(!place.dir().join("DAMAGED").exists());
}

#[tokio::test]
async fn all_sealed_generations_are_read_in_parts() {
    let (place, _) = sealed().await;
    let mut journal = place.open().expect("it opens");
    // What was full is sealed in the background, which must not add to what is counted.
    let is_sealed = |number: u32| place.dir().join(format!("gen-{number:06}/sealed")).exists();
    let since = Instant::now();
    while !(1..5).all(is_sealed) {
        assert!(since.elapsed() < Duration::from_secs(60), "generations are not sealed");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    journal.close().expect("closed");
    journal = place.open().expect("it opens");
    let all = journal.sealed_bytes();
    assert!(all > 50_000, "{all}");
    let (mut read, mut parts) = (0, 0);
    while read < all {
        let part = journal.scrub(1_000);
        assert_eq!(part.damaged, Vec::<String>::new());
        assert!((1_000..20_000).contains(&part.bytes) || read + part.bytes == all, "{part:?}");
        read += part.bytes;
        parts += 1;
        if parts % 7 == 0 {
            // It goes on where it was.
            journal.close().expect("closed");
            journal = place.open().expect("it opens");
        }
    }
    assert_eq!(read, all, "each frame was read once");
    assert!(matches!(journal.health(), Health::Writable));

    let sealed = place.dir().join("gen-000003/sealed");
    flip(&sealed, fs::read(&sealed).expect("it is sealed").len() / 4);
    let mut damaged = Vec::new();
    for _ in 0..3 * parts {
        damaged.extend(journal.scrub(1_000).damaged);
    }
    assert_eq!(damaged.len(), 1, "each is named once: {damaged:?}");
    assert!(damaged[0].contains("generation 3"), "{damaged:?}");
    why_read_only(&journal);
}

#[tokio::test]
async fn streams_that_may_have_lost_their_end_are_known() {
    // The second byte of the name in the table, so that it is unknown which stream the frame is of.
    for (offset, doubtful) in [(34, 0..5), (300, 4..5)] {
        let place = ten_streams().await;
        flip_in_frame_of(&place.dir().join("gen-000001/db"), "session/4", offset);
        let journal = place.open().expect("it opens for reading");
        for stream in 0..10 {
            // The only frame of session/4 is lost; a copy elsewhere may be outdated.
            let found = journal.may_lack_newest(&format!("session/{stream}"));
            assert_eq!(found, doubtful.contains(&stream), "session/{stream}, byte {offset}");
        }
    }
    // The newest frame: any stream may have had records in it.
    let place = ten_streams().await;
    flip_in_frame_of(&place.dir().join("gen-000001/db"), "session/9", 34);
    let journal = place.open().expect("it opens for reading");
    assert!((0..9).all(|stream| journal.may_lack_newest(&format!("session/{stream}"))));
}

#[tokio::test]
async fn a_repair_says_what_it_would_do_and_loses_nothing() {
    let (place, records) = sealed().await;
    let last = fs::read_dir(place.dir()).expect("listed").filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("gen-"))
    });
    let last = place.dir().join(format!("gen-{:06}", last.count()));
    // The list of frames of a sealed generation, the store of the open one, and what an interruption leaves.
    let sealed = place.dir().join("gen-000003/sealed");
    flip(&sealed, fs::read(&sealed).expect("it is sealed").len() - 6);
    flip(&last.join("db"), 6);
    fs::write(place.dir().join("HEAD.tmp"), "half").expect("written");
    let before = contents(&place.dir());
    let steps = repair(&place.dir(), false).expect("it runs");
    assert_eq!(contents(&place.dir()), before, "nothing is done without being asked to");
    let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
    // One that was full but not sealed yet may be among them.
    assert!((3..=4).contains(&steps.len()), "{text:?}");
    assert!(text[0].contains("HEAD.tmp") && text[1].contains("generation 3 again"), "{text:?}");

    assert_eq!(repair(&place.dir(), true).expect("it runs"), steps);
    assert_eq!(repair(&place.dir(), true).expect("it runs"), []);
    assert_eq!(fsck(&place.dir()).expect("it runs").problems, [""; 0]);
    let journal = place.open().expect("it opens");
    assert_eq!(journal.health(), Health::Writable);
    assert_eq!(scan_all(&journal, 0).flatten().count(), records);
    journal.append(group(&journal, "session/a", 1)).await.expect("appended");
}

#[tokio::test]
async fn what_is_lost_is_not_repaired() {
    let place = ten_streams().await;
    damage_frame_of(&place.dir().join("gen-000001/db"), "session/4");
    assert_eq!(repair(&place.dir(), true).expect("it runs"), []);
    assert!(!fsck(&place.dir()).expect("it runs").is_ok());
    only_one_stream_is_lost(&place, "session/4").await;
}

/// Lets no copy be made before an opening.
fn without_room(place: &mut Place) {
    place.options.free_space = Arc::new(|_| Ok(0));
    place.options.free_floor_bytes = 0;
}

#[tokio::test]
async fn the_text_of_a_client_is_no_frame() {
    let mut place = Place::new();
    place.options.reads_damaged = true;
    let journal = place.open().expect("it opens");
    let text = draft("session/a", "WBFR0123456789abcdef0123456789abcdef");
    let text = vec![text.seal_after(None).expect("sealed")];
    journal.append(Group::of("session/a", None, text)).await.expect("appended");
    journal.append(group(&journal, "session/b", 3)).await.expect("appended");
    journal.close().expect("closed");
    without_room(&mut place);
    let journal = place.open().expect("it opens");
    assert_eq!(journal.warnings(), [""; 0], "it was closed in order, so no copy is needed");
    journal.close().expect("closed");
    place.make_unclean();
    let journal = place.open().expect("it opens for reading");
    assert!(matches!(journal.health(), Health::ReadOnly { .. }));
    for stream in ["session/a", "session/b"] {
        assert!(!journal.may_lack_newest(stream), "{stream}");
    }
}

/// What was being written at the stop says nothing about the records before it.
#[tokio::test]
async fn a_last_write_that_is_not_whole_makes_nothing_doubtful() {
    let mut place = ten_streams().await;
    let head = fs::read(place.dir().join("HEAD")).expect("HEAD");
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/10", 3)).await.expect("appended");
    journal.close().expect("closed");
    flip_in_frame_of(&place.dir().join("gen-000001/db"), "session/10", 34);
    fs::write(place.dir().join("HEAD"), head).expect("as before the last write");
    place.make_unclean();
    without_room(&mut place);
    let journal = place.open().expect("it opens for reading");
    assert!((0..10).all(|stream| !journal.may_lack_newest(&format!("session/{stream}"))));
}
