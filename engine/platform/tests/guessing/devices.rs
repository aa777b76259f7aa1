//! Known devices: what one is worth to an owner and to a thief, and how long it stays known.

use waybill_machines::Timestamp;
use waybill_machines::machines::password::Changed;
use waybill_platform::access::{
    Administration as _, Client, DEVICES_MAX, DeviceProof, DeviceToken, Devices as _,
    NEW_DEVICES_MAX, NewDevice, ReservedAttempt, SeenClient, SignIn as _,
};
use waybill_platform::{Credentials, Passwords, Secret};

use crate::support::*;
use crate::world::*;

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
        outcome(
            &access
                .authenticate(given, ReservedAttempt::default(), client, context(at))
                .await
                .unwrap(),
        )
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
        outcome(
            &access
                .authenticate(given, ReservedAttempt::default(), client, context(T0))
                .await
                .unwrap()
        ),
        "accepted"
    );
    assert_eq!(known().await, 1, "the link was forgotten as well");
    access.reset_password(ann.clone(), context(T0)).await.unwrap();
    assert_eq!(known().await, 0);
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
