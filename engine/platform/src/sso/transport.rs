//! The requests to a provider, over the only HTTP client of this server. No redirect is followed, no other server of
//! the own network is connected to, and nothing is sent over the internet without TLS.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use openidconnect::{HttpRequest, HttpResponse, http};
use waybill_outbound::header::{ACCEPT, AUTHORIZATION, HeaderValue};
use waybill_outbound::{Authorization, Outbound, Request, Response, Target};

use super::fault::ProviderFault;

/// The largest document, in bytes.
const DOCUMENT_BYTES_MAX: usize = 256 * 1_024;
/// How long a request may take.
const WITHIN: Duration = Duration::from_secs(10);

/// The answer to a request of the library.
type Answered = Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderFault>> + Send>>;

/// What is requested from one provider.
#[derive(Clone)]
pub(super) struct Transport {
    pub(super) outbound: Outbound,
    pub(super) issuer: Target,
}

impl Transport {
    /// Fetches a document of the provider, with an access token if there is one.
    pub(super) async fn document(
        &self,
        address: Target,
        token: Option<&str>,
    ) -> Result<Bytes, ProviderFault> {
        let json = HeaderValue::from_static("application/json");
        let mut request = Request::get(address).with_header(ACCEPT, json);
        if let Some(token) = token {
            let bearer = Authorization::bearer(token);
            let bearer = bearer.map_err(|_| ProviderFault::Malformed("its access token"))?;
            request = request.authorised_by(bearer);
        }
        let response = self.send(request).await?;
        match response.status {
            200 => Ok(response.body),
            status => Err(ProviderFault::Status(status)),
        }
    }

    /// Sends requests of the library.
    pub(super) fn client(self) -> impl Fn(HttpRequest) -> Answered + Send + Sync + 'static {
        move |request: HttpRequest| -> Answered {
            let transport = self.clone();
            Box::pin(async move { transport.call(request).await })
        }
    }

    /// Sends a request of the library, whose credentials are kept as such.
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, ProviderFault> {
        let (parts, body) = request.into_parts();
        let target = self.below_tls(&parts.uri.to_string())?;
        let mut sent = Request::new(parts.method, target);
        for (name, value) in &parts.headers {
            if *name == AUTHORIZATION {
                let text = value.to_str().unwrap_or_default();
                let credentials = Authorization::signature(text);
                let credentials =
                    credentials.map_err(|_| ProviderFault::Malformed("the client secret"))?;
                sent = sent.authorised_by(credentials);
            } else {
                sent = sent.with_header(name.clone(), value.clone());
            }
        }
        let Response { status, headers, body } = self.send(sent.with_bytes(body.into())).await?;
        let status = http::StatusCode::from_u16(status);
        let mut response = HttpResponse::new(body.to_vec());
        *response.status_mut() = status.map_err(|_| ProviderFault::Malformed("its answer"))?;
        *response.headers_mut() = headers;
        Ok(response)
    }

    /// An address that the provider has named. One with `https` does not lead to others without.
    pub(super) fn below_tls(&self, address: &str) -> Result<Target, ProviderFault> {
        let target = Target::parse(address)?;
        if self.issuer.is_tls() && !target.is_tls() {
            return Err(ProviderFault::InClear);
        }
        Ok(target)
    }

    async fn send(&self, request: Request) -> Result<Response, ProviderFault> {
        let request = request
            .with_body_limit(DOCUMENT_BYTES_MAX)
            .within(WITHIN)
            .protected()
            .trusting(self.issuer.clone());
        Ok(self.outbound.send(request).await?)
    }
}
