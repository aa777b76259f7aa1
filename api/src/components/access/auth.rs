//! Sign-in and sign-out: the steps that carry secrets or change the cookie (LOGIN-05, MFA-01, PASS-03).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::AppendHeaders;
use waybill_engine::{LoginForm, SessionId, StepResult};
use waybill_machines::AnyState;
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::{login, mfa, password};
use waybill_platform::access::{DeviceToken, Enrolment as SessionEnrolment, User};
use waybill_platform::secret::Secret;

use super::sign_in_page;
use crate::caller::{Caller, PresentedDevices, SetsCookie, Visitor, cookie, device_cookie};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::Next;
use crate::wire::access::{
    AccessLogin, ChangePassword, CodeVerified, CurrentUser, Enrolled, Enrolment, LoggedIn, Login,
    LoginQuery, MfaRequirement, Realm, SecondFactor,
};

/// `POST ui/auth/login`.
pub async fn log_in(
    State(state): State<AppState>,
    QueryParams(query): QueryParams<LoginQuery>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<Login>,
) -> Result<(SetsCookie, Json<LoggedIn>), ApiError> {
    let path = body.stored.as_ref().map_or("", |stored| &stored.path);
    let (user, password) = (body.user.expose(), body.password.expose());
    check_length(&[("user", user), ("password", password), ("stored.path", path)])?;
    let can_remember = sign_in_page::settings(&state).await?.can_remember_me;
    let form = LoginForm {
        user: body.user,
        password: body.password,
        remember: can_remember && query.remember.unwrap_or(true),
        stored: body.stored.map(|stored| (stored.path, stored.at)),
        set_me_up: body.set_me_up,
        devices: devices.digests(),
        device_link: body
            .device_link
            .and_then(|link| DeviceToken::parse(link.expose()).map(|link| link.digest())),
    };
    answer_login(&state, &caller, form, &devices).await
}

/// `POST access/auth/login`.
pub async fn log_in_to_access(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<AccessLogin>,
) -> Result<(SetsCookie, Json<LoggedIn>), ApiError> {
    check_length(&[("username", body.username.expose()), ("password", body.password.expose())])?;
    let AccessLogin { username: user, password } = body;
    let form = LoginForm {
        user,
        password,
        remember: false,
        stored: None,
        set_me_up: false,
        devices: devices.digests(),
        device_link: None,
    };
    answer_login(&state, &caller, form, &devices).await
}

async fn answer_login(
    state: &AppState,
    caller: &Caller,
    form: LoginForm,
    devices: &PresentedDevices,
) -> Result<(SetsCookie, Json<LoggedIn>), ApiError> {
    let remember = form.remember;
    let settled = state.engine.log_in(&caller.credentials, form).await?;
    logged_in(state, caller, &settled, remember, devices).await
}

/// The answer to a sign-in.
pub async fn logged_in(
    state: &AppState,
    caller: &Caller,
    settled: &StepResult,
    remember: bool,
    devices: &PresentedDevices,
) -> Result<(SetsCookie, Json<LoggedIn>), ApiError> {
    if let AnyState::Login(login::State::SignedOut { notice: Some(notice) }) = &settled.login {
        return Err(ApiError::of_notice(notice, state.engine.now()));
    }
    let user = user_of(state, caller.session()).await;
    let realm = Realm::of(user.as_ref().is_some_and(|user| user.external));
    let name = user.and_then(|user| user.name);
    let admin =
        matches!(&settled.login, AnyState::Login(login::State::SignedIn { admin: true, .. }));
    let next = settled.login.name();
    let mfa_status = match &settled.login {
        AnyState::Login(login::State::EnrolRequired { .. }) => MfaRequirement::Enroll,
        AnyState::Login(login::State::OtpRequired { .. }) => MfaRequirement::Verify,
        _ => MfaRequirement::None,
    };
    let body = LoggedIn { name, admin, realm, mfa_status, next };
    Ok((renewed(state, settled, remember, devices), Json(body)))
}

/// `POST ui/auth/mfa/verify`, and the access variant.
pub async fn verify(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<SecondFactor>,
) -> Result<(SetsCookie, Json<CodeVerified>), ApiError> {
    let (code, recovery) = match (body.code, body.recovery_code) {
        (Some(code), None) => (code, false),
        (None, Some(code)) => (code, true),
        _ => {
            return Err(ApiError::bad_request(
                "malformed_body",
                "Send either code or recovery_code.",
            ));
        }
    };
    check_length(&[("code", code.expose())])?;
    let settled = submit_code(&state, &caller, code, recovery, &devices).await?;
    let next = settled.login.name();
    let remember = remembered(&state, &settled).await?;
    Ok((renewed(&state, &settled, remember, &devices), Json(CodeVerified { next, error: None })))
}

/// `POST ui/auth/mfa/enroll`, and the access variant.
pub async fn enroll(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<SecondFactor>,
) -> Result<(SetsCookie, Json<Enrolled>), ApiError> {
    let missing = || ApiError::bad_request("malformed_body", "Send the code.").at("code");
    let code = body.code.filter(|_| body.recovery_code.is_none()).ok_or_else(missing)?;
    check_length(&[("code", code.expose())])?;
    let settled = submit_code(&state, &caller, code, false, &devices).await?;
    let codes = state.engine.take_recovery_codes(caller.session(), &settled);
    let recovery_codes = codes.iter().map(|code| code.expose().to_owned()).collect();
    let body = Enrolled { recovery_codes, next: settled.login.name() };
    let remember = remembered(&state, &settled).await?;
    Ok((renewed(&state, &settled, remember, &devices), Json(body)))
}

async fn submit_code(
    state: &AppState,
    caller: &Caller,
    code: Secret,
    recovery: bool,
    devices: &PresentedDevices,
) -> Result<StepResult, ApiError> {
    let digests = devices.digests();
    let settled = state.engine.submit_code(&caller.credentials, code, recovery, digests).await?;
    let failure: Option<&Notice> = match &settled.state {
        AnyState::Mfa(
            mfa::State::Verify { failure, .. } | mfa::State::Enrolling { failure, .. },
        ) => failure.as_ref(),
        _ => None,
    };
    if let Some(notice) = failure {
        return Err(ApiError::of_notice(notice, state.engine.now()));
    }
    if let AnyState::Login(login::State::SignedOut { notice: Some(notice) }) = &settled.login {
        return Err(ApiError::forbidden_by(notice));
    }
    Ok(settled)
}

/// `GET ui/auth/mfa/enroll`, and the access variant: only while enrolment is required.
pub async fn enrolment(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<Enrolment>, ApiError> {
    let not_owed =
        || ApiError::forbidden("not_enrolling", "No second factor is being set up. Sign in again.");
    let mfa_state = state.engine.mfa_state(caller.session()).await?;
    let AnyState::Mfa(mfa::State::Enrolling { person, .. }) = mfa_state else {
        return Err(not_owed());
    };
    let session = caller.session().as_str().to_owned();
    let enrolment = SessionEnrolment { person, session };
    let pending =
        state.access(state.engine.ports().second_factors.pending_enrolment(enrolment).await)?;
    let pending = pending.ok_or_else(not_owed)?;
    Ok(Json(Enrolment {
        secret: pending.secret.expose().to_owned(),
        uri: pending.uri.expose().to_owned(),
        qr_svg: pending.qr_svg.expose().to_owned(),
    }))
}

/// `POST ui/auth/changePassword`.
pub async fn change_password(
    State(state): State<AppState>,
    caller: Caller,
    devices: PresentedDevices,
    Body(body): Body<ChangePassword>,
) -> Result<Json<Next>, ApiError> {
    let user = body.user.as_deref().unwrap_or_default();
    check_length(&[
        ("user", user),
        ("current", body.current.expose()),
        ("new", body.new.expose()),
    ])?;
    let engine = &state.engine;
    let (current, new, devices) = (body.current, body.new, devices.digests());
    let settled = engine.change_password(&caller.credentials, current, new, devices).await?;
    let failure = match &settled.state {
        AnyState::Password(
            password::State::Required { failure, .. } | password::State::Offered { failure, .. },
        ) => failure.as_ref(),
        _ => None,
    };
    if let Some(notice) = failure {
        return Err(ApiError::of_notice(notice, engine.now()));
    }
    Ok(Json(Next { next: settled.login.name() }))
}

/// `POST ui/auth/logout`.
pub async fn log_out(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<(SetsCookie, Json<Next>), ApiError> {
    state.engine.log_out(&caller.credentials).await?;
    let (_, token) = state.engine.create_session();
    let headers = AppendHeaders(vec![
        (SET_COOKIE, cookie(&state, &token, None)),
        (
            axum::http::HeaderName::from_static("clear-site-data"),
            axum::http::HeaderValue::from_static("\"cache\""),
        ),
    ]);
    Ok((headers, Json(Next { next: "signed_out" })))
}

/// `GET ui/auth/current`.
pub async fn current(
    State(state): State<AppState>,
    visitor: Visitor,
) -> Result<Json<CurrentUser>, ApiError> {
    let session = visitor.caller.map(|caller| caller.credentials.session);
    let person = session.as_ref().and_then(|session| state.engine.person_of(session));
    let user = match person {
        Some(person) => state.access(state.engine.ports().accounts.user(person).await)?,
        None => None,
    };
    Ok(Json(match user {
        Some(user) => CurrentUser {
            name: user.name,
            email: user.email,
            admin: user.effective_admin,
            auditor: user.auditor,
            groups: user.groups,
            realm: Some(Realm::of(user.external)),
            mfa_status: if user.mfa { MfaRequirement::Verify } else { MfaRequirement::None },
            codes_stopped_at: user.codes_stopped_at,
        },
        None => CurrentUser {
            name: Some("anonymous".to_owned()),
            email: None,
            admin: false,
            auditor: false,
            groups: Vec::new(),
            realm: None,
            mfa_status: MfaRequirement::None,
            codes_stopped_at: None,
        },
    }))
}

async fn user_of(state: &AppState, session: &SessionId) -> Option<User> {
    let person = state.engine.person_of(session)?;
    state.engine.ports().accounts.user(person).await.ok()?
}

/// Whether the sign-in outlives the browser.
pub async fn remembered(state: &AppState, settled: &StepResult) -> Result<bool, ApiError> {
    let sessions = state.engine.ports().settings.sessions().await;
    let sessions = sessions.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let usual_ms = i64::from(sessions.absolute_hours) * 3_600_000;
    Ok(lasts_ms(settled).is_some_and(|lasts_ms| lasts_ms > usual_ms))
}

/// The duration of the sign-in, if it is complete.
fn lasts_ms(settled: &StepResult) -> Option<i64> {
    match &settled.login {
        AnyState::Login(login::State::SignedIn { since, until, .. }) => {
            Some(until.ms_since(*since))
        }
        _ => None,
    }
}

/// The headers that set the new cookie, if the token has changed, and the one of a device that has become known.
pub fn renewed(
    state: &AppState,
    settled: &StepResult,
    remember: bool,
    devices: &PresentedDevices,
) -> SetsCookie {
    let lasts_ms = lasts_ms(settled).filter(|_| remember);
    let session = settled.token.as_ref().map(|token| cookie(state, token, lasts_ms));
    let device = settled.device.as_ref().map(|device| device_cookie(state, device, devices));
    AppendHeaders(session.into_iter().chain(device).map(|value| (SET_COOKIE, value)).collect())
}
