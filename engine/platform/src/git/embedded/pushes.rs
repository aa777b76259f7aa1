//! What vendors send after pushes: it is checked against the secret of the hook, and a scan in the background follows.
//! The pushes to a repository that wait lead to one scan, and a repository is scanned at most once in a minute.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::time::sleep;
use waybill_machines::machines::git_connection::Event;
use waybill_machines::rules::git::{
    GIT_SCANS_RECORDED_EACH_MS, GitHook, GitProduct, GitScanOutcome,
};
use waybill_machines::secret::Digest;

use super::{GitError, Inner, StoredIntegration};
use crate::git::scanning::{self, SCANNED_WITHIN};
use crate::git::tokens::is_same;
use crate::git::vendors::{form_of, is_repository, is_signed};
use crate::git::{HookMessage, Now, Pushed, ScannedRepository};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How many repositories may wait for a scan, or rest after one.
const REPOSITORIES_MAX: usize = 1_000;
/// How long a repository rests after a scan: a little longer than the shortest time between two records, which another
/// clock measures.
const RESTS_FOR: Duration = Duration::from_secs(61);

/// The key of an integration, and the name of a repository.
type Id = (String, String);

/// The repositories that are scanned after pushes, each with whether there was a push since its scan began.
#[derive(Default)]
pub(super) struct Pushes {
    wanted: Mutex<BTreeMap<Id, bool>>,
    /// Held by one scan after the other, so that a scan that a user waits for has a place.
    turn: tokio::sync::Mutex<()>,
}

impl Pushes {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Id, bool>> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a push. Answers whether a task has to begin for it.
    fn note(&self, id: &Id) -> Result<bool, GitError> {
        let mut all = self.lock();
        if let Some(is_wanted) = all.get_mut(id) {
            *is_wanted = true;
            return Ok(false);
        }
        if all.len() >= REPOSITORIES_MAX {
            return Err(GitError::Busy);
        }
        all.insert(id.clone(), true);
        Ok(true)
    }

    /// A scan begins, which sees all pushes so far.
    fn begin(&self, id: &Id) {
        self.lock().insert(id.clone(), false);
    }

    /// Whether there was a push since the scan began. If not, the next one begins a task.
    fn is_wanted(&self, id: &Id) -> bool {
        let mut all = self.lock();
        let is_wanted = all.get(id).copied().unwrap_or(false);
        if !is_wanted {
            all.remove(id);
        }
        is_wanted
    }
}

impl Inner {
    /// Checks what came at the address of a hook, and has the repository scanned if it is a push. Neither the answer
    /// nor the error of what is not accepted depends on what exists.
    pub(super) async fn take_push(
        self: &Arc<Self>,
        (key, id): (&str, &str),
        message: &HookMessage,
        now: Now,
    ) -> Result<Pushed, GitError> {
        let known = self.integrations.get(key).ok_or(GitError::HookNotAccepted)?;
        let (repository, mark) = hook_of(&known, id).ok_or(GitError::HookNotAccepted)?;
        let form = form_of(known.fields.vendor);
        let signature = message.headers.get(form.signature).ok_or(GitError::HookNotAccepted)?;
        let secret = match self.tokens.hook_secret(&known, repository, mark).await {
            Ok(secret) => secret.ok_or(GitError::HookNotAccepted)?,
            Err(error) => {
                tracing::error!(service = "xray", %error, "the secret of a hook cannot be read");
                return Err(GitError::HookNotAccepted);
            }
        };
        if !is_signed(known.fields.vendor, &secret, signature.expose(), &message.body) {
            return Err(GitError::HookNotAccepted);
        }
        let event = message.headers.get(form.event).map(Secret::expose);
        if event != Some(form.push) || !is_scanned(&known, repository) {
            return Ok(Pushed::Ignored);
        }
        let id = (key.to_owned(), repository.to_owned());
        if self.pushes.note(&id)? {
            tokio::spawn(scan_after_pushes(Arc::downgrade(self), id, now));
        }
        Ok(Pushed::Taken)
    }

    /// Scans a repository that the caller has a permit for.
    pub(super) async fn scanned(
        self: &Arc<Self>,
        key: &str,
        repository: &str,
    ) -> Result<ScannedRepository, GitError> {
        let (known, connection) = self.connection(key).await?;
        let (inner, key, name) = (Arc::clone(self), key.to_owned(), repository.to_owned());
        // A scan takes a while, and administrators may change their minds meanwhile.
        let connection = connection.while_current(Arc::new(move || {
            let now = inner.integrations.get(&key);
            now.is_some_and(|now| {
                now.fields.connects_as(&known.fields)
                    && is_same(&now.token, &known.token)
                    && is_scanned(&now, &name)
            })
        }));
        scanning::scan(&connection, repository.to_owned(), SCANNED_WITHIN).await
    }

    /// Scans a repository after a push, and records what came of it.
    async fn scan_and_record(self: &Arc<Self>, id: &Id, now: &Now) {
        let _turn = self.pushes.turn.lock().await;
        let Ok(_permit) = self.scans.acquire().await else { return };
        self.pushes.begin(id);
        let (key, repository) = id;
        if !self.integrations.get(key).is_some_and(|known| is_followed(&known, repository)) {
            return;
        }
        let scan = match self.scanned(key, repository).await {
            Ok(scanned) => outcome_of(&scanned),
            // It is not wanted any longer.
            Err(GitError::Changed | GitError::Unknown | GitError::NotScanned) => return,
            Err(error) => GitScanOutcome::Failed { why: error.vendor_problem() },
        };
        let _changing = self.integrations.lock().await;
        let known = self.integrations.get(key).filter(|known| is_followed(known, repository));
        let (Some(known), at) = (known, now()) else { return };
        if known.scans.get(repository).is_some_and(|last| !last.makes_room(at)) {
            return;
        }
        let event = Event::RecordScan { repository: repository.clone(), scan };
        if let Err(error) = self.submit(&known, event, &ChangeContext::system(at)).await {
            tracing::warn!(service = "xray", %error, "a scan after a push is not recorded");
        }
    }

    /// How long a repository rests still after the scan that was recorded last.
    fn rests_for(&self, (key, repository): &Id, now: &Now) -> Duration {
        let known = self.integrations.get(key);
        let last = known.and_then(|known| known.scans.get(repository).map(|last| last.at));
        let since_ms = last.map_or(GIT_SCANS_RECORDED_EACH_MS, |last| now().ms_since(last));
        let left_ms = match since_ms {
            0..GIT_SCANS_RECORDED_EACH_MS => GIT_SCANS_RECORDED_EACH_MS - since_ms,
            // Long enough, or the clock was set back.
            _ => 0,
        };
        Duration::from_millis(u64::try_from(left_ms).unwrap_or_default())
    }
}

/// Scans a repository until there was no push since the last scan. The service may end meanwhile.
async fn scan_after_pushes(inner: Weak<Inner>, id: Id, now: Now) {
    let Some(rest) = inner.upgrade().map(|inner| inner.rests_for(&id, &now)) else { return };
    sleep(rest).await;
    loop {
        let Some(service) = inner.upgrade() else { return };
        service.scan_and_record(&id, &now).await;
        drop(service);
        sleep(RESTS_FOR).await;
        if !inner.upgrade().is_some_and(|service| service.pushes.is_wanted(&id)) {
            return;
        }
    }
}

/// The repository of a hook, and the mark of its secret.
pub(super) fn hook_of<'a>(known: &'a StoredIntegration, id: &str) -> Option<(&'a str, &'a Digest)> {
    let hooks = &known.hooks.as_ref()?.repositories;
    hooks.iter().find_map(|(repository, hook)| match hook {
        GitHook::Registered { id: own, secret, .. } if own == id => {
            Some((repository.as_str(), secret))
        }
        GitHook::Registered { .. } | GitHook::Failed { .. } => None,
    })
}

/// Whether a repository of an integration is chosen for scanning.
pub(super) fn is_scanned(known: &StoredIntegration, repository: &str) -> bool {
    known.products.contains(&GitProduct::Scanning)
        && known.repositories.contains(repository)
        && is_repository(known.fields.vendor, repository)
}

/// Whether it is scanned after pushes.
fn is_followed(known: &StoredIntegration, repository: &str) -> bool {
    known.hooks.is_some() && is_scanned(known, repository)
}

fn outcome_of(scanned: &ScannedRepository) -> GitScanOutcome {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let packages: usize = scanned.manifests.iter().map(|manifest| manifest.packages.len()).sum();
    GitScanOutcome::Scanned {
        revision: scanned.revision.clone(),
        manifests: count(scanned.manifests.len()),
        packages: count(packages),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(repository: &str) -> Id {
        ("git_1".to_owned(), repository.to_owned())
    }

    /// covers: [INT-07]
    #[test]
    fn pushes_to_a_repository_lead_to_one_waiting_scan() {
        let (pushes, shop) = (Pushes::default(), id("acme/shop"));
        assert!(pushes.note(&shop).unwrap());
        for _ in 0..100 {
            assert!(!pushes.note(&shop).unwrap());
        }
        pushes.begin(&shop);
        // This one may be newer than what the scan reads.
        assert!(!pushes.note(&shop).unwrap());
        assert!(pushes.is_wanted(&shop));
        pushes.begin(&shop);
        assert!(!pushes.is_wanted(&shop));
        assert!(pushes.note(&shop).unwrap());
    }

    #[test]
    fn only_so_many_repositories_wait() {
        let pushes = Pushes::default();
        for number in 0..REPOSITORIES_MAX {
            assert!(pushes.note(&id(&format!("acme/{number}"))).unwrap());
        }
        assert!(matches!(pushes.note(&id("acme/more")), Err(GitError::Busy)));
        assert!(!pushes.note(&id("acme/1")).unwrap());
    }
}
