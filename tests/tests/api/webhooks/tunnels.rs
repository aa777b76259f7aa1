//! A proxy that makes tunnels to addresses, and notes what it is asked for.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::served::served;

/// The proxy. It stops with its runtime.
pub(crate) struct Tunnels {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// The heads of the requests for tunnels.
    asked: Vec<String>,
    /// The line of credentials without which there is no tunnel.
    wanted: Option<String>,
}

impl Tunnels {
    pub(crate) async fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"))
    }

    /// The same with a socket that listens already, such as one of another network namespace.
    pub(crate) fn on(listener: TcpListener) -> Self {
        let shared: Arc<Mutex<Shared>> = Arc::default();
        let address = served(listener, &shared, serve);
        Self { address, shared }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes tunnels from now on for this user only.
    pub(crate) fn wants(&self, user: &str, password: &str) {
        let encoded = STANDARD.encode(format!("{user}:{password}"));
        self.shared().wanted = Some(format!("Proxy-Authorization: Basic {encoded}\r\n"));
    }

    /// What it was asked for so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.shared().asked.clone()
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        head.push(byte);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next());
    let target: Option<SocketAddr> = target.and_then(|target| target.parse().ok());
    let is_let_in = {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let is_let_in = shared.wanted.as_ref().is_none_or(|wanted| head.contains(wanted));
        shared.asked.push(head);
        is_let_in
    };
    let refusal = match target {
        _ if !is_let_in => "407 Proxy Authentication Required",
        // A name is no address.
        None => "400 Bad Request",
        Some(target) => match TcpStream::connect(target).await {
            Ok(mut other) => {
                let established = b"HTTP/1.1 200 Connection established\r\n\r\n";
                let _ = stream.write_all(established).await;
                let _ = copy_bidirectional(&mut stream, &mut other).await;
                return;
            }
            Err(_) => "502 Bad Gateway",
        },
    };
    let _ = stream.write_all(format!("HTTP/1.1 {refusal}\r\n\r\n").as_bytes()).await;
    let _ = stream.shutdown().await;
}
