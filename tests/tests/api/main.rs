//! The server as its clients and attackers see it: the real binary, over real sockets.

mod acting_addresses;
mod acts;
mod acts_of_the_server;
mod advisories;
mod applications;
mod archive;
mod audit_questions;
mod availability;
mod backups;
mod base_path;
mod break_glass;
mod budgets;
mod builds;
mod bundle_limit;
mod bundles;
mod bundles_interrupted;
mod certificates;
mod cleanup;
mod client_login;
mod clients;
mod command_line;
mod comparisons;
mod components;
mod crash;
mod credentials;
mod damage;
mod data_directory;
mod descriptors;
mod directories;
mod distribution;
mod docker;
mod download_rules;
mod downloads;
mod engine;
mod engine_fixture;
mod facts;
mod first_start;
mod flips;
mod floods;
mod frames;
mod frontends;
mod gc;
mod git_integrations;
mod go;
mod groups;
mod guessing;
mod headers;
mod helm;
mod imports;
mod input;
mod install_commands;
mod installation;
mod interrupted_uploads;
mod known_devices;
mod licences;
mod local_socket;
mod log_search;
mod logo;
mod logs;
mod mail;
mod matrix;
mod maven;
mod menu;
mod metrics;
mod mishaps;
mod monitoring;
mod npm;
mod onboarding;
mod operations;
mod origin;
mod own_account;
mod package_stats;
mod package_usage;
mod packages;
mod passkeys;
mod people;
mod permissions;
mod permissions_of_bundles;
mod permissions_page;
mod projects;
mod promotion;
mod proxies;
mod proxy_sign_in;
mod public_people;
mod pypi;
mod read_only;
mod recorded;
mod release_bundle_input;
mod release_bundles;
mod release_bundles_created;
mod remote;
mod remote_bundles;
mod remote_fronting;
mod remote_invalid;
mod remote_repositories;
mod repositories;
mod retention;
mod reverse_proxies;
mod rights;
mod robots;
mod routes;
mod saved_index;
mod sbom;
mod scim;
mod scrub;
mod searches;
mod secrets;
mod served;
mod service;
mod session_ends;
mod sessions;
mod sessions_left;
mod shell;
mod sign_in;
mod sign_in_page;
mod signers;
mod sso;
mod ssrf;
mod stage;
mod start;
mod status;
mod stored_files;
mod subscriptions;
mod tabs;
mod telemetry;
mod tls_versions;
mod token_scopes;
mod tokens;
mod topics;
mod tree;
mod trusted_issuers;
mod unattended;
mod version;
mod version_details;
mod version_downloads;
mod version_filters;
mod visitors;
mod webhooks;

use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use waybill_journal_crash::strict;
use waybill_tests::{Browser, Place, Server, can_run};

/// Why tests of the console's files do not run.
const NOT_BUILT: &str = "the console is not built";
/// The administrator of every server.
const ANN: &str = "ann";
/// A password that is in no list of common passwords.
const PASSWORD: &str = "correct horse 7 staple";

/// A server shared by all tests that change nothing that others depend on. It is killed when this process exits.
fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| {
        let server = Place::new().start();
        let address = server.address();
        // On a separate thread, since a test's runtime must not be blocked from within.
        std::thread::scope(|scope| {
            scope.spawn(|| waybill_tests::run(async { set_up(&server).await }));
        });
        assert_eq!(server.address(), address);
        server
    })
}

/// Whether the calls of a process can be traced, which strict and failing disks are made of.
fn can_trace() -> bool {
    can_run(strict::can_trace(), "strace is missing, or may trace nothing here")
}

/// Creates the administrator.
async fn set_up(server: &Server) {
    Browser::visiting(server).await.set_up(server, ANN, PASSWORD).await;
}

/// A separate server with its administrator.
async fn own(place: &Place) -> Server {
    let server = place.start();
    set_up(&server).await;
    server
}

/// A browser in which the administrator has signed in.
async fn signed_in(server: &Server) -> Browser {
    let mut browser = Browser::visiting(server).await;
    browser.sign_in(ANN, PASSWORD).await;
    browser
}

/// A body without the fields that differ in every response.
fn comparable(mut body: Value) -> Value {
    body["error"]["trace"] = Value::Null;
    body["instance"] = Value::Null;
    body
}

/// A log file once it contains these words: lines are written after the response to their request.
async fn written(log: &Path, words: &str) -> String {
    let since = Instant::now();
    loop {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        if text.contains(words) {
            return text;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "no {words} in {text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// All records of a browser's session, oldest first.
async fn records(browser: &mut Browser) -> Vec<Value> {
    let mut all = Vec::new();
    let mut before = String::new();
    loop {
        let page = browser.get(&format!("session/records?limit=200{before}")).await;
        assert_eq!(page.status, 200);
        let page = page.json();
        all.extend(page["records"].as_array().cloned().unwrap_or_default());
        if page["more"] != true {
            all.reverse();
            return all;
        }
        before = format!("&before={}", all.last().expect("a record")["seq"]);
    }
}
