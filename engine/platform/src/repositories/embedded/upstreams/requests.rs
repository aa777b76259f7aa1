//! Requests to upstreams.

use waybill_machines::Timestamp;
use waybill_outbound::{Request, ResponseStream, Target, TokenChallenge};

use super::response::{self, Outcome};
use super::{Shared, Task};
use crate::remote::sent_by_this_process;
use crate::remote::span::RequestSpan;
use crate::repositories::{Expected, RepositoryError, Source as _, UpstreamError, checksum_in};

/// How large a file with a checksum may be, in bytes: some have the name of the file beside it.
const CHECKSUM_BYTES_MAX: u64 = 4 * 1_024;

impl Shared {
    /// The response to a request, with what the upstream wants to know of its sender.
    pub(super) async fn answered(
        &self,
        task: &Task,
        request: impl Fn() -> Request,
        at: Timestamp,
    ) -> Result<ResponseStream, RepositoryError> {
        let Task { repository, upstream, base, .. } = task;
        let known = upstream.credentials.as_ref();
        let mut first = request();
        // A link may lead to another server.
        if let Some(known) = known.filter(|_| first.target().has_origin_of(base)) {
            first = first.authorised_by(self.authorization(known).await?);
        }
        let response = self.send(first).await?;
        // Only the upstream itself is answered: others would learn a token.
        let challenge =
            TokenChallenge::of(&response).filter(|_| response.address.has_origin_of(base));
        let Some(challenge) = challenge else { return Ok(response) };
        drop(response);
        let token = self.token_for(&repository.id, challenge, base, known, at).await?;
        Ok(self.send(request().authorised_by(token)).await?)
    }

    /// The SHA-1 that the upstream has of a file in a file of its own. Nothing is expected if there is none.
    pub(super) async fn checksum_at(
        &self,
        task: &Task,
        address: &Target,
        at: Timestamp,
    ) -> Result<Expected, RepositoryError> {
        let request = || {
            response::limited(Request::get(address.clone()), CHECKSUM_BYTES_MAX)
                .trusting(task.base.clone())
        };
        let response = self.answered(task, request, at).await?;
        let Outcome::Body(mut body) = response::outcome(response)? else {
            return Ok(Expected::default());
        };
        let mut text = Vec::new();
        while let Some(portion) = body.next().await {
            let portion = portion.map_err(|_| body.failure().unwrap_or(UpstreamError::NotWhole))?;
            text.extend_from_slice(&portion);
        }
        let text = String::from_utf8_lossy(&text);
        let digits = Some(checksum_in(&text)).filter(|digits| {
            digits.len() == 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        Ok(Expected { sha1: digits.map(str::to_owned), ..Expected::default() })
    }

    pub(super) async fn send(&self, request: Request) -> Result<ResponseStream, UpstreamError> {
        let span = RequestSpan::begin(&request, request.target());
        let request = sent_by_this_process(span.named_in(request));
        let response = self.outbound.open(request).await;
        span.end(response.as_ref().map(|response| response.status));
        Ok(response?)
    }
}
