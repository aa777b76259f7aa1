//! What remote repositories take in, in the access log and in the records of its minutes.

use serde_json::json;
use waybill_tests::run;

use super::mirrored;
use crate::downloads::{early_in_a_minute, events, lines_until, outcome_of, verified};
use crate::stage::Stage;

/// covers: [DOWN-01, DOWN-02]
#[test]
fn what_a_killed_server_left_is_recorded_at_the_next_start_and_fills_are_lines() {
    run(async {
        early_in_a_minute().await;
        let (stage, upstream) = mirrored("generic", json!({})).await;
        upstream.has("a.txt", "hello");
        for _ in 0..2 {
            assert_eq!(stage.ann().get("/artifactory/mirror/a.txt").await.status, 200);
        }
        let found = lines_until(&stage.place, 3).await;
        let outcomes: Vec<String> = found.iter().map(outcome_of).collect();
        assert_eq!(
            outcomes,
            [
                "FILL mirror a.txt 5 filled",
                "DOWNLOAD mirror a.txt 5 whole",
                "DOWNLOAD mirror a.txt 5 whole",
            ]
        );
        let trace = |at: usize| found[at].0.split(['[', ']']).nth(1).map(str::to_owned);
        assert_eq!(trace(0), trace(1), "{found:#?}");
        let id = found[0].1["repository_id"].as_str().expect("an id").to_owned();
        let Stage { place, server, ann, bob } = stage;
        server.kill();
        let (_, proof) = verified(&place);
        assert_eq!((&proof["not_recorded_yet"], &proof["matching"]), (&json!(3), &json!(0)));
        let stage = Stage { server: place.start(), place, ann, bob };
        let stream = format!("download/{id}");
        let records = events(&stage.place, &stream);
        assert_eq!(records.len(), 1, "{records:#?}");
        let count = &records[0]["event"]["count"];
        assert_eq!((&count["recovered"], &count["lines"]["count"]), (&json!(true), &json!(3)));
        let transfers = &count["files"][0]["transfers"];
        assert_eq!(*transfers, json!({"downloads": 2, "fills": 1, "bytes": 10}));
        // What follows, perhaps in the same minute, is recorded once.
        assert_eq!(stage.ann().get("/artifactory/mirror/a.txt").await.status, 200);
        lines_until(&stage.place, 4).await;
        let stage = stage.restarted();
        let (holds, proof) = verified(&stage.place);
        assert!(holds, "{proof}");
        assert_eq!((&proof["matching"], &proof["recovered"]), (&json!(2), &json!(1)), "{proof}");
        stage.server.stop();
    });
}
