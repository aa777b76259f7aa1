//! The status of the services for administrators, load balancers and others, and removing nodes twice, concurrently, or
//! without their existing.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Tab, run};

use crate::licences::with_bob;
use crate::{own, shared, signed_in};

const HA: &str = "system/status/ha";
const SETTINGS: &str = "[installation]\nservices = [\"insight\", \"mc\"]\nmission_controls = 2\n\
    [installation.access]\nmfa_required = \"nobody\"\n";

fn testing() -> Place {
    Place::new().with_settings(SETTINGS).with_flag("--qa")
}

async fn remove(browser: &mut Browser, service_id: &str, node_id: &str) -> Answer {
    let origin = browser.origin.clone();
    let path = format!("/access/api/v1/topology/{service_id}/{node_id}");
    browser.send(Request::new("DELETE", &path).header("origin", &origin)).await
}

async fn order(browser: &mut Browser, service: &str, action: &str) -> Answer {
    browser.post(&format!("qa/services/{service}"), json!({ "action": action })).await
}

async fn insight(browser: &mut Browser) -> Value {
    browser.get(HA).await.json()["services"]["insight"]["nodes"][0].clone()
}

async fn until(browser: &mut Browser, status: &str) -> Value {
    for _ in 0..1_200 {
        let node = insight(browser).await;
        if node["status"] == status {
            return node;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not become {status}: {}", insight(browser).await);
}

/// The simple status, once every service has completed a health check.
async fn all_healthy(browser: &mut Browser) -> Value {
    for _ in 0..1_200 {
        let simple = browser.get("system/status").await.json();
        let mut entries = simple.as_array().expect("entries").iter();
        if entries.all(|entry| entry["state"] == "HEALTHY") {
            return simple;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not all become healthy: {}", browser.get("system/status").await.json());
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// covers: [STATUS-01, DET-08]
#[test]
fn an_admin_gets_services_by_type_and_mission_controls_by_id() {
    run(async {
        let place = testing();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        until(&mut ann, "Online").await;
        let received = ann.get(HA).await.json();
        let services = received["services"].as_object().expect("services");
        let types: Vec<&str> = services.keys().map(String::as_str).collect();
        assert_eq!(types.len(), 4, "{types:?}");
        let controls = received["services"]["mission_control"]["nodes"].as_array().expect("nodes");
        assert_eq!(controls.len(), 2);
        assert_ne!(controls[0]["service_id"], controls[1]["service_id"]);
        assert!(text(&controls[0]["service_id"]).starts_with("jfmc@"));
        let repository = &received["services"]["repository"]["nodes"][0];
        assert_eq!(
            (&repository["service"], &repository["state"]),
            (&json!("artifactory"), &json!("HEALTHY"))
        );
        let parts = repository["micro_services"].as_array().expect("parts");
        assert!(parts[0]["last_heartbeat"].is_string() && parts[0]["uptime_text"].is_string());

        let simple = all_healthy(&mut ann).await;
        for entry in simple.as_array().expect("entries") {
            assert!(entry["service_id"].is_string() && entry["node_id"].is_string());
        }
        let nodes = ann.get("system/status/nodes").await.json();
        assert_eq!(nodes.as_array().map(Vec::len), Some(1));
        assert_eq!(
            (&nodes[0]["name"], &nodes[0]["state"]),
            (&received["node_id"], &json!("RUNNING"))
        );
        let health = ann.get("/router/api/v1/topology/health").await.json();
        assert_eq!(health["router"]["state"], "HEALTHY");
        let running = ann.get("/artifactory/api/system/status").await.json();
        assert_eq!(
            running,
            json!({ "nodes": [{ "id": received["node_id"], "state": "RUNNING" }] })
        );
        assert_eq!(ann.get("system/ismicroserviceenabled/mc").await.json()["enabled"], true);
        assert_eq!(ann.get("system/ismicroserviceenabled/xray").await.json()["enabled"], false);
        for unknown in ["event-log", "..%2Fmc", "x"] {
            let answer = ann.get(&format!("system/ismicroserviceenabled/{unknown}")).await;
            assert_eq!((answer.status, answer.code()), (404, "not_found".into()), "{unknown}");
        }
        let mut stranger = Browser::new(&server);
        for path in [
            "/artifactory/api/system/ping",
            "/mc/api/v4/system/ping",
            "/artifactory/api/v1/system/readiness",
        ] {
            assert_eq!(stranger.get(path).await.status, 200, "{path}");
        }
        assert_eq!(stranger.get("/artifactory/api/system/ping").await.body, b"OK".to_vec());
    });
}

/// covers: [STATUS-01, STATUS-02]
#[test]
fn a_stopped_service_is_pushed_as_offline_and_removed_by_one_of_two_admins() {
    run(async {
        let place = testing();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let online = until(&mut ann, "Online").await;
        let (service_id, node_id) = (text(&online["service_id"]), text(&online["node_id"]));
        let early = remove(&mut ann, service_id, node_id).await;
        assert_eq!((early.status, early.code()), (409, "node_online".into()));

        assert_eq!(order(&mut ann, "insight", "stop").await.status, 200);
        let offline = insight(&mut ann).await;
        assert_eq!((&offline["status"], &offline["code"]), (&json!("Offline"), &json!("stopped")));
        assert_eq!(offline["uptime_text"], "unavailable");
        let incident = &offline["last_incident"];
        assert_eq!((&incident["code"], &incident["ended"]), (&json!("stopped"), &Value::Null));
        let history = offline["uptime_history"]["online"].as_array().expect("steps");
        assert_eq!((history.len(), history.iter().any(Value::is_number)), (36, true), "{offline}");
        let mut too = signed_in(&server).await;
        let (first, second) = tokio::join!(
            remove(&mut ann, service_id, node_id),
            remove(&mut too, service_id, node_id)
        );
        let mut outcomes = [(first.status, first.code()), (second.status, second.code())];
        outcomes.sort();
        assert_eq!((outcomes[0].0, &*outcomes[1].1), (200, "node_removed_already"), "{outcomes:?}");
        assert_eq!(insight(&mut ann).await, Value::Null);
        let report = ann.get(HA).await.json();
        let removed = &report["removed"][0];
        assert_eq!(
            (text(&removed["service_id"]), text(&removed["node_id"])),
            (service_id, node_id)
        );
        assert_eq!(report["names"][text(&removed["by"])], "ann", "{report}");
        let enabled = ann.get("system/ismicroserviceenabled/insight").await.json();
        assert_eq!(enabled["enabled"], false);
        assert_eq!(order(&mut ann, service_id, "start").await.status, 200);
        let again = until(&mut ann, "Online").await;
        assert!(again["last_incident"]["ended"].is_string(), "{again}");
        assert_eq!(ann.get(HA).await.json()["removed"], json!([]));
        assert_eq!(order(&mut ann, "insight", "crash").await.status, 200);
        assert_eq!(until(&mut ann, "Online").await["restarts"], 1);
        drop(server);
        let records = place.run(&["audit", "list", "--data", "{data}", "--json"]);
        assert!(records.status.success(), "{}", String::from_utf8_lossy(&records.stderr));
    });
}

/// covers: [STATUS-01]
#[test]
fn a_service_removed_from_the_configuration_is_known_and_not_enabled() {
    run(async {
        let place = testing();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        until(&mut ann, "Online").await;
        let insight_is_enabled = "system/ismicroserviceenabled/insight";
        assert_eq!(ann.get(insight_is_enabled).await.json()["enabled"], true);
        assert!(server.stop().success());
        let place = place.with_settings(&SETTINGS.replace("\"insight\", ", ""));
        let server = place.start();
        let mut ann = signed_in(&server).await;
        assert_eq!(insight(&mut ann).await["status"], "Offline", "it stays in the topology");
        assert_eq!(ann.get(insight_is_enabled).await.json()["enabled"], false);
        assert_eq!(ann.get("system/ismicroserviceenabled/mc").await.json()["enabled"], true);
    });
}

/// covers: [STATUS-01]
#[test]
fn followers_of_the_topic_get_updates_and_others_are_rejected() {
    run(async {
        let place = testing();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        until(&mut ann, "Online").await;
        let mut tab = Tab::open(&mut ann).await;
        let subscribe = |id: &str, args: Value| json!({"type": "subscribe", "id": id, "topic": "service_status", "args": args, "cursor": null});
        tab.send_json(&subscribe("s_1", json!({}))).await;
        tab.send_json(&subscribe("s_2", json!({"service": "x"}))).await;
        let has_message =
            |tab: &Tab, wanted: &dyn Fn(&Value) -> bool| tab.others.iter().any(wanted);
        let received = |status: &'static str| {
            move |message: &Value| {
                message["id"] == "s_1"
                    && message["data"]["services"]["insight"]["nodes"][0]["status"] == status
            }
        };
        tab.receive_until(|tab| has_message(tab, &received("Online"))).await;
        tab.receive_until(|tab| has_message(tab, &|m| m["id"] == "s_2" && m["code"] == "bad_args"))
            .await;
        order(&mut ann, "insight", "stop").await;
        tab.receive_until(|tab| has_message(tab, &received("Offline"))).await;
    });
}

/// covers: [STATUS-02]
#[test]
fn unknown_traversing_and_huge_node_ids_are_not_found() {
    run(async {
        let mut ann = signed_in(shared()).await;
        let huge = "n".repeat(10_000);
        for (service_id, node_id) in [
            ("jfin@1", "n1"),
            ("..%2Fjournal", "n1"),
            ("jfin@1", "..%2F..%2Fvault"),
            ("%00", "%ff"),
            ("jfin@1", &huge),
        ] {
            let answer = remove(&mut ann, service_id, node_id).await;
            assert!([400, 404].contains(&answer.status), "{service_id} {}", answer.status);
        }
        // Without --qa no service can be stopped, and the response does not reveal the services.
        let answer = order(&mut ann, "access", "stop").await;
        assert_eq!((answer.status, answer.code()), (404, "not_found".into()));
        let answer = ann.post("qa/clock", json!({"advance_ms": 60_000})).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found".into()));
        assert_eq!(ann.get("session").await.json()["qa"], false);
    });
}

/// covers: [STATUS-01, STATUS-02]
#[test]
fn other_users_can_read_and_change_nothing() {
    run(async {
        let (_server, mut bob) = with_bob(&testing()).await;
        for path in [
            HA,
            "system/status",
            "system/status/nodes",
            "system/ismicroserviceenabled/mc",
            "qa/services",
            "/router/api/v1/topology/health",
            "/artifactory/api/system/status",
        ] {
            assert_eq!(bob.get(path).await.status, 403, "{path}");
        }
        assert_eq!(remove(&mut bob, "jfin@1", "n1").await.status, 403);
        assert_eq!(order(&mut bob, "insight", "stop").await.status, 403);
        assert_eq!(bob.post("qa/clock", json!({"advance_ms": 60_000})).await.status, 403);
        let mut tab = Tab::open(&mut bob).await;
        // Start-up must have determined the user first.
        tab.settle("/session-activity").await;
        let answer = tab.command("service_status", json!({"type": "load"})).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("nack"), &json!("not_authorised")));
    });
}

#[test]
fn qa_uses_no_data_directory_that_it_did_not_create() {
    run(async {
        let place = Place::new();
        drop(own(&place).await);
        let refused = place.clone().with_flag("--qa").start_fails("127.0.0.1:0");
        assert!(!refused.status.success());
        let output_text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(output_text.contains("was not made by --qa"), "{output_text}");
        let server = place.start();
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get("session").await.json()["qa"], false);
    });
}
