//! Opening an installation with a million artifacts, or as many as `WAYBILL_BENCH_ARTIFACTS` says.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use waybill_machines::machines::package::{Content, Event};
use waybill_platform::repositories::stream_of;
use waybill_platform::streams::Command;
use waybill_tests::Place;

use super::appending::Appending;
use super::subjects::{create, number_of, set_up};
use crate::memory::resident;
use crate::row;

const ARTIFACTS: usize = 1_000_000;
/// How many records are in a group: fewer than a megabyte, which is the most that one may have.
const IN_A_GROUP: usize = 700;
/// The goals for opening, in seconds, and for the memory afterwards, in mebibytes.
const OPENED_S: f64 = 5.0;
const MEMORY_MB: f64 = 500.0;

/// Prints three rows.
pub(crate) async fn opened() {
    let artifacts = number_of("WAYBILL_BENCH_ARTIFACTS", ARTIFACTS);
    let (place, server, token) = set_up().await;
    create(&server, &token, "files", "generic").await;
    server.stop();
    fill(&place.data(), artifacts).await;
    // The journal is ahead of the index. A start makes up for that as this does, and would be waited for too short.
    let since = Instant::now();
    let made = place.run(&["gc", "--dry-run", "--data", "{data}"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let what = format!("making the index of {artifacts} artifacts");
    row(&what, &format!("{:.1} s", since.elapsed().as_secs_f64()), "-", 0.0);
    print(artifacts, &place);
}

fn print(artifacts: usize, place: &Place) {
    let since = Instant::now();
    let server = place.start();
    let opened = since.elapsed().as_secs_f64();
    let what = format!("opening {artifacts} artifacts");
    row(&what, &format!("{opened:.2} s"), "<= 5 s", opened / OPENED_S);
    std::thread::sleep(Duration::from_secs(2));
    let megabytes = resident(&server) / 1_024.0 / 1_024.0;
    let what = format!("resident memory with {artifacts} artifacts");
    row(&what, &format!("{megabytes:.0} MB"), "<= 500 MB", megabytes / MEMORY_MB);
    server.stop();
}

/// Stores the first artifact by the service itself, and records of others that have its content.
async fn fill(data: &Path, artifacts: usize) {
    let appending = Appending::begin(data, &path_of(0)).await;
    let repository = appending.repository("files");
    let groups = (1..artifacts).step_by(IN_A_GROUP).map(|from| {
        let (repository, content) = (repository.clone(), appending.content.clone());
        move || {
            let numbers = from..artifacts.min(from + IN_A_GROUP);
            numbers.map(|number| deployed(&repository, number, &content)).collect()
        }
    });
    appending.append(groups).await;
    appending.end();
}

fn path_of(number: usize) -> String {
    format!("team-{:03}/part-{:02}/file-{number}.bin", number % 500, number % 37)
}

/// What the service decides when an artifact is stored.
fn deployed(repository: &str, number: usize, content: &Content) -> Command {
    let path = path_of(number);
    let event = Event::Deploy {
        name: path.clone(),
        path: path.clone(),
        content: content.clone(),
        properties: BTreeMap::new(),
        replaces: None,
        may_replace: false,
        origin: None,
    };
    Command::new(stream_of(repository, &path), event)
}
