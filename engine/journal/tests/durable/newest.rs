//! The records that are newer than HEAD, after an unclean stop: damage does not pass for a write that never ended.

use std::fs;
use std::ops::Range;
use std::time::Duration;

use waybill_journal::{Journal, OpenError, fsck};

use crate::sample::group;
use crate::{Place, copy};

const GROUPS: usize = 8;
const RECORDS: u64 = 3 + 3 * GROUPS as u64;

/// A journal as a kill leaves it: HEAD covers 3 records, and each of the others has a frame of its own.
async fn killed() -> Place {
    let mut place = Place::new();
    place.options.checkpoint_after = Duration::from_hours(1);
    place.filled(1).await;
    let journal = place.open().expect("it opens");
    for _ in 0..GROUPS {
        journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    }
    let left = place.dir().with_extension("left");
    copy(&place.dir(), &left);
    drop(journal);
    fs::remove_dir_all(place.dir()).expect("removed");
    fs::rename(left, place.dir()).expect("moved");
    place
}

/// The bytes of the store, and the ranges of the frames in it that are newer than HEAD.
fn frames(place: &Place) -> (Vec<u8>, Vec<Range<usize>>) {
    let bytes = fs::read(place.dir().join("gen-000001/db")).expect("the store");
    let starts: Vec<usize> =
        (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(b"WBFR")).collect();
    // The first frame is older than HEAD.
    let frames: Vec<_> = starts.windows(2).skip(1).map(|pair| pair[0]..pair[1] - 40).collect();
    let end = bytes.iter().rposition(|byte| *byte != 0).expect("it holds something") + 1;
    let last = starts.last().expect("a frame");
    (bytes, frames.into_iter().chain(std::iter::once(*last..end)).collect())
}

fn flip(place: &Place, bytes: &[u8], at: usize) {
    let mut changed = bytes.to_vec();
    changed[at] ^= 0x10;
    fs::write(place.dir().join("gen-000001/db"), changed).expect("written");
}

#[tokio::test]
async fn an_unclean_stop_alone_is_no_reason_to_warn() {
    let place = killed().await;
    let journal = place.open().expect("it opens");
    assert_eq!((journal.count(), journal.warnings()), (RECORDS, &[][..]));
    assert!(!place.dir().join("torn").exists() && !place.dir().join("aside").exists());
}

#[tokio::test]
async fn damage_with_a_later_write_behind_it_is_refused() {
    let place = killed().await;
    let (bytes, frames) = frames(&place);
    assert_eq!(frames.len(), GROUPS);
    flip(&place, &bytes, frames[3].start + 200);
    let problems = fsck(&place.dir()).expect("it runs").problems;
    assert_eq!(problems, ["frame 4 is damaged, and frame 5 behind it is whole"]);
    // The first opening has changed the store; the copy is the evidence for all later ones.
    for opening in 1..=3 {
        let error = place.open().map(drop).expect_err("records are lost");
        assert!(matches!(error, OpenError::Lost { .. }), "opening {opening}: {error}");
        let text = error.to_string();
        assert!(text.contains("frame 4 is damaged") && text.contains("aside"), "{text}");
    }
    let copy = fs::read(place.dir().join("aside/gen-000001/db")).expect("a copy");
    assert_eq!(copy.len(), bytes.len());
    assert_eq!(fsck(&place.dir()).expect("it runs").problems, problems);
}

#[tokio::test]
async fn a_backup_put_back_is_not_mixed_with_copies_of_another_time() {
    let place = killed().await;
    let (bytes, frames) = frames(&place);
    let backup = place.dir().with_extension("backup");
    copy(&place.dir(), &backup);
    drop(place.open().expect("it opens"));
    place.filled(2).await;
    place.open().expect("it opens").close().expect("closed");
    flip(&place, &bytes, frames[3].start + 200);
    drop(place.open().map(drop).expect_err("the store is not that of HEAD"));
    assert!(place.dir().join("aside/gen-000001").exists());
    // The administrator copies it over what is there.
    for name in ["HEAD", "gen-000001"] {
        let path = place.dir().join(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).expect("removed");
            copy(&backup.join(name), &path);
        } else {
            fs::copy(backup.join(name), path).expect("copied");
        }
    }
    let journal = place.open().expect("it opens");
    assert_eq!(journal.count(), RECORDS);
    let warnings = journal.warnings().join(" ");
    assert!(warnings.contains("of another time and are in"), "{warnings}");
    assert!(place.dir().join("torn/gen-000001/db").exists());
}

#[tokio::test]
async fn a_last_write_that_is_not_whole_is_dropped_kept_and_named() {
    let place = killed().await;
    let (bytes, frames) = frames(&place);
    flip(&place, &bytes, frames[GROUPS - 1].start + 200);
    let journal = place.open().expect("it opens");
    assert_eq!(journal.count(), RECORDS - 3);
    let warnings = journal.warnings().join(" ");
    assert!(warnings.contains("frame 8 was dropped") && warnings.contains("torn"), "{warnings}");
    journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    journal.close().expect("closed");
    let kept = fs::read(place.dir().join("torn/gen-000001/db")).expect("the copy");
    assert_eq!(kept[frames[GROUPS - 1].start..][..4], *b"WBFR");
    let journal = place.open().expect("it opens again");
    assert_eq!((journal.count(), journal.warnings()), (RECORDS, &[][..]));
    drop(journal);
    assert!(place.dir().join("torn").exists(), "it is the administrator's to remove");
    // So is that of another stop.
    let place = killed().await;
    fs::create_dir(place.dir().join("torn")).expect("made");
    let (bytes, frames) = self::frames(&place);
    flip(&place, &bytes, frames[GROUPS - 1].start + 200);
    drop(place.open().expect("it opens"));
    assert!(place.dir().join("torn-2/gen-000001/db").exists());
    // Its rest may still be in the file at the next start, which was closed in order.
    let journal = place.open().expect("it opens");
    assert_eq!(journal.warnings(), [""; 0]);
    assert!(!place.dir().join("torn-3").exists());
}

#[tokio::test]
async fn whole_frames_behind_damage_of_the_store_are_put_back() {
    let place = killed().await;
    let (bytes, frames) = frames(&place);
    // Between frames there is nothing but what the store adds.
    flip(&place, &bytes, frames[3].start - 10);
    let journal = place.open().expect("it opens");
    assert_eq!(journal.count(), RECORDS);
    assert!(journal.warnings().join(" ").contains("were put back"), "{:?}", journal.warnings());
    journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    journal.close().expect("closed");
    assert_eq!(fsck(&place.dir()).expect("it runs").problems, [""; 0]);
}

/// Every flip is refused, named, or changes nothing.
#[tokio::test]
async fn no_flip_drops_records_silently() {
    let place = killed().await;
    let (bytes, frames) = frames(&place);
    let kept = place.dir().with_extension("kept");
    copy(&place.dir(), &kept);
    let (mut refused, mut named, mut harmless) = (0, 0, 0);
    for at in (frames[0].start - 60..frames[GROUPS - 1].end).step_by(149) {
        flip(&place, &bytes, at);
        match place.open() {
            Err(OpenError::Lost { .. } | OpenError::Damaged { .. }) => refused += 1,
            Err(error) => panic!("byte {at}: {error}"),
            Ok(journal) if journal.count() == RECORDS => harmless += 1,
            Ok(journal) => {
                assert!(!journal.warnings().is_empty(), "byte {at}: {} records", journal.count());
                assert!(place.dir().join("torn/gen-000001/db").exists(), "byte {at}");
                named += 1;
            }
        }
        fs::remove_dir_all(place.dir()).expect("removed");
        copy(&kept, &place.dir());
    }
    println!("{refused} refused, {named} named, {harmless} harmless");
    assert!(refused > 20 && named > 0, "{refused} refused, {named} named, {harmless} harmless");
}
