//! Hashing passwords with Argon2id, so that a stolen vault is expensive to guess from (ASVS 11.4.2).
//!
//! One hash takes 19 MiB and tens of milliseconds: two run concurrently and one more for known devices, a bounded
//! number waits, and further ones are rejected for now. Otherwise signing in would be a way to exhaust memory.

mod queue;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::AccessError;
use crate::secret::Secret;
use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use queue::Queues;
pub(super) use queue::{Place, Queue};
use tokio::runtime::Handle;

/// The cost of one hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Degree of parallelism.
    pub lanes: u32,
}

impl Default for Cost {
    /// OWASP's first recommendation for Argon2id.
    fn default() -> Self {
        Self { memory_kib: 19_456, passes: 2, lanes: 1 }
    }
}

impl Cost {
    fn hasher(self) -> Result<Argon2<'static>, AccessError> {
        let params = Params::new(self.memory_kib, self.passes, self.lanes, None);
        let params =
            params.map_err(|_| AccessError::Defect("the cost of hashing is impossible"))?;
        Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Whether the password is the one that was hashed.
    pub is_right: bool,
    /// Whether the hash is weaker than the current cost.
    pub is_weak: bool,
}

/// Why there is no verdict.
#[derive(Debug)]
pub(super) enum NotHashed {
    /// Too many are already waiting.
    Busy,
    /// An internal error.
    Failed(AccessError),
}

pub(super) struct Hasher {
    cost: Cost,
    /// The caller's runtime, if none.
    runtime: Option<Handle>,
    workspaces: Arc<Workspaces>,
    queues: Queues,
    verifications: AtomicU64,
}

impl Hasher {
    pub(super) fn new(cost: Cost, runtime: Option<Handle>) -> Self {
        Self {
            cost,
            runtime,
            workspaces: Arc::default(),
            queues: Queues::default(),
            verifications: AtomicU64::new(0),
        }
    }

    /// How many passwords were compared so far.
    pub(super) fn verifications(&self) -> u64 {
        self.verifications.load(Ordering::Relaxed)
    }

    /// A place in a queue; none if all are taken, or all of its key.
    pub(super) fn place(&self, queue: Queue) -> Option<Place> {
        Place::take(self.queues.of(queue), queue)
    }

    /// Compares a password with a hash.
    pub(super) async fn verify(
        &self,
        password: Arc<Secret>,
        hash: Secret,
        place: Place,
    ) -> Result<Verdict, AccessError> {
        let cost = self.cost;
        let verdict =
            self.run(place, move |workspace| compare(cost, &password, &hash, workspace)).await?;
        self.verifications.fetch_add(1, Ordering::Relaxed);
        Ok(verdict)
    }

    /// Hashes a password with a new salt. The text includes the method, so that the hash can be strengthened later.
    pub(super) async fn hash(&self, password: Arc<Secret>) -> Result<Secret, NotHashed> {
        let cost = self.cost;
        let place = self.place(Queue::Server).ok_or(NotHashed::Busy)?;
        let hashed = self.run(place, move |workspace| hash_in(cost, &password, workspace)).await;
        hashed.map_err(NotHashed::Failed)
    }

    /// Takes all permits, so that other callers wait until they are dropped.
    #[cfg(test)]
    pub(super) async fn hold(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(queue::AT_ONCE).expect("a small number");
        self.queues
            .of(Queue::Server)
            .running
            .clone()
            .acquire_many_owned(all)
            .await
            .expect("the semaphore is never closed")
    }

    /// How many hashes are running or waiting.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.queues.of(Queue::Server).taken().all
    }

    async fn run<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce(&mut Vec<Block>) -> Result<T, AccessError> + Send + 'static,
    ) -> Result<T, AccessError> {
        let permit = place.waiting.running.clone().acquire_owned().await;
        let permit = permit.expect("the semaphore is never closed");
        let workspaces = Arc::clone(&self.workspaces);
        // The permit moves along: when the caller gives up, a third hash must not begin.
        let work = move || {
            let done = workspaces.with_buffer(work);
            drop(permit);
            done
        };
        let done = match &self.runtime {
            Some(runtime) => runtime.spawn_blocking(work),
            None => tokio::task::spawn_blocking(work),
        };
        let stopped = |_| AccessError::Defect("hashing a password stopped");
        done.await.map_err(stopped).flatten()
    }
}

/// Buffers in which hashes are computed, reused by later ones. If 19 MiB were allocated and freed for each hash, the
/// allocator would keep 19 MiB in each thread that has ever hashed, with other data allocated after them: the memory
/// of a server would go up and down by 40 MB as users sign in.
#[derive(Default)]
struct Workspaces(Mutex<Vec<Vec<Block>>>);

impl Workspaces {
    /// Lends the buffer used last. Its content could make guessing cheaper, so it is wiped before it is put back.
    fn with_buffer<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let free = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workspace = free().pop().unwrap_or_default();
        let done = work(&mut workspace);
        workspace.fill(Block::default());
        free().push(workspace);
        done
    }
}

/// Hashes on the current thread, which has to be allowed to block.
pub(super) fn hash_now(cost: Cost, password: &Secret) -> Result<Secret, AccessError> {
    hash_in(cost, password, &mut Vec::new())
}

fn hash_in(
    cost: Cost,
    password: &Secret,
    workspace: &mut Vec<Block>,
) -> Result<Secret, AccessError> {
    let failed = || AccessError::Defect("hashing a password failed");
    let hasher = cost.hasher()?;
    let salt = Salt::generate();
    let output = output(&hasher, password, &salt, Params::DEFAULT_OUTPUT_LEN, workspace);
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: hasher.params().try_into().map_err(|_| failed())?,
        salt: Some(salt),
        hash: Some(output.ok_or_else(failed)?),
    };
    Ok(Secret::new(hash.to_string()))
}

/// The output of Argon2 for a password and salt; `None` when the salt or the length is invalid.
fn output(
    hasher: &Argon2<'_>,
    password: &Secret,
    salt: &Salt,
    bytes: usize,
    workspace: &mut Vec<Block>,
) -> Option<Output> {
    let blocks = hasher.params().block_count();
    if workspace.len() < blocks {
        workspace.resize(blocks, Block::default());
    }
    let workspace = &mut workspace[..blocks];
    let mut out = [0; Output::MAX_LENGTH];
    let out = out.get_mut(..bytes)?;
    let password = password.expose().as_bytes();
    hasher.hash_password_into_with_memory(password, salt.as_ref(), out, workspace).ok()?;
    Output::new(out).ok()
}

fn compare(
    cost: Cost,
    password: &Secret,
    hash: &Secret,
    workspace: &mut Vec<Block>,
) -> Result<Verdict, AccessError> {
    let unreadable = || AccessError::Defect("the stored hash of a password cannot be read");
    let hash = PasswordHash::new(hash.expose()).map_err(|_| unreadable())?;
    let params = Params::try_from(&hash).map_err(|_| unreadable())?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(|_| unreadable())?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from);
    let (salt, expected) = hash.salt.zip(hash.hash).ok_or_else(unreadable)?;
    let is_weak = algorithm != Algorithm::Argon2id
        || params.m_cost() < cost.memory_kib
        || params.t_cost() < cost.passes;
    let hasher = Argon2::new(algorithm, version.map_err(|_| unreadable())?, params);
    let output = output(&hasher, password, &salt, expected.len(), workspace);
    // The comparison takes constant time.
    Ok(Verdict { is_right: output.ok_or_else(unreadable)? == expected, is_weak })
}

#[cfg(test)]
mod tests {
    use super::queue::{AT_ONCE, WAITING_MAX};
    use super::*;

    const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

    fn secret(text: &str) -> Arc<Secret> {
        Arc::new(Secret::new(text))
    }

    #[test]
    fn hashes_are_argon2id_with_the_cost_asked_for_and_a_salt_each() {
        let hash = || hash_now(Cost::default(), &Secret::new("x")).unwrap();
        let (one, two) = (hash(), hash());
        assert!(one.expose().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert_ne!(one.expose(), two.expose());
    }

    #[tokio::test]
    async fn a_hash_knows_its_password_and_whether_it_has_become_weak() {
        let hasher = Hasher::new(CHEAP, None);
        let hash = hasher.hash(secret("right")).await.ok().unwrap();
        let verdict = |hasher: Hasher, password: &'static str| {
            let hash = hash.duplicate();
            async move {
                let place = hasher.place(Queue::Server).unwrap();
                hasher.verify(secret(password), hash, place).await.ok().unwrap()
            }
        };
        let right = Verdict { is_right: true, is_weak: false };
        assert_eq!(verdict(Hasher::new(CHEAP, None), "right").await, right);
        let wrong = Verdict { is_right: false, is_weak: false };
        assert_eq!(verdict(Hasher::new(CHEAP, None), "wrong").await, wrong);
        let more_expensive = Cost { passes: 2, ..CHEAP };
        let weak = Verdict { is_right: true, is_weak: true };
        assert_eq!(verdict(Hasher::new(more_expensive, None), "right").await, weak);
    }

    #[tokio::test]
    async fn hashes_that_the_library_makes_by_itself_are_understood_whatever_they_cost() {
        use argon2::PasswordHasher;
        for (algorithm, memory_kib) in [(Algorithm::Argon2id, 64), (Algorithm::Argon2i, 16)] {
            let params = Params::new(memory_kib, 2, 1, None).unwrap();
            let hash = Argon2::new(algorithm, Version::V0x13, params).hash_password(b"right");
            let hash = Secret::new(hash.unwrap().to_string());
            let hasher = Hasher::new(CHEAP, None);
            // A workspace that another hash has used before behaves like a fresh one.
            for (password, is_right) in [("right", true), ("wrong", false), ("right", true)] {
                let place = hasher.place(Queue::Server).unwrap();
                let compared = hasher.verify(secret(password), hash.duplicate(), place).await;
                let verdict = compared.ok().unwrap();
                assert_eq!(verdict.is_right, is_right);
                assert_eq!(verdict.is_weak, algorithm == Algorithm::Argon2i);
            }
        }
    }

    #[tokio::test]
    async fn a_workspace_is_wiped_before_it_is_put_back() {
        let hasher = Hasher::new(CHEAP, None);
        hasher.hash(secret("right")).await.ok().unwrap();
        let waiting = hasher.workspaces.0.lock().unwrap();
        assert_eq!(waiting.len(), 1);
        assert!(waiting[0].iter().all(|block| block.as_ref().iter().all(|word| *word == 0)));
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let hasher = Arc::new(Hasher::new(CHEAP, None));
        let all_permits = hasher.hold().await;
        let all: Vec<_> = (0..100)
            .map(|_| {
                let hasher = hasher.clone();
                tokio::spawn(async move { hasher.hash(secret("x")).await.is_ok() })
            })
            .collect();
        let sent_away = 100 - AT_ONCE - WAITING_MAX;
        while all.iter().filter(|one| one.is_finished()).count() < sent_away {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        let hash = hash_now(CHEAP, &Secret::new("right")).unwrap();
        let place = hasher.place(Queue::Device([1; 32])).unwrap();
        let on_device = hasher.verify(secret("right"), hash, place).await;
        assert!(on_device.ok().unwrap().is_right, "a known device does not wait behind them");
        drop(all_permits);
        let mut done = 0;
        for one in all {
            done += usize::from(one.await.unwrap());
        }
        assert_eq!(done, AT_ONCE + WAITING_MAX);
        assert!(hasher.hash(secret("x")).await.is_ok(), "places are given back");
    }
}
