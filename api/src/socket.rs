//! The socket: one for each tab. It authorises every hello afresh, resumes or takes a snapshot, hands commands
//! to the engine, tells topics, and never waits for a slow browser.

mod hello;
mod live;
mod said;
mod topics;

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::time::timeout;
use waybill_engine::{Nack, SessionToken};

use crate::caller::{check_origin, token};
use crate::error::ApiError;
use crate::house::House;
use crate::server::turns_true;

/// A message from a browser has at most this many bytes.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// The default of 128 KiB costs as much for every idle socket; 4 KiB is enough for what browsers send.
const BUFFER_BYTES: usize = 4 * 1024;
/// A browser has this long to answer a close.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);
/// A browser that takes nothing for this long is too slow.
const SEND_WITHIN: Duration = Duration::from_secs(10);

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
        "reauthorise" | "session_ended" | "session_unreadable" => Close::CredentialsChanged,
        // The session cannot be read now, or the server stops: coming back at once would not help.
        _ => Close::GoingAway,
    }
}
