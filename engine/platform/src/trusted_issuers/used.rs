//! The ids of tokens that were exchanged, until these expire: each is used once. They are in memory, and read from the
//! records of exchanges at a start, so that a restart permits no second use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::secret::Digest;

use super::presented::LIVES_S_MAX;
use super::{StoredIssuer, TokenProblem};
use crate::keyed::StoredByKey as _;
use crate::streams::{StreamError, Streams};

/// The most ids of an issuer.
const IDS_MAX: usize = 10_000;
/// How many records are read at once.
const PORTION: u64 = 256;
/// How long before now a record may be whose token has not expired: the life of a token, and what clocks may differ.
const READ_BACK_MS: i64 = (LIVES_S_MAX + 600) * 1_000;

/// The ids by issuer, each with the time at which its token expires.
#[derive(Default)]
pub(super) struct UsedIds(Mutex<HashMap<String, HashMap<Digest, Timestamp>>>);

/// What is read of the event of an exchange. Other events have none of it.
#[derive(Deserialize)]
struct UsedInEvent {
    jti: Option<Digest>,
    presented_until: Option<Timestamp>,
}

impl UsedIds {
    /// Reads those of all issuers, also of deleted ones, whose address another one may have now. Blocks on the disk.
    pub(super) fn read(journal: &Arc<dyn Journal>, at: Timestamp) -> Result<Self, StreamError> {
        let read = Self::default();
        let prefix = StoredIssuer::STREAMS;
        for stream in Streams::new(Arc::clone(journal)).names(prefix) {
            let used = used_in(journal.as_ref(), &stream, at)?;
            if !used.is_empty() {
                read.all().insert(stream[prefix.len()..].to_owned(), used);
            }
        }
        Ok(read)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, HashMap<Digest, Timestamp>>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a token was exchanged. The digest has the address of the issuer too, so that no two issuers share one.
    pub(super) fn has(&self, id: &Digest, at: Timestamp) -> bool {
        let all = self.all();
        all.values().any(|used| used.get(id).is_some_and(|until| *until > at))
    }

    /// Uses an id, this once.
    pub(super) fn take(
        &self,
        issuer: &str,
        id: &Digest,
        until: Timestamp,
        at: Timestamp,
    ) -> Result<(), TokenProblem> {
        let mut all = self.all();
        if all.values().any(|used| used.get(id).is_some_and(|until| *until > at)) {
            return Err(TokenProblem::UsedBefore);
        }
        let used = all.entry(issuer.to_owned()).or_default();
        if used.len() >= IDS_MAX {
            used.retain(|_, until| *until > at);
        }
        if used.len() >= IDS_MAX {
            return Err(TokenProblem::TooManyUsed);
        }
        used.insert(id.clone(), until);
        Ok(())
    }
}

/// The ids in the newest records of a stream.
fn used_in(
    journal: &dyn Journal,
    stream: &str,
    at: Timestamp,
) -> Result<HashMap<Digest, Timestamp>, StreamError> {
    let mut used = HashMap::new();
    let mut end = journal.head(stream).map_or(0, |head| head.seq);
    while end > 0 && used.len() < IDS_MAX {
        let begin = end.saturating_sub(PORTION - 1).max(1);
        let limit = usize::try_from(end - begin + 1).unwrap_or(0);
        for record in journal.read(stream, begin, limit)?.iter().rev() {
            let view = record.view()?;
            if at.ms_since(view.at) > READ_BACK_MS {
                return Ok(used);
            }
            let event = serde_json::from_str::<UsedInEvent>(view.event).ok();
            let event = event.filter(|_| view.refused.is_none());
            let id = event.and_then(|event| event.jti.zip(event.presented_until));
            used.extend(id.filter(|(_, until)| *until > at));
        }
        end = begin - 1;
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn id(number: usize) -> Digest {
        Digest(format!("{number:064x}"))
    }

    /// covers: [ROBOT-02]
    #[test]
    fn an_id_is_used_once_until_its_token_expires() {
        let (used, until) = (UsedIds::default(), AT.plus_ms(60_000));
        assert!(!used.has(&id(1), AT));
        assert_eq!(used.take("issuer_1", &id(1), until, AT), Ok(()));
        assert!(used.has(&id(1), AT));
        for issuer in ["issuer_1", "issuer_2"] {
            let again = used.take(issuer, &id(1), until, AT);
            assert_eq!(again, Err(TokenProblem::UsedBefore), "{issuer}");
        }
        assert_eq!(used.take("issuer_1", &id(2), until, AT), Ok(()));
        assert!(!used.has(&id(1), until));
    }

    /// covers: [ROBOT-02]
    #[test]
    fn ids_have_a_bound_for_each_issuer() {
        let (used, until) = (UsedIds::default(), AT.plus_ms(60_000));
        for number in 0..IDS_MAX {
            assert_eq!(used.take("issuer_1", &id(number), until, AT), Ok(()));
        }
        let more = id(IDS_MAX);
        let refused = used.take("issuer_1", &more, until, AT);
        assert_eq!(refused, Err(TokenProblem::TooManyUsed));
        assert_eq!(used.take("issuer_2", &more, until, AT), Ok(()));
        // Those of tokens that have expired make room.
        let another = id(IDS_MAX + 1);
        assert_eq!(used.take("issuer_1", &another, until.plus_ms(60_000), until), Ok(()));
    }
}
