//! Requests.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hyper::Method;
use hyper::header::{self, HeaderName, HeaderValue};

use crate::body::Payload;
use crate::proxy::Proxy;
use crate::secret::Authorization;
use crate::target::Target;

/// The largest response body unless the request sets another limit.
pub const BODY_BYTES_MAX: usize = 64 * 1_024;

/// With which other requests one shares a limit of how many run at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// Those with a short answer.
    Requests,
    /// Those whose answer is a stream.
    Streams,
    /// Those to the storage of contents: uploads and downloads must not wait for slow upstreams, nor these for them.
    Storage,
    /// Those that deliver events: receivers that do not answer must not keep others waiting.
    Deliveries,
}

impl Share {
    /// Whether connections are kept for the next request: one receiver gets many events.
    pub(crate) const fn keeps_connections(self) -> bool {
        matches!(self, Self::Deliveries)
    }
}

/// A request that has not been sent yet.
#[derive(Debug)]
pub struct Request {
    pub(crate) method: Method,
    pub(crate) target: Target,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) authorization: Option<Authorization>,
    pub(crate) body: Payload,
    pub(crate) body_bytes_max: usize,
    pub(crate) within: Option<Duration>,
    pub(crate) idle: Option<Duration>,
    pub(crate) share: Share,
    pub(crate) redirects_max: usize,
    pub(crate) trusted: Option<Target>,
    pub(crate) is_protected: bool,
    pub(crate) proxy: Option<Proxy>,
}

impl Request {
    /// A request without a body.
    pub fn new(method: Method, target: Target) -> Self {
        Self {
            method,
            target,
            headers: Vec::new(),
            authorization: None,
            body: Payload::Bytes(Bytes::new()),
            body_bytes_max: BODY_BYTES_MAX,
            within: None,
            idle: None,
            share: Share::Requests,
            redirects_max: 0,
            trusted: None,
            is_protected: false,
            proxy: None,
        }
    }

    /// A `GET` request.
    pub fn get(target: Target) -> Self {
        Self::new(Method::GET, target)
    }

    /// The method.
    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// The address.
    pub const fn target(&self) -> &Target {
        &self.target
    }

    /// Sets the body and its type, such as `application/json`.
    #[must_use]
    pub fn with_body(mut self, content_type: &'static str, body: impl Into<Bytes>) -> Self {
        self.body = Payload::Bytes(body.into());
        self.with_header(header::CONTENT_TYPE, HeaderValue::from_static(content_type))
    }

    /// Sets the body, whose type is a header of its own if it has one.
    #[must_use]
    pub fn with_bytes(mut self, body: Bytes) -> Self {
        self.body = Payload::Bytes(body);
        self
    }

    /// Sends a file of so many bytes, which is read while it is sent. Its type is a header of its own if it has one.
    #[must_use]
    pub fn with_file(mut self, file: Arc<File>, bytes: u64) -> Self {
        self.body = Payload::File { file, bytes };
        self
    }

    /// Adds a header. For credentials there is [`Request::authorised_by`].
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Adds a header with a digest in hexadecimal digits; nothing if it is none.
    #[must_use]
    pub fn with_digest(self, name: HeaderName, digest: &str) -> Self {
        match HeaderValue::from_str(digest) {
            Ok(value) => self.with_header(name, value),
            Err(_) => self,
        }
    }

    /// Adds credentials.
    #[must_use]
    pub fn authorised_by(mut self, authorization: Authorization) -> Self {
        self.authorization = Some(authorization);
        self
    }

    /// Sets another limit for the response's body.
    #[must_use]
    pub fn with_body_limit(mut self, body_bytes_max: usize) -> Self {
        self.body_bytes_max = body_bytes_max;
        self
    }

    /// Makes it one that delivers an event. These have a number of their own, apart from other requests, and use
    /// connections again that [`ResponseStream::finish`](crate::ResponseStream::finish) has kept.
    #[must_use]
    pub fn delivering(mut self) -> Self {
        self.share = Share::Deliveries;
        self
    }

    /// Sets another time limit than the configured one for the request with its complete response, for streams.
    #[must_use]
    pub fn within(mut self, total: Duration) -> Self {
        self.within = Some(total);
        self
    }

    /// Makes the response a stream: each piece of it may take this long, and all of it `total`. Streams have a number
    /// of their own, apart from other requests.
    #[must_use]
    pub fn streamed(mut self, idle: Duration, total: Duration) -> Self {
        self.idle = Some(idle);
        self.share = Share::Streams;
        self.within(total)
    }

    /// Makes it a request to the storage of contents, whose response is a stream as that of [`Request::streamed`]. They
    /// have a number of their own, too.
    #[must_use]
    pub fn to_storage(self, idle: Duration, total: Duration) -> Self {
        Self { share: Share::Storage, ..self.streamed(idle, total) }
    }

    /// Lets only this server be at an address that the configuration allows beside global ones. Redirects and links of
    /// a server lead to no other one of the own network.
    #[must_use]
    pub fn trusting(mut self, server: Target) -> Self {
        self.trusted = Some(server);
        self
    }

    /// Lets it leave this network over TLS only, as one with credentials: its answer must not be replaced on the way.
    #[must_use]
    pub const fn protected(mut self) -> Self {
        self.is_protected = true;
        self
    }

    /// Sends it through a proxy. The proxy is given the checked address of the target, never its name.
    #[must_use]
    pub fn through(mut self, proxy: Proxy) -> Self {
        self.proxy = Some(proxy);
        self
    }

    /// Follows this many redirects. Each address is checked again, and only the server that was asked first gets the
    /// credentials. Only for requests without a body.
    #[must_use]
    pub const fn following(mut self, redirects_max: usize) -> Self {
        self.redirects_max = redirects_max;
        self
    }
}
