//! Whether target bundles are dropped after a while, as sent to tabs.

use serde_json::{Value, json};
use waybill_tests::{Place, Tab, run};

use crate::licences::with_bob;
use crate::signed_in;

fn retention(tab: &Tab) -> Option<Value> {
    let changes = tab.changes.iter().rev();
    changes.filter(|change| change["machine"] == "retention").map(|c| c["state"].clone()).next()
}

/// covers: [RET-01, RET-02]
#[test]
fn retention_is_off_unless_enabled_and_tabs_are_notified() {
    run(async {
        for (settings, enabled) in [
            ("", false),
            (
                "[installation]\ntarget_bundle_retention = true\n[installation.access]\nmfa_required = \"nobody\"\n",
                true,
            ),
        ] {
            let place = Place::new();
            let place = if settings.is_empty() { place } else { place.with_settings(settings) };
            let (server, mut bob) = with_bob(&place).await;
            let mut ann = signed_in(&server).await;
            let answer = ann.get("ui/bundle/retention/config/enable").await.json();
            assert_eq!(answer, json!({ "enable": enabled }));
            for (browser, wanted, reason) in
                [(&mut ann, enabled, "told"), (&mut bob, false, "not_admin")]
            {
                let mut tab = Tab::open(browser).await;
                tab.settle("/session-activity").await;
                tab.command("retention", json!({"type": "ask"})).await;
                let done =
                    |tab: &Tab| retention(tab).is_some_and(|state| state["state"] == "answered");
                tab.receive_until(done).await;
                let state = retention(&tab).expect("a state");
                assert_eq!(
                    state,
                    json!({"state": "answered", "enabled": wanted, "reason": reason})
                );
            }
        }
    });
}
