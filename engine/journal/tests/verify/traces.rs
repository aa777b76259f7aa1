//! Traces: exported from one journal, verified, and imported into another.

use waybill_journal::trace::{TraceHeader, export, import, verify};
use waybill_journal::{Group, Journal, MemoryJournal};

use crate::sample::group;

async fn exported() -> Vec<u8> {
    let journal = MemoryJournal::new();
    for (stream, count) in [("session/a", 3), ("session/b", 600), ("session/c", 2)] {
        journal.append(group(&journal, stream, count)).await.expect("appended");
    }
    let mut out = Vec::new();
    let streams = ["session/a", "session/b"].map(|stream| (&journal as &dyn Journal, stream));
    let header = export(&streams, |_| {}, &mut out).expect("exported");
    assert_eq!(header.records, 603);
    out
}

#[tokio::test]
async fn a_trace_goes_into_another_journal_unchanged() {
    let trace = exported().await;
    let (_, found) = verify(&mut trace.as_slice()).expect("it verifies");
    assert_eq!((found.records, found.streams), (603, 2));

    let journal = MemoryJournal::new();
    let (_, records) = import(&mut trace.as_slice()).expect("it imports");
    for record in records {
        let (stream, head) = (record.stream().to_owned(), journal.head(record.stream()));
        journal.append(Group::of(&stream, head, vec![record])).await.expect("appended");
    }
    let mut again = Vec::new();
    let streams = ["session/a", "session/b"].map(|stream| (&journal as &dyn Journal, stream));
    export(&streams, |_| {}, &mut again).expect("exported");
    assert_eq!(again, trace);
}

#[tokio::test]
async fn every_flipped_byte_of_a_trace_is_found() {
    let journal = MemoryJournal::new();
    journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    let mut trace = Vec::new();
    let describe = |header: &mut TraceHeader| {
        header.charts.insert("login".to_owned(), "89656608991335ab".to_owned());
    };
    export(&[(&journal, "session/a")], describe, &mut trace).expect("exported");
    for byte in 0..trace.len() {
        let mut changed = trace.clone();
        changed[byte] ^= 1;
        assert!(verify(&mut changed.as_slice()).is_err(), "byte {byte}");
    }
    for length in 0..trace.len() {
        assert!(verify(&mut &trace[..length]).is_err(), "cut to {length} bytes");
    }
}

#[test]
fn a_text_that_is_no_trace_is_reported() {
    let error_of = |text: &str| verify(&mut text.as_bytes()).expect_err("no trace").to_string();
    assert!(error_of("").contains("this is no trace"));
    assert!(error_of("{\"format\":\"other\",\"version\":1}\n").contains("its format is other"));
    assert!(
        error_of("{\"format\":\"waybill-trace\",\"version\":2,\"x\":0}\n")
            .contains("newer Waybill")
    );
}
