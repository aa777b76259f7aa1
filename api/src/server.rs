//! The accept loop. It is written by hand because it needs a header timeout, and because shutdown must wait for
//! WebSocket connections: hyper does not track upgraded connections in its graceful shutdown.

mod movable;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use waybill_engine::Clock;
use waybill_platform::limits::{Full, Holder, Place, Places};
use waybill_platform::status::Pulse;

use crate::budgets::ConnectionPlace;
use crate::client_address::{Proxies, ProxyHeader};
use crate::proxy_protocol::{self, NoClient};

use movable::MovableStream;
pub use movable::Mover;

/// Maximum time for a client to send its request headers.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// Maximum time for a TLS handshake.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);
/// Maximum size of the request headers.
const HEADER_BYTES_MAX: usize = 32 * 1024;
/// A connection is closed if its client reads nothing of a response for this long.
const WRITE_PROGRESS_WITHIN: Duration = Duration::from_secs(60);
/// Maximum time for connections to finish during shutdown.
const DRAIN_WITHIN: Duration = Duration::from_secs(20);
/// On shutdown, a connection without a first request gets this much time for it. The client may already have sent the
/// request, and would otherwise see the connection close without a response.
const FIRST_REQUEST_WITHIN: Duration = Duration::from_millis(500);

/// Interval at which the accept loop reports its heartbeat, which shows that connections are being accepted.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The heartbeat of the accept loop.
pub struct Heartbeat {
    /// Receives the heartbeats.
    pub pulse: Pulse,
    /// Provides the timestamps of the heartbeats.
    pub clock: Arc<dyn Clock>,
}

/// Serves until `stop` becomes true, then lets open connections finish.
pub async fn run(
    listener: TcpListener,
    tls: Option<tokio_rustls::TlsAcceptor>,
    app: Router,
    admission: Admission,
    mut stop: watch::Receiver<bool>,
    heartbeat: Option<Heartbeat>,
) {
    let acceptor = Arc::new(Acceptor {
        app,
        tls,
        stop: stop.clone(),
        admission,
        warned_full: AtomicBool::new(false),
    });
    let mut interval = tokio::time::interval(HEARTBEAT);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
            _ = interval.tick(), if heartbeat.is_some() => {
                if let Some(heartbeat) = &heartbeat {
                    heartbeat.pulse.beat(heartbeat.clock.now());
                }
                continue;
            }
        };
        match accepted {
            Ok((stream, address)) => acceptor.admit(stream, address),
            Err(error) => {
                // Most likely out of file descriptors: retrying at once would only use up CPU time.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    if let Err(error) = acceptor.admit_waiting(listener) {
        tracing::warn!(%error, "connections that waited could not be accepted");
    }
    match tokio::time::timeout(DRAIN_WITHIN, acceptor.admission.places.emptied()).await {
        Ok(()) => tracing::info!("all connections have finished"),
        Err(_) => tracing::warn!("some connections did not finish in time"),
    }
}

/// Which connections are served.
#[derive(Debug, Clone)]
pub struct Admission {
    /// Places for connections.
    pub places: Places,
    /// The proxies before this server, each of which serves many clients.
    pub proxies: Proxies,
}

impl Admission {
    fn take(&self, peer: IpAddr) -> Result<Place, Full> {
        let is_proxy = self.proxies.trusts(peer.to_canonical());
        self.places.take(if is_proxy { Holder::Proxy } else { Holder::Visitor(peer.into()) })
    }

    /// Whether a peer says first for whom it speaks.
    fn names_client_first(&self, peer: IpAddr) -> bool {
        self.proxies.header == ProxyHeader::ProxyProtocol
            && self.proxies.trusts(peer.to_canonical())
    }
}

/// Accepts connections and limits their number.
struct Acceptor {
    app: Router,
    tls: Option<tokio_rustls::TlsAcceptor>,
    stop: watch::Receiver<bool>,
    admission: Admission,
    /// Whether the warning about rejected connections has been logged.
    warned_full: AtomicBool,
}

impl Acceptor {
    fn admit(self: &Arc<Self>, stream: TcpStream, address: SocketAddr) {
        let place = match self.admission.take(address.ip()) {
            Ok(place) => place,
            Err(error) => {
                // Logged once until a place is free again, so that a flood of connections does not flood the log.
                if !self.warned_full.swap(true, Ordering::Relaxed) {
                    tracing::warn!(%address, %error, "a connection is turned away; further ones are not logged");
                }
                return;
            }
        };
        self.warned_full.store(false, Ordering::Relaxed);
        // Small messages are sent without delay.
        let _ = stream.set_nodelay(true);
        let acceptor = Arc::clone(self);
        tokio::spawn(async move {
            // A client that connects and sends nothing costs little more than its socket.
            if is_readable(&stream, &place, acceptor.stop.clone()).await {
                Box::pin(acceptor.take_over(stream, address, place)).await;
            }
        });
    }

    /// Admits the connections that the kernel has already accepted: closing the listener would reset them. The
    /// system is asked itself, since the runtime may not have heard of the latest ones.
    fn admit_waiting(self: &Arc<Self>, listener: TcpListener) -> io::Result<()> {
        let listener = listener.into_std()?;
        loop {
            match listener.accept() {
                Ok((stream, address)) => {
                    stream.set_nonblocking(true)?;
                    self.admit(TcpStream::from_std(stream)?, address);
                }
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Serves a connection whose client has sent something.
    async fn take_over(&self, mut stream: TcpStream, mut address: SocketAddr, mut place: Place) {
        if self.admission.names_client_first(address.ip()) {
            let client = proxy_protocol::client(&mut stream, address);
            let client = tokio::time::timeout(HEADERS_WITHIN, client).await;
            let client = match client.unwrap_or(Err(NoClient::NoHeader)) {
                Ok(client) => client,
                Err(error) => {
                    tracing::warn!(%error, %address, "a connection of a proxy is not served");
                    return;
                }
            };
            if client != address {
                // From now on it is the client's connection.
                let holder = Holder::Visitor(client.ip().into());
                let Ok(of_client) = self.admission.places.take(holder) else { return };
                (address, place) = (client, of_client);
            }
        }
        let place = Arc::new(place);
        let (app, stop) = (self.app.clone(), self.stop.clone());
        let (stream, mover) = MovableStream::new(stream);
        let stream = with_write_progress(stream, WRITE_PROGRESS_WITHIN);
        let client = Client { address, place, mover };
        let Some(tls) = &self.tls else { return serve(stream, client, app, stop).await };
        let handshake = tokio::time::timeout(HANDSHAKE_WITHIN, tls.accept(stream));
        let handshake = tokio::select! {
            handshake = handshake => handshake,
            () = client.place.given_away() => return,
        };
        if let Ok(Ok(stream)) = handshake {
            serve(stream, client, app, stop).await;
        }
    }
}

/// Waits for the first bytes of a client. False if it sends none in time, or is not to be waited for any longer.
///
/// The bytes are looked at, as `readable` returns at once for a stream that was just accepted.
async fn is_readable(stream: &TcpStream, place: &Place, mut stop: watch::Receiver<bool>) -> bool {
    let is_stopping = async {
        wait_until_true(&mut stop).await;
        tokio::time::sleep(FIRST_REQUEST_WITHIN).await;
    };
    let mut first = [0];
    // A busy machine may notice both late: what was sent in time counts.
    tokio::select! {
        biased;
        peeked = tokio::time::timeout(HEADERS_WITHIN, stream.peek(&mut first)) => {
            matches!(peeked, Ok(Ok(1)))
        }
        () = place.given_away() => false,
        () = is_stopping => false,
    }
}

/// Makes writes fail when the peer has stopped reading, so that it does not hold the connection and its buffers open.
fn with_write_progress<S: AsyncRead + AsyncWrite>(
    stream: S,
    within: Duration,
) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(within));
    Box::pin(stream)
}

/// Who is served over a connection, and what its requests may do with it.
struct Client {
    address: SocketAddr,
    place: Arc<Place>,
    mover: Mover,
}

async fn serve<S>(stream: S, client: Client, app: Router, mut stop: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Client { address, place, mover } = client;
    let requested = Arc::new(AtomicBool::new(false));
    let set_requested = Arc::clone(&requested);
    let of_requests = ConnectionPlace(Arc::clone(&place));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        set_requested.store(true, Ordering::Relaxed);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(of_requests.clone());
        request.extensions_mut().insert(mover.clone());
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
        // A request that was sent in time is read before the connection is closed.
        biased;
        outcome = connection.as_mut() => outcome,
        () = shutdown_due(&mut stop, &requested) => {
            // The request in progress is answered; an idle connection is closed.
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        () = place.given_away() => {
            tracing::debug!(%address, "a connection gives way to one of another address");
            return;
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, %address, "a connection ended with an error");
    }
}

/// Completes when a connection should start its graceful shutdown.
async fn shutdown_due(stop: &mut watch::Receiver<bool>, requested: &AtomicBool) {
    wait_until_true(stop).await;
    if !requested.load(Ordering::Relaxed) {
        tokio::time::sleep(FIRST_REQUEST_WITHIN).await;
    }
}

/// Waits until the flag is true. It does not return the `Ref`, which is not `Send` and could not be held across an
/// await.
pub async fn wait_until_true(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|value| *value).await;
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use axum::routing::get;
    use tokio::io::AsyncWriteExt as _;
    use waybill_platform::limits::Limits;

    use super::*;
    use crate::budgets;

    /// What serves a request takes 15 KB, of which strangers may not have one for each connection.
    #[tokio::test]
    async fn a_connection_is_not_served_before_its_client_sends_something() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let connecting = TcpStream::connect(listener.local_addr().unwrap());
        let (mut client, accepted) = (connecting.await.unwrap(), listener.accept().await.unwrap());
        let place = budgets::connections(&Limits::default(), 1).take(Holder::Proxy).unwrap();
        let (_go_on, stop) = watch::channel(false);
        let mut is_readable = pin!(is_readable(&accepted.0, &place, stop));
        let waits = is_readable.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(waits.is_pending());
        client.write_all(b"GET").await.unwrap();
        assert!(is_readable.await);
    }

    #[tokio::test]
    async fn a_connection_whose_client_stops_reading_is_closed() {
        let (mut client, server) = tokio::io::duplex(1_024);
        let app = Router::new().route("/", get(|| async { "x".repeat(1 << 20) }));
        client.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let (_go_on, stop) = watch::channel(false);
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let server = with_write_progress(server, Duration::from_millis(50));
        let place = budgets::connections(&Limits::default(), 1).take(Holder::Proxy).unwrap();
        let client = Client { address, place: Arc::new(place), mover: Mover::default() };
        let serving = serve(server, client, app, stop);
        tokio::time::timeout(Duration::from_secs(20), serving).await.unwrap();
    }
}
