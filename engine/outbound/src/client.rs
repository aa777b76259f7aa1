//! One request, one connection, one response, all of them bounded.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use crate::address::{AddressPolicy, Permitted};
use crate::body::Outgoing;
use crate::connect::{Connect, Connection};
use crate::error::OutboundError;
use crate::proxy::Proxy;
use crate::request::{Request, Share};
use crate::resolve::{Resolve, SystemResolver};
use crate::secret::Authorization;
use crate::settings::{OutboundSettings, SettingsError};
use crate::target::Target;
use crate::trust_store::TrustStore;

/// No service has a reason for more headers.
const HEADERS_MAX: usize = 100;
/// The most bytes for all headers of a response, and for all of its trailers.
const HEAD_BYTES_MAX: usize = 32 * 1_024;
/// Read buffer of a connection.
const BUFFER_BYTES: usize = 64 * 1_024;
/// How many responses are streamed at once: they take long, and must not keep other requests waiting.
const STREAMS_MAX: usize = 128;
/// How many requests to the storage of contents run at once.
const STORAGE_MAX: usize = 128;
/// The most deliveries of events at once: one for each webhook that there may be.
const DELIVERIES_MAX: usize = 1_000;

/// The HTTP client. Clones share the limit of concurrent requests and the certificate authorities.
#[derive(Clone)]
pub struct Outbound {
    shared: Arc<Shared>,
}

struct Shared {
    policy: AddressPolicy,
    /// Without what the configuration allows.
    global_only: AddressPolicy,
    resolver: Arc<dyn Resolve>,
    trust_store: TrustStore,
    permits: Arc<Semaphore>,
    /// The permits of streams.
    streams: Arc<Semaphore>,
    /// The permits of requests to the storage of contents.
    storage: Arc<Semaphore>,
    /// The permits of deliveries.
    deliveries: Arc<Semaphore>,
    connect_within: Duration,
    total: Duration,
}

/// A complete response.
#[derive(Debug)]
pub struct Response {
    /// The status, never 1xx, and of 3xx only 304.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A response whose body is still to be read. Dropping it closes the connection.
pub struct ResponseStream {
    /// The status, never 1xx, and of 3xx only 304.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// Where it comes from, after all redirects.
    pub address: Target,
    /// Why it was connected to: whether its address is a global one.
    pub permitted: Permitted,
    body: Incoming,
    taken: usize,
    bytes_max: usize,
    deadline: Instant,
    /// How long a piece of the body may take.
    idle: Option<Duration>,
    _driver: Driver,
    permit: Option<OwnedSemaphorePermit>,
}

impl Outbound {
    /// A client that uses the system's name resolution.
    pub fn new(settings: OutboundSettings) -> Result<Self, SettingsError> {
        Self::with_resolver(settings, Arc::new(SystemResolver))
    }

    /// A client with another resolver.
    pub fn with_resolver(
        settings: OutboundSettings,
        resolver: Arc<dyn Resolve>,
    ) -> Result<Self, SettingsError> {
        settings.check()?;
        let shared = Shared {
            trust_store: TrustStore::new(settings.certificates.as_deref())?,
            permits: Arc::new(Semaphore::new(settings.concurrent_max)),
            streams: Arc::new(Semaphore::new(STREAMS_MAX)),
            storage: Arc::new(Semaphore::new(STORAGE_MAX)),
            deliveries: Arc::new(Semaphore::new(DELIVERIES_MAX)),
            connect_within: Duration::from_millis(settings.connect_ms),
            total: Duration::from_millis(settings.total_ms),
            policy: AddressPolicy::new(settings.allow),
            global_only: AddressPolicy::new(Vec::new()),
            resolver,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Whether a server may be connected to, as far as that is known now; for settings that are saved. Each request
    /// checks the addresses again.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Blocked`], or [`OutboundError::NoAddress`] for a name without a dot.
    pub async fn vet(&self, target: &Target) -> Result<(), OutboundError> {
        self.shared.connect(&self.shared.policy).vet(target).await
    }

    /// Whether a proxy may be connected to, as far as that is known now; for settings that are saved.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Proxy`], if its address is blocked, if it is a name without a dot that has none, or if its
    /// password would be sent over the internet in clear.
    pub async fn vet_proxy(&self, proxy: &Proxy) -> Result<(), OutboundError> {
        self.shared.connect(&self.shared.policy).vet_proxy(proxy).await
    }

    /// How long connecting to a server may take.
    pub(crate) fn connect_within(&self) -> Duration {
        self.shared.connect_within
    }

    /// Sends a request and reads the complete response.
    pub async fn send(&self, request: Request) -> Result<Response, OutboundError> {
        let mut response = self.open(request).await?;
        let mut body = Vec::new();
        while let Some(part) = response.next().await? {
            body.extend_from_slice(&part);
        }
        Ok(Response { status: response.status, headers: response.headers, body: body.into() })
    }

    /// Sends a request and returns once the head is there; the body is streamed within the request's limits.
    pub async fn open(&self, request: Request) -> Result<ResponseStream, OutboundError> {
        let shared = &self.shared;
        let now = Instant::now();
        let deadline = now + request.within.unwrap_or(shared.total);
        // A stream may take long, but not until it begins.
        let head_deadline = request.idle.map_or(deadline, |idle| (now + idle).min(deadline));
        let permits = match request.share {
            Share::Requests => &shared.permits,
            Share::Streams => &shared.streams,
            Share::Storage => &shared.storage,
            Share::Deliveries => &shared.deliveries,
        };
        let permit = timeout_at(head_deadline, Arc::clone(permits).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else { return Err(OutboundError::Busy) };
        let response = timeout_at(head_deadline, shared.follow(&request, deadline, permit)).await;
        response.unwrap_or(Err(OutboundError::TooSlow))
    }
}

/// What a server answers to one request.
enum Head {
    Response(Driver, hyper::Response<Incoming>, Permitted),
    Redirect(Option<HeaderValue>),
}

impl Shared {
    /// Sends a request, and again to each address that it is redirected to.
    async fn follow(
        &self,
        request: &Request,
        deadline: Instant,
        permit: OwnedSemaphorePermit,
    ) -> Result<ResponseStream, OutboundError> {
        let mut target = request.target.clone();
        let mut redirects_left = request.redirects_max;
        let (driver, answer, permitted) = loop {
            match self.fetch_head(request, &target).await? {
                Head::Response(driver, answer, permitted) => break (driver, answer, permitted),
                Head::Redirect(_) if redirects_left == 0 => return Err(OutboundError::Redirected),
                Head::Redirect(location) => {
                    redirects_left -= 1;
                    let location = location.as_ref().and_then(|location| location.to_str().ok());
                    let next = location.and_then(|location| target.resolve(location));
                    target = next.ok_or(OutboundError::Redirected)?;
                }
            }
        };
        let (head, body) = answer.into_parts();
        let bytes_max = request.body_bytes_max;
        let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
        if announced > bytes_max {
            return Err(OutboundError::TooLarge { bytes_max });
        }
        Ok(ResponseStream {
            status: head.status.as_u16(),
            headers: head.headers,
            address: target,
            permitted,
            body,
            taken: 0,
            bytes_max,
            deadline,
            idle: request.idle,
            _driver: driver,
            permit: Some(permit),
        })
    }

    fn connect<'a>(&'a self, policy: &'a AddressPolicy) -> Connect<'a> {
        let Self { resolver, trust_store, .. } = self;
        Connect { policy, resolver: &**resolver, trust_store, within: self.connect_within }
    }

    async fn fetch_head(&self, request: &Request, target: &Target) -> Result<Head, OutboundError> {
        let is_trusted = request.trusted.as_ref().is_none_or(|server| target.has_origin_of(server));
        let connect = self.connect(if is_trusted { &self.policy } else { &self.global_only });
        // Another server gets no credentials.
        let authorization =
            request.authorization.as_ref().filter(|_| target.has_origin_of(&request.target));
        let has_secret = authorization.is_some();
        let (connection, permitted) = match &request.proxy {
            Some(proxy) => {
                // A proxy may be anywhere that the configuration allows, also where its targets may not be.
                let proxies = self.connect(&self.policy);
                let sensitive = request.headers.iter().any(|(_, value)| value.is_sensitive());
                connect.through(&proxies, proxy, target, has_secret, sensitive).await?
            }
            None => connect.to(target, has_secret).await?,
        };
        let (driver, answer) =
            exchange(connection, to_hyper(request, target, authorization)?).await?;
        let status = answer.status();
        // No request asks for an upgrade.
        if status.is_informational() {
            return Err(OutboundError::NotHttp);
        }
        if status.is_redirection() && status != StatusCode::NOT_MODIFIED {
            return Ok(Head::Redirect(answer.headers().get(header::LOCATION).cloned()));
        }
        Ok(Head::Response(driver, answer, permitted))
    }
}

impl ResponseStream {
    /// Releases its permit, for a body that is read slowly: the caller then has to limit the number of these itself.
    pub fn release_permit(&mut self) {
        self.permit = None;
    }

    /// The next piece of the body; `None` at its end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, OutboundError> {
        loop {
            let deadline = self.idle.map(|idle| Instant::now() + idle);
            let deadline = deadline.map_or(self.deadline, |idle| idle.min(self.deadline));
            let frame = timeout_at(deadline, self.body.frame()).await;
            let frame = match frame.map_err(|_| OutboundError::TooSlow)? {
                None => return Ok(None),
                Some(frame) => frame.map_err(|error| OutboundError::from_http(&error))?,
            };
            // Trailers hold nothing that is used.
            let Ok(piece) = frame.into_data() else { continue };
            self.taken = self.taken.saturating_add(piece.len());
            if self.taken > self.bytes_max {
                return Err(OutboundError::TooLarge { bytes_max: self.bytes_max });
            }
            return Ok(Some(piece));
        }
    }
}

/// The task that drives the connection; it is aborted when the response is dropped.
pub(crate) struct Driver(JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) async fn exchange(
    connection: Box<dyn Connection>,
    request: hyper::Request<Outgoing>,
) -> Result<(Driver, hyper::Response<Incoming>), OutboundError> {
    let (mut sender, driver) = http1::Builder::new()
        .max_headers(HEADERS_MAX)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(BUFFER_BYTES)
        .handshake(TokioIo::new(connection))
        .await
        .map_err(|error| OutboundError::from_http(&error))?;
    let driver = Driver(tokio::spawn(async move {
        // An error is also returned to the reader of the response.
        drop(driver.await);
    }));
    match sender.send_request(request).await {
        Ok(answer) => Ok((driver, answer)),
        Err(error) => {
            tracing::debug!(%error, "no answer");
            Err(OutboundError::from_http(&error))
        }
    }
}

/// Headers that determine the destination, the end and the credentials of a request: only this client sets them.
const RESERVED_HEADERS: [HeaderName; 5] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::AUTHORIZATION,
];

pub(crate) fn to_hyper(
    request: &Request,
    target: &Target,
    authorization: Option<&Authorization>,
) -> Result<hyper::Request<Outgoing>, OutboundError> {
    let unsendable = |_| OutboundError::Unsendable;
    let mut builder = hyper::Request::builder()
        .method(request.method.clone())
        .uri(target.path_and_query())
        .header(header::HOST, target.authority())
        .header(header::CONNECTION, HeaderValue::from_static("close"))
        .header(header::USER_AGENT, HeaderValue::from_static("waybill"));
    for (name, value) in &request.headers {
        if RESERVED_HEADERS.contains(name) {
            return Err(OutboundError::Unsendable);
        }
        builder = builder.header(name, value);
    }
    if let Some(authorization) = authorization {
        let value = authorization.header().map_err(|_| OutboundError::Unsendable)?;
        builder = builder.header(header::AUTHORIZATION, value);
    }
    builder.body(request.body.body()).map_err(unsendable)
}
