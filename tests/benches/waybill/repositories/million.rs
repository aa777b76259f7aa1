//! Opening an installation with a million artifacts, or as many as `WAYBILL_BENCH_ARTIFACTS` says.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use waybill_blobs::Blobs;
use waybill_engine::{Clock as _, SystemClock};
use waybill_journal::{DurableJournal, DurableOptions};
use waybill_machines::machines::package::{Content, Event};
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Location, NewFile, NextPortion, Options,
    Overwriting, Repositories as _, Source, StoredRepository, stream_of,
};
use waybill_platform::streams::{ChangeContext, Command, Streams};
use waybill_tests::Place;

use super::subjects::{create, set_up};
use crate::memory::resident;
use crate::row;

const ARTIFACTS: usize = 1_000_000;
/// How many records are in a group: fewer than a megabyte, which is the most that one may have.
const IN_A_GROUP: usize = 700;
/// How many groups are decided at once.
const AT_ONCE: usize = 4;
const CONTENT: &[u8] = b"an artifact";
/// The goals for opening, in seconds, and for the memory afterwards, in mebibytes.
const OPENED_S: f64 = 5.0;
const MEMORY_MB: f64 = 500.0;

/// The content of the first artifact, which all others have too.
struct Once(bool);

impl Source for Once {
    fn next(&mut self) -> NextPortion<'_> {
        let portion = (!std::mem::replace(&mut self.0, true)).then(|| Ok(CONTENT.into()));
        Box::pin(ready(portion))
    }
}

/// Prints three rows.
pub(crate) async fn opened() {
    let set = std::env::var("WAYBILL_BENCH_ARTIFACTS").ok().and_then(|text| text.parse().ok());
    let artifacts: usize = set.unwrap_or(ARTIFACTS);
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

/// Stores the first artifact by the service itself, and records of others that have its content: decided as the
/// service has them decided, and many in a group, so that they do not wait for the disk one by one.
async fn fill(data: &Path, artifacts: usize) {
    let journal = DurableJournal::open(&data.join("journal/platform"), DurableOptions::default());
    let journal = Arc::new(journal.expect("the journal"));
    let blobs = Blobs::in_folder(&data.join("blobs")).expect("the contents");
    let index = data.join("repositories.index");
    let service = EmbeddedRepositories::open(journal.clone(), blobs, &index, Options::default());
    let service = service.expect("the service");
    let found = service.repository("files".to_owned()).await.expect("it is read");
    let repository = found.expect("the repository");
    let context = || ChangeContext::system(SystemClock.now());
    let first = service.deploy(artifact(&repository, 0), Box::new(Once(false)), context());
    let content = first.await.expect("the first artifact").content;
    service.save();
    drop(service);
    let streams = Arc::new(Streams::new(journal.clone()));
    let group = |from: usize| {
        let (streams, context, content) = (streams.clone(), context(), content.clone());
        let repository = repository.id.clone();
        tokio::spawn(async move {
            let numbers = from..artifacts.min(from + IN_A_GROUP);
            let commands = numbers.map(|number| deployed(&repository, number, &content));
            let commands: Vec<_> = commands.collect();
            let stored = streams.submit_in_order(&commands, &context).await;
            stored.expect("it is stored").expect("it is accepted");
        })
    };
    let groups = stream::iter((1..artifacts).step_by(IN_A_GROUP).map(group));
    groups
        .buffer_unordered(AT_ONCE)
        .for_each(|stored| {
            stored.expect("the group");
            ready(())
        })
        .await;
    drop(streams);
    let journal = Arc::into_inner(journal).expect("nothing else has the journal");
    journal.close().expect("closed in order");
}

fn path_of(number: usize) -> String {
    format!("team-{:03}/part-{:02}/file-{number}.bin", number % 500, number % 37)
}

fn artifact(repository: &StoredRepository, number: usize) -> NewFile {
    NewFile {
        at: Location { repository: repository.clone(), path: path_of(number) },
        properties: BTreeMap::new(),
        expected: Expected::default(),
        overwriting: Overwriting::Never,
    }
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
