//! An installation with an owner and strangers, who act in virtual time.

use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, Notice};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessSettings, Client, DeviceProof, DeviceToken, Devices as _, MfaPolicy, NewDevice, Options,
    ReservedAttempt, SeenClient, SignIn as _,
};
use waybill_platform::{Credentials, Secret};

use crate::support::*;

/// Between two attempts of an attacker.
const TICK_MS: i64 = 50;
pub const DAY_MS: i64 = 24 * 3_600_000;
pub const OFFICE: &str = "192.0.2.1";

/// Attempts of strangers, in one of the ways that the tests mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// One address tries many names.
    ManyAccounts,
    /// Many addresses try the owner's name.
    ManySources,
    /// A stranger behind the owner's own address tries the owner's name, in one session after another.
    OwnAddress,
    /// The same, on a device that is known to an account of the stranger.
    OwnDevice,
    /// The server is restarted now and then.
    Restarts,
}

pub use Attack::{ManyAccounts, ManySources, OwnAddress, OwnDevice, Restarts};

fn options_with_file(directory: &std::path::Path) -> Options {
    let settings = AccessSettings { mfa_required: MfaPolicy::Optional, ..settings() };
    Options { settings, attempts_file: Some(directory.join("attempts")), ..options() }
}

/// An installation with an owner and strangers, who all act at one virtual time.
pub struct World {
    fixture: Option<Installation>,
    pub at: Timestamp,
    tick: i64,
    attacks: &'static [Attack],
    /// The device of the stranger, known to the account `mallory`.
    mallory: DeviceToken,
    /// How often strangers have failed on the owner's account.
    pub failures: u32,
    directory: tempfile::TempDir,
}

impl World {
    pub async fn new(attacks: &'static [Attack]) -> (Self, PersonId) {
        let directory = tempfile::tempdir().unwrap();
        let fixture = Installation::in_memory(options_with_file(directory.path()));
        let owner = fixture.user("ann", false).await;
        let mallory = fixture.user("mallory", false).await;
        let device = DeviceToken::fresh();
        fixture
            .access
            .know_device(mallory, device.digest(), SeenClient::default(), context(T0))
            .await
            .unwrap();
        let world = Self {
            fixture: Some(fixture),
            at: T0,
            tick: 0,
            attacks,
            mallory: device,
            failures: 0,
            directory,
        };
        (world, owner)
    }

    pub fn fixture(&self) -> &Installation {
        self.fixture.as_ref().unwrap()
    }

    pub async fn attempt(&self, user: &str, password: &str, client: Client) -> Result<(), Notice> {
        let given = Credentials { user: Secret::new(user), password: Secret::new(password) };
        let answer = self
            .fixture()
            .access
            .authenticate(given, ReservedAttempt::default(), client, context(self.at))
            .await;
        match answer.unwrap() {
            Authenticated::Accepted { .. } => Ok(()),
            Authenticated::Refused { notice } => Err(notice),
            other => panic!("{other:?}"),
        }
    }

    /// A wrong password on the owner's account.
    pub async fn guess(&mut self, client: Client) {
        let notice = self.attempt("ann", "wrong-wrong", client).await.unwrap_err();
        self.failures += u32::from(notice.code == "invalid_credentials");
    }

    /// All strangers try once, and then time passes.
    pub async fn step(&mut self) {
        self.tick += 1;
        let tick = self.tick;
        for attack in self.attacks {
            match attack {
                ManyAccounts => {
                    let client = in_session(OFFICE, &format!("spray-{}", tick % 40));
                    let _ = self.attempt(&format!("name-{tick}"), "wrong-wrong", client).await;
                }
                ManySources => {
                    if tick % 8 == 0 {
                        let address = format!("198.51.100.{}", tick / 8 % 250);
                        self.guess(in_session(&address, &address)).await;
                    }
                }
                OwnAddress => self.guess(in_session(OFFICE, &format!("own-{}", tick % 30))).await,
                OwnDevice => {
                    let mut client = in_session(OFFICE, &format!("mallory-{}", tick % 30));
                    client.proof.devices = vec![self.mallory.digest()];
                    self.guess(client).await;
                }
                Restarts => {
                    if tick % 50 == 0 {
                        self.restart().await;
                    }
                }
            }
        }
        self.at = self.at.plus_ms(TICK_MS);
    }

    pub async fn restart(&mut self) {
        let fixture = self.fixture.take().unwrap();
        fixture.access.save_attempts(self.at);
        self.fixture = Some(fixture.reopen().await);
    }

    /// The server is restarted without the counts that it has saved.
    pub async fn lose_counts(&mut self) {
        let fixture = self.fixture.take().unwrap();
        fixture.access.save_attempts(self.at);
        std::fs::remove_file(self.directory.path().join("attempts")).unwrap();
        self.fixture = Some(fixture.reopen().await);
    }

    /// An administrator, or the owner on a known device, has made a link.
    pub async fn owner_uses_a_link(&mut self, owner: &PersonId) {
        let link = self.fixture().access.allow_device(owner.clone(), context(self.at));
        let link = link.await.unwrap().token.digest();
        let new = DeviceToken::fresh();
        let proof = DeviceProof {
            devices: Vec::new(),
            link: Some(NewDevice { link, device: new.digest(), client: SeenClient::default() }),
        };
        let with_link = Client { proof, ..in_session(OFFICE, "with a link") };
        assert!(self.owner_signs_in(&with_link).await.unwrap() <= 10_000);
        assert!(self.owner_signs_in(&on_device(OFFICE, &new)).await.unwrap() <= 2_000);
    }

    /// The owner tries until the right password is accepted, and waits as long as each answer says.
    pub async fn owner_signs_in(&mut self, client: &Client) -> Result<i64, Notice> {
        let since = self.at;
        while let Err(notice) = self.attempt("ann", PASSWORD, client.clone()).await {
            let retry_at = notice.retry_at.filter(|_| notice.code == "slow_down");
            let Some(retry_at) = retry_at else { return Err(notice) };
            while self.at < retry_at {
                self.step().await;
            }
        }
        Ok(self.at.ms_since(since))
    }
}

pub fn in_session(address: &str, session: &str) -> Client {
    Client { session: Some(session.to_owned()), ..client(address) }
}

pub fn on_device(address: &str, device: &DeviceToken) -> Client {
    let mut client = in_session(address, "the owner's");
    client.proof.devices = vec![device.digest()];
    client
}
