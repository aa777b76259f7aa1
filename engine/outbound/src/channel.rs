//! HTTP over a connection: one request after another.

use hyper::Method;
use hyper::body::Incoming;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::body::Outgoing;
use crate::connect::Connection;
use crate::error::OutboundError;

/// No service has a reason for more headers.
const HEADERS_MAX: usize = 100;
/// The most bytes for all headers of a response, and for all of its trailers.
const HEAD_BYTES_MAX: usize = 32 * 1_024;
/// Read buffer of a connection.
const BUFFER_BYTES: usize = 64 * 1_024;

/// A connection over which requests are sent. Dropping it closes the connection.
pub(crate) struct Channel {
    /// When it was opened.
    pub(crate) began: Instant,
    sender: SendRequest<Outgoing>,
    _driver: Driver,
}

/// The task that drives the connection; it is aborted when the channel is dropped.
struct Driver(JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Why a request has no answer.
pub(crate) struct Unanswered {
    pub(crate) error: OutboundError,
    /// Whether nothing of the request was written.
    is_unsent: bool,
}

impl Unanswered {
    /// Whether a request of this method may be sent again: no server has seen it, or seeing it twice is the same.
    pub(crate) fn is_repeatable(&self, method: &Method) -> bool {
        self.is_unsent || (self.error == OutboundError::Disconnected && method.is_idempotent())
    }
}

impl Channel {
    /// Begins to speak HTTP over a connection.
    pub(crate) async fn over(connection: Box<dyn Connection>) -> Result<Self, OutboundError> {
        let (sender, driver) = http1::Builder::new()
            .max_headers(HEADERS_MAX)
            .max_header_size(HEAD_BYTES_MAX)
            .max_buf_size(BUFFER_BYTES)
            .handshake(TokioIo::new(connection))
            .await
            .map_err(|error| OutboundError::from_http(&error))?;
        let driver = tokio::spawn(async move {
            // An error is also returned to the reader of the response.
            drop(driver.await);
        });
        Ok(Self { began: Instant::now(), sender, _driver: Driver(driver) })
    }

    /// Sends a request, and waits for the head of its answer.
    pub(crate) async fn send(
        &mut self,
        request: hyper::Request<Outgoing>,
    ) -> Result<hyper::Response<Incoming>, Unanswered> {
        self.sender.try_send_request(request).await.map_err(|failed| {
            let is_unsent = failed.message().is_some();
            let error = failed.into_error();
            tracing::debug!(%error, "no answer");
            Unanswered { error: OutboundError::from_http(&error), is_unsent }
        })
    }

    /// Waits until the next request can be sent, after an answer was read to its end. False if there can be none: the
    /// server closes the connection.
    pub(crate) async fn freed(&mut self) -> bool {
        self.sender.ready().await.is_ok()
    }

    /// Whether a request can be sent now. The server may be about to close the connection.
    pub(crate) fn is_free(&self) -> bool {
        self.sender.is_ready()
    }
}
