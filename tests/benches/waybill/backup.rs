//! Backups of a running server: how fast they are beside copying the bytes, and what commands wait for meanwhile.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};
use waybill_tests::{Browser, Place, Tab, waybill};

use crate::{p99, row};

/// The data that is copied: four files of this size.
const FILE_BYTES: usize = 64_000_000;
const FILES: usize = 4;
const ROUNDS: usize = 5;
const COMMANDS: usize = 400;

/// Prints two rows. Copies and backups alternate, so that other load affects both equally.
pub async fn beside_copying() {
    let place = Place::new();
    let server = place.start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, "ann", "correct horse battery").await;
    browser.sign_in("ann", "correct horse battery").await;
    let mut tab = Tab::open(&mut browser).await;
    tab.go("/session-activity").await;
    let files: Vec<PathBuf> = (0..FILES).map(|number| filled(&place, number)).collect();
    let (mut copies, mut backups) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let (copy, backup) =
            (place.path(&format!("copy{round}")), place.path(&format!("backup{round}")));
        copies.push(timed(|| copied(&files, &copy)));
        backups.push(timed(|| ends(&mut backing_up(&place, &backup))));
        fs::remove_dir_all(copy).expect("removed");
        fs::remove_dir_all(backup).expect("removed");
    }
    let (copy, backup) = (median(&mut copies), median(&mut backups));
    let ratio = copy / backup;
    let size = (FILE_BYTES * FILES) as f64 / 1e6;
    let measured = format!("{ratio:.2}x ({:.0} MB/s)", size / backup);
    row("backup of a running server, to copying the bytes", &measured, ">= 0.7x", 0.7 / ratio);

    let alone = commands(&mut tab, || ()).await;
    let (mut running, mut number) = (None::<Child>, 0);
    let beside = commands(&mut tab, || {
        let is_over =
            running.as_mut().is_none_or(|child| child.try_wait().expect("its status").is_some());
        if is_over {
            let _ = fs::remove_dir_all(place.path(&format!("busy{number}")));
            number += 1;
            running = Some(backing_up(&place, &place.path(&format!("busy{number}"))));
        }
    })
    .await;
    if let Some(mut running) = running {
        ends(&mut running);
    }
    let ratio = beside.as_secs_f64() / alone.as_secs_f64();
    let measured = format!("{ratio:.2}x ({:.2} ms)", beside.as_secs_f64() * 1e3);
    row("command during backups, p99, to one without", &measured, "<= 2x", ratio / 2.0);
}

/// A file with random content that is part of the data directory.
fn filled(place: &Place, number: usize) -> PathBuf {
    let mut bytes = Vec::with_capacity(FILE_BYTES);
    let mut block = [u8::try_from(number).unwrap_or_default(); 32];
    while bytes.len() < FILE_BYTES {
        block = Sha256::digest(block).into();
        bytes.extend_from_slice(&block);
    }
    let path = place.data().join(format!("logo/{number}"));
    fs::write(&path, bytes).expect("a file");
    path
}

/// Copies files durably.
fn copied(files: &[PathBuf], to: &Path) {
    fs::create_dir(to).expect("a folder");
    for file in files {
        let copy = to.join(file.file_name().expect("a name"));
        fs::copy(file, &copy).expect("it is copied");
        File::open(copy).expect("it is there").sync_all().expect("it is durable");
    }
}

fn backing_up(place: &Place, to: &Path) -> Child {
    let mut command = Command::new(waybill());
    command.arg("backup").arg(to).arg("--data").arg(place.data()).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().expect("it starts")
}

fn ends(child: &mut Child) {
    assert!(child.wait().expect("it ends").success());
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The time of a command, p99.
async fn commands(tab: &mut Tab, mut beside: impl FnMut()) -> Duration {
    let mut times = Vec::new();
    for _ in 0..COMMANDS {
        beside();
        let start = Instant::now();
        tab.go("/session-activity").await;
        times.push(start.elapsed());
        // A tab may send fifty commands per second.
        tokio::time::sleep(Duration::from_millis(22)).await;
    }
    p99(&mut times)
}
