//! Searching whole logs with the files that were rotated: what is found, counted, refused, and only for administrators.

use std::fs;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use crate::licences::with_bob;
use crate::{own, signed_in};

const SEARCH: &str = "system/logs/search/event?id=event-service.log";
/// The hour of the lines that the tests write.
const HOUR: &str = "2026-01-01T10";

fn line(minute: u32, level: &str, message: &str) -> String {
    format!("{HOUR}:{minute:02}:00.000Z [jfevt] [{level:<5}] [                ] [x] - {message}\n")
}

/// Two files of a log: a rotated one of the first half hour, and the present one with what the server wrote before.
fn write_lines(place: &Place) -> String {
    let folder = place.data().join("log").join("event");
    fs::create_dir_all(&folder).expect("a folder");
    let of = |minutes: std::ops::Range<u32>| {
        let level = |minute: u32| if minute.is_multiple_of(10) { "ERROR" } else { "INFO" };
        minutes.map(|minute| line(minute, level(minute), &format!("Needle {minute}"))).collect()
    };
    let (old, new): (String, String) = (of(0..30), of(30..60));
    fs::write(folder.join("event-service.2026-01-01T10-30-00.log"), old).expect("written");
    fs::write(folder.join("event-service.log"), &new).expect("written");
    new
}

async fn found(browser: &mut Browser, query: &str) -> Value {
    let answer = browser.get(&format!("{SEARCH}{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// covers: [LOGV-02, LOGV-03]
#[test]
fn a_whole_log_is_searched_and_counted_and_a_match_is_an_address() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let new = write_lines(&place);
        // The server writes to the log as well, at another time.
        let hour = format!("&from={HOUR}:00:00.000Z&to={HOUR}:59:59.999Z");
        let all = found(&mut ann, &format!("&q=needle{hour}")).await;
        assert_eq!((&all["found"], &all["is_complete"]), (&json!(60), &json!(true)));
        assert_eq!(all["density"]["step_ms"], 60_000);
        let matches = all["matches"].as_array().expect("matches");
        assert_eq!(matches.len(), 60);
        let minutes = matches.iter().filter_map(|one| one["at"].as_str()?.get(14..16));
        assert_eq!(minutes.take(2).collect::<Vec<_>>(), ["59", "58"], "the newest comes first");
        let buckets = all["density"]["buckets"].as_array().expect("buckets");
        assert_eq!(buckets.len(), 60);
        let sum = |field: &str| buckets.iter().filter_map(|one| one[field].as_u64()).sum::<u64>();
        assert_eq!((sum("error"), sum("info"), sum("found")), (6, 54, 60));

        // The match leads to its line, also in the file that was rotated.
        for (index, begins) in [(0, "59"), (45, "14")] {
            let one = &matches[index];
            let generation = one["generation"].as_str().expect("a generation");
            let cursor = format!("&file_size={}&generation={generation}", one["offset"]);
            let data = "system/logs/data/event?id=event-service.log";
            let read = ann.get(&format!("{data}{cursor}")).await.json();
            let text = read["log_content"].as_str().expect("a text");
            assert!(text.starts_with(&format!("{HOUR}:{begins}:00")), "{text:.80}");
            assert!(text.starts_with(one["text"].as_str().expect("a line")));
        }
        assert!(new.contains("Needle 59"));

        let errors = found(&mut ann, &format!("&level=error{hour}")).await;
        assert_eq!(errors["found"], 6);
        let range = format!("&from={HOUR}:20:00.000Z&to={HOUR}:40:00.000Z");
        let narrowed = found(&mut ann, &format!("&q=NEEDLE&level=error{range}&limit=2")).await;
        assert_eq!(
            (&narrowed["found"], &narrowed["matches"].as_array().map(Vec::len)),
            (&json!(3), &Some(2))
        );
        let none = found(&mut ann, "&q=nothing%20like%20it").await;
        assert_eq!((&none["found"], &none["matches"]), (&json!(0), &json!([])));
        let never = ann.get("system/logs/search/jfconnect?id=jfconnect-audit.log").await;
        assert_eq!((never.status, &never.json()["density"]["from"]), (200, &Value::Null));
    });
}

/// covers: [LOGV-02]
#[test]
fn a_search_is_refused_for_others_and_with_invalid_fields() {
    run(async {
        let place = Place::new();
        let (server, mut bob) = with_bob(&place).await;
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(bob.get(SEARCH).await.status, 403);
        assert_eq!(visitor.get(SEARCH).await.status, 401);
        let mut ann = signed_in(&server).await;
        for (path, status, code) in [
            ("system/logs/search/event".to_owned(), 400, "missing_field"),
            ("system/logs/search/event?id=../event-service.log".to_owned(), 404, "unknown_log"),
            ("system/logs/search/nothing?id=x".to_owned(), 404, "not_found"),
            (format!("{SEARCH}&q={}", "x".repeat(201)), 400, "too_long"),
            (format!("{SEARCH}&level=loud"), 400, "bad_level"),
            (format!("{SEARCH}&from=yesterday"), 400, "bad_time"),
            (format!("{SEARCH}&limit=-1"), 400, "bad_number"),
            (format!("{SEARCH}&what=x"), 400, "malformed_query"),
        ] {
            let answer = ann.get(&path).await;
            assert_eq!((answer.status, answer.code()), (status, code.to_owned()), "{path:.90}");
        }
    });
}
