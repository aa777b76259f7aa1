//! The limit of concurrent bundle requests, also when all of them arrive at the same time.

use futures_util::future::join_all;
use serde_json::json;
use waybill_tests::{Place, run};

use crate::{own, signed_in};

/// The interval between two dumps of all threads, so that each bundle takes a while.
const SLOW: i64 = 1_000;

/// covers: [BUNDLE-01]
#[test]
fn the_number_of_concurrent_bundle_requests_is_limited() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let ann = signed_in(&server).await;
        let requests = (0..24).map(|_| {
            let mut browser = ann.clone();
            async move {
                let dump = json!({"count": 2, "interval": SLOW});
                let body = json!({"service": "artifactory", "name": "slow", "parameters": {"thread_dump": dump}});
                let answer = browser.post("ui/userSupport/generateBundle", body).await;
                (answer.status, if answer.status == 200 { String::new() } else { answer.code() })
            }
        });
        let answers = join_all(requests).await;
        let begun = answers.iter().filter(|(status, _)| *status == 200).count();
        let refused = answers.iter().filter(|(status, code)| *status == 429 && !code.is_empty());
        assert_eq!((begun, refused.count()), (16, 8), "{answers:?}");
        server.kill();
    });
}
