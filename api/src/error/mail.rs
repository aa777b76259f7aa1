//! Errors about mails, and about forgotten passwords.

use axum::http::StatusCode;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::Notice;
use waybill_platform::mail::MailError;

use super::{ApiError, capitalised};

impl ApiError {
    /// Converts an error of the service of mails.
    pub fn of_mail(error: &MailError) -> Self {
        let message = error.to_string();
        let conflict = |code: &str| Self::new(StatusCode::CONFLICT, code, message.as_str());
        let too_many =
            |code: &str| Self::new(StatusCode::TOO_MANY_REQUESTS, code, message.as_str());
        match error {
            MailError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            MailError::Address(_) => Self::bad_request("mail_server_address", message).at("host"),
            MailError::InClear => Self::bad_request("mail_in_clear", message).at("security"),
            MailError::BadAddress => Self::bad_request("bad_mail_address", message).at("to"),
            MailError::NotConfigured => conflict("no_mail_server"),
            MailError::NoPublicUrl => conflict("no_public_url"),
            MailError::Full => too_many("too_many_mails"),
            MailError::Budget => too_many("mail_budget"),
            MailError::NotSent(_) => Self::new(StatusCode::BAD_GATEWAY, "mail_not_sent", message),
            MailError::PasswordMissing => conflict("mail_password_missing").at("password"),
            MailError::Rejected(_)
            | MailError::Vault(_)
            | MailError::Stream(_)
            | MailError::Stopped => {
                tracing::error!(service = "access", %error, "the service of mails failed");
                Self::unavailable("Mails cannot be sent at the moment. The log says more.")
            }
        }
    }

    /// Converts the notice of a request for a link, or of a link itself, for a visitor who has forgotten the password.
    pub fn of_forgotten(notice: &Notice, now: Timestamp) -> Self {
        let status = match notice.code.as_str() {
            "no_mail" => StatusCode::CONFLICT,
            "link_refused" => StatusCode::GONE,
            "email_not_sent" | "password_not_reset" => StatusCode::SERVICE_UNAVAILABLE,
            code if code.starts_with("password_") => {
                return Self::of_notice(notice, now).at("password");
            }
            _ => return Self::of_notice(notice, now),
        };
        Self::new(status, &notice.code, capitalised(&notice.message))
    }

    /// 422: the user is not the one of the link.
    pub fn wrong_user() -> Self {
        let message = "This link is for another user.";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong_user", message).at("user")
    }
}
