//! Errors about release bundles and looked-up checksums.

use axum::http::StatusCode;
use axum::response::Response;
use waybill_machines::rules::release_bundles::ChecksumProblem;
use waybill_platform::release_bundles::BundleError;

use super::{ApiError, capitalised};

/// The most characters of a path in a sentence.
const PATH_CHARS_MAX: usize = 200;

impl ApiError {
    /// Converts an error about a checksum.
    pub fn of_checksum(problem: &ChecksumProblem) -> Self {
        Self::bad_request(problem.code(), format!("{problem}.")).at("checksum")
    }

    /// 404: there is no such release bundle.
    pub fn no_such_bundle() -> Self {
        Self::not_found("There is no such release bundle.")
    }

    /// 400: a release bundle is to be created from something else than files, builds or bundles.
    pub fn bundle_source() -> Self {
        let message = "A release bundle is created from files, builds or other release bundles: send 'source_type' as artifacts, builds or release_bundles, with a list of that name in 'source'. Queries, packages, dependencies of builds, several sources at once and drafts are not possible.";
        Self::bad_request("bundle_source", message).at("source")
    }

    /// 400: a release bundle is to be created from nothing.
    pub fn bundle_of_nothing(field: &str) -> Self {
        let message = "Name the files or the builds that the release bundle is created from.";
        Self::bad_request("bundle_source", message).at(field)
    }

    /// 400: a release bundle is to be created from too many builds or bundles.
    pub fn too_many_bundle_sources(field: &str, most: usize) -> Self {
        let message = format!("A release bundle is created from at most {most} of these.");
        Self::bad_request("bundle_source", message).at(field)
    }

    /// 400: a release bundle is to be created from a bundle whose files are in no repository.
    pub fn bundle_of_imported(field: &str) -> Self {
        let message = "This release bundle was imported, so that its files are in no repository. Name one that was created here.";
        Self::bad_request("bundle_source", message).at(field)
    }

    /// 409: files that a release bundle is to be created from are not there.
    pub fn bundle_files_missing(files: usize, first: &str) -> Self {
        let message = format!(
            "{files} of these files are not there, {} among them. Write each as the key of a local repository, a slash and its path.",
            shortened(first)
        );
        Self::new(StatusCode::CONFLICT, "bundle_files_missing", message)
    }

    /// 400: a file that a release bundle is to be created from is in no local repository.
    pub fn bundle_file_not_local(path: &str) -> Self {
        let message = format!(
            "{} is in a remote or virtual repository. A release bundle has files of local repositories: name the one that holds the file.",
            shortened(path)
        );
        Self::bad_request("bundle_file_not_local", message)
    }

    /// 409: a file that a release bundle is to be created from has another content.
    pub fn bundle_file_differs(path: &str) -> Self {
        let message = format!(
            "{} has another SHA-256 than the one that was sent. Read the file again, and send the SHA-256 that it has.",
            shortened(path)
        );
        Self::new(StatusCode::CONFLICT, "bundle_file_differs", message)
    }

    /// 409: files of a build that a release bundle is to be created from are not there.
    pub fn bundle_build_files_missing(files: usize, name: &str, number: &str) -> Self {
        let message = format!(
            "{files} files of {name} {number} are in no local repository at the paths of the build-info. Deploy them again, or name the files one by one."
        );
        Self::new(StatusCode::CONFLICT, "bundle_files_missing", message)
    }

    /// 400: no local repository belongs to an environment.
    pub fn no_such_environment() -> Self {
        let message = "No local repository belongs to this environment. Choose another one, or add the environment to the repositories that release bundles are promoted to.";
        Self::bad_request("bundle_environment", message).at("environment")
    }

    /// 400: files are to be promoted to a repository that does not belong to the environment.
    pub fn not_in_environment(field: &str) -> Self {
        let message = "Not all of these are local repositories of the environment. Name such repositories, or none to promote to all of them.";
        Self::bad_request("bundle_repositories", message).at(field)
    }

    /// 409: files of a release bundle have a package type of which an environment has no repository.
    pub fn no_promotion_target(package_type: &str, environment: &str) -> Self {
        let message = format!(
            "The release bundle has files of the package type {package_type}, and none of the chosen local repositories of {environment} has it. Add {environment} to a repository of that type, or choose other repositories."
        );
        Self::new(StatusCode::CONFLICT, "bundle_no_target", message)
    }

    /// 409: files of a release bundle are neither where they were nor elsewhere.
    pub fn promoted_files_missing(files: usize) -> Self {
        let message = format!(
            "{files} files of the release bundle are no longer in any local repository of their package type at their paths. Restore or deploy them, and promote it again."
        );
        Self::new(StatusCode::CONFLICT, "bundle_files_missing", message)
    }

    /// 409: files of a release bundle from different repositories cannot both be copied to a path.
    pub fn promoted_paths_differ(path: &str) -> Self {
        let message = format!(
            "The release bundle has different files from several repositories for the path {}, or one of them is a folder of it. Create a release bundle of the files of each repository, and promote them to different repositories.",
            shortened(path)
        );
        Self::new(StatusCode::CONFLICT, "bundle_path_twice", message)
    }

    /// 400: a promotion would copy too many files.
    pub fn too_many_copies(copies_max: usize) -> Self {
        let message = format!(
            "More than {copies_max} files would be copied. Promote it to fewer repositories at once, or create smaller release bundles."
        );
        Self::bad_request("too_many_files", message)
    }

    /// 409: a release bundle was imported, so that its files are in no repository.
    pub fn bundle_not_promotable() -> Self {
        Self::of_bundle(&BundleError::NotPromotable)
    }

    /// 400: a manifest is not about the release bundle that the path names.
    pub fn another_bundle(field: &str) -> Self {
        let message = "The path names another release bundle than the manifest.";
        Self::bad_request("another_bundle", message).at(field)
    }

    /// 409: a file of a release bundle that is to be registered is not here as its manifest says.
    pub fn received_file_missing(path: &str) -> Self {
        let message = format!(
            "{} is in no local repository of this installation with the content that the manifest says. Store it first, and register the release bundle again.",
            shortened(path)
        );
        Self::new(StatusCode::CONFLICT, "bundle_files_missing", message)
    }

    /// 409: a promotion of the release bundle has not ended yet.
    pub fn bundle_promoting() -> Self {
        Self::of_bundle(&BundleError::Promoting)
    }

    /// The same about one of many files, after some of them were copied.
    #[must_use]
    pub fn of_copy(self, path: &str, done: usize, copies: usize) -> Self {
        let message = match done {
            0 => format!("{}: {}", shortened(path), self.message),
            _ => format!(
                "{}: {} {done} of {copies} files were copied before. Promote it again to do the rest.",
                shortened(path),
                self.message
            ),
        };
        Self { message, ..self }
    }

    /// Whether the server is the cause, and not what was asked for.
    pub fn is_of_server(&self) -> bool {
        self.status.is_server_error()
    }

    /// Converts an error of the release bundle service.
    pub fn of_bundle(error: &BundleError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            BundleError::Problem { problem, .. } => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            BundleError::PathTwice { .. } => {
                Self::bad_request("bundle_path_twice", message).at("artifacts")
            }
            BundleError::FileAndFolder { .. } => {
                Self::bad_request("bundle_file_and_folder", message).at("artifacts")
            }
            BundleError::Cursor => Self::bad_request("bad_cursor", message).at("after"),
            BundleError::Exists { .. } => {
                Self::new(StatusCode::CONFLICT, "bundle_exists", message).at("version")
            }
            BundleError::NotPromotable => {
                Self::new(StatusCode::CONFLICT, "bundle_not_promotable", message)
            }
            BundleError::Promoting => Self::new(StatusCode::CONFLICT, "bundle_promoting", message),
            BundleError::NotPromoting => {
                Self::new(StatusCode::CONFLICT, "bundle_not_promoting", message)
            }
            BundleError::NotDistributable => {
                Self::new(StatusCode::CONFLICT, "bundle_not_distributable", message)
            }
            BundleError::Distributing => {
                Self::new(StatusCode::CONFLICT, "bundle_distributing", message)
            }
            BundleError::NotDistributing => {
                Self::new(StatusCode::CONFLICT, "bundle_not_distributing", message)
            }
            BundleError::NotReceived => {
                Self::new(StatusCode::CONFLICT, "bundle_not_received", message)
            }
            BundleError::ReceivedFromAnother => {
                // The installation that wants to remove it refers to this log.
                tracing::warn!(service = "distribution", %error, "a release bundle is not removed");
                Self::new(StatusCode::CONFLICT, "bundle_from_another", message)
            }
            BundleError::Removing => Self::new(StatusCode::CONFLICT, "bundle_removing", message),
            BundleError::NotRemoving => {
                Self::new(StatusCode::CONFLICT, "bundle_not_removing", message)
            }
            BundleError::ListLost => Self::new(StatusCode::GONE, "bundle_list_lost", message),
            BundleError::Remote(error) => {
                tracing::warn!(service = "distribution", %error, "the other platform cannot be asked");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "remote_unavailable", error.for_users())
            }
            BundleError::Stream(_)
            | BundleError::Vault(_)
            | BundleError::File { .. }
            | BundleError::Defect(_) => {
                tracing::error!(service = "distribution", %error, "the release bundles' service failed");
                Self::unavailable(
                    "Release bundles cannot be reached at the moment. The log says more.",
                )
            }
        }
    }
}

/// 202: what was asked for has begun, and goes on.
pub fn begun(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

/// A path that a sentence names.
fn shortened(path: &str) -> String {
    path.chars().take(PATH_CHARS_MAX).flat_map(char::escape_debug).collect()
}
