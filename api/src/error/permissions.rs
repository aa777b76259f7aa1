//! Errors about permissions.

use axum::http::StatusCode;
use waybill_machines::rules::permissions::Action;
use waybill_platform::permissions::PermissionError;

use super::ApiError;

impl ApiError {
    /// 403: only administrators may make this call.
    pub fn only_admins() -> Self {
        Self::forbidden("not_authorized", "Only administrators may do this.")
    }

    /// 403: the caller may read here, and no more.
    pub fn not_granted(action: Action) -> Self {
        let lacking = match action {
            Action::Read => "to read here (READ)",
            Action::Write => "to store files here (WRITE)",
            Action::Annotate => "to set properties here (ANNOTATE)",
            Action::Delete => "to remove files here (DELETE)",
            Action::Manage => "to change this repository (MANAGE)",
        };
        let message = format!("You have no permission {lacking}. Ask an administrator for it.");
        Self::forbidden("not_granted", message)
    }

    /// 400: something that a permission names does not exist.
    pub fn unknown_in_permission(kind: &str, name: &str) -> Self {
        let message = format!("There is no {kind} '{name}'.");
        let field = if kind.starts_with("repository") { "targets" } else { "actions" };
        Self::bad_request("unknown_in_permission", message).at(field)
    }

    /// 400: a permission is on something else than files, builds and release bundles.
    pub fn unknown_resources() -> Self {
        let message = "This release has permissions on files in repositories, on builds and on release bundles: send 'artifact', 'build' or 'release_bundle' as resources.";
        Self::bad_request("only_artifacts", message).at("resources")
    }

    /// 400: everyone would get more than reading.
    pub fn anonymous_only_reads() -> Self {
        let message = "Everyone may only read: grant 'anonymous' READ and nothing else.";
        Self::bad_request("anonymous_only_reads", message).at("actions")
    }

    /// 404: there is no such permission.
    pub fn no_such_permission() -> Self {
        Self::not_found("There is no such permission.")
    }

    /// Converts an error of the service of permissions.
    pub fn of_permission(error: &PermissionError) -> Self {
        let message = error.to_string();
        match error {
            PermissionError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            PermissionError::NameTaken => {
                Self::new(StatusCode::CONFLICT, "permission_name_taken", message).at("name")
            }
            PermissionError::ChangedMeanwhile => {
                Self::new(StatusCode::CONFLICT, "edited_meanwhile", message)
            }
            PermissionError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_permissions", message)
            }
            PermissionError::Unknown => Self::no_such_permission(),
            PermissionError::Stream(_) | PermissionError::Stopped(_) => {
                tracing::error!(service = "access", %error, "the service of permissions failed");
                Self::unavailable("Permissions cannot be read at the moment. The log says more.")
            }
        }
    }
}
