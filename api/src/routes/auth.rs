//! Signing in and out: the steps that carry secrets or change the cookie (LOGIN-05, MFA-01, PASS-03).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use waybill_engine::{LoginForm, SessionId, Settled};
use waybill_machines::machines::login::{Notice, REMEMBERED_MS};
use waybill_machines::machines::{login, mfa, password};
use waybill_machines::{AnyState, Timestamp};
use waybill_platform::access::Enrolment as SessionEnrolment;
use waybill_platform::secret::Secret;

use crate::caller::{Caller, SetsCookie, Visitor, cookie};
use crate::error::ApiError;
use crate::house::House;
use crate::sent::{Body, Params, check_length};

/// `?_spring_security_remember_me=`.
#[derive(Debug, Deserialize)]
pub struct Remember {
    #[serde(rename = "_spring_security_remember_me")]
    remember: Option<bool>,
}

/// A path that was wanted before, and when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    path: String,
    at: Timestamp,
}

/// The body of `ui/auth/login`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    user: Secret,
    password: Secret,
    #[serde(rename = "type")]
    _kind: LoginKind,
    stored: Option<Stored>,
}

/// The only kind of login that the documents name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LoginKind {
    Login,
}

/// The body of `access/auth/login`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessLogin {
    username: Secret,
    password: Secret,
}

/// `POST ui/auth/login`.
pub async fn log_in(
    State(house): State<House>,
    Params(query): Params<Remember>,
    caller: Caller,
    Body(body): Body<Login>,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
    let path = body.stored.as_ref().map_or("", |stored| &stored.path);
    let (user, password) = (body.user.expose(), body.password.expose());
    check_length(&[("user", user), ("password", password), ("stored.path", path)])?;
    let form = LoginForm {
        user: body.user,
        password: body.password,
        remember: query.remember.unwrap_or(true),
        stored: body.stored.map(|stored| (stored.path, stored.at)),
    };
    answer_login(&house, &caller, form).await
}

/// `POST access/auth/login`.
pub async fn log_in_to_access(
    State(house): State<House>,
    caller: Caller,
    Body(body): Body<AccessLogin>,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
    check_length(&[("username", body.username.expose()), ("password", body.password.expose())])?;
    let AccessLogin { username: user, password } = body;
    let form = LoginForm { user, password, remember: false, stored: None };
    answer_login(&house, &caller, form).await
}

async fn answer_login(
    house: &House,
    caller: &Caller,
    form: LoginForm,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
    let remember = form.remember;
    let settled = house.engine.log_in(&caller.holder, form).await?;
    if let AnyState::Login(login::State::SignedOut { notice: Some(notice) }) = &settled.login {
        return Err(ApiError::of_notice(notice, house.engine.now()));
    }
    let name = name_of(house, caller.session()).await;
    let admin =
        matches!(&settled.login, AnyState::Login(login::State::SignedIn { admin: true, .. }));
    let next = settled.login.name();
    let body = Json(json!({ "name": name, "admin": admin, "next": next }));
    Ok((renewed(house, &settled, remember), body))
}

/// The body of `mfa/verify` and `mfa/enroll`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    code: Option<Secret>,
    recovery_code: Option<Secret>,
}

/// `POST ui/auth/mfa/verify`, and the access variant.
pub async fn verify(
    State(house): State<House>,
    caller: Caller,
    Body(body): Body<Code>,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
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
    let settled = give_code(&house, &caller, code, recovery).await?;
    let next = settled.login.name();
    Ok((renewed(&house, &settled, remembered(&settled)), Json(json!({ "next": next }))))
}

/// `POST ui/auth/mfa/enroll`, and the access variant.
pub async fn enroll(
    State(house): State<House>,
    caller: Caller,
    Body(body): Body<Code>,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
    let missing = || ApiError::bad_request("malformed_body", "Send the code.").at("code");
    let code = body.code.filter(|_| body.recovery_code.is_none()).ok_or_else(missing)?;
    check_length(&[("code", code.expose())])?;
    let settled = give_code(&house, &caller, code, false).await?;
    let codes = house.engine.take_recovery_codes(caller.session());
    // This answer is the one place where recovery codes are ever shown.
    let codes: Vec<&str> = codes.iter().map(Secret::expose).collect();
    let body = json!({ "recovery_codes": codes, "next": settled.login.name() });
    Ok((renewed(&house, &settled, remembered(&settled)), Json(body)))
}

async fn give_code(
    house: &House,
    caller: &Caller,
    code: Secret,
    recovery: bool,
) -> Result<Settled, ApiError> {
    let settled = house.engine.give_code(&caller.holder, code, recovery).await?;
    let failure: Option<&Notice> = match &settled.state {
        AnyState::Mfa(
            mfa::State::Verify { failure, .. } | mfa::State::Enrolling { failure, .. },
        ) => failure.as_ref(),
        _ => None,
    };
    if let Some(notice) = failure {
        return Err(ApiError::of_notice(notice, house.engine.now()));
    }
    if let AnyState::Login(login::State::SignedOut { notice: Some(notice) }) = &settled.login {
        return Err(ApiError::forbidden_by(notice));
    }
    Ok(settled)
}

/// What the enrolment page shows.
#[derive(Serialize)]
pub struct Enrolment {
    secret: String,
    uri: String,
    qr_svg: String,
}

/// `GET ui/auth/mfa/enroll`, and the access variant: only while enrolment is owed.
pub async fn enrolment(
    State(house): State<House>,
    caller: Caller,
) -> Result<Json<Enrolment>, ApiError> {
    let not_owed =
        || ApiError::forbidden("not_enrolling", "No second factor is being set up. Sign in again.");
    let state = house.engine.mfa_state(caller.session()).await?;
    let AnyState::Mfa(mfa::State::Enrolling { person, .. }) = state else {
        return Err(not_owed());
    };
    let session = caller.session().as_str().to_owned();
    let enrolment = SessionEnrolment { person, session };
    let pending = house.access(house.engine.ports().access.pending_enrolment(enrolment).await)?;
    let pending = pending.ok_or_else(not_owed)?;
    Ok(Json(Enrolment {
        secret: pending.secret.expose().to_owned(),
        uri: pending.uri.expose().to_owned(),
        qr_svg: pending.qr_svg.expose().to_owned(),
    }))
}

/// The body of `ui/auth/changePassword`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The user name, as older clients send it. Whose password it is, the session knows.
    user: Option<String>,
    current: Secret,
    new: Secret,
}

/// `POST ui/auth/changePassword`.
pub async fn change_password(
    State(house): State<House>,
    caller: Caller,
    Body(body): Body<ChangePassword>,
) -> Result<Json<Value>, ApiError> {
    let user = body.user.as_deref().unwrap_or_default();
    check_length(&[
        ("user", user),
        ("current", body.current.expose()),
        ("new", body.new.expose()),
    ])?;
    let engine = &house.engine;
    let settled = engine.change_password(&caller.holder, body.current, body.new).await?;
    let failure = match &settled.state {
        AnyState::Password(
            password::State::Required { failure, .. } | password::State::Offered { failure, .. },
        ) => failure.as_ref(),
        _ => None,
    };
    if let Some(notice) = failure {
        return Err(ApiError::of_notice(notice, engine.now()));
    }
    Ok(Json(json!({ "next": settled.login.name() })))
}

/// `POST ui/auth/logout`.
pub async fn log_out(
    State(house): State<House>,
    caller: Caller,
) -> Result<(SetsCookie, Json<Value>), ApiError> {
    house.engine.log_out(&caller.holder).await?;
    let (_, token) = house.engine.begin_anew();
    let headers = AppendHeaders(vec![
        (SET_COOKIE, cookie(&house, &token, None)),
        (
            axum::http::HeaderName::from_static("clear-site-data"),
            axum::http::HeaderValue::from_static("\"cache\""),
        ),
    ]);
    Ok((headers, Json(json!({ "next": "signed_out" }))))
}

/// `GET ui/auth/current`.
pub async fn current(
    State(house): State<House>,
    visitor: Visitor,
) -> Result<Json<Value>, ApiError> {
    let session = visitor.caller.map(|caller| caller.holder.session);
    let person = session.as_ref().and_then(|session| house.engine.person_of(session));
    let user = match person {
        Some(person) => house.access(house.engine.ports().access.user(person).await)?,
        None => None,
    };
    Ok(Json(match user {
        Some(user) => json!({
            "name": user.name,
            "admin": user.admin,
            "realm": "internal",
            "mfaStatus": if user.mfa { "VERIFY" } else { "NONE" },
        }),
        None => json!({ "name": "anonymous", "admin": false, "realm": null, "mfaStatus": "NONE" }),
    }))
}

async fn name_of(house: &House, session: &SessionId) -> Option<String> {
    let person = house.engine.person_of(session)?;
    house.engine.ports().access.user(person).await.ok()??.name
}

fn remembered(settled: &Settled) -> bool {
    match &settled.login {
        AnyState::Login(login::State::SignedIn { since, until, .. }) => {
            until.ms_since(*since) >= REMEMBERED_MS
        }
        _ => false,
    }
}

/// The header that replaces the cookie, where it has changed.
fn renewed(house: &House, settled: &Settled, remember: bool) -> SetsCookie {
    let lasts_ms = remember.then_some(REMEMBERED_MS);
    let header = settled.token.as_ref().map(|token| (SET_COOKIE, cookie(house, token, lasts_ms)));
    AppendHeaders(header.into_iter().collect())
}
