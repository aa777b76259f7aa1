use futures_util::FutureExt as _;

use super::*;

fn places(all: u32, address: u32, person: u32) -> Places {
    let number = |number| NonZeroU32::new(number).unwrap();
    Places::new(PlaceLimits {
        resource: Resource::Connections,
        all: number(all),
        visitors: Percent::try_from(50).unwrap(),
        address: number(address),
        person: number(person),
        own_gives_way: false,
    })
}

fn visitor(address: &str) -> Holder {
    Holder::Visitor(Source::named(address))
}

fn ann() -> PersonId {
    PersonId("p_ann".to_owned())
}

fn is_given_away(place: &Place) -> bool {
    place.given_away().now_or_never().is_some()
}

#[test]
fn the_address_with_the_most_places_gives_way() {
    let places = places(8, 100, 100);
    let mut crowd: Vec<_> = (0..3).map(|_| places.take(visitor("192.0.2.1")).unwrap()).collect();
    crowd.push(places.take(visitor("192.0.2.2")).unwrap());
    assert_eq!(places.counts(), (4, 4));
    let newcomer = places.take(visitor("192.0.2.3")).unwrap();
    assert_eq!(crowd.iter().map(is_given_away).collect::<Vec<_>>(), [true, false, false, false]);
    assert_eq!(places.take(visitor("192.0.2.1")).unwrap_err(), Full::Server);
    // What was given away already is not freed twice.
    drop(crowd);
    assert_eq!(places.counts(), (1, 1));
    drop(newcomer);
    assert!(places.emptied().now_or_never().is_some());
}

#[test]
fn visitors_leave_places_to_users() {
    let places = places(8, 100, 100);
    let visitors: Vec<_> =
        (0..4).map(|number| places.take(visitor(&format!("192.0.2.{number}"))).unwrap()).collect();
    assert_eq!(places.take(visitor("192.0.2.1")).unwrap_err(), Full::Server);
    let own: Vec<_> = (0..4).map(|_| places.take(Holder::Person(ann())).unwrap()).collect();
    assert!(!visitors.iter().chain(&own).any(is_given_away));
    // Users may have all places, visitors' as well.
    let more = places.take(Holder::Person(ann())).unwrap();
    assert_eq!(visitors.iter().filter(|place| is_given_away(place)).count(), 1);
    drop(more);
}

#[test]
fn among_equal_addresses_the_one_with_the_oldest_place_gives_way() {
    let places = places(4, 100, 100);
    let first = places.take(visitor("192.0.2.9")).unwrap();
    let second = places.take(visitor("192.0.2.1")).unwrap();
    let _newcomer = places.take(visitor("192.0.2.5")).unwrap();
    assert!(is_given_away(&first) && !is_given_away(&second));
}

#[test]
fn an_address_may_give_up_its_own_oldest_place() {
    let number = |number| NonZeroU32::new(number).unwrap();
    let places = Places::new(PlaceLimits {
        resource: Resource::Connections,
        all: number(100),
        visitors: Percent::try_from(50).unwrap(),
        address: number(2),
        person: number(2),
        own_gives_way: true,
    });
    let crowd = [(); 3].map(|()| places.take(visitor("192.0.2.1")).unwrap());
    assert_eq!(crowd.each_ref().map(is_given_away), [true, false, false]);
    assert_eq!(places.counts(), (2, 2));
}

#[test]
fn an_address_and_a_user_have_limits_of_their_own() {
    let places = places(100, 2, 2);
    let crowd = [(); 2].map(|()| places.take(visitor("192.0.2.1")).unwrap());
    assert_eq!(places.take(visitor("192.0.2.1")).unwrap_err(), Full::Address);
    let own = places.take(Holder::Person(ann())).unwrap();
    crowd[0].belongs_to(&ann());
    // The third stays a visitor's.
    crowd[1].belongs_to(&ann());
    assert_eq!(places.counts(), (1, 3));
    assert_eq!(places.take(Holder::Person(ann())).unwrap_err(), Full::Person);
    drop(own);
    assert!(places.take(Holder::Person(ann())).is_ok());
    assert!(places.take(Holder::Proxy).is_ok());
}
