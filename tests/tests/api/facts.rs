//! Sessions that are open while the server is restarted with another configuration.

use std::net::SocketAddr;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, Tab, run};

use crate::secrets::free_port;
use crate::{own, records, signed_in};

const OTHER: &str = "[installation]\nlightweight = true\nservices = [\"xray\"]\nfeatures = [\"quick_setup\"]\n\
     hidden_routes = [\"builds\"]\n[installation.compatible_versions]\nartifactory = \"7.48.0\"\n\
     [installation.access]\nmfa_required = \"nobody\"\n";

fn move_to(browser: &mut Browser, server: &Server) {
    browser.address = server.address();
    browser.origin = format!("http://{}", server.address());
}

fn fact_changes(records: &[Value]) -> Vec<&Value> {
    records.iter().filter(|record| record["event"]["type"] == "facts_changed").collect()
}

fn items(menus: &Value) -> Vec<&str> {
    let items = menus["sections"]["application"].as_array().expect("items").iter();
    items.map(|item| item["id"].as_str().expect("an id")).collect()
}

async fn menus(browser: &mut Browser) -> Value {
    browser.get("session/menu").await.json()
}

async fn sessions_in_memory(server: &Server, metrics: SocketAddr) -> Option<u64> {
    let mut prometheus = Browser::new(server);
    prometheus.address = metrics;
    let page = prometheus.get("/metrics").await;
    let page = String::from_utf8_lossy(&page.body).into_owned();
    let line = page.lines().find(|line| line.starts_with("waybill_sessions_in_memory"))?;
    line.rsplit(' ').next()?.parse().ok()
}

fn holds(place: &Place, what: &str) {
    let output = place.run(&["audit", what, "--data", "{data}"]);
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stdout));
}

/// covers: [NAV-01, NAV-07, MENU-01, DET-03]
#[test]
fn after_a_restart_open_sessions_use_the_new_configuration() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let mut tab = Tab::open(&mut ann).await;
        tab.settle("/builds").await;
        let before = menus(&mut ann).await;
        assert!(items(&before).contains(&"builds") && items(&before).contains(&"packages"));
        let known = records(&mut ann).await;
        assert!(server.stop().success());

        let place = place.with_settings(OTHER);
        let server = place.start();
        move_to(&mut ann, &server);
        // Whatever is requested first is answered with the current facts.
        let after = menus(&mut ann).await;
        assert!(!items(&after).contains(&"builds") && !items(&after).contains(&"packages"));
        let mut tab = Tab::resume(&mut ann, &tab).await;
        assert_eq!(tab.welcome["resumed"], true);
        tab.receive_until(|tab| !fact_changes(&tab.changes).is_empty()).await;
        let changed = fact_changes(&tab.changes)[0].clone();
        assert_eq!((&changed["who"], &changed["to"]), (&json!("system"), &json!("ready")));
        assert_eq!(after["facts"], changed["seq"]);
        let facts = changed["event"]["facts"].as_array().expect("facts").iter();
        let named: Vec<&str> = facts.map(|fact| fact["fact"].as_str().expect("a name")).collect();
        assert_eq!(named, ["services", "lightweight", "features", "hidden_routes"]);
        let services = changed["state"]["facts"]["services"].as_array().expect("services");
        assert!(services.contains(&json!({"name": "artifactory", "version": "7.48.0"})));
        assert!(services.iter().any(|service| service["name"] == "xray"));

        // A guard uses them and names their record.
        let mut tab = Tab::open(&mut ann).await;
        tab.settle("/builds").await;
        let decision = tab.changes.last().expect("a decision")["state"]["decision"].clone();
        assert_eq!(decision["hops"][0]["guard"], "menu_item_hidden", "{decision}");
        assert_eq!(decision["facts"], changed["seq"]);
        tab.settle("/").await;
        let place_now = &tab.changes.last().expect("a decision")["state"]["place"];
        assert_eq!(place_now["route"], "repos.tree", "{place_now}");

        // The change was recorded once, before all later decisions.
        let stored = records(&mut ann).await;
        assert!(stored.starts_with(&known));
        assert_eq!(stored[known.len()], changed);
        assert_eq!(fact_changes(&stored).len(), 1);
        assert!(server.stop().success());
        holds(&place, "verify");
        holds(&place, "replay");
    });
}

/// covers: [NAV-01]
#[test]
fn a_restart_without_changes_wakes_no_session_and_writes_no_record() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browsers = Vec::new();
        for _ in 0..3 {
            let mut browser = signed_in(&server).await;
            Tab::open(&mut browser).await.settle("/packages").await;
            browsers.push(browser);
        }
        let [ann, again, asleep] = &mut browsers[..] else { panic!("three of them") };
        let known = records(ann).await;
        assert!(server.stop().success());
        let server = place.start();
        move_to(ann, &server);
        let mut tab = Tab::open(ann).await;
        tab.settle("/packages").await;
        let stored = records(ann).await;
        assert_eq!(fact_changes(&stored).len(), 0);
        assert_eq!(stored.len(), known.len() + 1, "only the page that was wanted");
        drop(tab);
        assert!(server.stop().success());

        let metrics = free_port();
        let place = place.with_settings(&format!("metrics_listen = \"{metrics}\"\n{OTHER}"));
        let server = place.start();
        move_to(again, &server);
        assert_eq!(again.get("session/menu").await.status, 200);
        assert_eq!(sessions_in_memory(&server, metrics).await, Some(1), "the others were woken");
        // Reading does not wake it either.
        move_to(asleep, &server);
        assert_eq!(fact_changes(&records(asleep).await).len(), 0);
        assert_eq!(asleep.get("session/menu").await.status, 200);
        assert_eq!(fact_changes(&records(asleep).await).len(), 1);
        assert!(server.stop().success());
        holds(&place, "verify");
        holds(&place, "replay");
    });
}
