//! Licences: administrators install and remove them, other users see the result, and attackers get nothing.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server, Tab, run};

use crate::{ANN, own, shared, signed_in};

const PATH: &str = "system/licenses";
const HOLDER: &str = "Grace Hopper";

/// A configuration without a licence.
const UNLICENSED: &str =
    "[installation]\nlicence = \"NONE\"\n[installation.access]\nmfa_required = \"nobody\"\n";

fn made(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(&[&["licence", "make"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

async fn install(browser: &mut Browser, key: &str) -> Answer {
    browser.post(PATH, json!({ "licenseKey": key })).await
}

async fn remove(browser: &mut Browser) -> Answer {
    let origin = browser.origin.clone();
    browser.send(Request::new("DELETE", PATH).header("origin", &origin)).await
}

/// A non-administrator, on a server that is started here.
pub(crate) async fn with_bob(place: &Place) -> (Server, Browser) {
    assert!(own(place).await.stop().success());
    let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
    let printed = String::from_utf8_lossy(&added.stdout).into_owned();
    let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
    let server = place.start();
    let mut bob = Browser::visiting(&server).await;
    assert_eq!(bob.log_in("bob", &given).await.status, 200);
    let chosen = "seven blue staples 9";
    let change = json!({"user": "bob", "current": given, "new": chosen});
    assert_eq!(bob.post("ui/auth/changePassword", change).await.status, 200);
    bob.sign_in("bob", chosen).await;
    (server, bob)
}

/// The route that a tab arrives at when it requests a page.
async fn lands(tab: &mut Tab, path: &str) -> Value {
    let seq = tab.go(path).await["seq"].clone();
    let arrived = |tab: &Tab| {
        let mut changes = tab.changes.iter().rev();
        let newest = changes.find(|change| change["machine"] == "navigation");
        newest
            .filter(|change| change["to"] == "settled" && change["seq"].as_u64() >= seq.as_u64())
            .cloned()
    };
    tab.receive_until(|tab| arrived(tab).is_some()).await;
    arrived(tab).expect("a place")["state"]["place"]["route"].clone()
}

fn licence_in_last_message(tab: &Tab) -> Option<Value> {
    let mut changes = tab.changes.iter().rev();
    let received = changes.find(|change| change["event"]["type"] == "facts_changed")?;
    Some(received["state"]["facts"]["licence"].clone())
}

/// covers: [NAV-08, LIC-01]
#[test]
fn an_admin_without_a_licence_installs_one_and_every_open_tab_is_notified() {
    run(async {
        let place = Place::new().with_settings(UNLICENSED);
        let (server, mut bob) = with_bob(&place).await;
        let mut ann = signed_in(&server).await;
        let (mut at_ann, mut at_bob) = (Tab::open(&mut ann).await, Tab::open(&mut bob).await);
        assert_eq!(lands(&mut at_ann, "/session-activity").await, "admin.licenses.licenses");
        assert_eq!(lands(&mut at_bob, "/session-activity").await, "login");
        let before = ann.get(PATH).await.json();
        assert_eq!(before["standing"]["licence"], "NONE");
        assert_eq!(
            (&before["standing"]["installed"], &before["history"]),
            (&Value::Null, &json!([]))
        );

        let key = made(&place, &["--type", "ENTERPRISE_PLUS", "--to", HOLDER]);
        let installed = install(&mut ann, &key).await;
        assert_eq!(installed.status, 200, "{}", String::from_utf8_lossy(&installed.body));
        let installed = installed.json();
        assert_eq!(installed["standing"]["licence"], "ENTERPRISE_PLUS");
        assert_eq!(installed["standing"]["level"], 5);
        let shown = &installed["standing"]["installed"];
        assert_eq!(shown["holder"], HOLDER);
        let by = shown["installed_by"].as_str().expect("a person");
        assert_eq!(installed["names"][by], ANN);
        for tab in [&mut at_ann, &mut at_bob] {
            tab.receive_until(|tab| licence_in_last_message(tab).is_some()).await;
            assert_eq!(licence_in_last_message(tab), Some(json!("ENTERPRISE_PLUS")));
        }
        assert_eq!(lands(&mut at_bob, "/session-activity").await, "sessionActivity");
        assert_eq!(lands(&mut at_ann, "/session-activity").await, "sessionActivity");

        // And back: non-administrators are redirected to sign-in at their next navigation.
        assert_eq!(remove(&mut ann).await.json()["standing"]["licence"], "NONE");
        at_bob.receive_until(|tab| licence_in_last_message(tab) == Some(json!("NONE"))).await;
        assert_eq!(lands(&mut at_bob, "/session-activity").await, "login");
    });
}

/// covers: [LIC-01]
#[test]
fn a_licence_survives_a_restart() {
    run(async {
        let place = Place::new().with_settings(UNLICENSED);
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let key = made(&place, &["--type", "TRIAL", "--until", "2099-01-01"]);
        assert_eq!(install(&mut ann, &key).await.status, 200);
        server.kill();
        let server = place.start();
        ann.address = server.address();
        ann.origin = format!("http://{}", server.address());
        let mut tab = Tab::open(&mut ann).await;
        assert_eq!(lands(&mut tab, "/session-activity").await, "sessionActivity");
        let past = made(&place, &["--type", "TRIAL", "--until", "2020-01-01"]);
        let refused = install(&mut ann, &past).await;
        assert_eq!((refused.status, refused.code()), (422, "licence_expired".to_owned()));
        assert_eq!(ann.get(PATH).await.json()["standing"]["licence"], "TRIAL");
    });
}

/// A session that was open during a restart uses the configuration that is effective afterwards.
///
/// covers: [LIC-01, ROUTE-03]
#[test]
fn an_open_session_gets_the_facts_of_a_changed_configuration() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let mut tab = Tab::open(&mut ann).await;
        assert_eq!(lands(&mut tab, "/template").await, "authorization");
        let facts = |tab: &Tab| {
            let received = tab.changes.iter().filter(|change| change["machine"] == "startup");
            received.map(|change| change["event"]["type"].clone()).collect::<Vec<_>>()
        };
        let mut start_again = async |place: &Place| {
            let server = place.start();
            ann.address = server.address();
            ann.origin = format!("http://{}", server.address());
            let tab = Tab::open(&mut ann).await;
            (server, tab)
        };
        server.kill();
        // The same configuration causes no change.
        let (server, mut tab) = start_again(&place).await;
        assert_eq!(lands(&mut tab, "/template").await, "authorization");
        assert_eq!(facts(&tab), [] as [Value; 0]);
        server.kill();
        let place = place.with_settings(
            "[installation]\nlicence = \"ENTERPRISE_PLUS\"\nservices = [\"distribution\"]\n\
             features = [\"tested\"]\n[installation.access]\nmfa_required = \"nobody\"\n",
        );
        let (_server, mut tab) = start_again(&place).await;
        assert_eq!(lands(&mut tab, "/template").await, "template");
        let seq = tab.go("/release-bundles").await["seq"].clone();
        tab.receive_until(|tab| tab.changes.iter().any(|change| change["seq"] == seq)).await;
        let decided = tab.changes.iter().find(|change| change["seq"] == seq).expect("a change");
        assert_eq!(decided["state"]["place"]["params"]["activeTab"], "source", "{decided}");
    });
}

#[test]
fn only_administrators_can_read_or_change_it() {
    run(async {
        let place = Place::new();
        let (server, mut bob) = with_bob(&place).await;
        let key = made(&place, &["--type", "OSS"]);
        let mut visitor = Browser::visiting(&server).await;
        for (browser, status, code) in
            [(&mut visitor, 401, "not_signed_in"), (&mut bob, 403, "not_authorized")]
        {
            for answer in [
                browser.get(PATH).await,
                install(browser, &key).await,
                remove(browser).await,
                browser.get("/artifactory/api/system/license").await,
                browser.post("/artifactory/api/system/licenses", json!({"licenseKey": key})).await,
            ] {
                assert_eq!((answer.status, answer.code().as_str()), (status, code));
            }
        }
        let mut ann = signed_in(&server).await;
        let foreign = Request::new("DELETE", PATH).header("origin", "https://evil.example");
        assert_eq!(ann.send(foreign).await.code(), "foreign_origin");
        assert_eq!(ann.get(PATH).await.json()["history"], json!([]));
    });
}

#[test]
fn an_invalid_key_is_rejected_with_its_reason_and_changes_nothing() {
    run(async {
        let place = Place::new();
        let mut ann = signed_in(shared()).await;
        let key = made(&place, &["--type", "COMMERCIAL", "--to", "Acme"]);
        for (text, status, code) in [
            (String::new(), 422, "licence_empty"),
            ("hello".to_owned(), 422, "licence_not_a_key"),
            (key.replace("Acme", "Emca"), 422, "licence_checksum"),
            (key.replace("COMMERCIAL", "GOLD"), 422, "licence_checksum"),
            (key[..key.len() - 10].to_owned(), 422, "licence_checksum"),
            (format!("{key}more: of it\n"), 422, "licence_malformed"),
            (key.replace('A', "\0"), 422, "licence_not_text"),
            ("x".repeat(5_000), 413, "licence_too_long"),
        ] {
            let refused = install(&mut ann, &text).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code));
            let output_text = String::from_utf8_lossy(&refused.body).into_owned();
            assert!(
                !output_text.contains("Emca") && !output_text.contains("GOLD"),
                "{output_text}"
            );
        }
        let huge = install(&mut ann, &"x".repeat(100_000)).await;
        assert_eq!((huge.status, huge.code()), (413, "too_large".to_owned()));
        for body in [json!({"licenseKey": 5}), json!({"key": "x"}), json!([])] {
            assert_eq!(ann.post(PATH, body).await.code(), "malformed_body");
        }
        let removed = remove(&mut ann).await;
        assert_eq!((removed.status, removed.code()), (409, "licence_none_installed".to_owned()));
        assert_eq!(ann.get(PATH).await.json()["standing"]["origin"], "configuration");
    });
}

#[test]
fn of_two_concurrent_removals_one_fails_with_none_installed() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let mut too = signed_in(&server).await;
        let (one, two) = (made(&place, &["--type", "JCR"]), made(&place, &["--type", "EDGE"]));
        let (first, second) = tokio::join!(install(&mut ann, &one), install(&mut too, &two));
        assert_eq!((first.status, second.status), (200, 200));
        let effective = ann.get(PATH).await.json()["standing"]["licence"].clone();
        assert!(effective == "JCR" || effective == "EDGE", "{effective}");
        let (first, second) = tokio::join!(remove(&mut ann), remove(&mut too));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let keys = place.data().join("vault/secrets/licence_key");
        assert_eq!(std::fs::read_dir(keys).expect("a directory").count(), 0);
    });
}

/// covers: [LIC-01]
#[test]
fn the_public_api_and_the_command_line_agree() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let key = made(&place, &["--type", "ENTERPRISE", "--to", HOLDER, "--until", "2099-01-01"]);
        let path = "/artifactory/api/system/licenses";
        let installed = ann.post(path, json!({"licenseKey": key})).await;
        assert_eq!((installed.status, &installed.json()["status"]), (200, &json!(200)));
        let shown = ann.get("/artifactory/api/system/license").await;
        assert_eq!(shown.header("cache-control"), Some("no-store"));
        let wanted = json!({
            "type": "ENTERPRISE", "validThrough": "2099-01-01T00:00:00.000Z", "licensedTo": HOLDER,
        });
        assert_eq!(shown.json(), wanted);
        let mut tab = Tab::open(&mut ann).await;
        lands(&mut tab, "/session-activity").await;
        assert!(server.stop().success());

        let output_text = |arguments: &[&str]| {
            let output = place.run(arguments);
            let code = output.status.code();
            (code, String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
        };
        let (code, json) = output_text(&["licence", "show", "--json", "--data", "{data}"]);
        let standing: Value = serde_json::from_str(&json).expect(&json);
        assert_eq!((code, &standing["installed"]["holder"]), (Some(0), &json!(HOLDER)));
        let (code, _) = output_text(&["licence", "remove", "--data", "{data}"]);
        assert_eq!(code, Some(0));
        let (code, text) = output_text(&["licence", "remove", "--data", "{data}"]);
        assert!(code == Some(2) && text.contains("no licence is installed"), "{text}");
        let file = place.path("key.txt");
        std::fs::write(&file, made(&place, &["--type", "EDGE"])).expect("a file");
        let file = file.to_str().expect("a path");
        let (code, text) = output_text(&["licence", "install", file, "--data", "{data}"]);
        assert!(code == Some(0) && text.contains("EDGE (level 4)"), "{text}");
        let (code, text) = output_text(&["licence", "make", "--type", "GOLD"]);
        assert!(code == Some(2) && text.contains("ENTERPRISE_PLUS"), "{text}");

        // A session that was open before the server stopped uses the licence that is effective afterwards.
        let server = place.start();
        ann.address = server.address();
        ann.origin = format!("http://{}", server.address());
        let mut tab = Tab::open(&mut ann).await;
        tab.receive_until(|tab| {
            let received = licence_in_last_message(tab);
            let snapshot =
                tab.snapshots.iter().any(|part| part.to_string().contains(r#""licence":"EDGE""#));
            received == Some(json!("EDGE")) || snapshot
        })
        .await;
        let history = ann.get(PATH).await.json()["history"].clone();
        let by: Vec<_> =
            history.as_array().expect("a list").iter().map(|had| had["by"].is_null()).collect();
        assert_eq!(by, [true, true, false], "{history}");
    });
}

/// A command about an account must not send a licence to sessions that only the default configuration has.
#[test]
fn changing_an_account_on_the_command_line_changes_no_licence() {
    run(async {
        let settings = UNLICENSED.replace("NONE", "TRIAL");
        let place = Place::new().with_settings(&settings);
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let mut tab = Tab::open(&mut ann).await;
        lands(&mut tab, "/session-activity").await;
        assert!(server.stop().success());
        assert!(place.run(&["user", "add", "bob", "--data", "{data}"]).status.success());
        let done = place.run(&["user", "disable", "bob", "--data", "{data}"]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let server = place.start();
        ann.address = server.address();
        let received = crate::records(&mut ann).await;
        let received = received.iter().filter(|record| record["event"]["type"] == "facts_changed");
        assert_eq!(received.count(), 0);
    });
}
