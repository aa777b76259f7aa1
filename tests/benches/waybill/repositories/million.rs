//! Opening an installation with a million artifacts, or as many as `WAYBILL_BENCH_ARTIFACTS` says. Storing them takes
//! minutes: `WAYBILL_BENCH_DATA` names a folder in which they are kept for the next run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use waybill_blobs::Blobs;
use waybill_engine::{Clock as _, SystemClock};
use waybill_journal::{DurableJournal, DurableOptions};
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Location, NewFile, NextPortion, Options,
    Overwriting, Repositories as _, Source, StoredRepository,
};
use waybill_platform::secret::sha256_hex;
use waybill_platform::streams::ChangeContext;
use waybill_tests::Place;

use super::subjects::{create, set_up};
use crate::memory::resident;
use crate::row;

const ARTIFACTS: usize = 1_000_000;
/// How many are stored at once.
const AT_ONCE: usize = 512;
const CONTENT: &[u8] = b"an artifact";
/// The goals for opening, in seconds, and for the memory afterwards, in mebibytes.
const OPENED_S: f64 = 5.0;
const MEMORY_MB: f64 = 500.0;

/// The content of the first artifact, which all others have too.
struct Once(bool);

impl Source for Once {
    fn next(&mut self) -> NextPortion<'_> {
        let portion = (!std::mem::replace(&mut self.0, true)).then(|| Ok(CONTENT.into()));
        Box::pin(std::future::ready(portion))
    }
}

/// Prints three rows, and one more if the artifacts are not there yet.
pub(crate) async fn opened() {
    let set = std::env::var("WAYBILL_BENCH_ARTIFACTS").ok().and_then(|text| text.parse().ok());
    let artifacts: usize = set.unwrap_or(ARTIFACTS);
    let kept = std::env::var_os("WAYBILL_BENCH_DATA").map(PathBuf::from);
    let kept = kept.map(|folder| folder.join(artifacts.to_string()));
    let place = match &kept {
        Some(kept) if kept.exists() => Place::new().with_data(kept.to_str().expect("a name")),
        _ => filled(artifacts, kept.as_deref()).await,
    };
    print(artifacts, &place);
    fs::remove_file(place.data().join("repositories.index")).expect("the index");
    let since = Instant::now();
    place.start().stop();
    let measured = format!("{:.1} s", since.elapsed().as_secs_f64());
    row("the same, and making their index again", &measured, "-", 0.0);
}

/// An installation with the artifacts, in this folder if it is to be kept.
async fn filled(artifacts: usize, kept: Option<&Path>) -> Place {
    let (place, server, token) = set_up().await;
    create(&server, &token, "files", "generic").await;
    server.stop();
    let since = Instant::now();
    fill(&place.data(), artifacts).await;
    let rate = artifacts as f64 / since.elapsed().as_secs_f64();
    row("storing them by their checksum, 512 at once", &format!("{rate:.0}/s"), "-", 0.0);
    let Some(kept) = kept else { return place };
    fs::create_dir_all(kept.parent().expect("a folder above it")).expect("a folder");
    fs::rename(place.data(), kept).expect("the folders are on the same disk");
    place.with_data(kept.to_str().expect("a name"))
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

/// Stores the artifacts by the service itself, without a server before it.
async fn fill(data: &Path, artifacts: usize) {
    let journal = DurableJournal::open(&data.join("journal/platform"), DurableOptions::default());
    let journal = Arc::new(journal.expect("the journal"));
    let blobs = Blobs::in_folder(&data.join("blobs")).expect("the contents");
    let index = data.join("repositories.index");
    let options = Options::default();
    let service = EmbeddedRepositories::open(journal.clone(), blobs, &index, options);
    let service = service.expect("the service");
    let found = service.repository("files".to_owned()).await.expect("it is read");
    let repository = found.expect("the repository");
    let context = || ChangeContext::system(SystemClock.now());
    let first = service.deploy(artifact(&repository, 0), Box::new(Once(false)), context());
    first.await.expect("the first artifact");
    let deploy = |number| {
        service.deploy_known(artifact(&repository, number), Box::new(|_, _| true), context())
    };
    let mut stored =
        futures_util::stream::iter((1..artifacts).map(deploy)).buffer_unordered(AT_ONCE);
    while let Some(stored) = stored.next().await {
        assert!(stored.expect("it is stored").is_some());
    }
    drop(stored);
    service.save();
    drop(service);
    let journal = Arc::into_inner(journal).expect("nothing else has the journal");
    journal.close().expect("closed in order");
}

fn artifact(repository: &StoredRepository, number: usize) -> NewFile {
    let path = format!("team-{:03}/part-{:02}/file-{number}.bin", number % 500, number % 37);
    NewFile {
        at: Location { repository: repository.clone(), path },
        properties: BTreeMap::new(),
        expected: Expected { sha256: Some(sha256_hex(CONTENT)), ..Expected::default() },
        overwriting: Overwriting::Never,
    }
}
