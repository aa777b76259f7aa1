//! What a test puts before a server, to hold up what is sent to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::{EVERY, WITHIN};

/// What becomes of connections.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passage {
    /// They lead to the server.
    Open,
    /// They wait.
    Held,
    /// They end.
    Refused,
}

/// The gate. It stops with its runtime.
pub(super) struct Gate {
    pub(super) address: SocketAddr,
    passage: watch::Sender<Passage>,
    /// How many connections had to wait.
    held: Arc<AtomicUsize>,
}

impl Gate {
    /// An open gate before a server.
    pub(super) async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let passage = watch::Sender::new(Passage::Open);
        let (seen, held) = (passage.subscribe(), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&held);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass(stream, server, seen.clone(), Arc::clone(&counted)));
            }
        });
        Self { address, passage, held }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Holds up what comes from now on.
    pub(super) fn hold(&self) {
        self.passage.send_replace(Passage::Held);
    }

    /// Ends what was held up, and what comes from now on.
    pub(super) fn refuse(&self) {
        self.passage.send_replace(Passage::Refused);
    }

    /// Lets through what was held up, and what comes from now on.
    pub(super) fn open(&self) {
        self.passage.send_replace(Passage::Open);
    }

    /// Waits until something is held up that was not before.
    pub(super) async fn has_held(&self, before: usize) {
        let since = Instant::now();
        while self.held() <= before {
            assert!(since.elapsed() < WITHIN, "nothing is sent");
            tokio::time::sleep(EVERY).await;
        }
    }

    /// How many connections had to wait so far.
    pub(super) fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }
}

async fn pass(
    mut stream: TcpStream,
    server: SocketAddr,
    mut passage: watch::Receiver<Passage>,
    held: Arc<AtomicUsize>,
) {
    if *passage.borrow() == Passage::Held {
        held.fetch_add(1, Ordering::Relaxed);
    }
    let decided = passage.wait_for(|passage| *passage != Passage::Held).await;
    let is_open = decided.is_ok_and(|passage| *passage == Passage::Open);
    if is_open && let Ok(mut other) = TcpStream::connect(server).await {
        let _ = copy_bidirectional(&mut stream, &mut other).await;
    }
}
