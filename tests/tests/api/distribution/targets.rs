//! The targets of distributions: who keeps them, what is wrong with them, and that no token of one is shown.

use std::time::Instant;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, run};

use super::{TARGETS, new_target, wanted};
use crate::ANN;
use crate::release_bundles_created::{call, created, of_files};
use crate::secrets::{contains, files, free_port, searchable};
use crate::signed_in;
use crate::stage::Stage;
use crate::webhooks::stage;

const TOKEN: &str = "canary-target-token-71f3";
/// Another token for the same target.
const SECOND: &str = "canary-target-second-0b9e";

fn one(key: &str) -> String {
    format!("{TARGETS}/{key}")
}

/// The answer of a call that has succeeded.
fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

fn is_problem(answer: &Answer, status: u16, code: &str, field: &str) {
    let found = answer.json()["error"]["field"].as_str().unwrap_or_default().to_owned();
    let expected = (status, code.to_owned(), field.to_owned());
    assert_eq!((answer.status, answer.code(), found), expected, "{}", answer.json());
}

/// covers: [HOOK-04]
#[test]
fn targets_are_created_changed_and_deleted_and_survive_a_restart() {
    run(async {
        let down = free_port();
        let stage = stage(&[down]).await;
        let mut page = signed_in(&stage.server).await;
        assert_eq!(accepted(&page.get(TARGETS).await)["targets"], json!([]));
        let url = format!("http://{down}");
        let mut new = new_target("europe", &url, TOKEN);
        new["description"] = json!("The one in Europe");
        let created = accepted(&page.post(TARGETS, new).await);
        let row = |answer: &Value, field: &str| answer[field].clone();
        for (field, value) in [
            ("key", json!("europe")),
            ("url", json!(url)),
            ("description", json!("The one in Europe")),
            ("has_token", json!(true)),
        ] {
            assert_eq!(row(&created, field), value, "{field}");
        }
        let by = created["created_by"].as_str().expect("a user").to_owned();
        let listed = accepted(&page.get(TARGETS).await);
        assert_eq!(listed["targets"], json!([created]));
        assert_eq!(listed["names"][&by], ANN);

        // The token stays with its address alone.
        let kept = json!({"url": url, "description": "Another text"});
        let changed = accepted(&page.put(&one("europe"), kept).await);
        assert_eq!(
            (&changed["description"], &changed["has_token"]),
            (&json!("Another text"), &json!(true))
        );
        let stage = stage.restarted();
        page.move_to(&stage.server);
        assert_eq!(accepted(&page.get(TARGETS).await)["targets"], json!([changed]));
        let moved = json!({"url": format!("{url}/base"), "description": ""});
        let moved = accepted(&page.put(&one("europe"), moved).await);
        assert_eq!(moved["has_token"], false);
        let again = json!({"url": format!("{url}/base"), "description": "", "token": SECOND});
        assert_eq!(accepted(&page.put(&one("europe"), again).await)["has_token"], true);
        assert_eq!(accepted(&page.delete(&one("europe")).await), json!({}));
        assert_eq!(page.delete(&one("europe")).await.status, 404);
        assert_eq!(accepted(&page.get(TARGETS).await)["targets"], json!([]));
        // Its key can be used again.
        accepted(&page.post(TARGETS, new_target("europe", &url, TOKEN)).await);
        assert!(crate::release_bundles_created::replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn targets_are_kept_by_administrators_and_each_problem_has_its_field() {
    run(async {
        let down = free_port();
        let stage = stage(&[down]).await;
        let url = format!("http://{down}");
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(visitor.get(TARGETS).await.status, 401);
        created(&stage, of_files("1.0", &["files/team/a.txt"])).await;
        let begin = "/ui/api/v1/release_bundles/shop/1.0/distributions";
        let refused = call(&stage, &stage.bob, "POST", begin, Some(wanted("distribute"))).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));

        let mut page = signed_in(&stage.server).await;
        let with = |field: &str, value: Value| {
            let mut wanted = new_target("europe", &url, TOKEN);
            wanted[field] = value;
            wanted
        };
        let invalid = "distribution_target_invalid";
        for (wanted, code, field) in [
            (with("key", json!("my target")), invalid, "key"),
            (with("url", json!("waybill.example.org")), invalid, "url"),
            (with("url", json!("https://ann:secret@waybill.example.org")), invalid, "url"),
            (with("url", json!("https://waybill.example.org/?a=b")), invalid, "url"),
            (with("description", json!("two\nlines")), invalid, "description"),
            (with("token", json!("")), invalid, "token"),
            (with("token", json!("two\r\nlines")), invalid, "token"),
            (with("url", json!("http://169.254.169.254")), "distribution_target_address", "url"),
            (with("url", json!("http://10.0.0.1")), "distribution_target_address", "url"),
            // The token would be sent over the internet in clear.
            (with("url", json!("http://1.1.1.1")), "distribution_target_address", "url"),
        ] {
            is_problem(&page.post(TARGETS, wanted).await, 400, code, field);
        }
        let closed = page.post(TARGETS, with("url", json!("http://10.0.0.1"))).await;
        let message = closed.json()["error"]["message"].to_string();
        assert!(message.contains("under [outbound] allow"), "{message}");
        let in_clear = page.post(TARGETS, with("url", json!("http://1.1.1.1"))).await;
        let message = in_clear.json()["error"]["message"].to_string();
        assert!(message.contains("write the address with https://"), "{message}");
        let unknown = page.post(TARGETS, with("proxy", json!("corporate"))).await;
        assert_eq!((unknown.status, unknown.code().as_str()), (400, "malformed_body"));
        accepted(&page.post(TARGETS, with("description", json!(""))).await);
        let taken = page.post(TARGETS, with("description", json!(""))).await;
        is_problem(&taken, 409, "distribution_target_key_taken", "key");
        let none = json!({"url": url, "description": ""});
        assert_eq!(page.put(&one("none"), none).await.status, 404);
        assert_eq!(page.post(&format!("{TARGETS}/none/test"), json!({})).await.status, 404);
    });
}

/// covers: [HOOK-04, EVT-08]
#[test]
fn no_token_of_a_target_is_in_an_answer_a_journal_or_a_log() {
    run(async {
        let down = free_port();
        let settings = format!(
            "[outbound]\nallow = [\"127.0.0.1/32:{}\"]\n\
             [installation.access]\nmfa_required = \"nobody\"\n",
            down.port()
        );
        let place = Place::new()
            .with_settings(&settings)
            .with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
        let stage = Stage::at(place).await;
        created(&stage, of_files("1.0", &["files/team/a.txt"])).await;
        let mut page = signed_in(&stage.server).await;
        let url = format!("http://{down}");
        let first = new_target("europe", &url, TOKEN);
        let mut misplaced = first.clone();
        misplaced["url"] = json!(TOKEN);
        let mut answers = vec![
            page.post(TARGETS, misplaced).await,
            page.post(TARGETS, first.clone()).await,
            page.post(TARGETS, first).await,
        ];
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, [400, 200, 409]);
        answers.push(page.post(&format!("{TARGETS}/europe/test"), json!({})).await);
        let changed = json!({"url": url, "description": "", "token": SECOND});
        answers.push(page.put(&one("europe"), changed).await);
        let path = "release_bundles/shop/1.0";
        answers.push(page.post(&format!("{path}/distributions"), wanted("distribute")).await);
        assert_eq!(answers.last().map(|answer| answer.status), Some(200));
        // It has failed at the address where no server is.
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < super::WITHIN, "the distribution does not end");
            let shown = page.get(path).await;
            let has_ended = shown.json()["distributions"][0]["status"]["status"] != "started";
            answers.push(shown);
            if has_ended {
                break;
            }
            tokio::time::sleep(super::EVERY).await;
        }
        answers.push(page.get(TARGETS).await);

        let mut shown: Vec<String> =
            answers.iter().map(|answer| searchable(&answer.body)).collect();
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        shown.extend([place.log(), place.printed()].map(|text| searchable(text.as_bytes())));
        let mut has_records = false;
        for file in files(&place.data()) {
            let content = searchable(&std::fs::read(&file).expect("a file"));
            has_records |= contains(&content, &url);
            shown.push(content);
        }
        assert!(has_records, "the records are not written as they are");
        for token in [TOKEN, SECOND] {
            assert!(!shown.iter().any(|text| contains(text, token)), "{token} is somewhere");
        }
    });
}
