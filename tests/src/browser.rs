//! A headless browser: one cookie jar, one source address, one connection per request.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustls::pki_types::ServerName;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_util::either::Either;

use crate::Server;
use crate::http::{Answer, Connection, Request, Tls, exchange};

const ANSWER_WITHIN: Duration = Duration::from_secs(60);

/// A browser with its cookies and source address.
#[derive(Clone)]
pub struct Browser {
    /// The address of the server.
    pub address: SocketAddr,
    /// The origin of its pages.
    pub origin: String,
    /// The path that the server is below, if it has one.
    pub base_path: String,
    /// The cookie jar.
    pub cookies: BTreeMap<String, String>,
    source: IpAddr,
    tls: Option<Tls>,
    /// Headers that a proxy adds to each request.
    added: Vec<(String, String)>,
}

/// Each browser has its own source address, since attempts are limited per address.
fn next_source() -> IpAddr {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let [_, high, middle, low] = (0x7f01_0000 + number * 2).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, high, middle, low | 1))
}

impl Browser {
    /// A browser without cookies.
    pub fn new(server: &Server) -> Self {
        Self::at(server.address())
    }

    /// The same, for the server at an address.
    pub fn at(address: SocketAddr) -> Self {
        let origin = format!("http://{address}");
        Self {
            address,
            origin,
            base_path: String::new(),
            cookies: BTreeMap::new(),
            source: next_source(),
            tls: None,
            added: Vec::new(),
        }
    }

    /// Uses TLS.
    #[must_use]
    pub fn with_tls(mut self, tls: Tls) -> Self {
        self.origin = format!("https://{}", self.address);
        self.tls = Some(tls);
        self
    }

    /// Requests everything below a base path, from pages of this origin.
    #[must_use]
    pub fn below(mut self, origin: &str, base_path: &str) -> Self {
        (self.origin, self.base_path) = (origin.to_owned(), base_path.to_owned());
        self
    }

    /// Connects to another address, such as that of a proxy before the server.
    #[must_use]
    pub fn reached_at(mut self, address: SocketAddr) -> Self {
        self.address = address;
        self.origin = format!("http://{address}");
        self
    }

    /// The address that it connects from.
    pub fn source(&self) -> IpAddr {
        self.source
    }

    /// Connects through a proxy that adds a header to each request. Other browsers behind it have the same source
    /// address.
    #[must_use]
    pub fn behind_proxy(mut self, header: &str, value: &str) -> Self {
        self.added = vec![(header.to_owned(), value.to_owned())];
        self
    }

    /// The headers that a proxy adds.
    pub(crate) fn added_headers(&self) -> &[(String, String)] {
        &self.added
    }

    /// Another browser with the same source address.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self { cookies: BTreeMap::new(), ..self.clone() }
    }

    /// A browser that has loaded the console and so has a session.
    pub async fn visiting(server: &Server) -> Self {
        let mut browser = Self::new(server);
        browser.visit().await;
        browser
    }

    /// Loads the console.
    ///
    /// # Panics
    /// If that fails.
    pub async fn visit(&mut self) -> Value {
        let answer = self.get("session").await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    /// From now on it sends its requests to another server, as to one that was started again.
    pub fn move_to(&mut self, server: &Server) {
        self.address = server.address();
        self.origin = format!("http://{}", server.address());
    }

    /// The session cookie's name: the installation's name decides whether it or the device cookie sorts first.
    ///
    /// # Panics
    /// If there is none.
    pub fn session_cookie(&self) -> String {
        let mut names = self.cookies.keys().filter(|name| !name.contains("waybill_device_"));
        names.next().cloned().expect("a cookie")
    }

    /// The session cookie's value.
    ///
    /// # Panics
    /// If there is none.
    pub fn token(&self) -> String {
        self.cookies[&self.session_cookie()].clone()
    }

    /// The `Cookie` header.
    pub fn cookie_header(&self) -> String {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("; ")
    }

    /// Sends a GET request.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::new("GET", path)).await
    }

    /// Sends a POST request with the console's origin.
    pub async fn post(&mut self, path: &str, json: Value) -> Answer {
        let origin = self.origin.clone();
        self.send(Request::new("POST", path).header("origin", &origin).json(&json)).await
    }

    /// Sends a PATCH request with the console's origin.
    pub async fn patch(&mut self, path: &str, json: Value) -> Answer {
        let origin = self.origin.clone();
        self.send(Request::new("PATCH", path).header("origin", &origin).json(&json)).await
    }

    /// Sends a PUT request with the console's origin.
    pub async fn put(&mut self, path: &str, json: Value) -> Answer {
        let origin = self.origin.clone();
        self.send(Request::new("PUT", path).header("origin", &origin).json(&json)).await
    }

    /// Sends a DELETE request with the console's origin.
    pub async fn delete(&mut self, path: &str) -> Answer {
        let origin = self.origin.clone();
        self.send(Request::new("DELETE", path).header("origin", &origin)).await
    }

    /// Sends a request with the cookies, and stores those of the response.
    pub async fn send(&mut self, request: Request) -> Answer {
        let answer = self.send_as_is(&request).await;
        self.keep_cookies(answer)
    }

    fn keep_cookies(&mut self, answer: Answer) -> Answer {
        for (_, value) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = value.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    /// Sends a request to a server that may be killed meanwhile; `None` if it has not answered.
    pub async fn try_send(&mut self, request: Request) -> Option<Answer> {
        let stream = self.try_connect().await.ok()?;
        let answer = self.send_over(Either::Left(stream), &request).await;
        (answer.status != 0).then(|| self.keep_cookies(answer))
    }

    async fn send_as_is(&self, request: &Request) -> Answer {
        self.send_over(self.open().await, request).await
    }

    async fn send_over(&self, stream: Connection, request: &Request) -> Answer {
        let Request { method, path, headers, body } = request;
        let mut text = format!(
            "{method} {}{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.base_path, self.address
        );
        if !self.cookies.is_empty() && !headers.iter().any(|(name, _)| name == "cookie") {
            text += &format!("cookie: {}\r\n", self.cookie_header());
        }
        for (name, value) in headers.iter().chain(&self.added) {
            text += &format!("{name}: {value}\r\n");
        }
        if method != "GET" || !body.is_empty() {
            text += &format!("content-length: {}\r\n", body.len());
        }
        let bytes = [text.as_bytes(), b"\r\n", body].concat();
        timeout(ANSWER_WITHIN, exchange(stream, &bytes)).await.expect("an answer in time")
    }

    /// Connects as the browser does, over TLS if it uses it.
    ///
    /// # Panics
    /// If that fails.
    pub async fn open(&self) -> Connection {
        let stream = self.connect().await;
        let Some(Tls(connector)) = &self.tls else { return Either::Left(stream) };
        let name = ServerName::from(self.address.ip());
        let stream = connector.connect(name, stream).await.expect("a TLS handshake");
        Either::Right(Box::new(stream))
    }

    /// Connects from this browser's source address.
    ///
    /// # Panics
    /// If that fails.
    pub async fn connect(&self) -> TcpStream {
        self.try_connect().await.expect("a connection")
    }

    async fn try_connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        // Many short connections from one address: their ports must be reusable at once.
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::new(self.source, 0))?;
        socket.connect(self.address).await
    }

    /// Creates the first administrator with the set-up link that the server printed.
    ///
    /// # Panics
    /// If that fails.
    pub async fn set_up(&mut self, server: &Server, user: &str, password: &str) {
        let token = server.setup_token();
        let claim = serde_json::json!({"token": token, "user": user, "password": password});
        let answer = self.post("setup", claim).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    }

    /// Sends user name and password.
    pub async fn log_in(&mut self, user: &str, password: &str) -> Answer {
        let form = serde_json::json!({"user": user, "password": password, "type": "login"});
        self.post("ui/auth/login?_spring_security_remember_me=false", form).await
    }

    /// Signs in a user without a second factor.
    ///
    /// # Panics
    /// If that fails.
    pub async fn sign_in(&mut self, user: &str, password: &str) {
        let answer = self.log_in(user, password).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        assert_eq!(answer.json()["next"], "signed_in");
    }
}
