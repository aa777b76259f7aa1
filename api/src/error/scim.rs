//! Errors about provisioning users and groups (RFC 7644, 3.12).

use axum::http::StatusCode;
use waybill_machines::{RejectionCode, Timestamp};
use waybill_platform::access::{
    AccessError, AccountRefused, GroupRefused, IdentityRefused, ProvisioningRefused,
};

use super::{ApiError, capitalised};

/// What is wrong with a request of a provisioning client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScimFault {
    /// A filter cannot be read, or asks too much.
    InvalidFilter,
    /// Something else has this name or identity already.
    Uniqueness,
    /// An attribute that cannot be changed would be.
    Mutability,
    /// The body is no message of the protocol.
    InvalidSyntax,
    /// The path of a change cannot be read.
    InvalidPath,
    /// The path of a change leads to nothing.
    NoTarget,
    /// A value is missing, or not valid.
    InvalidValue,
}

impl ScimFault {
    const ALL: [Self; 7] = [
        Self::InvalidFilter,
        Self::Uniqueness,
        Self::Mutability,
        Self::InvalidSyntax,
        Self::InvalidPath,
        Self::NoTarget,
        Self::InvalidValue,
    ];

    /// The code in this server's own form.
    const fn code(self) -> &'static str {
        match self {
            Self::InvalidFilter => "scim_invalid_filter",
            Self::Uniqueness => "scim_uniqueness",
            Self::Mutability => "scim_mutability",
            Self::InvalidSyntax => "scim_invalid_syntax",
            Self::InvalidPath => "scim_invalid_path",
            Self::NoTarget => "scim_no_target",
            Self::InvalidValue => "scim_invalid_value",
        }
    }

    /// The name in the protocol.
    const fn name(self) -> &'static str {
        match self {
            Self::InvalidFilter => "invalidFilter",
            Self::Uniqueness => "uniqueness",
            Self::Mutability => "mutability",
            Self::InvalidSyntax => "invalidSyntax",
            Self::InvalidPath => "invalidPath",
            Self::NoTarget => "noTarget",
            Self::InvalidValue => "invalidValue",
        }
    }
}

/// The `scimType` of an error; none for one that the protocol does not name.
pub(super) fn scim_type(code: &str) -> Option<&'static str> {
    let named = ScimFault::ALL.into_iter().find(|fault| fault.code() == code);
    let of_body = (code == "malformed_body").then_some(ScimFault::InvalidSyntax);
    named.or(of_body).map(ScimFault::name)
}

impl ApiError {
    /// 400: a request of a provisioning client is wrong; 409 if something is there already.
    pub fn scim(fault: ScimFault, message: impl Into<String>) -> Self {
        let status = match fault {
            ScimFault::Uniqueness => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        Self::new(status, fault.code(), message)
    }

    /// 501: a part of the protocol that this server does not have, as its configuration says.
    pub fn scim_not_implemented() -> Self {
        let message = "This server does not have this part of SCIM. See /ServiceProviderConfig.";
        Self::new(StatusCode::NOT_IMPLEMENTED, "not_implemented", message)
    }

    /// 403: an administrator has not switched provisioning on.
    pub fn provisioning_is_off() -> Self {
        let message =
            "Provisioning is off. An administrator switches it on in the general settings.";
        Self::forbidden("provisioning_off", message)
    }

    /// 403: a token for provisioning is for nothing else.
    pub fn token_only_provisions() -> Self {
        let message = "This token is for provisioning users and groups, and for nothing else.";
        Self::forbidden("token_only_provisions", message)
    }

    /// 403: a token that was not made for provisioning.
    pub fn token_does_not_provision() -> Self {
        let message = "This token is not for provisioning. Make one with that scope.";
        Self::forbidden("token_does_not_provision", message)
    }

    /// 403: only administrators make tokens for provisioning.
    pub fn only_admins_provision() -> Self {
        let message = "Only administrators make tokens for provisioning users and groups.";
        Self::forbidden("token_scope_admins", message).at("scope")
    }

    /// Converts a refusal of the access service.
    pub(super) fn of_provisioning_refused(refused: ProvisioningRefused) -> Self {
        let message = refused.to_string();
        match refused {
            ProvisioningRefused::NoSuchUser | ProvisioningRefused::NoSuchGroup => {
                Self::not_found(message)
            }
            ProvisioningRefused::Privileged | ProvisioningRefused::AdminGroup => {
                Self::forbidden("provisioning_refused", message)
            }
            ProvisioningRefused::NoSuchMember
            | ProvisioningRefused::TooManyMembers
            | ProvisioningRefused::BadText => Self::scim(ScimFault::InvalidValue, message),
            ProvisioningRefused::ChangedMeanwhile => {
                let mut error = Self::new(StatusCode::CONFLICT, "edited_meanwhile", message);
                error.retry_after_ms = Some(100);
                error
            }
            ProvisioningRefused::Settings(_) => {
                Self::bad_request(RejectionCode::ProvisioningInvalid, message).at("provider")
            }
        }
    }

    /// Converts an error of the access service for a provisioning client.
    pub fn of_provisioning(error: &AccessError, now: Timestamp) -> Self {
        let message = capitalised(&error.to_string());
        match error {
            AccessError::Account(AccountRefused::NameTaken | AccountRefused::LooksAlike)
            | AccessError::Group(GroupRefused::NameTaken)
            | AccessError::Identity(IdentityRefused::Taken) => {
                Self::scim(ScimFault::Uniqueness, message)
            }
            AccessError::Account(AccountRefused::LastAdmin) => {
                Self::forbidden("last_administrator", message)
            }
            AccessError::Account(
                AccountRefused::BadName | AccountRefused::BadEmail | AccountRefused::TooManyGroups,
            )
            | AccessError::Group(GroupRefused::Problem(_)) => {
                Self::scim(ScimFault::InvalidValue, message)
            }
            error => Self::of_access(error, now),
        }
    }
}
