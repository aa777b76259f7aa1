//! A test server with a configurable response, on an address of this machine.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use waybill_outbound::{Outbound, OutboundSettings, Target};

/// What the server does after it has read a request.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Sends this and closes the connection.
    Sends(Vec<u8>),
    /// Sends the first, then the second repeatedly until the client disconnects.
    Repeats(Vec<u8>, Vec<u8>),
    /// The same with a pause before each.
    SendsSlowly(Vec<u8>, Vec<u8>),
    /// Sends this and then nothing, with the connection open.
    Stalls(Vec<u8>),
    /// Sends this to each request that comes over a connection.
    Answers(Vec<u8>),
    /// Sends this to the first request of a connection, and closes it after the second.
    AnswersOnce(Vec<u8>),
}

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    connections: Arc<AtomicUsize>,
    requests: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Server {
    pub async fn start(does: Behaviour) -> Self {
        Self::start_at("127.0.0.1:0".parse().expect("an address"), does).await
    }

    pub async fn start_at(address: SocketAddr, does: Behaviour) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let connections = Arc::new(AtomicUsize::new(0));
        let requests = Arc::default();
        let (count, heads) = (Arc::clone(&connections), Arc::clone(&requests));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, does.clone(), Arc::clone(&heads)));
            }
        });
        Self { address, connections, requests }
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no task panicked").clone()
    }

    pub fn target(&self, path: &str) -> Target {
        Target::parse(&format!("http://{}{path}", self.address)).expect("a target")
    }
}

/// Reads the head of a request and notes it; false if the client has disconnected.
async fn has_read(stream: &mut TcpStream, heads: &std::sync::Mutex<Vec<String>>) -> bool {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut byte = [0; 1_024];
        match stream.read(&mut byte).await {
            Ok(0) | Err(_) => return false,
            Ok(read) => head.extend_from_slice(&byte[..read]),
        }
    }
    heads.lock().expect("no task panicked").push(String::from_utf8_lossy(&head).into_owned());
    true
}

async fn serve(mut stream: TcpStream, does: Behaviour, heads: Arc<std::sync::Mutex<Vec<String>>>) {
    if !has_read(&mut stream, &heads).await {
        return;
    }
    match does {
        Behaviour::Sends(text) => {
            drop(stream.write_all(&text).await);
            drop(stream.shutdown().await);
        }
        Behaviour::Repeats(first, then) => {
            drop(stream.write_all(&first).await);
            while stream.write_all(&then).await.is_ok() {}
        }
        Behaviour::SendsSlowly(first, then) => {
            drop(stream.write_all(&first).await);
            while stream.write_all(&then).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        Behaviour::Stalls(text) => {
            drop(stream.write_all(&text).await);
            // Until the client has disconnected.
            drop(stream.read(&mut [0; 1]).await);
        }
        Behaviour::Answers(text) => {
            drop(stream.write_all(&text).await);
            while has_read(&mut stream, &heads).await {
                drop(stream.write_all(&text).await);
            }
        }
        Behaviour::AnswersOnce(text) => {
            drop(stream.write_all(&text).await);
            has_read(&mut stream, &heads).await;
        }
    }
}

pub fn sending(text: &str) -> Behaviour {
    Behaviour::Sends(text.as_bytes().to_vec())
}

/// Sends this to each request, with the connection open.
pub fn answering(text: &str) -> Behaviour {
    Behaviour::Answers(text.as_bytes().to_vec())
}

/// Settings that allow these addresses.
pub fn allowing(addresses: &[SocketAddr]) -> OutboundSettings {
    let open = |address: &SocketAddr| {
        let length = if address.is_ipv4() { 32 } else { 128 };
        format!("{}/{length}:{}", address.ip(), address.port()).parse().expect("an endpoint")
    };
    OutboundSettings { allow: addresses.iter().map(open).collect(), ..OutboundSettings::default() }
}

/// A client that may connect to one server.
pub fn client(server: &Server) -> Outbound {
    Outbound::new(allowing(&[server.address])).expect("a client")
}

/// Fails the test if the future does not complete.
pub async fn ends<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), future).await.expect("it hangs")
}

pub fn ip(text: &str) -> IpAddr {
    text.parse().expect("an address")
}
