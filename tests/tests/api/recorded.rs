//! Scenarios that QA records from a session, including streams that were started in it and outlive it.

use std::fs;
use std::time::{Duration, Instant};

use waybill_tests::{Browser, Place, Tab, run};

use crate::bundles::{GENERATE, SETTINGS, delete, fetch, settled, small, started};
use crate::{ANN, PASSWORD};

/// The output of a command that must succeed.
fn output_text(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{arguments:?}: {} {}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// covers: [SCN-03, BUNDLE-01, EVT-06]
#[test]
fn a_recorded_session_includes_the_bundles_requested_in_it() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (server, mut ann) = started(&place).await;
        let mut tab = Tab::open(&mut ann).await;
        tab.go("/admin/support-zone").await;
        let services = ["artifactory", "xray"];
        // The server is killed while they are created.
        let made = ann.post(GENERATE, small(&services)).await;
        assert_eq!(made.status, 200, "{}", String::from_utf8_lossy(&made.body));
        server.kill();
        let server = place.start();
        ann.address = server.address();
        ann.origin = format!("http://{}", server.address());
        settled(&mut ann).await;
        assert_eq!(ann.post(GENERATE, small(&services)).await.status, 200);
        let id = settled(&mut ann).await[0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(fetch(&mut ann, &id, &[]).await.status, 200);
        // Another session changes it, too.
        let mut other = Browser::visiting(&server).await;
        other.sign_in(ANN, PASSWORD).await;
        assert_eq!(delete(&mut other, &id).await.status, 200);
        assert_eq!(delete(&mut ann, &id).await.status, 404);

        let since = Instant::now();
        let trace = loop {
            let trace = ann.get("session/trace").await.body;
            // The answer that the file was removed is the last record.
            if String::from_utf8_lossy(&trace).contains(r#""event":{"type":"support.remove""#) {
                break trace;
            }
            assert!(since.elapsed() < Duration::from_secs(30), "the file is not removed");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        fs::write(place.path("session.jsonl"), &trace).expect("a file");
        let records = String::from_utf8_lossy(&trace).into_owned();
        let (trace, scenario) = (place.path("session.jsonl"), place.path("story.scn.yaml"));
        let (trace, scenario) = (trace.to_string_lossy(), scenario.to_string_lossy());
        assert!(output_text(&place, &["audit", "verify", &trace]).contains("3 streams"));
        output_text(&place, &["scenario", "record", &trace, "-o", &scenario]);
        let text = fs::read_to_string(&*scenario).expect("a scenario");
        for step in ["n1.create: ", "n2.create: ", "n2.download: ", "n2.delete: "] {
            assert!(text.contains(&format!("- support_bundle/{step}")), "{step}: {text}");
        }
        output_text(&place, &["scenario", "run", &scenario]);
        let others = other.get("session/trace").await.body;
        assert!(!String::from_utf8_lossy(&others).contains("support_bundle/"), "it started none");
        server.stop();

        // The data directory gives the same scenario, and the bundle's log names the session.
        let session =
            records.split('"').find_map(|word| word.strip_prefix("session/")).expect("it");
        let again = output_text(&place, &["scenario", "record", session, "--data", "{data}"]);
        assert_eq!(again, text);
        let bundle = output_text(&place, &["audit", "list", "--platform", "--data", "{data}"]);
        let bundle = bundle.split_whitespace().find(|word| word.starts_with("support_bundle/"));
        let shown =
            output_text(&place, &["audit", "show", bundle.expect("one"), "--data", "{data}"]);
        assert!(shown.contains(&format!("because of session/{session}#")), "{shown}");
    });
}
