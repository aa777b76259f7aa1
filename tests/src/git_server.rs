//! Servers with the REST APIs of the four Git vendors on loopback, over repositories that the program `git` makes.
//!
//! The APIs are written from the descriptions that the vendors publish. A server checks credentials as its vendor does,
//! keeps what it received, and can misbehave.

mod bitbucket_cloud;
mod bitbucket_server;
mod github;
mod gitlab;
mod hooks;
mod repository;
mod site;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use waybill_machines::rules::git::Vendor;

use crate::http::Answer;
use crate::message::{Received, Reply};
use hooks::Hooks;
pub use hooks::{Hook, Report};
use repository::Repository;
use site::{Account, Site};

/// How long a request that is never answered is kept.
const HANGS_FOR: Duration = Duration::from_secs(120);
/// A piece of an answer that does not end.
const PIECE_BYTES: usize = 64 * 1_024;
/// How often there is a byte of an answer that comes slowly.
const TRICKLES_EACH: Duration = Duration::from_millis(50);
/// The beginning of an answer that does not end.
const ENDLESS: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[";
/// The largest page of the vendors.
const PAGE_MAX: usize = 100;

/// What a server does instead of answering.
#[derive(Debug, Clone)]
pub enum Mishap {
    /// It reads the request and never answers.
    Hangs,
    /// It answers with a status and a body of this type.
    Answers {
        /// The status.
        status: u16,
        /// The media type.
        content_type: &'static str,
        /// The body.
        body: Vec<u8>,
    },
    /// It redirects to this address.
    Redirects(String),
    /// It answers with JSON that does not end, as fast as it can.
    Endless,
    /// It answers with JSON that does not end, a byte at a time.
    Trickles,
    /// It closes the connection in the middle of the answer.
    Disconnects,
    /// It answers correctly, after this time.
    Waits(Duration),
}

impl Mishap {
    /// An internal error, with a page.
    pub fn fails() -> Self {
        let body = b"<!doctype html><title>Oops</title>".to_vec();
        Self::Answers { status: 500, content_type: "text/html", body }
    }

    /// A page where JSON was expected, as from a proxy with a sign-in form.
    pub fn page() -> Self {
        let body = b"<!doctype html><title>Sign in</title>".to_vec();
        Self::Answers { status: 200, content_type: "text/html; charset=utf-8", body }
    }

    /// JSON of this text.
    pub fn json(text: &str) -> Self {
        let body = text.as_bytes().to_vec();
        Self::Answers { status: 200, content_type: "application/json", body }
    }

    /// Credentials that are not accepted.
    pub fn refuses() -> Self {
        let body = b"{\"message\": \"No\"}".to_vec();
        Self::Answers { status: 401, content_type: "application/json", body }
    }
}

/// A server of a vendor. It stops with its runtime.
pub struct GitServer {
    /// Whose API it has.
    pub vendor: Vendor,
    /// Where it listens.
    pub address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
    files: TempDir,
}

struct Shared {
    accounts: Vec<Account>,
    repositories: Vec<Arc<Repository>>,
    hooks: Hooks,
    /// The most items of a page, whatever a client wants.
    page_max: usize,
    /// Parts of paths, each with what happens to requests that have it.
    mishaps: Vec<(String, Mishap)>,
    received: Vec<Received>,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GitServer {
    /// Starts a server without repositories that knows a user with a token.
    ///
    /// # Panics
    /// If there is no free port or no folder.
    pub async fn start(vendor: Vendor, user: &str, token: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        Self::on(listener, vendor, user, token)
    }

    /// The same with a socket that listens already, such as one of another network namespace.
    ///
    /// # Panics
    /// If there is no folder.
    pub fn on(listener: TcpListener, vendor: Vendor, user: &str, token: &str) -> Self {
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Mutex::new(Shared {
            accounts: vec![Account { user: user.to_owned(), token: token.to_owned() }],
            repositories: Vec::new(),
            hooks: Hooks::default(),
            page_max: PAGE_MAX,
            mishaps: Vec::new(),
            received: Vec::new(),
        }));
        let serving = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, vendor, address, Arc::clone(&serving)));
            }
        });
        Self { vendor, address, shared, files: tempfile::tempdir().expect("a folder") }
    }

    /// The address that is entered for an integration.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Adds a repository with one commit of these files. Without files it is empty.
    ///
    /// # Panics
    /// If `git` fails.
    pub fn add(&self, name: &str, files: &[(&str, &str)]) {
        let mut shared = lock(&self.shared);
        let number = shared.repositories.len() + 1;
        let folder = self.files.path().join(number.to_string());
        shared.repositories.push(Arc::new(Repository::make(&folder, number, name, files)));
        shared.repositories.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// The hash of the newest commit of a repository.
    ///
    /// # Panics
    /// If there is no repository of this name, or it is empty.
    pub fn revision(&self, name: &str) -> String {
        let shared = lock(&self.shared);
        let mut repositories = shared.repositories.iter();
        let found = repositories.find(|repository| repository.name == name);
        found.and_then(|repository| repository.commit("HEAD")).expect("a commit")
    }

    /// The hooks that are registered.
    pub fn hooks(&self) -> Vec<Hook> {
        lock(&self.shared).hooks.all()
    }

    /// Sends a report to the address of a hook, signed with its secret or with another one.
    ///
    /// # Panics
    /// If nothing listens there.
    pub async fn reports(&self, hook: &Hook, what: Report, secret: &str) -> Answer {
        hooks::report(self.vendor, hook, what, secret).await
    }

    /// Knows another user.
    pub fn knows(&self, user: &str, token: &str) {
        let account = Account { user: user.to_owned(), token: token.to_owned() };
        lock(&self.shared).accounts.push(account);
    }

    /// Knows no user from now on, as when all tokens were revoked.
    pub fn forgets_users(&self) {
        lock(&self.shared).accounts.clear();
    }

    /// Answers with pages of at most so many items.
    pub fn has_pages_of(&self, items: usize) {
        lock(&self.shared).page_max = items;
    }

    /// Misbehaves from now on where the path contains a text; with an empty one everywhere.
    pub fn misbehaves_at(&self, part: &str, mishap: Mishap) {
        lock(&self.shared).mishaps.push((part.to_owned(), mishap));
    }

    /// Answers correctly again.
    pub fn behaves(&self) {
        lock(&self.shared).mishaps.clear();
    }

    /// What it has received so far.
    pub fn received(&self) -> Vec<Received> {
        lock(&self.shared).received.clone()
    }

    /// Forgets what it has received.
    pub fn clear_received(&self) {
        lock(&self.shared).received.clear();
    }

    /// Whether a request had this text anywhere, as it is or in Basic credentials.
    pub fn has_received(&self, text: &str) -> bool {
        self.received().iter().any(|request| request.contains(text))
    }
}

async fn serve(
    mut stream: TcpStream,
    vendor: Vendor,
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
) {
    let Some(request) = Received::read(&mut stream).await else { return };
    let (mishap, site) = {
        let mut shared = lock(&shared);
        shared.received.push(request.clone());
        let mut mishaps = shared.mishaps.iter();
        let mishap = mishaps.find(|(part, _)| request.path.contains(part.as_str()));
        let site = Site {
            url: format!("http://{address}"),
            accounts: shared.accounts.clone(),
            repositories: shared.repositories.clone(),
            hooks: shared.hooks.clone(),
            page_max: shared.page_max,
        };
        (mishap.map(|(_, mishap)| mishap.clone()), site)
    };
    let mishap = match mishap {
        Some(Mishap::Waits(time)) => {
            tokio::time::sleep(time).await;
            None
        }
        other => other,
    };
    match mishap {
        Some(mishap) => misbehave(&mut stream, mishap).await,
        None => {
            // The program `git` is waited for.
            let answered = tokio::task::spawn_blocking(move || answer(vendor, &site, &request));
            let Ok(reply) = answered.await else { return };
            let _ = stream.write_all(&reply.bytes()).await;
        }
    }
    let _ = stream.shutdown().await;
}

fn answer(vendor: Vendor, site: &Site, request: &Received) -> Reply {
    if request.method != "GET" && !hooks::is_about(request) {
        return Reply::text(405, "Method Not Allowed");
    }
    match vendor {
        Vendor::Github => github::answer(site, request),
        Vendor::Gitlab => gitlab::answer(site, request),
        Vendor::BitbucketCloud => bitbucket_cloud::answer(site, request),
        Vendor::BitbucketServer => bitbucket_server::answer(site, request),
    }
}

async fn misbehave(stream: &mut TcpStream, mishap: Mishap) {
    match mishap {
        Mishap::Hangs => tokio::time::sleep(HANGS_FOR).await,
        Mishap::Waits(time) => tokio::time::sleep(time).await,
        Mishap::Answers { status, content_type, body } => {
            let reply = Reply { status, content_type, headers: Vec::new(), body };
            let _ = stream.write_all(&reply.bytes()).await;
        }
        Mishap::Redirects(location) => {
            let reply = Reply::text(302, "Found").with_header("Location", &location);
            let _ = stream.write_all(&reply.bytes()).await;
        }
        Mishap::Endless => {
            if stream.write_all(ENDLESS).await.is_ok() {
                let piece = vec![b' '; PIECE_BYTES];
                while stream.write_all(&piece).await.is_ok() {}
            }
        }
        Mishap::Trickles => {
            if stream.write_all(ENDLESS).await.is_ok() {
                while stream.write_all(b" ").await.is_ok() {
                    tokio::time::sleep(TRICKLES_EACH).await;
                }
            }
        }
        Mishap::Disconnects => {
            let part =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
            let _ = stream.write_all(part.as_bytes()).await;
        }
    }
}
