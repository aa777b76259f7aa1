//! The acts of the installation: who may list them, page by page, and that the reading is recorded.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, run};

use crate::stage::Stage;
use crate::{ANN, own, signed_in};

const ACTS: &str = "audit/acts";

/// A server whose administrator is signed in.
async fn administered(place: &Place) -> (Server, Browser) {
    let server = own(place).await;
    let ann = signed_in(&server).await;
    (server, ann)
}

fn place() -> Place {
    Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n")
}

/// A page of acts.
async fn page(browser: &mut Browser, query: &str) -> Value {
    let answer = browser.get(&format!("{ACTS}?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json());
    answer.json()
}

/// Stream and number of each record of a page.
fn numbers(page: &Value) -> Vec<String> {
    let records = page["records"].as_array().expect("a list").iter();
    records
        .map(|record| format!("{}#{}", record["stream"].as_str().expect("a name"), record["seq"]))
        .collect()
}

async fn create(admin: &mut Browser, name: &str) -> (String, String) {
    let made = admin.post("access/api/ui/users", json!({"name": name})).await.json();
    let link = made["link"]["link"].as_str().expect("a link");
    let token = link.split_once("#token=").expect("a token").1.to_owned();
    (made["user"]["person"].as_str().expect("an id").to_owned(), token)
}

/// covers: [AUD-06]
#[test]
fn only_auditors_list_the_acts_and_the_reading_is_recorded() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (bob, token) = create(&mut ann, "bob").await;
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get(ACTS).await.status, 401);
        let password = "seven blue staples 9";
        let body = json!({"token": token, "password": password});
        assert_eq!(visitor.post("ui/auth/passwordLink", body).await.status, 200);
        visitor.sign_in("bob", password).await;
        let refused = visitor.get(ACTS).await;
        assert_eq!((refused.status, refused.code()), (403, "not_authorized".to_owned()));

        let all = page(&mut ann, "limit=200").await;
        let records = all["records"].as_array().expect("a list");
        let has = |machine: &str, event: &str| {
            records
                .iter()
                .any(|record| record["machine"] == machine && record["event"]["type"] == event)
        };
        assert!(has("session", "sign_in") && has("account", "create") && has("server", "start"));
        // internal steps are left out
        assert!(records.iter().all(|record| record["machine"] != "idle"), "{all}");
        assert_eq!(all["names"][&bob], "bob");
        let text = all.to_string();
        let address = format!("\"value\":\"{}\"", visitor.source());
        assert!(text.contains(&address), "an administrator sees the addresses of others");
        assert!(!text.contains(password));

        let of_bob = page(&mut ann, &format!("user={bob}")).await;
        let about = of_bob["records"].as_array().expect("a list").iter();
        assert!(about.clone().count() > 1);
        let mut about = about.map(ToString::to_string);
        assert!(about.all(|record| record.contains(&bob)), "{of_bob}");

        let readings = page(&mut ann, "kind=reading").await;
        let read: Vec<_> = readings["records"].as_array().expect("a list").iter().rev().collect();
        assert_eq!(read[0]["event"]["subject"], json!({"kind": "stream", "stream": "all"}));
        assert_eq!(read[0]["event"]["by"]["means"], "session");
        let ids = readings["names"].as_object().expect("names");
        assert_eq!(ids[read[0]["who"].as_str().expect("an id")], ANN);
        assert_eq!(read[1]["event"]["subject"]["stream"], format!("user/{bob}"));
        // going on reading is no record
        assert_eq!(read.len(), 2);

        // An auditor reads the acts of all, and changes nothing.
        let own = format!("access/api/ui/users/{bob}");
        assert_eq!(ann.patch(&own, json!({"auditor": true})).await.status, 200);
        let seen = visitor.get(ACTS).await;
        assert_eq!(seen.status, 200, "{}", seen.json());
        assert!(seen.json().to_string().contains(&format!("\"value\":\"{}\"", ann.source())));
        assert_eq!(visitor.patch(&own, json!({"admin": true})).await.status, 403);
        assert_eq!(visitor.get("access/api/ui/users").await.status, 403);
    });
}

/// covers: [AUD-06]
#[test]
fn pages_follow_each_other_without_gap_or_repeat_while_records_arrive() {
    run(async {
        let place = place();
        let (_server, mut ann) = administered(&place).await;
        for name in ["bob", "carla", "dora"] {
            create(&mut ann, name).await;
        }
        // the first reading is a record
        page(&mut ann, "limit=1").await;
        let whole = numbers(&page(&mut ann, "limit=200").await);
        assert!(whole.len() > 10, "{whole:?}");
        let (mut found, mut query) = (Vec::new(), "limit=4".to_owned());
        loop {
            let part = page(&mut ann, &query).await;
            assert!(numbers(&part).len() <= 4);
            found.extend(numbers(&part));
            create(&mut ann, &format!("late{}", found.len())).await;
            let Some(next) = part["next"].as_str() else { break };
            query = format!("limit=4&before={next}");
        }
        assert_eq!(found, whole);
        assert!(numbers(&page(&mut ann, "limit=200").await).len() > whole.len());
    });
}

/// covers: [AUD-06]
#[test]
fn what_is_done_to_repositories_and_their_files_is_listed() {
    run(async {
        let stage = Stage::new().await;
        stage.grant_bob(&["READ"]).await;
        assert_eq!(stage.ann().delete("/artifactory/files/other/c.txt").await.status, 204);
        let mut ann = signed_in(&stage.server).await;
        let acts = page(&mut ann, "kind=change&limit=200").await;
        let acts = acts["records"].as_array().expect("a list");
        for (machine, events) in [
            ("repository", vec!["create"]),
            ("package", vec!["deploy", "remove"]),
            ("permission", vec!["create"]),
        ] {
            for event in events {
                let is_there =
                    |act: &&Value| act["machine"] == machine && act["event"]["type"] == event;
                assert!(acts.iter().any(|act| is_there(&act)), "{machine} {event}");
            }
        }
        stage.server.stop();
    });
}

/// covers: [AUD-06]
#[test]
fn refusals_are_listed_and_an_invalid_query_is_explained() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let mut stranger = Browser::visiting(&server).await;
        assert_eq!(stranger.log_in(ANN, "not the password").await.status, 401);
        // the failure is recorded after the response
        let refused = loop {
            let refused = page(&mut ann, "kind=refused").await;
            if numbers(&refused).len() == 1 {
                break refused;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(refused["records"][0]["event"]["type"], "fail_sign_in", "{refused}");
        let queries = ["before=x", "before=1", "before=1.x", "before=-1.2", "user=", "user=ann"];
        for query in queries.into_iter().chain(["kind=everything", "limit=many", "page=2"]) {
            let answer = ann.get(&format!("{ACTS}?{query}")).await;
            assert_eq!(answer.status, 400, "{query}");
            assert!(answer.code().starts_with("malformed_"), "{query}: {}", answer.code());
        }
        let beyond = page(&mut ann, &format!("before={0}.{0}&limit=0", u64::MAX)).await;
        assert_eq!(numbers(&beyond).len(), 1);
        let beginning = page(&mut ann, "before=0.0").await;
        assert_eq!((numbers(&beginning).len(), &beginning["next"]), (0, &Value::Null));
    });
}
