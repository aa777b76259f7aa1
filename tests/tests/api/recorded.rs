//! Scenarios that QA records from a session, including the streams of the platform that it changed.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Tab, run};

use crate::bundles::{GENERATE, SETTINGS, delete, fetch, settled, small, started};
use crate::permissions::PERMISSIONS;
use crate::stage::Stage;
use crate::{ANN, PASSWORD, signed_in};

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
        // What the other session changed is whole in its own scenario.
        fs::write(place.path("other.jsonl"), &other.get("session/trace").await.body)
            .expect("a file");
        let (trace, repeated) = (place.path("other.jsonl"), place.path("other.scn.yaml"));
        let (trace, repeated) = (trace.to_string_lossy(), repeated.to_string_lossy());
        output_text(&place, &["scenario", "record", &trace, "-o", &repeated]);
        let others = fs::read_to_string(&*repeated).expect("a scenario");
        for step in ["n1.create: ", "n1.download: ", "n1.delete: "] {
            assert!(others.contains(&format!("- support_bundle/{step}")), "{step}: {others}");
        }
        assert!(!others.contains("support_bundle/n2"), "it changed one of them");
        output_text(&place, &["scenario", "run", &repeated]);
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

/// The events of acts, except for those of accounts, which signing in has.
fn beside_accounts(acts: &Value) -> Vec<&str> {
    let records = acts["records"].as_array().expect("records").iter();
    let others = records.filter(|record| record["machine"] != "account");
    others.map(|record| record["event"]["type"].as_str().expect("a type")).collect()
}

/// covers: [SCN-06, AUD-07]
#[test]
fn what_a_session_does_in_repositories_is_among_its_acts_and_happens_again() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let mut other = signed_in(&stage.server).await;
        let mut tab = Tab::open(&mut ann).await;
        tab.go("/repos/tree/General/files/team/a.txt").await;
        // a token stored this file before the session began, and another session removes one
        let a = json!({"repository": "files", "path": "team/a.txt"});
        let moved = ann.post("tree/trash", a).await;
        assert_eq!(moved.status, 200, "{}", moved.json());
        let c = json!({"repository": "files", "path": "other/c.txt"});
        assert_eq!(other.post("tree/trash", c).await.status, 200);
        let name = json!({"repository": "files", "name": moved.json()["name"]});
        assert_eq!(ann.post("tree/restore", name).await.status, 200);
        let artifact = json!({
            "actions": {"users": {"bob": ["READ"]}},
            "targets": {"files": {"include_patterns": ["**"], "exclude_patterns": []}},
        });
        let permission = json!({"name": "all", "resources": {"artifact": artifact}});
        assert_eq!(ann.post(PERMISSIONS, permission).await.status, 201);
        let group = json!({"name": "builders"});
        assert_eq!(ann.post("access/api/ui/groups", group).await.status, 200);
        let members = json!({"add": ["bob"]});
        let joined = ann.patch("access/api/ui/groups/builders/members", members).await;
        assert_eq!(joined.status, 200, "{}", joined.json());

        let acts = ann.get("session/changes").await.json();
        assert_eq!(beside_accounts(&acts), ["create", "create", "restore", "trash"]);
        assert!(acts["repositories"].as_object().expect("keys").values().any(|key| key == "files"));
        let of_other = other.get("session/changes").await.json();
        assert_eq!(beside_accounts(&of_other), ["trash"]);
        assert_eq!(Browser::visiting(&stage.server).await.get("session/changes").await.status, 401);

        fs::write(stage.place.path("session.jsonl"), &ann.get("session/trace").await.body)
            .expect("a file");
        let (trace, scenario) =
            (stage.place.path("session.jsonl"), stage.place.path("recorded.scn.yaml"));
        let (trace, scenario) = (trace.to_string_lossy(), scenario.to_string_lossy());
        output_text(&stage.place, &["scenario", "record", &trace, "-o", &scenario]);
        let text = fs::read_to_string(&*scenario).expect("a scenario");
        for step in [
            "navigation.go: {path: /repos/tree/General/files/team/a.txt",
            "package/n1.deploy: ",
            "package/n1.trash: ",
            "package/n1.restore: ",
            "permission/n1.create: ",
            "group/n1.create: ",
        ] {
            assert!(text.contains(&format!("- {step}")), "{step}: {text}");
        }
        assert!(!text.contains("other/c.txt"), "another session removed it");
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let known = words.find(|word| word.starts_with("p_") && word.len() > 30);
        assert_eq!(known, None, "people have other ids in a scenario");
        output_text(&stage.place, &["scenario", "run", &scenario]);
        // it fails where the rules decide otherwise
        let falsified = text.replacen("package/n1: present", "package/n1: empty", 1);
        assert_ne!(falsified, text);
        fs::write(&*scenario, falsified).expect("a file");
        let failed = stage.place.run(&["scenario", "run", &scenario]);
        assert_eq!(failed.status.code(), Some(1));
    });
}
