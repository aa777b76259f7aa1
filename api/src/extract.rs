//! Request extractors: body, query and path are parsed strictly, with size limits and with errors that name the
//! location and the problem but never repeat the submitted values.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use crate::caller::text;
use crate::error::ApiError;
use crate::state::AppState;

/// Maximum size of a request body.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// Maximum length of a text in a body.
pub const TEXT_CHARS_MAX: usize = 4_096;

/// Maximum time for a client to send a body; otherwise a slow client could hold its connection for ever.
pub const BODY_WITHIN: Duration = Duration::from_secs(10);

/// A JSON body, parsed strictly; errors name the location and the problem.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError::unsupported("Send the body as application/json."));
        }
        read_json(&body_bytes(request, state, BODY_BYTES_MAX).await?).map(Self)
    }
}

/// The same for programs of the platform, which send JSON with a media type of their own.
#[derive(Debug)]
pub struct VendorBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for VendorBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let is_json = kind == "application/json"
            || (kind.starts_with("application/vnd.") && kind.ends_with("+json"));
        if !is_json {
            return Err(ApiError::unsupported("Send the body as application/json."));
        }
        read_json(&body_bytes(request, state, BODY_BYTES_MAX).await?).map(Self)
    }
}

/// Parses JSON from a client.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let problem = without_values(&error.to_string());
        ApiError::bad_request("malformed_body", format!("The body is not valid: {problem}."))
    })
}

/// The message of serde without the submitted values: a code sent as a number, or a password in the wrong field, must
/// not appear in a response or a log. Anything that is not known to be free of values is left out.
fn without_values(problem: &str) -> String {
    const ABOUT_SYNTAX: [&str; 9] = [
        "missing field",
        "duplicate field",
        "EOF while",
        "expected",
        "trailing",
        "key must be",
        "recursion limit",
        "control character",
        "invalid unicode",
    ];
    let problem = &in_words(problem);
    let (reason, place) = problem.split_at(problem.rfind(" at line ").unwrap_or(problem.len()));
    if ABOUT_SYNTAX.iter().any(|words| reason.starts_with(words)) {
        return problem.to_owned();
    }
    // The last occurrence is serde's own, whatever text a value before it contains.
    let expected = reason.rfind(", expected ").map_or("", |at| &reason[at..]);
    let field = reason.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
    match field.filter(|field| is_name(field)) {
        Some(field) => format!("unknown field `{field}`{expected}{place}"),
        None if reason.starts_with("unknown field") => format!("unknown field{expected}{place}"),
        None => format!("a value is not valid{expected}{place}"),
    }
}

/// Replaces Rust type names, which mean nothing to a client, by words. The expected type is at the end of the message.
fn in_words(problem: &str) -> String {
    const IN_WORDS: [(&str, &str); 5] = [
        ("u64", "a whole number from 0 on"),
        ("u32", "a whole number from 0 on"),
        ("usize", "a whole number from 0 on"),
        ("i64", "a whole number"),
        ("struct ", "an object"),
    ];
    let Some(at) = problem.rfind(", expected ").map(|at| at + ", expected ".len()) else {
        return problem.to_owned();
    };
    let (before, expected) = problem.split_at(at);
    let place = expected.rfind(" at line ").map_or("", |at| &expected[at..]);
    let known = IN_WORDS.iter().find(|(ours, _)| expected.starts_with(ours));
    known.map_or_else(|| problem.to_owned(), |(_, words)| format!("{before}{words}{place}"))
}

/// Whether a text may be a misspelled field name.
fn is_name(text: &str) -> bool {
    text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
}

/// Maximum and default number of rows in a list.
const ROWS_MAX: usize = 1_000;
const ROWS: usize = 100;

/// Validates the requested number of rows.
pub fn rows(field: &str, wanted: Option<usize>) -> Result<usize, ApiError> {
    match wanted {
        None => Ok(ROWS),
        Some(rows @ 1..=ROWS_MAX) => Ok(rows),
        Some(_) => {
            let message = format!("'{field}' must be a number from 1 to {ROWS_MAX}.");
            Err(ApiError::bad_request("rows_out_of_bounds", message).at(field))
        }
    }
}

/// Whether `Content-Length` already exceeds the limit, so that the body need not be read.
pub fn announces_more(request: &Request, bytes_max: usize) -> bool {
    announced_bytes(request).is_some_and(|length| length > bytes_max as u64)
}

/// The value of `Content-Length`.
pub fn announced_bytes(request: &Request) -> Option<u64> {
    text(request.headers(), header::CONTENT_LENGTH)?.parse().ok()
}

/// The parameters of a body as forms send them, each of them once.
#[derive(Debug)]
pub struct Parameters(BTreeMap<String, String>);

impl Parameters {
    /// The media type of the body.
    pub const MEDIA: &'static str = "application/x-www-form-urlencoded";

    /// Takes a parameter; one that is empty is missing.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name).filter(|value| !value.is_empty())
    }

    /// Takes a parameter that has to be there.
    ///
    /// # Errors
    ///
    /// 400: it is missing.
    pub fn required(&mut self, name: &str) -> Result<String, ApiError> {
        self.take(name).ok_or_else(|| {
            ApiError::bad_request("invalid_request", format!("The parameter '{name}' is missing."))
        })
    }

    /// Reads those of a body that may have more than the usual size.
    ///
    /// # Errors
    ///
    /// If it is larger, too slow, no form, or has a parameter twice.
    pub async fn read(
        request: Request,
        state: &AppState,
        bytes_max: usize,
    ) -> Result<Self, ApiError> {
        let bytes = form_bytes(request, state, bytes_max).await?;
        let mut all = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(&bytes) {
            if all.insert(name.into_owned(), value.into_owned()).is_some() {
                let sentence = "A parameter is there twice.";
                return Err(ApiError::bad_request("invalid_request", sentence));
            }
        }
        Ok(Self(all))
    }
}

impl FromRequest<AppState> for Parameters {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        Self::read(request, state, BODY_BYTES_MAX).await
    }
}

/// The parameters of an OAuth call as JSON, or as a form, which RFC 6749 has and RFC 8693 refers to.
#[derive(Debug)]
pub struct OauthBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for OauthBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
        let invalid = |sentence: &str| ApiError::bad_request("invalid_request", sentence);
        let read = match kind.split(';').next().map(str::trim) {
            Some("application/json") => {
                serde_json::from_slice(&body_bytes(request, state, BODY_BYTES_MAX).await?).ok()
            }
            Some(Parameters::MEDIA) => {
                let Parameters(all) = Parameters::from_request(request, state).await?;
                serde_json::to_value(all).and_then(serde_json::from_value).ok()
            }
            _ => return Err(invalid("Send the parameters as a form or as application/json.")),
        };
        // Nothing of the body is repeated: it is a secret.
        read.map(Self).ok_or_else(|| invalid("The body is not valid."))
    }
}

/// The parameters of such a body as the query of an address, for calls that are made in both ways. One that is there
/// twice stays so.
#[derive(Debug)]
pub struct FormQuery(pub String);

impl FromRequest<AppState> for FormQuery {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bytes = form_bytes(request, state, BODY_BYTES_MAX).await?;
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(form_urlencoded::parse(&bytes));
        Ok(Self(query.finish()))
    }
}

/// Reads a body as forms send it.
async fn form_bytes(
    request: Request,
    state: &AppState,
    bytes_max: usize,
) -> Result<Bytes, ApiError> {
    let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
    if kind.split(';').next().map(str::trim) != Some(Parameters::MEDIA) {
        let sentence = format!("Send the parameters as {}.", Parameters::MEDIA);
        return Err(ApiError::bad_request("invalid_request", sentence));
    }
    body_bytes(request, state, bytes_max).await
}

/// Reads a body of a size in the usual time.
async fn body_bytes(
    request: Request,
    state: &AppState,
    bytes_max: usize,
) -> Result<Bytes, ApiError> {
    let too_large =
        || ApiError::too_large(format!("A body may have at most {} KiB.", bytes_max / 1_024));
    if announces_more(&request, bytes_max) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, state)).await;
    read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())
}

/// The query parameters, with errors as [`ApiError`].
#[derive(Debug)]
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let params = Query::<T>::from_request_parts(parts, state).await;
        params.map(|Query(params)| Self(params)).map_err(|error| {
            let problem = without_values(&error.body_text());
            ApiError::bad_request(
                "malformed_query",
                format!("The address is not valid: {problem}."),
            )
        })
    }
}

/// The path parameters, with errors as [`ApiError`].
#[derive(Debug)]
pub struct PathParams<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = Path::<T>::from_request_parts(parts, state).await;
        found.map(|Path(found)| Self(found)).map_err(|_| {
            let message = "The address is not valid: a part of its path is no text in UTF-8.";
            ApiError::bad_request("malformed_path", message)
        })
    }
}

/// Rejects texts longer than [`TEXT_CHARS_MAX`].
pub fn check_length(fields: &[(&str, &str)]) -> Result<(), ApiError> {
    for (name, value) in fields {
        if value.chars().count() > TEXT_CHARS_MAX {
            let message = format!("'{name}' may have at most {TEXT_CHARS_MAX} characters.");
            return Err(ApiError::bad_request("too_long", message).at(name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [EVT-08]
    #[test]
    fn errors_about_a_body_name_fields_and_no_values() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "only deserialization is tested")]
        struct Form {
            code: String,
            count: Option<u32>,
            kind: Option<Kind>,
        }
        #[derive(Debug, serde::Deserialize)]
        enum Kind {
            Login,
        }
        let error_of = |json: &str| {
            without_values(&serde_json::from_str::<Form>(json).unwrap_err().to_string())
        };
        for json in [
            r#"{"code": 123456}"#,
            r#"{"code": "", "count": "123456"}"#,
            r#"{"code": "", "count": "a\", expected 123456 `x` \" b"}"#,
            r#"{"code": "", "kind": "123456"}"#,
            r#"{"code": "", "kind": "x` field `123456"}"#,
        ] {
            assert!(!error_of(json).contains("123456"), "{}", error_of(json));
        }
        assert!(error_of(r#"{"code": 1}"#).contains("expected a string"));
        assert!(
            error_of(r#"{"code": "", "count": -1}"#)
                .contains("expected a whole number from 0 on at")
        );
        assert!(
            error_of("1").ends_with("expected an object at line 1 column 1"),
            "{}",
            error_of("1")
        );
        assert!(
            error_of(r#"{"nope": 1}"#).contains("unknown field `nope`, expected one of `code`")
        );
        assert!(error_of("{}").contains("missing field `code`"));
    }
}
