//! An installation for tests: a journal, a vault, the access service, and a time.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use totp_rs::{Builder, Totp};
use waybill_journal::{DurableJournal, DurableOptions, Journal, MemoryJournal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, MfaStatus};
use waybill_machines::machines::mfa::{Prepared, Verified};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessSettings, Administration as _, Client, Cost, Embedded, Enrolment, Factor, Limits,
    NewUser, Options, ReservedAttempt, SecondFactors as _, SignIn as _, Source,
};
use waybill_platform::streams::ChangeContext;
use waybill_platform::{Credentials, Passwords, Secret, Vault};
use waybill_stream::Who;

/// 2026-01-01T00:00:00Z, the beginning of a time step.
pub const T0: Timestamp = Timestamp::from_ms(1_767_225_600_000);
pub const PASSWORD: &str = "correct horse battery";
/// A cheap hash, so that tests measure the logic.
pub const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

pub struct Installation {
    pub journal: Arc<dyn Journal>,
    pub memory: Option<MemoryJournal>,
    pub vault: Arc<Vault>,
    pub access: Embedded,
    pub options: Options,
    /// The last field, since the journal writes HEAD into it when it is dropped.
    pub directory: TempDir,
}

pub fn options() -> Options {
    Options { cost: CHEAP, ..Options::default() }
}

/// Options without slow-down.
pub fn unlimited() -> Options {
    Options { limits: Limits { free: 1_000_000, ..Limits::PAIR }, ..options() }
}

fn durable(directory: &Path) -> Arc<dyn Journal> {
    let options = DurableOptions { preallocate: false, ..DurableOptions::default() };
    Arc::new(DurableJournal::open(&directory.join("journal"), options).unwrap())
}

impl Installation {
    pub fn in_memory(options: Options) -> Self {
        let memory = MemoryJournal::new();
        Self::with(Arc::new(memory.clone()), Some(memory), TempDir::new().unwrap(), options)
    }

    pub fn on_disk(options: Options) -> Self {
        let directory = TempDir::new().unwrap();
        Self::with(durable(directory.path()), None, directory, options)
    }

    fn with(
        journal: Arc<dyn Journal>,
        memory: Option<MemoryJournal>,
        directory: TempDir,
        options: Options,
    ) -> Self {
        let vault = Arc::new(Vault::open(&directory.path().join("vault"), None).unwrap());
        let access = Embedded::open(journal.clone(), vault.clone(), options.clone()).unwrap();
        Self { journal, memory, vault, access, options, directory }
    }

    /// The installation as a new process finds it.
    pub async fn reopen(self) -> Self {
        self.access.record_all_failures().await;
        let Self { directory, journal, memory, vault, access, options } = self;
        drop((access, vault, journal));
        match memory {
            Some(memory) => {
                let memory = memory.restart();
                Self::with(Arc::new(memory.clone()), Some(memory), directory, options)
            }
            None => Self::with(durable(directory.path()), None, directory, options),
        }
    }

    pub async fn user(&self, name: &str, admin: bool) -> PersonId {
        let user = NewUser {
            name: name.into(),
            password: Some(Secret::new(PASSWORD)),
            admin,
            ..NewUser::default()
        };
        self.access.create_user(user, context(T0)).await.unwrap().person
    }

    pub async fn sign_in(&self, user: &str, password: &str, at: Timestamp) -> Authenticated {
        let given = Credentials { user: Secret::new(user), password: Secret::new(password) };
        self.access
            .authenticate(given, ReservedAttempt::default(), source(), context(at))
            .await
            .unwrap()
    }

    /// Enrols a second factor with the code of `at`: returns its generator and the recovery codes.
    pub async fn enrol(&self, person: &PersonId, at: Timestamp) -> (Totp, Vec<Secret>) {
        let prepared = self.access.begin_enrolment(enrolment(person), context(at)).await.unwrap();
        assert_eq!(prepared, Prepared::Ready {});
        let pending = self.access.pending_enrolment(enrolment(person)).await.unwrap().unwrap();
        let totp = authenticator(pending.secret.expose());
        let code = code(&totp, at);
        let confirmed = self
            .access
            .confirm_enrolment(enrolment(person), code, source(), context(at))
            .await
            .unwrap();
        assert_eq!(confirmed.verified, Verified::Accepted {});
        (totp, confirmed.recovery_codes)
    }

    pub async fn verify(&self, person: &PersonId, code: Secret, at: Timestamp) -> Verified {
        let (person, factor) = (person.clone(), Factor::Totp);
        self.access.verify(person, factor, code, source(), context(at)).await.unwrap()
    }

    pub async fn recover(&self, person: &PersonId, code: &Secret, at: Timestamp) -> Verified {
        let (person, factor, code) = (person.clone(), Factor::Recovery, code.duplicate());
        self.access.verify(person, factor, code, source(), context(at)).await.unwrap()
    }

    pub async fn change(
        &self,
        person: &PersonId,
        current: &str,
        new: &str,
        at: Timestamp,
    ) -> waybill_machines::machines::password::Changed {
        let given = Passwords { current: Secret::new(current), new: Secret::new(new) };
        self.access.change_password(person.clone(), given, source(), context(at)).await.unwrap()
    }

    /// Every line of the journal.
    pub fn lines(&self) -> Vec<String> {
        let records = scan_all(self.journal.as_ref(), 0);
        records.map(|record| record.unwrap().line.to_string()).collect()
    }

    /// The types of the events of a stream; those of rejected ones are followed by the code.
    pub fn events(&self, stream: &str) -> Vec<String> {
        let records = self.journal.read(stream, 1, 10_000).unwrap();
        let describe = |record: &waybill_journal::StoredRecord| {
            let view = record.view().unwrap();
            let event = view.event.split('"').nth(3).unwrap().to_owned();
            view.refused.map_or(event.clone(), |refused| format!("{event}: {}", refused.code))
        };
        records.iter().map(describe).collect()
    }
}

pub fn context(at: Timestamp) -> ChangeContext {
    ChangeContext::by(Who::Anonymous, at)
}

/// The enrolment of a second factor in the single session of these tests.
pub fn enrolment(person: &PersonId) -> Enrolment {
    Enrolment { person: person.clone(), session: "a session".to_owned() }
}

pub fn source() -> Client {
    client("192.0.2.1")
}

/// A client of which only the address is known.
pub fn client(address: &str) -> Client {
    Source::named(address).into()
}

pub fn settings() -> AccessSettings {
    AccessSettings::default()
}

pub fn authenticator(base32: &str) -> Totp {
    let secret = totp_rs::Secret::try_from_base32(base32).unwrap();
    Builder::new().with_secret(secret).with_account_name("x").build().unwrap()
}

pub fn code(totp: &Totp, at: Timestamp) -> Secret {
    Secret::new(totp.generate(u64::try_from(at.as_ms()).unwrap() / 1_000).to_string())
}

/// The code of a rejection, or the name of the outcome.
pub fn outcome(answer: &Authenticated) -> String {
    match answer {
        Authenticated::Accepted { mfa: MfaStatus::None, .. } => "accepted".into(),
        Authenticated::Accepted { mfa: MfaStatus::Enroll, .. } => "enroll".into(),
        Authenticated::Accepted { mfa: MfaStatus::Verify, .. } => "verify".into(),
        Authenticated::CredentialsExpired { .. } => "expired".into(),
        Authenticated::Refused { notice } => notice.code.clone(),
        Authenticated::Interrupted {} => "interrupted".into(),
    }
}

pub fn verified(answer: &Verified) -> String {
    match answer {
        Verified::Accepted {} => "accepted".into(),
        Verified::Refused { notice } => notice.code.clone(),
        Verified::Forbidden { notice } => format!("forbidden: {}", notice.code),
        Verified::Interrupted {} => "interrupted".into(),
    }
}
