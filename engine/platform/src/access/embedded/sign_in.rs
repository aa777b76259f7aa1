//! Signing in: checking a user name and a password.

use std::sync::Arc;

use tokio::time::Instant;
use waybill_machines::Timestamp;
use waybill_machines::machines::account::{DevicesKept, Profile, SessionsKept, SignInStep};
use waybill_machines::machines::login::{Authenticated, LoggedOut, MfaStatus, Notice};
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::{PersonId, Personal, SecretRef};

use super::changes::NewPassword;
use super::directory::Account;
use super::reserved_attempts::{Counted, Judged};
use super::{AccessError, Embedded, Inner, directories, nobodys_hash};
use crate::access::hashing::{Place, Verdict};
use crate::access::names::canonical;
use crate::access::slow_down::{Attempt, Key};
use crate::access::{
    Answer, Client, DirectoryVerdict, HeldAttempt, MfaPolicy, ReservedAttempt, SignIn, error,
    password_rules,
};
use crate::secret::{Credentials, Passwords, Secret};
use crate::streams::ChangeContext;
use crate::vault::{Kind, VaultError};

/// The verdict on a password, and the hash that it was compared with.
pub(super) struct Compared {
    pub verdict: Verdict,
    pub hash: SecretRef,
}

/// The same message for an unknown name, a wrong password and a disabled account.
pub(super) fn wrong() -> Authenticated {
    let message = "Incorrect user name or password.";
    Authenticated::Refused { notice: Notice::new("invalid_credentials", message) }
}

impl SignIn for Embedded {
    fn reserve(
        &self,
        user: &Secret,
        client: &Client,
        at: Timestamp,
    ) -> Result<(ReservedAttempt, HeldAttempt), Notice> {
        let name = canonical(user.expose());
        let person = name.as_deref().and_then(|name| self.inner.find(name));
        let judged = self.inner.judge(name.as_deref(), person.as_ref(), client, at);
        judged.map(ReservedAttempt::new).map_err(|Busy| error::busy(at))
    }

    fn authenticate(
        &self,
        credentials: Credentials,
        attempt: ReservedAttempt,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Authenticated> {
        self.run(|inner| async move {
            inner.authenticate(credentials, attempt, &client, &context).await
        })
    }

    fn log_out(&self, _: PersonId, _: ChangeContext) -> Answer<'_, LoggedOut> {
        // The session ends by its own record; the service keeps nothing else of a sign-in.
        Box::pin(std::future::ready(Ok(LoggedOut::Done { leave_for: None })))
    }

    fn label(&self, typed: &Secret) -> Answer<'_, Personal> {
        let typed = typed.duplicate();
        self.run(|inner| async move { inner.label(&typed) })
    }

    fn confirm_password(
        &self,
        person: PersonId,
        password: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Result<(), Notice>> {
        self.run(|inner| async move {
            inner.confirm_password(&person, password, &client, &context).await
        })
    }

    fn change_password(
        &self,
        person: PersonId,
        passwords: Passwords,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Changed> {
        self.run(|inner| async move {
            inner.change_password(person, passwords, &client, &context).await
        })
    }
}

/// All places for hashes are taken.
pub(super) struct Busy;

impl Inner {
    /// Counts an attempt with a password and takes a place for its hash, unless it is too early. It is counted before
    /// it is verified; otherwise many concurrent attempts would be verified before any is counted.
    pub(super) fn judge(
        self: &Arc<Self>,
        name: Option<&str>,
        person: Option<&PersonId>,
        client: &Client,
        at: Timestamp,
    ) -> Result<Judged, Busy> {
        let attempt = self.attempt_on(self.account_key(name), person, client, at);
        let reserved = match self.attempt_limits.password(attempt, at) {
            Ok(reserved) => reserved,
            Err(delayed) => return Ok(Judged::Delayed(delayed)),
        };
        let Some(place) = self.hasher.place(reserved.queue()) else {
            self.attempt_limits.passwords().cancel(reserved);
            return Err(Busy);
        };
        let counted = Counted { inner: Arc::clone(self), reserved, place };
        Ok(Judged::Counted(Box::new(counted)))
    }

    async fn authenticate(
        self: &Arc<Self>,
        credentials: Credentials,
        attempt: ReservedAttempt,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Authenticated, AccessError> {
        let began = Instant::now();
        let Credentials { user, password } = credentials;
        let name = canonical(user.expose());
        let person = name.as_deref().and_then(|name| self.find(name));
        let judge = || self.judge(name.as_deref(), person.as_ref(), client, context.at);
        let judged = attempt.take().map_or_else(judge, Ok);
        let Counted { reserved, place, .. } = match judged {
            Ok(Judged::Counted(counted)) => *counted,
            Ok(Judged::Delayed(delayed)) => {
                return Ok(Authenticated::Refused { notice: error::delayed(delayed) });
            }
            Err(Busy) => return Ok(Authenticated::Refused { notice: error::busy(context.at) }),
        };
        let failed = || {
            if let Some(person) = &person {
                self.sign_in_failed(person, SignInStep::Password, client, context);
                self.password_failed(person, &reserved, context);
            }
        };
        if !password_rules::is_bounded(password.expose()) {
            failed();
            drop(place);
            return Ok(self.refuse(began, false, context.at).await);
        }
        let password = Arc::new(password);
        let compared = self.compare(person.as_ref(), password.clone(), place).await?;
        // Read again: the account may have changed while the password was compared.
        let current = person.as_ref().map(|person| self.active(person)).transpose()?.flatten();
        let current = current.filter(|current| {
            current.profile.password == compared.hash && !current.profile.external
        });
        let is_proven = |current: &Account| {
            compared.verdict.is_right && !self.leaves_to_directories(&current.profile)
        };
        let Some(current) = current.filter(is_proven) else {
            let asked = self.ask_directories(person.as_ref(), user, password, context.at).await?;
            let identity = match asked.verdict {
                DirectoryVerdict::Proven(identity) => *identity,
                // No password was compared with one: an outage keeps no user out for longer than it lasts.
                DirectoryVerdict::Unavailable if !asked.has_password_here => {
                    self.attempt_limits.passwords().cancel(reserved);
                    return Ok(self.refuse(began, true, context.at).await);
                }
                verdict => {
                    failed();
                    let is_unavailable = matches!(verdict, DirectoryVerdict::Unavailable);
                    return Ok(self.refuse(began, is_unavailable, context.at).await);
                }
            };
            let proven = directories::Proven { identity, reserved };
            return self.accept_of_directory(proven, client, context).await;
        };
        self.attempt_limits.passwords().succeed(reserved, context.at);
        let person_key = self.person_key(&current.person);
        self.attempt_limits.forget_codes(&Attempt { account: person_key, ..reserved.attempt });
        if !self.use_link(&current.person, &client.proof, &reserved, context).await? {
            let message = "This link for a new device has been used already. Get another one.";
            let notice = Notice::new("link_used", message);
            return Ok(Authenticated::Refused { notice });
        }
        if compared.verdict.is_weak {
            self.upgrade_hash(&current, password, context).await;
        }
        if let Some(refused) = self.break_glass(&current, context).await? {
            return Ok(refused);
        }
        Ok(self.accept(current))
    }

    fn accept(&self, account: Account) -> Authenticated {
        let Account { person, profile, .. } = account;
        if profile.must_change_password {
            return Authenticated::CredentialsExpired { person };
        }
        let mfa = self.required_mfa(&profile);
        let admin = self.is_admin(&profile);
        let (authenticator, external_redirect) = (profile.authenticator(), None);
        Authenticated::Accepted { person, admin, mfa, external_redirect, authenticator, via: None }
    }

    pub(super) fn required_mfa(&self, profile: &Profile) -> MfaStatus {
        let is_required = match self.settings.mfa_required {
            MfaPolicy::AllUsers => true,
            MfaPolicy::Admins => self.is_admin(profile),
            MfaPolicy::Optional => false,
        };
        match (profile.has_second_factor(), is_required) {
            (true, _) => MfaStatus::Verify,
            (false, true) => MfaStatus::Enroll,
            (false, false) => MfaStatus::None,
        }
    }

    /// Compares a password with a person's hash, or with the dummy hash, by the same steps.
    pub(super) async fn compare(
        self: &Arc<Self>,
        person: Option<&PersonId>,
        password: Arc<Secret>,
        place: Place,
    ) -> Result<Compared, AccessError> {
        let person = person.cloned();
        let found = self.blocking(move |inner| inner.hash_of(person.as_ref())).await;
        let (name, hash) = found?;
        let verdict = self.hasher.verify(password, hash, place).await?;
        Ok(Compared { verdict, hash: name })
    }

    fn hash_of(&self, person: Option<&PersonId>) -> Result<(SecretRef, Secret), AccessError> {
        let mut tried = None;
        loop {
            let account = person.map(|person| self.account(person)).transpose()?.flatten();
            let name = account.map_or_else(nobodys_hash, |account| account.profile.password);
            match self.vault.get(Kind::Password, &name) {
                Ok(hash) => {
                    let unreadable = AccessError::Defect("the hash of a password is no text");
                    return Ok((name, hash.into_text().ok_or(unreadable)?));
                }
                // Replaced between the two reads: the account refers to another hash by now.
                Err(VaultError::Missing { .. }) if tried.as_ref() != Some(&name) => {
                    tried = Some(name);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Hashes again a password whose hash was cheaper than the current cost. A failure does not make the sign-in fail.
    async fn upgrade_hash(
        self: &Arc<Self>,
        account: &Account,
        password: Arc<Secret>,
        context: &ChangeContext,
    ) {
        let _changing = self.changing.lock().await;
        let (person, old) = (&account.person, account.profile.password.clone());
        let context = ChangeContext {
            cause: context.cause.clone(),
            trace: context.trace.clone(),
            ..ChangeContext::system(context.at)
        };
        let replaced = match self.account(person) {
            Ok(Some(current)) if current.profile.password == old => {
                let must_change = current.profile.must_change_password;
                let (devices, sessions) = (DevicesKept::All {}, SessionsKept::All {});
                let new = NewPassword { password, must_change, devices, link: None, sessions };
                self.replace_password(person, old, new, &context).await
            }
            _ => return,
        };
        if let Err(error) = replaced {
            tracing::warn!(%error, "a weak hash of a password could not be replaced");
        }
    }

    /// The key by which attempts on a person's codes are counted.
    pub(super) fn person_key(&self, person: &PersonId) -> Key {
        self.vault.name_key(&person.0)
    }
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;
    use waybill_machines::Timestamp;
    use waybill_machines::machines::account::Event;

    use super::*;
    use crate::access::hashing::hash_now;
    use crate::access::{Administration as _, Cost, NewUser, Options, Source};
    use crate::vault::Vault;

    const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

    /// covers: [LOGIN-05]
    #[tokio::test]
    async fn a_password_changed_during_its_comparison_is_rejected() {
        let directory = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(directory.path(), None).unwrap());
        let options = Options { cost: CHEAP, ..Options::default() };
        let access = Embedded::open(Arc::new(MemoryJournal::new()), vault, options).unwrap();
        let context = ChangeContext::system(Timestamp::from_ms(1_767_225_600_000));
        let user = NewUser {
            name: "ann".into(),
            password: Some(Secret::new("correct horse battery")),
            ..NewUser::default()
        };
        let ann = access.create_user(user, context.clone()).await.unwrap().person;
        let inner = &access.inner;
        let sign_in = || {
            let (inner, context) = (inner.clone(), context.clone());
            let (user, password) = (Secret::new("ann"), Secret::new("correct horse battery"));
            let credentials = Credentials { user, password };
            tokio::spawn(async move {
                let client = Client::from(Source::named("192.0.2.1"));
                inner.authenticate(credentials, ReservedAttempt::default(), &client, &context).await
            })
        };
        assert!(matches!(sign_in().await.unwrap(), Ok(Authenticated::Accepted { .. })));

        let comparing = inner.hasher.hold().await;
        let late = sign_in();
        while inner.hasher.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        // By now the old hash has been read and waits to be compared.
        let hash = Arc::new(hash_now(CHEAP, &Secret::new("another long one")).unwrap());
        let password = inner.store(Kind::Password, hash).await.unwrap();
        let event = Event::SetPassword {
            password,
            must_change_password: false,
            devices: DevicesKept::All {},
            link: None,
            sessions: SessionsKept::All {},
        };
        inner.record(&ann, event, true, &context).await.unwrap().unwrap();
        drop(comparing);
        assert_eq!(late.await.unwrap().unwrap(), wrong());
    }
}
