//! The servers that are compared: Waybill, and others with the same clients.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;
use waybill_tests::tools::{node_tools, nora};
use waybill_tests::{Browser, Peer, Place, Request, Server, can_run};

use super::client::Client;
use crate::memory;

const DOCKER_REGISTRY: &str = "/usr/bin/docker-registry";
/// A program may send as much as it can.
const SETTINGS: &str = "[installation.access]
mfa_required = \"nobody\"
[limits.person]
requests = { at_once = 1000000000, a_minute = 1000000000 }
recorded_bytes = { at_once = 1000000000, a_minute = 1000000000 }
";
const PASSWORD: &str = "correct horse battery";

/// A running server. It ends with this, and what it has stored is deleted.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) address: SocketAddr,
    credentials: Option<String>,
    process: u32,
    /// What the paths of packages of npm begin with.
    pub(crate) npm: &'static str,
    /// What the paths of files begin with.
    pub(crate) files: &'static str,
    /// What the paths of images begin with.
    pub(crate) images: &'static str,
    _running: Running,
}

/// What keeps a server running.
enum Running {
    Ours { _kept: Box<(Server, Place)> },
    Theirs { _kept: (Peer, TempDir) },
}

/// The number that an environment variable sets, or else the usual one.
pub(crate) fn number_of(variable: &str, usual: usize) -> usize {
    let set = std::env::var(variable).ok();
    set.map_or(usual, |text| {
        text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}"))
    })
}

/// A server with its administrator, who has an access token. Returns where it is, and the token.
pub(crate) async fn set_up() -> (Place, Server, String) {
    set_up_with("").await
}

/// The same with further settings.
pub(crate) async fn set_up_with(settings: &str) -> (Place, Server, String) {
    let place = Place::new().with_settings(&format!("{SETTINGS}{settings}"));
    let server = place.start();
    Browser::visiting(&server).await.set_up(&server, "ann", PASSWORD).await;
    server.stop();
    let token = token_of(&place, "ann");
    let server = place.start();
    (place, server, token)
}

/// An access token of a user.
pub(crate) fn token_of(place: &Place, user: &str) -> String {
    let make = ["token", "make", "--user", user, "--expires", "8h", "--data", "{data}"];
    let printed = String::from_utf8_lossy(&place.run(&make).stdout).into_owned();
    printed.lines().last().expect("a token").to_owned()
}

/// A browser in which the administrator has signed in.
pub(crate) async fn signed_in(server: &Server) -> Browser {
    let mut browser = Browser::visiting(server).await;
    browser.sign_in("ann", PASSWORD).await;
    browser
}

/// Creates a repository for packages of a type.
pub(crate) async fn create(server: &Server, token: &str, key: &str, package_type: &str) {
    let wanted = json!({"rclass": "local", "packageType": package_type});
    let request = Request::new("PUT", &format!("/artifactory/api/repositories/{key}"));
    let request = request.header("authorization", &format!("Bearer {token}")).json(&wanted);
    let created = Browser::new(server).send(request).await;
    assert_eq!(created.status, 200, "{}", created.json());
}

impl Subject {
    /// Waybill, with a repository of each type.
    pub(crate) async fn waybill() -> Self {
        let (place, server, token) = set_up().await;
        for package_type in ["generic", "npm", "docker", "pypi", "cargo", "maven", "helm", "go"] {
            create(&server, &token, package_type, package_type).await;
        }
        Self {
            name: "Waybill",
            address: server.address(),
            credentials: Some(format!("Bearer {token}")),
            process: server.process(),
            npm: "/artifactory/api/npm/npm/",
            files: "/artifactory/generic/",
            images: "/v2/docker/",
            _running: Running::Ours { _kept: Box::new((server, place)) },
        }
    }

    /// NORA without authentication, limits of rates and upstreams.
    pub(crate) async fn nora() -> Self {
        let folder = TempDir::new().expect("a folder");
        let peer = Peer::start(|address| {
            let mut command = Command::new(nora());
            command.arg("serve").current_dir(folder.path());
            command.env("NORA_HOST", address.ip().to_string());
            command.env("NORA_PORT", address.port().to_string());
            command.env("NORA_STORAGE_PATH", folder.path().join("storage"));
            command.envs([
                ("NORA_AUTH_ENABLED", "false"),
                ("NORA_RATE_LIMIT_ENABLED", "false"),
                ("NORA_NPM_PROXY", ""),
                ("NORA_DOCKER_PROXIES", ""),
                ("NORA_RAW_MAX_FILE_SIZE", "4294967296"),
                ("NORA_BODY_LIMIT_MB", "4096"),
            ]);
            command
        })
        .await;
        Self::theirs("NORA", peer, folder, ("/npm/", "/raw/"))
    }

    /// verdaccio, in which everyone may publish.
    pub(crate) async fn verdaccio() -> Self {
        let folder = TempDir::new().expect("a folder");
        let peer = Peer::start(|address| {
            let settings = json!({
                "storage": folder.path().join("storage"),
                "packages": {"**": {"access": "$all", "publish": "$all"}},
                "auth": {"htpasswd": {"file": folder.path().join("htpasswd")}},
                "max_body_size": "1gb",
                "log": {"type": "stdout", "level": "warn"},
            });
            let path = folder.path().join("config.yaml");
            fs::write(&path, settings.to_string()).expect("a file");
            let mut command = Command::new(node_tools().join("verdaccio"));
            command.arg("--config").arg(path).arg("--listen").arg(address.to_string());
            command.current_dir(folder.path());
            command
        })
        .await;
        Self::theirs("verdaccio", peer, folder, ("/", ""))
    }

    /// The registry of Docker, if it is installed.
    pub(crate) async fn docker_registry() -> Option<Self> {
        if !can_run(Path::new(DOCKER_REGISTRY).exists(), "docker-registry is not installed") {
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        let peer = Peer::start(|address| {
            let settings = json!({
                "version": "0.1",
                "log": {"level": "error", "accesslog": {"disabled": true}},
                "storage": {"filesystem": {"rootdirectory": folder.path().join("images")}},
                "http": {"addr": address.to_string()},
            });
            let path = folder.path().join("settings.yml");
            fs::write(&path, settings.to_string()).expect("a file");
            let mut command = Command::new(DOCKER_REGISTRY);
            command.arg("serve").arg(path);
            command
        })
        .await;
        Some(Self::theirs("docker-registry", peer, folder, ("", "")))
    }

    fn theirs(
        name: &'static str,
        peer: Peer,
        folder: TempDir,
        (npm, files): (&'static str, &'static str),
    ) -> Self {
        Self {
            name,
            address: peer.address,
            credentials: None,
            process: peer.process(),
            npm,
            files,
            images: "/v2/",
            _running: Running::Theirs { _kept: (peer, folder) },
        }
    }

    /// A connection.
    pub(crate) fn client(&self) -> Client {
        Client::connect(self.address, self.credentials.as_deref())
    }

    /// The resident memory, in bytes.
    pub(crate) fn resident(&self) -> f64 {
        memory::status(self.process, "VmRSS:")
    }

    /// The most resident memory since [`Subject::forget_peak`], in bytes.
    pub(crate) fn peak(&self) -> f64 {
        memory::peak(self.process)
    }

    pub(crate) fn forget_peak(&self) {
        memory::forget_peak(self.process);
    }
}
