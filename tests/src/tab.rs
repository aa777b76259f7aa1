//! A tab of the console: a socket, and all messages received on it.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue, Response};
use tokio_tungstenite::tungstenite::{Error, Message};
use waybill_engine::ChangeFields;

use crate::Browser;
use crate::http::Connection;

const WITHIN: Duration = Duration::from_secs(60);

/// The first message of a tab.
#[derive(Debug, Clone)]
pub struct Hello(pub Value);

impl Hello {
    /// The hello of a newly loaded console.
    pub async fn of(browser: &mut Browser) -> Self {
        let session = browser.visit().await;
        Self(json!({
            "type": "hello", "protocol": 1, "build": session["build"], "charts": session["charts"],
            "tab": null, "resume": null,
        }))
    }

    /// Replaces a field.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.0[key] = value;
        self
    }
}

/// A tab with its socket.
pub struct Tab {
    socket: WebSocketStream<Connection>,
    /// The welcome message.
    pub welcome: Value,
    /// The received snapshots.
    pub snapshots: Vec<Value>,
    /// The received changes, in order.
    pub changes: Vec<Value>,
    /// All other messages, in order.
    pub others: Vec<Value>,
    /// The close code.
    pub closed: Option<u16>,
    commands: u32,
    resumed_from: u64,
}

impl Tab {
    /// Connects without sending a hello.
    ///
    /// # Panics
    /// If the connection is rejected.
    pub async fn connect(browser: &Browser) -> Self {
        let (socket, _) =
            Self::try_connect(browser, Some(&browser.origin)).await.expect("a socket");
        let (welcome, closed) = (Value::Null, None);
        let (snapshots, changes, others) = (Vec::new(), Vec::new(), Vec::new());
        Self { socket, welcome, snapshots, changes, others, closed, commands: 0, resumed_from: 0 }
    }

    /// Tries to open a socket with this `Origin`.
    ///
    /// # Errors
    /// The response of the server.
    ///
    /// # Panics
    /// If there is no connection.
    pub async fn try_connect(
        browser: &Browser,
        origin: Option<&str>,
    ) -> Result<(WebSocketStream<Connection>, Response<Option<Vec<u8>>>), Box<Error>> {
        let scheme = if browser.origin.starts_with("https") { "wss" } else { "ws" };
        let Browser { address, base_path, .. } = browser;
        let url = format!("{scheme}://{address}{base_path}/ui/api/v1/socket");
        let mut request = url.into_client_request().expect("a request");
        let value = |text: &str| HeaderValue::from_str(text).expect("a header");
        let headers = request.headers_mut();
        headers.insert("sec-websocket-protocol", value("waybill.v1"));
        if !browser.cookies.is_empty() {
            headers.insert("cookie", value(&browser.cookie_header()));
        }
        if let Some(origin) = origin {
            headers.insert("origin", value(origin));
        }
        for (name, text) in browser.added_headers() {
            headers.insert(HeaderName::from_bytes(name.as_bytes()).expect("a name"), value(text));
        }
        let stream = browser.open().await;
        tokio_tungstenite::client_async(request, stream).await.map_err(Box::new)
    }

    /// Opens a tab and waits for its welcome.
    pub async fn open(browser: &mut Browser) -> Self {
        let hello = Hello::of(browser).await;
        Self::open_with(browser, &hello).await
    }

    /// Opens a tab with this hello, and waits for its welcome or for the close.
    pub async fn open_with(browser: &Browser, hello: &Hello) -> Self {
        let mut tab = Self::connect(browser).await;
        tab.send_json(&hello.0).await;
        tab.receive_until(|tab| !tab.welcome.is_null()).await;
        if tab.welcome["resumed"] == true {
            tab.resumed_from = hello.0["resume"]["seq"].as_u64().unwrap_or(0);
        }
        tab
    }

    /// Opens a tab that resumes another.
    pub async fn resume(browser: &mut Browser, from: &Self) -> Self {
        let (epoch, tab) = (from.welcome["epoch"].clone(), from.welcome["tab"].clone());
        let resume = json!({"epoch": epoch, "seq": from.seq()});
        let hello = Hello::of(browser).await.with("tab", tab).with("resume", resume);
        Self::open_with(browser, &hello).await
    }

    /// The latest received sequence number.
    pub fn seq(&self) -> u64 {
        let of = |value: Option<&Value>| value.and_then(|value| value["seq"].as_u64()).unwrap_or(0);
        of(self.changes.last()).max(of(self.snapshots.last())).max(self.resumed_from)
    }

    /// The sequence numbers of all changes.
    pub fn seqs(&self) -> Vec<u64> {
        self.changes.iter().filter_map(|change| change["seq"].as_u64()).collect()
    }

    /// Sends JSON.
    pub async fn send_json(&mut self, json: &Value) {
        self.send(Message::text(json.to_string())).await;
    }

    /// Sends any message. A failed send shows in what is received.
    pub async fn send(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// Sends a ping and waits for its pong.
    ///
    /// # Panics
    /// If it does not arrive or differs.
    pub async fn ping(&mut self, payload: &[u8]) {
        self.send(Message::Ping(payload.to_vec().into())).await;
        loop {
            match timeout(WITHIN, self.socket.next()).await.expect("an answer") {
                Some(Ok(Message::Pong(answer))) => return assert_eq!(answer, payload),
                other => self.take(other),
            }
            assert!(self.closed.is_none(), "the socket has ended");
        }
    }

    /// The underlying connection, for data that no browser sends. Buffered messages are dropped.
    pub fn into_connection(self) -> Connection {
        self.socket.into_inner()
    }

    /// Receives messages until a condition holds or the socket is closed.
    ///
    /// # Panics
    /// If neither happens in time.
    pub async fn receive_until(&mut self, holds: impl Fn(&Self) -> bool) {
        while self.closed.is_none() && !holds(self) {
            let next = timeout(WITHIN, self.socket.next()).await;
            self.take(next.unwrap_or_else(|_| panic!("nothing came: {:?}", self.others)));
        }
    }

    /// Receives messages for a time.
    pub async fn receive_for(&mut self, time: Duration) {
        let until = tokio::time::Instant::now() + time;
        while self.closed.is_none()
            && let Ok(next) = tokio::time::timeout_at(until, self.socket.next()).await
        {
            self.take(next);
        }
    }

    fn take(&mut self, next: Option<Result<Message, Error>>) {
        match next {
            Some(Ok(Message::Text(text))) => {
                let json: Value = serde_json::from_str(&text).expect("JSON");
                match json["type"].as_str() {
                    Some("welcome") => self.welcome = json,
                    Some("snapshot") => self.snapshots.push(json),
                    Some("transitions") => {
                        let changes = json["changes"].as_array().cloned().unwrap_or_default();
                        for change in &changes {
                            // Its line is embedded as it is stored, so only this compares it with the console's type.
                            let read = serde_json::from_value::<ChangeFields>(change.clone());
                            read.unwrap_or_else(|error| panic!("{error}: {change}"));
                        }
                        self.changes.extend(changes);
                    }
                    _ => self.others.push(json),
                }
            }
            Some(Ok(Message::Close(frame))) => {
                self.closed = Some(frame.map_or(1005, |frame| frame.code.into()));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => self.closed = Some(1006),
        }
    }

    /// Waits for the close code.
    ///
    /// # Panics
    /// If the socket is not closed in time.
    pub async fn close_code(&mut self) -> u16 {
        self.receive_until(|_| false).await;
        self.closed.expect("it ended")
    }

    /// Sends a command and waits for its reply.
    pub async fn command(&mut self, machine: &str, event: Value) -> Value {
        self.commands += 1;
        let id = format!("c_{}_{}", self.welcome["tab"].as_str().unwrap_or("none"), self.commands);
        self.command_as(&id, machine, event, None).await
    }

    /// Sends a command with this id and expected version.
    pub async fn command_as(
        &mut self,
        id: &str,
        machine: &str,
        event: Value,
        expected: Option<u64>,
    ) -> Value {
        let command = json!({"type": "command", "id": id, "machine": machine, "event": event, "expected": expected});
        let before = self.others.len();
        self.send_json(&command).await;
        let answers =
            |tab: &Self| tab.others[before..].iter().find(|message| message["id"] == id).cloned();
        self.receive_until(|tab| answers(tab).is_some()).await;
        answers(self).unwrap_or_else(|| json!({"type": "closed", "code": self.closed}))
    }

    /// Navigates and waits until navigation has settled. By then the application has started, and proposals that
    /// require a signed-in user are accepted.
    pub async fn settle(&mut self, path: &str) {
        let before = self.changes.len();
        self.go(path).await;
        self.receive_until(|tab| {
            let mut since = tab.changes.iter().skip(before);
            since.any(|change| change["machine"] == "navigation" && change["to"] == "settled")
        })
        .await;
    }

    /// Starts the application and waits until start-up has finished: until then it writes records by itself.
    pub async fn start(&mut self) -> Value {
        let answer = self.command("startup", json!({"type": "start"})).await;
        self.receive_until(|tab| {
            let mut startup =
                tab.changes.iter().rev().filter(|change| change["machine"] == "startup");
            let moving = ["identifying", "gathering", "settling"];
            startup.next().is_some_and(|change| moving.iter().all(|state| change["to"] != *state))
        })
        .await;
        answer
    }

    /// Navigates: a command that every tab may send and that always changes something.
    pub async fn go(&mut self, path: &str) -> Value {
        self.command("navigation", json!({"type": "go", "path": path, "trigger": "link"})).await
    }
}
