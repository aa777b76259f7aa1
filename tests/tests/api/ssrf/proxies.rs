//! Proxies of webhooks: their own addresses, and those that they are asked for.

use serde_json::{Value, json};

use super::cases::{Case, GLOBAL, GLOBAL_SECOND, PORT, cases, other_forms, rows, urls};
use super::network::inside;
use super::webhooks::{hook, is_refused_by_test};
use crate::signed_in;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::tunnels::Tunnels;
use crate::webhooks::{create, deliveries, stage};

const PROXIES: &str = "proxies";
/// Why a delivery waits, for users.
const NO_PROXY: &str = "The proxy could not be used, or does not connect to the receiver.";

fn proxy(key: &str, host: &str) -> Value {
    json!({"key": key, "host": host, "port": PORT})
}

/// A webhook that goes through a proxy.
fn through(key: &str, url: &str, proxy: &str) -> Value {
    let mut wanted = hook(key, url);
    wanted["handlers"][0]["proxy"] = json!(proxy);
    wanted
}

/// covers: [HOOK-04, HOOK-05]
#[test]
fn proxies_have_no_forbidden_address_and_are_asked_for_none() {
    const NAME: &str = "ssrf::proxies::proxies_have_no_forbidden_address_and_are_asked_for_none";
    inside(NAME, |network| async move {
        let receiver = Receiver::on(network.listener(GLOBAL));
        let tunnels = Tunnels::on(network.listener(GLOBAL_SECOND));
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let mut page = signed_in(&stage.server).await;
        for address in rows() {
            let refused = page.post(PROXIES, proxy("forbidden", &address.to_string())).await;
            let found = (refused.status, refused.code());
            assert_eq!(found, (400, "proxy_address".to_owned()), "{address}: {}", refused.json());
        }
        let cases = cases();
        let wanted = |case: &Case| through(&case.key, &receiver.url(), &case.key);
        for case in &cases {
            network.names.lead(&case.host, GLOBAL_SECOND);
            let created = page.post(PROXIES, proxy(&case.key, &case.host)).await;
            assert_eq!(created.status, 200, "{}", created.json());
            create(&ann, &wanted(case)).await;
        }
        ann.put("/artifactory/files/before", "x").await;
        receiver.received(cases.len()).await;
        assert_eq!(tunnels.asked().len(), cases.len());

        // An honest proxy is not asked for a forbidden address.
        for url in urls().into_iter().chain(other_forms()) {
            is_refused_by_test(&ann, &through("inside", &url, &cases[0].key)).await;
        }
        assert_eq!(tunnels.asked().len(), cases.len());

        for case in &cases {
            network.names.set(&case.host, case.later.clone());
        }
        for case in &cases {
            is_refused_by_test(&ann, &wanted(case)).await;
            let again = proxy(&format!("{}-again", case.key), &case.host);
            let refused = page.post(PROXIES, again).await;
            let found = (refused.status, refused.code());
            assert_eq!(found, (400, "proxy_address".to_owned()), "{}", refused.json());
        }
        ann.put("/artifactory/files/after", "x").await;
        for case in &cases {
            let waiting = deliveries(&ann, &case.key, "waiting", 1).await;
            assert_eq!(waiting[0]["error"], json!(NO_PROXY), "{}: {:?}", case.key, case.later);
        }
        // Nothing is sent straight either.
        assert_eq!((receiver.all().len(), tunnels.asked().len()), (cases.len(), cases.len()));
        assert!(stage.server.stop().success());
    });
}
