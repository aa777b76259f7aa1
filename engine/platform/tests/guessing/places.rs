//! Places for the hashes of passwords, which are taken before attempts are recorded.

use waybill_machines::machines::login::Authenticated;
use waybill_platform::access::{DeviceToken, Devices as _, SeenClient, SignIn as _};
use waybill_platform::{Credentials, Secret};

use crate::support::*;
use crate::world::*;

#[tokio::test]
async fn a_source_has_some_places_a_known_device_its_own_and_each_is_given_back() {
    let (world, ann) = World::new(&[]).await;
    let access = &world.fixture().access;
    let laptop = DeviceToken::fresh();
    access.know_device(ann, laptop.digest(), SeenClient::default(), context(T0)).await.unwrap();
    let reserve = |client| access.reserve(&Secret::new("ann"), &client, T0);
    let office = || client(OFFICE);

    let mut taken: Vec<_> = (0..100).map_while(|_| reserve(office()).ok()).collect();
    let busy = reserve(office()).unwrap_err();
    assert_eq!((busy.code.as_str(), busy.retry_at), ("busy", Some(T0.plus_ms(2_000))));
    assert!(reserve(client("203.0.113.9")).is_ok(), "another source has places left");
    assert!(reserve(on_device(OFFICE, &laptop)).is_ok(), "the device does not wait behind it");

    let (place, held) = taken.pop().unwrap();
    let given = Credentials { user: Secret::new("ann"), password: Secret::new(PASSWORD) };
    let answer = access.authenticate(given, place, office(), context(T0)).await.unwrap();
    assert!(matches!(answer, Authenticated::Accepted { .. }));
    let next = reserve(office());
    assert!(next.is_ok(), "the place is free once its password is verified");
    drop(held);
    assert!(reserve(office()).is_err(), "what held it gives no other place back");

    drop(taken.pop());
    assert!(reserve(office()).is_ok(), "an attempt that was given up leaves its place");
}
