//! A provider of SAML limits how long sign-ins last (`SessionNotOnOrAfter`).

use serde_json::json;
use waybill_machines::Timestamp;
use waybill_tests::{Browser, Place, Tab, run};

use super::logout::ends;
use super::peer::Peer;
use super::{Fixture, IN, PROVIDERS, Says, accepted, administered, changed, led, who};

const MINUTE_MS: i64 = 60_000;

/// When the sign-in of a browser began, and when it will be over.
async fn terms(browser: &mut Browser) -> (Timestamp, Timestamp) {
    let mut tab = Tab::open(browser).await;
    tab.receive_until(|tab| !tab.snapshots.is_empty()).await;
    let mut machines = tab
        .snapshots
        .iter()
        .flat_map(|snapshot| snapshot["machines"].as_array().cloned().unwrap_or_default());
    let login = machines.find(|entry| entry["machine"] == "login").expect("a machine");
    assert_eq!(login["state"]["state"], "signed_in", "{login}");
    let time = |field: &str| serde_json::from_value(login["state"][field].clone());
    (time("since").expect("a time"), time("until").expect("a time"))
}

/// A new browser in which Carol has signed in, whose session at the provider ends so many seconds from now.
async fn limited(fixture: &Fixture, session_ends_s: i64) -> Browser {
    let ending = |says: &mut Says| says.session_ends_s = Some(session_ends_s);
    let (browser, answer) = fixture.comes_back("carol", ending).await;
    assert_eq!(led(&answer), IN);
    browser
}

/// covers: [SSO-02, SESS-01]
#[test]
fn a_sign_in_ends_with_the_session_at_the_provider_at_the_latest() {
    run(async {
        let peer = Peer::new();
        let place = Place::new().with_flag("--qa");
        let (server, mut ann) = administered(&place).await;
        let creating = json!({"creates_accounts": true, "name_claim": "uid"});
        accepted(&ann.post(PROVIDERS, changed(peer.wanted(), creating)).await);
        let fixture = Fixture { place, server, ann, peer };

        let mut usual = fixture.signed_in("carol", "one").await;
        let mut longer = limited(&fixture, 7 * 24 * 3_600).await;
        for browser in [&mut usual, &mut longer] {
            let (since, until) = terms(browser).await;
            assert_eq!(until.ms_since(since), 12 * 60 * MINUTE_MS);
        }
        let mut shorter = limited(&fixture, 1_800).await;
        let (since, until) = terms(&mut shorter).await;
        let lasts_ms = until.ms_since(since);
        assert!((28 * MINUTE_MS..=30 * MINUTE_MS).contains(&lasts_ms), "{lasts_ms}");

        let Fixture { place, server, mut ann, .. } = fixture;
        server.stop();
        let server = place.start();
        for browser in [&mut ann, &mut usual, &mut shorter] {
            browser.move_to(&server);
        }
        assert_eq!(terms(&mut shorter).await, (since, until), "a restart changes nothing");
        // Its tabs offer to sign in again in place, as at the end of any other sign-in.
        let mut tab = Tab::open(&mut shorter).await;
        let forward = json!({"advance_ms": 31 * MINUTE_MS});
        assert_eq!(ann.post("qa/clock", forward).await.status, 200);
        tab.close_code().await;
        let seen = json!(tab.changes).to_string();
        for part in ["browser.sign_in_again", "session_expired"] {
            assert!(seen.contains(part), "{part}: {seen}");
        }
        ends(&mut shorter).await;
        assert_eq!(who(&mut usual).await, "carol");
    });
}
