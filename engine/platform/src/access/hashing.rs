//! Hashing passwords with Argon2id, so that a stolen vault is expensive to guess from (ASVS 11.4.2).
//!
//! One hash takes 19 MiB and tens of milliseconds: two run at once, a bounded number waits, and
//! whoever comes then is told to come again. Otherwise signing in would be a way to exhaust memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use super::AccessError;
use crate::secret::Secret;

/// What one hash costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl Default for Cost {
    /// OWASP's first choice for Argon2id.
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

/// What came of comparing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The password is the one that was hashed.
    pub is_right: bool,
    /// The hash is weaker than hashes are made now.
    pub is_weak: bool,
}

/// Why there is no verdict.
#[derive(Debug)]
pub(super) enum NotHashed {
    /// Too many wait already.
    Busy,
    /// Something is broken.
    Failed(AccessError),
}

const AT_ONCE: usize = 2;
const WAITING_MAX: usize = 32;

pub(super) struct Hasher {
    cost: Cost,
    running: Arc<Semaphore>,
    waiting: AtomicUsize,
    verifications: AtomicU64,
}

impl Hasher {
    pub(super) fn new(cost: Cost) -> Self {
        Self {
            cost,
            running: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: AtomicUsize::new(0),
            verifications: AtomicU64::new(0),
        }
    }

    /// How many passwords were compared so far.
    pub(super) fn verifications(&self) -> u64 {
        self.verifications.load(Ordering::Relaxed)
    }

    /// Compares a password with a hash.
    pub(super) async fn verify(
        &self,
        password: Arc<Secret>,
        hash: Secret,
    ) -> Result<Verdict, NotHashed> {
        let cost = self.cost;
        let verdict = self.run(move || compare(cost, &password, &hash)).await?;
        self.verifications.fetch_add(1, Ordering::Relaxed);
        Ok(verdict)
    }

    /// Hashes a password with a salt of its own. The text names the method, so that it can be
    /// strengthened later.
    pub(super) async fn hash(&self, password: Arc<Secret>) -> Result<Secret, NotHashed> {
        let cost = self.cost;
        self.run(move || hash_now(cost, &password)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AccessError> + Send + 'static,
    ) -> Result<T, NotHashed> {
        let _place = Place::take(&self.waiting).ok_or(NotHashed::Busy)?;
        let permit = self.running.clone().acquire_owned().await;
        let permit = permit.expect("nobody closes the semaphore");
        // The permit goes along: a caller who gives up must not let a third hash begin.
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        let stopped = |_| AccessError::Defect("hashing a password stopped");
        done.await.map_err(stopped).flatten().map_err(NotHashed::Failed)
    }
}

/// A place in the queue, given back when dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Option<Self> {
        let took = waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| {
            (count < AT_ONCE + WAITING_MAX).then_some(count + 1)
        });
        // Made only where one was taken, since dropping it gives it back.
        took.is_ok().then(|| Self(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Hashes on the spot; for a thread that may block.
pub(super) fn hash_now(cost: Cost, password: &Secret) -> Result<Secret, AccessError> {
    let hash = cost.hasher()?.hash_password(password.expose().as_bytes());
    let hash = hash.map_err(|_| AccessError::Defect("hashing a password failed"))?;
    Ok(Secret::new(hash.to_string()))
}

fn compare(cost: Cost, password: &Secret, hash: &Secret) -> Result<Verdict, AccessError> {
    let unreadable = || AccessError::Defect("the stored hash of a password cannot be read");
    let hash = PasswordHash::new(hash.expose()).map_err(|_| unreadable())?;
    let is_right = match cost.hasher()?.verify_password(password.expose().as_bytes(), &hash) {
        Ok(()) => true,
        Err(Error::PasswordInvalid) => false,
        Err(_) => return Err(unreadable()),
    };
    let params = Params::try_from(&hash).map_err(|_| unreadable())?;
    let is_weak = hash.algorithm.as_str() != "argon2id"
        || params.m_cost() < cost.memory_kib
        || params.t_cost() < cost.passes;
    Ok(Verdict { is_right, is_weak })
}

#[cfg(test)]
mod tests {
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
        let hasher = Hasher::new(CHEAP);
        let hash = hasher.hash(secret("right")).await.ok().unwrap();
        let verdict = |hasher: Hasher, password: &'static str| {
            let hash = hash.duplicate();
            async move { hasher.verify(secret(password), hash).await.ok().unwrap() }
        };
        let right = Verdict { is_right: true, is_weak: false };
        assert_eq!(verdict(Hasher::new(CHEAP), "right").await, right);
        let wrong = Verdict { is_right: false, is_weak: false };
        assert_eq!(verdict(Hasher::new(CHEAP), "wrong").await, wrong);
        let dearer = Cost { passes: 2, ..CHEAP };
        let weak = Verdict { is_right: true, is_weak: true };
        assert_eq!(verdict(Hasher::new(dearer), "right").await, weak);
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let hasher = Arc::new(Hasher::new(CHEAP));
        let all_permits = hasher.running.clone().acquire_many_owned(2).await.unwrap();
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
        drop(all_permits);
        let mut done = 0;
        for one in all {
            done += usize::from(one.await.unwrap());
        }
        assert_eq!(done, AT_ONCE + WAITING_MAX);
        assert!(hasher.hash(secret("x")).await.is_ok(), "places are given back");
    }
}
