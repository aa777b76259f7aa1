//! Adding a passkey to an account, and removing one.

use std::sync::Arc;

use waybill_machines::machines::account::Event;
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{PasskeyChecked, PasskeyPurpose};
use waybill_machines::{Rejection, RejectionCode};

use super::super::{AccessError, Inner};
use super::{checked_name, may_ask};
use crate::access::webauthn::Created;
use crate::access::{AccountRefused, ChangeKind, CheckedPasskey, PasskeyRefused, recovery};
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::Kind;

/// What a passkey is called whose user has not named it.
const DEFAULT_NAME: &str = "Passkey";

impl Inner {
    /// Adds a passkey that was created.
    pub(super) async fn add_passkey(
        self: &Arc<Self>,
        purpose: PasskeyPurpose,
        person: &PersonId,
        created: Created,
        name: Option<Secret>,
        context: &ChangeContext,
    ) -> Result<CheckedPasskey, AccessError> {
        let Created { id, stored, signed } = created;
        let name = name.unwrap_or_else(|| Secret::new(DEFAULT_NAME));
        let name = checked_name(&name)?;
        // Of two that are added at the same time the second one has to find the first.
        let _changing = self.changing.lock().await;
        let account = self.active(person)?.ok_or(PasskeyRefused::NotAllowed)?;
        may_ask(purpose, &account.profile)?;
        if self.passkeys.get(&id).is_some() {
            return Err(PasskeyRefused::Taken.into());
        }
        let needs_codes = account.profile.recovery.is_none();
        let (recovery_codes, digests) = if needs_codes {
            let (codes, digests) = recovery::new_codes();
            (codes, Some(digests))
        } else {
            (Vec::new(), None)
        };
        let whose = person.clone();
        let kept = self.blocking(move |inner| {
            let name = inner.vault.personal(&whose, name.expose())?;
            let secret = inner.vault.put(Kind::Passkey, stored.expose())?;
            let recovery = match digests {
                Some(digests) => Some(inner.vault.put(Kind::Recovery, digests.expose())?),
                None => None,
            };
            Ok((name, secret, recovery))
        });
        let (name, secret, recovery) = kept.await?;
        let mut stored = vec![(Kind::Passkey, secret.clone())];
        stored.extend(recovery.clone().map(|recovery| (Kind::Recovery, recovery)));
        let event = Event::AddPasskey { id, secret, name, signed, recovery };
        let profile = self.record_with(person, event, stored, context).await?;
        let profile = profile.map_err(|rejection| why_not(&rejection))?;
        self.passkeys.add(person, &profile);
        if purpose == PasskeyPurpose::Enrolment {
            self.discard_pending(person).await;
        }
        self.notify(person, MailKind::SecondFactorAdded, context);
        Ok(CheckedPasskey { answer: PasskeyChecked::Added {}, recovery_codes })
    }

    pub(super) async fn remove_passkey(
        self: &Arc<Self>,
        person: &PersonId,
        id: Digest,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.changing.lock().await;
        let before = self.existing(person)?.profile;
        let event = Event::RemovePasskey { id: id.clone() };
        let after = self.record(person, event, true, context).await?;
        let after = after.map_err(|rejection| why_not(&rejection))?;
        self.passkeys.remove(&id);
        self.notify(person, MailKind::SecondFactorRemoved, context);
        self.publish(person, ChangeKind::Mfa, context);
        let passkeys = before.passkeys.into_iter().filter(|passkey| passkey.id == id);
        let mut unused: Vec<_> = passkeys.map(|passkey| (Kind::Passkey, passkey.secret)).collect();
        if after.recovery.is_none() {
            unused.extend(before.recovery.map(|codes| (Kind::Recovery, codes.secret)));
        }
        self.discard(unused).await;
        Ok(())
    }
}

/// Why an account does not take a change of its passkeys.
pub(super) fn why_not(rejection: &Rejection) -> AccessError {
    match rejection.code {
        RejectionCode::PasskeyKnown => PasskeyRefused::Taken.into(),
        RejectionCode::TooManyPasskeys => PasskeyRefused::TooMany.into(),
        RejectionCode::NoSuchPasskey => PasskeyRefused::Unknown.into(),
        RejectionCode::RobotHasNoPassword => AccountRefused::Robot.into(),
        _ => AccountRefused::NotNow.into(),
    }
}
