//! Errors about builds.

use axum::http::StatusCode;
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{BuildError, InfoProblem};

use super::{ApiError, capitalised};

impl ApiError {
    /// 404: there is no such build, or the caller may not know.
    pub fn no_such_build() -> Self {
        Self::not_found("There is no such build, or your rights do not include it.")
    }

    /// 400: a build-info is for a project that does not exist.
    pub fn no_such_project_of_build() -> Self {
        let message = "There is no such project. Leave 'project' out, or name one that exists.";
        Self::bad_request("unknown_project", message).at("project")
    }

    /// 400: no request names which numbers of a build are deleted.
    pub fn no_build_numbers() -> Self {
        let message = "Name the numbers to delete in 'buildNumbers', or send 'deleteAll' to delete the whole build.";
        Self::bad_request("no_build_numbers", message).at("buildNumbers")
    }

    /// 400: the time of a promotion is not valid.
    pub fn promotion_timestamp() -> Self {
        let message = "Write 'timestamp' as in 2026-01-31T12:00:00.000+0000, or leave it out.";
        Self::bad_request("promotion_timestamp", message).at("timestamp")
    }

    /// 400: something is promoted to the repository that it is in.
    pub fn promoted_to_same_repository() -> Self {
        let message = "This is the repository that it is promoted from; name another one.";
        Self::bad_request("same_repository", message).at("targetRepo")
    }

    /// 400: a run has too many files to be promoted at once.
    pub fn too_many_promoted(files_max: usize) -> Self {
        let message = format!(
            "More than {files_max} files of this number are found; copy or move the folders that they are in, and promote the number without 'targetRepo'."
        );
        Self::bad_request("too_many_files", message)
    }

    /// 409: files of a run are not where they are looked for.
    pub fn build_files_missing(files: usize) -> Self {
        let message = format!(
            "Of the files that are promoted, {files} are found neither at the paths of the build-info nor at the target. Name the repository that has them in 'sourceRepo', which moving a file without a path always needs, or send 'failFast': false to leave them out."
        );
        Self::new(StatusCode::CONFLICT, "build_files_missing", message)
    }

    /// 409: a tag names another image than the one that came out of a run.
    pub fn build_image_replaced(key: &str, image: &str) -> Self {
        let message = format!(
            "{image} of {key} is another image than the one that this number has made: another one was pushed under the tag since. Push the image of this number again, or send 'failFast': false to leave it out."
        );
        Self::new(StatusCode::CONFLICT, "build_image_replaced", message)
    }

    /// The same of a promotion that ends after some of its files were moved or copied.
    #[must_use]
    pub fn of_promotion(self, done: usize, files: usize) -> Self {
        if done == 0 {
            return self;
        }
        let message = format!(
            "{} {done} of {files} files were promoted before; nothing is recorded. Promote it again to do the rest.",
            self.message
        );
        Self { message, ..self }
    }

    /// 403: the caller's permissions on builds do not include it.
    pub fn build_not_granted(action: Action) -> Self {
        let lacking = match action {
            Action::Read => "to read this build (READ)",
            Action::Write => "to publish and promote this build (WRITE)",
            Action::Delete => "to replace and delete numbers of this build (DELETE)",
            Action::Annotate | Action::Manage => "to change this build",
        };
        let message = format!(
            "You have no permission {lacking}. Ask an administrator for a permission on builds, or an administrator of the build's project."
        );
        Self::forbidden("not_granted", message)
    }

    /// 400: a build-info is not valid.
    pub fn of_build_info(problem: &InfoProblem) -> Self {
        let message = format!("{}.", capitalised(&problem.to_string()));
        let error = Self::bad_request("build_info", message);
        if problem.field.is_empty() { error } else { error.at(&problem.field) }
    }

    /// Converts an error of the service of builds.
    pub fn of_build(error: &BuildError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            BuildError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            BuildError::Info(problem) => Self::of_build_info(problem),
            BuildError::Cursor => Self::bad_request("malformed_cursor", message).at("after"),
            BuildError::Exists => Self::forbidden("build_exists", message),
            BuildError::Replaced => Self::new(StatusCode::CONFLICT, "build_replaced", message),
            BuildError::TooMany => Self::new(StatusCode::CONFLICT, "too_many_builds", message),
            BuildError::TooLarge => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "builds_full", message)
            }
            BuildError::DocumentLost(_) => Self::gone("build_info_lost", message),
            BuildError::Stream(_) | BuildError::File(_) => {
                tracing::error!(service = "artifactory", %error, "the service of builds failed");
                Self::unavailable(
                    "Builds cannot be read or stored at the moment. The log says more.",
                )
            }
            BuildError::Defect(_) => {
                tracing::error!(service = "artifactory", %error, "the service of builds failed");
                Self::internal()
            }
        }
    }
}
