//! The repositories of this process: a stream per repository and per package in the platform journal, contents in the
//! blob store, and a view of all files.

mod archive;
mod artifacts;
mod catalogue;
mod cleaning;
mod downloading;
mod package_streams;
mod packages;
mod parts;
mod quotas;
mod receiving;
mod relocating;
mod searching;
mod storing;
mod sweep;
mod table;
mod tags;
mod trash;
mod tree;
mod unneeded;
mod upstreams;
mod view;

use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use waybill_blobs::{BlobError, BlobId, Blobs};
use waybill_journal::Journal;
use waybill_machines::machines::repository::Event;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::repositories::{Repository, RepositoryProblem, check_repository};
use waybill_machines::{AnyEvent, MachineName, RejectionCode};

use super::{Answer, Repositories, RepositoryError, StoredRepository};
use crate::downloads::Downloads;
use crate::keyed::to_completion;
use crate::secret::{hex, random};
use crate::streams::{ChangeContext, Command, Streams};
pub(super) use package_streams::repository_of;
pub use package_streams::stream_of;
use quotas::Quotas;
pub(super) use quotas::Reservation;
pub use sweep::{Collected, NAMED_MAX};
use table::Table;
pub(super) use trash::trash_place;
use tree::{Changes, changed_path};
pub use unneeded::NeededPaths;
use unneeded::{Held, Unneeded};
pub use upstreams::EmbeddedUpstreams;
use view::View;
pub(crate) use view::is_archived;

/// Prefix of the streams of repositories.
pub(super) const PREFIX: &str = "repository/";
/// How many folders are copied or moved at once. Each is a list of paths in memory.
const RELOCATIONS: usize = 4;
/// How many searches run at once. Each occupies a thread, and holds what it has found.
const SEARCHES: usize = 4;
/// How many queries of packages run at once.
const LISTINGS: usize = 8;
/// How many locks there are for packages. Two packages that share one wait for each other, which costs only time.
const LOCKS: usize = 256;

/// What the service is opened with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How much of the view is cached in memory, in bytes.
    pub view_cache_bytes: usize,
    /// How often the view is written to the disk. What a crash loses of it is read from the journal again.
    pub saved_every: Duration,
    /// How often contents are looked for that no file has.
    pub swept_every: Duration,
    /// For how long such a content is kept: a backup that is being made may still need it.
    pub unused_kept: Duration,
    /// For how long a file stays in the trash.
    pub trash_kept: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            view_cache_bytes: 32 * 1_024 * 1_024,
            saved_every: Duration::from_secs(5),
            swept_every: Duration::from_hours(6),
            unused_kept: Duration::from_hours(24),
            trash_kept: Duration::from_hours(14 * 24),
        }
    }
}

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedRepositories {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    blobs: Blobs,
    view: View,
    table: RwLock<Table>,
    quotas: Quotas,
    /// Held by a sweep of contents, of which one runs at a time.
    sweeping: Mutex<()>,
    held: Held,
    unneeded: Unneeded,
    changes: Changes,
    /// Who notes what remote repositories take in.
    fills: OnceLock<Arc<Downloads>>,
    trash_kept: Duration,
    /// Places for those who copy, move and search at once.
    places: Places,
    /// Held while a repository is created, changed or deleted, so that only one has a key.
    changing: Mutex<()>,
    /// Held while a package changes: what its event says of a file holds until its record is in the view.
    packages: Vec<Mutex<()>>,
    /// Held while a download is recorded by itself.
    serving: Vec<Mutex<()>>,
}

/// Places for what takes long.
struct Places {
    relocations: Semaphore,
    searches: Arc<Semaphore>,
    listings: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        Self {
            relocations: Semaphore::new(RELOCATIONS),
            searches: Arc::new(Semaphore::new(SEARCHES)),
            listings: Arc::new(Semaphore::new(LISTINGS)),
        }
    }
}

impl EmbeddedRepositories {
    /// Opens the service, with the contents of files and the view of all files in the file `index`. What the view lacks
    /// is read from the journal.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        blobs: Blobs,
        index: &Path,
        options: Options,
    ) -> Result<Self, RepositoryError> {
        let streams = Streams::new(journal);
        let mut table = Table::default();
        for stream in streams.names(PREFIX) {
            let state = streams.state(&stream, MachineName::Repository)?;
            if let Some(stored) = Table::stored(&stream[PREFIX.len()..], &state) {
                table.put(stored);
            }
        }
        let types = table.all().into_iter().map(|stored| (stored.id, stored.settings.package_type));
        let types: Vec<_> = types.collect();
        let view = View::open(index, streams.journal().as_ref(), &types, options.view_cache_bytes)?;
        sweep::show();
        let inner = Inner {
            streams,
            blobs,
            view,
            table: RwLock::new(table),
            quotas: Quotas::default(),
            sweeping: Mutex::default(),
            held: Held::default(),
            unneeded: Unneeded::default(),
            changes: Changes::default(),
            fills: OnceLock::new(),
            trash_kept: options.trash_kept,
            places: Places::default(),
            changing: Mutex::default(),
            packages: (0..LOCKS).map(|_| Mutex::default()).collect(),
            serving: (0..LOCKS).map(|_| Mutex::default()).collect(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Whether contents of files can be stored and read now.
    ///
    /// # Errors
    ///
    /// [`BlobError`], with what an administrator can do about it.
    pub async fn check_contents(&self) -> Result<(), BlobError> {
        self.inner.blobs.check().await
    }

    /// The size of a stored content in bytes; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if that is not known.
    pub async fn content_bytes(&self, content: BlobId) -> Result<Option<u64>, BlobError> {
        self.inner.blobs.bytes_of(content).await
    }

    /// Writes the view to the disk, for a quicker start. Blocks on the disk.
    pub fn save(&self) {
        if let Err(error) = self.inner.view.save(self.inner.streams.journal().as_ref()) {
            tracing::warn!(service = "artifactory", %error, "the index of the repositories was not saved");
        }
    }
}

impl Repositories for EmbeddedRepositories {
    fn repositories(&self) -> Answer<'_, Vec<StoredRepository>> {
        Box::pin(async move { Ok(self.inner.table().all()) })
    }

    fn repository(&self, key: String) -> Answer<'_, Option<StoredRepository>> {
        Box::pin(async move { Ok(self.inner.table().get(&key).cloned()) })
    }

    fn with_ids(&self, ids: Vec<String>) -> Answer<'_, Vec<StoredRepository>> {
        Box::pin(async move { Ok(self.inner.table().with_ids(&ids)) })
    }

    fn create(&self, new: Repository, context: ChangeContext) -> Answer<'_, StoredRepository> {
        self.to_completion(async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check_repository(&new).map_err(RepositoryError::Problem)?;
            let _changing = inner.changing.lock().await;
            if inner.table().get(&new.key).is_some() {
                return Err(RepositoryError::KeyTaken);
            }
            let id = hex(&random::<8>());
            let by = context.who.person().cloned();
            inner.submit(&id, Event::Create { repository: Box::new(new), by }, &context).await
        })
    }

    fn change(
        &self,
        seen: StoredRepository,
        wanted: Repository,
        context: ChangeContext,
    ) -> Answer<'_, StoredRepository> {
        self.to_completion(async move |inner| {
            check_repository(&wanted).map_err(RepositoryError::Problem)?;
            let _changing = inner.changing.lock().await;
            let known = inner.known(&seen.settings.key)?;
            if known != seen {
                return Err(RepositoryError::ChangedMeanwhile);
            }
            let fixed = |of: &Repository| (of.key.clone(), of.class, of.package_type);
            if fixed(&known.settings) != fixed(&wanted) {
                return Err(RepositoryError::Problem(RepositoryProblem::Fixed));
            }
            inner.submit(&known.id, Event::Change { repository: Box::new(wanted) }, &context).await
        })
    }

    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let _changing = inner.changing.lock().await;
            let known = inner.known(&key)?;
            let command = Command::new(format!("{PREFIX}{}", known.id), Event::Delete {});
            inner.change(command, &context).await?;
            inner.table_to_change().remove(&key);
            inner.changes.end(&known.id);
            Ok(())
        })
    }
}

impl EmbeddedRepositories {
    /// Runs to completion even when the caller stops waiting, so that nothing is left half done.
    fn to_completion<T, F>(
        &self,
        work: impl FnOnce(Arc<Inner>) -> F + Send + 'static,
    ) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, RepositoryError>> + Send + 'static,
    {
        to_completion(&self.inner, work)
    }
}

impl Inner {
    fn table(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_to_change(&self) -> std::sync::RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, key: &str) -> Result<StoredRepository, RepositoryError> {
        self.table().get(key).cloned().ok_or(RepositoryError::NoRepository)
    }

    /// A repository as it is now; another one with its key is none.
    fn still(&self, seen: &StoredRepository) -> Result<StoredRepository, RepositoryError> {
        let known = self.known(&seen.settings.key)?;
        (known.id == seen.id).then_some(known).ok_or(RepositoryError::NoRepository)
    }

    async fn submit(
        &self,
        id: &str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<StoredRepository, RepositoryError> {
        let command = Command::new(format!("{PREFIX}{id}"), event);
        let accepted = self.streams.submit(command, context).await?;
        let accepted = accepted.map_err(|_| RepositoryError::NoRepository)?;
        let stored = Table::stored(id, &accepted.state);
        let stored = stored.ok_or(RepositoryError::Defect("a repository was made of nothing"))?;
        self.view.types.put(&stored.id, stored.settings.package_type);
        self.table_to_change().put(stored.clone());
        Ok(stored)
    }

    /// Appends a record of a package or a repository that the caller has locked, and adds it to the view.
    async fn change(
        self: &Arc<Self>,
        command: Command,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        self.change_all(vec![command], context).await
    }

    /// Appends records of several packages that the caller has locked as one group: all are stored, or none.
    async fn change_all(
        self: &Arc<Self>,
        commands: Vec<Command>,
        context: &ChangeContext,
    ) -> Result<(), RepositoryError> {
        let streams: Vec<String> = commands.iter().map(|command| command.stream.clone()).collect();
        let changed = commands.iter().filter_map(|command| match &command.event {
            AnyEvent::Package(event) => {
                let (repository, path) = repository_of(&command.stream).zip(changed_path(event))?;
                Some((repository.to_owned(), path.clone()))
            }
            _ => None,
        });
        let changed: Vec<(String, String)> = changed.collect();
        let change = self.view.begin_change(self.streams.journal().as_ref());
        let outcomes = match self.streams.submit_all(&commands, context).await {
            Ok(outcomes) => outcomes,
            Err(error) => {
                if error.is_certain() {
                    self.view.end_change(change);
                } else {
                    self.view.leave_change(change);
                }
                return Err(error.into());
            }
        };
        let follow =
            move |inner: &Self| inner.view.follow(inner.streams.journal().as_ref(), streams);
        if let Err(error) = self.blocking(follow).await {
            // What the records name is not in the view, and must not be taken for unused.
            self.view.leave_change(change);
            return Err(error);
        }
        self.view.end_change(change);
        let mut refused = outcomes.into_iter().filter_map(Result::err);
        let refused = refused.find(|refused| refused.rejection.code != RejectionCode::Withheld);
        if let Some(refused) = refused {
            return Err(refused_as(refused.rejection.code));
        }
        for (repository, path) in changed {
            self.changes.report(&repository, path);
        }
        Ok(())
    }

    /// Runs blocking disk access on a thread for it.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, RepositoryError> + Send + 'static,
    ) -> Result<T, RepositoryError> {
        let inner = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| RepositoryError::Defect("reading stopped"))?
    }
}

/// A rejection as an error of the service.
fn refused_as(code: RejectionCode) -> RepositoryError {
    let artifact = ArtifactProblem::ALL.into_iter().find(|problem| problem.code() == code);
    let package = PackageProblem::ALL.into_iter().find(|problem| problem.code() == code);
    let problem = artifact.map(RepositoryError::Artifact);
    let problem = problem.or_else(|| package.map(RepositoryError::Package));
    problem.unwrap_or(RepositoryError::Defect("a change was refused"))
}
