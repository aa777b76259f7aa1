//! What went wrong with a store, as a sentence for an administrator.

use object_store::Error;
use object_store::client::HttpError;
use waybill_outbound::OutboundError;

use crate::backend::BlobError;

/// The answers of stores, by their code, and what to do about them.
const CODES: &[(&str, &str)] = &[
    ("NoSuchBucket", "there is no such bucket; make it, or correct contents.s3.bucket"),
    ("InvalidAccessKeyId", "there is no such access key; correct contents.s3.access_key_id"),
    (
        "SignatureDoesNotMatch",
        "the signature does not match; check the secret access key, contents.s3.region and contents.s3.access_key_id",
    ),
    (
        "RequestTimeTooSkewed",
        "the clock of this machine and that of the store differ too much; set them by a time server",
    ),
    (
        "AuthorizationHeaderMalformed",
        "requests are signed for another region; correct contents.s3.region",
    ),
    (
        "AccessDenied",
        "the access key may not do this; allow it to list the bucket and its multipart uploads, and to read, write and \
         delete objects in it",
    ),
];

/// The code in the text of an answer.
fn code(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let is_word =
        (1..=64).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then_some(code)
}

/// Whether what was asked for does not exist in a bucket that does.
pub(super) fn is_missing(error: &Error) -> bool {
    matches!(error, Error::NotFound { .. })
        && code(&error.to_string()).is_none_or(|code| code == "NoSuchKey")
}

/// The error of the port.
#[expect(clippy::needless_pass_by_value, reason = "it is what errors are mapped by")]
pub(super) fn of(error: Error) -> BlobError {
    if let Some(error) = of_cause(&error) {
        return error;
    }
    // Answers to `HEAD` have no text.
    let status = match error {
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => 403,
        Error::NotFound { .. } => 404,
        _ => 500,
    };
    of_answer(status, &error.to_string())
}

/// The error of a request that `object_store` has no function for.
pub(super) fn of_http(error: &HttpError) -> BlobError {
    of_cause(error).unwrap_or_else(|| of_answer(500, &error.to_string()))
}

/// The error of the HTTP client that is the cause of another one.
fn of_cause(error: &(dyn std::error::Error + 'static)) -> Option<BlobError> {
    let mut cause = Some(error);
    while let Some(inner) = cause {
        if let Some(outbound) = inner.downcast_ref::<OutboundError>() {
            return Some(of_request(*outbound));
        }
        cause = inner.source();
    }
    None
}

/// The error that the answer of a store is.
pub(super) fn of_answer(status: u16, text: &str) -> BlobError {
    let code = code(text);
    let known = code.and_then(|code| CODES.iter().find(|(known, _)| *known == code));
    if let Some((_, sentence)) = known {
        return BlobError::Refused((*sentence).to_owned());
    }
    match (status, code) {
        (401 | 403, None) => BlobError::Refused(
            "the access key is not accepted; check it, its secret, its rights and the clocks"
                .to_owned(),
        ),
        (400..=428 | 430..=499, Some(code)) => BlobError::Refused(format!("it answers {code}")),
        // The store itself failed, or asks for fewer requests.
        (_, Some(code)) => BlobError::Unreachable(format!("it answers {code}")),
        (_, None) => {
            tracing::debug!(status, text, "the store of contents failed");
            BlobError::Unreachable("it fails; the log of level debug says more".to_owned())
        }
    }
}

fn of_request(error: OutboundError) -> BlobError {
    match error {
        OutboundError::Redirected => BlobError::Refused(
            "it sends on to another address; correct contents.s3.endpoint and contents.s3.region"
                .to_owned(),
        ),
        OutboundError::Blocked(_)
        | OutboundError::NotTrusted
        | OutboundError::NotTls
        | OutboundError::NoAuthorities
        | OutboundError::SecretInClear
        | OutboundError::NotHttp
        | OutboundError::Unsendable => BlobError::Refused(error.to_string()),
        _ => BlobError::Unreachable(error.to_string()),
    }
}
