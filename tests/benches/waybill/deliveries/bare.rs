//! The least that delivering an event takes: a request over a connection that is kept, by the same HTTP client, and a
//! durable line about its outcome. One webhook sends one event after another, and records the outcome of each before
//! the next one; only the outcomes of several webhooks share a write to the disk.

use std::fs::File;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::Request;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// The path that events are posted to.
pub(super) const PATH: &str = "/hook";

pub(super) struct BareLoop {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    outcomes: File,
}

impl BareLoop {
    /// Connects to a receiver. The lines about outcomes are in a new file.
    pub(super) async fn start(receiver: SocketAddr, outcomes: &Path) -> Self {
        let stream = TcpStream::connect(receiver).await.expect("a connection");
        stream.set_nodelay(true).expect("small requests leave at once");
        let connected = handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await;
        let (sender, connection) = connected.expect("HTTP");
        // It ends with its sender.
        tokio::spawn(connection);
        let outcomes = File::create(outcomes).expect("a file");
        Self { sender, host: receiver.to_string(), outcomes }
    }

    /// Posts an event, and has its outcome durable. Returns how long the request took without that.
    pub(super) async fn deliver(&mut self, event: &[u8]) -> Duration {
        let began = Instant::now();
        let request = Request::post(PATH)
            .header(HOST, self.host.as_str())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::copy_from_slice(event)))
            .expect("a request");
        self.sender.ready().await.expect("the connection is kept");
        let answer = self.sender.send_request(request).await.expect("an answer");
        let status = answer.status().as_u16();
        assert_eq!(status, 204);
        answer.into_body().collect().await.expect("the end of the answer");
        let took = began.elapsed();
        let line = format!("{status} {} us\n", took.as_micros());
        self.outcomes.write_all(line.as_bytes()).expect("it is written");
        self.outcomes.sync_data().expect("it is durable");
        took
    }
}
