//! The response of an upstream, and its body while it arrives.

use std::time::Duration;

use bytes::Bytes;
use sha2::{Digest as _, Sha512};
use waybill_outbound::header::{self, HeaderMap, HeaderName, HeaderValue};
use waybill_outbound::{OutboundError, Request, ResponseStream};

use crate::repositories::{
    Expected, FixedContent, NextPortion, Source, SourceError, UpstreamError,
};
use crate::secret::hex;

/// How long an upstream may send nothing.
const IDLE: Duration = Duration::from_secs(30);
/// How long a file may take.
const TOTAL: Duration = Duration::from_hours(2);
/// How many redirects are followed.
const REDIRECTS_MAX: usize = 5;
/// The longest entity tag that is sent again, in bytes.
const ETAG_BYTES_MAX: usize = 256;

/// A request for a file of at most `bytes_max` bytes.
pub(super) fn limited(request: Request, bytes_max: u64) -> Request {
    request
        .with_header(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"))
        .with_body_limit(usize::try_from(bytes_max).unwrap_or(usize::MAX))
        .streamed(IDLE, TOTAL)
        .following(REDIRECTS_MAX)
}

/// What an upstream has answered.
pub(super) enum Outcome {
    /// It does not have the file.
    Missing,
    /// What is kept is what it has.
    AsBefore,
    /// It sends the file.
    Body(Box<Body>),
}

/// What a response means.
pub(super) fn outcome(response: ResponseStream) -> Result<Outcome, UpstreamError> {
    match response.status {
        200 => Ok(Outcome::Body(Box::new(Body::new(response)?))),
        304 => Ok(Outcome::AsBefore),
        404 | 410 | 451 => Ok(Outcome::Missing),
        401 | 403 => Err(UpstreamError::Refused),
        508 => Err(UpstreamError::Loop),
        status => Err(UpstreamError::Status(status)),
    }
}

/// The body of a response.
pub(super) struct Body {
    response: ResponseStream,
    /// What the upstream says of it in the head.
    announced: Expected,
    sha512: Option<(String, Sha512)>,
    failed: Option<OutboundError>,
}

impl Body {
    fn new(response: ResponseStream) -> Result<Self, UpstreamError> {
        let headers = &response.headers;
        let encoding = text(headers, &header::CONTENT_ENCODING);
        if encoding.is_some_and(|encoding| !encoding.eq_ignore_ascii_case("identity")) {
            return Err(UpstreamError::NotWhole);
        }
        let named = |name: &'static str| text(headers, &HeaderName::from_static(name));
        let announced = Expected {
            sha256: named("x-checksum-sha256").map(str::to_owned),
            sha1: named("x-checksum-sha1").map(str::to_owned),
            md5: named("x-checksum-md5").map(str::to_owned),
            bytes: text(headers, &header::CONTENT_LENGTH).and_then(|bytes| bytes.parse().ok()),
        };
        Ok(Self { response, announced, sha512: None, failed: None })
    }

    /// Sets what is known of the content. Without that, the end of the body has to be announced.
    pub(super) fn expect(&mut self, known: &FixedContent) -> Result<(), UpstreamError> {
        self.sha512 = known.sha512.clone().map(|digest| (digest, Sha512::new()));
        let is_chunked = self.response.headers.contains_key(header::TRANSFER_ENCODING);
        let has_end = is_chunked || self.announced.bytes.is_some();
        (has_end || self.is_known(&known.expected)).then_some(()).ok_or(UpstreamError::NotWhole)
    }

    /// Whether a checksum of the content is known beforehand, or announced.
    pub(super) fn is_known(&self, known: &Expected) -> bool {
        let has_digest = |expected: &Expected| {
            expected.sha256.is_some() || expected.sha1.is_some() || expected.md5.is_some()
        };
        self.sha512.is_some() || has_digest(known) || has_digest(&self.announced)
    }

    /// The entity tag.
    pub(super) fn etag(&self) -> Option<String> {
        let tag = text(&self.response.headers, &header::ETAG)?;
        (tag.len() <= ETAG_BYTES_MAX).then(|| tag.to_owned())
    }

    /// What the upstream says of the content in the head.
    pub(super) const fn announced(&self) -> &Expected {
        &self.announced
    }

    /// How many bytes are announced.
    pub(super) const fn announced_bytes(&self) -> Option<u64> {
        self.announced.bytes
    }

    /// Why the body did not arrive, if the upstream is the cause.
    pub(super) fn failure(&self) -> Option<UpstreamError> {
        self.failed.map(UpstreamError::from)
    }

    /// Checks the digest that is taken by no other reader of what arrived.
    pub(super) fn check_digest(&mut self) -> Result<(), UpstreamError> {
        let Some((expected, digest)) = self.sha512.take() else { return Ok(()) };
        let is_equal = expected.eq_ignore_ascii_case(&hex(&digest.finalize()));
        is_equal.then_some(()).ok_or(UpstreamError::Differs)
    }
}

impl Source for Body {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            match self.response.next().await {
                Ok(None) => None,
                Ok(Some(portion)) => Some(Ok(self.hashed(portion))),
                Err(error) => {
                    self.failed = Some(error);
                    Some(Err(SourceError::Interrupted))
                }
            }
        })
    }
}

impl Body {
    fn hashed(&mut self, portion: Bytes) -> Bytes {
        if let Some((_, digest)) = &mut self.sha512 {
            digest.update(&portion);
        }
        portion
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
