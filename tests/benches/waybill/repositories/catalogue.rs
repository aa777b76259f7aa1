//! The packages of a million names with ten versions each, listed, searched and counted. `WAYBILL_BENCH_PACKAGES` and
//! `WAYBILL_BENCH_VERSIONS` set other numbers.

mod asking;
mod fixture;

use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use redb::{ReadableDatabase as _, ReadableTableMetadata as _, TableHandle as _};
use serde_json::json;
use waybill_tests::npm::{document, tarball};
use waybill_tests::{Browser, Place, Request, Server};

use super::client::{self, Body, Client};
use super::subjects::{create, set_up, token_of};
use crate::memory::resident;
use crate::{p99, row};
use asking::Asking;
use fixture::{Fixture, LARGE_IN, REPOSITORIES, SMALL};

/// The goals: records appended a second, packages indexed a second, the index in memory and on the disk in mebibytes,
/// and the time until a package is found in milliseconds.
const APPENDED: f64 = 10_000_000.0 / 600.0;
const INDEXED: f64 = 50_000.0;
const MEMORY_MB: f64 = 300.0;
const DISK_MB: f64 = 1_024.0;
const FOUND_MS: f64 = 1_000.0;
/// What the server logs when its index is complete.
const COMPLETE: &str = "the index of packages is complete";
const COMPLETE_WITHIN: Duration = Duration::from_secs(300);
/// How many publishes are measured one by one, and how many by several connections have the index merged.
const PUBLISHED: usize = 50;
const MERGED: usize = 4_400;
const CONNECTIONS: usize = 4;
const MIB: f64 = 1_024.0 * 1_024.0;

/// Readers with what they may read: a whole repository, and a part of one.
const WHOLE: &str = "bob";
const PART: &str = "eve";

/// Prints the rows.
pub(crate) async fn of_packages() {
    let fixture = Fixture::wanted();
    let (place, token, [whole, part]) = prepared().await;
    let took = fixture.append(&place.data()).await.as_secs_f64();
    let rate = fixture.records() as f64 / took;
    let what = format!("appending {} packages x {}", fixture.packages, fixture.versions);
    row(&what, &format!("{rate:.0}/s, {took:.0} s"), ">= 16667/s", APPENDED / rate);
    let since = Instant::now();
    let made = place.run(&["gc", "--dry-run", "--data", "{data}"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let made = since.elapsed().as_secs_f64();
    row("making the view of all versions", &format!("{made:.1} s"), "-", 0.0);

    let server = place.start();
    let mut ann = Asking::by(server.address(), &token);
    print_index(&place, &server, &mut ann, since.elapsed().as_secs_f64() - made);
    ann.print_all(fixture);
    ann.print_versions(fixture);
    Asking::by(server.address(), &whole).print_some("a reader of one repository", fixture);
    Asking::by(server.address(), &part).print_some("a reader of some paths", fixture);
    print_published(server.address(), &token, fixture);
    let megabytes = resident(&server) / MIB;
    row("resident memory of the server after that", &format!("{megabytes:.0} MB"), "-", 0.0);
    server.stop();
    print_disk(&place.data().join("repositories.index"));
}

/// A place with the repositories, the token of its administrator, and those of two readers.
async fn prepared() -> (Place, String, [String; 2]) {
    let (place, server, token) = set_up().await;
    server.stop();
    for reader in [WHOLE, PART] {
        let added = place.run(&["user", "add", reader, "--data", "{data}"]);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    }
    let readers = [WHOLE, PART].map(|reader| token_of(&place, reader));
    let server = place.start();
    create(&server, &token, "files", "generic").await;
    for (key, package_type, _) in REPOSITORIES {
        create(&server, &token, key, package_type).await;
    }
    for (reader, repository, paths) in [(WHOLE, SMALL, "**"), (PART, LARGE_IN, "@team-5/**")] {
        let artifact = json!({
            "actions": {"users": {reader: ["READ"]}},
            "targets": {repository: {"include_patterns": [paths], "exclude_patterns": []}},
        });
        let permission = json!({"name": reader, "resources": {"artifact": artifact}});
        let request = Request::new("POST", "/access/api/v2/permissions").json(&permission);
        let request = request.header("authorization", &format!("Bearer {token}"));
        let made = Browser::new(&server).send(request).await;
        assert_eq!(made.status, 201, "{}", made.json());
    }
    server.stop();
    (place, token, readers)
}

/// Waits until the index is complete, and prints what it costs.
fn print_index(place: &Place, server: &Server, ann: &mut Asking, opened: f64) {
    row("opening the installation", &format!("{opened:.2} s"), "-", 0.0);
    let since = Instant::now();
    while !ann.is_complete() {
        assert!(since.elapsed() < COMPLETE_WITHIN, "the index is not complete: {}", place.log());
        thread::sleep(Duration::from_millis(20));
    }
    let log = place.log();
    let (_, logged) = log.rsplit_once(COMPLETE).expect("a line of the log");
    let number = |name: &str| {
        let (_, value) = logged.split_once(&format!(" {name}=")).expect("a number");
        let digits = value.split(|letter: char| !letter.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse::<f64>().ok()).expect("a number")
    };
    let (packages, ms) = (number("packages"), number("ms").max(1.0));
    let rate = packages / ms * 1e3;
    let what = format!("the index of {packages} packages");
    row(&what, &format!("{rate:.0}/s, {ms:.0} ms"), ">= 50000/s", INDEXED / rate);
    let megabytes = number("bytes") / MIB;
    row("the index in memory", &format!("{megabytes:.1} MB"), "<= 300 MB", megabytes / MEMORY_MB);
    let megabytes = resident(server) / MIB;
    row("resident memory of the server with it", &format!("{megabytes:.0} MB"), "-", 0.0);
}

/// Publishes packages, and waits until each is found.
fn print_published(address: SocketAddr, token: &str, fixture: Fixture) {
    // The server has closed a connection that was idle for so long.
    let mut ann = Asking::by(address, token);
    let mut client = Client::connect(address, Some(&format!("Bearer {token}")));
    let mut times = Vec::new();
    for number in 0..PUBLISHED {
        let name = format!("published-{number}");
        let since = Instant::now();
        publish(&mut client, &name);
        while !ann.finds(&name) {
            assert!(since.elapsed() < Duration::from_secs(60), "{name} is not found");
        }
        times.push(since.elapsed());
    }
    let found = p99(&mut times).as_secs_f64() * 1e3;
    let what = "a package from its publish until it is found, p99";
    row(what, &format!("{found:.1} ms"), "<= 1000 ms", found / FOUND_MS);
    thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            scope.spawn(move || {
                let mut client = Client::connect(address, Some(&format!("Bearer {token}")));
                for number in 0..MERGED / CONNECTIONS {
                    publish(&mut client, &format!("more-{connection}-{number}"));
                }
            });
        }
    });
    Asking::by(address, token).print_changed(fixture);
}

fn publish(client: &mut Client, name: &str) {
    let body = document(name, "1.0.0", &tarball(name, "1.0.0")).to_string();
    let path = format!("/artifactory/api/npm/{LARGE_IN}/{name}");
    let request = client::Request::put(&path, Body::Bytes(body.as_bytes()));
    client.send(&request.with("content-type: application/json\r\n")).expect(201);
}

/// Prints how much of the file of the view is for lists of packages.
fn print_disk(view: &Path) {
    let whole = std::fs::metadata(view).expect("the view").len() as f64 / MIB;
    let opened = redb::Database::open(view).expect("the view");
    let reading = opened.begin_read().expect("a transaction");
    let mut tables = reading.list_tables().expect("tables");
    let table = tables.find(|table| table.name() == "summaries").expect("the table");
    let stats = reading.open_untyped_table(table).expect("the table").stats().expect("its size");
    let pages = stats.leaf_pages() + stats.branch_pages();
    let used = stats.stored_bytes() + stats.metadata_bytes() + stats.fragmented_bytes();
    let megabytes = used as f64 / MIB;
    let measured = format!("{megabytes:.0} MB, {pages} pages");
    row("the index on the disk", &measured, "<= 1024 MB", megabytes / DISK_MB);
    row("the view of all files and versions on the disk", &format!("{whole:.0} MB"), "-", 0.0);
}
