//! The whole path of the modal over the socket: a tab proposes, and a token comes as a handle.

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Mishap};
use waybill_tests::{Browser, Place, Tab, run};

use super::{Fixture, SECRET, TOKEN, USER, listed, settings, with};
use crate::licences::with_bob;

const MACHINE: &str = "git_integration";
const WRONG: &str = "canary-git-wrong-77ae";

/// The newest state of the machine.
fn state(tab: &Tab) -> Value {
    let mut changes = tab.changes.iter().rev();
    let newest = changes.find(|change| change["machine"] == MACHINE);
    newest.map(|change| change["state"].clone()).unwrap_or_default()
}

/// Proposes an event that is accepted, and waits for a state.
async fn propose(tab: &mut Tab, event: Value, wanted: &str) -> Value {
    let answer = tab.command(MACHINE, event.clone()).await;
    assert_eq!(answer["type"], "ack", "{event}: {answer}");
    tab.receive_until(|tab| state(tab)["state"] == wanted).await;
    state(tab)
}

/// The code with which an event is rejected.
async fn rejected(tab: &mut Tab, event: Value) -> String {
    let answer = tab.command(MACHINE, event.clone()).await;
    assert_eq!(answer["type"], "nack", "{event}: {answer}");
    answer["code"].as_str().expect("a code").to_owned()
}

/// The handle of a token.
async fn handle(page: &mut Browser, token: &str) -> Value {
    let kept = page.post(SECRET, json!({"token": token})).await;
    assert_eq!(kept.status, 200, "{}", kept.json());
    let handle = kept.json();
    assert!(handle["handle"].as_str().is_some_and(|id| id.starts_with("h_")), "{handle}");
    handle
}

fn fields(server: &GitServer, name: &str) -> Value {
    let vendor = server.vendor.key();
    json!({"vendor": vendor, "name": name, "url": server.url(), "user_name": USER})
}

fn event(kind: &str, fields: &Value, token: &Value) -> Value {
    json!({"type": kind, "fields": fields, "token": token})
}

/// The item of a vendor on the page.
fn item(state: &Value, vendor: &str) -> Value {
    let mut items = state["page"]["vendors"].as_array().into_iter().flatten();
    items.find(|item| item["vendor"] == vendor).cloned().unwrap_or_default()
}

/// covers: [INT-04, INT-06, INT-07]
#[test]
fn a_tab_tests_creates_changes_and_deletes_an_integration() {
    run(async {
        let gitlab = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&gitlab]).await;
        let page = &mut fixture.page;
        let mut tab = Tab::open(page).await;
        tab.settle("/packages").await;
        let ready = propose(&mut tab, json!({"type": "open"}), "ready").await;
        assert_eq!(ready["page"]["vendors"].as_array().map(Vec::len), Some(4));
        let base_url = page.get("ui/setMeUp").await.json()["baseUrl"].clone();
        assert!(base_url.is_string());
        assert_eq!(ready["page"]["base_url"], base_url);
        assert_eq!(item(&ready, "gitlab")["connected"], json!(false));
        propose(&mut tab, json!({"type": "create", "vendor": "gitlab"}), "editing").await;
        let entered = fields(&gitlab, "Ours");
        // It is not saved before it was tested.
        let untested = event("save", &entered, &handle(page, TOKEN).await);
        assert_eq!(rejected(&mut tab, untested).await, "git_not_tested");
        let without = event("test", &entered, &Value::Null);
        assert_eq!(rejected(&mut tab, without).await, "git_token");

        let failing = event("test", &entered, &handle(page, WRONG).await);
        let answer = tab.command(MACHINE, failing).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        tab.receive_until(|tab| !state(tab)["form"]["error"].is_null()).await;
        let failed = state(&tab);
        assert_eq!(
            (&failed["state"], &failed["form"]["tested"], &failed["form"]["popover"]),
            (&json!("editing"), &Value::Null, &json!(false))
        );
        let passing = handle(page, TOKEN).await;
        let answer = tab.command(MACHINE, event("test", &entered, &passing)).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        tab.receive_until(|tab| state(tab)["form"]["popover"] == true).await;
        let passed = state(&tab);
        assert_eq!(passed["form"]["tested"]["fields"], entered);
        assert_eq!(passed["form"]["error"], Value::Null);
        // Other fields are not what was tested.
        let moved = with(&entered, "url", json!("https://git.example.org"));
        let moved = event("save", &moved, &handle(page, TOKEN).await);
        assert_eq!(rejected(&mut tab, moved).await, "git_not_tested");

        let saving = event("save", &entered, &handle(page, TOKEN).await);
        let choosing = propose(&mut tab, saving, "choosing").await;
        let key = choosing["key"].clone();
        assert_eq!(listed(page).await[0]["key"], key);
        let choose = |key: &Value, products: Value| json!({"type": "choose", "key": key, "products": products});
        let other = choose(&json!("git_0"), json!(["scanning"]));
        assert_eq!(rejected(&mut tab, other).await, "unknown_integration");
        propose(&mut tab, choose(&key, json!(["scanning"])), "ready").await;
        // The list is fetched again after the modal has closed.
        let service = json!({"product": "scanning", "connections": 1, "connected": true});
        let has_service = |tab: &Tab| item(&state(tab), "gitlab")["services"] == json!([service]);
        tab.receive_until(has_service).await;
        let connected = item(&state(&tab), "gitlab");
        assert_eq!(
            (&connected["integrations"], &connected["connected"]),
            (&json!(1), &json!(true))
        );
        assert_eq!(listed(page).await[0]["products"], json!(["scanning"]));

        // The page selects products without the modal.
        propose(&mut tab, choose(&key, json!([])), "ready").await;
        let has_none = |tab: &Tab| item(&state(tab), "gitlab")["services"][0]["connections"] == 0;
        tab.receive_until(has_none).await;
        assert_eq!(listed(page).await[0]["products"], json!([]));
        let unknown = choose(&json!("git_0"), json!([]));
        assert_eq!(tab.command(MACHINE, unknown).await["type"], "ack");
        tab.receive_until(|tab| !state(tab)["page"]["error"].is_null()).await;
        assert_eq!(state(&tab)["page"]["error"]["code"], json!("unknown_integration"));

        // Another name needs neither a test nor the token.
        let edit = json!({"type": "edit", "fields": entered, "key": key});
        propose(&mut tab, edit, "editing").await;
        let renamed = event("save", &fields(&gitlab, "Theirs"), &Value::Null);
        propose(&mut tab, renamed, "ready").await;
        assert_eq!(listed(page).await[0]["name"], json!("Theirs"));
        propose(&mut tab, json!({"type": "delete", "key": key}), "ready").await;
        tab.receive_until(|tab| item(&state(tab), "gitlab")["connected"] == false).await;
        assert_eq!(listed(page).await, json!([]));
        // No tab ever receives a token.
        for message in tab.changes.iter().chain(&tab.others).chain(&tab.snapshots) {
            assert!(!message.to_string().contains("canary"), "{message}");
        }
    });
}

/// covers: [INT-04]
#[test]
fn a_handle_is_good_once_and_a_late_answer_changes_no_closed_modal() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&github]).await;
        let page = &mut fixture.page;
        let mut tab = Tab::open(page).await;
        tab.settle("/packages").await;
        propose(&mut tab, json!({"type": "open"}), "ready").await;
        propose(&mut tab, json!({"type": "create", "vendor": "github"}), "editing").await;
        let entered = fields(&github, "Ours");
        let once = handle(page, TOKEN).await;
        let test = event("test", &entered, &once);
        assert_eq!(tab.command(MACHINE, test.clone()).await["type"], "ack");
        tab.receive_until(|tab| state(tab)["form"]["popover"] == true).await;
        propose(&mut tab, json!({"type": "close_popover"}), "editing").await;
        let invented = json!({"handle": format!("h_{}", "0".repeat(32))});
        for test in [test, event("test", &entered, &invented)] {
            propose(&mut tab, test, "editing").await;
            assert_eq!(state(&tab)["form"]["popover"], json!(false));
        }
        assert_eq!(github.received().len(), 1);

        github.misbehaves_at("", Mishap::Hangs);
        let hanging = event("test", &entered, &handle(page, TOKEN).await);
        propose(&mut tab, hanging, "testing").await;
        let closed = propose(&mut tab, json!({"type": "close"}), "ready").await;
        assert_eq!(closed.get("form"), None);
        tab.receive_for(std::time::Duration::from_secs(2)).await;
        assert_eq!(state(&tab)["state"], json!("ready"));
    });
}

/// covers: [INT-07]
#[test]
fn a_tab_of_another_user_or_without_the_feature_is_not_available() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let place = Place::new().with_settings(&settings(&[&github]));
        let (_server, mut bob) = with_bob(&place).await;
        let mut tab = Tab::open(&mut bob).await;
        tab.settle("/packages").await;
        let shown = propose(&mut tab, json!({"type": "open"}), "unavailable").await;
        assert_eq!(shown["why"], json!("not_admin"));
        for refused in [
            json!({"type": "create", "vendor": "github"}),
            json!({"type": "delete", "key": "git_0"}),
            json!({"type": "refresh"}),
            event("test", &fields(&github, "Ours"), &Value::Null),
        ] {
            assert_eq!(rejected(&mut tab, refused).await, "not_authorised");
        }
        let without = settings(&[&github]).replace("features = [\"git_scanning\"]\n", "");
        let mut fixture = Fixture::at(Place::new().with_settings(&without)).await;
        let mut tab = Tab::open(&mut fixture.page).await;
        tab.settle("/packages").await;
        let shown = propose(&mut tab, json!({"type": "open"}), "unavailable").await;
        assert_eq!(shown["why"], json!("not_supported"));
        assert_eq!(github.received().len(), 0);
    });
}
