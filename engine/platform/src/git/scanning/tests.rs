//! Scans of vendors that are slow, limit requests, or fail.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use waybill_machines::rules::git::{GitFields, Vendor};
use waybill_outbound::{Outbound, OutboundSettings};

use super::super::client::Client;
use super::*;
use crate::secret::Secret;

/// The status, further headers and the body of an answer; `None` is never given.
type Reply = Option<(u16, &'static str, String)>;

/// Longer than a vendor on this machine takes.
const LONG: Duration = Duration::from_secs(20);
const PROJECT: &str = "/api/v4/projects/acme%2Fshop";
const PIP: &str = "flask==1.0\n";

struct Site {
    address: std::net::SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    async fn new(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (answer, known) = (Arc::new(answer), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&answer), Arc::clone(&known)));
            }
        });
        Self { address, asked }
    }

    fn connection(&self, vendor: Vendor) -> Connection {
        let allowed = format!("{}/32:{}", self.address.ip(), self.address.port());
        let allow = vec![allowed.parse().unwrap()];
        let settings = OutboundSettings { allow, ..Default::default() };
        let fields = GitFields {
            vendor,
            name: "Shop".into(),
            url: format!("http://{}", self.address),
            user_name: "ann".into(),
        };
        let client = Client::new(Outbound::new(settings).unwrap());
        client.connection(&fields, &Secret::new("token")).unwrap()
    }

    async fn scanned(&self, within: Duration) -> Result<ScannedRepository, GitError> {
        scan(&self.connection(Vendor::Gitlab), "acme/shop".into(), within).await
    }

    fn has_asked(&self, part: &str) -> bool {
        self.asked.lock().unwrap().iter().any(|target| target.contains(part))
    }
}

async fn serve<A: Fn(&str) -> Reply + Send + Sync>(
    mut stream: TcpStream,
    answer: Arc<A>,
    asked: Arc<Mutex<Vec<String>>>,
) {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut bytes = [0; 4_096];
        match stream.read(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(read) => head.extend_from_slice(&bytes[..read]),
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    asked.lock().unwrap().push(target.clone());
    let Some((status, headers, body)) = answer(&target) else {
        tokio::time::sleep(LONG * 3).await;
        return;
    };
    let head = format!(
        "HTTP/1.1 {status} Status\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
}

#[expect(clippy::unnecessary_wraps, reason = "the replies of a site may also be missing")]
fn ok(body: impl Into<String>) -> Reply {
    Some((200, "", body.into()))
}

/// The entries of a tree of `GitLab`.
fn tree<'a>(paths: impl IntoIterator<Item = &'a str>) -> String {
    let entries = paths
        .into_iter()
        .map(|path| serde_json::json!({"path": path, "type": "blob", "mode": "100644"}));
    entries.collect::<serde_json::Value>().to_string()
}

/// A project of `GitLab` whose tree has these paths on one page, and whose files are answered by a function.
fn project(
    paths: &[&'static str],
    file: impl Fn(&str) -> Reply + Send + Sync + 'static,
) -> impl Fn(&str) -> Reply + Send + Sync + 'static {
    let tree = tree(paths.iter().copied());
    move |target| {
        if target == PROJECT {
            return ok(r#"{"path_with_namespace":"acme/shop","default_branch":"main"}"#);
        }
        match target.strip_prefix(PROJECT).unwrap_or_default() {
            "/repository/commits/main" => ok(r#"{"id":"c0"}"#),
            rest if rest.starts_with("/repository/tree") => ok(tree.clone()),
            rest => file(rest),
        }
    }
}

const SIX: [&str; 6] = [
    "a/requirements.txt",
    "b/requirements.txt",
    "c/requirements.txt",
    "d/requirements.txt",
    "e/requirements.txt",
    "f/requirements.txt",
];

/// The first letters of the manifests that were read, and those with a problem.
fn letters(scanned: &ScannedRepository) -> (String, String) {
    let first = |manifest: &ScannedManifest| manifest.path.chars().next();
    let (broken, read): (Vec<_>, Vec<_>) =
        scanned.manifests.iter().partition(|manifest| manifest.problem.is_some());
    (read.into_iter().filter_map(first).collect(), broken.into_iter().filter_map(first).collect())
}

/// covers: [INT-07]
#[tokio::test]
async fn what_was_read_in_time_is_answered() {
    let file = |path: &str| if path.contains("b%2F") { None } else { ok(PIP) };
    let site = Site::new(project(&SIX, file)).await;
    let scanned = site.scanned(Duration::from_secs(2)).await.unwrap();
    assert_eq!(letters(&scanned), ("acde".into(), String::new()));
    assert!(scanned.truncated && !site.has_asked("/f%2F"));
}

/// covers: [INT-07]
#[tokio::test]
async fn a_vendor_that_limits_requests_is_asked_no_further() {
    let file = |path: &str| {
        if path.contains("a%2F") { Some((429, "", String::new())) } else { ok(PIP) }
    };
    let site = Site::new(project(&SIX, file)).await;
    let scanned = site.scanned(LONG).await.unwrap();
    assert_eq!(letters(&scanned), ("bcd".into(), "a".into()));
    assert_eq!(scanned.manifests[0].problem.as_deref(), Some(LIMITED));
    assert!(scanned.truncated && !site.has_asked("/e%2F"));
}

/// covers: [INT-07]
#[tokio::test]
async fn a_file_that_fails_hides_no_others_and_a_refusal_ends_the_scan() {
    let file = |path: &str| match path {
        _ if path.contains("a%2F") => Some((500, "", String::new())),
        _ if path.contains("b%2F") => Some((404, "", String::new())),
        _ if path.contains("c%2F") => Some((302, "Location: /elsewhere\r\n", String::new())),
        _ => ok(PIP),
    };
    let scanned = Site::new(project(&SIX, file)).await.scanned(LONG).await.unwrap();
    assert_eq!(letters(&scanned), ("def".into(), "abc".into()));
    let problems: Vec<_> = scanned.manifests.into_iter().filter_map(|one| one.problem).collect();
    assert_eq!(problems, [FAILED, MISSING, ELSEWHERE]);
    assert!(!scanned.truncated);
    let file = |path: &str| {
        if path.contains("d%2F") { Some((401, "", String::new())) } else { ok(PIP) }
    };
    let refused = Site::new(project(&SIX, file)).await.scanned(LONG).await;
    assert!(matches!(refused, Err(GitError::Refused)), "{refused:?}");
}

/// covers: [INT-07]
#[tokio::test]
async fn outer_manifests_are_found_wherever_they_are_in_a_long_list() {
    let all: Vec<String> = (0..6_000).map(|number| format!("deep/{number}")).collect();
    let many = |last: &'static str| tree(all.iter().map(String::as_str).chain([last]));
    let (first, second, root) = (many("deep/a"), many("last/Cargo.lock"), tree(["go.mod"]));
    let of_project = project(&[], |_| ok("module a\nrequire example.org/b v1.0.0\n"));
    let site = Site::new(move |target| {
        let page = |page: &str| target.contains(&format!("&page={page}"));
        if !target.contains("/repository/tree") {
            of_project(target)
        } else if !target.contains("recursive") {
            ok(root.clone())
        } else if page("1") {
            Some((200, "X-Next-Page: 2\r\n", first.clone()))
        } else if page("2") {
            Some((200, "X-Next-Page: 3\r\n", second.clone()))
        } else {
            ok("[]")
        }
    })
    .await;
    let scanned = site.scanned(LONG).await.unwrap();
    let paths: Vec<_> = scanned.manifests.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["go.mod", "last/Cargo.lock"]);
    assert_eq!(scanned.manifests[0].packages.len(), 1);
    assert!(scanned.truncated && !site.has_asked("&page=3"));
}

/// covers: [INT-07]
#[tokio::test]
async fn no_further_page_is_listed_of_a_list_without_an_end() {
    let of_project = project(&[], |_| ok(PIP));
    let site = Site::new(move |target| {
        if target.contains("/repository/tree") {
            return Some((200, "X-Next-Page: 2\r\n", tree(["requirements.txt"])));
        }
        of_project(target)
    })
    .await;
    let scanned = site.scanned(LONG).await.unwrap();
    assert_eq!((scanned.manifests.len(), scanned.truncated), (1, true));
    let asked = site.asked.lock().unwrap();
    let pages = asked.iter().filter(|target| target.contains("recursive")).count();
    assert_eq!(pages, PAGES_MAX);
}

/// covers: [INT-07]
#[tokio::test]
async fn where_a_vendor_cannot_list_all_folders_the_root_folder_is_read() {
    let site = Site::new(|target| match target {
        "/2.0/repositories/acme/shop" => {
            ok(r#"{"full_name":"acme/shop","mainbranch":{"name":"main"}}"#)
        }
        "/2.0/repositories/acme/shop/refs/branches/main" => ok(r#"{"target":{"hash":"c0"}}"#),
        "/2.0/repositories/acme/shop/src/c0/requirements.txt" => ok(PIP),
        _ if target.contains("max_depth") => Some((555, "", String::new())),
        _ => ok(r#"{"values":[{"path":"requirements.txt","type":"commit_file"}]}"#),
    })
    .await;
    let connection = site.connection(Vendor::BitbucketCloud);
    let scanned = scan(&connection, "acme/shop".into(), LONG).await.unwrap();
    assert_eq!((scanned.manifests.len(), scanned.truncated), (1, true));
    assert_eq!(scanned.manifests[0].packages.len(), 1);
}

/// covers: [INT-07]
#[tokio::test]
async fn nothing_is_sent_for_an_integration_that_has_changed() {
    let site = Site::new(project(&SIX, |_| ok(PIP))).await;
    let sent = AtomicUsize::new(0);
    let is_current = Arc::new(move || sent.fetch_add(1, Ordering::SeqCst) < 3);
    let connection = site.connection(Vendor::Gitlab).while_current(is_current);
    let scanned = scan(&connection, "acme/shop".into(), LONG).await;
    assert!(matches!(scanned, Err(GitError::Changed)), "{scanned:?}");
    assert_eq!(site.asked.lock().unwrap().len(), 3);
}

/// covers: [INT-07]
#[tokio::test]
async fn a_renamed_repository_has_moved() {
    let site = Site::new(|_| Some((301, "Location: /api/v4/projects/7\r\n", String::new()))).await;
    let scanned = site.scanned(LONG).await;
    assert!(matches!(scanned, Err(GitError::Moved)), "{scanned:?}");
}

#[test]
fn checksums_are_read_where_there_is_no_module_beside_them() {
    let found =
        manifests_of(["go.sum", "a/go.mod", "a/go.sum", "a/b/go.sum"].map(str::to_owned).to_vec());
    let read = without_sums(found.collect());
    let paths: Vec<_> = read.keys().map(String::as_str).collect();
    assert_eq!(paths, ["a/b/go.sum", "a/go.mod", "go.sum"]);
}
