//! Backups and restores that are killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use waybill_journal_crash::whole;
use waybill_tests::{Place, run, waybill};

use super::{about, backed_up, done, shown, sound, text, tried};
use crate::own;
use crate::secrets::files;

/// How many restores `npm test` interrupts at most.
const INTERRUPTED_USUAL: usize = 2;

#[test]
fn an_interrupted_backup_or_restore_looks_like_none() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        // Something that takes its time.
        let mut random = Vec::new();
        let mut block = [1; 32];
        while random.len() < 24_000_000 {
            block = Sha256::digest(block).into();
            random.extend_from_slice(&block);
        }
        fs::write(place.data().join("logo/large"), random).expect("a file");
        let to = shown(&place, "backups");
        backed_up(&place, &shown(&place, "reference"));
        let start = |arguments: &[&str], data: PathBuf| {
            let mut command = Command::new(waybill());
            command.args(arguments).arg("--data").arg(data);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
        };
        let mut complete = BTreeSet::new();
        let delays_ms = [5, 20, 40, 60, 80, 120, 200, 400];
        for delay_ms in delays_ms.into_iter().step_by(if whole() { 1 } else { 3 }) {
            let mut running = start(&["backup", &to], place.data());
            thread::sleep(Duration::from_millis(delay_ms));
            running.kill().expect("it is killed");
            running.wait().expect("it ends");
            let snapshots = place.path("backups/snapshots");
            let listed = if snapshots.exists() {
                fs::read_dir(snapshots).expect("listed").count()
            } else {
                0
            };
            let folder = place.path("backups");
            let there = if folder.exists() { files(&folder) } else { Vec::new() };
            let names: Vec<String> = there
                .iter()
                .filter_map(|path| {
                    path.file_name()?.to_str()?.strip_suffix(".json").map(str::to_owned)
                })
                .collect();
            assert!(names.len() <= listed);
            for name in names {
                let (code, printed) = about(&place, &format!("backup verify {to} --name {name}"));
                assert_eq!(code, Some(0), "{name}: {printed}");
                complete.insert(name);
            }
        }
        backed_up(&place, &to);
        let listed = about(&place, &format!("backup list {to}")).1;
        assert_eq!(listed.lines().count(), complete.len() + 2, "{listed}");
        assert!(!place.path("backups/incoming").exists());
        assert!(server.stop().success());

        let mut interrupted = 0;
        for delay_ms in [5, 15, 30, 60, 100, 150, 250] {
            // Which of them interrupt it depends on the machine.
            if interrupted == INTERRUPTED_USUAL && !whole() {
                break;
            }
            let restored = Place::new();
            let mut running = start(&["restore", &to], restored.data());
            thread::sleep(Duration::from_millis(delay_ms));
            running.kill().expect("it is killed");
            running.wait().expect("it ends");
            let manifest = fs::read_to_string(restored.data().join("manifest.json"));
            match manifest {
                Ok(manifest) if manifest.contains("restoring") => {}
                Ok(_) => {
                    // It was complete.
                    sound(&restored);
                    continue;
                }
                // Nothing was restored yet.
                Err(_) => {
                    assert!(!restored.data().join("journal").exists());
                    continue;
                }
            }
            interrupted += 1;
            let output = restored.start_fails("127.0.0.1:0");
            assert_eq!(output.status.code(), Some(2), "{}", text(&output));
            assert!(text(&output).contains("is being restored into"), "{}", text(&output));
            assert_eq!(tried(&restored, "user list").0, Some(2));
            let (code, printed) = tried(&restored, &format!("restore {to}"));
            assert_eq!(code, Some(2), "{printed}");
            assert!(printed.contains("is not empty"), "{printed}");
            fs::remove_dir_all(restored.data()).expect("removed");
            done(&restored, &format!("restore {to}"));
            sound(&restored);
        }
        assert!(interrupted > 0, "no restore was interrupted");
    });
}
