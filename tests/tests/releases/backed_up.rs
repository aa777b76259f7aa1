//! The data directory of a released build is backed up by this one, and the backup is restored and served.

use waybill_tests::{Browser, Place, run};

use crate::fixture::Fixture;

#[test]
fn a_backup_of_a_released_directory_is_restored_and_served() {
    run(async {
        for fixture in Fixture::all() {
            let place = Place::new();
            let to = place.path("backup.tar.zst").display().to_string();
            let from = fixture.path().display().to_string();
            let done = |arguments: &[&str]| {
                let output = place.run(arguments);
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(
                    output.status.code(),
                    Some(0),
                    "{}: {arguments:?}: {text}",
                    fixture.name
                );
            };
            done(&["backup", &to, "--data", &from]);
            done(&["restore", &to, "--data", "{data}"]);
            for command in [["audit", "verify"], ["audit", "replay"]] {
                done(&[&command[..], &["--data", "{data}"]].concat());
            }
            done(&["fsck", "--data", "{data}"]);
            let server = place.start();
            let users = fixture.description["passwords"].as_object().expect("users");
            for user in users.keys() {
                let mut browser = Browser::visiting(&server).await;
                let answer = browser.log_in(user, fixture.password(user)).await;
                assert_eq!(answer.status, 200, "{user}");
            }
            assert!(server.stop().success());
        }
    });
}
