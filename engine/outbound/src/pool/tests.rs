//! How many connections are kept, and for how long; `tests/client/reuse.rs` has the rest.

use tokio::io::{AsyncReadExt as _, DuplexStream, duplex};
use tokio::time::{sleep, timeout};

use super::*;

/// A connection that can be used again, and its other end.
async fn connected() -> (Channel, DuplexStream) {
    let (near, far) = duplex(1_024);
    let mut channel = Channel::over(Box::new(near)).await.expect("a channel");
    assert!(channel.freed().await);
    (channel, far)
}

async fn is_closed(far: &mut DuplexStream) -> bool {
    let read = timeout(Duration::from_secs(30), far.read(&mut [0; 1])).await;
    matches!(read, Ok(Ok(0)))
}

fn at(text: &str) -> Checked {
    (text.parse().expect("an address"), Permitted::Allowed)
}

fn key(origin: &str) -> Key {
    let purpose = Purpose { share: Share::Deliveries, origin: origin.to_owned() };
    Key { purpose, route: Route { server: at("10.0.0.1:80"), proxy: None } }
}

fn is_kept(pool: &Pool, key: &Key) -> bool {
    pool.take(&key.purpose, |route| *route == key.route).is_some()
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_connection_is_closed_when_its_time_is_over() {
    let pool = Pool::keeping_for(Duration::from_millis(50), AGE_MAX);
    // The second one finds that there was none meanwhile.
    for _ in 0..2 {
        let (channel, mut far) = connected().await;
        pool.put(key("http://a.example"), channel);
        assert!(is_closed(&mut far).await, "without another request");
        assert!(!is_kept(&pool, &key("http://a.example")));
        assert!(pool.places().kept.is_empty());
    }
    assert_eq!(IDLE, Duration::from_secs(30));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_connection_that_was_opened_long_ago_is_not_used_again() {
    let pool = Pool::keeping_for(IDLE, Duration::from_millis(50));
    let kept = key("http://a.example");
    let (idle, _far) = connected().await;
    let (busy, mut far_of_busy) = connected().await;
    pool.put(kept.clone(), idle);
    sleep(Duration::from_millis(60)).await;
    assert!(!is_kept(&pool, &kept), "it is too old now");
    pool.put(kept, busy);
    assert!(pool.places().kept.is_empty(), "it was too old when its answer was read");
    assert!(is_closed(&mut far_of_busy).await);
    assert_eq!(AGE_MAX, Duration::from_secs(600));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn only_so_many_connections_are_kept_and_the_oldest_are_closed() {
    let pool = Pool::new();
    let mut ends = Vec::new();
    for number in 0..=SAME_MAX {
        let (channel, far) = connected().await;
        pool.put(key("http://a.example"), channel);
        ends.push(far);
        assert_eq!(pool.places().kept.len(), SAME_MAX.min(number + 1));
    }
    assert!(is_closed(&mut ends[0]).await);
    for number in 0..ALL_MAX {
        let (channel, far) = connected().await;
        pool.put(key(&format!("http://{number}.example")), channel);
        ends.push(far);
    }
    assert_eq!(pool.places().kept.len(), ALL_MAX);
    assert!(is_closed(&mut ends[SAME_MAX]).await);
    assert!(!is_kept(&pool, &key("http://a.example")));
    assert!(is_kept(&pool, &key("http://0.example")));
    assert!(!is_kept(&pool, &key("http://0.example")), "it is used by one request at a time");
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_connection_is_for_one_purpose_and_one_way() {
    let pool = Pool::new();
    let (channel, far) = connected().await;
    let kept = key("https://a.example");
    pool.put(kept.clone(), channel);
    let proxy = Proxy::at("10.0.0.9", 3128).expect("a proxy");
    let other = |change: fn(&mut Key)| {
        let mut other = kept.clone();
        change(&mut other);
        other
    };
    for other in [
        other(|key| key.purpose.share = Share::Requests),
        other(|key| key.purpose.origin = "http://a.example".to_owned()),
        other(|key| key.purpose.origin = "https://b.example".to_owned()),
    ] {
        assert!(pool.take(&other.purpose, |_| true).is_none(), "{other:?}");
    }
    let (server, proxies) = (kept.route.server, [at("10.0.0.9:3128")]);
    let elsewhere = [at("10.0.0.8:3128")];
    let route = &kept.route;
    assert!(route.is_one_of(&[at("10.0.0.2:80"), server], None));
    assert!(!route.is_one_of(&[at("10.0.0.2:80"), at("10.0.0.1:81")], None));
    assert!(!route.is_one_of(&[(server.0, Permitted::Global)], None));
    assert!(!route.is_one_of(&[server], Some((&proxy, proxies.as_slice()))));
    let through = Route { server, proxy: Some((proxy.clone(), proxies[0])) };
    assert!(through.is_one_of(&[server], Some((&proxy, proxies.as_slice()))));
    assert!(!through.is_one_of(&[server], Some((&proxy, elsewhere.as_slice()))));
    assert!(!through.is_one_of(&[server], None));
    drop(far);
}
