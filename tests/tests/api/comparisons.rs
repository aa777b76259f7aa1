//! Comparing all stored versions with advisories, in the background.

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use crate::advisories::{CRITICAL, SCANNING, advisory, import, publish};
use crate::stage::Stage;

async fn known(stage: &Stage) -> Value {
    let answer = stage.bearer("GET", "advisories", None).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// The newest comparison, once there is one that `is_wanted`.
async fn comparison(stage: &Stage, is_wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1_200 {
        let found = known(stage).await["comparison"].clone();
        if !found.is_null() && is_wanted(&found) {
            return found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("nothing was compared");
}

/// What single versions are affected by is always known; what that means for all of them is found in the background.
#[test]
fn stored_versions_are_compared_when_advisories_arrive_and_the_result_is_recorded() {
    run(async {
        let stage = Stage::at(Place::new().with_settings(SCANNING)).await;
        let client = stage.ann();
        for key in ["npm-local", "npm-other"] {
            assert_eq!(client.create(key, json!({"packageType": "npm"})).await.status, 200);
        }
        for (name, version) in [("till", "1.0.0"), ("till", "2.0.0"), ("shop", "1.0.0")] {
            publish(&client, name, version, "MIT").await;
        }
        let status = known(&stage).await;
        assert_eq!((&status["comparing"], &status["comparison"]), (&Value::Null, &Value::Null));
        let critical = json!({"severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
        let low = json!({"database_specific": {"severity": "LOW"}});
        let documents = [
            ("a.json", advisory("GHSA-1", "till", "1.1.0", critical).to_string()),
            ("b.json", advisory("GHSA-2", "till", "3.0.0", low).to_string()),
            ("c.json", advisory("GHSA-3", "absent", "3.0.0", json!({})).to_string()),
        ];
        import(&stage, &documents).await;
        let mut found = comparison(&stage, |_| true).await;
        let at = found["at"].take();
        let affected =
            json!({"critical": 1, "high": 0, "medium": 0, "low": 1, "info": 0, "unknown": 0});
        let expected = json!({
            "at": null, "packages": 1, "versions": 2, "affected_packages": 1, "affected": affected,
        });
        assert_eq!(found, expected);
        // It is in the records, and not made again at the start.
        let stage = stage.restarted();
        assert_eq!(comparison(&stage, |_| true).await["at"], at);
        let printed = stage.place.run(&["advisories", "status", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        assert!(printed.contains("1 critical, 0 high, 0 medium, 1 low"), "{printed}");
        // Newer advisories are compared with at once.
        let more = [("d.json", advisory("GHSA-4", "shop", "2.0.0", json!({})).to_string())];
        import(&stage, &more).await;
        let found = comparison(&stage, |found| found["packages"] == 2).await;
        assert_eq!((&found["affected"]["unknown"], &found["versions"]), (&json!(1), &json!(3)));
    });
}
