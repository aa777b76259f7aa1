//! Behind a proxy: each client counts as itself, and no client can choose its address.

use std::fs;
use std::time::{Duration, Instant};

use waybill_tests::{Browser, Place, Server, run};

use crate::{ANN, PASSWORD, own};

const FORWARDED_FOR: &str = "x-forwarded-for";
/// More wrong passwords than an address may try at once.
const GUESSES: usize = 60;

fn place(settings: &str) -> Place {
    let settings = format!("{settings}\n[installation.access]\nmfa_required = \"nobody\"\n");
    Place::new().with_settings(&settings)
}

/// Guesses from one client of a proxy until it has to wait.
async fn guess(proxy: &Browser, client: &str) {
    for number in 0..GUESSES {
        let mut browser = proxy.beside().behind_proxy(FORWARDED_FOR, client);
        browser.visit().await;
        let status = browser.log_in(&format!("nobody-{number}"), "a wrong password").await.status;
        if status == 429 {
            return;
        }
    }
    panic!("{GUESSES} guesses in a row were judged");
}

/// The status of the owner's sign-in with the right password.
async fn owner_signs_in(proxy: &Browser, client: &str) -> u16 {
    let mut browser = proxy.beside().behind_proxy(FORWARDED_FOR, client);
    browser.visit().await;
    browser.log_in(ANN, PASSWORD).await.status
}

async fn started(place: &Place) -> (Server, Browser) {
    let server = own(place).await;
    let proxy = Browser::new(&server);
    (server, proxy)
}

#[test]
fn a_stranger_behind_the_same_proxy_delays_no_other_client() {
    run(async {
        let place = place("trusted_proxies = [\"127.0.0.0/8\"]");
        let (_server, proxy) = started(&place).await;
        guess(&proxy, "198.51.100.7").await;
        assert_eq!(owner_signs_in(&proxy, "203.0.113.5").await, 200);
        // The stranger's own entry is not what the proxy appended.
        assert_eq!(owner_signs_in(&proxy, "203.0.113.6, 198.51.100.7").await, 429);
    });
}

#[test]
fn the_header_of_an_untrusted_peer_is_ignored() {
    run(async {
        let place = place("trusted_proxies = [\"192.0.2.0/24\"]");
        let (_server, stranger) = started(&place).await;
        guess(&stranger, "198.51.100.7").await;
        assert_eq!(owner_signs_in(&stranger, "203.0.113.5").await, 429);
    });
}

#[test]
fn the_access_log_names_the_client() {
    run(async {
        let place =
            place("trusted_proxies = [\"127.0.0.0/8\"]\ntrusted_proxy_header = \"forwarded\"");
        let (_server, proxy) = started(&place).await;
        let client = "for=\"[2001:db8::5]:4711\";proto=https";
        proxy.beside().behind_proxy("forwarded", client).visit().await;
        let log = place.data().join("log/access/access-request.log");
        let since = Instant::now();
        while !fs::read_to_string(&log).is_ok_and(|lines| lines.contains("|2001:db8::5|")) {
            assert!(since.elapsed() < Duration::from_secs(60), "{:?}", fs::read_to_string(&log));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}
