//! The HTTP of `object_store`, over the client for all requests to other servers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt as _, unfold};
use http_body_util::BodyExt as _;
use hyper::body::{Body, Frame};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use waybill_outbound::{
    Authorization, Method, Outbound, OutboundError, Request, ResponseStream, Target, header,
};

/// How long a store may take until it answers, and for each piece of its answer. A part has to be sent within it.
const IDLE: Duration = Duration::from_secs(60);
/// How long an answer may take altogether: a download lasts as long as its client takes for it.
const TOTAL: Duration = Duration::from_hours(24);
/// The largest object that S3 has.
const OBJECT_BYTES_MAX: usize = 5 << 40;
/// The largest answer of another kind, which is held in memory: a list of a thousand names.
const ANSWER_BYTES_MAX: usize = 4 << 20;
/// What is read of an error.
const ERROR_BYTES_MAX: usize = 64 * 1_024;

/// The client for a store.
#[derive(Clone)]
pub(super) struct Client(pub(super) Outbound);

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}

impl HttpConnector for Client {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

impl HttpService for Client {
    // What `async_trait` makes of an `async fn`.
    fn call<'a, 'answer>(
        &'a self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'answer>>
    where
        'a: 'answer,
        Self: 'answer,
    {
        Box::pin(async move {
            let is_read = request.method() == Method::GET;
            let mut response = self.0.open(converted(request).await?).await.map_err(failed)?;
            if is_read {
                // Who reads may be slow; [`super::S3`] limits the number of readers.
                response.release_permit();
            }
            let mut builder = hyper::Response::builder().status(response.status);
            if let Some(headers) = builder.headers_mut() {
                headers.clone_from(&response.headers);
            }
            let body = HttpResponseBody::new(Pieces::of(response));
            builder.body(body).map_err(|error| HttpError::new(HttpErrorKind::Decode, error))
        })
    }
}

async fn converted(request: HttpRequest) -> Result<Request, HttpError> {
    let unsendable = || failed(OutboundError::Unsendable);
    let (head, body) = request.into_parts();
    // Lists have parameters.
    let is_object = head.method == Method::GET && head.uri.query().is_none();
    let bytes_max = if is_object { OBJECT_BYTES_MAX } else { ANSWER_BYTES_MAX };
    let target = Target::parse(&head.uri.to_string()).map_err(|_| unsendable())?;
    let mut converted = Request::new(head.method, target)
        .with_body_limit(bytes_max)
        .to_storage(IDLE, TOTAL)
        .with_bytes(body.collect().await?.to_bytes());
    for (name, value) in &head.headers {
        if name == header::AUTHORIZATION {
            let signature = value.to_str().map_err(|_| unsendable())?;
            let signature = Authorization::signature(signature).map_err(|_| unsendable())?;
            converted = converted.authorised_by(signature);
        } else if ![header::CONTENT_LENGTH, header::HOST, header::USER_AGENT].contains(name) {
            // The client sets these itself; the signature covers the host, which is the same.
            converted = converted.with_header(name.clone(), value.clone());
        }
    }
    Ok(converted)
}

/// The error with its kind, by which `object_store` decides whether it tries again.
fn failed(error: OutboundError) -> HttpError {
    let kind = match error {
        OutboundError::NotConnected | OutboundError::NoAddress | OutboundError::Busy => {
            HttpErrorKind::Connect
        }
        OutboundError::TooSlow => HttpErrorKind::Timeout,
        OutboundError::Disconnected => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}

type Portions = Pin<Box<dyn Stream<Item = Result<Bytes, HttpError>> + Send>>;

/// A body that arrives piece by piece. The lock is never waited for: it makes the body `Sync`, which `object_store` asks
/// for.
struct Pieces(Mutex<Portions>);

impl Pieces {
    fn of(response: ResponseStream) -> Self {
        // The text of an error is held in memory.
        let left = if response.status < 300 { usize::MAX } else { ERROR_BYTES_MAX };
        let portions = unfold(Some((response, left)), async |state| {
            let (mut response, left) = state?;
            match response.next().await {
                Ok(Some(piece)) if piece.len() <= left => {
                    let left = left - piece.len();
                    Some((Ok(piece), Some((response, left))))
                }
                Ok(_) => None,
                Err(error) => Some((Err(failed(error)), None)),
            }
        });
        Self(Mutex::new(Box::pin(portions.fuse())))
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        let portions = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        portions.as_mut().poll_next(context).map_ok(Frame::data)
    }
}
