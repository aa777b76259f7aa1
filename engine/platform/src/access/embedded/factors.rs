//! The second factor: enrolling one, codes, recovery codes (MFA-01, MFA-02).

use std::sync::Arc;

use waybill_machines::machines::account::{Event, Profile};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::mfa::{Prepared, Verified};
use waybill_machines::secret::{PersonId, SecretRef};

use super::directory::Account;
use super::{AccessError, Inner};
use crate::access::slow_down::Key;
use crate::access::{Confirmed, PendingEnrolment, Source, error, recovery, totp};
use crate::secret::{Secret, SecretBytes, sha256_hex};
use crate::streams::Act;
use crate::vault::{Kind, VaultError};

/// Where somebody's second factor waits to be confirmed. The name follows from the person, so that a
/// newer one takes the older one's place and a restart finds it again.
pub(super) fn pending_ref(person: &PersonId) -> SecretRef {
    let digest = sha256_hex(person.0.as_bytes());
    SecretRef(format!("s_{}", &digest[..32]))
}

/// An attempt that was counted and may be judged.
struct Attempt {
    person: Key,
    source: Key,
}

fn refused(code: &str, message: &str) -> Verified {
    Verified::Refused { notice: Notice::new(code, message) }
}

fn forbidden(code: &str, message: &str) -> Verified {
    Verified::Forbidden { notice: Notice::new(code, message) }
}

fn wrong_code() -> Verified {
    refused("invalid_code", "The code is not right. Use the newest one of your authenticator app.")
}

fn too_many() -> Verified {
    forbidden("too_many_codes", "Too many wrong codes. Sign in again to go on.")
}

fn not_possible() -> Verified {
    forbidden("not_allowed", "Signing in is not possible. Ask an administrator.")
}

impl Inner {
    pub(super) async fn begin_enrolment(
        self: &Arc<Self>,
        person: PersonId,
    ) -> Result<Prepared, AccessError> {
        let failed =
            |code: &str, message: &str| Ok(Prepared::Failed { notice: Notice::new(code, message) });
        match self.active(&person)? {
            None => {
                return failed("not_allowed", "Signing in is not possible. Ask an administrator.");
            }
            Some(account) if account.profile.totp.is_some() => {
                return failed(
                    "already_enrolled",
                    "There is a second factor already. Sign in again.",
                );
            }
            Some(_) => {}
        }
        let secret = totp::new_secret();
        let put = move |inner: &Self| {
            Ok(inner.vault.put_at(Kind::PendingTotp, &pending_ref(&person), secret.expose())?)
        };
        self.blocking(put).await?;
        Ok(Prepared::Ready {})
    }

    pub(super) async fn pending_enrolment(
        self: &Arc<Self>,
        person: PersonId,
    ) -> Result<Option<PendingEnrolment>, AccessError> {
        let Some(account) = self.enrolling(&person)? else { return Ok(None) };
        self.blocking(move |inner| {
            let Some(secret) = inner.pending(&person)? else { return Ok(None) };
            let name = inner.name_of(&account.profile)?;
            totp::enrolment(&secret, &inner.settings.totp_issuer, &name).map(Some)
        })
        .await
    }

    pub(super) async fn confirm_enrolment(
        self: &Arc<Self>,
        person: PersonId,
        code: Secret,
        source: &Source,
        act: &Act,
    ) -> Result<Confirmed, AccessError> {
        let refuse = |verified| Ok(Confirmed { verified, recovery_codes: Vec::new() });
        let attempt = match self.attempt(&person, source, act) {
            Ok(attempt) => attempt,
            Err(verified) => return refuse(verified),
        };
        // Of several at the same time the second one must find the factor enrolled.
        let _changing = self.changing.lock().await;
        if self.enrolling(&person)?.is_none() {
            return refuse(not_possible());
        }
        let asked = person.clone();
        let Some(secret) = self.blocking(move |inner| inner.pending(&asked)).await? else {
            return refuse(refused("no_enrolment", "There is nothing to confirm. Start again."));
        };
        let skew = self.settings.totp_skew_steps;
        let Some(step) = totp::matching_step(&secret, code.expose(), act.at, skew)? else {
            return refuse(self.wrong(&attempt, wrong_code()));
        };
        let (recovery_codes, digests) = recovery::new_codes();
        let stored = self.blocking(move |inner| {
            let secret = inner.vault.put(Kind::Totp, secret.expose())?;
            let recovery = inner.vault.put(Kind::Recovery, digests.expose())?;
            Ok((secret, recovery))
        });
        let (secret, recovery) = stored.await?;
        let stored = vec![(Kind::Totp, secret.clone()), (Kind::Recovery, recovery.clone())];
        let event = Event::Enrol { secret, step, recovery };
        if self.record_with(&person, event, stored, act).await?.is_err() {
            return refuse(not_possible());
        }
        self.discard(vec![(Kind::PendingTotp, pending_ref(&person))]).await;
        self.right(&attempt, act);
        Ok(Confirmed { verified: Verified::Accepted {}, recovery_codes })
    }

    pub(super) async fn verify_code(
        self: &Arc<Self>,
        person: PersonId,
        code: Secret,
        source: &Source,
        act: &Act,
    ) -> Result<Verified, AccessError> {
        let attempt = match self.attempt(&person, source, act) {
            Ok(attempt) => attempt,
            Err(verified) => return Ok(verified),
        };
        let account = self.active(&person)?;
        let Some(factor) = account.and_then(|account| account.profile.totp) else {
            return Ok(not_possible());
        };
        let Some(secret) = self.factor(Kind::Totp, &factor.secret).await? else {
            return Ok(not_possible());
        };
        let skew = self.settings.totp_skew_steps;
        let Some(step) = totp::matching_step(&secret, code.expose(), act.at, skew)? else {
            return Ok(self.wrong(&attempt, wrong_code()));
        };
        let may_record = self.restraint.may_record_refusal(act.at);
        // That the step is newer than the last one is the account's guard, decided on the newest
        // state and appended behind it: of fifty at the same time one is accepted.
        let recorded = self.record(&person, Event::UseCode { step }, may_record, act).await?;
        match recorded {
            Ok(Profile { totp: Some(now), .. }) if now.secret == factor.secret => {
                self.right(&attempt, act);
                Ok(Verified::Accepted {})
            }
            // The factor was taken away or replaced meanwhile: the code belonged to the old one.
            Ok(_) => Ok(self.wrong(&attempt, wrong_code())),
            Err(rejection) => Ok(self.wrong(&attempt, used_or_impossible(&rejection.code))),
        }
    }

    pub(super) async fn verify_recovery(
        self: &Arc<Self>,
        person: PersonId,
        code: Secret,
        source: &Source,
        act: &Act,
    ) -> Result<Verified, AccessError> {
        let attempt = match self.attempt(&person, source, act) {
            Ok(attempt) => attempt,
            Err(verified) => return Ok(verified),
        };
        let account = self.active(&person)?;
        let Some(codes) = account.and_then(|account| account.profile.recovery) else {
            return Ok(not_possible());
        };
        let Some(stored) = self.factor(Kind::Recovery, &codes.secret).await? else {
            return Ok(not_possible());
        };
        let Some(number) = recovery::matching(&stored, code.expose()) else {
            let notice = refused("invalid_code", "The recovery code is not right.");
            return Ok(self.wrong(&attempt, notice));
        };
        let may_record = self.restraint.may_record_refusal(act.at);
        let event = Event::UseRecoveryCode { number };
        let recorded = self.record(&person, event, may_record, act).await?;
        match recorded {
            Ok(Profile { recovery: Some(now), .. }) if now.secret == codes.secret => {
                self.right(&attempt, act);
                Ok(Verified::Accepted {})
            }
            Ok(_) => Ok(self.wrong(&attempt, not_possible())),
            Err(rejection) => Ok(self.wrong(&attempt, used_or_impossible(&rejection.code))),
        }
    }

    /// An account that may enrol a second factor.
    fn enrolling(&self, person: &PersonId) -> Result<Option<Account>, AccessError> {
        Ok(self.active(person)?.filter(|account| account.profile.totp.is_none()))
    }

    fn pending(&self, person: &PersonId) -> Result<Option<SecretBytes>, AccessError> {
        match self.vault.get(Kind::PendingTotp, &pending_ref(person)) {
            Ok(secret) => Ok(Some(secret)),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A factor's secret; none when it was taken away between two reads.
    async fn factor(
        self: &Arc<Self>,
        kind: Kind,
        name: &SecretRef,
    ) -> Result<Option<SecretBytes>, AccessError> {
        let name = name.clone();
        let get = move |inner: &Self| match inner.vault.get(kind, &name) {
            Ok(secret) => Ok(Some(secret)),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        };
        self.blocking(get).await
    }

    /// Counts an attempt, or says why none may be made.
    fn attempt(&self, person: &PersonId, source: &Source, act: &Act) -> Result<Attempt, Verified> {
        let attempt = Attempt { person: self.person_key(person), source: self.source_key(source) };
        if self.restraint.is_exhausted(attempt.person, attempt.source) {
            return Err(too_many());
        }
        let reserved = self.restraint.codes().reserve(attempt.person, attempt.source, act.at);
        reserved
            .map(|()| attempt)
            .map_err(|retry_at| Verified::Refused { notice: error::slow_down(retry_at) })
    }

    /// The attempt was wrong: one more of them, or the last one.
    fn wrong(&self, attempt: &Attempt, answer: Verified) -> Verified {
        self.restraint.wrong_code(attempt.person, attempt.source);
        if self.restraint.is_exhausted(attempt.person, attempt.source) {
            too_many()
        } else {
            answer
        }
    }

    fn right(&self, attempt: &Attempt, act: &Act) {
        self.restraint.codes().succeed(attempt.person, attempt.source, act.at);
        self.restraint.forget_codes(attempt.person, attempt.source);
    }
}

fn used_or_impossible(code: &str) -> Verified {
    if code == "code_already_used" {
        refused(code, "This code has been used already. Wait for the next one.")
    } else {
        not_possible()
    }
}
