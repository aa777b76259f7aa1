//! Backups of a data directory that is damaged itself.

use std::fs;
use std::path::Path;

use waybill_tests::{Place, run};

use super::{about, backed_up, done, flip, shown, tried};
use crate::{own, signed_in};

/// The end of a frame in the middle of a sealed generation.
fn damage(generation: &Path) {
    let bytes = fs::read(generation).expect("it is sealed");
    let frames: Vec<usize> =
        (0..bytes.len() / 2).filter(|at| bytes[*at..].starts_with(b"WBFR")).collect();
    let middle = frames[frames.len() / 2];
    assert!(middle > 8, "it has several frames");
    flip(generation, middle - 10);
}

#[test]
fn a_damaged_journal_is_not_backed_up() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        drop(signed_in(&server).await);
        let first = shown(&place, "first");
        backed_up(&place, &first);
        drop(server);
        for is_running in [true, false] {
            // All of its generations are sealed.
            let restored = Place::new();
            done(&restored, &format!("restore {first}"));
            let to = shown(&restored, "backups");
            backed_up(&restored, &to);
            let mut server = is_running.then(|| restored.start());
            damage(&restored.data().join("journal/platform/gen-000001/sealed"));
            for target in [to.clone(), shown(&restored, "one.tar.zst")] {
                let (code, printed) = tried(&restored, &format!("backup {target}"));
                assert_eq!(code, Some(1), "{is_running} {target}: {printed}");
                assert!(printed.contains("journal/platform"), "{is_running}: {printed}");
                assert!(printed.contains("no backup of it could be restored"), "{printed}");
            }
            assert!(!restored.path("one.tar.zst").exists());
            let listed = about(&restored, &format!("backup list {to}")).1;
            assert_eq!(listed.lines().count(), 2, "the earlier one alone: {listed}");
            assert_eq!(about(&restored, &format!("backup verify {to}")).0, Some(0));
            if let Some(server) = server.take() {
                // The server knows of the damage then.
                let mut browser = waybill_tests::Browser::new(&server);
                assert_eq!(browser.get("/readyz").await.status, 503);
            }
        }
    });
}
