//! Exchanging the codes of providers, and where their sessions end.

use std::time::Duration;

use waybill_machines::AnyEvent;
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::sso;
use waybill_machines::rules::redirects::RedirectTarget;
use waybill_machines::secret::Handle;
use waybill_machines::sign_in::{CodeExchanged, SamlSubject, SignInFlow};
use waybill_platform::secret::Payload;

use super::Request;

/// How long a user who signs out waits for the address of a provider. It is in memory, unless nothing was asked of the
/// provider for a while.
const END_SESSION_WITHIN: Duration = Duration::from_secs(2);

pub(super) async fn exchange_code(
    request: &Request<'_>,
    flow: &SignInFlow,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::SignInCode(code), client)) = request.take(code) else {
        return request.interrupted();
    };
    let port = &request.ports().sign_in_providers;
    let answer = port.exchange(flow.clone(), code, client, request.context.clone()).await;
    let mut answer = answer.unwrap_or_else(|error| {
        tracing::error!(%error, "a sign-in with a provider failed");
        let message = "Signing in is not possible at the moment. Try again later.";
        CodeExchanged::Refused { notice: Notice::new("unavailable", message) }
    });
    if let CodeExchanged::Accepted { external_redirect, .. } = &mut answer {
        // LOGIN-02: as after a password
        let installation = request.ports().settings.console().await;
        *external_redirect = installation.ok().and_then(|known| known.external_redirect);
    }
    Some(sso::Event::Exchanged(answer).into())
}

/// Where the browser ends its session at a provider. A provider that cannot be reached delays no one who signs out.
pub(super) async fn end_session_url(
    request: &Request<'_>,
    provider: &str,
    saml: Option<&SamlSubject>,
) -> Option<String> {
    let (provider, saml, at) = (provider.to_owned(), saml.cloned(), request.context.at);
    let url = request.ports().sign_in_providers.end_session_url(provider, saml, at);
    let url = tokio::time::timeout(END_SESSION_WITHIN, url).await.ok()?.ok()??;
    RedirectTarget::is_address(&url).then_some(url)
}
