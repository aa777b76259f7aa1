//! The WebSocket, one per tab. It authorizes every hello, resumes the tab or sends a snapshot, submits commands to the
//! engine, sends topic messages, and never waits for a slow browser.

mod frames;
mod hello;
mod live;
mod topics;

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};
use waybill_engine::{Nack, NackCode, ServerMessage, SessionToken};
use waybill_platform::limits::Place;

use crate::budgets::{self, ConnectionPlace};
use crate::caller::{check_origin, source, token};
use crate::client_address;
use crate::error::ApiError;
use crate::server::{Mover, wait_until_true};
use crate::state::AppState;
use crate::wire::socket::{CloseCode, SUB_PROTOCOL};
use frames::{MeteredFrames, TooManyFrames, in_fragments};

/// Maximum size of a message from a browser.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// The default of 128 KiB is allocated for every idle socket; 1 KiB holds most messages of browsers.
const READ_BUFFER_BYTES: usize = 1024;
/// Maximum size of unsent data: a fragment of a message, and pongs.
const WRITE_BUFFER_BYTES_MAX: usize = 256 * 1024;
/// Maximum time for a browser to answer a close frame.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);
/// A browser that reads nothing for this long is too slow.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// How long a socket that gives way has for its last frame: its descriptor is another client's already.
const GIVES_WAY_WITHIN: Duration = Duration::from_millis(100);

/// Why a socket is closed: a close code and a human-readable reason.
#[derive(Debug, Clone, Copy)]
enum Close {
    GoingAway,
    CredentialsChanged,
    TooSlow,
    TooFast,
    TooManyTabs,
    TooManySockets,
    HelloLate,
    OtherBuild,
    Malformed,
}

impl Close {
    const fn frame(self) -> (CloseCode, &'static str) {
        match self {
            Self::GoingAway => (CloseCode::GoingAway, "the server is going away"),
            Self::CredentialsChanged => {
                (CloseCode::CredentialsChanged, "the session's credentials changed")
            }
            Self::TooSlow => (CloseCode::TooSlow, "too slow or silent"),
            Self::TooFast => (CloseCode::TooSlow, "too many messages at once"),
            Self::TooManyTabs => (CloseCode::TooSlow, "this session has too many tabs open"),
            Self::TooManySockets => (CloseCode::TooSlow, "too many tabs are open on this server"),
            Self::HelloLate => (CloseCode::HelloLate, "the hello did not come in time"),
            Self::OtherBuild => (CloseCode::OtherBuild, "another protocol or build"),
            Self::Malformed => (CloseCode::Malformed, "malformed or oversized message"),
        }
    }
}

/// `GET socket`.
pub async fn upgrade(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut request: Request,
) -> Result<Response, ApiError> {
    // A page of another origin could open a socket with the user's cookie, so the origin is checked.
    check_origin(&headers, &state)?;
    let token = token(&headers, &state.cookie_name());
    let response = create_response_with_body(&request, Body::empty);
    let mut response = response.map_err(|problem| ApiError::no_socket(&problem.to_string()))?;
    if asks_for_protocol(&headers) {
        let name = HeaderValue::from_static(SUB_PROTOCOL);
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, name);
    }
    let session = token.as_ref().and_then(|token| state.engine.session_of(token));
    let person = session.and_then(|session| state.engine.person_of(&session));
    let is_of_user = person.is_some();
    let address = client_address::of(request.extensions());
    let place =
        state.sockets.take(budgets::holder(person, source(address))).map_err(ApiError::no_place)?;
    // The socket is the connection from now on.
    let connection = ConnectionPlace::of(request.extensions());
    let mover = Mover::of(request.extensions()).filter(|_| is_of_user);
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // If the client disconnects before the response is sent, there is no socket.
        if let Ok(upgraded) = upgraded.await {
            // Visitors must not slow down what waits for a user. This task runs among those of users already.
            if let Some(mover) = mover {
                mover.move_stream();
            }
            let stream = MeteredFrames::new(TokioIo::new(upgraded));
            let config = Some(socket_config());
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, config).await;
            let given_away = given_away(&place, connection.as_ref());
            // By reference: a future keeps what it is given by value twice.
            Connection { state, socket, address }.run(token, given_away).await;
        }
        drop((place, connection));
    });
    Ok(response)
}

/// Completes when the place of the socket, or that of its connection, has been given to another client.
async fn given_away(socket: &Place, connection: Option<&ConnectionPlace>) {
    match connection {
        Some(connection) => tokio::select! {
            () = socket.given_away() => {}
            () = connection.0.given_away() => {}
        },
        None => socket.given_away().await,
    }
}

fn asks_for_protocol(headers: &HeaderMap) -> bool {
    let asked = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let mut names = asked.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(','));
    names.any(|name| name.trim() == SUB_PROTOCOL)
}

fn socket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX))
}

struct Connection {
    state: AppState,
    socket: WebSocketStream<MeteredFrames<TokioIo<Upgraded>>>,
    /// The address that the socket was opened from, which its commands come from.
    address: Option<IpAddr>,
}

impl Connection {
    async fn run(&mut self, token: Option<SessionToken>, given_away: impl Future<Output = ()>) {
        let mut given_away = pin!(given_away);
        let mut shutdown = self.state.shutdown.clone();
        let outcome = tokio::select! {
            // Boxed, since a socket shakes hands once and then mostly waits.
            outcome = Box::pin(self.handshake(token)) => outcome,
            () = wait_until_true(&mut shutdown) => Err(Some(Close::GoingAway)),
            () = &mut given_away => Err(Some(Close::TooManySockets)),
        };
        let close = match outcome {
            Ok(mut live) => {
                let close = tokio::select! {
                    close = self.run_tab(&mut live) => close,
                    () = &mut given_away => Some(Close::TooManySockets),
                };
                self.state.engine.detach(&live.session, live.attached.number).await;
                close
            }
            Err(close) => close,
        };
        let Some(close) = close else { return };
        let (code, reason) = close.frame();
        let frame = CloseFrame { code: (code as u16).into(), reason: reason.into() };
        let within = match close {
            Close::TooManySockets => GIVES_WAY_WITHIN,
            // A browser that stopped reading is not given another full timeout.
            Close::TooSlow => GOODBYE_WITHIN,
            _ => SEND_WITHIN,
        };
        // The browser may already have disconnected; then the send fails and is ignored.
        let _ = timeout(within, self.socket.send(Message::Close(Some(frame)))).await;
        if matches!(close, Close::TooManySockets) {
            return;
        }
        // Closing while data of the browser is unread would reset the connection, and the browser might not see the
        // close reason: its own close frame is awaited first.
        let goodbye = async { while let Some(Ok(_)) = self.socket.next().await {} };
        let _ = timeout(GOODBYE_WITHIN, goodbye).await;
    }

    /// The next message from the browser; an error is the reason for closing.
    async fn receive(&mut self) -> Result<Message, Option<Close>> {
        match self.socket.next().await {
            Some(Ok(message)) => Ok(message),
            Some(Err(Error::Io(error))) if is_too_fast(&error) => Err(Some(Close::TooFast)),
            // A message over the limit ends the connection with a protocol error.
            Some(Err(_)) => Err(Some(Close::Malformed)),
            None => Err(None),
        }
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Option<Close>> {
        self.send_text(message.json()).await
    }

    async fn send_text(&mut self, text: String) -> Result<(), Option<Close>> {
        // Each fragment has its own timeout, so that a long message needs progress but not bandwidth.
        for message in in_fragments(text) {
            self.send_message(message).await?;
        }
        Ok(())
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Option<Close>> {
        // Pongs may be buffered and would take the space of the message.
        self.flush().await?;
        in_time(self.socket.send(message)).await
    }

    /// Waits until all buffered data has been sent.
    async fn flush(&mut self) -> Result<(), Option<Close>> {
        in_time(self.socket.flush()).await
    }
}

/// Applies the send timeout.
async fn in_time(sending: impl Future<Output = Result<(), Error>>) -> Result<(), Option<Close>> {
    match timeout(SEND_WITHIN, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some(Close::TooSlow)),
    }
}

fn is_too_fast(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooManyFrames>)
}

fn not_attached(nack: &Nack) -> Close {
    match nack.code {
        NackCode::TooManyTabs => Close::TooManyTabs,
        NackCode::Reauthorise | NackCode::SessionEnded | NackCode::SessionUnreadable => {
            Close::CredentialsChanged
        }
        // The session cannot be read at present, or the server stops: reconnecting at once would not help.
        _ => Close::GoingAway,
    }
}
