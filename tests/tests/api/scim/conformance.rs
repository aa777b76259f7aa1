//! scim2-tester, a public set of checks of servers.

use std::process::Command;

use serde_json::Value;
use waybill_tests::run;
use waybill_tests::tools::scim_tools;

use super::{BASE, Fixture};

const PROGRAM: &str = include_str!("../../../clients/scim_check.py");

/// Whether an account is enabled is always known, so that this attribute cannot be removed.
const KEPT: &str = "PATCH modify() did not remove attribute 'active'";

/// covers: [SCIM-01, SCIM-04]
#[test]
fn a_public_set_of_checks_finds_nothing_wrong() {
    run(async {
        let fixture = Fixture::new().await;
        let base = format!("http://{}{BASE}", fixture.server.address());
        let mut command = Command::new(scim_tools().join("python"));
        command.args(["-W", "ignore", "-c", PROGRAM, &base, &fixture.client.token]);
        let checking = tokio::task::spawn_blocking(move || command.output());
        let output = checking.await.expect("a task").expect("Python");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{problem}");
        let checks: Vec<Value> = serde_json::from_str(&printed).expect("a list");
        assert!(checks.len() > 60, "{printed}");
        let of =
            |status: &'static str| checks.iter().filter(move |check| check["status"] == status);
        let passed = of("SUCCESS").count();
        assert!(passed > 60, "{printed}");
        let is_known = |check: &&Value| check["reason"] == KEPT;
        let wrong: Vec<&Value> =
            checks.iter().filter(|check| check["status"] != "SUCCESS").collect();
        let others = wrong.iter().filter(|check| !is_known(check) && check["status"] != "SKIPPED");
        assert_eq!(others.count(), 0, "{wrong:?}");
        // Only searches in all types at once are not there, and answer that they are not.
        assert!(of("SKIPPED").all(|check| check["title"] == "search_with_attributes"), "{wrong:?}");
    });
}
