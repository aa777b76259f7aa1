//! Credentials that this server presents to others, or that programs present to it: each is planted and searched for in
//! everything that is written or sent, also if another platform repeats it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::thread;
use std::time::Duration;

use serde_json::json;
use waybill_tests::{Browser, Place, Request, run};

use crate::secrets::{contains, files, free_port, searchable};
use crate::tokens::token_of;
use crate::{ANN, own, records, signed_in};

const REMOTE_TOKEN: &str = "canary-remote-token-6d20";
/// There is no webhook service yet. Its secrets will be credentials of outgoing calls in the configuration, and such
/// credentials exist already; some users put them into the URL.
const WEBHOOK_SECRET: &str = "canary-webhook-secret-a41e";

/// Another platform that fails and repeats the whole request, including credentials, wherever a response has space.
fn parrot() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut some = [0; 4_096];
            let read = stream.read(&mut some).unwrap_or(0);
            let outcome = String::from_utf8_lossy(&some[..read]).replace(['\r', '\n'], " ");
            drop(write!(stream, "HTTP/1.1 500 {outcome}\r\nX-Said: {outcome}\r\n\r\n{outcome}"));
        }
    });
    address
}

/// A server that forwards to another platform, with credentials in its configuration.
fn in_front_of(platform: SocketAddr, metrics: SocketAddr, answers: &str) -> Place {
    let place = Place::new();
    let token = place.path("remote-token");
    fs::write(&token, REMOTE_TOKEN).expect("a file");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).expect("its own file");
    let settings = format!(
        "metrics_listen = \"{metrics}\"\n\
         [remote]\nurl = \"http://{platform}/hooks/{WEBHOOK_SECRET}\"\ntoken_file = \"{}\"\n{answers}\n\
         [outbound]\nallow = [\"127.0.0.1/32:{}\"]\n\
         [installation.access]\nmfa_required = \"nobody\"\n",
        token.display(),
        platform.port()
    );
    place.with_settings(&settings).with_env("WAYBILL_LOG", "trace,sled=info")
}

/// covers: [EVT-08]
#[test]
fn credentials_for_another_platform_appear_nowhere_even_if_it_repeats_them() {
    let (metrics, platform) = (free_port(), parrot());
    let place = in_front_of(platform, metrics, "");
    let mut output = String::new();
    run(async {
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let body = json!({"service": "artifactory", "parameters": {"thread_dump": {"count": 0}}});
        assert_eq!(ann.post("ui/userSupport/generateBundle", body).await.status, 200);
        for path in [
            "ui/bundle/retention/config/enable",
            "system/logs/config/artifactory",
            "system/logs/data/artifactory?id=artifactory-service.log",
            "system/status/ha",
            "distribution/api/ui/release_bundle/checksum/d41d8cd98f00b204e9800998ecf8427e",
        ] {
            let answer = ann.get(path).await;
            assert_eq!(answer.status, 503, "{path}");
            output += &searchable(&answer.body);
        }
        for _ in 0..1_200 {
            let list = searchable(&ann.get("ui/userSupport/listBundles").await.body);
            if list.contains("failure") {
                output += &list;
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(output.contains("no bundle came"), "{output}");
        let mut prometheus = Browser::new(&server);
        prometheus.address = metrics;
        output += &searchable(&prometheus.get("/metrics").await.body);
        output += &searchable(&serde_json::to_vec(&records(&mut ann).await).expect("JSON"));
        server.stop();
    });
    output += &searchable(place.log().as_bytes());
    for file in files(&place.data()) {
        output += &searchable(&fs::read(&file).expect("a file"));
    }
    assert!(
        output.contains("waybill_journal_records") && output.contains("status 500"),
        "nothing was reported"
    );
    for secret in [REMOTE_TOKEN, WEBHOOK_SECRET] {
        assert!(!contains(&output, secret), "{secret} was leaked");
    }
}

/// covers: [EVT-08, BUNDLE-03]
#[test]
fn local_bundles_contain_no_access_token_and_no_credential() {
    let (metrics, platform) = (free_port(), parrot());
    let place = in_front_of(platform, metrics, "answers = [\"retention\"]");
    run(async {
        own(&place).await.stop();
        let access_token = token_of(&place, ANN, "1h");
        let server = place.start();
        let bearer = format!("Bearer {access_token}");
        let status = Request::new("GET", "system/status/ha").header("authorization", &bearer);
        assert_eq!(Browser::new(&server).send(status).await.status, 200);
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get("ui/bundle/retention/config/enable").await.status, 503);
        let bundle = crate::bundles::made(&mut ann, &place).await;
        let configuration = searchable(&bundle["configuration/server.json"]);
        assert!(configuration.contains("[redacted]"), "{configuration}");
        let mut prometheus = Browser::new(&server);
        prometheus.address = metrics;
        let page = prometheus.get("/metrics").await.body;
        server.stop();
        let mut written: Vec<(String, Vec<u8>)> = bundle.into_iter().collect();
        written.push(("the metrics".to_owned(), page));
        written.push(("the log".to_owned(), place.log().into_bytes()));
        for file in files(&place.data()) {
            written.push((file.display().to_string(), fs::read(&file).expect("a file")));
        }
        let digits = access_token.trim_start_matches("waybill_");
        for (name, content) in &written {
            let text = searchable(content);
            for secret in [REMOTE_TOKEN, WEBHOOK_SECRET, digits] {
                assert!(!contains(&text, secret), "{secret} is in {name}");
            }
        }
    });
}
