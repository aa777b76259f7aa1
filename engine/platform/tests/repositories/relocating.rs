//! Copying and moving files that were found by their checksums, while others replace them.

use std::sync::Arc;

use tokio::runtime::Handle;
use waybill_journal::{Journal, MemoryJournal};
use waybill_platform::repositories::{
    Artifacts as _, EmbeddedRepositories, Expected, Kind, MayRelocate, Overwriting,
    PropertyChanges, Relocated, Relocating as _, Relocation, RelocationProblem, RepositoryError,
};

use super::{all, at, context, create, deploy, open};

/// May do everything, and another user stores a content at the source once the file has been judged.
struct May {
    service: Arc<EmbeddedRepositories>,
    replaced_by: Option<&'static str>,
}

impl MayRelocate for May {
    fn read(&self, _: &str) -> bool {
        true
    }

    fn remove(&self, _: &str) -> bool {
        true
    }

    fn store(&self, from: &str, _: &str) -> Result<Overwriting, RelocationProblem> {
        if let Some(content) = self.replaced_by {
            Handle::current().block_on(deploy(&self.service, from, content, true)).unwrap();
        }
        Ok(Overwriting::Always)
    }
}

/// Moves `lib/a`, if it is the expected content, to `lib/b`.
async fn moved(
    service: &Arc<EmbeddedRepositories>,
    kind: Kind,
    expected: &Expected,
    replaced_by: Option<&'static str>,
) -> Result<Relocated, RepositoryError> {
    let wanted = Relocation {
        from: at(service, "lib/a").await,
        kind,
        expected: Some(expected.clone()),
        to: at(service, "lib/b").await,
        into_folder: false,
        moves: true,
        is_dry: false,
        may: Arc::new(May { service: Arc::clone(service), replaced_by }),
    };
    service.relocate(wanted, context()).await
}

/// The paths of all files, with their sizes.
async fn files(service: &EmbeddedRepositories) -> Vec<(String, u64)> {
    let (files, _) = all(service).await;
    files.into_iter().map(|file| (file.path, file.content.bytes)).collect()
}

fn is_replaced(error: &RepositoryError) -> bool {
    matches!(error, RepositoryError::ContentReplaced(place) if place == "files/lib/a")
}

/// covers: [HOOK-04]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_content_that_was_found_is_moved() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let service = Arc::new(open(&journal, root.path()));
    create(&service).await;
    let found = deploy(&service, "lib/a", "first", true).await.unwrap();
    let first = Expected { sha256: Some(found.content.sha256.0.clone()), ..Expected::default() };

    // Another content has come before the file is judged.
    deploy(&service, "lib/a", "second one", true).await.unwrap();
    let refused = moved(&service, Kind::File, &first, None).await.unwrap_err();
    assert!(is_replaced(&refused), "{refused}");
    assert_eq!(files(&service).await, [("lib/a".to_owned(), 10)]);

    // Another content comes between judging and moving.
    deploy(&service, "lib/a", "first", true).await.unwrap();
    let stopped = moved(&service, Kind::File, &first, Some("third")).await.unwrap();
    assert_eq!((stopped.files, stopped.wanted), (0, 1));
    let why = stopped.stopped.expect("it was replaced").why;
    assert!(is_replaced(&why), "{why}");
    assert_eq!(files(&service).await, [("lib/a".to_owned(), 5)]);

    // What was found is moved; a SHA-1 is enough.
    let found = deploy(&service, "lib/a", "first", true).await.unwrap();
    let sha1 = Expected { sha1: Some(found.content.sha1.0.to_uppercase()), ..Expected::default() };
    let done = moved(&service, Kind::File, &sha1, None).await.unwrap();
    assert_eq!((done.files, done.stopped.is_none()), (1, true));
    assert_eq!(files(&service).await, [("lib/b".to_owned(), 5)]);

    // Only that gets the properties of a promotion.
    let changes = || PropertyChanges::from([("stage".into(), Some(vec!["released".into()]))]);
    deploy(&service, "lib/b", "fourth", true).await.unwrap();
    let place = at(&service, "lib/b").await;
    let refused = service.annotate_same(place, first.clone(), changes(), context()).await;
    let refused = refused.unwrap_err();
    assert!(
        matches!(&refused, RepositoryError::ContentReplaced(place) if place == "files/lib/b"),
        "{refused}"
    );
    assert!(all(&service).await.0[0].properties.is_empty());
    deploy(&service, "lib/b", "first", true).await.unwrap();
    let place = at(&service, "lib/b").await;
    service.annotate_same(place, first.clone(), changes(), context()).await.unwrap();
    assert!(all(&service).await.0[0].properties.contains_key("stage"));

    // A folder that has come to the path is not the file.
    deploy(&service, "lib/a/c", "first", true).await.unwrap();
    let refused = moved(&service, Kind::Folder, &first, None).await.unwrap_err();
    assert!(is_replaced(&refused), "{refused}");
}
