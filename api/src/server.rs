//! The accept loop. It is our own because a header timeout is needed, and because a shutdown must not forget
//! the sockets: a graceful shutdown of connections knows nothing of those that were upgraded.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use futures_util::FutureExt as _;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use waybill_engine::Clock;
use waybill_platform::status::Pulse;

/// A client has this long to send its headers.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// A TLS handshake has this long.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);
/// The headers of a request have at most this many bytes.
const HEADER_BYTES_MAX: usize = 32 * 1024;
/// A connection whose client takes nothing of an answer for this long ends.
const WRITE_PROGRESS_WITHIN: Duration = Duration::from_secs(60);
/// Connections have this long to finish when the server goes away.
const DRAIN_WITHIN: Duration = Duration::from_secs(20);
/// A connection whose first request has not arrived when the server goes away is given this long for it: the client
/// has sent it in good faith, and would otherwise see a connection that breaks without an answer.
const FIRST_REQUEST_WITHIN: Duration = Duration::from_millis(500);

/// The accept loop beats this often: whoever hears it knows that connections are accepted.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Where the accept loop beats.
pub struct Heart {
    /// Its pulse.
    pub pulse: Pulse,
    /// Tells the moment.
    pub clock: Arc<dyn Clock>,
}

/// Serves until `stop` turns true, then lets connections finish.
pub async fn run(
    listener: TcpListener,
    tls: Option<tokio_rustls::TlsAcceptor>,
    app: Router,
    connections_max: u32,
    mut stop: watch::Receiver<bool>,
    heart: Option<Heart>,
) {
    let door = Door {
        app,
        tls,
        stop: stop.clone(),
        room: Arc::new(Semaphore::new(connections_max as usize)),
        is_full: AtomicBool::new(false),
    };
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
            _ = heartbeat.tick(), if heart.is_some() => {
                if let Some(heart) = &heart {
                    heart.pulse.beat(heart.clock.now());
                }
                continue;
            }
        };
        match accepted {
            Ok((stream, address)) => door.admit(stream, address),
            Err(error) => {
                // Out of file descriptors, most likely: accepting again at once would only burn the processor.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    // Whoever the system has already connected is let in: closing the listener would reset them.
    while let Some(Ok((stream, address))) = listener.accept().now_or_never() {
        door.admit(stream, address);
    }
    drop(listener);
    // Every connection gives its permit back when it has finished.
    let all = door.room.acquire_many(connections_max);
    match tokio::time::timeout(DRAIN_WITHIN, all).await {
        Ok(_) => tracing::info!("all connections have finished"),
        Err(_) => tracing::warn!("some connections did not finish in time"),
    }
}

/// Where connections come in.
struct Door {
    app: Router,
    tls: Option<tokio_rustls::TlsAcceptor>,
    stop: watch::Receiver<bool>,
    room: Arc<Semaphore>,
    /// It was said already that connections are turned away.
    is_full: AtomicBool,
}

impl Door {
    fn admit(&self, stream: TcpStream, address: SocketAddr) {
        let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() else {
            metrics::counter!("waybill_connections_turned_away").increment(1);
            // Once until there is room again: whoever floods the server must not flood its log.
            if !self.is_full.swap(true, Ordering::Relaxed) {
                tracing::warn!("too many connections: new ones are turned away");
            }
            return;
        };
        self.is_full.store(false, Ordering::Relaxed);
        // Small messages are to leave at once.
        let _ = stream.set_nodelay(true);
        let stream = with_write_progress(stream, WRITE_PROGRESS_WITHIN);
        let (app, tls, stop) = (self.app.clone(), self.tls.clone(), self.stop.clone());
        tokio::spawn(async move {
            match tls {
                None => serve(stream, address, app, stop).await,
                Some(acceptor) => {
                    let handshake = tokio::time::timeout(HANDSHAKE_WITHIN, acceptor.accept(stream));
                    if let Ok(Ok(stream)) = handshake.await {
                        serve(stream, address, app, stop).await;
                    }
                }
            }
            drop(permit);
        });
    }
}

/// Lets a stream fail whose other side has stopped reading, so that nobody holds a connection and its buffers that way.
fn with_write_progress<S: AsyncRead + AsyncWrite>(
    stream: S,
    within: Duration,
) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(within));
    Box::pin(stream)
}

async fn serve<S>(stream: S, address: SocketAddr, app: Router, mut stop: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let asked = Arc::new(AtomicBool::new(false));
    let asks = Arc::clone(&asked);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        asks.store(true, Ordering::Relaxed);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        app.clone().oneshot(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(HEADER_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let outcome = tokio::select! {
        outcome = connection.as_mut() => outcome,
        () = last_moment(&mut stop, &asked) => {
            // The request that is under way is answered; an idle connection ends.
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, %address, "a connection ended with an error");
    }
}

/// When a connection is to end because the server goes away.
async fn last_moment(stop: &mut watch::Receiver<bool>, asked: &AtomicBool) {
    turns_true(stop).await;
    if !asked.load(Ordering::Relaxed) {
        tokio::time::sleep(FIRST_REQUEST_WITHIN).await;
    }
}

/// Waits without holding on to the value, which would keep the task from moving between threads.
pub async fn turns_true(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|value| *value).await;
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::AsyncWriteExt as _;

    use super::*;

    #[tokio::test]
    async fn a_client_that_asks_and_does_not_read_is_ended() {
        let (mut client, server) = tokio::io::duplex(1_024);
        let app = Router::new().route("/", get(|| async { "x".repeat(1 << 20) }));
        client.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let (_go_on, stop) = watch::channel(false);
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let server = with_write_progress(server, Duration::from_millis(50));
        let serving = serve(server, address, app, stop);
        tokio::time::timeout(Duration::from_secs(20), serving).await.unwrap();
    }
}
