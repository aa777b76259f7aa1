//! Kills and power cuts while clients upload files, packages and images: what was acknowledged is there byte for byte,
//! what is listed is whole, and nothing else is left after a collection.
//!
//! `npm run test:crash` does this for longer: `WAYBILL_KILLS` and `WAYBILL_POWER_CUTS` are the numbers of rounds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use waybill_journal_crash::rounds;
use waybill_tests::{Answer, Request, run};

use crate::can_trace;
use crate::docker::{MANIFEST, manifest_of, sha256};
use crate::gc::{collected, contents};
use crate::mishaps::Mishap;
use crate::npm::{document, tarball_with};
use crate::stage::{Client, Stage};

/// More than one portion of what arrives at once, and more than what is kept in memory.
const BYTES: usize = 600_000;
/// How long the first kill waits for a first upload of each kind.
const FIRST_WITHIN: Duration = Duration::from_secs(60);
const FILES: &str = "/artifactory/files";
const PACKAGES: &str = "/artifactory/api/npm/npm-local";
const IMAGE: &str = "/v2/docker-local/kill";

/// What a client uploads.
#[derive(Clone, Copy)]
enum Kind {
    File,
    Package,
    Image,
}

/// The content of an upload, which is another one for each.
fn content(name: &str) -> Vec<u8> {
    name.bytes().cycle().take(BYTES).collect()
}

fn manifest(name: &str) -> Vec<u8> {
    manifest_of(&content(name)).to_string().into_bytes()
}

fn package(name: &str) -> Vec<u8> {
    tarball_with(name, "1.0.0", &content(name))
}

impl Kind {
    const ALL: [Self; 3] = [Self::File, Self::Package, Self::Image];

    /// Uploads a name; none if the server is gone before it has acknowledged all of it.
    async fn upload(self, client: &Client<'_>, name: &str) -> Option<()> {
        match self {
            Self::File => {
                let file = Request::new("PUT", &format!("{FILES}/kill/{name}"));
                acknowledged(client.try_send(file.body(content(name))).await)
            }
            Self::Package => {
                let package = document(name, "1.0.0", &package(name));
                let path = format!("{PACKAGES}/{name}");
                acknowledged(client.try_send(Request::new("PUT", &path).json(&package)).await)
            }
            Self::Image => {
                for blob in [b"{}".to_vec(), content(name)] {
                    let path = format!("{IMAGE}/blobs/uploads/?digest={}", sha256(&blob));
                    acknowledged(client.try_send(Request::new("POST", &path).body(blob)).await)?;
                }
                let path = format!("{IMAGE}/manifests/{name}");
                let tagged = Request::new("PUT", &path).header("content-type", MANIFEST);
                acknowledged(client.try_send(tagged.body(manifest(name))).await)
            }
        }
    }

    /// The names that are listed.
    async fn listed(self, client: &Client<'_>) -> Vec<String> {
        let texts = |list: &Value| -> Vec<String> {
            let texts = list.as_array().into_iter().flatten();
            texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
        };
        match self {
            Self::File => {
                let listed =
                    client.get("/artifactory/api/storage/files/kill?list&deep=1").await.json();
                let files = listed["files"].as_array().into_iter().flatten();
                let names = files.map(|file| file["uri"].as_str().expect("a path"));
                names.map(|name| name.trim_start_matches('/').to_owned()).collect()
            }
            Self::Package => {
                let found = client.get(&format!("{PACKAGES}/-/v1/search?text=kill&size=250")).await;
                let objects = found.json()["objects"].as_array().cloned().unwrap_or_default();
                let names = objects.iter().map(|object| object["package"]["name"].clone());
                names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
            }
            Self::Image => texts(&client.get(&format!("{IMAGE}/tags/list")).await.json()["tags"]),
        }
    }

    /// Asserts that a name can be read, byte for byte.
    async fn assert_whole(self, client: &Client<'_>, name: &str) {
        let parts = match self {
            Self::File => vec![(format!("{FILES}/kill/{name}"), content(name))],
            Self::Package => {
                vec![(format!("{PACKAGES}/{name}/-/{name}-1.0.0.tgz"), package(name))]
            }
            Self::Image => vec![
                (format!("{IMAGE}/manifests/{name}"), manifest(name)),
                (format!("{IMAGE}/blobs/{}", sha256(b"{}")), b"{}".to_vec()),
                (format!("{IMAGE}/blobs/{}", sha256(&content(name))), content(name)),
            ],
        };
        for (path, bytes) in parts {
            let found = client.get(&path).await;
            assert_eq!((found.status, found.body == bytes), (200, true), "{path}");
        }
    }
}

fn acknowledged(answer: Option<Answer>) -> Option<()> {
    matches!(answer?.status, 200 | 201).then_some(())
}

/// Uploads until the server is gone; returns the names that were acknowledged.
async fn upload(client: &Client<'_>, kind: Kind, round: u64, count: &AtomicUsize) -> Vec<String> {
    let mut names = Vec::new();
    for number in 0.. {
        let name = format!("kill-{round}-{number}");
        if kind.upload(client, &name).await.is_none() {
            break;
        }
        names.push(name);
        count.fetch_add(1, Ordering::Relaxed);
    }
    names
}

fn uploads_outlive(mishap: Mishap, rounds: u64) {
    run(async {
        let Stage { place, server, ann, .. } = Stage::new().await;
        let client = Client::new(&server, &ann);
        for (key, package_type) in [("npm-local", "npm"), ("docker-local", "docker")] {
            let created = client.create(key, json!({"packageType": package_type})).await;
            assert_eq!(created.status, 200);
        }
        assert!(server.stop().success());
        let (mut known, mut unanswered) = ([const { Vec::new() }; 3], 0);
        for round in 0..rounds {
            let (traced, before) = mishap.prepared(&place);
            let server = traced.start();
            let client = Client::new(&server, &ann);
            let counts = [const { AtomicUsize::new(0) }; 3];
            let kinds = Kind::ALL.into_iter().zip(&counts);
            let uploads = kinds.map(|(kind, count)| upload(&client, kind, round, count));
            let killing = async {
                let since = Instant::now();
                // However slow the machine is, something of each kind is acknowledged.
                let lacks_some = || counts.iter().any(|count| count.load(Ordering::Relaxed) == 0);
                while round == 0 && lacks_some() && since.elapsed() < FIRST_WITHIN {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                tokio::time::sleep(Duration::from_millis(300 + 137 * (round % 11))).await;
                server.signal("KILL");
            };
            let (done, ()) = join(join_all(uploads), killing).await;
            server.wait();
            mishap.happen(&place, &before);
            let left = contents(&place).len();

            let server = place.start();
            let kept = collected(&place, &["--grace-hours", "0"])["kept"]["contents"].clone();
            // Each content is one that a record names.
            assert_eq!(json!(contents(&place).len()), kept, "round {round}");
            unanswered += left - contents(&place).len();
            let client = Client::new(&server, &ann);
            for ((kind, known), done) in Kind::ALL.into_iter().zip(&mut known).zip(done) {
                known.extend(done);
                let listed = kind.listed(&client).await;
                for name in &*known {
                    assert!(listed.contains(name), "round {round}: {name} is lost");
                }
                // What the client had no answer for is there as a whole, or not at all.
                for name in &listed {
                    kind.assert_whole(&client, name).await;
                }
            }
            assert!(server.stop().success(), "{}", place.log());
        }
        let known = known.map(|names| names.len());
        println!("{known:?} acknowledged, {unanswered} contents removed that nothing names");
        assert!(known.iter().all(|known| *known > 0), "{known:?} were acknowledged");
    });
}

/// covers: [REPO-05, REPO-02]
#[test]
fn what_was_acknowledged_outlives_a_kill() {
    uploads_outlive(Mishap::Kill, rounds("WAYBILL_KILLS", 2));
}

/// covers: [REPO-05, REPO-02]
#[test]
fn what_was_acknowledged_outlives_a_power_cut() {
    if can_trace() {
        uploads_outlive(Mishap::PowerCut, rounds("WAYBILL_POWER_CUTS", 1));
    }
}
