//! What identity providers of SAML send by browsers, and what browsers take there (SSO-02). What comes from another
//! site comes without cookies, so that nothing here knows a session: an answer is held until its browser comes for it
//! with a `GET` that has them, and a request to end sign-ins is proven by its signature.

use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quick_xml::escape::escape;
use sha2::{Digest as _, Sha256};
use url::form_urlencoded;
use waybill_machines::rules::routes::RouteName;
use waybill_platform::sso::{
    LoggedOutAtProvider, Outgoing, OutgoingForm, ReceivedLogout, VerifiedLogout,
};
use waybill_platform::{Secret, trace};

use super::browser::{NOT_A_CALLBACK, to_form, to_page};
use crate::caller::RequestSource;
use crate::error::ApiError;
use crate::extract::{Parameters, PathParams, QueryParams};
use crate::redirects::Destination;
use crate::state::AppState;
use crate::wire::sso::WaitingMessage;

/// The largest form, in bytes: a message of 128 KiB in base64, with escapes.
pub(super) const FORM_BYTES_MAX: usize = 256 * 1_024;
/// The media type of metadata.
pub(super) const METADATA_MEDIA: &str = "application/samlmetadata+xml";
/// The longest `RelayState`, in bytes (SAML 2.0 Bindings, 3.5.3).
const RELAY_BYTES_MAX: usize = 80;
/// What sends the form of a page.
const SUBMIT: &str = "document.forms[0].submit()";

/// `POST ui/auth/sso/{name}/acs`: the answer of a provider, which leads the browser to fetch the outcome (303).
pub async fn answer(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    PathParams(provider): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut form = Parameters::read(request, &state, FORM_BYTES_MAX).await?;
    let relay = form.take("RelayState").filter(|relay| relay.len() <= RELAY_BYTES_MAX);
    let (Some(relay), Some(answer)) = (relay, form.take("SAMLResponse")) else {
        // A provider that begins by itself says nothing about who wants to sign in here.
        return Ok(to_form(&state, NOT_A_CALLBACK));
    };
    let (relay, answer) = (Secret::new(relay), Secret::new(answer));
    let providers = &state.engine.ports().sign_in_providers;
    let held = providers.hold_answer(&provider, &relay, answer, &source, state.engine.now());
    let held = match held {
        Ok(held) => held,
        Err(error) => {
            let (code, _) = ApiError::from(error).into_reason();
            return Ok(to_form(&state, &code));
        }
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("state", relay.expose()).append_pair("code", held.ticket.expose());
    let path = format!("/ui/api/v1/ui/auth/sso/{provider}/callback?{}", query.finish());
    Ok(Destination::own(&state.edge.address, &path)?.led())
}

/// `GET ui/auth/sso/{name}/logout`: a provider ends sign-ins, or has ended its own sessions because a user has signed
/// out here. Of the latter nothing is read: there is nothing left to end.
pub async fn end_by_address(
    State(state): State<AppState>,
    PathParams(provider): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = query.unwrap_or_default();
    if !query.split('&').any(|pair| pair.starts_with("SAMLRequest=")) {
        return Ok(to_page(&state, RouteName::Login));
    }
    end(&state, &provider, &ReceivedLogout::Query(query)).await
}

/// `POST ui/auth/sso/{name}/logout`: the same by a form.
pub async fn end_by_form(
    State(state): State<AppState>,
    PathParams(provider): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut form = Parameters::read(request, &state, FORM_BYTES_MAX).await?;
    let Some(request) = form.take("SAMLRequest") else {
        return Ok(to_page(&state, RouteName::Login));
    };
    let relay = form.take("RelayState").filter(|relay| relay.len() <= RELAY_BYTES_MAX);
    end(&state, &provider, &ReceivedLogout::Form { request, relay }).await
}

/// Ends what a provider wants to end, and leads the browser back to it with the outcome.
async fn end(
    state: &AppState,
    provider: &str,
    received: &ReceivedLogout,
) -> Result<Response, ApiError> {
    let (providers, at) = (&state.engine.ports().sign_in_providers, state.engine.now());
    let VerifiedLogout { ended, reply } =
        providers.verify_logout_request(provider, received, at)?;
    // The request is used up: what it ends has to end also if the browser goes away meanwhile.
    let ending = trace::within(trace::current(), end_all(state.clone(), ended));
    let is_ended = tokio::spawn(ending).await.map_err(|_| ApiError::internal())?;
    let outgoing = providers.answer_logout(reply, is_ended, at).await?;
    outgoing.map_or_else(|| Ok(to_page(state, RouteName::Login)), |outgoing| taken(&outgoing))
}

/// Ends all of these, and answers whether all have ended.
async fn end_all(state: AppState, all: Vec<LoggedOutAtProvider>) -> bool {
    let mut is_ended = true;
    for ended in &all {
        if let Err(nack) = state.engine.end_at_provider(ended).await {
            let provider = &ended.provider;
            tracing::error!(provider, code = %nack.code, "a provider could not end a sign-in");
            is_ended = false;
        }
    }
    is_ended
}

/// Lets the browser take a message to a provider.
fn taken(outgoing: &Outgoing) -> Result<Response, ApiError> {
    Ok(match outgoing {
        Outgoing::Address(address) => Destination::elsewhere(address.expose())?.led(),
        Outgoing::Form(form) => page(form),
    })
}

/// `GET ui/auth/sso/{name}/send`: the message that waits for the browser, which takes it to the provider.
pub async fn send(
    State(state): State<AppState>,
    PathParams(_): PathParams<String>,
    QueryParams(WaitingMessage { ticket }): QueryParams<WaitingMessage>,
) -> Result<Response, ApiError> {
    let providers = &state.engine.ports().sign_in_providers;
    let outgoing = providers.waiting(&ticket, state.engine.now());
    outgoing.map_or_else(|| Ok(to_form(&state, NOT_A_CALLBACK)), |outgoing| taken(&outgoing))
}

/// `GET ui/auth/sso/{name}/metadata`.
pub async fn metadata(
    State(state): State<AppState>,
    PathParams(provider): PathParams<String>,
) -> Result<Response, ApiError> {
    let metadata = state.engine.ports().sign_in_providers.metadata(provider).await?;
    let media = (header::CONTENT_TYPE, HeaderValue::from_static(METADATA_MEDIA));
    Ok(([media], metadata).into_response())
}

/// A page that sends a form at once, or by its button where scripts are off. Nothing else runs or loads in it. Where
/// the form goes is not limited by the policy, since browsers apply that to where a provider leads on to as well.
fn page(form: &OutgoingForm) -> Response {
    let field = |(name, value): &(&str, String)| {
        format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value.as_str()))
    };
    let fields: String = form.fields.iter().map(field).collect();
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Waybill</title>\
         <form method=\"post\" action=\"{}\">{fields}<noscript><button>Continue</button></noscript></form>\
         <script>{SUBMIT}</script></html>",
        escape(form.action.as_str())
    );
    let script = STANDARD.encode(Sha256::digest(SUBMIT));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{script}'; base-uri 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (
            header::CONTENT_SECURITY_POLICY,
            policy.unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'")),
        ),
    ];
    (headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[tokio::test]
    async fn a_page_sends_its_form_and_runs_nothing_else() {
        let form = OutgoingForm {
            action: "https://id.example.org/sso?a=1&b=\"2\"".into(),
            fields: vec![("SAMLRequest", "PHg+\"><script>alert(1)</script>".into())],
        };
        let response = page(&form);
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        // Of the script above: `printf %s 'document.forms[0].submit()' | openssl dgst -sha256 -binary | base64`.
        assert!(
            policy.contains("script-src 'sha256-ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE='"),
            "{policy}"
        );
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let html = String::from_utf8(body.to_vec()).unwrap();
        assert!(
            html.contains("action=\"https://id.example.org/sso?a=1&amp;b=&quot;2&quot;\""),
            "{html}"
        );
        assert_eq!(html.matches("<script>").count(), 1);
    }
}
