//! HTTP/1.1 by hand, over TCP or TLS, so that a test can send what no well-behaved client would.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_util::either::Either;

/// The path prefix of the console's calls.
const BASE: &str = "/ui/api/v1/";

/// A connection of a browser.
pub type Connection = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// TLS settings of a browser.
#[derive(Clone)]
pub struct Tls(pub(crate) tokio_rustls::TlsConnector);

impl Tls {
    /// Trusts one certificate.
    ///
    /// # Panics
    /// If the file is not a certificate.
    pub fn trusting(certificate: &std::path::Path) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut roots = rustls::RootCertStore::empty();
        roots
            .add(CertificateDer::from_pem_file(certificate).expect("a valid certificate"))
            .expect("a root");
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self(tokio_rustls::TlsConnector::from(Arc::new(config)))
    }
}

/// A response.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status; 0 if the connection ended without a response.
    pub status: u16,
    /// The headers, with lower-case names.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(header, _)| header == name);
        found.next().map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// If it is not JSON.
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{}: {text}", self.status))
    }

    /// The code of an error response, in the form of problem details or in that of a package client; a text has it in a
    /// header.
    pub fn code(&self) -> String {
        let json: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let in_body = json["error"]["code"].as_str().or_else(|| json["code"].as_str());
        let code = in_body.or_else(|| self.header("x-error-code"));
        code.unwrap_or_default().to_owned()
    }
}

/// A request with full control over headers and body.
#[derive(Debug, Clone)]
pub struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// A method and a path. A path without a leading slash is relative to the console's prefix.
    pub fn new(method: &str, path: &str) -> Self {
        let base = if path.starts_with('/') { "" } else { BASE };
        let path = format!("{base}{path}");
        Self { method: method.to_owned(), path, headers: Vec::new(), body: Vec::new() }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets a JSON body.
    #[must_use]
    pub fn json(self, json: &Value) -> Self {
        self.header("content-type", "application/json").body(json.to_string())
    }
}

/// Sends the bytes of a request, and reads the response to its end.
pub(crate) async fn exchange(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    bytes: &[u8],
) -> Answer {
    // A server that rejects a request early may close before it has read all of it; its response is still read.
    let _ = stream.write_all(bytes).await;
    let mut raw = Vec::new();
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read) = stream.read(&mut buffer).await {
        raw.extend_from_slice(&buffer[..read]);
        if read == 0 {
            break;
        }
    }
    parse(&raw)
}

fn parse(raw: &[u8]) -> Answer {
    let end = raw.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(raw.len());
    let head = String::from_utf8_lossy(&raw[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let body = raw.get(end + 4..).unwrap_or_default().to_vec();
    let mut answer = Answer { status, headers, body };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = unchunk(&answer.body);
    }
    answer
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = String::from_utf8_lossy(&body[..end]);
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = body.get(end + 2..end + 2 + size).filter(|_| size > 0) else { break };
        whole.extend_from_slice(chunk);
        body = body.get(end + 2 + size + 2..).unwrap_or_default();
    }
    whole
}
