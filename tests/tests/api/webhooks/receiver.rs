//! A server that receives events, with answers that a test sets.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
pub(crate) use waybill_tests::Received;

use crate::served::served;

/// How long a test waits for requests.
const WITHIN: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_millis(10);

/// The server. It stops with its runtime.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// The answers to the next requests; 204 to all others.
    answers: VecDeque<Vec<u8>>,
    fails_next_event: bool,
    received: Vec<Received>,
}

impl Receiver {
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

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Answers one of the next requests with a status and further lines of the head.
    pub(crate) fn answers(&self, status: u16, lines: &str) {
        self.answers_with(answer_of(status, lines));
    }

    /// Answers the next event that has not come before with a failure. One that has failed is not failed again, since
    /// it would wait longer each time.
    pub(crate) fn fails_next_event(&self) {
        self.shared().fails_next_event = true;
    }

    /// Answers one of the next requests with these bytes, and closes the connection.
    pub(crate) fn answers_with(&self, bytes: impl Into<Vec<u8>>) {
        self.shared().answers.push_back(bytes.into());
    }

    /// What has been received so far.
    pub(crate) fn all(&self) -> Vec<Received> {
        self.shared().received.clone()
    }

    /// What has been received, once there are this many requests.
    pub(crate) async fn received(&self, number: usize) -> Vec<Received> {
        let all = tokio::time::timeout(WITHIN, async {
            while self.shared().received.len() < number {
                tokio::time::sleep(EVERY).await;
            }
        });
        all.await.unwrap_or_else(|_| panic!("{} of {number} requests", self.all().len()));
        self.all()
    }
}

/// An answer without a body, after which the connection is closed.
fn answer_of(status: u16, lines: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} Status\r\nConnection: close\r\nContent-Length: 0\r\n{lines}\r\n")
        .into_bytes()
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let Some(received) = Received::read(&mut stream).await else { return };
    let answer = {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let id = received.header("webhook-id").map(str::to_owned);
        let is_new = shared.received.iter().all(|one| one.header("webhook-id") != id.as_deref());
        shared.received.push(received);
        if is_new && std::mem::take(&mut shared.fails_next_event) {
            shared.answers.push_front(answer_of(503, ""));
        }
        shared.answers.pop_front()
    };
    let answer =
        answer.unwrap_or_else(|| b"HTTP/1.1 204 Taken\r\nConnection: close\r\n\r\n".to_vec());
    let _ = stream.write_all(&answer).await;
    let _ = stream.shutdown().await;
}
