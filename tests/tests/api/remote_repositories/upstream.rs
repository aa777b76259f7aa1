//! A server that remote repositories have their files from, with answers that a test sets.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::served::served;

/// The server. It stops with its runtime.
pub(crate) struct Upstream {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    answers: BTreeMap<String, Vec<u8>>,
    requests: Vec<String>,
    delay: Duration,
    /// Below which path which token is wanted.
    token: Option<(String, String)>,
}

impl Upstream {
    pub(crate) async fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"))
    }

    /// The same with a socket that listens already, such as one of another network namespace.
    pub(crate) fn on(listener: TcpListener) -> Self {
        let shared: Arc<Mutex<Shared>> = Arc::default();
        let address = served(listener, &shared, serve);
        Self { address, shared }
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address below which it has files.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/base", self.address)
    }

    /// Answers requests for a path with a file.
    pub(crate) fn has(&self, path: &str, body: impl AsRef<[u8]>) {
        self.has_with(path, "", body);
    }

    /// The same with further lines of the head.
    pub(crate) fn has_with(&self, path: &str, lines: &str, body: impl AsRef<[u8]>) {
        let body = body.as_ref();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{lines}\r\n", body.len());
        self.answers(path, [head.as_bytes(), body].concat());
    }

    /// Answers requests for a path with these bytes, and closes the connection.
    pub(crate) fn answers(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.answers_at(&format!("/base/{path}"), bytes);
    }

    /// The same for a path from the root.
    pub(crate) fn answers_at(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.shared().answers.insert(path.to_owned(), bytes.as_ref().to_vec());
    }

    /// Answers requests below a path as a registry does, with a challenge, unless they have this token.
    pub(crate) fn wants_token(&self, below: &str, token: &str) {
        self.shared().token = Some((below.to_owned(), token.to_owned()));
    }

    /// Answers all requests later.
    pub(crate) fn waits(&self, delay: Duration) {
        self.shared().delay = delay;
    }

    /// The paths that were requested since the last call.
    pub(crate) fn requested(&self) -> Vec<String> {
        let requests = std::mem::take(&mut self.shared().requests);
        let path = |request: &String| request.split(' ').nth(1).unwrap_or_default().to_owned();
        requests.iter().map(path).collect()
    }

    /// The heads of the requests since the last call.
    pub(crate) fn heads(&self) -> Vec<String> {
        std::mem::take(&mut self.shared().requests)
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut bytes = [0; 1_024];
        match stream.read(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(read) => head.extend_from_slice(&bytes[..read]),
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut answer, delay, token) = {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.requests.push(head.clone());
        (shared.answers.get(&path).cloned(), shared.delay, shared.token.clone())
    };
    let address = stream.local_addr().expect("an address");
    let is_refused = token.is_some_and(|(below, token)| {
        path.starts_with(&below)
            && !head.to_lowercase().contains(&format!("authorization: bearer {token}\r\n"))
    });
    if is_refused {
        let challenge =
            format!("Bearer realm=\"http://{address}/token\",service=\"it\",scope=\"a,b\"");
        let head = format!(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: {challenge}\r\nContent-Length: 0\r\n\r\n"
        );
        answer = Some(head.into_bytes());
    }
    tokio::time::sleep(delay).await;
    let none = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    let mut answer = answer.unwrap_or_else(|| none.to_vec());
    // A file that the client has already.
    let tag = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("if-none-match: ").map(str::to_owned));
    let has_tag = |tag: String| {
        String::from_utf8_lossy(&answer).to_lowercase().contains(&format!("etag: {tag}\r\n"))
    };
    if tag.is_some_and(has_tag) {
        answer = b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec();
    }
    drop(stream.write_all(&answer).await);
    drop(stream.shutdown().await);
}
