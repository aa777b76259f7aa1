//! The errors of services that `?` converts.

use waybill_platform::applications::ApplicationError;
use waybill_platform::cleanup::CleanupError;
use waybill_platform::directories::DirectoryError;
use waybill_platform::distribution::TargetError;
use waybill_platform::git::GitError;
use waybill_platform::mail::MailError;
use waybill_platform::permissions::PermissionError;
use waybill_platform::proxies::ProxyError;
use waybill_platform::sso::SsoError;
use waybill_platform::trusted_issuers::IssuerError;
use waybill_platform::webhooks::{DeliveryError, WebhookError};

use super::ApiError;

macro_rules! converted {
    ($($error:ident by $conversion:ident;)+) => { $(
        impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                Self::$conversion(&error)
            }
        }
    )+ };
}

converted! {
    ApplicationError by of_application;
    CleanupError by of_cleanup;
    DeliveryError by of_delivery;
    DirectoryError by of_directory;
    GitError by of_git;
    IssuerError by of_trusted_issuer;
    MailError by of_mail;
    PermissionError by of_permission;
    ProxyError by of_proxy;
    SsoError by of_sso;
    TargetError by of_target;
    WebhookError by of_webhook;
}
