//! Errors of the access service.

use axum::http::StatusCode;
use waybill_machines::{RejectionCode, Timestamp};
use waybill_platform::access::{
    AccessError, AccountRefused, ClientLoginRefused, GroupRefused, IdentityRefused,
    PasswordLinkRefused, RegistrationRefused, SetupRefused, TokenRefused,
};

use super::{ApiError, capitalised};

impl ApiError {
    /// 409: a token would be created for the account of a person, who creates it alone.
    pub fn not_a_robot() -> Self {
        let message = "This is the account of a person, who creates the own tokens. Create a robot for a program.";
        Self::new(StatusCode::CONFLICT, "not_a_robot", message)
    }

    /// Why a command-line client has no token: 400 for all reasons, which clients take for a reason to ask again, but
    /// for 429 if too many wait.
    pub fn of_client_login(refused: ClientLoginRefused) -> Self {
        let status = match refused {
            ClientLoginRefused::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ClientLoginRefused::Used
            | ClientLoginRefused::Pending
            | ClientLoginRefused::Unknown
            | ClientLoginRefused::Denied
            | ClientLoginRefused::WrongCodes
            | ClientLoginRefused::Answered => StatusCode::BAD_REQUEST,
        };
        Self::new(status, refused.code(), format!("{}.", capitalised(&refused.to_string())))
    }

    /// Why a visitor creates no account, or what an administrator sets for that is not valid.
    fn of_registration_refused(refused: RegistrationRefused) -> Self {
        let message = refused.to_string();
        match refused {
            RegistrationRefused::Off => {
                Self::new(StatusCode::CONFLICT, "registration_off", message)
            }
            RegistrationRefused::NoPasswords => {
                Self::new(StatusCode::CONFLICT, "password_not_used_here", message)
            }
            RegistrationRefused::Domain => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "domain_not_admitted", message)
                    .at("email")
            }
            RegistrationRefused::Taken => {
                Self::new(StatusCode::CONFLICT, "registration_taken", message)
            }
            RegistrationRefused::Settings(_) => {
                Self::bad_request(RejectionCode::RegistrationSettingsInvalid, message).at("domains")
            }
        }
    }

    /// Converts an error of the access service.
    pub fn of_access(error: &AccessError, now: Timestamp) -> Self {
        let message = error.to_string();
        match &error {
            AccessError::Setup(SetupRefused::Expired) => Self::gone("link_expired", message),
            AccessError::PasswordLink(
                PasswordLinkRefused::Expired | PasswordLinkRefused::ResetExpired,
            ) => Self::gone("link_expired", capitalised(&message)),
            AccessError::PasswordLink(_) => Self::gone("link_dead", capitalised(&message)),
            AccessError::Setup(_) => Self::gone("link_dead", message),
            AccessError::Token(TokenRefused::Unknown) | AccessError::Device(_) => {
                Self::not_found(capitalised(&message))
            }
            AccessError::Token(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "token_refused", message)
            }
            AccessError::ClientLogin(refused) => Self::of_client_login(*refused),
            AccessError::Account(AccountRefused::EditedMeanwhile) => {
                Self::new(StatusCode::CONFLICT, "edited_meanwhile", capitalised(&message))
            }
            AccessError::Group(GroupRefused::EditedMeanwhile) => {
                Self::new(StatusCode::CONFLICT, "edited_meanwhile", message)
            }
            AccessError::Group(GroupRefused::Unknown)
            | AccessError::Identity(IdentityRefused::Unknown) => Self::not_found(message),
            AccessError::Group(GroupRefused::NameTaken) => {
                Self::new(StatusCode::CONFLICT, "group_name_taken", message).at("name")
            }
            AccessError::Group(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "group_refused", message)
            }
            AccessError::Account(refused @ AccountRefused::LooksAlike) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "name_looks_alike",
                capitalised(&refused.to_string()),
            )
            .at("name"),
            AccessError::Account(AccountRefused::NoEmail) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "no_email", capitalised(&message))
                    .at("email")
            }
            AccessError::Account(AccountRefused::BadEmail) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_email", capitalised(&message))
                    .at("email")
            }
            AccessError::Account(AccountRefused::PasswordNotUsed) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "password_not_used_here",
                capitalised(&message),
            ),
            AccessError::Account(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "account_refused", message)
            }
            AccessError::Identity(_) => {
                Self::new(StatusCode::CONFLICT, "identity_refused", message)
            }
            AccessError::Registration(refused) => Self::of_registration_refused(*refused),
            AccessError::Passkey(refused) => Self::of_passkey_refused(*refused),
            AccessError::Password(notice) => Self::of_notice(notice, now).at("password"),
            AccessError::Later(notice) => Self::of_notice(notice, now),
            AccessError::Mail(error) => Self::of_mail(error),
            AccessError::Provisioning(refused) => Self::of_provisioning_refused(*refused),
            AccessError::Vault(_) | AccessError::Stream(_) | AccessError::Defect(_) => {
                tracing::error!(%error, "the access service failed");
                Self::unavailable(error.notice().message)
            }
        }
    }
}
