//! One request, one connection, one response, all of them bounded.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::HeaderMap;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper_util::rt::TokioIo;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use crate::address::AddressPolicy;
use crate::connect::{Connect, Connection};
use crate::error::OutboundError;
use crate::request::Request;
use crate::resolve::{Resolve, SystemResolver};
use crate::settings::{OutboundSettings, SettingsError};
use crate::trust_store::TrustStore;

/// No service has a reason for more headers.
const HEADERS_MAX: usize = 100;
/// The most bytes for all headers of a response, and for all of its trailers.
const HEAD_BYTES_MAX: usize = 32 * 1_024;
/// Read buffer of a connection.
const BUFFER_BYTES: usize = 64 * 1_024;

/// The HTTP client. Clones share the limit of concurrent requests and the certificate authorities.
#[derive(Clone)]
pub struct Outbound {
    shared: Arc<Shared>,
}

struct Shared {
    policy: AddressPolicy,
    resolver: Arc<dyn Resolve>,
    trust_store: TrustStore,
    permits: Arc<Semaphore>,
    connect: Duration,
    total: Duration,
}

/// A complete response.
#[derive(Debug)]
pub struct Response {
    /// The status, never 1xx or 3xx.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A response whose body is still to be read. Dropping it closes the connection.
pub struct ResponseStream {
    /// The status, never 1xx or 3xx.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    body: Incoming,
    taken: usize,
    bytes_max: usize,
    deadline: Instant,
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
            connect: Duration::from_millis(settings.connect_ms),
            total: Duration::from_millis(settings.total_ms),
            policy: AddressPolicy::new(settings.allow),
            resolver,
        };
        Ok(Self { shared: Arc::new(shared) })
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
        let deadline = Instant::now() + request.within.unwrap_or(self.shared.total);
        let permit = timeout_at(deadline, Arc::clone(&self.shared.permits).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else { return Err(OutboundError::Busy) };
        let response =
            timeout_at(deadline, self.shared.fetch_head(request, deadline, permit)).await;
        response.unwrap_or(Err(OutboundError::TooSlow))
    }
}

impl Shared {
    async fn fetch_head(
        &self,
        request: Request,
        deadline: Instant,
        permit: OwnedSemaphorePermit,
    ) -> Result<ResponseStream, OutboundError> {
        let connect = Connect {
            policy: &self.policy,
            resolver: &*self.resolver,
            trust_store: &self.trust_store,
            within: self.connect,
        };
        let connection = connect.to(&request.target, request.authorization.is_some()).await?;
        let bytes_max = request.body_bytes_max;
        let (driver, answer) = exchange(connection, to_hyper(request)?).await?;
        let (head, body) = answer.into_parts();
        if head.status.is_redirection() {
            return Err(OutboundError::Redirected);
        }
        // No request asks for an upgrade.
        if head.status.is_informational() {
            return Err(OutboundError::NotHttp);
        }
        let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
        if announced > bytes_max {
            return Err(OutboundError::TooLarge { bytes_max });
        }
        Ok(ResponseStream {
            status: head.status.as_u16(),
            headers: head.headers,
            body,
            taken: 0,
            bytes_max,
            deadline,
            _driver: driver,
            permit: Some(permit),
        })
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
            let frame = timeout_at(self.deadline, self.body.frame()).await;
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
struct Driver(JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn exchange(
    connection: Box<dyn Connection>,
    request: hyper::Request<Full<Bytes>>,
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

fn to_hyper(request: Request) -> Result<hyper::Request<Full<Bytes>>, OutboundError> {
    let unsendable = |_| OutboundError::Unsendable;
    let authority = request.target.authority();
    let mut builder = hyper::Request::builder()
        .method(request.method)
        .uri(request.target.path_and_query())
        .header(header::HOST, authority)
        .header(header::CONNECTION, HeaderValue::from_static("close"))
        .header(header::USER_AGENT, HeaderValue::from_static("waybill"));
    for (name, value) in request.headers {
        if RESERVED_HEADERS.contains(&name) {
            return Err(OutboundError::Unsendable);
        }
        builder = builder.header(name, value);
    }
    if let Some(authorization) = &request.authorization {
        let value = authorization.header().map_err(|_| OutboundError::Unsendable)?;
        builder = builder.header(header::AUTHORIZATION, value);
    }
    builder.body(Full::new(request.body)).map_err(unsendable)
}
