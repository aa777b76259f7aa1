//! Release bundles that one server distributes to another: what is there afterwards, and what webhooks at both of them
//! receive.

mod failing;
mod gate;
mod public;
mod received;
mod stopped;
mod targets;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, run};

use crate::maven::pom;
use crate::release_bundles_created::{RECORDS, admin, created, events, is_at, of_files, replays};
use crate::secrets::free_port;
use crate::signed_in;
use crate::stage::Stage;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{create, stage, webhook};
use gate::Gate;

const TARGETS: &str = "distribution_targets";
/// What is distributed.
const BIN: &str = "releases/shop/1.0/shop.bin";
const NOTES: &str = "releases/shop/1.0/notes.txt";
const POM: &str = "java/com/acme/shop/1.0/shop-1.0.pom";
/// The size of the largest of them: more than is read or sent at once.
const BIN_BYTES: usize = 3 * 1_024 * 1_024;
/// The longest time for a distribution.
const WITHIN: Duration = Duration::from_secs(120);
const EVERY: Duration = Duration::from_millis(25);
/// What happens to bundles where they are distributed from.
const HERE: [(&str, &[&str]); 1] = [(
    "distribution",
    &[
        "distribute_started",
        "distribute_completed",
        "distribute_aborted",
        "distribute_failed",
        "delete_started",
        "delete_completed",
        "delete_failed",
    ],
)];
/// What happens to bundles where they are distributed to.
const THERE: [(&str, &[&str]); 3] = [
    (
        "artifactory_release_bundle",
        &["received", "delete_started", "delete_completed", "delete_failed"],
    ),
    ("destination", &["received", "delete_started", "delete_completed", "delete_failed"]),
    ("release_bundle", &["deleted"]),
];

/// A server with the bundle `shop 1.0`, and its target `europe`, which is another server behind a gate. Each has a
/// receiver of webhooks.
struct Pair {
    source: Stage,
    target: Stage,
    gate: Gate,
    /// Where no server is.
    down: SocketAddr,
    here: Receiver,
    there: Receiver,
    /// The administrator at the source.
    page: Browser,
}

impl Pair {
    async fn start() -> Self {
        let (here, there) = (Receiver::start().await, Receiver::start().await);
        let target = stage(&[there.address]).await;
        let gate = Gate::before(target.server.address()).await;
        let down = free_port();
        let source = stage(&[here.address, gate.address, down]).await;
        with_repositories(&source).await;
        for (path, content) in [
            (BIN, vec![7; BIN_BYTES]),
            (NOTES, b"notes".to_vec()),
            (POM, pom("com.acme", "shop", "1.0", "").into_bytes()),
        ] {
            let stored = source.ann().put(&format!("/artifactory/{path}"), content).await;
            assert_eq!(stored.status, 201, "{path}");
        }
        created(&source, of_files("1.0", &[BIN, NOTES, POM])).await;
        with_webhooks(&source, &here, &HERE).await;
        with_webhooks(&target, &there, &THERE).await;
        let page = signed_in(&source.server).await;
        let mut pair = Self { source, target, gate, down, here, there, page };
        let (url, token) = (pair.gate.url(), pair.target.ann.clone());
        pair.add("europe", &url, &token).await;
        pair
    }

    /// Adds a target, which has to succeed.
    async fn add(&mut self, key: &str, url: &str, token: &str) -> Value {
        let added = self.page.post(TARGETS, new_target(key, url, token)).await;
        assert_eq!(added.status, 200, "{}", added.json());
        added.json()
    }

    /// Gives the target another address and another token.
    async fn change(&mut self, url: &str, token: &str) {
        let wanted = json!({"url": url, "description": "", "token": token});
        let changed = self.page.put(&format!("{TARGETS}/europe"), wanted).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
    }

    /// What testing the connection to a target says.
    async fn tested(&mut self, key: &str) -> Value {
        let tested = self.page.post(&format!("{TARGETS}/{key}/test"), json!({})).await;
        assert_eq!(tested.status, 200, "{}", tested.json());
        tested.json()["outcome"].clone()
    }

    async fn begin(&mut self, version: &str, wanted: Value) -> Answer {
        self.page.post(&format!("release_bundles/shop/{version}/distributions"), wanted).await
    }

    /// The distributions of a bundle, the newest first.
    async fn distributions(&mut self, version: &str) -> Vec<Value> {
        let shown = self.page.get(&format!("release_bundles/shop/{version}")).await;
        assert_eq!(shown.status, 200, "{}", shown.json());
        shown.json()["distributions"].as_array().expect("a list").clone()
    }

    /// The newest distribution of a bundle, once it has ended.
    async fn ended(&mut self, version: &str) -> Value {
        let since = Instant::now();
        while since.elapsed() < WITHIN {
            let newest = self.distributions(version).await.swap_remove(0);
            if newest["status"]["status"] != "started" {
                return newest;
            }
            tokio::time::sleep(EVERY).await;
        }
        panic!("the distribution does not end");
    }

    /// Begins a distribution, and waits for the end.
    async fn done(&mut self, version: &str, wanted: Value) -> Value {
        let begun = self.begin(version, wanted).await;
        assert_eq!(begun.status, 200, "{}", begun.json());
        let ended = self.ended(version).await;
        assert_eq!(ended["number"], begun.json()["number"], "{ended}");
        ended
    }

    /// The same, where it has to succeed at each target.
    async fn completed(&mut self, version: &str, wanted: Value) -> Value {
        let done = self.done(version, wanted).await;
        assert_eq!(done["status"], json!({"status": "completed"}), "{done}");
        done
    }

    /// The status of the bundle at the target, which is 404 if it is not there.
    async fn status_there(&self, version: &str) -> u16 {
        admin(&self.target, "GET", &format!("{RECORDS}/shop/{version}"), None).await.status
    }

    /// The same after the server from which bundles are distributed was killed and started again.
    fn killed(self) -> Self {
        let Stage { place, server, ann, bob } = self.source;
        server.kill();
        let source = Stage { server: place.start(), place, ann, bob };
        let mut page = self.page;
        page.move_to(&source.server);
        Self { source, page, ..self }
    }

    /// The kinds of the events of a domain in the order in which a receiver has got them, once there are so many
    /// requests. All are about the bundle `shop`.
    async fn kinds(&self, receiver: &Receiver, requests: usize, domain: &str) -> Vec<String> {
        let events = events(&receiver.received(requests).await, domain);
        let kinds = events.into_iter().map(|(kind, data)| {
            assert_eq!(data["release_bundle_name"], "shop", "{kind}: {data}");
            kind
        });
        kinds.collect()
    }
}

/// The repositories that the files of the bundle are in.
async fn with_repositories(stage: &Stage) {
    for (key, more) in [("releases", json!({})), ("java", json!({"packageType": "maven"}))] {
        let created = stage.ann().create(key, more).await;
        assert_eq!(created.status, 200, "{}", created.json());
    }
}

/// A webhook for each of these domains, with these events.
async fn with_webhooks(stage: &Stage, receiver: &Receiver, domains: &[(&str, &[&str])]) {
    for (domain, types) in domains {
        let (events, criteria) = (json!([domain, types]), json!({"anyReleaseBundle": true}));
        let mut wanted = webhook(&domain.replace('_', "-"), receiver, &events, &criteria);
        wanted["ordered"] = json!(true);
        create(&stage.ann(), &wanted).await;
    }
}

fn new_target(key: &str, url: &str, token: &str) -> Value {
    json!({"key": key, "url": url, "description": "", "token": token})
}

/// A distribution to the target `europe`, or the removal there.
fn wanted(kind: &str) -> Value {
    json!({"kind": kind, "targets": ["europe"], "create_repositories": false, "dry_run": false})
}

/// How a distribution has ended at its first target.
fn outcome(distribution: &Value) -> &Value {
    &distribution["targets"][0]["outcome"]
}

/// covers: [HOOK-04]
#[test]
fn a_bundle_is_distributed_and_removed_and_webhooks_at_both_servers_receive_it() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        assert_eq!(pair.tested("europe").await, "completed");
        let mut dry = wanted("distribute");
        dry["dry_run"] = json!(true);
        let judged = pair.begin("1.0", dry).await;
        assert_eq!(judged.status, 200, "{}", judged.json());
        assert_eq!((&judged.json()["files"], &judged.json()["number"]), (&json!(3), &Value::Null));
        assert!(pair.distributions("1.0").await.is_empty());
        assert!(!is_at(&pair.target, BIN).await);

        let done = pair.completed("1.0", wanted("distribute")).await;
        assert_eq!((&done["number"], &done["kind"]), (&json!(1), &json!("distribute")));
        assert_eq!(done["targets"][0]["target"], "europe");
        assert_eq!(outcome(&done), &json!({"outcome": "completed", "files": 3}));
        for path in [BIN, NOTES, POM] {
            let path = format!("/artifactory/{path}");
            let (sent, found) =
                (pair.source.ann().get(&path).await, pair.target.ann().get(&path).await);
            assert_eq!(found.status, 200, "{path}");
            assert!(found.body == sent.body, "{path} has another content");
        }
        let record = format!("{RECORDS}/shop/1.0");
        let shown = admin(&pair.target, "GET", &record, None).await.json();
        assert_eq!(shown["total"], 3);
        let first = &shown["artifacts"][0];
        assert_eq!(
            (&first["source_repository_key"], &first["package_type"]),
            (&json!("java"), &json!("maven"))
        );
        let one = "/ui/api/v1/release_bundles/shop/1.0";
        let shown = admin(&pair.target, "GET", one, None).await.json();
        let row = &shown["release_bundle"];
        assert_eq!((&row["origin"], &row["promotable"]), (&json!("target"), &json!(false)));
        assert_eq!((&shown["received"], &shown["distributions"]), (&json!(true), &json!([])));

        // What is there already is distributed again, and all of it outlives a restart.
        assert_eq!(pair.completed("1.0", wanted("distribute")).await["number"], 2);
        let before = pair.distributions("1.0").await;
        pair.source = pair.source.restarted();
        pair.page.move_to(&pair.source.server);
        assert_eq!(pair.distributions("1.0").await, before);

        // It is removed with its files there, and stays here. What is not there counts as removed.
        assert_eq!(pair.completed("1.0", wanted("remove")).await["number"], 3);
        assert_eq!(pair.status_there("1.0").await, 404);
        for path in [BIN, NOTES, POM] {
            assert!(!is_at(&pair.target, path).await, "{path}");
            assert!(is_at(&pair.source, path).await, "{path}");
        }
        let again = pair.completed("1.0", wanted("remove")).await;
        assert_eq!((&again["number"], &again["kind"]), (&json!(4), &json!("remove")));

        let distributed = ["distribute_started", "distribute_completed"];
        let removed = ["delete_started", "delete_completed"];
        let all = [distributed, distributed, removed, removed].concat();
        assert_eq!(pair.kinds(&pair.here, 8, "distribution").await, all);
        let size = BIN_BYTES + "notes".len() + pom("com.acme", "shop", "1.0", "").len();
        let (_, first) = events(&pair.here.all(), "distribution").swap_remove(0);
        let expected = json!({
            "release_bundle_name": "shop", "release_bundle_version": "1.0",
            "release_bundle_size": size, "transaction_id": 1,
            "edge_node_info_list": [{"edge_node_name": "europe"}],
        });
        assert_eq!(first, expected);
        let there = ["received", "delete_started", "delete_completed"];
        for domain in ["artifactory_release_bundle", "destination"] {
            assert_eq!(pair.kinds(&pair.there, 7, domain).await, there, "{domain}");
        }
        assert_eq!(pair.kinds(&pair.there, 7, "release_bundle").await, ["deleted"]);
        let Pair { source, target, .. } = pair;
        assert!(replays(source) && replays(target));
    });
}

/// covers: [HOOK-04]
#[test]
fn repositories_that_are_missing_at_a_target_are_created_there_if_that_is_wanted() {
    run(async {
        let mut pair = Pair::start().await;
        let failed = pair.done("1.0", wanted("distribute")).await;
        assert_eq!(failed["status"], json!({"status": "failed"}));
        assert_eq!(outcome(&failed)["why"], "repository_missing", "{failed}");
        assert_eq!(pair.status_there("1.0").await, 404);
        let mut creating = wanted("distribute");
        creating["create_repositories"] = json!(true);
        let done = pair.completed("1.0", creating.clone()).await;
        assert_eq!(outcome(&done), &json!({"outcome": "completed", "files": 3}));
        for (key, package_type) in [("releases", "generic"), ("java", "maven")] {
            let path = format!("/artifactory/api/repositories/{key}");
            let found = pair.target.ann().get(&path).await.json();
            assert_eq!(
                (&found["rclass"], &found["packageType"]),
                (&json!("local"), &json!(package_type))
            );
        }
        // What exists stays as it is.
        pair.completed("1.0", creating).await;
        let expected = ["started", "failed", "started", "completed", "started", "completed"];
        let expected = expected.map(|end| format!("distribute_{end}"));
        assert_eq!(pair.kinds(&pair.here, 6, "distribution").await, expected);
    });
}
