//! Rules about downloads, for what remote repositories keep.

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use super::{create_joined, create_remote, mirrored, upstream::Upstream};
use crate::advisories::{CRITICAL, SCANNING, advisory, import};
use crate::go::file_of;
use crate::npm::{document, tarball};
use crate::stage::Stage;

async fn set(stage: &Stage, condition: Value) {
    let known = stage.bearer("GET", "download-rules", None).await.json();
    let rule = json!({
        "name": "Ours", "enabled": true, "repositories": ["mirror"], "condition": condition,
        "action": "refuse",
    });
    let body = json!({"rules": [rule], "revision": known["revision"]});
    let answer = stage.bearer("PUT", "download-rules", Some(body)).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// Has an upstream offer versions of `till`, each with a licence and when it was published.
fn offer(upstream: &Upstream, versions: &[(&str, &str, &str)]) {
    let mut offered = json!({"name": "till", "versions": {}, "time": {}});
    for (version, licence, time) in versions {
        let file = tarball("till", version);
        let mut manifest = document("till", version, &file)["versions"][version].clone();
        manifest["dist"]["tarball"] = format!("{}/files/{version}", upstream.url()).into();
        manifest["license"] = json!(licence);
        offered["versions"][version] = manifest;
        offered["time"][version] = json!(time);
        upstream.has(&format!("files/{version}"), file);
    }
    offered["dist-tags"] = json!({"latest": versions[0].0});
    upstream.has("till", offered.to_string());
}

fn file(key: &str, version: &str) -> String {
    format!("/artifactory/api/npm/{key}/till/-/till-{version}.tgz")
}

/// covers: [DOWN-06]
#[test]
fn versions_of_an_upstream_are_judged_by_what_it_says() {
    run(async {
        let upstream = Upstream::start().await;
        let allowed = format!(
            "[outbound]\nallow = [\"{}/32:{}\"]\n",
            upstream.address.ip(),
            upstream.address.port()
        );
        let stage = Stage::at(Place::new().with_settings(&format!("{SCANNING}{allowed}"))).await;
        create_remote(&stage, "mirror", "npm", &upstream, json!({})).await;
        create_joined(&stage, "npm", "npm", &["mirror"], json!({"defaultDeploymentRepo": ""}))
            .await;
        offer(
            &upstream,
            &[
                ("1.2.0", "MIT", "2020-01-01T00:00:00.000Z"),
                ("1.1.0", "AGPL-3.0", "2020-01-01T00:00:00.000Z"),
                ("1.0.0", "MIT", "2999-01-01T00:00:00.000Z"),
            ],
        );
        let critical = json!({"severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
        let document = advisory("GHSA-1", "till", "1.1.0", critical).to_string();
        import(&stage, &[("a.json", document)]).await;
        let ann = stage.ann();
        for (condition, refused, says) in [
            (
                json!({"type": "severity", "at_least": "high"}),
                "1.0.0",
                "till 1.0.0 is affected by GHSA-1 (critical).",
            ),
            (
                json!({"type": "licence", "refused": ["AGPL-3.0-only"], "unknown": true}),
                "1.1.0",
                "till 1.1.0 has the licence AGPL-3.0-only.",
            ),
            (json!({"type": "age", "min_hours": 48}), "1.0.0", "till 1.0.0 was published"),
        ] {
            set(&stage, condition.clone()).await;
            for key in ["mirror", "npm"] {
                for version in ["1.0.0", "1.1.0", "1.2.0"] {
                    let answer = ann.get(&file(key, version)).await;
                    let is_refused = version == refused;
                    let expected = if is_refused { 403 } else { 200 };
                    assert_eq!(answer.status, expected, "{condition} {key} {version}");
                    if is_refused {
                        let sentence =
                            answer.json()["error"].as_str().unwrap_or_default().to_owned();
                        assert!(sentence.starts_with(says), "{sentence}");
                    }
                }
            }
        }
    });
}

/// covers: [DOWN-06]
#[test]
fn what_an_upstream_does_not_say_is_unknown_and_as_old_as_the_first_request() {
    run(async {
        let (stage, upstream) = mirrored("go", json!({})).await;
        let (ann, module) = (stage.ann(), "example.com/till");
        upstream.has(&format!("{module}/@v/list"), "v1.0.0\n");
        upstream.has(&format!("{module}/@v/v1.0.0.mod"), format!("module {module}\n"));
        upstream.has(&format!("{module}/@v/v1.0.0.zip"), file_of(module, "v1.0.0"));
        let at = |ending: &str| format!("/artifactory/api/go/mirror/{module}/@v/v1.0.0.{ending}");
        for (condition, says) in [
            (
                json!({"type": "licence", "refused": [], "unknown": true}),
                "example.com/till v1.0.0 has no licence that is known.",
            ),
            (json!({"type": "age", "min_hours": 1}), "was published less than an hour ago"),
        ] {
            set(&stage, condition).await;
            let refused = ann.get(&at("zip")).await;
            assert_eq!(refused.status, 403);
            let text = String::from_utf8_lossy(&refused.body).into_owned();
            assert!(text.contains(says), "{text}");
            // go reads it of versions that it does not choose.
            assert_eq!(ann.get(&at("mod")).await.status, 200);
        }
        set(&stage, json!({"type": "licence", "refused": ["MIT"], "unknown": false})).await;
        assert_eq!(ann.get(&at("zip")).await.status, 200);
    });
}
