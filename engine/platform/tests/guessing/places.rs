//! Places for the hashes of passwords, which are taken before attempts are recorded.

use waybill_machines::machines::login::Authenticated;
use waybill_platform::access::{Client, DeviceToken, Devices as _, SeenClient, SignIn as _};
use waybill_platform::{Credentials, Secret};

use crate::support::*;
use crate::world::*;

#[tokio::test]
async fn a_source_has_some_places_a_known_device_its_own_and_each_is_given_back() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let laptop = DeviceToken::fresh();
    access.know_device(ann, laptop.digest(), SeenClient::default(), context(T0)).await.unwrap();
    let reserve = |name: &str, client: Client| access.reserve(&Secret::new(name), &client, T0);
    let office = || client(OFFICE);

    let anns = reserve("ann", office()).unwrap();
    let names = (0..100).map(|number| format!("nobody-{number}"));
    let mut taken: Vec<_> = names.map_while(|name| reserve(&name, office()).ok()).collect();
    assert_eq!(taken.len(), 16, "with that of ann these are all");
    let busy = reserve("ann", office()).unwrap_err();
    assert_eq!((busy.code.as_str(), busy.retry_at), ("busy", Some(T0.plus_ms(2_000))));
    assert!(reserve("ann", client("203.0.113.9")).is_ok(), "another source has places left");
    assert!(reserve("ann", on_device(OFFICE, &laptop)).is_ok(), "a known device has its own");

    let (attempt, held) = anns;
    let given = Credentials { user: Secret::new("ann"), password: Secret::new(PASSWORD) };
    let answer = access.authenticate(given, attempt, office(), context(T0)).await.unwrap();
    assert!(matches!(answer, Authenticated::Accepted { .. }));
    let next = reserve("ann", office());
    assert!(next.is_ok(), "the place is free once its password is verified");
    drop(held);
    assert!(reserve("ann", office()).is_err(), "what held it gives no other place back");

    drop(taken.pop());
    assert!(reserve("ann", office()).is_ok(), "an attempt that was given up leaves its place");
}

#[tokio::test]
async fn an_attempt_is_counted_once_and_not_if_it_is_given_up() {
    let (world, _) = World::new(&[]).await;
    let access = &world.fixture().access;
    let wrong = || Credentials { user: Secret::new("ann"), password: Secret::new("guess-guess") };
    let reserve = || access.reserve(&Secret::new("ann"), &client(OFFICE), T0).unwrap();
    for _ in 0..20 {
        drop(reserve());
    }
    // Five may be made at once, however they are judged.
    let mut outcomes = Vec::new();
    for _ in 0..7 {
        let (attempt, _held) = reserve();
        let client = client(OFFICE);
        let answer = access.authenticate(wrong(), attempt, client, context(T0)).await.unwrap();
        outcomes.push(outcome(&answer));
    }
    assert_eq!(outcomes[..5], ["invalid_credentials"; 5]);
    assert_eq!(outcomes[5..], ["slow_down"; 2]);
}

#[tokio::test]
async fn attempts_that_are_delayed_take_no_place_from_others_at_their_address() {
    let (world, _) = World::new(&[]).await;
    let access = &world.fixture().access;
    let reserve = |name: &str| access.reserve(&Secret::new(name), &client(OFFICE), T0);
    let _held: Vec<_> = (0..100).map(|_| reserve("mallory").expect("judged")).collect();
    assert!(reserve("ann").is_ok(), "five attempts of a hundred have a place");
}
