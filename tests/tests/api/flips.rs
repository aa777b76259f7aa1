//! Random bit flips over all files of a data directory: each is named by `fsck`, or is harmless for a reason.
//!
//! `WAYBILL_FLIPS` sets how many; `npm run test:all` makes 300.

use std::fs;
use std::path::{Path, PathBuf};

use waybill_journal_crash::random::Random;
use waybill_journal_crash::rounds;
use waybill_tests::{Place, run};

use crate::bundles::{GENERATE, SETTINGS, settled, small, started};
use crate::logo::{png, upload};
use crate::release_bundles::{PATH, abc, manifest};
use crate::signed_in;

/// Why a flip that `fsck` does not name changes nothing that counts, by the path of the file.
const HARMLESS: [(&str, &str); 9] = [
    ("/LOCK", "it only says who has the journal open"),
    ("log/", "log files are telemetry, and safe to delete"),
    ("attempts", "a damaged one is dropped as a whole: only counts are lost"),
    ("sessions.index", "it is derived, and compared with the journal when it is read"),
    ("release-bundles/index", "it is derived, and each row is compared with the list"),
    ("/db", "all records were read and compared, so the bit is of free space or of an older copy"),
    ("/snap.", "all records were read and compared with HEAD"),
    ("/conf", "its content is known, and is written again"),
    ("FORMAT", "only a character at the end of the line is not significant"),
];

fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.metadata().expect("a file").len() > 0 {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A bit of the part of the file that is in use.
fn any_bit(bytes: &[u8], random: &mut Random) -> (usize, u8) {
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap_or(0) + 1;
    let at = usize::try_from(random.below(used as u64)).expect("a small number");
    (at, 1 << random.below(8))
}

#[test]
fn every_flipped_bit_is_named_or_harmless() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (server, mut ann) = started(&place).await;
        assert_eq!(ann.post(GENERATE, small(&["xray"])).await.status, 200);
        settled(&mut ann).await;
        assert_eq!(ann.post(PATH, manifest("shop", "1", &[abc("a.txt")])).await.status, 200);
        assert_eq!(upload(&mut ann, png(32, 8, &[7; 200])).await.status, 200);
        assert!(server.stop().success());
        let check = || place.run(&["fsck", "--data", "{data}"]);
        let whole = check();
        assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stdout));

        let seed = rounds("WAYBILL_SEED", std::process::id().into());
        let mut random = Random::new(seed);
        let (all, mut named, mut harmless) = (files(&place.data()), 0, 0);
        for flip in 0..rounds("WAYBILL_FLIPS", 24) {
            // Each file has its turn.
            let path = &all[usize::try_from(flip).expect("a small number") % all.len()];
            let bytes = fs::read(path).expect("a file");
            let (at, bit) = any_bit(&bytes, &mut random);
            let mut changed = bytes.clone();
            changed[at] ^= bit;
            fs::write(path, changed).expect("it is written");
            let checked = check();
            let text = String::from_utf8_lossy(&checked.stderr);
            assert!(!text.contains("panicked"), "seed {seed}: {text}");
            if checked.status.success() {
                let name = path.strip_prefix(place.data()).expect("below").display().to_string();
                let reason = HARMLESS.iter().find(|(part, _)| name.contains(part));
                let is_end_of_line = at + 1 == bytes.len() && bytes[at] == b'\n';
                assert!(
                    reason.is_some() || is_end_of_line,
                    "seed {seed}: bit {bit:#x} of byte {at} of {name} is not named"
                );
                harmless += 1;
            } else {
                named += 1;
            }
            fs::write(path, bytes).expect("it is written");
        }
        println!("{} files: {named} flips named, {harmless} harmless", all.len());
        assert!(named > 0);
        signed_in(&place.start()).await;
    });
}
