//! Files of another platform, streamed through piece by piece.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use waybill_outbound::header::HeaderMap;
use waybill_outbound::{OutboundError, Request, ResponseStream};

use super::{Remote, RemoteError, RequestSpan, refused};

/// How long to wait for the head of a response.
const HEAD_WITHIN: Duration = Duration::from_secs(30);
/// How long to wait for each piece: a platform that trickles does not hold a permit for longer.
const PIECE_WITHIN: Duration = Duration::from_secs(30);
/// The time limit for a whole file.
const WHOLE_WITHIN: Duration = Duration::from_secs(3_600);

/// The most files that are streamed at once; further requests fail and have to be repeated later.
pub(super) const FILES_MAX: usize = 8;

/// A file that is being streamed. Dropping it closes the connection.
pub struct RemoteFile {
    /// The headers of the response.
    pub headers: HeaderMap,
    /// Whether it is only the requested range.
    pub is_part: bool,
    response: ResponseStream,
    _permit: OwnedSemaphorePermit,
}

impl RemoteFile {
    /// The next piece; `None` at its end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, RemoteError> {
        let piece = timeout(PIECE_WITHIN, self.response.next()).await;
        let piece = piece.map_err(|_| RemoteError::Outbound(OutboundError::TooSlow))??;
        Ok(piece.map(|bytes| bytes.to_vec()))
    }
}

impl Remote {
    /// Requests a file of at most `bytes_max` bytes.
    pub(super) async fn file(
        &self,
        request: Request,
        bytes_max: usize,
    ) -> Result<RemoteFile, RemoteError> {
        let permit = Arc::clone(&self.files).try_acquire_owned();
        let permit = permit.map_err(|_| RemoteError::Outbound(OutboundError::Busy))?;
        let span = RequestSpan::begin(&request, &self.console);
        let request = self.authorised(request, &span)?;
        let request = request.with_body_limit(bytes_max).within(WHOLE_WITHIN);
        let opened = timeout(HEAD_WITHIN, self.outbound.open(request)).await;
        let opened = opened.unwrap_or(Err(OutboundError::TooSlow));
        span.end(opened.as_ref().map(|response| response.status));
        let mut response = opened?;
        response.release_permit();
        match response.status {
            200 | 206 => Ok(RemoteFile {
                headers: response.headers.clone(),
                is_part: response.status == 206,
                response,
                _permit: permit,
            }),
            status => Err(refused(status)),
        }
    }
}
