//! The test vectors of the document match what the code computes.

use waybill_journal::{Hash, SealedRecord, verify_lines};

/// The lines and hashes of `docs/record-format.md`: each vector is a block of JSON with the line, followed by a block
/// ```hash with its hash.
fn vectors() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record-format.md");
    let text = std::fs::read_to_string(path).expect("the document is there");
    let block = |piece: &str| piece.split("\n```").next().unwrap_or_default().to_owned();
    let lines = text.split("```json vector\n").skip(1);
    lines
        .map(|rest| {
            let hash = rest.split("```hash\n").nth(1).expect("a hash follows each line");
            (block(rest), block(hash))
        })
        .collect()
}

#[test]
fn the_vectors_are_right() {
    let vectors = vectors();
    assert!(vectors.len() >= 3, "the document has {} vectors", vectors.len());
    for (line, hash) in &vectors {
        let record = SealedRecord::from_line(line).expect("a record");
        assert_eq!(record.hash().to_string(), *hash, "{line}");
        assert_eq!(Hash::of_line(line.as_bytes()).to_string(), *hash);
    }
    verify_lines(vectors.iter().map(|(line, _)| line.as_bytes())).expect("they form a log");
}
