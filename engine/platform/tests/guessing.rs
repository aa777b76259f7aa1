//! Guessing, in virtual time: strangers try all they can, and the owner's right password is still accepted.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use support::*;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, Notice};
use waybill_machines::machines::mfa::Verified;
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessSettings, Administration as _, Client, DEVICES_MAX, DeviceProof, DeviceToken,
    Devices as _, Factor, MfaPolicy, NEW_DEVICES_MAX, NewDevice, Options, SecondFactors as _,
    SeenClient, SignIn as _,
};
use waybill_platform::{Credentials, Passwords, Secret};

/// Between two attempts of an attacker.
const TICK_MS: i64 = 50;
const DAY_MS: i64 = 24 * 3_600_000;
const OFFICE: &str = "192.0.2.1";
const STEP_MS: i64 = 30_000;

/// Attempts of strangers, in one of the ways that the tests mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attack {
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

use Attack::{ManyAccounts, ManySources, OwnAddress, OwnDevice, Restarts};

fn options_with_file(directory: &std::path::Path) -> Options {
    let settings = AccessSettings { mfa_required: MfaPolicy::Optional, ..settings() };
    Options { settings, attempts_file: Some(directory.join("attempts")), ..options() }
}

/// An installation with an owner and strangers, who all act at one virtual time.
struct World {
    fixture: Option<Installation>,
    at: Timestamp,
    tick: i64,
    attacks: &'static [Attack],
    /// The device of the stranger, known to the account `mallory`.
    mallory: DeviceToken,
    /// How often strangers have failed on the owner's account.
    failures: u32,
    _directory: tempfile::TempDir,
}

impl World {
    async fn new(attacks: &'static [Attack]) -> (Self, PersonId) {
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
            _directory: directory,
        };
        (world, owner)
    }

    fn fixture(&self) -> &Installation {
        self.fixture.as_ref().unwrap()
    }

    async fn attempt(&self, user: &str, password: &str, client: Client) -> Result<(), Notice> {
        let given = Credentials { user: Secret::new(user), password: Secret::new(password) };
        let answer = self.fixture().access.authenticate(given, client, context(self.at)).await;
        match answer.unwrap() {
            Authenticated::Accepted { .. } => Ok(()),
            Authenticated::Refused { notice } => Err(notice),
            other => panic!("{other:?}"),
        }
    }

    /// A wrong password on the owner's account.
    async fn guess(&mut self, client: Client) {
        let notice = self.attempt("ann", "wrong-wrong", client).await.unwrap_err();
        self.failures += u32::from(notice.code == "invalid_credentials");
    }

    /// All strangers try once, and then time passes.
    async fn step(&mut self) {
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

    async fn restart(&mut self) {
        let fixture = self.fixture.take().unwrap();
        fixture.access.save_attempts(self.at);
        self.fixture = Some(fixture.reopen().await);
    }

    /// An administrator, or the owner on a known device, has made a link.
    async fn owner_uses_a_link(&mut self, owner: &PersonId) {
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
    async fn owner_signs_in(&mut self, client: &Client) -> Result<i64, Notice> {
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

fn in_session(address: &str, session: &str) -> Client {
    Client { session: Some(session.to_owned()), ..client(address) }
}

fn on_device(address: &str, device: &DeviceToken) -> Client {
    let mut client = in_session(address, "the owner's");
    client.proof.devices = vec![device.digest()];
    client
}

const MIXES: [&[Attack]; 7] = [
    &[ManyAccounts],
    &[ManySources],
    &[OwnAddress],
    &[OwnDevice],
    &[OwnAddress, ManyAccounts],
    &[ManySources, OwnAddress, OwnDevice, ManyAccounts],
    &[ManySources, OwnAddress, ManyAccounts, Restarts],
];

#[tokio::test]
async fn whatever_strangers_do_the_owner_gets_in_on_a_known_device_at_once() {
    for attacks in MIXES {
        let (mut world, ann) = World::new(attacks).await;
        let laptop = DeviceToken::fresh();
        let access = &world.fixture().access;
        access.know_device(ann, laptop.digest(), SeenClient::default(), context(T0)).await.unwrap();
        for _ in 0..20 {
            for _ in 0..60 {
                world.step().await;
            }
            for address in [OFFICE, "203.0.113.9"] {
                let waited = world.owner_signs_in(&on_device(address, &laptop)).await.unwrap();
                assert!(waited <= 2_000, "{attacks:?}: {waited} ms");
            }
        }
    }
}

/// How long strangers have tried before the owner does.
const AFTER_MS: [i64; 6] = [0, 500, 2_000, 5_000, 10_000, 60_000];

#[tokio::test]
async fn whatever_strangers_do_the_owner_gets_in_on_a_new_device_within_ten_seconds() {
    for attacks in MIXES {
        for address in [OFFICE, "203.0.113.9"] {
            let mut is_stopped = false;
            for after_ms in AFTER_MS {
                let (mut world, ann) = World::new(attacks).await;
                while world.at.ms_since(T0) < after_ms {
                    world.step().await;
                }
                let waited = world.owner_signs_in(&in_session(address, "new")).await;
                let failures = world.failures;
                let what = format!("{attacks:?} for {after_ms} ms: {failures} failed");
                match waited {
                    Ok(waited) => assert!(waited <= 10_000, "{what}: {waited} ms"),
                    Err(notice) => {
                        assert_eq!(notice.code, "device_needed", "{what}");
                        assert!(failures >= 100, "{what}");
                        world.owner_uses_a_link(&ann).await;
                        is_stopped = true;
                    }
                }
                assert!(failures <= 100, "{what}");
            }
            assert_eq!(is_stopped, *attacks != [ManyAccounts], "{attacks:?}");
        }
    }
}

#[tokio::test]
async fn a_restart_gives_strangers_no_new_day_and_a_new_day_does() {
    let (mut world, _) = World::new(&[]).await;
    for round in 0..5 {
        for n in 0..40 {
            world.guess(in_session(&format!("198.51.100.{}", round * 40 + n), "s")).await;
        }
        world.restart().await;
    }
    assert_eq!(world.failures, 100);
    world.at = world.at.plus_ms(DAY_MS);
    world.guess(in_session("198.51.100.201", "s")).await;
    assert_eq!(world.failures, 101);
}

#[tokio::test]
async fn an_unknown_name_is_stopped_as_a_known_one_is() {
    let (world, _) = World::new(&[]).await;
    let mut last = Vec::new();
    for name in ["ann", "nobody"] {
        for n in 0..101 {
            let notice = world.attempt(name, "wrong-wrong", client(&format!("s{n}"))).await;
            if n == 100 {
                last.push(notice.unwrap_err());
            }
        }
    }
    assert_eq!(last[0].code, "device_needed");
    assert_eq!(last[0], last[1]);
}

#[tokio::test]
async fn a_stolen_device_gives_twenty_guesses_and_then_none_of_its_own() {
    let (mut world, ann) = World::new(&[]).await;
    let stolen = DeviceToken::fresh();
    world
        .fixture()
        .access
        .know_device(ann, stolen.digest(), SeenClient::default(), context(T0))
        .await
        .unwrap();
    for n in 0..100 {
        world.guess(client(&format!("198.51.100.{n}"))).await;
    }
    world.failures = 0;
    for _ in 0..2_000 {
        world.guess(on_device("203.0.113.9", &stolen)).await;
        world.at = world.at.plus_ms(1_000);
    }
    assert_eq!(world.failures, 20);
}

#[tokio::test]
async fn a_link_works_once_and_not_for_another_account() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let link = access.allow_device(ann.clone(), context(T0)).await.unwrap();
    for name in ["ann", "mallory"] {
        for n in 0..100 {
            let _ = world.attempt(name, "wrong-wrong", client(&format!("s{n}"))).await;
        }
    }
    let with_link = |device: &DeviceToken, at_ms: i64| {
        let use_of = NewDevice {
            link: link.token.digest(),
            device: device.digest(),
            client: SeenClient::default(),
        };
        let proof = DeviceProof { devices: Vec::new(), link: Some(use_of) };
        (Client { proof, ..source() }, T0.plus_ms(at_ms))
    };
    let sign_in = async |name: &str, (client, at): (Client, Timestamp)| {
        let given = Credentials { user: Secret::new(name), password: Secret::new(PASSWORD) };
        outcome(&access.authenticate(given, client, context(at)).await.unwrap())
    };
    let [phone, tablet] = [DeviceToken::fresh(), DeviceToken::fresh()];
    assert_eq!(sign_in("mallory", with_link(&phone, 0)).await, "device_needed");
    assert_eq!(sign_in("ann", with_link(&phone, 2 * 3_600_000)).await, "device_needed");
    assert_eq!(sign_in("ann", with_link(&phone, 0)).await, "accepted");
    assert_eq!(sign_in("ann", with_link(&tablet, 0)).await, "device_needed");
    let known = |device: &DeviceToken| access.knows_device(ann.clone(), vec![device.digest()]);
    assert!(known(&phone).await.unwrap() && !known(&tablet).await.unwrap());
    let lines = world.fixture().lines().join("\n");
    assert!(lines.contains(&link.token.digest().0) && !lines.contains(link.token.expose()));
    assert!(!lines.contains(phone.expose()));
}

#[tokio::test]
async fn another_password_forgets_all_devices_but_the_one_it_was_set_on() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let devices: Vec<_> = (0..=DEVICES_MAX).map(|_| DeviceToken::fresh()).collect();
    for device in &devices {
        access
            .know_device(ann.clone(), device.digest(), SeenClient::default(), context(T0))
            .await
            .unwrap();
    }
    let known = async || {
        let mut known = Vec::new();
        for device in &devices {
            known.push(access.knows_device(ann.clone(), vec![device.digest()]).await.unwrap());
        }
        known.iter().filter(|known| **known).count()
    };
    assert_eq!(known().await, DEVICES_MAX, "the oldest one was replaced");
    let link = access.allow_device(ann.clone(), context(T0)).await.unwrap();
    let given = Passwords { current: Secret::new(PASSWORD), new: Secret::new("another long one") };
    let client = on_device(OFFICE, &devices[5]);
    let changed = access.change_password(ann.clone(), given, client, context(T0)).await.unwrap();
    assert_eq!(changed, Changed::Accepted {});
    assert_eq!(known().await, 1);
    let use_of = NewDevice {
        link: link.token.digest(),
        device: devices[0].digest(),
        client: SeenClient::default(),
    };
    let proof = DeviceProof { devices: Vec::new(), link: Some(use_of) };
    let given = Credentials { user: Secret::new("ann"), password: Secret::new("another long one") };
    let client = Client { proof, ..source() };
    assert_eq!(
        outcome(&access.authenticate(given, client, context(T0)).await.unwrap()),
        "accepted"
    );
    assert_eq!(known().await, 1, "the link was forgotten as well");
    access.reset_password(ann.clone(), context(T0)).await.unwrap();
    assert_eq!(known().await, 0);
}

/// B2 of the security review: 92 codes were verified within 4 s over many addresses, and 17,000 a day were possible.
#[tokio::test]
async fn wrong_codes_over_all_sources_stop_at_fifty_a_day_but_not_on_a_known_device() {
    let (mut world, ann) = World::new(&[]).await;
    let (totp, _) = world.fixture().enrol(&ann, T0).await;
    let laptop = DeviceToken::fresh();
    world
        .fixture()
        .access
        .know_device(ann.clone(), laptop.digest(), SeenClient::default(), context(T0))
        .await
        .unwrap();
    world.at = T0.plus_ms(STEP_MS);
    let mut judged = 0;
    for n in 0..1_000 {
        if n % 100 == 99 {
            world.restart().await;
        }
        let client = in_session(&format!("198.51.{}.{}", n / 250, n % 250), &format!("s{n}"));
        match verify(&world, &ann, Secret::new("000000"), client).await {
            Verified::Refused { .. } => judged += 1,
            Verified::Forbidden { notice } => assert_eq!(notice.code, "device_needed"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(judged, 50);
    let stream = format!("user/{}", ann.0);
    let events = world.fixture().events(&stream);
    assert_eq!(events.iter().filter(|event| *event == "stop_codes").count(), 1, "{events:?}");
    let right = code(&totp, world.at);
    let elsewhere = in_session("203.0.113.9", "new");
    let answer = verify(&world, &ann, right.duplicate(), elsewhere).await;
    assert_eq!(verified(&answer), "forbidden: device_needed");
    let answer = verify(&world, &ann, right, on_device("203.0.113.9", &laptop)).await;
    assert_eq!(verified(&answer), "accepted");
    world.at = world.at.plus_ms(DAY_MS);
    let right = code(&totp, world.at);
    let answer = verify(&world, &ann, right, in_session("203.0.113.10", "tomorrow")).await;
    assert_eq!(verified(&answer), "accepted");
}

async fn verify(world: &World, ann: &PersonId, code: Secret, client: Client) -> Verified {
    let access = &world.fixture().access;
    access.verify(ann.clone(), Factor::Totp, code, client, context(world.at)).await.unwrap()
}

/// With the password, and the factor if one is asked for, a stranger can sign in without cookies as often as it likes.
#[tokio::test]
async fn a_burst_of_new_devices_pushes_out_none_that_is_used_or_long_known() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let know = async |device: &DeviceToken, at_ms: i64| {
        let (digest, at) = (device.digest(), context(T0.plus_ms(at_ms)));
        access.know_device(ann.clone(), digest, SeenClient::default(), at).await.unwrap();
    };
    let known = async |devices: &[DeviceToken]| {
        let mut known = Vec::new();
        for device in devices {
            known.push(access.knows_device(ann.clone(), vec![device.digest()]).await.unwrap());
        }
        known
    };
    let own: Vec<_> = (0..DEVICES_MAX).map(|_| DeviceToken::fresh()).collect();
    for device in &own {
        know(device, 0).await;
    }
    // The laptop is the oldest, and the only one in use.
    let (laptop, at) = (vec![own[0].digest()], context(T0.plus_ms(30 * DAY_MS)));
    access.use_device(ann.clone(), laptop, SeenClient::default(), at).await.unwrap();
    for number in 0..100 {
        know(&DeviceToken::fresh(), 31 * DAY_MS + number).await;
    }
    let left = known(&own).await;
    assert!(left[0], "it was used yesterday");
    let kept = left.iter().filter(|known| **known).count();
    assert_eq!(kept, DEVICES_MAX - NEW_DEVICES_MAX, "of the others a burst takes few");
    // A device of the owner gets in all the same, and stays for as long as the burst pauses.
    let phone = DeviceToken::fresh();
    know(&phone, 32 * DAY_MS).await;
    assert_eq!(known(&[phone]).await, [true]);
    assert_eq!(access.devices(ann.clone()).await.unwrap().len(), DEVICES_MAX);
}

#[tokio::test]
async fn uses_of_a_device_are_recorded_by_the_hour_with_browser_and_address() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let laptop = DeviceToken::fresh();
    let seen = |agent: &str, address: &str| SeenClient {
        agent: Some(agent.to_owned()),
        address: Some(address.parse().unwrap()),
    };
    let first = seen("Browser/1", "192.0.2.1");
    access.know_device(ann.clone(), laptop.digest(), first, context(T0)).await.unwrap();
    let shown = async || {
        let devices = access.devices(ann.clone()).await.unwrap();
        let [device] = &devices[..] else { panic!("{devices:?}") };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        (device.used_at, text(&device.agent), text(&device.address))
    };
    let as_shown =
        |at, agent: &str, address: &str| (Some(at), agent.to_owned(), address.to_owned());
    assert_eq!(shown().await, as_shown(T0, "Browser/1", "192.0.2.1"));
    let strange = DeviceToken::fresh().digest();
    for (minutes, agent, address) in
        [(59, "Browser/2", "192.0.2.2"), (60, "Browser/3", "192.0.2.3")]
    {
        let presented = vec![strange.clone(), laptop.digest()];
        let at = context(T0.plus_ms(minutes * 60_000));
        access.use_device(ann.clone(), presented, seen(agent, address), at).await.unwrap();
    }
    let later = T0.plus_ms(3_600_000);
    assert_eq!(shown().await, as_shown(later, "Browser/3", "192.0.2.3"));
    let lines = world.fixture().lines().join("\n");
    assert!(!lines.contains("Browser/") && !lines.contains("192.0.2."), "they can be erased");
    assert_eq!(lines.matches("\"use_device\"").count(), 1);
    access.forget_device(ann.clone(), laptop.digest(), context(later)).await.unwrap();
    assert_eq!(access.devices(ann.clone()).await.unwrap(), []);
    let again = access.forget_device(ann.clone(), laptop.digest(), context(later)).await;
    assert!(again.is_err(), "{again:?}");
}
