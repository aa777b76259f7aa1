//! The form of error responses: each kind of package client shows the sentence of another field.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::ext::ReasonPhrase;
use serde_json::json;

use super::scim::scim_type;
use crate::routes;

/// The longest reason phrase, in characters.
const PHRASE_CHARS_MAX: usize = 256;

/// The form in which a route reports errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorForm {
    /// Problem details of RFC 9457.
    Problem,
    /// Problem details, with the sentence in a list of errors too, where clients of the platform look for it.
    Listed,
    /// As clients of npm and programs that publish charts show them: the sentence is the field `error`.
    ErrorField,
    /// As OAuth has them: the code is the field `error` (RFC 6749, 5.2).
    Oauth,
    /// As Cargo shows them: the sentence is the field `detail` of a list.
    Cargo,
    /// As clients of registries of images read them: the codes are in upper case.
    Registry,
    /// As twine, pip and Maven show them: the sentence is the reason phrase of the status line. Others read the problem
    /// details.
    Phrase,
    /// As go shows them: text that begins with the reason of the status.
    Text,
    /// As programs that provision users read them (RFC 7644, 3.12).
    Scim,
}

/// What an error response is about, for writing it in another form.
#[derive(Debug, Clone)]
pub(super) struct ErrorTexts {
    pub(super) code: String,
    pub(super) message: String,
    pub(super) field: Option<String>,
    pub(super) trace: String,
}

/// Middleware: writes errors in the form of the route.
pub async fn in_form_of_route(request: Request, next: Next) -> Response {
    // Also of a path that takes other methods.
    let route = routes::matched(&request).next();
    let form = route.map_or(ErrorForm::Problem, |route| route.errors);
    let response = next.run(request).await;
    let Some(texts) = response.extensions().get::<ErrorTexts>().cloned() else { return response };
    let ErrorTexts { code, message, field, trace } = texts;
    let body = match form {
        ErrorForm::Problem => return response,
        ErrorForm::Phrase => return with_phrase(response, &message),
        ErrorForm::Text => {
            let reason = response.status().canonical_reason().unwrap_or_default().to_lowercase();
            return with_code(with_body(response, format!("{reason}: {message}\n")), &code);
        }
        ErrorForm::Scim => return as_scim(response, &code, &message),
        ErrorForm::Listed => {
            let status = response.status();
            let title = status.canonical_reason().unwrap_or_default();
            let errors = json!([{"status": status.as_u16(), "message": message}]);
            let error = json!({"code": code, "message": message, "field": field, "trace": trace});
            json!({"errors": errors, "title": title, "status": status.as_u16(), "detail": message, "error": error})
        }
        ErrorForm::Oauth => {
            json!({"error": code, "error_description": message, "trace": trace})
        }
        ErrorForm::ErrorField => json!({"error": message, "code": code, "trace": trace}),
        ErrorForm::Cargo => {
            json!({"errors": [{"detail": message, "code": code}], "code": code, "trace": trace})
        }
        ErrorForm::Registry => {
            let of_registry = registry_code(response.status(), &code);
            let error =
                json!({"code": of_registry, "message": message, "detail": {"trace": trace}});
            json!({"errors": [error], "code": code, "trace": trace})
        }
    };
    with_body(response, Json(body))
}

/// A response with another body.
fn with_body(response: Response, body: impl IntoResponse) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    let mut response = (parts.status, body).into_response();
    response.headers_mut().extend(parts.headers);
    *response.extensions_mut() = parts.extensions;
    response
}

/// A response with the code in a header, where programs read it.
fn with_code(mut response: Response, code: &str) -> Response {
    if let Ok(code) = HeaderValue::from_str(code) {
        response.headers_mut().insert(HeaderName::from_static("x-error-code"), code);
    }
    response
}

/// The error of a program that provisions users.
fn as_scim(response: Response, code: &str, message: &str) -> Response {
    let mut body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "status": response.status().as_str(),
        "detail": message,
    });
    if let Some(kind) = scim_type(code) {
        body["scimType"] = json!(kind);
    }
    let mut response = with_body(response, Json(body));
    let kind = HeaderValue::from_static("application/scim+json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    with_code(response, code)
}

/// The code of an error in a registry of images: one of the specification, or our own.
fn registry_code(status: StatusCode, code: &str) -> String {
    match status {
        StatusCode::UNAUTHORIZED => "UNAUTHORIZED".to_owned(),
        StatusCode::FORBIDDEN => "DENIED".to_owned(),
        StatusCode::METHOD_NOT_ALLOWED => "UNSUPPORTED".to_owned(),
        StatusCode::PAYLOAD_TOO_LARGE => "SIZE_INVALID".to_owned(),
        StatusCode::TOO_MANY_REQUESTS => "TOOMANYREQUESTS".to_owned(),
        StatusCode::NOT_FOUND if code == "not_found" => "NAME_UNKNOWN".to_owned(),
        _ => code.to_uppercase(),
    }
}

/// Has a sentence as the reason phrase. One that has no place in a status line is left out.
fn with_phrase(mut response: Response, sentence: &str) -> Response {
    let sentence: String = sentence.chars().take(PHRASE_CHARS_MAX).collect();
    if sentence.is_ascii()
        && let Ok(phrase) = ReasonPhrase::try_from(sentence)
    {
        response.extensions_mut().insert(phrase);
    }
    response
}
