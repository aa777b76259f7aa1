//! The menus of a session, over HTTP.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Tab, run};

use crate::{own, shared, signed_in};

/// The ids of the items of a menu.
fn ids(items: &Value) -> Vec<&str> {
    let items = items.as_array().expect("a list of items");
    items.iter().map(|item| item["id"].as_str().expect("an id")).collect()
}

/// A tab whose start-up has finished.
async fn ready(browser: &mut Browser) -> Tab {
    let mut tab = Tab::open(browser).await;
    let answer = tab.go("/session-activity").await;
    assert_eq!(answer["type"], "ack", "{answer}");
    tab.receive_until(is_ready).await;
    tab
}

fn is_ready(tab: &Tab) -> bool {
    let is = |change: &Value| change["machine"] == "startup" && change["to"] == "ready";
    let snapshot = tab.snapshots.iter().any(|snapshot| {
        let text = snapshot.to_string();
        text.contains("\"startup\"") && text.contains("\"state\":\"ready\"")
    });
    snapshot || tab.changes.iter().any(is)
}

async fn menus(browser: &mut Browser, query: &str) -> Value {
    let answer = browser.get(&format!("session/menu{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// covers: [MENU-01, ROLE-01]
#[test]
fn callers_without_session_get_no_menus_and_visitors_empty_ones() {
    run(async {
        let answer = Browser::new(shared()).get("session/menu").await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "no_session"));
        let mut browser = Browser::visiting(shared()).await;
        let empty = menus(&mut browser, "").await;
        let expected = json!({
            "facts": null, "view": null, "viewable": false, "menu": "application",
            "sections": {"application": [], "administration": [], "project_settings": []},
            "profile": [], "help": [], "quick_actions": [], "advanced": [],
            "logo": {"source": "default", "url": null, "mark": "general"},
        });
        assert_eq!(empty, expected);
        // Requesting menus records nothing.
        assert!(crate::records(&mut browser).await.is_empty());
        let answer = browser.get("session/menu?projekt=x").await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "malformed_query"));
        let long = format!("session/menu?project={}", "x".repeat(5_000));
        let answer = browser.get(&long).await;
        assert_eq!(answer.code(), "too_long");
    });
}

/// covers: [MENU-01, MENU-03, MENU-04, MENU-06]
#[test]
fn an_administrators_menus() {
    run(async {
        let mut browser = signed_in(shared()).await;
        let _tab = ready(&mut browser).await;
        let received = menus(&mut browser, "").await;
        let facts = received["facts"].as_u64().expect("the record of the facts");
        let records = crate::records(&mut browser).await;
        let record = records.iter().find(|record| record["seq"] == facts).expect("its record");
        assert_eq!((&record["machine"], &record["to"]), (&json!("startup"), &json!("ready")));
        assert_eq!(
            (&received["viewable"], &received["menu"]),
            (&json!(true), &json!("administration"))
        );
        let profile = ids(&received["profile"]);
        assert_eq!(profile[profile.len() - 2..], ["change_password", "log_out"]);
        let created = ids(&received["quick_actions"]);
        for made in ["new_user", "new_local_repository", "new_permission"] {
            assert!(created.contains(&made), "{made}");
        }
        assert_eq!(
            received["profile"][profile.len() - 1],
            json!({
                "id": "log_out", "route": null, "href": null, "action": "log_out", "url": null,
                "icon": "logout", "badge": null, "disabled": null, "group": null,
            })
        );
        let users = json!({
            "id": "users", "route": "admin.management.users", "href": null, "action": null,
            "url": null, "icon": "user", "badge": null, "disabled": null, "group": "management",
        });
        let administration = &received["sections"]["administration"];
        assert!(administration.as_array().expect("items").contains(&users), "{administration}");
        assert_eq!(received["sections"]["project_settings"], json!([]));
        assert_eq!(received["logo"], json!({"source": "default", "url": null, "mark": "oss"}));
        let lacking = received["advanced"].as_array().expect("groups").iter();
        let lacking = lacking.flat_map(|group| group["items"].as_array().expect("items"));
        let topology = lacking.clone().find(|item| item["id"] == "topology").expect("an item");
        assert_eq!(topology["disabled"], "service_missing");

        let of_a_project = menus(&mut browser, "?project=dflt").await;
        assert_eq!(of_a_project["menu"], "project_settings");
        let general = &of_a_project["sections"]["project_settings"][0];
        assert_eq!(general["href"], "/admin/projects/list?projectKey=dflt");
        assert_eq!(menus(&mut browser, "?project=all").await, received);
    });
}

/// covers: [MENU-06, ROLE-01]
#[test]
fn view_as_changes_the_menus_and_can_be_ended() {
    run(async {
        let mut browser = signed_in(shared()).await;
        let mut tab = ready(&mut browser).await;
        let own = menus(&mut browser, "").await;
        for (role, profile) in
            [("user", &["edit_profile", "change_password", "log_out"][..]), ("anonymous", &[])]
        {
            let view = json!({"role": role, "licence": null, "flavour": null});
            let answer = tab.command("startup", json!({"type": "view_as", "view": view})).await;
            assert_eq!(answer["type"], "ack", "{answer}");
            let seen = menus(&mut browser, "").await;
            assert_eq!(seen["view"], view);
            assert_eq!(seen["viewable"], true, "view-as can be ended");
            assert_eq!(ids(&seen["profile"]), profile);
            assert_eq!(seen["quick_actions"], json!([]));
            assert_eq!(seen["advanced"], json!([]));
        }
        tab.command("startup", json!({"type": "view_as_myself"})).await;
        let again = menus(&mut browser, "").await;
        assert_eq!(again["profile"], own["profile"]);
        assert_eq!(again["view"], Value::Null);
    });
}

/// covers: [MENU-05, MENU-07, MENU-08, DET-03]
#[test]
fn the_configuration_changes_the_menus() {
    let place = Place::new().with_settings(
        "[installation]\nlicence = \"EDGE\"\ncloud = true\nhelp_links_disabled = true\n\
         logo_url = \"/ui/foot.png\"\nhidden_routes = [\"builds\"]\n\
         features = [\"quick_setup\", \"quick_deploy\"]\ndocumentation_url = \"https://docs.example\"\n\
         learning_center_url = \"https://learn.example/a?b=c\"\naccount_portal_url = \"https://portal.example\"\n\
         [installation.access]\nmfa_required = \"nobody\"\n",
    );
    run(async {
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut tab = ready(&mut browser).await;
        let received = menus(&mut browser, "").await;
        assert_eq!(
            received["logo"],
            json!({"source": "footer", "url": "/ui/foot.png", "mark": "edge"})
        );
        assert_eq!(ids(&received["help"]), ["learning_center", "keyboard_shortcuts"]);
        assert_eq!(received["help"][0]["url"], "https://learn.example/a?b=c");
        let application = ids(&received["sections"]["application"]);
        assert!(application.contains(&"packages") && !application.contains(&"builds"));
        assert!(!application.contains(&"artifacts"), "artifacts cannot be browsed");
        let profile = received["profile"].as_array().expect("a list of items");
        let subscription = profile.iter().find(|item| item["id"] == "cloud_subscription");
        assert_eq!(subscription.expect("an item")["url"], "https://portal.example");
        assert!(ids(&received["profile"]).contains(&"switch_to_new_ui"));

        // At quick setup there is no quick action for it; elsewhere there is.
        let offers =
            |menus: &Value| ids(&menus["sections"]["application"]).contains(&"quick_setup");
        tab.go("/quick-setup").await;
        assert!(!offers(&menus(&mut browser, "").await));
        tab.go("/packages").await;
        assert!(offers(&menus(&mut browser, "").await));
    });
}

/// covers: [MENU-01]
#[test]
fn a_project_key_that_is_too_long_is_rejected() {
    run(async {
        let mut browser = signed_in(shared()).await;
        ready(&mut browser).await;
        let longest = "p".repeat(256);
        assert_eq!(browser.get(&format!("session/menu?project={longest}")).await.status, 200);
        let answer = browser.get(&format!("session/menu?project={longest}p")).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "too_long"));
    });
}
