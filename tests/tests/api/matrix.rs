//! The access matrix, cell by cell against what a server decides about fresh tabs.

use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};
use waybill_machines::rules::routes::place_of;
use waybill_tests::{Browser, Place, Server, Tab, run, waybill};

use crate::{own, signed_in};

/// One of so many routes is requested under a view; the next view takes the next ones.
const ROUTES_APART: usize = 9;

/// The cells of an installation, in the order of the routes.
fn cells(place: &Place, settings: &str) -> Vec<Value> {
    let config = place.path("matrix.toml");
    fs::write(&config, settings).expect("a file");
    let mut command = Command::new(waybill());
    let output = command.args(["chart", "matrix", "--json", "--config"]).arg(config).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a cell")).collect()
}

/// The configuration that docs/who-gets-where.md describes.
fn documented() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/who-gets-where.toml");
    fs::read_to_string(file).expect("the configuration of the document")
}

/// What a fresh tab decides about an address: the address that it leaves for, or its place.
async fn decided(browser: &mut Browser, path: &Value) -> Value {
    let mut tab = Tab::open(browser).await;
    let go = json!({"type": "go", "path": path, "trigger": "start"});
    let answer = tab.command("navigation", go).await;
    assert_eq!(answer["type"], "ack", "{path}: {answer}");
    let end = |change: &&Value| {
        change["machine"] == "navigation"
            && (change["to"] == "settled" || change["to"] == "leaving")
    };
    tab.receive_until(|tab| tab.changes.iter().any(|change| end(&change))).await;
    let state = &tab.changes.iter().rev().find(end).expect("a decision")["state"];
    if state["state"] == "leaving" { state["url"].clone() } else { state["place"].clone() }
}

/// Where a cell says that a tab ends up, in the same form.
fn expected(cell: &Value) -> Value {
    let to = cell["to"].as_str().expect("a path or an address");
    if to.starts_with('/') { json!(place_of(to)) } else { json!(to) }
}

async fn differing(browser: &mut Browser, cell: &Value) -> Option<String> {
    let found = decided(browser, &cell["path"]).await;
    (found != expected(cell)).then(|| format!("{cell} led to {found}"))
}

/// covers: [NAV-10, NAV-15, LIC-01]
#[test]
fn a_server_decides_as_the_documented_matrix_says() {
    run(async {
        let settings = documented();
        let place = Place::new().with_settings(&format!(
            "{settings}[installation.access]\nmfa_required = \"nobody\"\n"
        ));
        let cells = cells(&place, &settings);
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut control = Tab::open(&mut browser).await;
        control.start().await;
        let view_of = |cell: &Value| json!({"role": cell["role"], "licence": cell["licence"], "flavour": cell["flavour"]});
        // View-as has no visitor whose application has not started; the next test has.
        let mut views: Vec<Value> = Vec::new();
        for cell in cells.iter().filter(|cell| cell["role"] != "anonymous") {
            if !views.contains(&view_of(cell)) {
                views.push(view_of(cell));
            }
        }
        assert_eq!(views.len(), 3 * 13 * 3);
        let mut wrong = Vec::new();
        let mut seen = 0;
        for (number, view) in views.iter().enumerate() {
            let answer = control.command("startup", json!({"type": "view_as", "view": view})).await;
            assert_eq!(answer["type"], "ack", "{answer}");
            let of_view = cells.iter().filter(|cell| view_of(cell) == *view).enumerate();
            for (_, cell) in of_view.filter(|(at, cell)| {
                // the page whose answer depends on the type of the licence is asked for under each
                (at + number).is_multiple_of(ROUTES_APART)
                    || cell["route"] == "admin.securityTeaser"
            }) {
                seen += 1;
                // signing out would end the session
                if cell["route"] != "logout" {
                    wrong.extend(differing(&mut browser, cell).await);
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(seen > 900, "only {seen}");
    });
}

/// Every route, requested by visitors who have just come.
async fn of_visitors(server: &Server, cells: &[Value], licence: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let own = cells.iter().filter(|cell| {
        cell["role"] == "anonymous" && cell["licence"] == licence && cell["flavour"] == "standard"
    });
    for cell in own {
        let mut visitor = Browser::visiting(server).await;
        wrong.extend(differing(&mut visitor, cell).await);
    }
    wrong
}

/// covers: [NAV-19, NAV-06]
#[test]
fn visitors_end_up_where_the_matrix_says_also_with_an_external_address() {
    run(async {
        for settings in [
            "[installation]\n",
            "[installation]\nexternal_redirect = \"https://elsewhere.example/x\"\nhidden_routes = [\"login\", \"builds\"]\n",
            "[installation]\nhidden_routes = [\"login\", \"builds\"]\n[installation.access]\nanonymous_allowed = true\n",
        ] {
            let place = Place::new().with_settings(settings);
            let cells = cells(&place, settings);
            let server = place.start();
            let wrong = of_visitors(&server, &cells, "OSS").await;
            assert!(wrong.is_empty(), "{settings}:\n{}", wrong.join("\n"));
        }
    });
}
