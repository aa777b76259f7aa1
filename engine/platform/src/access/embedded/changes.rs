//! Changing an account: one event, its record, and the removal of stored secrets when it is rejected.

use std::sync::Arc;

use waybill_machines::machines::account::{DevicesKept, Event, Profile, SessionsKept, State};
use waybill_machines::secret::{Digest, PersonId, SecretRef};
use waybill_machines::{AnyState, Rejection, RejectionCode};

use super::directory::stream_of;
use super::{AccessError, Inner};
use crate::access::hashing::NotHashed;
use crate::access::{AccountChange, ChangeKind, error};
use crate::secret::Secret;
use crate::streams::{ChangeContext, Command, StreamError};
use crate::vault::Kind;

/// A secret that was stored for an event which may still be rejected.
pub(super) type Stored = (Kind, SecretRef);

/// A password that replaces another one.
pub(super) struct NewPassword {
    pub password: Arc<Secret>,
    /// Whether its owner has to change it.
    pub must_change: bool,
    /// The known devices that remain known.
    pub devices: DevicesKept,
    /// The link with which it was chosen.
    pub link: Option<Digest>,
    /// The sessions that go on.
    pub sessions: SessionsKept,
}

impl Inner {
    /// Records an event of an account: the profile after it, or the rejection.
    pub(super) async fn record(
        &self,
        person: &PersonId,
        event: Event,
        is_refusal_recorded: bool,
        context: &ChangeContext,
    ) -> Result<Result<Profile, Rejection>, StreamError> {
        let may_change_devices = matches!(
            event,
            Event::KnowDevice { .. }
                | Event::UseDevice { .. }
                | Event::ForgetDevice { .. }
                | Event::ForgetDevices { .. }
                | Event::AllowDevice { .. }
                | Event::SetPassword { .. }
                | Event::Disable {}
        );
        let mut command = Command::new(stream_of(person), event);
        command.record_refusal = is_refusal_recorded;
        let submitted = self.streams.submit(command, context).await?;
        if submitted.is_ok()
            && let Err(error) = self.refresh(person)
        {
            tracing::warn!(%error, "the list of users shows an older state of an account");
        }
        if may_change_devices {
            self.refresh_devices(person);
        }
        Ok(match submitted {
            Ok(accepted) => match Arc::unwrap_or_clone(accepted.state) {
                AnyState::Account(State::Active { profile } | State::Disabled { profile }) => {
                    Ok(profile)
                }
                _ => Err(Rejection::new(RejectionCode::NotInThisState)),
            },
            Err(refused) => Err(refused.rejection),
        })
    }

    /// Records an event that refers to stored secrets. They are removed again once it is certain that no record refers
    /// to them.
    pub(super) async fn record_with(
        self: &Arc<Self>,
        person: &PersonId,
        event: Event,
        stored: Vec<Stored>,
        context: &ChangeContext,
    ) -> Result<Result<Profile, Rejection>, AccessError> {
        let recorded = self.record(person, event, true, context).await;
        let is_void = match &recorded {
            Ok(outcome) => outcome.is_err(),
            Err(error) => error.is_certain(),
        };
        if is_void {
            self.discard(stored).await;
        }
        Ok(recorded?)
    }

    /// Removes secrets that nothing refers to. Those that cannot be removed are swept later.
    pub(super) async fn discard(self: &Arc<Self>, stored: Vec<Stored>) {
        let removed = self.blocking(move |inner| {
            stored.iter().try_for_each(|(kind, name)| inner.vault.delete(*kind, name))?;
            Ok(())
        });
        if let Err(error) = removed.await {
            tracing::warn!(%error, "a secret that is no longer used could not be removed");
        }
    }

    /// Stores a secret.
    pub(super) async fn store(
        self: &Arc<Self>,
        kind: Kind,
        secret: Arc<Secret>,
    ) -> Result<SecretRef, AccessError> {
        let put = move |inner: &Self| Ok(inner.vault.put(kind, secret.expose().as_bytes())?);
        self.blocking(put).await
    }

    /// Hashes a password and stores the hash.
    pub(super) async fn store_password(
        self: &Arc<Self>,
        password: Arc<Secret>,
        context: &ChangeContext,
    ) -> Result<SecretRef, AccessError> {
        let hash = match self.hasher.hash(password).await {
            Ok(hash) => Arc::new(hash),
            Err(NotHashed::Busy) => return Err(AccessError::Later(error::busy(context.at))),
            Err(NotHashed::Failed(error)) => return Err(error),
        };
        self.store(Kind::Password, hash).await
    }

    /// Sets another password and removes the old hash. The caller holds `changing`.
    pub(super) async fn replace_password(
        self: &Arc<Self>,
        person: &PersonId,
        old: SecretRef,
        new: NewPassword,
        context: &ChangeContext,
    ) -> Result<Result<Profile, Rejection>, AccessError> {
        let NewPassword { password, must_change, devices, link, sessions } = new;
        let hash = self.store_password(password, context).await?;
        let event = Event::SetPassword {
            password: hash.clone(),
            must_change_password: must_change,
            devices,
            link,
            sessions,
        };
        let recorded =
            self.record_with(person, event, vec![(Kind::Password, hash)], context).await?;
        if recorded.is_ok() {
            self.discard(vec![(Kind::Password, old)]).await;
        }
        Ok(recorded)
    }

    /// Publishes a change to the subscribers of [`crate::access::Accounts::changes`].
    pub(super) fn publish(&self, person: &PersonId, kind: ChangeKind, context: &ChangeContext) {
        // An error means that no receiver exists: before the engine runs there are no sessions.
        let (person, trace) = (person.clone(), context.trace.clone());
        let _ = self.changes.send(AccountChange { person, kind, trace });
    }
}
