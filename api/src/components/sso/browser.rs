//! The way of a browser to a provider and back, and what a provider sends itself.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{AppendHeaders, IntoResponse, Response};
use url::form_urlencoded;
use waybill_engine::{
    BeginSso, Nack, NackCode, ReturnedAnswer, SessionId, SsoReturned, SsoStepError, StepResult,
};
use waybill_machines::machines::account::LinkPurpose;
use waybill_machines::machines::{login, sso};
use waybill_machines::rules::guards::KEEPS_FORM;
use waybill_machines::rules::path_memory::StoredPath;
use waybill_machines::rules::routes::{Place, RouteName, SSO_FAILURE};
use waybill_machines::sign_in::{Landing, SignInPurpose};
use waybill_machines::{AnyState, RejectionCode};
use waybill_platform::Secret;
use waybill_platform::access::{PasswordLinkRefused, PasswordToken, TokenPurpose};
use waybill_platform::trace;

use crate::caller::{PresentedDevices, Visitor, cookie, is_led_from_elsewhere, source};
use crate::components::access::{auth, sign_in_page};
use crate::error::ApiError;
use crate::extract::{Parameters, PathParams, QueryParams, check_length};
use crate::redirects::Destination;
use crate::requests::NotAccepted;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::sso::{BeginSignIn, OauthProvider, OauthProvidersQuery};

/// The longest query of a callback, in bytes: codes and states of providers are shorter.
const CALLBACK_BYTES_MAX: usize = 8 * 1_024;
/// The code of a callback without a session, or without what it needs.
pub(super) const NOT_A_CALLBACK: &str = "sign_in_flow_unknown";
/// The code of an invitation that is not accepted on the page of the console.
const FROM_ELSEWHERE: &str = "foreign_origin";

/// `GET ui/auth/oauthProviders`.
pub async fn offered(
    State(state): State<AppState>,
    QueryParams(query): QueryParams<OauthProvidersQuery>,
) -> Result<Json<Vec<OauthProvider>>, ApiError> {
    let token = query.registration_token.as_ref();
    if token.is_some_and(|token| invitation_of(token).is_none()) {
        return state.access(Err(PasswordLinkRefused::Wrong.into()));
    }
    let token = token.map(Secret::expose);
    // Its characters need no escapes.
    let invitation = token.map(|token| format!("?registrationToken={token}")).unwrap_or_default();
    let base_path = state.edge.address.base_path();
    let providers = state.engine.ports().sign_in_providers.offered().into_iter();
    let providers = providers.map(|provider| {
        let path = format!("/ui/api/v1/ui/auth/sso/{}/begin{invitation}", provider.name);
        OauthProvider {
            name: provider.name,
            label: provider.label,
            r#type: provider.kind,
            url: base_path.path(&path),
            icon: provider.icon,
        }
    });
    Ok(Json(providers.collect()))
}

/// `GET ui/auth/sso/{name}/begin`: leads the browser to a provider, or back to the sign-in page. A link may lead here,
/// so that it is a `GET`; another site that leads a browser here makes its user sign in to the own account at most.
pub async fn begin(
    State(state): State<AppState>,
    headers: HeaderMap,
    visitor: Visitor,
    PathParams(provider): PathParams<String>,
    QueryParams(query): QueryParams<BeginSignIn>,
) -> Result<Response, ApiError> {
    let BeginSignIn { registration_token, remember, path, at, set_me_up } = query;
    check_length(&[("path", path.as_deref().unwrap_or_default())])?;
    let invitation = match registration_token.as_ref().map(invitation_of) {
        Some(None) => {
            let refused = state.access::<()>(Err(PasswordLinkRefused::Wrong.into()));
            let code = refused.err().map(|error| error.into_reason().0).unwrap_or_default();
            return Ok(to_form(&state, &code));
        }
        // Otherwise a link with the invitation of a stranger would link the identity of this user to that account.
        Some(Some(_)) if is_led_from_elsewhere(&headers) => {
            return Ok(to_form(&state, FROM_ELSEWHERE));
        }
        Some(Some(token)) => Some(token),
        None => None,
    };
    let can_remember = sign_in_page::settings(&state).await?.can_remember_me;
    let address = source(visitor.address);
    let (credentials, fresh) = visitor.session(&state)?;
    let purpose = match &invitation {
        Some(_) => SignInPurpose::Registration,
        None => SignInPurpose::SignIn,
    };
    let landing = Landing {
        remember: can_remember && remember.unwrap_or(false),
        stored: path.zip(at).map(|(path, at)| StoredPath { path, at }.into_place()),
        set_me_up: set_me_up.unwrap_or(false),
        ..Landing::default()
    };
    acts_in(&state, &credentials.session).await;
    let wanted = BeginSso { provider, purpose, invitation, landing, source: address };
    let answer = match state.engine.begin_sso(&credentials, wanted).await {
        Ok(url) => Destination::elsewhere(url.expose())?.led(),
        Err(SsoStepError::Provider(error)) => {
            let (code, _) = ApiError::from(error).into_reason();
            to_form(&state, &code)
        }
        Err(SsoStepError::Nack(nack)) => rejected(&state, &credentials.session, nack)?,
    };
    let fresh = fresh.map(|token| (SET_COOKIE, cookie(&state, &token, None)));
    Ok((AppendHeaders(fresh.into_iter().collect::<Vec<_>>()), answer).into_response())
}

/// The token of an invitation. That of a forgotten password is none: it was sent to replace the password, and must not
/// become a way to sign in that lasts.
fn invitation_of(token: &Secret) -> Option<PasswordToken> {
    let invitation = TokenPurpose::Account(LinkPurpose::Invitation);
    PasswordToken::parse(token.expose()).filter(|token| token.purpose() == invitation)
}

/// `GET ui/auth/sso/{name}/callback`: where a provider leads the browser to. What the query has decides about the
/// sign-in alone: the browser goes on to a page of the console.
pub async fn callback(
    State(state): State<AppState>,
    visitor: Visitor,
    devices: PresentedDevices,
    PathParams(provider): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let Some(caller) = visitor.caller else {
        // Of two requests with the same cookie, one may have signed in just now.
        let renewed = visitor.is_being_renewed.then(|| to_page(&state, RouteName::Login));
        return Ok(renewed.unwrap_or_else(|| to_form(&state, NOT_A_CALLBACK)));
    };
    let session = caller.session();
    let Some(returned) = returned(provider, &query.unwrap_or_default()) else {
        return Ok(to_form_unless_signed_in(&state, session, NOT_A_CALLBACK));
    };
    acts_in(&state, session).await;
    let settled = state.engine.sso_callback(&caller.credentials, returned, devices.digests()).await;
    let settled = match settled {
        Ok(settled) => settled,
        Err(nack) => return rejected(&state, session, nack),
    };
    let remember = auth::remembered(&state, &settled).await?;
    let cookies = auth::renewed(&state, &settled, remember, &devices);
    Ok((cookies, landed(&state, session, &settled)).into_response())
}

/// `POST ui/auth/backchannel/{name}` (`OpenID` Connect Back-Channel Logout 1.0). A provider sends it, without a
/// session; its token is the proof.
pub async fn end_by_provider(
    State(state): State<AppState>,
    PathParams(provider): PathParams<String>,
    mut form: Parameters,
) -> Result<(AppendHeaders<[(HeaderName, HeaderValue); 1]>, Json<Empty>), ApiError> {
    let token = Secret::new(form.required("logout_token")?);
    // A provider that stops waiting may send the token no second time: what it ends has to end nevertheless.
    let ending = trace::within(trace::current(), end_and_use_up(state, provider, token));
    tokio::spawn(ending).await.map_err(|_| ApiError::internal())??;
    let headers = AppendHeaders([(CACHE_CONTROL, HeaderValue::from_static("no-store"))]);
    Ok((headers, Json(Empty {})))
}

/// Ends what a token names. It is used up last, so that a logout that has failed can be sent again.
async fn end_and_use_up(state: AppState, provider: String, token: Secret) -> Result<(), ApiError> {
    let providers = &state.engine.ports().sign_in_providers;
    let ended = providers.verify_logout(provider, token, state.engine.now()).await?;
    state.engine.end_at_provider(&ended).await?;
    providers.use_up_logout(&ended);
    Ok(())
}

/// What a provider has answered; none if it lacks what an answer has. A parameter that is there twice is refused:
/// parsers disagree about which of them counts. Others than these are ignored, since providers add their own.
fn returned(provider: String, query: &str) -> Option<SsoReturned> {
    if query.len() > CALLBACK_BYTES_MAX {
        return None;
    }
    let mut all = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if all.insert(name.into_owned(), value.into_owned()).is_some() {
            return None;
        }
    }
    let mut take = |name: &str| all.remove(name).filter(|value| !value.is_empty());
    let state = Secret::new(take("state")?);
    let answer = match (take("code"), take("error")) {
        (Some(code), None) => ReturnedAnswer::Code { code: Secret::new(code), iss: take("iss") },
        (None, Some(error)) => ReturnedAnswer::Error { error },
        _ => return None,
    };
    Some(SsoReturned { provider, state, answer })
}

/// Where the browser goes on after the answer of a provider was taken.
fn landed(state: &AppState, session: &SessionId, settled: &StepResult) -> Response {
    match (&settled.state, &settled.login) {
        (AnyState::Sso(sso::State::Idle { failure: Some(notice) }), _) => {
            // The page of who wanted to link an identity shows the failure of the machine.
            let links = state.engine.person_of(session).is_some();
            let page = links.then(|| not_accepted(to_page(state, RouteName::UserProfile)));
            page.unwrap_or_else(|| to_form(state, &notice.code))
        }
        (AnyState::Sso(sso::State::Done { purpose, .. }), _) if purpose.is_of_user() => {
            to_page(state, RouteName::UserProfile)
        }
        (_, AnyState::Login(login::State::OtpRequired { .. })) => {
            to_page(state, RouteName::OtpLogin)
        }
        (_, AnyState::Login(login::State::EnrolRequired { .. })) => {
            to_page(state, RouteName::MfaEnroll)
        }
        // From there its guard leads a user who has signed in to the page that was requested, or to the start page.
        _ => to_page(state, RouteName::Login),
    }
}

/// Where the browser goes on after a step was rejected.
fn rejected(state: &AppState, session: &SessionId, nack: Nack) -> Result<Response, ApiError> {
    match nack.code {
        // Its cookie is of no use any longer, which the error says.
        NackCode::SessionUnreadable => Err(nack.into()),
        NackCode::Rejected(RejectionCode::SignedInMeanwhile) => {
            Ok(not_accepted(to_page(state, RouteName::Login)))
        }
        _ => {
            let (code, _) = ApiError::from(nack).into_reason();
            Ok(to_form_unless_signed_in(state, session, &code))
        }
    }
}

fn to_form_unless_signed_in(state: &AppState, session: &SessionId, code: &str) -> Response {
    match state.engine.person_of(session) {
        Some(_) => not_accepted(to_page(state, RouteName::Login)),
        None => to_form(state, code),
    }
}

/// The sign-in page with its form, which leads to no provider by itself, and with the code of what has failed.
pub(super) fn to_form(state: &AppState, code: &str) -> Response {
    let place = Place::of(RouteName::Login).with(KEEPS_FORM, "true").with(SSO_FAILURE, code);
    not_accepted(to_place(state, &place))
}

pub(super) fn to_page(state: &AppState, route: RouteName) -> Response {
    to_place(state, &Place::of(route))
}

fn to_place(state: &AppState, place: &Place) -> Response {
    let destination = Destination::own(&state.edge.address, &format!("/ui{}", place.path()));
    destination.map_or_else(IntoResponse::into_response, |destination| destination.led())
}

fn not_accepted(mut response: Response) -> Response {
    response.extensions_mut().insert(NotAccepted);
    response
}

/// Names the session and its user in the records of this request, which is a `GET` as no other act is.
async fn acts_in(state: &AppState, session: &SessionId) {
    state.engine.acts_in_session(session, state.engine.person_of(session)).await;
}

#[cfg(test)]
mod tests {
    use waybill_machines::secret::PersonId;

    use super::*;

    /// covers: [SSO-01]
    #[test]
    fn a_link_for_a_forgotten_password_is_no_invitation() {
        let person = PersonId(format!("p_{}", "0".repeat(32)));
        let (invitation, reset) =
            (PasswordToken::fresh(&person), PasswordToken::fresh_reset(&person));
        assert!(invitation_of(&invitation.to_secret()).is_some());
        assert!(invitation_of(&reset.to_secret()).is_none());
        assert!(invitation_of(&Secret::new("p_")).is_none());
    }

    /// covers: [SSO-01]
    #[test]
    fn a_callback_has_a_state_and_either_a_code_or_an_error_once() {
        let answer = |query: &str| returned("acme".to_owned(), query).map(|all| all.answer);
        let Some(ReturnedAnswer::Code { code, iss }) = answer("state=s&code=c&iss=i&scope=a+b")
        else {
            panic!("a code");
        };
        assert_eq!((code.expose(), iss.as_deref()), ("c", Some("i")));
        let Some(ReturnedAnswer::Error { error }) = answer("error=access_denied&state=s") else {
            panic!("an error");
        };
        assert_eq!(error, "access_denied");
        for query in [
            "",
            "code=c",
            "state=&code=c",
            "state=s",
            "state=s&code=",
            "state=s&code=c&error=e",
            "state=s&state=t&code=c",
            "state=s&code=c&co%64e=d",
            &format!("state=s&code={}", "c".repeat(CALLBACK_BYTES_MAX)),
        ] {
            assert!(answer(query).is_none(), "{query}");
        }
    }
}
