//! The form of error responses: each kind of package client shows the sentence of another field.

use axum::Json;
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::ext::ReasonPhrase;
use serde_json::json;

use crate::routes;

/// The longest reason phrase, in characters.
const PHRASE_CHARS_MAX: usize = 256;

/// The form in which a route reports errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorForm {
    /// Problem details of RFC 9457.
    Problem,
    /// As clients of npm show them: the sentence is the field `error`.
    Npm,
    /// As Cargo shows them: the sentence is the field `detail` of a list.
    Cargo,
    /// As twine and pip show them: the sentence is the reason phrase of the status line. Others read the problem
    /// details.
    Pypi,
}

/// What an error response is about, for writing it in another form.
#[derive(Debug, Clone)]
pub(super) struct ErrorTexts {
    pub(super) code: String,
    pub(super) message: String,
    pub(super) trace: String,
}

/// Middleware: writes errors in the form of the route.
pub async fn in_form_of_route(request: Request, next: Next) -> Response {
    // Also of a path that takes other methods.
    let route = routes::matched(&request).next();
    let form = route.map_or(ErrorForm::Problem, |route| route.errors);
    let response = next.run(request).await;
    let Some(texts) = response.extensions().get::<ErrorTexts>().cloned() else { return response };
    let ErrorTexts { code, message, trace } = texts;
    let body = match form {
        ErrorForm::Problem => return response,
        ErrorForm::Pypi => return with_phrase(response, &message),
        ErrorForm::Npm => json!({"error": message, "code": code, "trace": trace}),
        ErrorForm::Cargo => {
            json!({"errors": [{"detail": message, "code": code}], "code": code, "trace": trace})
        }
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    let mut response = (parts.status, Json(body)).into_response();
    response.headers_mut().extend(parts.headers);
    *response.extensions_mut() = parts.extensions;
    response
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
