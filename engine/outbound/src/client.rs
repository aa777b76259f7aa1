//! One request and one response, over a connection that is new or was kept, all of them bounded.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{StatusCode, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::address::{AddressPolicy, Permitted};
use crate::body::Outgoing;
use crate::channel::Channel;
use crate::connect::{Connect, Link};
use crate::error::OutboundError;
use crate::pool::{Key, Pool, Purpose, Route};
use crate::proxy::Proxy;
use crate::request::{Request, Share};
use crate::resolve::{Resolve, SystemResolver};
use crate::response::{Response, ResponseStream};
use crate::secret::Authorization;
use crate::settings::{OutboundSettings, SettingsError};
use crate::stream::Protocol;
use crate::target::Target;
use crate::trust_store::TrustStore;

/// How many responses are streamed at once: they take long, and must not keep other requests waiting.
const STREAMS_MAX: usize = 128;
/// How many requests to the storage of contents run at once.
const STORAGE_MAX: usize = 128;
/// The most deliveries of events at once: one for each webhook that there may be.
const DELIVERIES_MAX: usize = 1_000;
/// How many streams to mail servers are open at once.
const CONVERSATIONS_MAX: usize = 8;
/// The same to LDAP servers, for which users wait who sign in.
const DIRECTORY_CONVERSATIONS_MAX: usize = 32;

/// The HTTP client. Clones share the limit of concurrent requests, the certificate authorities and the connections that
/// are kept.
#[derive(Clone)]
pub struct Outbound {
    shared: Arc<Shared>,
}

struct Shared {
    policy: AddressPolicy,
    /// Without what the configuration allows.
    global_only: AddressPolicy,
    /// For mail servers.
    mail: AddressPolicy,
    /// For LDAP servers.
    directories: AddressPolicy,
    resolver: Arc<dyn Resolve>,
    trust_store: TrustStore,
    permits: Arc<Semaphore>,
    /// The permits of streams.
    streams: Arc<Semaphore>,
    /// The permits of requests to the storage of contents.
    storage: Arc<Semaphore>,
    /// The permits of deliveries.
    deliveries: Arc<Semaphore>,
    /// The permits of conversations with mail servers.
    conversations: Arc<Semaphore>,
    /// The permits of conversations with LDAP servers.
    directory_conversations: Arc<Semaphore>,
    /// The connections that are kept.
    pool: Arc<Pool>,
    connect_within: Duration,
    total: Duration,
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
            conversations: Arc::new(Semaphore::new(CONVERSATIONS_MAX)),
            directory_conversations: Arc::new(Semaphore::new(DIRECTORY_CONVERSATIONS_MAX)),
            pool: Pool::new(),
            connect_within: Duration::from_millis(settings.connect_ms),
            total: Duration::from_millis(settings.total_ms),
            mail: AddressPolicy::for_mail(settings.allow.clone()),
            directories: AddressPolicy::for_directories(settings.allow.clone()),
            policy: AddressPolicy::new(settings.allow),
            global_only: AddressPolicy::new(Vec::new()),
            resolver,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Whether a server may be connected to, as far as that is known now; for settings that are saved. Each request
    /// checks the addresses again. `has_secret` is whether requests to it will hold a secret, or be
    /// [protected](Request::protected).
    ///
    /// # Errors
    ///
    /// [`OutboundError::Blocked`], [`OutboundError::SecretInClear`], or [`OutboundError::NoAddress`] for a name without
    /// a dot.
    pub async fn vet(&self, target: &Target, has_secret: bool) -> Result<(), OutboundError> {
        self.shared.connect(&self.shared.policy).vet(target, has_secret).await
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

    /// Connecting to servers that speak another protocol than HTTP.
    pub(crate) fn to_servers(&self, protocol: Protocol) -> Connect<'_> {
        let policy = match protocol {
            Protocol::Smtp => &self.shared.mail,
            Protocol::Ldap => &self.shared.directories,
        };
        self.shared.connect(policy)
    }

    /// The permits of conversations in such a protocol.
    pub(crate) fn conversations(&self, protocol: Protocol) -> Arc<Semaphore> {
        Arc::clone(match protocol {
            Protocol::Smtp => &self.shared.conversations,
            Protocol::Ldap => &self.shared.directory_conversations,
        })
    }

    /// Sends a request and reads the complete response.
    pub async fn send(&self, request: Request) -> Result<Response, OutboundError> {
        let mut response = self.open(request).await?;
        let mut body = Vec::new();
        while let Some(part) = response.next().await? {
            body.extend_from_slice(&part);
        }
        let (status, headers) = (response.status, std::mem::take(&mut response.headers));
        response.finish().await;
        Ok(Response { status, headers, body: body.into() })
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
    Response(Box<Answered>),
    Redirect(Option<HeaderValue>),
}

/// The head of an answer, and the connection over which its body comes.
struct Answered {
    channel: Channel,
    answer: hyper::Response<Incoming>,
    permitted: Permitted,
    key: Option<Key>,
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
        let Answered { channel, answer, permitted, key } = loop {
            match self.fetch_head(request, &target).await? {
                Head::Response(answered) => break *answered,
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
            channel,
            key: key.map(|key| (Arc::clone(&self.pool), key)),
            permit: Some(permit),
        })
    }

    fn connect<'a>(&'a self, policy: &'a AddressPolicy) -> Connect<'a> {
        let Self { resolver, trust_store, .. } = self;
        let within = self.connect_within;
        Connect { policy, resolver: &**resolver, trust_store, within, kept: None }
    }

    async fn fetch_head(&self, request: &Request, target: &Target) -> Result<Head, OutboundError> {
        // Another server gets no credentials.
        let authorization =
            request.authorization.as_ref().filter(|_| target.has_origin_of(&request.target));
        let share = request.share;
        let purpose = Purpose { share, origin: target.origin() };
        let mut kept = share.keeps_connections().then_some((&*self.pool, &purpose));
        let is_secret = authorization.is_some() || request.is_protected;
        let (channel, answer, route) = loop {
            let link = self.link(request, target, is_secret, kept).await?;
            let sent = to_hyper(request, target, authorization)?;
            let (mut channel, route, was_kept) = match link {
                (Link::New(connection), route) => (Channel::over(connection).await?, route, false),
                (Link::Kept(channel), route) => (channel, route, true),
            };
            let answer = channel.send(sent).await;
            match answer {
                Ok(answer) => break (channel, answer, route),
                // The server had closed it. The next one is new, to an address that is checked once more.
                Err(failed) if was_kept && failed.is_repeatable(&request.method) => kept = None,
                Err(failed) => return Err(failed.error),
            }
        };
        let status = answer.status();
        // No request asks for an upgrade.
        if status.is_informational() {
            return Err(OutboundError::NotHttp);
        }
        if status.is_redirection() && status != StatusCode::NOT_MODIFIED {
            return Ok(Head::Redirect(answer.headers().get(header::LOCATION).cloned()));
        }
        let (_, permitted) = route.server;
        let is_kept = share.keeps_connections() && answer.version() == Version::HTTP_11;
        let key = is_kept.then_some(Key { purpose, route });
        Ok(Head::Response(Box::new(Answered { channel, answer, permitted, key })))
    }

    /// A connection for a request, to an address that is checked now: one that was kept for its purpose, or a new one.
    async fn link(
        &self,
        request: &Request,
        target: &Target,
        has_secret: bool,
        kept: Option<(&Pool, &Purpose)>,
    ) -> Result<(Link, Route), OutboundError> {
        let is_trusted = request.trusted.as_ref().is_none_or(|server| target.has_origin_of(server));
        let policy = if is_trusted { &self.policy } else { &self.global_only };
        let connect = Connect { kept, ..self.connect(policy) };
        match &request.proxy {
            Some(proxy) => {
                // A proxy may be anywhere that the configuration allows, also where its targets may not be.
                let proxies = self.connect(&self.policy);
                let sensitive = request.headers.iter().any(|(_, value)| value.is_sensitive());
                connect.through(&proxies, proxy, target, has_secret, sensitive).await
            }
            None => connect.to(target, has_secret).await,
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
        .header(header::HOST, target.authority());
    // Without this header, a connection of HTTP/1.1 is kept.
    if !request.share.keeps_connections() {
        builder = builder.header(header::CONNECTION, HeaderValue::from_static("close"));
    }
    builder = builder.header(header::USER_AGENT, HeaderValue::from_static("waybill"));
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
