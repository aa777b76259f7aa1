//! Damage in the parts of a journal that are not read for long is found, and known after a restart.

use std::fs;
use std::time::{Duration, Instant};

use waybill_tests::{Browser, Place, run};

use crate::{own, signed_in, written};

/// Restored, so that its generations are sealed.
async fn restored() -> Place {
    let place = Place::new();
    let server = own(&place).await;
    for _ in 0..5 {
        drop(signed_in(&server).await);
    }
    let backups = place.path("backups").display().to_string();
    assert!(place.run(&["backup", &backups, "--data", "{data}"]).status.success());
    let restored = Place::new();
    assert!(restored.run(&["restore", &backups, "--data", "{data}"]).status.success());
    restored
}

#[test]
fn damage_of_what_is_not_read_is_found_and_stays_known() {
    run(async {
        let place = restored().await;
        // The next start knows which sessions are open, and reads none of those that have ended.
        assert!(place.start().stop().success());
        let sealed = place.data().join("journal/sessions/gen-000001/sealed");
        let mut bytes = fs::read(&sealed).expect("it is sealed");
        let frames: Vec<usize> =
            (0..bytes.len() / 2).filter(|at| bytes[*at..].starts_with(b"WBFR")).collect();
        bytes[frames[frames.len() / 2] - 10] ^= 0x10;
        fs::write(&sealed, bytes).expect("it is damaged");

        let server = place.start();
        let mut browser = Browser::new(&server);
        assert_eq!(browser.get("/readyz").await.status, 200, "it is not known yet");
        let since = Instant::now();
        while browser.get("/readyz").await.status == 200 {
            assert!(since.elapsed() < Duration::from_secs(60), "it is never found");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let log = written(&place.path("log"), "the journal is read-only from now on").await;
        assert!(log.contains("of generation 1"), "{log}");
        assert!(log.contains("journal=\"sessions\""), "{log}");
        server.stop();

        let server = place.start();
        let mut browser = Browser::new(&server);
        assert_eq!(browser.get("/readyz").await.status, 503, "known at once");
        let log = place.log();
        assert!(log.contains("journal/sessions is damaged, as was found before"), "{log}");
        server.stop();
    });
}
