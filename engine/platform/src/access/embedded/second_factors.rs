//! The second factor: enrolling one, codes, recovery codes (MFA-01, MFA-02).

mod attempts;

use std::sync::Arc;

use waybill_machines::RejectionCode;
use waybill_machines::machines::account::{Event, Profile};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::mfa::{Prepared, Verified};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{PersonId, SecretRef};

use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::{
    Answer, Client, Confirmed, Enrolment, Factor, PendingEnrolment, SecondFactors, recovery, totp,
};
use crate::secret::{Secret, SecretBytes, sha256_hex};
use crate::streams::ChangeContext;
use crate::vault::{Kind, VaultError};

/// The name of a second factor that is not confirmed yet. It follows from the person and the session, so that a newer
/// one replaces the older one, and so that after a restart this session finds it again and no other session does.
fn pending_ref(enrolment: &Enrolment) -> SecretRef {
    let digest = sha256_hex(enrolment.session.as_bytes());
    SecretRef(format!("{}{}", pending_prefix(&enrolment.person), &digest[..32]))
}

/// The common prefix of the names of all unconfirmed second factors of a person.
pub(super) fn pending_prefix(person: &PersonId) -> String {
    let digest = sha256_hex(person.0.as_bytes());
    format!("s_{}_", &digest[..32])
}

/// The message for a session that was not the first to confirm: it may be its user's only sign that another person was.
const ENROLLED_ELSEWHERE: &str = "A second factor was set up in another session meanwhile. If that was not you, ask an administrator to reset it. Sign in again.";

fn refused(code: &str, message: &str) -> Verified {
    Verified::Refused { notice: Notice::new(code, message) }
}

fn forbidden(code: &str, message: &str) -> Verified {
    Verified::Forbidden { notice: Notice::new(code, message) }
}

fn wrong_code() -> Verified {
    refused("invalid_code", "Incorrect code. Use the newest one of your authenticator app.")
}

fn not_possible() -> Verified {
    forbidden("not_allowed", "Signing in is not possible. Ask an administrator.")
}

impl Factor {
    /// The kind of its secret in the vault.
    const fn kind(self) -> Kind {
        match self {
            Self::Totp => Kind::Totp,
            Self::Recovery => Kind::Recovery,
        }
    }

    /// The name of its secret, if the account has one.
    fn secret_of(self, profile: &Profile) -> Option<&SecretRef> {
        match self {
            Self::Totp => profile.totp.as_ref().map(|totp| &totp.secret),
            Self::Recovery => profile.recovery.as_ref().map(|codes| &codes.secret),
        }
    }

    fn wrong(self) -> Verified {
        match self {
            Self::Totp => wrong_code(),
            Self::Recovery => refused("invalid_code", "Incorrect recovery code."),
        }
    }
}

impl SecondFactors for Embedded {
    fn begin_enrolment(&self, enrolment: Enrolment, _: ChangeContext) -> Answer<'_, Prepared> {
        self.run(|inner| async move { inner.begin_enrolment(enrolment).await })
    }

    fn pending_enrolment(&self, enrolment: Enrolment) -> Answer<'_, Option<PendingEnrolment>> {
        self.run(|inner| async move { inner.pending_enrolment(enrolment).await })
    }

    fn confirm_enrolment(
        &self,
        enrolment: Enrolment,
        code: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Confirmed> {
        self.run(|inner| async move {
            inner.confirm_enrolment(enrolment, code, &client, &context).await
        })
    }

    fn verify(
        &self,
        person: PersonId,
        factor: Factor,
        code: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Verified> {
        self.run(
            |inner| async move { inner.verify(person, factor, &code, &client, &context).await },
        )
    }

    fn renew_recovery_codes(
        &self,
        person: PersonId,
        context: ChangeContext,
    ) -> Answer<'_, Vec<Secret>> {
        self.run(|inner| async move { inner.renew_recovery_codes(person, &context).await })
    }
}

impl Inner {
    async fn begin_enrolment(
        self: &Arc<Self>,
        enrolment: Enrolment,
    ) -> Result<Prepared, AccessError> {
        let failed =
            |code: &str, message: &str| Ok(Prepared::Failed { notice: Notice::new(code, message) });
        match self.active(&enrolment.person)? {
            None => {
                return failed("not_allowed", "Signing in is not possible. Ask an administrator.");
            }
            Some(account) if account.profile.has_second_factor() => {
                return failed(
                    "already_enrolled",
                    "There is a second factor already. Sign in again.",
                );
            }
            Some(_) => {}
        }
        let secret = totp::new_secret();
        let put = move |inner: &Self| {
            Ok(inner.vault.put_at(Kind::PendingTotp, &pending_ref(&enrolment), secret.expose())?)
        };
        self.blocking(put).await?;
        Ok(Prepared::Ready {})
    }

    async fn pending_enrolment(
        self: &Arc<Self>,
        enrolment: Enrolment,
    ) -> Result<Option<PendingEnrolment>, AccessError> {
        let Some(account) = self.enrolling(&enrolment.person)? else { return Ok(None) };
        self.blocking(move |inner| {
            let Some(secret) = inner.pending(&enrolment)? else { return Ok(None) };
            let name = inner.name_of(&account.profile)?;
            totp::enrolment(&secret, &inner.settings.totp_issuer, &name).map(Some)
        })
        .await
    }

    async fn confirm_enrolment(
        self: &Arc<Self>,
        enrolment: Enrolment,
        code: Secret,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Confirmed, AccessError> {
        let person = enrolment.person.clone();
        let refuse = |verified| Ok(Confirmed { verified, recovery_codes: Vec::new() });
        let counted = match self.attempt(&person, client, context) {
            Ok(counted) => counted,
            Err(verified) => return refuse(verified),
        };
        // Of several concurrent confirmations the second one has to find the factor enrolled.
        let _changing = self.changing.lock().await;
        match self.active(&person)? {
            None => return refuse(not_possible()),
            Some(account) if account.profile.has_second_factor() => {
                return refuse(forbidden("already_enrolled", ENROLLED_ELSEWHERE));
            }
            Some(_) => {}
        }
        let Some(secret) = self.blocking(move |inner| inner.pending(&enrolment)).await? else {
            return refuse(refused("no_enrolment", "There is nothing to confirm. Start again."));
        };
        let skew = self.settings.totp_skew_steps;
        let Some(step) = totp::matching_step(&secret, code.expose(), context.at, skew)? else {
            return refuse(
                self.record_failure(&person, &counted, wrong_code(), client, context).await,
            );
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
        if self.record_with(&person, event, stored, context).await?.is_err() {
            return refuse(not_possible());
        }
        self.discard_pending(&person).await;
        self.record_success(&counted, context);
        self.notify(&person, MailKind::SecondFactorAdded, context);
        Ok(Confirmed { verified: Verified::Accepted {}, recovery_codes })
    }

    async fn verify(
        self: &Arc<Self>,
        person: PersonId,
        factor: Factor,
        code: &Secret,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Verified, AccessError> {
        let counted = match self.attempt(&person, client, context) {
            Ok(counted) => counted,
            Err(verified) => return Ok(verified),
        };
        let account = self.active(&person)?;
        let name = account.as_ref().and_then(|account| factor.secret_of(&account.profile));
        let Some(name) = name else {
            return Ok(not_possible());
        };
        let Some(stored) = self.factor(factor.kind(), name).await? else {
            return Ok(not_possible());
        };
        let Some(event) = self.use_of(factor, &stored, code, context)? else {
            return Ok(self
                .record_failure(&person, &counted, factor.wrong(), client, context)
                .await);
        };
        let may_record = self.attempt_limits.may_record_refusal(context.at);
        // Whether the code was used before is the account's guard, decided on its newest state and appended after it:
        // of fifty concurrent attempts one is accepted.
        match self.record(&person, event, may_record, context).await? {
            Ok(profile) if factor.secret_of(&profile) == Some(name) => {
                self.record_success(&counted, context);
                Ok(Verified::Accepted {})
            }
            // The factor was removed or replaced meanwhile: the code belonged to the old one.
            Ok(_) => {
                Ok(self.record_failure(&person, &counted, factor.wrong(), client, context).await)
            }
            Err(rejection) => {
                let answer = used_or_impossible(rejection.code);
                Ok(self.record_failure(&person, &counted, answer, client, context).await)
            }
        }
    }

    /// The event that uses a code up; `None` for a wrong code.
    fn use_of(
        &self,
        factor: Factor,
        stored: &SecretBytes,
        code: &Secret,
        context: &ChangeContext,
    ) -> Result<Option<Event>, AccessError> {
        Ok(match factor {
            Factor::Totp => {
                let skew = self.settings.totp_skew_steps;
                let step = totp::matching_step(stored, code.expose(), context.at, skew)?;
                step.map(|step| Event::UseCode { step })
            }
            Factor::Recovery => recovery::matching(stored, code.expose())
                .map(|number| Event::UseRecoveryCode { number }),
        })
    }

    /// An account that may enrol a second factor.
    fn enrolling(&self, person: &PersonId) -> Result<Option<Account>, AccessError> {
        Ok(self.active(person)?.filter(|account| !account.profile.has_second_factor()))
    }

    /// Discards all unconfirmed second factors of a person, in every session, after one was confirmed.
    pub(super) async fn discard_pending(self: &Arc<Self>, person: &PersonId) {
        let prefix = pending_prefix(person);
        let list = move |inner: &Self| {
            let names = inner.vault.names(Kind::PendingTotp)?.into_iter();
            Ok(names.filter(|name| name.0.starts_with(&prefix)).collect::<Vec<_>>())
        };
        match self.blocking(list).await {
            Ok(pending) => {
                if pending.len() > 1 {
                    tracing::warn!(
                        service = "access",
                        person = person.0,
                        others = pending.len() - 1,
                        "a second factor was set up while other sessions with the same password were setting one up"
                    );
                }
                let pending = pending.into_iter().map(|name| (Kind::PendingTotp, name));
                self.discard(pending.collect()).await;
            }
            Err(error) => {
                // They are no longer used, and the next start removes them.
                tracing::warn!(service = "access", %error, "second factors that were not confirmed could not be removed");
            }
        }
    }

    fn pending(&self, enrolment: &Enrolment) -> Result<Option<SecretBytes>, AccessError> {
        match self.vault.get(Kind::PendingTotp, &pending_ref(enrolment)) {
            Ok(secret) => Ok(Some(secret)),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A factor's secret; `None` when it was removed between two reads.
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
}

fn used_or_impossible(code: RejectionCode) -> Verified {
    if code == RejectionCode::CodeAlreadyUsed {
        refused(&code.to_string(), "This code has been used already. Wait for the next one.")
    } else {
        not_possible()
    }
}
