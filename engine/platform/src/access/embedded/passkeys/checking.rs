//! Checking what an authenticator has answered.

use std::sync::Arc;

use waybill_machines::machines::account::{Event, Passkey, PasskeySigned, Profile, SignInStep};
use waybill_machines::machines::login::Notice;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{PasskeyCeremony, PasskeyChecked, PasskeyPurpose};
use waybill_machines::{RejectionCode, Timestamp};

use super::super::{AccessError, Inner};
use super::sealed::AskedFor;
use crate::access::passkeys::{challenge_in, digest_of};
use crate::access::webauthn::{
    Asked, DiscoverableAuthentication, NotProven, PasskeyRegistration, Shown,
};
use crate::access::{CheckedPasskey, Client, PasskeyPolicy, PasskeyRefused, PasskeysUnavailable};
use crate::secret::{PasskeyResponse, SecretBytes};
use crate::streams::ChangeContext;

/// An answer with a passkey, and what was asked.
struct Showing {
    shown: Shown,
    asked: DiscoverableAuthentication,
    /// Whether the user was found before the passkey was shown.
    is_found: bool,
    /// The step of signing in that fails if it does not count.
    step: SignInStep,
    /// The digest of the challenge, where nothing was kept of the question that could be taken once.
    sealed: Option<Digest>,
}

/// A passkey that is not accepted.
fn refused(code: &str, message: &str) -> PasskeyChecked {
    PasskeyChecked::Refused { notice: Notice::new(code, message) }
}

/// The same for whatever is wrong with an answer: who guesses learns nothing by it. The log has more.
fn not_accepted() -> PasskeyChecked {
    refused("passkey_refused", "This passkey is not accepted. Try again, or sign in otherwise.")
}

/// There is no such question, or none any longer.
fn lost() -> PasskeyChecked {
    let message = "This request for a passkey has expired, or the server was restarted. Try again.";
    refused("passkey_question_lost", message)
}

fn not_possible() -> PasskeyChecked {
    refused("not_allowed", "Signing in is not possible. Ask an administrator.")
}

impl CheckedPasskey {
    const fn without_codes(answer: PasskeyChecked) -> Self {
        Self { answer, recovery_codes: Vec::new() }
    }
}

impl Inner {
    /// Checks an answer. What is wrong with it, and what the user may not, are answers.
    pub(super) async fn check_passkey(
        self: &Arc<Self>,
        ceremony: PasskeyCeremony,
        response: PasskeyResponse,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<CheckedPasskey, AccessError> {
        let session = client.session.as_deref().unwrap_or_default();
        let Some(asked) = self.asked(&ceremony, &response, session, context.at) else {
            return Ok(CheckedPasskey::without_codes(lost()));
        };
        let checked = match asked {
            Asked::Known(asked) => {
                let answer = self.check_shown(ceremony, *asked, &response, client, context).await;
                answer.map(CheckedPasskey::without_codes)
            }
            Asked::New(asked) => self.check_created(ceremony, &asked, response, context).await,
        };
        match checked {
            Err(AccessError::Passkey(refused)) => {
                let notice = refused.notice();
                Ok(CheckedPasskey::without_codes(PasskeyChecked::Refused { notice }))
            }
            other => other,
        }
    }

    /// What was asked of a session, if that is still to be answered. Of a user it is taken; of a visitor nothing is
    /// kept, and the challenge that was answered says what it was for.
    fn asked(
        &self,
        ceremony: &PasskeyCeremony,
        response: &PasskeyResponse,
        session: &str,
        at: Timestamp,
    ) -> Option<Asked> {
        let PasskeyCeremony { digest, purpose, person } = ceremony;
        if *purpose != PasskeyPurpose::SignIn {
            let kept = self.ceremonies.of_users.take(digest, session, at)?;
            let is_same = kept.purpose == *purpose && Some(&kept.person) == person.as_ref();
            return is_same.then_some(kept.asked);
        }
        let party = self.party().ok()?;
        let challenge = challenge_in(&response.credential)?;
        let wanted = AskedFor { session, host: party.host(), purpose: *purpose };
        let is_asked = person.is_none()
            && digest_of(&challenge) == *digest
            && self.ceremonies.of_visitors.is_current(&challenge, &wanted, at);
        if !is_asked {
            return None;
        }
        party.asked_any(&challenge).inspect_err(|error| log(error, None)).ok()
    }

    async fn check_created(
        self: &Arc<Self>,
        ceremony: PasskeyCeremony,
        asked: &PasskeyRegistration,
        response: PasskeyResponse,
        context: &ChangeContext,
    ) -> Result<CheckedPasskey, AccessError> {
        let PasskeyResponse { credential, name } = response;
        let Some(person) = ceremony.person else {
            return Ok(CheckedPasskey::without_codes(not_possible()));
        };
        let party = self.party().map_err(PasskeyRefused::from)?;
        let created = match party.created(asked, &credential) {
            Ok(created) => created,
            Err(error) => {
                log(&error, Some(&person));
                return Ok(CheckedPasskey::without_codes(not_accepted()));
            }
        };
        self.add_passkey(ceremony.purpose, &person, created, name, context).await
    }

    async fn check_shown(
        self: &Arc<Self>,
        ceremony: PasskeyCeremony,
        asked: DiscoverableAuthentication,
        response: &PasskeyResponse,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<PasskeyChecked, AccessError> {
        let shown = match Shown::parse(&response.credential) {
            Ok(shown) => shown,
            Err(error) => {
                log(&error, ceremony.person.as_ref());
                return Ok(not_accepted());
            }
        };
        match (ceremony.purpose, ceremony.person) {
            (PasskeyPurpose::SignIn, _) => {
                let (is_found, step) = (false, SignInStep::Passkey);
                let sealed = Some(ceremony.digest);
                let showing = Showing { shown, asked, is_found, step, sealed };
                self.sign_in_by_passkey(showing, client, context).await
            }
            (PasskeyPurpose::SecondFactor | PasskeyPurpose::RecoveryCodes, Some(person)) => {
                let (is_found, step) = (true, SignInStep::Code);
                let showing = Showing { shown, asked, is_found, step, sealed: None };
                self.verify_passkey(&person, showing, client, context).await
            }
            _ => Ok(not_possible()),
        }
    }

    /// Signs the owner of a passkey in with it alone.
    async fn sign_in_by_passkey(
        self: &Arc<Self>,
        showing: Showing,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<PasskeyChecked, AccessError> {
        if self.settings.passkeys != PasskeyPolicy::Alone {
            return Err(PasskeyRefused::Unavailable(PasskeysUnavailable::Off).into());
        }
        let id = showing.shown.id();
        let Some(owner) = self.passkeys.get(&id) else {
            let message = "This passkey belongs to no user here. It may have been removed: sign in with your \
                           password.";
            return Ok(refused("passkey_unknown", message));
        };
        let profile = match self.use_passkey(&owner, showing, client, context).await? {
            Ok(profile) => profile,
            Err(refused) => return Ok(refused),
        };
        // Users of another service sign in there: it says until when they may.
        if profile.external || profile.robot {
            return Ok(not_possible());
        }
        Ok(PasskeyChecked::Accepted {
            admin: self.is_admin(&profile),
            account: profile.name,
            person: owner,
            passkey: id,
            external_redirect: None,
        })
    }

    /// Verifies that a passkey is one of a user who has been found before.
    async fn verify_passkey(
        self: &Arc<Self>,
        person: &PersonId,
        showing: Showing,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<PasskeyChecked, AccessError> {
        if self.passkeys.get(&showing.shown.id()).as_ref() != Some(person) {
            self.sign_in_failed(person, showing.step, client, context);
            return Ok(not_accepted());
        }
        Ok(match self.use_passkey(person, showing, client, context).await? {
            Ok(_) => PasskeyChecked::Verified {},
            Err(refused) => refused,
        })
    }

    /// Checks an answer, and records the use of the passkey: the profile after it, or the refusal.
    async fn use_passkey(
        self: &Arc<Self>,
        person: &PersonId,
        showing: Showing,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Result<Profile, PasskeyChecked>, AccessError> {
        let (id, step, sealed) = (showing.shown.id(), showing.step, showing.sealed.clone());
        let Some(account) = self.active(person)? else { return Ok(Err(not_possible())) };
        let known = account.profile.passkeys.into_iter().find(|known| known.id == id);
        let Some(known) = known else { return Ok(Err(not_accepted())) };
        let stored = self.stored_passkeys(vec![known.secret.clone()]).await?;
        let signed = match self.proven(person, showing, &known, stored.first()) {
            Ok(signed) => signed,
            Err(error) => {
                log(&error, Some(person));
                self.sign_in_failed(person, step, client, context);
                return Ok(Err(not_accepted()));
            }
        };
        if sealed.is_some_and(|digest| !self.ceremonies.of_visitors.answer(&digest, context.at)) {
            return Ok(Err(lost()));
        }
        // Whether the counter has grown, and whether the passkey is still there, is the account's guard, decided on its
        // newest state and appended after it.
        match self.record(person, Event::UsePasskey { id, signed }, true, context).await? {
            Ok(profile) => Ok(Ok(profile)),
            Err(rejection) if rejection.code == RejectionCode::PasskeyCounterWentBack => {
                tracing::warn!(
                    service = "access",
                    person = person.0,
                    "a passkey was refused, since its counter has not grown: there may be a copy of it"
                );
                self.sign_in_failed(person, step, client, context);
                let message = "This passkey is not accepted, since it may have been copied. Sign in otherwise, and \
                               remove it in your profile.";
                Ok(Err(refused("passkey_copied", message)))
            }
            Err(_) => Ok(Err(not_accepted())),
        }
    }

    fn proven(
        &self,
        person: &PersonId,
        showing: Showing,
        known: &Passkey,
        stored: Option<&SecretBytes>,
    ) -> Result<PasskeySigned, NotProven> {
        let Showing { shown, asked, is_found, .. } = showing;
        let (Ok(party), Some(stored)) = (self.party(), stored) else {
            return Err(NotProven::NotKept);
        };
        if !shown.is_of(self.user_handle(person), is_found) {
            return Err(NotProven::OtherUser);
        }
        let last = PasskeySigned {
            counter: known.counter,
            backup_eligible: known.backup_eligible,
            backed_up: known.backed_up,
        };
        party.shown(asked, &shown, stored, last)
    }
}

/// Why an answer does not count.
fn log(error: &NotProven, person: Option<&PersonId>) {
    let person = person.map(|person| person.0.as_str());
    tracing::info!(service = "access", person, %error, "a passkey was not accepted");
}
