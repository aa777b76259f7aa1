//! Support bundles that cannot be completed: the server is killed meanwhile, or the disk is full.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use waybill_tests::{Place, run};

use crate::bundles::{GENERATE, LIST, SETTINGS, delete, fetch, settled, small, started, zips};
use crate::written;

/// covers: [BUNDLE-01, EVT-06]
#[test]
fn bundles_in_progress_fail_after_a_crash_and_leave_no_partial_files() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (server, mut ann) = started(&place).await;
        assert_eq!(ann.post(GENERATE, small(&["mc"])).await.status, 200);
        settled(&mut ann).await;
        // It takes a minute, so it is in progress.
        let slow = json!({
            "services": ["xray", "tracker"],
            "parameters": {"thread_dump": {"count": 2, "interval": 60_000}},
        });
        assert_eq!(ann.post(GENERATE, slow).await.status, 200);
        let since = Instant::now();
        while zips(&place.data()).len() < 3 {
            assert!(since.elapsed() < Duration::from_secs(60), "nothing is being written");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server.kill();
        assert_eq!(zips(&place.data()).len(), 3);
        let server = place.start();
        ann.address = server.address();
        ann.origin = format!("http://{}", server.address());
        let rows = settled(&mut ann).await;
        let statuses: Vec<_> =
            rows.iter().map(|row| row["status"].as_str().expect("one")).collect();
        assert_eq!(statuses, ["failure", "failure", "success"]);
        assert_eq!(rows[0]["failure"]["fault"], "interrupted");
        assert_eq!(
            zips(&place.data()),
            [format!("{}.zip", rows[2]["id"].as_str().expect("an id"))]
        );
        let id = rows[0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(fetch(&mut ann, &id, &[]).await.code(), "bundle_failed");
        assert_eq!(delete(&mut ann, &id).await.status, 200);
    });
}

/// Four pseudo-random bytes, which cannot be compressed.
fn scattered(number: u32) -> [u8; 4] {
    let mut value = number.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    value = (value ^ (value >> 16)).wrapping_mul(0x85eb_ca6b);
    (value ^ (value >> 13)).wrapping_mul(0xc2b2_ae35).to_le_bytes()
}

/// A small disk mounted over a folder until dropped.
struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    /// None if this process may not mount.
    fn at(folder: &Path) -> Option<Self> {
        fs::create_dir_all(folder).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder);
        let done = mount.output().is_ok_and(|output| output.status.success());
        done.then(|| Self(folder.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// covers: [BUNDLE-01]
#[test]
fn a_bundle_fails_on_a_full_disk_and_leaves_no_files() {
    let place = Place::new().with_settings(SETTINGS);
    let Some(_disk) = SmallDisk::at(&place.data().join("support")) else {
        println!("not run: no disk may be mounted here");
        return;
    };
    let noise: Vec<u8> = (0_u32..1_000_000).flat_map(scattered).collect();
    fs::create_dir_all(place.data().join("log/xray")).expect("a folder");
    fs::write(place.data().join("log/xray/xray-service.2026-11-21T10-00-00.log"), noise)
        .expect("a log");
    run(async {
        let (_server, mut ann) = started(&place).await;
        let body = json!({"services": ["xray", "mc"], "parameters": {"thread_dump": {"count": 0}}});
        assert_eq!(ann.post(GENERATE, body).await.status, 200);
        let rows = settled(&mut ann).await;
        assert_eq!(rows[0]["failure"]["fault"], "disk_full", "{rows:?}");
        let kept: Vec<String> = rows
            .iter()
            .filter(|row| row["status"] == "success")
            .map(|row| format!("{}.zip", row["id"].as_str().expect("an id")))
            .collect();
        assert_eq!(zips(&place.data()), kept);
        let log = place.data().join("log/xray/xray-service.log");
        let log = written(&log, "a support bundle could not be made").await;
        assert!(log.contains("the disk is full"), "{log}");
        // The server continues, and the next bundle is created when there is space.
        assert_eq!(ann.get(LIST).await.status, 200);
    });
}
