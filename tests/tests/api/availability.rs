//! Calls that depend on a service that does not run, and calls that do not.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, run};

use crate::{own, signed_in};

const SETTINGS: &str = "[installation]\nservices = [\"distribution\", \"insight\", \"mc\"]\n\
    [installation.access]\nmfa_required = \"nobody\"\n";
const LOOKUP: &str = "distribution/api/ui/release_bundle/checksum/d41d8cd98f00b204e9800998ecf8427e";

async fn order(browser: &mut Browser, service: &str, action: &str) -> Answer {
    let answer = browser.post(&format!("qa/services/{service}"), json!({ "action": action })).await;
    assert_eq!(answer.status, 200, "{action} {service}");
    answer
}

fn outcome(answer: &Answer) -> (u16, String, String) {
    let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
    (answer.status, answer.code(), message)
}

async fn is_unavailable(browser: &mut Browser, path: &str, words: &str) {
    let (status, code, message) = outcome(&browser.get(path).await);
    assert_eq!((status, code.as_str()), (503, "service_unavailable"), "{path}: {message}");
    assert!(message.contains(words), "{path}: {message}");
}

/// covers: [STATUS-01, CHK-01]
#[test]
fn calls_fail_with_the_reason_while_their_service_does_not_run() {
    run(async {
        let place = Place::new().with_settings(SETTINGS).with_flag("--qa");
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get(LOOKUP).await.status, 200);

        order(&mut ann, "distribution", "stop").await;
        is_unavailable(&mut ann, LOOKUP, "The service distribution was stopped").await;
        is_unavailable(&mut ann, "release_bundles", "an administrator has started it").await;
        assert_eq!(ann.get("system/licenses").await.status, 200);
        // Calls that are needed to find the cause and to start the service again still work, and so do its logs.
        for path in [
            "system/status/ha",
            "qa/services",
            "session",
            "ui/userSupport/listBundles",
            "system/logs/config/distribution",
            "system/logs/data/distribution?id=distribution-service.log",
        ] {
            assert_eq!(ann.get(path).await.status, 200, "{path}");
        }
        order(&mut ann, "distribution", "start").await;
        assert_eq!(ann.get(LOOKUP).await.status, 200);

        order(&mut ann, "distribution", "crash").await;
        is_unavailable(&mut ann, LOOKUP, "try again in a moment").await;
        let mut back = 503;
        for _ in 0..1_200 {
            back = ann.get(LOOKUP).await.status;
            if back == 200 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(back, 200, "it does not start again by itself");

        order(&mut ann, "artifactory", "stop").await;
        for path in ["system/licenses", "release_bundles", "/artifactory/api/system/license"] {
            is_unavailable(&mut ann, path, "The service artifactory was stopped").await;
        }
        order(&mut ann, "access", "stop").await;
        for path in ["projects", "/access/api/v1/projects", "access/api/ui/users"] {
            is_unavailable(&mut ann, path, "The service access was stopped").await;
            let made = json!({"project_key": "late", "display_name": "Late"});
            assert_ne!(ann.post(path, made).await.status, 200, "{path}");
        }
        order(&mut ann, "access", "start").await;
        assert_eq!(ann.get("projects").await.json(), json!([]));
        // A user can still sign in and start it.
        let mut other = signed_in(&server).await;
        order(&mut other, "artifactory", "start").await;
        assert_eq!(other.get("system/licenses").await.status, 200);
        // Unauthenticated callers are rejected as usual, without information about services.
        order(&mut other, "distribution", "stop").await;
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get("release_bundles").await.code(), "not_signed_in");
    });
}

/// covers: [BUNDLE-01]
#[test]
fn a_stopped_service_creates_no_bundle_and_the_others_do() {
    run(async {
        let place = Place::new().with_settings(SETTINGS).with_flag("--qa");
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        order(&mut ann, "insight", "stop").await;
        let body = json!({"name": "x", "parameters": {"thread_dump": {"count": 0}}});
        let refused = ann.post("/insight/api/v1/system/support/bundle", body.clone()).await;
        assert_eq!(outcome(&refused).1, "service_unavailable");
        let mut both = body;
        both["services"] = json!(["insight", "mc"]);
        assert_eq!(ann.post("ui/userSupport/generateBundle", both).await.status, 200);
        let mut rows = Value::Null;
        for _ in 0..1_200 {
            rows = ann.get("ui/userSupport/listBundles").await.json()["bundles"].clone();
            if rows.as_array().is_some_and(|rows| rows.iter().all(|row| row["settled"] == true)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let row = |service: &str| {
            let mut rows = rows.as_array().expect("rows").iter();
            rows.find(|row| row["service"] == service).expect("a row").clone()
        };
        assert_eq!(row("mc")["status"], "success");
        let insight = row("insight");
        assert_eq!(
            (&insight["status"], &insight["failure"]["fault"]),
            (&json!("failure"), &json!("not_running"))
        );
        let why = insight["failure"]["message"].as_str().expect("a sentence");
        assert!(why.contains("insight was stopped"), "{why}");
    });
}
