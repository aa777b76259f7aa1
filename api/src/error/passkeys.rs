//! Errors about passkeys.

use axum::http::StatusCode;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::Notice;
use waybill_platform::access::PasskeyRefused;

use super::ApiError;

impl ApiError {
    /// Why a passkey was not accepted. A new one that is not added is no failed sign-in.
    pub fn of_passkey(notice: &Notice, creates: bool, now: Timestamp) -> Self {
        if creates && !matches!(notice.code.as_str(), "unavailable" | "busy" | "interrupted") {
            return Self::new(StatusCode::UNPROCESSABLE_ENTITY, &notice.code, &notice.message);
        }
        Self::of_notice(notice, now)
    }

    /// Why a passkey is not asked for, renamed or removed.
    pub(super) fn of_passkey_refused(refused: PasskeyRefused) -> Self {
        let message = refused.to_string();
        let status = match refused {
            PasskeyRefused::Unknown => return Self::not_found(message),
            PasskeyRefused::Name => {
                return Self::bad_request(refused.code(), message).at("name");
            }
            PasskeyRefused::NotAllowed => StatusCode::FORBIDDEN,
            PasskeyRefused::Unavailable(_)
            | PasskeyRefused::Taken
            | PasskeyRefused::TooMany
            | PasskeyRefused::AlreadyEnrolled
            | PasskeyRefused::None => StatusCode::CONFLICT,
            PasskeyRefused::TooManyBegins => StatusCode::TOO_MANY_REQUESTS,
        };
        Self::new(status, refused.code(), message)
    }
}
