//! Tickets for files: the console asks for one over its session, and the bytes go without a cookie. A ticket is for one
//! path and one user, is used once and soon, and rights are judged again when it is used.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use waybill_engine::SessionId;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::repositories::Location;
use waybill_platform::secret::{hex, random, sha256_hex};
use waybill_platform::streams::ChangeContext;

use crate::caller::RepositoryReader;
use crate::error::ApiError;

/// The most unused tickets of one session at once, and of all.
const OF_SESSION_MAX: usize = 64;
const ALL_MAX: usize = 10_000;
/// How soon a ticket has to be used.
const USED_WITHIN: Duration = Duration::from_secs(60);

/// What a ticket is for.
#[derive(Debug, Clone)]
pub(super) enum Purpose {
    /// Downloading the content with this digest.
    Download { sha256: String },
    /// Uploading a file.
    Upload {
        /// Its size in bytes.
        bytes: u64,
        /// Whether a file that is there may be replaced.
        replace: bool,
        /// Who uploads it, and because of which record.
        context: ChangeContext,
    },
}

/// A ticket that has not been used.
#[derive(Debug, Clone)]
pub(super) struct Ticket {
    pub(super) at: Location,
    pub(super) purpose: Purpose,
    /// The user; none for what everyone may read.
    pub(super) person: Option<PersonId>,
    /// The session that has asked for it, and has to exist when it is used.
    pub(super) session: SessionId,
    made_at: Instant,
}

impl Ticket {
    pub(super) fn new(reader: &RepositoryReader, at: Location, purpose: Purpose) -> Self {
        let (person, session) = (reader.person.clone(), reader.session.clone());
        Self { at, purpose, person, session, made_at: Instant::now() }
    }

    fn is_open(&self) -> bool {
        self.made_at.elapsed() < USED_WITHIN
    }
}

/// The unused tickets, by the digests of their secrets. A restart ends them: the console asks for others.
#[derive(Debug, Clone, Default)]
pub struct Tickets(Arc<Mutex<HashMap<Digest, Ticket>>>);

impl Tickets {
    fn all(&self) -> MutexGuard<'_, HashMap<Digest, Ticket>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a ticket, and returns its secret.
    ///
    /// # Errors
    ///
    /// 429 if there are too many.
    pub(super) fn make(&self, ticket: Ticket) -> Result<String, ApiError> {
        let mut all = self.all();
        all.retain(|_, known| known.is_open());
        let of_session = all.values().filter(|known| known.session == ticket.session).count();
        if of_session >= OF_SESSION_MAX || all.len() >= ALL_MAX {
            return Err(ApiError::too_many_tickets());
        }
        let secret = hex(&random::<32>());
        all.insert(Digest(sha256_hex(secret.as_bytes())), ticket);
        Ok(secret)
    }

    /// Uses a ticket.
    ///
    /// # Errors
    ///
    /// 404 if it was used, is too old or never existed.
    pub(super) fn take(&self, secret: &str) -> Result<Ticket, ApiError> {
        let found = self.all().remove(&Digest(sha256_hex(secret.as_bytes())));
        found.filter(Ticket::is_open).ok_or_else(ApiError::no_such_ticket)
    }
}
