//! Writes the data directory of a released build, which every later build must be able to open.
//!
//! ```text
//! cargo run -p waybill-tests --bin release-journal -- NAME
//! ```
//!
//! It drives the binary of this build over HTTP and sockets, kills it while work is in progress, and packs its files
//! into `tests/journals/NAME.zip`. `NAME.shapes.json` has the shapes of everything it can record, and `NAME.json` what
//! a test needs to continue: cookies, passwords, the time of the kill, and the settings. Each release adds one;
//! existing ones are never changed.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server, Tab, codes, run};
use zip::write::SimpleFileOptions;

const ANN: &str = "ann";
const PASSWORD: &str = "correct horse 7 staple";
const BOBS_PASSWORD: &str = "seven blue staples 9";
/// Facts that differ from their defaults, so that a reader that drops one is detected.
const SETTINGS: &str = r#"[installation]
licence = "ENTERPRISE"
node_id = "node-1"
services = ["xray", "distribution"]
features = ["quick_setup", "new_onboarding"]
hidden_routes = ["admin.topology"]

[installation.access]
mfa_required = "admins"
totp_skew_steps = 1
"#;

fn main() {
    let name = std::env::args().nth(1).expect("usage: release-journal NAME");
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/journals"));
    run(async move {
        let place = Place::new().with_settings(SETTINGS);
        let description = live(&place).await;
        fs::create_dir_all(&folder).expect("a folder");
        pack(&place.data(), &folder.join(format!("{name}.zip")));
        let mut text = serde_json::to_string_pretty(&Value::Object(description)).expect("JSON");
        text.push('\n');
        fs::write(folder.join(format!("{name}.json")), text).expect("a file");
        let mut shapes =
            serde_json::to_string_pretty(&waybill_machines::shapes::of_records()).expect("JSON");
        shapes.push('\n');
        fs::write(folder.join(format!("{name}.shapes.json")), shapes).expect("a file");
    });
}

/// Uses an installation so that every kind of record is written.
async fn live(place: &Place) -> Map<String, Value> {
    let server = place.start();
    let mut ann = Browser::visiting(&server).await;
    ann.set_up(&server, ANN, PASSWORD).await;
    let (secret, recovery) = enrol(&mut ann).await;
    administer(place, &mut ann).await;
    in_tabs(&mut ann).await;
    assert!(server.stop().success());

    // Commands that need the server to be stopped.
    let given = generated_password(place, "bob");
    let carols = generated_password(place, "carol");
    ok(place, &["token", "make", "--user", ANN, "--data", "{data}"]);
    let server = place.start();
    move_to(&mut ann, &server);

    let mut bob = Browser::visiting(&server).await;
    bob.log_in("bob", &given).await;
    let change = json!({"user": "bob", "current": given, "new": BOBS_PASSWORD});
    assert_status(&bob.post("ui/auth/changePassword", change).await, 200);
    bob.sign_in("bob", BOBS_PASSWORD).await;
    let mut tab = Tab::open(&mut bob).await;
    for path in ["/session-activity", "/admin/management/users", "/packages?projectKey=one"] {
        tab.settle(path).await;
    }

    let mut carol = Browser::visiting(&server).await;
    carol.log_in("carol", &carols).await;
    let mut visitor = Browser::visiting(&server).await;
    Tab::open(&mut visitor).await.settle("/packages").await;
    let mut pending = Browser::visiting(&server).await;
    pending.log_in(ANN, PASSWORD).await;
    let mut gone = Browser::visiting(&server).await;
    gone.sign_in("bob", BOBS_PASSWORD).await;
    assert_status(&gone.post("ui/auth/logout", json!({})).await, 200);

    let interrupted = kill_while_busy(server, &mut ann).await;
    let sessions = [
        ("ann", &ann),
        ("bob", &bob),
        ("carol_must_change_her_password", &carol),
        ("visitor", &visitor),
        ("ann_owes_a_code", &pending),
        ("bob_signed_out", &gone),
        ("cut_off_while_the_password_was_checked", &interrupted),
    ];
    let sessions: Map<String, Value> = sessions
        .map(|(name, browser)| (name.to_owned(), json!(browser.token())))
        .into_iter()
        .collect();
    let mut description = Map::new();
    description.insert("moment".into(), json!(codes::now() * 1_000));
    description.insert("settings".into(), json!(SETTINGS));
    description.insert(
        "passwords".into(),
        json!({"ann": PASSWORD, "bob": BOBS_PASSWORD, "carol": carols}),
    );
    description.insert("second_factor".into(), json!({"secret": secret, "recovery": recovery}));
    description.insert("sessions".into(), Value::Object(sessions));
    description
}

async fn enrol(ann: &mut Browser) -> (String, Value) {
    assert_eq!(ann.log_in(ANN, PASSWORD).await.json()["next"], "enrol_required");
    let enrolment = ann.get("ui/auth/mfa/enroll").await.json();
    let secret = enrolment["secret"].as_str().expect("a secret").to_owned();
    let code = json!({"code": codes::fresh(&secret).await});
    let answer = ann.post("ui/auth/mfa/enroll", code).await;
    assert_status(&answer, 200);
    (secret, answer.json()["recovery_codes"].clone())
}

/// What an administrator does over HTTP.
async fn administer(place: &Place, ann: &mut Browser) {
    let project = json!({"project_key": "one", "display_name": "Project One"});
    assert!(ann.post("projects", project).await.status < 300);
    let key = ok(place, &["licence", "make", "--type", "ENTERPRISE_PLUS", "--to", "Grace Hopper"]);
    assert_status(&ann.post("system/licenses", json!({"licenseKey": key})).await, 200);
    let origin = ann.origin.clone();
    let png = [
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(),
        &320_u32.to_be_bytes(),
        &80_u32.to_be_bytes(),
        &[7; 64],
    ];
    let upload = Request::new("PUT", "system/logo").header("origin", &origin);
    let upload = upload.header("content-type", "image/png").body(png.concat());
    assert_status(&ann.send(upload).await, 200);
    let artifact = json!({
        "path": "lib/abc.txt", "size": 3,
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d", "md5": "900150983cd24fb0d6963f7d28e17f72",
    });
    let manifest = json!({"name": "shop", "version": "1.0.0", "artifacts": [artifact]});
    assert!(ann.post("release_bundles", manifest).await.status < 300);
    let bundle = json!({"services": ["artifactory"], "name": "slow uploads", "parameters": {
        "configuration": false, "system": false, "logs": {"include": false}, "thread_dump": {"count": 0}}});
    assert_status(&ann.post("ui/userSupport/generateBundle", bundle).await, 200);
    let id = loop {
        let rows = ann.get("ui/userSupport/listBundles").await.json()["bundles"].clone();
        if rows[0]["settled"] == true {
            break rows[0]["id"].as_str().expect("an id").to_owned();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let delete = Request::new("DELETE", &format!("ui/userSupport/deleteBundle/{id}"));
    assert_status(&ann.send(delete.header("origin", &origin)).await, 200);
}

/// Proposals of a tab to each machine of a session.
async fn in_tabs(ann: &mut Browser) {
    let mut tab = Tab::open(ann).await;
    tab.settle("/session-activity").await;
    for event in [
        json!({"type": "begin"}),
        json!({"type": "next"}),
        json!({"type": "choose", "purpose": "commercial"}),
        json!({"type": "next"}),
    ] {
        tab.command("onboarding", event).await;
    }
    let details = json!({"role": "other", "otherRole": "Archivist", "companyName": "Acme Lorries"});
    assert_status(&ann.post("ui/onboarding/details", details).await, 200);
    tab.command("onboarding", json!({"type": "next"})).await;
    tab.command("onboarding", json!({"type": "skip"})).await;
    for path in [
        "/packages?projectKey=one",
        "/admin/license",
        "/admin/support-zone",
        "/bundles",
        "/nowhere",
    ] {
        tab.settle(path).await;
    }
    // Rejections are recorded too.
    tab.command("login", json!({"type": "cancel"})).await;
    tab.command("startup", json!({"type": "retry"})).await;
    tab.command("startup", json!({"type": "view_as", "view": "user"})).await;
    tab.settle("/admin/license").await;
    tab.command("startup", json!({"type": "view_as_myself"})).await;
    for (machine, event) in [
        ("log_viewer", json!({"type": "open"})),
        ("service_status", json!({"type": "load"})),
        ("retention", json!({"type": "ask"})),
        ("idle", json!({"type": "activity", "idle_ms": 61_000})),
        ("personalisation", json!({"type": "toggle"})),
        ("quick_setup", json!({"type": "skip"})),
    ] {
        tab.command(machine, event).await;
    }
    tab.receive_for(Duration::from_secs(1)).await;
    Tab::open(ann).await.settle("/builds").await;
}

/// Kills the server while a password is being checked and a support bundle is being created.
async fn kill_while_busy(server: Server, ann: &mut Browser) -> Browser {
    let mut browser = Browser::visiting(&server).await;
    let mut tab = Tab::open(&mut browser).await;
    let (mut guessing, mut asking) = (browser.clone(), ann.clone());
    let requests = tokio::spawn(async move {
        let bundle = json!({"services": ["artifactory", "xray"], "name": "cut off", "parameters": {"thread_dump": {"count": 0}}});
        asking.post("ui/userSupport/generateBundle", bundle).await;
    });
    let login =
        tokio::spawn(async move { guessing.log_in("bob", "a wrong password").await.status });
    tab.receive_until(|tab| tab.changes.iter().any(|change| change["to"] == "checking")).await;
    server.kill();
    requests.await.expect("it ended");
    login.await.expect("it ended");
    browser
}

fn move_to(browser: &mut Browser, server: &Server) {
    browser.address = server.address();
    browser.origin = format!("http://{}", server.address());
}

fn assert_status(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", String::from_utf8_lossy(&answer.body));
}

fn ok(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn generated_password(place: &Place, user: &str) -> String {
    let printed = ok(place, &["user", "add", user, "--data", "{data}"]);
    printed.rsplit(' ').next().expect("a password").trim().to_owned()
}

/// Packs a data directory without its log files, which are not part of the data, and without support archives.
fn pack(data: &Path, to: &Path) {
    let mut zip = zip::ZipWriter::new(File::create(to).expect("a file"));
    let mut folders = vec![data.to_owned()];
    let options = SimpleFileOptions::default().compression_level(Some(9));
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> = fs::read_dir(&folder)
            .expect("a folder")
            .map(|entry| entry.expect("it").path())
            .collect();
        entries.sort();
        for path in entries {
            let name = path.strip_prefix(data).expect("below").to_string_lossy().into_owned();
            if name == "log" || name.ends_with("LOCK") || name.starts_with("support/") {
                continue;
            }
            if path.is_dir() {
                zip.add_directory(name, options).expect("an entry");
                folders.push(path);
                continue;
            }
            zip.start_file(name, options).expect("an entry");
            io::copy(&mut File::open(path).expect("a file"), &mut zip).expect("its bytes");
        }
    }
    zip.finish().expect("a whole archive").flush().expect("written");
}
