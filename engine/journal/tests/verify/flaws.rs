//! Every byte flipped, every record removed, swapped or repeated.

use waybill_journal::{Flaw, SealedRecord, StreamHead, Verified, Verifier, verify_lines};

use crate::sample::records;

fn log() -> Vec<SealedRecord> {
    let (a, b) = (records("session/a", None, 4), records("session/b", None, 3));
    // Interleaved, as in a journal.
    [&a[0], &b[0], &a[1], &b[1], &a[2], &a[3], &b[2]].map(Clone::clone).to_vec()
}

fn verify(lines: &[Vec<u8>]) -> Result<Verified, Flaw> {
    verify_lines(lines.iter().map(Vec::as_slice))
}

fn lines(log: &[SealedRecord]) -> Vec<Vec<u8>> {
    log.iter().map(|record| record.line().as_bytes().to_vec()).collect()
}

#[test]
fn a_log_in_order_verifies() {
    assert_eq!(verify(&lines(&log())), Ok(Verified { records: 7, streams: 2 }));
}

#[test]
fn every_flipped_byte_is_found_with_the_stored_hashes() {
    let log = log();
    let all = lines(&log);
    for (place, line) in all.iter().enumerate() {
        for byte in 0..line.len() {
            for flip in [1, 0x20, 0x80] {
                let mut changed = all.clone();
                changed[place][byte] ^= flip;
                let mut verifier = Verifier::new();
                let found = changed
                    .iter()
                    .zip(&log)
                    .try_for_each(|(line, r)| verifier.check(line, Some(r.hash())).map(drop));
                let flaw = found.expect_err("a changed byte passed");
                assert_eq!(flaw.position, place as u64, "{flaw}");
            }
        }
    }
}

#[test]
fn every_flipped_byte_but_those_of_the_last_records_is_found_by_the_chain_alone() {
    let all = lines(&log());
    // No record follows the newest one of a stream that could disagree with it.
    for place in [0, 1, 2, 3, 4] {
        for byte in 0..all[place].len() {
            let mut changed = all.clone();
            changed[place][byte] ^= 1;
            assert!(verify(&changed).is_err(), "byte {byte} of record {place}");
        }
    }
}

#[test]
fn removed_swapped_and_repeated_records_are_found() {
    let all = lines(&log());
    for place in 0..5 {
        let mut removed = all.clone();
        removed.remove(place);
        assert!(verify(&removed).is_err(), "without record {place}");
        let mut repeated = all.clone();
        repeated.insert(place, all[place].clone());
        assert!(verify(&repeated).is_err(), "with record {place} twice");
    }
    // Records of one stream; those of two streams are ordered only by their positions.
    for (one, other) in [(0, 2), (2, 4), (4, 5), (1, 3), (0, 5)] {
        let mut swapped = all.clone();
        swapped.swap(one, other);
        assert!(verify(&swapped).is_err(), "records {one} and {other} swapped");
    }
}

/// Someone who removes records and corrects the `prev` of the next one is found by its number.
#[test]
fn a_missing_number_is_found_although_the_chain_is_corrected() {
    let first = records("session/a", None, 2);
    let head = first.last().map(SealedRecord::head).expect("a record");
    for seq in [head.seq + 1, head.seq + 6] {
        let claimed = StreamHead { seq, ..head };
        let mut log = first.clone();
        log.extend(records("session/a", Some(claimed), 1));
        let flaw = verify(&lines(&log)).expect_err("a number is left out");
        assert_eq!(flaw.position, 2, "{flaw}");
        assert!(flaw.to_string().contains("missing before it"), "{flaw}");
    }
}

#[test]
fn a_flaw_is_reported_in_a_sentence() {
    let all = lines(&log());
    let mut removed = all.clone();
    removed.remove(2);
    let message = verify(&removed).expect_err("a record is missing").to_string();
    let expected =
        "record at position 3 (session/a#3): record 2 of its stream is missing before it";
    assert_eq!(message, expected);

    let mut changed = all;
    let text = String::from_utf8(changed[2].clone()).expect("text").replace("note 1", "note 7");
    changed[2] = text.into_bytes();
    let flaw = verify(&changed).expect_err("a record is changed");
    let message = flaw.to_string();
    assert!(message.starts_with("record at position 4 (session/a#3): its `prev` is "), "{message}");
    // Without stored hashes it may as well be the record before it, which it is here.
    assert!(message.contains("and record 2 of its stream, the one before it, has "), "{message}");
    assert_eq!((flaw.seq, flaw.or_seq), (Some(3), Some(2)));
}

#[test]
fn another_spelling_of_the_same_record_is_found() {
    let line = String::from_utf8(lines(&log())[0].clone()).expect("text");
    for changed in [
        line.replace("\"tab\":null", "\"tab\": null"),
        line.replace("\"note 0\"", "\"\\u006eote 0\""),
        line.replace("00.000Z", "00Z"),
        line.replace("\"schema\":1", "\"schema\":01"),
        line.replace("\"seq\":1,\"stream\":\"session/a\"", "\"stream\":\"session/a\",\"seq\":1"),
        format!("{line} "),
    ] {
        assert_ne!(changed, line);
        assert!(verify(&[changed.clone().into_bytes()]).is_err(), "{changed}");
    }
}
