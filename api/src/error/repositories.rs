//! Errors about repositories and the files in them. Those of packages that are published are in `publication.rs`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use waybill_blobs::BlobError;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_outbound::{OutboundError, TargetError};
use waybill_platform::repositories::{
    RelocationProblem, RepositoryError, SourceError, Stopped, UpstreamError,
};

use super::{ApiError, capitalised};

impl ApiError {
    /// 401: a client has sent no credentials.
    pub fn no_token() -> Self {
        let message =
            "Send an access token: as a bearer token, or as the password of any user name.";
        Self::new(StatusCode::UNAUTHORIZED, "no_token", message)
    }

    /// 403: a browser wants a stored file as a part of a page.
    pub fn not_in_a_page() -> Self {
        Self::forbidden(
            "not_in_a_page",
            "Files of repositories are downloads, and no part of a page.",
        )
    }

    /// 404: there is no such file, or the caller may not know.
    pub fn no_such_file() -> Self {
        Self::not_found("There is no such file, or your rights do not include it.")
    }

    /// 403: the project and the quota of a repository are set by administrators.
    pub fn repository_of_installation() -> Self {
        let message = "Only administrators may change the project and the quota of a repository.";
        Self::forbidden("not_authorized", message)
    }

    /// 404: there is no such repository, or the caller may not know.
    pub fn no_such_repository() -> Self {
        Self::not_found("There is no such repository, or your rights do not include it.")
    }

    /// 400: a package type that this build does not serve.
    pub fn unknown_package_type(known: &str) -> Self {
        let message = format!("This release serves repositories of these package types: {known}.");
        Self::bad_request("package_type", message).at("packageType")
    }

    /// 400: a class of repositories that this build does not serve.
    pub fn unknown_class() -> Self {
        let names = RepositoryClass::ALL.map(RepositoryClass::as_str).join(", ");
        let message = format!("This release serves repositories of these classes: {names}.");
        Self::bad_request("repository_class", message).at("rclass")
    }

    /// 400: a folder is uploaded.
    pub fn folder_upload() -> Self {
        let message = "A folder is there as soon as a file is in it: upload the file.";
        Self::bad_request("folder_upload", message)
    }

    /// 400: the address of an upstream is not valid.
    pub fn invalid_upstream(why: TargetError) -> Self {
        let message = format!("{}.", capitalised(&why.to_string()));
        Self::bad_request("repository_upstream", message).at("url")
    }

    /// 400: a user of an upstream without a password.
    pub fn no_upstream_password() -> Self {
        let message = "Enter the password too: it is kept for one address and one user.";
        Self::bad_request("repository_upstream", message).at("password")
    }

    /// 400: a repository that cannot be a member of a virtual one.
    pub fn no_member(key: &str) -> Self {
        let message = format!(
            "{key} cannot be joined: a virtual repository joins local and remote repositories of its package type, and uploads go to a local one of them."
        );
        Self::bad_request("repository_members", message).at("repositories")
    }

    /// 400: another word for what is recorded of downloads.
    pub fn unknown_audit() -> Self {
        let message = "What is recorded of downloads is counts or full.";
        Self::bad_request("repository_audit", message).at("audit")
    }

    /// 503: a download that has to be recorded by itself could not be.
    pub fn download_not_recorded() -> Self {
        let message = "Each download from this repository is recorded, and that failed, so that nothing was sent. Try again; if it stays so, the log of the server says why.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "download_not_recorded", message)
    }

    /// 405: a virtual repository has no member that takes uploads.
    pub fn takes_no_uploads() -> Self {
        let message = "This virtual repository takes no uploads. Send them to a local repository, or ask an administrator to set the default deployment repository.";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "read_only", message)
    }

    /// 405: something in a virtual repository is to be changed.
    pub fn held_elsewhere() -> Self {
        let message = "A virtual repository joins others, and takes no changes. Change the file in the repository that holds it.";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "read_only", message)
    }

    /// 502: an upstream sends something else than what its package type has.
    pub fn upstream_not_understood() -> Self {
        let message = "What the upstream of this repository sends is not understood. Ask an administrator to check its address and package type.";
        Self::new(StatusCode::BAD_GATEWAY, "upstream", message)
    }

    /// The error of an upstream, for users who may not learn about the network.
    fn of_upstream(error: UpstreamError) -> Self {
        let message = match error {
            UpstreamError::Outbound(error) => error.for_users().to_owned(),
            error => format!("{}.", capitalised(&error.to_string())),
        };
        let status = match error {
            UpstreamError::Outbound(OutboundError::TooSlow) => StatusCode::GATEWAY_TIMEOUT,
            UpstreamError::Outbound(OutboundError::Busy) | UpstreamError::Down => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            UpstreamError::Loop => StatusCode::LOOP_DETECTED,
            UpstreamError::Outbound(_)
            | UpstreamError::Address
            | UpstreamError::Refused
            | UpstreamError::Status(_)
            | UpstreamError::NotWhole
            | UpstreamError::Differs => StatusCode::BAD_GATEWAY,
        };
        Self::new(status, "upstream", message)
    }

    /// The error of what a content is read from.
    fn of_source(error: SourceError, message: String) -> Self {
        match error {
            SourceError::TooSlow => Self::too_slow(),
            SourceError::NotAllowed => Self::forbidden("not_granted", message),
            SourceError::NotValid => Self::bad_request("not_valid", message),
            SourceError::Interrupted => Self::bad_request("interrupted", message),
        }
    }

    /// 400: a search cannot be read.
    pub fn not_a_query(why: &str) -> Self {
        Self::bad_request("query", format!("The search is not valid: {why}."))
    }

    /// 400: a copy or a move names no destination.
    pub fn no_destination() -> Self {
        let message = "Name the destination as to=/REPOSITORY/PATH.";
        Self::bad_request("relocation", message).at("to")
    }

    /// Some of several files were copied or moved, and then one was refused.
    pub fn stopped_halfway(
        stopped: &Stopped,
        files: u64,
        wanted: u64,
        to: &str,
        moves: bool,
    ) -> Self {
        let done = if moves { "moved" } else { "copied" };
        let why = Self::of_repository(&stopped.why);
        let message = format!(
            "{files} of {wanted} files were {done} to {to}, and the others are where they were. {} was not: {}",
            stopped.path, why.message
        );
        Self { message, ..why }
    }

    /// 409: a repository was changed since the administrator has read it.
    pub fn repository_changed_meanwhile() -> Self {
        Self::of_repository(&RepositoryError::ChangedMeanwhile)
    }

    /// 400: downloads are not counted.
    pub fn no_statistics() -> Self {
        Self::bad_request("no_statistics", "Downloads are counted of files. Name the path of one.")
    }

    /// 400: a change of properties that names none.
    pub fn no_properties_named() -> Self {
        let message = "Name the properties: ?properties=name=value;other=1,2, to remove them ?properties=name,other.";
        Self::bad_request("artifact_properties", message).at("properties")
    }

    /// 404: a ticket was used, is too old or never existed.
    pub fn no_such_ticket() -> Self {
        let message = "This address worked once, and for a minute. Download or upload the file in the console again.";
        Self::new(StatusCode::NOT_FOUND, "no_such_ticket", message)
    }

    /// 409: the file at a path has another content than when a ticket was made.
    pub fn file_changed() -> Self {
        let message = "The file was changed meanwhile. Download it in the console again.";
        Self::new(StatusCode::CONFLICT, "file_changed", message)
    }

    /// 409: a file is at the path of an upload that may not replace it.
    pub fn upload_exists() -> Self {
        let message = "A file is at this path. Confirm that it is to be replaced.";
        Self::new(StatusCode::CONFLICT, "artifact_exists", message)
    }

    /// 400: a body has another length than was announced.
    pub fn other_length() -> Self {
        Self::bad_request("not_valid", "The file was changed meanwhile. Upload it again.")
    }

    /// 429: too many tickets are unused.
    pub fn too_many_tickets() -> Self {
        let message = "Too many downloads and uploads are waiting. Try again in a minute.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_tickets", message)
    }

    /// 400: the key in the body is not that of the path.
    pub fn other_key() -> Self {
        Self::bad_request("other_key", "The key in the body is not that of the path.").at("key")
    }

    /// Converts an error of the service of repositories.
    pub fn of_repository(error: &RepositoryError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            RepositoryError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            RepositoryError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "repository_key_taken", message).at("key")
            }
            RepositoryError::NoRepository => Self::no_such_repository(),
            RepositoryError::ReadOnly(_) => {
                Self::new(StatusCode::METHOD_NOT_ALLOWED, "read_only", message)
            }
            RepositoryError::Upstream(error) => Self::of_upstream(*error),
            RepositoryError::UpstreamAddress(_) => {
                Self::bad_request("repository_address", message).at("url")
            }
            RepositoryError::Shared(error) => Self::of_repository(error),
            RepositoryError::Artifact(ArtifactProblem::Missing) => Self::no_such_file(),
            RepositoryError::Artifact(ArtifactProblem::Exists) => {
                Self::new(StatusCode::CONFLICT, ArtifactProblem::Exists.code(), message)
            }
            RepositoryError::Artifact(problem) => Self::bad_request(problem.code(), message),
            RepositoryError::Package(
                problem @ (PackageProblem::VersionExists | PackageProblem::Spelling),
            ) => Self::new(StatusCode::CONFLICT, problem.code(), message),
            RepositoryError::Package(
                problem @ (PackageProblem::VersionMissing | PackageProblem::TagMissing),
            ) => Self::new(StatusCode::NOT_FOUND, problem.code(), message),
            RepositoryError::Package(problem @ PackageProblem::Names) => {
                Self::bad_request(problem.code(), message)
            }
            RepositoryError::TagTaken(_)
            | RepositoryError::Relocation(
                RelocationProblem::MayNotStore | RelocationProblem::MayNotRemove,
            ) => Self::forbidden("not_granted", message),
            RepositoryError::PartMissing(_) => Self::bad_request("manifest_blob_unknown", message),
            RepositoryError::PublishedOnly => Self::bad_request("published_only", message),
            RepositoryError::FileAndFolder { .. } => {
                Self::new(StatusCode::CONFLICT, "file_and_folder", message)
            }
            RepositoryError::TooManyEntries | RepositoryError::TooManyToDiscard => {
                Self::bad_request("too_many_entries", message)
            }
            RepositoryError::Relocation(_) => Self::bad_request("relocation", message),
            RepositoryError::AtPath { why, .. } => Self { message, ..Self::of_repository(why) },
            RepositoryError::PatternTooLong(_) | RepositoryError::NotAChecksum => {
                Self::bad_request("search", message)
            }
            RepositoryError::ForeignCursor => Self::bad_request("cursor", message),
            RepositoryError::TooManyFound
            | RepositoryError::SearchTooWide
            | RepositoryError::TooManyComponents => Self::bad_request("search_too_wide", message),
            RepositoryError::SearchBusy => {
                let error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
                Self { retry_after_ms: Some(1_000), ..error }
            }
            RepositoryError::PathTaken(_) => Self::new(StatusCode::CONFLICT, "path_taken", message),
            RepositoryError::ContentReplaced(_) => {
                Self::new(StatusCode::CONFLICT, "file_changed", message)
            }
            RepositoryError::NotIncluded => Self::forbidden("not_included", message),
            RepositoryError::QuotaExceeded { .. } | RepositoryError::MetadataTooLarge => {
                Self::too_large(message)
            }
            RepositoryError::Mismatch(_) => {
                Self::new(StatusCode::CONFLICT, "checksum_mismatch", message)
            }
            RepositoryError::Source(error) => Self::of_source(*error, message),
            RepositoryError::ChangedMeanwhile => {
                Self::new(StatusCode::CONFLICT, "edited_meanwhile", message)
            }
            RepositoryError::ContentLost => Self::new(StatusCode::GONE, "content_lost", message),
            RepositoryError::Blob(BlobError::NoRoom) => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "no_room", message)
            }
            RepositoryError::Blob(BlobError::Unreachable(_) | BlobError::Refused(_)) => {
                tracing::error!(service = "artifactory", %error, "contents of files cannot be reached");
                Self::unavailable(
                    "The contents of files cannot be reached at the moment. Nothing was changed; try again later.",
                )
            }
            RepositoryError::MayLackRecords
            | RepositoryError::SweepUnderWay
            | RepositoryError::Blob(_)
            | RepositoryError::Vault(_)
            | RepositoryError::Stream(_)
            | RepositoryError::View(_)
            | RepositoryError::Defect(_) => {
                tracing::error!(service = "artifactory", %error, "the service of repositories failed");
                Self::unavailable(
                    "Repositories cannot be reached at the moment. The log says more.",
                )
            }
        }
    }
}

/// 201: a file was stored where none was.
pub fn created(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::CREATED;
    response
}

/// 301: something has another path.
pub fn moved(path: &str) -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    if let Ok(path) = HeaderValue::from_str(path) {
        response.headers_mut().insert(header::LOCATION, path);
    }
    response
}

/// 204: a file or a property is gone.
pub fn nothing_left() -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}
