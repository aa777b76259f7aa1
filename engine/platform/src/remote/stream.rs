//! Files of another platform, which pass through piece by piece.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use waybill_outbound::header::HeaderMap;
use waybill_outbound::{OutboundError, Reply, Request};

use super::{Remote, RemoteError, refused};

/// The head of an answer has this long to come.
const HEAD_WITHIN: Duration = Duration::from_secs(30);
/// Each piece of it likewise: a platform that trickles holds a place for no longer.
const PIECE_WITHIN: Duration = Duration::from_secs(30);
/// All of it.
const WHOLE_WITHIN: Duration = Duration::from_secs(3_600);

/// So many files are on their way at once; who asks for another one is told to come back.
pub(super) const FILES_MAX: usize = 8;

/// A file on its way. Dropping it ends the connection.
pub struct RemoteFile {
    /// What the platform says of it.
    pub headers: HeaderMap,
    /// It is only the part that was asked for.
    pub is_part: bool,
    reply: Reply,
    _place: OwnedSemaphorePermit,
}

impl RemoteFile {
    /// The next piece; none at its end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, RemoteError> {
        let piece = timeout(PIECE_WITHIN, self.reply.next()).await;
        let piece = piece.map_err(|_| RemoteError::Outbound(OutboundError::TooSlow))??;
        Ok(piece.map(|bytes| bytes.to_vec()))
    }
}

impl Remote {
    /// Asks for a file of at most so many bytes.
    pub(super) async fn file(
        &self,
        request: Request,
        bytes_max: usize,
    ) -> Result<RemoteFile, RemoteError> {
        let place = Arc::clone(&self.files).try_acquire_owned();
        let place = place.map_err(|_| RemoteError::Outbound(OutboundError::Busy))?;
        let request = self.authorised(request)?.taking_at_most(bytes_max).within(WHOLE_WITHIN);
        let reply = timeout(HEAD_WITHIN, self.outbound.open(request)).await;
        let mut reply = reply.map_err(|_| RemoteError::Outbound(OutboundError::TooSlow))??;
        reply.at_leisure();
        match reply.status {
            200 | 206 => Ok(RemoteFile {
                headers: reply.headers.clone(),
                is_part: reply.status == 206,
                reply,
                _place: place,
            }),
            status => Err(refused(status)),
        }
    }
}
