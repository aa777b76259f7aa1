//! What users let applications do, and which grant a token belongs to.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::MutexGuard;
use waybill_journal::Journal;
use waybill_machines::machines::application_grant::{Event, GrantEnded, TokenLine};
use waybill_machines::secret::{Digest, PersonId};

use super::stored::{key_of, refused};
use super::{ApplicationError, GRANTS_OF_USER_MAX, StoredGrant};
use crate::keyed::Keyed;
use crate::streams::{ChangeContext, StreamError};

/// All grants.
pub(super) struct Grants {
    all: Keyed<StoredGrant>,
    keys: RwLock<Keys>,
}

/// The keys of the grants.
#[derive(Default)]
struct Keys {
    /// By the digests of their tokens, used refresh tokens too.
    by_token: HashMap<Digest, String>,
    /// By the ids of their lines.
    by_line: HashMap<String, String>,
}

impl Grants {
    /// Reads them. Blocks on the disk.
    pub(super) fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let grants = Self { all: Keyed::open(journal)?, keys: RwLock::default() };
        for grant in grants.all.all() {
            grants.index(None, Some(&grant));
        }
        Ok(grants)
    }

    /// To be held from what a change is decided on until it is recorded.
    pub(super) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.all.lock().await
    }

    /// What a user lets an application do.
    pub(super) fn get(&self, client: &str, person: &PersonId) -> Option<StoredGrant> {
        self.all.get(&key_of(client, person))
    }

    /// What a user lets applications do.
    pub(super) fn of_person(&self, person: &PersonId) -> Vec<StoredGrant> {
        self.all.filtered(|grant| grant.person == *person)
    }

    /// What users let an application do.
    pub(super) fn of_client(&self, client: &str) -> Vec<StoredGrant> {
        self.all.filtered(|grant| grant.client == client)
    }

    /// The grant of a token.
    pub(super) fn with_token(&self, digest: &Digest) -> Option<StoredGrant> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        self.all.get(keys.by_token.get(digest)?)
    }

    /// The grant of an application that has a line.
    pub(super) fn with_line(&self, client: &str, line: &str) -> Option<StoredGrant> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let known = self.all.get(keys.by_line.get(line)?)?;
        (known.client == client && known.lines.contains_key(line)).then_some(known)
    }

    /// The grant of a refresh token of an application that is stored, used or not, and the id of its line.
    pub(super) fn with_refresh_token(
        &self,
        client: &str,
        digest: &Digest,
    ) -> Option<(StoredGrant, String)> {
        let known = self.with_token(digest).filter(|known| known.client == client)?;
        let has =
            |line: &TokenLine| line.refresh.as_ref() == Some(digest) || line.used.contains(digest);
        let line = known.lines.iter().find(|(_, line)| has(line)).map(|(id, _)| id.clone())?;
        Some((known, line))
    }

    /// A user lets an application do something for the first time. The caller has locked.
    pub(super) async fn begin(
        &self,
        client: &str,
        person: &PersonId,
        event: Event,
        context: &ChangeContext,
    ) -> Result<(), ApplicationError> {
        if self.of_person(person).len() >= GRANTS_OF_USER_MAX {
            return Err(ApplicationError::TooManyGrants);
        }
        let begun = self.all.create_as(&key_of(client, person), event, context).await?;
        self.index(None, begun.map_err(|error| refused(&error))?.as_ref());
        Ok(())
    }

    /// Records an event of a grant. The caller has locked. Answers what it is then; `None` if it was revoked.
    pub(super) async fn change(
        &self,
        known: &StoredGrant,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredGrant>, ApplicationError> {
        let changed = self.all.change(known, event, context).await?;
        let changed = changed.map_err(|error| refused(&error))?;
        self.index(Some(known), changed.as_ref());
        Ok(changed)
    }

    /// Ends what a user lets an application do. Answers whether it could do anything.
    pub(super) async fn revoke(
        &self,
        client: &str,
        person: &PersonId,
        why: GrantEnded,
        context: &ChangeContext,
    ) -> Result<bool, ApplicationError> {
        let _changing = self.lock().await;
        let Some(known) = self.get(client, person) else { return Ok(false) };
        self.change(&known, Event::Revoke { why }, context).await?;
        Ok(true)
    }

    /// Ends what all users let an application do. Answers how many they were.
    pub(super) async fn revoke_all(
        &self,
        client: &str,
        why: GrantEnded,
        context: &ChangeContext,
    ) -> Result<usize, ApplicationError> {
        let mut revoked = 0;
        let all = {
            let _changing = self.lock().await;
            self.of_client(client)
        };
        for grant in all {
            // The user may have been first.
            revoked += usize::from(self.revoke(client, &grant.person, why, context).await?);
        }
        Ok(revoked)
    }

    fn index(&self, before: Option<&StoredGrant>, now: Option<&StoredGrant>) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let Keys { by_token, by_line } = &mut *keys;
        if let Some(grant) = before {
            for digest in grant.digests() {
                by_token.remove(digest);
            }
            for line in grant.lines.keys() {
                by_line.remove(line);
            }
        }
        if let Some(grant) = now {
            by_token.extend(grant.digests().map(|digest| (digest.clone(), grant.id.clone())));
            by_line.extend(grant.lines.keys().map(|line| (line.clone(), grant.id.clone())));
        }
    }
}
