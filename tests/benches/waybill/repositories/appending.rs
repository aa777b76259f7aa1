//! Appending many records to the journal of a server that does not run: decided as the service has them decided, and
//! many in a group, so that they do not wait for the disk one by one.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::Path;
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use waybill_blobs::Blobs;
use waybill_engine::{Clock as _, SystemClock};
use waybill_journal::{DurableJournal, DurableOptions};
use waybill_machines::machines::package::Content;
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Location, NewFile, NextPortion, Options,
    Overwriting, Repositories as _, Source, StoredRepository,
};
use waybill_platform::streams::{ChangeContext, Command, Streams};

/// How many groups are decided at once.
const AT_ONCE: usize = 4;
const CONTENT: &[u8] = b"an artifact";

/// The content of the first artifact, which all others have too.
struct Once(bool);

impl Source for Once {
    fn next(&mut self) -> NextPortion<'_> {
        let portion = (!std::mem::replace(&mut self.0, true)).then(|| Ok(CONTENT.into()));
        Box::pin(ready(portion))
    }
}

/// The journal of a data directory.
pub(crate) struct Appending {
    journal: Arc<DurableJournal>,
    streams: Arc<Streams>,
    repositories: Vec<StoredRepository>,
    /// A content that is stored.
    pub(crate) content: Content,
}

impl Appending {
    /// Opens the journal, and has the service itself store an artifact at a path of the repository `files`.
    pub(crate) async fn begin(data: &Path, path: &str) -> Self {
        let journal =
            DurableJournal::open(&data.join("journal/platform"), DurableOptions::default());
        let journal = Arc::new(journal.expect("the journal"));
        let blobs = Blobs::in_folder(&data.join("blobs")).expect("the contents");
        let index = data.join("repositories.index");
        let service =
            EmbeddedRepositories::open(journal.clone(), blobs, &index, Options::default());
        let service = service.expect("the service");
        let repositories = service.repositories().await.expect("they are read");
        let files = repositories.iter().find(|stored| stored.settings.key == "files");
        let repository = files.expect("the repository").clone();
        let first = NewFile {
            at: Location { repository, path: path.to_owned() },
            properties: BTreeMap::new(),
            expected: Expected::default(),
            overwriting: Overwriting::Never,
        };
        let first = service.deploy(first, Box::new(Once(false)), context()).await;
        let content = first.expect("the first artifact").content;
        service.save();
        drop(service);
        let streams = Arc::new(Streams::new(journal.clone()));
        Self { journal, streams, repositories, content }
    }

    /// The id of the repository with a key.
    pub(crate) fn repository(&self, key: &str) -> String {
        let found = self.repositories.iter().find(|stored| stored.settings.key == key);
        found.expect("the repository").id.clone()
    }

    /// Appends groups, some at once. Each is made when its turn comes, and has less than a megabyte of records.
    pub(crate) async fn append<G: FnOnce() -> Vec<Command> + Send + 'static>(
        &self,
        groups: impl Iterator<Item = G>,
    ) {
        let groups = groups.map(|group| {
            let streams = self.streams.clone();
            tokio::spawn(async move {
                let stored = streams.submit_in_order(&group(), &context()).await;
                stored.expect("it is stored").expect("it is accepted");
            })
        });
        let stored = stream::iter(groups).buffer_unordered(AT_ONCE);
        stored
            .for_each(|stored| {
                stored.expect("the group");
                ready(())
            })
            .await;
    }

    /// Appends groups of the same stream one after another.
    pub(crate) async fn append_in_order(&self, groups: impl Iterator<Item = Vec<Command>>) {
        for group in groups {
            let stored = self.streams.submit_in_order(&group, &context()).await;
            stored.expect("it is stored").expect("it is accepted");
        }
    }

    /// Closes the journal.
    pub(crate) fn end(self) {
        let Self { journal, streams, .. } = self;
        drop(streams);
        let journal = Arc::into_inner(journal).expect("nothing else has the journal");
        journal.close().expect("closed in order");
    }
}

fn context() -> ChangeContext {
    ChangeContext::system(SystemClock.now())
}
