//! Errors of what clients of package types publish, and of the indexes that they read.

use axum::http::StatusCode;
use waybill_machines::rules::packages::PackageProblem;
use waybill_platform::repositories::RepositoryError;

use super::ApiError;

impl ApiError {
    /// 404: there is no such package, or the caller may not know.
    pub fn no_such_package() -> Self {
        Self::not_found("There is no such package, or your rights do not include it.")
    }

    /// 400: a client of one package type calls a repository of another.
    pub fn other_package_type(expected: &str) -> Self {
        let message = format!("This is no {expected} repository. Use the address of one.");
        Self::bad_request("package_type", message)
    }

    /// 400: files of a package type are published with their versions.
    pub fn published_only() -> Self {
        Self::of_repository(&RepositoryError::PublishedOnly)
    }

    /// 400: the version of a file is to be deleted, and it belongs to none.
    pub fn of_no_version() -> Self {
        let message = "This file belongs to no version of a package, so that there is none to delete or archive.";
        Self::bad_request("no_version", message)
    }

    /// 409: a file is published, or one that clients could not tell from it.
    pub fn file_published() -> Self {
        let message = "This file is published already, and a published file never changes. Publish another version.";
        Self::new(StatusCode::CONFLICT, PackageProblem::VersionExists.code(), message)
    }

    /// 409: a package was changed since the client has read it.
    pub fn package_changed_meanwhile() -> Self {
        let message = "The package was changed meanwhile. Read it and try again.";
        Self::new(StatusCode::CONFLICT, "edited_meanwhile", message)
    }

    /// 409: what was sent is made of the file of the version, and differs.
    pub fn made_of_the_file() -> Self {
        let message = "The info and the go.mod of a version are made of its zip file, and cannot be replaced. Publish the zip file alone.";
        Self::new(StatusCode::CONFLICT, "made_of_the_file", message)
    }

    /// 409: a file has another checksum of this kind than its sender says.
    pub fn wrong_checksum(kind: &str) -> Self {
        let message = format!(
            "The {kind} of the file that arrived is not the announced one. Nothing of it was stored."
        );
        Self::new(StatusCode::CONFLICT, "checksum_mismatch", message)
    }

    /// 404: a checksum is sent of a file that is not there.
    pub fn checksum_without_file() -> Self {
        let message = "There is no file of which this is the checksum. Send the file first.";
        Self::not_found(message)
    }

    /// 409: a client sends another checksum than that of the file which it has sent before.
    pub fn other_checksum(kind: &str) -> Self {
        let message = format!(
            "The {kind} of the stored file is another one: it did not arrive as it was sent, or others have sent it. Remove it and send it again."
        );
        Self::new(StatusCode::CONFLICT, "checksum_mismatch", message)
    }

    /// 413: a version has too many files.
    pub fn too_many_files(files_max: usize) -> Self {
        let message = format!(
            "A version may have at most {files_max} files. Remove some that are not needed."
        );
        Self::too_large(message)
    }

    /// 413: the versions of a package together have too much metadata.
    pub fn too_many_versions() -> Self {
        let message = "The metadata of all versions of a package may have at most 64 MiB together. Remove versions that are not needed.";
        Self::too_large(message)
    }

    /// 413: the document of all versions in a repository would become too large.
    pub fn too_many_in_repository() -> Self {
        let message = "This repository has as many versions as clients can read in one index. Remove versions that are not needed, or use another repository.";
        Self::too_large(message)
    }

    /// 406: an index of Python packages is wanted in another form.
    pub fn not_acceptable_index() -> Self {
        let message = "The index has the forms text/html, application/vnd.pypi.simple.v1+html and application/vnd.pypi.simple.v1+json.";
        Self::new(StatusCode::NOT_ACCEPTABLE, "not_acceptable", message)
    }
}
