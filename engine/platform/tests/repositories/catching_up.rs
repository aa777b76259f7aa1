//! The index makes up for records that it lacks, of which there are more than are read and applied at once.

use std::sync::Arc;

use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::machines::package::Event;
use waybill_machines::rules::artifacts::Properties;
use waybill_platform::repositories::{Usage, stream_of};
use waybill_platform::streams::{Command, Streams};

use super::{all, context, create, deploy, open, stored};

/// More than two portions of the journal.
const FILES: u64 = 2_500;
/// A group has a megabyte at most.
const IN_A_GROUP: usize = 500;

/// covers: [REPO-02]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_lacks_no_record_however_many_it_makes_up_for() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = open(&journal, root.path());
    create(&service).await;
    let content = deploy(&service, "file-0", "a content", false).await.unwrap().content;
    let repository = stored(&service).await.id;
    service.save();
    drop(service);
    let deployed = |number: u64| {
        let path = format!("file-{number}");
        let event = Event::Deploy {
            name: path.clone(),
            path: path.clone(),
            content: content.clone(),
            properties: Properties::new(),
            replaces: None,
            may_replace: false,
            origin: None,
        };
        Command::new(stream_of(&repository, &path), event)
    };
    let commands: Vec<Command> = (1..FILES).map(deployed).collect();
    let streams = Streams::new(Arc::clone(&journal));
    for group in commands.chunks(IN_A_GROUP) {
        streams.submit_in_order(group, &context()).await.unwrap().unwrap();
    }
    let service = open(&journal, root.path());
    let usage = Usage { files: FILES, bytes: FILES * content.bytes };
    let known = all(&service).await;
    assert_eq!((known.0.len() as u64, known.1), (FILES, usage));
    // It is complete up to the end of the journal, and one that is made again is the same.
    drop(service);
    assert_eq!(all(&open(&journal, root.path())).await, known);
    std::fs::remove_file(root.path().join("index")).unwrap();
    assert_eq!(all(&open(&journal, root.path())).await, known);
}
