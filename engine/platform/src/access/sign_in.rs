//! Signing in and out with a user name and a password, and changing one's own password.

use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, LoggedOut, Notice};
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::{PersonId, Personal};

use super::{Answer, Client, HeldAttempt, ReservedAttempt};
use crate::secret::{Credentials, Passwords, Secret};
use crate::streams::ChangeContext;

/// The port for signing in.
pub trait SignIn: Send + Sync + 'static {
    /// Judges whether a password of a client may be verified, counts that, and takes a place for the hash, before the
    /// attempt is recorded: what the server is too busy to verify is no event of a session. The notice says when to try
    /// again. An attempt that is delayed needs no place, and is recorded.
    fn reserve(
        &self,
        user: &Secret,
        client: &Client,
        at: Timestamp,
    ) -> Result<(ReservedAttempt, HeldAttempt), Notice>;

    /// Checks a user name and a password (LOGIN-01). An unknown name, a wrong password and a disabled account give the
    /// same answer after the same work. An attempt that was not reserved, or was given up since, is judged here.
    fn authenticate(
        &self,
        credentials: Credentials,
        attempt: ReservedAttempt,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Authenticated>;

    /// Ends a sign-in.
    fn log_out(&self, person: PersonId, context: ChangeContext) -> Answer<'_, LoggedOut>;

    /// What a record may hold of a user name as it was typed. It does not reveal whether the name is known; only the
    /// name of an account can be revealed later.
    fn label(&self, typed: &Secret) -> Answer<'_, Personal>;

    /// Checks the password of a user who has signed in, before an act for which a session alone is not enough (API-05).
    /// Wrong ones count as they do in signing in.
    fn confirm_password(
        &self,
        person: PersonId,
        password: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Result<(), Notice>>;

    /// Changes a password, given the current one (PASS-03).
    fn change_password(
        &self,
        person: PersonId,
        passwords: Passwords,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Changed>;
}
