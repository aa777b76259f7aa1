//! The packages that users follow, and how many follow each (PKG-04): a stream of the platform journal for each user,
//! and counts in memory that are made from the streams at start.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::followed_packages::{Event, State};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, RejectionCode};

use crate::repositories::PackageId;
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// Prefix of the streams.
const PREFIX: &str = "followed_packages/";

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, FollowingError>> + Send + 'a>>;

/// The port for packages that users follow.
pub trait FollowedPackages: Send + Sync + 'static {
    /// What a user follows: ids of packages, also of those that are gone or that the user may read no longer.
    fn followed(&self, person: PersonId) -> Answer<'_, BTreeSet<String>>;

    /// A user follows a package from now on, or no longer. Repeating it changes nothing.
    fn follow(
        &self,
        person: PersonId,
        package: PackageId,
        follows: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// How many users follow a package.
    fn followers(&self, package: &PackageId) -> u64;
}

/// Why packages cannot be followed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FollowingError {
    /// The user follows as many packages as possible.
    #[error("a user can follow {most} packages")]
    TooMany {
        /// How many.
        most: usize,
    },
    /// The id of the package is too long.
    #[error("the name of the package is too long to be followed")]
    TooLong,
    /// The journal could not be read or written.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A defect of this program.
    #[error("a defect of the server: {0}")]
    Defect(&'static str),
}

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedFollowedPackages {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    /// How many follow each package, by its id. Only packages with followers are in it.
    followers: RwLock<HashMap<String, u64>>,
    /// Held during a change, so that what is counted is what was recorded.
    changing: Mutex<()>,
}

impl EmbeddedFollowedPackages {
    /// Opens the service, and counts the followers of all packages.
    ///
    /// # Errors
    ///
    /// [`FollowingError`], if what is recorded cannot be read.
    pub fn open(journal: Arc<dyn Journal>) -> Result<Self, FollowingError> {
        let streams = Streams::new(journal);
        let mut followers: HashMap<String, u64> = HashMap::new();
        for stream in streams.names(PREFIX) {
            for package in followed(&streams, &stream)? {
                *followers.entry(package).or_default() += 1;
            }
        }
        let inner =
            Inner { streams, followers: RwLock::new(followers), changing: Mutex::default() };
        Ok(Self { inner: Arc::new(inner) })
    }
}

fn followed(streams: &Streams, stream: &str) -> Result<BTreeSet<String>, FollowingError> {
    match streams.state(stream, MachineName::FollowedPackages)? {
        AnyState::FollowedPackages(State::Following { packages }) => Ok(packages),
        AnyState::FollowedPackages(State::None {}) => Ok(BTreeSet::new()),
        _ => Err(FollowingError::Defect("a stream of followed packages has another machine")),
    }
}

fn stream_of(person: &PersonId) -> String {
    format!("{PREFIX}{}", person.0)
}

impl FollowedPackages for EmbeddedFollowedPackages {
    fn followed(&self, person: PersonId) -> Answer<'_, BTreeSet<String>> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            let read = move || followed(&inner.streams, &stream_of(&person));
            let read = tokio::task::spawn_blocking(read).await;
            read.map_err(|_| FollowingError::Defect("reading what a user follows stopped"))?
        })
    }

    fn follow(
        &self,
        person: PersonId,
        package: PackageId,
        follows: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            // It ends even when the caller stops waiting, so that the counts are right.
            let change = async move { inner.follow(&person, &package, follows, &context).await };
            let done = tokio::spawn(change).await;
            done.map_err(|_| FollowingError::Defect("following a package stopped"))?
        })
    }

    fn followers(&self, package: &PackageId) -> u64 {
        let followers = self.inner.followers.read().unwrap_or_else(PoisonError::into_inner);
        followers.get(&package.to_string()).copied().unwrap_or_default()
    }
}

impl Inner {
    async fn follow(
        &self,
        person: &PersonId,
        package: &PackageId,
        follows: bool,
        context: &ChangeContext,
    ) -> Result<(), FollowingError> {
        let _changing = self.changing.lock().await;
        let (stream, package) = (stream_of(person), package.to_string());
        let known = followed(&self.streams, &stream)?;
        if known.contains(&package) == follows {
            return Ok(());
        }
        let id = package.clone();
        let event =
            if follows { Event::Follow { package: id } } else { Event::Unfollow { package: id } };
        // A refusal changes nothing, and any user could cause any number of them.
        let command = Command { record_refusal: false, ..Command::new(stream, event) };
        match self.streams.submit(command, context).await? {
            Ok(_) => {
                let mut followers = self.followers.write().unwrap_or_else(PoisonError::into_inner);
                let count = followers.entry(package.clone()).or_default();
                *count = if follows { *count + 1 } else { count.saturating_sub(1) };
                if *count == 0 {
                    followers.remove(&package);
                }
                Ok(())
            }
            Err(refused) if refused.rejection.code == RejectionCode::TooManyFollowed => {
                Err(FollowingError::TooMany { most: known.len() })
            }
            Err(refused) if refused.rejection.code == RejectionCode::TooLong => {
                Err(FollowingError::TooLong)
            }
            Err(_) => Err(FollowingError::Defect("following a package was refused")),
        }
    }
}
