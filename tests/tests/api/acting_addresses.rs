//! A session that is used from two addresses at the same time: each record names the address of its own act.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Tab, run};

use crate::{ANN, PASSWORD, own};

const FORWARDED_FOR: &str = "x-forwarded-for";
const DESK: &str = "198.51.100.7";
const PHONE: &str = "203.0.113.5";

/// The lines of `waybill audit show` about an event.
fn shown(place: &Place, stream: &str, event: &str) -> Vec<String> {
    let output = place.run(&["audit", "show", stream, "--data", "{data}"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = String::from_utf8_lossy(&output.stdout);
    let lines = table.lines().filter(|line| line.split_whitespace().any(|word| word == event));
    lines.map(str::to_owned).collect()
}

fn viewer(tab: &Tab) -> Value {
    let mut changes = tab.changes.iter().rev();
    let newest = changes.find(|change| change["machine"] == "log_viewer");
    newest.map(|change| change["state"].clone()).unwrap_or_default()
}

/// covers: [AUD-06]
#[test]
fn a_socket_and_a_request_of_one_session_are_recorded_with_their_own_addresses() {
    run(async {
        let place = Place::new().with_settings(
            "trusted_proxies = [\"127.0.0.0/8\"]\n[installation.access]\nmfa_required = \"nobody\"\n",
        );
        let server = own(&place).await;
        let mut desk = Browser::new(&server).behind_proxy(FORWARDED_FOR, DESK);
        desk.visit().await;
        desk.sign_in(ANN, PASSWORD).await;
        let mut tab = Tab::open(&mut desk).await;
        tab.settle("/admin/monitoring/system_logs").await;
        // The cookie of the session is at another address too, which sends the newest request.
        let mut phone = desk.clone().behind_proxy(FORWARDED_FOR, PHONE);
        let project = json!({"project_key": "one", "display_name": "One"});
        assert!(phone.post("projects", project).await.status < 300);
        assert_eq!(tab.command("log_viewer", json!({"type": "open"})).await["type"], "ack");
        tab.receive_until(|tab| viewer(tab)["viewer"]["read"].is_object()).await;
        // And the other way round: the newest message is that of the socket, which is open.
        let project = json!({"project_key": "two", "display_name": "Two"});
        assert!(phone.post("projects", project).await.status < 300);
        desk.visit().await;
        assert!(server.stop().success());

        let read = shown(&place, "reading/log", "reading.open");
        assert_eq!(read.len(), 1, "{read:?}");
        assert!(read[0].contains(&format!(" from {DESK}")), "{read:?}");
        for stream in ["project/one", "project/two"] {
            let made = shown(&place, stream, "project.create");
            assert!(made[0].contains(&format!(" from {PHONE}")), "{made:?}");
        }
    });
}
