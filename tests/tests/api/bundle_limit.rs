//! How many bundles are made at once, also when all of them are asked for in the same moment.

use futures_util::future::join_all;
use serde_json::json;
use waybill_tests::{Place, run};

use crate::{own, signed_in};

/// Each takes a while: two stacks of every thread with a second between them.
const SLOW: i64 = 1_000;

/// covers: [BUNDLE-01]
#[test]
fn no_more_bundles_are_made_at_once_than_may_be() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let ann = signed_in(&server).await;
        let asked = (0..24).map(|_| {
            let mut browser = ann.clone();
            async move {
                let dump = json!({"count": 2, "interval": SLOW});
                let body = json!({"service": "artifactory", "name": "slow", "parameters": {"thread_dump": dump}});
                let answer = browser.post("ui/userSupport/generateBundle", body).await;
                (answer.status, if answer.status == 200 { String::new() } else { answer.code() })
            }
        });
        let answers = join_all(asked).await;
        let begun = answers.iter().filter(|(status, _)| *status == 200).count();
        let refused = answers.iter().filter(|(status, code)| *status == 429 && !code.is_empty());
        assert_eq!((begun, refused.count()), (16, 8), "{answers:?}");
        server.kill();
    });
}
