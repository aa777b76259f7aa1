//! Passkeys: asking for them, and those of an account (MFA-01, LOGIN-05).

mod adding;
mod checking;
mod sealed;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use waybill_machines::Timestamp;
use waybill_machines::machines::account::{Event, PASSKEYS_MAX, Passkey, Profile};
use waybill_machines::machines::passkey::CEREMONY_MS;
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::secret::{Digest, PersonId, SecretRef};
use waybill_machines::sign_in::{PasskeyCeremony, PasskeyPurpose};

use super::directory::Account;
use super::{AccessError, Embedded, Inner};
use crate::access::webauthn::{Asked, NotProven, Question, RelyingParty, UserHandle};
use crate::access::{
    Answer, AskedPasskey, CheckedPasskey, Client, NewCeremony, OwnPasskey, PASSKEY_NAME_CHARS_MAX,
    PasskeyPolicy, PasskeyRefused, Passkeys, PasskeysOfUser, PasskeysUnavailable, Source,
};
use crate::giving_way::HeldBy;
use crate::secret::{PasskeyResponse, Secret, SecretBytes};
use crate::session_flows::{FlowLimits, SessionFlows, TooManyBegins};
use crate::streams::ChangeContext;
use crate::vault::{Kind, VaultError};
use sealed::{AskedFor, SealedQuestions};

/// How many questions may be made for one address in a minute. A sign-in page asks as soon as it is open.
const QUESTIONS_A_MINUTE: u32 = 60;

/// The limits of the questions of users.
const LIMITS: FlowLimits =
    FlowLimits { lives_ms: CEREMONY_MS, begins_a_minute: QUESTIONS_A_MINUTE };

/// What is kept of a question of a user until it is answered.
struct Ceremony {
    purpose: PasskeyPurpose,
    person: PersonId,
    asked: Asked,
}

/// All questions. Those of visitors are apart, and nothing is kept of them: however many strangers ask for, a user is
/// asked too, with a passkey alone and after the password.
pub(super) struct Ceremonies {
    of_visitors: SealedQuestions,
    of_users: SessionFlows<Ceremony>,
}

impl Ceremonies {
    pub(super) fn new() -> Self {
        Self { of_visitors: SealedQuestions::new(), of_users: SessionFlows::new(LIMITS) }
    }

    /// Counts a question that is made for an address.
    fn count(
        &self,
        purpose: PasskeyPurpose,
        source: &Source,
        at: Timestamp,
    ) -> Result<(), TooManyBegins> {
        match purpose {
            PasskeyPurpose::SignIn => self.of_visitors.count(source, at),
            PasskeyPurpose::SecondFactor
            | PasskeyPurpose::Enrolment
            | PasskeyPurpose::Add
            | PasskeyPurpose::RecoveryCodes => self.of_users.count(source, at),
        }
    }
}

/// The owners of passkeys, by the digest of the id. The account decides whether one is still a passkey of it.
#[derive(Default)]
pub(super) struct PasskeyOwners(RwLock<HashMap<Digest, PersonId>>);

impl PasskeyOwners {
    /// Adds those of an account.
    pub(super) fn add(&self, person: &PersonId, profile: &Profile) {
        let mut owners = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let ids = profile.passkeys.iter().map(|passkey| passkey.id.clone());
        owners.extend(ids.map(|id| (id, person.clone())));
    }

    /// Removes those that an account had.
    pub(super) fn remove_all(&self, profile: &Profile) {
        let mut owners = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for passkey in &profile.passkeys {
            owners.remove(&passkey.id);
        }
    }

    fn remove(&self, id: &Digest) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn get(&self, id: &Digest) -> Option<PersonId> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl From<TooManyBegins> for PasskeyRefused {
    fn from(_: TooManyBegins) -> Self {
        Self::TooManyBegins
    }
}

impl Passkeys for Embedded {
    fn passkey_host(&self) -> Result<String, PasskeysUnavailable> {
        self.inner.party().map(|party| party.host().to_owned())
    }

    fn offers_passkeys(&self) -> bool {
        let permits = self.inner.settings.passkeys == PasskeyPolicy::Alone;
        permits && self.inner.relying_party.is_ok() && !self.inner.passkeys.is_empty()
    }

    fn ask_passkey(&self, new: NewCeremony, at: Timestamp) -> Answer<'_, AskedPasskey> {
        self.run(|inner| async move { inner.ask_passkey(new, at).await })
    }

    fn forget_passkey_question(&self, digest: &Digest) {
        // Nothing is kept of a question of a visitor, and its session takes no answer to it.
        self.inner.ceremonies.of_users.forget(digest);
    }

    fn check_passkey(
        &self,
        ceremony: PasskeyCeremony,
        response: PasskeyResponse,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, CheckedPasskey> {
        self.run(
            |inner| async move { inner.check_passkey(ceremony, response, &client, &context).await },
        )
    }

    fn passkeys_of(&self, person: PersonId) -> Answer<'_, PasskeysOfUser> {
        self.run_blocking(move |inner| {
            let profile = inner.existing(&person)?.profile;
            let has_app = profile.totp.is_some();
            let passkeys = profile.passkeys.into_iter().map(|passkey| inner.own_passkey(passkey));
            Ok(PasskeysOfUser { passkeys: passkeys.collect::<Result<_, _>>()?, has_app })
        })
    }

    fn rename_passkey(
        &self,
        person: PersonId,
        id: Digest,
        name: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move {
            let name = checked_name(&name)?;
            let whose = person.clone();
            let keep = move |inner: &Inner| Ok(inner.vault.personal(&whose, name.expose())?);
            // Values of a person are never removed one by one, so that only a passkey that is there gets a name.
            if !inner.existing(&person)?.profile.passkeys.iter().any(|known| known.id == id) {
                return Err(PasskeyRefused::Unknown.into());
            }
            let name = inner.blocking(keep).await?;
            let event = Event::RenamePasskey { id, name };
            let renamed = inner.record(&person, event, true, &context).await?;
            renamed.map(drop).map_err(|rejection| adding::why_not(&rejection))
        })
    }

    fn remove_passkey(
        &self,
        person: PersonId,
        id: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.remove_passkey(&person, id, &context).await })
    }
}

impl Inner {
    /// What passkeys belong to, where the installation accepts any.
    fn party(&self) -> Result<&RelyingParty, PasskeysUnavailable> {
        if self.settings.passkeys == PasskeyPolicy::Off {
            return Err(PasskeysUnavailable::Off);
        }
        self.relying_party.as_ref().map_err(|unavailable| *unavailable)
    }

    /// The id of a user for authenticators: of this installation, and without meaning elsewhere.
    fn user_handle(&self, person: &PersonId) -> UserHandle {
        let key = self.vault.name_key(&format!("passkey {}", person.0));
        let mut handle = [0; 16];
        handle.copy_from_slice(&key[..16]);
        UserHandle(handle)
    }

    fn own_passkey(&self, passkey: Passkey) -> Result<OwnPasskey, AccessError> {
        let name = self.vault.reveal(&passkey.name)?;
        Ok(OwnPasskey {
            id: passkey.id,
            name: name.map(|name| name.expose().to_owned()),
            since: passkey.since,
            used_at: passkey.used_at,
            is_synchronised: passkey.backup_eligible,
            is_backed_up: passkey.backed_up,
        })
    }

    /// What is stored of passkeys.
    async fn stored_passkeys(
        self: &Arc<Self>,
        names: Vec<SecretRef>,
    ) -> Result<Vec<SecretBytes>, AccessError> {
        self.blocking(move |inner| {
            let mut stored = Vec::with_capacity(names.len());
            for name in &names {
                match inner.vault.get(Kind::Passkey, name) {
                    Ok(bytes) => stored.push(bytes),
                    // Removed between the two reads.
                    Err(VaultError::Missing { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(stored)
        })
        .await
    }

    /// Makes a question. Nothing of it is in a record but the digest of its challenge.
    async fn ask_passkey(
        self: &Arc<Self>,
        new: NewCeremony,
        at: Timestamp,
    ) -> Result<AskedPasskey, AccessError> {
        let NewCeremony { purpose, person, session, source } = new;
        self.party().map_err(PasskeyRefused::from)?;
        if purpose == PasskeyPurpose::SignIn && self.settings.passkeys != PasskeyPolicy::Alone {
            return Err(PasskeyRefused::Unavailable(PasskeysUnavailable::Off).into());
        }
        self.ceremonies.count(purpose, &source, at).map_err(PasskeyRefused::from)?;
        if purpose == PasskeyPurpose::SignIn {
            return self.question_of_visitor(&session, at);
        }
        let person = person.ok_or(PasskeyRefused::NotAllowed)?;
        let account = self.active(&person)?.ok_or(PasskeyRefused::NotAllowed)?;
        may_ask(purpose, &account.profile)?;
        let stored = self.stored_passkeys(names_of(&account.profile)).await?;
        let Question { digest, options, asked } =
            self.question_of_user(purpose, &account, &stored)?;
        let ceremony = Ceremony { purpose, person, asked };
        let by = HeldBy::user(&source);
        self.ceremonies.of_users.add(digest.clone(), &session, by, ceremony, at);
        Ok(AskedPasskey { digest, options })
    }

    /// Makes a question of which nothing is kept.
    fn question_of_visitor(
        &self,
        session: &str,
        at: Timestamp,
    ) -> Result<AskedPasskey, AccessError> {
        let party = self.party().map_err(PasskeyRefused::from)?;
        let wanted = AskedFor { session, host: party.host(), purpose: PasskeyPurpose::SignIn };
        let challenge = self.ceremonies.of_visitors.challenge(&wanted, at);
        party.ask_any(&challenge).map_err(|error| not_asked(&error))
    }

    fn question_of_user(
        &self,
        purpose: PasskeyPurpose,
        account: &Account,
        stored: &[SecretBytes],
    ) -> Result<Question, AccessError> {
        let party = self.party().map_err(PasskeyRefused::from)?;
        let asked = if purpose.creates() {
            let name = self.name_of(&account.profile)?;
            party.ask_new(self.user_handle(&account.person), &name, stored)
        } else {
            party.ask_known(stored)
        };
        asked.map_err(|error| not_asked(&error))
    }
}

fn not_asked(error: &NotProven) -> AccessError {
    tracing::error!(service = "access", %error, "a passkey cannot be asked for");
    AccessError::Defect("a passkey cannot be asked for")
}

/// The names of what is stored of the passkeys of an account.
fn names_of(profile: &Profile) -> Vec<SecretRef> {
    profile.passkeys.iter().map(|passkey| passkey.secret.clone()).collect()
}

/// Whether an account allows what a passkey is asked for.
fn may_ask(purpose: PasskeyPurpose, profile: &Profile) -> Result<(), PasskeyRefused> {
    match purpose {
        _ if profile.robot => Err(PasskeyRefused::NotAllowed),
        PasskeyPurpose::Enrolment if profile.has_second_factor() => {
            Err(PasskeyRefused::AlreadyEnrolled)
        }
        PasskeyPurpose::Add | PasskeyPurpose::Enrolment
            if profile.passkeys.len() >= PASSKEYS_MAX =>
        {
            Err(PasskeyRefused::TooMany)
        }
        PasskeyPurpose::SecondFactor | PasskeyPurpose::RecoveryCodes
            if profile.passkeys.is_empty() =>
        {
            Err(PasskeyRefused::None)
        }
        _ => Ok(()),
    }
}

fn checked_name(name: &Secret) -> Result<Secret, PasskeyRefused> {
    let name = name.expose().trim();
    let is_good = (1..=PASSKEY_NAME_CHARS_MAX).contains(&name.chars().count())
        && !name.chars().any(is_invisible);
    if is_good { Ok(Secret::new(name)) } else { Err(PasskeyRefused::Name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [LOGIN-05, MFA-01]
    #[test]
    fn questions_of_visitors_take_no_place_of_those_of_users() {
        let at = Timestamp::from_ms(1_767_225_600_000);
        let (ceremonies, here) = (Ceremonies::new(), Source::named("192.0.2.1"));
        let count = |purpose| ceremonies.count(purpose, &here, at);
        for _ in 0..QUESTIONS_A_MINUTE {
            count(PasskeyPurpose::SignIn).unwrap();
        }
        assert_eq!(count(PasskeyPurpose::SignIn), Err(TooManyBegins));
        for purpose in [
            PasskeyPurpose::SecondFactor,
            PasskeyPurpose::Enrolment,
            PasskeyPurpose::Add,
            PasskeyPurpose::RecoveryCodes,
        ] {
            count(purpose).unwrap();
        }
    }
}
