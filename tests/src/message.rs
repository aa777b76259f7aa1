//! What servers on loopback receive and answer: those of Git vendors, and the receiver of webhooks.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use url::form_urlencoded;

const HEAD_END: &[u8] = b"\r\n\r\n";
const BUFFER_BYTES: usize = 16 * 1_024;

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Received {
    /// The method.
    pub method: String,
    /// The path with its escapes, without parameters.
    pub path: String,
    /// The parameters.
    pub parameters: BTreeMap<String, String>,
    /// The request line and the headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Received {
    /// Reads a request with its body; none if the connection ends before.
    pub async fn read(stream: &mut TcpStream) -> Option<Self> {
        let (mut bytes, mut buffer) = (Vec::new(), vec![0; BUFFER_BYTES]);
        loop {
            match stream.read(&mut buffer).await {
                Ok(0) | Err(_) => return None,
                Ok(read) => bytes.extend_from_slice(&buffer[..read]),
            }
            if let Some(received) = Self::complete(&bytes) {
                return Some(received);
            }
        }
    }

    /// The request, once all of its body is there.
    fn complete(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(HEAD_END.len()).position(|window| window == HEAD_END)?;
        let (head, body) = (&bytes[..end], &bytes[end + HEAD_END.len()..]);
        let mut received = Self::parse(&String::from_utf8_lossy(head));
        let length = received.header("content-length").map_or(Some(0), |text| text.parse().ok())?;
        received.body = String::from_utf8_lossy(body).into_owned();
        (body.len() >= length).then_some(received)
    }

    fn parse(head: &str) -> Self {
        let line = head.lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        let method = words.next().unwrap_or_default().to_owned();
        let target = words.next().unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parameters = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let (path, head, body) = (path.to_owned(), head.to_owned(), String::new());
        Self { method, path, parameters, head, body }
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// If it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a body in JSON")
    }

    /// The domain and the type of the event that a webhook has sent.
    pub fn event(&self) -> String {
        let json = self.json();
        let text = |field: &str| json[field].as_str().unwrap_or_default().to_owned();
        format!("{}.{}", text("domain"), text("event_type"))
    }

    /// The value of a header, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        let found = fields.find(|(field, _)| field.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    /// Whether it has this text anywhere, as it is or in Basic credentials.
    pub fn contains(&self, text: &str) -> bool {
        let in_basic = self
            .basic()
            .is_some_and(|(user, password)| user.contains(text) || password.contains(text));
        self.head.contains(text) || in_basic
    }

    /// The token of the scheme `Bearer`, or of another scheme.
    pub fn token_of(&self, scheme: &str) -> Option<&str> {
        let (found, token) = self.header("authorization")?.split_once(' ')?;
        found.eq_ignore_ascii_case(scheme).then_some(token)
    }

    /// The user and the password of Basic credentials.
    pub fn basic(&self) -> Option<(String, String)> {
        let decoded = STANDARD.decode(self.token_of("basic")?).ok()?;
        let decoded = String::from_utf8(decoded).ok()?;
        let (user, password) = decoded.split_once(':')?;
        Some((user.to_owned(), password.to_owned()))
    }

    /// The parts of the path below a prefix, without escapes: a part may contain a slash that was escaped.
    pub(crate) fn parts_below(&self, prefix: &str) -> Option<Vec<String>> {
        let below = self.path.strip_prefix(prefix)?.strip_prefix('/')?;
        Some(below.split('/').map(unescaped).collect())
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.get(name).map(String::as_str)
    }

    /// A parameter that is a number.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.parameter(name)?.parse().ok()
    }

    /// The path with all parameters, one of them replaced.
    pub(crate) fn with_parameter(&self, name: &str, value: &str) -> String {
        let mut parameters = self.parameters.clone();
        parameters.insert(name.to_owned(), value.to_owned());
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters);
        format!("{}?{}", self.path, query.finish())
    }
}

/// A text of an address without escapes. A plus is a plus: it means a space in parameters only.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The media type of the body.
    pub content_type: &'static str,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// An answer in JSON.
    pub fn json(status: u16, json: &Value) -> Self {
        let body = json.to_string().into_bytes();
        Self { status, content_type: "application/json", headers: Vec::new(), body }
    }

    /// A text.
    pub fn text(status: u16, text: &str) -> Self {
        Self { content_type: "text/plain", ..Self::raw(status, text.as_bytes().to_vec()) }
    }

    /// Bytes.
    pub fn raw(status: u16, body: Vec<u8>) -> Self {
        Self { status, content_type: "application/octet-stream", headers: Vec::new(), body }
    }

    /// The same with another header.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What is sent.
    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!(
            "HTTP/1.1 {} Status\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
            self.status,
            self.content_type,
            self.body.len()
        );
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_slash_stays_in_its_part() {
        let head =
            "GET /api/v4/projects/team%2Fshop/files/a+b%20%C3%BC?ref=x%2Fy+z HTTP/1.1\r\nHost: a";
        let request = Received::parse(head);
        let parts = request.parts_below("/api/v4").expect("below it");
        assert_eq!(parts, ["projects", "team/shop", "files", "a+b ü"]);
        assert_eq!((request.parameter("ref"), request.header("HOST")), (Some("x/y z"), Some("a")));
        assert_eq!(unescaped("100%&%zz%2"), "100%&%zz%2");
    }
    #[test]
    fn a_request_is_complete_with_its_body() {
        let bytes = "POST /hook HTTP/1.1\r\nContent-Length: 5\r\n\r\n{\"\u{fc}\"".as_bytes();
        assert!(Received::complete(&bytes[..10]).is_none());
        assert!(Received::complete(&bytes[..bytes.len() - 1]).is_none());
        let received = Received::complete(bytes).expect("a request");
        assert_eq!((received.method.as_str(), received.path.as_str()), ("POST", "/hook"));
        assert_eq!((received.head.lines().count(), received.body.as_str()), (2, "{\"\u{fc}\""));
    }
}
