//! Sending a request of a webhook through the one client for other servers.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::rules::webhooks::{
    WEBHOOK_HEADER_BYTES_MAX, Webhook, WebhookAnswer, WebhookAttempt, WebhookFailure, WebhookMethod,
};
use waybill_outbound::header::{HeaderName, HeaderValue};
use waybill_outbound::{
    Method, Outbound, OutboundError, Permitted, Request, ResponseStream, Target,
};

use super::WebhookError;
use super::rendering::{RenderError, Rendered, RenderedHeader};
use crate::proxies::{Proxies, ProxiesHeld};

/// How long an attempt may take, with the beginning of the answer.
const ATTEMPT: Duration = Duration::from_secs(10);
/// How much of an answer is kept, and how much is read: a secret that begins in what is kept is read to its end.
const ANSWER_BYTES_MAX: usize = 1_024;
const READ_BYTES_MAX: usize = ANSWER_BYTES_MAX + WEBHOOK_HEADER_BYTES_MAX;
/// The longest time that a receiver may ask to wait.
const RETRY_AFTER_S_MAX: u32 = 24 * 60 * 60;
/// What is kept in the place of a secret that a receiver sends back.
const MASK: &str = "***";
/// The shortest secret that is looked for in an answer: any shorter one is in many texts.
const MASKED_BYTES_MIN: usize = 4;

/// Sends requests of webhooks.
#[derive(Clone)]
pub struct Sender {
    outbound: Outbound,
    proxies: Arc<dyn Proxies>,
}

impl Sender {
    /// A sender that uses this client, and these proxies for webhooks that name one.
    pub fn new(outbound: Outbound, proxies: Arc<dyn Proxies>) -> Self {
        Self { outbound, proxies }
    }

    /// Whether there is the proxy that a webhook names. It is not deleted as long as the answer is kept.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchProxy`].
    pub(super) async fn hold_proxy(
        &self,
        webhook: &Webhook,
    ) -> Result<Option<ProxiesHeld>, WebhookError> {
        let Some(key) = &webhook.proxy else { return Ok(None) };
        let held = self.proxies.hold().await;
        let found = self.proxies.proxy(key.clone()).await?;
        let no_such = || WebhookError::NoSuchProxy(key.chars().take(80).collect());
        found.map(|_| Some(held)).ok_or_else(no_such)
    }

    /// The proxy that requests of a webhook go through now; `None` if they are sent straight.
    pub(super) fn current_proxy(&self, webhook: &Webhook) -> Option<OutboundProxy> {
        self.proxies.current(webhook.proxy.as_deref())
    }

    /// Sends a request once. These secrets are masked in what is kept of the answer.
    pub(super) async fn send(
        &self,
        webhook: &Webhook,
        rendered: Result<Rendered, RenderError>,
        secrets: &[&str],
    ) -> WebhookAttempt {
        let began = Instant::now();
        let answer = self.exchange(webhook, rendered, secrets).await;
        let answer = answer.unwrap_or_else(|failure| WebhookAnswer::None { failure });
        let took_ms = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        WebhookAttempt { took_ms, answer }
    }

    /// Whether requests to an address would be sent, as far as that is known now.
    pub(super) async fn vet(&self, url: &str) -> Result<(), OutboundError> {
        match Target::parse(url) {
            Ok(target) => self.outbound.vet(&target, false).await,
            Err(_) => Err(OutboundError::Unsendable),
        }
    }

    /// The bytes of a request, which is not sent.
    pub(super) async fn written(
        &self,
        url: &str,
        rendered: Rendered,
    ) -> Result<Vec<u8>, RenderError> {
        let target = Target::parse(url).map_err(|_| RenderError::Request)?;
        let request = request_of(target, rendered).map_err(|_| RenderError::Request)?;
        self.outbound.written(&request).await.map_err(|_| RenderError::Request)
    }

    async fn exchange(
        &self,
        webhook: &Webhook,
        rendered: Result<Rendered, RenderError>,
        secrets: &[&str],
    ) -> Result<WebhookAnswer, WebhookFailure> {
        let target = Target::parse(&webhook.url).map_err(|_| WebhookFailure::Address)?;
        let rendered = rendered.map_err(|_| WebhookFailure::Unsendable)?;
        let signatures: Vec<String> = rendered.secrets().map(str::to_owned).collect();
        let mut request = request_of(target, rendered)?;
        // What cannot go through its proxy is not sent straight.
        let proxy = self.proxies.chosen(webhook.proxy.clone()).await.map_err(|error| {
            tracing::warn!(service = "event", %error, "the proxy of a webhook cannot be used");
            WebhookFailure::Proxy
        })?;
        if let Some(proxy) = proxy {
            request = request.through(proxy);
        }
        let response = self.outbound.open(request).await;
        let mut response = response.map_err(|error| failure_of(&error))?;
        let status = response.status;
        let retry_after = response.headers.get("retry-after").and_then(seconds_of);
        // Servers inside of the network tell through us nothing but their status.
        let is_kept = response.permitted == Permitted::Global && !matches!(status, 200..=299);
        let secrets = secrets.iter().copied().chain(signatures.iter().map(String::as_str));
        let text = if is_kept { beginning_of(&mut response, secrets).await } else { None };
        // The next event for this receiver goes over the same connection.
        response.finish().await;
        Ok(WebhookAnswer::Status {
            status,
            retry_after_ms: retry_after.map(|seconds| seconds * 1_000),
            text,
        })
    }
}

/// The beginning of an answer as text, without secrets that it repeats.
async fn beginning_of<'a>(
    response: &mut ResponseStream,
    secrets: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let mut answered = Vec::new();
    while answered.len() < READ_BYTES_MAX {
        // That the rest is missing, or is too long, changes nothing about the status.
        let Ok(Some(piece)) = response.next().await else { break };
        answered.extend_from_slice(&piece);
    }
    let mut text = String::from_utf8_lossy(&answered).into_owned();
    for secret in secrets.filter(|secret| secret.len() >= MASKED_BYTES_MIN) {
        text = text.replace(secret, MASK);
    }
    let mut end = text.len().min(ANSWER_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.retain(|letter| letter == '\n' || letter == '\t' || !letter.is_control());
    (!text.trim().is_empty()).then_some(text)
}

/// What an error of the client is for a delivery. The log of the server has the exact one.
fn failure_of(error: &OutboundError) -> WebhookFailure {
    tracing::debug!(service = "event", %error, "a receiver has not answered");
    match error {
        OutboundError::NoAddress | OutboundError::NotConnected | OutboundError::Disconnected => {
            WebhookFailure::NotReached
        }
        OutboundError::NotTrusted | OutboundError::NotTls | OutboundError::NoAuthorities => {
            WebhookFailure::NotTrusted
        }
        OutboundError::TooSlow => WebhookFailure::TooSlow,
        OutboundError::Busy => WebhookFailure::Busy,
        OutboundError::Proxy(_) => WebhookFailure::Proxy,
        OutboundError::NotHttp | OutboundError::HeadTooLarge => WebhookFailure::NotHttp,
        OutboundError::Blocked(_) | OutboundError::SecretInClear | OutboundError::Redirected => {
            WebhookFailure::Blocked
        }
        OutboundError::TooLarge { .. } | OutboundError::Unsendable => WebhookFailure::Unsendable,
    }
}

fn request_of(target: Target, rendered: Rendered) -> Result<Request, WebhookFailure> {
    let request = Request::new(method_of(rendered.method), target);
    // Only the beginning of an answer is read, however long it is.
    let mut request = request.delivering().within(ATTEMPT).with_body_limit(usize::MAX);
    for header in rendered.headers {
        let (name, value) = header_of(&header)?;
        request = request.with_header(name, value);
    }
    if let Some(body) = rendered.body {
        request = request.with_bytes(body.expose().as_bytes().to_vec().into());
    }
    Ok(request)
}

fn header_of(header: &RenderedHeader) -> Result<(HeaderName, HeaderValue), WebhookFailure> {
    let name = HeaderName::from_bytes(header.name.as_bytes());
    let value = HeaderValue::from_str(header.value.expose());
    let (Ok(name), Ok(mut value)) = (name, value) else { return Err(WebhookFailure::Unsendable) };
    value.set_sensitive(header.is_secret());
    Ok((name, value))
}

const fn method_of(method: WebhookMethod) -> Method {
    match method {
        WebhookMethod::Get => Method::GET,
        WebhookMethod::Post => Method::POST,
        WebhookMethod::Put => Method::PUT,
        WebhookMethod::Patch => Method::PATCH,
        WebhookMethod::Delete => Method::DELETE,
    }
}

/// The time of a `Retry-After` in seconds; one that is a date is left to the usual waiting.
fn seconds_of(value: &HeaderValue) -> Option<u32> {
    let seconds: u64 = value.to_str().ok()?.trim().parse().ok()?;
    Some(u32::try_from(seconds).unwrap_or(u32::MAX).min(RETRY_AFTER_S_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_waits_a_day_at_most() {
        let seconds = |text: &'static str| seconds_of(&HeaderValue::from_static(text));
        assert_eq!(seconds("30"), Some(30));
        assert_eq!(seconds("99999999"), Some(RETRY_AFTER_S_MAX));
        for none in ["", "-1", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"] {
            assert_eq!(seconds(none), None, "{none}");
        }
    }
}
