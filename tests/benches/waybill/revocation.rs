//! The time until revoked sessions are closed: a revoked right must not be usable for long.

use std::time::Instant;

use serde_json::json;
use waybill_tests::{Browser, Place, Tab};

use crate::row;

const PASSWORD: &str = "correct horse battery";
const SESSIONS: usize = 50;
const GOAL_MS: f64 = 1_000.0;

/// Prints one row: from the request to revoke all other sessions until the last of their sockets is closed.
pub async fn revoked() {
    let server = Place::new().start();
    let mut here = Browser::visiting(&server).await;
    here.set_up(&server, "ann", PASSWORD).await;
    here.sign_in("ann", PASSWORD).await;
    let mut others = Vec::new();
    for _ in 0..SESSIONS {
        let mut browser = Browser::visiting(&server).await;
        browser.sign_in("ann", PASSWORD).await;
        others.push(Tab::open(&mut browser).await);
    }
    let since = Instant::now();
    let answer = here.post("ui/auth/sessions/revoke", json!({"others": true})).await;
    assert_eq!(answer.json()["revoked"], SESSIONS);
    for tab in &mut others {
        assert_eq!(tab.close_code().await, 4001);
    }
    let took_ms = since.elapsed().as_secs_f64() * 1e3;
    row(
        &format!("{SESSIONS} sessions revoked, until the last socket is closed"),
        &format!("{took_ms:.0} ms"),
        "<= 1000 ms",
        took_ms / GOAL_MS,
    );
}
