//! Responses: complete ones, and those whose body is read piece by piece.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::HeaderMap;
use hyper::body::Incoming;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::address::Permitted;
use crate::channel::Channel;
use crate::error::OutboundError;
use crate::pool::{Key, Pool};
use crate::target::Target;

/// How much of a body is read for the connection's sake, and how long that may take. A new connection costs no more.
const REST_BYTES_MAX: usize = 16 * 1_024;
const REST_WITHIN: Duration = Duration::from_millis(250);

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

/// A response whose body is still to be read. Dropping it closes the connection, [`ResponseStream::finish`] may keep
/// it.
pub struct ResponseStream {
    /// The status, never 1xx, and of 3xx only 304.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// Where it comes from, after all redirects.
    pub address: Target,
    /// Why it was connected to: whether its address is a global one.
    pub permitted: Permitted,
    pub(crate) body: Incoming,
    pub(crate) taken: usize,
    pub(crate) bytes_max: usize,
    pub(crate) deadline: Instant,
    /// How long a piece of the body may take.
    pub(crate) idle: Option<Duration>,
    pub(crate) channel: Channel,
    /// What the connection is kept for, if it is.
    pub(crate) key: Option<(Arc<Pool>, Key)>,
    pub(crate) permit: Option<OwnedSemaphorePermit>,
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

    /// Ends the reading of a response. Where the request is one whose connections are kept, what is left of the body is
    /// read if it is short and there at once, and the connection is kept; otherwise it is closed.
    pub async fn finish(self) {
        let Self { mut body, mut channel, key, deadline, .. } = self;
        let Some((pool, key)) = key else { return };
        let until = (Instant::now() + REST_WITHIN).min(deadline);
        let rest = async { is_read_to_its_end(&mut body).await && channel.freed().await };
        let is_free = timeout_at(until, rest).await.unwrap_or(false);
        if is_free {
            pool.put(key, channel);
        }
    }
}

async fn is_read_to_its_end(body: &mut Incoming) -> bool {
    let mut bytes_left = REST_BYTES_MAX;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        let Some(left) = bytes_left.checked_sub(bytes) else { return false };
        bytes_left = left;
    }
    true
}
