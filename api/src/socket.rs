//! The socket: one for each tab. It authorises every hello afresh, resumes or takes a snapshot, hands commands
//! to the engine, and never waits for a slow browser.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout};
use waybill_engine::{
    Attached, Attachment, Body, Command, Nack, Received, Resume, Sent, SessionId, SessionToken,
};
use waybill_machines::{CHARTS_HASH, MachineName};
use waybill_platform::trace::{self, Trace};

use crate::caller::{check_origin, token};
use crate::error::ApiError;
use crate::house::House;
use crate::server::turns_true;

/// The protocol that this server speaks.
const PROTOCOL: u32 = 1;
/// A message from a browser has at most this many bytes.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// The default of 128 KiB costs as much for every idle socket; 4 KiB is enough for what browsers send.
const BUFFER_BYTES: usize = 4 * 1024;
const HELLO_WITHIN: Duration = Duration::from_secs(10);
const PING_EVERY: Duration = Duration::from_secs(25);
/// A browser that answers nothing for this long is gone.
const SILENT_MAX: Duration = Duration::from_secs(60);
/// A browser has this long to answer a close.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);
/// A browser that takes nothing for this long is too slow.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// How often a socket that stays open is authorised afresh, whatever was pushed meanwhile.
const REVALIDATE_EVERY: Duration = Duration::from_secs(300);
/// At most this many commands of a socket in a second.
const COMMANDS_A_SECOND_MAX: u32 = 50;

/// Why a socket ends: a code of ours and a reason for people.
#[derive(Debug, Clone, Copy)]
enum Close {
    GoingAway,
    CredentialsChanged,
    TooSlow,
    TooManyTabs,
    HelloLate,
    OtherBuild,
    Malformed,
}

impl Close {
    const fn frame(self) -> (u16, &'static str) {
        match self {
            Self::GoingAway => (4000, "the server is going away"),
            Self::CredentialsChanged => (4001, "the session's credentials changed"),
            Self::TooSlow => (4002, "too slow or silent"),
            Self::TooManyTabs => (4002, "this session has too many tabs open"),
            Self::HelloLate => (4003, "the hello did not come in time"),
            Self::OtherBuild => (4500, "another protocol or build"),
            Self::Malformed => (4501, "malformed or oversized message"),
        }
    }
}

/// What a browser says first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    #[serde(rename = "type")]
    _kind: HelloKind,
    protocol: u32,
    build: String,
    charts: String,
    tab: Option<String>,
    resume: Option<ResumeFrom>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HelloKind {
    Hello,
}

/// What it says from then on. Not one enum with the other: an event is passed on as it was written, and a
/// tagged enum can keep that only if its tag happens to come first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said<'a> {
    #[serde(rename = "type")]
    _kind: CommandKind,
    id: String,
    machine: String,
    #[serde(borrow)]
    event: &'a RawValue,
    expected: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CommandKind {
    Command,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumeFrom {
    epoch: String,
    seq: u64,
}

/// `GET socket`.
pub async fn upgrade(
    State(house): State<House>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    // A page of another origin could open a socket with the user's cookie: the origin is what tells them apart.
    check_origin(&headers, &house)?;
    let token = token(&headers, &house.cookie_name());
    let upgrade = upgrade.map_err(|problem| ApiError::no_socket(&problem.body_text()))?;
    let upgrade = upgrade
        .protocols(["waybill.v1"])
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX);
    let permit = std::sync::Arc::clone(&house.sockets).try_acquire_owned();
    let permit =
        permit.map_err(|_| ApiError::unavailable("Too many tabs are open on this server."))?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        metrics::gauge!("waybill_sockets").increment(1.0);
        Connection { house, socket }.run(token).await;
        metrics::gauge!("waybill_sockets").decrement(1.0);
        drop(permit);
    }))
}

struct Connection {
    house: House,
    socket: WebSocket,
}

/// What goes on while a tab is attached.
struct Live {
    session: SessionId,
    token: SessionToken,
    attached: Attached,
    sent_seq: u64,
    heard: Instant,
    window: Instant,
    commands: u32,
}

impl Connection {
    async fn run(mut self, token: Option<SessionToken>) {
        let mut leaving = self.house.leaving.clone();
        let greeted = tokio::select! {
            greeted = self.greet(token) => greeted,
            () = turns_true(&mut leaving) => Err(Some(Close::GoingAway)),
        };
        let close = match greeted {
            Ok(mut live) => {
                let close = self.attend(&mut live).await;
                self.house.engine.detach(&live.session, live.attached.number).await;
                close
            }
            Err(close) => close,
        };
        let Some(close) = close else { return };
        let (code, reason) = close.frame();
        let frame = CloseFrame { code, reason: reason.into() };
        // The browser may have gone already; then there is nobody to tell.
        let _ = timeout(SEND_WITHIN, self.socket.send(Message::Close(Some(frame)))).await;
        // Closing while something of the browser's is unread would reset the connection, and the browser might
        // never see why it ended: its own goodbye comes first.
        let goodbye = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = timeout(GOODBYE_WITHIN, goodbye).await;
    }

    async fn greet(&mut self, token: Option<SessionToken>) -> Result<Live, Option<Close>> {
        let hello = match timeout(HELLO_WITHIN, self.socket.recv()).await {
            Err(_) => return Err(Some(Close::HelloLate)),
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(_) | Err(_))) => return Err(Some(Close::Malformed)),
            Ok(None) => return Err(None),
        };
        let Ok(Hello { protocol, build, charts, tab, resume, .. }) = serde_json::from_str(&hello)
        else {
            return Err(Some(Close::Malformed));
        };
        if protocol != PROTOCOL || charts != CHARTS_HASH || build != self.house.build {
            return Err(Some(Close::OtherBuild));
        }
        let token = token.ok_or(Some(Close::CredentialsChanged))?;
        let session =
            self.house.engine.session_of(&token).ok_or(Some(Close::CredentialsChanged))?;
        let resume = resume.map(|from| Resume { epoch: from.epoch, seq: from.seq });
        let copy = SessionToken::parse(token.expose()).ok_or(Some(Close::CredentialsChanged))?;
        let attachment = Attachment { tab, resume, token: copy };
        let attached = self.house.engine.attach(&session, attachment).await;
        let attached = attached.map_err(|nack| Some(not_attached(&nack)))?;
        let now = Instant::now();
        let sent_seq = attached.seq;
        Ok(Live { session, token, attached, sent_seq, heard: now, window: now, commands: 0 })
    }

    /// Everything between attaching and detaching.
    async fn attend(&mut self, live: &mut Live) -> Option<Close> {
        if let Err(close) = self.welcome(live).await {
            return close;
        }
        if let Err(close) = self.catch_up(live).await {
            return close;
        }
        self.serve(live).await
    }

    async fn welcome(&mut self, live: &Live) -> Result<(), Option<Close>> {
        let attached = &live.attached;
        let name = match &attached.person {
            Some(person) => {
                let user = self.house.engine.ports().access.user(person.clone()).await;
                user.ok().flatten().and_then(|user| user.name)
            }
            None => None,
        };
        let welcome = json!({
            "type": "welcome",
            "protocol": PROTOCOL,
            "build": self.house.build,
            "epoch": attached.epoch,
            "tab": attached.tab,
            "resumed": attached.resumed,
            "seq": attached.seq,
            "at": self.house.engine.now(),
            "person": attached.person,
            "name": name,
        });
        self.send(welcome.to_string()).await
    }

    async fn catch_up(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        for message in std::mem::take(&mut live.attached.backlog) {
            self.send(message.to_string()).await?;
        }
        Ok(())
    }

    /// Goes on until either side ends it.
    async fn serve(&mut self, live: &mut Live) -> Option<Close> {
        let mut leaving = self.house.leaving.clone();
        let mut ping = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        let first = Instant::now() + REVALIDATE_EVERY;
        let mut revalidate = tokio::time::interval_at(first, REVALIDATE_EVERY);
        loop {
            let step = tokio::select! {
                received = live.attached.outbox.receive() => self.pass_on(live, received).await,
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => {
                        live.heard = Instant::now();
                        self.take(live, message).await
                    }
                    // A message over the limit ends the connection with an error of the protocol.
                    Some(Err(_)) => Err(Some(Close::Malformed)),
                    None => Err(None),
                },
                _ = ping.tick() => {
                    if live.heard.elapsed() > SILENT_MAX {
                        Err(Some(Close::TooSlow))
                    } else {
                        self.send_message(Message::Ping(axum::body::Bytes::new())).await
                    }
                }
                _ = revalidate.tick() => {
                    let counts = self.house.engine.session_of(&live.token);
                    let counts = counts.is_some_and(|session| session == live.session);
                    if counts { Ok(()) } else { Err(Some(Close::CredentialsChanged)) }
                }
                () = turns_true(&mut leaving) => Err(Some(Close::GoingAway)),
            };
            if let Err(close) = step {
                return close;
            }
        }
    }

    async fn pass_on(&mut self, live: &mut Live, received: Received) -> Result<(), Option<Close>> {
        match received {
            Received::Message(Sent::Text { seq, json }) => {
                live.sent_seq = seq;
                self.send(json.to_string()).await
            }
            Received::Message(Sent::Reauthorise) => Err(Some(Close::CredentialsChanged)),
            Received::Gone => Err(Some(Close::GoingAway)),
            Received::Lagged => self.resync(live).await,
        }
    }

    /// The tab could not follow: it is told so, and brought up to date from what it has.
    async fn resync(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        metrics::counter!("waybill_socket_lagged").increment(1);
        self.send(json!({ "type": "lagged" }).to_string()).await?;
        self.house.engine.detach(&live.session, live.attached.number).await;
        let token =
            SessionToken::parse(live.token.expose()).ok_or(Some(Close::CredentialsChanged))?;
        let resume = Resume { epoch: live.attached.epoch.clone(), seq: live.sent_seq };
        let tab = Some(live.attached.tab.clone());
        let attachment = Attachment { tab, resume: Some(resume), token };
        let attached = self.house.engine.attach(&live.session, attachment).await;
        let tab = std::mem::take(&mut live.attached.tab);
        live.attached = attached.map_err(|nack| Some(not_attached(&nack)))?;
        if live.attached.tab != tab {
            // Another page has come with this tab's id in this moment: both start anew.
            return Err(Some(Close::TooSlow));
        }
        live.sent_seq = live.attached.seq;
        self.catch_up(live).await
    }

    async fn take(&mut self, live: &mut Live, message: Message) -> Result<(), Option<Close>> {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(None),
            Message::Binary(_) => return Err(Some(Close::Malformed)),
        };
        let Ok(Said { id, machine, event, expected, .. }) = serde_json::from_str(&text) else {
            return Err(Some(Close::Malformed));
        };
        if id.is_empty() || id.len() > 64 || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Some(Close::Malformed));
        }
        let answer = if Self::too_fast(live) {
            Err(Nack::temporary("too_fast", "Too many commands at once; the browser tries again."))
        } else {
            command(&self.house, live, &id, &machine, event, expected).await
        };
        let reply = match answer {
            Ok(seq) => json!({ "type": "ack", "id": id, "seq": seq }),
            Err(nack) => json!({
                "type": "nack",
                "id": id,
                "code": nack.code,
                "temporary": nack.temporary,
                "message": nack.message,
            }),
        };
        // What the command changed was queued before it was answered: that goes out first.
        while let Some(Received::Message(sent)) = live.attached.outbox.try_receive() {
            self.pass_on(live, Received::Message(sent)).await?;
        }
        if live.attached.outbox.has_lagged() {
            self.resync(live).await?;
        }
        self.send(reply.to_string()).await
    }

    fn too_fast(live: &mut Live) -> bool {
        if live.window.elapsed() >= Duration::from_secs(1) {
            live.window = Instant::now();
            live.commands = 0;
        }
        live.commands += 1;
        live.commands > COMMANDS_A_SECOND_MAX
    }

    async fn send(&mut self, text: String) -> Result<(), Option<Close>> {
        self.send_message(Message::Text(text.into())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Option<Close>> {
        match timeout(SEND_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some(Close::TooSlow)),
        }
    }
}

fn not_attached(nack: &Nack) -> Close {
    match nack.code.as_str() {
        "too_many_tabs" => Close::TooManyTabs,
        "reauthorise" | "session_ended" => Close::CredentialsChanged,
        // The session cannot be read now, or the server stops: coming back at once would not help.
        _ => Close::GoingAway,
    }
}

async fn command(
    house: &House,
    live: &Live,
    id: &str,
    machine: &str,
    event: &RawValue,
    expected: Option<u64>,
) -> Result<u64, Nack> {
    let machine: MachineName =
        machine.parse().map_err(|error| Nack::final_("unknown_machine", format!("{error}")))?;
    let command = Command {
        id: Some(id.to_owned()),
        machine,
        tab: Some(live.attached.tab.clone()),
        body: Body::Proposal(event.get().to_owned()),
        expected,
        who: None,
        presented: Some(live.token.digest()),
    };
    let trace = command.id.as_deref().map(Trace::of_command);
    trace::within(trace, house.engine.command(&live.session, command)).await
}
