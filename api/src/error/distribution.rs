//! Errors about distributions of release bundles, and about their targets.

use axum::http::StatusCode;
use waybill_machines::RejectionCode;
use waybill_platform::distribution::TargetError;

use super::ApiError;

impl ApiError {
    /// 404: there is no such distribution target.
    pub fn no_such_target() -> Self {
        Self::not_found("There is no such distribution target.")
    }

    /// 404: a release bundle has no such distribution.
    pub fn no_such_distribution() -> Self {
        Self::not_found("The release bundle has no distribution with this number.")
    }

    /// 400: a distribution names a target that does not exist.
    pub fn unknown_target(key: &str) -> Self {
        let message = format!("There is no distribution target {key}. Choose another one.");
        Self::bad_request(RejectionCode::BundleTargets, message)
    }

    /// 409: a target of a distribution has no token.
    pub fn target_without_token(key: &str) -> Self {
        let message = format!(
            "The distribution target {key} has no token. Enter the token of an administrator there, or choose other targets."
        );
        Self::new(StatusCode::CONFLICT, "distribution_target_token_missing", message)
    }

    /// 400: no target matches the rules of a distribution.
    pub fn no_matching_target() -> Self {
        let message =
            "No distribution target matches these rules. Send the key of one as 'site_name'.";
        Self::bad_request(RejectionCode::BundleTargets, message)
    }

    /// 400: the rules of a distribution choose targets by more than their keys.
    pub fn distribution_rules() -> Self {
        let message = "Distribution targets are chosen by their keys: send 'distribution_rules' with at least one rule that has a 'site_name', and '*' as 'city_name' and 'country_codes', or without these.";
        Self::bad_request("distribution_rules", message)
    }

    /// 400: a distribution is to change the paths of files.
    pub fn distribution_modifications() -> Self {
        let message = "Files keep their paths at distribution targets. Send no 'modifications'.";
        Self::bad_request("distribution_modifications", message).at("modifications")
    }

    /// 400: a distribution would send too many files.
    pub fn too_many_sent(files_max: usize) -> Self {
        let message = format!(
            "More than {files_max} files would be sent, each of them counted for every target. Distribute the release bundle to fewer targets at once, or create smaller ones."
        );
        Self::bad_request("too_many_files", message)
    }

    /// 409: files of a release bundle that is to be distributed are in no repository.
    pub fn distributed_files_missing(files: usize) -> Self {
        let message = format!(
            "{files} files of the release bundle are no longer in any local repository of their package type. Restore or deploy them, and distribute it again."
        );
        Self::new(StatusCode::CONFLICT, "bundle_files_missing", message)
    }

    /// Converts an error of the service of distribution targets.
    pub fn of_target(error: &TargetError) -> Self {
        let message = error.to_string();
        match error {
            TargetError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            TargetError::Address(_) => {
                Self::bad_request("distribution_target_address", message).at("url")
            }
            TargetError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "distribution_target_key_taken", message).at("key")
            }
            TargetError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_distribution_targets", message)
            }
            TargetError::Unknown => Self::no_such_target(),
            TargetError::TokenMissing => {
                Self::new(StatusCode::CONFLICT, "distribution_target_token_missing", message)
                    .at("token")
            }
            TargetError::Vault(_) | TargetError::Stream(_) | TargetError::Stopped(_) => {
                tracing::error!(service = "distribution", %error, "the service of distribution targets failed");
                Self::unavailable(
                    "Distribution targets cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
