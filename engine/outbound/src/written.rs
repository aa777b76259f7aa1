//! What a request is on the wire, without another server.

use hyper::body::Body as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::time::timeout;

use crate::body::Outgoing;
use crate::channel::Channel;
use crate::client::{Outbound, to_hyper};
use crate::error::OutboundError;
use crate::request::Request;

/// The most bytes of a request that are kept.
const WRITTEN_BYTES_MAX: usize = 1_024 * 1_024;
/// How much of it is in memory on its way.
const BUFFER_BYTES: usize = 64 * 1_024;
const HEAD_END: &[u8] = b"\r\n\r\n";
const ANSWER: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";

impl Outbound {
    /// The bytes of a request as it would be sent. They are taken by a sink in this process: no name is resolved, and
    /// nothing is connected to.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Unsendable`], if it cannot be sent, or is not known as a whole; [`OutboundError::TooLarge`].
    pub async fn written(&self, request: &Request) -> Result<Vec<u8>, OutboundError> {
        let sent = to_hyper(request, request.target(), request.authorization.as_ref())?;
        let body_bytes = sent.body().size_hint().exact();
        let body_bytes = body_bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let body_bytes = body_bytes.ok_or(OutboundError::Unsendable)?;
        let (near, far) = duplex(BUFFER_BYTES);
        let both = async {
            let (answer, written) = tokio::join!(give(near, sent), take(far, body_bytes));
            // A sink that has had enough ends the exchange as well, and says why.
            written.and_then(|bytes| answer.map(|()| bytes))
        };
        timeout(self.connect_within(), both).await.unwrap_or(Err(OutboundError::TooSlow))
    }
}

/// Sends a request over a stream, and waits for an answer to it.
async fn give(
    stream: DuplexStream,
    request: hyper::Request<Outgoing>,
) -> Result<(), OutboundError> {
    let mut channel = Channel::over(Box::new(stream)).await?;
    channel.send(request).await.map(drop).map_err(|failed| failed.error)
}

/// Reads a request with a body of so many bytes to its end, and answers it.
async fn take(mut stream: DuplexStream, body_bytes: usize) -> Result<Vec<u8>, OutboundError> {
    let mut written = Vec::new();
    let mut portion = [0; 4 * 1_024];
    loop {
        let read = stream.read(&mut portion).await.map_err(|_| OutboundError::Disconnected)?;
        if read == 0 {
            return Err(OutboundError::Disconnected);
        }
        written.extend_from_slice(&portion[..read]);
        if written.len() > WRITTEN_BYTES_MAX {
            return Err(OutboundError::TooLarge { bytes_max: WRITTEN_BYTES_MAX });
        }
        let head = written.windows(HEAD_END.len()).position(|part| part == HEAD_END);
        if head.is_some_and(|head| written.len() >= head + HEAD_END.len() + body_bytes) {
            break;
        }
    }
    stream.write_all(ANSWER).await.map_err(|_| OutboundError::Disconnected)?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use hyper::Method;
    use hyper::header::{HeaderName, HeaderValue};

    use super::*;
    use crate::settings::OutboundSettings;
    use crate::target::Target;

    /// covers: [HOOK-03]
    #[tokio::test]
    async fn a_request_is_written_as_it_would_be_sent() {
        let outbound = Outbound::new(OutboundSettings::default()).expect("a client");
        let target = Target::parse("https://hooks.example.org:8443/in?a=b").expect("a target");
        let named = (HeaderName::from_static("x-team"), HeaderValue::from_static("blue"));
        let request = Request::new(Method::POST, target)
            .with_header(named.0, named.1)
            .with_bytes(b"{\"a\":1}".to_vec().into());
        let written = outbound.written(&request).await.expect("the bytes");
        let expected = "POST /in?a=b HTTP/1.1\r\nhost: hooks.example.org:8443\r\nconnection: close\r\n\
                        user-agent: waybill\r\nx-team: blue\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
        assert_eq!(String::from_utf8_lossy(&written), expected);
        let empty = Request::get(Target::parse("http://hooks.example.org/").expect("a target"));
        let written = outbound.written(&empty).await.expect("the bytes");
        assert!(written.starts_with(b"GET / HTTP/1.1\r\n") && written.ends_with(HEAD_END));
        // Deliveries keep their connection, which is what HTTP/1.1 does without a header.
        let delivering = Request::get(empty.target().clone()).delivering();
        let written = outbound.written(&delivering).await.expect("the bytes");
        let expected = "GET / HTTP/1.1\r\nhost: hooks.example.org\r\nuser-agent: waybill\r\n\r\n";
        assert_eq!(String::from_utf8_lossy(&written), expected);
        let large = vec![b'x'; WRITTEN_BYTES_MAX + 1];
        let large = Request::new(Method::POST, empty.target().clone()).with_bytes(large.into());
        let refused = outbound.written(&large).await;
        assert!(matches!(refused, Err(OutboundError::TooLarge { .. })), "{refused:?}");
    }
}
