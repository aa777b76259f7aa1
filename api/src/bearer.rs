//! Access tokens: a program shows one instead of a session's cookie, at the calls whose route says that it takes them.
//!
//! A token is nobody's session: nothing of a session is begun, and the rules against forged requests of browsers, which
//! send cookies by themselves, do not apply to it. What its owner may do is asked at each call, as it is for a session.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use waybill_machines::secret::PersonId;
use waybill_platform::access::Token;

use crate::caller::{source, token};
use crate::error::ApiError;
use crate::house::House;
use crate::route::Route;

/// Where it is noted in whose name a request was answered, for the log of requests.
#[derive(Debug, Clone, Default)]
pub struct Holder(pub Arc<OnceLock<PersonId>>);

/// What the `Authorization` header holds.
enum Shown {
    /// Nothing that is meant for this server: none, or that of a proxy in front of it.
    Nothing,
    /// Something that is no token of ours.
    Foreign,
    /// What looks like one.
    Token(Token),
}

impl Shown {
    fn of(headers: &HeaderMap) -> Self {
        let mut found = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(value), None) = (found.next(), found.next()) else {
            // Of several it is not known which one counts.
            return if headers.contains_key(header::AUTHORIZATION) {
                Self::Foreign
            } else {
                Self::Nothing
            };
        };
        let text = value.to_str().unwrap_or_default();
        let (scheme, rest) = text.split_once(' ').unwrap_or((text, ""));
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Self::Nothing;
        }
        Token::parse(rest.trim()).map_or(Self::Foreign, Self::Token)
    }
}

/// In whose name a request comes that shows a token; nobody's when it shows none, so that its session counts.
pub async fn person(parts: &Parts, house: &House) -> Result<Option<PersonId>, ApiError> {
    let has_session = token(&parts.headers, &house.cookie_name()).is_some();
    let takes_tokens = Route::of(parts)?.tokens;
    let token = match Shown::of(&parts.headers) {
        Shown::Nothing => return Ok(None),
        // A proxy that signs people in may hand its own token on, beside our cookie.
        Shown::Foreign if has_session || !takes_tokens => return Ok(None),
        Shown::Foreign => return Err(ApiError::token_not_accepted()),
        Shown::Token(_) if has_session => return Err(ApiError::two_credentials()),
        Shown::Token(_) if !takes_tokens => return Err(ApiError::no_tokens_here()),
        Shown::Token(token) => token,
    };
    let address = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let access = &house.engine.ports().access;
    let person = access.holder_of_token(token, source(address), house.engine.now()).await;
    let person = house.access(person)?.ok_or_else(ApiError::token_not_accepted)?;
    if let Some(Holder(holder)) = parts.extensions.get::<Holder>() {
        // Each request is asked about once.
        let _ = holder.set(person.clone());
    }
    Ok(Some(person))
}
