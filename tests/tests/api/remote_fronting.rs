//! A server in front of another: the console shows the other server's data, over the documented calls and with an
//! access token.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, Server, Tab, run};

use crate::remote::{front, token_file};
use crate::tokens::token_of;
use crate::{ANN, own};

const PEER: &str = "peer-1";
/// How long the services of a server take to be up.
const UP_WITHIN: Duration = Duration::from_secs(30);

/// A server with its own services, and the token that a server in front of it needs.
pub(crate) struct Peer {
    /// Its files are deleted when this is dropped.
    _place: Place,
    pub(crate) server: Server,
    token: String,
}

impl Peer {
    pub(crate) async fn start() -> Self {
        let place = Place::new().with_settings(&format!(
            "[installation]\nnode_id = \"{PEER}\"\nservices = [\"xray\"]\ntarget_bundle_retention = true\n\
             [installation.access]\nmfa_required = \"nobody\"\n"
        ));
        own(&place).await.stop();
        let token = token_of(&place, ANN, "1h");
        let server = place.start();
        Self { _place: place, server, token }
    }

    /// A place whose server forwards to this one.
    pub(crate) fn behind(&self) -> Place {
        let place = Place::new();
        let file = token_file(&place, &self.token);
        let address = self.server.address();
        place.with_settings(&format!(
            "[remote]\nurl = \"http://{address}/ui/api/v1\"\ntoken_file = \"{}\"\n\
             [outbound]\nallow = [\"127.0.0.1/32:{}\"]\n\
             [installation]\nnode_id = \"front-1\"\n\
             [installation.access]\nmfa_required = \"nobody\"\n",
            file.display(),
            address.port()
        ))
    }

    /// Sends a request to this server directly.
    pub(crate) async fn ask(&self, request: Request) -> waybill_tests::Answer {
        let bearer = format!("Bearer {}", self.token);
        Browser::new(&self.server).send(request.header("authorization", &bearer)).await
    }
}

async fn json_of(browser: &mut Browser, path: &str) -> Value {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// The nodes without values that change while both servers run: times and heartbeats.
fn nodes(status: &Value) -> Vec<(String, String)> {
    let types = status["services"].as_object().expect("types").values();
    let nodes = types.flat_map(|one| one["nodes"].as_array().expect("nodes").clone());
    let received = nodes.map(|node| {
        let text = |name: &str| node[name].as_str().unwrap_or_default().to_owned();
        (text("service_id"), format!("{} {} {}", text("node_id"), text("status"), text("state")))
    });
    let mut received: Vec<_> = received.collect();
    received.sort();
    received
}

/// covers: [STATUS-01, STATUS-02]
#[test]
fn the_status_of_the_other_servers_services_is_shown_and_kept_when_it_is_gone() {
    run(async {
        let peer = Peer::start().await;
        let (_server, mut ann) = front(&peer.behind()).await;
        let since = Instant::now();
        let (status, own) = loop {
            let status = json_of(&mut ann, "system/status/ha").await;
            let own = peer.ask(Request::new("GET", "system/status/ha")).await.json();
            // Until all services are up, any may become so between the two.
            let are_up = nodes(&own).iter().all(|(_, node)| node.contains("Online"));
            if (are_up && nodes(&status) == nodes(&own)) || since.elapsed() > UP_WITHIN {
                break (status, own);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        assert_eq!(nodes(&status), nodes(&own));
        assert!(nodes(&status).iter().all(|(_, node)| node.starts_with(PEER)), "{status}");
        assert_eq!(status["services"]["scanning"]["nodes"][0]["service"], "xray");
        // A node with heartbeats cannot be removed; the other server's error is returned unchanged.
        let id = nodes(&status)[0].0.clone();
        let path = format!("/access/api/v1/topology/{id}/{PEER}");
        let origin = ann.origin.clone();
        let remove = |path: &str| Request::new("DELETE", path).header("origin", &origin);
        assert_eq!(ann.send(remove(&path)).await.code(), "node_online");
        let unknown = ann.send(remove("/access/api/v1/topology/jfrt@nobody/nowhere")).await;
        assert_eq!(unknown.code(), "node_unknown");

        let mut tab = Tab::open(&mut ann).await;
        tab.send_json(&json!({
            "type": "subscribe", "id": "s_1", "topic": "service_status", "args": {}, "cursor": null
        }))
        .await;
        let newest = |tab: &Tab| {
            let received = tab.others.iter().rev().find(|one| one["type"] == "topic");
            received.map(|received| nodes(&received["data"])).unwrap_or_default()
        };
        tab.receive_until(|tab| !newest(tab).is_empty()).await;
        let (_, first) = &newest(&tab)[0];
        assert!(first.contains("Online") || first.contains("Offline"), "{first}");
        let Peer { server, .. } = peer;
        server.kill();
        // The page is updated by the topic, with the last known data.
        tab.receive_until(|tab| newest(tab).iter().any(|(_, node)| node.contains("Offline"))).await;
        let status = json_of(&mut ann, "system/status/ha").await;
        let node = &status["services"]["repository"]["nodes"][0];
        assert_eq!(node["uptime"], json!({"known": "unavailable"}), "{status}");
        assert_eq!(node["code"], "remote_unavailable");
        assert!(node["message"].as_str().expect("a sentence").contains("cannot be connected to"));
        assert_eq!(nodes(&status).len(), nodes(&own).len());
    });
}

/// covers: [LOGV-02]
#[test]
fn the_logs_of_the_other_server_are_read_followed_and_downloaded() {
    run(async {
        let peer = Peer::start().await;
        let (_server, mut ann) = front(&peer.behind()).await;
        let config = json_of(&mut ann, "system/logs/config/artifactory").await;
        assert_eq!(config["nodes"], json!([PEER]));
        assert!(json_of(&mut ann, "system/logs/config/xray").await["logs"].is_array());
        let mark = |number: u32| format!("/ui/api/v1/mark-{number}");
        Browser::new(&peer.server).get(&mark(1)).await;
        let data = |size: u64, generation: &str| {
            format!(
                "system/logs/data/artifactory?nodeId={PEER}&id=artifactory-request.log\
                 &file_size={size}&generation={generation}"
            )
        };
        let first = loop {
            let first = json_of(&mut ann, &data(0, "")).await;
            if first["log_content"].as_str().expect("text").contains(&mark(1)) {
                break first;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let size = first["file_size"].as_u64().expect("a size");
        let generation = first["generation"].as_str().expect("a file").to_owned();
        let before = data(size, &generation).replace("file_size", "before");
        let earlier = json_of(&mut ann, &before).await;
        assert_eq!((&earlier["log_content"], &earlier["from"]), (&first["log_content"], &json!(0)));

        let mut tab = Tab::open(&mut ann).await;
        let args = json!({"service": "artifactory", "node": PEER, "id": "artifactory-request.log"});
        tab.send_json(&json!({
            "type": "subscribe", "id": "s_1", "topic": "logs", "args": args, "cursor": null
        }))
        .await;
        let topics = |tab: &Tab| tab.others.iter().filter(|one| one["type"] == "topic").count();
        tab.receive_until(|tab| topics(tab) > 0).await;
        Browser::new(&peer.server).get(&mark(2)).await;
        let holds = |tab: &Tab| {
            let mut received = tab.others.iter().filter(|one| one["type"] == "topic");
            received.any(|one| one["data"]["text"].as_str().is_some_and(|t| t.contains(&mark(2))))
        };
        tab.receive_until(holds).await;
        let next = json_of(&mut ann, &data(size, &generation)).await;
        let text = next["log_content"].as_str().expect("text");
        assert!(text.contains(&mark(2)) && !text.contains(&mark(1)), "{text}");

        let path = "system/logs/download/artifactory?id=artifactory-request.log";
        let whole = ann.get(path).await;
        assert_eq!(whole.status, 200);
        assert!(String::from_utf8_lossy(&whole.body).contains(&mark(1)));
        assert!(whole.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
        let part = Request::new("GET", path).header("range", "bytes=3-7");
        let part = ann.send(part).await;
        assert_eq!((part.status, &part.body[..]), (206, &whole.body[3..8]));

        for (path, code) in [
            ("system/logs/config/mc".to_owned(), "service_not_running"),
            ("system/logs/config/artifactory?nodeId=front-1".to_owned(), "unknown_node"),
            (data(0, "").replace("-request", "-secret"), "unknown_log"),
            (data(1 << 60, ""), "beyond_end"),
        ] {
            assert_eq!(ann.get(&path).await.code(), code, "{path}");
        }
        let Peer { server, .. } = peer;
        server.kill();
        let answer = ann.get(&data(size, &generation)).await;
        assert_eq!((answer.status, answer.code().as_str()), (503, "remote_unavailable"));
        let ended = |tab: &Tab| tab.others.iter().any(|one| one["type"] == "topic_end");
        tab.receive_until(ended).await;
        let end = tab.others.iter().find(|one| one["type"] == "topic_end").expect("an end");
        assert_eq!((&end["code"], &end["temporary"]), (&json!("remote_unavailable"), &json!(true)));
    });
}

/// covers: [CHK-01, RET-02]
#[test]
fn release_bundles_of_the_other_server_are_found_by_checksum() {
    run(async {
        let peer = Peer::start().await;
        let (sha256, sha1, md5) = ("a1".repeat(32), "b2".repeat(20), "c3".repeat(16));
        let manifest = json!({"name": "shop", "version": "1.0.0", "artifacts": [
            {"path": "shop.jar", "size": 7, "sha256": sha256, "sha1": sha1, "md5": md5},
        ]});
        let imported = peer.ask(Request::new("POST", "release_bundles").json(&manifest)).await;
        assert_eq!(imported.status, 200, "{}", String::from_utf8_lossy(&imported.body));
        let (_server, mut ann) = front(&peer.behind()).await;
        let lookup = |sum: &str| format!("/distribution/api/ui/release_bundle/checksum/{sum}");
        for sum in [&sha256, &sha1, &md5] {
            let found = json_of(&mut ann, &lookup(sum)).await;
            let row = &found["data"][0];
            assert_eq!(
                (&row["name"], &row["version"]),
                (&json!("shop"), &json!("1.0.0")),
                "{found}"
            );
            assert_eq!(row["artifacts"][0]["path"], "shop.jar");
            assert_eq!(row["created_by"], Value::Null);
        }
        assert_eq!(json_of(&mut ann, &lookup(&"0".repeat(64))).await["data"], json!([]));
        assert_eq!(ann.get(&lookup("xyz")).await.code(), "checksum_characters");
        let enabled = json_of(&mut ann, "ui/bundle/retention/config/enable").await;
        assert_eq!(enabled, json!({"enable": true}));
        let Peer { server, .. } = peer;
        server.kill();
        let answer = ann.get(&lookup(&sha256)).await;
        assert_eq!((answer.status, answer.code().as_str()), (503, "remote_unavailable"));
        // Every signed-in user may look up checksums, so the message does not reveal the server's set-up.
        let message = answer.json()["error"]["message"].to_string();
        assert!(
            message.contains("Ask an administrator") && !message.contains("address"),
            "{message}"
        );
    });
}
