//! Command-line clients that wait to be signed in, in memory, and their tokens until they are fetched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::machines::account::Event;
use waybill_machines::machines::cli_login::ClientLoginAnswer;
use waybill_machines::secret::{Digest, PersonId};

use super::{AccessError, Embedded, Inner};
use crate::access::client_logins::{
    CLIENT_LOGIN_MS, CLIENT_LOGINS_MAX, CLIENT_LOGINS_OF_SOURCE_MAX, CLIENT_TOKEN_MS,
    ClientLoginRefused, ClientLogins, ClientSession, ClientToken, ConfirmedClient,
    WRONG_CLIENT_CODES_MAX,
};
use crate::access::{Answer, MadeToken, NewToken, Source};
use crate::giving_way::{Candidate, HeldBy, gives_way};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How far a client is.
enum Progress {
    Waiting,
    /// The code was correct, and its token is being made.
    Granting,
    Granted {
        person: PersonId,
        made: MadeToken,
    },
    /// Its token was not fetched in time: it is being revoked, and is no longer given to the client.
    Unfetched {
        person: PersonId,
        token: String,
    },
    Denied,
    /// Too many wrong codes were typed. It stays as long as it would have waited, so that it does not begin again.
    Ended,
}

/// A client that waits, or has been answered and was not informed yet.
struct Waiting {
    code: Secret,
    source: Source,
    by: HeldBy,
    until: Timestamp,
    wrong_codes: u8,
    progress: Progress,
}

/// How a code was judged.
#[derive(Debug, PartialEq, Eq)]
enum Judged {
    /// It is correct, and the client is now [`Progress::Granting`].
    Correct,
    Wrong {
        left: u8,
    },
    Refused(ClientLoginRefused),
}

/// A token that was not fetched in time.
struct ToRevoke {
    client: Digest,
    person: PersonId,
    token: String,
}

/// The clients that wait.
#[derive(Default)]
pub(super) struct WaitingClients {
    clients: Mutex<Clients>,
}

#[derive(Default)]
struct Clients {
    by_session: HashMap<Digest, Waiting>,
    /// How many clients each source has.
    of_source: HashMap<Source, usize>,
}

impl Clients {
    /// A client whose time is not over.
    fn get(&self, client: &Digest, at: Timestamp) -> Option<&Waiting> {
        self.by_session.get(client).filter(|waiting| waiting.until > at)
    }

    fn get_mut(&mut self, client: &Digest, at: Timestamp) -> Option<&mut Waiting> {
        self.by_session.get_mut(client).filter(|waiting| waiting.until > at)
    }

    fn has_room(&self, source: &Source) -> bool {
        let of_source = self.of_source.get(source).copied().unwrap_or_default();
        self.by_session.len() < CLIENT_LOGINS_MAX && of_source < CLIENT_LOGINS_OF_SOURCE_MAX
    }

    /// Where all places are taken, the client that has waited for longest in the network with the most gives way.
    /// Otherwise strangers could keep all users out.
    fn give_way(&mut self, source: &Source) {
        let of_source = self.of_source.get(source).copied().unwrap_or_default();
        if self.by_session.len() < CLIENT_LOGINS_MAX || of_source >= CLIENT_LOGINS_OF_SOURCE_MAX {
            return;
        }
        // What a user has answered stays until the client has learnt of it.
        let waits = self.by_session.iter();
        let waits = waits.filter(|(_, client)| matches!(client.progress, Progress::Waiting));
        let candidates = waits.map(|(key, client)| Candidate {
            key,
            by: client.by,
            takes: 1,
            until: client.until,
        });
        if let Some(oldest) = gives_way(candidates).cloned() {
            self.remove(&oldest);
        }
    }

    fn insert(&mut self, client: Digest, waiting: Waiting) {
        *self.of_source.entry(waiting.source.clone()).or_default() += 1;
        self.by_session.insert(client, waiting);
    }

    fn remove(&mut self, client: &Digest) -> Option<Waiting> {
        let removed = self.by_session.remove(client)?;
        if let Some(count) = self.of_source.get_mut(&removed.source) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.of_source.remove(&removed.source);
            }
        }
        Some(removed)
    }

    /// Drops the clients whose time is over, except those whose tokens still have to be revoked.
    fn drop_expired(&mut self, at: Timestamp) {
        let is_over = |waiting: &Waiting| {
            let has_token = matches!(
                waiting.progress,
                Progress::Granting | Progress::Granted { .. } | Progress::Unfetched { .. }
            );
            waiting.until <= at && !has_token
        };
        let over = self.by_session.iter().filter(|(_, waiting)| is_over(waiting));
        let over: Vec<Digest> = over.map(|(client, _)| client.clone()).collect();
        for client in over {
            self.remove(&client);
        }
    }
}

impl WaitingClients {
    fn lock(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(
        &self,
        session: &ClientSession,
        source: Source,
        at: Timestamp,
    ) -> Result<(), ClientLoginRefused> {
        let (mut clients, client) = (self.lock(), session.digest());
        if let Some(known) = clients.get(&client, at) {
            // A client that has not seen the answer asks again, and gains no time and no tries by it.
            let is_same = known.source == source && matches!(known.progress, Progress::Waiting);
            return if is_same { Ok(()) } else { Err(ClientLoginRefused::Used) };
        }
        if clients.by_session.contains_key(&client) || !clients.has_room(&source) {
            clients.drop_expired(at);
        }
        if clients.by_session.contains_key(&client) {
            return Err(ClientLoginRefused::Used);
        }
        clients.give_way(&source);
        if !clients.has_room(&source) {
            return Err(ClientLoginRefused::TooMany);
        }
        let (code, until) = (session.code(), at.plus_ms(CLIENT_LOGIN_MS));
        let progress = Progress::Waiting;
        let by = HeldBy::visitor(&source);
        clients.insert(client, Waiting { code, source, by, until, wrong_codes: 0, progress });
        Ok(())
    }

    /// Judges a code, and counts a wrong one. Of two correct ones at the same time, one is too late.
    fn judge(&self, client: &Digest, code: &Secret, at: Timestamp) -> Judged {
        let mut clients = self.lock();
        let Some(waiting) = clients.get_mut(client, at) else {
            return Judged::Refused(ClientLoginRefused::Unknown);
        };
        match waiting.progress {
            Progress::Waiting => {}
            Progress::Unfetched { .. } => return Judged::Refused(ClientLoginRefused::Unknown),
            Progress::Ended => return Judged::Refused(ClientLoginRefused::WrongCodes),
            Progress::Granting | Progress::Granted { .. } | Progress::Denied => {
                return Judged::Refused(ClientLoginRefused::Answered);
            }
        }
        if code.expose().trim().eq_ignore_ascii_case(waiting.code.expose()) {
            waiting.progress = Progress::Granting;
            return Judged::Correct;
        }
        waiting.wrong_codes = waiting.wrong_codes.saturating_add(1);
        let left = WRONG_CLIENT_CODES_MAX.saturating_sub(waiting.wrong_codes);
        if left == 0 {
            waiting.progress = Progress::Ended;
            return Judged::Refused(ClientLoginRefused::WrongCodes);
        }
        Judged::Wrong { left }
    }

    /// What has become of a client whose token was being made.
    fn decide(&self, client: &Digest, progress: Progress) {
        let mut clients = self.lock();
        if let Some(waiting) = clients.by_session.get_mut(client)
            && matches!(waiting.progress, Progress::Granting)
        {
            waiting.progress = progress;
        }
    }

    fn deny(&self, client: &Digest, at: Timestamp) -> Result<(), ClientLoginRefused> {
        let mut clients = self.lock();
        let waiting = clients.get_mut(client, at);
        let waiting = waiting.ok_or(ClientLoginRefused::Unknown)?;
        match waiting.progress {
            Progress::Waiting => waiting.progress = Progress::Denied,
            Progress::Denied | Progress::Ended => {}
            Progress::Unfetched { .. } => return Err(ClientLoginRefused::Unknown),
            Progress::Granting | Progress::Granted { .. } => {
                return Err(ClientLoginRefused::Answered);
            }
        }
        Ok(())
    }

    /// Whose token waits for a client, and its id.
    fn granted(
        &self,
        client: &Digest,
        at: Timestamp,
    ) -> Result<(PersonId, String), ClientLoginRefused> {
        let clients = self.lock();
        let waiting = clients.get(client, at);
        match waiting.ok_or(ClientLoginRefused::Unknown)?.progress {
            Progress::Waiting | Progress::Granting => Err(ClientLoginRefused::Pending),
            Progress::Granted { ref person, ref made } => Ok((person.clone(), made.id.clone())),
            Progress::Unfetched { .. } => Err(ClientLoginRefused::Unknown),
            Progress::Denied => Err(ClientLoginRefused::Denied),
            Progress::Ended => Err(ClientLoginRefused::WrongCodes),
        }
    }

    /// Takes the token of a client, which is no longer known then.
    fn fetch(&self, client: &Digest) -> Option<MadeToken> {
        let mut clients = self.lock();
        if !matches!(clients.by_session.get(client)?.progress, Progress::Granted { .. }) {
            return None;
        }
        match clients.remove(client)?.progress {
            Progress::Granted { made, .. } => Some(made),
            _ => None,
        }
    }

    /// Drops the clients whose time is over, and returns those whose tokens are to be revoked first.
    fn expire(&self, at: Timestamp) -> Vec<ToRevoke> {
        let mut clients = self.lock();
        clients.drop_expired(at);
        let mut to_revoke = Vec::new();
        for (client, waiting) in &mut clients.by_session {
            let (person, token) = match &waiting.progress {
                Progress::Granted { person, made } if waiting.until <= at => {
                    (person.clone(), made.id.clone())
                }
                // It could not be recorded before.
                Progress::Unfetched { person, token } => (person.clone(), token.clone()),
                _ => continue,
            };
            waiting.progress = Progress::Unfetched { person: person.clone(), token: token.clone() };
            to_revoke.push(ToRevoke { client: client.clone(), person, token });
        }
        to_revoke
    }

    fn forget(&self, client: &Digest) {
        self.lock().remove(client);
    }
}

impl ClientLogins for Embedded {
    fn begin(
        &self,
        session: ClientSession,
        source: Source,
        at: Timestamp,
    ) -> Result<(), ClientLoginRefused> {
        self.inner.waiting_clients.begin(&session, source, at)
    }

    fn grant(
        &self,
        confirmed: ConfirmedClient,
        context: ChangeContext,
    ) -> Answer<'_, ClientLoginAnswer> {
        self.run(|inner| async move { inner.grant_client(confirmed, &context).await })
    }

    fn deny(&self, client: &Digest, at: Timestamp) -> Result<(), ClientLoginRefused> {
        self.inner.waiting_clients.deny(client, at)
    }

    fn take(&self, session: ClientSession, at: Timestamp) -> Answer<'_, ClientToken> {
        self.run(move |inner| async move { inner.take_client_token(&session.digest(), at).await })
    }
}

impl Inner {
    async fn grant_client(
        self: &Arc<Self>,
        confirmed: ConfirmedClient,
        context: &ChangeContext,
    ) -> Result<ClientLoginAnswer, AccessError> {
        let ConfirmedClient { client, name, code, person } = confirmed;
        match self.waiting_clients.judge(&client, &code, context.at) {
            Judged::Correct => {}
            Judged::Wrong { left } => return Ok(ClientLoginAnswer::WrongCode { left }),
            Judged::Refused(refused) => {
                return Ok(ClientLoginAnswer::Refused { notice: refused.notice() });
            }
        }
        let new = NewToken {
            person: person.clone(),
            description: Some(name),
            lives_ms: CLIENT_TOKEN_MS,
            scope: None,
        };
        match self.make_token(new, context).await {
            Ok(made) => {
                let token_id = made.id.clone();
                self.waiting_clients.decide(&client, Progress::Granted { person, made });
                Ok(ClientLoginAnswer::Granted { token_id })
            }
            Err(error) => {
                // The user may free a place among the tokens, and type the code again.
                self.waiting_clients.decide(&client, Progress::Waiting);
                Err(error)
            }
        }
    }

    async fn take_client_token(
        self: &Arc<Self>,
        client: &Digest,
        at: Timestamp,
    ) -> Result<ClientToken, AccessError> {
        let (person, token) = self.waiting_clients.granted(client, at)?;
        let username = self.blocking(move |inner| {
            // The user may have been disabled, or have revoked the token, meanwhile.
            let account = inner.active(&person)?;
            let account = account.filter(|account| account.profile.tokens.contains_key(&token));
            account.map(|account| inner.name_of(&account.profile)).transpose()
        });
        let username = username.await?.ok_or(ClientLoginRefused::Unknown)?;
        let made = self.waiting_clients.fetch(client).ok_or(ClientLoginRefused::Unknown)?;
        Ok(ClientToken { token: made.token, until: made.until, username })
    }

    /// Drops clients that wait until this time or less, and revokes the tokens that they have not fetched.
    pub(super) async fn end_client_logins(&self, until: Timestamp, at: Timestamp) {
        for ToRevoke { client, person, token } in self.waiting_clients.expire(until) {
            let event = Event::RevokeToken { id: token };
            // It may have been revoked by its user, or the account disabled.
            match self.record(&person, event, false, &ChangeContext::system(at)).await {
                Ok(_) => self.waiting_clients.forget(&client),
                Err(error) => {
                    tracing::warn!(%error, "the token of a command-line client that was not fetched is revoked later");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
