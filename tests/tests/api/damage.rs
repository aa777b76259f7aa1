//! A damaged data directory: the server serves what is whole, changes nothing, and names what is damaged.

use std::fs;
use std::path::Path;

use serde_json::json;
use waybill_tests::{Place, run};

use crate::logo::{png, upload};
use crate::release_bundles::{PATH, abc, manifest};
use crate::{own, signed_in};

const USERS: &str = "access/api/ui/users";

/// Flips a bit in every frame of a store whose first stream has this prefix. Returns how many there are.
fn damage_frames_of(db: &Path, prefix: &str) -> usize {
    let mut bytes = fs::read(db).expect("a store");
    let begins = |at: &usize| {
        bytes[*at..].starts_with(b"WBFR") && bytes[*at + 33..].starts_with(prefix.as_bytes())
    };
    let places: Vec<usize> = (0..bytes.len() - 64).filter(begins).collect();
    for at in &places {
        bytes[at + 200] ^= 0x10;
    }
    fs::write(db, bytes).expect("it is written");
    places.len()
}

/// Flips a bit wherever a store holds this text.
pub(crate) fn damage_text(db: &Path, text: &[u8]) {
    let mut bytes = fs::read(db).expect("a store");
    let places: Vec<usize> =
        (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text)).collect();
    assert!(!places.is_empty(), "it is in the store");
    for at in places {
        bytes[at] ^= 0x10;
    }
    fs::write(db, bytes).expect("it is written");
}

#[test]
fn what_is_whole_is_served_and_what_is_not_is_named() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        for (name, path) in [("shop", "a.txt"), ("mill", "b.txt")] {
            assert_eq!(ann.post(PATH, manifest(name, "1", &[abc(path)])).await.status, 200);
        }
        let uploaded = upload(&mut ann, png(32, 8, &[7; 200])).await.json();
        let address = uploaded["logo"]["address"].as_str().expect("an address").to_owned();
        assert!(server.stop().success());

        let lists = place.data().join("release-bundles/lists");
        let count = || fs::read_dir(&lists).expect("a folder").count();
        assert_eq!(count(), 2);
        let db = place.data().join("journal/platform/gen-000001/db");
        assert!(damage_frames_of(&db, "release_bundle/") >= 2);
        let checked = place.run(&["fsck", "--data", "{data}"]);
        assert_eq!(checked.status.code(), Some(1));

        for _ in 0..2 {
            let server = place.start();
            ann.move_to(&server);
            // The session and the user are whole, and so is the logo.
            assert_eq!(ann.get("system/logo").await.json()["logo"]["address"], json!(address));
            assert_eq!(ann.get(&address).await.status, 200);
            assert_eq!(ann.get(PATH).await.json()["release_bundles"], json!([]));
            let refused = upload(&mut ann, png(16, 8, &[7; 200])).await;
            assert_eq!(refused.status, 503);
            let ready = ann.get("/readyz").await;
            assert_eq!(ready.status, 503);
            let text = String::from_utf8_lossy(&ready.body).into_owned();
            assert!(text.contains("damaged") && !text.contains("/journal"), "{text}");
            server.stop();
            // Records that cannot be read may need them.
            assert_eq!(count(), 2);
        }
        let log = place.log();
        assert!(log.contains("journal/platform is damaged"), "{log}");
        assert!(log.contains("of release_bundle/"), "{log}");
        assert!(!log.contains("panicked"), "{log}");
    });
}

/// A sign-out that is lost does not bring the session back.
#[test]
fn a_session_whose_end_is_damaged_stays_closed() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let mut left = signed_in(&server).await;
        let cookie = left.cookies.clone();
        assert_eq!(left.post("ui/auth/logout", json!({})).await.status, 200);
        assert!(server.stop().success());
        damage_text(&place.data().join("journal/sessions/gen-000001/db"), b"logged_out");
        // Not the index that was saved at the end, which knows of the sign-out.
        let _ = fs::remove_file(place.data().join("sessions.index"));
        let server = place.start();
        for browser in [&mut ann, &mut left] {
            browser.move_to(&server);
        }
        left.cookies = cookie;
        assert_eq!(left.get(USERS).await.status, 403);
        assert_eq!(ann.get(USERS).await.status, 200);
        server.stop();
        assert!(place.log().contains("newest records may be lost"));
    });
}
