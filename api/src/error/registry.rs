//! Errors of the registry of images. Their codes in upper case are those of the OCI distribution specification.

use axum::http::StatusCode;
use axum::response::Response;

use super::ApiError;

impl ApiError {
    /// 404: there is no such blob in the image.
    pub fn blob_unknown() -> Self {
        let message = "There is no such blob in this image, or your rights do not include it.";
        Self::new(StatusCode::NOT_FOUND, "blob_unknown", message)
    }

    /// 400: more is promoted at once than can be.
    pub fn promotion_too_large(what: &str, most: usize) -> Self {
        let message = format!("There are more than {most} {what}; promote the tags one by one.");
        Self::bad_request("promotion_too_large", message)
    }

    /// 404: there is no such manifest or tag.
    pub fn manifest_unknown() -> Self {
        let message = "There is no such manifest or tag, or your rights do not include it.";
        Self::new(StatusCode::NOT_FOUND, "manifest_unknown", message)
    }

    /// 404: there is no such image, or the address names none.
    pub fn name_unknown() -> Self {
        let message = "There is no such image, or your rights do not include it. Names are HOST/REPOSITORY/IMAGE.";
        Self::new(StatusCode::NOT_FOUND, "name_unknown", message)
    }

    /// 404: an upload has ended, or was begun by another user.
    pub fn upload_unknown() -> Self {
        let message =
            "There is no such upload: it has ended, or was idle for too long. Begin again.";
        Self::new(StatusCode::NOT_FOUND, "blob_upload_unknown", message)
    }

    /// 409: two requests send to one upload.
    pub fn upload_in_use() -> Self {
        let message = "Another request is sending to this upload. Wait until it ends.";
        Self::new(StatusCode::CONFLICT, "blob_upload_invalid", message)
    }

    /// 416: a portion of an upload does not follow those before it.
    pub fn out_of_order(bytes: u64) -> Self {
        let message = format!("The next byte of this upload is number {bytes}.");
        Self::new(StatusCode::RANGE_NOT_SATISFIABLE, "blob_upload_invalid", message)
    }

    /// 429: a user has too many uploads under way.
    pub fn too_many_uploads() -> Self {
        let message = "Too many uploads are under way. End some of them, or try again later.";
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
        error.retry_after_ms = Some(60_000);
        error
    }
}

/// 202: a change was made, and there is nothing to say about it.
pub fn accepted() -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}
